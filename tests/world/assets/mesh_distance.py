"""Distances from points to the triangles of a mesh, and whether points are inside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outrider.world.mesh import Mesh

F64 = NDArray[np.float64]


def distance_to_mesh(points: F64, mesh: Mesh) -> F64:
    """``(n,)`` from each point to the nearest place on the mesh."""
    corners = mesh.corners()
    out = np.full(len(points), np.inf)
    for start in range(0, len(corners), 256):
        some = corners[start : start + 256]
        out = np.minimum(out, _to_triangles(points, some).min(axis=1))
    return out


def _to_triangles(points: F64, corners: F64) -> F64:
    """``(n, m)`` the plane's distance above a triangle, else that of its nearest edge."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-30)
    above = points @ normal.T - (corners[:, 0] * normal).sum(1)
    inside = np.ones(above.shape, bool)
    nearest = np.full(above.shape, np.inf)
    for k in range(3):
        a, edge = corners[:, k], corners[:, (k + 1) % 3] - corners[:, k]
        inward = np.cross(normal, edge)
        inside &= points @ inward.T >= (a * inward).sum(1)
        length = np.maximum((edge * edge).sum(1), 1e-30)
        share = np.clip((points @ edge.T - (a * edge).sum(1)) / length, 0.0, 1.0)
        away = points[:, None] - (a + share[:, :, None] * edge)
        nearest = np.minimum(nearest, np.linalg.norm(away, axis=2))
    return np.where(inside, np.abs(above), nearest)


def inside_mesh(points: F64, mesh: Mesh) -> NDArray[np.bool_]:
    """``(n,)`` by the winding number, which forgives small holes and overlaps."""
    total = np.zeros(len(points))
    for start in range(0, len(mesh), 512):
        a, b, c = np.moveaxis(mesh.corners()[start : start + 512] - points[:, None, None], 2, 0)
        la, lb, lc = (np.linalg.norm(v, axis=2) for v in (a, b, c))
        volume = (a * np.cross(b, c)).sum(2)
        below = la * lb * lc + (a * b).sum(2) * lc + (b * c).sum(2) * la + (c * a).sum(2) * lb
        total += 2.0 * np.arctan2(volume, below).sum(1)
    return np.asarray(total > 2.0 * np.pi)
