"""``path=value`` changes one thing, by the rules of the file."""

from __future__ import annotations

import pytest

from outrider import scenario
from outrider.scenario import plans
from tests.scenario.cases import GOOD


def with_overrides(*overrides: str, seed: int | None = None) -> scenario.Scenario:
    return scenario.parse(GOOD, overrides=overrides, seed=seed)


@pytest.mark.parametrize(
    "path", ["robots.0.model", "robots[0].model", "robots.ugv0.model", " robots.ugv0.model "]
)
def test_a_robot_is_found_by_index_and_by_name(path: str) -> None:
    changed = with_overrides(f"{path}=rover4")
    assert changed.robots[0].model == "rover4"
    assert changed == scenario.parse(GOOD.replace("model: husky", "model: rover4"))


def test_values_are_read_like_the_file() -> None:
    changed = with_overrides(
        "robots.0.position_m=[1, 2, 3]",
        "robots.ugv0.sensors.tracker.rate_hz=6.9e1",
        "description='on: 5'",
        "robots.0.plan.0.go_to.speed_mps=2",
        "robots.0.plan.1={wait: {seconds: 3}}",
        "robots.0.parameters.tyre.friction=0.5",
        "props.crate0.mass_kg=5",
        "wind.gust_mps=2",
        "world={kind: flat}",
        "seed=3",
    )
    robot = changed.robots[0]
    assert robot.position_m == (1.0, 2.0, 3.0)
    assert robot.sensors[1].rate_hz == 69.0
    assert changed.description == "on: 5"
    assert robot.plan == (plans.GoTo(to=(20.0, 5.0), speed_mps=2.0), plans.Wait(seconds=3.0))
    assert robot.parameters == {"tyre.friction": 0.5}
    assert changed.props[0].mass_kg == 5.0
    assert changed.wind.gust_mps == 2.0
    assert changed.seed == 3


def test_an_angle_is_replaced_in_either_unit() -> None:
    assert with_overrides("robots.0.heading_rad=1.5").robots[0].heading_rad == 1.5
    both = with_overrides("robots.0.heading_rad=1.5", "robots.0.heading_deg=0")
    assert both.robots[0].heading_rad == 0.0


def test_the_last_override_wins_and_the_seed_argument_over_all() -> None:
    assert with_overrides("seed=1", "seed=2").seed == 2
    assert with_overrides("seed=1", seed=9).seed == 9


def test_a_file_is_not_changed_by_an_override_of_another_load() -> None:
    with_overrides("robots.0.model=rover4")
    assert with_overrides().robots[0].model == "husky"
