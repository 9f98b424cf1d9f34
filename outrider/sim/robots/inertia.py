"""Masses joined into one: centre, inertia about it, and principal axes. Plain Python, 3×3."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from outrider.sim.physics.plan import IDENTITY, ORIGIN, Quaternion, Vector

Matrix = tuple[Vector, Vector, Vector]


class Mass(NamedTuple):
    """A rigid mass: kg, centre, and inertia about that centre in the same axes, kg m²."""

    mass_kg: float
    com_m: Vector = ORIGIN
    inertia: Matrix = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def diagonal(moments: Vector) -> Matrix:
    x, y, z = moments
    return (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)


def box_inertia(mass_kg: float, size_m: Vector) -> Vector:
    """Moments of a uniform box about its centre."""
    x, y, z = size_m
    third = mass_kg / 12.0
    return third * (y * y + z * z), third * (x * x + z * z), third * (x * x + y * y)


def wheel_inertia(mass_kg: float, radius_m: float, width_m: float) -> Vector:
    """Moments of a uniform disc whose axle is y."""
    across = mass_kg * (3.0 * radius_m**2 + width_m**2) / 12.0
    return across, 0.5 * mass_kg * radius_m**2, across


def rotation(quaternion: Quaternion) -> Matrix:
    """The matrix of a unit quaternion (xyzw)."""
    x, y, z, w = quaternion
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


def multiply(a: Matrix, b: Matrix) -> Matrix:
    return tuple(  # type: ignore[return-value]
        tuple(sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)) for i in range(3)
    )


def transpose(a: Matrix) -> Matrix:
    return tuple(zip(*a, strict=True))  # type: ignore[return-value]


def turn(matrix: Matrix, v: Vector) -> Vector:
    return tuple(sum(matrix[i][k] * v[k] for k in range(3)) for i in range(3))  # type: ignore[return-value]


def placed(mass: Mass, position_m: Vector, quaternion: Quaternion = IDENTITY) -> Mass:
    """The same mass seen from the frame in which its own frame has this pose."""
    r = rotation(quaternion)
    at = turn(r, mass.com_m)
    centre = (position_m[0] + at[0], position_m[1] + at[1], position_m[2] + at[2])
    return Mass(mass.mass_kg, centre, multiply(multiply(r, mass.inertia), transpose(r)))


def joined(parts: Sequence[Mass]) -> Mass:
    """All parts as one rigid mass."""
    total = math.fsum(part.mass_kg for part in parts)
    com: Vector = tuple(  # type: ignore[assignment]
        math.fsum(part.mass_kg * part.com_m[k] for part in parts) / total for k in range(3)
    )
    cells = [[0.0] * 3 for _ in range(3)]
    for part in parts:
        d = [part.com_m[k] - com[k] for k in range(3)]
        square = sum(x * x for x in d)
        for i in range(3):
            for j in range(3):
                moved = (square if i == j else 0.0) - d[i] * d[j]
                cells[i][j] += part.inertia[i][j] + part.mass_kg * moved
    return Mass(total, com, tuple(tuple(row) for row in cells))  # type: ignore[arg-type]


def principal(inertia: Matrix) -> tuple[Vector, Quaternion]:
    """Principal moments and the turn (xyzw) of their axes, by Jacobi's rotations."""
    a = [list(row) for row in inertia]
    q: Quaternion = IDENTITY
    scale = max(abs(a[k][k]) for k in range(3)) or 1.0
    for _ in range(50):
        i, j = max(((0, 1), (0, 2), (1, 2)), key=lambda ij: abs(a[ij[0]][ij[1]]))
        if abs(a[i][j]) <= 1e-15 * scale:
            break
        angle = 0.5 * math.atan2(2.0 * a[i][j], a[i][i] - a[j][j])
        # The smaller of the two rotations that zero the entry keeps the axes near where they were.
        angle -= math.pi / 2 * round(angle / (math.pi / 2))
        axis = 3 - i - j
        sign = 1.0 if (i, j) in ((0, 1), (1, 2)) else -1.0
        step = [0.0, 0.0, 0.0, math.cos(angle / 2)]
        step[axis] = sign * math.sin(angle / 2)
        r = rotation(tuple(step))  # type: ignore[arg-type]
        a = [list(row) for row in multiply(multiply(transpose(r), _frozen(a)), r)]
        q = _product(q, tuple(step))  # type: ignore[arg-type]
    return (a[0][0], a[1][1], a[2][2]), q


def _frozen(a: list[list[float]]) -> Matrix:
    return tuple(tuple(row) for row in a)  # type: ignore[return-value]


def _product(p: Quaternion, q: Quaternion) -> Quaternion:
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return (
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
        pw * qw - px * qx - py * qy - pz * qz,
    )


def quaternion_of(r: Matrix) -> Quaternion:
    """The unit quaternion (xyzw, w not negative) of a rotation matrix."""
    four = (
        1.0 + r[0][0] - r[1][1] - r[2][2],
        1.0 - r[0][0] + r[1][1] - r[2][2],
        1.0 - r[0][0] - r[1][1] + r[2][2],
        1.0 + r[0][0] + r[1][1] + r[2][2],
    )
    k = max(range(4), key=four.__getitem__)
    size = 2.0 * math.sqrt(four[k])
    q = [0.0, 0.0, 0.0, 0.0]
    q[k] = size / 4.0
    if k == 3:
        q[0], q[1] = (r[2][1] - r[1][2]) / size, (r[0][2] - r[2][0]) / size
        q[2] = (r[1][0] - r[0][1]) / size
    else:
        i, j = (k + 1) % 3, (k + 2) % 3
        q[3] = (r[j][i] - r[i][j]) / size
        q[i], q[j] = (r[i][k] + r[k][i]) / size, (r[j][k] + r[k][j]) / size
    sign = -1.0 if q[3] < 0.0 else 1.0
    return sign * q[0], sign * q[1], sign * q[2], sign * q[3]
