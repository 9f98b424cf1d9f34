"""Grasses: tufts of bent cards of blades, from a meadow's to reeds; none stops a robot."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.assets.greenery import (
    GOLDEN_RAD,
    UP,
    arcs,
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
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Tuft:
    """How a kind of grass grows: cards in two rings, the inner upright, the outer leaning out."""

    height_m: tuple[float, float]
    width_m: tuple[float, float]
    blades: str
    semantic: str = "grass"
    cards: tuple[int, int] = (3, 4)
    """Of the inner and the outer ring."""
    rise_deg: tuple[float, float] = (84.0, 62.0)
    """How steeply the rings' cards leave the ground."""
    droop_deg: tuple[float, float] = (12.0, 40.0)
    """How far they bend down until their tips."""
    reach: tuple[float, float] = (1.0, 0.95)
    """Lengths of the rings' cards against each other."""
    card: float = 0.55
    """Width of a card, in its length."""
    foot: float = -0.06
    """How far from the middle the outer ring's cards stand, in heights."""
    steps: int = 2


TUFTS: Final[Mapping[str, Tuft]] = {
    "meadow_tuft": Tuft(
        height_m=(0.22, 0.4), width_m=(0.3, 0.45), blades="blades_grass",
        rise_deg=(82.0, 64.0), droop_deg=(16.0, 48.0),
    ),
    "dry_tuft": Tuft(
        height_m=(0.55, 0.85), width_m=(0.4, 0.6), blades="blades_dry", card=0.45,
        cards=(3, 4), rise_deg=(86.0, 74.0), droop_deg=(14.0, 42.0),
    ),
    "spinifex": Tuft(
        height_m=(0.35, 0.6), width_m=(0.9, 1.5), blades="blades_spinifex", cards=(5, 9),
        card=1.7, steps=1, rise_deg=(84.0, 58.0), droop_deg=(6.0, 14.0), reach=(1.0, 0.85),
        foot=0.3,
    ),
    "sedge": Tuft(
        height_m=(0.4, 0.65), width_m=(0.6, 0.9), blades="blades_grass", cards=(2, 5), card=0.5,
        rise_deg=(80.0, 66.0), droop_deg=(40.0, 72.0), reach=(0.9, 1.1),
    ),
    "marram": Tuft(
        height_m=(0.6, 0.95), width_m=(0.6, 0.9), blades="blades_reed", cards=(3, 4), card=0.42,
        rise_deg=(84.0, 72.0), droop_deg=(20.0, 62.0), reach=(1.0, 1.05),
    ),
    "reeds": Tuft(
        height_m=(1.7, 2.5), width_m=(0.55, 0.8), blades="blades_reed", semantic="reed",
        cards=(3, 4), card=0.24, rise_deg=(88.0, 83.0), droop_deg=(6.0, 22.0), reach=(1.0, 0.9),
    ),
}  # fmt: skip


def tuft(maker: str, variant: int) -> Archetype:
    """One tuft of ``TUFTS``."""
    form, stream = TUFTS[maker], chance(maker, variant)
    share = stream.uniform(0, 2)
    height = float(form.height_m[0] + share[0] * (form.height_m[1] - form.height_m[0]))
    width = float(form.width_m[0] + share[1] * (form.width_m[1] - form.width_m[0]))
    fine = sized(_blades(form, stream, height), height=height, width=width)
    lods = [fine] + [
        fitted(crossed(width, height, material=form.blades, planes=planes), fine)
        for planes in ((3, 2) if height > 1.0 else (3,))
    ]
    return plant(maker, variant, form.semantic, lods, reach=1.5)


def _blades(
    form: Tuft,
    stream: Stream,
    height: float,
) -> Mesh:
    """The rings of cards, each as wide as its length asks for."""
    parts = []
    for ring, count in enumerate(form.cards):
        heading = spread(count, stream, 5 + ring, jitter=0.25) + ring * 0.5 * GOLDEN_RAD
        whim = stream.uniform(2 + ring, 3 * count, low=-1.0, high=1.0).reshape(3, count)
        length = height * form.reach[ring] * (1.0 + 0.12 * whim[0])
        rise = math.radians(form.rise_deg[ring]) + 0.08 * whim[1]
        droop = math.radians(form.droop_deg[ring]) * (1.0 + 0.2 * whim[2])
        half = 0.5 * form.card * height
        root = ring * form.foot * height * level(heading) - 0.02 * height * UP
        line = arcs(root, heading, length=length, rise=rise, droop=droop, steps=form.steps)
        parts.append(ribbons(
            line, sideways(heading), half * np.linspace(0.85, 1.1, form.steps + 1),
            material=form.blades, glow=(0.35 * level(heading) + UP, 0.8),
        ))  # fmt: skip
    return merge(parts)


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {name: partial(tuft, name) for name in TUFTS}
VARIANTS: Final[dict[str, int]] = {
    "meadow_tuft": 4, "dry_tuft": 3, "spinifex": 3, "sedge": 2, "marram": 2, "reeds": 3,
}  # fmt: skip
