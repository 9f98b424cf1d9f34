"""A room as furniture sees it: walls, doors, floor, and whether a robot can still get about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UserError
from outrider.world import _kernels_rooms as kernels
from outrider.world.free_floor import FreeFloor, ring_area

F64 = NDArray[np.float64]
Point = tuple[float, float]

CELL_M: Final = 0.05
GAP_M: Final = 0.05
"""Least distance between two pieces."""
ROBOT_M: Final = 0.60
"""Width of the robot that passes."""
CLEARANCE_M: Final = 0.5 * ROBOT_M + 0.06
"""Half a robot, and what a grid of 5 cm may miss between its cells."""
MIN_REACHED: Final = 0.20
"""Least share of the floor that the middle of a robot reaches."""
_DOOR_TO_START_M: Final = 0.42
_LARGEST_M: Final = 100.0


@dataclass(frozen=True, kw_only=True)
class Door:
    """An opening in a wall from ``a`` to ``b``; its leaf may swing into the room."""

    a: Point
    b: Point

    @property
    def width_m(self) -> float:
        return math.dist(self.a, self.b)

    @property
    def middle(self) -> Point:
        return (0.5 * (self.a[0] + self.b[0]), 0.5 * (self.a[1] + self.b[1]))


@dataclass(frozen=True, kw_only=True)
class Room:
    """A simple polygon of walls; counter-clockwise or not."""

    outline: Sequence[Point]
    doors: tuple[Door, ...] = ()
    floor: FreeFloor | None = None
    """What of it is bare; all, if not given."""


class Space:
    """The state of a room that is being furnished."""

    def __init__(self, room: Room) -> None:
        self.edges = _edges(room.outline)
        low = np.minimum(self.edges[:, :2].min(axis=0), self.edges[:, 2:].min(axis=0))
        high = np.maximum(self.edges[:, :2].max(axis=0), self.edges[:, 2:].max(axis=0))
        if (high - low).max() > _LARGEST_M:
            raise UserError(
                f"room: {high - low} m; rooms of up to {_LARGEST_M:.0f} m are furnished"
            )
        self.origin, self.size = low, high - low
        nx, ny = (math.ceil(float(extent) / CELL_M) for extent in self.size)
        self.floor = kernels.floor_cells(self.edges, ny, nx, low, CELL_M)
        _take_out(self.floor, room.floor, low)
        self.floor_m2 = float((self.floor == 1).sum()) * CELL_M**2
        self.cells = kernels.open_cells(self.edges, self.floor, low, CELL_M, CLEARANCE_M)
        self.kept = _swings(room.doors, self.edges)
        self.taken, self.count = np.zeros((512, 6)), 0
        self._stack = np.empty(nx * ny, np.int64)
        self._starts = self._find_starts(room)

    def fits(self, rect: F64, *, gap: float = GAP_M) -> bool:
        """Whether a rectangle has its place free; says nothing about the robot."""
        return bool(kernels.fits(rect, gap, self.taken, self.count, self.kept, self.edges,
                                 self.floor, self.origin, CELL_M))  # fmt: skip

    def place(self, rect: F64) -> bool:
        """Take the place of a rectangle, if it is free and the robot can pass afterwards."""
        if self.count == len(self.taken) or not self.fits(rect):
            return False
        cells = self.cells.copy()
        kernels.block(cells, rect, self.origin, CELL_M, CLEARANCE_M)
        if not self._passable(cells.copy()):
            return False
        self.cells = cells
        self.taken[self.count] = rect
        self.count += 1
        return True

    def _passable(self, cells: NDArray[np.uint8]) -> bool:
        count = kernels.reached(cells, self._starts, self._stack)
        return bool(count * CELL_M**2 >= MIN_REACHED * self.floor_m2 and count > 0)

    def _find_starts(self, room: Room) -> NDArray[np.int64]:
        """Cells of (row, column): inside each door, then the room's middle."""
        starts = [self._open_cell_near(_before(door, self.edges)) for door in room.doors]
        middle = self._middle(starts)
        out = np.array([*starts, middle], np.int64).reshape(-1, 2)
        if kernels.reached(self.cells.copy(), out, self._stack) == 0:
            raise UserError(f"room: a robot of {ROBOT_M} m cannot get from one door to the others, "
                            "even without furniture; widen its narrow place")  # fmt: skip
        return out

    def _open_cell_near(self, point: Point) -> tuple[int, int]:
        i = int((point[0] - self.origin[0]) / CELL_M)
        j = int((point[1] - self.origin[1]) / CELL_M)
        rows, columns = np.nonzero(self.cells[max(j - 4, 0) : j + 5, max(i - 4, 0) : i + 5])
        if not len(rows):
            raise UserError(f"room: no free floor before the door near ({point[0]:.2f}, "
                            f"{point[1]:.2f}) for a robot of {ROBOT_M} m")  # fmt: skip
        rows, columns = rows + max(j - 4, 0), columns + max(i - 4, 0)
        nearest = int(np.argmin((rows - j) ** 2 + (columns - i) ** 2))
        return int(rows[nearest]), int(columns[nearest])

    def _middle(self, starts: list[tuple[int, int]]) -> tuple[int, int]:
        """The open cell furthest from walls, of those that join the first door."""
        cells = self.cells.copy()
        if starts:
            kernels.reached(cells, np.array(starts[:1], np.int64), self._stack)
        own = cells == (2 if starts else 1)
        if not own.any():
            raise UserError(f"room: nowhere stands a robot of {ROBOT_M} m")
        depth = kernels.depths(self.cells)
        return tuple(int(k) for k in np.unravel_index(np.argmax(np.where(own, depth, -1)),
                                                      own.shape))  # type: ignore[return-value]  # fmt: skip


