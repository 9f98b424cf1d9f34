"""Compiled index of objects: a hash grid with levels, so that a query costs what stands nearby.

An object lives in the one cell that holds its centre, at the first level whose cells are at least
as wide as the object; a query looks half a cell further than its radius and sees each object once.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import inline_kernel, kernel

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
I32 = NDArray[np.int32]

BOX, CYLINDER, SPHERE, CAPSULE = 0, 1, 2, 3
FINEST_M, LEVEL_RATIO, LEVELS = 4.0, 4.0, 12

# Footprint columns: heading of the rounded rectangle that holds the shadow, its half sizes,
# corner radius, lowest and highest z, and the radius of the circle around it.
F_COS, F_SIN, F_HALF_X, F_HALF_Y, F_ROUND, F_LOW, F_HIGH, F_REACH = 0, 1, 2, 3, 4, 5, 6, 7


class Obstacles(NamedTuple):
    """Objects and their index as the kernels see them; row = place in the scene's arrays."""

    kind: I32
    """(n,) 0 box, 1 cylinder, 2 sphere, 3 capsule."""
    center: F64
    """(n, 3)."""
    half_size: F64
    """(n, 3) box half edges; others radius, radius, half height (capsule: without its caps)."""
    rotation: F64
    """(n, 3, 3) world_from_object."""
    footprint: F64
    """(n, 8) see the F_ columns."""
    ident: I64
    """(n,) stable unique ids."""
    order: I32
    """(m,) rows of living objects, cell by cell."""
    level_count: I32
    """(LEVELS,) living objects per level."""
    table: I64
    """(t, 5) hash table: level (-1 = empty), cell x, cell y, start and end in ``order``."""


@inline_kernel
def _slot_of(table: I64, level: int, i: int, j: int) -> int:
    """Place of a cell in the hash table, or of the empty slot where it would go."""
    h = np.uint64(i) * np.uint64(0x9E3779B97F4A7C15)
    h ^= np.uint64(j) * np.uint64(0xC2B2AE3D27D4EB4F) + np.uint64(level)
    h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    h ^= h >> np.uint64(32)
    last = np.uint64(table.shape[0] - 1)
    slot = int(np.int64(h & last))
    while table[slot, 0] != -1:
        if table[slot, 0] == level and table[slot, 1] == i and table[slot, 2] == j:
            break
        slot = (slot + 1) & (table.shape[0] - 1)
    return slot


@kernel
def level_of(reach: float) -> int:
    """First level whose cells are as wide as an object of this horizontal radius."""
    level, size = 0, FINEST_M
    while 2.0 * reach > size and level < LEVELS - 1:
        size *= LEVEL_RATIO
        level += 1
    return level


@kernel
def build_index(
    center: F64, footprint: F64, alive: NDArray[np.bool_], order: I32, counts: I32, table: I64
) -> None:
    """Fill ``order``, ``counts`` and ``table`` (slots at -1, a power of two)."""
    n = center.shape[0]
    slots = np.empty(n, np.int64)
    for row in range(n):
        if not alive[row]:
            continue
        level = level_of(footprint[row, F_REACH])
        size = FINEST_M * LEVEL_RATIO**level
        i = math.floor(center[row, 0] / size)
        j = math.floor(center[row, 1] / size)
        slot = _slot_of(table, level, i, j)
        if table[slot, 0] == -1:
            table[slot, 0], table[slot, 1], table[slot, 2] = level, i, j
            table[slot, 4] = 0
        table[slot, 4] += 1
        counts[level] += 1
        slots[row] = slot
    place = 0
    for slot in range(table.shape[0]):
        if table[slot, 0] != -1:
            number = table[slot, 4]
            table[slot, 3] = place
            table[slot, 4] = place
            place += number
    for row in range(n):
        if alive[row]:
            slot = slots[row]
            order[table[slot, 4]] = row
            table[slot, 4] += 1


