"""Contacts read from MuJoCo's arena, and the explicit tyre that acts on them."""

from __future__ import annotations

import math
from typing import Any

from outrider.core.jit import kernel
from outrider.sim.physics._kernels_memory import f64_row, grid, i32_row, ints, pointer_at, row
from outrider.sim.physics._kernels_table import (
    BODY_EASE,
    BODY_GROUND,
    BODY_ROOT,
    BRISTLE,
    CLASS_GRIP,
    CVEL,
    GEOM_BODY,
    GEOM_CLIENT,
    GEOM_WHEEL,
    GRIP,
    LOAD,
    PATCH,
    PRESS,
    QVEL,
    SOIL,
    SUBTREE_COM,
    TERRAIN,
    TOUCHING,
    TYRE,
    WHEEL_BODY,
    WHEEL_DOF,
    XFRC,
    XIPOS,
)
from outrider.sim.physics.mujoco_door import (
    CONTACT_BYTES,
    CONTACT_DIST,
    CONTACT_EFC,
    CONTACT_FRAME,
    CONTACT_GEOM,
    CONTACT_POS,
    DATA_CONTACT,
    DATA_EFC_FORCE,
    DATA_NCON,
)
from outrider.world._kernels import surface_at

# The map of the ground: origin, step, cells along x and y, then the class of each cell.
SOIL_X, SOIL_Y, SOIL_STEP, SOIL_NX, SOIL_NY, SOIL_DATA = range(6)
# Columns of a wheel's contact patch.
NORMAL, POINT, WEIGHT, OTHER, DEEPEST = 0, 3, 6, 7, 8
PATCH_WIDTH = 9
# Columns of a tyre's parameters.
T_RADIUS, T_FRICTION, T_BRISTLE, T_RELAXATION, T_DAMPING, T_ROLLING, T_RIM_MASS = range(7)
TYRE_WIDTH = 7
STIFFEST, MOST_DAMPED = 0.5, 0.5
"""Shares of m/dt² and m/dt that spring and damper may have, m the lightest mass that they move."""


@kernel
def find_patches(data: int, t: Any) -> None:
    """After ``mj_step1``: which clients touch something, and where every wheel stands.

    ``touching (C,) i4``; ``patch (W, 9)``: mean normal (away from the ground), mean point, the
    weight of both (penetration), and the body stood upon at the deepest point.
    """
    geom_client, geom_wheel, geom_body = (
        ints(t[GEOM_CLIENT]),
        ints(t[GEOM_WHEEL]),
        ints(t[GEOM_BODY]),
    )
    touching, patch = ints(t[TOUCHING]), grid(t[PATCH])
    touching[:] = 0
    patch[:] = 0.0
    count = i32_row(data + DATA_NCON, 1)[0]
    base = pointer_at(data + DATA_CONTACT)
    for k in range(count):
        contact = base + k * CONTACT_BYTES
        if i32_row(contact + CONTACT_EFC, 1)[0] < 0:
            continue
        geoms = i32_row(contact + CONTACT_GEOM, 2)
        for side in range(2):
            client = geom_client[geoms[side]]
            if client >= 0:
                touching[client] = 1
            wheel = geom_wheel[geoms[side]]
            if wheel < 0:
                continue
            # The contact's normal points from geom 0 to geom 1.
            sign = 1.0 if side == 1 else -1.0
            normal = f64_row(contact + CONTACT_FRAME, 3)
            point = f64_row(contact + CONTACT_POS, 3)
            weight = max(1e-6, -f64_row(contact + CONTACT_DIST, 1)[0])
            if weight > patch[wheel, DEEPEST]:
                patch[wheel, DEEPEST] = weight
                patch[wheel, OTHER] = geom_body[geoms[1 - side]]
            for a in range(3):
                patch[wheel, NORMAL + a] += sign * weight * normal[a]
                patch[wheel, POINT + a] += weight * point[a]
            patch[wheel, WEIGHT] += weight


