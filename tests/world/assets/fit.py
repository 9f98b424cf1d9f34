"""How far points lie outside the solids that stand for a mesh."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.world._kernels_objects import BOX, CAPSULE, CYLINDER
from outrider.world.solids import Solids

F64 = NDArray[np.float64]


def signed(points: F64, solids: Solids) -> F64:
    """``(solids, points)`` distances to the surface of each solid, below zero inside."""
    return np.array([
        _signed(int(kind), (points - center) @ turn, half)
        for kind, center, half, turn in zip(
            solids.kind, solids.center, solids.half_size,
            rotation.to_matrix(solids.quaternion), strict=True,
        )
    ]).reshape(len(solids), len(points))  # fmt: skip


def outside(points: F64, solids: Solids) -> F64:
    """``(n,)`` distances to the union of solids, below zero inside; inf if there is none."""
    return np.asarray(signed(points, solids).min(axis=0, initial=np.inf))


def _signed(kind: int, own: F64, half: F64) -> F64:
    """Of points in a solid's own frame."""
    beside, along = np.hypot(own[:, 0], own[:, 1]), np.abs(own[:, 2])
    if kind == BOX:
        off = np.abs(own) - half
    elif kind == CYLINDER:
        off = np.column_stack([beside - half[0], along - half[2]])
    else:
        beyond = np.maximum(along - half[2], 0.0) if kind == CAPSULE else along
        off = (np.hypot(beside, beyond) - half[0])[:, None]
    away = np.linalg.norm(np.maximum(off, 0.0), axis=1) + np.minimum(off.max(axis=1), 0.0)
    return np.asarray(away)
