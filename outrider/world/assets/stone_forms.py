"""Forms of stones: soft and cut polyhedra, stacked rings, and how they get normals and texture.

A ``Shell`` is bare geometry that is still being shaped; ``surfaced`` makes a mesh of it.
"""

from __future__ import annotations

import functools
import itertools
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.materials import material as known_material
from outrider.world.mesh import Mesh, checked

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]

GOLDEN: Final = 0.5 * (1.0 + 5.0**0.5)


class Shell(NamedTuple):
    """A closed surface."""

    points: F64
    """(n, 3)."""
    triangles: I32
    """(m, 3) rows of points, counter-clockwise from outside."""

    @property
    def size(self) -> F64:
        """(3,) extent along each axis."""
        return np.asarray(np.ptp(self.points, axis=0))

    def filling(self, half: ArrayLike, *, buried: float) -> Shell:
        """Stretched to the full size ``2 · half``; ``buried`` of its height is below the ground."""
        full = 2.0 * np.asarray(half, float)
        low = self.points.min(axis=0)
        start = np.array([-0.5 * full[0], -0.5 * full[1], -buried * full[2]])
        return self._replace(points=(self.points - low) / self.size * full + start)


def circle(sides: int, phase: float = 0.0) -> F64:
    """``(sides, 3)`` unit vectors about z, counter-clockwise from above."""
    angle = phase + 2.0 * np.pi * np.arange(sides) / sides
    return np.stack([np.cos(angle), np.sin(angle), np.zeros(sides)], axis=1)


@functools.cache
def icosahedron() -> Shell:
    """The regular one of 20 faces, its corners on the unit sphere."""
    corners = [
        (x, y * GOLDEN, 0.0)[shift:] + (x, y * GOLDEN, 0.0)[:shift]
        for shift in range(3)
        for x in (-1.0, 1.0)
        for y in (-1.0, 1.0)
    ]
    points = np.array(corners) / np.hypot(1.0, GOLDEN)
    near = np.linalg.norm(points[:, None] - points, axis=2) < 1.1
    faces = [
        (a, b, c) if np.linalg.det(points[[a, b, c]]) > 0 else (a, c, b)
        for a, b, c in itertools.combinations(range(12), 3)
        if near[a, b] and near[b, c] and near[a, c]
    ]
    return Shell(points, np.array(faces, np.int32))


@functools.cache
def geodesic(frequency: int) -> Shell:
    """The unit sphere in ``20 · frequency²`` triangles."""
    base = icosahedron()
    rows = [(i, j) for i in range(frequency + 1) for j in range(frequency + 1 - i)]
    place = {row: k for k, row in enumerate(rows)}
    weight = np.array([(frequency - i - j, i, j) for i, j in rows]) / frequency
    up = [(place[i, j], place[i + 1, j], place[i, j + 1]) for i, j in rows if i + j < frequency]
    down = [
        (place[i + 1, j], place[i + 1, j + 1], place[i, j + 1])
        for i, j in rows
        if i + j < frequency - 1
    ]
    grid = np.array(up + down)
    points = np.einsum("rk,fkx->frx", weight, base.points[base.triangles]).reshape(-1, 3)
    triangles = (grid + len(rows) * np.arange(20)[:, None, None]).reshape(-1, 3)
    _, first, same = np.unique(np.round(points, 6), axis=0, return_index=True, return_inverse=True)
    unit = points[first] / np.linalg.norm(points[first], axis=1, keepdims=True)
    return Shell(unit, same.reshape(-1)[triangles].astype(np.int32))


@functools.cache
def pentakis() -> Shell:
    """The unit sphere in 60 triangles: an icosahedron with a pyramid's foot in every face."""
    base = icosahedron()
    centers = base.points[base.triangles].mean(axis=1)
    centers /= np.linalg.norm(centers, axis=1, keepdims=True)
    corner = {
        (int(face[k]), int(face[(k + 1) % 3])): 12 + row
        for row, face in enumerate(base.triangles)
        for k in range(3)
    }
    # Each edge, seen from both of its ends: the end and the two faces beside it.
    triangles = [(a, corner[b, a], corner[a, b]) for a, b in corner]
    return Shell(np.concatenate([base.points, centers]), np.array(triangles, np.int32))


