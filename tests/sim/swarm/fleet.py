"""Swarms that the tests fly, beside single multirotors of the same model."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.sim.physics.multirotor import GRAVITY_MPS2
from outrider.sim.physics.swarm import Rows, Swarm
from outrider.sim.robots import catalogue
from outrider.sim.robots.flight import FlightGains, FlightLimits, MultirotorModel, Pilot, Rotor

Floats = NDArray[np.float64]

DT = 0.002
ABOVE = np.array([0.0, 0.0, 30.0])


def model(name: str = "x500") -> MultirotorModel:
    found = catalogue.load(name)
    assert isinstance(found, MultirotorModel)
    return found


def wheel(rotors: int) -> MultirotorModel:
    """A multirotor with ``rotors`` rotors around a circle and three unlike moments of inertia."""
    angles = [(k + 0.5) * 2.0 * math.pi / rotors for k in range(rotors)]
    return MultirotorModel(
        name="wheel",
        mass_kg=0.4 * rotors,
        inertia_kgm2=(0.02, 0.025, 0.04),
        rotors=tuple(
            Rotor(position_m=(0.3 * math.cos(a), 0.3 * math.sin(a), 0.0), spin=1 if k % 2 else -1)
            for k, a in enumerate(angles)
        ),
        thrust_coefficient_ns2=1.2e-5,
        torque_ratio_m=0.03,
        rotor_min_rad_s=60.0,
        rotor_max_rad_s=900.0,
        drag_linear_ns_m=0.1,
        drag_quadratic_ns2_m2=0.04,
        gains=FlightGains(attitude=(8.0, 7.0, 3.0), rate=(25.0, 24.0, 10.0)),
        limits=FlightLimits(),
        collider=(),
    )


def swarm(n: int, of: MultirotorModel, *, threads: int = 1, dt_s: float = DT) -> Swarm:
    return Swarm(n, of.params(), of.gains_row(), dt_s=dt_s, threads=threads)


def scattered(n: int, rotors: int, seed: int, *, wild: float = 1.0) -> Rows:
    """Random states: positions within 30 m, speeds, attitudes and rates as ``wild`` says."""
    draw = np.random.default_rng(seed)
    quaternion = draw.normal(size=(n, 4)) * [0.3 * wild, 0.3 * wild, 1.0, 1.0]
    quaternion /= np.linalg.norm(quaternion, axis=1, keepdims=True)
    return Rows(
        draw.uniform(-15.0, 15.0, (n, 3)) + ABOVE,
        draw.normal(size=(n, 3)) * 2.0 * wild,
        quaternion,
        draw.normal(size=(n, 3)) * 0.5 * wild,
        draw.uniform(300.0, 600.0, (n, rotors)),
    )


def aims(n: int, seed: int) -> Floats:
    """Random set-points (n, 8): two of three are positions, the others velocities."""
    draw = np.random.default_rng(seed)
    rows = np.zeros((n, 8))
    rows[:, :3] = draw.uniform(-12.0, 12.0, (n, 3)) + ABOVE
    rows[:, 3] = draw.uniform(-7.0, 7.0, n)
    rows[:, 4:7] = draw.normal(size=(n, 3))
    rows[:, 7] = np.arange(n) % 3 > 0
    return rows


def pilots(n: int, of: MultirotorModel, start: Rows, *, dt_s: float = DT) -> Pilot:
    """The same vehicles flown one by one by the scalar kernels."""
    pilot = Pilot([of] * n, dt_s=dt_s)
    body = pilot.body
    body.position[:], body.velocity[:], body.quaternion[:] = start[:3]
    body.rates[:], body.rotor[:] = start[3:]
    return pilot


def tell(pilot: Pilot, rows: Floats) -> None:
    """Swarm set-points as commands of the scalar modes."""
    for i, row in enumerate(rows):
        if row[7] == 0.0:
            pilot.command("velocity_heading", [*row[4:7], row[3]], row=i)
        else:
            pilot.command("position_heading", row[:7], row=i)


def energy(of: MultirotorModel, rows: Rows) -> Floats:
    """Kinetic and potential energy (n,) J."""
    moving = 0.5 * of.mass_kg * (rows.velocity**2).sum(axis=1)
    turning = 0.5 * (np.array(of.inertia_kgm2) * rows.rates**2).sum(axis=1)
    return np.asarray(moving + turning + of.mass_kg * GRAVITY_MPS2 * rows.position[:, 2])


def digest(swarm: Swarm) -> bytes:
    return b"".join(block.tobytes() for block in swarm.save().values())
