"""Compiled terrain: one packed f64 array, evaluated anywhere on the infinite plane.

height = plane + valley + mask · gradient-noise octaves + relief grid, then the features in order.
The array starts with a header (indices below), then octave, valley and feature records and a grid
that tells which features reach a cell. ``outrider.world.terrain`` writes it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import exact_kernel

F64 = NDArray[np.float64]
Point = tuple[float, float, float]

VERSION, LIPSCHITZ, LEVEL, GRADE_X, GRADE_Y = 0, 1, 2, 3, 4
OCTAVES, OCTAVE_START, VALLEY_START, FEATURES, FEATURE_START = 5, 6, 7, 8, 9
BIN_X, BIN_Y, BIN_SIZE, BIN_NX, BIN_NY, BIN_STARTS, BIN_ITEMS = 10, 11, 12, 13, 14, 15, 16
RELIEF_START = 17
HEADER = 20

# Relief record: origin, step, points along x and y, then the heights, row by row along x.
RELIEF_X, RELIEF_Y, RELIEF_STEP, RELIEF_NX, RELIEF_NY, RELIEF_DATA = 0, 1, 2, 3, 4, 5

# Octave record: frequency (1/m), amplitude (m), offsets (cells), hash seed (an exact integer).
FREQUENCY, AMPLITUDE, OFFSET_X, OFFSET_Y, HASH_SEED, OCTAVE_STRIDE = 0, 1, 2, 3, 4, 5

# Valley record: rim over floor (m), half width of the floor, width of a flank, share of the noise
# left on the floor, two meanders (amplitude m, wave number rad/m, phase), stream depth, half width,
# y about which the middle winds.
RIM, FLOOR_HALF, FLANK, FLOOR_NOISE, MEANDER_1, MEANDER_2 = 0, 1, 2, 3, 4, 7
STREAM_DEPTH, STREAM_HALF, MIDDLE, VALLEY_STRIDE = 10, 11, 12, 13

# Feature record: mode (0 adds ``value``, 1 blends to the plane ``value + grade·u``), bounding box,
# frame, trapezoid in u and v, corner rounding, value, grade, surface class (-1 leaves it).
MODE, MIN_X, MAX_X, MIN_Y, MAX_Y, CENTRE_X, CENTRE_Y, COS, SIN = 0, 1, 2, 3, 4, 5, 6, 7, 8
HALF_U, BACK_U, FRONT_U, HALF_V, FLANK_V, CORNER = 9, 10, 11, 12, 13, 14
VALUE, GRADE_U, SURFACE, FEATURE_STRIDE = 15, 16, 17, 18

_TURNS = [2.0 * math.pi * k / 256.0 for k in range(256)]
GRADIENTS = np.array([[math.cos(a), math.sin(a)] for a in _TURNS])
"""(256, 2) f64: the unit gradients a lattice corner may have."""


@exact_kernel
def _gradient_index(cell_x: int, cell_y: int, seed: int) -> int:
    h = np.uint64(cell_x) * np.uint64(0x9E3779B97F4A7C15)
    h ^= np.uint64(cell_y) * np.uint64(0xC2B2AE3D27D4EB4F) + np.uint64(seed)
    h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    return int(np.int64(h >> np.uint64(56)))


@exact_kernel
def noise_at(x: float, y: float, seed: int) -> tuple[float, float, float]:
    """Gradient noise and its two derivatives at (x, y) in cells; quintic fade, |noise| <= 0.71."""
    cell_x, cell_y = math.floor(x), math.floor(y)
    i, j = int(cell_x), int(cell_y)
    u, v = x - cell_x, y - cell_y
    g00 = GRADIENTS[_gradient_index(i, j, seed)]
    g10 = GRADIENTS[_gradient_index(i + 1, j, seed)]
    g01 = GRADIENTS[_gradient_index(i, j + 1, seed)]
    g11 = GRADIENTS[_gradient_index(i + 1, j + 1, seed)]
    fu = u * u * u * (u * (u * 6.0 - 15.0) + 10.0)
    fv = v * v * v * (v * (v * 6.0 - 15.0) + 10.0)
    du = 30.0 * u * u * (u * (u - 2.0) + 1.0)
    dv = 30.0 * v * v * (v * (v - 2.0) + 1.0)
    n00 = g00[0] * u + g00[1] * v
    n10 = g10[0] * (u - 1.0) + g10[1] * v
    n01 = g01[0] * u + g01[1] * (v - 1.0)
    n11 = g11[0] * (u - 1.0) + g11[1] * (v - 1.0)
    low, high = n00 + fu * (n10 - n00), n01 + fu * (n11 - n01)
    low_x = g00[0] + fu * (g10[0] - g00[0]) + du * (n10 - n00)
    high_x = g01[0] + fu * (g11[0] - g01[0]) + du * (n11 - n01)
    low_y = g00[1] + fu * (g10[1] - g00[1])
    high_y = g01[1] + fu * (g11[1] - g01[1])
    slope_x = low_x + fv * (high_x - low_x)
    slope_y = low_y + fv * (high_y - low_y) + dv * (high - low)
    return low + fv * (high - low), slope_x, slope_y


@exact_kernel
def _meander(valley: F64, x: float) -> tuple[float, float]:
    """The y of the valley's middle at x, and its derivative."""
    a, b = valley[MEANDER_1 : MEANDER_1 + 3], valley[MEANDER_2 : MEANDER_2 + 3]
    p, q = a[1] * x + a[2], b[1] * x + b[2]
    y = valley[MIDDLE] + a[0] * math.sin(p) + b[0] * math.sin(q)
    return y, a[0] * a[1] * math.cos(p) + b[0] * b[1] * math.cos(q)