@functools.cache
def cube() -> Shell:
    """The cube in the unit sphere."""
    return cut_block(np.concatenate([np.eye(3), -np.eye(3)]), np.full(6, 3.0**-0.5), fanned=False)


def soft_radius(ways: F64, normals: F64, offsets: F64, *, sharpness: float) -> F64:
    """``(n,)`` distance of a polyhedron's surface from the origin along unit ``ways (n, 3)``.

    Its faces lie at ``offsets`` along ``normals``; low ``sharpness`` rounds its edges.
    """
    reach = np.maximum(np.einsum("nk,mk->nm", ways, normals) / offsets, 0.0)
    return np.asarray((reach**sharpness).sum(axis=1) ** (-1.0 / sharpness))


def cut_block(normals: F64, offsets: F64, *, fanned: bool) -> Shell:
    """The polyhedron between planes in general position; ``fanned``: faces with a middle point."""
    rows = np.array(list(itertools.combinations(range(len(normals)), 3)))
    a, b, c = (normals[rows[:, k]] for k in range(3))
    ab, bc, ca = np.cross(a, b), np.cross(b, c), np.cross(c, a)
    spread = (a * bc).sum(axis=1)
    rows, ab, bc, ca, spread = (v[np.abs(spread) > 1e-6] for v in (rows, ab, bc, ca, spread))
    h = offsets[rows]
    points = (h[:, :1] * bc + h[:, 1:2] * ca + h[:, 2:] * ab) / spread[:, None]
    inside = (np.einsum("nk,mk->nm", points, normals) <= offsets + 1e-9).all(axis=1)
    points, rows = points[inside], rows[inside]
    triangles: list[tuple[int, int, int]] = []
    middles: list[F64] = []
    for plane, normal in enumerate(normals):
        ring = _around(points, np.flatnonzero((rows == plane).any(axis=1)), normal)
        if len(ring) < 3:
            continue
        if fanned:
            middle = len(points) + len(middles)
            middles.append(points[ring].mean(axis=0))
            triangles += [(p, q, middle) for p, q in zip(ring, np.roll(ring, -1), strict=True)]
        else:
            triangles += [(ring[0], p, q) for p, q in itertools.pairwise(ring[1:])]
    return Shell(np.concatenate([points, *(m[None] for m in middles)]),
                 np.array(triangles, np.int32))  # fmt: skip


def _around(points: F64, ring: NDArray[np.int64], normal: F64) -> NDArray[np.int64]:
    """The points of a face in counter-clockwise order."""
    if len(ring) < 3:
        return ring
    across = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
    out = points[ring] - points[ring].mean(axis=0)
    angle = np.arctan2((out * np.cross(normal, across)).sum(axis=1), (out * across).sum(axis=1))
    return ring[np.argsort(angle)]


def refined(shell: Shell, longest: float) -> Shell:
    """With every edge halved until none is longer than ``longest``."""
    points, triangles = shell
    while True:
        ends = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        key, first, edge = np.unique(
            ends[:, 0].astype(np.int64) * len(points) + ends[:, 1],
            return_index=True,
            return_inverse=True,
        )
        start, stop = points[ends[first, 0]], points[ends[first, 1]]
        split = np.linalg.norm(stop - start, axis=1) > longest
        if not split.any():
            return Shell(points, triangles)
        middle = np.full(len(key), -1)
        middle[split] = len(points) + np.arange(int(split.sum()))
        points = np.concatenate([points, 0.5 * (start + stop)[split]])
        triangles = _split(triangles, middle[edge.reshape(-1, 3)])


def _split(triangles: I32, middle: NDArray[np.int64]) -> I32:
    """Triangles with the middles of their edges ab, bc, ca put in; -1 where an edge has none."""
    marked = (middle >= 0).sum(axis=1)
    # Turn each so that its one split edge comes first, or its one whole edge last.
    first = np.where(marked == 1, (middle >= 0).argmax(axis=1), ((middle < 0).argmax(axis=1) + 1))
    turn = (first[:, None] + np.arange(3)) % 3
    corner = np.take_along_axis(triangles.astype(np.int64), turn, axis=1)
    a, b, c, ab, bc, ca = np.concatenate(
        [corner, np.take_along_axis(middle, turn, axis=1)], axis=1
    ).T
    none, one, two, three = (marked == k for k in range(4))
    parts = [triangles[none].astype(np.int64)]
    for mask, faces in (
        (one, ((a, ab, c), (ab, b, c))),
        (two, ((ab, b, bc), (a, ab, bc), (a, bc, c))),
        (three, ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))),
    ):
        parts += [np.stack(face, axis=1)[mask] for face in faces]
    return np.concatenate(parts).astype(np.int32)


