"""Control of multirotors: rotor speeds and nine modes, from throttles to position and heading.

A mode enters the cascade at its own stage and runs it down to the rotor commands:
position -> velocity -> acceleration + heading -> attitude -> body rates -> thrusts -> rotors.
State rows are those of ``outrider.sim.physics._kernels_flight``; a ``gains (n, G)`` row has the
columns below; ``mixer (n, R, 4)`` turns collective force and body torques into rotor thrusts.

Whatever stands in a set-point, the rotor commands stay finite and within the rotor's range:
components are clamped to what the robot can do, and a NaN means "keep what you have" (the present
position or heading, no speed, no acceleration, no turn).
"""

from __future__ import annotations

import math
from typing import Any

from outrider.core.jit import kernel
from outrider.sim.physics._kernels_flight import (
    GRAVITY,
    INERTIA,
    MASS,
    ROTOR_MAX,
    ROTOR_MIN,
    THRUST,
    fly_step,
)

Array = Any
Three = tuple[float, float, float]
Four = tuple[float, float, float, float]
Seven = tuple[float, float, float, float, float, float, float]
Nine = tuple[float, float, float, float, float, float, float, float, float]
Gains = tuple[float, float, float, float, float, float, float, float, float, float, float, float]

OFF = -1  # rotors run down to a standstill
ROTOR_SPEEDS = 0
THROTTLES = 1
CONTROL_GROUPS = 2
RATES_THROTTLE = 3
ATTITUDE_THROTTLE = 4
ACCELERATION_HEADING = 5
ACCELERATION_HEADING_RATE = 6
VELOCITY_HEADING = 7
VELOCITY_HEADING_RATE = 8
POSITION_HEADING = 9

GAIN_POSITION = 0  # 1/s
GAIN_VELOCITY = 1  # 1/s
GAIN_ATTITUDE = 2  # 1/s, three columns
GAIN_RATE = 5  # 1/s, three columns
SPEED_MAX = 8
ACCELERATION_MAX = 9
RATE_MAX_XY = 10
RATE_MAX_Z = 11
GAINS = 12

# Beyond this a number is no command but a mistake; its square must not overflow.
LARGEST = 1e9


@kernel
def within(value: float, low: float, high: float) -> float:
    """``value`` clamped; NaN becomes ``low``."""
    if not value > low:
        return low
    if value > high:
        return high
    return value


@kernel
def sane(value: float, otherwise: float) -> float:
    """``value`` within ±LARGEST; NaN becomes ``otherwise``."""
    if value > LARGEST:
        return LARGEST
    if value < -LARGEST:
        return -LARGEST
    if value != value:
        return otherwise
    return value


@kernel
def shrink(x: float, y: float, z: float, most: float) -> float:
    """The factor that brings a vector down to length ``most``; 1 if it is shorter."""
    return min(1.0, most / math.sqrt(x * x + y * y + z * z + 1e-12))


@kernel
def half_turn(
    xx: float, yy: float, zz: float, xy: float, xz: float, yz: float
) -> tuple[float, float, float]:
    """Unit axis of a half turn, from the diagonal and the mean off-diagonals of its matrix.

    Next to 180° the skew part of the matrix vanishes and cannot tell the axis.
    """
    if zz >= xx and zz >= yy:
        n = math.sqrt(max(0.5 * (1.0 + zz), 0.25))
        return 0.5 * xz / n, 0.5 * yz / n, n
    if yy >= xx:
        n = math.sqrt(max(0.5 * (1.0 + yy), 0.25))
        return 0.5 * xy / n, n, 0.5 * yz / n
    n = math.sqrt(max(0.5 * (1.0 + xx), 0.25))
    return n, 0.5 * xy / n, 0.5 * xz / n


@kernel
def matrix(x: float, y: float, z: float, w: float) -> Nine:
    """Rows of the rotation matrix of a unit quaternion."""
    return (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )


