"""Ways over a grid: how far things are from each cell, and the cheapest way between two cells."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import exact_kernel, kernel
from outrider.world._kernels_objects import Obstacles, near_between

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]


@kernel
def nearest_gaps(
    obstacles: Obstacles, x0: float, y0: float, step: float, low: F64, high: F64, out: F64
) -> None:
    """Fill ``out (rows, columns)``, given as its greatest value, with the gaps of the cells.

    The gap of a cell is the horizontal distance from its middle to the shadow of the nearest
    object that reaches between its ``low`` and its ``high`` (both as ``out``).
    """
    row, gap = np.empty(1, np.int32), np.empty(1)
    for j in range(out.shape[0]):
        y = y0 + (j + 0.5) * step
        for i in range(out.shape[1]):
            x = x0 + (i + 0.5) * step
            if near_between(obstacles, x, y, out[j, i], low[j, i], high[j, i], row, gap) > 0:
                out[j, i] = gap[0]


@exact_kernel
def _sift_up(heap: I64, place: I64, key: F64, at: int) -> None:
    cell = heap[at]
    while at > 0:
        above = (at - 1) // 2
        if key[heap[above]] <= key[cell]:
            break
        heap[at] = heap[above]
        place[heap[at]] = at
        at = above
    heap[at] = cell
    place[cell] = at


@exact_kernel
def _sift_down(heap: I64, place: I64, key: F64, held: int) -> None:
    at, cell = 0, heap[0]
    while 2 * at + 1 < held:
        child = 2 * at + 1
        if child + 1 < held and key[heap[child + 1]] < key[heap[child]]:
            child += 1
        if key[heap[child]] >= key[cell]:
            break
        heap[at] = heap[child]
        place[heap[at]] = at
        at = child
    heap[at] = cell
    place[cell] = at


@exact_kernel
def cheapest(cost: F64, start: int, goal: int, parent: I64) -> bool:
    """A* from cell to cell, eight neighbours each; ``parent`` is given as -1.

    ``cost (rows, columns)`` is what a step in a cell costs for each cell's width, at least 1, inf
    where none may go. Cells are numbered row by row. False if no way leads to the goal.
    """
    rows, columns = cost.shape
    spent = np.full(rows * columns, math.inf)
    key = np.full(rows * columns, math.inf)
    place = np.full(rows * columns, -1, np.int64)
    heap = np.empty(rows * columns, np.int64)
    goal_j, goal_i = goal // columns, goal % columns
    spent[start], key[start], heap[0], place[start] = 0.0, 0.0, start, 0
    held = 1
    while held > 0:
        cell = heap[0]
        if cell == goal:
            return True
        held -= 1
        if held > 0:
            heap[0] = heap[held]
            _sift_down(heap, place, key, held)
        place[cell] = -2
        j, i = cell // columns, cell % columns
        for k in range(9):
            a, b = j + k // 3 - 1, i + k % 3 - 1
            if k == 4 or a < 0 or a >= rows or b < 0 or b >= columns:
                continue
            other = a * columns + b
            if place[other] == -2 or not cost[a, b] < math.inf:
                continue
            wide = 1.0 if k % 2 == 1 else math.sqrt(2.0)
            total = spent[cell] + wide * 0.5 * (cost[j, i] + cost[a, b])
            if total >= spent[other]:
                continue
            spent[other], parent[other] = total, cell
            key[other] = total + math.sqrt((a - goal_j) ** 2 + (b - goal_i) ** 2)
            if place[other] == -1:
                heap[held] = other
                held += 1
                _sift_up(heap, place, key, held - 1)
            else:
                _sift_up(heap, place, key, place[other])
    return False
