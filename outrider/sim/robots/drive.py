"""Low-level control of ground robots: its data, its modes, and the arrays its kernels run on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Final, Literal, NamedTuple

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from outrider.core.errors import CommandError, UnknownNameError
from outrider.sim.physics.plan import ORIGIN, BodyPlan, Link, Vector
from outrider.sim.robots import _kernels_ramp as columns
from outrider.sim.robots.inertia import rotation, turn
from outrider.sim.robots.scrub import scrub_factor

Floats = NDArray[np.float64]
Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]

COMMAND_WIDTH: Final = 8


class DriveMode(IntEnum):
    """What the numbers of a command mean; unused ones are zero."""

    VELOCITY = columns.VELOCITY
    """forward speed m/s, yaw rate rad/s"""
    ACKERMANN = columns.ACKERMANN
    """forward speed m/s, steering angle of the middle wheel rad (left positive)"""
    PEDALS = columns.PEDALS
    """throttle 0..1, steering -1..1 (left positive), brake 0..1, hand brake 0..1, manual gear box
    0 or 1, gear -1..n"""
    DISCRETE = columns.DISCRETE
    """0 brake, 1 forward, 2 backward, 3 turn left, 4 turn right"""
    CONTINUOUS = columns.CONTINUOUS
    """brake 0..1, forward speed m/s, yaw rate rad/s"""


class DiscreteAction(IntEnum):
    """Actions of the discrete mode."""

    BRAKE = 0
    FORWARD = 1
    BACKWARD = 2
    LEFT = 3
    RIGHT = 4


_LENGTHS: Final = {
    DriveMode.VELOCITY: (2, 2),
    DriveMode.ACKERMANN: (2, 2),
    DriveMode.PEDALS: (3, 6),
    DriveMode.DISCRETE: (1, 1),
    DriveMode.CONTINUOUS: (3, 3),
}
_FIELDS: Final = {
    DriveMode.VELOCITY: ("speed_mps", "yaw_rate_radps"),
    DriveMode.ACKERMANN: ("speed_mps", "steering_rad"),
    DriveMode.PEDALS: ("throttle", "steering", "brake", "hand_brake", "manual", "gear"),
    DriveMode.DISCRETE: ("action",),
    DriveMode.CONTINUOUS: ("brake", "speed_mps", "yaw_rate_radps"),
}


class Drive(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Limits and gains of a ground robot's controller."""

    layout: Literal["skid", "steered"]
    speed_max_mps: Positive
    reverse_max_mps: Positive
    acceleration_mps2: Positive = 2.0
    deceleration_mps2: Positive = 3.0
    yaw_rate_max_radps: Positive = 1.0
    yaw_acceleration_radps2: Positive = 4.0
    speed_gain: NotNegative = 0.3
    """Skid and wheel motors: m/s of wheel speed for each m/s of error; engine: 1/s."""
    speed_integral: NotNegative = 3.0
    yaw_gain: NotNegative = 0.2
    yaw_integral: NotNegative = 4.0
    """Skid: 1/s; steered: 1/m of curvature for each rad/s of error in a second."""
    steer_max_rad: Annotated[float, Meta(ge=0, lt=1.4)] = 0.0
    """Largest angle of the middle wheel."""
    steer_rate_radps: Positive = 1.0
    discrete_speed_mps: Positive = 0.5
    discrete_yaw_rate_radps: Positive = 0.5


class Engine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Combustion engine, torque converter and gear box."""

    torque_curve: Annotated[
        tuple[tuple[float, float], ...], Meta(min_length=1, max_length=columns.MAX_POINTS)
    ]
    """Full-throttle torque: (turns a minute, N m), rising."""
    idle_rpm: Positive
    stall_rpm: Positive
    """Engine speed that the converter allows at full throttle while the wheels stand."""
    redline_rpm: Positive
    shift_up_rpm: Positive
    shift_down_rpm: Positive
    shift_s: NotNegative
    drag_nm: NotNegative
    """What the closed throttle holds back at the crankshaft."""
    gear_ratios: Annotated[tuple[Positive, ...], Meta(min_length=1, max_length=columns.MAX_GEARS)]
    reverse_ratio: Positive
    final_drive: Positive
    efficiency: Annotated[float, Meta(gt=0, le=1)] = 0.9


class DriveArrays(NamedTuple):
    """All ground robots' rows; ``n`` robots, ``W`` = largest number of wheels."""

    command: Floats
    """(n, 8)"""
    state: Floats
    """(n, S_WIDTH)"""
    params: Floats
    """(n, P_WIDTH)"""
    wheel: Floats
    """(n, W, 8)"""
    wheel_count: NDArray[np.int64]
    target: Floats
    """(n, W) rad/s, and so on: what drive_step writes."""
    torque: Floats
    brake: Floats
    steer: Floats