@kernel
def attitude_error(
    body: Nine,
    wanted: Nine,
) -> Three:
    """2 sin(angle/2) · axis of the turn from ``body`` to ``wanted``, in the body frame."""
    a, b, c, d, e, f, g, h, k = body
    p, q, r, s, t, u, v, w, x = wanted
    xx, xy, xz = a * p + d * s + g * v, a * q + d * t + g * w, a * r + d * u + g * x
    yx, yy, yz = b * p + e * s + h * v, b * q + e * t + h * w, b * r + e * u + h * x
    zx, zy, zz = c * p + f * s + k * v, c * q + f * t + k * w, c * r + f * u + k * x
    nx, ny, nz = zy - yz, xz - zx, yx - xy
    square = 1.0 + xx + yy + zz
    if square > 1e-9:
        scale = 1.0 / math.sqrt(square)
        return nx * scale, ny * scale, nz * scale
    mx, my, mz = half_turn(xx, yy, zz, 0.5 * (xy + yx), 0.5 * (xz + zx), 0.5 * (yz + zy))
    scale = 2.0 if nx * mx + ny * my + nz * mz >= 0.0 else -2.0
    return mx * scale, my * scale, mz * scale


@kernel
def wanted_acceleration(
    mode: int, setpoint: Seven, position: Three, velocity: Three, gains: Gains
) -> Three:
    """World acceleration (m/s²) that modes 5 to 9 ask for, no longer than ACCELERATION_MAX."""
    px, py, pz = position
    if mode == POSITION_HEADING:
        kp = gains[GAIN_POSITION]
        ax = kp * (sane(setpoint[0], px) - px)
        ay = kp * (sane(setpoint[1], py) - py)
        az = kp * (sane(setpoint[2], pz) - pz)
        scale = shrink(ax, ay, az, gains[SPEED_MAX])
        ax = ax * scale + sane(setpoint[4], 0.0)
        ay = ay * scale + sane(setpoint[5], 0.0)
        az = az * scale + sane(setpoint[6], 0.0)
    else:
        ax, ay, az = sane(setpoint[0], 0.0), sane(setpoint[1], 0.0), sane(setpoint[2], 0.0)
    if mode >= VELOCITY_HEADING:
        kv = gains[GAIN_VELOCITY]
        ax = kv * (ax - velocity[0])
        ay = kv * (ay - velocity[1])
        az = kv * (az - velocity[2])
    scale = shrink(ax, ay, az, gains[ACCELERATION_MAX])
    return ax * scale, ay * scale, az * scale


@kernel
def wanted_attitude(ax: float, ay: float, lift: float, ch: float, sh: float) -> Nine:
    """Rotation whose z axis is along (ax, ay, lift > 0) and whose heading is (ch, sh).

    The x axis leans so that its trace on the ground points exactly along the heading.
    """
    scale = 1.0 / math.sqrt(ax * ax + ay * ay + lift * lift)
    zx, zy, zz = ax * scale, ay * scale, lift * scale
    rise = -(zx * ch + zy * sh) / zz
    scale = 1.0 / math.sqrt(ch * ch + sh * sh + rise * rise)
    xx, xy, xz = ch * scale, sh * scale, rise * scale
    return xx, zy * xz - zz * xy, zx, xy, zz * xx - zx * xz, zy, xz, zx * xy - zy * xx, zz


