"""The class of the ground decides how well a tyre holds: ice, grass, asphalt; roads over fields."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.run.session import Session
from outrider.scenario.worlds import Glacier, Hills
from outrider.sim.engine.engine import Engine
from outrider.world.ground import GroundMap
from outrider.world.semantics import CLASSES, number_of
from outrider.world.terrain import Feature
from tests.sim.physics.build import GRAVITY, robot, session


def grip(name: str) -> float:
    return CLASSES[number_of(name)].friction / CLASSES[number_of("ground")].friction


def on(sim: Session, name: str) -> None:
    """Lay a class on all the ground about the origin."""
    classes = np.full((100, 100), number_of(name), np.float64)
    physics = sim.engine.team.physics
    physics.soil[:] = [-100.0, -100.0, 2.0, 100.0, 100.0, *classes.ravel()]


def ready(engine: Engine) -> None:
    """Room for a map, before the kernels are told where it is."""
    from outrider.sim.physics.blocks import table_of

    physics = engine.team.physics
    physics.soil = np.zeros(5 + 100 * 100)
    physics.soil[:5] = [0.0, 0.0, 1.0, 0.0, 0.0]
    physics.table[:] = table_of(physics._kernel_arrays())


@pytest.mark.parametrize("name", ["ground", "grass", "sand", "mud", "snow", "ice"])
def test_a_sliding_car_is_braked_by_what_it_slides_on(name: str) -> None:
    """With locked wheels (its brakes cannot lock them on asphalt) it slows by friction times g."""
    sim = session(robot("rover4"))
    ready(sim.engine)
    on(sim, name)
    assert _slowed(sim) == pytest.approx(_friction(sim) * grip(name) * GRAVITY, rel=0.06)


@pytest.mark.parametrize(("density", "cover"), [(0.0, "ground"), (0.3, "grass")])
def test_endless_hills_hold_as_what_covers_them_does(density: float, cover: str) -> None:
    level = Hills(relief_m=0.0, density=density, size_m=96.0, view_m=100.0)
    sim = session(robot("rover4"), world=level)
    assert _slowed(sim) == pytest.approx(_friction(sim) * grip(cover) * GRAVITY, rel=0.06)


def _friction(sim: Session) -> float:
    return float(sim.engine.team.physics.world.tyre[0, 1])


def _slowed(sim: Session) -> float:
    """By how much a rover that slides with locked wheels slows, m/s²."""
    sim.step(0.5)
    rover = sim.robot("rover4")
    rover.control("continuous", [1.0, 0.0, 0.0])
    sim.step(0.1)
    state = sim.engine.team.physics.root[0].copy()
    state[7] = 3.0
    sim.engine.team.physics.write_root(0, state)
    sim.step(0.1)
    before = float(sim.engine.team.physics.root[0, 7])
    sim.step(0.2)
    return (before - float(sim.engine.team.physics.root[0, 7])) / 0.2


def test_a_husky_climbs_on_grass_what_it_cannot_on_ice() -> None:
    from outrider.scenario.worlds import Slope

    climbed = {}
    for name in ("grass", "ice"):
        sim = session(robot("husky"), world=Slope(angle_rad=math.radians(12.0)))
        ready(sim.engine)
        on(sim, name)
        sim.robot("husky").drive(0.6)
        sim.step(6.0)
        climbed[name] = sim.robot("husky").position[0]
    assert climbed["grass"] > 2.5
    assert climbed["ice"] < 0.5


def test_a_map_of_the_world_is_felt_and_a_road_lies_over_it() -> None:
    sim = session(robot("husky"), world=Glacier(size_m=200.0))
    physics, scene = sim.engine.team.physics, sim.scene
    assert isinstance(scene.ground, GroundMap)
    assert physics.soil[2] == scene.ground.step_m
    assert physics.soil[5:].astype(int).tolist() == scene.ground.classes.ravel().tolist()
    road = Feature(
        position_m=(0, 0),
        half_m=(5, 2),
        flank_m=(1, 1, 1),
        value_m=0.0,
        surface=number_of("asphalt"),
    )
    laid = scene.terrain.with_features(road)
    assert laid.laid_surface([(0.0, 0.0)]).tolist() == [number_of("asphalt")]
