"""Wheels that hit hard, or stand on something light: the explicit tyre brings in no energy."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.run.session import Session
from outrider.scenario.schema import BoxProp
from outrider.scenario.worlds import Slope
from tests.counts import count
from tests.sim.physics.build import GRAVITY, GROUND_ROBOTS, Floats, put, robot, session, watch

STEEP = Slope(angle_rad=math.radians(60.0))
SECONDS = 5.0


def thrown(name: str, throw: int) -> Session:
    """A robot in the air above a steep slope, at a random attitude and velocity."""
    sim = session(robot(name), world=STEEP)
    draws = Stream(throw, "throw").normal(0, 10)
    put(
        sim, name, position=[0.0, 0.0, 10.0], quaternion=rotation.normalise(draws[:4]),
        velocity=3.0 * draws[4:7], rates=3.0 * draws[7:10],
    )  # fmt: skip
    return sim


def height_of_energy(sim: Session) -> float:
    """Kinetic and potential energy of all there is, as the height (m) it could be lifted to."""
    world = sim.engine.team.physics.world
    mujoco.mj_energyPos(world.model, world.data)
    mujoco.mj_energyVel(world.model, world.data)
    mass = world.client_mass.sum()
    return float(sum(world.data.energy) / (mass * GRAVITY))


@pytest.mark.parametrize("name", [*GROUND_ROBOTS, "carrier"])
def test_a_robot_that_tumbles_down_a_slope_gains_no_energy(name: str) -> None:
    for throw in range(count(40)):
        sim, energy = thrown(name, throw), []
        for _ in range(round(SECONDS / 0.05)):
            sim.step(0.05)
            energy.append(height_of_energy(sim))
        # It falls by some 60 m; what contacts press in they give back later.
        assert energy[-1] < energy[0] - 5.0
        assert float(np.max(energy - np.minimum.accumulate(energy))) < 5.0


def place_of(sim: Session, prop: str) -> Floats:
    physics = sim.engine.team.physics
    return np.array(physics.root[physics.world.client(prop), :3])


@pytest.mark.parametrize("mass_kg", [0.05, 0.3, 3.0])
def test_a_light_board_under_the_wheels_stays_calm(mass_kg: float) -> None:
    board = BoxProp(
        name="board", size_m=(0.5, 1.0, 0.02), position_m=(1.5, 0.0), mass_kg=mass_kg
    )  # fmt: skip
    sim = session(robot("husky"), props=(board,))
    start = place_of(sim, "board")
    sim.robot("husky").drive(0.8)
    seen = watch(sim, "husky", 5.0)
    assert seen.position[-1, 0] > 2.5
    assert np.abs(seen.velocity[:, 2]).max() < 0.5
    assert np.linalg.norm(place_of(sim, "board") - start) < 0.6
