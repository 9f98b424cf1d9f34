"""Wood: many limbs as one mesh of tubes, and the few solids that stand for the thick ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from outrider.world.materials import material
from outrider.world.mesh import Mesh, make, merge
from outrider.world.solids import Solids, capsules, cylinders
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]

UP: Final = np.array([0.0, 0.0, 1.0])

_FOOT_M, _DRIVEN_M = 1.0, 2.0

Ending = Literal["tip", "flat", "open"]
"""How a tube ends: in its axis, in a flat face, or open at both ends."""


@dataclass(frozen=True, kw_only=True)
class Limbs:
    """n limbs of equally many points each, from where they begin to their tips."""

    path: F64
    """(n, k, 3)."""
    radius: F64
    """(n, k)."""
    bough: NDArray[np.int64]
    """(n,) which bough of the trunk each belongs to."""

    def __len__(self) -> int:
        return len(self.path)

    @property
    def length(self) -> F64:
        """(n,) along the path."""
        return np.asarray(np.linalg.norm(np.diff(self.path, axis=1), axis=2).sum(axis=1))

    def scaled(self, factor: float) -> Limbs:
        return replace(self, path=self.path * factor, radius=self.radius * factor)

    def take(self, chosen: NDArray[np.int64]) -> Limbs:
        """The chosen limbs."""
        return Limbs(path=self.path[chosen], radius=self.radius[chosen], bough=self.bough[chosen])

    def coarse(self, points: int) -> Limbs:
        """The same limbs with fewer points, both ends kept."""
        kept = np.unique(np.round(np.linspace(0, self.path.shape[1] - 1, points)).astype(int))
        return replace(self, path=self.path[:, kept], radius=self.radius[:, kept])

    def at(self, which: NDArray[np.int64], share: F64) -> tuple[F64, F64, F64]:
        """Points, directions and radii at shares 0..1 of the limbs ``which``."""
        place = np.clip(share, 0.0, 1.0) * (self.path.shape[1] - 1)
        k = np.minimum(place.astype(np.int64), self.path.shape[1] - 2)
        part = (place - k)[:, None]
        a, b = self.path[which, k], self.path[which, k + 1]
        radius = self.radius[which, k] * (1.0 - part[:, 0]) + self.radius[which, k + 1] * part[:, 0]
        return a + part * (b - a), unit(b - a), radius


def unit(vectors: F64) -> F64:
    """The vectors, of length one."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-12))


def tubes(
    limbs: Limbs,
    *,
    sides: int,
    material_name: str,
    swell: F64 | None = None,
    ending: Ending = "tip",
    jag: F64 | None = None,
) -> Mesh:
    """All limbs as tubes, closed unless their ending is open.

    ``swell (k, sides)`` is a factor on the radius, as of the roots of a trunk; ``jag (sides,)`` is
    how far the last ring's points lie ahead of their place.
    """
    pointed = ending == "tip"
    across, up = _frames(limbs.path)
    angle = 2.0 * math.pi * np.arange(sides) / sides
    out = across[:, :, None] * np.cos(angle)[:, None] + up[:, :, None] * np.sin(angle)[:, None]
    radius = np.repeat(limbs.radius[:, :, None], sides, axis=2)
    if swell is not None:
        radius *= swell
    if pointed:
        radius[:, -1] = 0.0
    rings = limbs.path[:, :, None] + radius[..., None] * out
    if jag is not None:
        rings[:, -1] += jag[:, None] * unit(limbs.path[:, -1] - limbs.path[:, -2])[:, None]
    normals = _ring_normals(rings, out, pointed=pointed)
    uv = _bark_uv(limbs, sides, material(material_name).scale_m)
    rings, normals = (np.concatenate([a, a[:, :, :1]], axis=2) for a in (rings, normals))
    triangles = _tube_triangles(len(limbs), limbs.path.shape[1], sides, ending)
    return make(rings.reshape(-1, 3), triangles, material_name=material_name,
                uv=uv.reshape(-1, 2), normals=normals.reshape(-1, 3))  # fmt: skip


def end_face(tube: Mesh, sides: int, *, material_name: str, sunk_m: float = 0.0) -> Mesh:
    """The face that closes the open last ring of a tube; its middle lies ``sunk_m`` deeper."""
    return _face(np.asarray(tube.points[-sides - 1 : -1], float), material_name, sunk_m)


