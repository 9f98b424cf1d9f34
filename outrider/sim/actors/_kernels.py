"""Compiled people: kinematic characters that walk on ground and objects and stop at walls.

A person is a disc on its support (the ground or the top of an object) with a height. A move is made
if the disc then meets nothing taller than a step, the support neither rises nor falls by more than
a step, and is not too steep; else the part of the move into the obstacle is taken away and the
rest is tried. A move that gets no closer to an obstacle is always made, so that no one is trapped.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel
from outrider.world._kernels import column_at, ground_at, near_between, normal_on
from outrider.world._kernels_objects import (
    F_COS,
    F_HALF_X,
    F_HALF_Y,
    F_ROUND,
    F_SIN,
    Obstacles,
)

F64 = NDArray[np.float64]

# Columns of a person's row. HEADING and FALL_HEADING rad; V* m/s; SUPPORT the height stood on,
# which Z follows; PHASE 0..1 of a cycle of two steps; SINCE s in this gait; HALTED see below;
# PRESSED the push of the last moments, N s; DROP m/s downwards, of who has lost the support.
X, Y, Z, HEADING, VX, VY, SUPPORT, GAIT, PHASE, SINCE, FALL_HEADING, HALTED = range(12)
PRESSED, DROP = 12, 13
COLUMNS = 14
STAND, WALK, RUN, SIT, FALLEN = 0, 1, 2, 3, 4
# What halted the last step: nothing, a wall, a slope, an edge.
FREE, WALL, STEEP, EDGE = 0, 1, 2, 3

# Columns of a person's shape.
RADIUS, HEIGHT, TOP_SPEED, ACCELERATION, TURN_RATE, STEP, STEEPEST, LYING, MASS = range(9)
SHAPE_COLUMNS = 9

STILL_MPS = 0.02
WALK_TO_RUN_MPS, RUN_TO_WALK_MPS = 2.2, 1.9
SIT_S = 0.8
TOPPLE_S, RISE_S = 0.6, 1.6
CLIMB_MPS = 2.0
STRIDE_M = 0.05
GRAVITY_MPS2, HARD_LANDING_MPS = 9.81, 4.0
NEAR = 32
TOLERANCE_M = 1e-6
BLOW_NS = 20.0
"""A momentum shared at an impact (N s) that knocks a person over."""
PRESS_N, PRESS_S, MOST_PRESS_N = 400.0, 0.3, 4000.0
"""So strong a push (N), over so long a time (s), pushes a person over."""
SEAT = 0.45
"""A sitting person's origin sinks by this share of its height."""


@kernel
def cycle_length(speed: float, height: float) -> float:
    """Metres in a cycle of two steps: 0.82 of the height at 1.4 m/s, growing with sqrt(speed)."""
    return 0.82 * height * math.sqrt(max(speed, 0.3) / 1.4)


@kernel
def _nearest(obstacles: Obstacles, row: int, x: float, y: float) -> tuple[float, float, float]:
    """Unit direction from an object's shadow to (x, y) and the gap; (0, 0, 0) inside."""
    f, c = obstacles.footprint[row], obstacles.center[row]
    dx, dy = x - c[0], y - c[1]
    u, v = f[F_COS] * dx + f[F_SIN] * dy, f[F_COS] * dy - f[F_SIN] * dx
    a = u - min(max(u, -f[F_HALF_X]), f[F_HALF_X])
    b = v - min(max(v, -f[F_HALF_Y]), f[F_HALF_Y])
    length = math.sqrt(a * a + b * b)
    gap = length - f[F_ROUND]
    if gap <= 0.0 or length == 0.0:
        return 0.0, 0.0, 0.0
    a, b = a / length, b / length
    return f[F_COS] * a - f[F_SIN] * b, f[F_SIN] * a + f[F_COS] * b, gap


@kernel
def _obstructs(obstacles: Obstacles, row: int, x: float, y: float, low: float, high: float) -> bool:
    bottom, top = column_at(obstacles, row, x, y)
    return top > low and bottom < high


