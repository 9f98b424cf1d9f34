"""The ceiling under which a swarm may touch something, over the part of the world that it is in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.sim.physics.swarm import Clearance
from outrider.sim.robots.formation import Formation
from outrider.world._kernels_objects import F_HIGH, F_REACH
from outrider.world.objects import Objects
from outrider.world.scene import Scene

Floats = NDArray[np.float64]

CELLS: Final = 128
FINEST_M: Final = 2.0
BEYOND_M: Final = 20.0
"""So far beyond the places that it is sent to is a swarm looked after."""
_MOMENTS_S: Final = (0.0, 7.0, 19.0)
_STEEPEST_M: Final = 20.0


@dataclass(frozen=True, kw_only=True)
class Window:
    """The cells over which ceilings are kept."""

    low: Floats
    """(2,) the corner of the first."""
    cell_m: float
    shape: tuple[int, int]
    """(ny, nx)."""


def window_of(formation: Formation) -> Window:
    """The part of the world that a formation moves in."""
    points = np.concatenate([formation.setpoints(t)[:, :2] for t in _MOMENTS_S])
    low, high = points.min(axis=0) - BEYOND_M, points.max(axis=0) + BEYOND_M
    cell = max(FINEST_M, float((high - low).max()) / CELLS)
    nx, ny = (math.ceil(float(extent) / cell) for extent in high - low)
    return Window(low=low, cell_m=cell, shape=(ny, nx))


def clearance(scene: Scene, window: Window, *, margin_m: float) -> Clearance:
    """The highest of ground and objects in each cell."""
    (x, y), cell, (ny, nx) = window.low.tolist(), window.cell_m, window.shape
    heights = scene.terrain.window((x, y), step_m=cell, shape=(ny + 1, nx + 1))
    corners = np.maximum(heights[:-1], heights[1:])
    ceiling = np.maximum(corners[:, :-1], corners[:, 1:])
    # Between its corners the ground rises at most as steeply as it does anywhere.
    ceiling += min(scene.terrain.slope_bound * cell * 0.71, _STEEPEST_M)
    _raise_over(ceiling, scene.objects, window)
    return Clearance(ceiling, (x, y), cell, float(ceiling.max()), margin_m)


def _raise_over(ceiling: Floats, objects: Objects, window: Window) -> None:
    """Lift the ceiling over every living solid that stands in the window."""
    footprint = objects.footprint
    reach = footprint[:, F_REACH, None]
    middle = (objects.solids.center[:, :2] - window.low) / window.cell_m
    first = np.floor(middle - reach / window.cell_m)
    last = np.floor(middle + reach / window.cell_m)
    size = np.array(ceiling.shape[::-1])
    within = objects.alive & (last >= 0).all(axis=1) & (first < size).all(axis=1)
    low = np.maximum(first[within], 0).astype(np.int64)
    wide, deep = (np.minimum(last[within], size - 1).astype(np.int64) - low + 1).T
    # One row for each cell that a solid may reach into, cell by cell along x.
    solid = np.repeat(np.arange(len(low)), wide * deep)
    number = np.arange(len(solid)) - np.repeat(np.cumsum(wide * deep) - wide * deep, wide * deep)
    column = low[solid, 0] + number % wide[solid]
    row = low[solid, 1] + number // wide[solid]
    np.maximum.at(ceiling, (row, column), footprint[within, F_HIGH][solid])
