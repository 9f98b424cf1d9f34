"""Triangle meshes: points, normals, texture coordinates and a material for each triangle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.world.materials import material

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I32 = NDArray[np.int32]


@dataclass(frozen=True, kw_only=True)
class Mesh:
    """Metres, z up, counter-clockwise from outside. Corners with two normals are two points."""

    points: F32
    """(n, 3)."""
    normals: F32
    """(n, 3) unit."""
    uv: F32
    """(n, 2) texture coordinates in metres of the surface, or 0..1 over a card."""
    triangles: I32
    """(m, 3) rows of points."""
    patch: NDArray[np.int16]
    """(m,) place in ``materials``."""
    materials: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.triangles)

    @cached_property
    def bounds(self) -> tuple[F32, F32]:
        """Least and largest corner, each (3,)."""
        if not len(self.points):
            return np.zeros(3, np.float32), np.zeros(3, np.float32)
        return self.points.min(axis=0), self.points.max(axis=0)

    @property
    def size(self) -> F32:
        """(3,) extent along each axis."""
        low, high = self.bounds
        return np.asarray(high - low)

    @property
    def nbytes(self) -> int:
        """Memory of all arrays."""
        arrays = (self.points, self.normals, self.uv, self.triangles, self.patch)
        return sum(array.nbytes for array in arrays)

    def corners(self) -> F64:
        """(m, 3, 3) the triangles' corners."""
        return np.asarray(self.points[self.triangles], np.float64)

    def areas(self) -> F64:
        """(m,) of the triangles."""
        a, b, c = np.moveaxis(self.corners(), 1, 0)
        return np.asarray(0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1))

    def volume(self) -> float:
        """Enclosed by a closed mesh; negative if it is inside out."""
        a, b, c = np.moveaxis(self.corners(), 1, 0)
        return float((a * np.cross(b, c)).sum() / 6.0)

    def is_closed(self, *, weld_m: float = 1e-5) -> bool:
        """Whether each edge has one neighbour that runs the other way, points nearer being one."""
        _, same = np.unique(np.round(self.points / weld_m).astype(np.int64), axis=0,
                            return_inverse=True)  # fmt: skip
        corner = same.reshape(-1)[self.triangles].astype(np.int64)
        edges = np.concatenate([corner[:, [0, 1]], corner[:, [1, 2]], corner[:, [2, 0]]])
        edges = edges[edges[:, 0] != edges[:, 1]]
        count = len(self.points)
        there = np.sort(edges[:, 0] * count + edges[:, 1])
        back = np.sort(edges[:, 1] * count + edges[:, 0])
        return len(there) == len(back) and bool((there == back).all())

    def moved(self, by: ArrayLike) -> Mesh:
        """The mesh, shifted."""
        return replace(self, points=self.points + np.asarray(by, np.float32))

    def turned(self, quaternion: ArrayLike) -> Mesh:
        """The mesh, turned by a quaternion xyzw about its origin."""
        matrix = rotation.to_matrix(quaternion).astype(np.float32)
        return replace(self, points=self.points @ matrix.T, normals=self.normals @ matrix.T)

    def headed(self, heading_rad: float) -> Mesh:
        """The mesh, turned to the left about its z."""
        return self.turned(rotation.from_heading(heading_rad))

    def scaled(self, factors: ArrayLike) -> Mesh:
        """The mesh, stretched by one factor or three, all above zero."""
        scale = np.broadcast_to(np.asarray(factors, np.float32), (3,))
        normals = self.normals / scale
        length = np.linalg.norm(normals, axis=1, keepdims=True)
        return replace(self, points=self.points * scale, normals=normals / np.maximum(length, 1e-9))

    def painted(self, name: str) -> Mesh:
        """The mesh in one material."""
        material(name)
        return replace(self, materials=(name,), patch=np.zeros(len(self), np.int16))

    def repainted(self, **names: str) -> Mesh:
        """The mesh with materials exchanged: ``repainted(paint_red="paint_blue")``."""
        for name in names.values():
            material(name)
        return replace(self, materials=tuple(names.get(own, own) for own in self.materials))


