"""One tick of the contact world: MuJoCo, the tyres, and multirotors in free flight by RK4."""

from __future__ import annotations

import math
from typing import Any, Final

from outrider.core.jit import kernel
from outrider.sim.physics._kernels_contact import (
    T_RADIUS,
    T_ROLLING,
    apply_tyres,
    find_patches,
    read_loads,
)
from outrider.sim.physics._kernels_flight import MASS, advance_motors, fly_step, rotor_wrench
from outrider.sim.physics._kernels_ground_contact import mend_contacts
from outrider.sim.physics._kernels_memory import cube, grid, ints, row
from outrider.sim.physics._kernels_table import (
    ALLOCATION,
    ANGLE,
    BEFORE,
    BRAKE,
    CLIENT_BODY,
    CLIENT_DOF,
    CLIENT_QPOS,
    CRASHED,
    CTRL,
    ENGINE,
    FRICTIONLOSS,
    FROZEN,
    HULL,
    INTEGRATOR,
    LOAD,
    PARAMS,
    PARKED,
    PRESS,
    PUSH,
    QFRC,
    QPOS,
    QVEL,
    ROOT,
    ROTOR,
    ROTOR_CMD,
    ROTOR_COUNT,
    SERVO,
    STEER,
    TARGET,
    TERRAIN,
    TORQUE,
    TOUCHING,
    TYRE,
    UAV_CLIENT,
    UAV_POSITION,
    UAV_QUATERNION,
    UAV_RATES,
    UAV_VELOCITY,
    WHEEL_DOF,
    WIND,
    XFRC,
)
from outrider.sim.physics._kernels_touch import hear_contacts
from outrider.sim.physics.mujoco_door import mj_step1, mj_step2
from outrider.world._kernels import ground_at, height_at

# Columns of a root's row.
POSITION, QUATERNION, VELOCITY, RATES, ROOT_WIDTH = 0, 3, 7, 10, 13

# What a guard found; 0 is nothing.
NOT_FINITE, TOO_FAST, TOO_FAR = 1, 2, 3
TOUCHES, PUSHED = 1, 2
"""What ``touching`` says of a client that MuJoCo integrates; 0: it is in free flight."""
FASTEST_M_S: Final = 1.0e3
FARTHEST_M: Final = 1.0e7
LARGEST: Final = 1.0e300
"""No number of a state comes near it: what does not compare as smaller is not finite."""

# Columns of a multirotor's hull: half edges of its bounding box, and the speed change it survives.
CRASH_SPEED, HULL_WIDTH = 3, 4


@kernel
def step_bodies(model: int, data: int, t: Any, tick: int, dt: float) -> tuple[int, int]:
    """Run this tick of everything in the contact world. Returns (client, fault) of the guard."""
    uav_client, touching, parked = ints(t[UAV_CLIENT]), ints(t[TOUCHING]), ints(t[PARKED])
    command_wheels(t)
    mj_step1(model, data)
    mend_contacts(model, data, t)
    find_patches(data, t)
    push_roots(t)
    apply_tyres(t, dt)
    for u in range(len(uav_client)):
        if touching[uav_client[u]]:
            push_multirotor(t, u)
    mj_step2(model, data)
    read_loads(data, t)
    hear_contacts(data, t, tick, dt)
    for u in range(len(uav_client)):
        if touching[uav_client[u]]:
            read_multirotor(t, u, dt)
            judge_impact(t, u, dt)
        elif not parked[uav_client[u]]:
            fly_multirotor(t, u, dt)
    hold_frozen(t)
    read_roots(t)
    return check_roots(t)


@kernel
def push_roots(t: Any) -> None:
    """External pushes of this tick; a multirotor pushed in the air is left to MuJoCo too."""
    xfrc = grid(t[XFRC])
    client_body = ints(t[CLIENT_BODY])
    push = grid(t[PUSH])
    touching = ints(t[TOUCHING])
    xfrc[:] = 0.0
    for c in range(len(client_body)):
        total = 0.0
        for a in range(6):
            total += abs(push[c, a])
        if total > 0.0:
            if not touching[c]:
                touching[c] = PUSHED
            for a in range(6):
                xfrc[client_body[c], a] = push[c, a]
                push[c, a] = 0.0