@kernel
def apply_tyres(t: Any, dt: float) -> None:
    """Friction of every wheel that stands on something, equal and opposite on what it stands on.

    A bristle deflects with the slip and relaxes as the tyre rolls on:
    dz/dt = slip - |roll| z / relaxation, force = -(k z + c slip), k = friction · load / bristle,
    never more than friction · load. The load is last tick's (N is solved after this runs).
    At an impact the load is so high that an explicit step could not follow the spring: its
    stiffness has a bound, beyond which the bristle bends further until it breaks away.
    """
    patch, load, bristle, tyre = grid(t[PATCH]), row(t[LOAD]), grid(t[BRISTLE]), grid(t[TYRE])
    wheel_body, wheel_dof, body_root = ints(t[WHEEL_BODY]), ints(t[WHEEL_DOF]), ints(t[BODY_ROOT])
    cvel, subtree_com, xipos = grid(t[CVEL]), grid(t[SUBTREE_COM]), grid(t[XIPOS])
    xfrc, qvel, ease, grip = grid(t[XFRC]), row(t[QVEL]), row(t[BODY_EASE]), grid(t[GRIP])
    ground = ints(t[BODY_GROUND])
    grip[:] = 0.0
    for w in range(len(wheel_body)):
        weight = patch[w, WEIGHT]
        if weight <= 0.0 or load[w] <= 0.0:
            bristle[w, 0] = 0.0
            bristle[w, 1] = 0.0
            bristle[w, 2] = 0.0
            continue
        nx, ny, nz = patch[w, 0], patch[w, 1], patch[w, 2]
        norm = math.sqrt(nx * nx + ny * ny + nz * nz)
        if norm < 1e-12:
            continue
        nx, ny, nz = nx / norm, ny / norm, nz / norm
        px, py, pz = patch[w, 3] / weight, patch[w, 4] / weight, patch[w, 5] / weight
        body = wheel_body[w]
        other = int(patch[w, OTHER])
        # Velocity of a body's material point: cvel is about the centre of mass of its whole tree.
        root = body_root[body]
        rx, ry, rz = px - subtree_com[root, 0], py - subtree_com[root, 1], pz - subtree_com[root, 2]
        sx = cvel[body, 3] + cvel[body, 1] * rz - cvel[body, 2] * ry
        sy = cvel[body, 4] + cvel[body, 2] * rx - cvel[body, 0] * rz
        sz = cvel[body, 5] + cvel[body, 0] * ry - cvel[body, 1] * rx
        root = body_root[other]
        rx, ry, rz = px - subtree_com[root, 0], py - subtree_com[root, 1], pz - subtree_com[root, 2]
        sx -= cvel[other, 3] + cvel[other, 1] * rz - cvel[other, 2] * ry
        sy -= cvel[other, 4] + cvel[other, 2] * rx - cvel[other, 0] * rz
        sz -= cvel[other, 5] + cvel[other, 0] * ry - cvel[other, 1] * rx
        along = sx * nx + sy * ny + sz * nz
        sx, sy, sz = sx - along * nx, sy - along * ny, sz - along * nz

        limit = tyre[w, T_FRICTION] * load[w]
        if ground[other]:
            limit *= ground_grip(t, px, py)
        mass = 1.0 / (1.0 / tyre[w, T_RIM_MASS] + ease[other])
        stiffness = min(limit / tyre[w, T_BRISTLE], STIFFEST * mass / (dt * dt))
        longest = limit / stiffness
        damping = 2.0 * tyre[w, T_DAMPING] * math.sqrt(stiffness * mass)
        damping = min(damping, MOST_DAMPED * mass / dt)
        rolled = abs(qvel[wheel_dof[w]]) * tyre[w, T_RADIUS] * dt / tyre[w, T_RELAXATION]
        zx = (bristle[w, 0] + sx * dt) / (1.0 + rolled)
        zy = (bristle[w, 1] + sy * dt) / (1.0 + rolled)
        zz = (bristle[w, 2] + sz * dt) / (1.0 + rolled)
        along = zx * nx + zy * ny + zz * nz
        zx, zy, zz = zx - along * nx, zy - along * ny, zz - along * nz
        length = math.sqrt(zx * zx + zy * zy + zz * zz)
        if length > longest:
            scale = longest / length
            zx, zy, zz = zx * scale, zy * scale, zz * scale
        bristle[w, 0], bristle[w, 1], bristle[w, 2] = zx, zy, zz
        fx = -(stiffness * zx + damping * sx)
        fy = -(stiffness * zy + damping * sy)
        fz = -(stiffness * zz + damping * sz)
        force = math.sqrt(fx * fx + fy * fy + fz * fz)
        if force > limit:
            fx, fy, fz = fx * limit / force, fy * limit / force, fz * limit / force
        grip[w, 0], grip[w, 1], grip[w, 2] = fx, fy, fz
        _push(xfrc, xipos, body, px, py, pz, fx, fy, fz)
        if other > 0:
            _push(xfrc, xipos, other, px, py, pz, -fx, -fy, -fz)


