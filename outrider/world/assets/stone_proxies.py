"""Solids that stand in for stones when something bumps into them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids, boxes, cylinders, spheres

F64 = NDArray[np.float64]

TOLERANCE: Final = 0.1
"""How far mesh and solids may part, as a share of ``girth``; ``KEPT`` of the surface keep it."""
KEPT: Final = 0.9
FARTHEST: Final = 0.17
"""How far the rest may part, as sharp corners and single stones of a heap do."""
FLOOR: Final = 0.03
"""Share of ``girth`` above the ground below which nothing bumps into anything."""
_SHARE: Final = 0.8
"""Of the tolerance; the rest is for what the samples miss."""


def girth(mesh: Mesh) -> float:
    """The edge of the cube as large as the mesh's bounds, m."""
    return float(np.cbrt(np.prod(mesh.size.astype(np.float64))))


def balls(mesh: Mesh, *, count: int, semantic: str) -> Solids:
    """Spheres inside a star-shaped mesh that cover its surface as far as ``count`` of them can.

    Each is as large as fits and then blown up by the slack, so that they err to both sides.
    """
    surface = _spread(mesh.points.astype(np.float64), 700)
    middle = 0.5 * (surface.min(axis=0) + surface.max(axis=0))
    reach = np.linspace(0.0, 0.85, 8)[:, None, None]
    seeds = (middle + reach * (_spread(surface, 150) - middle)).reshape(-1, 3)
    squares = np.einsum("nk,mk->nm", seeds, -2.0 * surface)
    squares += (seeds**2).sum(axis=1)[:, None] + (surface**2).sum(axis=1)
    distance = np.sqrt(np.maximum(squares, 0.0))
    slack = _SHARE * TOLERANCE * girth(mesh)
    radius = distance.min(axis=1) + slack
    seen = (surface[:, 2] > -slack).astype(np.float64)
    chosen = _cover(distance <= radius[:, None] + slack, count, area=seen)
    return spheres(seeds[chosen], radius=radius[chosen], semantic=semantic)


def discs(mesh: Mesh, *, count: int, semantic: str, radii: int = 14) -> Solids:
    """Upright cylinders under a mesh's top that cover its surface as far as ``count`` can.

    For what is solid from its top down to the ground: mounds, heaps, cones, piles of beds.
    """
    swell, slack = (share * TOLERANCE * girth(mesh) for share in (0.6, 0.92))
    low, high = (corner.astype(np.float64) for corner in mesh.bounds)
    lines = [np.linspace(low[k], high[k], 27) for k in (0, 1)]
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), axis=2).reshape(-1, 2)
    top = heights(mesh, grid)
    middles = grid[(np.arange(len(grid)) % 2 == 0) & (top > 0.0)]
    apart = np.hypot(*(middles[:, None] - grid).transpose(2, 0, 1))
    surface, area = _shares(mesh)
    away = np.hypot(*(middles[:, None] - surface[:, :2]).transpose(2, 0, 1))
    rows, marks = [], []
    for radius in 0.5 * float((high - low)[:2].max()) * np.linspace(0.06, 1.0, radii):
        under = np.where(apart < radius, top, np.inf).min(axis=1)
        side, above = np.maximum(away - radius - swell, 0.0), surface[:, 2] - under[:, None] - swell
        good = np.isfinite(under) & (under > 0.0)
        rows.append(np.column_stack([middles, np.full(len(middles), radius), under])[good])
        marks.append((np.hypot(side, np.maximum(above, 0.0)) <= slack)[good])
    every = np.concatenate(rows)[_cover(np.concatenate(marks), count, area=area)]
    base, head = float(low[2]), every[:, 3] + swell
    center = np.column_stack([every[:, :2], 0.5 * (base + head)])
    return cylinders(center, radius=every[:, 2] + swell, height=head - base, semantic=semantic)


def heights(mesh: Mesh, where: F64) -> F64:
    """``(n,)`` height of a mesh's top over points ``where (n, 2)``; minus infinity beside it."""
    top = np.full(len(where), -np.inf)
    corners = mesh.corners()
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    twice = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    up = twice > 1e-12
    for start in range(0, len(where), 128):
        x, y = where[start : start + 128, :, None].transpose(1, 0, 2)
        weights = [
            ((q[up, 0] - x) * (r[up, 1] - y) - (q[up, 1] - y) * (r[up, 0] - x)) / twice[up]
            for q, r in ((b, c), (c, a), (a, b))
        ]
        inside = np.minimum(np.minimum(weights[0], weights[1]), weights[2]) >= -1e-9
        z = sum(weight * q[up, 2] for weight, q in zip(weights, (a, b, c), strict=True))
        top[start : start + 128] = np.where(inside, z, -np.inf).max(axis=1)
    return top


def _cover(marks: NDArray[np.bool_], count: int, *, area: F64) -> list[int]:
    """Up to ``count`` rows of ``marks``, each the one that marks most of the bare ``area (n,)``."""
    chosen: list[int] = []
    bare = np.where(marks.any(axis=0), area, 0.0)
    while len(chosen) < count and bare.any():
        chosen.append(int(np.einsum("nk,k->n", marks, bare).argmax()))
        bare[marks[chosen[-1]]] = 0.0
    return chosen


def _shares(mesh: Mesh) -> tuple[F64, F64]:
    """Points of a mesh above the ground and the area that each stands for."""
    area = np.bincount(mesh.triangles.reshape(-1), np.repeat(mesh.areas(), 3), len(mesh.points))
    seen = np.flatnonzero(mesh.points[:, 2] > 0.0)
    seen = seen[:: max(1, len(seen) // 300)]
    return mesh.points[seen].astype(np.float64), area[seen].astype(np.float64)


def _spread(points: F64, most: int) -> F64:
    """Every so manyth of the points."""
    return points[:: max(1, len(points) // most)]


def box_about(mesh: Mesh, *, semantic: str, fill: float = 0.94) -> Solids:
    """A box that fills a mesh's bounds by ``fill``."""
    low, high = (corner.astype(np.float64) for corner in mesh.bounds)
    return boxes(0.5 * (low + high), size=fill * (high - low), semantic=semantic)


def posed(solids: Solids, quaternion: ArrayLike, *, at: ArrayLike = (0.0, 0.0, 0.0)) -> Solids:
    """Solids turned about the origin, then moved."""
    return replace(
        solids,
        center=rotation.rotate(quaternion, solids.center) + np.asarray(at, float),
        quaternion=rotation.multiply(quaternion, solids.quaternion),
    )


def terraces(
    outlines: F64, heights: F64, *, semantic: str, middles: ArrayLike = (0.0, 0.0)
) -> Solids:
    """Upright cylinders one upon the other; each is as wide as its ``outlines (k,)`` says.

    ``heights (k + 1,)`` bound them.
    """
    low, high = heights[:-1], heights[1:]
    center = np.empty((len(outlines), 3))
    center[:, :2], center[:, 2] = middles, 0.5 * (low + high)
    return cylinders(center, radius=outlines, height=high - low, semantic=semantic)
