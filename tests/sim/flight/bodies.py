"""Multirotors that the flight tests fly, and how they set them going."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from outrider.sim.physics.multirotor import Multirotor, MultirotorParams, geometric_allocation
from outrider.sim.robots import catalogue
from outrider.sim.robots.flight import MultirotorModel
from tests.sim.flight.twin import State

FLEET = ("x500", "f450", "firefly", "octo", "cricket")

# A quadrotor whose three moments of inertia differ.
LOPSIDED = MultirotorParams(
    mass_kg=1.5,
    inertia_kgm2=(0.02, 0.035, 0.05),
    allocation=geometric_allocation(
        [(0.2, -0.15, 0.0), (-0.2, 0.15, 0.0), (0.2, 0.15, 0.0), (-0.2, -0.15, 0.0)],
        [1, 1, -1, -1],
        0.02,
    ),
    thrust_coefficient_ns2=1.2e-5,
    rotor_max_rad_s=1000.0,
    motor_tau_s=0.03,
    drag_linear_ns_m=0.1,
    drag_quadratic_ns2_m2=0.05,
)
AIRLESS = replace(LOPSIDED, drag_linear_ns_m=0.0, drag_quadratic_ns2_m2=0.0)


def model(name: str) -> MultirotorModel:
    found = catalogue.load(name)
    assert isinstance(found, MultirotorModel)
    return found


def put(body: Multirotor, state: State, *, row: int = 0) -> None:
    """Write ``state`` into a row of ``body``; rotors are told to hold their speed."""
    body.position[row] = state.position
    body.velocity[row] = state.velocity
    body.quaternion[row] = state.quaternion
    body.rates[row] = state.rates
    body.rotor[row, : len(state.rotor)] = state.rotor
    body.rotor_cmd[row] = body.rotor[row]


def settled(
    time: np.ndarray, value: np.ndarray, *, start: float, end: float, band: float = 0.05
) -> tuple[float, float]:
    """Settling time (s, into ``band`` of the step, to stay) and overshoot (share of the step)."""
    progress = (value - start) / (end - start)
    outside = np.flatnonzero(np.abs(progress - 1.0) > band)
    last = int(outside[-1]) if len(outside) else -1
    assert last + 1 < len(time), "it never settles"
    return float(time[last + 1]), float(max(progress.max() - 1.0, 0.0))
