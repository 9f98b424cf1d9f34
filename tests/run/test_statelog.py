"""The state log: what is written is read, and a damaged file never gives a wrong state."""

from __future__ import annotations

from pathlib import Path

import pytest

from outrider.core.errors import OutriderError, UnsafeFileError
from outrider.core.messages import RobotState
from outrider.run.statelog import MAGIC, StateLog, StateLogReader
from tests.run.sources import Circler


def written(path: Path, *, steps: int = 20) -> tuple[list[RobotState], str]:
    source, states = Circler(), list[RobotState]()
    with StateLog(path) as log:
        for _ in range(steps):
            states += source.states()
            log.add(source.states())
            source.advance(20_000_000)
    return states, log.digest


def test_states_come_back_to_the_last_bit(tmp_path: Path) -> None:
    states, _ = written(tmp_path / "state.log")
    reader = StateLogReader(tmp_path / "state.log")
    assert list(reader) == states
    assert reader.complete


def test_equal_runs_have_equal_files_and_others_other_digests(tmp_path: Path) -> None:
    _, first = written(tmp_path / "a")
    _, second = written(tmp_path / "b")
    _, longer = written(tmp_path / "c", steps=21)
    assert first == second != longer
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_cut_file_gives_every_whole_frame_before_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "state.log"
    states, _ = written(path, steps=3)
    content = path.read_bytes()
    seen = 0
    for cut in range(len(MAGIC), len(content), 7):
        path.write_bytes(content[:cut])
        reader = StateLogReader(path)
        found = list(reader)
        assert found == states[: len(found)]
        assert len(found) >= seen
        assert not reader.complete
        seen = len(found)
    assert seen == len(states)


def test_a_flipped_byte_is_never_taken_for_a_complete_log(tmp_path: Path) -> None:
    path = tmp_path / "state.log"
    written(path, steps=1)
    content = path.read_bytes()
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :])
        reader = StateLogReader(path)
        try:
            list(reader)
        except OutriderError:
            continue
        assert not reader.complete, place


def test_a_claimed_giant_frame_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "state.log"
    path.write_bytes(MAGIC + (0xFFFFFFF0).to_bytes(4, "little"))
    with pytest.raises(UnsafeFileError, match="claims 4294967280 bytes at offset 12"):
        list(StateLogReader(path))


def test_another_file_is_not_a_state_log(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"something else")
    with pytest.raises(UnsafeFileError, match="not a state log"):
        list(StateLogReader(path))
