"""Which vehicles of a swarm are close to one another, or low over the ground; and plain rows.

Positions are the first three fields of the blocks of ``_kernels_swarm``: ``state[b, 0:3, j]``.
Candidate pairs are found with a hashed grid and kept until a pair not among them could have come
close; each has its slack, the closing distance it can spare before it must be looked at again.
"""

from __future__ import annotations

import math
from typing import Any

from outrider.core.jit import inline_kernel, kernel
from outrider.sim.physics._kernels_cascade import LANES

Array = Any

FINE = 64  # classes of slack
_FIELD = 0x1FFFFF  # 21 bits of a cell's key for each axis


@inline_kernel
def _widen(now: Array, then: Array, j: int, extremes: Array) -> None:
    x = now[0, j] - then[0, j]
    y = now[1, j] - then[1, j]
    z = now[2, j] - then[2, j]
    extremes[0, j] = min(extremes[0, j], x)
    extremes[1, j] = min(extremes[1, j], y)
    extremes[2, j] = min(extremes[2, j], z)
    extremes[3, j] = max(extremes[3, j], x)
    extremes[4, j] = max(extremes[4, j], y)
    extremes[5, j] = max(extremes[5, j], z)
    extremes[6, j] = max(extremes[6, j], x * x + y * y + z * z)


