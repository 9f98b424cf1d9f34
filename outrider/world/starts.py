"""Starts and goals: free places from which a robot can reach each other over the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world.clearance import clearance
from outrider.world.scene import Scene
from outrider.world.traversability import Limits

F64 = NDArray[np.float64]

STEP_M: Final = 0.5
ROBOT: Final = Limits()


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
    scene: Scene, *, limits: Limits = ROBOT, step_m: float = STEP_M, above_m: float | None = None
) -> Passable:
    """Where a robot stands free, dry and level enough, in the scene's extent.

    It keeps half a cell more than its radius off everything, so that it can go straight from a
    cell to the next, and :func:`outrider.world.ways.way` finds a way between any two of a part.
    With ``above_m`` the air over it is free as well, to where another one flies so high above it.
    """
    if above_m is not None:
        limits = replace(limits, height_m=max(limits.height_m, above_m + limits.radius_m))
    grid = clearance(scene, limits, reach_m=limits.radius_m + step_m, step_m=step_m)
    region, _ = ndimage.label(grid.gap_m >= limits.radius_m + 0.5 * step_m)
    return Passable(grid.origin_m, step_m, np.asarray(region, np.int32))


def start_and_goal(
    scene: Scene, seed: int, *, distance_m: tuple[float, float], count: int = 1,
    limits: Limits = ROBOT, above_m: float | None = None,
) -> F64:  # fmt: skip
    """``(count, 2, 2)`` pairs of places, each pair connected and so far apart.

    With ``above_m`` another one can rise at the start, fly so high above the ground, and land.
    """
    where = passable(scene, limits=limits, above_m=above_m)
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
