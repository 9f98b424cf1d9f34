"""Compiled closed forms of the four object shapes: distance, line crossing, column."""

from __future__ import annotations

import math

from outrider.core.jit import kernel
from outrider.world._kernels_objects import BOX, CAPSULE, CYLINDER, F64, I32, SPHERE, Obstacles

EMPTY = (math.inf, -math.inf)
Span = tuple[float, float]
Point = tuple[float, float, float]


@kernel
def turn_in(m: F64, x: float, y: float, z: float) -> Point:
    """Transpose of the rotation ``m (3, 3)`` times a vector."""
    return (
        m[0, 0] * x + m[1, 0] * y + m[2, 0] * z,
        m[0, 1] * x + m[1, 1] * y + m[2, 1] * z,
        m[0, 2] * x + m[1, 2] * y + m[2, 2] * z,
    )


@kernel
def turn_out(m: F64, x: float, y: float, z: float) -> Point:
    """The rotation ``m (3, 3)`` times a vector."""
    return (
        m[0, 0] * x + m[0, 1] * y + m[0, 2] * z,
        m[1, 0] * x + m[1, 1] * y + m[1, 2] * z,
        m[2, 0] * x + m[2, 1] * y + m[2, 2] * z,
    )


@kernel
def _box_distance(half: F64, x: float, y: float, z: float) -> float:
    a, b, c = abs(x) - half[0], abs(y) - half[1], abs(z) - half[2]
    u, v, w = max(a, 0.0), max(b, 0.0), max(c, 0.0)
    distance: float = math.sqrt(u * u + v * v + w * w) + min(max(a, b, c), 0.0)
    return distance


@kernel
def _cylinder_distance(half: F64, x: float, y: float, z: float) -> float:
    a, b = math.sqrt(x * x + y * y) - half[0], abs(z) - half[2]
    u, v = max(a, 0.0), max(b, 0.0)
    distance: float = math.sqrt(u * u + v * v) + min(max(a, b), 0.0)
    return distance


@kernel
def distance_to(obstacles: Obstacles, row: int, x: float, y: float, z: float) -> float:
    """Signed distance from a point to the surface of an object; negative inside."""
    c, half, kind = obstacles.center[row], obstacles.half_size[row], obstacles.kind[row]
    px, py, pz = turn_in(obstacles.rotation[row], x - c[0], y - c[1], z - c[2])
    if kind == BOX:
        return _box_distance(half, px, py, pz)
    if kind == CYLINDER:
        return _cylinder_distance(half, px, py, pz)
    if kind == CAPSULE:
        pz = max(abs(pz) - half[2], 0.0)
    distance: float = math.sqrt(px * px + py * py + pz * pz) - half[0]
    return distance


@kernel
def _slab(o: float, d: float, half: float) -> Span:
    """Where the line o + t·d is within ±half."""
    if d == 0.0:
        return (-math.inf, math.inf) if abs(o) <= half else EMPTY
    a, b = (-half - o) / d, (half - o) / d
    return min(a, b), max(a, b)


@kernel
def _round(a: float, b: float, c: float) -> Span:
    """Where a·t² + 2·b·t + c <= 0, for a >= 0."""
    if a <= 0.0:
        return (-math.inf, math.inf) if c <= 0.0 else EMPTY
    under = b * b - a * c
    if under < 0.0:
        return EMPTY
    root = math.sqrt(under)
    return (-b - root) / a, (-b + root) / a


