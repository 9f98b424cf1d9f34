"""What the benchmarks run is what their names say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.bench import scenes
from outrider.bench.measure import BenchmarkError
from outrider.bench.physics import check_motion, check_scene
from outrider.run.session import Session


def test_the_team_and_the_grove_are_made_of_the_promised_models() -> None:
    team = [robot.model for robot in scenes.team(1.0).robots]
    grove = scenes.grove(1.0)
    assert sorted(team) == ["husky", "husky", "x500", "x500"]
    assert sorted(r.model for r in grove.robots) == ["husky"] * 2 + ["suv"] + ["x500"] * 4
    assert len(grove.world.objects) == 2_000
    assert grove.tick_us == 2_000


def test_trunks_leave_the_lanes_free_and_are_as_thick_however_many() -> None:
    few, many = (scenes.trunk_places(count, scenes.GROVE) for count in (100, 10_000))
    assert np.array_equal(few, many[:100])
    for lap in scenes.GROVE:
        off = np.abs(np.hypot(*(many - lap.centre).T) - lap.radius_m)
        assert off.min() > 1.5
    inner, outer = (int((np.hypot(*many.T) < radius).sum()) for radius in (60.0, 120.0))
    assert outer - inner == pytest.approx(math.pi * (120.0**2 - 60.0**2) / 9.0, rel=0.02)


def test_laps_close_and_are_long_enough() -> None:
    lap = scenes.TEAM[2]
    points = np.array([(*lap.start, lap.height_m), *lap.points(300.0)])
    assert np.linalg.norm(np.diff(points, axis=0), axis=1).sum() > 0.98 * 300.0
    assert np.hypot(*(points[:, :2] - lap.centre).T) == pytest.approx(lap.radius_m)
    assert (points[:, 2] == lap.height_m).all()


def test_a_team_that_stands_is_not_measured() -> None:
    session = Session(scenes.team(4.0))
    with pytest.raises(BenchmarkError, match="trunks"):
        check_scene(session, scenes.TEAM, trunks=7)
    for robot in session.robots.values():
        robot.stop()
    session.step(0.1)
    with pytest.raises(BenchmarkError, match="covered 0"):
        check_motion(session, scenes.TEAM)
