"""Robots on the ground along a path: wheels by pure pursuit, people by walking ahead."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.sim.robots._kernels_columns import (
    DONE,
    K_CREEP,
    K_DECELERATION,
    K_DELTA_MAX,
    K_KIND,
    K_LOOK_GAIN,
    K_LOOK_MAX,
    K_LOOK_MIN,
    K_RATE,
    K_SPEED_GAIN,
    K_SPEED_MAX,
    K_SPINS,
    K_STEER,
    K_WHEELBASE,
    K_YAW_MAX,
    N_HEADING,
    N_INDEX,
    N_LENGTH,
    N_OFFSET,
    N_PHASE,
    N_PROGRESS,
    N_SPEED,
    N_START,
    N_STATUS,
    N_TOLERANCE,
    N_UPDATES,
    WALKING,
)
from outrider.sim.robots._kernels_pursuit import (
    ARC,
    LIMIT,
    X,
    Y,
    closest_index,
    heading_error,
    lookahead_distance,
    lookahead_index,
    speed_command,
    steering_bound,
    yaw_rate_command,
)
from outrider.sim.robots._kernels_ramp import VELOCITY

F64 = NDArray[np.float64]

# A robot that can turns on the spot where its way bends off further than PIVOT_ANGLE, rad, and
# while it stands (m/s) until its way lies AHEAD_ANGLE before it: else it swings into walls.
PIVOT_ANGLE = 1.0
AHEAD_ANGLE = 0.15
PIVOT_SPEED = 0.1
STANDSTILL = 0.05
WALK_AHEAD = 0.8
WALK_VELOCITY = 0


@kernel
def rest_on_ground(i: int, params: F64, yaw: float, out_mode: Any, out: F64) -> None:
    """Brake and park; a person stands where it heads."""
    out_mode[i] = WALK_VELOCITY if params[i, K_KIND] == WALKING else VELOCITY
    out[i, 0] = 0.0
    out[i, 1] = 0.0
    out[i, 2] = yaw if params[i, K_KIND] == WALKING else 0.0


@kernel
def control_due(i: int, tick: int, dt: float, nav: F64, params: F64) -> bool:
    """Whether the controller runs on this tick; exact on average for every rate."""
    passed = (tick - nav[i, N_START]) * dt * params[i, K_RATE]
    if passed + 1e-9 < nav[i, N_UPDATES]:
        return False
    nav[i, N_UPDATES] += 1.0
    return True


@kernel
def advance_on_path(
    i: int, nav: F64, path: F64, x: float, y: float, distance: float
) -> tuple[int, float]:
    """Move the index forward; returns the row to head for and the distance to the end, m."""
    offset, length = int(nav[i, N_OFFSET]), int(nav[i, N_LENGTH])
    index = closest_index(path, offset, length, int(nav[i, N_INDEX]), x, y, distance + 1.0)
    nav[i, N_INDEX] = index
    nav[i, N_PROGRESS] = path[offset + index, ARC]
    ahead = lookahead_index(path, offset, length, index, x, y, distance)
    last = offset + length - 1
    return offset + ahead, math.hypot(path[last, X] - x, path[last, Y] - y)


@kernel
def arrived(i: int, nav: F64, path: F64, distance: float) -> bool:
    """Within tolerance of the end, by the path and by distance (a path may end where it began)."""
    last = int(nav[i, N_OFFSET]) + int(nav[i, N_LENGTH]) - 1
    left = path[last, ARC] - nav[i, N_PROGRESS]
    return bool(distance <= nav[i, N_TOLERANCE] and left <= nav[i, N_TOLERANCE] + 0.5)


@kernel
def drive_along(
    i: int,
    tick: int,
    dt: float,
    nav: F64,
    params: F64,
    path: F64,
    x: float,
    y: float,
    yaw: float,
    speed: float,
    out_mode: Any,
    out: F64,
) -> None:
    """Equations 14 to 17 at the control rate; brakes at the end and is done when it stands."""
    if nav[i, N_PHASE] == 1.0:
        rest_on_ground(i, params, yaw, out_mode, out)
        if speed < STANDSTILL:
            nav[i, N_STATUS] = DONE
        return
    if not control_due(i, tick, dt, nav, params):
        return
    distance = lookahead_distance(
        speed, params[i, K_LOOK_GAIN], params[i, K_LOOK_MIN], params[i, K_LOOK_MAX]
    )
    row, to_end = advance_on_path(i, nav, path, x, y, distance)
    if arrived(i, nav, path, to_end):
        nav[i, N_PHASE] = 1.0
        rest_on_ground(i, params, yaw, out_mode, out)
        return
    error = heading_error(path[row, X], path[row, Y], x, y, yaw)
    here = int(nav[i, N_OFFSET]) + int(nav[i, N_INDEX])
    v_des = min(nav[i, N_SPEED], max(path[here, LIMIT], params[i, K_CREEP]))
    turned = AHEAD_ANGLE if speed < PIVOT_SPEED else PIVOT_ANGLE
    if params[i, K_SPINS] > 0.5 and abs(error) > turned:
        v_des = 0.0
    w = yaw_rate_command(error, params[i, K_STEER], params[i, K_YAW_MAX])
    v = speed_command(v_des, speed, params[i, K_SPEED_GAIN], params[i, K_SPEED_MAX])
    if params[i, K_SPINS] < 0.5:
        w = steering_bound(v, w, params[i, K_WHEELBASE], params[i, K_DELTA_MAX])
    out_mode[i] = VELOCITY
    out[i, 0] = v
    out[i, 1] = w
    for k in range(2, 8):
        out[i, k] = 0.0


@kernel
def walk_along(
    i: int,
    nav: F64,
    params: F64,
    path: F64,
    x: float,
    y: float,
    yaw: float,
    speed: float,
    out_mode: Any,
    out: F64,
) -> None:
    """Walk towards a point a step ahead on the path, slower in corners and before the end."""
    if nav[i, N_PHASE] == 1.0:
        rest_on_ground(i, params, nav[i, N_HEADING], out_mode, out)
        if speed < STANDSTILL:
            nav[i, N_STATUS] = DONE
        return
    row, to_end = advance_on_path(i, nav, path, x, y, WALK_AHEAD)
    if arrived(i, nav, path, to_end):
        nav[i, N_PHASE] = 1.0
        nav[i, N_HEADING] = yaw
        rest_on_ground(i, params, yaw, out_mode, out)
        return
    here = int(nav[i, N_OFFSET]) + int(nav[i, N_INDEX])
    v = min(nav[i, N_SPEED], max(path[here, LIMIT], params[i, K_CREEP]))
    # The end is taken exactly, wherever the nearest point of the path lies.
    v = min(v, math.sqrt(2.0 * params[i, K_DECELERATION] * to_end) + params[i, K_CREEP])
    heading = math.atan2(path[row, Y] - y, path[row, X] - x)
    out_mode[i] = WALK_VELOCITY
    out[i, 0] = v * math.cos(heading)
    out[i, 1] = v * math.sin(heading)
    out[i, 2] = heading
    for k in range(3, 8):
        out[i, k] = 0.0
