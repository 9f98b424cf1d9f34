"""How fine the height field must be that stands for a ground in the contact world."""

from __future__ import annotations

from typing import Final

import numpy as np

from outrider.world.scene import Scene

STEPS_M: Final = (0.5, 0.25)
"""Distances of its heights to choose from, the widest first: narrower ones cost time."""
AGREES_M: Final = 0.007
"""The triangles may lie so far from the ground."""
_PLACES: Final = 64
"""Cells looked at along each side of the world's extent."""


def step_for(scene: Scene) -> float:
    """The widest distance at which the triangles follow the ground, looked at in many cells."""
    return next((step for step in STEPS_M[:-1] if _gap(scene, step) <= AGREES_M), STEPS_M[-1])


def _gap(scene: Scene, step_m: float) -> float:
    """The most by which middles of cells and of their edges lie off what joins the corners."""
    x0, y0, x1, y1 = scene.extent
    x, y = np.meshgrid(np.linspace(x0, x1, _PLACES), np.linspace(y0, y1, _PLACES))
    corner = np.floor(np.column_stack((x.ravel(), y.ravel())) / step_m)

    def height(u: float, v: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.asarray(scene.height((corner + np.array((u, v))) * step_m))

    low, high = height(0.0, 0.0), height(1.0, 1.0)
    gaps = (
        height(0.5, 0.5) - 0.5 * (low + high),
        height(0.5, 0.0) - 0.5 * (low + height(1.0, 0.0)),
        height(0.0, 0.5) - 0.5 * (low + height(0.0, 1.0)),
    )
    return float(np.abs(gaps).max())
