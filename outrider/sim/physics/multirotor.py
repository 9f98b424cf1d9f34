"""Multirotors as data and as a plain loop: parameters, packing, and flight by rotor speeds.

Rotors: F_i = k ω_i² and dω_i/dt = (ω_cmd,i - ω_i) / τ; the body feels
[F, τx, τy, τz] = allocation @ F_i.
Translation: m dv/dt = R [0, 0, F] - m g - (c1 + c2 |u|) u with the air speed u = v - wind.
Rotation: J dω/dt = τ - ω × J ω.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.sim.physics import _kernels_flight as kernels

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Vector = tuple[float, float, float]

GRAVITY_MPS2 = 9.81
INTEGRATORS: dict[str, int] = {"rk4": kernels.RK4, "euler": kernels.EULER}


class MultirotorParams(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the equations of motion need of a multirotor; checked when it is made."""

    mass_kg: float
    inertia_kgm2: Vector
    """Principal moments along the body axes (FLU)."""
    allocation: tuple[tuple[float, ...], ...]
    """4 rows of n numbers per newton of rotor thrust: force, then torques about x, y, z."""
    thrust_coefficient_ns2: float
    """k in F = k ω²."""
    rotor_max_rad_s: float
    rotor_min_rad_s: float = 0.0
    motor_tau_s: float = 0.03
    drag_linear_ns_m: float = 0.0
    drag_quadratic_ns2_m2: float = 0.0
    gravity_mps2: float = GRAVITY_MPS2

    def __post_init__(self) -> None:
        self._check_numbers()
        self._check_inertia()
        self._check_allocation()
        lift = self.max_thrust_n
        weight = self.mass_kg * self.gravity_mps2
        if lift <= weight:
            raise UserError(
                f"multirotor: full thrust {lift:.4g} N does not lift the weight {weight:.4g} N; "
                "lower mass_kg or raise thrust_coefficient_ns2 or rotor_max_rad_s"
            )

    def _check_numbers(self) -> None:
        for name in ("mass_kg", "thrust_coefficient_ns2", "rotor_max_rad_s", "motor_tau_s"):
            _require(name, getattr(self, name), positive=True)
        for name in ("rotor_min_rad_s", "drag_linear_ns_m", "drag_quadratic_ns2_m2"):
            _require(name, getattr(self, name), positive=False)
        _require("gravity_mps2", self.gravity_mps2, positive=False)
        if self.rotor_min_rad_s >= self.rotor_max_rad_s:
            raise UserError(
                f"multirotor: rotor_min_rad_s is {self.rotor_min_rad_s:g}; "
                f"it must stay below rotor_max_rad_s = {self.rotor_max_rad_s:g}"
            )

    def _check_inertia(self) -> None:
        for axis, value in zip("xyz", self.inertia_kgm2, strict=True):
            _require(f"inertia_kgm2 ({axis})", value, positive=True)
        largest = max(self.inertia_kgm2)
        if largest > (sum(self.inertia_kgm2) - largest) * (1.0 + 1e-9):
            raise UserError(
                f"multirotor: inertia_kgm2 is {list(self.inertia_kgm2)}; no solid has a moment "
                "larger than the sum of the other two; check the order [x, y, z]"
            )

    def _check_allocation(self) -> None:
        widths = {len(row) for row in self.allocation}
        if len(self.allocation) != 4 or len(widths) != 1 or not 1 <= max(widths) <= 32:
            raise UserError(
                f"multirotor: allocation has rows of {[len(row) for row in self.allocation]} "
                "numbers; it takes 4 rows (force, torque x, y, z) of one number per rotor, "
                "1 to 32 rotors"
            )
        if not all(math.isfinite(value) for row in self.allocation for value in row):
            raise UserError("multirotor: allocation holds a number that is not finite")
        if min(self.allocation[0]) < 0.0 or max(self.allocation[0]) <= 0.0:
            raise UserError(
                f"multirotor: the first row of allocation is {list(self.allocation[0])}; it is "
                "the force along the body's z per newton of thrust: none below 0, one above"
            )

    @property
    def rotor_count(self) -> int:
        return len(self.allocation[0])

    @property
    def max_thrust_n(self) -> float:
        """Collective force with all rotors at full speed."""
        return sum(self.allocation[0]) * self.thrust_coefficient_ns2 * self.rotor_max_rad_s**2

    @property
    def allocation_matrix(self) -> Floats:
        """(4, n): rotor thrusts to force and torques."""
        return np.array(self.allocation, dtype=np.float64)

    @property
    def mixer_matrix(self) -> Floats:
        """(n, 4): force and torques to the least rotor thrusts that make them."""
        mixer: Floats = np.linalg.pinv(self.allocation_matrix).astype(np.float64)
        return mixer

    def hover_speeds(self) -> Floats:
        """(n,) rad/s: the rotors carry the weight without turning the body."""
        thrust = self.mixer_matrix[:, 0] * (self.mass_kg * self.gravity_mps2)
        speeds: Floats = np.sqrt(np.maximum(thrust, 0.0) / self.thrust_coefficient_ns2)
        return np.clip(speeds, self.rotor_min_rad_s, self.rotor_max_rad_s)

    def row(self) -> Floats:
        """(P,) in the column order of the kernels."""
        row = np.zeros(kernels.PARAMS)
        row[kernels.MASS] = self.mass_kg
        row[kernels.INERTIA : kernels.INERTIA + 3] = self.inertia_kgm2
        row[kernels.THRUST] = self.thrust_coefficient_ns2
        row[kernels.ROTOR_MIN] = self.rotor_min_rad_s
        row[kernels.ROTOR_MAX] = self.rotor_max_rad_s
        row[kernels.MOTOR_TAU] = self.motor_tau_s
        row[kernels.DRAG_LINEAR] = self.drag_linear_ns_m
        row[kernels.DRAG_QUADRATIC] = self.drag_quadratic_ns2_m2
        row[kernels.GRAVITY] = self.gravity_mps2
        return row


