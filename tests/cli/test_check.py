"""``outrider check``: one screen about a scenario."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outrider import scenario
from outrider.cli import main

TEXT = """\
name: yard
description: Two robots and a crate.
duration_s: 12.5
wind: {mean_mps: [1, 0, 0], gust_mps: 0.5}
world: {kind: slope, angle_deg: 10}
robots:
  - {name: ugv0, model: husky, position_m: [1, 2], plan: [{go_to: {to: [5, 5]}}, stop]}
  - {name: uav0, model: x500, on: ugv0, sensors: [{kind: state, rate_hz: 50}]}
props:
  - {name: crate0, shape: box, size_m: [1, 1, 1], position_m: [4, 4], mass_kg: 20}
swarm: {model: x500, count: 1000, pattern: wave}
sweep: {seed: [1, 2, 3], robots.0.model: [husky, rover4]}
"""


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    path = tmp_path / "yard.yaml"
    path.write_text(TEXT)
    return path


def test_a_good_scenario_is_told_on_one_screen(
    yard: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(yard), "--set", "robots.0.plan=[]"]) == 0
    page = capsys.readouterr().out
    for fact in (
        "yard  ok",
        "12.5 s, tick 2 ms, seed 0",
        "slope: ",
        "mean (1, 0, 0) m/s, gusts 0.5 m/s",
        "1,000 x x500, wave",
        "crate0",
        "6 runs: seed x3, robots.0.model x2",
        "2 robots",
        "at (1, 2) m",
        "on ugv0, pad 0",
        "1 sensor",
        f"outrider run {yard} --set 'robots.0.plan=[]'",
    ):
        assert fact in page
    assert len(page.splitlines()) <= 24


def test_the_plan_is_listed(yard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(yard)])
    assert "go_to, stop" in capsys.readouterr().out


@pytest.mark.parametrize("name", scenario.names())
def test_every_shipped_scenario_is_good(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name]) == 0
    assert len(capsys.readouterr().out.splitlines()) <= 40


def test_a_fault_is_told_with_its_place(yard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    yard.write_text(TEXT.replace("gust_mps", "gust_mpss"))
    assert main(["check", str(yard)]) == 2
    told = capsys.readouterr().err
    assert f"{yard}:4:" in told
    assert "gust_mps" in told
    assert "^" in told


def test_the_schema_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert "$schema" in schema or "$defs" in schema