def mode_of(mode: str | int) -> DriveMode:
    """A mode by name or code."""
    if isinstance(mode, str):
        names = [m.name.lower() for m in DriveMode]
        if mode.lower() not in names:
            raise UnknownNameError("drive mode", mode, names)
        return DriveMode[mode.upper()]
    if mode not in set(DriveMode):
        raise CommandError(
            f"drive mode {mode!r} is not one of "
            + ", ".join(f"{m.value} {m.name.lower()}" for m in DriveMode)
        )
    return DriveMode(mode)


def modes_of(drive: Drive, engine: Engine | None) -> tuple[DriveMode, ...]:
    """The modes that a robot understands."""
    modes = [DriveMode.VELOCITY, DriveMode.DISCRETE, DriveMode.CONTINUOUS]
    if drive.layout == "steered":
        modes.insert(1, DriveMode.ACKERMANN)
        if engine is not None:
            modes.insert(2, DriveMode.PEDALS)
    return tuple(modes)


def check_command(
    mode: str | int,
    values: Sequence[float],
    *,
    drive: Drive,
    engine: Engine | None = None,
    robot: str = "robot",
) -> tuple[DriveMode, tuple[float, ...]]:
    """A command as its mode and ``COMMAND_WIDTH`` finite numbers, or a CommandError."""
    chosen = mode_of(mode)
    _check_ability(chosen, drive, engine, robot)
    least, most = _LENGTHS[chosen]
    if not least <= len(values) <= most:
        wanted = ", ".join(_FIELDS[chosen])
        raise CommandError(
            f"{robot}: {chosen.name.lower()} takes {wanted}; got {len(values)} "
            f"number{'s' * (len(values) != 1)}"
        )
    for name, value in zip(_FIELDS[chosen], values, strict=False):
        if not math.isfinite(value):
            raise CommandError(f"{robot}: {name} is {value}; it must be a finite number")
    if chosen is DriveMode.DISCRETE and values[0] not in set(DiscreteAction):
        actions = ", ".join(f"{a.value} {a.name.lower()}" for a in DiscreteAction)
        raise CommandError(f"{robot}: action {values[0]:g} does not exist; use {actions}")
    padded = [float(v) for v in values] + [0.0] * (COMMAND_WIDTH - len(values))
    return chosen, tuple(padded)


def _check_ability(mode: DriveMode, drive: Drive, engine: Engine | None, robot: str) -> None:
    known = modes_of(drive, engine)
    if mode in known:
        return
    reason = (
        "it has no steering: its sides turn at different speeds"
        if drive.layout == "skid"
        else "it has no engine: motors in its wheels hold a speed"
    )
    names = ", ".join(m.name.lower() for m in known)
    raise CommandError(f"{robot} cannot be driven by {mode.name.lower()}; {reason}; use {names}")


def drive_row(plan: BodyPlan, drive: Drive, engine: Engine | None) -> Floats:
    """The (P_WIDTH,) parameters of a robot."""
    c = columns
    row = np.zeros(c.P_WIDTH)
    table = wheel_table(plan)
    steered = table[:, c.W_STEERED] > 0.5
    fixed_x = float(table[~steered, c.W_X].mean()) if (~steered).any() else 0.0
    front_x = float(table[steered, c.W_X].mean()) if steered.any() else fixed_x + 1.0
    row[c.P_LAYOUT] = c.STEERED if drive.layout == "steered" else c.SKID
    row[c.P_ENGINE] = engine is not None
    row[c.P_SPEED_MAX], row[c.P_REVERSE_MAX] = drive.speed_max_mps, drive.reverse_max_mps
    row[c.P_ACCELERATION], row[c.P_DECELERATION] = drive.acceleration_mps2, drive.deceleration_mps2
    row[c.P_YAW_MAX] = drive.yaw_rate_max_radps
    row[c.P_YAW_ACCELERATION] = drive.yaw_acceleration_radps2
    row[c.P_SPEED_GAIN], row[c.P_SPEED_RATE] = drive.speed_gain, drive.speed_integral
    row[c.P_YAW_GAIN], row[c.P_YAW_SUM_RATE] = drive.yaw_gain, drive.yaw_integral
    standing = _standing(plan)
    row[c.P_SCRUB] = scrub_factor(table[standing, c.W_X], table[standing, c.W_Y])
    row[c.P_STEER_MAX], row[c.P_STEER_RATE] = drive.steer_max_rad, drive.steer_rate_radps
    row[c.P_WHEELBASE], row[c.P_AXLE_X] = front_x - fixed_x, fixed_x
    row[c.P_MASS] = sum(link.mass_kg for link in plan.links)
    row[c.P_STEP_SPEED] = drive.discrete_speed_mps
    row[c.P_STEP_YAW] = drive.discrete_yaw_rate_radps
    servos = [w for w in plan.wheels if w.motor_torque_nm > 0.0 and w.servo_gain > 0.0]
    row[c.P_DROOP] = min((w.motor_torque_nm / w.servo_gain for w in servos), default=1e9)
    row[c.P_RADIUS] = float(table[:, c.W_RADIUS].mean())
    row[c.P_BRAKE] = max(float(table[:, c.W_BRAKE].sum()), 1e-9)
    if engine is not None:
        _fill_engine(row, engine)
    return row


