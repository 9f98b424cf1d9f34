"""Engine, gearbox and torque converter of a vehicle, for row ``i`` of shared arrays."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.sim.robots._kernels_ramp import (
    P_CURVE,
    P_DOWN,
    P_DRAG,
    P_EFFICIENCY,
    P_FINAL,
    P_GEARS,
    P_IDLE,
    P_POINTS,
    P_RATIOS,
    P_REDLINE,
    P_REVERSE,
    P_SHIFT_TIME,
    P_STALL,
    P_UP,
    S_GEAR,
    S_RPM,
    S_SHIFT,
    S_THROTTLE,
)

F64 = NDArray[np.float64]

RPM_FROM_RADPS = 30.0 / math.pi
THROTTLE_LAG = 0.1
ENGINE_LAG = 0.08
REVERSING_SPEED = 1.0


@kernel
def gear_ratio(i: int, gear: int, params: F64) -> float:
    """Turns of the engine for one of the wheels; negative in reverse, zero in neutral."""
    if gear > 0:
        return float(params[i, P_RATIOS + gear - 1] * params[i, P_FINAL])
    if gear < 0:
        return float(-params[i, P_REVERSE] * params[i, P_FINAL])
    return 0.0


@kernel
def curve_torque(i: int, rpm: float, params: F64) -> float:
    """Full-throttle torque, N m: linear between the points of the curve, zero past the redline."""
    count = int(params[i, P_POINTS])
    if rpm >= params[i, P_REDLINE] or count == 0:
        return 0.0
    last = P_CURVE
    for k in range(count):
        at = P_CURVE + 2 * k
        if rpm <= params[i, at]:
            span = params[i, at] - params[i, last]
            if span <= 0.0:
                return float(params[i, at + 1])
            share = (rpm - params[i, last]) / span
            return float(params[i, last + 1] + share * (params[i, at + 1] - params[i, last + 1]))
        last = at
    return float(params[i, last + 1])


@kernel
def shift_gear(
    i: int, automatic: bool, wanted: int, v: float, wheel_rpm: float, state: F64, params: F64
) -> None:
    """Choose the gear: ``wanted`` as far as it is safe, or by engine speed when automatic."""
    gear = int(state[i, S_GEAR])
    goal = min(max(wanted, -1), int(params[i, P_GEARS]))
    if automatic and goal > 0:
        if gear <= 0:
            goal = 1
        else:
            goal = gear
            rpm = abs(wheel_rpm * gear_ratio(i, gear, params))
            if state[i, S_SHIFT] >= params[i, P_SHIFT_TIME]:
                # A light foot shifts at two thirds of the speed that full throttle does.
                up = params[i, P_UP] * (0.65 + 0.35 * state[i, S_THROTTLE])
                if rpm > up and gear < int(params[i, P_GEARS]):
                    goal = gear + 1
                elif rpm < params[i, P_DOWN] and gear > 1:
                    goal = gear - 1
    # The wrong way round would tear a real gearbox apart: it stays in neutral until slow enough.
    if goal > 0 and v < -REVERSING_SPEED:
        goal = 0
    if goal < 0 and v > REVERSING_SPEED:
        goal = 0
    if goal != gear:
        state[i, S_GEAR] = goal
        state[i, S_SHIFT] = 0.0


@kernel
def spin_engine(
    i: int, throttle: float, wheel_rpm: float, state: F64, params: F64, dt: float
) -> float:
    """Torque at all driven wheels together, N m; moves throttle, engine speed, shift clock."""
    state[i, S_SHIFT] = min(state[i, S_SHIFT] + dt, 100.0)
    state[i, S_THROTTLE] += (throttle - state[i, S_THROTTLE]) * (1.0 - math.exp(-dt / THROTTLE_LAG))
    gear = int(state[i, S_GEAR])
    ratio = gear_ratio(i, gear, params)
    idle, opening = params[i, P_IDLE], state[i, S_THROTTLE]
    free = idle + opening * (params[i, P_STALL] - idle)
    turning = wheel_rpm * ratio
    # The torque converter slips until the wheels have caught up with the engine.
    goal = max(turning, free)
    if gear == 0:
        goal = idle + opening * (params[i, P_REDLINE] - idle)
    goal = min(goal, 1.05 * params[i, P_REDLINE])
    if state[i, S_RPM] < idle:
        state[i, S_RPM] = idle
    state[i, S_RPM] += (goal - state[i, S_RPM]) * (1.0 - math.exp(-dt / ENGINE_LAG))
    if gear == 0 or state[i, S_SHIFT] < params[i, P_SHIFT_TIME]:
        return 0.0
    torque = opening * curve_torque(i, max(turning, min(free, state[i, S_RPM])), params)
    return float(torque * ratio * params[i, P_EFFICIENCY])


@kernel
def full_torque(i: int, wheel_rpm: float, state: F64, params: F64) -> float:
    """Wheel torque at full throttle in the gear engaged, N m, as magnitude; for cruise control."""
    ratio = gear_ratio(i, int(state[i, S_GEAR]), params)
    rpm = max(wheel_rpm * ratio, params[i, P_STALL])
    return float(max(abs(ratio) * params[i, P_EFFICIENCY] * curve_torque(i, rpm, params), 1.0))


@kernel
def drag_torque(i: int, state: F64, params: F64) -> float:
    """What the closed engine holds back at all driven wheels together, N m; a dry friction."""
    ratio = abs(gear_ratio(i, int(state[i, S_GEAR]), params))
    return float(params[i, P_DRAG] * ratio * (1.0 - state[i, S_THROTTLE]))
