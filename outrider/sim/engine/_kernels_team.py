"""What happens to a team in a tick before and after the contact world's own step."""

from __future__ import annotations

import math
from typing import Any, Final

from outrider.core._kernels import normal_pair
from outrider.core.jit import kernel
from outrider.sim.actors._kernels import (
    FALLEN,
    GAIT,
    HEADING,
    MASS,
    PRESSED,
    VX,
    VY,
    body_pose,
    fall,
    shoved,
    walk_step,
)
from outrider.sim.engine._kernels_team_table import (
    CLIENT_OF,
    DRIVE_PARAMS,
    DRIVE_STATE,
    ENDED,
    FIRST_WHEEL,
    GAINS,
    GEOM_PERSON,
    GROUND,
    GROUND_CLIENT,
    MIXER,
    MOCAP_POS,
    MOCAP_QUAT,
    MODE,
    NAV,
    NAV_PARAMS,
    PAD,
    PAD_HOST,
    PAD_PLACE,
    PATH,
    PERSON,
    PERSON_BEFORE,
    PERSON_MOCAP,
    PERSON_NOW,
    PERSON_SHAPE,
    POSITION,
    QUATERNION,
    SETPOINT,
    STATUS,
    VELOCITY,
    WHEEL,
    WHEEL_ANGLE,
    WHEEL_BRAKE,
    WHEEL_COUNT,
    WHEEL_SPEED,
    WHEEL_TARGET,
    WHEEL_TORQUE,
    WIND_LAW,
    WIND_NOW,
)
from outrider.sim.physics._kernels_memory import cube, grid, ints, row
from outrider.sim.physics._kernels_table import (
    ANGLE,
    BEFORE,
    BRAKE,
    CLIENT_MASS,
    CRASHED,
    GEOM_CLIENT,
    LOG,
    LOGGED,
    PARAMS,
    PARKED,
    QVEL,
    ROOT,
    ROTOR_CMD,
    ROTOR_COUNT,
    TARGET,
    TORQUE,
    TOUCHING,
    UAV_POSITION,
    UAV_QUATERNION,
    UAV_RATES,
    UAV_VELOCITY,
    WHEEL_DOF,
    WIND,
)
from outrider.sim.physics._kernels_tick import TOUCHES, turn
from outrider.sim.physics._kernels_touch import LOG_FORCE, LOG_GEOM_A, LOG_GEOM_B, LOG_NORMAL
from outrider.sim.physics.build import PARKED_APART_M, PARKED_M
from outrider.sim.robots._kernels_columns import (
    BROKEN,
    LAND,
    N_STATUS,
    N_TASK,
    PAD_HEADING,
    PAD_THERE,
    RUNNING,
)
from outrider.sim.robots._kernels_drive import drive_step
from outrider.sim.robots._kernels_flight import control_step
from outrider.sim.robots._kernels_navigate import navigate_step
from outrider.world._kernels import height_at

SITS: Final = 1
"""A person's mode: 0 moves as told, 1 sits, 2 stands."""
OFF: Final = -1
"""Control mode of a multirotor whose rotors are off."""


@kernel
def blow(b: Any, t: Any, key: Any, tick: int) -> None:
    """The wind of this tick: the mean and a first-order random gust, the same for everyone."""
    now, law, wind = row(t[WIND_NOW]), row(t[WIND_LAW]), grid(b[WIND])
    if law[3] > 0.0:
        first, second = normal_pair(key, tick, 0)
        third = normal_pair(key, tick, 1)[0]
        fresh = law[3] * math.sqrt(1.0 - law[4] * law[4])
        now[0] = law[0] + (now[0] - law[0]) * law[4] + fresh * first
        now[1] = law[1] + (now[1] - law[1]) * law[4] + fresh * second
        now[2] = law[2] + (now[2] - law[2]) * law[4] + fresh * third
    else:
        now[0], now[1], now[2] = law[0], law[1], law[2]
    for u in range(len(wind)):
        wind[u, 0], wind[u, 1], wind[u, 2] = now[0], now[1], now[2]


@kernel
def walk_people(t: Any, obstacles: Any, dt: float) -> None:
    """Move the people as they were told, and their bodies in the contact world with them."""
    person, shape, ground = grid(t[PERSON]), grid(t[PERSON_SHAPE]), row(t[GROUND])
    setpoint, mode = grid(t[SETPOINT]), ints(t[MODE])
    first = len(mode) - len(person)
    for p in range(len(person)):
        r, heading = first + p, person[p, HEADING]
        walk_step(person[p], shape[p], setpoint[r, :3], mode[r] == SITS, ground, obstacles, dt)
        turned = person[p, HEADING] - heading
        turned -= 2.0 * math.pi * math.floor(turned / (2.0 * math.pi) + 0.5)
        pose_person(t, p, turned / dt, dt)


