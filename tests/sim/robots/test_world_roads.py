"""An SUV drives along the lanes of real roads, and keeps to its lane."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pytest

from tests.counts import count
from tests.sim.physics.build import robot, session, up, watch
from tests.world.kinds import SMALL, made
from tests.world.test_roads import along

ROADS: Final = (("city", "avenue_2"), ("desert", "road"), ("airfield", "public_road"))
LENGTH_M: Final = 80.0
SPEED: Final = 6.0


@pytest.mark.parametrize(("name", "which"), ROADS[: count(len(ROADS) * 10) if count(10) > 1 else 1])
def test_an_suv_keeps_to_its_lane(name: str, which: str) -> None:
    scene = made(name)
    road = next(road for road in scene.roads if road.name == which)
    lane = next(lane for lane in road.lanes if lane.forward)
    places, left = along(road, scene)
    path = (places + lane.offset_m * left)[10 : 10 + int(LENGTH_M / 0.5) : 4]
    ahead = path[1] - path[0]
    heading = math.atan2(ahead[1], ahead[0])
    sim = session(robot("suv", path[0].tolist(), heading_rad=heading), world=SMALL[name])
    ticket = sim.robot("suv").follow(path, speed=SPEED, timeout=4.0 * LENGTH_M / SPEED)
    seen = watch(sim, "suv", 1.6 * LENGTH_M / SPEED, every=0.1)
    assert ticket.state == "done"
    away = np.linalg.norm(seen.position[:, None, :2] - path, axis=2).min(axis=1)
    # The path's points are 2 m apart: half way between two of them one is 1 m from either.
    aside = np.sqrt(np.maximum(away**2 - 1.0, 0.0))
    assert aside.max() < 0.5 * lane.width_m - 0.95
    assert np.linalg.norm(seen.position[-1, :2] - path[-1]) < 3.0
    assert up(seen.quaternion).min() > math.cos(math.radians(12.0))
    assert not sim.robot("suv").state.crashed
    assert np.abs(seen.velocity[:, 2]).max() < 1.5