@kernel
def ground_grip(t: Any, x: float, y: float) -> float:
    """What the class of the ground at (x, y) does to the friction of a tyre, as a factor."""
    soil, terrain, factors = row(t[SOIL]), row(t[TERRAIN]), row(t[CLASS_GRIP])
    if len(terrain) > 0:
        laid = surface_at(terrain, x, y)
        if laid >= 0:
            return float(factors[laid])
    if len(soil) <= SOIL_DATA:
        return 1.0
    i = math.floor((x - soil[SOIL_X]) / soil[SOIL_STEP])
    j = math.floor((y - soil[SOIL_Y]) / soil[SOIL_STEP])
    if not (0.0 <= i < soil[SOIL_NX] and 0.0 <= j < soil[SOIL_NY]):
        return 1.0
    return float(factors[int(soil[SOIL_DATA + int(j * soil[SOIL_NX] + i)])])


@kernel
def _push(
    xfrc: Any, xipos: Any, body: int,
    px: float, py: float, pz: float, fx: float, fy: float, fz: float,
) -> None:  # fmt: skip
    """A force at a point, as force and torque about the body's centre of mass."""
    ax, ay, az = px - xipos[body, 0], py - xipos[body, 1], pz - xipos[body, 2]
    xfrc[body, 0] += fx
    xfrc[body, 1] += fy
    xfrc[body, 2] += fz
    xfrc[body, 3] += ay * fz - az * fy
    xfrc[body, 4] += az * fx - ax * fz
    xfrc[body, 5] += ax * fy - ay * fx


@kernel
def read_loads(data: int, t: Any) -> None:
    """After ``mj_step2``: the wheels' ``load (W,)``, and ``press (C,)``, sums of normal forces."""
    geom_client, geom_wheel = ints(t[GEOM_CLIENT]), ints(t[GEOM_WHEEL])
    load, press = row(t[LOAD]), row(t[PRESS])
    load[:] = 0.0
    press[:] = 0.0
    count = i32_row(data + DATA_NCON, 1)[0]
    base = pointer_at(data + DATA_CONTACT)
    forces = pointer_at(data + DATA_EFC_FORCE)
    for k in range(count):
        contact = base + k * CONTACT_BYTES
        address = i32_row(contact + CONTACT_EFC, 1)[0]
        if address < 0:
            continue
        force = f64_row(forces + address * 8, 1)[0]
        if force <= 0.0:
            continue
        geoms = i32_row(contact + CONTACT_GEOM, 2)
        for side in range(2):
            wheel = geom_wheel[geoms[side]]
            if wheel >= 0:
                load[wheel] += force
            client = geom_client[geoms[side]]
            if client >= 0:
                press[client] += force
