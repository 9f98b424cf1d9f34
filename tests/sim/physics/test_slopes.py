"""Parking, sliding, tipping and climbing on slopes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.run.session import Session
from outrider.scenario.worlds import Slope
from tests.sim.physics.build import GRAVITY, GROUND_ROBOTS, driving, robot, session, up, watch

SETTLING_S = 2.0


def parked(name: str, degrees: float, *, facing: float = 0.0, **parameters: float) -> Session:
    """A robot at rest on a slope that rises to the east; cars have the hand brake on."""
    sim = session(
        robot(name, heading_rad=math.radians(facing), parameters=parameters),
        world=Slope(angle_rad=math.radians(degrees)),
    )
    if name == "suv":
        sim.robot(name).control("pedals", [0, 0, 0, 1])
    return sim


@pytest.mark.parametrize("name", GROUND_ROBOTS)
@pytest.mark.parametrize("facing", [0.0, 90.0, 150.0])
def test_a_parked_robot_stands_still_for_a_minute(name: str, facing: float) -> None:
    sim = parked(name, 20.0, facing=facing)
    sim.step(SETTLING_S)
    start = sim.robot(name).position
    seen = watch(sim, name, 60.0, every=0.5)
    assert np.linalg.norm(seen.position - start, axis=1).max() < 0.01


def slid(friction: float, degrees: float) -> tuple[float, float]:
    """Down-slope distance (m) in a second after one of settling, and speed gained (m/s)."""
    sim = parked("husky", degrees, wheel_friction=friction)
    sim.step(1.0)
    first = sim.robot("husky").state
    sim.step(1.0)
    last = sim.robot("husky").state
    travel = np.subtract(last.position, first.position)
    gained = np.subtract(last.velocity, first.velocity)
    return float(np.linalg.norm(travel)), float(np.linalg.norm(gained))


@pytest.mark.parametrize("friction", [0.3, 0.5])
def test_it_slides_beyond_the_angle_of_friction(friction: float) -> None:
    limit = math.degrees(math.atan(friction))
    still, _ = slid(friction, limit - 1.0)
    assert still < 1e-3
    angle = math.radians(limit + 3.0)
    _, gained = slid(friction, limit + 3.0)
    wanted = GRAVITY * (math.sin(angle) - friction * math.cos(angle))
    assert gained == pytest.approx(wanted, rel=0.05)


def tipping(friction: float) -> float:
    """Degrees at which a husky across a slope tips, the slope growing by a degree a second.

    The slope is gravity that leans: the robot is at rest on it at all times.
    """
    sim = session(robot("husky", parameters={"wheel_friction": friction}))
    sim.step(1.0)
    gravity = sim.engine.team.physics.world.model.opt.gravity
    for degrees in np.arange(45.0, 70.0, 0.02):
        angle = math.radians(degrees)
        gravity[:] = 0.0, GRAVITY * math.sin(angle), -GRAVITY * math.cos(angle)
        sim.step(0.02)
        state = sim.robot("husky").state
        assert abs(state.position[1]) < 0.05, "it slid"
        if up(np.array(state.quaternion)) < math.cos(math.radians(1.0)):
            return float(degrees)
    raise AssertionError("it never tipped")


@pytest.mark.parametrize("friction", [1.6, 2.5])
def test_it_tips_where_its_centre_of_mass_passes_its_wheels(friction: float) -> None:
    sim = session(robot("husky"))
    sim.step(1.0)
    world = sim.engine.team.physics.world
    height = float(world.data.subtree_com[world.client_body[0], 2])
    # Its tyres touch as spheres do, below their middle.
    half = max(wheel.position_m[1] for wheel in driving("husky").body_plan().links[1:])
    limit = math.degrees(math.atan(half / height))
    # It takes a second to lean by the degree that is seen.
    assert limit - 0.5 < tipping(friction) < limit + 1.5


@pytest.mark.parametrize(
    ("name", "degrees"), [("husky", 20.0), ("tracked", 25.0), ("rover4", 20.0)]
)
def test_it_climbs_below_the_limit(name: str, degrees: float) -> None:
    sim = session(robot(name), world=Slope(angle_rad=math.radians(degrees)))
    sim.robot(name).drive(0.5)
    seen = watch(sim, name, 6.0)
    speed = np.linalg.norm(seen.velocity[-50:], axis=1).mean()
    assert seen.position[-1, 2] > 0.9 * 0.5 * 5.0 * math.sin(math.radians(degrees))
    assert speed == pytest.approx(0.5, rel=0.02)


def test_it_does_not_climb_beyond_the_limit() -> None:
    sim = session(
        robot("husky", parameters={"wheel_friction": 0.4}), world=Slope(angle_rad=math.radians(25))
    )
    sim.step(0.2)
    start = sim.robot("husky").position
    sim.robot("husky").drive(0.5)
    sim.step(3.0)
    assert sim.robot("husky").position[2] < start[2]
