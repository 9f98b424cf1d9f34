"""Prickly pears: flat pads that grow out of the rims of older pads."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets.greenery import (
    UP,
    cards,
    chance,
    fitted,
    level,
    lofts,
    plant,
    section,
    unit,
)
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]

PROXY_TOLERANCE_M: Final = 0.05
"""How far the cylinder of a grown pad and the pad may lie apart; young pads break off."""
GROWN: Final = 8
"""How many pads are grown and hold."""
THICK_M: Final = 0.045


@dataclass(frozen=True, kw_only=True)
class Pads:
    """n pads; each begins at ``root`` and points ``along``, its flat sides facing ``facing``."""

    root: F64
    along: F64
    facing: F64
    long: F64
    wide: F64


def grow(stream: Stream, *, count: int) -> Pads:
    """Pads in the order of their age: each but the first three sits on the rim of another."""
    size = stream.uniform(0, count, low=0.28, high=0.36) * np.where(
        np.arange(count) < GROWN, 1, 0.6
    )
    twist = stream.uniform(1, count, low=-0.9, high=0.9)
    lean = stream.uniform(2, count, low=0.35, high=0.75)
    root, along, facing = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros((count, 3))
    for k in range(count):
        if k < 3:
            heading = 2.0 * math.pi * k / 3.0 + twist[k]
            way, face = unit(0.55 * level(heading) + UP), level(heading)
            root[k] = 0.06 * level(heading) - 0.03 * UP
        else:
            mother, side = (k - 3) // 2 if k < GROWN + 3 else k - GROWN, 1.0 if k % 2 else -1.0
            across = np.cross(along[mother], facing[mother])
            rim = unit(along[mother] + side * lean[k] * across)
            root[k] = root[mother] + size[mother] * (0.52 * along[mother] + 0.42 * rim)
            way = unit(rim + 0.35 * twist[k] * facing[mother] + 0.3 * UP)
            face = facing[mother] + twist[k] * across
        along[k] = way
        facing[k] = unit(face - (face @ way) * way)
    return Pads(root=root, along=along, facing=facing, long=size, wide=0.78 * size)


def pad_bodies(pads: Pads, *, sides: int, steps: int) -> Mesh:
    """The pads as solid ellipses."""
    share = 0.5 - 0.5 * np.cos(np.linspace(0.0, math.pi, steps + 1))
    spine = pads.root[:, None] + (pads.long[:, None] * share)[..., None] * pads.along[:, None]
    angle = 2.0 * math.pi * np.arange(sides) / sides
    broad = np.sqrt(np.maximum(1.0 - (2.0 * share - 1.0) ** 2, 0.0))
    across = np.cross(pads.along, pads.facing)
    # The outline is one unit wide; its thickness is that of the pads in their widths.
    thin = THICK_M / float(pads.wide.mean())
    outline = 0.5 * np.column_stack([np.cos(angle), thin * np.sin(angle)])
    return lofts(
        section(spine, across, outline, pads.wide[:, None] * broad), material="cactus_green"
    )


def _spines(pads: Pads, stream: Stream, *, each: int) -> Mesh:
    """Small combs of spines over both sides of the pads."""
    n = len(pads.root)
    chances = stream.uniform(5, 3 * n * each).reshape(n, each, 3)
    across = np.cross(pads.along, pads.facing)[:, None]
    v = 0.15 + 0.75 * (np.arange(each) + chances[..., 0]) / each
    u = (chances[..., 1] - 0.5) * 0.75 * np.sqrt(1.0 - (2.0 * v - 1.0) ** 2)
    side = np.where(np.arange(each) % 2, 1.0, -1.0)[None, :, None]
    out = (side * pads.facing[:, None]).reshape(-1, 3)
    size = pads.long[:, None, None]
    place = (pads.root[:, None] + size * v[..., None] * pads.along[:, None]
             + size * u[..., None] * across).reshape(-1, 3)  # fmt: skip
    tips = 0.03 * unit(out + 0.3 * UP)
    wide = 0.035 * np.repeat(np.cross(pads.along, pads.facing), each, axis=0)
    place = place + (0.4 * THICK_M) * out + 0.5 * tips
    return cards(place, tips, wide, material="cactus_spines", glow=(out, 0.6))


def _fruits(pads: Pads) -> Mesh:
    """Red fruits on the rims of the youngest pads."""
    tops = pads.root[GROWN - 3 :] + (pads.long[GROWN - 3 :, None] + 0.015) * pads.along[GROWN - 3 :]
    return merge([
        forms.ball((0.02, 0.02, 0.032), material="plastic_red", rings=4, sides=6, center=top)
        for top in tops
    ])  # fmt: skip


def _solids(pads: Pads) -> Solids:
    """A flat upright cylinder for each grown pad."""
    face, way = pads.facing[:GROWN], pads.long[:GROWN]
    return solids.cylinders(
        pads.root[:GROWN] + 0.5 * way[:, None] * pads.along[:GROWN],
        radius=0.25 * (way + pads.wide[:GROWN]), height=THICK_M, semantic="cactus",
        heading=np.arctan2(face[:, 1], face[:, 0]),
        pitch=np.arctan2(np.hypot(face[:, 0], face[:, 1]), face[:, 2]),
    )  # fmt: skip


def prickly_pear(variant: int) -> Archetype:
    """A knee-high to waist-high clump of pads."""
    stream = chance("prickly_pear", variant)
    pads = grow(stream, count=14)
    fine = merge([
        pad_bodies(pads, sides=8, steps=6), _spines(pads, stream, each=9), _fruits(pads)
    ])  # fmt: skip
    middle = pad_bodies(pads, sides=4, steps=4)
    coarse = cards(
        pads.root + 0.5 * pads.long[:, None] * pads.along, 0.92 * pads.long[:, None] * pads.along,
        0.85 * pads.wide[:, None] * np.cross(pads.along, pads.facing), material="cactus_green",
    )  # fmt: skip
    lods = [fine, fitted(middle, fine), fitted(coarse, fine)]
    return plant("prickly_pear", variant, "cactus", lods, proxies=_solids(pads))


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {"prickly_pear": prickly_pear}
VARIANTS: Final[dict[str, int]] = {"prickly_pear": 3}
