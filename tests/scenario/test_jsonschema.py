"""The exported JSON Schema agrees with the loader on good and bad documents."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from outrider import scenario
from outrider.core.errors import ScenarioError
from outrider.scenario.dump import plain
from outrider.scenario.nodes import Source
from outrider.scenario.schema import Scenario
from outrider.scenario.yaml import parse
from tests.counts import count
from tests.scenario.cases import GOOD, TEXTS
from tests.scenario.strategies import scenarios
from tests.scenario.validate import fits

SCHEMA: dict[str, Any] = dict(scenario.json_schema())

# Rules between fields, sweeps and plugins that are not installed are beyond a schema.
BEYOND = (
    "two robots of one name",
    "a prop with the name of a robot",
    "a reserved name",
    "a name that the swarm uses",
    "a robot on",
    "a robot nowhere",
    "a pad",
    "two sensors of one name",
    "a landing on",
    "a message to nobody",
    "a capsule that is all ends",
    "a class with the name of a built-in one",
    "two classes of one name",
    "a colour that is taken",
    "a class of",
    "too many",
    "an object of no class",
    "a prop of no class",
    "a person who is tied and patrols",
    "a way of one who stands",
    "two people of one name",
    "a robot that lies and is tied",
    "a swept",
    "a sweep of",
    "a path swept twice",
    "an unknown kind of",
    "a missing kind",
    "a kind called type",
    "a light told twice",
    "a time without a place",
    "a day that is none",
    "a cell field named twice",
    "cells over nothing",
)


def document(text: str) -> Any:
    return parse(Source("t.yaml", text)).plain()


def test_it_is_json() -> None:
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("name", scenario.names())
def test_shipped_scenarios_fit(name: str) -> None:
    text = (scenario.load.__globals__["SHIPPED"] / f"{name}.yaml").read_text(encoding="utf-8")
    assert fits(document(text), SCHEMA, SCHEMA)


@pytest.mark.parametrize("case", [case for case in TEXTS if not case.startswith(BEYOND)])
def test_bad_scenarios_do_not_fit(case: str) -> None:
    try:
        bad = document(TEXTS[case])
    except ScenarioError:
        return
    assert not fits(bad, SCHEMA, SCHEMA)


@settings(
    max_examples=count(200),
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # making an example of this size smaller takes minutes
)
@given(scenarios())
def test_any_scenario_fits(made: Scenario) -> None:
    assert fits(plain(made), SCHEMA, SCHEMA)


def test_angles_in_degrees_have_the_same_bounds() -> None:
    properties = SCHEMA["$defs"]["Robot"]["properties"]
    assert properties["heading_deg"]["maximum"] == pytest.approx(360.0)
    assert properties["heading_rad"]["maximum"] == pytest.approx(2 * math.pi)
    angles = [name for name in SCHEMA["$defs"]["Walk"]["properties"] if name.startswith("heading")]
    assert sorted(angles) == ["heading_deg", "heading_rad"]


def test_commands_are_in_their_written_form() -> None:
    good = document(GOOD)
    for step, right in (
        ({"go_to": {"to": [1, 2]}}, True),
        ("stop", True),
        ({"stop": None}, True),
        ("wait", False),
        ({"command": "go_to", "to": [1, 2]}, False),
        ({"go_to": {"to": [1, 2]}, "stop": {}}, False),
    ):
        good["robots"][0]["plan"] = [step]
        assert fits(good, SCHEMA, SCHEMA) is right


def test_a_built_in_kind_is_not_excused_as_a_plugin() -> None:
    good = document(GOOD)
    good["world"] = {"kind": "hills", "parameters": {}}
    assert not fits(good, SCHEMA, SCHEMA)
    good["world"] = {"kind": "moon", "parameters": {"craters": 3}}
    assert fits(good, SCHEMA, SCHEMA)
