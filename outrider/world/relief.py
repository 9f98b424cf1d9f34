"""Height grids: noise, ridges, dunes, cones, terraces, and the weather that works on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.rng import Stream
from outrider.world._kernels_grids import near_line, run_water, slide
from outrider.world.scene import Extent
from outrider.world.terrain import NOISE_SIGMA, Octave, Relief, Terrain

F64 = NDArray[np.float64]
Point = tuple[float, float]

SHARPEST: Final = 0.45
"""Most bend of the ground, 1/m, that the contact world can follow to a centimetre."""
_EASINGS: Final = 32
_LOW, _MID, _HIGH = slice(None, -2), slice(1, -1), slice(2, None)
_ALL: Final = slice(None)
_TRIPLES: Final = (
    ((_LOW, _ALL), (_MID, _ALL), (_HIGH, _ALL), 1.0),
    ((_ALL, _LOW), (_ALL, _MID), (_ALL, _HIGH), 1.0),
    ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH), 0.5),
    ((_LOW, _HIGH), (_MID, _MID), (_HIGH, _LOW), 0.5),
)
"""Neighbours on either side of each height, and how much their bend counts."""


@dataclass(frozen=True)
class Grid:
    """Where the heights of a grid lie; rows run north."""

    extent: Extent
    step_m: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; both borders have heights."""
        x0, y0, x1, y1 = self.extent
        return (round((y1 - y0) / self.step_m) + 1, round((x1 - x0) / self.step_m) + 1)

    def axes(self) -> tuple[F64, F64]:
        """X and y of every height, each of the grid's shape."""
        rows, columns = self.shape
        x = self.extent[0] + self.step_m * np.arange(columns)
        y = self.extent[1] + self.step_m * np.arange(rows)
        grid_x, grid_y = np.meshgrid(x, y)
        return grid_x, grid_y

    def relief(self, heights: F64) -> Relief:
        """The heights as a part of the ground, their creases eased."""
        soft = eased(heights, self.step_m)
        return Relief(soft, origin_m=self.extent[:2], step_m=self.step_m)


def square_grid(size_m: float, *, step_m: float = 2.0, margin_m: float = 0.0) -> Grid:
    """A grid about the origin."""
    half = step_m * math.ceil((0.5 * size_m + margin_m) / step_m)
    return Grid((-half, -half, half, half), step_m)


def noise(
    seed: int, name: str, grid: Grid, *, wavelength_m: float, count: int = 5, roughness: float = 0.5
) -> F64:
    """Gradient noise in octaves, standard deviation 1."""
    stream = Stream(seed, "relief", name)
    offsets = stream.uniform(0, 2 * count, low=0.0, high=1024.0)
    seeds = stream.integers(0, count, low=0, high=2**32)
    weights = roughness ** np.arange(count, dtype=np.float64)
    scale = 1.0 / (NOISE_SIGMA * math.sqrt(float((weights**2).sum())))
    bands = tuple(
        Octave(
            wavelength_m=wavelength_m / 1.93**k,
            amplitude_m=float(scale * weights[k]),
            offset=(float(offsets[2 * k]), float(offsets[2 * k + 1])),
            seed=int(seeds[k]),
        )
        for k in range(count)
    )
    window = Terrain(octaves=bands).window(grid.extent[:2], step_m=grid.step_m, shape=grid.shape)
    return np.asarray(window)


def ridges(
    seed: int, name: str, grid: Grid, *, wavelength_m: float, count: int = 5, roughness: float = 0.5
) -> F64:
    """Sharp crests between round hollows, 0..1: each octave is 1 - |noise|, squared."""
    total, weight = np.zeros(grid.shape), 0.0
    for k in range(count):
        one = noise(seed, f"{name}/{k}", grid, wavelength_m=wavelength_m / 1.93**k, count=1)
        share = roughness**k
        total += share * np.clip(1.0 - 0.55 * np.abs(one), 0.0, 1.0) ** 2
        weight += share
    return total / weight


def dunes(seed: int, name: str, grid: Grid, *, wavelength_m: float, towards_rad: float) -> F64:
    """Rows of dunes, 0..1, that the wind drives: long windward and short leeward slopes."""
    x, y = grid.axes()
    bend = noise(seed, f"{name}/bend", grid, wavelength_m=4.0 * wavelength_m, count=2)
    height = noise(seed, f"{name}/height", grid, wavelength_m=3.0 * wavelength_m, count=2)
    along = x * math.cos(towards_rad) + y * math.sin(towards_rad) + 0.55 * wavelength_m * bend
    phase = (along / wavelength_m) % 1.0
    shape = np.where(phase < 0.72, phase / 0.72, (1.0 - phase) / 0.28)
    shape = shape * shape * (3.0 - 2.0 * shape)
    return np.asarray(shape * np.clip(0.55 + 0.35 * height, 0.0, 1.4))


