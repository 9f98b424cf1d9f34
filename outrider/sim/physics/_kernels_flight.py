"""Flight of multirotors: rotor lag, thrust, drag, Newton and Euler, by RK4 or Euler steps.

State rows (f64): ``position (n, 3)`` and ``velocity (n, 3)`` in the world (ENU), ``quaternion
(n, 4)`` xyzw world_from_body, ``rates (n, 3)`` in the body (FLU), ``rotor (n, R)`` rad/s.
``params (n, P)`` has the columns below; ``allocation (n, 4, R)`` turns rotor thrusts (N) into
collective force and the three body torques.
"""

from __future__ import annotations

import math
from typing import Any

from outrider.core.jit import kernel

Array = Any

MASS = 0
INERTIA = 1  # three columns, principal moments along the body axes
THRUST = 4  # N per (rad/s)²
ROTOR_MIN = 5
ROTOR_MAX = 6
MOTOR_TAU = 7
DRAG_LINEAR = 8
DRAG_QUADRATIC = 9
GRAVITY = 10
PARAMS = 11

RK4 = 0
EULER = 1

# The model has no rotational drag, so a sustained torque would spin the body without end until
# the integrator loses it. No multirotor stays whole beyond this; a sane flight never reaches it.
TUMBLE_RATE = 100.0


@kernel
def derivative(
    vx: float,
    vy: float,
    vz: float,
    qx: float,
    qy: float,
    qz: float,
    qw: float,
    wx: float,
    wy: float,
    wz: float,
    force: float,
    tx: float,
    ty: float,
    tz: float,
    inverse_mass: float,
    gravity: float,
    linear: float,
    quadratic: float,
    jx: float,
    jy: float,
    jz: float,
    wind_x: float,
    wind_y: float,
    wind_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float, float]:
    """Rates of change of velocity (3), quaternion xyzw (4) and body rates (3)."""
    ux = vx - wind_x
    uy = vy - wind_y
    uz = vz - wind_z
    drag = (linear + quadratic * math.sqrt(ux * ux + uy * uy + uz * uz)) * inverse_mass
    push = force * inverse_mass
    return (
        2.0 * (qx * qz + qw * qy) * push - drag * ux,
        2.0 * (qy * qz - qw * qx) * push - drag * uy,
        (1.0 - 2.0 * (qx * qx + qy * qy)) * push - drag * uz - gravity,
        0.5 * (qw * wx + qy * wz - qz * wy),
        0.5 * (qw * wy + qz * wx - qx * wz),
        0.5 * (qw * wz + qx * wy - qy * wx),
        -0.5 * (qx * wx + qy * wy + qz * wz),
        (tx - (jz - jy) * wy * wz) / jx,
        (ty - (jx - jz) * wz * wx) / jy,
        (tz - (jy - jx) * wx * wy) / jz,
    )


@kernel
def bounded_rate(rate: float) -> float:
    """``rate`` within ±TUMBLE_RATE; NaN stays NaN so that the engine's guard sees it."""
    if rate > TUMBLE_RATE:
        return TUMBLE_RATE
    if rate < -TUMBLE_RATE:
        return -TUMBLE_RATE
    return rate


@kernel
def write_state(
    i: int,
    velocity: Array,
    quaternion: Array,
    rates: Array,
    vx: float,
    vy: float,
    vz: float,
    qx: float,
    qy: float,
    qz: float,
    qw: float,
    wx: float,
    wy: float,
    wz: float,
) -> None:
    """Store row ``i``; the quaternion is brought back to unit length."""
    velocity[i, 0] = vx
    velocity[i, 1] = vy
    velocity[i, 2] = vz
    scale = 1.0 / math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw)
    quaternion[i, 0] = qx * scale
    quaternion[i, 1] = qy * scale
    quaternion[i, 2] = qz * scale
    quaternion[i, 3] = qw * scale
    rates[i, 0] = bounded_rate(wx)
    rates[i, 1] = bounded_rate(wy)
    rates[i, 2] = bounded_rate(wz)