@kernel
def judge_impact(t: Any, u: int, dt: float) -> None:
    """A multirotor has crashed if a tick took more speed than it bears, or it is upside down."""
    uav_client = ints(t[UAV_CLIENT])
    quaternion = grid(t[UAV_QUATERNION])
    press = row(t[PRESS])
    hull = grid(t[HULL])
    params = grid(t[PARAMS])
    crashed = ints(t[CRASHED])
    client = uav_client[u]
    upright = 1.0 - 2.0 * (quaternion[u, 0] ** 2 + quaternion[u, 1] ** 2)
    if press[client] * dt > hull[u, CRASH_SPEED] * params[u, MASS] or upright < 0.0:
        crashed[client] = 1


@kernel
def command_wheels(t: Any) -> None:
    """Wheel commands into MuJoCo: servo targets, engine torque, steering angle, brakes."""
    wheel_dof = ints(t[WHEEL_DOF])
    servo = ints(t[SERVO])
    ctrl = row(t[CTRL])
    target = row(t[TARGET])
    engine = ints(t[ENGINE])
    torque = row(t[TORQUE])
    steer = ints(t[STEER])
    angle = row(t[ANGLE])
    frictionloss = row(t[FRICTIONLOSS])
    brake = row(t[BRAKE])
    tyre = grid(t[TYRE])
    load = row(t[LOAD])
    qfrc = row(t[QFRC])
    qvel = row(t[QVEL])
    qfrc[:] = 0.0
    for w in range(len(wheel_dof)):
        if servo[w] >= 0:
            ctrl[servo[w]] = target[w]
        if engine[w] >= 0:
            ctrl[engine[w]] = torque[w]
        if steer[w] >= 0:
            ctrl[steer[w]] = angle[w]
        dof = wheel_dof[w]
        # Dry friction in the joint is solved as a constraint: a brake that truly holds.
        frictionloss[dof] = brake[w]
        resistance = tyre[w, T_ROLLING] * load[w] * tyre[w, T_RADIUS]
        qfrc[dof] = -resistance * math.tanh(10.0 * qvel[dof])


@kernel
def push_multirotor(t: Any, u: int) -> None:
    """Thrust, torque and drag of a multirotor in contact, as a wrench on its MuJoCo body."""
    uav_client = ints(t[UAV_CLIENT])
    client_body = ints(t[CLIENT_BODY])
    velocity = grid(t[UAV_VELOCITY])
    quaternion = grid(t[UAV_QUATERNION])
    rotor = grid(t[ROTOR])
    params = grid(t[PARAMS])
    allocation = cube(t[ALLOCATION])
    rotor_count = ints(t[ROTOR_COUNT])
    wind = grid(t[WIND])
    xfrc = grid(t[XFRC])
    client = uav_client[u]
    body = client_body[client]
    fx, fy, fz, tx, ty, tz = rotor_wrench(
        u, velocity, quaternion, rotor, params, allocation, rotor_count, wind[u]
    )
    q = quaternion[u]
    force, torque = turn(q, fx, fy, fz), turn(q, tx, ty, tz)
    for a in range(3):
        xfrc[body, a] += force[a]
        xfrc[body, 3 + a] += torque[a]


