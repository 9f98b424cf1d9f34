"""Bushes: lumps of leaf cards on a few thin stems, from hazel to a length of hedge."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets.greenery import (
    GOLDEN_RAD,
    UP,
    arcs,
    cards,
    chance,
    crossed,
    fitted,
    level,
    lofts,
    plant,
    sized,
    spread,
    stretch,
    unit,
)
from outrider.world.assets.pills import pills
from outrider.world.mesh import Mesh, make, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]

STOUT_STEM_M: Final = 0.04
"""Thinner stems give way and have no proxy."""
PROXY_TOLERANCE_M: Final = 0.03
"""How far a stout stem's proxy and its mesh may lie apart."""


@dataclass(frozen=True, kw_only=True)
class Bush:
    """How a kind of bush grows."""

    height_m: tuple[float, float]
    width_m: tuple[float, float]
    leaves: str
    bark: str
    card_m: float
    """Edge of a leaf card."""
    cards: int
    lumps: int = 6
    """Rounded parts that the crown is made of."""
    spike: float = 0.0
    """How far its leaf cards stand up along the twigs: 0 as they fall, 1 upright."""
    ragged: float = 1.0
    """How far its leaf cards stand off its outside: 0 clipped, 1 as they grow."""
    openness: float = 0.0
    """Share of leaf cards inside the crown rather than on its outside."""
    skirt: float = 0.12
    """Bare height below the crown, of the whole."""
    stems: int = 5
    stem_m: float = 0.03
    """Thickness of a stem at the ground."""
    flowers: str = ""
    flower_share: float = 0.0
    flower_m: float = 0.07


