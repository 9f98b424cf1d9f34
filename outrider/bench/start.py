"""How long a user waits: fresh processes, from the command to its end."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from outrider.bench.measure import Size, insist, median
from outrider.bench.record import Fact, Record

OUTRIDER: Final = (sys.executable, "-m", "outrider.cli")
POLL_S: Final = 0.005
PICTURE: Final = "paths.jpg"


def import_package(size: Size) -> Record:
    """``import outrider`` in a fresh Python."""
    return _start("start/import", 0.1, (sys.executable, "-c", "import outrider"), size)


def help_page(size: Size) -> Record:
    """``outrider --help``."""
    return _start("start/help", 0.25, (*OUTRIDER, "--help"), size)


def check(size: Size) -> Record:
    """``outrider check`` of a shipped scenario."""
    return _start("start/check", 0.35, (*OUTRIDER, "check", "valley"), size)


def _start(name: str, target: float, command: Sequence[str], size: Size) -> Record:
    """The whole process, Python's own start included; taken in turns with ``import numpy``."""
    rivals = (command, (sys.executable, "-c", "import numpy"), (sys.executable, "-c", "pass"))
    times: list[list[float]] = [[], [], []]
    for rival, taken in zip(rivals, times, strict=True):
        _run(rival)  # files into the cache of the system
        taken.clear()
    for _ in range(size.repeats):
        for rival, taken in zip(rivals, times, strict=True):
            taken.append(_run(rival))
    mine, numpy, bare = (median(taken) for taken in times)
    beside: dict[str, Fact] = {"import_numpy": numpy, "python_alone": bare}
    return Record(name=name, value=mine, unit="s", target=target, better="lower", beside=beside)


def _run(command: Sequence[str]) -> float:
    start = time.perf_counter()
    ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    seconds = time.perf_counter() - start
    insist(ended.returncode == 0, f"{' '.join(command[1:])}: exit code {ended.returncode}")
    return seconds


def demo(size: Size) -> Record:
    """``outrider demo`` with an empty and with a warm JIT cache, and its first picture."""
    cold: list[tuple[float, float]] = []
    warm: list[tuple[float, float]] = []
    for _ in range(size.repeats):
        with tempfile.TemporaryDirectory(prefix="outrider-bench-") as folder:
            cold.append(_demo(Path(folder), "cold"))
            warm.append(_demo(Path(folder), "warm"))
    return Record(
        name="start/demo",
        value=median(whole for whole, _ in cold),
        unit="s",
        target=20.0,
        better="lower",
        beside={
            "first_picture_cold": median(picture for _, picture in cold),
            "first_picture_target": 10.0,
            "first_picture_met": median(picture for _, picture in cold) <= 10.0,
            "warm": median(whole for whole, _ in warm),
            "first_picture_warm": median(picture for _, picture in warm),
        },
    )


def _demo(folder: Path, out: str) -> tuple[float, float]:
    """Seconds to the end and to the first picture, with the JIT cache in ``folder``."""
    place = folder / out
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "kernels")}
    start = time.perf_counter()
    running = subprocess.Popen(  # noqa: S603
        (*OUTRIDER, "demo", "--out", str(place)),
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    first = 0.0
    while running.poll() is None:
        if not first and any(place.glob(f"*/{PICTURE}")):
            first = time.perf_counter() - start
        time.sleep(POLL_S)
    whole = time.perf_counter() - start
    insist(running.returncode == 0, f"outrider demo: exit code {running.returncode}")
    insist(first > 0.0, "outrider demo left no picture")
    return whole, first
