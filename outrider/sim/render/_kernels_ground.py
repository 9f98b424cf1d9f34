"""Which tiles of the ground are in view, and how fine."""

from __future__ import annotations

import math
from typing import Any

from outrider.core.jit import exact_kernel


@exact_kernel
def _seen(x: float, y: float, edge: float, low: float, high: float, eye: Any, planes: Any) -> bool:
    """Whether a box over a tile is at least partly within all planes."""
    for p in range(len(planes)):
        gap = planes[p, 3]
        gap += planes[p, 0] * ((x + edge if planes[p, 0] > 0.0 else x) - eye[0])
        gap += planes[p, 1] * ((y + edge if planes[p, 1] > 0.0 else y) - eye[1])
        gap += planes[p, 2] * ((high if planes[p, 2] > 0.0 else low) - eye[2])
        if gap < 0.0:
            return False
    return True


@exact_kernel
def tiles_in_view(
    tile_m: float,
    top: int,
    eye: Any,
    above_m: float,
    planes: Any,
    refine: float,
    far_m: float,
    low: float,
    high: float,
    waiting: Any,
    found: Any,
    away: Any,
) -> int:
    """Addresses ``found (n, 3)``: level, column, row; returns how many.

    A tile nearer than ``refine`` of its edges is split, as long as there are finer ones. Boxes
    reach from ``low`` to ``high``; the eye
    is ``above_m`` over the ground. ``waiting (m, 3)`` is room to work in.
    """
    edge = tile_m * 2.0**top
    held, count = 0, 0
    for row in range(math.floor((eye[1] - far_m) / edge), math.floor((eye[1] + far_m) / edge) + 1):
        first = math.floor((eye[0] - far_m) / edge)
        for column in range(first, math.floor((eye[0] + far_m) / edge) + 1):
            waiting[held, 0], waiting[held, 1], waiting[held, 2] = top, column, row
            held += 1
    while held > 0:
        held -= 1
        level, column, row = waiting[held, 0], waiting[held, 1], waiting[held, 2]
        edge = tile_m * 2.0**level
        x, y = column * edge, row * edge
        dx = max(x - eye[0], 0.0, eye[0] - x - edge)
        dy = max(y - eye[1], 0.0, eye[1] - y - edge)
        distance = math.sqrt(dx * dx + dy * dy + above_m * above_m)
        if distance > far_m or not _seen(x, y, edge, low, high, eye, planes):
            continue
        if level > 0 and distance < refine * edge:
            for child in range(4):
                waiting[held, 0] = level - 1
                waiting[held, 1] = 2 * column + child % 2
                waiting[held, 2] = 2 * row + child // 2
                held += 1
            continue
        if count < len(found):
            found[count, 0], found[count, 1], found[count, 2] = level, column, row
            away[count] = distance
        count += 1
    return count
