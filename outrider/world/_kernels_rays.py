"""Compiled rays and balls against ground and objects.

Objects are exact. Ground is marched: the step is the clearance over the steepest possible approach
(slope bound of the terrain), which cannot pass through it, but at least ``MIN_STEP_M``; a crossing
is then bisected to 1e-9 m. So a hit is exact, and a ray reported clear cuts no crest deeper than
half a least step times (slope bound + 1).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.world._kernels_objects import (
    F64,
    FINEST_M,
    LEVEL_RATIO,
    LEVELS,
    Obstacles,
    _slot_of,
    near_between,
)
from outrider.world._kernels_shapes import distance_to, line_span
from outrider.world._kernels_terrain import LIPSCHITZ, ground_at

MIN_STEP_M = 0.05
BALL_RINGS, BALL_SPOKES = 8, 24


@kernel
def ground_hit(
    terrain: F64,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    length: float,
) -> float:
    """Distance along the unit ray at which it meets the ground; inf if not within ``length``."""
    fall = terrain[LIPSCHITZ] * math.sqrt(dx * dx + dy * dy) - dz
    before, t = 0.0, 0.0
    gap = oz - ground_at(terrain, ox, oy)[0]
    if gap <= 0.0:
        return 0.0
    while gap > 0.0:
        if fall <= 0.0 or t >= length:
            return math.inf
        before = t
        t = min(t + max(gap / fall, MIN_STEP_M), length)
        gap = oz + t * dz - ground_at(terrain, ox + t * dx, oy + t * dy)[0]
    while t - before > 1e-9:
        middle = 0.5 * (before + t)
        if middle <= before or middle >= t:
            break
        if oz + middle * dz > ground_at(terrain, ox + middle * dx, oy + middle * dy)[0]:
            before = middle
        else:
            t = middle
    return t


@kernel
def object_hit(
    obstacles: Obstacles,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
    length: float,
) -> tuple[float, int]:
    """Distance along the unit ray to the first object, and its row; (inf, -1) if none."""
    table, order = obstacles.table, obstacles.order
    best, found = math.inf, -1
    # The grid is walked along the axis that the ray follows most.
    swap = abs(dy) > abs(dx)
    p, q, dp, dq = (oy, ox, dy, dx) if swap else (ox, oy, dx, dy)
    size = FINEST_M
    for level in range(LEVELS):
        if obstacles.level_count[level] > 0:
            end_p = p + length * dp
            first = math.floor(min(p, end_p) / size - 0.5)
            last = math.floor(max(p, end_p) / size + 0.5)
            through = not (4.0 * float(last - first) + 4.0 <= order.shape[0])
            for i in range(first, first + 1 if through else last + 1):
                t0, t1 = 0.0, length
                if not through and dp != 0.0:
                    a, b = ((i - 0.5) * size - p) / dp, ((i + 1.5) * size - p) / dp
                    t0, t1 = max(min(a, b), 0.0), min(max(a, b), length)
                low, high = min(q + t0 * dq, q + t1 * dq), max(q + t0 * dq, q + t1 * dq)
                j0, j1 = math.floor(low / size - 0.5), math.floor(high / size + 0.5)
                for j in range(j0, j0 + 1 if through else j1 + 1):
                    start, end = 0, order.shape[0]
                    if not through:
                        slot = _slot_of(table, level, j if swap else i, i if swap else j)
                        if table[slot, 0] == -1:
                            continue
                        start, end = table[slot, 3], table[slot, 4]
                    for k in range(start, end):
                        row = order[k]
                        enter, leave = line_span(obstacles, row, ox, oy, oz, dx, dy, dz)
                        enter = max(enter, 0.0)
                        nearer = enter < best or (enter == best and row < found)
                        if leave >= enter and enter <= length and nearer:
                            best, found = enter, row
            if through:
                break
        size *= LEVEL_RATIO
    return best, found


@kernel
def cast_many(
    terrain: F64,
    obstacles: Obstacles,
    starts: F64,
    rays: F64,
    length: float,
    ranges: F64,
    rows: NDArray[np.int32],
) -> None:
    """First hits of unit ``rays (n, 3)``: ``ranges`` (inf = none) and ``rows`` (-1 = ground)."""
    for k in range(starts.shape[0]):
        o, d = starts[k], rays[k]
        far, row = object_hit(obstacles, o[0], o[1], o[2], d[0], d[1], d[2], length)
        reach = min(far, length)
        ground = ground_hit(terrain, o[0], o[1], o[2], d[0], d[1], d[2], reach)
        ranges[k] = min(far, ground)
        rows[k] = -1 if ground < far else row


@kernel
def sight_clear(terrain: F64, obstacles: Obstacles, a: F64, b: F64) -> bool:
    """Whether nothing stands between ``a (3,)`` and ``b (3,)``.

    The last micrometre is not looked at, so that a point of a surface can be seen.
    """
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    if not length < math.inf:
        return False
    if length <= 1e-6:
        return True
    dx, dy, dz = dx / length, dy / length, dz / length
    length -= 1e-6
    if object_hit(obstacles, a[0], a[1], a[2], dx, dy, dz, length)[1] >= 0:
        return False
    return ground_hit(terrain, a[0], a[1], a[2], dx, dy, dz, length) == math.inf


@kernel
def sight_many(terrain: F64, obstacles: Obstacles, a: F64, b: F64, out: NDArray[np.bool_]) -> None:
    """:func:`sight_clear` for ``a (n, 3)`` and ``b (n, 3)``."""
    for k in range(a.shape[0]):
        out[k] = sight_clear(terrain, obstacles, a[k], b[k])


@kernel
def _ground_clear(terrain: F64, x: float, y: float, z: float, radius: float) -> bool:
    gap = z - ground_at(terrain, x, y)[0]
    if not gap >= radius:
        return False
    if gap >= radius * math.sqrt(1.0 + terrain[LIPSCHITZ] ** 2):
        return True
    for ring in range(1, BALL_RINGS + 1):
        r = radius * ring / BALL_RINGS
        reach = math.sqrt(radius * radius - r * r)
        for spoke in range(BALL_SPOKES):
            angle = 2.0 * math.pi * spoke / BALL_SPOKES
            at = ground_at(terrain, x + r * math.cos(angle), y + r * math.sin(angle))[0]
            if z - at < reach:
                return False
    return True


@kernel
def ball_clear(
    terrain: F64, obstacles: Obstacles, x: float, y: float, z: float, radius: float
) -> bool:
    """Whether a ball touches neither ground nor object.

    Ground is tried at 193 points within the radius (rings a radius / 8 apart); objects are exact.
    """
    if not _ground_clear(terrain, x, y, z, radius):
        return False
    rows, gaps = np.empty(16, np.int32), np.empty(16)
    total = near_between(obstacles, x, y, radius, z - radius, z + radius, rows, gaps)
    if total > 16:
        rows, gaps = np.empty(total, np.int32), np.empty(total)
        near_between(obstacles, x, y, radius, z - radius, z + radius, rows, gaps)
    clear = True
    for k in range(total):
        clear = clear and distance_to(obstacles, rows[k], x, y, z) >= radius
    return clear


@kernel
def balls_clear(
    terrain: F64, obstacles: Obstacles, points: F64, radius: float, out: NDArray[np.bool_]
) -> None:
    """:func:`ball_clear` for ``points (n, 3)``."""
    for k in range(points.shape[0]):
        p = points[k]
        out[k] = ball_clear(terrain, obstacles, p[0], p[1], p[2], radius)


@kernel
def lowest_under(terrain: F64, center: F64, footprint: F64, spacing: float, out: F64) -> None:
    """Fill ``out (n,)`` with a height that no ground under each object's shadow lies below.

    The shadow is tried every ``spacing`` metres at most 400 x 400 times; each sample is lowered by
    its slope over half a spacing.
    """
    for row in range(center.shape[0]):
        f = footprint[row]
        half_x, half_y = f[2] + f[4], f[3] + f[4]
        nx = min(max(math.ceil(2.0 * half_x / spacing), 2), 400)
        ny = min(max(math.ceil(2.0 * half_y / spacing), 2), 400)
        lowest = math.inf
        for j in range(ny + 1):
            v = half_y * (2.0 * j / ny - 1.0)
            for i in range(nx + 1):
                u = half_x * (2.0 * i / nx - 1.0)
                x = center[row, 0] + f[0] * u - f[1] * v
                y = center[row, 1] + f[1] * u + f[0] * v
                z, zx, zy = ground_at(terrain, x, y)
                away = math.sqrt((half_x / nx) ** 2 + (half_y / ny) ** 2)
                lowest = min(lowest, z - away * math.sqrt(zx * zx + zy * zy))
        out[row] = lowest