BUSHES: Final[Mapping[str, Bush]] = {
    "hazel": Bush(
        height_m=(2.4, 3.6), width_m=(2.4, 3.2), leaves="leaves_bush", bark="bark_beech",
        card_m=0.5, cards=240, lumps=8, openness=0.3, skirt=0.1, stems=8, stem_m=0.05,
    ),
    "round_shrub": Bush(
        height_m=(1.1, 1.7), width_m=(1.4, 2.0), leaves="leaves_beech", bark="bark_oak",
        card_m=0.3, cards=230, lumps=6, openness=0.25, skirt=0.05, stems=5, stem_m=0.03,
    ),
    "juniper": Bush(
        height_m=(1.6, 2.8), width_m=(0.9, 1.3), leaves="needles_spruce", bark="bark_pine",
        card_m=0.34, cards=230, lumps=7, spike=0.8, openness=0.2, skirt=0.02, stems=3, stem_m=0.06,
    ),
    "saltbush": Bush(
        height_m=(0.7, 1.2), width_m=(1.1, 1.8), leaves="leaves_eucalyptus", bark="bark_dead",
        card_m=0.26, cards=200, lumps=7, spike=0.3, openness=0.35, skirt=0.04, stems=7,
        stem_m=0.02,
    ),
    "gorse": Bush(
        height_m=(0.9, 1.6), width_m=(1.1, 1.8), leaves="needles_pine", bark="bark_oak",
        card_m=0.27, cards=190, lumps=6, spike=0.6, openness=0.2, skirt=0.05, stems=5,
        stem_m=0.025, flowers="petals_yellow", flower_share=0.5, flower_m=0.17,
    ),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Crown:
    """Where a bush's leaves sit: lumps, each an ellipsoid."""

    center: F64
    radius: F64


def crown(form: Bush, stream: Stream) -> Crown:
    """One lump in the middle and the others about it, within a height and width of one."""
    n = form.lumps
    angle = spread(n, stream, 0)
    out = stream.uniform(1, n, low=0.16, high=0.28)
    rise = 0.5 + 0.2 * np.cos(np.arange(n) * GOLDEN_RAD * 2.0) + stream.uniform(2, n, high=0.1)
    radius = stream.uniform(3, n, low=0.24, high=0.32)
    middle = np.array([[0.0, 0.0, 0.58]])
    center = np.concatenate([middle, out[:, None] * level(angle) + rise[:, None] * UP])
    radii = np.concatenate([[[0.36, 0.36, 0.42]], radius[:, None] * np.array([1.0, 1.0, 1.05])])
    return Crown(center=center, radius=radii)


def leaf_places(where: Crown, count: int, stream: Stream, *, openness: float) -> tuple[F64, F64]:
    """Places and outward directions of ``count`` leaf cards over a crown."""
    lumps = len(where.center)
    trial = 6 * count
    lump = np.arange(trial) % lumps
    z = 1.0 - 2.0 * ((np.arange(trial) // lumps + 0.5) / (trial / lumps))
    angle = GOLDEN_RAD * np.arange(trial) + stream.uniform(10, trial, high=0.8)
    ball = np.sqrt(1.0 - np.minimum(z * z, 1.0))[:, None] * level(angle) + z[:, None] * UP
    inside = stream.uniform(11, trial) < openness
    depth = np.where(inside, stream.uniform(12, trial, low=0.5, high=0.85), 1.0)
    places = where.center[lump] + depth[:, None] * where.radius[lump] * ball
    reach = (places[:, None] - where.center) / where.radius
    buried = ((reach**2).sum(-1) < 0.8**2).any(axis=1) & ~inside
    good = np.flatnonzero(~buried & (places[:, 2] > 0.06))
    chosen = good[np.floor(np.linspace(0.0, len(good) - 1e-6, count)).astype(np.int64)]
    outward = unit(ball[chosen] / where.radius[lump[chosen]])
    return places[chosen], outward


def leaf_cards(form: Bush, places: F64, outward: F64, size: float, stream: Stream) -> Mesh:
    """Leaf cards that lie on the crown like shingles, lit as the whole crown is."""
    n = len(places)
    whim = stream.uniform(20, 3 * n, low=-1.0, high=1.0).reshape(n, 3)
    facing = unit(outward + 0.55 * form.ragged * whim)
    up = unit(UP + 0.5 * np.roll(whim, 1, axis=1))
    grow = unit(
        (1.0 - form.spike) * whim[:, [2, 0, 1]]
        + (0.2 + form.spike) * up
        + 0.5 * form.ragged * outward
    )
    along = unit(grow - (grow * facing).sum(-1, keepdims=True) * facing)
    across = np.cross(along, facing)
    edge = size * stream.uniform(21, n, low=0.8, high=1.25)[:, None]
    slim = 1.0 - 0.35 * form.spike
    return cards(places, edge * along, slim * edge * across, material=form.leaves, fold=0.35,
                 glow=(outward + 0.25 * UP, 0.7))  # fmt: skip


def flower_cards(form: Bush, places: F64, outward: F64, stream: Stream) -> Mesh:
    """Small cards of flowers on the outer leaves."""
    count = int(form.flower_share * len(places))
    pick = np.argsort(stream.uniform(30, len(places)) - 0.5 * outward[:, 2])[:count]
    facing = unit(outward[pick] + 0.2 * UP)
    along = unit(np.cross(facing, level(stream.uniform(31, count, high=2.0 * math.pi))))
    across = np.cross(along, facing)
    return cards(
        places[pick] + 0.35 * form.card_m * facing, form.flower_m * along, form.flower_m * across,
        material=form.flowers, fold=0.5, glow=(facing, 0.5),
    )  # fmt: skip


_STEM_TAPER: Final = np.array([1.0, 0.8, 0.6, 0.35])
_SINK_M: Final = 0.05


def stem_lines(form: Bush, height: float, width: float, stream: Stream) -> F64:
    """``(stems, 4, 3)`` bent lines from one foot up into the crown."""
    n = form.stems
    heading = spread(n, stream, 40)
    lean = stream.uniform(41, n, low=0.9, high=1.35)
    length = 0.62 * height * stream.uniform(42, n, low=0.8, high=1.1)
    out = 0.03 + 0.04 * width * stream.uniform(43, n)
    root = out[:, None] * level(heading) - _SINK_M * UP
    return arcs(root, heading, length=length, rise=lean, droop=-0.25, steps=3)


def stems_of(form: Bush, lines: F64) -> Mesh:
    """Stems along lines."""
    radii = 0.5 * form.stem_m * _STEM_TAPER
    return merge([
        forms.tube(line, radii, material=form.bark, sides=4, caps=False) for line in lines
    ])  # fmt: skip


def stem_solids(form: Bush, lines: F64) -> Solids:
    """Capsules of the parts of stems that are too thick to give way."""
    thick = 0.5 * form.stem_m * (_STEM_TAPER[:-1] + _STEM_TAPER[1:])
    parts = [
        pills(lines[:, k], lines[:, k + 1], 0.5 * thick[k], semantic="trunk")
        for k in np.flatnonzero(thick > STOUT_STEM_M)
    ]
    return solids.merge(parts)


def bush(maker: str, variant: int) -> Archetype:
    """One bush of ``BUSHES``."""
    form, stream = BUSHES[maker], chance(maker, variant)
    share = stream.uniform(50, 2)
    height = float(form.height_m[0] + share[0] * (form.height_m[1] - form.height_m[0]))
    width = float(form.width_m[0] + share[1] * (form.width_m[1] - form.width_m[0]))
    where = crown(form, stream)
    bare = form.skirt
    scale = np.array([width, width, height * (1.0 - bare)])
    where = Crown(center=where.center * scale + bare * height * UP, radius=where.radius * scale)
    lines = stem_lines(form, height, width, stream)
    grown = _foliage(form, where, stream, count=form.cards, size=form.card_m)
    raw = merge([grown, stems_of(form, lines)])
    factors = stretch(raw, height=height, width=width)
    fine = raw.scaled(factors)
    middle = _foliage(form, where, stream, count=form.cards // 5, size=2.0 * form.card_m)
    few = _foliage(form, where, stream, count=11, size=2.8 * form.card_m)
    coarse = merge([fitted(few, fine), crossed(width, height, material=form.leaves)])
    parts = {form.bark: "trunk"} | ({form.flowers: "flower"} if form.flowers else {})
    return plant(
        maker, variant, "bush", [fine, fitted(middle, fine), fitted(coarse, fine)],
        part_classes=parts, proxies=stem_solids(form, lines * factors),
    )  # fmt: skip


def _foliage(form: Bush, where: Crown, stream: Stream, *, count: int, size: float) -> Mesh:
    """A crown of so many leaf cards, with its flowers."""
    places, outward = leaf_places(where, count, stream, openness=form.openness)
    parts = [leaf_cards(form, places, outward, size, stream)]
    if form.flowers and count > 20:
        parts.append(flower_cards(form, places, outward, stream))
    return merge(parts)


def bramble(variant: int) -> Archetype:
    """A thicket of arching canes with leaves along them and a few berries."""
    stream = chance("bramble", variant)
    fine = _canes(stream, canes=24, steps=5, leaves=9, size=0.27)
    fine = sized(fine, height=float(stream.uniform(0, 1, low=0.8, high=1.2)[0]))
    middle = fitted(_canes(stream, canes=10, steps=3, leaves=5, size=0.55, fine=False), fine)
    coarse = fitted(_canes(stream, canes=5, steps=2, leaves=3, size=1.0, fine=False), fine)
    return plant("bramble", variant, "bush", [fine, middle, coarse],
                 part_classes={"leather_black": "flower"})  # fmt: skip


def _canes(
    stream: Stream, *, canes: int, steps: int, leaves: int, size: float, fine: bool = True
) -> Mesh:
    """Canes that arch over, each with its leaves; bark and berries on the finest."""
    heading = spread(canes, stream, 1)
    lines = arcs(
        0.18 * level(heading), heading, length=stream.uniform(2, canes, low=0.7, high=2.0),
        rise=stream.uniform(3, canes, low=0.9, high=1.5),
        droop=stream.uniform(4, canes, low=2.2, high=2.8), steps=steps,
    )  # fmt: skip
    lines[..., 2] = np.maximum(lines[..., 2], 0.03)
    at = np.linspace(0.25, 1.0, leaves) * steps
    below = np.minimum(at.astype(int), steps - 1)
    part = (at - below)[:, None]
    places = ((1.0 - part) * lines[:, below] + part * lines[:, below + 1]).reshape(-1, 3)
    n = len(places)
    whim = stream.uniform(5, 3 * n, low=-1.0, high=1.0).reshape(n, 3)
    along = unit(whim * (1.0, 1.0, 0.4))
    facing = unit(UP + 0.5 * np.roll(whim, 1, axis=1))
    across = unit(np.cross(along, facing))
    parts = [cards(places + 0.04 * UP, size * along, size * across, material="leaves_bush",
                   fold=0.3, glow=(places * (0.6, 0.6, 0.0) + UP, 0.7))]  # fmt: skip
    if fine:
        parts += [forms.tube(line, np.linspace(0.007, 0.003, len(line)), material="bark_oak",
                             sides=3, caps=False) for line in lines[::2]]  # fmt: skip
        picked = places[np.argsort(stream.uniform(6, n))[:14]] + 0.09 * UP
        parts += [forms.ball(0.014, material="leather_black", rings=2, sides=4, center=place)
                  for place in picked]  # fmt: skip
    return merge(parts)


_CLIPPED: Final = Bush(
    height_m=(1.2, 1.6), width_m=(0.7, 0.7), leaves="leaves_bush", bark="bark_oak", card_m=0.3,
    cards=210, ragged=0.4,
)  # fmt: skip


CORE: Final = (1.0, 0.76, 0.93)
"""What is dense in a hedge and stops a robot, as shares of its length, thickness and height."""
CORE_TOLERANCE_M: Final = 0.08
ROOTS_M: Final = 0.1
"""How far the solid of a hedge reaches into the ground, so that none floats on a slope."""


def hedge(variant: int) -> Archetype:
    """Two metres of clipped hedge along x; lengths and their solids join without a gap."""
    stream = chance("hedge", variant)
    height = float(stream.uniform(0, 1, low=1.2, high=1.6)[0])
    size = (2.0, 0.7, height)
    fine = _fitted_hedge(stream, size, count=210, leaf=0.3)
    middle = _fitted_hedge(stream, size, count=36, leaf=0.62)
    coarse = _fitted_hedge(stream, size, count=9, leaf=0.8)
    core = solids.boxes(
        [(0.0, 0.0, 0.5 * (CORE[2] * height - ROOTS_M))],
        size=(size[0], CORE[1] * size[1], CORE[2] * height + ROOTS_M), semantic="bush",
    )  # fmt: skip
    return plant("hedge", variant, "bush", [fine, middle, coarse], proxies=core)


def _fitted_hedge(
    stream: Stream, size: tuple[float, float, float], *, count: int, leaf: float
) -> Mesh:
    """Leaf cards on the faces of a box about a dense core, to the size of the box."""
    whole = np.array(size)
    low = whole - (0.04, 0.1, 0.06)
    shape = forms.box(low, material="leaves_bush", center=(0.0, 0.0, 0.5 * low[2]))
    places, outward = forms.scatter_on(
        shape, 2 * count, stream.uniform(1, 6 * count).reshape(-1, 3)
    )
    keep = np.flatnonzero(places[:, 2] > 0.04)[:count]
    places, outward = places[keep], outward[keep]
    leaves = leaf_cards(_CLIPPED, places, outward, leaf, stream)
    half = (0.5 * size[0], 0.5 * size[1])
    clipped = np.clip(leaves.points, (-half[0], -half[1], 0.0), (*half, size[2]))
    inside = _core((1.9, CORE[1] * size[1], CORE[2] * size[2]))
    return merge([replace(leaves, points=clipped.astype(np.float32)), inside])


def _core(size: tuple[float, float, float]) -> Mesh:
    """The dense inside of a hedge, a box with slanting sides."""
    half_x, half_y, top = 0.5 * size[0], 0.5 * size[1], size[2]
    ring = np.array([[-half_x, -half_y], [half_x, -half_y], [half_x, half_y], [-half_x, half_y]])
    rings = [
        np.column_stack([ring * (1.0, wide), np.full(4, z)])
        for wide, z in ((1.0, 0.0), (1.0, 0.55 * top), (0.86, top))
    ]
    body = lofts(np.array(rings)[None], material="moss")
    return make(body.points, body.triangles, material_name="moss")


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    **{name: partial(bush, name) for name in BUSHES}, "bramble": bramble, "hedge": hedge,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {
    "hazel": 3, "round_shrub": 3, "juniper": 3, "saltbush": 3, "gorse": 2, "bramble": 2, "hedge": 2,
}  # fmt: skip
