"""The plain about a volcano: cinder cones, a crater lake, old lava, a tube, sulphur, ash dunes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Volcanic
from outrider.world import relief
from outrider.world.library import names_of
from outrider.world.objects import layer_ids
from outrider.world.recipes.country import Country
from outrider.world.terrain import Terrain
from outrider.world.things import Things, nothing, things

F64 = NDArray[np.float64]

CINDER_CONES: Final = 3
LAVA_FIELDS: Final = 3
TRIES: Final = 80
CONE_RADII: Final = (0.05, 0.082)
LAKE_RADIUS: Final = 0.062
"""Radii as shares of the world's size."""
VENT_SHARE: Final = 0.34
"""Radius of a cinder cone's crater, in radii of the cone."""
START_M: Final = 34.0
"""Nothing is nearer to where robots start."""
PIT_EVERY_M: Final = 34.0
PIT_M: Final = (6.0, 9.5)
"""Radii of the skylights of a lava tube."""
LAKE_BODY_M: Final = 16.5
"""Radius of the asset that molten lakes are made of."""


@dataclass(frozen=True)
class Round:
    """A circle on the plain."""

    x: float
    y: float
    radius_m: float

    def away(self, points: F64) -> F64:
        """``(n,)`` distances from its middle, in radii."""
        return np.asarray(np.hypot(points[:, 0] - self.x, points[:, 1] - self.y) / self.radius_m)


def cone(away: F64, *, vent: float, deep: float, floor: float, power: float) -> F64:
    """A cone's heights by the distance in radii of its foot; 1 were its summit without a vent."""
    slope = np.clip(1.0 - away, 0.0, 1.0) ** power
    bowl = np.clip((vent - away) / vent, 0.0, 1.0 - floor)
    return np.asarray(np.minimum(slope, (1.0 - vent) ** power) - deep * np.sqrt(bowl))


