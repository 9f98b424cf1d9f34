"""Ways over the ground of a world, for tests that send robots along them."""

from __future__ import annotations

import heapq
import math

import numpy as np
from numpy.typing import NDArray

from outrider.world.scene import Scene
from outrider.world.starts import Passable, passable

F64 = NDArray[np.float64]
AROUND = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]


def way(
    scene: Scene, length_m: float, *, radius_m: float = 0.75, slope_max_rad: float = 0.3
) -> F64:
    """Points of a free way from the origin that is so long, about 2 m apart."""
    grid = passable(scene, radius_m=radius_m, slope_max_rad=slope_max_rad)
    start = _cell(grid, np.zeros(2))
    parents, cost = _spread(grid, start, length_m * 1.1)
    ends = [cell for cell, far in cost.items() if far >= length_m]
    if not ends:
        raise AssertionError(f"{scene.kind}: no free way of {length_m:g} m leads from the origin")
    cell = min(ends, key=lambda c: (cost[c], c))
    cells = [cell]
    while cell != start:
        cell = parents[cell]
        cells.append(cell)
    points = (np.array(cells[::-1], float)[:, ::-1] + 0.5) * grid.step_m + grid.origin_m
    return _smooth(points)


def _cell(grid: Passable, point: F64) -> tuple[int, int]:
    """The passable cell nearest to a point: (row, column)."""
    rows, columns = np.nonzero(grid.region)
    x = (columns + 0.5) * grid.step_m + grid.origin_m[0] - point[0]
    y = (rows + 0.5) * grid.step_m + grid.origin_m[1] - point[1]
    best = int(np.argmin(x * x + y * y))
    return int(rows[best]), int(columns[best])


def _spread(
    grid: Passable, start: tuple[int, int], most: float
) -> tuple[dict[tuple[int, int], tuple[int, int]], dict[tuple[int, int], float]]:
    """Dijkstra from a cell over its connected part."""
    free = grid.region == grid.region[start]
    cost, parents, queue = {start: 0.0}, {}, [(0.0, start)]
    while queue:
        far, (row, column) = heapq.heappop(queue)
        if far > cost[row, column] or far > most:
            continue
        for a, b in AROUND:
            cell = (row + a, column + b)
            if not (0 <= cell[0] < free.shape[0] and 0 <= cell[1] < free.shape[1] and free[cell]):
                continue
            longer = far + grid.step_m * math.hypot(a, b)
            if longer < cost.get(cell, math.inf):
                cost[cell], parents[cell] = longer, (row, column)
                heapq.heappush(queue, (longer, cell))
    return parents, cost


def _smooth(points: F64) -> F64:
    """Every fourth point, each drawn half way to the middle of its neighbours."""
    kept = np.vstack([points[:-1:4], points[-1:]])
    inner = 0.5 * kept[1:-1] + 0.25 * (kept[:-2] + kept[2:])
    return np.vstack([kept[:1], inner, kept[-1:]])
