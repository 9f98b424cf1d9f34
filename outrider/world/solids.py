"""Solids by the array: boxes, cylinders, spheres and capsules, made, turned and stood on ground.

``semantic`` is a built-in class by name, or any class of the world's table by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world._kernels_objects import BOX, CAPSULE, CYLINDER, SPHERE
from outrider.world._kernels_rays import lowest_under
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]

SINK_M = 0.02
"""How far below the lowest ground under it a solid reaches."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Solids:
    """n solids; see the fields of ``Obstacles`` for the meaning of ``half_size``."""

    kind: I32
    center: F64
    """(n, 3)."""
    half_size: F64
    """(n, 3)."""
    quaternion: F64
    """(n, 4) xyzw, world_from_object."""
    semantic: I32
    """(n,) class numbers."""

    def __len__(self) -> int:
        return len(self.kind)

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Solids:
        """The chosen rows (mask or indices)."""
        return Solids(
            kind=self.kind[chosen],
            center=self.center[chosen],
            half_size=self.half_size[chosen],
            quaternion=self.quaternion[chosen],
            semantic=self.semantic[chosen],
        )


def merge(parts: Sequence[Solids]) -> Solids:
    """The solids of all parts, in order."""
    if not parts:
        return boxes(np.zeros((0, 3)), size=np.zeros((0, 3)), semantic="obstacle")
    return Solids(
        kind=np.concatenate([p.kind for p in parts]),
        center=np.concatenate([p.center for p in parts]),
        half_size=np.concatenate([p.half_size for p in parts]),
        quaternion=np.concatenate([p.quaternion for p in parts]),
        semantic=np.concatenate([p.semantic for p in parts]),
    )


def boxes(
    center: ArrayLike,
    *,
    size: ArrayLike,
    semantic: str | int,
    heading: ArrayLike = 0.0,
    pitch: ArrayLike = 0.0,
    roll: ArrayLike = 0.0,
) -> Solids:
    """Boxes with full edge lengths ``size (n, 3)`` or ``(3,)``."""
    half = 0.5 * np.asarray(size, dtype=np.float64)
    return _solids(BOX, center, half, semantic, heading, pitch, roll)


def cylinders(
    center: ArrayLike,
    *,
    radius: ArrayLike,
    height: ArrayLike,
    semantic: str | int,
    heading: ArrayLike = 0.0,
    pitch: ArrayLike = 0.0,
    roll: ArrayLike = 0.0,
) -> Solids:
    """Cylinders about their own z."""
    r, h = np.broadcast_arrays(np.asarray(radius, float), 0.5 * np.asarray(height, float))
    return _solids(CYLINDER, center, np.stack((r, r, h), -1), semantic, heading, pitch, roll)


def spheres(center: ArrayLike, *, radius: ArrayLike, semantic: str | int) -> Solids:
    """Spheres."""
    r = np.asarray(radius, dtype=np.float64)
    return _solids(SPHERE, center, np.stack((r, r, r), -1), semantic, 0.0, 0.0, 0.0)


def capsules(
    center: ArrayLike,
    *,
    radius: ArrayLike,
    height: ArrayLike,
    semantic: str | int,
    heading: ArrayLike = 0.0,
    pitch: ArrayLike = 0.0,
    roll: ArrayLike = 0.0,
) -> Solids:
    """Capsules about their own z; ``height`` is the whole height, round ends included."""
    r, whole = np.broadcast_arrays(np.asarray(radius, float), np.asarray(height, float))
    half = np.stack((r, r, np.maximum(0.5 * whole - r, 0.0)), -1)
    return _solids(CAPSULE, center, half, semantic, heading, pitch, roll)


def _solids(
    kind: int,
    center: ArrayLike,
    half: F64,
    semantic: str | int,
    heading: ArrayLike,
    pitch: ArrayLike,
    roll: ArrayLike,
) -> Solids:
    where = np.atleast_2d(np.asarray(center, dtype=np.float64))
    n = len(where)
    number = number_of(semantic) if isinstance(semantic, str) else semantic
    return Solids(
        kind=np.full(n, kind, np.int32),
        center=np.ascontiguousarray(where),
        half_size=np.array(np.broadcast_to(half, (n, 3))),
        quaternion=np.array(np.broadcast_to(rotation.from_euler_zyx(heading, pitch, roll), (n, 4))),
        semantic=np.full(n, number, np.int32),
    )


