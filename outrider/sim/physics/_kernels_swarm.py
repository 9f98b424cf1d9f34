"""Flight of many identical multirotors, sixteen abreast.

A block holds LANES vehicles: field ``f`` of vehicle ``LANES * b + j`` stands at ``state[b, f, j]``,
so that a loop over the lanes is pure vector code. Fields of a vehicle: position 3, velocity 3
(world), quaternion 4 (xyzw, world_from_body), rates 3 (body), rotor speeds R. The law of control
and the equations of motion are those of the single multirotor; what is constant is divided out
beforehand (``constants`` and ``rotors`` below), which changes roundings only.

A branch inside a lane loop would end its vectorisation: choices are written so that they become
selects, and what is rare (parked lanes, half turns) is put right after the loop.
"""

from __future__ import annotations

import math

from outrider.core.jit import inline_kernel, kernel
from outrider.sim.physics._kernels_cascade import (
    CHECK,
    GROUP,
    LANES,
    WAY,
    Array,
    Eight,
    Four,
    Three,
    command_blocks,
)
from outrider.sim.physics._kernels_flight import TUMBLE_RATE
from outrider.sim.physics._kernels_machine import align_stack, fetch_block

Six = tuple[float, float, float, float, float, float]
Ten = tuple[float, float, float, float, float, float, float, float, float, float]
Twelve = tuple[float, float, float, float, float, float, float, float, float, float, float, float]
Spun = tuple[float, Twelve]

RIGID = 13  # fields before the rotor speeds
SETPOINT = 8  # position 3, heading, feed-forward velocity 3, weight of the position (1 or 0)
MOST_ROTORS = 8

# Columns of ``constants``: gravity, drag linear and quadratic per mass, twice the precession 3,
# least and largest ω², what a lag keeps after h/2 and h, h; then the gains of the cascade.
GAINS = 11

ZERO: Twelve = (0.0,) * 12

NEAR_BLOCKS = 1500  # as many blocks lie in the caches anyway, if not in the nearest ones
HUGE = 1e12  # a state beyond this is lost


@inline_kernel
def _slope(v: Three, q: Four, half_w: Three, wrench: Four, air: Three, body: Six) -> Ten:
    """Rates of change of velocity (3), quaternion xyzw (4) and half the body rates (3).

    ``wrench``: twice the force per mass, half the torques per inertia.
    """
    gravity, c1, c2, jx, jy, jz = body
    qx, qy, qz, qw = q
    x, y, z = half_w
    push, tx, ty, tz = wrench
    ux, uy, uz = v[0] - air[0], v[1] - air[1], v[2] - air[2]
    drag = c1 + c2 * math.sqrt(ux * ux + uy * uy + uz * uz)
    return (
        (qx * qz + qw * qy) * push - drag * ux,
        (qy * qz - qw * qx) * push - drag * uy,
        (0.5 - (qx * qx + qy * qy)) * push - (drag * uz + gravity),
        qw * x + qy * z - qz * y,
        qw * y + qz * x - qx * z,
        qw * z + qx * y - qy * x,
        -(qx * x + qy * y + qz * z),
        tx - jx * y * z,
        ty - jy * z * x,
        tz - jz * x * y,
    )


@inline_kernel
def _ahead(v: Three, q: Four, w: Three, d: Ten, h: float) -> tuple[Three, Four, Three]:
    """The state ``h`` seconds on along the slope ``d``."""
    return (
        (v[0] + h * d[0], v[1] + h * d[1], v[2] + h * d[2]),
        (q[0] + h * d[3], q[1] + h * d[4], q[2] + h * d[5], q[3] + h * d[6]),
        (w[0] + h * d[7], w[1] + h * d[8], w[2] + h * d[9]),
    )


@inline_kernel
def _mean(x: float, a: float, b: float, c: float, d: float, s: float) -> float:
    return x + s * (a + 2.0 * (b + c) + d)


@inline_kernel
def _tame(rate: float) -> float:
    """A body rate from its half, bounded as the single multirotor's is; NaN stays NaN."""
    return min(max(2.0 * rate, -TUMBLE_RATE), TUMBLE_RATE)


@inline_kernel
def _rotor_row(rotors: Array, r: int) -> Eight:
    return (
        rotors[r, 0], rotors[r, 1], rotors[r, 2], rotors[r, 3],
        rotors[r, 4], rotors[r, 5], rotors[r, 6], rotors[r, 7],
    )  # fmt: skip


