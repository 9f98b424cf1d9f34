"""The state between two ticks, by one rule for everything."""

from __future__ import annotations

import math
from typing import Any

from outrider.core.jit import kernel


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
