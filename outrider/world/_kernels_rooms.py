"""Compiled questions about a room: does a rectangle fit, and can a robot still pass.

A rectangle is (x, y, cos, sin, half length, half width). A room is cut into square cells; a cell
is open if a robot's middle may stand there.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import exact_kernel

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]


@exact_kernel
def _apart_along(a: F64, b: F64, ax: float, ay: float) -> bool:
    """Whether the line along (ax, ay) shows a gap between two rectangles."""
    middle = abs((b[0] - a[0]) * ax + (b[1] - a[1]) * ay)
    reach_a = a[4] * abs(a[2] * ax + a[3] * ay) + a[5] * abs(-a[3] * ax + a[2] * ay)
    reach_b = b[4] * abs(b[2] * ax + b[3] * ay) + b[5] * abs(-b[3] * ax + b[2] * ay)
    return bool(middle > reach_a + reach_b)


@exact_kernel
def overlap(a: F64, b: F64) -> bool:
    """Whether two rectangles touch."""
    return not (
        _apart_along(a, b, a[2], a[3])
        or _apart_along(a, b, -a[3], a[2])
        or _apart_along(a, b, b[2], b[3])
        or _apart_along(a, b, -b[3], b[2])
    )


@exact_kernel
def inside(x: float, y: float, edges: F64) -> bool:
    """Whether a point lies in the polygon of ``edges (n, 4)``."""
    odd = False
    for k in range(edges.shape[0]):
        x0, y0, x1, y1 = edges[k, 0], edges[k, 1], edges[k, 2], edges[k, 3]
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            odd = not odd
    return odd


@exact_kernel
def _to_segment(x: float, y: float, edge: F64) -> float:
    dx, dy = edge[2] - edge[0], edge[3] - edge[1]
    t = ((x - edge[0]) * dx + (y - edge[1]) * dy) / (dx * dx + dy * dy)
    t = min(max(t, 0.0), 1.0)
    return math.hypot(x - edge[0] - t * dx, y - edge[1] - t * dy)


@exact_kernel
def _to_rectangle(x: float, y: float, rect: F64) -> float:
    dx, dy = x - rect[0], y - rect[1]
    along = max(abs(dx * rect[2] + dy * rect[3]) - rect[4], 0.0)
    across = max(abs(dy * rect[2] - dx * rect[3]) - rect[5], 0.0)
    return math.hypot(along, across)


@exact_kernel
def open_cells(edges: F64, floor: U8, origin: F64, cell: float, clearance: float) -> U8:
    """(ny, nx) 1 where the robot's middle keeps ``clearance`` to walls and to cells not floor."""
    ny, nx = floor.shape
    out = np.zeros((ny, nx), np.uint8)
    reach = math.ceil(clearance / cell)
    for j in range(ny):
        y = origin[1] + (j + 0.5) * cell
        for i in range(nx):
            x = origin[0] + (i + 0.5) * cell
            if floor[j, i] == 0:
                continue
            out[j, i] = 1
            for k in range(edges.shape[0]):
                if _to_segment(x, y, edges[k]) < clearance:
                    out[j, i] = 0
                    break
    for j in range(ny):
        for i in range(nx):
            if floor[j, i] != 2:
                continue
            for v in range(max(j - reach, 0), min(j + reach + 1, ny)):
                for u in range(max(i - reach, 0), min(i + reach + 1, nx)):
                    if math.hypot(u - i, v - j) * cell < clearance:
                        out[v, u] = 0
    return out


@exact_kernel
def floor_cells(edges: F64, ny: int, nx: int, origin: F64, cell: float) -> U8:
    """(ny, nx) 1 inside the polygon, else 0."""
    out = np.zeros((ny, nx), np.uint8)
    for j in range(ny):
        for i in range(nx):
            out[j, i] = inside(origin[0] + (i + 0.5) * cell, origin[1] + (j + 0.5) * cell, edges)
    return out


@exact_kernel
def fits(
    rect: F64,
    gap: float,
    taken: F64,
    count: int,
    kept: F64,
    edges: F64,
    floor: U8,
    origin: F64,
    cell: float,
) -> bool:
    """Whether a rectangle lies in the room, ``gap`` from what is there, off what is kept free."""
    wide = rect.copy()
    wide[4] += gap
    wide[5] += gap
    for k in range(count):
        if overlap(wide, taken[k]):
            return False
    for k in range(kept.shape[0]):
        if overlap(rect, kept[k]):
            return False
    if not inside(rect[0], rect[1], edges):
        return False
    wall = np.empty(6)
    for k in range(edges.shape[0]):
        dx, dy = edges[k, 2] - edges[k, 0], edges[k, 3] - edges[k, 1]
        length = math.hypot(dx, dy)
        wall[0], wall[1] = 0.5 * (edges[k, 0] + edges[k, 2]), 0.5 * (edges[k, 1] + edges[k, 3])
        wall[2], wall[3], wall[4], wall[5] = dx / length, dy / length, 0.5 * length, 0.0
        if overlap(rect, wall):
            return False
    reach = math.hypot(wide[4], wide[5])
    first_i = max(int((rect[0] - reach - origin[0]) / cell), 0)
    first_j = max(int((rect[1] - reach - origin[1]) / cell), 0)
    last_i = min(int((rect[0] + reach - origin[0]) / cell) + 1, floor.shape[1])
    last_j = min(int((rect[1] + reach - origin[1]) / cell) + 1, floor.shape[0])
    for j in range(first_j, last_j):
        for i in range(first_i, last_i):
            if floor[j, i] == 2:
                x, y = origin[0] + (i + 0.5) * cell, origin[1] + (j + 0.5) * cell
                if _to_rectangle(x, y, wide) <= 0.0:
                    return False
    return True


