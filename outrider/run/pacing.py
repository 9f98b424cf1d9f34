"""Real time: a run that waits for the wall clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

MOST_BEHIND_S: Final = 0.5
"""A run that falls further behind gives the lost time up instead of racing after it."""


class Pacer:
    """Keeps simulated time at ``factor`` times wall time."""

    def __init__(
        self,
        *,
        factor: float = 1.0,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._factor, self._clock, self._sleep = factor, clock, sleep
        self._wall: float | None = None
        self._simulated = 0.0

    def wait(self, simulated_s: float) -> None:
        """Sleep until the wall clock has come as far as ``simulated_s``."""
        now = self._clock()
        if self._wall is None:
            self._wall, self._simulated = now, simulated_s
            return
        ahead = self._wall + (simulated_s - self._simulated) / self._factor - now
        if ahead > 0:
            self._sleep(ahead)
        elif ahead < -MOST_BEHIND_S:
            self._wall, self._simulated = now, simulated_s