class Plain:
    """What lies at the foot of the volcano, on the grid of a country."""

    def __init__(
        self, seed: int, spec: Volcanic, country: Country, summit: tuple[float, float],
        flow: F64,
    ) -> None:  # fmt: skip
        self._seed, self._size, self._country = seed, spec.size_m, country
        self._flow = flow
        self._patch = country.map_noise("plain patch", wavelength_m=45.0, count=3)
        self._fine = country.map_noise("plain fine", wavelength_m=9.0, count=2)
        self._wide = country.map_noise("plain wide", wavelength_m=200.0, count=2)
        chosen = self._places(summit)
        self.lake = chosen[0] if chosen else None
        self.cones = tuple(chosen[1:])
        self.old = self._old_lava(summit)
        """1 inside fields of old lava, 0 from their border on; on the grid."""
        self.pits = self._skylights()
        self.lake_level_m = 0.0

    def _places(self, summit: tuple[float, float]) -> list[Round]:
        """A lake, then cinder cones, apart from each other, the volcano and the young flows."""
        chance = Stream(self._seed, "plain").uniform(0, 3 * TRIES).reshape(-1, 3)
        found: list[Round] = []
        for u, v, w in chance.tolist():
            if len(found) == CINDER_CONES + 1:
                break
            share = CONE_RADII[0] + (CONE_RADII[1] - CONE_RADII[0]) * w if found else LAKE_RADIUS
            one = Round(0.84 * self._size * (u - 0.5), 0.84 * self._size * (v - 0.5),
                        share * self._size)  # fmt: skip
            apart = [math.hypot(one.x - r.x, one.y - r.y) - 1.15 * r.radius_m for r in found]
            from_summit = math.hypot(one.x - summit[0], one.y - summit[1]) - 0.24 * self._size
            clear = [*apart, math.hypot(one.x, one.y) - START_M, from_summit]
            if min(clear) > 1.35 * one.radius_m and not self._meets_flow(one):
                found.append(one)
        return found

    def _meets_flow(self, one: Round) -> bool:
        angle = np.linspace(0.0, 2.0 * math.pi, 16, endpoint=False)
        ring = np.column_stack([np.cos(angle), np.sin(angle)])
        points = np.concatenate([s * one.radius_m * ring for s in (0.0, 0.6, 1.1)])
        return bool((self._country.at(self._flow, points + np.array([one.x, one.y])) > 0.0).any())

    def _old_lava(self, summit: tuple[float, float]) -> F64:
        """Broad fields that once ran from the cinder cones, away from the volcano."""
        grid = self._country.grid
        x, y = grid.axes()
        total = np.zeros(grid.shape)
        draws = Stream(self._seed, "old lava").uniform(0, 8 * LAVA_FIELDS).reshape(-1, 8)
        for one, draw in zip(self.cones, draws, strict=False):
            way = math.atan2(one.y - summit[1], one.x - summit[0]) + 1.9 * (draw[0] - 0.5)
            points = [(one.x + 0.8 * one.radius_m * math.cos(way),
                       one.y + 0.8 * one.radius_m * math.sin(way))]  # fmt: skip
            for step in range(1, 6):
                way += 0.7 * (draw[step] - 0.5)
                points.append((points[-1][0] + 0.075 * self._size * math.cos(way),
                               points[-1][1] + 0.075 * self._size * math.sin(way)))  # fmt: skip
            line = relief.curve(points, step_m=8.0)
            width = np.linspace(0.6, 1.0, len(line)) * (0.055 + 0.03 * draw[6]) * self._size
            away, wide = relief.from_line(grid, line, width, reach_m=0.14 * self._size)
            lobes = 1.0 + 0.22 * self._wide + 0.13 * self._patch
            total = np.maximum(total, 1.0 - away / np.maximum(wide * lobes, 1.0))
        for one in self.cones:
            total *= np.clip((self._away(one) - 0.62) / 0.3, 0.0, 1.0)
        near = np.hypot(x, y) - START_M
        return np.asarray(np.clip(total, 0.0, 1.0) * np.clip(near / 24.0, 0.0, 1.0))

    def _skylights(self) -> tuple[Round, ...]:
        """Where the roof of a lava tube has fallen in: pits along the last cone's old channel."""
        if not self.cones:
            return ()
        last = self.cones[-1]
        draws = Stream(self._seed, "tube").uniform(0, 40)
        way = math.atan2(-last.y, -last.x) + (1.1 if draws[0] < 0.5 else -1.1)
        far, x, y = 1.25 * last.radius_m, last.x, last.y
        x, y = x + far * math.cos(way), y + far * math.sin(way)
        found = []
        for k in range(6):
            turn, wide, gap = draws[1 + 3 * k : 4 + 3 * k].tolist()
            one = Round(x, y, PIT_M[0] + (PIT_M[1] - PIT_M[0]) * wide)
            if self._room_for(one):
                found.append(one)
            way += 0.6 * (turn - 0.5)
            x += PIT_EVERY_M * (0.75 + 0.7 * gap) * math.cos(way)
            y += PIT_EVERY_M * (0.75 + 0.7 * gap) * math.sin(way)
        return tuple(found)

    def _room_for(self, pit: Round) -> bool:
        middle = np.array([[pit.x, pit.y]])
        inside = max(abs(pit.x), abs(pit.y)) < 0.5 * self._size - 2.0 * pit.radius_m
        places = self.cones if self.lake is None else (*self.cones, self.lake)
        free = all(one.away(middle)[0] > 1.2 for one in places)
        return inside and free and math.hypot(pit.x, pit.y) > START_M and not self._meets_flow(pit)

    def raised(self, heights: F64) -> F64:
        """Heights with all of it; sets the level of the lake."""
        grid = self._country.grid
        heights = heights + self._dunes()
        front = np.clip(self.old / 0.3, 0.0, 1.0)
        ropes = relief.ridges(self._seed, "old ropes", grid, wavelength_m=16.0, count=2)
        heights = heights + front * front * (3.0 - 2.0 * front) * (1.4 + 1.5 * ropes)
        for one in self.cones:
            away = self._away(one)
            made = cone(away, vent=VENT_SHARE, deep=0.34, floor=0.3, power=1.15)
            heights = heights + 0.62 * one.radius_m * made
        if self.lake is not None:
            heights = self._maar(heights, self.lake)
        for pit in self.pits:
            t = np.clip(1.15 - self._away(pit), 0.0, 0.7) / 0.7
            heights = heights - 0.75 * pit.radius_m * t * t * (3.0 - 2.0 * t)
        return heights

    def _away(self, one: Round) -> F64:
        x, y = self._country.grid.axes()
        return np.asarray(np.hypot(x - one.x, y - one.y) / one.radius_m)

    def _dunes(self) -> F64:
        """Ash that the wind has driven together, where nothing else is."""
        grid = self._country.grid
        towards = float(Stream(self._seed, "wind").uniform(0, 1)[0]) * 2.0 * math.pi
        rows = relief.dunes(self._seed, "ash", grid, wavelength_m=34.0, towards_rad=towards)
        x, y = grid.axes()
        where = np.clip(1.4 * self._wide + 0.25, 0.0, 1.0) * (self._flow == 0.0) * (self.old == 0.0)
        return np.asarray(3.8 * rows * where * np.clip((np.hypot(x, y) - START_M) / 30.0, 0, 1))

    def _maar(self, heights: F64, lake: Round) -> F64:
        """A crater blown into the plain, with a low wall about it and water in it."""
        grid = self._country.grid
        inner = 1.3 * lake.radius_m
        heights = relief.levelled(heights, grid, (lake.x, lake.y), inner_m=inner,
                                  outer_m=inner + 0.5 * lake.radius_m)  # fmt: skip
        away = self._away(lake) * (1.0 + 0.06 * self._patch + 0.05 * self._wide)
        wall = 0.13 * lake.radius_m * np.exp(-(((away - 1.0) / 0.17) ** 2))
        bowl = 0.17 * lake.radius_m * np.clip((1.0 - away) / 0.35, 0.0, 1.0) ** 0.8
        middle = np.array([[lake.x, lake.y]])
        self.lake_level_m = float(self._country.at(heights, middle)[0]) - 0.07 * lake.radius_m
        return np.asarray(heights + wall - bowl)

    def flooded(self, points: F64, heights: F64) -> NDArray[np.bool_]:
        """``(n,)`` whether water stands there."""
        if self.lake is None:
            return np.zeros(len(points), np.bool_)
        return (self.lake.away(points) < 1.0) & (heights < self.lake_level_m)

    def scoria(self, points: F64) -> NDArray[np.bool_]:
        """``(n,)`` whether it is red: the cinder cones."""
        found = np.zeros(len(points), np.bool_)
        edge = 0.1 * self._country.at(self._patch, points)
        for one in self.cones:
            found |= one.away(points) + edge < 0.8
        return found

    def sulphur(self, points: F64) -> F64:
        """``(n,)`` up to 1 where gas comes up: about the lake and on the side of cinder cones."""
        found = np.zeros(len(points))
        draws = Stream(self._seed, "sulphur").uniform(0, 8)
        spots = [] if self.lake is None else [(self.lake, 0.98, 0.42), (self.lake, 1.05, 0.32)]
        spots += [(one, 0.9, 0.4) for one in self.cones]
        for (one, far, wide), draw in zip(spots, draws.tolist(), strict=False):
            way = 2.0 * math.pi * draw
            off = far * one.radius_m
            spot = Round(
                one.x + off * math.cos(way), one.y + off * math.sin(way), wide * one.radius_m
            )
            found = np.maximum(found, np.exp(-(spot.away(points) ** 2)))
        uneven = 0.35 * self._country.at(self._patch, points)
        ragged = found * (1.0 + uneven + 0.4 * self._country.at(self._fine, points))
        return np.where(np.hypot(*points.T) > START_M, np.clip(ragged, 0.0, 1.0), 0.0)

    def moss(self, points: F64) -> F64:
        """``(n,)`` up to 1 where moss has taken the old lava: by its borders and in hollows."""
        old = self._country.at(self.old, points)
        patch = self._country.at(self._patch, points)
        fine = self._country.at(self._fine, points)
        taken = np.clip(0.62 - 1.0 * old + 0.5 * patch + 0.42 * fine, 0.0, 1.0)
        return np.asarray(np.where(old > 0.04, taken, 0.0))

    def by_pits(self, points: F64) -> NDArray[np.bool_]:
        """``(n,)`` whether it is the crust about a skylight."""
        found = np.zeros(len(points), np.bool_)
        for pit in self.pits:
            found |= pit.away(points) < 1.5
        return found

    def clear(self, points: F64) -> F64:
        """``(n,)`` 0 in the lake and the pits, where nothing stands, 1 elsewhere."""
        taken = np.zeros(len(points), np.bool_)
        for one in self.pits if self.lake is None else (*self.pits, self.lake):
            taken |= one.away(points) < 1.15
        return np.where(taken, 0.0, 1.0)

    def glow(self, terrain: Terrain) -> Things:
        """Molten lava at the bottom of the skylights."""
        if not self.pits:
            return nothing()
        names = names_of("lava_lake")
        middle = np.array([(pit.x, pit.y) for pit in self.pits])
        wide = np.array([0.62 * pit.radius_m / LAKE_BODY_M for pit in self.pits])
        return things(
            names, np.arange(len(middle)) % len(names),
            np.column_stack((middle, terrain.height(middle) - 0.1)),
            ident=layer_ids("skylights", len(middle)), scale=wide,
        )  # fmt: skip