@kernel
def _fills(
    shape: F64, obstacles: Obstacles, row: int, x: float, y: float, support: float
) -> tuple[bool, float]:
    """Whether an object stands in the disc at (x, y), and the gap to its shadow."""
    r = shape[RADIUS]
    low, high = support + shape[STEP] + TOLERANCE_M, support + shape[HEIGHT]
    nx, ny, gap = _nearest(obstacles, row, x, y)
    if gap >= r:
        return False, gap
    if gap == 0.0:
        return _obstructs(obstacles, row, x, y, low, high), gap
    # The edge of the shadow, and the deepest point of the disc in it: either may be the taller.
    edge = gap + 1e-9
    hit = _obstructs(obstacles, row, x - edge * nx, y - edge * ny, low, high)
    hit = hit or _obstructs(obstacles, row, x - r * nx, y - r * ny, low, high)
    return hit, gap


@kernel
def _way_out(obstacles: Obstacles, row: int, x: float, y: float) -> tuple[float, float, float]:
    """Direction away from an object's shadow, from its middle when inside; and the gap.

    The gap is a convex function of the place, so a move square to this direction, taken where the
    move starts, cannot make it smaller.
    """
    nx, ny, gap = _nearest(obstacles, row, x, y)
    if gap > 0.0:
        return nx, ny, gap
    c = obstacles.center[row]
    away = math.sqrt((x - c[0]) ** 2 + (y - c[1]) ** 2)
    if away == 0.0:
        return 0.0, 0.0, 0.0
    return (x - c[0]) / away, (y - c[1]) / away, 0.0


@kernel
def support_at(
    terrain: F64, obstacles: Obstacles, x: float, y: float, reach: float
) -> tuple[float, float, float]:
    """Height and slope of the highest thing at (x, y) that is not above ``reach``."""
    z, zx, zy = ground_at(terrain, x, y)
    rows, gaps = np.empty(NEAR, np.int32), np.empty(NEAR)
    found = near_between(obstacles, x, y, 0.0, z, np.inf, rows, gaps)
    for k in range(min(found, NEAR)):
        bottom, top = column_at(obstacles, rows[k], x, y)
        if z < top <= reach and bottom <= reach:
            nx, ny, nz = normal_on(obstacles, rows[k], x, y, top)
            up = max(nz, 1e-9)
            z, zx, zy = top, -nx / up, -ny / up
    return z, zx, zy


@kernel
def _try_move(
    row: F64, shape: F64, dx: float, dy: float, terrain: F64, obstacles: Obstacles
) -> tuple[int, float, float, float]:
    """What halts a move by (dx, dy), the direction away from it, and the support after it."""
    x0, y0, support = row[X], row[Y], row[SUPPORT]
    x, y = x0 + dx, y0 + dy
    rows, gaps = np.empty(NEAR, np.int32), np.empty(NEAR)
    found = near_between(
        obstacles, x, y, shape[RADIUS], support, support + shape[HEIGHT], rows, gaps
    )
    for k in range(min(found, NEAR)):
        hit, gap = _fills(shape, obstacles, rows[k], x, y, support)
        if hit:
            nx, ny, before = _way_out(obstacles, rows[k], x0, y0)
            closer = gap < before - 1e-12 or (before == 0.0 and gap == 0.0)
            if closer and dx * nx + dy * ny < 0.0:
                return WALL, nx, ny, support
    reach = support + shape[STEP] + TOLERANCE_M
    z, zx, zy = support_at(terrain, obstacles, x, y, reach)
    steep = math.sqrt(zx * zx + zy * zy)
    if steep > shape[STEEPEST]:
        _, wx, wy = support_at(terrain, obstacles, x0, y0, support + TOLERANCE_M)
        if steep > math.sqrt(wx * wx + wy * wy):
            uphill = 1.0 if dx * zx + dy * zy > 0.0 else -1.0
            return STEEP, -uphill * zx / steep, -uphill * zy / steep, support
    if z > reach or z < support - shape[STEP] - TOLERANCE_M:
        length = math.sqrt(dx * dx + dy * dy)
        return EDGE, -dx / length, -dy / length, support
    return FREE, 0.0, 0.0, z


@kernel
def _move(row: F64, shape: F64, dx: float, dy: float, terrain: F64, obstacles: Obstacles) -> None:
    """Move by as much of (dx, dy) as can be, along what is in the way; sets HALTED."""
    first, last_x, last_y = FREE, 0.0, 0.0
    for attempt in range(3):
        if dx == 0.0 and dy == 0.0:
            break
        halted, nx, ny, support = _try_move(row, shape, dx, dy, terrain, obstacles)
        if halted == FREE:
            row[X] += dx
            row[Y] += dy
            row[SUPPORT] = support
            break
        if attempt == 0:
            first = halted
        into = dx * nx + dy * ny
        # A hair outwards, so that rounding never counts as getting closer.
        dx, dy = dx - into * nx + 1e-10 * nx, dy - into * ny + 1e-10 * ny
        if attempt == 2 or dx * last_x + dy * last_y < -1e-12:
            break
        last_x, last_y = nx, ny
    row[HALTED] = first


