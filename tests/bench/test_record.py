"""Records: what is met, and the line that programs read."""

from __future__ import annotations

import json
import math
from functools import partial

import pytest

from outrider.bench.measure import FULL, SMOKE, BenchmarkError, alternate, insist, median
from outrider.bench.record import Fact, Record


def record(**changes: object) -> Record:
    beside: dict[str, Fact] = {"peer": "n/a", "cores": 1, "ratio": 2.0 / 3.0, "met": True}
    facts = {
        "name": "physics/team", "value": 41.23456789, "unit": "x real time", "target": 40.0,
        "better": "higher", "beside": beside,
    }  # fmt: skip
    return Record(**(facts | changes))  # type: ignore[arg-type]


def test_a_line_holds_exactly_the_promised_fields() -> None:
    line = record().line()
    assert "\n" not in line
    assert json.loads(line) == {
        "name": "physics/team",
        "value": 41.235,
        "unit": "x real time",
        "target": 40.0,
        "better": "higher",
        "beside": {"peer": "n/a", "cores": 1, "ratio": 0.66667, "met": True},
    }


@pytest.mark.parametrize(
    ("better", "value", "met"),
    [
        ("higher", 40.0, True),
        ("higher", 39.9, False),
        ("lower", 40.0, True),
        ("lower", 40.1, False),
    ],
)
def test_a_target_is_a_bound_from_the_better_side(better: str, value: float, met: bool) -> None:
    assert record(better=better, value=value).met is met


def test_what_is_not_as_promised_is_not_measured() -> None:
    insist(True, "fine")
    with pytest.raises(BenchmarkError, match="not measured: the tick is 1 ms"):
        insist(False, "the tick is 1 ms")


def test_works_are_timed_in_turns() -> None:
    order: list[str] = []
    clock = {"a": 1.0, "b": 5.0}

    def timed(work: object) -> float:
        assert callable(work)
        return clock[work()]

    def work(name: str) -> str:
        order.append(name)
        return name

    works = [partial(work, "a"), partial(work, "b")]
    times = alternate(works, 3, clock=timed)
    assert order == ["a", "b"] * 3
    assert times == [[1.0] * 3, [5.0] * 3]


def test_sizes() -> None:
    assert FULL.repeats == 5
    assert FULL.of(20.0) == 20.0
    assert SMOKE.of(20.0, least=3.0) == 3.0
    assert SMOKE.count(10, least=4) == 4
    assert median([3.0, 1.0, 2.0]) == 2.0
    assert math.isclose(SMOKE.of(100.0), 2.0)
