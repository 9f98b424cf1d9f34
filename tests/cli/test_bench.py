"""``outrider bench``: how records are told, and what a benchmark that fails does."""

from __future__ import annotations

import json

import pytest

from outrider.bench import registry
from outrider.bench.measure import Size, insist
from outrider.bench.record import Fact, Record
from outrider.cli import main


def measured(name: str, *, size: Size | None = None) -> Record:
    insist(name != "swarm/core", "the swarm lost a member")
    value = 41.237 if name == "physics/team" else 12.0
    beside: dict[str, Fact] = {"pybullet": 7.123456789, "note": "same terrain"}
    return Record(
        name=name, value=value, unit="x real time", target=40.0, better="higher", beside=beside
    )


@pytest.fixture(autouse=True)
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "run", measured)


def test_a_figure_is_told_with_target_verdict_and_peers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "physics/team", "physics/uav"]) == 0
    page = capsys.readouterr().out
    row = next(line for line in page.splitlines() if "physics/team" in line)
    assert " met " in row
    assert "40" in row
    assert "missed" in next(line for line in page.splitlines() if "physics/uav" in line)
    assert "pybullet 7.12" in page
    assert "1 of 2 targets met" in page


def test_for_programs_each_record_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "physics", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["name"] for record in records] == registry.select(["physics"])
    assert set(records[0]) == {"name", "value", "unit", "target", "better", "beside"}


def test_one_that_cannot_be_measured_does_not_stop_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--json"]) == 3
    told = capsys.readouterr()
    assert told.err == "error: swarm/core: not measured: the swarm lost a member\n"
    assert len(told.out.splitlines()) == len(registry.BENCHMARKS) - 1
    assert main(["bench", "swarm/core"]) == 1


def test_an_unknown_name_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "physics/teem"]) == 2
    assert "did you mean 'physics/team'?" in capsys.readouterr().err
