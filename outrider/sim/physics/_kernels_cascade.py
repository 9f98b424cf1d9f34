"""The law of control of the single multirotor, written so that a loop over lanes vectorises.

Position -> velocity -> acceleration and heading -> attitude -> body rates -> force and torques.
A branch inside a lane loop would end its vectorisation: choices are written so that they become
selects, and what is rare (a half turn) is put right after the loop.

All of it is inlined into the one kernel that flies. A kernel that calls another is optimised once
more with its copy of it; which copy then runs depends on what else the process has compiled, and
with ``reassoc`` the two may round differently.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outrider.core.jit import inline_kernel
from outrider.sim.physics._kernels_machine import fetch_block

Array = Any
Three = tuple[float, float, float]
Four = tuple[float, float, float, float]
Five = tuple[float, float, float, float, float]
Eight = tuple[float, float, float, float, float, float, float, float]
Nine = tuple[float, float, float, float, float, float, float, float, float]
Gains = tuple[
    float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float,
]  # fmt: skip

LANES = 16
GROUP = 16  # blocks that go through the stages together: their numbers stay in the near caches

# Rows of a block's scratch: first the force per mass and the torques per inertia.
TURN = 4  # 0 or less if what is to be turned is a half turn
CHECK = 5  # a number that is huge or not finite if the state is
WAY = 6  # square of the way of the tick, m²
SCRATCH = 7

LARGEST = 1e9  # a component of a set-point is clamped to this before it is squared

# Columns of the gains: gravity, position, velocity, attitude 3, rate 3, largest speed, largest
# acceleration, largest rate about x and y, about z, precession 3 ((jz - jy) / jx and its like).

_TWO_OVER_PI = 2.0 / math.pi
_HALF_PI = 0.5 * math.pi


@inline_kernel
def sincos(angle: float) -> tuple[float, float]:
    """Sine and cosine without branch or call. Error: 2e-16 + 1.2e-16 for each quarter turn."""
    turns = np.rint(angle * _TWO_OVER_PI)
    x = angle - turns * _HALF_PI
    y = x * x
    s = 2.7557313621385725e-6 + y * (-2.5050747762857807e-8 + y * 1.5896230157654657e-10)
    s = 8.3333333333221186e-3 + y * (-1.9841269829589539e-4 + y * s)
    s = x + x * y * (-1.6666666666666631e-1 + y * s)
    c = -2.7557314179296739e-7 + y * (2.0875700841974732e-9 - y * 1.1358536521387682e-11)
    c = -1.3888888888873056e-3 + y * (2.4801587288851705e-5 + y * c)
    c = 1.0 - 0.5 * y + y * y * (4.1666666666666593e-2 + y * c)
    quarter = turns - 4.0 * np.floor(0.25 * turns)
    odd = quarter - 2.0 * np.floor(0.5 * quarter) > 0.5
    sine = c if odd else s
    cosine = s if odd else c
    sine = -sine if quarter > 1.5 else sine
    return sine, (-cosine if math.fabs(quarter - 1.5) < 1.0 else cosine)


@inline_kernel
def _sane(value: float, otherwise: float) -> float:
    """``value`` within ±LARGEST; NaN becomes ``otherwise``."""
    near = min(max(value, -LARGEST), LARGEST)
    return near if near == near else otherwise


@inline_kernel
def _shrink(x: float, y: float, z: float, most: float) -> float:
    """The factor that brings a vector down to length ``most``; 1 if it is shorter."""
    return min(1.0, most / math.sqrt(x * x + y * y + z * z + 1e-12))


@inline_kernel
def _matrix(x: float, y: float, z: float, w: float) -> Nine:
    """Rows of the rotation matrix of a unit quaternion."""
    x2, y2, z2 = x + x, y + y, z + z
    xx, yy, zz = x * x2, y * y2, z * z2
    xy, xz, yz = x * y2, x * z2, y * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    return (
        1.0 - (yy + zz), xy - wz, xz + wy,
        xy + wz, 1.0 - (xx + zz), yz - wx,
        xz - wy, yz + wx, 1.0 - (xx + yy),
    )  # fmt: skip


@inline_kernel
def _lift(p: Three, v: Three, aim: Eight, gains: Gains) -> Three:
    """Force per mass that the set-point asks for, world, m/s²."""
    gravity, kp, kv, speed_max, acceleration_max = gains[0], gains[1], gains[2], gains[9], gains[10]
    kp = kp * aim[7]
    x = kp * (_sane(aim[0], p[0]) - p[0])
    y = kp * (_sane(aim[1], p[1]) - p[1])
    z = kp * (_sane(aim[2], p[2]) - p[2])
    scale = _shrink(x, y, z, speed_max)
    x = kv * (x * scale + _sane(aim[4], 0.0) - v[0])
    y = kv * (y * scale + _sane(aim[5], 0.0) - v[1])
    z = kv * (z * scale + _sane(aim[6], 0.0) - v[2])
    scale = _shrink(x, y, z, acceleration_max)
    return x * scale, y * scale, max(z * scale + gravity, 0.2 * gravity)


@inline_kernel
def _wanted(lift: Three, heading: float, body: Nine) -> tuple[Nine, float]:
    """Rows of the attitude: z along ``lift``, x pointing to ``heading`` (NaN: the present one).

    All of them are too long by the second number: one division at the end then does for three.
    """
    lx, ly, lz = lift
    sine, cosine = sincos(_sane(heading, 0.0))
    # Any length of (cosine, sine) will do, so the present x axis needs no square root.
    flat = body[0] * body[0] + body[3] * body[3] > 1e-12
    kept_x = body[0] if flat else 1.0
    kept_y = body[3] if flat else 0.0
    told = heading == heading
    cosine = cosine if told else kept_x
    sine = sine if told else kept_y
    x, y, z = cosine * lz, sine * lz, -(lx * cosine + ly * sine)
    forward = math.sqrt(x * x + y * y + z * z)
    upward = math.sqrt(lx * lx + ly * ly + lz * lz)
    rows = (
        upward * x, ly * z - lz * y, forward * lx,
        upward * y, lz * x - lx * z, forward * ly,
        upward * z, lx * y - ly * x, forward * lz,
    )  # fmt: skip
    return rows, forward * upward


@inline_kernel
def _turning(ex: float, ey: float, ez: float, w: Three, gains: Gains) -> Three:
    """Torque per inertia that turns the body by the error ``e``, rad/s²."""
    wx, wy, wz = w
    tilt, turn = gains[11], gains[12]
    return (
        gains[6] * (min(max(gains[3] * ex, -tilt), tilt) - wx) + gains[13] * wy * wz,
        gains[7] * (min(max(gains[4] * ey, -tilt), tilt) - wy) + gains[14] * wz * wx,
        gains[8] * (min(max(gains[5] * ez, -turn), turn) - wz) + gains[15] * wx * wy,
    )


@inline_kernel
def _command(p: Three, v: Three, q: Four, w: Three, aim: Eight, gains: Gains) -> Five:
    """Force per mass, torques per inertia, and a number that is 0 or less next to a half turn."""
    lift = _lift(p, v, aim, gains)
    body = _matrix(q[0], q[1], q[2], q[3])
    a, b, c, d, e, f, g, h, k = body
    rows, size = _wanted(lift, aim[3], body)
    i, y, m, n, o, r, s, t, u = rows
    square = size + a * i + d * n + g * s + b * y + e * o + h * t + c * m + f * r + k * u
    scale = 1.0 / math.sqrt(size * max(square, 1e-9 * size))
    tx, ty, tz = _turning(
        scale * ((c * y + f * o + k * t) - (b * m + e * r + h * u)),
        scale * ((a * m + d * r + g * u) - (c * i + f * n + k * s)),
        scale * ((b * i + e * n + h * s) - (a * y + d * o + g * t)),
        w, gains,
    )  # fmt: skip
    return max(0.0, lift[0] * c + lift[1] * f + lift[2] * k), tx, ty, tz, square - 1e-9 * size


@inline_kernel
def _half_turn(xx: float, yy: float, zz: float, xy: float, xz: float, yz: float) -> Three:
    """Unit axis of a half turn, from the diagonal and the mean off-diagonals of its matrix."""
    if zz >= xx and zz >= yy:
        n = math.sqrt(max(0.5 * (1.0 + zz), 0.25))
        return 0.5 * xz / n, 0.5 * yz / n, n
    if yy >= xx:
        n = math.sqrt(max(0.5 * (1.0 + yy), 0.25))
        return 0.5 * xy / n, n, 0.5 * yz / n
    n = math.sqrt(max(0.5 * (1.0 + xx), 0.25))
    return n, 0.5 * xy / n, 0.5 * xz / n


@inline_kernel
def _turn_round(x: Array, u: Array, j: int, gains: Gains) -> Three:
    """Torques per inertia of lane ``j`` next to a half turn, where the skew part tells no axis."""
    w = (x[10, j], x[11, j], x[12, j])
    body = _matrix(x[6, j], x[7, j], x[8, j], x[9, j])
    aim = (u[0, j], u[1, j], u[2, j], u[3, j], u[4, j], u[5, j], u[6, j], u[7, j])
    lift = _lift((x[0, j], x[1, j], x[2, j]), (x[3, j], x[4, j], x[5, j]), aim, gains)
    a, b, c, d, e, f, g, h, k = body
    rows, size = _wanted(lift, aim[3], body)
    i, y, m, n, o, r, s, t, v = rows
    xx, xy, xz = a * i + d * n + g * s, a * y + d * o + g * t, a * m + d * r + g * v
    yx, yy, yz = b * i + e * n + h * s, b * y + e * o + h * t, b * m + e * r + h * v
    zx, zy, zz = c * i + f * n + k * s, c * y + f * o + k * t, c * m + f * r + k * v
    one, half = 1.0 / size, 0.5 / size
    ax, ay, az = _half_turn(
        one * xx, one * yy, one * zz, half * (xy + yx), half * (xz + zx), half * (yz + zy)
    )
    scale = 2.0 if (zy - yz) * ax + (xz - zx) * ay + (yx - xy) * az >= 0.0 else -2.0
    return _turning(scale * ax, scale * ay, scale * az, w, gains)


@inline_kernel
def command_blocks(
    first: int,
    last: int,
    state: Array,
    setpoints: Array,
    gains: Array,
    scratch: Array,
    far: bool,
) -> None:
    """Rows 0 to 3 of ``scratch[b - first]`` for the blocks ``first`` to ``last``.

    ``far``: the next blocks are worth fetching ahead.
    """
    g = (
        gains[0], gains[1], gains[2], gains[3], gains[4], gains[5], gains[6], gains[7],
        gains[8], gains[9], gains[10], gains[11], gains[12], gains[13], gains[14], gains[15],
    )  # fmt: skip
    for b in range(first, last):
        x = state[b]
        u = setpoints[b]
        if far:
            fetch_block(state, b + GROUP)
        out = scratch[b - first]
        for j in range(LANES):
            push, tx, ty, tz, turn = _command(
                (x[0, j], x[1, j], x[2, j]),
                (x[3, j], x[4, j], x[5, j]),
                (x[6, j], x[7, j], x[8, j], x[9, j]),
                (x[10, j], x[11, j], x[12, j]),
                (u[0, j], u[1, j], u[2, j], u[3, j], u[4, j], u[5, j], u[6, j], u[7, j]),
                g,
            )
            out[0, j] = push
            out[1, j] = tx
            out[2, j] = ty
            out[3, j] = tz
            out[TURN, j] = turn
        turned = 0
        for j in range(LANES):
            turned += 1 if out[TURN, j] <= 0.0 else 0
        if turned > 0:
            for j in range(LANES):
                if out[TURN, j] <= 0.0:
                    out[1, j], out[2, j], out[3, j] = _turn_round(x, u, j, g)