@kernel
def command_attitude(
    mode: int, setpoint: Seven, position: Three, velocity: Three, body: Nine, gains: Gains,
    full: float, mass: float, gravity: float,
) -> tuple[float, float, Nine]:  # fmt: skip
    """Collective force (N), heading rate (rad/s) and attitude that modes 4 to 9 ask for."""
    if mode == ATTITUDE_THROTTLE:
        throttle = within(setpoint[4], 0.0, 1.0)
        x, y = sane(setpoint[0], 0.0), sane(setpoint[1], 0.0)
        z, w = sane(setpoint[2], 0.0), sane(setpoint[3], 0.0)
        square = x * x + y * y + z * z + w * w
        scale = 1.0 / math.sqrt(max(square, 1e-12))
        wanted = body
        if square > 1e-12:
            wanted = matrix(x * scale, y * scale, z * scale, w * scale)
        return full * throttle * throttle, 0.0, wanted
    ax, ay, az = wanted_acceleration(mode, setpoint, position, velocity, gains)
    # Some lift is always kept: it bounds the tilt and leaves torque to turn with.
    lift = max(az + gravity, 0.2 * gravity)
    force = mass * max(0.0, ax * body[2] + ay * body[5] + lift * body[8])
    last = setpoint[3]
    by_rate = mode in (ACCELERATION_HEADING_RATE, VELOCITY_HEADING_RATE)
    heading_rate = 0.0
    if by_rate or last != last:
        flat = math.sqrt(body[0] * body[0] + body[3] * body[3])
        ch = body[0] / flat if flat > 1e-6 else 1.0
        sh = body[3] / flat if flat > 1e-6 else 0.0
        if by_rate:
            turn = gains[RATE_MAX_Z]
            heading_rate = within(sane(last, 0.0), -turn, turn)
    else:
        ch = math.cos(sane(last, 0.0))
        sh = math.sin(sane(last, 0.0))
    return force, heading_rate, wanted_attitude(ax, ay, lift, ch, sh)


@kernel
def command_rates(
    mode: int, setpoint: Seven, position: Three, velocity: Three, quaternion: Four, gains: Gains,
    full: float, mass: float, gravity: float,
) -> Four:  # fmt: skip
    """Collective force (N) and body rates (rad/s) that modes 3 to 9 ask for.

    For control groups: throttle, roll, pitch and yaw, each within its range.
    """
    if mode < RATES_THROTTLE:
        throttle = within(setpoint[3], 0.0, 1.0)
        roll, pitch, yaw = sane(setpoint[0], 0.0), sane(setpoint[1], 0.0), sane(setpoint[2], 0.0)
        return throttle, within(roll, -1.0, 1.0), within(pitch, -1.0, 1.0), within(yaw, -1.0, 1.0)
    if mode == RATES_THROTTLE:
        throttle = within(setpoint[3], 0.0, 1.0)
        force = full * throttle * throttle
        wx, wy, wz = sane(setpoint[0], 0.0), sane(setpoint[1], 0.0), sane(setpoint[2], 0.0)
    else:
        body = matrix(quaternion[0], quaternion[1], quaternion[2], quaternion[3])
        force, heading_rate, wanted = command_attitude(
            mode, setpoint, position, velocity, body, gains, full, mass, gravity
        )
        ex, ey, ez = attitude_error(body, wanted)
        wx = gains[GAIN_ATTITUDE] * ex + heading_rate * body[6]
        wy = gains[GAIN_ATTITUDE + 1] * ey + heading_rate * body[7]
        wz = gains[GAIN_ATTITUDE + 2] * ez + heading_rate * body[8]
    tilt = gains[RATE_MAX_XY]
    turn = gains[RATE_MAX_Z]
    return force, within(wx, -tilt, tilt), within(wy, -tilt, tilt), within(wz, -turn, turn)


