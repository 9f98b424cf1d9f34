"""Stands of a managed forest: compartments of one wood and one age each, with rides between."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import relief
from outrider.world.planting import Layer, Species
from outrider.world.recipes.country import MAP_STEP_M, Country

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

SIDE_M: Final = 125.0
"""Mean width of a compartment."""
RIDE_HALF_M: Final = 4.6
RIDES: Final = 0.45
"""Share of the borders between compartments that are kept open."""
FELLED: Final = 0.07
THICKET: Final = 0.16
"""Shares of the compartments that were felled lately, and that are young."""
BROOKS: Final = 48
"""Courses of the brook to choose from."""
ROAD_FAR_M: Final = 40.0
FULL: Final = (0.42, 1.2)
"""Size of the youngest and the oldest trees, in those of the asset."""


def _wood(name: str, *species: tuple[str, float, float]) -> Layer:
    """A wood of (maker, share, most lean)."""
    return Layer(
        name=name, apart_m=3.4, steepest_rad=0.75,
        species=tuple(
            Species(maker=maker, share=share, scale=FULL, sink_m=0.15, lean_rad=lean, tint=0.14)
            for maker, share, lean in species
        ),
    )  # fmt: skip


WOODS: Final = (
    _wood("spruce wood", ("spruce", 1.0, 0.0), ("larch", 0.06, 0.0), ("birch", 0.03, 0.05)),
    _wood("pine wood", ("pine", 1.0, 0.04), ("birch", 0.14, 0.06), ("oak", 0.05, 0.05)),
    _wood("beech wood", ("beech", 1.0, 0.05), ("oak", 0.1, 0.05), ("maple", 0.05, 0.05)),
    _wood("oak wood", ("oak", 1.0, 0.05), ("beech", 0.3, 0.05), ("birch", 0.12, 0.06)),
    _wood("larch wood", ("larch", 1.0, 0.02), ("spruce", 0.16, 0.0)),
    _wood("birch wood", ("birch", 1.0, 0.07), ("pine", 0.12, 0.04), ("spruce", 0.08, 0.0)),
    _wood("mixed wood", ("spruce", 0.5, 0.0), ("beech", 0.6, 0.05), ("oak", 0.3, 0.05),
          ("maple", 0.06, 0.05), ("pine", 0.2, 0.04)),
    _wood("brook wood", ("willow", 0.5, 0.08), ("birch", 0.8, 0.07), ("oak", 0.3, 0.05)),
)  # fmt: skip
BROOK: Final = len(WOODS) - 1
# Liking of each wood but the last for (height, facing north, nothing in particular).
_LIKING: Final = np.array([
    (0.5, 0.7, 0.45), (0.9, -0.7, 0.2), (-0.2, 0.4, 0.6), (-0.7, -0.5, 0.4), (0.3, 0.2, 0.1),
    (-0.3, -0.1, 0.0), (-0.1, 0.1, 0.35),
])  # fmt: skip
_AROUND: Final = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)])


class Stands:
    """Which wood grows where, how old it is, and where rides run."""

    def __init__(self, seed: int, country: Country, heights: F64) -> None:
        x0, y0, x1, _ = country.extent
        self._origin = np.array([x0, y0]) - SIDE_M
        self._many = math.ceil((x1 - x0) / SIDE_M) + 2
        count = self._many**2
        draws = Stream(seed, "stands").uniform(0, 12 * count).reshape(-1, 12)
        row, column = np.divmod(np.arange(count), self._many)
        place = np.column_stack([column, row]) + 0.15 + 0.7 * draws[:, :2]
        self._middle = self._origin + SIDE_M * place
        self._swing = country.map_noise("stand border", wavelength_m=70.0, count=2)
        self._country = country
        self.kind = self._kinds(heights, draws[:, 2:10])
        fresh, old = draws[:, 10], 0.35 + 0.65 * draws[:, 11]
        young = np.where(fresh < FELLED + THICKET, 0.22 * draws[:, 11], old)
        self.age = np.where(fresh < FELLED, -1.0, young)
        """0 young to 1 old; less than 0 where the trees were felled."""
        self._number, self._gap = self._worked_out(country.centers)

    def _kinds(self, heights: F64, draws: F64) -> I64:
        """The wood that likes each compartment best, by its height and aspect, and by chance."""
        at, grid = self._country.at, self._country.grid
        north = -np.gradient(heights, grid.step_m, axis=0)
        level = at(heights, self._middle)
        facts = np.column_stack([
            (level - level.mean()) / max(float(level.std()), 0.1),
            np.clip(8.0 * at(north, self._middle), -1.5, 1.5),
            np.ones(len(level)),
        ])  # fmt: skip
        return np.asarray(np.argmax(facts @ _LIKING.T + 1.7 * draws[:, : len(_LIKING)], axis=1))

    def at(self, points: F64) -> tuple[I64, F64]:
        """``(n,)`` the compartment of each point, and how far it is from the nearest ride.

        Of the cell of the country's map that it lies in.
        """
        x0, y0, x1, y1 = self._country.extent
        columns, rows = round((x1 - x0) / MAP_STEP_M), round((y1 - y0) / MAP_STEP_M)
        column = np.clip((points[:, 0] - x0) / MAP_STEP_M, 0, columns - 1).astype(np.int64)
        row = np.clip((points[:, 1] - y0) / MAP_STEP_M, 0, rows - 1).astype(np.int64)
        cell = row * columns + column
        return self._number[cell], self._gap[cell]

    def _worked_out(self, points: F64) -> tuple[I64, F64]:
        swing = 5.0 * self._country.at(self._swing, points)
        where = points + swing[:, None]
        cell = np.floor((where - self._origin) / SIDE_M).astype(np.int64)
        number = np.empty((len(_AROUND), len(points)), np.int64)
        away = np.empty(number.shape)  # Squares of distances.
        for k, step in enumerate(_AROUND):
            column, row = np.clip(cell + step, 0, self._many - 1).T
            number[k] = row * self._many + column
            off = where - self._middle[number[k]]
            away[k] = off[:, 0] ** 2 + off[:, 1] ** 2
        every = np.arange(len(points))
        first = away.argmin(axis=0)
        mine, near = number[first, every], away[first, every].copy()
        away[number == mine] = np.inf
        second = away.argmin(axis=0)
        other, far = number[second, every], away[second, every]
        apart = np.hypot(*(self._middle[mine] - self._middle[other]).T)
        gap = (far - near) / (2.0 * np.maximum(apart, 1.0))
        low, high = np.minimum(mine, other), np.maximum(mine, other)
        kept = ((low * 7919 + high * 104729) % 997) / 997.0 < RIDES
        return mine, np.where(kept, gap, SIDE_M)


def brook_line(seed: int, country: Country, heights: F64, from_road: F64) -> F64:
    """A line from the woods to the border that needs the least digging, never over the road."""
    reach = country.grid.extent[2]
    draws = Stream(seed, "brook").uniform(0, 8 * BROOKS).reshape(BROOKS, 8)
    best, least = np.zeros((0, 2)), math.inf
    for draw in draws:
        line = _meander(draw, reach)
        ground = country.at(heights, line)
        road = float(country.at(from_road, line).min())
        dug = float((ground - np.minimum.accumulate(ground)).mean())
        cost = dug + max(0.0, ROAD_FAR_M - road)
        if cost < least:
            best, least = line, cost
    return best


def _meander(draw: F64, reach: float) -> F64:
    """From somewhere half way out to the border, straight on but for its bends."""
    way = 2.0 * math.pi * draw[0]
    start = (0.14 + 0.24 * draw[1]) * reach
    out, aside = np.array([math.cos(way), math.sin(way)]), np.array([-math.sin(way), math.cos(way)])
    far = reach / np.abs(out).max()
    along = np.linspace(start, far, 7)
    lean = 0.35 * (draw[2] - 0.5) * (along - start)
    swing = 0.13 * (far - start) * np.concatenate([[0.0], draw[2:8] - 0.5])
    points = along[:, None] * out + (lean + swing)[:, None] * aside
    return relief.curve([(float(x), float(y)) for x, y in points], step_m=6.0)