def bump(grid: Grid, center: Point, radius_m: float, *, power: float = 1.0) -> F64:
    """A round hill, 1 in the middle and 0 from the radius on."""
    x, y = grid.axes()
    t = np.clip(1.0 - np.hypot(x - center[0], y - center[1]) / radius_m, 0.0, 1.0)
    return np.asarray((t * t * (3.0 - 2.0 * t)) ** power)


def terraces(heights: F64, *, step_m: float, sharpness: float) -> F64:
    """Heights drawn to steps, as of layered rock; ``sharpness`` 0 leaves them, 1 is a stair."""
    place = heights / step_m
    rest = place - np.floor(place)
    steep = np.clip((rest - 0.5) / max(1.0 - sharpness, 0.05) + 0.5, 0.0, 1.0)
    return np.asarray((np.floor(place) + steep * steep * (3.0 - 2.0 * steep)) * step_m)


def weather(
    seed: int, name: str, heights: F64, grid: Grid, *, drops: int, strength: float = 1.0,
    steepest_rad: float = 0.7, steps: int = 48, rounds: int = 3,
) -> F64:  # fmt: skip
    """Heights after rain has run down them and scree has slid."""
    worn = np.ascontiguousarray(heights)
    if worn is heights:
        worn = heights.copy()
    starts = Stream(seed, "rain", name).uniform(0, 2 * drops).reshape(-1, 2)
    run_water(worn, grid.step_m, starts, steps, strength)
    slide(worn, grid.step_m, math.tan(steepest_rad), rounds)
    return worn


def eased(heights: F64, step_m: float) -> F64:
    """Heights whose creases are no sharper than ``SHARPEST``; what is smooth stays as it is."""
    most = SHARPEST * step_m * step_m
    soft = heights
    for _ in range(_EASINGS):
        push = np.zeros_like(soft)
        for before, middle, after, weight in _TRIPLES:
            bend = soft[before] - 2.0 * soft[middle] + soft[after]
            excess = bend - np.clip(bend, -most / weight, most / weight)
            push[middle] += 0.25 * weight * excess
        if np.abs(push).max() < 0.005 * most:
            break
        soft = soft + push
    return soft


def levelled(heights: F64, grid: Grid, center: Point, *, inner_m: float, outer_m: float) -> F64:
    """Heights blended to their mean about a place, whole within ``inner_m``."""
    x, y = grid.axes()
    away = np.hypot(x - center[0], y - center[1])
    t = np.clip((outer_m - away) / (outer_m - inner_m), 0.0, 1.0)
    share = t * t * (3.0 - 2.0 * t)
    near = away < inner_m
    mean = float(heights[near].mean()) if near.any() else 0.0
    return np.asarray(heights + share * (mean - heights))


def from_line(
    grid: Grid, line: ArrayLike, values: ArrayLike = 0.0, *, reach_m: float = 60.0
) -> tuple[F64, F64]:
    """Distance of every height's place from a line of points ``(n, 2)``, and a value along it.

    Both are of the nearest point of the line; beyond ``reach_m`` the distance is ``reach_m``.
    """
    points = np.ascontiguousarray(line, np.float64)
    along = np.array(np.broadcast_to(np.asarray(values, np.float64), (len(points),)))
    away, value = np.empty(grid.shape), np.zeros(grid.shape)
    near_line(points, along, *grid.extent[:2], grid.step_m, reach_m, away, value)
    return np.minimum(away, reach_m), value


def steepness(heights: F64, grid: Grid) -> F64:
    """Slope of the ground, rad, at every height."""
    zy, zx = np.gradient(heights, grid.step_m)
    return np.asarray(np.arctan(np.hypot(zx, zy)))


def curve(points: Sequence[Point], *, step_m: float = 4.0) -> F64:
    """A smooth line through points (Catmull-Rom), ``(n, 2)``, about ``step_m`` apart."""
    p = np.asarray(points, float)
    ends = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    parts = []
    for a, b, c, d in zip(ends[:-3], ends[1:-2], ends[2:-1], ends[3:], strict=True):
        n = max(int(np.linalg.norm(c - b) / step_m), 1)
        t = (np.arange(n) / n)[:, None]
        parts.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2
                   + (3 * b - a - 3 * c + d) * t**3)
        )  # fmt: skip
    return np.vstack([*parts, p[-1:]])
