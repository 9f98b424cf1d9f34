"""Growth: from a trunk by rules of branching to boughs and twigs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.assets.limbs import UP, Limbs, unit

F64 = NDArray[np.float64]

SINK_M = 0.3
"""How far trunks reach into the ground, so that none floats on a slope."""
_GOLDEN = math.pi * (3.0 - math.sqrt(5.0))


@dataclass(frozen=True, kw_only=True)
class Stem:
    """A trunk. Lengths are shares of the tree's height."""

    reach: float
    """Where its axis ends."""
    girth: float
    """Radius above the roots."""
    taper: float = 1.0
    """Power of the decrease of its radius upwards; below 1 it stays thick for long."""
    lean: float = 0.03
    wiggle: float = 0.15
    flare: float = 0.5
    """How much thicker it is at the ground."""
    roots: int = 5


@dataclass(frozen=True, kw_only=True)
class Rule:
    """How limbs of one level grow on those of the level before."""

    count: int
    """On each limb."""
    span: tuple[float, float]
    """Shares of the parent that bear them."""
    angle_deg: tuple[float, float]
    """Away from the parent, at the begin and at the end of the span."""
    length: tuple[tuple[float, float], ...]
    """(share of the span, length), in lengths of the parent; of the first level in tree heights."""
    lift: tuple[float, float] = (0.0, 0.0)
    """Bend towards the sky, rad, of the inner and the outer half; below 0 they droop."""
    wiggle: float = 0.4
    flat: float = 0.0
    """1: they spread to the left and right alone, as on a fir."""
    thickness: float = 0.02
    """Radius where they begin, in lengths."""
    points: int = 5
    least_z: float = 0.25
    """None bends lower, m."""
    sides: int = 4
    """Of the tube; 0: too thin to be seen."""


def grow_stem(stem: Stem, height: float, stream: Stream, *, points: int = 15) -> Limbs:
    """A trunk of which the first point lies in the ground and the second on it."""
    share = np.concatenate(
        [[-SINK_M / (height * stem.reach)], np.linspace(0, 1, points - 1) ** 1.45]
    )
    sway = stream.uniform(0, 8, low=-1.0, high=1.0)
    phase = math.pi * sway[:2]
    rise = np.maximum(share, 0.0)[:, None]
    bend = np.sin(2.2 * math.pi * rise + phase) - np.sin(phase)
    sideways = stem.lean * sway[2:4] * rise + 0.1 * stem.wiggle * sway[4:6] * bend * rise**0.5
    path = np.column_stack([sideways, share]) * height * stem.reach
    left = np.clip(1.0 - share * 0.97, 0.0, 1.0)
    return Limbs(path=path[None], radius=(stem.girth * height * left**stem.taper)[None],
                 bough=np.zeros(1, np.int64))  # fmt: skip


def root_swell(stem: Stem, trunk: Limbs, sides: int, stream: Stream) -> F64:
    """(k, sides) factors on the radius that make the roots' feet."""
    height = np.maximum(trunk.path[0, :, 2], 0.0)
    size = 1.6 * trunk.radius[0, 1]
    near = np.exp(-height / size)[:, None]
    angle = 2.0 * math.pi * np.arange(sides) / sides
    phase = 2.0 * math.pi * stream.uniform(0, 2)
    lobes = 0.7 * np.cos(stem.roots * angle + phase[0]) + 0.3 * np.cos(2.0 * angle + phase[1])
    fluting = 0.05 * np.cos(3.0 * angle + phase[1]) * (1.0 - near)
    return np.asarray(1.0 + stem.flare * near * (1.0 + 0.75 * lobes) + fluting)


def sprout(parents: Limbs, rule: Rule, unit_length: F64, stream: Stream) -> Limbs:
    """The limbs that a rule grows on all parents; ``unit_length (n,)`` is what lengths count in."""
    count = len(parents) * rule.count
    parent = np.repeat(np.arange(len(parents)), rule.count)
    place = np.tile(np.arange(rule.count), len(parents))
    chance = stream.uniform(0, count * 4).reshape(4, count)
    share = (place + 0.1 + 0.8 * chance[0]) / rule.count
    low, high = rule.span
    base, ahead, thick = parents.at(parent, low + (high - low) * share)
    turn = _GOLDEN * (place + 1.3 * parent) + 0.9 * (chance[1] - 0.5)
    angle = np.radians(np.interp(share, (0.0, 1.0), rule.angle_deg) + 16.0 * (chance[2] - 0.5))
    heading = _away(ahead, turn, angle, flat=rule.flat, place=place)
    where, long = np.array(rule.length).T
    length = unit_length[parent] * np.interp(share, where, long) * (0.82 + 0.36 * chance[3])
    path = _bent(base, heading, length, rule, stream.child("bend"))
    first = np.minimum(rule.thickness * length, 0.8 * thick)
    left = np.linspace(1.0, 0.2, rule.points)
    trunk_born = len(parents) == 1
    return Limbs(path=path, radius=first[:, None] * left,
                 bough=np.arange(count) if trunk_born else parents.bough[parent])  # fmt: skip


def _away(ahead: F64, turn: F64, angle: F64, *, flat: float, place: NDArray[np.int64]) -> F64:
    """Directions that leave ``ahead`` by ``angle``, ``turn`` about it."""
    level = np.cross(UP, ahead)
    steep = np.linalg.norm(level, axis=1, keepdims=True) < 1e-3
    left = unit(np.where(steep, (1.0, 0.0, 0.0), level))
    above = np.cross(ahead, left)
    side = np.cos(turn)[:, None] * left + np.sin(turn)[:, None] * above
    hand = np.where(place % 2, 1.0, -1.0)[:, None]
    side = unit((1.0 - flat) * side + flat * hand * left)
    return np.asarray(np.cos(angle)[:, None] * ahead + np.sin(angle)[:, None] * side)


def _bent(base: F64, heading: F64, length: F64, rule: Rule, stream: Stream) -> F64:
    """(n, points, 3) paths that set out in ``heading`` and follow the rule's bends."""
    steps = rule.points - 1
    shake = stream.normal(0, len(base) * steps * 3).reshape(steps, len(base), 3)
    shake *= rule.wiggle / math.sqrt(steps) * 0.6
    lift = np.interp((np.arange(steps) + 0.5) / steps, (0.25, 0.75), rule.lift) / steps
    path = np.empty((len(base), rule.points, 3))
    path[:, 0] = base
    for k in range(steps):
        # The first step holds the angle of the fork.
        heading = unit(heading + lift[k] * UP + (0.3 if k == 0 else 1.0) * shake[k])
        path[:, k + 1] = path[:, k] + heading * (length / steps)[:, None]
        path[:, k + 1, 2] = np.maximum(path[:, k + 1, 2], rule.least_z)
    return path
