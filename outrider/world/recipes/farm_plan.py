"""Where the tracks, borders and fields of a farm lie, and what grows on each field."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Farm
from outrider.world.recipes.plots import RIM, WAYS, Cut, Cutter, Node, Plan, Plot
from outrider.world.scene import Region

F64 = NDArray[np.float64]

YARD_M: Final = (46.0, 44.0)
"""Half of the farmstead's plot along the main track and away from it."""


class Crop(Struct, frozen=True, kw_only=True):
    """How a crop stands, and what its field looks like from afar."""

    ground: str
    maker: str = ""
    rows_m: float = 0.0
    """0: the rows of the world's specification."""
    apart_m: float = 0.5
    along: float = 0.12
    """How far plants stray along their row, as a share of their distance."""
    scale: tuple[float, float] = (0.9, 1.1)
    lines: str = ""
    """The class of the lines that machines have left."""
    sparse: float = 0.05
    """Share of the plants that stand on fields far from the origin."""
    weight: float = 1.0


CROPS: Final = {
    "wheat": Crop(ground="cereal", maker="wheat", rows_m=0.5, apart_m=0.42, lines="soil",
                  sparse=0.02, weight=2.2),
    "maize": Crop(ground="field", maker="maize", apart_m=0.34, sparse=0.12, weight=1.5),
    "sunflower": Crop(ground="field", maker="sunflower", apart_m=0.42, sparse=0.1, weight=1.0),
    "rape": Crop(ground="blossom", maker="rape", rows_m=0.55, apart_m=0.55, lines="field",
                 sparse=0.05, weight=1.2),
    "cabbage": Crop(ground="soil", maker="cabbage", apart_m=0.55, scale=(1.3, 1.7), sparse=0.05),
    "potato": Crop(ground="field", maker="potato", apart_m=0.42, scale=(1.0, 1.3), sparse=0.05),
    "vine": Crop(ground="grass", maker="vine", rows_m=2.2, apart_m=1.1, along=0.03, sparse=0.7),
    "apple": Crop(ground="grass", maker="apple", rows_m=5.5, apart_m=4.2, along=0.05, sparse=1.0,
                  scale=(0.8, 1.0)),
    "stubble": Crop(ground="stubble", lines="cereal", weight=1.4),
    "tilled": Crop(ground="soil", weight=0.8),
    "barley": Crop(ground="field", lines="soil", weight=1.3),
    "meadow": Crop(ground="grass", weight=2.0),
    "wood": Crop(ground="grass", weight=0.5),
}  # fmt: skip
NEAR: Final = ("maize", "wheat", "meadow", "sunflower", "vine", "stubble", "apple", "cabbage",
               "rape", "potato")  # fmt: skip
"""What grows nearest to the origin, in some order, so that every farm shows all of it."""
GROVES: Final = ("apple", "vine")