@kernel
def _ball(r: float, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> Span:
    a = dx * dx + dy * dy + dz * dz
    return _round(a, ox * dx + oy * dy + oz * dz, ox * ox + oy * oy + oz * oz - r * r)


@kernel
def _tube(half: F64, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> Span:
    side = ox * ox + oy * oy - half[0] * half[0]
    a0, a1 = _round(dx * dx + dy * dy, ox * dx + oy * dy, side)
    b0, b1 = _slab(oz, dz, half[2])
    t0, t1 = max(a0, b0), min(a1, b1)
    return (t0, t1) if t0 <= t1 else EMPTY


@kernel
def _local_span(
    kind: int, half: F64, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float
) -> Span:
    if kind == SPHERE:
        return _ball(half[0], ox, oy, oz, dx, dy, dz)
    if kind == CYLINDER:
        return _tube(half, ox, oy, oz, dx, dy, dz)
    if kind == CAPSULE:
        # Convex, so the union of tube and caps is one span.
        a0, a1 = _tube(half, ox, oy, oz, dx, dy, dz)
        b0, b1 = _ball(half[0], ox, oy, oz - half[2], dx, dy, dz)
        c0, c1 = _ball(half[0], ox, oy, oz + half[2], dx, dy, dz)
        return min(a0, b0, c0), max(a1, b1, c1)
    a0, a1 = _slab(ox, dx, half[0])
    b0, b1 = _slab(oy, dy, half[1])
    c0, c1 = _slab(oz, dz, half[2])
    t0, t1 = max(a0, b0, c0), min(a1, b1, c1)
    return (t0, t1) if t0 <= t1 else EMPTY


@kernel
def line_span(
    obstacles: Obstacles,
    row: int,
    ox: float,
    oy: float,
    oz: float,
    dx: float,
    dy: float,
    dz: float,
) -> Span:
    """Parameters at which the line o + t·d enters and leaves an object; (inf, -inf) = misses."""
    c, m = obstacles.center[row], obstacles.rotation[row]
    px, py, pz = turn_in(m, ox - c[0], oy - c[1], oz - c[2])
    qx, qy, qz = turn_in(m, dx, dy, dz)
    return _local_span(obstacles.kind[row], obstacles.half_size[row], px, py, pz, qx, qy, qz)


@kernel
def column_at(obstacles: Obstacles, row: int, x: float, y: float) -> Span:
    """Lowest and highest z of an object on the vertical line at (x, y); (inf, -inf) beside it."""
    z = obstacles.center[row, 2]
    low, high = line_span(obstacles, row, x, y, z, 0.0, 0.0, 1.0)
    return low + z, high + z


@kernel
def normal_on(obstacles: Obstacles, row: int, x: float, y: float, z: float) -> Point:
    """Outward unit normal of an object at a point on (or near) its surface."""
    c, half, kind = obstacles.center[row], obstacles.half_size[row], obstacles.kind[row]
    m = obstacles.rotation[row]
    px, py, pz = turn_in(m, x - c[0], y - c[1], z - c[2])
    nx, ny, nz = px, py, pz
    if kind == BOX:
        a, b, d = abs(px) - half[0], abs(py) - half[1], abs(pz) - half[2]
        nx = math.copysign(1.0, px) if a >= max(b, d) else 0.0
        ny = math.copysign(1.0, py) if nx == 0.0 and b >= d else 0.0
        nz = math.copysign(1.0, pz) if nx == 0.0 and ny == 0.0 else 0.0
    elif kind == CYLINDER:
        if abs(pz) - half[2] >= math.sqrt(px * px + py * py) - half[0]:
            nx, ny, nz = 0.0, 0.0, math.copysign(1.0, pz)
        else:
            nz = 0.0
    elif kind == CAPSULE:
        nz = math.copysign(max(abs(pz) - half[2], 0.0), pz)
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    if length == 0.0:
        return 0.0, 0.0, 1.0
    return turn_out(m, nx / length, ny / length, nz / length)


@kernel
def distances_to(obstacles: Obstacles, rows: I32, points: F64, out: F64) -> None:
    """Fill ``out (k,)`` with :func:`distance_to` of ``rows (k,)`` from ``points (k, 3)``."""
    for k in range(rows.shape[0]):
        out[k] = distance_to(obstacles, rows[k], points[k, 0], points[k, 1], points[k, 2])