@inline_kernel
def footprint_distance(footprint: F64, center: F64, row: int, x: float, y: float) -> float:
    """Horizontal distance from (x, y) to the shadow of an object; 0 inside."""
    dx, dy = x - center[row, 0], y - center[row, 1]
    c, s = footprint[row, F_COS], footprint[row, F_SIN]
    a = max(abs(c * dx + s * dy) - footprint[row, F_HALF_X], 0.0)
    b = max(abs(c * dy - s * dx) - footprint[row, F_HALF_Y], 0.0)
    gap: float = max(math.sqrt(a * a + b * b) - footprint[row, F_ROUND], 0.0)
    return gap


@inline_kernel
def _insert(ident: I64, rows: I32, gaps: F64, held: int, row: int, gap: float) -> int:
    """Keep the lists sorted by (gap, id), dropping the last when they are full."""
    k = held
    if held == rows.shape[0]:
        if held == 0:
            return 0
        k = held - 1
        later = gap == gaps[k] and ident[row] > ident[rows[k]]
        if gap > gaps[k] or later:
            return held
    while k > 0:
        previous = rows[k - 1]
        if gaps[k - 1] < gap or (gaps[k - 1] == gap and ident[previous] < ident[row]):
            break
        rows[k], gaps[k] = previous, gaps[k - 1]
        k -= 1
    rows[k], gaps[k] = row, gap
    now: int = min(held + 1, rows.shape[0])
    return now


@kernel
def near_between(
    obstacles: Obstacles,
    x: float,
    y: float,
    radius: float,
    low: float,
    high: float,
    rows: I32,
    gaps: F64,
) -> int:
    """Objects within ``radius`` of (x, y) that reach into low <= z <= high.

    Fills ``rows`` and ``gaps`` (horizontal distance to the shadow) with the nearest, by (gap, id),
    and returns how many there are, which may be more than the lists hold.
    """
    table, order, shadow = obstacles.table, obstacles.order, obstacles.footprint
    held, total = 0, 0
    size = FINEST_M
    for level in range(LEVELS):
        if obstacles.level_count[level] > 0:
            span = radius + 0.5 * size
            i0, i1 = math.floor((x - span) / size), math.floor((x + span) / size)
            j0, j1 = math.floor((y - span) / size), math.floor((y + span) / size)
            wide, deep = float(i1 - i0) + 1.0, float(j1 - j0) + 1.0
            # With fewer objects than cells to look into, the objects are read straight through.
            through = not wide * deep <= order.shape[0]
            for cell in range(1 if through else int(wide * deep)):
                start, end = 0, order.shape[0]
                if not through:
                    slot = _slot_of(
                        table, level, i0 + cell % (i1 - i0 + 1), j0 + cell // (i1 - i0 + 1)
                    )
                    if table[slot, 0] == -1:
                        continue
                    start, end = table[slot, 3], table[slot, 4]
                for k in range(start, end):
                    row = order[k]
                    if through and level_of(shadow[row, F_REACH]) != level:
                        continue
                    if not (shadow[row, F_LOW] <= high and shadow[row, F_HIGH] >= low):
                        continue
                    gap = footprint_distance(shadow, obstacles.center, row, x, y)
                    if gap <= radius:
                        total += 1
                        held = _insert(obstacles.ident, rows, gaps, held, row, gap)
        size *= LEVEL_RATIO
    return total


@kernel
def near(obstacles: Obstacles, x: float, y: float, radius: float, rows: I32, gaps: F64) -> int:
    """Like :func:`near_between` at any height."""
    return near_between(obstacles, x, y, radius, -np.inf, np.inf, rows, gaps)


@kernel
def near_many(
    obstacles: Obstacles, points: F64, radius: F64, rows: I32, gaps: F64, counts: I32
) -> None:
    """:func:`near` for ``points (k, 2 or 3)`` and ``radius (k,)``.

    Fills ``rows (k, m) i4``, ``gaps (k, m) f64`` and ``counts (k,) i4`` (may exceed m). With a
    third coordinate, objects further than the radius above or below the point are left out.
    """
    flat = points.shape[1] == 2
    for k in range(points.shape[0]):
        low, high = -np.inf, np.inf
        if not flat:
            low, high = points[k, 2] - radius[k], points[k, 2] + radius[k]
        counts[k] = near_between(
            obstacles, points[k, 0], points[k, 1], radius[k], low, high, rows[k], gaps[k]
        )
