"""Starts and goals: free places from which a robot can reach each other over the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world.clearance import clearance
from outrider.world.scene import Scene
from outrider.world.traversability import NON_TRAVERSABLE, Limits

F64 = NDArray[np.float64]

STEP_M: Final = 0.5
MAX_CELLS: Final = 4_000_000
KERB_M: Final = 0.16
"""A robot gets over what is lower."""


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
    scene: Scene, *, radius_m: float = 0.45, slope_max_rad: float = 0.35, step_m: float = STEP_M,
    limits: Limits | None = None,
) -> Passable:  # fmt: skip
    """Where a robot of a radius stands free, dry and level enough, in the scene's extent.

    With ``limits`` in place of radius and slope it also keeps its radius off what is too steep or
    too wet, and half a cell more off everything, so that :func:`outrider.world.ways.way` finds a
    way between any two cells of a part.
    """
    if limits is not None:
        grid = clearance(scene, limits, reach_m=limits.radius_m + step_m, step_m=step_m)
        region, _ = ndimage.label(grid.gap_m >= limits.radius_m + 0.5 * step_m)
        return Passable(grid.origin_m, step_m, np.asarray(region, np.int32))
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
    limits = Limits(radius_m=radius_m, slope_max_rad=slope_max_rad, step_m=KERB_M, grip_share=1.0)
    found = scene.traversability(points, limits=limits)
    region, _ = ndimage.label(~np.isin(found, NON_TRAVERSABLE).reshape(rows, columns))
    return Passable((x0, y0), step_m, np.asarray(region, np.int32))


def start_and_goal(
    scene: Scene, seed: int, *, distance_m: tuple[float, float], count: int = 1,
    radius_m: float = 0.45, slope_max_rad: float = 0.35, limits: Limits | None = None,
) -> F64:  # fmt: skip
    """``(count, 2, 2)`` pairs of places, each pair connected and so far apart."""
    where = passable(scene, radius_m=radius_m, slope_max_rad=slope_max_rad, limits=limits)
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