@kernel
def turn(q: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A body vector in the world: ``q`` is world_from_body, xyzw."""
    sx = q[1] * z - q[2] * y
    sy = q[2] * x - q[0] * z
    sz = q[0] * y - q[1] * x
    return (
        x + 2.0 * (q[3] * sx + q[1] * sz - q[2] * sy),
        y + 2.0 * (q[3] * sy + q[2] * sx - q[0] * sz),
        z + 2.0 * (q[3] * sz + q[0] * sy - q[1] * sx),
    )


@kernel
def read_multirotor(t: Any, u: int, dt: float) -> None:
    """What MuJoCo made of a multirotor in contact, while its rotors went on."""
    qpos, qvel = row(t[QPOS]), row(t[QVEL])
    client = ints(t[UAV_CLIENT])[u]
    at, dof = ints(t[CLIENT_QPOS])[client], ints(t[CLIENT_DOF])[client]
    position, quaternion = grid(t[UAV_POSITION]), grid(t[UAV_QUATERNION])
    velocity, rates = grid(t[UAV_VELOCITY]), grid(t[UAV_RATES])
    advance_motors(u, grid(t[ROTOR]), grid(t[ROTOR_CMD]), grid(t[PARAMS]), ints(t[ROTOR_COUNT]), dt)
    for a in range(3):
        position[u, a] = qpos[at + a]
        quaternion[u, a] = qpos[at + 4 + a]
        velocity[u, a] = qvel[dof + a]
        rates[u, a] = qvel[dof + 3 + a]
    quaternion[u, 3] = qpos[at + 3]


@kernel
def fly_multirotor(t: Any, u: int, dt: float) -> None:
    """A multirotor out of contact: our integrator's step replaces MuJoCo's."""
    client_qpos = ints(t[CLIENT_QPOS])
    uav_client = ints(t[UAV_CLIENT])
    client_dof = ints(t[CLIENT_DOF])
    position = grid(t[UAV_POSITION])
    velocity = grid(t[UAV_VELOCITY])
    quaternion = grid(t[UAV_QUATERNION])
    rates = grid(t[UAV_RATES])
    rotor = grid(t[ROTOR])
    rotor_cmd = grid(t[ROTOR_CMD])
    params = grid(t[PARAMS])
    allocation = cube(t[ALLOCATION])
    rotor_count = ints(t[ROTOR_COUNT])
    wind = grid(t[WIND])
    integrator = ints(t[INTEGRATOR])
    qpos = row(t[QPOS])
    qvel = row(t[QVEL])
    at, dof = client_qpos[uav_client[u]], client_dof[uav_client[u]]
    x, y, z = position[u, 0], position[u, 1], position[u, 2]
    fly_step(
        u, position, velocity, quaternion, rates, rotor, rotor_cmd,
        params, allocation, rotor_count, wind[u], dt, integrator[u],
    )  # fmt: skip
    strike_ground(t, u, x, y, z, dt)
    for a in range(3):
        qpos[at + a] = position[u, a]
        qpos[at + 4 + a] = quaternion[u, a]
        qvel[dof + a] = velocity[u, a]
        qvel[dof + 3 + a] = rates[u, a]
    qpos[at + 3] = quaternion[u, 3]


@kernel
def strike_ground(t: Any, u: int, x: float, y: float, z: float, dt: float) -> None:
    """An impact on terrain faster than the contact solver can hold, for a step from (x, y, z).

    MuJoCo's look-ahead leaves height fields out, and a body deep in one is thrown out of it. So
    where the hull meets the terrain at more than half its thickness a tick, the step ends and what
    is above that speed is lost, as in an inelastic impact; the contact solver does the rest.
    """
    terrain = row(t[TERRAIN])
    position, velocity = grid(t[UAV_POSITION]), grid(t[UAV_VELOCITY])
    hull = grid(t[HULL])
    if len(terrain) == 0:
        return
    thinnest = min(hull[u, 0], hull[u, 1], hull[u, 2])
    slowest = 0.5 * thinnest / dt
    vx, vy, vz = velocity[u, 0], velocity[u, 1], velocity[u, 2]
    if vx * vx + vy * vy + vz * vz < 1.5 * slowest * slowest:
        return
    if deepest_corner(t, u, 0.0, 0.0, 0.0) < 0.25 * thinnest:
        return
    _, slope_x, slope_y = ground_at(terrain, position[u, 0], position[u, 1])
    length = math.sqrt(1.0 + slope_x * slope_x + slope_y * slope_y)
    excess = (slope_x * vx + slope_y * vy - vz) / length - slowest
    if excess < 0.2 * slowest:
        return
    velocity[u, 0] = vx - excess * slope_x / length
    velocity[u, 1] = vy - excess * slope_y / length
    velocity[u, 2] = vz + excess / length
    if excess > hull[u, CRASH_SPEED]:
        ints(t[CRASHED])[ints(t[UAV_CLIENT])[u]] = 1
    dx, dy, dz = position[u, 0] - x, position[u, 1] - y, position[u, 2] - z
    low, high = 0.0, 1.0
    for _ in range(24):
        share = 0.5 * (low + high)
        back = share - 1.0
        if deepest_corner(t, u, back * dx, back * dy, back * dz) > 0.05 * thinnest:
            high = share
        else:
            low = share
    position[u, 0], position[u, 1], position[u, 2] = x + high * dx, y + high * dy, z + high * dz


@kernel
def deepest_corner(t: Any, u: int, dx: float, dy: float, dz: float) -> float:
    """How far (m) the hull's lowest corner is below the terrain, the body moved by (dx, dy, dz)."""
    hull = grid(t[HULL])
    quaternion = grid(t[UAV_QUATERNION])
    position = grid(t[UAV_POSITION])
    terrain = row(t[TERRAIN])
    deepest = -1.0e9
    for corner in range(8):
        cx = hull[u, 0] if corner & 1 else -hull[u, 0]
        cy = hull[u, 1] if corner & 2 else -hull[u, 1]
        cz = hull[u, 2] if corner & 4 else -hull[u, 2]
        px, py, pz = turn(quaternion[u], cx, cy, cz)
        px, py, pz = px + position[u, 0] + dx, py + position[u, 1] + dy, pz + position[u, 2] + dz
        deepest = max(deepest, height_at(terrain, px, py) - pz)
    return deepest


@kernel
def hold_frozen(t: Any) -> None:
    """What has no terrain under it (far from every robot), or is parked, stays where it is."""
    client_body = ints(t[CLIENT_BODY])
    frozen = ints(t[FROZEN])
    parked = ints(t[PARKED])
    client_qpos = ints(t[CLIENT_QPOS])
    client_dof = ints(t[CLIENT_DOF])
    qpos = row(t[QPOS])
    root = grid(t[ROOT])
    qvel = row(t[QVEL])
    for c in range(len(client_body)):
        if frozen[c] or parked[c]:
            at, dof = client_qpos[c], client_dof[c]
            for a in range(3):
                qpos[at + a] = root[c, POSITION + a]
                qpos[at + 4 + a] = root[c, QUATERNION + a]
                qvel[dof + a] = 0.0
                qvel[dof + 3 + a] = 0.0
            qpos[at + 3] = root[c, QUATERNION + 3]


@kernel
def read_roots(t: Any) -> None:
    """Shift ``root`` to ``before`` and read the new root rows from MuJoCo."""
    client_body = ints(t[CLIENT_BODY])
    client_qpos = ints(t[CLIENT_QPOS])
    client_dof = ints(t[CLIENT_DOF])
    before = grid(t[BEFORE])
    root = grid(t[ROOT])
    qpos = row(t[QPOS])
    qvel = row(t[QVEL])
    for c in range(len(client_body)):
        at, dof = client_qpos[c], client_dof[c]
        for a in range(ROOT_WIDTH):
            before[c, a] = root[c, a]
        for a in range(3):
            root[c, POSITION + a] = qpos[at + a]
            root[c, QUATERNION + a] = qpos[at + 4 + a]
            root[c, VELOCITY + a] = qvel[dof + a]
            root[c, RATES + a] = qvel[dof + 3 + a]
        root[c, QUATERNION + 3] = qpos[at + 3]


@kernel
def check_roots(t: Any) -> tuple[int, int]:
    """The first client whose state is not finite, implausibly fast or far, and which it is."""
    client_body = ints(t[CLIENT_BODY])
    root = grid(t[ROOT])
    for c in range(len(client_body)):
        for a in range(ROOT_WIDTH):
            # No isfinite: it is compiled to x - x, which reassociation makes 0 for a sum.
            if not abs(root[c, a]) < LARGEST:
                return c, NOT_FINITE
        speed = abs(root[c, 7]) + abs(root[c, 8]) + abs(root[c, 9])
        if speed > FASTEST_M_S:
            return c, TOO_FAST
        if abs(root[c, 0]) + abs(root[c, 1]) + abs(root[c, 2]) > FARTHEST_M:
            return c, TOO_FAR
    return -1, 0
