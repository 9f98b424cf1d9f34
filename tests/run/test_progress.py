"""The live line in its three forms, and the pace it tells."""

from __future__ import annotations

import io
import json
import os

import pytest

from outrider.run import progress
from outrider.run.pacing import Pacer
from outrider.run.progress import JsonLine, Pace, PlainLine, RichLine


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ((12.4, 20.0, 3.1), "12.4/20.0 s  x3.1 real time"),
        ((0.0, 20.0, 0.313), "0.0/20.0 s  x0.31 real time"),
        ((3600.0, 7200.0, 412.6), "3600.0/7200.0 s  x413 real time"),
    ],
)
def test_the_line(facts: tuple[float, float, float], text: str) -> None:
    assert progress.line(*facts) == text


def test_pace_is_that_of_the_last_two_seconds_and_of_all() -> None:
    pace = Pace(100.0)
    assert pace.recent == pace.overall == 0.0
    for tenth in range(1, 101):
        wall = tenth / 10
        # Ten seconds at real time, but the first five stood still.
        pace.add(100.0 + wall, 2 * max(0.0, wall - 5.0))
    assert pace.recent == pytest.approx(2.0)
    assert pace.overall == pytest.approx(1.0)


def test_plain_lines_are_few_and_the_last_is_there() -> None:
    out = io.StringIO()
    line = PlainLine(out, every_s=1e9)
    line.start("valley", total_s=20.0)
    for step in range(1001):
        line.update(step / 50, 5.0)
    line.note("picture done")
    line.stop()
    assert out.getvalue().splitlines() == [
        "valley: 20.0 s to simulate",
        "valley: 20.0/20.0 s  x5.0 real time",
        "valley: picture done",
    ]


def test_json_lines_are_objects() -> None:
    out = io.StringIO()
    line = JsonLine(out, every_s=0.0)
    line.start("valley", total_s=2.0)
    line.update(1.0, 3.14159)
    line.note('a "quoted" note')
    line.stop()
    assert [json.loads(text) for text in out.getvalue().splitlines()] == [
        {"event": "start", "name": "valley", "total_s": 2.0},
        {"event": "progress", "simulated_s": 1.0, "total_s": 2.0, "real_time_factor": 3.142},
        {"event": "note", "text": 'a "quoted" note'},
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar_and_a_file_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    out = Terminal()
    line = progress.choose(stream=out)
    assert isinstance(line, RichLine)
    line.note("before")
    line.start("valley", total_s=20.0)
    line.update(20.0, 3.1)
    line.note("[after]")
    line.stop()
    assert "20.0/20.0 s  x3.1 real time" in out.getvalue()
    assert "[after]" in out.getvalue()
    assert "before" in out.getvalue()
    assert isinstance(progress.choose(stream=io.StringIO()), PlainLine)
    assert isinstance(progress.choose("json", stream=io.StringIO()), JsonLine)
    silent = progress.choose("none", stream=out)
    silent.start("x", total_s=1.0)
    silent.update(1.0, 1.0)
    silent.note("x")
    silent.stop()


def test_a_reader_that_goes_away_does_not_end_the_run() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", buffering=1) as stream:
        line = PlainLine(stream, every_s=0.0)
        line.start("valley", total_s=1.0)
        line.update(0.5, 1.0)
        line.update(1.0, 1.0)
        # What was buffered can never be written: drop it before the stream is closed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), writer)


class Clock:
    """A wall clock that sleeping moves on."""

    def __init__(self) -> None:
        self.now = 50.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_a_fast_run_is_held_to_the_wall_clock() -> None:
    clock = Clock()
    pacer = Pacer(clock=clock, sleep=clock.sleep)
    for step in range(101):
        clock.now += 0.001
        pacer.wait(step * 0.05)
    assert clock.now - 50.001 == pytest.approx(5.0, abs=1e-6)


def test_a_slow_run_does_not_race_after_lost_time() -> None:
    clock = Clock()
    pacer = Pacer(clock=clock, sleep=clock.sleep)
    pacer.wait(0.0)
    clock.now += 10.0
    pacer.wait(0.05)
    pacer.wait(0.10)
    assert clock.slept == [pytest.approx(0.05)]