def _fill_engine(row: Floats, engine: Engine) -> None:
    c = columns
    gears, points = len(engine.gear_ratios), len(engine.torque_curve)
    row[c.P_GEARS], row[c.P_FINAL] = gears, engine.final_drive
    row[c.P_REVERSE], row[c.P_EFFICIENCY] = engine.reverse_ratio, engine.efficiency
    row[c.P_IDLE], row[c.P_STALL] = engine.idle_rpm, engine.stall_rpm
    row[c.P_REDLINE] = engine.redline_rpm
    row[c.P_UP], row[c.P_DOWN] = engine.shift_up_rpm, engine.shift_down_rpm
    row[c.P_SHIFT_TIME], row[c.P_DRAG], row[c.P_POINTS] = engine.shift_s, engine.drag_nm, points
    row[c.P_RATIOS : c.P_RATIOS + gears] = engine.gear_ratios
    row[c.P_CURVE : c.P_CURVE + 2 * points] = np.asarray(engine.torque_curve).ravel()


def _standing(plan: BodyPlan) -> NDArray[np.bool_]:
    """(W,) which wheels stand on level ground; sprockets and idlers of a track hang above it."""
    where = {link.name: link for link in plan.links}
    bottom = np.array([_place_of(w.link, where)[2] - w.radius_m for w in plan.wheels])
    lowest: NDArray[np.bool_] = bottom < bottom.min() + 0.005
    return lowest


def wheel_table(plan: BodyPlan) -> Floats:
    """(W, 8): place in the root's frame at rest, radius, and what each wheel is driven by."""
    c = columns
    where = {link.name: link for link in plan.links}
    table = np.zeros((len(plan.wheels), 8))
    for row, wheel in zip(table, plan.wheels, strict=True):
        row[c.W_X], row[c.W_Y] = _place_of(wheel.link, where)[:2]
        row[c.W_RADIUS], row[c.W_SHARE] = wheel.radius_m, wheel.drive_share
        row[c.W_BRAKE], row[c.W_HAND_BRAKE] = wheel.brake_torque_nm, wheel.hand_brake_torque_nm
        row[c.W_STEERED] = bool(wheel.steer_link)
        row[c.W_SERVO] = wheel.motor_torque_nm > 0.0
    return table


def _place_of(name: str, links: dict[str, Link]) -> Vector:
    """A link's origin in the frame of the root, all joints at rest."""
    link = links[name]
    if not link.parent:
        return ORIGIN
    at, chain = link.position_m, links[link.parent]
    while chain.parent:
        moved = turn(rotation(chain.quaternion), at)
        at = (
            chain.position_m[0] + moved[0],
            chain.position_m[1] + moved[1],
            chain.position_m[2] + moved[2],
        )
        chain = links[chain.parent]
    return at


def pack_drives(robots: Sequence[tuple[BodyPlan, Drive, Engine | None]]) -> DriveArrays:
    """Rows for these robots, with controllers at rest; no two share memory."""
    n, widest = len(robots), max((len(plan.wheels) for plan, _, _ in robots), default=0)
    wheel = np.zeros((n, widest, 8))
    wheel[:, :, columns.W_RADIUS] = 1.0
    for i, (plan, _, _) in enumerate(robots):
        wheel[i, : len(plan.wheels)] = wheel_table(plan)
    params = [drive_row(*robot) for robot in robots] or [np.zeros(columns.P_WIDTH)]
    out = [np.zeros((n, widest)) for _ in range(4)]
    return DriveArrays(
        np.zeros((n, COMMAND_WIDTH)),
        np.zeros((n, columns.S_WIDTH)),
        np.stack(params)[:n],
        wheel,
        np.array([len(plan.wheels) for plan, _, _ in robots], dtype=np.int64),
        *out,
    )