def start_face(tube: Mesh, sides: int, *, material_name: str) -> Mesh:
    """The face that closes the open first ring of a tube."""
    return _face(np.asarray(tube.points[:sides], float)[::-1], material_name, 0.0)


def _face(ring: F64, material_name: str, sunk_m: float) -> Mesh:
    middle = ring.mean(axis=0)
    ahead = unit(np.cross(ring - middle, np.roll(ring, -1, axis=0) - middle).sum(axis=0))
    inner = middle + 0.55 * (ring - middle) - 0.8 * sunk_m * ahead
    points = np.vstack([ring, inner, middle - sunk_m * ahead])
    n, i = len(ring), np.arange(len(ring))
    j = np.roll(i, -1)
    triangles = np.concatenate([
        np.column_stack([i, j, n + j]), np.column_stack([i, n + j, n + i]),
        np.column_stack([n + i, n + j, np.full(n, 2 * n)]),
    ])  # fmt: skip
    return make(points, triangles, material_name=material_name)


def changed_above(mesh: Mesh, height: float, material_name: str) -> Mesh:
    """The mesh with another material on the triangles above a height."""
    high = mesh.corners()[:, :, 2].mean(axis=1) > height
    parts = []
    for chosen, name in ((~high, mesh.materials[0]), (high, material_name)):
        if chosen.any():
            parts.append(_part(mesh, chosen).painted(name))
    return merge(parts)


def _part(mesh: Mesh, chosen: NDArray[np.bool_]) -> Mesh:
    used, triangles = np.unique(mesh.triangles[chosen], return_inverse=True)
    return replace(
        mesh,
        points=mesh.points[used],
        normals=mesh.normals[used],
        uv=mesh.uv[used],
        triangles=triangles.reshape(-1, 3).astype(np.int32),
        patch=mesh.patch[chosen],
    )


