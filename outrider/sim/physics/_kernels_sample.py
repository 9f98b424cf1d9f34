"""The state between two ticks, by one rule for everything, and who stands on whom."""

from __future__ import annotations

import math
from typing import Any

from outrider.core.jit import kernel
from outrider.sim.physics._kernels_touch import LOG_GEOM_A, LOG_GEOM_B, LOG_NORMAL

SUPPORT = 0.7
"""Cosine of the steepest contact that carries."""


@kernel
def sample_root(before: Any, now: Any, share: float, dt: float, out: Any) -> None:
    """Root row ``out (19,)`` at ``share`` (0..1) of the tick from ``before`` to ``now``.

    Position: the cubic through both positions and velocities. Attitude: the shorter great circle
    (normalised chord; a tick turns by far less than its 1e-9 error needs). Velocities: linear.
    Columns 13 to 18: linear acceleration in the world, angular acceleration in the body, over the
    tick. At ``share`` 1 the row is ``now``, bit for bit.
    """
    for a in range(3):
        out[13 + a] = (now[7 + a] - before[7 + a]) / dt
        out[16 + a] = (now[10 + a] - before[10 + a]) / dt
    if share >= 1.0:
        for a in range(13):
            out[a] = now[a]
        return
    s, r = share, 1.0 - share
    for a in range(3):
        out[a] = (
            r * r * (1.0 + 2.0 * s) * before[a]
            + s * s * (3.0 - 2.0 * s) * now[a]
            + s * r * dt * (r * before[7 + a] - s * now[7 + a])
        )
    dot = 0.0
    for a in range(3, 7):
        dot += before[a] * now[a]
    sign = -1.0 if dot < 0.0 else 1.0
    square = 0.0
    for a in range(3, 7):
        out[a] = r * before[a] + s * sign * now[a]
        square += out[a] * out[a]
    scale = 1.0 / math.sqrt(square)
    for a in range(3, 7):
        out[a] *= scale
    for a in range(7, 13):
        out[a] = r * before[a] + s * now[a]


@kernel
def carrier_of(client: int, log: Any, logged: int, geom_client: Any) -> int:
    """The client that carries ``client`` in the contact log ``(K, 10)``; -1 for the ground."""
    for k in range(min(logged, len(log))):
        up = log[k, LOG_NORMAL + 2]
        if abs(up) < SUPPORT:
            continue
        first = geom_client[int(log[k, LOG_GEOM_A])]
        second = geom_client[int(log[k, LOG_GEOM_B])]
        # The normal points from a to b: what is below has it pointing up, away from itself.
        if first == client and second >= 0 and up < 0.0:
            return int(second)
        if second == client and first >= 0 and up > 0.0:
            return int(first)
    return -1
