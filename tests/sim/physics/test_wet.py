"""Wet and snowed ground under tyres: braking and climbing, through the weather of the scene."""

from __future__ import annotations

import math

import pytest

from outrider.run.session import Session
from outrider.scenario.schema import Scenario
from outrider.scenario.sky import Weather
from outrider.scenario.worlds import Flat, Slope
from outrider.world.grip import relative_grip
from outrider.world.semantics import number_of
from tests.sim.physics.build import GRAVITY, robot

FIRM = number_of("ground")


def braking(weather: Weather, *, later: bool) -> float:
    """Deceleration over friction of a rover with locked wheels, m/s²."""
    told = Weather() if later else weather
    sim = Session(Scenario(name="wet", weather=told, robots=(robot("rover4"),)))
    if later:
        sim.set_weather(weather)
    sim.step(0.5)
    sim.robot("rover4").control("continuous", [1.0, 0.0, 0.0])
    sim.step(0.1)
    state = sim.engine.team.physics.root[0].copy()
    state[7] = 3.0
    sim.engine.team.physics.write_root(0, state)
    sim.step(0.1)
    before = float(sim.engine.team.physics.root[0, 7])
    sim.step(0.2)
    slowed = (before - float(sim.engine.team.physics.root[0, 7])) / 0.2
    return slowed / float(sim.engine.team.physics.world.tyre[0, 1])


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize(
    "weather", [Weather(), Weather(wetness=1.0), Weather(snow_cover=0.5), Weather(snow_cover=1.0)]
)
def test_a_sliding_car_is_braked_by_what_the_weather_leaves(weather: Weather, later: bool) -> None:
    left = float(relative_grip(weather)[FIRM])
    assert braking(weather, later=later) == pytest.approx(left * GRAVITY, rel=0.06)


def test_what_is_climbed_dry_is_not_climbed_in_snow() -> None:
    climbed = {}
    for cover in (0.0, 1.0):
        world = Slope(angle_rad=math.radians(18.0))
        scenario = Scenario(
            name="slope", world=world, weather=Weather(snow_cover=cover), robots=(robot("husky"),)
        )
        sim = Session(scenario)
        sim.robot("husky").drive(0.6)
        sim.step(6.0)
        climbed[cover] = float(sim.robot("husky").position[0])
    assert climbed[0.0] > 2.0
    assert climbed[1.0] < 0.5


def test_dry_unmapped_ground_grips_as_before() -> None:
    sim = Session(Scenario(name="dry", world=Flat(), robots=(robot("rover4"),)))
    assert sim.engine.team.physics.class_grip[FIRM] == 1.0
