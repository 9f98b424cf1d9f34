"""What recipes of open country share: the grid, fields on it, roads through it."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.rng import Stream
from outrider.world import relief
from outrider.world.ground import GroundMap
from outrider.world.scene import Extent
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Octave, Terrain, octaves

F64 = NDArray[np.float64]

STEP_M = 2.0
MAP_STEP_M = 2.0
MARGIN_M = 60.0
"""How far the relief goes on beyond what is shown."""
STEEPEST = 0.1
"""Rise over run of a road's bed along it."""


class Country:
    """A square about the origin with a grid of heights and a map of the ground."""

    def __init__(self, seed: int, size_m: float) -> None:
        self.seed = seed
        self.grid = relief.square_grid(size_m, step_m=STEP_M, margin_m=MARGIN_M)
        half = 0.5 * size_m
        self.extent: Extent = (-half, -half, half, half)

    def map_noise(self, name: str, *, wavelength_m: float, count: int = 3) -> F64:
        """Noise on the grid, standard deviation 1."""
        return relief.noise(self.seed, name, self.grid, wavelength_m=wavelength_m, count=count)

    def from_line(self, line: ArrayLike) -> F64:
        """Distance from a line, on the grid."""
        return relief.from_line(self.grid, line)[0]

    def at(self, field: F64, points: F64) -> F64:
        """``(n,)`` values of a field on the grid at points ``(n, 2)``, between the nearest four."""
        x = (points[:, 0] - self.grid.extent[0]) / self.grid.step_m
        y = (points[:, 1] - self.grid.extent[1]) / self.grid.step_m
        rows, columns = field.shape
        x, y = np.clip(x, 0.0, columns - 1.001), np.clip(y, 0.0, rows - 1.001)
        i, j = x.astype(np.int64), y.astype(np.int64)
        u, v = x - i, y - j
        low = field[j, i] * (1.0 - u) + field[j, i + 1] * u
        high = field[j + 1, i] * (1.0 - u) + field[j + 1, i + 1] * u
        return np.asarray(low * (1.0 - v) + high * v)

    def cut(
        self, heights: F64, line: F64, *, half_m: float, flank_m: float,
        fine: tuple[Octave, ...] = (),
    ) -> F64:  # fmt: skip
        """Heights with a road's bed along a line: level across, as steep along as roads may be.

        The ``fine`` relief that is added later is taken away on the bed.
        """
        along = np.pad(self.at(heights, line), 17, mode="edge")
        weights = np.hanning(37)[1:-1]
        smooth = np.convolve(along, weights / weights.sum(), mode="valid")
        reach = half_m + flank_m
        away, bed = relief.from_line(self.grid, line, _graded(smooth, line), reach_m=reach)
        t = np.clip((half_m + flank_m - away) / flank_m, 0.0, 1.0)
        share = t * t * (3.0 - 2.0 * t)
        rough = Terrain(octaves=fine).window(
            self.grid.extent[:2], step_m=self.grid.step_m, shape=self.grid.shape
        )
        return np.asarray(heights + share * (np.where(away < reach, bed - rough, 0.0) - heights))

    @cached_property
    def centers(self) -> F64:
        """The middles of the map's cells, ``(n, 2)``."""
        return self._blank.centers()

    @cached_property
    def _blank(self) -> GroundMap:
        x0, y0, x1, y1 = self.extent
        shape = (round((y1 - y0) / MAP_STEP_M), round((x1 - x0) / MAP_STEP_M))
        return GroundMap(classes=np.zeros(shape, np.uint8), origin_m=(x0, y0), step_m=MAP_STEP_M)

    def ground(self, classes: ArrayLike, water_m: F64 | None = None) -> GroundMap:
        """The map of these classes, and levels of water, cell by cell."""
        shape = self._blank.classes.shape
        level = None if water_m is None else np.asarray(water_m, np.float32).reshape(shape)
        return GroundMap(
            classes=np.asarray(classes).reshape(shape).astype(np.uint8),
            origin_m=self._blank.origin_m, step_m=MAP_STEP_M, water_m=level,
        )  # fmt: skip


def _graded(heights: F64, line: F64) -> F64:
    """Heights along a line without stretches that are too steep: cut and filled alike."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    rise = STEEPEST * np.abs(along[:, None] - along)
    return np.asarray(0.5 * ((heights + rise).min(axis=1) + (heights - rise).max(axis=1)))


def fine_octaves(seed: int, relief_m: float, *, wavelength_m: float = 14.0) -> tuple[Octave, ...]:
    """The unevenness that is finer than the grid."""
    return octaves(
        seed ^ 0x51ED, relief_m=relief_m, wavelength_m=wavelength_m, roughness=0.45, count=3
    )


def line_of(seed: int, name: str, size_m: float, *, wander: float) -> F64:
    """A line from west to east through the origin that wanders by a share of the size."""
    chance = Stream(seed, "line", name).uniform(0, 8, low=-1.0, high=1.0)
    half = 0.5 * size_m + MARGIN_M
    swing = wander * size_m
    points = [
        (-half, swing * chance[0]), (-0.55 * half, swing * chance[1]),
        (-0.22 * half, 0.3 * swing * chance[2]),
        (-0.05 * half, 0.0), (0.05 * half, 0.0), (0.22 * half, 0.3 * swing * chance[3]),
        (0.55 * half, swing * chance[4]), (half, swing * chance[5]),
    ]  # fmt: skip
    return relief.curve(points, step_m=6.0)


def track_features(line: F64, half_m: float, surface: str) -> tuple[Feature, ...]:
    """A surface laid along a line; the ground keeps its shape."""
    parts = []
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.hypot(bx - ax, by - ay)
        parts.append(
            Feature(
                position_m=(0.5 * (ax + bx), 0.5 * (ay + by)),
                heading_rad=math.atan2(by - ay, bx - ax),
                half_m=(0.5 * length, half_m - 0.2),
                flank_m=(0.6, 0.6, 0.2),
                value_m=0.0,
                surface=number_of(surface),
            )
        )
    return tuple(parts)
