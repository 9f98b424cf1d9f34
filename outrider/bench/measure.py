"""How long things take: repeats, medians, and what a benchmark insists on."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from outrider.core.errors import SimulationError


class Size(Struct, frozen=True, kw_only=True):
    """How much of a benchmark is run: the whole, or just enough to see that it works."""

    repeats: int = 5
    share: float = 1.0

    def of(self, whole: float, *, least: float = 0.0) -> float:
        """A length of simulated time or the like, cut to the size."""
        return max(whole * self.share, least)

    def count(self, whole: int, *, least: int = 1) -> int:
        """A number of things, cut to the size."""
        return max(round(whole * self.share), least)


FULL = Size()
SMOKE = Size(repeats=1, share=0.02)


class BenchmarkError(SimulationError):
    """A benchmark did not do what its name promises, so its time means nothing."""


def insist(condition: object, what: str) -> None:
    """Refuse to report a figure for other work than the benchmark's own."""
    if not condition:
        raise BenchmarkError(f"not measured: {what}")


def wall_s(work: Callable[[], object], *, tidy: bool = True) -> float:
    """Wall-clock seconds of one call, after a collection of garbage."""
    if tidy:
        gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cpu_s(work: Callable[[], object]) -> float:
    """Processor seconds of one call, in all threads: what other programs do hardly matters."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def wall_and_cpu_s(work: Callable[[], object]) -> tuple[float, float]:
    """Both: their ratio says how many cores were at work."""
    wall: list[float] = []
    cpu = cpu_s(lambda: wall.append(wall_s(work, tidy=False)))
    return wall[0], cpu


def median(values: Iterable[float]) -> float:
    return statistics.median(values)


def alternate(
    works: Sequence[Callable[[], object]],
    repeats: int,
    *,
    clock: Callable[[Callable[[], object]], float] = wall_s,
) -> list[list[float]]:
    """Times of each work, taken in turns so that what slows the machine slows all alike."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for work, taken in zip(works, times, strict=True):
            taken.append(clock(work))
    return times