@inline_kernel
def _spin(row: Eight, want: Four, speed: float, motor: Four, sums: Twelve) -> Spun:
    """One rotor over a tick: its speed at the end; its wrench at t, t + h/2, t + h is added."""
    mf, mx, my, mz, af, ax, ay, az = row
    f0, x0, y0, z0, f1, x1, y1, z1, f2, x2, y2, z2 = sums
    square = mf * want[0] + mx * want[1] + my * want[2] + mz * want[3]
    # The absolute value changes nothing; it tells the compiler that the root is real.
    goal = math.sqrt(math.fabs(min(max(motor[0], square), motor[1])))
    middle = goal + (speed - goal) * motor[2]
    end = goal + (speed - goal) * motor[3]
    a, b, c = speed * speed, middle * middle, end * end
    return end, (
        f0 + af * a, x0 + ax * a, y0 + ay * a, z0 + az * a,
        f1 + af * b, x1 + ax * b, y1 + ay * b, z1 + az * b,
        f2 + af * c, x2 + ax * c, y2 + ay * c, z2 + az * c,
    )  # fmt: skip


@inline_kernel
def move_blocks(
    first: int,
    last: int,
    state: Array,
    setpoints: Array,
    wind: Array,
    constants: Array,
    rotors: Array,
    one_per_rotor: tuple[int, ...],
    scratch: Array,
    far: bool,
) -> None:
    """One RK4 step of rotors and bodies of the blocks ``first`` to ``last``."""
    count = len(one_per_rotor)
    body = (
        constants[0], constants[1], constants[2], constants[3], constants[4], constants[5],
    )  # fmt: skip
    m = (constants[6], constants[7], constants[8], constants[9])
    dt = constants[10]
    s = dt / 6.0
    row0, row1, row2, row3 = (
        _rotor_row(rotors, 0), _rotor_row(rotors, 1), _rotor_row(rotors, 2), _rotor_row(rotors, 3),
    )  # fmt: skip
    row4, row5, row6, row7 = (
        _rotor_row(rotors, 4), _rotor_row(rotors, 5), _rotor_row(rotors, 6), _rotor_row(rotors, 7),
    )  # fmt: skip
    for b in range(first, last):
        x = state[b]
        t = scratch[b - first]
        air = wind[b if wind.shape[0] > 1 else 0]
        if far:
            fetch_block(setpoints, b + GROUP)
        for j in range(LANES):
            want = (t[0, j], t[1, j], t[2, j], t[3, j])
            x[13, j], sums = _spin(row0, want, x[13, j], m, ZERO)
            x[14, j], sums = _spin(row1, want, x[14, j], m, sums)
            x[15, j], sums = _spin(row2, want, x[15, j], m, sums)
            if count > 3:
                x[16, j], sums = _spin(row3, want, x[16, j], m, sums)
            if count > 4:
                x[17, j], sums = _spin(row4, want, x[17, j], m, sums)
            if count > 5:
                x[18, j], sums = _spin(row5, want, x[18, j], m, sums)
            if count > 6:
                x[19, j], sums = _spin(row6, want, x[19, j], m, sums)
            if count > 7:
                x[20, j], sums = _spin(row7, want, x[20, j], m, sums)
            v = (x[3, j], x[4, j], x[5, j])
            q = (x[6, j], x[7, j], x[8, j], x[9, j])
            w = (0.5 * x[10, j], 0.5 * x[11, j], 0.5 * x[12, j])
            e = (air[0, j], air[1, j], air[2, j])
            begin = (sums[0], sums[1], sums[2], sums[3])
            middle = (sums[4], sums[5], sums[6], sums[7])
            end = (sums[8], sums[9], sums[10], sums[11])
            a = _slope(v, q, w, begin, e, body)
            v2, q2, w2 = _ahead(v, q, w, a, 0.5 * dt)
            c = _slope(v2, q2, w2, middle, e, body)
            v3, q3, w3 = _ahead(v, q, w, c, 0.5 * dt)
            d = _slope(v3, q3, w3, middle, e, body)
            v4, q4, w4 = _ahead(v, q, w, d, dt)
            g = _slope(v4, q4, w4, end, e, body)
            px = x[0, j] + dt * (v[0] + s * (a[0] + c[0] + d[0]))
            py = x[1, j] + dt * (v[1] + s * (a[1] + c[1] + d[1]))
            pz = x[2, j] + dt * (v[2] + s * (a[2] + c[2] + d[2]))
            vx = _mean(v[0], a[0], c[0], d[0], g[0], s)
            vy = _mean(v[1], a[1], c[1], d[1], g[1], s)
            vz = _mean(v[2], a[2], c[2], d[2], g[2], s)
            qx = _mean(q[0], a[3], c[3], d[3], g[3], s)
            qy = _mean(q[1], a[4], c[4], d[4], g[4], s)
            qz = _mean(q[2], a[5], c[5], d[5], g[5], s)
            qw = _mean(q[3], a[6], c[6], d[6], g[6], s)
            scale = 1.0 / math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw)
            wx = _tame(_mean(w[0], a[7], c[7], d[7], g[7], s))
            wy = _tame(_mean(w[1], a[8], c[8], d[8], g[8], s))
            wz = _tame(_mean(w[2], a[9], c[9], d[9], g[9], s))
            ex, ey, ez = px - x[0, j], py - x[1, j], pz - x[2, j]
            t[WAY, j] = ex * ex + ey * ey + ez * ez
            x[0, j], x[1, j], x[2, j] = px, py, pz
            x[3, j], x[4, j], x[5, j] = vx, vy, vz
            x[6, j], x[7, j], x[8, j], x[9, j] = qx * scale, qy * scale, qz * scale, qw * scale
            x[10, j], x[11, j], x[12, j] = wx, wy, wz
            # One number that is not finite, or huge, if any of them is.
            t[CHECK, j] = (px + py + pz) + (vx + vy + vz) + (wx + wy + wz) + qw * scale


