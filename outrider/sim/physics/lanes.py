"""Swarms as their kernels read them: aligned blocks, and one model packed into constants."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.sim.physics import _kernels_swarm as kernels
from outrider.sim.physics.multirotor import MultirotorParams

Floats = NDArray[np.float64]

GAINS = 12
"""Gains in 1/s: position, velocity, attitude 3, rate 3; limits: speed (m/s), acceleration (m/s²),
rate about x and y, rate about z (rad/s)."""


def aligned(shape: tuple[int, ...]) -> Floats:
    """Zeros on a cache line: a vector of 64 bytes then never straddles two of them."""
    size = math.prod(shape)
    room = np.zeros(size + 8)
    skip = (-room.ctypes.data // 8) % 8
    return room[skip : skip + size].reshape(shape)


def constants(params: MultirotorParams, gains: Floats, dt_s: float) -> Floats:
    """What ``fly_blocks`` reads: body and time, then gains; divisions done once, here."""
    mass, (jx, jy, jz) = params.mass_kg, params.inertia_kgm2
    precession = np.array([(jz - jy) / jx, (jx - jz) / jy, (jy - jx) / jz])
    half = math.exp(-0.5 * dt_s / params.motor_tau_s)
    body = [
        params.gravity_mps2,
        params.drag_linear_ns_m / mass,
        params.drag_quadratic_ns2_m2 / mass,
        *(2.0 * precession),
        params.rotor_min_rad_s**2,
        params.rotor_max_rad_s**2,
        half,
        half * half,
        dt_s,
    ]
    return np.array([*body, params.gravity_mps2, *gains, *precession])


def rotor_table(params: MultirotorParams) -> Floats:
    """``(8, 8)``: per rotor its mixer row (to ω²) and its allocation column (from ω²), scaled."""
    inertia = np.array([params.mass_kg, *params.inertia_kgm2])
    k = params.thrust_coefficient_ns2
    table = np.zeros((kernels.MOST_ROTORS, 8))
    count = params.rotor_count
    table[:count, :4] = params.mixer_matrix * inertia / k
    # Twice the force, half the torques: see the slope of the equations of motion.
    table[:count, 4:] = params.allocation_matrix.T * k / inertia * [2.0, 0.5, 0.5, 0.5]
    return table


def check_size(n: int, params: MultirotorParams, dt_s: float, threads: int) -> None:
    if n < 1:
        raise UserError(f"swarm: n is {n}; it takes at least one vehicle")
    if not 3 <= params.rotor_count <= kernels.MOST_ROTORS:
        raise UserError(
            f"swarm: the model has {params.rotor_count} rotors; a swarm flies 3 to "
            f"{kernels.MOST_ROTORS}"
        )
    if not 0.0 < dt_s <= 0.1:
        raise UserError(f"swarm: dt_s is {dt_s!r}; it must lie in 0 < dt_s <= 0.1 s")
    if not 1 <= threads <= 64:
        raise UserError(f"swarm: threads is {threads}; it takes 1 to 64")


def checked_gains(gains: ArrayLike) -> Floats:
    row = np.array(gains, np.float64)
    if row.shape != (GAINS,) or not (np.isfinite(row) & (row > 0.0)).all():
        raise UserError(f"swarm: gains are {row.tolist()}; it takes {GAINS} finite numbers above 0")
    return row
