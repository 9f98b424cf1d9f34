"""Plain twins of the flight kernels: matrices, scipy and DOP853; they share no code with them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from outrider.sim.physics.multirotor import MultirotorParams
from outrider.sim.robots.flight import MultirotorModel

Floats = NDArray[np.float64]


@dataclass
class State:
    """One multirotor at one instant; ``attitude`` is the matrix world_from_body."""

    position: Floats
    velocity: Floats
    attitude: Floats
    rates: Floats
    rotor: Floats

    @classmethod
    def of(
        cls,
        rotor: ArrayLike,
        *,
        position: ArrayLike = (0.0, 0.0, 0.0),
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        quaternion: ArrayLike = (0.0, 0.0, 0.0, 1.0),
        rates: ArrayLike = (0.0, 0.0, 0.0),
    ) -> State:
        return cls(
            np.array(position, dtype=float),
            np.array(velocity, dtype=float),
            Rotation.from_quat(np.array(quaternion, dtype=float)).as_matrix(),
            np.array(rates, dtype=float),
            np.array(rotor, dtype=float),
        )

    @property
    def quaternion(self) -> Floats:
        return np.array(Rotation.from_matrix(self.attitude).as_quat())


def cross_matrix(w: Floats) -> Floats:
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def rates_of_change(
    p: MultirotorParams, state: State, command: Floats, wind: Floats
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """FlightForge eq. 1 to 4 with drag, written with matrices."""
    inertia = np.diag(p.inertia_kgm2)
    wrench = np.array(p.allocation) @ (p.thrust_coefficient_ns2 * state.rotor**2)
    air = state.velocity - wind
    drag = (p.drag_linear_ns_m + p.drag_quadratic_ns2_m2 * np.linalg.norm(air)) * air
    push = state.attitude @ np.array([0.0, 0.0, wrench[0]])
    acceleration = np.array((push - drag) / p.mass_kg - [0.0, 0.0, p.gravity_mps2])
    precession = np.cross(state.rates, inertia @ state.rates)
    spin = np.array((wrench[1:] - precession) / p.inertia_kgm2, dtype=np.float64)
    turning = state.attitude @ cross_matrix(state.rates)
    lag = (command - state.rotor) / p.motor_tau_s
    return state.velocity, acceleration, turning, spin, lag


def fly(
    p: MultirotorParams,
    start: State,
    command: ArrayLike,
    seconds: float,
    *,
    wind: ArrayLike = (0.0, 0.0, 0.0),
) -> State:
    """Where ``start`` is after ``seconds`` under constant rotor commands: DOP853 at 1e-12."""
    target = np.array(command, dtype=float)
    air = np.array(wind, dtype=float)

    def pack(parts: tuple[Floats, ...]) -> Floats:
        return np.concatenate([np.ravel(part) for part in parts])

    def unpack(y: Floats) -> State:
        return State(y[:3], y[3:6], y[6:15].reshape(3, 3), y[15:18], y[18:])

    def slope(_: float, y: Floats) -> Floats:
        return pack(rates_of_change(p, unpack(y), target, air))

    first = pack((start.position, start.velocity, start.attitude, start.rates, start.rotor))
    found = solve_ivp(slope, (0.0, seconds), first, "DOP853", rtol=1e-12, atol=1e-13)
    return unpack(found.y[:, -1])


def shortened(vector: Floats, most: float) -> Floats:
    length = float(np.sqrt(vector @ vector + 1e-12))
    return vector * min(1.0, most / length)


def bounded(values: Floats, low: float, high: float) -> Floats:
    return np.array(np.minimum(np.maximum(values, low), high))


def control(model: MultirotorModel, mode: int, setpoint: ArrayLike, state: State) -> Floats:
    """Rotor commands of the nine modes for sane set-points, written with matrices."""
    p = model.params()
    s = np.array(setpoint, dtype=float)
    n, k, full = p.rotor_count, p.thrust_coefficient_ns2, p.rotor_max_rad_s
    mixer = np.linalg.pinv(np.array(p.allocation))
    if mode == 0:
        return bounded(s[:n], p.rotor_min_rad_s, full)
    if mode == 1:
        return bounded(s[:n] * full, p.rotor_min_rad_s, full)
    if mode == 2:
        groups = mixer[:, 1:] / np.abs(mixer[:, 1:]).max(axis=0)
        throttles = bounded(s[3] + groups @ s[:3], 0.0, 1.0)
        return bounded(throttles * full, p.rotor_min_rad_s, full)
    force, wanted = _force_and_rates(model, mode, s, state, n * k * full**2)
    limits = model.limits
    top = np.array([limits.rate_xy_rad_s, limits.rate_xy_rad_s, limits.rate_z_rad_s])
    error = np.clip(wanted, -top, top) - state.rates
    inertia = np.diag(p.inertia_kgm2)
    torque = inertia @ (np.array(model.gains.rate) * error)
    torque = torque + np.cross(state.rates, inertia @ state.rates)
    wrench = np.array([force, *torque])
    thrusts = bounded(mixer @ wrench, k * p.rotor_min_rad_s**2, k * full**2)
    return np.array(np.sqrt(thrusts / k))


def _force_and_rates(
    model: MultirotorModel, mode: int, s: Floats, state: State, full_thrust: float
) -> tuple[float, Floats]:
    if mode == 3:
        return full_thrust * s[3] ** 2, s[:3]
    if mode == 4:
        wanted = Rotation.from_quat(s[:4]).as_matrix()
        return full_thrust * s[4] ** 2, _turn(model, state, wanted)
    acceleration = _acceleration(model, mode, s, state)
    p = model.params()
    pull = p.mass_kg * (acceleration + np.array([0.0, 0.0, p.gravity_mps2]))
    pull[2] = max(pull[2], 0.2 * p.mass_kg * p.gravity_mps2)
    up = pull / np.linalg.norm(pull)
    by_rate = mode in (6, 8)
    heading = np.arctan2(state.attitude[1, 0], state.attitude[0, 0]) if by_rate else s[3]
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
    ahead[2] = -(up @ ahead) / up[2]
    ahead /= np.linalg.norm(ahead)
    rates = _turn(model, state, np.column_stack([ahead, np.cross(up, ahead), up]))
    if by_rate:
        turn = np.clip(s[3], -model.limits.rate_z_rad_s, model.limits.rate_z_rad_s)
        rates = rates + state.attitude.T @ np.array([0.0, 0.0, turn])
    return max(0.0, float(pull @ state.attitude[:, 2])), rates


def _acceleration(model: MultirotorModel, mode: int, s: Floats, state: State) -> Floats:
    wanted = s[:3]
    if mode == 9:
        approach = model.gains.position * (s[:3] - state.position)
        wanted = shortened(approach, model.limits.speed_mps) + s[4:7]
    if mode >= 7:
        wanted = model.gains.velocity * (wanted - state.velocity)
    return shortened(wanted, model.limits.acceleration_mps2)


def _turn(model: MultirotorModel, state: State, wanted: Floats) -> Floats:
    """Rates that turn the body to ``wanted``, through the angle and axis between them."""
    turn = Rotation.from_matrix(state.attitude.T @ wanted).as_rotvec()
    angle = float(np.linalg.norm(turn))
    if angle < 1e-12:
        return np.zeros(3)
    return np.array(np.array(model.gains.attitude) * (2.0 * np.sin(0.5 * angle) * turn / angle))
