"""Vegetables as single plants: heads of cabbage and lettuce, potatoes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.greenery import (
    GOLDEN_RAD,
    UP,
    arcs,
    between,
    cards,
    chance,
    crossed,
    fitted,
    grids,
    level,
    plant,
    ribbons,
    sideways,
    sized,
    spread,
    two_sided,
    unit,
)
from outrider.world.mesh import Mesh, merge, point_normals

F64 = NDArray[np.float64]


def shells(
    heading: F64, radius: F64, *, top: F64, flare: F64, width: float, rows: int, columns: int,
    material: str,
) -> Mesh:  # fmt: skip
    """Hollow leaves ``(n,)`` that clasp a ball about the origin from below.

    Each reaches from the foot up to the angle ``top``, rad, by when its edge stands off by
    ``flare`` radii; ``width`` is its half width, rad.
    """
    v = np.linspace(0.0, 1.0, rows)
    u = np.linspace(-1.0, 1.0, columns)
    polar = (0.12 + v) / 1.12 * top[:, None]
    shape = width * np.interp(v, [0.0, 0.45, 0.75, 1.0], [0.5, 1.0, 0.95, 0.45])
    # The middle of the upper edge is the highest, as of a round leaf.
    angle = polar[:, :, None] - 0.22 * (u**2) * (v**2)[:, None]
    away = radius[:, None, None] * (1.0 + flare[:, None] * v**2)[..., None]
    about = heading[:, None, None] + (u * shape[:, None])[None]
    points = (away * np.sin(angle))[..., None] * level(about) - (away * np.cos(angle))[
        ..., None
    ] * UP
    flat = points.reshape(-1, 3)
    triangles = grids(len(heading), rows, columns)
    normals = point_normals(flat.astype(np.float32), triangles).astype(np.float64)
    uv = np.broadcast_to(np.stack(np.meshgrid(u, v), axis=-1), (*points.shape[:3], 2)) * float(
        radius.max()
    )
    return two_sided(flat, normals, uv.reshape(-1, 2), triangles, material=material)


def cabbage(variant: int) -> Archetype:
    """A round blue-green head in a wreath of open leaves."""
    stream = chance("cabbage", variant)
    radius = between(stream, 0, 0.1, 0.13)
    middle = (0.0, 0.0, 1.08 * radius)
    lods = []
    for leaves, rows, columns, rings, sides in ((8, 4, 3, 4, 8), (5, 2, 2, 3, 6)):
        head = forms.ball((radius, radius, 0.92 * radius), material="leaf_blue", rings=rings,
                          sides=sides, center=middle)  # fmt: skip
        age = (np.arange(leaves) + 0.5) / leaves
        heading = GOLDEN_RAD * np.arange(leaves) + stream.uniform(1, leaves, low=-0.2, high=0.2)
        wreath = shells(
            heading, radius * (1.35 - 0.3 * age), top=1.5 + 0.6 * age, flare=0.75 - 0.6 * age,
            width=0.75, rows=rows, columns=columns, material="leaf_blue",
        )  # fmt: skip
        lods.append(merge([head, wreath.moved((0.0, 0.0, 1.3 * radius))]))
    return plant("cabbage", variant, "crop", [lods[0], fitted(lods[1], lods[0])], reach=1.5)


def lettuce(variant: int) -> Archetype:
    """A loose green head, open at the top."""
    stream = chance("lettuce", variant)
    radius = between(stream, 0, 0.085, 0.11)
    lods = []
    for leaves, rows, columns in ((10, 4, 3), (7, 3, 2)):
        age = (np.arange(leaves) + 0.5) / leaves
        heading = GOLDEN_RAD * np.arange(leaves) + stream.uniform(1, leaves, low=-0.2, high=0.2)
        head = shells(
            heading, radius * (1.25 - 0.75 * age), top=1.45 + 0.75 * age, flare=0.8 - 0.2 * age,
            width=0.8, rows=rows, columns=columns, material="leaf_green",
        )  # fmt: skip
        lods.append(head.moved((0.0, 0.0, 1.2 * radius)))
    return plant("lettuce", variant, "crop", [lods[0], fitted(lods[1], lods[0])], reach=1.5)


def tuft_of(stream: Stream, material: str, count: int, *, height: float, card: float) -> Mesh:
    """Upright cards about one foot, leaning a little out."""
    heading = spread(count, stream, 1)
    line = arcs(0.02 * level(heading), heading, length=stream.uniform(2, count, low=0.9, high=1.0),
                rise=stream.uniform(3, count, low=1.3, high=1.5), droop=0.2, steps=2)  # fmt: skip
    return ribbons(height * line, sideways(heading), 0.5 * card * height, material=material,
                   glow=(0.3 * level(heading) + UP, 0.8))  # fmt: skip


def leafy(
    stream: Stream, count: int, *, material: str, low: float, high: float, width: float, card: float
) -> Mesh:
    """Leaf cards spread through an upright body, tips outwards."""
    share = (np.arange(count) + 0.5) / count
    heading = GOLDEN_RAD * np.arange(count) + stream.uniform(5, count, low=-0.3, high=0.3)
    out = 0.5 * width * np.sqrt(1.0 - (1.4 * (share - 0.35)) ** 2) - 0.3 * card
    place = (
        np.maximum(out, 0.02)[:, None] * level(heading) + (low + (high - low) * share)[:, None] * UP
    )
    along = unit(level(heading) + stream.uniform(6, count, low=-0.4, high=1.4)[:, None] * UP)
    roll = stream.uniform(7, count, low=-0.9, high=0.9)[:, None] * UP
    across = unit(np.cross(along, np.cross(level(heading + 0.5 * math.pi) + roll, along)))
    return cards(place, card * along, card * across, material=material, fold=0.3,
                 glow=(level(heading) + UP, 0.7))  # fmt: skip


def potato(variant: int) -> Archetype:
    """A leafy bush with a few white flowers."""
    stream = chance("potato", variant)
    height, width = between(stream, 0, 0.45, 0.6), between(stream, 1, 0.5, 0.65)
    body = leafy(stream, 34, material="leaves_crop", low=0.08, high=0.85 * height, width=width,
                 card=0.24)  # fmt: skip
    blossom = crossed(0.16, 0.16, material="petals_white").moved((0.03, 0.02, 0.86 * height))
    stems = tuft_of(stream, "leaf_green", 4, height=0.6 * height, card=0.035)
    fine = sized(merge([body, blossom, stems]), height=height, width=width)
    coarse = leafy(stream, 12, material="leaves_crop", low=0.08, high=0.85 * height, width=width,
                   card=0.36)  # fmt: skip
    return plant("potato", variant, "crop", [fine, fitted(coarse, fine)],
                 part_classes={"petals_white": "flower"})  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "cabbage": cabbage, "lettuce": lettuce, "potato": potato,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {"cabbage": 2, "lettuce": 2, "potato": 2}
