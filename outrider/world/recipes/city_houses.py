"""The houses of a city: rows along the sides of blocks, and their entries in the map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets.paving import KERB_M
from outrider.world.assets.sized_houses import sized_name, street_door
from outrider.world.library import archetype
from outrider.world.places import OUTSIDE, Building, Door
from outrider.world.recipes.city_streets import Block, Side, inset
from outrider.world.recipes.dice import Dice
from outrider.world.recipes.setting import Setting
from outrider.world.scene import Extent

F64 = NDArray[np.float64]

_TRIES: Final = 24
_DARKEST: Final = 0.84
_LIGHTEST: Final = 1.1
_WARMTH: Final = 0.07
"""Factors of the colours of houses: how far two of a kind differ."""
_JOINT_M: Final = 0.005
"""Houses of a row stand so far apart."""


@dataclass(frozen=True, kw_only=True)
class House:
    """A building on a rectangle; its front faces its heading."""

    asset: str
    kind: str
    style: str
    center: F64
    heading: float
    width: float
    depth: float
    storeys: int

    @property
    def out(self) -> F64:
        return np.array([math.cos(self.heading), math.sin(self.heading)])

    def corners(self) -> F64:
        """``(4, 2)`` counter-clockwise."""
        ahead, left = (
            0.5 * self.depth * self.out,
            0.5 * self.width * np.array([-self.out[1], self.out[0]]),
        )
        return np.array([self.center - ahead - left, self.center + ahead - left,
                         self.center + ahead + left, self.center - ahead + left])  # fmt: skip

    def doorway(self) -> tuple[F64, float, float, float]:
        """The middle of its threshold, the sill's height, width and height of the street door."""
        along, sill, wide, high = street_door(self.style, self.width)
        if self.kind in {"church", "garage"}:
            along = 0.0
        left = np.array([-self.out[1], self.out[0]])
        return self.center + 0.5 * self.depth * self.out + along * left, sill, wide, high


@dataclass(frozen=True, kw_only=True)
class Row:
    """How houses of one kind stand along a street."""

    kind: str
    styles: tuple[str, ...]
    widths: tuple[float, ...]
    depth: float
    setback: float
    gap: float = 0.0
    """Between a house and the next."""


def sized_house(
    style: str, kind: str, center: F64, heading: float, size: tuple[float, float], storeys: int,
    variant: int,
) -> House:  # fmt: skip
    name = sized_name(style, size[0], size[1], storeys, variant)
    return House(asset=name, kind=kind, style=style, center=center, heading=heading,
                 width=size[0], depth=size[1], storeys=storeys)  # fmt: skip


class Houses:
    """All houses of a city; none overlaps another."""

    def __init__(self, extent: Extent) -> None:
        self._extent = extent
        self.all: list[House] = []
        self._rings: list[F64] = []
        self._block = 0

    def begin_block(self) -> None:
        """Houses of different blocks cannot meet: only those of one are compared."""
        self._block = len(self.all)

    def here(self) -> list[House]:
        """Those of the present block."""
        return self.all[self._block :]

    def add(self, house: House, lot: F64) -> bool:
        """Put a house on a lot, unless it does not fit."""
        ring = house.corners()
        x0, y0, x1, y1 = self._extent
        low, high = ring.min(axis=0), ring.max(axis=0)
        if low[0] < x0 + 1 or low[1] < y0 + 1 or high[0] > x1 - 1 or high[1] > y1 - 1:
            return False
        if (depth_in(lot, ring) < -0.01).any() or self.blocks(ring):
            return False
        self.all.append(house)
        self._rings.append(ring)
        return True

    def blocks(self, ring: F64) -> bool:
        """Whether a rectangle overlaps a house of the present block."""
        others = self._rings[self._block :]
        return bool(others) and bool(overlaps(ring, np.array(others)).any())

    def free(self, points: F64, margin_m: float) -> NDArray[np.bool_]:
        """``(n,)`` whether points are so far from every house of the present block."""
        free = np.ones(len(points), np.bool_)
        for ring in self._rings[self._block :]:
            free &= depth_in(ring, points) < -margin_m
        return free

    def settle(self, setting: Setting, dice: Dice) -> tuple[Building, ...]:
        """Put them all down, each painted and weathered its own way; their entries in the map."""
        for kind in dict.fromkeys(house.kind for house in self.all):
            own = [house for house in self.all if house.kind == kind]
            setting.put(f"houses_{kind}", [h.asset for h in own],
                        np.array([h.center for h in own]), z=KERB_M,
                        heading=[h.heading for h in own], margin_m=0.0,
                        tint=_paint(dice, len(own)))  # fmt: skip
        return tuple(_entry(house, number) for number, house in enumerate(self.all))


