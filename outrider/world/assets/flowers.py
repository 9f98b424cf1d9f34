"""Ferns, patches of flowers, heather, mushrooms and moss."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.greenery import (
    UP,
    arcs,
    chance,
    disc,
    fitted,
    level,
    plant,
    ribbons,
    sideways,
    sized,
    spread,
)
from outrider.world.mesh import Mesh, make, merge

F64 = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Patch:
    """Bunches of flowers that stand close together."""

    height_m: tuple[float, float]
    width_m: tuple[float, float]
    petals: str
    leaves: str
    bunches: int
    """Upright cards of flowers."""
    bunch_m: float
    """Width of one."""
    under: int
    """Cards of leaves about their feet."""
    under_share: float = 0.5
    """Height of the leaves, in that of the flowers."""
    dome: float = 0.0
    """How far the outer bunches lean out, rad."""
    semantic: str = "flower"


PATCHES: Final[Mapping[str, Patch]] = {
    "poppies": Patch(
        height_m=(0.4, 0.6), width_m=(0.6, 0.9), petals="petals_red", leaves="blades_grass",
        bunches=14, bunch_m=0.36, under=12, under_share=0.6, dome=0.2,
    ),
    "daisies": Patch(
        height_m=(0.22, 0.34), width_m=(0.5, 0.75), petals="petals_white", leaves="blades_grass",
        bunches=16, bunch_m=0.24, under=12, under_share=0.6, dome=0.25,
    ),
    "daffodils": Patch(
        height_m=(0.3, 0.5), width_m=(0.5, 0.8), petals="petals_yellow", leaves="blades_grass",
        bunches=14, bunch_m=0.26, under=12, under_share=0.65, dome=0.25,
    ),
    "lavender": Patch(
        height_m=(0.5, 0.7), width_m=(0.7, 1.0), petals="petals_violet",
        leaves="leaves_eucalyptus", bunches=26, bunch_m=0.24, under=20, under_share=0.55, dome=0.6,
    ),
    "heather": Patch(
        height_m=(0.3, 0.45), width_m=(0.6, 0.9), petals="petals_violet", leaves="needles_pine",
        bunches=24, bunch_m=0.22, under=24, under_share=0.75, dome=0.7,
    ),
}  # fmt: skip


def patch(maker: str, variant: int) -> Archetype:
    """One patch of ``PATCHES``."""
    form, stream = PATCHES[maker], chance(maker, variant)
    share = stream.uniform(0, 2)
    height = float(form.height_m[0] + share[0] * (form.height_m[1] - form.height_m[0]))
    width = float(form.width_m[0] + share[1] * (form.width_m[1] - form.width_m[0]))
    fine = sized(_bunches(form, stream, height, width, form.bunches, form.under),
                 height=height, width=width)  # fmt: skip
    coarse = fitted(_bunches(form, stream, height, width, 5, 3, grown=1.6), fine)
    parts = {form.leaves: "foliage"}
    return plant(maker, variant, form.semantic, [fine, coarse], reach=1.5, part_classes=parts)


def _bunches(
    form: Patch, stream: Stream, height: float, width: float, bunches: int, under: int, *,
    grown: float = 1.0,
) -> Mesh:  # fmt: skip
    """Flowers over leaves."""
    layers = (
        (form.petals, bunches, form.bunch_m, 1.0, 0), (form.leaves, under, 1.3 * form.bunch_m,
                                                       form.under_share, 5),
    )  # fmt: skip
    parts = []
    for material, count, wide, tall, index in layers:
        root = disc(count, 0.5 * width - 0.3 * form.bunch_m, stream, 1 + index)
        out = np.linalg.norm(root, axis=1) / (0.5 * width)
        away = np.arctan2(root[:, 1], root[:, 0])
        heading = away + stream.uniform(2 + index, count, low=-1.1, high=1.1)
        long = tall * height * stream.uniform(3 + index, count, low=0.8, high=1.0)
        long = long * (1.0 - 0.35 * form.dome * out)
        line = arcs(0.6 * root, heading, length=long, rise=0.5 * math.pi - form.dome * out,
                    droop=0.15, steps=1)  # fmt: skip
        line += (0.4 * root)[:, None]
        parts.append(ribbons(line, sideways(heading), 0.5 * grown * wide, material=material,
                             glow=(0.4 * level(away) + UP, 0.8)))  # fmt: skip
    return merge(parts)


def fern(variant: int) -> Archetype:
    """A funnel of arching fronds."""
    stream = chance("fern", variant)
    count = 8 + 2 * (variant % 3)
    length = float(stream.uniform(0, 1, low=0.7, high=1.0)[0])
    fine = _fronds(stream, count, length, steps=4, width=0.34)
    lods = [fine, fitted(_fronds(stream, 7, length, steps=2, width=0.42), fine)]
    return plant("fern", variant, "fern", lods)


def _fronds(stream: Stream, count: int, length: float, *, steps: int, width: float) -> Mesh:
    """Fronds of nearly one age, spread all round."""
    heading = spread(count, stream, 1)
    long = length * stream.uniform(2, count, low=0.85, high=1.1)
    rise = stream.uniform(3, count, low=1.05, high=1.4)
    droop = stream.uniform(4, count, low=1.4, high=2.0)
    line = arcs(0.03 * level(heading), heading, length=long, rise=rise, droop=droop, steps=steps)
    return ribbons(line, sideways(heading), 0.5 * width * length * np.ones(steps + 1),
                   material="fronds_fern", keel=0.25 if steps > 2 else 0.0,
                   glow=(0.5 * level(heading) + UP, 0.5))  # fmt: skip


def mushrooms(variant: int) -> Archetype:
    """A group of boletes (0), of pale field mushrooms (1) or of fly agarics (2)."""
    stream = chance("mushrooms", variant)
    cap, count = (("leather_brown", 4), ("plaster_cream", 6), ("paint_red", 3))[variant % 3]
    place = disc(count, 0.13, stream, 0)
    size = stream.uniform(1, count, low=0.55, high=1.0)
    lods = []
    for sides, steps in ((9, 3), (4, 1)):
        parts = []
        for k in range(count):
            parts += [mesh.moved(place[k]) for mesh in mushroom(0.14 * size[k], cap, sides, steps)]
            if cap == "paint_red" and sides > 6:
                parts.append(_warts(0.14 * size[k], stream, k).moved(place[k]))
        lods.append(merge(parts))
    lods = [lods[0], fitted(lods[1], lods[0])]
    return plant("mushrooms", variant, "foliage", lods, reach=3.0)


def mushroom(height: float, cap: str, sides: int, steps: int) -> list[Mesh]:
    """A stout stem under a round cap."""
    wide = 0.42 * height
    if sides < 6:
        stem = forms.tube([0.0 * UP, 0.7 * height * UP], 0.11 * height,
                          material="plaster_cream", sides=3, caps=False)  # fmt: skip
        rim = [(0.0, 0.64 * height), (wide, 0.68 * height), (0.0, height)]
        return [stem, forms.lathe(rim, material=cap, sides=sides)]
    angle = np.linspace(0.0, 0.5 * math.pi, steps + 1)
    dome = [(wide * math.cos(a), height * (0.66 + 0.34 * math.sin(a))) for a in angle]
    stem = forms.lathe(
        [(0.0, -0.01), (0.16 * height, 0.0), (0.11 * height, 0.35 * height),
         (0.1 * height, 0.72 * height), (0.0, 0.72 * height)],
        material="plaster_cream", sides=max(sides - 3, 4),
    )  # fmt: skip
    under = [(0.0, 0.7 * height), (0.7 * wide, 0.64 * height)]
    return [stem, forms.lathe([*under, *dome], material=cap, sides=sides)]


def _warts(height: float, stream: Stream, index: int) -> Mesh:
    """White flecks on a fly agaric's cap."""
    n = 10
    rise = np.arcsin(np.linspace(0.25, 0.95, n))
    around = level(2.4 * np.arange(n) + stream.uniform(10 + index, n, high=0.6))
    place = 0.42 * height * np.cos(rise)[:, None] * around
    place += (height * (0.66 + 0.34 * np.sin(rise)))[:, None] * UP
    return merge([
        forms.ball(0.045 * height, material="plaster_white", rings=2, sides=4, center=spot)
        for spot in place
    ])  # fmt: skip


