"""Scalars follow the core schema of YAML 1.2, and positions are those of the text."""

from __future__ import annotations

import json
import math
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outrider.core.errors import ScenarioError
from outrider.scenario.nodes import Node, Source
from outrider.scenario.yaml import MAX_DEPTH, MAX_VALUES, parse

SCALARS: list[tuple[str, object]] = [
    ("1e-3", 0.001),
    ("1E3", 1000.0),
    ("+.5", 0.5),
    ("-5.", -5.0),
    ("6.02e+23", 6.02e23),
    ("1e-400", 0.0),
    ("0", 0),
    ("-0", 0),
    ("-0.0", -0.0),
    ("010", 10),
    ("+12", 12),
    ("0x1F", 31),
    ("0o17", 15),
    ("9223372036854775807", 2**63 - 1),
    ("-9223372036854775808", -(2**63)),
    ("true", True),
    ("True", True),
    ("FALSE", False),
    ("null", None),
    ("~", None),
    ("Null", None),
    ("NO", "NO"),
    ("yes", "yes"),
    ("on", "on"),
    ("y", "y"),
    ("1_000", "1_000"),
    ("1:30", "1:30"),
    ("0b11", "0b11"),
    ("0xZZ", "0xZZ"),
    ("1.2.3", "1.2.3"),
    ("e5", "e5"),
    (".", "."),
    ("--5", "--5"),
    ("2026-11-18", "2026-11-18"),
    ("'5'", "5"),
    ('"null"', "null"),
    ('"\\u00e9"', "é"),
    ("=", "="),
]


def value_of(text: str) -> Any:
    return parse(Source("t.yaml", text)).plain()


@pytest.mark.parametrize(("text", "expected"), SCALARS)
def test_scalars_are_those_of_yaml_1_2(text: str, expected: object) -> None:
    value = value_of(f"key: {text}\n")["key"]
    assert value == expected
    assert type(value) is type(expected)
    if isinstance(expected, float) and isinstance(value, float):
        assert math.copysign(1.0, value) == math.copysign(1.0, expected)


def place_of_fault(text: str) -> tuple[int, int]:
    """Line and column of the error of a text; 1, 1 if there is none."""
    try:
        value_of(text)
    except ScenarioError as fault:
        return fault.line, fault.column
    return 1, 1


NOT_HALF = st.characters(exclude_categories=["Cs"])
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(NOT_HALF, max_size=20),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text("abcdefgh", min_size=1, max_size=8), inner, max_size=5)
    ),
    max_leaves=30,
)


@settings(max_examples=200, deadline=None, database=None, derandomize=True)
@given(JSON_VALUES)
def test_json_is_yaml(value: Any) -> None:
    """What Python's own JSON writer writes is read back unchanged, with its types."""
    text = json.dumps(value, ensure_ascii=True)
    if "\\ud" in text:  # JSON writes high characters as pairs of surrogates, which YAML refuses
        return
    back = value_of(text)
    assert back == value
    assert json.dumps(back) == json.dumps(value)


@settings(max_examples=300, deadline=None, database=None, derandomize=True)
@given(st.text(NOT_HALF, max_size=200) | st.binary(max_size=200))
def test_noise_is_read_or_refused_with_a_place(noise: str | bytes) -> None:
    line, column = place_of_fault(noise if isinstance(noise, str) else noise.decode("latin-1"))
    assert line >= 1
    assert column >= 1


@settings(max_examples=300, deadline=None, database=None, derandomize=True)
@given(st.text("[]{}-:,&*!|>'\"%@`?# \n\tab1.", max_size=60))
def test_punctuation_is_read_or_refused_with_a_place(text: str) -> None:
    assert min(place_of_fault(text)) >= 1


def positions(node: Node) -> list[tuple[object, int, int]]:
    found: list[tuple[object, int, int]] = []
    if isinstance(node.value, dict):
        for key, child in node.items():
            found += [(key, node.keys[key].line, node.keys[key].column), *positions(child)]
    elif isinstance(node.value, list):
        for child in node.value:
            found += positions(child)
    else:
        found.append((node.value, node.at.line, node.at.column))
    return found


def test_every_value_and_key_knows_its_place() -> None:
    text = "a1: [b1, é1,\n  {c1: d1}]\n😀1:\n  - e1\n  -   f1: 'g1'\n"
    lines = text.splitlines()
    found = positions(parse(Source("t.yaml", text)))
    assert len(found) == 9
    for value, line, column in found:
        assert lines[line - 1][column - 1 :].lstrip("'").startswith(str(value))


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_depth_is_refused_at_once_at_any_depth(opening: str) -> None:
    with pytest.raises(ScenarioError, match=f"deeper than {MAX_DEPTH} levels|cannot be a key"):
        value_of(opening * 3000)


def test_the_deepest_document_that_is_allowed() -> None:
    value_of("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(ScenarioError, match="deeper"):
        value_of("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


def test_a_million_deep_costs_no_more_than_a_hundred_deep() -> None:
    begin = time.process_time()
    with pytest.raises(ScenarioError, match="deeper"):
        value_of("[" * 1_000_000)
    assert time.process_time() - begin < 1.0


def test_the_number_of_values_is_limited() -> None:
    with pytest.raises(ScenarioError, match=f"more than {MAX_VALUES:,} values"):
        value_of("[" + "1," * MAX_VALUES + "1]")
