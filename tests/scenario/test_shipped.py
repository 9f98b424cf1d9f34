"""What every shipped scenario promises."""

from __future__ import annotations

import itertools
import math

import pytest

from outrider import scenario
from outrider.scenario import plans
from outrider.scenario.schema import Robot

FLYING = frozenset(("x500", "f450", "firefly", "octo", "cricket"))
TEAMS: dict[str, list[str]] = {
    "team_astralis": ["husky", "person", "x500", "x500"],
    "team_hercules": ["husky", "husky", "x500", "x500"],
    "team_carrier": ["carrier", "x500", "x500", "x500"],
    "team_flightforge": ["f450", "firefly", "x500"],
    "valley": ["f450", "husky", "person", "x500"],
}


def path_length(robot: Robot) -> float:
    """Metres along the points of the plan, from the start."""
    points = [robot.position_m or (0.0, 0.0)]
    for command in robot.plan:
        if isinstance(command, plans.GoTo):
            points.append(command.to)
        elif isinstance(command, plans.Follow):
            points += command.path
    return sum(math.dist(a[:2], b[:2]) for a, b in itertools.pairwise(points))


def shortest_time(robot: Robot) -> float:
    """Seconds that the plan takes at its speeds, without starts, stops, climbs and descents."""
    at, total = robot.position_m, 0.0
    for command in robot.plan:
        total += getattr(command, "seconds", 0.0)
        points = getattr(command, "path", (command.to,) if isinstance(command, plans.GoTo) else ())
        for point in points:
            if at is not None:
                total += math.dist(at[:2], point[:2]) / (getattr(command, "speed_mps", None) or 1.0)
            at = point
    return total


def test_names() -> None:
    assert set(scenario.names()) == {
        *TEAMS,
        "rough_ground",
        "far_from_home",
        "suv_circuit",
        "swarm",
    }


@pytest.mark.parametrize("name", scenario.names())
def test_a_scenario_bears_the_name_of_its_file(name: str) -> None:
    found = scenario.load(name)
    assert found.name == name
    assert found.description.endswith(".")
    assert found.duration_s >= 20


@pytest.mark.parametrize("name", scenario.names())
def test_flying_robots_take_off_and_land(name: str) -> None:
    flying = [robot for robot in scenario.load(name).robots if robot.model in FLYING]
    assert flying
    for robot in flying:
        kinds = [type(command) for command in robot.plan]
        assert plans.TakeOff in kinds
        assert kinds[-1] is plans.Land


@pytest.mark.parametrize("name", scenario.names())
def test_some_ground_robot_drives_forty_metres(name: str) -> None:
    ground = [robot for robot in scenario.load(name).robots if robot.model not in FLYING]
    if name == "team_flightforge":
        assert not ground
    else:
        assert max(map(path_length, ground)) > 40


@pytest.mark.parametrize("name", scenario.names())
def test_there_is_something_to_push_or_to_stand_on_and_contacts_are_told(name: str) -> None:
    found = scenario.load(name)
    assert found.props or any(robot.on for robot in found.robots)
    assert "contact" in {sensor.kind for robot in found.robots for sensor in robot.sensors}


@pytest.mark.parametrize("name", scenario.names())
def test_the_plans_fit_into_the_run(name: str) -> None:
    found = scenario.load(name)
    for robot in found.robots:
        assert shortest_time(robot) < found.duration_s, robot.name


@pytest.mark.parametrize("name", TEAMS)
def test_teams_have_their_members(name: str) -> None:
    assert sorted(robot.model for robot in scenario.load(name).robots) == TEAMS[name]


def test_far_from_home_is_twenty_kilometres_away() -> None:
    for robot in scenario.load("far_from_home").robots:
        assert robot.position_m is not None
        assert math.hypot(*robot.position_m[:2]) == pytest.approx(20_000, rel=0.01)


def test_the_carrier_carries_all_three() -> None:
    riders = [robot for robot in scenario.load("team_carrier").robots if robot.on == "ugv0"]
    assert [robot.pad for robot in riders] == [0, 1, 2]
    assert all(
        robot.plan[-1].on == "ugv0" for robot in riders if isinstance(robot.plan[-1], plans.Land)
    )


def test_the_swarm_has_a_thousand() -> None:
    swarm = scenario.load("swarm").swarm
    assert swarm is not None
    assert swarm.count == 1000
