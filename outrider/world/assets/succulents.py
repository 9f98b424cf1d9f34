"""Agaves, aloes, yuccas and grass trees: stiff rosettes, some on trunks; and tumbleweed."""

from __future__ import annotations

import math
from collections.abc import Callable
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
    fitted,
    level,
    lofts,
    plant,
    ribbons,
    section,
    sideways,
    spread,
    unit,
)
from outrider.world.assets.pills import pills
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]

PROXY_TOLERANCE_M: Final = 0.04
"""How far a trunk and its proxy may lie apart."""
HEART: Final = 0.2
"""Radius of an agave's stiff heart, in lengths of its leaves."""
SINK_M: Final = 0.1
_LENS: Final = 0.5 * np.array([(1.0, 0.12), (0.0, 0.1), (-1.0, 0.12), (0.0, -0.34)])
_KEEL: Final = 0.5 * np.array([(1.0, 0.15), (-1.0, 0.15), (0.0, -0.3)])


def rosette(
    stream: Stream, *, leaves: int, length: float, width: float, rise_deg: tuple[float, float],
    droop: float, steps: int, material: str, fine: bool, foot: float = 0.0,
) -> Mesh:  # fmt: skip
    """Thick pointed leaves about one heart, the outer (first) low, the inner upright."""
    age = (np.arange(leaves) + 0.5) / leaves
    heading = GOLDEN_RAD * np.arange(leaves) + stream.uniform(1, leaves, low=-0.15, high=0.15)
    rise = np.radians(rise_deg[0] + (rise_deg[1] - rise_deg[0]) * age**0.8)
    long = length * (1.0 - 0.25 * age**2) * stream.uniform(2, leaves, low=0.92, high=1.06)
    root = (0.1 * length * (1.0 - age))[:, None] * level(heading) + (foot + 0.05 * length * age)[
        :, None
    ] * UP
    line = arcs(root, heading, length=long, rise=rise, droop=-droop, steps=steps)
    share = np.linspace(0.0, 1.0, steps + 1)
    broad = width * np.interp(share, [0.0, 0.35, 0.7, 1.0], [0.8, 1.0, 0.7, 0.0])
    return lofts(
        section(line, sideways(heading), _LENS if fine else _KEEL, broad), material=material
    )


def _flat_rosette(like: Mesh, *, leaves: int, length: float, width: float, material: str) -> Mesh:
    """Pointed flat leaves in the room of a rosette."""
    heading = GOLDEN_RAD * np.arange(leaves)
    rise = np.radians(np.linspace(18.0, 80.0, leaves))
    line = arcs(np.zeros(3), heading, length=length, rise=rise, droop=0.0, steps=1)
    out = np.cos(rise)[:, None] * level(heading)
    flat = ribbons(line, sideways(heading), [0.5 * width, 0.0], material=material,
                   glow=(out + 0.6 * UP, 0.5))  # fmt: skip
    return fitted(flat, like)


def agave(variant: int) -> Archetype:
    """A blue-grey rosette, half a metre to a metre high."""
    stream = chance("agave", variant)
    length = float(stream.uniform(0, 1, low=0.6, high=0.95)[0])
    levels = [
        rosette(stream, leaves=leaves, length=length, width=0.2 * length, rise_deg=(18.0, 80.0),
                droop=0.35, steps=steps, material="leaf_blue", fine=fine)
        for leaves, steps, fine in ((28, 4, True), (20, 2, False))
    ]  # fmt: skip
    coarse = _flat_rosette(levels[0], leaves=26, length=length, width=0.2 * length,
                           material="leaf_blue")  # fmt: skip
    heart = solids.spheres((0.0, 0.0, 0.12 * length), radius=HEART * length, semantic="cactus")
    lods = [levels[0], fitted(levels[1], levels[0]), coarse]
    return plant("agave", variant, "cactus", lods, proxies=heart)


def aloe(variant: int) -> Archetype:
    """A green rosette with red candles of flowers."""
    stream = chance("aloe", variant)
    length = float(stream.uniform(0, 1, low=0.45, high=0.65)[0])
    shape = {"length": length, "width": 0.17 * length, "droop": 0.5}
    fine = rosette(stream, leaves=20, rise_deg=(22.0, 84.0), steps=4, material="cactus_green",
                   fine=True, **shape)  # fmt: skip
    middle = rosette(stream, leaves=14, rise_deg=(22.0, 84.0), steps=2, material="cactus_green",
                     fine=False, **shape)  # fmt: skip
    middle = fitted(middle, fine)
    coarse = _flat_rosette(fine, leaves=18, length=length, width=0.2 * length,
                           material="cactus_green")  # fmt: skip
    lods = [
        merge([body, *_candles(stream, length, sides=sides)])
        for body, sides in ((fine, 8), (middle, 4), (coarse, 3))
    ]
    heart = solids.spheres((0.0, 0.0, 0.12 * length), radius=HEART * length, semantic="cactus")
    return plant("aloe", variant, "cactus", lods, proxies=heart,
                 part_classes={"plastic_red": "flower"})  # fmt: skip