@kernel
def control_step(
    i: int,
    mode: int,
    setpoint: Array,
    position: Array,
    velocity: Array,
    quaternion: Array,
    rates: Array,
    params: Array,
    gains: Array,
    mixer: Array,
    rotor_count: Array,
    rotor_cmd: Array,
) -> None:
    """Rotor commands (rad/s) of row ``i`` for ``setpoint[i]`` read as ``mode`` says.

    -1 off; 0 rotor speeds; 1 throttles; 2 roll, pitch, yaw in -1..1 and throttle; 3 body rates
    and throttle; 4 quaternion xyzw and throttle; 5 acceleration and heading; 6 acceleration and
    heading rate; 7 velocity and heading; 8 velocity and heading rate; 9 position, heading and
    feed-forward velocity. Throttle u is the mean of the rotors' speed over their largest.
    """
    # Arrays are read in a straight line and the law works on tuples: an array that lives across
    # a call is reference-counted by numba, which costs more than the law itself.
    n = rotor_count[i]
    k, low, high = params[i, THRUST], params[i, ROTOR_MIN], params[i, ROTOR_MAX]
    jx, jy, jz = params[i, INERTIA], params[i, INERTIA + 1], params[i, INERTIA + 2]
    wx, wy, wz = rates[i, 0], rates[i, 1], rates[i, 2]
    row = (
        gains[i, 0], gains[i, 1], gains[i, 2], gains[i, 3], gains[i, 4], gains[i, 5],
        gains[i, 6], gains[i, 7], gains[i, 8], gains[i, 9], gains[i, 10], gains[i, 11],
    )  # fmt: skip
    force, sx, sy, sz = command_rates(
        mode,
        (
            setpoint[i, 0], setpoint[i, 1], setpoint[i, 2], setpoint[i, 3],
            setpoint[i, 4], setpoint[i, 5], setpoint[i, 6],
        ),
        (position[i, 0], position[i, 1], position[i, 2]),
        (velocity[i, 0], velocity[i, 1], velocity[i, 2]),
        (quaternion[i, 0], quaternion[i, 1], quaternion[i, 2], quaternion[i, 3]),
        row,
        n * k * high * high,
        params[i, MASS],
        params[i, GRAVITY],
    )  # fmt: skip
    if mode >= RATES_THROTTLE:
        # The precession torque is fed forward, so that the axes do not disturb one another.
        tx = jx * (row[GAIN_RATE] * (sx - wx)) + (jz - jy) * wy * wz
        ty = jy * (row[GAIN_RATE + 1] * (sy - wy)) + (jx - jz) * wz * wx
        tz = jz * (row[GAIN_RATE + 2] * (sz - wz)) + (jy - jx) * wx * wy
        for r in range(n):
            newton = (
                mixer[i, r, 0] * force
                + mixer[i, r, 1] * tx
                + mixer[i, r, 2] * ty
                + mixer[i, r, 3] * tz
            )
            rotor_cmd[i, r] = math.sqrt(within(newton, k * low * low, k * high * high) / k)
    elif mode == CONTROL_GROUPS:
        mx = my = mz = 1e-300
        for r in range(n):
            mx = max(mx, abs(mixer[i, r, 1]))
            my = max(my, abs(mixer[i, r, 2]))
            mz = max(mz, abs(mixer[i, r, 3]))
        sx, sy, sz = sx / mx, sy / my, sz / mz
        for r in range(n):
            share = force + sx * mixer[i, r, 1] + sy * mixer[i, r, 2] + sz * mixer[i, r, 3]
            rotor_cmd[i, r] = within(within(share, 0.0, 1.0) * high, low, high)
    else:
        scale = high if mode == THROTTLES else 1.0
        least = low if mode >= ROTOR_SPEEDS else 0.0
        most = high if mode >= ROTOR_SPEEDS else 0.0
        for r in range(n):
            rotor_cmd[i, r] = within(setpoint[i, r] * scale, least, most)


@kernel
def pilot_many(
    n_steps: int,
    mode: Array,
    setpoint: Array,
    position: Array,
    velocity: Array,
    quaternion: Array,
    rates: Array,
    rotor: Array,
    rotor_cmd: Array,
    params: Array,
    gains: Array,
    allocation: Array,
    mixer: Array,
    rotor_count: Array,
    wind: Array,
    dt: float,
    integrator: int,
) -> None:
    """All rows under control for ``n_steps`` steps: ``mode (n,)`` i4, ``wind (n, 3)`` m/s."""
    for i in range(position.shape[0]):
        for _ in range(n_steps):
            control_step(
                i, mode[i], setpoint, position, velocity, quaternion, rates,
                params, gains, mixer, rotor_count, rotor_cmd,
            )  # fmt: skip
            fly_step(
                i, position, velocity, quaternion, rates, rotor, rotor_cmd,
                params, allocation, rotor_count, wind[i], dt, integrator,
            )  # fmt: skip