def moss_cushion(variant: int) -> Archetype:
    """A low cushion of moss with a fringe of shoots."""
    stream = chance("moss_cushion", variant)
    width, height = (float(v) for v in stream.uniform(0, 2) * (0.25, 0.05) + (0.3, 0.07))
    lods = [_cushion(stream, width, height, sides=sides, rings=rings)
            for sides, rings in ((20, 6), (8, 2))]  # fmt: skip
    return plant("moss_cushion", variant, "foliage", [lods[0], fitted(lods[1], lods[0])], reach=1.5)


def _cushion(stream: Stream, width: float, height: float, *, sides: int, rings: int) -> Mesh:
    """A few humps that run into each other, as one uneven dome."""
    angle = np.linspace(0.0, 0.5 * math.pi, rings + 1)
    profile = [(0.0, -0.03), (0.5 * width, -0.03)] + [
        (0.5 * width * math.cos(a), height * math.sin(a) ** 0.8) for a in angle
    ]
    dome = forms.lathe(profile, material="moss", sides=sides)
    phase = stream.uniform(1, 4, high=2.0 * math.pi)
    about = np.arctan2(dome.points[:, 1], dome.points[:, 0])
    wave = 1.0 + 0.1 * np.sin(2.0 * about + phase[0]) + 0.07 * np.sin(3.0 * about + phase[1])
    bump = 1.0 + 0.12 * np.sin(9.0 * dome.points[:, 0] / width + phase[2]) * np.sin(
        9.0 * dome.points[:, 1] / width + phase[3]
    )
    points = dome.points * np.column_stack([wave, wave, bump])
    return make(points, dome.triangles, material_name="moss", smooth=True)


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    **{name: partial(patch, name) for name in PATCHES},
    "fern": fern, "mushrooms": mushrooms, "moss_cushion": moss_cushion,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {
    "poppies": 2, "daisies": 2, "daffodils": 2, "lavender": 2, "heather": 2, "fern": 3,
    "mushrooms": 3, "moss_cushion": 2,
}  # fmt: skip
