"""Files that are no scenarios: refused in one clear line, before they can cost anything."""

from __future__ import annotations

import os
import time
import tracemalloc
from functools import partial
from pathlib import Path

import pytest

from outrider import scenario
from outrider.core.errors import OutriderError, UserError
from outrider.scenario.load import MAX_BYTES
from tests.counts import count
from tests.scenario.cases import GOOD, TEXTS, said


def refused(path: Path | str) -> str:
    text = said(lambda: scenario.load(path))
    assert "\n" not in text.partition("\n    ")[0]
    return text


def test_a_file_of_100_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    tracemalloc.start()
    text = refused(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "100,000,000" in text
    assert f"{MAX_BYTES:,}" in text
    assert peak < 1_000_000


def test_a_file_of_just_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "full.yaml"
    path.write_text(GOOD + "#" * (MAX_BYTES - len(GOOD) - 1) + "\n", encoding="utf-8")
    assert path.stat().st_size == MAX_BYTES
    assert scenario.load(path) == scenario.parse(GOOD)


def test_bytes_that_are_not_text_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "binary.yaml"
    path.write_bytes(b"name: a\nseed: \xff\xfe\x00")
    text = refused(path)
    assert text.startswith(f"{path}:2:7: byte 0xff is not UTF-8")


def test_utf_16_is_refused_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    path = tmp_path / "encoded.yaml"
    path.write_bytes(GOOD.encode("utf-16"))
    assert "UTF-8" in refused(path)
    path.write_bytes(GOOD.encode("utf-8-sig"))
    assert scenario.load(path) == scenario.parse(GOOD)


def test_folders_pipes_and_devices_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path, tmp_path / "pipe.yaml", Path("/dev/zero")):
        assert "regular file" in refused(path)


def test_a_name_that_is_neither_file_nor_shipped() -> None:
    assert "did you mean valley?" in refused("valey")
    assert "cannot be read" in refused("no_such_folder/no_such_file.yaml")


@pytest.mark.parametrize("case", ["3,000 brackets", "3,000 indents", "3,000 dashes", "aliases"])
def test_hostile_texts_cost_little(case: str) -> None:
    begin = time.process_time()
    said(lambda: scenario.parse(TEXTS[case]))
    assert time.process_time() - begin < 0.2


def test_a_megabyte_of_anything_ends_within_seconds() -> None:
    for piece in (
        "[",
        "- ",
        "a: ",
        "1,",
        "'",
        "{",
        "&a ",
        "!",
        "#\n",
        "\n",
        "a:\n ",
        "x\n\n",
        "[1],",
    ):
        begin = time.process_time()
        text = "name: a\nrobots: [" + piece * (2**20 // len(piece))
        said(partial(scenario.parse, text))
        assert time.process_time() - begin < 8.0, piece


def test_damaged_files_are_read_or_refused() -> None:
    """Each byte or two of a good file struck out, doubled or replaced; never a traceback."""
    refusals = 0
    for trial in range(count(4000)):
        at = trial * 7919 % len(GOOD)
        span = 1 + trial % 3
        middle = ("", GOOD[at : at + span] * 2, "[", "\t", ":", "\0", "é", "- ", "'")[trial % 9]
        try:
            scenario.parse(GOOD[:at] + middle + GOOD[at + span :])
        except UserError:
            refusals += 1
    assert refusals > 0.5 * count(4000)


def test_a_scenario_built_in_python_is_checked_too() -> None:
    good = scenario.parse(GOOD)
    bad = scenario.Scenario(name="bad", duration_s=float("nan"), robots=good.robots)
    with pytest.raises(OutriderError, match="not a finite number"):
        scenario.load(bad)
    twice = scenario.Scenario(name="bad", robots=(good.robots[0], good.robots[0]))
    with pytest.raises(OutriderError, match="taken by"):
        scenario.load(twice)
    assert scenario.load(good, seed=9).seed == 9
