"""One tick of a ground robot's low-level control, for row ``i`` of shared arrays.

A mode ends in a speed and a yaw rate (or steering angle), except for the pedals, which reach the
engine as they are. Skid-steer robots get wheel-speed targets, engine vehicles wheel torque, and
every robot a dry-friction brake that also parks it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.sim.robots._kernels_car import (
    cruise,
    roll_steered,
    steer,
    steering_for,
    use_pedals,
)
from outrider.sim.robots._kernels_ramp import (
    ACKERMANN,
    CONTINUOUS,
    DISCRETE,
    P_ACCELERATION,
    P_DECELERATION,
    P_DROOP,
    P_ENGINE,
    P_LAYOUT,
    P_REVERSE_MAX,
    P_SCRUB,
    P_SPEED_GAIN,
    P_SPEED_MAX,
    P_SPEED_RATE,
    P_STEER_MAX,
    P_STEP_SPEED,
    P_STEP_YAW,
    P_YAW_ACCELERATION,
    P_YAW_GAIN,
    P_YAW_MAX,
    P_YAW_SUM_RATE,
    PEDALS,
    S_MODE,
    S_SPEED,
    S_SPEED_SUM,
    S_YAW_RATE,
    S_YAW_SUM,
    SKID,
    STEERED,
    VELOCITY,
    W_BRAKE,
    W_RADIUS,
    W_Y,
    approach,
    clamp,
    park,
    ramp_speed,
)

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]


@kernel
def drive_skid(
    i: int,
    v_cmd: float,
    w_cmd: float,
    brake: float,
    v: float,
    w: float,
    wheel_speed: F64,
    state: F64,
    params: F64,
    wheel: F64,
    count: int,
    out_target: F64,
    out_brake: F64,
    dt: float,
) -> None:
    """Speed and yaw rate to wheel speeds: scrub compensated, then corrected by what is measured."""
    at_rest = v_cmd == 0.0 and w_cmd == 0.0
    if brake >= 1.0:
        state[i, S_SPEED] = 0.0
        state[i, S_YAW_RATE] = 0.0
    v_ref = ramp_speed(
        state[i, S_SPEED], v_cmd, params[i, P_ACCELERATION] * dt, params[i, P_DECELERATION] * dt
    )
    w_ref = approach(state[i, S_YAW_RATE], w_cmd, params[i, P_YAW_ACCELERATION] * dt)
    state[i, S_SPEED] = v_ref
    state[i, S_YAW_RATE] = w_ref
    at_rest = at_rest and v_ref == 0.0 and w_ref == 0.0
    parked = park(i, at_rest, wheel_speed, state, wheel, count, dt)
    if at_rest:
        state[i, S_SPEED_SUM] = 0.0
        state[i, S_YAW_SUM] = 0.0
    v_error = 0.0 if at_rest else v_ref - v
    w_error = 0.0 if at_rest else w_ref - w
    v_out = v_ref + params[i, P_SPEED_GAIN] * v_error + state[i, S_SPEED_SUM]
    w_out = w_ref + params[i, P_YAW_GAIN] * w_error + state[i, S_YAW_SUM]
    v_full, w_full = 0.0, 0.0
    for k in range(count):
        y = wheel[i, k, W_Y]
        target = (v_out - w_out * y * params[i, P_SCRUB]) / wheel[i, k, W_RADIUS]
        # A servo at its torque limit cannot follow; integrating on would only wind up.
        missing = target - wheel_speed[i, k]
        if abs(missing) >= params[i, P_DROOP]:
            v_full += math.copysign(1.0, missing)
            w_full -= math.copysign(1.0, missing) * (1.0 if y > 0.0 else -1.0)
        out_target[i, k] = 0.0 if parked else target
        share = 1.0 if parked else brake
        out_brake[i, k] = share * wheel[i, k, W_BRAKE]
    if v_full * v_error <= 0.0:
        limit = 0.3 * params[i, P_SPEED_MAX]
        total = state[i, S_SPEED_SUM] + params[i, P_SPEED_RATE] * v_error * dt
        state[i, S_SPEED_SUM] = clamp(total, -limit, limit)
    if w_full * w_error <= 0.0:
        limit = 0.8 * params[i, P_YAW_MAX]
        total = state[i, S_YAW_SUM] + params[i, P_YAW_SUM_RATE] * w_error * dt
        state[i, S_YAW_SUM] = clamp(total, -limit, limit)


@kernel
def read_command(i: int, mode: int, command: F64, params: F64) -> tuple[float, float, float]:
    """Speed, yaw rate (in mode ACKERMANN a steering angle) and braking that a command asks for."""
    v, w, brake = 0.0, 0.0, 0.0
    if mode in (VELOCITY, ACKERMANN):
        v, w = command[i, 0], command[i, 1]
    elif mode == CONTINUOUS:
        brake = clamp(command[i, 0], 0.0, 1.0)
        v, w = command[i, 1] * (1.0 - brake), command[i, 2] * (1.0 - brake)
    elif mode == DISCRETE:
        action = int(clamp(command[i, 0], 0.0, 4.0))
        if action == 0:
            brake = 1.0
        elif action == 1:
            v = params[i, P_STEP_SPEED]
        elif action == 2:
            v = -params[i, P_STEP_SPEED]
        else:
            w = params[i, P_STEP_YAW] * (1.0 if action == 3 else -1.0)
            if params[i, P_LAYOUT] == STEERED:
                # It cannot turn on the spot: it creeps forward with the wheels hard over.
                v = 0.5 * params[i, P_STEP_SPEED]
    v = clamp(v, -params[i, P_REVERSE_MAX], params[i, P_SPEED_MAX])
    if mode != ACKERMANN:
        w = clamp(w, -params[i, P_YAW_MAX], params[i, P_YAW_MAX])
    return v, w, brake


@kernel
def drive_step(
    i: int,
    mode: int,
    command: F64,
    measured_v: float,
    measured_w: float,
    wheel_speed: F64,
    state: F64,
    params: F64,
    wheel: F64,
    wheel_count: I64,
    out_target: F64,
    out_torque: F64,
    out_brake: F64,
    out_steer: F64,
    dt: float,
) -> None:
    """One tick of robot ``i``; all outputs of its wheels are written.

    ``command (n, 8)``, ``wheel_speed (n, W)`` rad/s, ``state (n, S_WIDTH)``, ``params (n,
    P_WIDTH)``, ``wheel (n, W, 8)``, ``wheel_count (n,)``. Out, ``(n, W)`` each: ``out_target``
    rad/s for the wheels' velocity servos, ``out_torque`` N m of the engine, ``out_brake`` N m of
    dry friction (never negative), ``out_steer`` rad.
    """
    count = wheel_count[i]
    v, w = clamp(measured_v, -1e3, 1e3), clamp(measured_w, -1e3, 1e3)
    if int(state[i, S_MODE]) != mode:
        state[i, S_MODE] = mode
        state[i, S_SPEED_SUM] = 0.0
        state[i, S_YAW_SUM] = 0.0
    v_cmd, w_cmd, brake = read_command(i, mode, command, params)
    for k in range(count):
        out_torque[i, k] = 0.0
        out_target[i, k] = 0.0
        out_steer[i, k] = 0.0
    if params[i, P_LAYOUT] == SKID:
        if mode == ACKERMANN:
            w_cmd = 0.0
        drive_skid(
            i, v_cmd, w_cmd, brake, v, w, wheel_speed, state, params, wheel, count,
            out_target, out_brake, dt,
        )  # fmt: skip
        return
    if mode == PEDALS:
        angle = clamp(command[i, 1], -1.0, 1.0) * params[i, P_STEER_MAX]
    elif mode == ACKERMANN:
        angle = w_cmd
    elif mode == DISCRETE and w_cmd != 0.0:
        angle = math.copysign(params[i, P_STEER_MAX], w_cmd)
    else:
        angle = steering_for(i, v_cmd, w_cmd, v, w, state, params, dt)
    curvature = steer(i, angle, state, params, wheel, count, out_steer, dt)
    if params[i, P_ENGINE] < 0.5:
        roll_steered(
            i, v_cmd, curvature, brake, v, wheel_speed, state, params, wheel, count,
            out_target, out_brake, dt,
        )  # fmt: skip
    elif mode == PEDALS:
        use_pedals(
            i, command, v, wheel_speed, state, params, wheel, count, out_torque, out_brake, dt
        )
    else:
        cruise(
            i, v_cmd, brake, v, wheel_speed, state, params, wheel, count, out_torque, out_brake, dt
        )
