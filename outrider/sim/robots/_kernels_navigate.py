"""One tick of the navigator: the task of robot ``i`` becomes its low-level command."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.sim.robots._kernels_carrot import (
    catch_carrot,
    fly_along,
    hold_place,
    turn_into_path,
)
from outrider.sim.robots._kernels_columns import (
    CONTROL,
    DONE,
    DRIVING,
    FAILED,
    FLYING,
    FOLLOW,
    GO_TO,
    IDLE,
    K_KIND,
    LAND,
    N_ON_PAD,
    N_PHASE,
    N_START_Z,
    N_STATUS,
    N_TASK,
    N_TIMEOUT,
    PAD_THERE,
    RUNNING,
    STOP,
    TAKE_OFF,
    TIMED_OUT,
)
from outrider.sim.robots._kernels_course import (
    STANDSTILL,
    drive_along,
    rest_on_ground,
    walk_along,
)
from outrider.sim.robots._kernels_landing import (
    DOWN,
    idle_motors,
    rise,
    sink_to_ground,
    sink_to_pad,
)

F64 = NDArray[np.float64]


@kernel
def heading_of(i: int, quaternion: F64) -> float:
    """Yaw of row ``i`` (xyzw)."""
    x, y = quaternion[i, 0], quaternion[i, 1]
    z, w = quaternion[i, 2], quaternion[i, 3]
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


@kernel
def fly_task(
    i: int,
    dt: float,
    nav: F64,
    params: F64,
    path: F64,
    position: F64,
    velocity: F64,
    yaw: float,
    ground_z: float,
    supported: bool,
    pad: F64,
    rotors: int,
    out_mode: Any,
    out: F64,
) -> None:
    """A multirotor's task; what is done, stopped or timed out ends in holding the place."""
    task = int(nav[i, N_TASK])
    px, py, pz = position[i, 0], position[i, 1], position[i, 2]
    vx, vy, vz = velocity[i, 0], velocity[i, 1], velocity[i, 2]
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    if nav[i, N_PHASE] == 0.0:
        catch_carrot(i, px, py, pz, vx, vy, vz, yaw, nav)
        if task in (GO_TO, FOLLOW):
            turn_into_path(i, nav, path)
        nav[i, N_START_Z] = pz
    if task == IDLE:
        idle_motors(i, rotors, out_mode, out)
        return
    if task == LAND and nav[i, N_PHASE] == DOWN:
        idle_motors(i, rotors, out_mode, out)
        return
    if nav[i, N_STATUS] != RUNNING:
        hold_place(i, dt, nav, params, px, py, pz, speed, out_mode, out)
        return
    if task in (GO_TO, FOLLOW):
        fly_along(i, dt, nav, params, path, px, py, pz, speed, out_mode, out)
    elif task == TAKE_OFF:
        rise(i, dt, nav, params, pz, vz, out_mode, out)
    elif task == LAND and nav[i, N_ON_PAD] > 0.5:
        if pad[i, PAD_THERE] < 0.5:
            nav[i, N_STATUS] = FAILED
            nav[i, N_PHASE] = 0.0
            hold_place(i, dt, nav, params, px, py, pz, speed, out_mode, out)
            return
        sink_to_pad(
            i, dt, nav, params, pad, px, py, pz, vx, vy, vz, supported, rotors, out_mode, out
        )
    elif task == LAND:
        sink_to_ground(
            i, dt, nav, params, pz, vx, vy, vz, ground_z, supported, rotors, out_mode, out
        )
    elif hold_place(i, dt, nav, params, px, py, pz, speed, out_mode, out):
        nav[i, N_STATUS] = DONE


@kernel
def ground_task(
    i: int,
    tick: int,
    dt: float,
    nav: F64,
    params: F64,
    path: F64,
    position: F64,
    velocity: F64,
    yaw: float,
    out_mode: Any,
    out: F64,
) -> None:
    """A vehicle's or a person's task. They are always on the ground: taking off is standing."""
    task = int(nav[i, N_TASK])
    speed = math.hypot(velocity[i, 0], velocity[i, 1])
    moving = task in (GO_TO, FOLLOW)
    if nav[i, N_STATUS] == RUNNING and moving:
        if params[i, K_KIND] == DRIVING:
            drive_along(
                i, tick, dt, nav, params, path, position[i, 0], position[i, 1], yaw, speed,
                out_mode, out,
            )  # fmt: skip
        else:
            walk_along(
                i, nav, params, path, position[i, 0], position[i, 1], yaw, speed, out_mode, out
            )
        return
    rest_on_ground(i, params, yaw, out_mode, out)
    if nav[i, N_STATUS] == RUNNING and speed < STANDSTILL:
        nav[i, N_STATUS] = DONE


@kernel
def navigate_step(
    i: int,
    tick: int,
    dt: float,
    nav: F64,
    params: F64,
    path: F64,
    position: F64,
    velocity: F64,
    quaternion: F64,
    ground_z: float,
    supported: bool,
    pad: F64,
    rotors: int,
    out_mode: Any,
    out_setpoint: F64,
) -> int:
    """Write the mode and set-point of robot ``i`` for this tick; returns its status code.

    ``nav (n, N_WIDTH)``, ``params (n, K_WIDTH)``, ``path (M, 5)``, ``position, velocity (n, 3)``
    in the world, ``quaternion (n, 4)`` xyzw, ``ground_z`` the terrain below, ``supported`` whether
    the robot touches what it may stand on, ``pad (n, 8)``, ``rotors`` of a multirotor,
    ``out_mode (n,)`` integers, ``out_setpoint (n, >= 8)``. Task CONTROL writes nothing: mode and
    set-point stay what the caller put there.
    """
    status = int(nav[i, N_STATUS])
    timeout = nav[i, N_TIMEOUT]
    if status == RUNNING and timeout >= 0.0 and tick >= timeout:
        nav[i, N_STATUS] = TIMED_OUT
        if nav[i, N_TASK] != CONTROL:
            # Holding starts from here and now, not from the set-point that was never reached.
            nav[i, N_TASK] = STOP
            nav[i, N_PHASE] = 0.0
    if nav[i, N_TASK] == CONTROL:
        return int(nav[i, N_STATUS])
    yaw = heading_of(i, quaternion)
    if params[i, K_KIND] == FLYING:
        fly_task(
            i, dt, nav, params, path, position, velocity, yaw, ground_z, supported, pad, rotors,
            out_mode, out_setpoint,
        )  # fmt: skip
    else:
        ground_task(i, tick, dt, nav, params, path, position, velocity, yaw, out_mode, out_setpoint)
    return int(nav[i, N_STATUS])
