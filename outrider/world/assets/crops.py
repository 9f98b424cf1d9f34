"""Tall crops as single plants, to be sown in rows: cereals, sunflowers, rape, vines."""

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
    between,
    chance,
    crossed,
    fitted,
    level,
    plant,
    ribbons,
    sideways,
    sized,
    spread,
)
from outrider.world.assets.vegetables import leafy, tuft_of
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]

STAKE_RADIUS_M: Final = 0.03
PROXY_TOLERANCE_M: Final = 0.01
"""How far a vine's stake and its proxy may lie apart."""


def wheat(variant: int) -> Archetype:
    """A tuft of ripe wheat."""
    stream = chance("wheat", variant)
    height = between(stream, 0, 0.75, 0.95)
    fine = sized(tuft_of(stream, "blades_wheat", 8, height=height, card=0.5), height=height)
    coarse = fitted(crossed(0.5 * height, height, material="blades_wheat"), fine)
    return plant("wheat", variant, "crop", [fine, coarse])


def maize(variant: int) -> Archetype:
    """A stalk with leaves to the left and right, one cob and a tassel."""
    stream = chance("maize", variant)
    height = between(stream, 0, 1.8, 2.4)
    top = 0.88 * height
    stalk = forms.tube([-0.03 * UP, 0.5 * top * UP, top * UP], [0.014, 0.012, 0.006],
                       material="leaf_green", sides=5, caps=False)  # fmt: skip
    body = crossed(0.42 * height, 0.95 * top, material="leaves_maize", planes=2, turn=0.8)
    leaves = _maize_leaves(stream, top, 11)
    fine = merge([stalk, body, leaves, *_cob(0.42 * height), _tassel(stream, top, height)])
    fine = sized(fine, height=height)
    lods = [fine] + [
        fitted(
            crossed(0.5 * height, height, material="leaves_maize", planes=planes, turn=turn), fine
        )
        for planes, turn in ((3, 0.0), (2, 0.3))
    ]
    return plant("maize", variant, "crop", lods)


def _maize_leaves(stream: Stream, top: float, count: int) -> Mesh:
    """Long arching leaves in two rows that face each other."""
    share = np.linspace(0.1, 0.93, count)
    heading = math.pi * np.arange(count) + stream.uniform(1, count, low=-0.8, high=0.8)
    long = (
        1.0 * np.sin(math.pi * (0.28 + 0.5 * share)) * stream.uniform(2, count, low=0.9, high=1.1)
    )
    line = arcs(share[:, None] * top * UP, heading, length=long, rise=1.05, steps=4,
                droop=stream.uniform(3, count, low=1.3, high=2.0))  # fmt: skip
    half = 0.062 * np.array([0.5, 1.0, 0.9, 0.55, 0.0])
    side = sideways(heading) + stream.uniform(4, count, low=-0.7, high=0.7)[:, None] * UP
    return ribbons(line, side, half, material="leaf_green", glow=(level(heading) + UP, 0.3))


def _cob(height: float) -> list[Mesh]:
    """A cob in its husk, with a tuft of silk."""
    foot, tip = np.array([0.015, 0.0, height]), np.array([0.075, 0.02, height + 0.2])
    line = foot + np.array([0.0, 0.3, 0.75, 1.0])[:, None] * (tip - foot)
    husk = forms.tube(
        line, [0.012, 0.032, 0.026, 0.008], material="leaf_green", sides=5, caps=False
    )
    end = tip + np.array([0.03, 0.01, 0.04])
    silk = forms.tube([tip, end], [0.012, 0.001], material="straw", sides=3, caps=False)
    return [husk, silk]


def _tassel(stream: Stream, top: float, height: float) -> Mesh:
    """The male flower: thin branches at the top."""
    heading = spread(6, stream, 7)
    rise = np.array([1.5, 1.0, 0.9, 1.1, 0.8, 1.0])
    line = arcs(top * UP, heading, length=height - top, rise=rise, droop=0.5, steps=1)
    return ribbons(line, sideways(heading), [0.005, 0.007], material="straw", glow=(UP, 0.6))


def sunflower(variant: int) -> Archetype:
    """A tall stalk with heart-shaped leaves and one head, towards the east in the morning."""
    stream = chance("sunflower", variant)
    height = between(stream, 0, 1.5, 2.1)
    nod = between(stream, 1, 0.15, 0.5)
    lods = []
    for petals, leaves, sides in ((14, 9, 5), (6, 3, 3), (4, 2, 3)):
        neck = np.array([0.06, 0.0, height - 0.17])
        joints = np.array([-0.03 * UP, 0.6 * height * UP, neck])
        stalk = forms.tube(joints if petals > 4 else joints[[0, 2]], 0.014, material="leaf_green",
                           sides=sides, caps=False)  # fmt: skip
        head = _flower_head(petals, radius=0.17, fine=petals > 8)
        head = [mesh.turned((0.0, math.sin(0.5 * (1.57 - nod)), 0.0, math.cos(0.5 * (1.57 - nod))))
                for mesh in head]  # fmt: skip
        parts = [stalk, *(mesh.moved(neck + 0.03 * level(0.0)) for mesh in head)]
        parts.append(_heart_leaves(stream, height, leaves, steps=3 if leaves > 4 else 2))
        lods.append(merge(parts))
    fine = sized(lods[0], height=height)
    return plant("sunflower", variant, "crop", [fine, *(fitted(m, fine) for m in lods[1:])],
                 part_classes={"paint_yellow": "flower", "soil_tilled": "flower"})  # fmt: skip