@dataclass(frozen=True)
class Field:
    """A plot in the world, with its crop and the heading of its rows."""

    name: str
    crop: str
    number: int
    outline: F64
    heading: float
    middle: F64

    @cached_property
    def frame(self) -> F64:
        """Rows: along the rows and across them."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return np.array([(c, s), (-s, c)])

    def span(self) -> tuple[F64, F64]:
        """Least and largest corner of the outline along and across the rows."""
        seen = self.outline @ self.frame.T
        return seen.min(axis=0), seen.max(axis=0)

    def region(self) -> Region:
        """A rectangle along the rows within the outline."""
        low, high = self.span()
        seen = (self.outline - self.middle) @ self.frame.T
        half = 0.5 * (high - low)
        reach = float(np.abs(seen / half).max(axis=1).min())
        half = np.maximum(half * min(reach, 1.0) * 0.7, 4.0)
        return Region(
            name=self.name, position_m=(float(self.middle[0]), float(self.middle[1])),
            half_m=(float(half[0]), float(half[1])), heading_rad=self.heading,
        )  # fmt: skip


class FarmPlan:
    """The whole layout of a farm."""

    def __init__(self, seed: int, spec: Farm) -> None:
        chance = Stream(seed, "farm").uniform(0, 8)
        self.seed, self.spec = seed, spec
        self.heading = 0.5 * (chance[0] - 0.5)
        self.side = 1.0 if chance[1] < 0.5 else -1.0
        """Of the main track, on which the farmstead lies."""
        self.ahead = 1.0 if chance[2] < 0.5 else -1.0
        self._gap = 14.0 + 8.0 * chance[3]
        """From the origin to the side track."""
        self._drawn = 0
        self._brook_due = spec.brook
        self._cutter = Cutter(seed, spec.size_m, heading=self.heading)
        self.yard = self._cut_all()
        self.plan: Plan = self._cutter.plan
        self.fields = self._fields()

    @property
    def cuts(self) -> list[Cut]:
        return self.plan.cuts

    @property
    def axes(self) -> F64:
        """Rows: along the main track towards the farmstead, and from the track to it."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return np.array([(self.ahead * c, self.ahead * s), (-self.side * s, self.side * c)])

    def place(self, along: float, away: float) -> F64:
        """A place by its distance along the main track and from it."""
        return np.asarray(np.array([along, away]) @ self.axes)

    def ways(self) -> list[tuple[str, F64]]:
        """The tracks in the world, the main one first."""
        return [(c.kind, self.plan.line(c)) for c in self.cuts if c.kind in WAYS]

    def brooks(self) -> list[F64]:
        return [self.plan.line(c, step_m=3.0) for c in self.cuts if c.kind == "brook"]

    @property
    def yard_middle(self) -> F64:
        """The middle of the farmstead."""
        return self.place(self._gap + 4.0 + YARD_M[0], 5.0 + YARD_M[1])

    def _cut_all(self) -> int:
        """The main track through the origin, the side track, the farmstead, then all others."""
        make, heading = self._cutter, self.heading
        main, left, right = make.cut(make.whole, np.zeros(2), heading, "main")
        mine, other = (left, right) if self.side > 0 else (right, left)
        upright = heading + 0.5 * math.pi
        side, a, b = make.cut(mine, self.place(self._gap, 0.0), upright, "track")
        # Left of a line to the north is the west.
        forward, back = (b, a) if self.ahead > 0 else (a, b)
        far, c, d = make.cut(forward, self.place(0.0, 10.0 + 2.0 * YARD_M[1]), heading, "hedge")
        near, beyond = (d, c) if self.side > 0 else (c, d)
        end = self.place(self._gap + 8.0 + 2.0 * YARD_M[0], 0.0)
        wall, e, f = make.cut(near, end, upright, "stone_wall")
        stead, rest = (e, f) if self.ahead > 0 else (f, e)
        yard = make.leaf(stead)
        rest_node = self._split(rest)
        inner = make.node(wall, *((yard, rest_node) if self.ahead > 0 else (rest_node, yard)))
        beyond_node = self._split(beyond)
        outer = make.node(far, *((beyond_node, inner) if self.side > 0 else (inner, beyond_node)))
        back_node = self._split(back)
        half = make.node(side, *((back_node, outer) if self.ahead > 0 else (outer, back_node)))
        over = self._split(other)
        make.plan.root = make.node(main, *((half, over) if self.side > 0 else (over, half)))
        return yard

    def _split(self, plot: Plot) -> Node | int:
        """A plot cut across its longer way until its parts are fields."""
        self._drawn += 1
        chance = Stream(self.seed, "farm", "cut").uniform(self._drawn, 6)
        want = self.spec.field_m**2
        if plot.area_m2 < want * (0.8 + 1.6 * chance[0]):
            return self._cutter.leaf(plot)
        long = [np.subtract(*plot.span(self.heading + k * 0.5 * math.pi)[::-1]) for k in (0, 1)]
        turn = 0.5 * math.pi if long[0] > long[1] else 0.0
        heading = self.heading + turn + 0.24 * (chance[1] - 0.5)
        low, high = plot.span(heading + 0.5 * math.pi)
        across = np.array([-math.sin(heading), math.cos(heading)])
        through = plot.middle + across * (high - low) * 0.26 * (chance[2] - 0.5)
        cut, left, right = self._cutter.cut(plot, through, heading, self._kind(plot, chance))
        return self._cutter.node(cut, self._split(left), self._split(right))

    def _kind(self, plot: Plot, chance: F64) -> str:
        large = plot.area_m2 / self.spec.field_m**2
        if self._brook_due and large > 6.0:
            self._brook_due = False
            return "brook"
        if large > 14.0 or (large > 6.0 and chance[3] < 0.35):
            return "track"
        kinds = ("hedge", "hedge", "hedge", "wire_fence", "rail_fence", "stone_wall", "baulk")
        return kinds[int(chance[4] * len(kinds))]

    def _fields(self) -> tuple[Field, ...]:
        """All plots but the farmstead, the nearest first."""
        plots = self.plan.plots
        order = sorted(range(len(plots)), key=lambda k: float(np.hypot(*plots[k].middle)))
        order.remove(self.yard)
        crops = self._crops([plots[k] for k in order])
        counts: dict[str, int] = {}
        made = []
        for number, crop in zip(order, crops, strict=True):
            index = counts.get(crop, 0)
            counts[crop] = index + 1
            sides = plots[number].sides()
            way = max(sides, key=lambda side: float(np.hypot(*(side[1] - side[0]))))
            heading = math.atan2(way[1, 1] - way[0, 1], way[1, 0] - way[0, 0]) % math.pi
            middle = self.plan.bend.to_world(plots[number].middle[None])[0]
            outline = self.plan.outline(plots[number])
            made.append(Field(f"field_{crop}_{index}", crop, number, outline, heading, middle))
        return tuple(made)

    def _crops(self, plots: list[Plot]) -> list[str]:
        """Near fields in turn of ``NEAR``, far ones by weight, no two alike side by side."""
        groves = self.spec.orchard
        near = [c for c in NEAR if groves > 0.0 or c not in GROVES]
        near = [
            near[k] for k in np.argsort(Stream(self.seed, "farm", "near").uniform(0, len(near)))
        ]
        names = list(CROPS)
        weight = np.array([CROPS[c].weight for c in names])
        grove = np.array([c in GROVES for c in names])
        weight[grove] *= (
            groves * weight[~grove].sum() / weight[grove].sum() / max(1.0 - groves, 0.05)
        )
        chosen: list[str] = []
        for k, plot in enumerate(plots):
            draws = Stream(self.seed, "farm", "crop").uniform(k, 4)
            beside = {c for c, other in zip(chosen, plots, strict=False)
                      if set(plot.cuts) & set(other.cuts) - {RIM, 0}}  # fmt: skip
            if k < len(near):
                chosen.append(near[k])
                continue
            share = weight * [0.05 if c in beside else 1.0 for c in names]
            pick = int(np.searchsorted(np.cumsum(share) / share.sum(), draws[0], side="right"))
            chosen.append(names[min(pick, len(names) - 1)])
        return chosen
