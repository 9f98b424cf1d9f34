"""How well proxies fit what one sees: distances between a mesh and the solids about it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world._kernels_objects import BOX
from outrider.world.forms import scatter_on
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids
from tests.world.assets.fit import outside

F64 = NDArray[np.float64]


def surface(mesh: Mesh, count: int, *, without: frozenset[str] = frozenset()) -> F64:
    """Points spread over a mesh and all its corners, but for some materials."""
    luck = Stream(0, "tests", "surface").uniform(0, 3 * count).reshape(-1, 3)
    points, _ = scatter_on(mesh, count, luck)
    share = np.cumsum(mesh.areas())
    which = np.searchsorted(share, luck[:, 0] * share[-1])
    kept = np.array([name not in without for name in mesh.materials])
    corners = mesh.points[mesh.triangles[kept[mesh.patch]]].reshape(-1, 3)
    return np.concatenate([points[kept[mesh.patch[which]]], corners.astype(np.float64)])


def outside_by(solids: Solids, points: F64) -> F64:
    """(n,) signed distance of points from the union of solids."""
    return outside(points, solids)


def solid_surface(solids: Solids, each: int) -> F64:
    """Points on the outside of the union of boxes and cylinders."""
    luck = Stream(0, "tests", "solids").uniform(0, 3 * each, low=-1.0, high=1.0).reshape(-1, 3)
    face = np.arange(each) % 3
    parts = []
    for k, turn in enumerate(rotation.to_matrix(solids.quaternion)):
        local = luck.copy()
        if solids.kind[k] == BOX:
            local[np.arange(each), face] = np.sign(local[np.arange(each), face])
        else:
            radius = np.where(face == 0, np.sqrt(np.abs(luck[:, 1])), 1.0)
            local[:, 0] = radius * np.cos(np.pi * luck[:, 0])
            local[:, 1] = radius * np.sin(np.pi * luck[:, 0])
            local[face == 0, 2] = np.sign(local[face == 0, 2])
        parts.append(local * solids.half_size[k] @ turn.T + solids.center[k])
    points = np.concatenate(parts)
    return np.asarray(points[outside_by(solids, points) > -1e-6])
