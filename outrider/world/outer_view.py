"""What of a mesh is seen from outside: its depth from many directions, as pictures."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.world._kernels_raster import VIEW_WIDTH
from outrider.world.mesh import Mesh
from outrider.world.raster import Batch, looking, rasterise

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

PIXELS: Final = 384
TILTS_RAD: Final = (-0.5, 0.0, 0.6, 1.1)
"""Heights of the directions, of which there are eight each; and one from straight above."""
LEAST_FACING: Final = 0.25
"""Cosine of the flattest angle at which a face is looked at."""
DEPTH_PIXELS: Final = 1.5
FAR_M: Final = 1e5


class Outside(NamedTuple):
    """A mesh from each direction."""

    toward: F64
    """(k, 3) where it is seen from."""
    views: F64
    """(k, VIEW_WIDTH)."""
    depth: F32
    """(k, PIXELS, PIXELS)."""
    pixel_m: float

    def sees(self, points: F64, normals: F64) -> NDArray[np.bool_]:
        """``(n,)`` which of the mesh's own points are in front from some direction."""
        found = np.zeros(len(points), np.bool_)
        for toward, view, depth in zip(self.toward, self.views, self.depth, strict=True):
            facing = normals @ toward
            rows = np.flatnonzero(~found & (facing > LEAST_FACING))
            seen = (points[rows] - view[9:12]) @ view[:9].reshape(3, 3).T
            cell = np.floor(seen[:, :2] / self.pixel_m + 0.5 * PIXELS).astype(np.int64)
            cell = np.clip(cell, 0, PIXELS - 1)
            slack = DEPTH_PIXELS * self.pixel_m / facing[rows]
            found[rows] = seen[:, 2] <= depth[cell[:, 1], cell[:, 0]] + slack
        return found


def outside_of(mesh: Mesh) -> Outside:
    """The pictures of a mesh."""
    low, high = (np.asarray(corner, np.float64) for corner in mesh.bounds)
    center, reach = 0.5 * (low + high), 0.5 * float(np.linalg.norm(high - low)) + 1e-3
    pixel = 2.0 * reach / (PIXELS - 2)
    pose = np.array([[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]], float)
    batch = Batch(mesh, pose, np.ones((1, 3)))
    toward, views, depths = _directions(), [], []
    for way in toward:
        view = np.zeros(VIEW_WIDTH)
        view[:9] = looking(-way).reshape(-1)
        view[9:12] = center + 2.0 * reach * way
        view[12:] = [1.0 / pixel, 1.0 / pixel, 0.5 * PIXELS, 0.5 * PIXELS, 0.1 * reach, FAR_M, 1.0]
        views.append(view)
        depths.append(rasterise([batch], view, (PIXELS, PIXELS)).depth)
    return Outside(toward, np.array(views), np.array(depths), pixel)


def _directions() -> F64:
    ways = [(0.0, 0.0, 1.0)]
    for tilt in TILTS_RAD:
        for k in range(8):
            turn = 2.0 * math.pi * (k + 0.5 * (tilt > 0.0)) / 8
            level = math.cos(tilt)
            ways.append((level * math.cos(turn), level * math.sin(turn), math.sin(tilt)))
    return np.array(ways)