@kernel
def _turn(row: F64, wanted: float, most: float) -> None:
    """Turn towards a heading the shorter way."""
    way = wanted - row[HEADING]
    way -= 2.0 * math.pi * math.floor(way / (2.0 * math.pi) + 0.5)
    heading = row[HEADING] + min(max(way, -most), most)
    row[HEADING] = heading - 2.0 * math.pi * math.floor(heading / (2.0 * math.pi) + 0.5)


@kernel
def _rest(row: F64, dt: float) -> None:
    """A fallen or rising person lies still."""
    row[VX], row[VY] = 0.0, 0.0
    row[SINCE] += dt


@kernel
def _drop(row: F64, shape: F64, terrain: F64, obstacles: Obstacles, dt: float) -> bool:
    """Fall if what was stood upon is gone; whether that is so. A hard landing knocks over."""
    below = support_at(terrain, obstacles, row[X], row[Y], row[SUPPORT] + TOLERANCE_M)[0]
    row[SUPPORT] = min(row[SUPPORT], below)
    if row[DROP] == 0.0 and row[Z] - row[SUPPORT] <= shape[STEP] + TOLERANCE_M:
        return False
    row[DROP] += GRAVITY_MPS2 * dt
    row[Z] -= row[DROP] * dt
    row[VX], row[VY] = 0.0, 0.0
    if row[Z] <= row[SUPPORT]:
        row[Z] = row[SUPPORT]
        if row[DROP] > HARD_LANDING_MPS:
            fall(row, row[HEADING])
        row[DROP] = 0.0
    return True


@kernel
def _choose_gait(row: F64, seated: bool) -> None:
    """The gait that fits the speed; a change starts its clock anew."""
    speed = math.sqrt(row[VX] ** 2 + row[VY] ** 2)
    old = int(row[GAIT])
    gait = RUN if speed > (RUN_TO_WALK_MPS if old == RUN else WALK_TO_RUN_MPS) else WALK
    if speed < STILL_MPS:
        gait = SIT if seated else STAND
    if gait != old:
        row[GAIT], row[SINCE] = gait, 0.0


@kernel
def walk_step(
    row: F64,
    shape: F64,
    wanted: F64,
    seated: bool,
    terrain: F64,
    obstacles: Obstacles,
    dt: float,
) -> None:
    """Advance one person by ``dt``; ``wanted (3,)`` is velocity east, north and heading.

    Numbers that are not finite count as 0 (velocity) or as no wish (heading).
    """
    if _drop(row, shape, terrain, obstacles, dt):
        return
    if row[GAIT] == FALLEN:
        _rest(row, dt)
        if row[SINCE] >= shape[LYING] + RISE_S:
            row[GAIT], row[SINCE] = STAND, 0.0
        return
    want_x, want_y = wanted[0], wanted[1]
    speed = math.sqrt(want_x * want_x + want_y * want_y)
    if seated or row[GAIT] == SIT or not speed < math.inf:
        want_x, want_y, speed = 0.0, 0.0, 0.0
    if speed > shape[TOP_SPEED]:
        want_x, want_y = want_x * shape[TOP_SPEED] / speed, want_y * shape[TOP_SPEED] / speed
    if abs(wanted[2]) < math.inf and row[GAIT] != SIT:
        _turn(row, wanted[2], shape[TURN_RATE] * dt)
    ax, ay = want_x - row[VX], want_y - row[VY]
    change, most = math.sqrt(ax * ax + ay * ay), shape[ACCELERATION] * dt
    if change > most:
        ax, ay = ax * most / change, ay * most / change
    vx, vy = row[VX] + ax, row[VY] + ay
    speed = math.sqrt(vx * vx + vy * vy)
    x0, y0, halted = row[X], row[Y], FREE
    pieces = math.ceil(speed * dt / STRIDE_M)
    travelled = 0.0
    for _ in range(pieces):
        x1, y1 = row[X], row[Y]
        _move(row, shape, vx * dt / pieces, vy * dt / pieces, terrain, obstacles)
        travelled += math.sqrt((row[X] - x1) ** 2 + (row[Y] - y1) ** 2)
        halted = halted if halted != FREE else int(row[HALTED])
    row[HALTED] = halted
    if halted != FREE:
        vx, vy = (row[X] - x0) / dt, (row[Y] - y0) / dt
    row[VX], row[VY] = vx, vy
    row[PHASE] += travelled / cycle_length(speed, shape[HEIGHT])
    row[PHASE] -= math.floor(row[PHASE])
    climb = (CLIMB_MPS + speed) * dt
    row[Z] += min(max(row[SUPPORT] - row[Z], -climb), climb)
    row[SINCE] += dt
    if row[GAIT] == SIT and not seated:
        # Getting up takes as long as sitting down did.
        row[SINCE] = min(row[SINCE], SIT_S) - 2.0 * dt
        if row[SINCE] > 0.0:
            return
    _choose_gait(row, seated)


