"""How far a stone and the solids that stand for it part."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world._kernels_objects import BOX, SPHERE
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from tests.world.assets.fit import outside

F64 = NDArray[np.float64]


def skin(solids: Solids, count: int) -> F64:
    """About ``count`` points evenly over the outer surface of the union of solids."""
    faces = []
    for k in range(len(solids)):
        half = solids.half_size[k]
        if solids.kind[k] == SPHERE:
            form = forms.ball(half[0], material="snow", rings=12, sides=18)
        elif solids.kind[k] == BOX:
            form = forms.box(2.0 * half, material="snow")
        else:
            form = forms.cylinder(half[0], 2.0 * half[2], material="snow", sides=18)
        faces.append(form.turned(solids.quaternion[k]).moved(solids.center[k]))
    points = spread(merge(faces), count)
    return points[outside(points, solids) > -0.01 * np.ptp(points)]


def spread(mesh: Mesh, count: int) -> F64:
    """Points evenly over a mesh."""
    chance = Stream(0, "tests", "stones").uniform(np.arange(count), 3)
    return forms.scatter_on(mesh, count, chance)[0]


def within(mesh: Mesh, points: F64) -> NDArray[np.bool_]:
    """(n,) whether points lie inside at least one of the mesh's bodies, by the angle they see."""
    a, b, c = (mesh.corners()[None, :, k] - points[:, None] for k in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    high = (a * np.cross(b, c)).sum(axis=2)
    wide = la * lb * lc + (a * b).sum(2) * lc + (b * c).sum(2) * la + (c * a).sum(2) * lb
    return np.asarray(np.arctan2(high, wide).sum(axis=1) > np.pi)


def partings(mesh: Mesh, solids: Solids, *, floor: float) -> tuple[F64, F64]:
    """How far the mesh lies outside the solids, and the solids outside the mesh, above a floor."""
    places = spread(mesh, 2000)
    bare = np.maximum(outside(places[places[:, 2] > floor], solids), 0.0)
    faces = skin(solids, 600)
    faces = faces[faces[:, 2] > floor]
    gap = np.asarray(cKDTree(places).query(faces)[0], np.float64)
    far = np.flatnonzero(gap > 0.5 * np.cbrt(np.prod(mesh.size.astype(float))) * 0.1)
    gap[far[within(mesh, faces[far])]] = 0.0
    return bare, gap