@exact_kernel
def block(cells: U8, rect: F64, origin: F64, cell: float, clearance: float) -> None:
    """Close the open cells that lie nearer to a rectangle than ``clearance``."""
    reach = math.hypot(rect[4], rect[5]) + clearance
    first_i = max(int((rect[0] - reach - origin[0]) / cell), 0)
    first_j = max(int((rect[1] - reach - origin[1]) / cell), 0)
    last_i = min(int((rect[0] + reach - origin[0]) / cell) + 1, cells.shape[1])
    last_j = min(int((rect[1] + reach - origin[1]) / cell) + 1, cells.shape[0])
    for j in range(first_j, last_j):
        for i in range(first_i, last_i):
            x, y = origin[0] + (i + 0.5) * cell, origin[1] + (j + 0.5) * cell
            if _to_rectangle(x, y, rect) < clearance:
                cells[j, i] = 0


@exact_kernel
def reached(cells: U8, starts: I64, stack: I64) -> int:
    """Count of open cells that join the first of ``starts (n, 2)``; 0 if another one does not.

    Rows of ``starts`` are (j, i); reached cells become 2. ``stack`` holds a place for each cell.
    """
    nx = cells.shape[1]
    if cells[starts[0, 0], starts[0, 1]] == 0:
        return 0
    flat = cells.reshape(-1)
    stack[0] = starts[0, 0] * nx + starts[0, 1]
    flat[stack[0]] = 2
    top, count = 1, 0
    while top > 0:
        top -= 1
        here = stack[top]
        count += 1
        # Cells at the border are never open: a wall is near.
        for step in (1, -1, nx, -nx):
            if flat[here + step] == 1:
                flat[here + step] = 2
                stack[top] = here + step
                top += 1
    for k in range(1, starts.shape[0]):
        if cells[starts[k, 0], starts[k, 1]] != 2:
            return 0
    return count


@exact_kernel
def lower_to(corners: F64, heights: F64, origin: F64, cell: float) -> None:
    """Lower each cell of ``heights`` to the triangles (m, 3, 3) that pass over its middle."""
    ny, nx = heights.shape
    for k in range(corners.shape[0]):
        t = corners[k]
        ax, ay = t[1, 0] - t[0, 0], t[1, 1] - t[0, 1]
        bx, by = t[2, 0] - t[0, 0], t[2, 1] - t[0, 1]
        area = ax * by - ay * bx
        if abs(area) < 1e-12:
            continue
        first_i = max(int((t[:, 0].min() - origin[0]) / cell), 0)
        first_j = max(int((t[:, 1].min() - origin[1]) / cell), 0)
        last_i = min(int((t[:, 0].max() - origin[0]) / cell) + 1, nx)
        last_j = min(int((t[:, 1].max() - origin[1]) / cell) + 1, ny)
        for j in range(first_j, last_j):
            y = origin[1] + (j + 0.5) * cell - t[0, 1]
            for i in range(first_i, last_i):
                x = origin[0] + (i + 0.5) * cell - t[0, 0]
                u, v = (x * by - y * bx) / area, (y * ax - x * ay) / area
                if u >= -1e-9 and v >= -1e-9 and u + v <= 1.0 + 1e-9:
                    z = t[0, 2] + u * (t[1, 2] - t[0, 2]) + v * (t[2, 2] - t[0, 2])
                    heights[j, i] = min(heights[j, i], z)


@exact_kernel
def depths(cells: U8) -> I64:
    """(ny, nx) steps from each open cell to the nearest closed one, sideways or up and down."""
    ny, nx = cells.shape
    out = np.zeros((ny, nx), np.int64)
    for j in range(ny):
        for i in range(nx):
            if cells[j, i] != 0:
                left = out[j, i - 1] if i > 0 else 0
                below = out[j - 1, i] if j > 0 else 0
                out[j, i] = min(left, below) + 1
    for j in range(ny - 1, -1, -1):
        for i in range(nx - 1, -1, -1):
            if cells[j, i] != 0:
                right = out[j, i + 1] if i < nx - 1 else 0
                above = out[j + 1, i] if j < ny - 1 else 0
                out[j, i] = min(out[j, i], min(right, above) + 1)
    return out
