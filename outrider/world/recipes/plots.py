"""A country cut into plots: each cut is a track, a brook or a border, and runs to older cuts.

The plan is straight; ``bend`` turns it into the world, where its lines are gently curved. About the
origin plan and world are the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

STRIPS_M: Final = {
    "main": 5.0, "track": 4.2, "brook": 7.5, "hedge": 2.0, "rail_fence": 1.2, "wire_fence": 1.2,
    "stone_wall": 1.4, "baulk": 1.3,
}  # fmt: skip
"""How far from its middle each kind of cut keeps the plots."""
WAYS: Final = ("main", "track")
RIM: Final = -1
LEAST_M: Final = 190.0
"""Half of the smallest square that is cut; a smaller world shows a part of it."""
_BEND_M: Final = 9.0
_STRAIGHT_M: Final = 170.0
"""How far from the origin the plan stays nearly straight."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A line of the plan between two plots, from ``a`` to ``b``."""

    kind: str
    a: F64
    b: F64

    @property
    def length_m(self) -> float:
        return float(np.linalg.norm(self.b - self.a))

    def points(self, step_m: float) -> F64:
        """``(n, 2)`` points along it in the plan."""
        count = max(math.ceil(self.length_m / step_m), 1)
        return np.asarray(self.a + np.linspace(0.0, 1.0, count + 1)[:, None] * (self.b - self.a))

    def from_line(self, points: F64) -> F64:
        """``(n,)`` distance to its left of the endless line."""
        way = (self.b - self.a) / self.length_m
        return np.asarray((points - self.a) @ np.array([-way[1], way[0]]))


@dataclass(frozen=True)
class Plot:
    """A convex piece of the plan, counter-clockwise; ``cuts`` names the cut on each side."""

    corners: F64
    cuts: tuple[int, ...]

    @property
    def middle(self) -> F64:
        return np.asarray(self.corners.mean(axis=0))

    @property
    def area_m2(self) -> float:
        x, y = self.corners.T
        return float(0.5 * (x * np.roll(y, -1) - y * np.roll(x, -1)).sum())

    def sides(self) -> F64:
        """``(n, 2, 2)`` from corner to corner."""
        return np.stack([self.corners, np.roll(self.corners, -1, axis=0)], axis=1)

    def span(self, heading: float) -> tuple[float, float]:
        """Least and largest place of its corners along a heading."""
        along = self.corners @ np.array([math.cos(heading), math.sin(heading)])
        return float(along.min()), float(along.max())


@dataclass
class Node:
    """A cut and what lies to its left and right: another cut, or a plot by its number."""

    cut: int
    left: Node | int
    right: Node | int


@dataclass
class Plan:
    """Plots, the cuts between them, and the tree that finds a point's plot."""

    bend: Bend
    cuts: list[Cut] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    root: Node | int = RIM

    def find(self, points: F64) -> tuple[I64, F64]:
        """Plot ``(n,)`` of points in the world, and how far within its borders they lie."""
        where = self.bend.back(np.asarray(points, float))
        number, gap = np.full(len(where), RIM, np.int64), np.full(len(where), np.inf)
        waiting: list[tuple[Node | int, I64]] = [(self.root, np.arange(len(where)))]
        while waiting:
            node, rows = waiting.pop()
            if isinstance(node, int):
                number[rows] = node
                continue
            cut = self.cuts[node.cut]
            away = cut.from_line(where[rows])
            gap[rows] = np.minimum(gap[rows], np.abs(away) - STRIPS_M[cut.kind])
            waiting += [(node.left, rows[away > 0.0]), (node.right, rows[away <= 0.0])]
        return number, gap

    def within(self, number: int, points: F64) -> F64:
        """``(n,)`` how far within one plot's borders places in the world lie, negative outside."""
        where, plot = self.bend.back(np.asarray(points, float)), self.plots[number]
        gap = np.full(len(where), np.inf)
        for cut in {self.cuts[k] for k in plot.cuts if k != RIM}:
            side = 1.0 if cut.from_line(plot.middle[None])[0] > 0.0 else -1.0
            gap = np.minimum(gap, side * cut.from_line(where) - STRIPS_M[cut.kind])
        return gap

    def line(self, cut: Cut, *, step_m: float = 6.0) -> F64:
        """``(n, 2)`` a cut in the world."""
        return self.bend.to_world(cut.points(step_m))

    def outline(self, plot: Plot) -> F64:
        """``(n, 2)`` the border of a plot in the world."""
        sides = [Cut("", a, b).points(8.0)[:-1] for a, b in plot.sides()]
        return self.bend.to_world(np.vstack(sides))


