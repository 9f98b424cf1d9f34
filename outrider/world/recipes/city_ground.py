"""The ground of a city: level blocks a kerb above the streets, and what their surface is."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets.paving import KERB_M
from outrider.world.ground import GroundMap
from outrider.world.relief import Grid, square_grid
from outrider.world.scene import Extent
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain

F64 = NDArray[np.float64]

RELIEF_STEP_M: Final = 1.0
MAP_STEP_M: Final = 0.5
MARGIN_M: Final = 40.0
RISE_M: Final = 1.5
"""How far behind the kerb, under the pavement, the ground rises to its height."""


class Groundwork:
    """Heights and surfaces that blocks are drawn into."""

    def __init__(self, extent: Extent) -> None:
        self._grid: Grid = square_grid(
            extent[2] - extent[0], step_m=RELIEF_STEP_M, margin_m=MARGIN_M
        )
        self._heights = np.zeros(self._grid.shape)
        count = round((extent[2] - extent[0]) / MAP_STEP_M)
        self._origin = (extent[0], extent[1])
        self._classes = np.full((count, count), number_of("asphalt"), np.uint8)
        self._water = np.full((count, count), np.nan, np.float32)

    def block(self, kerb: F64, surface: str) -> None:
        """Raise a block, and give it a surface."""
        window, x, y = self._relief_window(kerb.min(axis=0), kerb.max(axis=0))
        self._heights[window][_depth(kerb, x, y) >= RISE_M] = KERB_M
        window, x, y = self._map_window(kerb.min(axis=0), kerb.max(axis=0))
        self._classes[window][_depth(kerb, x, y) >= RISE_M] = number_of(surface)

    def area(self, ring: F64, surface: str) -> None:
        """A surface inside a convex ring, counter-clockwise."""
        window, x, y = self._map_window(ring.min(axis=0), ring.max(axis=0))
        self._classes[window][_depth(ring, x, y) >= 0.0] = number_of(surface)

    def strip(self, line: F64, half_m: float, surface: str) -> None:
        """A surface along a line of points, with round joints."""
        for a, b in itertools.pairwise(line):
            low, high = np.minimum(a, b) - half_m, np.maximum(a, b) + half_m
            window, x, y = self._map_window(low, high)
            self._classes[window][_from_piece(a, b, x, y) <= half_m] = number_of(surface)

    def pond(self, center: F64, radii: tuple[float, float], heading: float, depth_m: float) -> None:
        """Still water in an egg-shaped hollow of a raised block."""
        reach = max(radii) + 4.0
        window, x, y = self._relief_window(center - reach, center + reach)
        away = _oval(center, radii, heading, x, y)
        t = np.clip((1.12 - away) / 0.6, 0.0, 1.0)
        self._heights[window] -= depth_m * t * t * (3.0 - 2.0 * t)
        window, x, y = self._map_window(center - reach, center + reach)
        away = _oval(center, radii, heading, x, y)
        bank, wet = away < 1.1, away < 1.06
        self._classes[window][bank] = number_of("gravel")
        self._classes[window][wet] = number_of("water")
        self._water[window][wet] = KERB_M - 0.16

    def terrain(self) -> Terrain:
        return Terrain(relief=self._grid.relief(self._heights))

    def ground(self) -> GroundMap:
        still = self._water if np.isfinite(self._water).any() else None
        return GroundMap(classes=self._classes, origin_m=self._origin, step_m=MAP_STEP_M,
                         water_m=still)  # fmt: skip

    def _relief_window(self, low: F64, high: F64) -> tuple[tuple[slice, slice], F64, F64]:
        x0, y0 = self._grid.extent[:2]
        return _window(low, high, (x0, y0), RELIEF_STEP_M, self._heights.shape, shift=0.0)

    def _map_window(self, low: F64, high: F64) -> tuple[tuple[slice, slice], F64, F64]:
        return _window(low, high, self._origin, MAP_STEP_M, self._classes.shape, shift=0.5)


def _window(
    low: F64, high: F64, origin: tuple[float, float], step: float, shape: tuple[int, ...],
    *, shift: float,
) -> tuple[tuple[slice, slice], F64, F64]:  # fmt: skip
    """The part of a grid in a box, with the x ``(1, m)`` and y ``(n, 1)`` of its cells."""
    bounds = []
    for axis in (0, 1):
        count = shape[1 - axis]
        first = int(np.clip(math.floor((low[axis] - origin[axis]) / step) - 1, 0, count))
        last = int(np.clip(math.ceil((high[axis] - origin[axis]) / step) + 2, 0, count))
        bounds.append((first, last))
    (i0, i1), (j0, j1) = bounds
    x = origin[0] + step * (np.arange(i0, i1) + shift)
    y = origin[1] + step * (np.arange(j0, j1) + shift)
    return (slice(j0, j1), slice(i0, i1)), np.asarray(x[None, :]), np.asarray(y[:, None])


def _depth(ring: F64, x: F64, y: F64) -> F64:
    """How deep places lie inside a convex ring; negative outside."""
    found = np.full((y.shape[0], x.shape[1]), np.inf)
    for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = -(by - ay) / length, (bx - ax) / length
        np.minimum(found, nx * (x - ax) + ny * (y - ay), out=found)
    return found


def _from_piece(a: F64, b: F64, x: F64, y: F64) -> F64:
    way = b - a
    t = np.clip(((x - a[0]) * way[0] + (y - a[1]) * way[1]) / max(float(way @ way), 1e-9), 0.0, 1.0)
    return np.asarray(np.hypot(x - a[0] - t * way[0], y - a[1] - t * way[1]))


def _oval(center: F64, radii: tuple[float, float], heading: float, x: F64, y: F64) -> F64:
    """1 on the rim of an oval that is a little uneven."""
    c, s = math.cos(heading), math.sin(heading)
    u = (c * (x - center[0]) + s * (y - center[1])) / radii[0]
    v = (c * (y - center[1]) - s * (x - center[0])) / radii[1]
    turn = np.arctan2(v, u)
    return np.asarray(
        np.hypot(u, v) * (1.0 + 0.1 * np.sin(2.0 * turn + 1.0) + 0.07 * np.sin(3.0 * turn))
    )
