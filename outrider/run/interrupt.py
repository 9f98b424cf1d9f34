"""Ctrl-C that keeps the results: the run ends at the next step, not in the middle of one."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Final, Self

STEP_S: Final = 1.0
"""A step that takes longer than this after Ctrl-C is broken off."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """Catches SIGINT and SIGTERM while its ``with`` block runs.

    The first sets ``requested``; one that comes after it, or ``STEP_S`` seconds without an answer,
    raises KeyboardInterrupt. Outside the main thread it does nothing.
    """

    def __init__(self) -> None:
        self.requested = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._caught) for number in SIGNALS}
            self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._late)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.allow(0.0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def allow(self, seconds: float) -> None:
        """What comes next may take so long before it is broken off; 0 = as long as it likes."""
        if self._before:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def _caught(self, _number: int, _frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
        self.allow(STEP_S)

    def _late(self, _number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt
