"""Take-off from any support, and landing on the ground or on a moving pad."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.sim.robots._kernels_carrot import SETTLED_SPEED, place_setpoint, stop_carrot
from outrider.sim.robots._kernels_columns import (
    DONE,
    K_ACCELERATION,
    K_CLEARANCE,
    K_DESCEND,
    K_POSITION_GAIN,
    K_TOUCH,
    N_GOAL_Z,
    N_HEIGHT,
    N_PHASE,
    N_SPEED,
    N_START_Z,
    N_STATUS,
    N_TIMER,
    N_TOLERANCE,
    N_VX,
    N_VY,
    N_VZ,
    N_X,
    N_Y,
    N_Z,
    PAD_VX,
    PAD_VY,
    PAD_VZ,
    PAD_X,
    PAD_Y,
    PAD_Z,
)
from outrider.sim.robots._kernels_flight import THROTTLES
from outrider.sim.robots._kernels_pursuit import saturate

F64 = NDArray[np.float64]

CLEAR_OF_SUPPORT = 0.5
ABOVE_PAD = 1.5
OVER_PAD = 0.2
NEAR_PAD = 0.1
CONE = 0.25
DOWN_TIME = 0.3
DOWN_SPEED = 0.3
LIFT_SHARE = 0.25
SINK_AHEAD = 0.4
REST_WITHIN = 0.15
REST_NEAR = 0.25
APPROACH, SINK, REST, DOWN = 1.0, 2.0, 3.0, 4.0


@kernel
def idle_motors(i: int, rotors: int, out_mode: Any, out: F64) -> None:
    """All throttles closed."""
    out_mode[i] = THROTTLES
    for k in range(max(rotors, 8)):
        if k < out.shape[1]:
            out[i, k] = 0.0


@kernel
def rise(
    i: int, dt: float, nav: F64, params: F64, pz: float, vz: float, out_mode: Any, out: F64
) -> None:
    """Climb straight up; a moving support's speed is kept until clear of it, then lost."""
    ax, ay = 0.0, 0.0
    if pz - nav[i, N_START_Z] > CLEAR_OF_SUPPORT:
        ax, ay, _ = stop_carrot(i, dt, True, nav, params)
    else:
        nav[i, N_X] += nav[i, N_VX] * dt
        nav[i, N_Y] += nav[i, N_VY] * dt
    a = params[i, K_ACCELERATION]
    left = max(nav[i, N_GOAL_Z] - nav[i, N_Z], 0.0)
    allowed = min(nav[i, N_SPEED], math.sqrt(2.0 * a * left))
    # A robot that is held down must not find a far set-point when it comes free.
    allowed *= saturate(2.0 - (nav[i, N_Z] - pz), 0.0, 1.0)
    before = max(nav[i, N_VZ], 0.0)
    now = max(min(allowed, before + a * dt), before - 2.0 * a * dt)
    if left < 1e-3:
        now = 0.0
        nav[i, N_Z] = nav[i, N_GOAL_Z]
    nav[i, N_VZ] = now
    nav[i, N_Z] = min(nav[i, N_Z] + now * dt, nav[i, N_GOAL_Z])
    az = saturate((now - before) / dt, -a, a)
    place_setpoint(i, ax, ay, az, nav, params, out_mode, out)
    near = abs(pz - nav[i, N_GOAL_Z]) <= nav[i, N_TOLERANCE]
    still = abs(nav[i, N_VX]) + abs(nav[i, N_VY]) < SETTLED_SPEED
    if near and still and abs(vz) < SETTLED_SPEED and now == 0.0:
        nav[i, N_STATUS] = DONE


@kernel
def touched_down(i: int, dt: float, supported: bool, slide: float, sink: float, nav: F64) -> bool:
    """Whether the robot has stood on something for a while, hardly moving against it.

    Feet chatter on a deck that shakes: a tick in the air takes back a share of a tick's standing.
    """
    if slide > DOWN_SPEED or abs(sink) > DOWN_SPEED:
        nav[i, N_TIMER] = 0.0
    elif supported:
        nav[i, N_TIMER] += dt
    else:
        nav[i, N_TIMER] = max(nav[i, N_TIMER] - LIFT_SHARE * dt, 0.0)
    return bool(nav[i, N_TIMER] >= DOWN_TIME)


