"""A plot being filled: what is put down keeps clear of what stands already."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.library import archetype
from outrider.world.objects import layer_ids
from outrider.world.places import Building
from outrider.world.recipes.dice import Dice
from outrider.world.semantics import number_of
from outrider.world.solids import Solids, boxes, merge
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things, things

F64 = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Least x and y, largest x and y, in the yard's own frame."""

START_M: Final = 7.5
STEEPEST_HEAP: Final = 0.42
"""Height of a heap over its radius: bulk goods slide down steeper sides."""
"""Nothing is put nearer to the origin, where robots start."""
_TRIES: Final = 4
_METAL: Final = frozenset(("tank", "container", "rack", "pipe", "wreck", "fence", "pole"))


@lru_cache(maxsize=4096)
def outline(name: str) -> Box:
    """The rectangle that an asset covers."""
    low, high = archetype(name).mesh.bounds
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


@dataclass(frozen=True)
class Row:
    """One thing put down, in the world."""

    name: str
    point: tuple[float, float]
    lift_m: float
    heading_rad: float
    tint: tuple[float, float, float]


@dataclass
class Yard:
    """A rectangle: x points to the road in front, y to the left, the origin lies in its middle."""

    name: str
    center: tuple[float, float]
    quarter: int
    """How many quarter turns to the left x points from east."""
    depth_m: float
    width_m: float
    dice: Dice
    density: float = 0.6
    age: float = 0.4
    rows: list[Row] = field(default_factory=list)
    taken: list[Box] = field(default_factory=list)
    paved: list[Feature] = field(default_factory=list)
    walls: list[Solids] = field(default_factory=list)
    buildings: list[Building] = field(default_factory=list)

    @property
    def front(self) -> float:
        """The x of its border at the road."""
        return 0.5 * self.depth_m

    @property
    def side(self) -> float:
        """The y of its left border."""
        return 0.5 * self.width_m

    @property
    def heading(self) -> float:
        return 0.5 * math.pi * self.quarter

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the yard in the world."""
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.quarter % 4]
        return (self.center[0] + c * x - s * y, self.center[1] + s * x + c * y)

    def covers(self, name: str, x: float, y: float, turn: float) -> Box:
        """What an asset takes up, with its sides along the yard's."""
        x0, y0, x1, y1 = outline(name)
        c, s = math.cos(turn), math.sin(turn)
        corners = [(c * a - s * b, s * a + c * b) for a in (x0, x1) for b in (y0, y1)]
        along, across = zip(*corners, strict=True)
        return (x + min(along), y + min(across), x + max(along), y + max(across))

    def free(self, box: Box, *, gap: float = 0.25) -> bool:
        """Whether a rectangle lies within the yard and touches nothing."""
        x0, y0, x1, y1 = box
        h, w = self.front + 1e-6, self.side + 1e-6
        if x0 < -h or x1 > h or y0 < -w or y1 > w or self._near_start(box):
            return False
        x0, y0, x1, y1 = x0 - gap, y0 - gap, x1 + gap, y1 + gap
        for a0, b0, a1, b1 in self.taken:
            if x0 < a1 and x1 > a0 and y0 < b1 and y1 > b0:
                return False
        return True

    def _near_start(self, box: Box) -> bool:
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.quarter % 4]
        x = -(c * self.center[0] + s * self.center[1])
        y = s * self.center[0] - c * self.center[1]
        out = max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3])
        return math.hypot(*out) < START_M

    def reserve(self, box: Box) -> None:
        """Keep a rectangle free."""
        self.taken.append(box)

    def put(
        self, name: str, x: float, y: float, *, turn: float = 0.0, lift: float = 0.0,
        gap: float = 0.25, paint: bool = False,
    ) -> bool:  # fmt: skip
        """Put an asset down if its place is free; paint and what is lifted take no place."""
        if not (paint or lift > 0.0):
            box = self.covers(name, x, y, turn)
            if not self.free(box, gap=gap):
                return False
            self.taken.append(box)
        tint = (1.0, 1.0, 1.0) if paint else self._worn(name)
        self.rows.append(Row(name, self.place(x, y), lift, turn + self.heading, tint))
        return True

    def _worn(self, name: str) -> tuple[float, float, float]:
        """Colours fade in the sun, and metal turns to rust with age."""
        fade, rust = self.dice.one(-0.06, 0.06), self.age * self.dice.one() ** 1.5
        rust *= 0.45 if archetype(name).semantic in _METAL else 0.12
        pale = 1.0 + fade
        return (pale * (1.0 - 0.25 * rust), pale * (1.0 - 0.65 * rust), pale * (1.0 - rust))

    def strew(
        self, names: Sequence[str], count: float, box: Box, *, square: bool = False,
        gap: float = 0.3,
    ) -> int:  # fmt: skip
        """Put about so many down anywhere in a rectangle; how many found a place."""
        done = 0
        for _ in range(int(count + self.dice.one())):
            name = self.dice.pick(names)
            for _ in range(_TRIES):
                x, y = self.dice.one(box[0], box[2]), self.dice.one(box[1], box[3])
                turn = self.dice.one(0.0, 2.0 * math.pi)
                if square:
                    turn = 0.5 * math.pi * round(turn * 2.0 / math.pi) + self.dice.one(-0.05, 0.05)
                if self.put(name, x, y, turn=turn, gap=gap):
                    done += 1
                    break
        return done

    def row(
        self, names: Sequence[str], count: int, start: tuple[float, float],
        step: tuple[float, float], *, turn: float = 0.0, share: float = 1.0, sway: float = 0.0,
    ) -> None:  # fmt: skip
        """Assets side by side; each place is taken with a probability."""
        for k in range(count):
            if self.dice.one() < share:
                askew = self.dice.one(-sway, sway)
                self.put(self.dice.pick(names), start[0] + k * step[0], start[1] + k * step[1],
                         turn=turn + askew, gap=0.02)  # fmt: skip

    def house(
        self, name: str, kind: str, size: tuple[float, float], x: float, y: float, *,
        turn: int = 0, storeys: int = 1,
    ) -> bool:  # fmt: skip
        """A building of a depth and a width, with its entry in the map."""
        if not self.put(name, x, y, turn=0.5 * math.pi * turn, gap=0.0):
            return False
        half = (0.5 * size[0], 0.5 * size[1])
        if turn % 2:
            half = half[::-1]
        corners = [self.place(x + a * half[0], y + b * half[1])
                   for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
        self.buildings.append(Building(
            name=f"{kind} {self.name} {len(self.buildings) + 1}", kind=kind,
            position_m=self.place(x, y), heading_rad=self.heading + 0.5 * math.pi * turn,
            outline_m=tuple(corners), storeys=storeys, height_m=archetype(name).height_m,
        ))  # fmt: skip
        return True

    def pave(self, surface: str, box: Box | None = None) -> None:
        """Lay a surface on a rectangle, or on the whole yard."""
        x0, y0, x1, y1 = box or (-self.front, -self.side, self.front, self.side)
        self.paved.append(Feature(
            position_m=self.place(0.5 * (x0 + x1), 0.5 * (y0 + y1)), heading_rad=self.heading,
            half_m=(max(0.5 * (x1 - x0) - 0.1, 0.1), max(0.5 * (y1 - y0) - 0.1, 0.1)),
            flank_m=(0.1, 0.1, 0.1), value_m=0.0, surface=number_of(surface),
        ))  # fmt: skip

    def heap(self, x: float, y: float, radius: float, height: float, surface: str) -> bool:
        """A heap of bulk goods: the ground itself rises."""
        box = (x - radius, y - radius, x + radius, y + radius)
        if not self.free(box):
            return False
        self.taken.append(box)
        flank = 0.85 * radius
        self.paved.append(Feature(
            position_m=self.place(x, y), heading_rad=self.heading + self.dice.one(-0.3, 0.3),
            half_m=(0.12 * radius, 0.06 * radius), flank_m=(flank, flank, flank),
            value_m=min(height, STEEPEST_HEAP * radius), corner=0.45, surface=number_of(surface),
        ))  # fmt: skip
        return True

    def wall(self, a: tuple[float, float], b: tuple[float, float], *, height: float) -> None:
        """A low wall of concrete between two points; its foot is set at height 0."""
        (x0, y0), (x1, y1) = self.place(*a), self.place(*b)
        length = math.hypot(x1 - x0, y1 - y0)
        self.walls.append(boxes(
            (0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * height - 0.2), semantic="concrete",
            size=(length + 0.25, 0.25, height + 0.4), heading=math.atan2(y1 - y0, x1 - x0),
        ))  # fmt: skip

    def things(self, terrain: Terrain) -> Things:
        """All that was put down, on the ground."""
        kinds = tuple(dict.fromkeys(row.name for row in self.rows))
        place = {name: k for k, name in enumerate(kinds)}
        points = np.array([row.point for row in self.rows], float).reshape(-1, 2)
        z = terrain.height(points) + np.array([row.lift_m for row in self.rows])
        return things(
            kinds, [place[row.name] for row in self.rows], np.column_stack((points, z)),
            ident=layer_ids(f"yard {self.name}", len(points)),
            heading=np.array([row.heading_rad for row in self.rows]),
            tint=np.array([row.tint for row in self.rows], np.float32).reshape(-1, 3),
        )  # fmt: skip

    def solids(self, terrain: Terrain) -> Solids:
        """Its walls, raised to the ground."""
        whole = merge(self.walls)
        if len(whole):
            whole.center[:, 2] += terrain.height(whole.center[:, :2])
        return whole
