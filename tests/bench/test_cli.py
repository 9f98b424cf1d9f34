"""``outrider bench`` on the terminal and for programs."""

from __future__ import annotations

import json
import os

import pytest

from outrider.bench import registry
from outrider.bench.measure import FULL, BenchmarkError, Size
from outrider.bench.record import Record
from outrider.cli import main
from outrider.cli.bench import facts, number


def fake(name: str, *, size: Size = FULL) -> Record:
    assert size.repeats == 5
    if name == "physics/grove":
        raise BenchmarkError("not measured: suv0 has crashed")
    lower = name.startswith("start/")
    return Record(
        name=name, value=1234.56, unit="s" if lower else "x", target=40.0,
        better="lower" if lower else "higher", beside={"pybullet": "n/a", "cores": 1.0},
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _no_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "run", fake)


def test_the_table_says_what_is_met_and_what_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "physics/team", "start/help"]) == 0
    page = capsys.readouterr().out
    team, helped = (next(x for x in page.splitlines() if n in x) for n in ("ics/team", "rt/help"))
    assert "1,235 x" in team
    assert "≥ 40" in team
    assert " met " in team
    assert "≤ 40" in helped
    assert "missed" in helped
    assert "pybullet n/a · cores 1" in page
    assert "1 of 2 targets met" in page


@pytest.mark.parametrize(("load", "told"), [(0.2, False), (3.0, True)])
def test_a_busy_machine_is_told(
    load: float, told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load))
    assert main(["bench", "start/help"]) == 0
    assert ("other programs were busy (load 3.0)" in capsys.readouterr().out) is told


def test_programs_get_a_line_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "start", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["name"] for row in rows] == registry.select(["start"])


def test_what_cannot_be_measured_is_told_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "physics/grove", "physics/uav", "--json"]) == 3
    out, err = capsys.readouterr()
    assert "physics/grove: not measured: suv0 has crashed" in err
    assert [json.loads(line)["name"] for line in out.splitlines()] == ["physics/uav"]
    assert main(["bench", "physics/grove"]) == 1


def test_an_unknown_benchmark_is_a_user_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "fysics"]) == 2
    assert "did you mean 'physics'?" in capsys.readouterr().err


def test_numbers_are_short() -> None:
    shown = [number(fact) for fact in (1652200.0, 0.31, True, "n/a", 12)]
    assert shown == ["1,652,200", "0.31", "yes", "n/a", "12"]
    assert facts({"numpy_twin": 2548.1}) == "numpy twin 2,548"