def _flower_head(petals: int, *, radius: float, fine: bool) -> list[Mesh]:
    """A brown disc that faces up in a wreath of yellow petals, green below."""
    heading = 2.0 * math.pi * np.arange(petals) / petals
    inner = 0.48 * radius
    line = arcs(inner * 0.9 * level(heading), heading, length=radius - 0.9 * inner, rise=0.3,
                droop=0.5, steps=2)  # fmt: skip
    half = math.pi * inner / petals * np.array([0.8, 1.35, 0.0])
    wreath = ribbons(line, sideways(heading), half, material="paint_yellow", glow=(UP, 0.5))
    rings = [(0.0, 0.008), (inner, 0.012), (0.6 * inner, 0.028), (0.0, 0.022)]
    disc = forms.lathe(rings[1:] if fine else rings[1::2], material="soil_tilled",
                       sides=10 if fine else 5)  # fmt: skip
    cup = forms.lathe([(0.0, -0.03), (0.8 * inner, -0.015), (1.02 * inner, 0.01)] if fine
                      else [(0.0, -0.02), (inner, 0.01)], material="leaf_green",
                      sides=8 if fine else 4)  # fmt: skip
    return [wreath, disc, cup]


def _heart_leaves(stream: Stream, height: float, count: int, *, steps: int) -> Mesh:
    """Broad hanging leaves round a stalk."""
    share = np.linspace(0.2, 0.74, count)
    heading = GOLDEN_RAD * np.arange(count) + stream.uniform(5, count, low=-0.2, high=0.2)
    line = arcs(share[:, None] * height * UP, heading, length=0.4 - 0.14 * share, rise=0.7,
                droop=1.5, steps=steps)  # fmt: skip
    shape = [0.1, 1.0, 0.75, 0.0] if steps == 3 else [0.3, 1.0, 0.0]
    return ribbons(line, sideways(heading), 0.14 * np.array(shape), material="leaf_green",
                   glow=(level(heading) + UP, 0.4))  # fmt: skip


def rape(variant: int) -> Archetype:
    """Oilseed rape in bloom."""
    stream = chance("rape", variant)
    height = between(stream, 0, 1.1, 1.5)
    n = 7
    heading = spread(n, stream, 1)
    line = arcs(
        0.01 * level(heading),
        heading,
        length=0.8 * height,
        rise=stream.uniform(2, n, low=1.36, high=1.54),
        droop=0.08,
        steps=1,
    )
    stems = ribbons(line, sideways(heading), [0.008, 0.004], material="leaf_green", glow=(UP, 0.5))
    leaves = leafy(stream, 22, material="leaves_crop", low=0.1, high=0.65 * height, width=0.5,
                   card=0.26)  # fmt: skip
    heads = [
        crossed(0.24, 0.32, material="petals_yellow", planes=2, turn=float(k)).moved(tip)
        for k, tip in enumerate(line[:, -1] - 0.08 * height * UP)
    ]
    fine = sized(merge([stems, leaves, *heads]), height=height)
    coarse = [
        fitted(merge([
            crossed(0.4, 0.7 * height, material="leaves_crop", planes=planes),
            crossed(0.5, 0.45, material="petals_yellow", planes=planes, turn=0.9)
            .moved((0, 0, 0.65 * height)),
        ]), fine)
        for planes in (4, 2)
    ]  # fmt: skip
    return plant("rape", variant, "crop", [fine, *coarse], part_classes={"petals_yellow": "flower"})


def vine(variant: int) -> Archetype:
    """A grape vine on its stake."""
    stream = chance("vine", variant)
    height = between(stream, 0, 1.6, 1.9)
    bend = stream.uniform(1, 2, low=-0.06, high=0.06)
    trunk = np.array([(0.07, 0.0, -0.05), (0.09, bend[0], 0.3), (0.05, bend[1], 0.65),
                      (0.02, 0.0, 0.95)])  # fmt: skip
    lods = []
    for leaves, card, sides in ((32, 0.33, 6), (12, 0.52, 4), (6, 0.7, 3)):
        stake = forms.rod((0, 0, -0.2), (0, 0, height), STAKE_RADIUS_M,
                          material="planks_weathered", sides=sides)  # fmt: skip
        body = leafy(stream, leaves, material="leaves_crop", low=0.7, high=height - 0.05, width=0.8,
                     card=card)  # fmt: skip
        parts = [stake, body]
        if sides > 3:
            parts.append(forms.tube(trunk, [0.022, 0.018, 0.016, 0.01], material="bark_oak",
                                    sides=sides - 1, caps=False))  # fmt: skip
        if sides == 6:
            parts += _grapes(stream)
        lods.append(merge(parts))
    stake_solid = solids.cylinders((0.0, 0.0, 0.5 * height - 0.1), radius=STAKE_RADIUS_M,
                                   height=height + 0.2, semantic="post")  # fmt: skip
    lods = [lods[0], *(fitted(mesh, lods[0]) for mesh in lods[1:])]
    return plant("vine", variant, "crop", lods, proxies=stake_solid,
                 part_classes={"planks_weathered": "post", "bark_oak": "trunk"})  # fmt: skip


def _grapes(stream: Stream) -> list[Mesh]:
    """Bunches of blue grapes that hang below the leaves."""
    heading = spread(3, stream, 8)
    profile = [(0.0, -0.15), (0.025, -0.12), (0.045, -0.04), (0.0, 0.0)]
    return [
        forms.lathe(profile, material="fabric_blue", sides=5).moved(
            0.2 * way + (0.82 + 0.03 * k) * UP
        )
        for k, way in enumerate(level(heading))
    ]


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "wheat": wheat, "maize": maize, "sunflower": sunflower, "rape": rape, "vine": vine,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {
    "wheat": 3, "maize": 3, "sunflower": 3, "rape": 2, "vine": 2,
}  # fmt: skip
