"""Multirotors along a polyline and at a point: a set-point that moves ahead of the robot.

Every function writes mode POSITION with place, heading and the velocity fed forward. To the
velocity is added what the velocity loop would lag behind: acceleration and drag over its gain.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.sim.robots._kernels_columns import (
    DONE,
    K_ACCELERATION,
    K_DRAG,
    K_DRAG_SQUARE,
    K_VELOCITY_GAIN,
    K_YAW_MAX,
    N_GOAL_HEADING,
    N_HEADING,
    N_HEADING_GIVEN,
    N_INDEX,
    N_LENGTH,
    N_OFFSET,
    N_PHASE,
    N_PROGRESS,
    N_SPEED,
    N_STATUS,
    N_TOLERANCE,
    N_VX,
    N_VY,
    N_VZ,
    N_X,
    N_Y,
    N_Z,
)
from outrider.sim.robots._kernels_flight import POSITION_HEADING
from outrider.sim.robots._kernels_pursuit import ARC, LIMIT, X, Y, Z, saturate, wrap

F64 = NDArray[np.float64]

SLACK = 1.0
SETTLED_SPEED = 0.3
TURN_FROM_SPEED = 0.2
SHORT_LEG = 1.0
GENTLE_TURN = 0.35


@kernel
def slew_heading(i: int, goal: float, dt: float, nav: F64, params: F64) -> None:
    """Turn the heading set-point towards ``goal`` no faster than the robot may."""
    step = params[i, K_YAW_MAX] * dt
    nav[i, N_HEADING] = wrap(
        nav[i, N_HEADING] + saturate(wrap(goal - nav[i, N_HEADING]), -step, step)
    )


@kernel
def place_setpoint(
    i: int, ax: float, ay: float, az: float, nav: F64, params: F64, out_mode: Any, out: F64
) -> None:
    """The set-point from the carrot's place and velocity, and its acceleration ``a``."""
    lag = 1.0 / params[i, K_VELOCITY_GAIN]
    vx, vy, vz = nav[i, N_VX], nav[i, N_VY], nav[i, N_VZ]
    drag = params[i, K_DRAG] + params[i, K_DRAG_SQUARE] * math.sqrt(vx * vx + vy * vy + vz * vz)
    out_mode[i] = POSITION_HEADING
    out[i, 0] = nav[i, N_X]
    out[i, 1] = nav[i, N_Y]
    out[i, 2] = nav[i, N_Z]
    out[i, 3] = nav[i, N_HEADING]
    out[i, 4] = vx + lag * (ax + drag * vx)
    out[i, 5] = vy + lag * (ay + drag * vy)
    out[i, 6] = vz + lag * (az + drag * vz)


@kernel
def bend(path: F64, offset: int, length: int, k: int) -> tuple[float, float, float]:
    """Change of direction per metre about leg ``k``; zero about a sharp corner of long legs."""
    if k < 1 or k > length - 3:
        return 0.0, 0.0, 0.0
    row = offset + k
    before = path[row, ARC] - path[row - 1, ARC]
    here = path[row + 1, ARC] - path[row, ARC]
    after = path[row + 2, ARC] - path[row + 1, ARC]
    if min(before, after) <= 0.0:
        return 0.0, 0.0, 0.0
    over = 0.5 * before + here + 0.5 * after
    x = (path[row + 2, X] - path[row + 1, X]) / after - (path[row, X] - path[row - 1, X]) / before
    y = (path[row + 2, Y] - path[row + 1, Y]) / after - (path[row, Y] - path[row - 1, Y]) / before
    z = (path[row + 2, Z] - path[row + 1, Z]) / after - (path[row, Z] - path[row - 1, Z]) / before
    turned = math.sqrt(x * x + y * y + z * z)
    if turned > 2.0 * GENTLE_TURN and max(before, here, after) >= SHORT_LEG:
        return 0.0, 0.0, 0.0
    return x / over, y / over, z / over


