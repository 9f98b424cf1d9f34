"""What keys and sticks mean."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from outrider.core.errors import UnknownNameError, UserError
from outrider.run import keylog, teleop
from outrider.run.keyboard import parse_keys
from outrider.run.keylog import End, Head, KeyWriter
from outrider.run.pilot import PERIOD_NS, Pilot, replay
from outrider.run.teleop import HOLD_NS, RELEASED, Command, Entry, Stick
from tests.run.sources import Toy

HEAD = Head(scenario="valley", digest="d", tick_us=2000)


def test_a_press_holds_for_exactly_its_time() -> None:
    stick = teleop.press(Stick(), "w", kind="multirotor", now_ns=1000)
    assert teleop.deflection(stick, now_ns=1000) == (1.0, 0.0, 0.0, 0.0)
    assert teleop.deflection(stick, now_ns=1000 + HOLD_NS - 1) == (1.0, 0.0, 0.0, 0.0)
    assert teleop.deflection(stick, now_ns=1000 + HOLD_NS) == RELEASED


def test_key_repeat_keeps_an_axis_and_axes_fall_back_one_by_one() -> None:
    stick = teleop.press(Stick(), "w", kind="multirotor", now_ns=0)
    stick = teleop.press(stick, "left", kind="multirotor", now_ns=HOLD_NS // 2)
    assert teleop.deflection(stick, now_ns=HOLD_NS // 2) == (1.0, 0.0, 0.0, 1.0)
    assert teleop.deflection(stick, now_ns=HOLD_NS) == (0.0, 0.0, 0.0, 1.0)
    stick = teleop.press(stick, "w", kind="multirotor", now_ns=HOLD_NS)
    assert teleop.deflection(stick, now_ns=HOLD_NS + 1) == (1.0, 0.0, 0.0, 1.0)


def test_the_opposite_key_takes_over() -> None:
    stick = teleop.press(Stick(), "w", kind="wheeled", now_ns=0)
    stick = teleop.press(stick, "s", kind="wheeled", now_ns=1)
    assert teleop.deflection(stick, now_ns=2)[teleop.FORWARD] == -1.0


def test_a_fresh_stick_is_released_at_any_time() -> None:
    assert teleop.deflection(Stick(), now_ns=0) == RELEASED
    assert teleop.command_for("person", RELEASED, share=1.0, heading_rad=1.0) == Command("hold")


def test_side_keys_turn_on_the_ground_and_slide_in_the_air() -> None:
    ground = teleop.press(Stick(), "a", kind="wheeled", now_ns=0)
    air = teleop.press(Stick(), "a", kind="multirotor", now_ns=0)
    assert ground.values == (0.0, 0.0, 0.0, 1.0)
    assert air.values == (0.0, 1.0, 0.0, 0.0)


@pytest.mark.parametrize("heading", [0.0, 0.7, math.pi / 2, -2.5])
def test_flying_ahead_is_along_the_heading(heading: float) -> None:
    command = teleop.command_for("multirotor", (1.0, 0.0, 0.5, 0.0), share=0.5, heading_rad=heading)
    speed = teleop.REACH["multirotor"].speed_mps * 0.5
    assert command.name == "fly"
    assert command.values[:2] == pytest.approx(
        (speed * math.cos(heading), speed * math.sin(heading))
    )
    assert command.values[2:] == pytest.approx((teleop.REACH["multirotor"].climb_mps / 2, 0.0))


def test_a_person_walks_where_it_will_look() -> None:
    speed = teleop.REACH["person"].speed_mps
    straight = teleop.command_for("person", (1.0, 0.0, 0.0, 0.0), share=0.5, heading_rad=0.4)
    assert straight == Command("walk", (speed / 2, pytest.approx(0.4)))  # type: ignore[arg-type]
    on_the_spot = teleop.command_for("person", (0.0, 0.0, 0.0, 1.0), share=1.0, heading_rad=3.1)
    assert on_the_spot.values[0] == teleop.LEAST_WALK_MPS
    assert -math.pi < on_the_spot.values[1] < -2.0
    back = teleop.command_for("person", (-1.0, 0.0, 0.0, 0.0), share=1.0, heading_rad=0.0)
    assert back == Command("hold")


def test_a_diagonal_is_not_faster() -> None:
    command = teleop.command_for("multirotor", (1.0, 1.0, 0.0, 0.0), share=1.0, heading_rad=0.3)
    assert math.hypot(*command.values[:2]) == pytest.approx(6.0)


def test_pace_stays_within_its_steps() -> None:
    stick = Stick()
    for _ in range(9):
        stick = teleop.change_pace(stick, 1)
    assert stick.share == 1.0
    for _ in range(9):
        stick = teleop.change_pace(stick, -1)
    assert stick.share == min(teleop.PACES)


def test_only_multirotors_take_off() -> None:
    assert teleop.action_for("t", "multirotor") == "take_off"
    assert teleop.action_for("t", "wheeled") == ""
    assert teleop.action_for("q", "person") == "quit"


@pytest.mark.parametrize(
    ("content", "keys", "rest"),
    [
        (b"wW q", ["w", "w", "space", "q"], b""),
        (b"\x1b[A\x1bOD\t", ["up", "left", "tab"], b""),
        (b"w\x1b", ["w"], b"\x1b"),
        (b"\x1b[", [], b"\x1b["),
        (b"\x1b[15~s", ["s"], b""),
        (b"\x1bxd", ["x", "d"], b""),
        (b"\x03", ["q"], b""),
        ("é+".encode(), ["+"], b""),
    ],
)
def test_bytes_of_a_terminal_become_keys(content: bytes, keys: list[str], rest: bytes) -> None:
    assert parse_keys(content) == (keys, rest)


def test_an_endless_escape_sequence_does_not_block_the_keys_after_it() -> None:
    keys, rest = parse_keys(b"\x1b[" + b"1" * 40 + b"w")
    assert keys[-1] == "w"
    assert rest == b""


def fly(pilot: Pilot, toy: Toy, keys: list[str], *, periods: int) -> None:
    pilot.keys(keys)
    for _ in range(periods):
        pilot.steer()
        toy.advance(PERIOD_NS)


def test_a_tapped_key_moves_the_robot_for_the_hold_time() -> None:
    toy = Toy()
    pilot = Pilot(toy)
    fly(pilot, toy, ["w"], periods=20)
    speed = teleop.REACH["multirotor"].speed_mps * pilot.stick.share
    assert toy.place["uav0"][0] == pytest.approx(speed * HOLD_NS * 1e-9)
    assert [command.name for _, _, command in toy.given] == ["fly", "hold"]
    assert [entry.tick for entry in pilot.entries] == [0, HOLD_NS // toy.tick_ns]


def test_take_off_is_not_ended_by_released_axes() -> None:
    toy = Toy()
    pilot = Pilot(toy)
    fly(pilot, toy, ["t"], periods=10)
    assert [command.name for _, _, command in toy.given] == ["take_off"]


def test_a_robot_that_is_not_steered_keeps_its_plan() -> None:
    toy = Toy()
    pilot = Pilot(toy)
    fly(pilot, toy, ["tab"], periods=10)
    assert pilot.robot == "ugv0"
    assert toy.given == []


def test_letting_go_of_a_moving_robot_stops_it() -> None:
    toy = Toy()
    pilot = Pilot(toy)
    fly(pilot, toy, ["w"], periods=1)
    fly(pilot, toy, ["tab", "w"], periods=1)
    assert [(robot, command.name) for _, robot, command in toy.given] == [
        ("uav0", "fly"),
        ("uav0", "hold"),
        ("ugv0", "drive"),
    ]


def test_a_joystick_takes_precedence_and_releases() -> None:
    toy = Toy()
    pilot = Pilot(toy, robot="ugv0")
    pilot.sticks((0.5, 0.0, 0.0, 0.0))
    fly(pilot, toy, [], periods=4)
    pilot.sticks(RELEASED)
    fly(pilot, toy, [], periods=4)
    assert toy.place["ugv0"][0] == pytest.approx(0.5 * 2.0 * 0.5 * 0.2)
    assert toy.given[-1][2] == Command("hold")


def test_an_unknown_robot_is_named_with_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'ugv0'"):
        Pilot(Toy(), robot="ugv1")


def steered(path: Path) -> Toy:
    """A steered run with turns, two robots and a log on disk."""
    toy = Toy()
    writer = KeyWriter(path, HEAD)
    pilot = Pilot(toy, on_entry=writer.add)
    for keys, periods in ((["w", "left"], 9), (["t", "+"], 3), (["tab", "up", "a"], 8), ([], 5)):
        fly(pilot, toy, keys, periods=periods)
    writer.close(End(toy.now_ns // toy.tick_ns, toy.fingerprint()))
    return toy


def test_a_replayed_log_gives_the_same_run(tmp_path: Path) -> None:
    original = steered(tmp_path / "keys.jsonl")
    log = keylog.read(tmp_path / "keys.jsonl")
    again = Toy()
    assert replay(again, log)
    assert again.given == original.given
    assert again.place == original.place
    assert any(command.name == "fly" and command.values[3] for _, _, command in again.given)


def test_a_changed_log_is_told_from_the_recorded_run(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    steered(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:1] + lines[2:]))
    assert not replay(Toy(), keylog.read(path))


def test_a_cut_log_replays_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    steered(path)
    content = path.read_bytes()
    whole = keylog.read(path)
    for cut in range(len(content.splitlines(keepends=True)[0]), len(content) - 1, 7):
        path.write_bytes(content[:cut])
        log = keylog.read(path)
        assert log.end is None
        assert log.entries == whole.entries[: len(log.entries)]
        assert replay(Toy(), log)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the log is empty"),
        ("{}\n", ":1: "),
        ('{"format":"other","version":1,"scenario":"v","digest":"","tick_us":2000}\n', ":1: "),
        ("\xff\n", ":1: "),
    ],
)
def test_a_file_that_is_no_log_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "keys.jsonl"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(UserError, match=message):
        keylog.read(path)


def test_ticks_that_run_backwards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    entries = [Entry(5, "uav0", Command("hold")), Entry(4, "uav0", Command("hold"))]
    KeyWriter(path, HEAD, entries).close(End(9, ""))
    with pytest.raises(UserError, match=r"keys.jsonl:3: tick 4 comes after tick 5"):
        keylog.read(path)
