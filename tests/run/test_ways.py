"""Robots find their way in every world, and drive and fly it.

``OUTRIDER_FULL=1``: in each of the eleven outdoor worlds a Husky drives a way whose ends are at
least 200 m apart in a straight line, and an x500 that starts from its deck flies a corridor of its
own 3 m above the ground between them; in ``campus`` a Husky drives through three rooms. Each of the
thirteen worlds loads whole with 20 seeds, and in a small one of each seed both robots reach a goal
that is 30 m away (20 m indoors).

By default: forest (rough ground) and city (streets) are driven for 30 m and forest is flown for
200 m, one room of ``campus`` (indoors) is driven, and two seeds of each small world find their way
without being driven.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from outrider.run.robot import RobotHandle as Driven
from outrider.run.session import Session, load
from outrider.scenario.schema import Robot, Scenario
from outrider.scenario.worlds import AnyWorld, Campus
from outrider.world import generate, ways
from outrider.world.clearance import clearance
from outrider.world.scene import Scene
from outrider.world.starts import start_and_goal
from tests.counts import count
from tests.world.kinds import HUSKY, INDOORS, INSIDE, SMALL, WHOLE, limits_in

F64 = NDArray[np.float64]

FULL = os.environ.get("OUTRIDER_FULL") == "1"
ABOVE_M = 3.0
SIZE_M = 460.0
FLIGHT = 3.0
OUTDOORS = [name for name in WHOLE if name not in INSIDE]
LARGE = {"valley", "factory", "hills", "airfield"}
"""As large as they are by default, or their size has another meaning."""
DRIVEN = OUTDOORS if FULL else ["forest", "city"]
ROOMS = ("b0_s0_r0", "b0_s1_r2", "b0_s0_r1")


def world(name: str) -> AnyWorld:
    whole = WHOLE[name]
    return whole if name in LARGE else replace(whole, size_m=SIZE_M if FULL else 240.0)


def team(spec: AnyWorld, seed: int, start: F64) -> Session:
    """A Husky with an x500 on its deck."""
    robots = (
        Robot(name="ugv0", model="husky", position_m=(float(start[0]), float(start[1]))),
        Robot(name="uav0", model="x500", on="ugv0"),
    )
    return load(Scenario(name="way", seed=seed, world=spec, robots=robots))


def off(path: F64, place: F64) -> float:
    """Horizontal distance from a polyline."""
    a, b = path[:-1, :2], path[1:, :2]
    leg = b - a
    share = ((place[:2] - a) * leg).sum(axis=1) / np.maximum((leg * leg).sum(axis=1), 1e-12)
    foot = a + np.clip(share, 0.0, 1.0)[:, None] * leg
    return float(np.hypot(*(foot - place[:2]).T).min())


def follow(sim: Session, robot: Driven, path: F64, *, speed: float, within_m: float) -> None:
    """Along a path to its end, never further from it than that."""
    task = robot.follow(path, speed=speed, timeout=30.0 + 2.0 * ways.length_m(path) / speed)
    while task.pending:
        sim.step(0.5)
        assert off(path, robot.position) < within_m, robot.position
    assert task.state == "done", robot.position
    assert not robot.state.crashed
    assert np.linalg.norm((robot.position - np.append(path[-1], 0.0)[:3])[:2]) < 1.0


def first(path: F64, length: float) -> F64:
    """The first metres of a way."""
    arc = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))))
    if arc[-1] <= length:
        return path
    end = [np.interp(length, arc, axis) for axis in path.T]
    return np.vstack((path[arc < length], end))


def fly(sim: Session, path: F64) -> None:
    robot = sim.robot("uav0")
    rise = robot.take_off(2.0, timeout=20.0)
    while rise.pending:
        sim.step(0.5)
    assert rise.state == "done", robot.position
    follow(sim, robot, path, speed=FLIGHT, within_m=0.6)


def corridor(scene: Scene, start: F64, goal: F64, *, above_m: float = ABOVE_M) -> F64:
    flat = ways.way(scene, start, goal, limits=limits_in(scene.kind), above_m=above_m)
    return ways.raised(scene, flat, above_m=above_m)


@pytest.mark.parametrize("name", DRIVEN)
def test_a_husky_drives_and_an_x500_flies(name: str) -> None:
    far = 200.0 if FULL or name == "forest" else 120.0
    spec = replace(world(name), size_m=SIZE_M) if name == "forest" else world(name)
    pairs = start_and_goal(
        generate.make(spec, seed=1), 1, distance_m=(far, 1.2 * far), limits=HUSKY,
        above_m=ABOVE_M,
    )  # fmt: skip
    start, goal = pairs[0]
    sim = team(spec, 1, start)
    above = corridor(sim.scene, start, goal)
    path = ways.way(sim.scene, start, goal, limits=HUSKY)
    assert min(ways.length_m(path), ways.length_m(above)) >= far
    if FULL or name == "forest":
        fly(sim, above)
    path = path if FULL else first(path, 30.0)
    follow(sim, sim.robot("ugv0"), path, speed=1.0, within_m=1.0)
    end = sim.robot("ugv0").position
    assert abs(end[2] - sim.ground_height(end[0], end[1])) < 0.35


def test_a_husky_drives_through_rooms() -> None:
    """Over the plaza, in by the door, along the corridor of 2.4 m, through doors of 1 m."""
    spec = Campus()
    start = np.array((0.0, 10.0) if FULL else (-9.0, 27.0))
    robot = Robot(name="ugv0", model="husky", position_m=(float(start[0]), float(start[1])))
    sim = load(Scenario(name="rooms", seed=1, world=spec, robots=(robot,)))
    rooms = {room.name: room for building in sim.scene.buildings for room in building.rooms}
    for name in ROOMS[: count(30)]:
        path = ways.way(
            sim.scene, sim.robot("ugv0").position, open_place(sim.scene, rooms[name].outline_m),
            limits=INDOORS, step_m=0.15, margin_m=15.0,
        )  # fmt: skip
        follow(sim, sim.robot("ugv0"), path, speed=0.5, within_m=0.3)
        assert rooms[name].contains([sim.robot("ugv0").position[:2]])[0]


def open_place(scene: Scene, outline: object) -> F64:
    """Where a room is widest."""
    ring = np.array(outline)
    low, high = ring.min(axis=0), ring.max(axis=0)
    grid = clearance(scene, INDOORS, reach_m=3.0, area=(*low.tolist(), *high.tolist()), step_m=0.15)
    row, column = np.unravel_index(int(np.argmax(grid.gap_m)), grid.gap_m.shape)
    place: F64 = grid.points(np.array([row]), np.array([column]))[0]
    return place


@pytest.mark.parametrize("name", WHOLE if FULL else ("glacier", "campus"))
def test_every_world_loads(name: str) -> None:
    for seed in range(count(20)):
        scene = generate.make(WHOLE[name], seed=seed)
        assert scene.is_free([(0.0, 0.0, scene.height([(0.0, 0.0)])[0] + 0.6)], 0.4)[0]
        assert len(scene.things) + len(scene.objects) > 100


@pytest.mark.parametrize(("name", "seed"), [(n, s) for n in SMALL for s in range(count(20))])
def test_robots_find_their_way_on_the_ground_and_in_the_air(name: str, seed: int) -> None:
    """Where there are rooms the robots keep closer to things, and fly lower than the ceilings."""
    far, above = (20.0, 1.5) if name in INSIDE else (30.0, ABOVE_M)
    limits = limits_in(name)
    start, goal = start_and_goal(
        generate.make(SMALL[name], seed=seed), seed, distance_m=(far, 1.3 * far), limits=limits,
        above_m=above,
    )[0]  # fmt: skip
    sim = team(SMALL[name], seed, start)
    path = ways.way(sim.scene, start, goal, limits=limits)
    flight = corridor(sim.scene, start, goal, above_m=above)
    for found in (path, flight):
        assert ways.length_m(found) >= far
        np.testing.assert_array_equal(found[[0, -1], :2], (start, goal))
    if FULL:
        fly(sim, flight)
        follow(sim, sim.robot("ugv0"), path, speed=1.0, within_m=1.0)
