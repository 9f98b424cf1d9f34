"""Pavements, kerbs and what is painted on the streets of a city."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.recipes.city_streets import (
    AVENUE,
    CORNER_M,
    ROUNDED_RAD,
    Arm,
    Block,
    Edge,
    Network,
    Node,
    Side,
    left_of,
)
from outrider.world.recipes.dice import Dice
from outrider.world.recipes.setting import Setting
from outrider.world.scene import Extent

F64 = NDArray[np.float64]

ZEBRA_GAP_M: Final = 0.5
"""From where the corners end to the zebra crossing."""
STOP_GAP_M: Final = 1.0
SOLID_M: Final = 10.0
"""Length of the pieces of unbroken lines."""


def pave(setting: Setting, blocks: tuple[Block, ...], extent: Extent) -> None:
    """Pavements with their kerbs about every block, as far as the extent."""
    for block in blocks:
        for side in block.sides:
            _slab(setting, side, extent)
            if side.turn_a < ROUNDED_RAD:
                _corner(setting, side)


def _slab(setting: Setting, side: Side, extent: Extent) -> None:
    walk, (cut_a, cut_b) = side.profile.walk_m, side.cut_m
    start, end = cut_a, side.length_m - cut_b
    # At a corner that turns the other way, the slabs on both sides meet in a mitre.
    start -= walk * math.tan(max(0.5 * (side.turn_a - math.pi), 0.0))
    end += walk * math.tan(max(0.5 * (side.turn_b - math.pi), 0.0))
    start, end = _clipped(side, start, end, extent)
    if end - start < 0.5:
        return
    name = f"pavement_{end - start:.2f}x{walk:g}_0"
    middle = side.at(np.array([0.5 * (start + end)]), 0.0)
    setting.put("pavements", [name], middle, heading=side.heading, margin_m=0.0)


def _clipped(side: Side, start: float, end: float, extent: Extent) -> tuple[float, float]:
    """The part of a side's length that lies in the extent."""
    for axis in (0, 1):
        way, origin = float(side.way[axis]), float(side.a[axis])
        low, high = extent[axis] + 0.05, extent[axis + 2] - 0.05
        deep = side.profile.walk_m * abs(float(side.inward[axis]))
        low, high = low + deep, high - deep
        if abs(way) < 1e-9:
            if not low < origin < high:
                return 0.0, 0.0
            continue
        first, last = sorted(((low - origin) / way, (high - origin) / way))
        start, end = max(start, first), min(end, last)
    return start, end


def _corner(setting: Setting, side: Side) -> None:
    """The rounded corner where a side begins."""
    inward = side.heading + 0.5 * side.turn_a
    way = np.array([math.cos(inward), math.sin(inward)])
    center = side.a + CORNER_M / math.sin(0.5 * side.turn_a) * way
    angle = round(180.0 - math.degrees(side.turn_a))
    setting.put("pavements", [f"pavement_corner_{CORNER_M:g}x{angle}_0"], center,
                heading=inward + math.pi, margin_m=CORNER_M)  # fmt: skip


class Zebras:
    """Where people cross the streets."""

    def __init__(self, seed: int, streets: Network) -> None:
        dice = Dice(seed, "city", "zebras")
        chance = dice.many(len(streets.arms))
        self.arms: tuple[Arm, ...] = tuple(
            arm for arm, draw in zip(streets.arms, chance, strict=True)
            if (arm.busy or draw < 0.35) and arm.length_m > 40.0
        )  # fmt: skip
        self._where = {(arm.node, arm.other) for arm in self.arms}
        self.middles = np.array([a.origin + self.place_m(a) * a.way for a in self.arms])
        self._ways = np.array([a.way for a in self.arms])
        self._halves = np.array([0.5 * self.long_m(a) for a in self.arms])

    def has(self, arm: Arm) -> bool:
        return (arm.node, arm.other) in self._where

    @staticmethod
    def long_m(arm: Arm) -> float:
        return 4.0 if arm.profile is AVENUE else 3.0

    def place_m(self, arm: Arm) -> float:
        return arm.reach_m + ZEBRA_GAP_M + 0.5 * self.long_m(arm)

    def end_m(self, arm: Arm) -> float:
        """From the crossing's middle to where cars stop."""
        crossing = ZEBRA_GAP_M + self.long_m(arm) if self.has(arm) else 0.0
        return arm.reach_m + crossing + STOP_GAP_M

    def clear(self, points: F64, margin_m: float) -> NDArray[np.bool_]:
        """``(n,)`` whether points leave free the crossings and a margin beside them."""
        if not len(points) or not len(self.arms):
            return np.ones(len(points), np.bool_)
        away = points[:, None, :] - self.middles
        along = np.abs((away * self._ways).sum(axis=2))
        across = np.abs(away[..., 0] * self._ways[:, 1] - away[..., 1] * self._ways[:, 0])
        return np.asarray(~((along < self._halves + margin_m) & (across < 13.0)).any(axis=1))