@kernel
def pose_person(t: Any, p: int, turn_rate: float, dt: float) -> None:
    """Root rows of a person, and the pose of the body whose capsule stands on its origin."""
    person, shape, m = grid(t[PERSON])[p], grid(t[PERSON_SHAPE])[p], ints(t[PERSON_MOCAP])[p]
    now, before = grid(t[PERSON_NOW])[p], grid(t[PERSON_BEFORE])[p]
    at, attitude = grid(t[MOCAP_POS]), grid(t[MOCAP_QUAT])
    for a in range(13):
        before[a] = now[a]
    body_pose(person, shape, now)
    now[7], now[8], now[9] = person[VX], person[VY], (now[2] - before[2]) / dt
    now[10], now[11], now[12] = 0.0, 0.0, turn_rate
    # Who lies on the ground is in nobody's way: a car must not stop dead at somebody it has felled.
    away = -PARKED_APART_M * (p + 1)
    lying = person[GAIT] == FALLEN
    at[m, 0], at[m, 1] = away if lying else now[0], now[1]
    at[m, 2] = PARKED_M if lying else now[2]
    attitude[m, 0] = now[6]
    for a in range(3):
        attitude[m, 1 + a] = now[3 + a]


@kernel
def topple_people(b: Any, t: Any, dt: float) -> None:
    """Whoever is hit or pushed hard enough falls, away from what pushed."""
    person, geom_person, log = grid(t[PERSON]), ints(t[GEOM_PERSON]), grid(b[LOG])
    for p in range(len(person)):
        mass, press, blow, nx, ny = grid(t[PERSON_SHAPE])[p, MASS], 0.0, 0.0, 0.0, 0.0
        for k in range(min(ints(b[LOGGED])[0], len(log))):
            for side in range(2):
                if geom_person[int(log[k, LOG_GEOM_A + side])] != p:
                    continue
                # The normal points away from the person if it is the contact's first.
                sign = -1.0 if side == 0 else 1.0
                x, y = sign * log[k, LOG_NORMAL], sign * log[k, LOG_NORMAL + 1]
                client = ints(b[GEOM_CLIENT])[int(log[k, LOG_GEOM_B - side])]
                press += log[k, LOG_FORCE]
                nx, ny = nx + log[k, LOG_FORCE] * x, ny + log[k, LOG_FORCE] * y
                if client >= 0:
                    blow = max(blow, _shared_momentum(b, client, person[p], mass, x, y))
        if person[p, GAIT] != FALLEN and shoved(person[p], press, blow, dt):
            fall(person[p], math.atan2(ny, nx))
            person[p, PRESSED] = 0.0


@kernel
def _shared_momentum(b: Any, client: int, person: Any, mass: float, x: float, y: float) -> float:
    """Momentum (N s) that a person and what comes towards it along (x, y) would share, level."""
    before, own = grid(b[BEFORE])[client], row(b[CLIENT_MASS])[client]
    closing = (before[7] - person[VX]) * x + (before[8] - person[VY]) * y
    return float(max(closing, 0.0) * own * mass / (own + mass))


@kernel
def locate(b: Any, t: Any) -> None:
    """Where everyone is, in the navigator's rows."""
    root, client_of, person = grid(b[ROOT]), ints(t[CLIENT_OF]), grid(t[PERSON_NOW])
    position, velocity, quaternion = grid(t[POSITION]), grid(t[VELOCITY]), grid(t[QUATERNION])
    first = len(client_of) - len(person)
    for r in range(len(client_of)):
        here = root[client_of[r]] if r < first else person[r - first]
        for a in range(3):
            position[r, a] = here[a]
            velocity[r, a] = here[7 + a]
        for a in range(4):
            quaternion[r, a] = here[3 + a]


@kernel
def follow_pad(b: Any, t: Any, r: int) -> None:
    """Where the pad is that robot ``r`` lands on, and how it moves, from its host's pose."""
    host = ints(t[PAD_HOST])[r]
    if host < 0:
        return
    pad, place, root = grid(t[PAD]), grid(t[PAD_PLACE]), grid(b[ROOT])
    q = root[host, 3:7]
    ax, ay, az = turn(q, place[r, 0], place[r, 1], place[r, 2])
    wx, wy, wz = turn(q, root[host, 10], root[host, 11], root[host, 12])
    hx, hy, _ = turn(q, math.cos(place[r, 3]), math.sin(place[r, 3]), 0.0)
    pad[r, 0], pad[r, 1], pad[r, 2] = root[host, 0] + ax, root[host, 1] + ay, root[host, 2] + az
    pad[r, 3] = root[host, 7] + wy * az - wz * ay
    pad[r, 4] = root[host, 8] + wz * ax - wx * az
    pad[r, 5] = root[host, 9] + wx * ay - wy * ax
    pad[r, PAD_HEADING], pad[r, PAD_THERE] = math.atan2(hy, hx), 1.0


