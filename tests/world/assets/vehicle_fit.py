"""How far a mesh and the solids that stand for it differ, either way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world._kernels_objects import BOX
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids
from tests.world.assets.fit import signed

F64 = NDArray[np.float64]


def outside(points: F64, solids: Solids, *, but: int = -1) -> F64:
    """(n,) how far points lie outside boxes and cylinders; 0 inside."""
    away = signed(points, solids)
    away = np.delete(away, but, axis=0) if but >= 0 else away
    return np.asarray(np.maximum(away.min(axis=0, initial=np.inf), 0.0))


def surface(solids: Solids, count: int) -> F64:
    """Points on the solids that lie in no other of them."""
    found = []
    for k in range(len(solids)):
        half = solids.half_size[k]
        form = (
            forms.box(2.0 * half, material="concrete") if solids.kind[k] == BOX
            else forms.cylinder(half[0], 2.0 * half[2], material="concrete", sides=24)
        )  # fmt: skip
        chance = Stream(k, "tests", "fit").uniform(np.arange(count), 3)
        points, _ = forms.scatter_on(form, count, chance)
        points = points @ rotation.to_matrix(solids.quaternion[k]).T + solids.center[k]
        found.append(points[outside(points, solids, but=k) > 1e-6])
    whole = np.concatenate(found)
    return whole[:: max(1, len(whole) // 150)]


def sticking_out(mesh: Mesh, solids: Solids, names: set[str]) -> F64:
    """(n,) how far places of a mesh's surface lie outside the solids, of these materials."""
    return outside(_places(mesh, 800, names), solids)


def standing_off(mesh: Mesh, solids: Solids, *, good_m: float, count: int = 20) -> F64:
    """(n,) how far places of the solids lie from a mesh, 0 for those within it.

    Exact where it is more than ``good_m``.
    """
    points = surface(solids, count)
    places = np.concatenate([_places(mesh, 2500, set(mesh.materials)),
                             np.asarray(mesh.points, np.float64)])  # fmt: skip
    near = np.array([np.linalg.norm(places - point, axis=1).min() for point in points])
    far = near > good_m
    near[far] = np.where(_within(mesh, points[far]), 0.0, near[far])
    near[points[:, 2] < 0.03] = 0.0
    for k in np.flatnonzero(near > good_m):
        near[k] = min(near[k], _distance(mesh.corners(), points[k]))
    return near


def _distance(corners: F64, point: F64) -> float:
    """From a point to the nearest triangle: to its face, else to its edges."""
    a, b, c = np.moveaxis(corners, 1, 0)
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    normal = normal / np.maximum(length, 1e-12)[:, None]
    above = ((point - a) * normal).sum(axis=1)
    foot = point - above[:, None] * normal
    inside = length > 1e-10
    best = np.full(len(a), np.inf)
    for p, q in ((a, b), (b, c), (c, a)):
        edge = q - p
        inside &= (np.cross(edge, foot - p) * normal).sum(axis=1) >= 0.0
        share = ((point - p) * edge).sum(axis=1) / np.maximum((edge * edge).sum(axis=1), 1e-12)
        nearest = p + np.clip(share, 0.0, 1.0)[:, None] * edge
        best = np.minimum(best, np.linalg.norm(point - nearest, axis=1))
    return float(np.where(inside, np.minimum(np.abs(above), best), best).min())


def _places(mesh: Mesh, count: int, names: set[str]) -> F64:
    keep = np.array([name in names for name in mesh.materials])[mesh.patch]
    corners = mesh.corners()[keep]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]),
                          axis=1)  # fmt: skip
    chance = Stream(0, "tests", "places").uniform(np.arange(count), 3)
    total = np.cumsum(area)
    which = np.searchsorted(total, chance[:, 0] * total[-1])
    root, part = np.sqrt(chance[:, 1]), chance[:, 2]
    weight = np.stack([1.0 - root, root * (1.0 - part), root * part], axis=1)
    return np.asarray((corners[which] * weight[:, :, None]).sum(axis=1))


def _within(mesh: Mesh, points: F64) -> NDArray[np.bool_]:
    """Whether the mesh lies on either side of points along two axes and above."""
    inside = np.ones(len(points), bool)
    a, b, c = np.moveaxis(mesh.corners(), 1, 0)
    for axis in range(3):
        keep = [k for k in range(3) if k != axis]
        e1, e2 = (b - a)[:, keep], (c - a)[:, keep]
        area = e1[:, 0] * e2[:, 1] - e1[:, 1] * e2[:, 0]
        area = np.where(np.abs(area) < 1e-12, np.inf, area)
        for k in np.flatnonzero(inside):
            off = points[k, keep] - a[:, keep]
            u = (off[:, 0] * e2[:, 1] - off[:, 1] * e2[:, 0]) / area
            v = (e1[:, 0] * off[:, 1] - e1[:, 1] * off[:, 0]) / area
            hit = (u >= 0) & (v >= 0) & (u + v <= 1) & np.isfinite(area)
            depth = a[:, axis] + u * (b - a)[:, axis] + v * (c - a)[:, axis] - points[k, axis]
            inside[k] = bool((hit & (depth > 0)).any() and (hit & (depth < 0)).any())
    return inside
