"""Compiled work on grids: running water, sliding scree, lines, places kept apart."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import exact_kernel

F64 = NDArray[np.float64]

INERTIA, CAPACITY, EROSION, DEPOSITION, EVAPORATION = 0.08, 5.0, 0.25, 0.25, 0.02
LEAST_SLOPE = 0.005


@exact_kernel
def _corner_weights(u: float, v: float) -> tuple[float, float, float, float]:
    return (1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v


@exact_kernel
def _spread(heights: F64, i: int, j: int, u: float, v: float, amount: float) -> None:
    """Add to the four corners about a place."""
    a, b, c, d = _corner_weights(u, v)
    heights[j, i] += a * amount
    heights[j, i + 1] += b * amount
    heights[j + 1, i] += c * amount
    heights[j + 1, i + 1] += d * amount


@exact_kernel
def run_water(heights: F64, step: float, starts: F64, steps: int, strength: float) -> None:
    """Let drops run down ``heights`` in place, one after another, from ``starts (n, 2)`` in 0..1.

    A drop carries what its speed, water and the slope allow, and leaves the rest.
    """
    ny, nx = heights.shape
    for k in range(starts.shape[0]):
        x, y = starts[k, 0] * (nx - 1.001), starts[k, 1] * (ny - 1.001)
        dx, dy, speed, water, load = 0.0, 0.0, 1.0, 1.0, 0.0
        for _ in range(steps):
            i, j = int(x), int(y)
            u, v = x - i, y - j
            h00, h10 = heights[j, i], heights[j, i + 1]
            h01, h11 = heights[j + 1, i], heights[j + 1, i + 1]
            gx = ((h10 - h00) * (1.0 - v) + (h11 - h01) * v) / step
            gy = ((h01 - h00) * (1.0 - u) + (h11 - h10) * u) / step
            a, b, c, d = _corner_weights(u, v)
            old = a * h00 + b * h10 + c * h01 + d * h11
            dx, dy = dx * INERTIA - gx * (1.0 - INERTIA), dy * INERTIA - gy * (1.0 - INERTIA)
            length = math.sqrt(dx * dx + dy * dy)
            if length < 1e-9:
                break
            dx, dy = dx / length, dy / length
            x1, y1 = x + dx, y + dy
            if not (0.0 <= x1 < nx - 1.0 and 0.0 <= y1 < ny - 1.0):
                break
            i1, j1 = int(x1), int(y1)
            a, b, c, d = _corner_weights(x1 - i1, y1 - j1)
            new = (
                a * heights[j1, i1] + b * heights[j1, i1 + 1]
                + c * heights[j1 + 1, i1] + d * heights[j1 + 1, i1 + 1]
            )  # fmt: skip
            drop = old - new
            room = max(drop / step, LEAST_SLOPE) * speed * water * CAPACITY * strength
            if drop < 0.0 or load > room:
                left = min(-drop, load) if drop < 0.0 else (load - room) * DEPOSITION
                load -= left
                _spread(heights, i, j, u, v, left)
            else:
                taken = min((room - load) * EROSION, drop)
                load += taken
                _spread(heights, i, j, u, v, -taken)
            speed = math.sqrt(max(speed * speed + drop, 0.01))
            water *= 1.0 - EVAPORATION
            x, y = x1, y1


@exact_kernel
def slide(heights: F64, step: float, steepest: float, rounds: int) -> None:
    """Let what is steeper than ``steepest`` (rise over run) slide to its lower neighbours."""
    ny, nx = heights.shape
    most = steepest * step
    for _ in range(rounds):
        for j in range(1, ny - 1):
            for i in range(1, nx - 1):
                for b in range(-1, 2):
                    for a in range(-1, 2):
                        if a == 0 and b == 0:
                            continue
                        far = most * math.sqrt(a * a + b * b)
                        excess = heights[j, i] - heights[j + b, i + a] - far
                        if excess > 0.0:
                            heights[j, i] -= 0.25 * excess
                            heights[j + b, i + a] += 0.25 * excess


@exact_kernel
def near_line(
    line: F64, values: F64, x0: float, y0: float, step: float, reach: float, away: F64, value: F64
) -> None:
    """Fill ``away`` (distance, inf beyond ``reach``) and ``value`` of the nearest point of a line.

    ``line (n, 2)`` with ``values (n,)``; the grids' rows run along y.
    """
    ny, nx = away.shape
    away[:] = np.inf
    for k in range(line.shape[0] - 1):
        ax, ay, bx, by = line[k, 0], line[k, 1], line[k + 1, 0], line[k + 1, 1]
        wx, wy = bx - ax, by - ay
        square = max(wx * wx + wy * wy, 1e-12)
        i0 = max(int((min(ax, bx) - reach - x0) / step), 0)
        i1 = min(int((max(ax, bx) + reach - x0) / step) + 2, nx)
        j0 = max(int((min(ay, by) - reach - y0) / step), 0)
        j1 = min(int((max(ay, by) + reach - y0) / step) + 2, ny)
        for j in range(j0, j1):
            for i in range(i0, i1):
                px, py = x0 + i * step - ax, y0 + j * step - ay
                t = min(max((px * wx + py * wy) / square, 0.0), 1.0)
                dx, dy = px - t * wx, py - t * wy
                far = math.sqrt(dx * dx + dy * dy)
                if far < away[j, i] and far <= reach:
                    away[j, i] = far
                    value[j, i] = values[k] + t * (values[k + 1] - values[k])


@exact_kernel
def keep_apart(
    points: F64, radius: F64, cell: float, low_x: float, low_y: float, nx: int, ny: int,
    kept: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Mark the points ``(n, 2)`` that lie outside the radius of every kept one before them.

    Two points keep the larger of their radii; ``cell`` is the largest radius.
    """
    head = np.full(nx * ny, -1, np.int64)
    following = np.full(points.shape[0], -1, np.int64)
    for k in range(points.shape[0]):
        x, y = points[k, 0], points[k, 1]
        i = min(max(int((x - low_x) / cell), 0), nx - 1)
        j = min(max(int((y - low_y) / cell), 0), ny - 1)
        free = True
        for b in range(max(j - 1, 0), min(j + 2, ny)):
            for a in range(max(i - 1, 0), min(i + 2, nx)):
                other = head[b * nx + a]
                while other >= 0 and free:
                    dx, dy = points[other, 0] - x, points[other, 1] - y
                    far = max(radius[other], radius[k])
                    if dx * dx + dy * dy < far * far:
                        free = False
                    other = following[other]
        if free:
            kept[k] = True
            following[k] = head[j * nx + i]
            head[j * nx + i] = k