def _candles(stream: Stream, length: float, *, sides: int) -> list[Mesh]:
    """Two or three stalks with a red candle each."""
    count = 2
    heading = spread(count, stream, 5)
    tall = length * stream.uniform(6, count, low=1.35, high=1.6)
    parts = []
    for way, high in zip(level(heading), tall, strict=True):
        foot, top = 0.05 * way, 0.16 * way + high * UP
        low = foot + 0.68 * (top - foot)
        parts.append(forms.tube([foot, low], [0.009, 0.008], material="leaf_green", sides=3,
                                caps=False))  # fmt: skip
        line = [low, low + 0.25 * (top - low), low + 0.6 * (top - low), top]
        parts.append(forms.tube(line if sides > 4 else [line[1], line[3]],
                                [0.012, 0.032, 0.028, 0.002] if sides > 4 else [0.03, 0.003],
                                material="plastic_red", sides=sides, caps=False))  # fmt: skip
    return parts


def yucca(variant: int) -> Archetype:
    """One to three trunks, each with a ball of sword leaves."""
    stream = chance("yucca", variant)
    count = (2, 1, 3)[variant % 3]
    heading = spread(count, stream, 0)
    height = stream.uniform(1, count, low=0.9, high=1.9)
    lean = 0.14 * height * (count > 1)
    tops = lean[:, None] * level(heading) + height[:, None] * UP
    feet = (0.06 * (count > 1)) * level(heading)
    lods = []
    for leaves, steps, sides in ((44, 2, 8), (26, 1, 5), (12, 1, 3)):
        parts = []
        for k in range(count):
            parts += [
                _stump(feet[k], tops[k], 0.085, "bark_palm", sides=sides),
                swords(stream, 10 * k, leaves if count < 3 or leaves > 12 else 6, tops[k],
                       length=0.62, width=0.055 * math.sqrt(44 / leaves), steps=steps,
                       material="leaf_green", lowest_deg=-35.0),
            ]  # fmt: skip
        lods.append(merge(parts))
    lods = [lods[0], *(fitted(mesh, lods[0]) for mesh in lods[1:])]
    trunks = pills(feet, tops - 0.085 * UP, 0.085, semantic="trunk")
    return plant("yucca", variant, "foliage", lods, proxies=trunks,
                 part_classes={"bark_palm": "trunk"})  # fmt: skip


def _stump(foot: F64, top: F64, radius: float, material: str, *, sides: int) -> Mesh:
    """A rough trunk that reaches into the ground."""
    line = np.array([foot - SINK_M * UP, foot, top]) if sides > 4 else np.array([foot, top])
    return forms.tube(line, radius, material=material, sides=sides, caps=sides > 4)


def swords(
    stream: Stream, index: int, count: int, heart: F64, *, length: float, width: float, steps: int,
    material: str, lowest_deg: float, droop: float = 0.25,
) -> Mesh:  # fmt: skip
    """Narrow leaves that stand out of a heart all round, from upright to ``lowest_deg``."""
    age = (np.arange(count) + 0.5) / count
    heading = GOLDEN_RAD * np.arange(count) + stream.uniform(index, count, low=-0.3, high=0.3)
    low = math.sin(math.radians(lowest_deg))
    rise = np.arcsin(1.0 - (1.0 - low) * age)
    long = length * stream.uniform(index + 1, count, low=0.85, high=1.05)
    root = heart + 0.04 * np.cos(rise)[:, None] * level(heading)
    line = arcs(root, heading, length=long, rise=rise, droop=droop, steps=steps)
    half = 0.5 * width * (np.array([0.7, 1.0, 0.0]) if steps == 2 else np.array([1.0, 0.0]))
    out = np.cos(rise)[:, None] * level(heading) + np.sin(rise)[:, None] * UP
    return ribbons(line, sideways(heading), half, material=material, glow=(out + 0.4 * UP, 0.6))