@exact_kernel
def _cross_section(valley: F64, offset: float) -> tuple[float, float, float, float]:
    """Height and noise mask at a distance from the middle, each with its derivative."""
    t = (abs(offset) - valley[FLOOR_HALF]) / valley[FLANK]
    t = min(max(t, 0.0), 1.0)
    fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
    slope = 30.0 * t * t * (t * (t - 2.0) + 1.0) / valley[FLANK]
    if offset < 0.0:
        slope = -slope
    z, dz = valley[RIM] * fade, valley[RIM] * slope
    w = offset / valley[STREAM_HALF]
    k = max(1.0 - w * w, 0.0)
    z -= valley[STREAM_DEPTH] * k * k
    dz += valley[STREAM_DEPTH] * 4.0 * k * w / valley[STREAM_HALF]
    keep = 1.0 - valley[FLOOR_NOISE]
    return z, dz, valley[FLOOR_NOISE] + keep * fade, keep * slope


@exact_kernel
def spline_weights(u: float, weights: F64, slopes: F64) -> None:
    """Weights of the four neighbours by the uniform cubic B-spline, and their derivatives."""
    v = 1.0 - u
    weights[0], weights[3] = v * v * v / 6.0, u * u * u / 6.0
    weights[1] = (4.0 + u * u * (3.0 * u - 6.0)) / 6.0
    weights[2] = (4.0 + v * v * (3.0 * v - 6.0)) / 6.0
    slopes[0], slopes[3] = -0.5 * v * v, 0.5 * u * u
    slopes[1] = 0.5 * u * (3.0 * u - 4.0)
    slopes[2] = -0.5 * v * (3.0 * v - 4.0)


@exact_kernel
def spline_place(p: float, n: int) -> tuple[int, float, float]:
    """Field and place in it of a coordinate in steps, kept inside; 0 where it was not."""
    if p <= 0.0:
        return 0, 0.0, 0.0
    if p >= n - 1.0:
        return n - 2, 1.0, 0.0
    i = int(p)
    return i, p - i, 1.0


@exact_kernel
def relief_at(terrain: F64, x: float, y: float) -> tuple[float, float, float]:
    """Height and slope of the relief grid; beyond its border the border goes on."""
    at = int(terrain[RELIEF_START])
    step, nx, ny = (
        terrain[at + RELIEF_STEP],
        int(terrain[at + RELIEF_NX]),
        int(terrain[at + RELIEF_NY]),
    )
    i, u, inside_x = spline_place((x - terrain[at + RELIEF_X]) / step, nx)
    j, v, inside_y = spline_place((y - terrain[at + RELIEF_Y]) / step, ny)
    wu, su, wv, sv = np.empty(4), np.empty(4), np.empty(4), np.empty(4)
    spline_weights(u, wu, su)
    spline_weights(v, wv, sv)
    z, zx, zy = 0.0, 0.0, 0.0
    for b in range(4):
        row = at + RELIEF_DATA + min(max(j + b - 1, 0), ny - 1) * nx
        value, slope = 0.0, 0.0
        for a in range(4):
            h = terrain[row + min(max(i + a - 1, 0), nx - 1)]
            value += wu[a] * h
            slope += su[a] * h
        z += wv[b] * value
        zx += wv[b] * slope
        zy += sv[b] * value
    return z, inside_x * zx / step, inside_y * zy / step


