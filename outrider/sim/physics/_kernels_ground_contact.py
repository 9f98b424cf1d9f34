"""Contacts with the ground, put right where MuJoCo's are wrong.

MuJoCo collides a body with the prisms under the triangles of a height field, each for itself. Where
the shortest way out of a prism leads through its side, the contact pushes along the ground, and a
thin body is thrown away. Such a contact gets the normal of the ground; its depth is kept, which
never overstates the true one.

The rim of a cylinder that stands upright on a plane to within rounding (10⁻¹⁵ rad) is sought in a
direction that is rounding alone, and may be found deep in the plane: a robot at rest leaps. Such a
contact lies deeper than any point of the cylinder, and is left out.
"""

from __future__ import annotations

import math
from typing import Any, Final

from outrider.core.jit import kernel
from outrider.sim.physics._kernels_memory import f64_row, grid, i32_row, ints, pointer_at, row
from outrider.sim.physics._kernels_table import (
    GEOM_SIZE,
    GEOM_TYPE,
    GEOM_WINDOW,
    GEOM_XMAT,
    GEOM_XPOS,
    LATTICE,
    TERRAIN,
)
from outrider.sim.physics.mujoco_door import (
    CONTACT_BYTES,
    CONTACT_DIST,
    CONTACT_EXCLUDE,
    CONTACT_FRAME,
    CONTACT_GEOM,
    CONTACT_POS,
    DATA_CONTACT,
    DATA_NCON,
    mj_island,
    mj_make_constraint,
    mj_project_constraint,
    mj_reference_constraint,
)
from outrider.world._kernels import height_at

PLAIN: Final = 0.7
"""Contacts whose normal points up by more than this are right: sides of prisms are upright."""
PLANE: Final = 0
CYLINDER: Final = 5
"""MuJoCo's numbers of these shapes."""
SLACK_M: Final = 1e-6
ALIKE: Final = 0.8
"""Cosine between a contact's normal and the ground's from which it is taken as right."""


@kernel
def mend_contacts(model: int, data: int, t: Any) -> None:
    """After ``mj_step1``: mend what is wrong and build the constraints of the tick again."""
    window = ints(t[GEOM_WINDOW])
    count = i32_row(data + DATA_NCON, 1)[0]
    base = pointer_at(data + DATA_CONTACT)
    mended = 0
    for k in range(count):
        contact = base + k * CONTACT_BYTES
        geoms = i32_row(contact + CONTACT_GEOM, 2)
        if is_phantom(t, contact, geoms[0], geoms[1]):
            i32_row(contact + CONTACT_EXCLUDE, 1)[0] = 1
            mended += 1
        if not window[geoms[0]] and not window[geoms[1]]:
            continue
        # A contact's normal points from geom 0 to geom 1.
        sign = 1.0 if window[geoms[0]] else -1.0
        frame = f64_row(contact + CONTACT_FRAME, 9)
        if sign * frame[2] > PLAIN:
            continue
        point = f64_row(contact + CONTACT_POS, 3)
        nx, ny, nz, cosine = ground_normal(
            t, point[0], point[1], sign * frame[0], sign * frame[1], sign * frame[2]
        )
        if cosine < ALIKE:
            turn_frame(frame, sign * nx, sign * ny, sign * nz)
            mended += 1
    if mended:
        mj_make_constraint(model, data)
        mj_island(model, data)
        mj_project_constraint(model, data)
        mj_reference_constraint(model, data)


@kernel
def is_phantom(t: Any, contact: int, plane: int, other: int) -> bool:
    """Whether a contact of a plane with a cylinder is deeper than the cylinder reaches."""
    kind = ints(t[GEOM_TYPE])
    if kind[plane] != PLANE or kind[other] != CYLINDER:
        return False
    n, size = f64_row(contact + CONTACT_FRAME, 3), grid(t[GEOM_SIZE])[other]
    at, centre = grid(t[GEOM_XPOS])[plane], grid(t[GEOM_XPOS])[other]
    turn = grid(t[GEOM_XMAT])[other]
    ax, ay, az = turn[2], turn[5], turn[8]
    lx, ly, lz = n[1] * az - n[2] * ay, n[2] * ax - n[0] * az, n[0] * ay - n[1] * ax
    lean = math.sqrt(lx * lx + ly * ly + lz * lz)
    above = n[0] * (centre[0] - at[0]) + n[1] * (centre[1] - at[1]) + n[2] * (centre[2] - at[2])
    lowest = above - size[1] * abs(n[0] * ax + n[1] * ay + n[2] * az) - size[0] * lean
    return bool(f64_row(contact + CONTACT_DIST, 1)[0] < lowest - SLACK_M)


@kernel
def ground_normal(
    t: Any, x: float, y: float, cx: float, cy: float, cz: float
) -> tuple[float, float, float, float]:
    """Normal of that of the two triangles about (x, y) which is nearer to (cx, cy, cz); cosine."""
    terrain, step = row(t[TERRAIN]), row(t[LATTICE])[0]
    x0, y0 = math.floor(x / step) * step, math.floor(y / step) * step
    low, east = height_at(terrain, x0, y0), height_at(terrain, x0 + step, y0)
    north, high = height_at(terrain, x0, y0 + step), height_at(terrain, x0 + step, y0 + step)
    ax, ay, az = plane_normal((east - low) / step, (north - low) / step)
    bx, by, bz = plane_normal((high - north) / step, (high - east) / step)
    first = ax * cx + ay * cy + az * cz
    second = bx * cx + by * cy + bz * cz
    if first >= second:
        return ax, ay, az, first
    return bx, by, bz, second


@kernel
def plane_normal(slope_x: float, slope_y: float) -> tuple[float, float, float]:
    """Unit normal of a plane of these slopes."""
    up = 1.0 / math.sqrt(1.0 + slope_x * slope_x + slope_y * slope_y)
    return -slope_x * up, -slope_y * up, up


@kernel
def turn_frame(frame: Any, nx: float, ny: float, nz: float) -> None:
    """A contact's frame (normal, then two tangents) about a new normal that is not along x."""
    frame[0], frame[1], frame[2] = nx, ny, nz
    # The tangent nearest to x: x less its part along the normal.
    length = math.sqrt(1.0 - nx * nx)
    tx, ty, tz = length, -nx * ny / length, -nx * nz / length
    frame[3], frame[4], frame[5] = tx, ty, tz
    frame[6] = ny * tz - nz * ty
    frame[7] = nz * tx - nx * tz
    frame[8] = nx * ty - ny * tx