def rectangle(x: float, y: float, heading: float, half: Point) -> F64:
    """A rectangle as the kernels know it."""
    return np.array([x, y, math.cos(heading), math.sin(heading), half[0], half[1]])


def _edges(outline: Sequence[Point]) -> F64:
    """(n, 4) from corner to corner, the room at their left."""
    ring = np.asarray(outline, float).reshape(-1, 2)
    if len(ring) < 3 or not np.isfinite(ring).all():
        raise UserError(f"room: an outline has at least 3 finite corners, not {len(ring)}")
    area = ring_area(ring)
    if abs(area) < 1.0:
        raise UserError(f"room: {abs(area):.2f} m²; at least 1 m² is furnished")
    ring = ring if area > 0.0 else ring[::-1]
    edges = np.hstack([ring, np.roll(ring, -1, axis=0)])
    return np.asarray(edges[np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]) > 1e-9])


def _take_out(cells: NDArray[np.uint8], floor: FreeFloor | None, low: F64) -> None:
    """Mark cells (2) inside the walls where something stands already."""
    if floor is None:
        return
    ny, nx = cells.shape
    x = low[0] + (np.arange(nx) + 0.5) * CELL_M
    y = low[1] + (np.arange(ny) + 0.5) * CELL_M
    free = floor.at(*np.meshgrid(x, y))
    cells[(cells == 1) & ~free] = 2


def _inwards(door: Door, edges: F64) -> Point:
    """Into the room, from a door in one of its walls."""
    x, y = door.middle
    along = edges[:, 2:] - edges[:, :2]
    length = np.linalg.norm(along, axis=1)
    unit = along / length[:, None]
    rel = np.array([x, y]) - edges[:, :2]
    away = np.abs(unit[:, 0] * rel[:, 1] - unit[:, 1] * rel[:, 0])
    part = (rel * unit).sum(axis=1)
    away[(part < 0.0) | (part > length)] = np.inf
    wall = int(np.argmin(away))
    if not away[wall] <= 0.10 or door.width_m < ROBOT_M + 0.1:
        raise UserError(f"room: the door at ({x:.2f}, {y:.2f}) must lie in a wall and be at least "
                        f"{ROBOT_M + 0.1:.1f} m wide, not {door.width_m:.2f} m")  # fmt: skip
    return (-float(unit[wall, 1]), float(unit[wall, 0]))


def _before(door: Door, edges: F64) -> Point:
    (x, y), (nx, ny) = door.middle, _inwards(door, edges)
    return (x + _DOOR_TO_START_M * nx, y + _DOOR_TO_START_M * ny)


def _swings(doors: tuple[Door, ...], edges: F64) -> F64:
    """(n, 6) what each leaf sweeps, as the square about its quarter circle."""
    out = np.zeros((len(doors), 6))
    for k, door in enumerate(doors):
        (x, y), (nx, ny) = door.middle, _inwards(door, edges)
        half = 0.5 * door.width_m
        out[k] = (x + half * nx, y + half * ny, nx, ny, half + 0.01, half + 0.01)
    return out
