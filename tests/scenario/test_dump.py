"""What is written loads to an equal scenario."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from outrider import scenario
from outrider.scenario import read
from outrider.scenario.schema import Robot, Scenario
from tests.counts import count
from tests.scenario.cases import GOOD
from tests.scenario.conftest import PLUGINS
from tests.scenario.strategies import scenarios


@pytest.mark.usefixtures("plugins")
@settings(
    max_examples=count(300),
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # making an example of this size smaller takes minutes
)
@given(scenarios())
def test_any_scenario_survives_the_round_trip(made: Scenario) -> None:
    assert read._plugin_names("worlds") == PLUGINS["worlds"].keys()
    short = scenario.dump(made)
    full = scenario.dump(made, defaults=True)
    assert scenario.parse(short) == made
    assert scenario.parse(full) == made
    assert scenario.dump(scenario.parse(full)) == short


def test_only_what_differs_from_the_default_is_written() -> None:
    text = scenario.dump(scenario.parse(GOOD))
    assert "integrator" not in text
    assert "name: state" not in text
    assert "heading_rad: 1.5707963267948966" in text


def test_with_defaults_every_field_is_written() -> None:
    text = scenario.dump(scenario.parse(GOOD), defaults=True)
    for field in ("tick_us: 2000", "integrator: rk4", "loss: 0.0", "gust_s: 2.0", "name: tracker"):
        assert field in text


def test_lines_stay_short_enough_to_read() -> None:
    for name in scenario.names():
        found = scenario.load(name)
        lines = scenario.dump(found).splitlines()
        assert all(len(line) <= 100 for line in lines if not line.startswith("description"))


def test_numbers_of_numpy_are_written_as_numbers() -> None:
    robot = Robot(name="ugv0", model="husky", position_m=(np.float64(-1.5), np.float64(2e-7)))
    again = scenario.load(Scenario(name="n", robots=(robot,)))
    assert again.robots[0].position_m == (-1.5, 2e-7)
