"""The example package: its robot, sensor and stage work through its entry points, not installed."""

from __future__ import annotations

import ast
import sys
import tomllib
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import outrider
from outrider.core import registry
from outrider.core.messages import Range
from outrider.run.session import Session
from outrider.sim.robots import catalogue
from outrider.sim.sensors import kinds

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "plugin"
MODULE = FOLDER / "outrider_example.py"

SCENARIO = """
name: lift
robots:
  - name: uav0
    model: heavy_lifter
    position_m: [0, 0]
    sensors:
      - {kind: altimeter, rate_hz: 20, latency_ms: 5, parameters: {noise_m: 0.1}}
    plan:
      - take_off: {height_m: 3}
"""


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the package were installed: its own pyproject.toml says what it offers."""
    groups = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]["entry-points"]
    points = [
        EntryPoint(name, value, group)
        for group, entries in groups.items()
        for name, value in entries.items()
    ]

    def offered(**wanted: str) -> EntryPoints:
        return EntryPoints(p for p in points if wanted.get("group") in (None, p.group))

    monkeypatch.setattr("importlib.metadata.entry_points", offered)
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.delitem(sys.modules, "outrider_example", raising=False)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    file = tmp_path / "lift.yaml"
    file.write_text(SCENARIO)
    return outrider.load(file)


def test_robot_sensor_and_stage_are_under_50_lines_each() -> None:
    text = MODULE.read_text()
    parts = text.split("# --- ")[1:]
    assert [part.split(":")[0] for part in parts] == ["a robot", "a sensor", "a stage"]
    assert all(len(part.splitlines()) < 50 for part in parts)
    names = {n.name for n in ast.parse(text).body if isinstance(n, ast.ClassDef | ast.FunctionDef)}
    assert names == {"heavy_lifter", "Altitude", "Altimeter", "Spring"}


def test_the_robot_is_heavier_and_flies(session: Session) -> None:
    def mass(name: str) -> float:
        return sum(link.mass_kg for link in catalogue.load(name).body_plan().links)

    assert mass("heavy_lifter") == pytest.approx(mass("octo") + 2.0)
    session.step(8.0)
    assert session.robot("uav0").position[2] == pytest.approx(3.0, abs=0.5)


def test_the_sensor_is_heard_with_its_noise(session: Session) -> None:
    assert "altimeter" in kinds()
    session.step(6.0)
    messages = [m for m in session.step(20.0) if isinstance(m, Range)]
    assert len(messages) == 400
    assert all(m.arrival_ns - m.stamp_ns == 5_000_000 for m in messages)
    heights = np.array([m.range_m for m in messages])
    assert heights.mean() == pytest.approx(session.robot("uav0").position[2], abs=0.05)
    assert heights.std() == pytest.approx(0.1, rel=0.2)


def test_the_stage_pulls_back(session: Session, tmp_path: Path) -> None:
    stage: Any = registry.plugin("stages", "spring")
    session.step(8.0)
    session.insert_stage(stage("uav0"), before="physics")
    session.robot("uav0").control("acceleration_heading", [1.5, 0.0, 0.0, 0.0])
    session.step(15.0)
    mass = sum(link.mass_kg for link in catalogue.load("heavy_lifter").body_plan().links)
    # At rest the spring's 40 N/m balance the tilted thrust.
    assert session.robot("uav0").position[0] == pytest.approx(mass * 1.5 / 40.0, rel=0.1)
    session.save(tmp_path / "state")
    restored = outrider.restore(tmp_path / "state")
    restored.insert_stage(stage("uav0"), before="physics")
    for one in (session, restored):
        one.step(0.5)
    assert restored.state_digest() == session.state_digest()
    assert restored.digest() == session.digest()


def test_runs_with_the_plugin_repeat(tmp_path: Path) -> None:
    file = tmp_path / "lift.yaml"
    file.write_text(SCENARIO)
    digests = set()
    for _ in range(2):
        session = outrider.load(file)
        session.step(3.0)
        digests.add(session.digest())
    assert len(digests) == 1