def grass_tree(variant: int) -> Archetype:
    """A black trunk with a ball of needle leaves and, often, a tall flower spear."""
    stream = chance("grass_tree", variant)
    height = float(stream.uniform(0, 1, low=0.5, high=1.6)[0])
    radius = float(stream.uniform(1, 1, low=0.11, high=0.16)[0])
    spear = float(stream.uniform(2, 1, low=1.3, high=1.9)[0]) if variant % 3 != 1 else 0.0
    top = height * UP
    lods = []
    for leaves, wide, sides in ((64, 0.3, 10), (22, 0.42, 5), (9, 0.6, 3)):
        trunk = _stump(np.zeros(3), top, radius, "lava_crust", sides=sides)
        crown = tufted_ball(
            stream, leaves, top, length=0.8, width=wide, steps=2 if sides > 5 else 1
        )
        parts = [trunk, crown]
        if spear:
            parts.append(_spear(top, spear, sides=min(sides, 6)))
        lods.append(merge(parts))
    lods = [lods[0], *(fitted(mesh, lods[0]) for mesh in lods[1:])]
    body = solids.cylinders(
        0.5 * (height - SINK_M) * UP, radius=radius, height=height + SINK_M, semantic="trunk"
    )
    woody = ("lava_crust", "bark_palm") if spear else ("lava_crust",)
    return plant("grass_tree", variant, "foliage", lods, proxies=body,
                 part_classes=dict.fromkeys(woody, "trunk"))  # fmt: skip


def _spear(foot: F64, length: float, *, sides: int) -> Mesh:
    """The flower of a grass tree."""
    line = foot + np.array([0.0, 0.5, 1.0])[:, None] * length * UP
    if sides == 3:
        return forms.tube(line[[0, 2]], 0.024, material="bark_palm", sides=3, caps=False)
    return forms.tube(line, [0.014, 0.026, 0.018], material="bark_palm", sides=sides)


def tufted_ball(
    stream: Stream, count: int, heart: F64, *, length: float, width: float, steps: int
) -> Mesh:
    """Cards of fine blades all round a heart; the lowest hang."""
    age = (np.arange(count) + 0.5) / count
    heading = GOLDEN_RAD * np.arange(count) + stream.uniform(5, count, low=-0.3, high=0.3)
    rise = np.arcsin(1.0 - 1.35 * age)
    long = length * stream.uniform(6, count, low=0.88, high=1.05)
    line = arcs(heart, heading, length=long, rise=rise, droop=0.75 * np.cos(rise), steps=steps)
    out = np.cos(rise)[:, None] * level(heading) + np.sin(rise)[:, None] * UP
    half = width * np.linspace(0.18, 0.6, steps + 1)
    return ribbons(
        line, sideways(heading), half, material="blades_grass", glow=(out + 0.3 * UP, 0.7)
    )


def tumbleweed(variant: int) -> Archetype:
    """A dry ball of twigs that the wind rolls along; it gives way."""
    stream = chance("tumbleweed", variant)
    radius = float(stream.uniform(0, 1, low=0.25, high=0.42)[0])
    middle = radius * UP
    lods = []
    for count, size in ((110, 0.75), (26, 1.3), (13, 1.7)):
        z = 1.0 - 2.0 * (np.arange(count) + 0.5) / count
        ball = (
            np.sqrt(1.0 - z * z)[:, None] * level(GOLDEN_RAD * np.arange(count)) + z[:, None] * UP
        )
        whim = stream.uniform(1, 3 * count, low=-1.0, high=1.0).reshape(count, 3)
        depth = stream.uniform(2, count, low=0.45, high=0.85)[:, None]
        along = unit(np.cross(ball, whim) + 0.5 * ball)
        across = unit(np.cross(along, ball + 0.6 * whim[:, [1, 2, 0]]))
        edge = size * radius
        parts = [cards(middle + radius * depth * ball, edge * along, edge * across,
                       material="leaves_dry", fold=0.3, glow=(ball, 0.7))]  # fmt: skip
        if count > 100:
            parts.append(_twigs(stream, radius))
        lods.append(merge(parts))
    span = np.array([2.0 * radius] * 3)
    fine = lods[0].moved(-lods[0].bounds[0] - 0.5 * lods[0].size * (1.0, 1.0, 0.0))
    fine = fine.scaled(span / fine.size)
    return plant("tumbleweed", variant, "bush", [fine, *(fitted(m, fine) for m in lods[1:])],
                 part_classes={"bark_dead": "dead_wood"})  # fmt: skip


def _twigs(stream: Stream, radius: float) -> Mesh:
    """Bent twigs over the outside of the ball."""
    n = 36
    heading = spread(n, stream, 3)
    line = arcs(0.1 * radius * UP, heading, length=2.1 * radius, steps=4,
                rise=stream.uniform(4, n, low=-0.1, high=0.9),
                droop=-stream.uniform(5, n, low=1.2, high=2.6))  # fmt: skip
    return ribbons(line, sideways(heading), 0.003, material="bark_dead", glow=(UP, 0.4))


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "agave": agave, "aloe": aloe, "yucca": yucca, "grass_tree": grass_tree,
    "tumbleweed": tumbleweed,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {
    "agave": 2, "aloe": 2, "yucca": 3, "grass_tree": 3, "tumbleweed": 2,
}  # fmt: skip