def make(
    points: ArrayLike,
    triangles: ArrayLike,
    *,
    material_name: str,
    uv: ArrayLike | None = None,
    normals: ArrayLike | None = None,
    smooth: bool = False,
) -> Mesh:
    """A mesh of one material.

    Without ``normals`` they follow the triangles: one for each face, or, if ``smooth``, one for
    each point. Without ``uv`` the texture is laid on along the axis that a point faces most.
    """
    material(material_name)
    where = np.asarray(points, np.float32).reshape(-1, 3)
    corner = np.asarray(triangles, np.int32).reshape(-1, 3)
    if normals is None and not smooth:
        where = where[corner].reshape(-1, 3)
        uv = None if uv is None else np.asarray(uv, np.float32)[corner].reshape(-1, 2)
        corner = np.arange(len(where), dtype=np.int32).reshape(-1, 3)
    facing = point_normals(where, corner) if normals is None else np.asarray(normals, np.float32)
    laid = box_uv(where, facing) if uv is None else np.asarray(uv, np.float32)
    mesh = Mesh(
        points=where,
        normals=facing,
        uv=laid,
        triangles=corner,
        patch=np.zeros(len(corner), np.int16),
        materials=(material_name,),
    )
    return checked(mesh)


def merge(parts: Sequence[Mesh]) -> Mesh:
    """All parts as one mesh; equal materials become one."""
    names = tuple(dict.fromkeys(name for part in parts for name in part.materials))
    place = {name: k for k, name in enumerate(names)}
    starts = np.cumsum([0, *(len(part.points) for part in parts)])
    patches = [
        np.array([place[name] for name in part.materials], np.int16)[part.patch] for part in parts
    ]
    empty3, empty2 = np.zeros((0, 3), np.float32), np.zeros((0, 2), np.float32)
    return Mesh(
        points=np.concatenate([empty3, *(part.points for part in parts)]),
        normals=np.concatenate([empty3, *(part.normals for part in parts)]),
        uv=np.concatenate([empty2, *(part.uv for part in parts)]),
        triangles=np.concatenate(
            [np.zeros((0, 3), np.int32)]
            + [part.triangles + np.int32(k) for part, k in zip(parts, starts[:-1], strict=True)]
        ),
        patch=np.concatenate([np.zeros(0, np.int16), *patches]),
        materials=names,
    )


def point_normals(points: F32, triangles: I32) -> F32:
    """(n, 3) normals of points, the faces about each weighted by their area."""
    a, b, c = (points[triangles[:, k]].astype(np.float64) for k in range(3))
    face = np.cross(b - a, c - a)
    total = np.zeros((len(points), 3))
    for k in range(3):
        np.add.at(total, triangles[:, k], face)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    total = np.where(length > 1e-20, total / np.maximum(length, 1e-20), (0.0, 0.0, 1.0))
    return total.astype(np.float32)


def box_uv(points: F32, normals: F32) -> F32:
    """(n, 2) texture coordinates in metres, laid on along the axis that each point faces most."""
    axis = np.abs(normals).argmax(axis=1)
    first = np.where(axis == 0, 1, 0)
    second = np.where(axis == 2, 1, 2)
    rows = np.arange(len(points))
    return np.stack([points[rows, first], points[rows, second]], axis=1).astype(np.float32)


def checked(mesh: Mesh) -> Mesh:
    """The mesh itself, if everything about it is sound."""
    count = len(mesh.points)
    sizes = (len(mesh.normals), len(mesh.uv))
    if sizes != (count, count) or len(mesh.patch) != len(mesh.triangles):
        raise UserError(f"mesh: {count} points have {sizes[0]} normals and {sizes[1]} uv")
    if len(mesh) and not 0 <= int(mesh.triangles.min()) <= int(mesh.triangles.max()) < count:
        raise UserError(f"mesh: a triangle names a point that is none of the {count}")
    for name in ("points", "normals", "uv"):
        if not np.isfinite(getattr(mesh, name)).all():
            raise UserError(f"mesh: its {name} hold a number that is not finite")
    return mesh
