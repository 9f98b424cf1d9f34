"""Starts and goals: free places from which a robot can reach each other over the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world.scene import Scene
from outrider.world.semantics import number_of

F64 = NDArray[np.float64]

STEP_M: Final = 0.5
MAX_CELLS: Final = 4_000_000
IMPASSABLE: Final = ("water",)


@dataclass(frozen=True)
class Passable:
    """Where a robot of some width may stand, on a grid, and which parts hang together."""

    origin_m: tuple[float, float]
    step_m: float
    region: NDArray[np.int32]
    """(rows, columns) number of the connected part, 0 where it may not stand."""

    def at(self, points: F64) -> NDArray[np.int32]:
        """``(n,)`` the part that each point lies in, 0 for none."""
        cell = np.floor((points[:, :2] - self.origin_m) / self.step_m).astype(int)
        rows, columns = self.region.shape
        inside = (cell >= 0).all(axis=1) & (cell[:, 0] < columns) & (cell[:, 1] < rows)
        cell = np.where(inside[:, None], cell, 0)
        return np.where(inside, self.region[cell[:, 1], cell[:, 0]], 0).astype(np.int32)

    def points(self, region: int) -> F64:
        """``(n, 2)`` the middles of the cells of a part."""
        row, column = np.nonzero(self.region == region)
        return np.column_stack((column + 0.5, row + 0.5)) * self.step_m + self.origin_m


def passable(
    scene: Scene, *, radius_m: float = 0.45, slope_max_rad: float = 0.35, step_m: float = STEP_M
) -> Passable:
    """Where a robot of a radius stands free, dry and level enough, in the scene's extent."""
    x0, y0, x1, y1 = scene.extent
    columns, rows = int((x1 - x0) / step_m), int((y1 - y0) / step_m)
    if rows * columns > MAX_CELLS:
        raise UserError(
            f"{rows * columns:,} cells of {step_m:g} m to search; at most {MAX_CELLS:,} are "
            f"allowed, choose a larger step"
        )
    x, y = np.meshgrid(
        x0 + (np.arange(columns) + 0.5) * step_m, y0 + (np.arange(rows) + 0.5) * step_m
    )
    points = np.column_stack((x.ravel(), y.ravel()))
    ground = scene.terrain.sample(points)
    level = np.hypot(ground[:, 1], ground[:, 2]) <= np.tan(slope_max_rad)
    clear = scene.is_free(np.column_stack((points, ground[:, 0] + radius_m * 1.15 + 0.1)), radius_m)
    dry = ~np.isin(scene.surface(points), [number_of(name) for name in IMPASSABLE])
    free = (level & clear & dry).reshape(rows, columns)
    region, _ = ndimage.label(free)
    return Passable((x0, y0), step_m, np.asarray(region, np.int32))


def start_and_goal(
    scene: Scene, seed: int, *, distance_m: tuple[float, float], count: int = 1,
    radius_m: float = 0.45, slope_max_rad: float = 0.35,
) -> F64:  # fmt: skip
    """``(count, 2, 2)`` pairs of places, each pair connected and so far apart."""
    where = passable(scene, radius_m=radius_m, slope_max_rad=slope_max_rad)
    sizes = np.bincount(where.region.ravel())
    sizes[0] = 0
    free = where.points(int(np.argmax(sizes)))
    low, high = distance_m
    pairs = np.empty((count, 2, 2))
    for k in range(count):
        pairs[k] = _pair(free, Stream(seed, "starts", str(k)), low, high, scene)
    return pairs


def _pair(free: F64, stream: Stream, low: float, high: float, scene: Scene) -> F64:
    for attempt in range(64):
        if not len(free):
            break
        first, second = stream.uniform(attempt, 2)
        start = free[int(first * len(free))]
        away = np.hypot(*(free - start).T)
        goals = free[(away >= low) & (away <= high)]
        if len(goals):
            return np.stack([start, goals[int(second * len(goals))]])
    raise UserError(
        f"world {scene.kind!r}: no two connected free places are {low:g} to {high:g} m apart; "
        f"make the world larger or less dense, or choose another distance"
    )
