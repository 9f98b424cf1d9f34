"""Run records and teleoperation on the real simulation."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from outrider import scenario
from outrider.core.errors import UserError
from outrider.run import folder, keylog, picture, pilot
from outrider.run.drive import Drive, check_head, head_of
from outrider.run.execute import Execution, Outcome
from outrider.run.progress import SilentLine
from outrider.run.session import load
from outrider.run.source import SessionSource
from outrider.run.statelog import StateLogReader
from outrider.scenario import Scenario

SECOND = 10**9
TEXT = """\
name: yard
seed: 4
duration_s: 3
world: {kind: hills, relief_m: 1}
robots:
  - {name: ugv0, model: husky, position_m: [0, 0], plan: [{go_to: {to: [1.5, 0], speed_mps: 0.8}}]}
  - {name: uav0, model: x500, position_m: [0, 3], plan: [{take_off: {height_m: 2}}]}
  - {name: human0, model: person, position_m: [0, -3]}
props:
  - {name: crate0, shape: box, size_m: [0.5, 0.5, 0.5], position_m: [0.95, 0], mass_kg: 5}
"""


@pytest.fixture(scope="module")
def yard() -> Scenario:
    return scenario.parse(TEXT)


def executed(yard: Scenario, root: Path) -> tuple[Outcome, folder.RunFolder, SessionSource]:
    source = SessionSource(load(yard))
    place = folder.create("yard", root=root)
    execution = Execution(source, place, duration_ns=3 * SECOND, line=SilentLine())
    return execution.run("yard"), place, source


def test_a_run_leaves_truth_in_its_folder(yard: Scenario, tmp_path: Path) -> None:
    outcome, place, source = executed(yard, tmp_path)
    assert outcome.complete
    figures = outcome.metrics.robots
    assert figures["ugv0"]["distance"].value == pytest.approx(1.5, abs=0.25)
    assert 1 <= int(str(figures["ugv0"]["contacts"].value)) <= 3  # the crate, which may leap ahead
    assert figures["uav0"]["contacts"].value == 0
    assert figures["human0"]["distance"].value == pytest.approx(0.0, abs=0.02)
    assert outcome.metrics.run["commands_done"].value == 2
    states = list(StateLogReader(place.file("state.log")))
    assert states[-3:] == source.states()
    assert len(states) == 3 * 151
    image = Image.open(io.BytesIO(place.file("paths.jpg").read_bytes()))
    assert image.width >= 1000
    assert place.file("paths.jpg").stat().st_size <= 150_000
    again = scenario.load(place.file("scenario.yaml"))
    assert again == yard


def test_a_repeat_has_the_same_bytes(yard: Scenario, tmp_path: Path) -> None:
    (_, first, _), (_, second, _) = (executed(yard, tmp_path / name) for name in "ab")
    for path in first.path.iterdir():
        if path.name not in folder.NOT_HASHED:
            assert path.read_bytes() == second.file(path.name).read_bytes(), path.name


def steer(drive: Drive, *, periods: int, keys: Callable[[int], list[str]]) -> None:
    for period in range(periods):
        drive.pilot.keys(keys(period))
        drive.step(pilot.PERIOD_NS)


def press(period: int) -> list[str]:
    """A flight, a drive and a walk: each held for a while, with a turn in each."""
    if period < 50:
        return ["t"] if period == 0 else ["w", "left"] if 30 <= period < 44 else []
    moment = period % 30
    return ["tab"] if moment == 20 else ["w"] if moment < 10 else ["w", "a"]


def test_keys_move_every_kind_of_robot(yard: Scenario, tmp_path: Path) -> None:
    drive = Drive(yard, robot="uav0", root=tmp_path)
    before = {state.robot: state.position for state in drive.source.states()}
    steer(drive, periods=125, keys=press)
    for state in drive.source.states():
        moved = np.linalg.norm(np.subtract(state.position, before[state.robot])[:2])
        assert moved > 0.3, state.robot
    assert {entry.command.name for entry in drive.pilot.entries} >= {
        "take_off", "fly", "hold", "drive", "walk",
    }  # fmt: skip
    assert drive.finish() is None
    assert not list(tmp_path.iterdir())


def test_a_recorded_drive_replays_to_the_last_bit(yard: Scenario, tmp_path: Path) -> None:
    keys = tmp_path / "keys.jsonl"
    drive = Drive(yard, robot="uav0", record=keys, root=tmp_path)
    steer(drive, periods=40, keys=press)
    drive.pilot.act("record")
    steer(drive, periods=20, keys=lambda period: press(period + 40))
    place = drive.finish()
    assert place is not None
    assert keylog.read(keys) == keylog.read(place / "keys.jsonl")
    stamps = [state.stamp_ns for state in StateLogReader(place / "state.log")]
    assert (min(stamps), max(stamps)) == (2_050_000_000, 3 * SECOND)

    log = keylog.read(keys)
    check_head(log.head, yard, keys)
    again = Drive(yard, root=tmp_path)
    assert pilot.replay(again.source, log, after=again.observe)
    assert again.source.states() == drive.source.states()
    assert again.source.inputs() == drive.source.inputs()


def test_a_log_of_another_scenario_is_refused(yard: Scenario, tmp_path: Path) -> None:
    other = scenario.parse(TEXT, seed=5)
    with pytest.raises(UserError, match="same file, --set and --seed"):
        check_head(head_of(other), yard, tmp_path / "keys.jsonl")


def test_the_start_is_drawn_before_the_simulation_is_built() -> None:
    found = scenario.load("team_carrier")
    source = SessionSource(load(found))
    content = picture.paint_start(found, source.session.scene)
    assert len(content) <= 150_000
    assert Image.open(io.BytesIO(content)).width >= 1000
