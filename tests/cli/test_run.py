"""``outrider run``, ``demo`` and ``drive`` from the command line to the results."""

from __future__ import annotations

import json
import os
import pty
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from outrider.cli import demo, main
from outrider.core.errors import DivergenceError
from outrider.run.session import Session

TEXT = """\
name: yard
duration_s: 0.5
robots:
  - {name: ugv0, model: husky, position_m: [0, 0], plan: [{drive: {speed_mps: 0.5, seconds: 0.3}}]}
  - {name: uav0, model: x500, position_m: [0, 3], plan: [{take_off: {height_m: 1}}]}
"""


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    path = tmp_path / "yard.yaml"
    path.write_text(TEXT)
    return path


def test_a_run_prints_figures_and_where_the_results_are(
    yard: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(yard), "--out", str(tmp_path / "runs")]) == 0
    told = capsys.readouterr()
    assert "0.5/0.5 s  x" in told.err
    folder = Path(told.out.splitlines()[-1].removeprefix("results in "))
    assert folder == (tmp_path / "runs" / "latest").resolve()
    for figure in ("simulated", "x real time", "top speed", "m/s", "deg", "commands done"):
        assert figure in told.out
    assert (folder / "paths.jpg").stat().st_size > 10_000


def test_for_programs_every_line_is_an_object(
    yard: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["run", str(yard), "--json", "--no-plot", "--out", str(tmp_path), "--seed", "9"]
    assert main([*arguments, "--seconds", "0.1", "--set", "robots.0.model=rover4"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = [event["event"] for event in events if event["event"] != "note"]
    assert (kinds[0], set(kinds[1:-1]), kinds[-1]) == ("start", {"progress"}, "end")
    assert events[-1]["metrics"]["run"]["simulated"] == {"value": 0.1, "unit": "s"}
    assert events[-1]["metrics"]["robots"]["ugv0"]["model"]["value"] == "rover4"
    resolved = (Path(events[-1]["folder"]) / "scenario.yaml").read_text()
    assert "seed: 9" in resolved
    assert not (Path(events[-1]["folder"]) / "paths.jpg").exists()


def test_a_sweep_runs_one_after_another_and_ends_with_a_table(
    yard: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    yard.write_text(TEXT + "sweep: {seed: [1, 2], robots.0.model: [husky, rover4]}\n")
    arguments = ["run", str(yard), "--no-plot", "--seconds", "0.1", "--out", str(tmp_path)]
    assert main(arguments) == 0
    page = capsys.readouterr().out
    assert "robots.0.model" in page
    assert page.count("complete") == 4
    rows = json.loads((tmp_path / "latest" / "sweep.json").read_text())
    assert [row["settings"] for row in rows] == [
        {"seed": seed, "robots.0.model": model} for seed in (1, 2) for model in ("husky", "rover4")
    ]
    # Nothing here is random, so only the model makes a difference.
    assert len({row["metrics"]["state_log_digest"]["value"] for row in rows}) == 2


def test_a_run_of_a_sweep_that_fails_does_not_stop_the_others(
    yard: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    yard.write_text(TEXT + "sweep: {robots.0.model: [nothing, husky]}\n")
    arguments = ["run", str(yard), "--no-plot", "--seconds", "0.1", "--out", str(tmp_path)]
    assert main(arguments) == 3
    page = capsys.readouterr().out
    assert "complete" in page
    assert "no robot model named 'nothing'" in " ".join(page.split())


def test_an_error_in_mid_run_keeps_the_results(
    yard: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = Session.step

    def diverge(session: Session, *, ns: int) -> object:
        if session.now_ns >= 200_000_000:
            raise DivergenceError("uav0: the state is not finite after stage physics")
        return step(session, ns=ns)

    monkeypatch.setattr(Session, "step", diverge)
    assert main(["run", str(yard), "--no-plot", "--out", str(tmp_path / "runs")]) == 3
    told = capsys.readouterr()
    assert "error: uav0: the state is not finite" in told.err
    assert "came to 0.2 of 0.5 s" in told.err
    metrics = json.loads((tmp_path / "runs" / "latest" / "metrics.json").read_text())
    assert metrics["run"]["simulated"]["value"] == 0.2


def test_a_place_that_cannot_be_written_is_a_user_error(
    yard: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(yard), "--out", str(yard)]) == 2
    assert "cannot make the folder" in capsys.readouterr().err


def processor_s(pid: int) -> float:
    """User time of a running process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def test_ctrl_c_keeps_what_there_is_within_two_seconds(yard: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "outrider.cli", "run", str(yard), "--json"]
    command += ["--out", str(tmp_path / "runs"), "--seconds", "100000", "--real-time"]
    others_s = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        while b'"progress"' not in run.stdout.readline():
            assert run.poll() is None
        before_s = processor_s(run.pid)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    end = json.loads(out.splitlines()[-1])
    assert (run.returncode, end["exit_code"], end["interrupted"]) == (3, 3, True)
    assert b"interrupted: came to" in err
    # Processor time: what else this machine has to do does not count.
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - others_s - before_s < 2.0
    folder = Path(end["folder"])
    assert {"state.log", "metrics.json", "inputs.log"} <= {path.name for path in folder.iterdir()}


def test_the_demo_ends_with_six_figures_and_three_commands(
    yard: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(demo, "SCENARIO", str(yard))
    assert main(["demo", "--out", str(tmp_path / "runs")]) == 0
    told = capsys.readouterr()
    assert "first picture after" in told.err
    figures = told.out.partition("simulated")[2].partition("picture")[0]
    assert len([line for line in figures.splitlines() if line.strip()]) == 6
    assert told.out.partition("next:")[2].count("\n  outrider ") == 3


def read_until(descriptor: int, enough: Callable[[bytes], bool]) -> None:
    """Read what a program shows until it is enough; a program that waits for that goes on."""
    shown = b""
    while not enough(shown):
        assert select.select([descriptor], [], [], 60)[0], shown
        shown += os.read(descriptor, 4096)


def test_steering_in_a_terminal_is_recorded_and_replayed(
    yard: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = tmp_path / "keys.jsonl"
    person, program = pty.openpty()
    command = [sys.executable, "-m", "outrider.cli", "drive", str(yard), "--record", str(keys)]
    with subprocess.Popen(
        command, stdin=program, stdout=subprocess.PIPE, stderr=program
    ) as driving:
        os.close(program)
        read_until(person, lambda shown: b"ugv0  (" in shown)
        os.write(person, b"www\x1b[Da")
        read_until(person, lambda _: b'"drive"' in keys.read_bytes())
        os.write(person, b"q")
        out, _ = driving.communicate(timeout=60)
    os.close(person)
    assert driving.returncode == 0
    assert b"commands in " in out
    assert b'"drive"' in keys.read_bytes()

    assert main(["drive", str(yard), "--replay", str(keys), "--out", str(tmp_path / "runs")]) == 0
    assert "the same, bit for bit" in capsys.readouterr().out
    assert (tmp_path / "runs" / "latest" / "keys.jsonl").exists()

    lines = [json.loads(line) for line in keys.read_text().splitlines()]
    lines[1]["command"]["values"][0] += 0.1
    keys.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["drive", str(yard), "--replay", str(keys), "--out", str(tmp_path)]) == 3
    assert "differs from what was recorded" in capsys.readouterr().err


def test_steering_without_a_terminal_is_a_clear_error(
    yard: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        assert main(["drive", str(yard)]) == 2
        assert main(["drive", str(yard), "--record", "a", "--replay", "b"]) == 2
    told = capsys.readouterr().err
    assert "not a terminal" in told
    assert "cannot go together" in told