@kernel
def sink_to_ground(
    i: int,
    dt: float,
    nav: F64,
    params: F64,
    pz: float,
    vx: float,
    vy: float,
    vz: float,
    ground_z: float,
    supported: bool,
    rotors: int,
    out_mode: Any,
    out: F64,
) -> None:
    """Descend where it is, slower near the ground; motors idle once it stands."""
    if nav[i, N_PHASE] == DOWN or touched_down(i, dt, supported, math.hypot(vx, vy), vz, nav):
        nav[i, N_PHASE] = DOWN
        nav[i, N_STATUS] = DONE
        idle_motors(i, rotors, out_mode, out)
        return
    ax, ay, _ = stop_carrot(i, dt, True, nav, params)
    height = pz - params[i, K_CLEARANCE] - ground_z
    fastest = min(nav[i, N_SPEED], params[i, K_DESCEND])
    goal = -saturate(0.8 * height, params[i, K_TOUCH], fastest)
    step = params[i, K_ACCELERATION] * dt
    before = nav[i, N_VZ]
    nav[i, N_VZ] = before + saturate(goal - before, -step, step)
    nav[i, N_Z] = max(nav[i, N_Z] + nav[i, N_VZ] * dt, pz - SINK_AHEAD)
    place_setpoint(i, ax, ay, (nav[i, N_VZ] - before) / dt, nav, params, out_mode, out)


@kernel
def sink_to_pad(
    i: int,
    dt: float,
    nav: F64,
    params: F64,
    pad: F64,
    px: float,
    py: float,
    pz: float,
    vx: float,
    vy: float,
    vz: float,
    supported: bool,
    rotors: int,
    out_mode: Any,
    out: F64,
) -> None:
    """Fly above the pad, then sink onto it while moving with it; wait where it is not below.

    At the first touch the rotors stop, before they push its feet about on a deck that leans; if
    it does not stay there, they start again.
    """
    ex, ey = pad[i, PAD_X] - px, pad[i, PAD_Y] - py
    off = math.hypot(ex, ey)
    slide = math.hypot(vx - pad[i, PAD_VX], vy - pad[i, PAD_VY])
    floor = pad[i, PAD_Z] + params[i, K_CLEARANCE]
    landed = touched_down(i, dt, supported, slide, vz - pad[i, PAD_VZ], nav)
    if nav[i, N_PHASE] == DOWN or (landed and nav[i, N_PHASE] >= SINK):
        nav[i, N_PHASE] = DOWN
        nav[i, N_STATUS] = DONE
        idle_motors(i, rotors, out_mode, out)
        return
    if nav[i, N_PHASE] >= SINK:
        stays = nav[i, N_TIMER] > 0.0 and pz - floor < REST_WITHIN and off < REST_NEAR
        nav[i, N_PHASE] = REST if stays else SINK
        if stays:
            idle_motors(i, rotors, out_mode, out)
            return
    if nav[i, N_PHASE] < SINK:
        nav[i, N_HEIGHT] = ABOVE_PAD
        nav[i, N_VZ] = 0.0
        if off < OVER_PAD and abs(pz - floor - ABOVE_PAD) < 0.4:
            nav[i, N_PHASE] = SINK
    else:
        # The nearer the pad, the nearer its middle it must be; off it, it waits or rises again.
        room = NEAR_PAD + CONE * max(pz - floor, 0.0)
        share = saturate(2.0 - off / room, -1.0, 1.0)
        fastest = min(nav[i, N_SPEED], params[i, K_DESCEND])
        sink = share * saturate(0.8 * (pz - floor), params[i, K_TOUCH], fastest)
        nav[i, N_VZ] = pad[i, PAD_VZ] - sink
        lowest = pz - floor - SINK_AHEAD
        nav[i, N_HEIGHT] = saturate(nav[i, N_HEIGHT] - sink * dt, lowest, ABOVE_PAD)
    # The set-point stays within reach, so that a distant pad is approached no faster than allowed.
    ez = floor + nav[i, N_HEIGHT] - pz
    away = math.sqrt(ex * ex + ey * ey + ez * ez)
    reach = nav[i, N_SPEED] / params[i, K_POSITION_GAIN]
    near = min(1.0, reach / away) if away > 0.0 else 1.0
    nav[i, N_X], nav[i, N_Y], nav[i, N_Z] = px + near * ex, py + near * ey, pz + near * ez
    nav[i, N_VX], nav[i, N_VY] = pad[i, PAD_VX], pad[i, PAD_VY]
    place_setpoint(i, 0.0, 0.0, 0.0, nav, params, out_mode, out)
