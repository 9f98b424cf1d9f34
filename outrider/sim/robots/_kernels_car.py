"""Steered vehicles: steering geometry, pedals, cruise control, and motors in the wheels."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.sim.robots._kernels_engine import (
    RPM_FROM_RADPS,
    drag_torque,
    full_torque,
    shift_gear,
    spin_engine,
)
from outrider.sim.robots._kernels_ramp import (
    P_ACCELERATION,
    P_AXLE_X,
    P_BRAKE,
    P_DECELERATION,
    P_DROOP,
    P_MASS,
    P_RADIUS,
    P_SPEED_GAIN,
    P_SPEED_MAX,
    P_SPEED_RATE,
    P_STEER_MAX,
    P_STEER_RATE,
    P_WHEELBASE,
    P_YAW_SUM_RATE,
    S_GEAR,
    S_SPEED,
    S_SPEED_SUM,
    S_STEER,
    S_YAW_SUM,
    W_BRAKE,
    W_HAND_BRAKE,
    W_RADIUS,
    W_SERVO,
    W_SHARE,
    W_STEERED,
    W_X,
    W_Y,
    approach,
    clamp,
    park,
    ramp_speed,
)

F64 = NDArray[np.float64]

SLOWEST = 0.1
CURVATURE_SUM_MAX = 0.3
ACCELERATION_SUM_MAX = 6.0


@kernel
def wheel_angle(curvature: float, ahead: float, left: float) -> float:
    """Steering angle of a wheel ``ahead`` of the fixed axle and ``left`` of the middle, rad."""
    return math.atan2(curvature * ahead, max(1.0 - curvature * left, 1e-3))


@kernel
def steer(
    i: int, angle: float, state: F64, params: F64, wheel: F64, count: int, out_steer: F64, dt: float
) -> float:
    """Turn the steering towards ``angle`` (of the middle wheel); returns the curvature reached."""
    limit = params[i, P_STEER_MAX]
    goal = clamp(angle, -limit, limit)
    reached = approach(state[i, S_STEER], goal, params[i, P_STEER_RATE] * dt)
    state[i, S_STEER] = reached
    curvature = math.tan(reached) / params[i, P_WHEELBASE]
    for k in range(count):
        out_steer[i, k] = 0.0
        if wheel[i, k, W_STEERED] > 0.5:
            ahead = wheel[i, k, W_X] - params[i, P_AXLE_X]
            out_steer[i, k] = wheel_angle(curvature, ahead, wheel[i, k, W_Y])
    return float(curvature)


@kernel
def steering_for(
    i: int, v_cmd: float, w_cmd: float, v: float, w: float, state: F64, params: F64, dt: float
) -> float:
    """Steering angle that turns at ``w_cmd``, corrected by the curvature that is measured."""
    if w_cmd == 0.0 and v_cmd == 0.0:
        return float(state[i, S_STEER])
    largest = math.tan(params[i, P_STEER_MAX]) / params[i, P_WHEELBASE]
    if abs(v_cmd) < SLOWEST:
        wanted = math.copysign(largest, w_cmd) * (-1.0 if v_cmd < 0.0 else 1.0)
        return math.atan(wanted * params[i, P_WHEELBASE]) if w_cmd != 0.0 else 0.0
    wanted = clamp(w_cmd / v_cmd, -largest, largest)
    if abs(v) > 0.5:
        error = wanted * v - w
        total = state[i, S_YAW_SUM] + params[i, P_YAW_SUM_RATE] * error * math.copysign(dt, v)
        limit = CURVATURE_SUM_MAX * largest
        state[i, S_YAW_SUM] = clamp(total, -limit, limit)
    return math.atan((wanted + state[i, S_YAW_SUM]) * params[i, P_WHEELBASE])


@kernel
def driven_rpm(i: int, wheel_speed: F64, wheel: F64, count: int) -> float:
    """Mean speed of the driven wheels, turns a minute, weighted by their share of the torque."""
    mean = 0.0
    for k in range(count):
        mean += wheel[i, k, W_SHARE] * wheel_speed[i, k]
    return mean * RPM_FROM_RADPS


@kernel
def push(
    i: int,
    torque: float,
    brake: float,
    hand_brake: float,
    state: F64,
    params: F64,
    wheel: F64,
    count: int,
    out_torque: F64,
    out_brake: F64,
) -> None:
    """Share out the torque of the engine, and its drag and the brakes as dry friction."""
    drag = drag_torque(i, state, params)
    for k in range(count):
        share = wheel[i, k, W_SHARE]
        out_torque[i, k] = torque * share
        friction = brake * wheel[i, k, W_BRAKE] + hand_brake * wheel[i, k, W_HAND_BRAKE]
        out_brake[i, k] = friction + drag * share


@kernel
def use_pedals(
    i: int,
    command: F64,
    v: float,
    wheel_speed: F64,
    state: F64,
    params: F64,
    wheel: F64,
    count: int,
    out_torque: F64,
    out_brake: F64,
    dt: float,
) -> None:
    """Throttle, brake, hand brake and gear straight to the engine and the wheels."""
    # An electronic limiter closes the throttle over the last 2 m/s.
    limit = clamp(0.5 * (params[i, P_SPEED_MAX] - abs(v)), 0.0, 1.0)
    throttle = clamp(command[i, 0], 0.0, 1.0) * limit
    manual = command[i, 4] > 0.5
    wanted = int(clamp(command[i, 5], -1.0, 20.0)) if manual else 1
    rpm = driven_rpm(i, wheel_speed, wheel, count)
    shift_gear(i, not manual, wanted, v, rpm, state, params)
    torque = spin_engine(i, throttle, rpm, state, params, dt)
    state[i, S_SPEED] = v
    brake, hand_brake = clamp(command[i, 2], 0.0, 1.0), clamp(command[i, 3], 0.0, 1.0)
    push(i, torque, brake, hand_brake, state, params, wheel, count, out_torque, out_brake)


@kernel
def cruise(
    i: int,
    v_cmd: float,
    braking: float,
    v: float,
    wheel_speed: F64,
    state: F64,
    params: F64,
    wheel: F64,
    count: int,
    out_torque: F64,
    out_brake: F64,
    dt: float,
) -> None:
    """Hold a speed with throttle, brake and gears; forwards, backwards, and parked at zero."""
    if braking >= 1.0:
        state[i, S_SPEED] = 0.0
    before = state[i, S_SPEED]
    v_ref = ramp_speed(
        before, v_cmd, params[i, P_ACCELERATION] * dt, params[i, P_DECELERATION] * dt
    )
    state[i, S_SPEED] = v_ref
    at_rest = v_cmd == 0.0 and v_ref == 0.0
    parked = park(i, at_rest, wheel_speed, state, wheel, count, dt)
    rpm = driven_rpm(i, wheel_speed, wheel, count)
    way = 0.0 if v_ref == 0.0 else math.copysign(1.0, v_ref)
    shift_gear(i, way >= 0.0, -1 if way < 0.0 else 1, v, rpm, state, params)
    error = v_ref - v
    wanted = (v_ref - before) / dt + params[i, P_SPEED_GAIN] * error + state[i, S_SPEED_SUM]
    force = params[i, P_MASS] * wanted * way * params[i, P_RADIUS]
    throttle, brake = 0.0, braking
    if at_rest:
        state[i, S_SPEED_SUM] = 0.0
        gentle = params[i, P_MASS] * params[i, P_DECELERATION] * params[i, P_RADIUS]
        brake = max(brake, 1.0 if parked else clamp(gentle / params[i, P_BRAKE], 0.0, 1.0))
    else:
        if force > 0.0 and state[i, S_GEAR] != 0.0:
            needed = force + drag_torque(i, state, params)
            throttle = min(needed / full_torque(i, rpm, state, params), 1.0) * (1.0 - braking)
        elif force < 0.0:
            brake = max(brake, min(-force / params[i, P_BRAKE], 1.0))
        if v * way < 0.0:
            # Rolling the wrong way: a hill start, or a change of direction.
            brake = max(brake, 0.3)
        full = (throttle >= 1.0 and error * way > 0.0) or (brake >= 1.0 and error * way < 0.0)
        if not full and braking == 0.0:
            total = state[i, S_SPEED_SUM] + params[i, P_SPEED_RATE] * error * dt
            state[i, S_SPEED_SUM] = clamp(total, -ACCELERATION_SUM_MAX, ACCELERATION_SUM_MAX)
    torque = spin_engine(i, throttle, rpm, state, params, dt)
    hand = 1.0 if parked else 0.0
    push(i, torque, brake, hand, state, params, wheel, count, out_torque, out_brake)


@kernel
def roll_steered(
    i: int,
    v_cmd: float,
    curvature: float,
    brake: float,
    v: float,
    wheel_speed: F64,
    state: F64,
    params: F64,
    wheel: F64,
    count: int,
    out_target: F64,
    out_brake: F64,
    dt: float,
) -> None:
    """Steered robots with motors in the wheels: each turns as fast as its own circle asks."""
    if brake >= 1.0:
        state[i, S_SPEED] = 0.0
    v_ref = ramp_speed(
        state[i, S_SPEED], v_cmd, params[i, P_ACCELERATION] * dt, params[i, P_DECELERATION] * dt
    )
    state[i, S_SPEED] = v_ref
    at_rest = v_cmd == 0.0 and v_ref == 0.0
    parked = park(i, at_rest, wheel_speed, state, wheel, count, dt)
    error = 0.0 if at_rest else v_ref - v
    if at_rest:
        state[i, S_SPEED_SUM] = 0.0
    v_out = v_ref + params[i, P_SPEED_GAIN] * error + state[i, S_SPEED_SUM]
    full = 0.0
    for k in range(count):
        across = 1.0 - curvature * wheel[i, k, W_Y]
        along = curvature * (wheel[i, k, W_X] - params[i, P_AXLE_X])
        target = v_out * math.sqrt(across * across + along * along) / wheel[i, k, W_RADIUS]
        if abs(target - wheel_speed[i, k]) >= params[i, P_DROOP] and wheel[i, k, W_SERVO] > 0.5:
            full += math.copysign(1.0, target - wheel_speed[i, k])
        out_target[i, k] = 0.0 if parked else target
        out_brake[i, k] = (1.0 if parked else brake) * wheel[i, k, W_BRAKE]
    if full * error <= 0.0:
        limit = 0.3 * params[i, P_SPEED_MAX]
        total = state[i, S_SPEED_SUM] + params[i, P_SPEED_RATE] * error * dt
        state[i, S_SPEED_SUM] = clamp(total, -limit, limit)