class Bend:
    """The bent world of a straight plan: a few long waves, none at the origin."""

    def __init__(self, seed: int) -> None:
        chance = Stream(seed, "bend").uniform(0, 12)
        self._wave = 2.0 * math.pi / (420.0 + 260.0 * chance[:4])
        self._way, self._phase = 2.0 * math.pi * chance[4:8], 2.0 * math.pi * chance[8:12]

    def to_world(self, plan: F64) -> F64:
        """``(n, 2)`` places in the world of places in the plan."""
        return np.asarray(plan + self._shift(plan))

    def back(self, world: F64) -> F64:
        """``(n, 2)`` places in the plan of places in the world."""
        plan = world - self._shift(world)
        return np.asarray(world - self._shift(plan))

    def _shift(self, plan: F64) -> F64:
        away = np.hypot(plan[:, 0], plan[:, 1])
        fade = 1.0 - np.exp(-((away / _STRAIGHT_M) ** 4))
        waves = [
            np.sin(k * (plan @ np.array([math.cos(a), math.sin(a)])) + p)
            for k, a, p in zip(self._wave, self._way, self._phase, strict=True)
        ]
        shift = np.stack([waves[0] + waves[1], waves[2] + waves[3]], axis=1)
        return np.asarray(0.5 * _BEND_M * fade[:, None] * shift)


class Cutter:
    """Cuts a square into plots."""

    def __init__(self, seed: int, size_m: float, *, heading: float) -> None:
        half = max(0.5 * size_m + 30.0, LEAST_M)
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        self.plan = Plan(bend=Bend(seed))
        self.whole = Plot(square, (RIM,) * 4)
        self.heading = heading

    def cut(self, plot: Plot, through: F64, heading: float, kind: str) -> tuple[int, Plot, Plot]:
        """The cut's number and the plots to its left and right."""
        way = np.array([math.cos(heading), math.sin(heading)])
        across = np.array([-way[1], way[0]])
        away = (plot.corners - through) @ across
        number = len(self.plan.cuts)
        left, right = (_clipped(plot, s * away, number) for s in (1.0, -1.0))
        ends = [c for c in left.corners if abs(float((c - through) @ across)) < 1e-6]
        ends.sort(key=lambda c: float((c - through) @ way))
        self.plan.cuts.append(Cut(kind, ends[0], ends[-1]))
        return number, left, right

    def leaf(self, plot: Plot) -> int:
        """Keeps a plot."""
        self.plan.plots.append(plot)
        return len(self.plan.plots) - 1

    def node(self, cut: int, left: Node | int, right: Node | int) -> Node:
        """What lies on either side of a cut."""
        return Node(cut, left, right)


def _clipped(plot: Plot, away: F64, number: int) -> Plot:
    """The part of a plot where ``away``, given at its corners, is positive."""
    corners: list[F64] = []
    cuts: list[int] = []
    count = len(plot.corners)
    for k in range(count):
        a, b = away[k], away[(k + 1) % count]
        start, end = plot.corners[k], plot.corners[(k + 1) % count]
        if a > 0.0:
            corners.append(start)
            cuts.append(plot.cuts[k])
        if (a > 0.0) != (b > 0.0):
            corners.append(start + a / (a - b) * (end - start))
            cuts.append(number if a > 0.0 else plot.cuts[k])
    return Plot(np.array(corners), tuple(cuts))
