"""Patterns that a swarm flies: the place of each vehicle as a function of its number and the time.

grid    a level square, at rest
wave    the square with a wave running through it along x, 1.5 spacings high
ring    a circle turning about the vertical, noses along the flight
sphere  a sphere of evenly spread vehicles, turning, its lowest point at ``position_m``
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UnknownNameError, UserError
from outrider.sim.physics._kernels_cascade import LANES
from outrider.sim.physics._kernels_swarm import SETPOINT
from outrider.sim.physics.lanes import aligned
from outrider.sim.robots import _kernels_formation as kernels

Floats = NDArray[np.float64]
Pattern = Literal["grid", "ring", "wave", "sphere"]

PATTERNS: dict[str, int] = {
    "grid": kernels.GRID,
    "ring": kernels.RING,
    "wave": kernels.WAVE,
    "sphere": kernels.SPHERE,
}

WAVE_LENGTH = 12.0
"""Spacings from crest to crest."""
WAVE_HEIGHT = 0.75
"""Spacings from the middle to a crest."""
GENTLE_MPS2 = 2.0
"""No pattern asks for more acceleration than this."""


class Formation:
    """``count`` vehicles, ``spacing_m`` apart or so, and where each has to be at a time."""

    def __init__(
        self,
        pattern: str,
        count: int,
        *,
        spacing_m: float,
        position_m: tuple[float, float, float] = (0.0, 0.0, 0.0),
        speed_mps: float = 2.0,
    ) -> None:
        if pattern not in PATTERNS:
            raise UnknownNameError("swarm pattern", pattern, PATTERNS)
        if count < 1 or not 0.0 < spacing_m < math.inf or not 0.0 <= speed_mps < math.inf:
            raise UserError(
                f"formation {pattern}: count {count}, spacing_m {spacing_m!r}, speed_mps "
                f"{speed_mps!r}; count and spacing must be above 0 and the speed not below"
            )
        self.pattern, self.count = pattern, count
        self.kind = PATTERNS[pattern]
        self._numbers = _numbers(pattern, count, spacing_m, position_m, speed_mps)

    def write(self, t_s: float, setpoint_blocks: Floats) -> None:
        """Set-points for time ``t_s`` into the blocks ``(blocks, 8, 16)`` of a swarm."""
        self.write_part(t_s, setpoint_blocks, 0, len(setpoint_blocks))

    def write_part(self, t_s: float, setpoint_blocks: Floats, first: int, last: int) -> None:
        """The same for the blocks ``first`` to ``last`` only, for those who share the work."""
        kernels.write_formation(first, last, self.kind, t_s, self._numbers, setpoint_blocks)

    def setpoints(self, t_s: float) -> Floats:
        """Plain rows ``(count, 8)``: x, y, z, heading, velocity 3, weight 1."""
        blocks = aligned((-(-self.count // LANES), SETPOINT, LANES))
        self.write(t_s, blocks)
        return blocks.transpose(0, 2, 1).reshape(-1, SETPOINT)[: self.count].copy()


def _numbers(
    pattern: str,
    count: int,
    spacing_m: float,
    position_m: tuple[float, float, float],
    speed_mps: float,
) -> Floats:
    columns = math.isqrt(count - 1) + 1
    ring = spacing_m * count / (2.0 * math.pi)
    sphere = spacing_m * math.sqrt(count / (4.0 * math.pi))
    radius = sphere if pattern == "sphere" else ring
    amplitude = WAVE_HEIGHT * spacing_m
    row = [
        *position_m, count, spacing_m, columns, 1.0 / columns, radius, _pace(radius, speed_mps),
        2.0 * math.pi / (WAVE_LENGTH * spacing_m), amplitude, _pace(amplitude, speed_mps),
    ]  # fmt: skip
    return np.array(row, np.float64)


def _pace(radius_m: float, speed_mps: float) -> float:
    """Angular speed (rad/s) on a circle that keeps the speed and the acceleration in bounds."""
    return min(speed_mps / radius_m, math.sqrt(GENTLE_MPS2 / radius_m))
