"""Buildings with rooms, doors and windows, and roads with lanes: what a map of a world names."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

Flat = tuple[float, float]
Sound = Literal["minimal", "moderate", "loud"]
OUTSIDE = "outside"


class Door(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A passage in a wall, in world coordinates; ``joins`` are names of rooms or ``outside``."""

    name: str
    position_m: tuple[float, float, float]
    """The middle of its threshold."""
    heading_rad: float
    """Square to the wall, from the first room into the second."""
    width_m: float
    height_m: float
    joins: tuple[str, str]


class Window(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pane in an outer wall."""

    room: str
    position_m: tuple[float, float, float]
    """Its middle."""
    heading_rad: float
    """Outwards."""
    size_m: Flat


class Room(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a storey between walls, with what a search team wants to know of it."""

    name: str
    kind: str = "room"
    storey: int = 0
    floor_m: float = 0.0
    """Height of its floor."""
    height_m: float = 2.8
    outline_m: tuple[Flat, ...]
    """Counter-clockwise, inside the walls."""
    messiness: float = 0.0
    risk: float = 0.0
    sound: Sound = "minimal"

    @property
    def middle_m(self) -> tuple[float, float, float]:
        """A point on its floor, the mean of its corners."""
        x, y = np.mean(np.array(self.outline_m), axis=0)
        return (float(x), float(y), self.floor_m)

    @property
    def area_m2(self) -> float:
        return abs(_area(np.array(self.outline_m)))

    def contains(self, points: ArrayLike) -> NDArray[np.bool_]:
        """``(n,)`` whether points ``(n, 2)`` lie in its outline."""
        where, ring = np.asarray(points, float), np.array(self.outline_m)
        inside = np.zeros(len(where), np.bool_)
        for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            crosses = (ay > where[:, 1]) != (by > where[:, 1])
            with np.errstate(divide="ignore", invalid="ignore"):
                x = ax + (where[:, 1] - ay) / (by - ay) * (bx - ax)
            inside ^= crosses & (where[:, 0] < x)
        return inside


class Building(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house that one can enter, or at least walk round."""

    name: str
    kind: str
    position_m: Flat
    heading_rad: float = 0.0
    outline_m: tuple[Flat, ...]
    storeys: int = 1
    height_m: float = 3.0
    rooms: tuple[Room, ...] = ()
    doors: tuple[Door, ...] = ()
    windows: tuple[Window, ...] = ()


class Lane(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A strip of a road that is driven one way."""

    offset_m: float
    """From the road's middle to the left of its line."""
    width_m: float
    forward: bool = True


class Road(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line on the ground with lanes beside it."""

    name: str
    kind: Literal["street", "road", "track", "path", "runway", "taxiway", "rail"] = "road"
    line_m: tuple[Flat, ...]
    half_m: float
    lanes: tuple[Lane, ...] = ()
    limit_mps: float = 13.9

    @property
    def length_m(self) -> float:
        points = np.array(self.line_m)
        return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())

    def tightest_m(self) -> float:
        """The smallest radius of its bends."""
        points = np.array(self.line_m)
        if len(points) < 3:
            return math.inf
        a, b, c = points[:-2], points[1:-1], points[2:]
        sides = [np.linalg.norm(p - q, axis=1) for p, q in ((a, b), (b, c), (a, c))]
        ab, ac = b - a, c - a
        double = np.abs(ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0])
        with np.errstate(divide="ignore"):
            return float(np.min(sides[0] * sides[1] * sides[2] / (2.0 * double)))


def _area(ring: NDArray[np.float64]) -> float:
    following = np.roll(ring, -1, axis=0)
    return float(0.5 * (ring[:, 0] * following[:, 1] - ring[:, 1] * following[:, 0]).sum())