@kernel
def fly_step(
    i: int,
    position: Array,
    velocity: Array,
    quaternion: Array,
    rates: Array,
    rotor: Array,
    rotor_cmd: Array,
    params: Array,
    allocation: Array,
    rotor_count: Array,
    wind: Array,
    dt: float,
    integrator: int,
) -> None:
    """Advance row ``i`` by ``dt`` seconds in place; ``wind (3,)`` m/s; ``integrator`` RK4 or EULER.

    Rotor speeds follow their first-order lag exactly, so that RK4 sees the true thrust at t,
    t + dt/2 and t + dt and keeps its fourth order while the rotors change.
    """
    half_decay = math.exp(-0.5 * dt / params[i, MOTOR_TAU])
    decay = half_decay * half_decay
    k = params[i, THRUST]
    # Wrench (force, torques) at the start (0), middle (1) and end (2) of the step.
    f0 = f1 = f2 = 0.0
    x0 = x1 = x2 = 0.0
    y0 = y1 = y2 = 0.0
    z0 = z1 = z2 = 0.0
    for r in range(rotor_count[i]):
        target = rotor_cmd[i, r]
        speed = rotor[i, r]
        lag = speed - target
        middle = target + lag * half_decay
        end = target + lag * decay
        rotor[i, r] = end
        start_n = k * speed * speed
        middle_n = k * middle * middle
        end_n = k * end * end
        f0 += allocation[i, 0, r] * start_n
        f1 += allocation[i, 0, r] * middle_n
        f2 += allocation[i, 0, r] * end_n
        x0 += allocation[i, 1, r] * start_n
        x1 += allocation[i, 1, r] * middle_n
        x2 += allocation[i, 1, r] * end_n
        y0 += allocation[i, 2, r] * start_n
        y1 += allocation[i, 2, r] * middle_n
        y2 += allocation[i, 2, r] * end_n
        z0 += allocation[i, 3, r] * start_n
        z1 += allocation[i, 3, r] * middle_n
        z2 += allocation[i, 3, r] * end_n
    im = 1.0 / params[i, MASS]
    g = params[i, GRAVITY]
    c1 = params[i, DRAG_LINEAR]
    c2 = params[i, DRAG_QUADRATIC]
    jx = params[i, INERTIA]
    jy = params[i, INERTIA + 1]
    jz = params[i, INERTIA + 2]
    ex = wind[0]
    ey = wind[1]
    ez = wind[2]
    vx, vy, vz = velocity[i, 0], velocity[i, 1], velocity[i, 2]
    qx, qy, qz, qw = quaternion[i, 0], quaternion[i, 1], quaternion[i, 2], quaternion[i, 3]
    wx, wy, wz = rates[i, 0], rates[i, 1], rates[i, 2]
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9 = derivative(
        vx, vy, vz, qx, qy, qz, qw, wx, wy, wz,
        f0, x0, y0, z0, im, g, c1, c2, jx, jy, jz, ex, ey, ez,
    )  # fmt: skip
    if integrator == EULER:
        position[i, 0] += dt * vx
        position[i, 1] += dt * vy
        position[i, 2] += dt * vz
        write_state(
            i, velocity, quaternion, rates,
            vx + dt * a0, vy + dt * a1, vz + dt * a2,
            qx + dt * a3, qy + dt * a4, qz + dt * a5, qw + dt * a6,
            wx + dt * a7, wy + dt * a8, wz + dt * a9,
        )  # fmt: skip
        return
    h = 0.5 * dt
    v2x, v2y, v2z = vx + h * a0, vy + h * a1, vz + h * a2
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9 = derivative(
        v2x, v2y, v2z, qx + h * a3, qy + h * a4, qz + h * a5, qw + h * a6,
        wx + h * a7, wy + h * a8, wz + h * a9,
        f1, x1, y1, z1, im, g, c1, c2, jx, jy, jz, ex, ey, ez,
    )  # fmt: skip
    v3x, v3y, v3z = vx + h * b0, vy + h * b1, vz + h * b2
    c0_, c1_, c2_, c3_, c4_, c5_, c6_, c7_, c8_, c9_ = derivative(
        v3x, v3y, v3z, qx + h * b3, qy + h * b4, qz + h * b5, qw + h * b6,
        wx + h * b7, wy + h * b8, wz + h * b9,
        f1, x1, y1, z1, im, g, c1, c2, jx, jy, jz, ex, ey, ez,
    )  # fmt: skip
    v4x, v4y, v4z = vx + dt * c0_, vy + dt * c1_, vz + dt * c2_
    d0, d1, d2, d3, d4, d5, d6, d7, d8, d9 = derivative(
        v4x, v4y, v4z, qx + dt * c3_, qy + dt * c4_, qz + dt * c5_, qw + dt * c6_,
        wx + dt * c7_, wy + dt * c8_, wz + dt * c9_,
        f2, x2, y2, z2, im, g, c1, c2, jx, jy, jz, ex, ey, ez,
    )  # fmt: skip
    s = dt / 6.0
    position[i, 0] += s * (vx + 2.0 * (v2x + v3x) + v4x)
    position[i, 1] += s * (vy + 2.0 * (v2y + v3y) + v4y)
    position[i, 2] += s * (vz + 2.0 * (v2z + v3z) + v4z)
    write_state(
        i, velocity, quaternion, rates,
        vx + s * (a0 + 2.0 * (b0 + c0_) + d0),
        vy + s * (a1 + 2.0 * (b1 + c1_) + d1),
        vz + s * (a2 + 2.0 * (b2 + c2_) + d2),
        qx + s * (a3 + 2.0 * (b3 + c3_) + d3),
        qy + s * (a4 + 2.0 * (b4 + c4_) + d4),
        qz + s * (a5 + 2.0 * (b5 + c5_) + d5),
        qw + s * (a6 + 2.0 * (b6 + c6_) + d6),
        wx + s * (a7 + 2.0 * (b7 + c7_) + d7),
        wy + s * (a8 + 2.0 * (b8 + c8_) + d8),
        wz + s * (a9 + 2.0 * (b9 + c9_) + d9),
    )  # fmt: skip