@kernel
def navigate(b: Any, t: Any, tick: int, dt: float) -> int:
    """Turn every robot's task into its low-level command; returns how many tasks ended."""
    nav, params, path, pad = grid(t[NAV]), grid(t[NAV_PARAMS]), grid(t[PATH]), grid(t[PAD])
    position, velocity, quaternion = grid(t[POSITION]), grid(t[VELOCITY]), grid(t[QUATERNION])
    mode, setpoint, status, ended = (
        ints(t[MODE]),
        grid(t[SETPOINT]),
        ints(t[STATUS]),
        ints(t[ENDED]),
    )
    client_of, touching, rotors = ints(t[CLIENT_OF]), ints(b[TOUCHING]), ints(b[ROTOR_COUNT])
    crashed, ground, finished = ints(b[CRASHED]), row(t[GROUND]), 0
    for r in range(len(nav)):
        supported = client_of[r] >= 0 and touching[client_of[r]] == TOUCHES
        ground_z = 0.0
        if nav[r, N_TASK] == LAND:
            ground_z = height_at(ground, position[r, 0], position[r, 1])
            follow_pad(b, t, r)
        count = rotors[r] if r < len(rotors) else 0
        now = navigate_step(
            r, tick, dt, nav, params, path, position, velocity, quaternion, ground_z, supported,
            pad, count, mode, setpoint,
        )  # fmt: skip
        if now == RUNNING and client_of[r] >= 0 and crashed[client_of[r]]:
            nav[r, N_STATUS] = now = BROKEN
        if status[r] == RUNNING and now != RUNNING:
            ended[r] = 1
            finished += 1
        status[r] = now
    return finished


@kernel
def fly(b: Any, t: Any) -> None:
    """Rotor commands of every multirotor; a crashed one has its rotors off."""
    mode, crashed, client_of = ints(t[MODE]), ints(b[CRASHED]), ints(t[CLIENT_OF])
    parked = ints(b[PARKED])
    setpoint, gains, mixer = grid(t[SETPOINT]), grid(t[GAINS]), cube(t[MIXER])
    position, velocity = grid(b[UAV_POSITION]), grid(b[UAV_VELOCITY])
    quaternion, rates = grid(b[UAV_QUATERNION]), grid(b[UAV_RATES])
    params, counts, commands = grid(b[PARAMS]), ints(b[ROTOR_COUNT]), grid(b[ROTOR_CMD])
    for u in range(len(params)):
        if parked[client_of[u]]:
            continue
        control_step(
            u, OFF if crashed[client_of[u]] else mode[u], setpoint, position, velocity,
            quaternion, rates, params, gains, mixer, counts, commands,
        )  # fmt: skip


@kernel
def drive(b: Any, t: Any, dt: float) -> None:
    """Wheel commands of every ground robot, from its body's speed and yaw rate."""
    clients, first_wheel, count = ints(t[GROUND_CLIENT]), ints(t[FIRST_WHEEL]), ints(t[WHEEL_COUNT])
    speed, state, params, wheel = (
        grid(t[WHEEL_SPEED]), grid(t[DRIVE_STATE]), grid(t[DRIVE_PARAMS]), cube(t[WHEEL]),
    )  # fmt: skip
    target, torque = grid(t[WHEEL_TARGET]), grid(t[WHEEL_TORQUE])
    brake, angle = grid(t[WHEEL_BRAKE]), grid(t[WHEEL_ANGLE])
    qvel, dof, root, mode = row(b[QVEL]), ints(b[WHEEL_DOF]), grid(b[ROOT]), ints(t[MODE])
    flying = len(mode) - len(clients) - len(grid(t[PERSON]))
    command = grid(t[SETPOINT])[flying:]
    for g in range(len(clients)):
        c, start = clients[g], first_wheel[g]
        for k in range(count[g]):
            speed[g, k] = qvel[dof[start + k]]
        q = root[c, 3:7]
        fx, fy, fz = turn(q, 1.0, 0.0, 0.0)
        ahead = root[c, 7] * fx + root[c, 8] * fy + root[c, 9] * fz
        drive_step(
            g, mode[flying + g], command, ahead, root[c, 12], speed, state, params, wheel, count,
            target, torque, brake, angle, dt,
        )  # fmt: skip
        for k in range(count[g]):
            row(b[TARGET])[start + k] = target[g, k]
            row(b[TORQUE])[start + k] = torque[g, k]
            row(b[BRAKE])[start + k] = brake[g, k]
            row(b[ANGLE])[start + k] = angle[g, k]
