"""The live line: how far a run has come and how fast it goes.

Three forms of the same facts: a rich bar on a terminal, a plain line now and then in a log file,
one JSON object a line for programs.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from typing import IO, TYPE_CHECKING, Literal, Protocol

import msgspec

if TYPE_CHECKING:
    from rich.progress import Progress

WINDOW_S = 2.0
"""The real-time factor shown is that of the last two seconds of wall time."""

Form = Literal["auto", "rich", "plain", "json", "none"]


class Pace:
    """Simulated seconds per wall second, over a window and over all."""

    def __init__(self, clock: float, simulated_s: float = 0.0) -> None:
        self._start = (clock, simulated_s)
        self._samples: deque[tuple[float, float]] = deque([self._start])

    def add(self, clock: float, simulated_s: float) -> None:
        self._samples.append((clock, simulated_s))
        while len(self._samples) > 2 and self._samples[1][0] < clock - WINDOW_S:
            self._samples.popleft()

    @property
    def recent(self) -> float:
        (wall0, sim0), (wall1, sim1) = self._samples[0], self._samples[-1]
        return (sim1 - sim0) / (wall1 - wall0) if wall1 > wall0 else 0.0

    @property
    def overall(self) -> float:
        (wall0, sim0), (wall1, sim1) = self._start, self._samples[-1]
        return (sim1 - sim0) / (wall1 - wall0) if wall1 > wall0 else 0.0


def line(simulated_s: float, total_s: float, factor: float) -> str:
    """``12.4/20.0 s  x3.1 real time``; the factor keeps two or three digits at any size."""
    digits = 2 if factor < 1 else 1 if factor < 100 else 0
    return f"{simulated_s:.1f}/{total_s:.1f} s  x{factor:.{digits}f} real time"


class LiveLine(Protocol):
    """What a run tells while it goes."""

    def start(self, name: str, *, total_s: float) -> None: ...
    def update(self, simulated_s: float, factor: float) -> None: ...
    def note(self, text: str) -> None: ...
    def stop(self) -> None: ...


def choose(form: Form = "auto", *, stream: IO[str] | None = None) -> LiveLine:
    """The live line that suits ``stream`` (stderr if none; JSON goes to stdout)."""
    if form == "json":
        return JsonLine(stream or sys.stdout)
    stream = stream or sys.stderr
    if form == "none":
        return SilentLine()
    if form == "rich" or (form == "auto" and stream.isatty()):
        return RichLine(stream)
    return PlainLine(stream)


class SilentLine:
    """Says nothing."""

    def start(self, name: str, *, total_s: float) -> None: ...
    def update(self, simulated_s: float, factor: float) -> None: ...
    def note(self, text: str) -> None: ...
    def stop(self) -> None: ...


class _Written:
    """Writes lines until the reader has gone; a run does not end because a pipe did."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream: IO[str] | None = stream

    def write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text + "\n")
            self._stream.flush()
        except BrokenPipeError:
            self._stream = None


class PlainLine:
    """A line every ``every_s`` wall seconds, for log files."""

    def __init__(self, stream: IO[str], *, every_s: float = 2.0) -> None:
        self._out = _Written(stream)
        self._every_s = every_s
        self._name, self._total_s, self._last = "", 0.0, 0.0

    def start(self, name: str, *, total_s: float) -> None:
        self._name, self._total_s, self._last = name, total_s, time.perf_counter()
        self._out.write(f"{name}: {total_s:.1f} s to simulate")

    def update(self, simulated_s: float, factor: float) -> None:
        now = time.perf_counter()
        if now - self._last >= self._every_s or simulated_s >= self._total_s:
            self._last = now
            self._out.write(f"{self._name}: {line(simulated_s, self._total_s, factor)}")

    def note(self, text: str) -> None:
        self._out.write(f"{self._name}: {text}" if self._name else text)

    def stop(self) -> None: ...


class JsonLine:
    """One JSON object a line: ``start``, ``progress`` (ten a second at most), ``note``."""

    def __init__(self, stream: IO[str], *, every_s: float = 0.1) -> None:
        self._out = _Written(stream)
        self._every_s = every_s
        self._total_s, self._last = 0.0, -1e9

    def emit(self, event: str, /, **facts: object) -> None:
        self._out.write(msgspec.json.encode({"event": event, **facts}).decode())

    def start(self, name: str, *, total_s: float) -> None:
        self._total_s = total_s
        self.emit("start", name=name, total_s=total_s)

    def update(self, simulated_s: float, factor: float) -> None:
        now = time.perf_counter()
        if now - self._last >= self._every_s or simulated_s >= self._total_s:
            self._last = now
            self.emit(
                "progress",
                simulated_s=simulated_s,
                total_s=self._total_s,
                real_time_factor=round(factor, 3),
            )

    def note(self, text: str) -> None:
        self.emit("note", text=text)

    def stop(self) -> None: ...


class RichLine:
    """A bar that redraws itself, ten times a second at most."""

    def __init__(self, stream: IO[str], *, every_s: float = 0.1) -> None:
        self._stream, self._every_s = stream, every_s
        self._bar: Progress | None = None
        self._total_s, self._last = 0.0, 0.0

    def start(self, name: str, *, total_s: float) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._total_s = total_s
        self._bar = Progress(
            TextColumn("[bold]{task.description}[/]", markup=True),
            BarColumn(bar_width=28, complete_style="cyan", finished_style="green"),
            TextColumn("{task.fields[line]}", markup=False),
            console=Console(file=self._stream, highlight=False),
            auto_refresh=False,
        )
        self._bar.add_task(name, total=total_s, line="starting")
        self._bar.start()
        self._bar.refresh()

    def update(self, simulated_s: float, factor: float) -> None:
        now = time.perf_counter()
        if self._bar is None or (now - self._last < self._every_s and simulated_s < self._total_s):
            return
        self._last = now
        shown = line(simulated_s, self._total_s, factor)
        self._bar.update(self._bar.task_ids[0], completed=simulated_s, line=shown, refresh=True)

    def note(self, text: str) -> None:
        if self._bar is None:
            self._stream.write(text + "\n")
        else:
            self._bar.console.print(text, markup=False)

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
