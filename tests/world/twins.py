"""Plain twins of the world's kernels: same formulas from the structs, none of the kernels' code."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.world.terrain import Feature, Octave, Terrain, Trough

F64 = NDArray[np.float64]
_MASK = 2**64 - 1


def gradient(i: int, j: int, seed: int) -> tuple[float, float]:
    h = (i * 0x9E3779B97F4A7C15) & _MASK
    h ^= ((j * 0xC2B2AE3D27D4EB4F) & _MASK) + seed & _MASK
    for _ in range(2):
        h ^= h >> 32
        h = (h * 0xD6E8FEB86659FD93) & _MASK
    angle = 2.0 * math.pi * (h >> 56) / 256.0
    return math.cos(angle), math.sin(angle)


def fade(t: float) -> float:
    return 6.0 * t**5 - 15.0 * t**4 + 10.0 * t**3


def noise(x: np.longdouble, y: np.longdouble, seed: int) -> float:
    """Weighted sum over the four corners, in 80-bit numbers."""
    i, j = int(np.floor(x)), int(np.floor(y))
    u, v = float(x - i), float(y - j)
    total = 0.0
    for a in (0, 1):
        for b in (0, 1):
            gx, gy = gradient(i + a, j + b, seed)
            weight = (fade(u) if a else 1.0 - fade(u)) * (fade(v) if b else 1.0 - fade(v))
            total += weight * (gx * (u - a) + gy * (v - b))
    return total


def octave_height(octave: Octave, x: float, y: float) -> float:
    length = np.longdouble(octave.wavelength_m)
    px = np.longdouble(x) / length + np.longdouble(octave.offset[0])
    py = np.longdouble(y) / length + np.longdouble(octave.offset[1])
    return octave.amplitude_m * noise(px, py, octave.seed)


def trough_height(trough: Trough, x: float, y: float) -> tuple[float, float]:
    """Height and the share of the noise that is kept."""
    middle = trough.middle_m + sum(a * math.sin(k * x + p) for a, k, p in trough.meanders)
    away = abs(y - middle)
    t = min(max((away - trough.floor_half_m) / trough.flank_m, 0.0), 1.0)
    stream = max(1.0 - (away / trough.stream_half_m) ** 2, 0.0) ** 2
    height = trough.rim_m * fade(t) - trough.stream_depth_m * stream
    return height, trough.floor_noise + (1.0 - trough.floor_noise) * fade(t)


def trapezoid(t: float, half: float, back: float, front: float, corner: float) -> float:
    """The profile as the integral of its slope, which is itself a trapezoid."""
    flank = front if t > 0.0 else back
    s = min(max((abs(t) - half) / flank, 0.0), 1.0)
    knots = np.array([0.0, corner, 1.0 - corner, 1.0])
    rates = np.array([0.0, 1.0, 1.0, 0.0]) / (1.0 - corner)
    cut = np.concatenate((knots[knots < s], [s]))
    return float(1.0 - np.trapezoid(np.interp(cut, knots, rates), cut))


def feature_height(feature: Feature, x: float, y: float, z: float) -> float:
    dx, dy = x - feature.position_m[0], y - feature.position_m[1]
    c, s = math.cos(feature.heading_rad), math.sin(feature.heading_rad)
    u, v = c * dx + s * dy, c * dy - s * dx
    back, front, side = feature.flank_m
    mask = trapezoid(u, feature.half_m[0], back, front, feature.corner)
    mask *= trapezoid(v, feature.half_m[1], side, side, feature.corner)
    if feature.levels:
        return z + mask * (feature.value_m + feature.grade * u - z)
    return z + mask * feature.value_m


def height(terrain: Terrain, x: float, y: float) -> float:
    rough = sum(octave_height(octave, x, y) for octave in terrain.octaves)
    z = terrain.level_m + terrain.grade[0] * x + terrain.grade[1] * y
    if terrain.trough is not None:
        rise, keep = trough_height(terrain.trough, x, y)
        z, rough = z + rise, keep * rough
    z += rough
    for feature in terrain.features:
        z = feature_height(feature, x, y, z)
    return z


def rectangle_gap(centre: F64, heading: float, half: F64, rounding: float, point: F64) -> float:
    """Distance to a rounded rectangle by its four edges; 0 inside."""
    c, s = math.cos(heading), math.sin(heading)
    local = np.array([[c, s], [-s, c]]) @ (point - centre)
    if (np.abs(local) <= half).all():
        return 0.0
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    gaps = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        way = b - a
        t = np.clip(np.dot(local - a, way) / max(np.dot(way, way), 1e-300), 0.0, 1.0)
        gaps.append(float(np.linalg.norm(local - a - t * way)))
    return max(min(gaps) - rounding, 0.0)
