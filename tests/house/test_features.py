"""Every feature that docs/features.md names is shown by a test or a command that exists."""

from __future__ import annotations

import re

import pytest

from outrider.bench.registry import BENCHMARKS
from outrider.cli import NOUNS
from outrider.scenario import names
from outrider.scenario.worlds import kinds
from tests.house.sources import ROOT, functions

ROW = re.compile(r"^\| ([A-Z]\d\d) \| (.+?) \| (.+) \|$", re.MULTILINE)
PROMISED = {
    *(f"A{k:02}" for k in range(1, 29)),
    *(f"B{k:02}" for k in (*range(1, 16), 17)),
    *(f"K{k:02}" for k in (1, 2, 3, 6, 7, 8, 9)),
    *(f"N{k:02}" for k in (1, 12, 13, 14, 16)),
    *("S05", "S07"),
}
ROWS = ROW.findall((ROOT / "docs" / "features.md").read_text(encoding="utf-8"))
SHOWN = [(row, entry) for row, _, shown in ROWS for entry in re.findall(r"`([^`]+)`", shown)]
TESTS = sorted({entry for _, entry in SHOWN if entry.startswith("tests/")})
COMMANDS = sorted({entry for _, entry in SHOWN if not entry.startswith("tests/")})


def test_every_promised_row_stands_there_once() -> None:
    rows = [row for row, _, _ in ROWS]
    assert rows == sorted(set(rows))
    assert set(rows) >= PROMISED


def test_every_row_says_what_works_and_shows_it() -> None:
    assert {row for row, _ in SHOWN} == {row for row, _, _ in ROWS}
    assert [row for row, what, _ in ROWS if len(what) < 8] == []


@pytest.mark.parametrize("node", TESTS)
def test_a_named_test_exists(node: str) -> None:
    file, _, name = node.partition("::")
    path = ROOT / file
    assert path.is_file()
    assert name in {function.name for function in functions(path)}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_named_command_exists(command: str) -> None:
    program, noun, *words = command.split()
    if program == "make":
        assert re.search(
            rf"^{noun}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
        )
        return
    assert program == "outrider"
    assert noun in NOUNS
    known = {
        "bench": list(BENCHMARKS), "run": names(), "drive": names(),
        "world": ["list", "make", "show", "stats", "classes", "surface", *kinds()],
    }.get(noun, [])  # fmt: skip
    assert set(words) <= set(known)
