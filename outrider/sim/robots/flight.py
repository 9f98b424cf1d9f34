"""Multirotor models as data, the names and set-points of their control modes, and their doors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import CommandError, UnknownNameError, UserError
from outrider.sim.physics.multirotor import (
    GRAVITY_MPS2,
    Multirotor,
    MultirotorParams,
    Vector,
    geometric_allocation,
)
from outrider.sim.physics.plan import BodyPlan, Link, Shape
from outrider.sim.robots import _kernels_flight as kernels

Floats = NDArray[np.float64]


class Rotor(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An upright rotor; ``spin`` +1 turns counter-clockwise seen from above."""

    position_m: Vector
    spin: Literal[-1, 1]
    radius_m: float = 0.0


class FlightGains(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Gains of the cascade, all in 1/s: error of one stage to set-point of the next."""

    position: float = 1.2
    velocity: float = 3.0
    attitude: Vector = (8.0, 8.0, 3.0)
    rate: Vector = (25.0, 25.0, 10.0)


class FlightLimits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the controller asks for at most."""

    speed_mps: float = 6.0
    """Of the approach in position mode."""
    acceleration_mps2: float = 5.0
    rate_xy_rad_s: float = 6.0
    rate_z_rad_s: float = 2.0


class Battery(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Energy store of the robot."""

    voltage_v: float
    capacity_ah: float


class MultirotorModel(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag_field="kind",
    tag="multirotor",
):
    """A multirotor as its YAML tells it; ``params`` and ``body_plan`` are what physics takes."""

    kind: ClassVar[str] = "multirotor"

    name: str
    description: str = ""
    source: str = ""
    mass_kg: float
    inertia_kgm2: Vector
    rotors: tuple[Rotor, ...]
    allocation: tuple[tuple[float, ...], ...] | None = None
    """4 rows of one number per rotor; None = from the rotors' places and spins."""
    thrust_coefficient_ns2: float
    torque_ratio_m: float
    """Torque about the rotor's axis per newton of thrust."""
    rotor_min_rad_s: float = 0.0
    rotor_max_rad_s: float
    motor_tau_s: float = 0.03
    drag_linear_ns_m: float = 0.0
    drag_quadratic_ns2_m2: float = 0.0
    gains: FlightGains = FlightGains()
    limits: FlightLimits = FlightLimits()
    collider: tuple[Shape, ...]
    battery: Battery | None = None

    def __post_init__(self) -> None:
        # A model that cannot fly is refused where it is read, not where it is flown.
        self.params()

    def params(self, *, gravity_mps2: float = GRAVITY_MPS2) -> MultirotorParams:
        """The dynamics; raises UserError for a model that cannot fly."""
        return MultirotorParams(
            mass_kg=self.mass_kg,
            inertia_kgm2=self.inertia_kgm2,
            allocation=self._allocation(),
            thrust_coefficient_ns2=self.thrust_coefficient_ns2,
            rotor_max_rad_s=self.rotor_max_rad_s,
            rotor_min_rad_s=self.rotor_min_rad_s,
            motor_tau_s=self.motor_tau_s,
            drag_linear_ns_m=self.drag_linear_ns_m,
            drag_quadratic_ns2_m2=self.drag_quadratic_ns2_m2,
            gravity_mps2=gravity_mps2,
        )

    def _allocation(self) -> tuple[tuple[float, ...], ...]:
        if self.allocation is None:
            return geometric_allocation(
                [rotor.position_m for rotor in self.rotors],
                [rotor.spin for rotor in self.rotors],
                self.torque_ratio_m,
            )
        if any(len(row) != len(self.rotors) for row in self.allocation):
            raise UserError(
                f"model {self.name}: allocation has rows of "
                f"{[len(row) for row in self.allocation]} numbers; there are "
                f"{len(self.rotors)} rotors, so each row takes {len(self.rotors)}"
            )
        return self.allocation

    def gains_row(self) -> Floats:
        """(G,) in the column order of the control kernel."""
        limits = self.limits
        row = np.zeros(kernels.GAINS)
        row[kernels.GAIN_POSITION] = self.gains.position
        row[kernels.GAIN_VELOCITY] = self.gains.velocity
        row[kernels.GAIN_ATTITUDE : kernels.GAIN_ATTITUDE + 3] = self.gains.attitude
        row[kernels.GAIN_RATE : kernels.GAIN_RATE + 3] = self.gains.rate
        row[kernels.SPEED_MAX] = limits.speed_mps
        row[kernels.ACCELERATION_MAX] = limits.acceleration_mps2
        row[kernels.RATE_MAX_XY] = limits.rate_xy_rad_s
        row[kernels.RATE_MAX_Z] = limits.rate_z_rad_s
        return row

    @property
    def ground_clearance_m(self) -> float:
        """Height of the body's origin above flat ground when it stands on its feet."""
        return max((-lowest(shape) for shape in self.collider if shape.collides), default=0.0)

    def body_plan(self) -> BodyPlan:
        """One free rigid link with the collider's shapes; the origin is the centre of mass."""
        link = Link(
            name="body", mass_kg=self.mass_kg, inertia_kgm2=self.inertia_kgm2, shapes=self.collider
        )
        return BodyPlan(links=(link,), ground_clearance_m=self.ground_clearance_m)


def lowest(shape: Shape) -> float:
    """Height of the lowest point of ``shape`` in the frame that it is placed in."""
    x, y, z, w = shape.quaternion
    # The third row of the rotation: how far each of the shape's axes points up.
    up = (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))
    a, b, c = shape.size_m
    reach = {
        "sphere": a,
        "box": 0.5 * (abs(up[0]) * a + abs(up[1]) * b + abs(up[2]) * c),
        "capsule": a + 0.5 * b * abs(up[2]),
        "cylinder": a * math.hypot(up[0], up[1]) + 0.5 * b * abs(up[2]),
    }[shape.kind]
    return shape.position_m[2] - reach


class Mode(NamedTuple):
    """A control mode: its name and what its set-point's numbers are (empty = one per rotor)."""

    name: str
    fields: tuple[str, ...]


_ACCELERATION = ("ax_mps2", "ay_mps2", "az_mps2")
_VELOCITY = ("vx_mps", "vy_mps", "vz_mps")

MODES: tuple[Mode, ...] = (
    Mode("rotor_speeds", ()),
    Mode("throttles", ()),
    Mode("control_groups", ("roll", "pitch", "yaw", "throttle")),
    Mode("rates_throttle", ("wx_rad_s", "wy_rad_s", "wz_rad_s", "throttle")),
    Mode("attitude_throttle", ("qx", "qy", "qz", "qw", "throttle")),
    Mode("acceleration_heading", (*_ACCELERATION, "heading_rad")),
    Mode("acceleration_heading_rate", (*_ACCELERATION, "heading_rate_rad_s")),
    Mode("velocity_heading", (*_VELOCITY, "heading_rad")),
    Mode("velocity_heading_rate", (*_VELOCITY, "heading_rate_rad_s")),
    Mode("position_heading", ("x_m", "y_m", "z_m", "heading_rad", *_VELOCITY)),
)
"""By number; velocities of ``position_heading`` are fed forward and may be left out."""


def mode_number(mode: str | int) -> int:
    """The number of a mode given by name or number."""
    if isinstance(mode, int) and not isinstance(mode, bool):
        if 0 <= mode < len(MODES):
            return mode
        raise CommandError(f"control mode {mode} does not exist; modes are 0 to {len(MODES) - 1}")
    names = [entry.name for entry in MODES]
    if mode not in names:
        raise UnknownNameError("control mode", str(mode), names)
    return names.index(str(mode))


def setpoint_width(rotors: int) -> int:
    """Columns of a set-point row that serves every mode."""
    return max(8, rotors)


def check_setpoint(
    mode: str | int, values: Sequence[float] | ArrayLike, *, rotors: int = 4
) -> tuple[float, ...]:
    """The set-point of ``mode`` as finite floats, padded with zeros to ``setpoint_width``.

    Raises CommandError when the count is wrong, a number is not finite or a quaternion is zero.
    Numbers beyond what the robot can do pass: the controller clamps them.
    """
    entry = MODES[mode_number(mode)]
    numbers = _finite(entry, values, rotors)
    if entry.name == "attitude_throttle":
        norm = math.hypot(*(min(max(q, -1e9), 1e9) for q in numbers[:4]))
        if norm < 1e-6:
            raise CommandError(
                f"control mode {entry.name}: the quaternion is {numbers[:4]}; it must not be zero; "
                "level flight is [0, 0, 0, 1]"
            )
    return (*numbers, *(0.0 for _ in range(setpoint_width(rotors) - len(numbers))))


def _finite(entry: Mode, values: Sequence[float] | ArrayLike, rotors: int) -> list[float]:
    try:
        numbers = [float(value) for value in np.asarray(values, dtype=np.float64).reshape(-1)]
    except (TypeError, ValueError) as error:
        raise CommandError(
            f"control mode {entry.name}: the set-point is {values!r}; it must be a list of numbers"
        ) from error
    labels = entry.fields or tuple(f"rotor {r}" for r in range(rotors))
    fewest = 4 if entry.name == "position_heading" else len(labels)
    if len(numbers) not in (fewest, len(labels)):
        raise CommandError(
            f"control mode {entry.name}: {len(numbers)} numbers given; "
            f"it takes {fewest}: {', '.join(labels[:fewest])}"
        )
    for label, number in zip(labels, numbers, strict=False):
        if not math.isfinite(number):
            raise CommandError(
                f"control mode {entry.name}: {label} is {number}; every number must be finite"
            )
    return numbers


class Pilot:
    """Multirotors under their controllers, alone: no world, no renderer.

    >>> pilot = Pilot([model], dt_s=0.004)
    >>> pilot.command("position_heading", [5, 0, 10, 0])
    >>> pilot.step(2500)                                   # ten seconds
    >>> pilot.body.position                                # (1, 3) m
    """

    def __init__(
        self,
        models: Sequence[MultirotorModel],
        *,
        dt_s: float = 0.004,
        integrator: Literal["rk4", "euler"] = "rk4",
        wind_mps: ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        self.body = Multirotor(
            [model.params() for model in models],
            dt_s=dt_s,
            integrator=integrator,
            wind_mps=wind_mps,
        )
        self.gains: Floats = np.stack([model.gains_row() for model in models])
        self._mode = np.full(len(models), kernels.POSITION_HEADING, dtype=np.int32)
        self._setpoint = np.zeros((len(models), setpoint_width(self.body.rotor.shape[1])))

    def command(
        self, mode: str | int, values: Sequence[float] | ArrayLike, *, row: int | None = None
    ) -> None:
        """A set-point for one row, or for all; it holds until the next one."""
        rows = range(len(self._mode)) if row is None else (row,)
        for i in rows:
            count = int(self.body.packed.rotor_count[i])
            checked = check_setpoint(mode, values, rotors=count)
            self._mode[i] = mode_number(mode)
            self._setpoint[i] = 0.0
            self._setpoint[i, : len(checked)] = checked

    def step(self, steps: int = 1) -> None:
        """``steps`` steps of control and flight."""
        body = self.body
        kernels.pilot_many(
            steps, self._mode, self._setpoint, body.position, body.velocity, body.quaternion,
            body.rates, body.rotor, body.rotor_cmd, body.packed.params, self.gains,
            body.packed.allocation, body.packed.mixer, body.packed.rotor_count, body.wind,
            body.dt_s, body.integrator,
        )  # fmt: skip
