"""Where each vehicle of a swarm belongs: pure functions of its number and the time.

Set-points are written into the blocks of ``outrider.sim.physics._kernels_swarm``: fields x, y, z,
heading, velocity 3, weight 1. Numbers of vehicles are turned into rows and columns in floating
point (exact up to 2⁵¹), because integer division has no vector form.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outrider.core.jit import inline_kernel, kernel
from outrider.sim.physics._kernels_cascade import LANES, sincos

Array = Any
Three = tuple[float, float, float]
Seven = tuple[float, float, float, float, float, float, float]

GRID = 0
RING = 1
WAVE = 2
SPHERE = 3

GOLDEN = math.pi * (3.0 - math.sqrt(5.0))  # rad between neighbours of a sunflower

# Columns of ``shape``: place 3, count, spacing, columns (1 / columns beside it), radius,
# turning rate, wave number, amplitude, angular frequency.
SHAPE = 12


@inline_kernel
def _square(i: float, shape: Array) -> tuple[float, float]:
    """Column and row of vehicle ``i`` from the middle of a square, m."""
    row = np.floor((i + 0.5) * shape[6])
    column = i - row * shape[5]
    middle = 0.5 * (shape[5] - 1.0)
    return (column - middle) * shape[4], (row - middle) * shape[4]


@inline_kernel
def _ring(i: float, t: float, shape: Array) -> Seven:
    angle = i * (2.0 * math.pi / shape[3]) + shape[8] * t
    s, c = sincos(angle)
    radius, speed = shape[7], shape[7] * shape[8]
    return radius * c, radius * s, 0.0, angle + 0.5 * math.pi, -speed * s, speed * c, 0.0


@inline_kernel
def _wave(i: float, t: float, shape: Array) -> Seven:
    x, y = _square(i, shape)
    s, c = sincos(shape[9] * x - shape[11] * t)
    return x, y, shape[10] * s, 0.0, 0.0, 0.0, -shape[10] * shape[11] * c


@inline_kernel
def _sphere(i: float, t: float, shape: Array) -> Seven:
    """A sunflower on a sphere that stands on its lowest point and turns about the vertical."""
    height = 1.0 - (2.0 * i + 1.0) / shape[3]
    angle = i * GOLDEN + shape[8] * t
    s, c = sincos(angle)
    r = shape[7] * math.sqrt(max(0.0, 1.0 - height * height))
    speed = r * shape[8]
    z = shape[7] * (1.0 + height)
    return r * c, r * s, z, angle + 0.5 * math.pi, -speed * s, speed * c, 0.0


@inline_kernel
def _store(u: Array, j: int, shape: Array, aim: Seven) -> None:
    u[0, j] = shape[0] + aim[0]
    u[1, j] = shape[1] + aim[1]
    u[2, j] = shape[2] + aim[2]
    u[3, j] = aim[3]
    u[4, j] = aim[4]
    u[5, j] = aim[5]
    u[6, j] = aim[6]
    u[7, j] = 1.0


@kernel
def write_formation(
    first: int, last: int, kind: int, t: float, numbers: Array, setpoints: Array
) -> None:
    """Set-points of the blocks ``first`` to ``last`` at ``t`` seconds; ``numbers``: see SHAPE."""
    if setpoints.shape[2] != LANES:
        return
    shape = (
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5],
        numbers[6], numbers[7], numbers[8], numbers[9], numbers[10], numbers[11],
    )  # fmt: skip
    for b in range(first, last):
        u = setpoints[b]
        begin = b * LANES
        if kind == RING:
            for j in range(LANES):
                _store(u, j, shape, _ring(float(begin + j), t, shape))
        elif kind == WAVE:
            for j in range(LANES):
                _store(u, j, shape, _wave(float(begin + j), t, shape))
        elif kind == SPHERE:
            for j in range(LANES):
                _store(u, j, shape, _sphere(float(begin + j), t, shape))
        else:
            for j in range(LANES):
                x, y = _square(float(begin + j), shape)
                _store(u, j, shape, (x, y, 0.0, 0.0, 0.0, 0.0, 0.0))