def footprints(solids: Solids) -> F64:
    """``(n, 8)`` the rounded rectangles that hold the solids' shadows; columns as in the kernels.

    Exact for upright solids, for boxes turned by heading and pitch, for spheres and capsules; else
    the rectangle along the heading that encloses the shadow.
    """
    m = rotation.to_matrix(solids.quaternion)
    is_box, is_ball = solids.kind == BOX, solids.kind == SPHERE
    axis = np.where(is_box[:, None], m[:, :, 0], m[:, :, 2])
    length = np.hypot(axis[:, 0], axis[:, 1])
    # A box on its nose has no heading of its x axis; its y axis then is horizontal.
    steep = length < 1e-9
    c = np.where(steep, np.where(is_box, m[:, 1, 1], 1.0), axis[:, 0] / np.where(steep, 1, length))
    s = np.where(steep, np.where(is_box, -m[:, 0, 1], 0.0), axis[:, 1] / np.where(steep, 1, length))
    half = solids.half_size
    along = np.abs(c[:, None] * m[:, 0, :] + s[:, None] * m[:, 1, :])
    across = np.abs(c[:, None] * m[:, 1, :] - s[:, None] * m[:, 0, :])
    box = np.stack(((along * half).sum(1), (across * half).sum(1), np.zeros(len(c))), 1)
    box_rise = (np.abs(m[:, 2, :]) * half).sum(1)
    r, h, up = half[:, 0], half[:, 2], np.abs(m[:, 2, 2])
    lean = np.sqrt(np.maximum(1.0 - up * up, 0.0))
    upright = lean < 1e-9
    tube_side = np.where(upright, 0.0, r)
    tube_along = np.where(upright, 0.0, h * lean + r * up)
    tube = np.stack((tube_along, tube_side, np.where(upright, r, 0.0)), 1)
    pill = np.stack((h * lean, np.zeros_like(r), r), 1)
    ball = np.stack((np.zeros_like(r), np.zeros_like(r), r), 1)
    cases = [is_box[:, None], is_ball[:, None], (solids.kind == CYLINDER)[:, None]]
    shadow = np.select(cases, [box, ball, tube], pill)
    rise = np.select([case[:, 0] for case in cases], [box_rise, r, h * up + r * lean], h * up + r)
    reach = np.hypot(shadow[:, 0], shadow[:, 1]) + shadow[:, 2]
    z = solids.center[:, 2]
    return np.column_stack((c, s, shadow, z - rise, z + rise, reach))


def lowest_ground(solids: Solids, terrain: Terrain) -> F64:
    """``(n,)`` a height that no ground under each solid's shadow lies below."""
    out = np.empty(len(solids))
    lowest_under(terrain.packed, solids.center, footprints(solids), 0.25, out)
    return out


def stand(solids: Solids, terrain: Terrain, *, sink_m: ArrayLike = SINK_M) -> Solids:
    """Move solids up or down until their lowest point is ``sink_m`` under the ground there."""
    shadow = footprints(solids)
    center = solids.center.copy()
    center[:, 2] += lowest_ground(solids, terrain) - np.asarray(sink_m) - shadow[:, 5]
    return replace(solids, center=center)


def root(solids: Solids, terrain: Terrain) -> Solids:
    """Root upright boxes and cylinders, whose height counts from the ground at their middle.

    They are lengthened downwards until no ground under them lies lower.
    """
    center, half = solids.center.copy(), solids.half_size.copy()
    top = terrain.height(center[:, :2]) + 2.0 * half[:, 2]
    bottom = np.minimum(lowest_ground(solids, terrain) - SINK_M, top - 2.0 * half[:, 2])
    center[:, 2], half[:, 2] = 0.5 * (top + bottom), 0.5 * (top - bottom)
    return replace(solids, center=center, half_size=half)
