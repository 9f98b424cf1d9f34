"""A run leaves its results whatever ends it."""

from __future__ import annotations

import io
import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from outrider.core.errors import DivergenceError
from outrider.run import folder, interrupt
from outrider.run.execute import Execution, Outcome, log_interval_ns
from outrider.run.interrupt import Interrupt
from outrider.run.progress import PlainLine
from outrider.run.statelog import StateLogReader
from tests.run.sources import Circler

SECOND = 10**9
RESULTS = {
    "scenario.yaml",
    "machine.json",
    "state.log",
    "inputs.log",
    "metrics.json",
    "paths.jpg",
    "timing.json",
}


def names_in(path: Path) -> set[str]:
    return {entry.name for entry in path.iterdir()}


def executed(
    root: Path, source: Circler, *, picture: bool = True
) -> tuple[Outcome, folder.RunFolder]:
    place = folder.create("circle", root=root)
    execution = Execution(
        source, place, duration_ns=2 * SECOND, line=PlainLine(io.StringIO()), picture=picture
    )
    return execution.run("circle"), place


def at(moment_ns: int, act: Callable[[], None]) -> Callable[[Circler], None]:
    """Do something when the source has come to a moment."""

    def on_advance(source: Circler) -> None:
        if source.now_ns == moment_ns:
            act()

    return on_advance


def test_a_whole_run(tmp_path: Path) -> None:
    outcome, place = executed(tmp_path, Circler())
    assert outcome.exit_code == 0
    assert names_in(place.path) == RESULTS
    reader = StateLogReader(place.file("state.log"))
    stamps = [state.stamp_ns for state in reader if state.robot == "ugv0"]
    assert stamps == list(range(0, 2 * SECOND + 1, 20_000_000))
    assert reader.complete
    metrics = json.loads(place.file("metrics.json").read_text())
    assert metrics["run"]["ended"]["value"] == "complete"
    assert metrics["run"]["simulated"] == {"value": 2.0, "unit": "s"}
    assert metrics["robots"]["ugv0"]["max_speed"]["value"] == pytest.approx(2.0)
    assert place.file("paths.jpg").read_bytes() == b"picture of ugv0,uav0"
    assert json.loads(place.file("timing.json").read_text())["real_time_factor"] > 1


def test_repeats_are_equal_but_for_the_timing(tmp_path: Path) -> None:
    (_, first), (_, second) = (executed(tmp_path, Circler()) for _ in range(2))
    for name in RESULTS - set(folder.NOT_HASHED):
        assert first.file(name).read_bytes() == second.file(name).read_bytes()


def test_ctrl_c_ends_at_the_next_step_and_keeps_everything(tmp_path: Path) -> None:
    source = Circler(on_advance=at(SECOND, lambda: os.kill(os.getpid(), signal.SIGINT)))
    outcome, place = executed(tmp_path, source)
    assert (outcome.exit_code, outcome.interrupted) == (3, True)
    assert outcome.simulated_ns == SECOND
    assert names_in(place.path) == RESULTS
    reader = StateLogReader(place.file("state.log"))
    assert max(state.stamp_ns for state in reader) == SECOND
    assert reader.complete


def test_a_second_ctrl_c_breaks_a_step_off(tmp_path: Path) -> None:
    def twice() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        pytest.fail("the second one must not be waited out")

    outcome, place = executed(tmp_path, Circler(on_advance=at(SECOND, twice)))
    assert outcome.exit_code == 3
    assert names_in(place.path) == RESULTS


def test_a_step_that_hangs_after_ctrl_c_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interrupt, "STEP_S", 0.02)

    def hang() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            pass
        pytest.fail("the step was not broken off")

    outcome, _ = executed(tmp_path, Circler(on_advance=at(SECOND, hang)))
    assert outcome.exit_code == 3


def test_a_simulation_error_keeps_what_there_is(tmp_path: Path) -> None:
    def diverge() -> None:
        raise DivergenceError("ugv0: position is not finite after stage physics")

    outcome, place = executed(tmp_path, Circler(on_advance=at(SECOND, diverge)))
    assert outcome.exit_code == 3
    assert "ugv0: position is not finite" in outcome.fault
    assert names_in(place.path) == RESULTS
    metrics = json.loads(place.file("metrics.json").read_text())
    assert "not finite" in metrics["run"]["ended"]["value"]
    assert len(list(StateLogReader(place.file("state.log")))) == 2 * 50


def test_an_error_before_the_first_step_is_nothing_done(tmp_path: Path) -> None:
    class Broken(Circler):
        def advance(self, duration_ns: int) -> None:
            raise DivergenceError("at once")

    outcome, _ = executed(tmp_path, Broken())
    assert outcome.exit_code == 1


def test_a_bug_is_passed_on_after_the_results_are_written(tmp_path: Path) -> None:
    def bug() -> None:
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError):
        executed(tmp_path, Circler(on_advance=at(SECOND, bug)))
    assert names_in(tmp_path / "latest") == RESULTS


def test_without_picture(tmp_path: Path) -> None:
    source = Circler()
    _, place = executed(tmp_path, source, picture=False)
    assert source.pictures == 0
    assert names_in(place.path) == RESULTS - {"paths.jpg"}


def test_signals_are_handled_as_before_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)
    with Interrupt() as caught:
        caught.allow(60.0)
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_swarms_are_logged_less_often() -> None:
    assert [log_interval_ns(count) for count in (1, 32, 33, 1000)] == [
        SECOND // 50,
        SECOND // 50,
        SECOND // 20,
        SECOND // 5,
    ]