def _frames(path: F64) -> tuple[F64, F64]:
    """Two unit vectors square to each limb at each point, which turn as little as they can."""
    ahead = unit(np.gradient(path, axis=1))
    across = np.empty_like(ahead)
    last = np.where(np.abs(ahead[:, 0, :1]) < 0.9, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    for k in range(path.shape[1]):
        way = ahead[:, k]
        last = unit(last - (last * way).sum(axis=1, keepdims=True) * way)
        across[:, k] = last
    return across, np.cross(ahead, across)


def _ring_normals(rings: F64, out: F64, *, pointed: bool) -> F64:
    about = np.roll(rings, -1, axis=2) - np.roll(rings, 1, axis=2)
    along = np.gradient(rings, axis=1)
    normals = unit(np.cross(about, along))
    if pointed:
        normals[:, -1] = normals[:, -2]
    lost = np.linalg.norm(normals, axis=-1, keepdims=True) < 0.5
    return np.where(lost, out, normals)


def _bark_uv(limbs: Limbs, sides: int, repeat_m: float) -> F64:
    """Whole repeats of the bark about each limb, so that it has no seam."""
    step = np.linalg.norm(np.diff(limbs.path, axis=1), axis=2)
    v = np.concatenate([np.zeros((len(limbs), 1)), np.cumsum(step, axis=1)], axis=1)
    turns = np.maximum(1.0, np.round(2.0 * math.pi * limbs.radius.max(axis=1) / repeat_m))
    u = turns[:, None] * repeat_m * np.arange(sides + 1) / sides
    shape = (*v.shape, sides + 1)
    return np.stack(
        [np.broadcast_to(u[:, None], shape), np.broadcast_to(v[:, :, None], shape)], axis=-1
    )


def _tube_triangles(count: int, points: int, sides: int, ending: Ending) -> NDArray[np.int64]:
    index = np.arange(points * (sides + 1)).reshape(points, sides + 1)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    if ending == "tip":
        upper = np.stack([a[:-1], c[:-1], d[:-1]], axis=-1)
    else:
        upper = np.stack([a, c, d], axis=-1)
    foot = np.array([[0, k + 1, k] for k in range(1, sides - 1)])
    parts = [np.stack([a, b, c], axis=-1).reshape(-1, 3), upper.reshape(-1, 3)]
    if ending != "open":
        parts.append(foot)
    if ending == "flat":
        parts.append(foot[:, ::-1] + index[-1, 0])
    one = np.concatenate(parts)
    starts = np.arange(count)[:, None, None] * index.size
    return np.asarray((one[None] + starts).reshape(-1, 3))


def straight_pieces(limb: Limbs, *, pieces: int, semantic: str, least_m: float) -> Solids:
    """The one limb as cylinders that follow its taper and bends, down to a radius ``least_m``."""
    last = max(1, int(np.flatnonzero(limb.radius[0] >= least_m)[-1]))
    path, radius = limb.path[0, : last + 1], limb.radius[0, : last + 1]
    cuts = _best_cuts(path, radius, min(pieces, last))
    a, b = path[cuts[:-1]], path[cuts[1:]]
    fitted = [_fit(path, radius, i, j)[0] for i, j in pairwise(cuts)]
    heading, pitch = _aim(b - a)
    return cylinders(0.5 * (a + b), radius=fitted, height=np.linalg.norm(b - a, axis=1),
                     semantic=semantic, heading=heading, pitch=pitch)  # fmt: skip


def bough_capsules(
    limbs: Limbs, *, most: int, semantic: str, least_m: float, tolerance_m: float
) -> Solids:
    """The thickest limbs as capsules, as far as each is thicker than a radius ``least_m``.

    A limb that bends takes several, none further than ``tolerance_m`` from its surface.
    """
    ends: list[tuple[F64, F64]] = []
    fitted: list[float] = []
    # The second point is the first outside the trunk.
    for limb in np.argsort(-limbs.radius[:, 1], kind="stable"):
        thick = np.flatnonzero(limbs.radius[limb] >= least_m)
        if len(thick) < 2:
            break
        path, radius = limbs.path[limb], limbs.radius[limb]
        i = 0
        while i < thick[-1] and len(ends) < most:
            fits = [_fit(path, radius, i, j)[1] <= tolerance_m for j in range(i + 1, thick[-1] + 1)]
            j = i + 1 + (int(np.argmin(fits)) - 1 if not all(fits) else len(fits) - 1)
            j = max(j, i + 1)
            ends.append((path[i], path[j]))
            fitted.append(_fit(path, radius, i, j)[0])
            i = j
    if not ends:
        return merge_solids([])
    a, b = np.array([end[0] for end in ends]), np.array([end[1] for end in ends])
    return rounded(a, b, np.array(fitted), semantic=semantic)


def rounded(a: F64, b: F64, radius: F64, *, semantic: str) -> Solids:
    """Capsules whose round ends' centres are ``a (n, 3)`` and ``b (n, 3)``."""
    heading, pitch = _aim(b - a)
    height = np.linalg.norm(b - a, axis=1) + 2.0 * radius
    return capsules(0.5 * (a + b), radius=radius, height=height, semantic=semantic,
                    heading=heading, pitch=pitch)  # fmt: skip


def _aim(along: F64) -> tuple[F64, F64]:
    way = unit(along)
    return np.arctan2(way[:, 1], way[:, 0]), np.arccos(np.clip(way[:, 2], -1.0, 1.0))


def _fit(path: F64, radius: F64, i: int, j: int) -> tuple[float, float]:
    """Radius and error of the cylinder from point ``i`` to point ``j``."""
    way = unit(path[j] - path[i])
    off = path[i : j + 1] - path[i]
    away = np.linalg.norm(off - (off @ way)[:, None] * way, axis=1)
    most, least = (radius[i : j + 1] + away).max(), (radius[i : j + 1] - away).min()
    return float(0.5 * (most + least)), float(0.5 * (most - least))


def _weight(low_m: float, high_m: float) -> float:
    """How much the error of an upright piece counts: most where robots drive, above its foot."""
    if high_m < _FOOT_M:
        return 0.6
    return 1.6 if low_m < _DRIVEN_M else 1.0


def _best_cuts(path: F64, radius: F64, pieces: int) -> NDArray[np.int64]:
    """Points to cut at, ends included, so that the worst piece fits as well as can be."""
    count = len(path)
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [0])}
    for _ in range(pieces):
        following: dict[int, tuple[float, list[int]]] = {}
        for i, (error, cuts) in best.items():
            for j in range(i + 1, count):
                worst = max(error, _weight(path[i, 2], path[j, 2]) * _fit(path, radius, i, j)[1])
                if j not in following or worst < following[j][0]:
                    following[j] = (worst, [*cuts, j])
        best = following
    return np.array(best[count - 1][1])
