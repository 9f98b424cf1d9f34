"""Free floor of a scanned or modelled building: found by normals, its boundary by wall tracing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UserError
from outrider.world._kernels_rooms import lower_to
from outrider.world.mesh import Mesh

F64 = NDArray[np.float64]
Mask = NDArray[np.bool_]

FLAT: Final = 0.95
"""A surface whose normal rises at least this far is floor (slopes up to 18 degrees)."""
STEP_M: Final = 0.10
"""What is lower above the floor is part of it."""
HEADROOM_M: Final = 1.90
"""What hangs higher above the floor is in nobody's way."""
_SMALLEST_M2: Final = 1.0
_RIGHT, _UP, _LEFT, _DOWN = (0, 1), (1, 0), (0, -1), (-1, 0)


@dataclass(frozen=True, kw_only=True)
class FreeFloor:
    """Where the floor is bare, cell by cell."""

    free: Mask
    """(ny, nx); the first row has the least y."""
    origin_m: tuple[float, float]
    """Corner of the first cell."""
    cell_m: float

    @property
    def area_m2(self) -> float:
        return float(self.free.sum()) * self.cell_m**2

    def at(self, x: F64, y: F64) -> Mask:
        """Whether points lie on free floor; beyond the grid none does."""
        i = np.floor((x - self.origin_m[0]) / self.cell_m).astype(np.int64)
        j = np.floor((y - self.origin_m[1]) / self.cell_m).astype(np.int64)
        rows, columns = self.free.shape
        known = (i >= 0) & (i < columns) & (j >= 0) & (j < rows)
        out = np.zeros(np.shape(x), bool)
        out[known] = self.free[j[known], i[known]]
        return out


def free_floor(mesh: Mesh, *, floor_z: float = 0.0, cell_m: float = 0.05) -> FreeFloor:
    """The cells that a surface with an upward normal at ``floor_z`` covers and nothing blocks."""
    low, high = (corner.astype(float) for corner in mesh.bounds)
    shape = tuple(max(int(np.ceil((high[k] - low[k]) / cell_m)), 1) for k in (1, 0))
    if shape[0] * shape[1] > 100_000_000:
        raise UserError(f"free floor: {shape[0]} x {shape[1]} cells; use larger ones")
    corners = mesh.corners()
    rise = _rise(corners)
    bottom, top = corners[:, :, 2].min(axis=1) - floor_z, corners[:, :, 2].max(axis=1) - floor_z
    origin = low[:2]

    def lowest(chosen: Mask) -> F64:
        heights = np.full(shape, np.inf)
        lower_to(corners[chosen], heights, origin, cell_m)
        return heights

    level = (rise >= FLAT) & (np.abs(bottom) <= STEP_M) & (np.abs(top) <= STEP_M)
    above = top > STEP_M
    obstacle = above & (bottom < HEADROOM_M)
    # What faces upwards right above the floor, with nothing facing downwards before it, is the
    # top of a solid that stands there.
    within = lowest(above & (rise > 0.0)) < lowest(above & (rise < 0.0))
    free = np.isfinite(lowest(level)) & ~np.isfinite(lowest(obstacle)) & ~within
    _strike_out(corners[obstacle], free, origin, cell_m)
    return FreeFloor(free=free, origin_m=(float(low[0]), float(low[1])), cell_m=cell_m)


def _rise(corners: F64) -> F64:
    """(m,) how far the normals of triangles point upwards, -1..1."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.asarray(normal[:, 2] / np.maximum(np.linalg.norm(normal, axis=1), 1e-12))


def _strike_out(corners: F64, free: Mask, origin: F64, cell_m: float) -> None:
    """Upright triangles pass over no cell's middle: the cells along their edges are struck out."""
    for first, second in ((0, 1), (1, 2), (2, 0)):
        a, b = corners[:, first, :2], corners[:, second, :2]
        steps = int(np.ceil(np.linalg.norm(b - a, axis=1).max(initial=0.0) / (0.5 * cell_m))) + 1
        for part in np.linspace(0.0, 1.0, steps + 1):
            cells = np.floor((a + part * (b - a) - origin) / cell_m).astype(np.int64)
            known = ((cells >= 0) & (cells < (free.shape[1], free.shape[0]))).all(axis=1)
            free[cells[known, 1], cells[known, 0]] = False


def traced(floor: FreeFloor, *, smallest_m2: float = _SMALLEST_M2) -> list[F64]:
    """The boundaries of free space, each a closed ring (n, 2) of corners, the largest first.

    One follows the wall with the free floor at one's left, so outer rings run counter-clockwise;
    the rings about pillars run clockwise.
    """
    turns = _boundary_steps(floor.free)
    rings = []
    while turns:
        rings.append(_one_ring(turns))
    origin = np.asarray(floor.origin_m)
    metric = [np.array([(i, j) for j, i in ring], float) * floor.cell_m + origin for ring in rings]
    kept = [ring for ring in metric if abs(ring_area(ring)) >= smallest_m2]
    return sorted(kept, key=lambda ring: -abs(ring_area(ring)))


def ring_area(ring: F64) -> float:
    """Enclosed; negative if it runs clockwise."""
    following = np.roll(ring, -1, axis=0)
    return float(0.5 * (ring[:, 0] * following[:, 1] - following[:, 0] * ring[:, 1]).sum())


Corner = tuple[int, int]
Steps = dict[Corner, list[Corner]]


def _boundary_steps(free: Mask) -> Steps:
    """From each corner of cells the unit steps (rows, columns) along walls, free floor at left."""
    wide = np.pad(free, 1)
    out: Steps = {}
    sides = (
        (wide[1:, 1:-1] & ~wide[:-1, 1:-1], _RIGHT, (0, 0)),
        (~wide[1:, 1:-1] & wide[:-1, 1:-1], _LEFT, (0, 1)),
        (wide[1:-1, :-1] & ~wide[1:-1, 1:], _UP, (0, 0)),
        (~wide[1:-1, :-1] & wide[1:-1, 1:], _DOWN, (1, 0)),
    )
    for mask, step, shift in sides:
        for j, i in np.argwhere(mask):
            out.setdefault((int(j) + shift[0], int(i) + shift[1]), []).append(step)
    return out


def _one_ring(steps: Steps) -> list[Corner]:
    """Follow steps from any corner until they close; only corners where they turn are kept."""
    start = next(iter(steps))
    here, last, ring = start, (0, 0), [start]
    while here in steps:
        choices = steps[here]
        step = _leftmost(choices, last)
        choices.remove(step)
        if not choices:
            del steps[here]
        if step == last:
            ring[-1] = (here[0] + step[0], here[1] + step[1])
        else:
            ring.append((here[0] + step[0], here[1] + step[1]))
        here, last = (here[0] + step[0], here[1] + step[1]), step
        if here == start:
            break
    ring.pop()
    first = (ring[1][0] - ring[0][0], ring[1][1] - ring[0][1])
    return ring[1:] if _same_way(first, last) else ring


def _same_way(a: Corner, b: Corner) -> bool:
    return a[0] * b[1] == a[1] * b[0] and a[0] * b[0] + a[1] * b[1] > 0


def _leftmost(choices: list[Corner], last: Corner) -> Corner:
    """Where two free cells meet at a corner only, they belong to two rings: turn left."""
    left = (last[1], -last[0])
    return left if left in choices else choices[0]
