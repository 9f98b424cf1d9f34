"""Every error text stands in messages.txt, and every one has a place and a next step."""

from __future__ import annotations

import re

import pytest

from outrider import scenario
from tests.scenario import cases


def test_messages_are_those_on_file() -> None:
    assert cases.all_messages() == cases.MESSAGES.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", cases.TEXTS)
def test_a_message_is_one_line_with_its_place(case: str) -> None:
    first, *excerpt = cases.message(case).split("\n")
    assert re.match(r"bad\.yaml:[0-9]+:[0-9]+: \S", first)
    assert len(first) < 400
    assert len(excerpt) in (0, 2)
    assert all(line.isprintable() and len(line) <= 104 for line in excerpt)


@pytest.mark.parametrize("case", cases.TEXTS)
def test_the_caret_stands_under_the_column(case: str) -> None:
    first, *excerpt = cases.message(case).split("\n")
    line, column = map(int, first.split(":")[1:3])
    source = cases.TEXTS[case].splitlines()
    if excerpt:
        shown, caret = excerpt
        assert caret.strip() == "^"
        at = caret.index("^")
        assert len(source) >= line
        if at < len(shown) and shown[at] != "?":
            assert shown[at] == source[line - 1].replace("\t", " ")[column - 1]


@pytest.mark.parametrize("case", cases.OVERRIDES)
def test_an_override_is_named_in_its_error(case: str) -> None:
    assert cases.message(case).startswith(f"--set {cases.OVERRIDES[case]}: ")


def test_suggestions_come_from_the_struct_at_hand_only() -> None:
    """``rate_hz`` is a field of sensors, and no near word at the top offers it."""
    text = cases.changed(("seed: 7", "rate_hzz: 7"))
    message = cases.said(lambda: scenario.parse(text))
    assert "did you mean" not in message
    assert "rate_hz," not in message.split("allowed here")[1]
