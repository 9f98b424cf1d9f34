"""What the drive kernels share: the columns of their arrays, bounded ramps, and parking."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

VELOCITY, ACKERMANN, PEDALS, DISCRETE, CONTINUOUS = 0, 1, 2, 3, 4
SKID, STEERED = 0, 1

# Columns of the drive parameters (n, P_WIDTH); the engine's follow from 24 on.
P_LAYOUT, P_ENGINE = 0, 1
P_SPEED_MAX, P_REVERSE_MAX, P_ACCELERATION, P_DECELERATION = 2, 3, 4, 5
P_YAW_MAX, P_YAW_ACCELERATION = 6, 7
P_SPEED_GAIN, P_SPEED_RATE, P_YAW_GAIN, P_YAW_SUM_RATE = 8, 9, 10, 11
P_SCRUB, P_STEER_MAX, P_STEER_RATE, P_WHEELBASE, P_AXLE_X = 12, 13, 14, 15, 16
P_MASS, P_STEP_SPEED, P_STEP_YAW, P_DROOP, P_RADIUS, P_BRAKE = 17, 18, 19, 20, 21, 22

# Columns of the wheel table (n, W, 8).
W_X, W_Y, W_RADIUS, W_SHARE, W_BRAKE, W_HAND_BRAKE, W_STEERED, W_SERVO = 0, 1, 2, 3, 4, 5, 6, 7

# Columns of the drive state (n, S_WIDTH).
S_SPEED, S_YAW_RATE = 0, 1  # ramped references, m/s and rad/s
S_SPEED_SUM, S_YAW_SUM = 2, 3  # integrators
S_GEAR, S_RPM, S_SHIFT = 4, 5, 6  # gear engaged, engine speed, time since the last shift, s
S_THROTTLE, S_STEER = 7, 8  # what the engine and the steering have reached
S_PARKED, S_STILL, S_MODE = 9, 10, 11  # 1 = parked, time at rest, mode of the last tick
S_WIDTH = 12

# Columns of the engine's part of the drive parameters.
P_GEARS, P_FINAL, P_REVERSE, P_EFFICIENCY = 24, 25, 26, 27
P_IDLE, P_STALL, P_REDLINE, P_UP, P_DOWN = 28, 29, 30, 31, 32
P_SHIFT_TIME, P_DRAG, P_POINTS = 33, 34, 35
P_RATIOS, P_CURVE = 36, 46
MAX_GEARS, MAX_POINTS = 10, 12
P_WIDTH = P_CURVE + 2 * MAX_POINTS

PARKING_SPEED = 0.03
PARKING_TIME = 1.0


@kernel
def clamp(x: float, low: float, high: float) -> float:
    """``x`` within bounds; NaN becomes zero."""
    if math.isnan(x):
        return 0.0
    return min(max(x, low), high)


@kernel
def approach(x: float, goal: float, step: float) -> float:
    """``x`` moved towards ``goal`` by at most ``step``."""
    return x + min(max(goal - x, -step), step)


@kernel
def ramp_speed(v_ref: float, v_cmd: float, up: float, down: float) -> float:
    """The speed reference, one tick on: ``up`` away from zero, ``down`` towards it."""
    if v_ref * v_cmd < 0.0:
        return approach(v_ref, 0.0, down)
    if abs(v_cmd) < abs(v_ref):
        return approach(v_ref, v_cmd, down)
    return approach(v_ref, v_cmd, up)


@kernel
def park(
    i: int, at_rest: bool, wheel_speed: F64, state: F64, wheel: F64, count: int, dt: float
) -> bool:
    """Whether the parking brake is on: at rest by command, and slow or slow enough in coming."""
    if not at_rest:
        state[i, S_STILL] = 0.0
        state[i, S_PARKED] = 0.0
        return False
    state[i, S_STILL] = min(state[i, S_STILL] + dt, 100.0)
    fastest = 0.0
    for k in range(count):
        fastest = max(fastest, abs(wheel_speed[i, k]) * wheel[i, k, W_RADIUS])
    if fastest < PARKING_SPEED or state[i, S_STILL] > PARKING_TIME:
        state[i, S_PARKED] = 1.0
    return bool(state[i, S_PARKED] > 0.5)
