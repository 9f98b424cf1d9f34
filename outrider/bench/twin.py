"""One multirotor under position control in plain numpy, beside which the kernels are measured.

Written with vectors and matrices from the equations, it shares no code with the kernels.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.sim.robots.flight import MultirotorModel

Floats = NDArray[np.float64]
State = tuple[Floats, Floats, Floats, Floats]
"""Position, velocity, quaternion xyzw, body rates."""


class NumpyPilot:
    """The cascade of ``position_heading`` and RK4 with exact motor lag, in still air."""

    def __init__(self, model: MultirotorModel, *, dt_s: float) -> None:
        params, limits, gains = model.params(), model.limits, model.gains
        self.mass, self.gravity = params.mass_kg, params.gravity_mps2
        self.moments = np.array(params.inertia_kgm2)
        self.thrust = params.thrust_coefficient_ns2
        self.slowest, self.fastest = params.rotor_min_rad_s, params.rotor_max_rad_s
        self.drag = params.drag_linear_ns_m, params.drag_quadratic_ns2_m2
        self.allocation, self.mixer = params.allocation_matrix, params.mixer_matrix
        self.half_decay = math.exp(-0.5 * dt_s / params.motor_tau_s)
        self.kp, self.kv = gains.position, gains.velocity
        self.k_attitude, self.k_rate = np.array(gains.attitude), np.array(gains.rate)
        self.speed_max, self.acceleration_max = limits.speed_mps, limits.acceleration_mps2
        xy, z = limits.rate_xy_rad_s, limits.rate_z_rad_s
        self.rate_max = np.array([xy, xy, z])
        self.dt_s = dt_s
        self.state: State = (np.zeros(3), np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0]), np.zeros(3))
        self.rotor = params.hover_speeds()

    def step(self, setpoint: ArrayLike) -> None:
        """One step towards ``setpoint``: x, y, z, heading, feed-forward velocity."""
        self._fly(self._control(np.asarray(setpoint, np.float64)))

    def _control(self, aim: Floats) -> Floats:
        position, velocity, quaternion, rates = self.state
        wanted = _shortened(self.kp * (aim[:3] - position), self.speed_max) + aim[4:7]
        pull = _shortened(self.kv * (wanted - velocity), self.acceleration_max)
        pull = pull + np.array([0.0, 0.0, self.gravity])
        pull[2] = max(pull[2], 0.2 * self.gravity)
        body = _matrix(quaternion)
        up = pull / math.sqrt(pull @ pull)
        c, s = math.cos(aim[3]), math.sin(aim[3])
        ahead = np.array([c, s, -(up[0] * c + up[1] * s) / up[2]])
        ahead /= math.sqrt(ahead @ ahead)
        error = body.T @ np.column_stack([ahead, np.cross(up, ahead), up])
        skew = error - error.T
        turn = np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
        turn /= math.sqrt(max(1.0 + np.trace(error), 1e-9))
        aimed = np.minimum(np.maximum(self.k_attitude * turn, -self.rate_max), self.rate_max)
        torque = self.moments * (self.k_rate * (aimed - rates))
        torque = torque + np.cross(rates, self.moments * rates)
        force = self.mass * max(0.0, float(pull @ body[:, 2]))
        thrusts = self.mixer @ np.array([force, *torque])
        low, high = self.thrust * self.slowest**2, self.thrust * self.fastest**2
        speeds: Floats = np.sqrt(np.minimum(np.maximum(thrusts, low), high) / self.thrust)
        return speeds

    def _fly(self, command: Floats) -> None:
        h = self.dt_s
        first = self.rotor
        middle = command + (first - command) * self.half_decay
        last = command + (middle - command) * self.half_decay
        wrenches = [self.allocation @ (self.thrust * rotor**2) for rotor in (first, middle, last)]
        k1 = self._slope(self.state, wrenches[0])
        k2 = self._slope(_moved(self.state, k1, 0.5 * h), wrenches[1])
        k3 = self._slope(_moved(self.state, k2, 0.5 * h), wrenches[1])
        k4 = self._slope(_moved(self.state, k3, h), wrenches[2])
        slope = [a + 2.0 * (b + c) + d for a, b, c, d in zip(k1, k2, k3, k4, strict=True)]
        position, velocity, quaternion, rates = _moved(self.state, slope, h / 6.0)
        quaternion = quaternion / math.sqrt(quaternion @ quaternion)
        self.state, self.rotor = (position, velocity, quaternion, rates), last

    def _slope(self, state: State, wrench: Floats) -> list[Floats]:
        _, velocity, quaternion, rates = state
        speed = math.sqrt(velocity @ velocity)
        drag = (self.drag[0] + self.drag[1] * speed) * velocity
        push = _matrix(quaternion)[:, 2] * wrench[0] - drag
        acceleration = push / self.mass - np.array([0.0, 0.0, self.gravity])
        x, y, z, w = quaternion
        p, q, r = rates
        turning = 0.5 * np.array(
            [
                w * p + y * r - z * q,
                w * q + z * p - x * r,
                w * r + x * q - y * p,
                -x * p - y * q - z * r,
            ]
        )
        spin = (wrench[1:] - np.cross(rates, self.moments * rates)) / self.moments
        return [velocity, acceleration, turning, spin]


def _moved(state: State, slope: list[Floats], h: float) -> State:
    position, velocity, quaternion, rates = (
        value + h * change for value, change in zip(state, slope, strict=True)
    )
    return position, velocity, quaternion, rates


def _shortened(vector: Floats, most: float) -> Floats:
    return vector * min(1.0, most / math.sqrt(vector @ vector + 1e-12))


def _matrix(quaternion: Floats) -> Floats:
    x, y, z, w = quaternion.tolist()
    return np.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )
