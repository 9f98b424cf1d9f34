"""In every world the contact world and the scene agree: on heights, and on what blocks a ray."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

import mujoco
import numpy as np
import pytest
from numpy.typing import NDArray

from outrider.sim.physics.physics import NEAR_M, Physics
from outrider.world.scene import Scene
from tests.counts import count
from tests.sim.physics.build import robot, session
from tests.world.kinds import SMALL, inside

F64 = NDArray[np.float64]

CLOSE_M: Final = 0.01
PLACES: Final = count(120)
ROBOT: Final = 5
"""The group of geoms that rays pass."""
FAR_M: Final = 30.0


class Around:
    """A Husky in a world, and what of the world is in its contact world."""

    def __init__(self, name: str) -> None:
        sim = session(robot("husky"), world=SMALL[name])
        self.scene: Scene = sim.scene
        self.physics: Physics = sim.engine.team.physics
        world = self.physics.world
        self._model, self._data = world.model, world.data
        self._model.geom_group[:] = 0
        self._model.geom_group[world.client_geoms[0]] = ROBOT
        self._seen = np.array([1, 1, 1, 1, 1, 0], np.uint8)
        self.reach_m = float(world.client_radius[0]) + NEAR_M
        """Within this distance of the robot all objects are in the contact world."""

    def move(self, place: F64) -> None:
        row = self.physics.root[0].copy()
        row[:3] = (*place, self.scene.height([place])[0] + 0.2)
        row[3:7] = (0.0, 0.0, 0.0, 1.0)
        self.physics.place(0, row)
        mujoco.mj_kinematics(self._model, self._data)

    def range_m(self, start: F64, ray: F64) -> float:
        """To the first geom of the world along a unit ray; inf if there is none."""
        hit = np.zeros(1, np.int32)
        found = mujoco.mj_ray(self._model, self._data, start, ray, self._seen, 1, -1, hit, None)
        return found if hit[0] >= 0 else math.inf


@cache
def around_in(name: str) -> Around:
    return Around(name)


def steep_places(scene: Scene, many: int) -> F64:
    """Half of them anywhere, half where the ground is steepest or shaped by hand."""
    some = inside(scene, 40 * many, seed=3, margin_m=4.0)
    slope = np.hypot(*scene.terrain.sample(some)[:, 1:].T)
    steep = some[np.argsort(-slope)[: many // 4 + 1]]
    shaped = [f.position_m for f in scene.terrain.features if f.value_m != 0.0 or f.levels]
    chosen = np.random.default_rng(4).permutation(np.array(shaped).reshape(-1, 2))
    x0, y0, x1, y1 = scene.extent
    shown = (chosen > (x0 + 4.0, y0 + 4.0)).all(axis=1) & (chosen < (x1 - 4.0, y1 - 4.0)).all(
        axis=1
    )
    return np.concatenate([some[: many // 2 + 1], steep, chosen[shown][: many // 4 + 1]])


@pytest.mark.parametrize("name", SMALL)
def test_the_ground_is_as_high_in_the_contact_world(name: str) -> None:
    """Within 1 cm wherever one can touch it; under what covers it nobody feels it."""
    around = around_in(name)
    rng = np.random.default_rng(5)
    down, looked = np.array([0.0, 0.0, -1.0]), 0
    for place in steep_places(around.scene, PLACES):
        around.move(place)
        points = place + rng.uniform(-around.reach_m, around.reach_m, (12, 2)) / 1.5
        z = around.scene.height(points)
        starts = np.column_stack((points, z + 0.3))
        ranges, rows = around.scene.cast(starts, down, range_m=1.0)
        bare = (rows < 0) & np.isfinite(ranges) & around.scene.is_free(starts, 0.02)
        for start, height in zip(starts[bare], z[bare], strict=True):
            found = start[2] - around.range_m(start, down)
            assert abs(found - height) < CLOSE_M, (start, found - height)
            looked += 1
    assert looked > 4 * PLACES


@pytest.mark.parametrize("name", SMALL)
def test_what_blocks_a_ray_blocks_it_in_the_contact_world(name: str) -> None:
    """At the same distance where an object is met, at the same height where the ground is."""
    around = around_in(name)
    rng = np.random.default_rng(6)
    far = around.reach_m - 1.5
    met = {"object": 0, "ground": 0, "nothing": 0}
    for place in places_at_objects(around.scene, PLACES):
        around.move(place)
        starts = np.column_stack((place + rng.uniform(-1.0, 1.0, (30, 2)), np.zeros(30)))
        starts[:, 2] = around.scene.height(starts[:, :2]) + rng.uniform(0.1, 1.7, 30)
        rays = rng.normal(size=(30, 3))
        rays /= np.linalg.norm(rays, axis=1)[:, None]
        free = around.scene.is_free(starts, 0.02)
        ranges, rows = around.scene.cast(starts, rays, range_m=far)
        for start, ray, seen, row in zip(
            starts[free], rays[free], ranges[free], rows[free], strict=True
        ):
            met[verdict(around, start, ray, float(seen), int(row), far)] += 1
    assert met["ground"] > PLACES
    assert met["nothing"] > PLACES
    assert met["object"] > PLACES // 4


def places_at_objects(scene: Scene, many: int) -> F64:
    """Half of them anywhere, half beside objects that stand on the ground."""
    centers = scene.objects.solids.center
    low = centers[:, 2] - scene.height(centers[:, :2]) < 3.0
    rng = np.random.default_rng(7)
    beside = rng.permutation(centers[low, :2])[: many // 2 + 1]
    return np.concatenate(
        [inside(scene, many // 2 + 1, seed=8), beside + rng.uniform(-1.5, 1.5, beside.shape)]
    )


def verdict(around: Around, start: F64, ray: F64, seen: float, row: int, far: float) -> str:
    """What was met, by both alike; a ray that grazes the ground may meet it a little off."""
    felt = around.range_m(start, ray)
    if row >= 0:
        # The ground may stand out by less than its tolerance before the object.
        assert felt < seen + 1e-4, (start, ray, seen, felt)
        return "object" if felt > seen - 1e-4 else touching(around, start + felt * ray)
    if felt < far:
        return touching(around, start + felt * ray)
    way = start + np.linspace(0.0, far, 200)[:, None] * ray
    assert (way[:, 2] - around.scene.height(way[:, :2])).min() > -CLOSE_M, (start, ray, seen)
    return "nothing"


def touching(around: Around, point: F64) -> str:
    """At a point of the scene's ground, to within the tolerance."""
    away = point[2] - around.scene.height([point[:2]])[0]
    assert abs(away) < CLOSE_M, (point, away)
    return "ground"