@kernel
def rotor_wrench(
    i: int,
    velocity: Array,
    quaternion: Array,
    rotor: Array,
    params: Array,
    allocation: Array,
    rotor_count: Array,
    wind: Array,
) -> tuple[float, float, float, float, float, float]:
    """Body-frame force (N) and torque (N m) of rotors and drag on row ``i``, now.

    The drag, which acts along the air speed in the world, is turned into the body. Gravity and
    the precession term are left out: whoever integrates the body adds them itself.
    """
    k = params[i, THRUST]
    force = tx = ty = tz = 0.0
    for r in range(rotor_count[i]):
        newton = k * rotor[i, r] * rotor[i, r]
        force += allocation[i, 0, r] * newton
        tx += allocation[i, 1, r] * newton
        ty += allocation[i, 2, r] * newton
        tz += allocation[i, 3, r] * newton
    ux = velocity[i, 0] - wind[0]
    uy = velocity[i, 1] - wind[1]
    uz = velocity[i, 2] - wind[2]
    speed = math.sqrt(ux * ux + uy * uy + uz * uz)
    drag = params[i, DRAG_LINEAR] + params[i, DRAG_QUADRATIC] * speed
    qx, qy, qz, qw = quaternion[i, 0], quaternion[i, 1], quaternion[i, 2], quaternion[i, 3]
    # u turned by the inverse rotation: u + 2 w (u x q) + 2 (u x q) x q
    sx = uy * qz - uz * qy
    sy = uz * qx - ux * qz
    sz = ux * qy - uy * qx
    bx = ux + 2.0 * (qw * sx + sy * qz - sz * qy)
    by = uy + 2.0 * (qw * sy + sz * qx - sx * qz)
    bz = uz + 2.0 * (qw * sz + sx * qy - sy * qx)
    return -drag * bx, -drag * by, force - drag * bz, tx, ty, tz


@kernel
def advance_motors(
    i: int, rotor: Array, rotor_cmd: Array, params: Array, rotor_count: Array, dt: float
) -> None:
    """Only the rotors of row ``i``: the exact first-order lag over ``dt`` seconds."""
    decay = math.exp(-dt / params[i, MOTOR_TAU])
    for r in range(rotor_count[i]):
        rotor[i, r] = rotor_cmd[i, r] + (rotor[i, r] - rotor_cmd[i, r]) * decay


@kernel
def fly_many(
    n_steps: int,
    position: Array,
    velocity: Array,
    quaternion: Array,
    rates: Array,
    rotor: Array,
    rotor_cmd: Array,
    params: Array,
    allocation: Array,
    rotor_count: Array,
    wind: Array,
    dt: float,
    integrator: int,
) -> None:
    """All rows, ``n_steps`` steps with the same rotor commands; ``wind (n, 3)`` m/s."""
    for i in range(position.shape[0]):
        for _ in range(n_steps):
            fly_step(
                i, position, velocity, quaternion, rates, rotor, rotor_cmd,
                params, allocation, rotor_count, wind[i], dt, integrator,
            )  # fmt: skip
