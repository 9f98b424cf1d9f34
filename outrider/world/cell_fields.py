"""Cell fields: water, fire, snow, heat and smoke on a grid over the scene, as state that changes.

The scene stays as it is. Whoever steps a field (a phenomenon, a user's stage) writes its array.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import EditError, UnknownNameError, UserError
from outrider.scenario.fields import CellFields as FieldSpec
from outrider.scenario.fields import Disc, Paint, Rectangle

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

MAX_CELLS: Final = 16_000_000
TOLERANCE: Final = 1e-6
"""An extent may be so much of a cell short of whole cells."""


class Quantity(NamedTuple):
    """What a field holds."""

    unit: str
    low: float
    high: float
    at_rest: float
    """Before anything happens, and beyond the grid."""


QUANTITIES: Final = {
    "water": Quantity("m of depth above the ground", 0.0, 100.0, 0.0),
    "burn": Quantity("share of the fuel that has burnt", 0.0, 1.0, 0.0),
    "snow": Quantity("m of depth above the ground", 0.0, 50.0, 0.0),
    "temperature": Quantity("K, of air and ground", 100.0, 3000.0, 288.15),
    "smoke": Quantity("extinction of visible light, 1/m", 0.0, 100.0, 0.0),
}


@dataclass(frozen=True)
class Grid:
    """Cells of one size; rows run north."""

    origin_m: tuple[float, float]
    """The south-west corner of the first cell."""
    step_m: float
    shape: tuple[int, int]
    """Rows and columns."""

    def centers(self) -> tuple[F64, F64]:
        """Where the middles of cells are: x of the columns and y of the rows."""
        x = self.origin_m[0] + (np.arange(self.shape[1]) + 0.5) * self.step_m
        y = self.origin_m[1] + (np.arange(self.shape[0]) + 0.5) * self.step_m
        return np.asarray(x, np.float64), np.asarray(y, np.float64)

    def within(self, where: Disc | Rectangle | None) -> NDArray[np.bool_]:
        """(rows, columns) the cells whose middle lies in a shape; all without one."""
        if where is None:
            return np.ones(self.shape, np.bool_)
        x, y = self.centers()
        u, v = x[None, :] - where.position_m[0], y[:, None] - where.position_m[1]
        if isinstance(where, Disc):
            return np.asarray(u * u + v * v <= where.radius_m**2)
        c, s = math.cos(where.heading_rad), math.sin(where.heading_rad)
        along, across = c * u + s * v, c * v - s * u
        return np.asarray((abs(along) <= where.half_m[0]) & (abs(across) <= where.half_m[1]))

    def cells_of(self, points: ArrayLike) -> tuple[F64, F64, NDArray[np.bool_]]:
        """Rows and columns as fractions, 0 at the first corner, and who lies inside."""
        place = (np.asarray(points, np.float64)[:, :2] - self.origin_m) / self.step_m
        row, column = place[:, 1], place[:, 0]
        inside = (row >= 0) & (row <= self.shape[0]) & (column >= 0) & (column <= self.shape[1])
        return row, column, inside


class CellFields:
    """Named ``(rows, columns)`` float32 arrays on one grid; ``fields["water"]`` is written to."""

    def __init__(self, grid: Grid, names: tuple[str, ...]) -> None:
        self.grid = grid
        self._arrays: dict[str, F32] = {
            name: np.full(grid.shape, QUANTITIES[name].at_rest, np.float32) for name in names
        }

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._arrays)

    def __getitem__(self, name: str) -> F32:
        if name not in self._arrays:
            raise UnknownNameError("cell field", name, self._arrays)
        return self._arrays[name]

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def copy(self) -> CellFields:
        """The same with arrays of its own."""
        made = CellFields(self.grid, ())
        made._arrays = {name: array.copy() for name, array in self._arrays.items()}
        return made

    def sample(
        self, name: str, points: ArrayLike, *, method: Literal["linear", "nearest"] = "linear"
    ) -> F64:
        """``(n,)`` values at ``points (n, 2 or 3)``: between the middles of cells, or of the cell.

        Beyond the grid it is what the field is at rest.
        """
        field = self[name]
        row, column, inside = self.grid.cells_of(points)
        row, column = np.where(inside, row, 0.0), np.where(inside, column, 0.0)
        rows, columns = self.grid.shape
        if method == "nearest":
            i = np.minimum(row.astype(np.int64), rows - 1)
            j = np.minimum(column.astype(np.int64), columns - 1)
            found = field[i, j].astype(np.float64)
        else:
            found = _linear(field, row, column)
        return np.where(inside, found, QUANTITIES[name].at_rest)

    def paint(self, paint: Paint) -> None:
        """Carry out an edit; a value that the field cannot have is refused."""
        field, quantity = self[paint.name], QUANTITIES[paint.name]
        if not paint.add and not quantity.low <= paint.value <= quantity.high:
            raise EditError(
                f"cells: {paint.name} of {paint.value:g}; {quantity.low:g} to {quantity.high:g} "
                f"({quantity.unit}) are allowed"
            )
        chosen = self.grid.within(paint.where)
        value = field[chosen] + np.float32(paint.value) if paint.add else np.float32(paint.value)
        field[chosen] = np.clip(value, quantity.low, quantity.high)


def _linear(field: F32, row: F64, column: F64) -> F64:
    rows, columns = field.shape
    v, u = np.clip(row - 0.5, 0.0, rows - 1.0), np.clip(column - 0.5, 0.0, columns - 1.0)
    i, j = np.minimum(v.astype(np.int64), rows - 1), np.minimum(u.astype(np.int64), columns - 1)
    i2, j2 = np.minimum(i + 1, rows - 1), np.minimum(j + 1, columns - 1)
    a, b = v - i, u - j
    low = field[i, j] * (1.0 - b) + field[i, j2] * b
    high = field[i2, j] * (1.0 - b) + field[i2, j2] * b
    return np.asarray(low * (1.0 - a) + high * a)


def fields_of(spec: FieldSpec, *, extent: tuple[float, float, float, float]) -> CellFields:
    """The fields that a scenario declares, at rest, over its extent or the world's."""
    x0, y0, x1, y1 = spec.extent_m or extent
    columns = max(math.ceil((x1 - x0) / spec.step_m - TOLERANCE), 1)
    rows = max(math.ceil((y1 - y0) / spec.step_m - TOLERANCE), 1)
    if rows * columns > MAX_CELLS:
        raise UserError(
            f"cell_fields: {rows * columns:,} cells of {spec.step_m:g} m; at most {MAX_CELLS:,} "
            f"are allowed, choose a larger step_m or a smaller extent_m"
        )
    return CellFields(Grid((x0, y0), spec.step_m, (rows, columns)), spec.names)