def _paint(dice: Dice, count: int) -> F64:
    """``(count, 3)`` factors of colour: lighter and darker, warmer and cooler."""
    light, warm = dice.many(2 * count).reshape(2, -1)
    level = _DARKEST + (_LIGHTEST - _DARKEST) * light
    swing = _WARMTH * (2.0 * warm - 1.0)
    return np.column_stack([level * (1.0 + swing), level, level * (1.0 - swing)])


def depth_in(ring: F64, points: F64) -> F64:
    """``(n,)`` how deep points lie in a convex ring; negative outside."""
    way = np.roll(ring, -1, axis=0) - ring
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    away = points[:, None, :] - ring
    return np.asarray((way[:, 0] * away[..., 1] - way[:, 1] * away[..., 0]).min(axis=1))


def overlaps(ring: F64, others: F64) -> NDArray[np.bool_]:
    """``(n,)`` whether a rectangle meets others ``(n, 4, 2)``; touching is none."""
    apart = np.zeros(len(others), np.bool_)
    mine = np.broadcast_to(ring, others.shape)
    for owner in (mine, others):
        for k in (0, 1):
            axis = owner[:, k + 1] - owner[:, k]
            axis = axis / np.linalg.norm(axis, axis=1, keepdims=True)
            a = np.einsum("nij,nj->ni", mine, axis)
            b = np.einsum("nij,nj->ni", others, axis)
            apart |= (a.max(1) <= b.min(1) + _JOINT_M) | (b.max(1) <= a.min(1) + _JOINT_M)
    return ~apart


def front_lines(block: Block, setback: float) -> list[tuple[F64, Side]]:
    """For each side the line ``(2, 2)`` on which its houses have their fronts."""
    ring = inset(block.lot, [setback] * len(block.lot))
    ends = np.roll(ring, -1, axis=0)
    return [(np.array([a, b]), side) for a, b, side in zip(ring, ends, block.sides, strict=True)]


def room_between(side: Side, depth: float) -> tuple[float, float]:
    """What the corners take of a front line: at its start, and at its end.

    A row holds the corner where it begins and leaves the other to the next side's row.
    """
    start = depth / math.tan(side.turn_a) if side.turn_a < 0.5 * math.pi else 0.0
    c, s = math.cos(side.turn_b), math.sin(side.turn_b)
    if side.turn_b > 2.6:
        return max(start, 0.0) + 0.05, depth * 0.3
    theirs = max(depth * c / s, 0.0)
    end = max(depth * (1.0 + c) / s * c + depth * s, depth * s + theirs * c)
    return max(start, 0.0) + 0.05, end + 0.3


def fill(dice: Dice, room: float, widths: tuple[float, ...], gap: float) -> list[float]:
    """Widths of houses that leave little of a length over."""
    best: list[float] = []
    left = room
    for _ in range(_TRIES):
        chosen: list[float] = []
        rest = room + gap
        while rest >= min(widths) + gap:
            fitting = [w for w in widths if w + gap <= rest]
            chosen.append(dice.pick(fitting))
            rest -= chosen[-1] + gap
        if rest < left:
            best, left = chosen, rest
        if left < 0.9:
            break
    return best


def _entry(house: House, number: int) -> Building:
    ring = tuple((float(x), float(y)) for x, y in house.corners())
    place, sill, wide, high = house.doorway()
    name = f"{house.kind}_{number}"
    door = Door(
        name=f"{name}/street", width_m=wide, height_m=high, joins=(OUTSIDE, name),
        position_m=(float(place[0]), float(place[1]), KERB_M + sill),
        heading_rad=math.remainder(house.heading + math.pi, 2.0 * math.pi),
    )  # fmt: skip
    return Building(
        name=name, kind=house.kind, heading_rad=math.remainder(house.heading, 2.0 * math.pi),
        position_m=(float(house.center[0]), float(house.center[1])), outline_m=ring,
        storeys=house.storeys, height_m=round(archetype(house.asset).height_m, 2), doors=(door,),
    )  # fmt: skip