@kernel
def fly_along(
    i: int,
    dt: float,
    nav: F64,
    params: F64,
    path: F64,
    px: float,
    py: float,
    pz: float,
    speed: float,
    out_mode: Any,
    out: F64,
) -> None:
    """Move the carrot along the polyline: accelerate, slow for corners, stop at the end."""
    offset, length = int(nav[i, N_OFFSET]), int(nav[i, N_LENGTH])
    k, arc = int(nav[i, N_INDEX]), nav[i, N_PROGRESS]
    before = math.sqrt(nav[i, N_VX] ** 2 + nav[i, N_VY] ** 2 + nav[i, N_VZ] ** 2)
    lag = math.sqrt((nav[i, N_X] - px) ** 2 + (nav[i, N_Y] - py) ** 2 + (nav[i, N_Z] - pz) ** 2)
    a = params[i, K_ACCELERATION]
    ahead = offset + min(k + 1, length - 1)
    left = max(path[ahead, ARC] - arc, 0.0)
    allowed = min(nav[i, N_SPEED], math.sqrt(path[ahead, LIMIT] ** 2 + 2.0 * a * left))
    # A carrot that the robot cannot follow waits for it.
    allowed *= saturate(2.0 - lag / SLACK, 0.0, 1.0)
    now = min(allowed, before + a * dt)
    now = max(now, before - 2.0 * a * dt)
    arc = min(arc + now * dt, path[offset + length - 1, ARC])
    while k < length - 2 and arc >= path[offset + k + 1, ARC]:
        k += 1
    nav[i, N_INDEX], nav[i, N_PROGRESS] = k, arc
    row = offset + k
    following = offset + min(k + 1, length - 1)
    span = path[following, ARC] - path[row, ARC]
    share = saturate((arc - path[row, ARC]) / span, 0.0, 1.0) if span > 0.0 else 1.0
    dx, dy, dz = 0.0, 0.0, 0.0
    if span > 0.0:
        dx = (path[following, X] - path[row, X]) / span
        dy = (path[following, Y] - path[row, Y]) / span
        dz = (path[following, Z] - path[row, Z]) / span
    nav[i, N_X] = path[row, X] + share * (path[following, X] - path[row, X])
    nav[i, N_Y] = path[row, Y] + share * (path[following, Y] - path[row, Y])
    nav[i, N_Z] = path[row, Z] + share * (path[following, Z] - path[row, Z])
    end = arc >= path[offset + length - 1, ARC] - 1e-9
    if end:
        now = 0.0
    nav[i, N_VX], nav[i, N_VY], nav[i, N_VZ] = now * dx, now * dy, now * dz
    push = 0.0 if end else saturate((now - before) / dt, -a, a)
    if nav[i, N_HEADING_GIVEN] > 0.5:
        slew_heading(i, nav[i, N_GOAL_HEADING], dt, nav, params)
    elif now * math.hypot(dx, dy) > TURN_FROM_SPEED:
        slew_heading(i, math.atan2(dy, dx), dt, nav, params)
    bx, by, bz = bend(path, offset, length, k)
    square = now * now
    place_setpoint(
        i,
        push * dx + square * bx,
        push * dy + square * by,
        push * dz + square * bz,
        nav,
        params,
        out_mode,
        out,
    )
    if end and lag <= nav[i, N_TOLERANCE] and speed < SETTLED_SPEED:
        nav[i, N_STATUS] = DONE


@kernel
def catch_carrot(
    i: int,
    px: float,
    py: float,
    pz: float,
    vx: float,
    vy: float,
    vz: float,
    yaw: float,
    nav: F64,
) -> None:
    """Put the carrot onto the robot, moving as it does, once at the start of a task."""
    nav[i, N_X], nav[i, N_Y], nav[i, N_Z] = px, py, pz
    nav[i, N_VX], nav[i, N_VY], nav[i, N_VZ] = vx, vy, vz
    nav[i, N_HEADING] = yaw
    nav[i, N_PHASE] = 1.0


@kernel
def turn_into_path(i: int, nav: F64, path: F64) -> None:
    """Keep of the carrot's velocity what points along the first leg."""
    first = int(nav[i, N_OFFSET])
    dx = path[first + 1, X] - path[first, X]
    dy = path[first + 1, Y] - path[first, Y]
    dz = path[first + 1, Z] - path[first, Z]
    square = dx * dx + dy * dy + dz * dz
    along = nav[i, N_VX] * dx + nav[i, N_VY] * dy + nav[i, N_VZ] * dz
    share = max(along, 0.0) / square if square > 0.0 else 0.0
    nav[i, N_VX], nav[i, N_VY], nav[i, N_VZ] = share * dx, share * dy, share * dz


@kernel
def stop_carrot(
    i: int, dt: float, level_only: bool, nav: F64, params: F64
) -> tuple[float, float, float]:
    """Slow the carrot down and move it; returns its acceleration. Height is left if level_only."""
    vx, vy = nav[i, N_VX], nav[i, N_VY]
    vz = 0.0 if level_only else nav[i, N_VZ]
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    if speed <= 0.0:
        return 0.0, 0.0, 0.0
    a = params[i, K_ACCELERATION]
    slower = max(speed - a * dt, 0.0)
    ratio = slower / speed
    nav[i, N_VX], nav[i, N_VY] = vx * ratio, vy * ratio
    nav[i, N_X] += nav[i, N_VX] * dt
    nav[i, N_Y] += nav[i, N_VY] * dt
    if not level_only:
        nav[i, N_VZ] = vz * ratio
        nav[i, N_Z] += nav[i, N_VZ] * dt
    rate = -min(a, speed / dt) / speed
    return vx * rate, vy * rate, vz * rate


@kernel
def hold_place(
    i: int,
    dt: float,
    nav: F64,
    params: F64,
    px: float,
    py: float,
    pz: float,
    speed: float,
    out_mode: Any,
    out: F64,
) -> bool:
    """Come to rest and stay; true once it does."""
    ax, ay, az = stop_carrot(i, dt, False, nav, params)
    place_setpoint(i, ax, ay, az, nav, params, out_mode, out)
    moving = abs(nav[i, N_VX]) + abs(nav[i, N_VY]) + abs(nav[i, N_VZ])
    lag = math.sqrt((nav[i, N_X] - px) ** 2 + (nav[i, N_Y] - py) ** 2 + (nav[i, N_Z] - pz) ** 2)
    return moving == 0.0 and speed < SETTLED_SPEED and lag < SLACK