def stacked(rings: ArrayLike, *, top: F64 | None = None) -> Shell:
    """Rings of points ``(k, s, 3)`` from the foot upwards, counter-clockwise from above; closed.

    The last ring's middle is the ``top`` if there is one.
    """
    grid = np.asarray(rings, float)
    k, s = grid.shape[:2]
    foot, head = grid[0].mean(axis=0), grid[-1].mean(axis=0) if top is None else top
    points = np.concatenate([grid.reshape(-1, 3), foot[None], head[None]])
    index = np.arange(k * s).reshape(k, s)
    a, d = index[:-1], index[1:]
    b, c = np.roll(a, -1, axis=1), np.roll(d, -1, axis=1)
    side = np.concatenate([np.stack([a, b, c], -1), np.stack([a, c, d], -1)]).reshape(-1, 3)
    low = np.stack([np.roll(index[0], -1), index[0], np.full(s, k * s)], -1)
    high = np.stack([index[-1], np.roll(index[-1], -1), np.full(s, k * s + 1)], -1)
    return Shell(points, np.concatenate([side, low, high]).astype(np.int32))


def surfaced(shell: Shell, *, material: str, crease_deg: float = 40.0) -> Mesh:
    """A mesh, smooth but for edges sharper than ``crease_deg``.

    The texture is laid on along the axis that each triangle faces most, in metres.
    """
    known_material(material)
    points, triangles = shell
    a, b, c = (points[triangles[:, k]] for k in range(3))
    face = np.cross(b - a, c - a)
    area = np.linalg.norm(face, axis=1, keepdims=True)
    whole = area[:, 0] > 1e-12
    triangles, face, area = triangles[whole], face[whole], area[whole]
    normals = _creased_normals(triangles, face, face / area, np.cos(np.radians(crease_deg)))
    axis = np.repeat(np.abs(face).argmax(axis=1), 3)
    corner = triangles.reshape(-1).astype(np.int64)
    grain = np.round((normals + 1.0) * 500.0).astype(np.int64)
    key = (((corner * 3 + axis) * 1001 + grain[:, 0]) * 1001 + grain[:, 1]) * 1001 + grain[:, 2]
    _, first, row = np.unique(key, return_index=True, return_inverse=True)
    where, across = points[corner[first]], axis[first]
    every = np.arange(len(first))
    u, v = where[every, np.where(across == 0, 1, 0)], where[every, np.where(across == 2, 1, 2)]
    return checked(
        Mesh(
            points=where.astype(np.float32),
            normals=normals[first].astype(np.float32),
            uv=np.stack([u, v], axis=1).astype(np.float32),
            triangles=row.reshape(-1, 3).astype(np.int32),
            patch=np.zeros(len(triangles), np.int16),
            materials=(material,),
        )
    )


def _creased_normals(triangles: I32, face: F64, unit: F64, limit: float) -> F64:
    """``(3 m, 3)`` normals of corners, from the faces about each that do not turn away sharply."""
    order = np.argsort(triangles.reshape(-1), kind="stable")
    point = triangles.reshape(-1)[order]
    own = order // 3
    total = face[own].copy()
    for shift in range(1, int(np.bincount(point).max())):
        here, there = slice(None, -shift), slice(shift, None)
        near = (point[here] == point[there]) & ((unit[own[here]] * unit[own[there]]).sum(1) > limit)
        total[here] += np.where(near[:, None], face[own[there]], 0.0)
        total[there] += np.where(near[:, None], face[own[here]], 0.0)
    normals = np.empty_like(total)
    normals[order] = total / np.linalg.norm(total, axis=1, keepdims=True)
    return normals