@exact_kernel
def _trapezoid(
    t: float, half: float, back: float, front: float, corner: float
) -> tuple[float, float]:
    """1 within ``half``, then a flank with parabolic corners down to 0; and the derivative."""
    flank = front if t > 0.0 else back
    s = (abs(t) - half) / flank
    k = 1.0 / (1.0 - corner)
    if s <= 0.0:
        return 1.0, 0.0
    if s >= 1.0:
        return 0.0, 0.0
    if s < corner:
        value, slope = 1.0 - k * s * s / (2.0 * corner), -k * s / corner
    elif s <= 1.0 - corner:
        value, slope = 1.0 - k * (s - 0.5 * corner), -k
    else:
        value, slope = k * (1.0 - s) * (1.0 - s) / (2.0 * corner), -k * (1.0 - s) / corner
    slope /= flank
    return value, slope if t > 0.0 else -slope


@exact_kernel
def shape_feature(f: F64, x: float, y: float, z: float, zx: float, zy: float) -> Point:
    """Height and slope after the feature record ``f`` has acted on (z, zx, zy) at (x, y)."""
    # Tracks only lay a surface.
    if f[MODE] == 0.0 and f[VALUE] == 0.0:
        return z, zx, zy
    if x < f[MIN_X] or x > f[MAX_X] or y < f[MIN_Y] or y > f[MAX_Y]:
        return z, zx, zy
    dx, dy = x - f[CENTRE_X], y - f[CENTRE_Y]
    u, v = f[COS] * dx + f[SIN] * dy, f[COS] * dy - f[SIN] * dx
    along, along_u = _trapezoid(u, f[HALF_U], f[BACK_U], f[FRONT_U], f[CORNER])
    across, across_v = _trapezoid(v, f[HALF_V], f[FLANK_V], f[FLANK_V], f[CORNER])
    mask, mask_u, mask_v = along * across, along_u * across, along * across_v
    mask_x, mask_y = f[COS] * mask_u - f[SIN] * mask_v, f[SIN] * mask_u + f[COS] * mask_v
    if f[MODE] == 0.0:
        return z + f[VALUE] * mask, zx + f[VALUE] * mask_x, zy + f[VALUE] * mask_y
    gap = f[VALUE] + f[GRADE_U] * u - z
    zx += mask * (f[COS] * f[GRADE_U] - zx) + mask_x * gap
    zy += mask * (f[SIN] * f[GRADE_U] - zy) + mask_y * gap
    return z + mask * gap, zx, zy


@exact_kernel
def _feature_bin(terrain: F64, x: float, y: float) -> int:
    """The feature-grid cell of (x, y), or -1 outside the grid."""
    i = math.floor((x - terrain[BIN_X]) / terrain[BIN_SIZE])
    j = math.floor((y - terrain[BIN_Y]) / terrain[BIN_SIZE])
    if not (0.0 <= i < terrain[BIN_NX] and 0.0 <= j < terrain[BIN_NY]):
        return -1
    return int(j * terrain[BIN_NX] + i)


@exact_kernel
def base_at(terrain: F64, x: float, y: float) -> tuple[float, float, float]:
    """Height and slope (dz/dx, dz/dy) without the features."""
    zx, zy = terrain[GRADE_X], terrain[GRADE_Y]
    z = terrain[LEVEL] + zx * x + zy * y
    n, nx, ny = 0.0, 0.0, 0.0
    start = int(terrain[OCTAVE_START])
    for _ in range(int(terrain[OCTAVES])):
        f, a = terrain[start + FREQUENCY], terrain[start + AMPLITUDE]
        px, py = x * f + terrain[start + OFFSET_X], y * f + terrain[start + OFFSET_Y]
        value, slope_x, slope_y = noise_at(px, py, int(terrain[start + HASH_SEED]))
        n, nx, ny = n + a * value, nx + a * f * slope_x, ny + a * f * slope_y
        start += OCTAVE_STRIDE
    if terrain[RELIEF_START] > 0.0:
        rise, rise_x, rise_y = relief_at(terrain, x, y)
        z, zx, zy = z + rise, zx + rise_x, zy + rise_y
    at = int(terrain[VALLEY_START])
    if at == 0:
        return z + n, zx + nx, zy + ny
    valley = terrain[at : at + VALLEY_STRIDE]
    middle, bend = _meander(valley, x)
    rise, rise_v, mask, mask_v = _cross_section(valley, y - middle)
    zx += mask * nx - bend * (rise_v + mask_v * n)
    zy += mask * ny + rise_v + mask_v * n
    return z + rise + mask * n, zx, zy


