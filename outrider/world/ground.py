"""What the ground is made of and where water stands, on a grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.world.semantics import CLASSES

F64 = NDArray[np.float64]
OUTSIDE = -1


@dataclass(frozen=True, kw_only=True)
class GroundMap:
    """Surface classes, and levels of still water, of the cells of a grid; rows run north."""

    classes: NDArray[np.uint8]
    """(rows, columns) class numbers."""
    origin_m: tuple[float, float]
    """The south-west corner of the first cell."""
    step_m: float
    water_m: NDArray[np.float32] | None = None
    """(rows, columns) height of the water's surface, NaN where there is none."""

    def __post_init__(self) -> None:
        known = self.classes.ndim == 2 and int(self.classes.max(initial=0)) < len(CLASSES)
        if not known or not self.step_m > 0.0:
            raise UserError(
                f"ground map of {self.classes.shape} cells of {self.step_m:g} m: it needs two "
                f"axes, known classes and a positive step"
            )
        if self.water_m is not None and self.water_m.shape != self.classes.shape:
            raise UserError(
                f"ground map: {self.water_m.shape} levels of water for {self.classes.shape} cells"
            )

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Least x and y, largest x and y."""
        rows, columns = self.classes.shape
        x, y = self.origin_m
        return (x, y, x + columns * self.step_m, y + rows * self.step_m)

    def centers(self) -> F64:
        """(rows · columns, 2) the middles of the cells."""
        rows, columns = self.classes.shape
        x = self.origin_m[0] + (np.arange(columns) + 0.5) * self.step_m
        y = self.origin_m[1] + (np.arange(rows) + 0.5) * self.step_m
        grid_x, grid_y = np.meshgrid(x, y)
        return np.column_stack((grid_x.ravel(), grid_y.ravel()))

    def surface(self, points: ArrayLike) -> NDArray[np.int64]:
        """``(n,)`` class numbers at ``points (n, 2)``, -1 beyond the map."""
        inside, row, column = self._cells(points)
        found = self.classes[row, column].astype(np.int64)
        return np.where(inside, found, OUTSIDE)

    def water_level(self, points: ArrayLike) -> F64:
        """``(n,)`` height of the water's surface, NaN where none stands."""
        inside, row, column = self._cells(points)
        if self.water_m is None:
            return np.full(len(row), np.nan)
        return np.where(inside, self.water_m[row, column], np.nan).astype(np.float64)

    def _cells(
        self, points: ArrayLike
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        where = np.asarray(points, np.float64)
        rows, columns = self.classes.shape
        column = np.floor((where[:, 0] - self.origin_m[0]) / self.step_m)
        row = np.floor((where[:, 1] - self.origin_m[1]) / self.step_m)
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        return (
            inside,
            np.clip(row, 0, rows - 1).astype(np.int64),
            np.clip(column, 0, columns - 1).astype(np.int64),
        )