@kernel
def walk_all(
    rows: F64,
    shapes: F64,
    wanted: F64,
    seated: NDArray[np.bool_],
    terrain: F64,
    obstacles: Obstacles,
    dt: float,
) -> None:
    """:func:`walk_step` for every person: ``rows (n, COLUMNS)``, ``wanted (n, 3)``."""
    for k in range(rows.shape[0]):
        walk_step(rows[k], shapes[k], wanted[k], seated[k], terrain, obstacles, dt)


@kernel
def place(
    row: F64, x: float, y: float, top: float, heading: float, terrain: F64, obstacles: Obstacles
) -> None:
    """Stand a person at (x, y) on the highest thing that is not above ``top``, at rest."""
    row[:] = 0.0
    row[X], row[Y], row[HEADING] = x, y, heading
    row[SUPPORT] = support_at(terrain, obstacles, x, y, top)[0]
    row[Z] = row[SUPPORT]


@kernel
def shoved(row: F64, press: float, blow: float, dt: float) -> bool:
    """Whether a push is too much to stand: ``press`` N in this tick, ``blow`` N s of an impact.

    An impact counts as the momentum that would be shared; a push as long as it lasts. The solver's
    force of one tick says little: what is jammed against the ground is pressed without limit.
    """
    row[PRESSED] += min(press, MOST_PRESS_N) * dt - row[PRESSED] * dt / PRESS_S
    return blow > BLOW_NS or bool(row[PRESSED] > PRESS_N * PRESS_S)


@kernel
def fall(row: F64, heading: float) -> None:
    """Knock a person over towards a heading; someone lying stays as they are."""
    if row[GAIT] != FALLEN:
        row[GAIT], row[SINCE], row[FALL_HEADING] = FALLEN, 0.0, heading
        row[VX], row[VY] = 0.0, 0.0


@kernel
def lean(row: F64, shape: F64) -> float:
    """How far a fallen person is from upright, 0..1: topples, lies, rises."""
    if row[GAIT] != FALLEN:
        return 0.0
    down = row[SINCE] / TOPPLE_S
    up = (shape[LYING] + RISE_S - row[SINCE]) / RISE_S
    t = min(max(min(down, up), 0.0), 1.0)
    share: float = t * t * (3.0 - 2.0 * t)
    return share


@kernel
def body_pose(row: F64, shape: F64, out: F64) -> None:
    """Fill ``out (7,)`` with the body's origin (between the feet) and quaternion xyzw.

    A fallen person is turned about the feet and lifted by the radius so as to lie on the support;
    a sitting one sinks.
    """
    tilt = lean(row, shape)
    half = 0.25 * math.pi * tilt
    out[0], out[1], out[2] = row[X], row[Y], row[Z] + shape[RADIUS] * math.sin(2.0 * half)
    if row[GAIT] == SIT:
        t = min(max(row[SINCE] / SIT_S, 0.0), 1.0)
        out[2] -= SEAT * shape[HEIGHT] * t * t * (3.0 - 2.0 * t)
    ax, ay = -math.sin(row[FALL_HEADING]) * math.sin(half), math.cos(row[FALL_HEADING])
    ay *= math.sin(half)
    w, hz, hw = math.cos(half), math.sin(0.5 * row[HEADING]), math.cos(0.5 * row[HEADING])
    # (ax, ay, 0, w) times the heading (0, 0, hz, hw).
    out[3], out[4] = ax * hw + ay * hz, ay * hw - ax * hz
    out[5], out[6] = w * hz, w * hw
