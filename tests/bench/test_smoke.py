"""Every benchmark runs, in a small size; how fast is not asserted here."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from outrider.bench import peers, registry, start
from outrider.bench.measure import SMOKE
from outrider.bench.record import NOT_AVAILABLE
from outrider.core.errors import MissingExtraError

# The demo is a run of its own of half a minute; here it is only seen that it would be timed.
QUICK = [name for name in registry.BENCHMARKS if name != "start/demo"]


@pytest.mark.parametrize("name", QUICK)
def test_a_benchmark_gives_its_record(name: str) -> None:
    record = registry.run(name, size=SMOKE)
    assert record.name == name
    assert record.unit
    assert record.target > 0.0
    row = json.loads(record.line())
    assert list(row) == ["name", "value", "unit", "target", "better", "beside"]
    if name in ("physics/team", "physics/grove"):
        installed = importlib.util.find_spec("pybullet") is not None
        assert isinstance(row["beside"]["pybullet"], float if installed else str)


@dataclass
class FakeDemo:
    """A process that leaves its picture and ends."""

    polls: int = 0
    returncode: int = 0

    def poll(self) -> int | None:
        self.polls += 1
        return None if self.polls < 3 else 0


def test_the_demo_is_run_cold_and_warm_in_a_cache_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caches: list[str] = []

    def popen(command: tuple[str, ...], *, env: dict[str, str], **_: object) -> FakeDemo:
        place = Path(command[-1]) / "today_valley"
        place.mkdir(parents=True)
        (place / start.PICTURE).touch()
        caches.append(env["NUMBA_CACHE_DIR"])
        assert command[-3:-1] == ("demo", "--out")
        return FakeDemo()

    monkeypatch.setattr(subprocess, "Popen", popen)
    record = registry.run("start/demo", size=SMOKE)
    assert len(caches) == 2
    assert len(set(caches)) == 1
    first = record.beside["first_picture_cold"]
    assert isinstance(first, float)
    assert 0.0 < first <= record.value
    assert set(record.beside) >= {"warm", "first_picture_warm", "first_picture_met"}


def test_without_pybullet_the_peer_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str, *, extra: str) -> None:
        raise MissingExtraError(f"{module}: {extra}")

    monkeypatch.setattr(peers, "need", missing)
    session = object()
    assert peers.pybullet_factor(session, (), 1.0, 1) == NOT_AVAILABLE  # type: ignore[arg-type]
