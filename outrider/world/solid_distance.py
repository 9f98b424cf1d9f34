"""How far points are from solids, pair by pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outrider.world._kernels_objects import F_HIGH, F_LOW, Obstacles, near_many
from outrider.world._kernels_shapes import distances_to

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]

CHUNK = 65_536
FIRST_ROOM = 8


def distances(obstacles: Obstacles, rows: I64 | I32, points: F64) -> F64:
    """``(n,)`` signed distance of each of ``points (n, 3)`` to the surface of its solid."""
    out = np.empty(len(rows))
    places = np.ascontiguousarray(points, dtype=np.float64)
    distances_to(obstacles, np.ascontiguousarray(rows, dtype=np.int32), places, out)
    return out


def near_pairs(
    obstacles: Obstacles, points: F64, *, radius_m: float, low: F64, high: F64
) -> tuple[I64, I32, F64]:
    """Point, solid and gap of every solid whose shadow is within a radius of a point.

    Only of solids that reach between ``low`` and ``high``, heights for each point.
    """
    found: list[tuple[I64, I32, F64]] = [
        (np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0))
    ]
    for first in range(0, len(points), CHUNK):
        chosen = slice(first, first + CHUNK)
        owner, rows, gaps = _near(
            obstacles, points[chosen, :2], radius_m, low[chosen], high[chosen]
        )
        found.append((owner + first, rows, gaps))
    return (
        np.concatenate([part[0] for part in found]),
        np.concatenate([part[1] for part in found]),
        np.concatenate([part[2] for part in found]),
    )


def _near(
    obstacles: Obstacles, flat: F64, radius_m: float, low: F64, high: F64
) -> tuple[I64, I32, F64]:
    # The kernel looks as far up and down as to the side: so far that the band is within.
    reach = np.maximum(0.5 * (high - low), radius_m)
    points = np.column_stack((flat, 0.5 * (low + high)))
    room = FIRST_ROOM
    while True:
        rows, gaps = np.empty((len(flat), room), np.int32), np.empty((len(flat), room))
        counts = np.empty(len(flat), np.int32)
        near_many(obstacles, points, reach, rows, gaps, counts)
        if counts.max(initial=0) <= room:
            break
        room = int(counts.max())
    owner, column = np.nonzero(np.arange(room)[None, :] < counts[:, None])
    solid, gap = rows[owner, column], gaps[owner, column]
    shadow = obstacles.footprint[solid]
    kept = (gap <= radius_m) & (shadow[:, F_LOW] <= high[owner]) & (shadow[:, F_HIGH] >= low[owner])
    return owner[kept], solid[kept], gap[kept]