def _require(name: str, value: float, *, positive: bool) -> None:
    if not math.isfinite(value) or value < 0.0 or (positive and value == 0.0):
        rule = "above 0" if positive else "0 or more"
        raise UserError(f"multirotor: {name} is {value!r}; it must be a finite number {rule}")


def geometric_allocation(
    positions_m: Sequence[Vector], spins: Sequence[int], torque_ratio_m: float
) -> tuple[tuple[float, ...], ...]:
    """Allocation (4 rows of n) of upright rotors at ``positions_m``.

    ``spin`` is +1 for a rotor turning counter-clockwise seen from above; the body then feels
    ``-torque_ratio_m`` newton metres about z per newton of thrust.
    """
    return (
        tuple(1.0 for _ in positions_m),
        tuple(y for _, y, _ in positions_m),
        tuple(-x for x, _, _ in positions_m),
        tuple(-spin * torque_ratio_m for spin in spins),
    )


class Packed(NamedTuple):
    """Parameters of n multirotors as the kernels read them; R is the most rotors of any."""

    params: Floats
    """(n, P)"""
    allocation: Floats
    """(n, 4, R), zero beyond a row's own rotors"""
    mixer: Floats
    """(n, R, 4)"""
    rotor_count: Integers
    """(n,)"""


def pack(multirotors: Sequence[MultirotorParams], *, rotors: int | None = None) -> Packed:
    """Rows for the kernels; ``rotors`` widens R beyond the largest rotor count."""
    n = len(multirotors)
    width = max([one.rotor_count for one in multirotors] + [rotors or 1])
    packed = Packed(
        params=np.zeros((n, kernels.PARAMS)),
        allocation=np.zeros((n, 4, width)),
        mixer=np.zeros((n, width, 4)),
        rotor_count=np.zeros(n, dtype=np.int32),
    )
    for i, one in enumerate(multirotors):
        count = one.rotor_count
        packed.params[i] = one.row()
        packed.allocation[i, :, :count] = one.allocation_matrix
        packed.mixer[i, :count] = one.mixer_matrix
        packed.rotor_count[i] = count
    return packed


class Multirotor:
    """Multirotors flown by rotor speeds alone: no world, no renderer, no controller.

    >>> drone = Multirotor([params], dt_s=0.004)
    >>> drone.step(params.hover_speeds(), steps=250)      # one second
    >>> drone.position                                     # (1, 3) m

    The arrays are the state itself and may be written between steps.
    """

    def __init__(
        self,
        multirotors: Sequence[MultirotorParams],
        *,
        dt_s: float = 0.004,
        integrator: Literal["rk4", "euler"] = "rk4",
        wind_mps: ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        if not math.isfinite(dt_s) or not 0.0 < dt_s <= 0.1:
            raise UserError(f"multirotor: dt_s is {dt_s!r}; it must lie in 0 < dt_s <= 0.1 s")
        if integrator not in INTEGRATORS:
            raise UserError(f"multirotor: integrator is {integrator!r}; it is 'rk4' or 'euler'")
        if not multirotors:
            raise UserError("multirotor: none given; pass at least one MultirotorParams")
        n = len(multirotors)
        self.dt_s = dt_s
        self.packed = pack(multirotors)
        self.position: Floats = np.zeros((n, 3))
        self.velocity: Floats = np.zeros((n, 3))
        self.quaternion: Floats = np.tile([0.0, 0.0, 0.0, 1.0], (n, 1))
        self.rates: Floats = np.zeros((n, 3))
        self.rotor: Floats = np.zeros((n, self.packed.allocation.shape[2]))
        self.rotor_cmd: Floats = np.zeros_like(self.rotor)
        self.wind: Floats = np.zeros((n, 3))
        self.wind[:] = wind_mps
        self.integrator = INTEGRATORS[integrator]
        for i, one in enumerate(multirotors):
            self.rotor[i, : one.rotor_count] = one.hover_speeds()
        self.rotor_cmd[:] = self.rotor

    def step(self, rotor_speeds: ArrayLike | None = None, *, steps: int = 1) -> None:
        """``steps`` steps of ``dt_s``; commands (n, R) or (R,) in rad/s, None keeps the last."""
        if rotor_speeds is not None:
            self.rotor_cmd[:] = self._checked(rotor_speeds)
        kernels.fly_many(
            steps, self.position, self.velocity, self.quaternion, self.rates,
            self.rotor, self.rotor_cmd, self.packed.params, self.packed.allocation,
            self.packed.rotor_count, self.wind, self.dt_s, self.integrator,
        )  # fmt: skip

    def _checked(self, rotor_speeds: ArrayLike) -> Floats:
        speeds: Floats = np.asarray(rotor_speeds, dtype=np.float64)
        if not np.isfinite(speeds).all():
            raise UserError("multirotor: rotor speeds hold a number that is not finite")
        limit = self.packed.params[:, kernels.ROTOR_MAX, None]
        return np.clip(speeds, 0.0, limit)
