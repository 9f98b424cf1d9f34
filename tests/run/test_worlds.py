"""Robots in the worlds: a Husky finds its way, a quadrotor crosses; rays and contacts agree.

On ice a tyre holds an eighth of what it holds on firm ground: ways over it must be nearly level.
"""

from __future__ import annotations

import numpy as np
import pytest

from outrider.run.session import Session, load
from outrider.scenario.schema import Robot, Scenario
from outrider.scenario.worlds import (
    Airfield,
    AnyWorld,
    City,
    Desert,
    Farm,
    Forest,
    Glacier,
    Meadow,
    Volcanic,
)
from tests.counts import count
from tests.run.routes import way

LENGTH_M = 20.0 * count(10)
"""200 m, or 20 m."""
LENGTHS = {"glacier": 20.0, "volcanic": 20.0}
"""Rough lava and ice leave no longer way that is gentle enough for a Husky without a planner."""
SLOPES = {"glacier": 0.08}
SIZE_M = 460.0 if LENGTH_M > 100.0 else 240.0
OUTDOORS: dict[str, AnyWorld] = {
    "forest": Forest(size_m=SIZE_M),
    "desert": Desert(size_m=SIZE_M),
    "meadow": Meadow(size_m=SIZE_M),
    "volcanic": Volcanic(size_m=SIZE_M),
    "glacier": Glacier(size_m=SIZE_M),
    "farm": Farm(size_m=SIZE_M),
    "airfield": Airfield(),
    "city": City(size_m=SIZE_M),
}


def team(world: AnyWorld, seed: int = 1) -> Session:
    robots = (
        Robot(name="ugv0", model="husky", position_m=(0.0, 0.0)),
        Robot(name="uav0", model="x500", position_m=(0.0, 2.0)),
    )
    return load(Scenario(name="way", seed=seed, world=world, robots=robots))


@pytest.mark.parametrize("name", OUTDOORS)
def test_a_husky_and_a_quadrotor_find_their_way(name: str) -> None:
    sim = team(OUTDOORS[name])
    path = way(sim.scene, LENGTHS.get(name, LENGTH_M), slope_max_rad=SLOPES.get(name, 0.3))
    ground = float(sim.scene.height(path).max())
    tall = 30.0 + ground - sim.ground_height(0.0, 2.0)
    drive = sim.robot("ugv0").follow(path, speed=1.0, timeout=6.0 * LENGTH_M)
    rise = sim.robot("uav0").take_off(tall + 20.0, speed=6.0)
    while rise.pending:
        sim.step(1.0)
    fly = sim.robot("uav0").go_to([*path[-1], tall + 20.0 + sim.ground_height(0.0, 2.0)], speed=6.0)
    for _ in range(int(7.0 * LENGTH_M)):
        sim.step(1.0)
        if not drive.pending and not fly.pending:
            break
    assert drive.state == "done", sim.robot("ugv0").position
    assert fly.state == "done"
    end = sim.robot("ugv0").position
    assert np.hypot(*(end[:2] - path[-1])) < 1.0
    assert abs(end[2] - sim.ground_height(end[0], end[1])) < 0.35
    assert not sim.robot("uav0").state.crashed


@pytest.mark.parametrize("name", ["forest", "desert", "city"])
def test_what_blocks_rays_blocks_robots(name: str) -> None:
    """A ball thrown at the nearest obstacle stops where the ray of the scene ends."""
    sim = team(OUTDOORS[name])
    scene, physics = sim.scene, sim.engine.team.physics
    rng = np.random.default_rng(2)
    met = 0
    wanted = count(40)
    for _ in range(4000):
        if met == wanted:
            break
        target = scene.objects.solids.center[rng.integers(len(scene.objects))]
        angle = rng.uniform(0, 2 * np.pi)
        ray = np.array([np.cos(angle), np.sin(angle), 0.0])
        start = target - rng.uniform(1.5, 3.0) * ray
        start[2] = scene.height([start[:2]])[0] + 1.2
        if not scene.is_free([start], 0.6)[0]:
            continue
        side = np.array([-ray[1], ray[0], 0.0])
        fan = [
            start + a * side + b * np.array([0, 0, 1.0])
            for a in (-0.3, 0, 0.3)
            for b in (-0.1, 0.1)
        ]
        ranges, _ = scene.cast(fan, ray, range_m=2.6)
        if not np.isfinite(ranges).all() or ranges.min() < 0.9 or np.ptp(ranges) > 0.2:
            continue
        row = np.zeros(13)
        row[:3], row[6], row[7:10] = start, 1.0, 15.0 * ray
        physics.write_root(physics.world.names.index("uav0"), row)
        physics.crashed[:] = 0
        sim.robot("uav0").control("rotor_speeds", [0.0] * 4)
        physics.refresh()
        for _ in range(200):
            sim.step(ns=2_000_000)
            if physics.touching[physics.world.names.index("uav0")]:
                break
        stopped = float((sim.robot("uav0").position - start) @ ray)
        met += 1
        assert stopped < ranges.max() + 0.03
        assert stopped > ranges.min() - 0.55
    assert met == wanted