@exact_kernel
def levelling_gap(terrain: F64, f: F64, n: int) -> float:
    """No less than how far the bare ground is from the plane of a levelling feature, in its box.

    Tried on an n x n lattice; between its points the slope bound holds.
    """
    step_x, step_y = (f[MAX_X] - f[MIN_X]) / n, (f[MAX_Y] - f[MIN_Y]) / n
    most = 0.0
    for j in range(n + 1):
        for i in range(n + 1):
            x, y = f[MIN_X] + i * step_x, f[MIN_Y] + j * step_y
            u = f[COS] * (x - f[CENTRE_X]) + f[SIN] * (y - f[CENTRE_Y])
            most = max(most, abs(f[VALUE] + f[GRADE_U] * u - base_at(terrain, x, y)[0]))
    away = 0.5 * math.sqrt(step_x * step_x + step_y * step_y)
    bound: float = most + away * (terrain[LIPSCHITZ] + abs(f[GRADE_U]))
    return bound


@exact_kernel
def ground_at(terrain: F64, x: float, y: float) -> tuple[float, float, float]:
    """Height and slope (dz/dx, dz/dy) of the ground at (x, y)."""
    z, zx, zy = base_at(terrain, x, y)
    if terrain[FEATURES] > 0.0:
        cell = _feature_bin(terrain, x, y)
        if cell >= 0:
            starts, items = int(terrain[BIN_STARTS]), int(terrain[BIN_ITEMS])
            for k in range(int(terrain[starts + cell]), int(terrain[starts + cell + 1])):
                at = int(terrain[FEATURE_START]) + int(terrain[items + k]) * FEATURE_STRIDE
                z, zx, zy = shape_feature(terrain[at : at + FEATURE_STRIDE], x, y, z, zx, zy)
    return z, zx, zy


@exact_kernel
def height_at(terrain: F64, x: float, y: float) -> float:
    """Height of the ground at (x, y), m."""
    z: float = ground_at(terrain, x, y)[0]
    return z


@exact_kernel
def slope_at(terrain: F64, x: float, y: float) -> tuple[float, float]:
    """(dz/dx, dz/dy) of the ground at (x, y)."""
    _, zx, zy = ground_at(terrain, x, y)
    return zx, zy


@exact_kernel
def surface_at(terrain: F64, x: float, y: float) -> int:
    """Surface class that the last feature under (x, y) lays there, or -1."""
    surface = -1
    cell = _feature_bin(terrain, x, y) if terrain[FEATURES] > 0.0 else -1
    if cell < 0:
        return surface
    starts, items = int(terrain[BIN_STARTS]), int(terrain[BIN_ITEMS])
    for k in range(int(terrain[starts + cell]), int(terrain[starts + cell + 1])):
        at = int(terrain[FEATURE_START]) + int(terrain[items + k]) * FEATURE_STRIDE
        f = terrain[at : at + FEATURE_STRIDE]
        dx, dy = x - f[CENTRE_X], y - f[CENTRE_Y]
        u, v = f[COS] * dx + f[SIN] * dy, f[COS] * dy - f[SIN] * dx
        inside_u = -f[HALF_U] - f[BACK_U] <= u <= f[HALF_U] + f[FRONT_U]
        if f[SURFACE] >= 0.0 and inside_u and abs(v) <= f[HALF_V] + f[FLANK_V]:
            surface = int(f[SURFACE])
    return surface


@exact_kernel
def ground_many(terrain: F64, points: F64, out: F64) -> None:
    """Fill ``out (n, 3)`` with height, dz/dx, dz/dy at ``points (n, 2)``, all f64."""
    for k in range(points.shape[0]):
        out[k, 0], out[k, 1], out[k, 2] = ground_at(terrain, points[k, 0], points[k, 1])


@exact_kernel
def surface_many(terrain: F64, points: F64, out: NDArray[np.int64]) -> None:
    """Fill ``out (n,)`` with the surface class that features lay at ``points (n, 2)``, or -1."""
    for k in range(points.shape[0]):
        out[k] = surface_at(terrain, points[k, 0], points[k, 1])
