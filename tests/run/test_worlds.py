"""Robots in the worlds: what the scene's rays meet is what robots bump into."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.run.session import Session, load
from outrider.scenario.schema import Robot, Scenario
from outrider.scenario.worlds import AnyWorld, City, Desert, Forest
from tests.counts import count

WORLDS: dict[str, AnyWorld] = {
    "forest": Forest(size_m=240.0), "desert": Desert(size_m=240.0), "city": City(size_m=240.0),
}  # fmt: skip


def team(world: AnyWorld, seed: int = 1) -> Session:
    robots = (
        Robot(name="ugv0", model="husky", position_m=(0.0, 0.0)),
        Robot(name="uav0", model="x500", position_m=(0.0, 2.0)),
    )
    return load(Scenario(name="way", seed=seed, world=world, robots=robots))


@pytest.mark.parametrize("name", WORLDS)
def test_what_blocks_rays_blocks_robots(name: str) -> None:
    """A ball thrown at the nearest obstacle stops where the ray of the scene ends."""
    sim = team(WORLDS[name])
    scene, physics = sim.scene, sim.engine.team.physics
    rng = np.random.default_rng(2)
    met = 0
    wanted = count(40)
    for _ in range(12_000):
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
