"""How fine the height field must be that stands for a ground in the contact world."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.scene import Scene

F64 = NDArray[np.float64]

STEPS_M: Final = (0.5, 0.25)
"""Distances of its heights to choose from, the widest first: narrower ones cost time."""
AGREES_M: Final = 0.007
"""The triangles may lie so far from the ground."""
_PLACES: Final = 64
"""Cells looked at along each side of the world's extent."""
_SHARPEST: Final = 400
"""Places looked at where relief bends most."""


def step_for(scene: Scene) -> float:
    """The widest distance at which the triangles follow the ground, looked at in many cells."""
    return next((step for step in STEPS_M[:-1] if _gap(scene, step) <= AGREES_M), STEPS_M[-1])


def _gap(scene: Scene, step_m: float) -> float:
    """The most by which middles of cells and of their edges lie off what joins the corners."""
    x0, y0, x1, y1 = scene.extent
    x, y = np.meshgrid(np.linspace(x0, x1, _PLACES), np.linspace(y0, y1, _PLACES))
    places = np.concatenate([np.column_stack((x.ravel(), y.ravel())), _sharpest(scene)])
    corner = np.floor(places / step_m)

    def height(u: float, v: float) -> F64:
        return np.asarray(scene.height((corner + np.array((u, v))) * step_m))

    low, high = height(0.0, 0.0), height(1.0, 1.0)
    gaps = (
        height(0.5, 0.5) - 0.5 * (low + high),
        height(0.5, 0.0) - 0.5 * (low + height(1.0, 0.0)),
        height(0.0, 0.5) - 0.5 * (low + height(0.0, 1.0)),
    )
    return float(np.abs(gaps).max())


def _sharpest(scene: Scene) -> F64:
    """``(n, 2)`` where the relief's grid bends most: edges of banks are thinner than a lattice."""
    relief = scene.terrain.relief
    if relief is None:
        return np.zeros((0, 2))
    h = relief.heights
    bend = np.zeros(h.shape)
    bend[1:-1] += np.abs(h[2:] - 2.0 * h[1:-1] + h[:-2])
    bend[:, 1:-1] += np.abs(h[:, 2:] - 2.0 * h[:, 1:-1] + h[:, :-2])
    most = np.argsort(-bend, axis=None, kind="stable")[:_SHARPEST]
    row, column = np.unravel_index(most, h.shape)
    return np.asarray(np.column_stack((column, row)) * relief.step_m + relief.origin_m, np.float64)
