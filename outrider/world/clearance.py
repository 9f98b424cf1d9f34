"""How far each place is from what stops a robot there: things, steep ground, water."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.errors import UserError
from outrider.world._kernels_ways import nearest_gaps
from outrider.world.scene import Extent, Scene
from outrider.world.traversability import NON_TRAVERSABLE, Limits, footing

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

STEP_M: Final = 0.25
MAX_CELLS: Final = 6_000_000


@dataclass(frozen=True)
class Clearance:
    """The distance from each cell of a grid to what stops a robot there."""

    origin_m: tuple[float, float]
    step_m: float
    gap_m: F64
    """(rows, columns) no more than as far as was looked; 0 where it cannot be."""

    def cell(self, point: F64) -> tuple[int, int]:
        """Row and column of the cell that holds a point, or of the nearest at the border."""
        rows, columns = self.gap_m.shape
        i, j = np.floor((point[:2] - np.array(self.origin_m)) / self.step_m).astype(int)
        return int(np.clip(j, 0, rows - 1)), int(np.clip(i, 0, columns - 1))

    def points(self, rows: I64, columns: I64) -> F64:
        """``(n, 2)`` the middles of cells."""
        return np.column_stack((columns + 0.5, rows + 0.5)) * self.step_m + self.origin_m


def step_for(area: Extent) -> float:
    """The least step with which an area has no more cells than may be searched."""
    x0, y0, x1, y1 = area
    return math.sqrt((x1 - x0) * (y1 - y0) / MAX_CELLS)


def clearance(
    scene: Scene, limits: Limits, *, reach_m: float, area: Extent | None = None,
    step_m: float = STEP_M, above_m: float | None = None,
) -> Clearance:  # fmt: skip
    """The clearance of a part of a scene (left out: its extent), looked for ``reach_m`` far.

    On the ground things count between the step and the height of the robot. With ``above_m`` it
    flies: they count as far below and above that height over the ground as it is wide.
    """
    x0, y0, x1, y1 = area or scene.extent
    columns, rows = max(int((x1 - x0) / step_m), 1), max(int((y1 - y0) / step_m), 1)
    if rows * columns > MAX_CELLS:
        raise UserError(
            f"{rows * columns:,} cells of {step_m:g} m to search; at most {MAX_CELLS:,} are "
            f"allowed, choose a larger step_m"
        )
    x, y = np.meshgrid(
        x0 + (np.arange(columns) + 0.5) * step_m, y0 + (np.arange(rows) + 0.5) * step_m
    )
    points = np.column_stack((x.ravel(), y.ravel()))
    gap = np.full((rows, columns), float(reach_m))
    if above_m is None:
        found, height = footing(scene, points, limits)
        band = (limits.step_m, limits.height_m)
        bad = np.isin(found, NON_TRAVERSABLE).reshape(rows, columns)
        if bad.any():
            away = (ndimage.distance_transform_edt(~bad) - 0.5) * step_m
            gap = np.clip(away, 0.0, gap)
    else:
        height = scene.height(points)
        band = (above_m - limits.radius_m, above_m + limits.radius_m)
    floor = height.reshape(rows, columns)
    nearest_gaps(scene.obstacles, x0, y0, step_m, floor + band[0], floor + band[1], gap)
    return Clearance((x0, y0), step_m, gap)
