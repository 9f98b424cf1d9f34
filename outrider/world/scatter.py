"""Points strewn over a rectangle, one at most in each cell of a grid, far enough apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world.scene import Extent

F64 = NDArray[np.float64]

MAX_CELLS = 4_000_000
_DRAWS = 8


@dataclass(frozen=True, kw_only=True)
class Strewn:
    """Places and the chances that decide what stands there."""

    points: F64
    """(n, 2)."""
    chance: F64
    """(n, 5) uniform in (0, 1), each cell's own."""

    def __len__(self) -> int:
        return len(self.points)

    def take(self, chosen: NDArray[np.bool_]) -> Strewn:
        """The chosen places."""
        return Strewn(points=self.points[chosen], chance=self.chance[chosen])


def strew(
    seed: int, layer: str, *, extent: Extent, cell_m: float, share: float, margin: float = 0.2
) -> Strewn:
    """A place in each cell with probability ``share``, at least ``2·margin`` cells from others."""
    nx = max(int((extent[2] - extent[0]) / cell_m), 1)
    ny = max(int((extent[3] - extent[1]) / cell_m), 1)
    if nx * ny > MAX_CELLS:
        raise UserError(
            f"layer {layer!r}: {nx * ny:,} cells to strew; at most {MAX_CELLS:,} are allowed, "
            f"make the world smaller"
        )
    draws = Stream(seed, "world", layer).uniform(0, nx * ny * _DRAWS).reshape(-1, _DRAWS)
    i, j = np.meshgrid(np.arange(nx), np.arange(ny))
    inner = 1.0 - 2.0 * margin
    x = extent[0] + (i.ravel() + margin + inner * draws[:, 1]) * cell_m
    y = extent[1] + (j.ravel() + margin + inner * draws[:, 2]) * cell_m
    taken = draws[:, 0] < share
    return Strewn(points=np.column_stack((x, y))[taken], chance=draws[taken, 3:])


def lift(points: F64) -> F64:
    """``(n, 3)`` with z = 0 of ``(n, 2)``."""
    return np.column_stack((points, np.zeros(len(points))))
