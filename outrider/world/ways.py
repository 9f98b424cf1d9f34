"""Ways round what stands in the world, as points that robots can be sent along."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.world._kernels_ways import cheapest
from outrider.world.clearance import STEP_M, Clearance, clearance, step_for
from outrider.world.scene import Extent, Scene
from outrider.world.traversability import Limits

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

SMALL: Final = Limits(radius_m=0.6)
"""A robot of the size of a Husky that may turn anywhere on its way."""
ROOMY: Final = 2.0
"""A way keeps so many radii away from things where there is room."""
CROWDED: Final = 6.0
"""What a metre costs more where a robot only just passes."""
SHORTCUT: Final = 1.01
"""A straight leg may cost so much more than the cells it replaces."""
NEAR_M: Final = 1.5
"""Start and goal may be so far from the nearest place with room."""


def way(
    scene: Scene, start: ArrayLike, goal: ArrayLike, *, limits: Limits = SMALL,
    above_m: float | None = None, step_m: float = STEP_M, margin_m: float = 40.0,
) -> F64:  # fmt: skip
    """``(n, 2)`` points of a way for a robot, straight from each to the next.

    It keeps clear of things, slopes and water, by two radii where there is room. With ``above_m``
    it is a corridor through the air at that height above the ground. Searched within ``margin_m``
    of the box about start and goal, then ever wider; where that is too many cells, in larger ones
    up to the robot's radius.
    """
    ends = np.array([_point(start), _point(goal)])
    radius = limits.radius_m
    for area in _areas(scene, ends, margin_m):
        step = max(step_m, min(step_for(area), radius))
        grid = clearance(
            scene, limits, area=area, step_m=step, reach_m=ROOMY * radius, above_m=above_m
        )
        found = _searched(grid, ends, radius, scene.kind)
        if found is not None:
            return found
    raise UserError(
        f"world {scene.kind!r}: no way for a radius of {radius:g} m from {_text(ends[0])} to "
        f"{_text(ends[1])}; choose another goal or a smaller radius"
    )


def raised(scene: Scene, points: ArrayLike, *, above_m: float, spacing_m: float = 4.0) -> F64:
    """``(n, 3)`` a way at a height above the ground, with points as the ground rises and falls."""
    way_m = np.asarray(points, float)[:, :2]
    pieces = [way_m[:1]]
    for a, b in pairwise(way_m):
        count = max(1, math.ceil(float(np.hypot(*(b - a))) / spacing_m))
        pieces.append(a + np.arange(1, count + 1)[:, None] / count * (b - a))
    flat = np.concatenate(pieces)
    return np.column_stack((flat, scene.height(flat) + above_m))


def length_m(points: ArrayLike) -> float:
    """The length of a way."""
    return float(np.linalg.norm(np.diff(np.asarray(points, float), axis=0), axis=1).sum())


def _point(place: ArrayLike) -> F64:
    point = np.asarray(place, float).ravel()
    if len(point) not in (2, 3) or not np.isfinite(point).all():
        raise UserError(f"way: {place!r:.60} given; start and goal are [x, y] in metres, finite")
    return point[:2]


def _text(point: F64) -> str:
    return f"({point[0]:.1f}, {point[1]:.1f})"


def _areas(scene: Scene, ends: F64, margin: float) -> Iterator[Extent]:
    """Boxes about both ends with ever wider margins, until one holds all of the world."""
    low, high = ends.min(axis=0), ends.max(axis=0)
    least = np.minimum(np.array(scene.extent[:2]), low)
    most = np.maximum(np.array(scene.extent[2:]), high)
    while True:
        x0, y0 = np.maximum(low - margin, least).tolist()
        x1, y1 = np.minimum(high + margin, most).tolist()
        yield (x0, y0, x1, y1)
        if (low - margin <= least).all() and (high + margin >= most).all():
            return
        margin *= 3.0


def _searched(grid: Clearance, ends: F64, radius: float, kind: str) -> F64 | None:
    """The way over a grid; None if there is none."""
    cost = _cost(grid, radius)
    first, last = (_free_cell(grid, cost, end, kind, radius) for end in ends)
    parent = np.full(cost.size, -1, np.int64)
    columns = cost.shape[1]
    goal = last[0] * columns + last[1]
    if not cheapest(cost, first[0] * columns + first[1], goal, parent):
        return None
    cells = _traced(parent, goal)
    cells = cells[_shortened(cost, cells // columns, cells % columns)]
    points = grid.points(cells // columns, cells % columns)
    points[0], points[-1] = _at_end(grid, points[0], ends[0]), _at_end(grid, points[-1], ends[1])
    return points


def _cost(grid: Clearance, radius: float) -> F64:
    """What a metre in each cell costs: 1 in the open, more where it is narrow."""
    narrow = np.clip((ROOMY * radius - grid.gap_m) / ((ROOMY - 1.0) * radius), 0.0, 1.0)
    return np.where(grid.gap_m >= radius, 1.0 + CROWDED * narrow * narrow, np.inf)


def _free_cell(grid: Clearance, cost: F64, point: F64, kind: str, radius: float) -> tuple[int, int]:
    """The cell with room that is nearest to a point."""
    row, column = grid.cell(point)
    if np.isfinite(cost[row, column]):
        return row, column
    reach = math.ceil(NEAR_M / grid.step_m)
    j0, i0 = max(row - reach, 0), max(column - reach, 0)
    rows, columns = np.nonzero(np.isfinite(cost[j0 : row + reach + 1, i0 : column + reach + 1]))
    away = np.hypot(*(grid.points(rows + j0, columns + i0) - point).T)
    if not len(away) or float(away.min()) > NEAR_M:
        raise UserError(
            f"world {kind!r}: no robot of a radius of {radius:g} m finds room within {NEAR_M:g} m "
            f"of {_text(point)}; choose another place or a smaller radius"
        )
    best = int(np.argmin(away))
    return int(rows[best]) + j0, int(columns[best]) + i0


def _at_end(grid: Clearance, cell: F64, wanted: F64) -> F64:
    """The place asked for, if it lies in its cell."""
    return wanted if float(np.abs(cell - wanted).max()) <= 0.51 * grid.step_m else cell


def _traced(parent: I64, last: int) -> I64:
    cells = [last]
    while parent[cells[-1]] >= 0:
        cells.append(int(parent[cells[-1]]))
    return np.array(cells[::-1], np.int64)


def _shortened(cost: F64, rows: I64, columns: I64) -> I64:
    """Which cells remain when straight legs that cost no more replace those between them."""
    wide = np.hypot(np.diff(rows), np.diff(columns))
    price = cost[rows, columns]
    spent = np.concatenate(([0.0], np.cumsum(0.5 * wide * (price[:-1] + price[1:]))))
    kept, last = [0], len(rows) - 1

    def straight(a: int, b: int) -> bool:
        steps = 2 * int(max(abs(rows[b] - rows[a]), abs(columns[b] - columns[a]))) + 1
        share = np.linspace(0.0, 1.0, steps + 1)
        j = np.rint(rows[a] + share * (rows[b] - rows[a])).astype(np.int64)
        i = np.rint(columns[a] + share * (columns[b] - columns[a])).astype(np.int64)
        total = cost[j, i].mean() * math.hypot(rows[b] - rows[a], columns[b] - columns[a])
        return bool(total <= SHORTCUT * (spent[b] - spent[a]) + 0.5)

    while kept[-1] < last:
        here, step = kept[-1], 1
        while here + 2 * step <= last and straight(here, here + 2 * step):
            step *= 2
        reached = here + step
        while step > 1:
            step //= 2
            if reached + step <= last and straight(here, reached + step):
                reached += step
        kept.append(reached)
    return np.array(kept, np.int64)
