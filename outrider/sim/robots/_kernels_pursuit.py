"""Pure pursuit of a path by ground robots, for row ``i`` of shared arrays.

A path is rows ``offset .. offset + length`` of a pool ``(M, 5)``: x, y, z, arc length from its
start, and the speed at which that point may be passed. The index only ever moves forward.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel

F64 = NDArray[np.float64]

X, Y, Z, ARC, LIMIT = 0, 1, 2, 3, 4
PATH_WIDTH = 5


@kernel
def saturate(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


@kernel
def wrap(angle: float) -> float:
    """The same angle in (-pi, pi]."""
    turned = angle - 2.0 * math.pi * math.floor((angle + math.pi) / (2.0 * math.pi))
    return math.pi if turned <= -math.pi else turned


@kernel
def lookahead_distance(speed: float, gain: float, low: float, high: float) -> float:
    """Proportional to the speed, within bounds, m."""
    return saturate(gain * speed, low, high)


@kernel
def closest_index(
    path: F64, offset: int, length: int, index: int, x: float, y: float, reach: float
) -> int:
    """s*: the closest point at or after ``index``, at most ``reach`` m of path ahead of it.

    Without the bound a path that crosses itself would be cut short at the crossing.
    """
    best, nearest = index, math.inf
    limit = path[offset + index, ARC] + reach
    for k in range(index, length):
        row = offset + k
        if path[row, ARC] > limit:
            break
        gap = (path[row, X] - x) ** 2 + (path[row, Y] - y) ** 2
        if gap < nearest:
            best, nearest = k, gap
    return best


@kernel
def lookahead_index(
    path: F64, offset: int, length: int, index: int, x: float, y: float, distance: float
) -> int:
    """Equation 14: the first point from ``index`` on that is ``distance`` away, else the last."""
    for k in range(index, length):
        if math.hypot(path[offset + k, X] - x, path[offset + k, Y] - y) >= distance:
            return k
    return length - 1


@kernel
def heading_error(target_x: float, target_y: float, x: float, y: float, yaw: float) -> float:
    """Equation 15, in (-pi, pi]."""
    return wrap(math.atan2(target_y - y, target_x - x) - yaw)


@kernel
def yaw_rate_command(error: float, gain: float, w_max: float) -> float:
    """Equation 16."""
    return saturate(gain * error, -w_max, w_max)


@kernel
def speed_command(v_des: float, speed: float, gain: float, v_max: float) -> float:
    """Equation 17."""
    return saturate(v_des + gain * (v_des - speed), 0.0, v_max)


@kernel
def steering_bound(v: float, w: float, wheelbase: float, delta_max: float) -> float:
    """``w`` as far as a steering angle of ``delta_max`` allows at this speed."""
    w_max = abs(v) * math.tan(delta_max) / wheelbase
    return saturate(w, -w_max, w_max)