def paint(setting: Setting, streets: Network, zebras: Zebras) -> None:
    """Zebra crossings, stop lines, arrows, lines between lanes."""
    for arm in zebras.arms:
        name = f"zebra_{zebras.long_m(arm):g}x{2.0 * arm.profile.half_m - 0.6:g}_0"
        middle = arm.origin + zebras.place_m(arm) * arm.way
        setting.put("marks", [name], middle, heading=_bearing(arm.way), margin_m=9.0)
    for arm in streets.arms:
        if zebras.has(arm) or arm.busy:
            _stop_line(setting, arm, zebras.end_m(arm))
    ends = {(arm.node, arm.other): zebras.end_m(arm) for arm in streets.arms}
    for edge in streets.edges:
        _lines(setting, streets, edge, ends)


def _stop_line(setting: Setting, arm: Arm, along: float) -> None:
    wide = arm.profile.lanes * arm.profile.lane_m
    right = left_of(arm.way)
    place = arm.origin + along * arm.way + 0.5 * wide * right
    setting.put("marks", [f"road_line_{wide - 0.2:g}x0.4_0"], place, margin_m=5.0,
                heading=_bearing(right))  # fmt: skip
    if arm.profile is AVENUE:
        lanes = (np.arange(2) + 0.5) * arm.profile.lane_m
        places = arm.origin + (along + 7.0) * arm.way + lanes[:, None] * right
        setting.some("marks", "lane_arrow", places, variant=[1, 2] if arm.degree > 3 else 0,
                     heading=_bearing(-arm.way), margin_m=3.0)  # fmt: skip


def _lines(
    setting: Setting, streets: Network, edge: Edge, ends: dict[tuple[Node, Node], float]
) -> None:
    a, b = edge.ends
    start, end = streets.nodes[a], streets.nodes[b]
    length = float(np.hypot(*(end - start)))
    way = (end - start) / length
    first, last = ends.get((a, b), 0.0), length - ends.get((b, a), 0.0)
    lane, kind = edge.profile.lane_m, edge.profile
    for side in (-1.0, 1.0):
        _solid(setting, start, way, (first, last), side * kind.lanes * lane)
    if kind is AVENUE:
        for aside in (-0.14, 0.14):
            _solid(setting, start, way, (first, last), aside)
        for side in (-lane, lane):
            _dashes(setting, start, way, (first, last), side)
    else:
        _dashes(setting, start, way, (first, last), 0.0)


def _solid(setting: Setting, start: F64, way: F64, span: tuple[float, float], aside: float) -> None:
    """An unbroken line of pieces that overlap a little."""
    count = max(1, math.ceil((span[1] - span[0]) / SOLID_M))
    if span[1] - span[0] < SOLID_M:
        return
    along = np.linspace(span[0] + 0.5 * SOLID_M, span[1] - 0.5 * SOLID_M, count)
    _strips(setting, f"road_line_{SOLID_M:g}x0.12_0", start, way, along, aside, 0.5 * SOLID_M)


def _dashes(
    setting: Setting, start: F64, way: F64, span: tuple[float, float], aside: float
) -> None:
    along = np.arange(span[0] + 2.0, span[1] - 2.0, 7.0)
    _strips(setting, "road_line_3x0.12_0", start, way, along, aside, 1.5)


def _strips(
    setting: Setting, name: str, start: F64, way: F64, along: F64, aside: float, margin: float
) -> None:
    points = start + along[:, None] * way + aside * left_of(way)
    setting.put("marks", [name] * len(along), points, heading=_bearing(way), margin_m=margin)


def _bearing(way: F64) -> float:
    return math.atan2(float(way[1]), float(way[0]))
