"""Figures of runs whose truth is known in closed form."""

from __future__ import annotations

import math

import pytest

from outrider.run.figures import Figure
from outrider.run.summary import Summary, heading_of, headline, tilt_of
from tests.run.sources import Circler


def circled(*, seconds: float) -> tuple[Summary, Circler]:
    source, summary = Circler(), Summary()
    for name, who in source.roster().items():
        summary.add_robot(name, model=who.model, kind=who.kind)
    for _ in range(round(seconds * 50) + 1):
        summary.add_states(source.states())
        source.advance(20_000_000)
    return summary, source


def test_a_circle_at_two_metres_a_second() -> None:
    summary, _ = circled(seconds=10.0)
    figures = summary.tallies["ugv0"].figures()
    # The chords of a 5 m circle, 0.04 m of arc each.
    assert figures["distance"].value == pytest.approx(500 * 10 * math.sin(0.004), rel=1e-12)
    assert figures["mean_speed"].value == pytest.approx(1000 * math.sin(0.004) / 2, rel=1e-12)
    assert figures["max_speed"].value == pytest.approx(2.0)
    assert figures["max_tilt"].value == 0.0
    assert figures["final_position"].value == pytest.approx((5 * math.cos(4), 5 * math.sin(4), 0))


def test_tilt_is_in_degrees_from_the_vertical() -> None:
    summary, _ = circled(seconds=0.1)
    figure = summary.tallies["uav0"].figures()["max_tilt"]
    assert figure.value == pytest.approx(30.0)
    assert figure.unit == "deg"


@pytest.mark.parametrize("yaw", [-3.0, 0.0, 0.4, 3.1])
def test_tilt_does_not_see_heading_nor_heading_tilt(yaw: float) -> None:
    level = (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))
    assert tilt_of(level) == pytest.approx(0.0, abs=1e-7)
    assert heading_of(level) == pytest.approx(yaw)
    # Yaw, then pitch by 0.5 rad.
    c, s, cp, sp = math.cos(yaw / 2), math.sin(yaw / 2), math.cos(0.25), math.sin(0.25)
    pitched = (-s * sp, c * sp, s * cp, c * cp)
    assert tilt_of(pitched) == pytest.approx(0.5)
    assert heading_of(pitched) == pytest.approx(yaw)
    assert tilt_of((1.0, 0.0, 0.0, 0.0)) == pytest.approx(math.pi)


def test_contacts_are_those_of_the_robots() -> None:
    summary, _ = circled(seconds=0.1)
    summary.set_contacts({"ugv0": 2, "nobody": 7})
    summary.set_contacts({"ugv0": 4, "uav0": 1, "nobody": 8})
    assert summary.tallies["ugv0"].figures()["contacts"].value == 4
    metrics = summary.metrics(simulated_ns=1, wanted_ns=1, facts={})
    assert metrics.run["contacts"].value == 5


def test_commands_are_counted_by_how_they_ended() -> None:
    summary, _ = circled(seconds=0.1)
    summary.add_commands([("ugv0", "done"), ("ugv0", "cancelled"), ("uav0", "failed")])
    summary.add_commands([("ugv0", "done"), ("gone", "done")])
    metrics = summary.metrics(simulated_ns=10**8, wanted_ns=10**9, facts={"digest": "ab"})
    assert metrics.run["commands_done"] == Figure(2, "count")
    assert metrics.run["commands_failed"] == Figure(1, "count")
    assert metrics.run["commands_unfinished"] == Figure(0, "count")
    summary.set_unfinished({"uav0": 2})
    assert headline(summary, simulated_s=0.1, factor=1.0)[5].unit == "of 5"
    assert headline(summary, simulated_s=0.1, factor=1.0)[5].note == "1 failure, 2 unfinished"
    assert metrics.run["simulated"] == Figure(0.1, "s")
    assert metrics.run["digest"] == Figure("ab", "")


def test_every_measured_figure_has_a_unit() -> None:
    summary, _ = circled(seconds=0.1)
    metrics = summary.metrics(simulated_ns=1, wanted_ns=1, facts={})
    for figures in (metrics.run, *metrics.robots.values()):
        assert all(isinstance(fig.value, str) == (fig.unit == "") for fig in figures.values())


def test_the_six_headline_figures() -> None:
    summary, _ = circled(seconds=10.0)
    summary.add_commands([("ugv0", "done"), ("uav0", "failed")])
    six = headline(summary, simulated_s=10.0, factor=31.44)
    assert [(figure.name, figure.value, figure.unit) for figure in six] == [
        ("simulated", "10.0", "s"),
        ("speed", "31.4", "x real time"),
        ("distance", "20.0", "m"),
        ("top speed", "2.0", "m/s"),
        ("steepest tilt", "30", "deg"),
        ("commands done", "1", "of 2"),
    ]
    assert (six[3].note, six[4].note) == ("ugv0", "uav0")
    assert len(headline(Summary(), simulated_s=0.0, factor=0.0)) == 6