@kernel
def keep_parked(x: Array, idle: Array, kept: Array, back: bool) -> None:
    """Put a block aside, or put its parked lanes ``idle (16,)`` back."""
    parked = 0
    for j in range(LANES):
        parked += 1 if idle[j] else 0
    if parked == 0:
        return
    for f in range(x.shape[0]):
        for j in range(LANES):
            if not back:
                kept[f, j] = x[f, j]
            elif idle[j]:
                x[f, j] = kept[f, j]


@kernel
def count_parked(first: int, last: int, idle: Array) -> int:
    """How many lanes of the blocks ``first`` to ``last`` are parked."""
    parked = 0
    for b in range(first, last):
        for j in range(LANES):
            parked += 1 if idle[b, j] else 0
    return parked


@kernel
def count_lost(first: int, last: int, scratch: Array, idle: Array) -> int:
    """How many flying lanes have a state that is huge or not finite."""
    lost = 0
    for b in range(first, last):
        for j in range(LANES):
            fit = math.fabs(scratch[b - first, CHECK, j]) < HUGE
            lost += 0 if fit or idle[b, j] else 1
    return lost


@kernel
def longest_way(first: int, last: int, scratch: Array, idle: Array) -> float:
    """The longest way of a flying lane in the last tick, m."""
    for b in range(first, last):
        for j in range(LANES):
            way = 0.0 if idle[b, j] else scratch[b - first, WAY, j]
            scratch[0, WAY, j] = max(way, scratch[0, WAY, j] if b > first else 0.0)
    longest = 0.0
    for j in range(LANES):
        longest = max(longest, scratch[0, WAY, j])
    return math.sqrt(longest)


@kernel
def fly_blocks(
    first: int,
    last: int,
    ticks: int,
    state: Array,
    setpoints: Array,
    wind: Array,
    idle: Array,
    constants: Array,
    rotors: Array,
    one_per_rotor: tuple[int, ...],
    scratch: Array,
    kept: Array,
    reach: Array,
) -> int:
    """Control and fly blocks ``first`` to ``last`` for ``ticks`` ticks; how many lanes got lost.

    ``state (blocks, 13 + R, 16)``, ``setpoints (blocks, 8, 16)``, ``wind (1 or blocks, 3, 16)``,
    ``idle (blocks, 16)`` bool: parked lanes, which keep every bit. ``rotors (8, 8)``: per rotor its
    mixer row and its allocation column, scaled. The length of ``one_per_rotor`` is R: a constant
    to the compiler, so each R has its own straight-line code. Room for one call at a time:
    ``scratch (GROUP, SCRATCH, 16)``, ``kept (GROUP, 13 + R, 16)``. ``reach (1,)`` is raised to the
    distance (m) that no vehicle has exceeded.
    """
    # Told so, the compiler knows every stride; without it there would be no vector code.
    if state.shape[2] != LANES or setpoints.shape[2] != LANES or wind.shape[2] != LANES:
        return -1
    if scratch.shape[2] != LANES:
        return -1
    align_stack()
    far = state.shape[0] > NEAR_BLOCKS and ticks == 1
    lost = 0
    gains = constants[GAINS:]
    for begin in range(first, last, GROUP):
        end = min(begin + GROUP, last)
        parked = count_parked(begin, end, idle)
        if parked == (end - begin) * LANES:
            continue
        if parked > 0:
            for b in range(begin, end):
                keep_parked(state[b], idle[b], kept[b - begin], False)
        way = 0.0
        for _ in range(ticks):
            command_blocks(begin, end, state, setpoints, gains, scratch, far)
            move_blocks(
                begin, end, state, setpoints, wind, constants, rotors, one_per_rotor, scratch, far,
            )  # fmt: skip
            lost += count_lost(begin, end, scratch, idle)
            way += longest_way(begin, end, scratch, idle)
        reach[0] = max(reach[0], way)
        if parked > 0:
            for b in range(begin, end):
                keep_parked(state[b], idle[b], kept[b - begin], True)
    return lost