@kernel
def measure_drift(
    first: int, last: int, n: int, state: Array, anchor: Array, extremes: Array
) -> None:
    """Displacements from ``anchor (blocks, 3, 16)`` lane by lane, widened into ``extremes``.

    ``extremes (7, 16)``: least x, y, z, largest x, y, z, largest square of the length. Lanes
    beyond ``n`` vehicles do not count.
    """
    if state.shape[2] != LANES or anchor.shape[2] != LANES or extremes.shape[1] != LANES:
        return
    for b in range(first, min(last, n // LANES)):
        for j in range(LANES):
            _widen(state[b], anchor[b], j, extremes)
    if last > n // LANES:
        for j in range(n % LANES):
            _widen(state[last - 1], anchor[last - 1], j, extremes)


@inline_kernel
def _key(ix: int, iy: int, iz: int) -> int:
    return ((ix & _FIELD) << 42) | ((iy & _FIELD) << 21) | (iz & _FIELD)


@inline_kernel
def _bucket(ix: int, iy: int, iz: int, sx: int, sy: int, mask: int) -> int:
    """Cells next to one another stand together in the table, and may wrap around its end."""
    return (ix * sx + iy * sy + iz) & mask


@kernel
def sort_cells(n: int, cell_m: float, state: Array, starts: Array, place: Array, order: Array,
               points: Array, cells: Array, keys: Array) -> tuple[int, int]:  # fmt: skip
    """Sort vehicles by the bucket of their cell, stable in their ids.

    ``starts (buckets + 1,)``: where each bucket begins. In bucket order: ``order (n,)`` ids,
    ``points (n, 3)``, ``cells (n, 3)`` i8, ``keys (n,)``. ``place (n,)`` is room for buckets.
    Returns how far apart in the table the neighbours along x and along y stand.
    """
    mask = starts.shape[0] - 2
    scale = 1.0 / cell_m
    low_y = high_y = state[0, 1, 0]
    low_z = high_z = state[0, 2, 0]
    for i in range(n):
        b, j = i // LANES, i % LANES
        low_y, high_y = min(low_y, state[b, 1, j]), max(high_y, state[b, 1, j])
        low_z, high_z = min(low_z, state[b, 2, j]), max(high_z, state[b, 2, j])
    # A box that fits the table fills it without collisions; odd strides serve those that do not.
    sy = (math.floor((high_z - low_z) * scale) + 3) | 1
    sx = (sy * (math.floor((high_y - low_y) * scale) + 3)) | 1
    starts[:] = 0
    for i in range(n):
        b, j = i // LANES, i % LANES
        ix = math.floor(state[b, 0, j] * scale)
        iy = math.floor(state[b, 1, j] * scale)
        iz = math.floor(state[b, 2, j] * scale)
        at = _bucket(ix, iy, iz, sx, sy, mask)
        place[i] = at
        starts[at + 1] += 1
    for at in range(mask + 1):
        starts[at + 1] += starts[at]
    for i in range(n - 1, -1, -1):
        # Filled from the back: starts[at + 1] ends up as the beginning of the bucket.
        at = place[i] + 1
        starts[at] -= 1
        s = starts[at]
        b, j = i // LANES, i % LANES
        x, y, z = state[b, 0, j], state[b, 1, j], state[b, 2, j]
        ix, iy, iz = math.floor(x * scale), math.floor(y * scale), math.floor(z * scale)
        order[s] = i
        points[s, 0], points[s, 1], points[s, 2] = x, y, z
        cells[s, 0], cells[s, 1], cells[s, 2] = ix, iy, iz
        keys[s] = _key(ix, iy, iz)
    for at in range(mask + 1):
        starts[at] = starts[at + 1]
    starts[mask + 1] = n
    return sx, sy


@kernel
def find_candidates(first: int, last: int, radius_m: float, skin_m: float, sx: int, sy: int,
                    starts: Array, order: Array, points: Array, cells: Array, keys: Array,
                    pairs: Array, classes: Array) -> int:  # fmt: skip
    """Pairs nearer than ``radius_m + skin_m`` of the sorted vehicles ``first`` to ``last``.

    ``sx, sy``: from sorting. ``pairs (room, 2)`` i4: ids, smaller first; ``classes (room,)`` u1:
    slack / skin_m * FINE, rounded down. Returns how many there are, even beyond the room.
    """
    mask = starts.shape[0] - 2
    room = pairs.shape[0]
    reach = (radius_m + skin_m) * (radius_m + skin_m)
    fine = FINE / skin_m
    found = 0
    for s in range(first, last):
        x, y, z = points[s, 0], points[s, 1], points[s, 2]
        ix, iy, iz = cells[s, 0], cells[s, 1], cells[s, 2]
        # Half of the 26 cells around, and the rest of this one: every pair once.
        for step in range(14):
            dx = (step + 4) // 9
            dy = (step + 4) % 9 // 3 - 1
            dz = (step + 4) % 3 - 1
            key = _key(ix + dx, iy + dy, iz + dz)
            at = _bucket(ix + dx, iy + dy, iz + dz, sx, sy, mask)
            begin = starts[at] if step > 0 else s + 1
            for t in range(begin, starts[at + 1]):
                if keys[t] != key:
                    continue
                ex, ey, ez = points[t, 0] - x, points[t, 1] - y, points[t, 2] - z
                square = ex * ex + ey * ey + ez * ez
                if square < reach:
                    if found < room:
                        slack = max(0.0, (math.sqrt(square) - radius_m) * fine)
                        pairs[found, 0] = min(order[s], order[t])
                        pairs[found, 1] = max(order[s], order[t])
                        classes[found] = min(FINE - 1, int(slack))
                    found += 1
    return found


@kernel
def sort_by_slack(pairs: Array, classes: Array, ends: Array, out: Array) -> None:
    """Pairs in the order of their classes into ``out``; ``ends (FINE,)``: where each class ends."""
    ends[:] = 0
    for k in range(classes.shape[0]):
        ends[classes[k]] += 1
    for c in range(1, FINE):
        ends[c] += ends[c - 1]
    for k in range(classes.shape[0] - 1, -1, -1):
        c = classes[k]
        ends[c] -= 1
        out[ends[c], 0] = pairs[k, 0]
        out[ends[c], 1] = pairs[k, 1]
    for c in range(FINE - 1):
        ends[c] = ends[c + 1]
    ends[FINE - 1] = classes.shape[0]


@kernel
def check_pairs(first: int, last: int, radius_m: float, state: Array, pairs: Array,
                out: Array) -> int:  # fmt: skip
    """Those of the pairs ``first`` to ``last`` that are closer than ``radius_m`` now."""
    square = radius_m * radius_m
    found = 0
    for k in range(first, last):
        i, j = pairs[k, 0], pairs[k, 1]
        bi, li, bj, lj = i // LANES, i % LANES, j // LANES, j % LANES
        x = state[bi, 0, li] - state[bj, 0, lj]
        y = state[bi, 1, li] - state[bj, 1, lj]
        z = state[bi, 2, li] - state[bj, 2, lj]
        if x * x + y * y + z * z < square:
            out[found, 0] = i
            out[found, 1] = j
            found += 1
    return found


@kernel
def find_low(n: int, state: Array, ceiling: Array, x0: float, y0: float, cell_m: float,
             outside_m: float, highest_m: float, margin_m: float, out: Array) -> int:  # fmt: skip
    """Ids whose z is below the ceiling of their cell plus ``margin_m``, ascending, into ``out``."""
    ny, nx = ceiling.shape
    scale = 1.0 / cell_m
    found = 0
    for b in range((n + LANES - 1) // LANES):
        near = 0
        for j in range(LANES):
            near += 1 if state[b, 2, j] < highest_m + margin_m else 0
        if near == 0:
            continue
        for j in range(min(LANES, n - b * LANES)):
            # Compared as floats: the number of the cell may not fit an integer.
            u = (state[b, 0, j] - x0) * scale
            v = (state[b, 1, j] - y0) * scale
            top = outside_m
            if 0.0 <= u < nx and 0.0 <= v < ny:
                top = ceiling[int(v), int(u)]
            if state[b, 2, j] < top + margin_m:
                out[found] = b * LANES + j
                found += 1
    return found


@kernel
def write_rows(ids: Array, rows: Array, blocks: Array) -> None:
    """``rows (k, fields)`` to the lanes of ``ids (k,)`` in ``blocks (blocks, fields, 16)``."""
    for k in range(ids.shape[0]):
        b, j = ids[k] // LANES, ids[k] % LANES
        for f in range(rows.shape[1]):
            blocks[b, f, j] = rows[k, f]


@kernel
def read_rows(ids: Array, blocks: Array, rows: Array) -> None:
    """The inverse of :func:`write_rows`."""
    for k in range(ids.shape[0]):
        b, j = ids[k] // LANES, ids[k] % LANES
        for f in range(rows.shape[1]):
            rows[k, f] = blocks[b, f, j]
