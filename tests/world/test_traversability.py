"""What the ground is for a robot: by slope, class, water and what stands on it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from outrider.scenario.sky import Sky, Weather
from outrider.scenario.worlds import Box, Capsule, Cylinder, Flat, Meadow, Slope
from outrider.world import generate
from outrider.world.edits import SetWeather
from outrider.world.grip import friction
from outrider.world.ground import GroundMap
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.traversability import KINDS, NON_TRAVERSABLE, Ground, Limits


def mapped(scene: Scene, name: str, *, water_m: float | None = None) -> Scene:
    """The scene with one class of ground everywhere near the origin."""
    classes = np.full((40, 40), number_of(name), np.uint8)
    water = None if water_m is None else np.full((40, 40), water_m, np.float32)
    ground = GroundMap(classes=classes, origin_m=(-20.0, -20.0), step_m=1.0, water_m=water)
    return replace(scene, ground=ground)


def at_origin(scene: Scene, limits: Limits | None = None) -> int:
    return int(scene.traversability([(0.0, 0.0)], limits=limits)[0])


@pytest.mark.parametrize("degrees", [0.0, 5.0, 12.0, 15.0, 18.0, 22.0, 30.0])
def test_slopes_are_free_then_difficult_then_too_steep(degrees: float) -> None:
    scene = generate.make(Slope(angle_rad=math.radians(degrees)), seed=1)
    limits = Limits(slope_max_rad=math.radians(20.0))
    share = math.tan(math.radians(degrees)) / math.tan(math.radians(20.0))
    expected = (share > 0.67) + (share > 1.0)
    assert at_origin(scene, limits) == [Ground.FREE, Ground.DIFFICULT, Ground.STEEP][expected]


@pytest.mark.parametrize("name", ["ground", "grass", "sand", "mud", "snow", "ice", "asphalt"])
def test_what_lies_there_bounds_the_slope(name: str) -> None:
    """Half of the grip of the class may go into the slope."""
    limits = Limits(slope_max_rad=1.0, friction=0.9, grip_share=0.5)
    most = 0.5 * 0.9 * friction(Weather())[number_of(name)] / 0.8
    for factor, steep in ((0.97, False), (1.03, True)):
        plane = generate.make(Slope(angle_rad=math.atan(factor * most)), seed=1)
        assert (at_origin(mapped(plane, name), limits) == Ground.STEEP) == steep


def test_rain_and_snow_make_a_slope_too_steep() -> None:
    plane = mapped(generate.make(Slope(angle_rad=math.radians(17.0)), seed=1), "asphalt")
    assert at_origin(plane) == Ground.DIFFICULT
    snowed = plane.with_edits([SetWeather(weather=Weather(snow_cover=1.0))])
    assert at_origin(snowed) == Ground.STEEP
    assert at_origin(replace(plane, sky=Sky(weather=Weather(snow_cover=1.0)))) == Ground.STEEP


def test_water_stops_whoever_cannot_wade_it() -> None:
    flat = generate.make(Flat(), seed=1)
    shallow, deep = mapped(flat, "mud", water_m=0.2), mapped(flat, "mud", water_m=0.5)
    assert at_origin(shallow) == Ground.WATER
    assert at_origin(shallow, Limits(wade_m=0.3)) == Ground.DIFFICULT
    assert at_origin(deep, Limits(wade_m=0.3)) == Ground.WATER
    # Of water whose level nobody knows the worst is taken.
    assert at_origin(mapped(flat, "water"), Limits(wade_m=0.3)) == Ground.WATER


def test_the_lake_of_the_meadow_is_not_traversable() -> None:
    scene = generate.make(Meadow(size_m=200.0), seed=3)
    lake = scene.region("lake")
    assert lake is not None
    x, y = np.meshgrid(np.arange(-95.0, 96.0, 5.0), np.arange(-95.0, 96.0, 5.0))
    points = np.column_stack((x.ravel(), y.ravel()))
    wet = scene.water_level(points) > scene.height(points)
    found = scene.traversability(points)
    assert wet.sum() > 20
    assert (found[wet] == Ground.WATER).all()
    assert np.isin(found[wet], NON_TRAVERSABLE).all()
    assert (~np.isin(found[~wet], NON_TRAVERSABLE)).mean() > 0.8


def test_what_stands_in_the_way_blocks_and_what_is_low_or_high_does_not() -> None:
    limits = Limits(radius_m=0.5, height_m=1.0, step_m=0.1)

    def kind_of(*objects: Box) -> list[int]:
        scene = generate.make(Flat(objects=objects), seed=1)
        points = [(10.0 + dx, 0.0) for dx in (0.0, 1.45, 1.55)]
        return [int(k) for k in scene.traversability(points, limits=limits)]

    blocked, free = int(Ground.BLOCKED), int(Ground.FREE)
    crate = Box(position_m=(10.0, 0.0), size_m=(2.0, 2.0, 1.0))
    kerb = Box(position_m=(10.0, 0.0, 0.04), size_m=(2.0, 2.0, 0.1))
    beam = Box(position_m=(10.0, 0.0, 1.2), size_m=(2.0, 2.0, 0.3))
    assert kind_of(crate) == [blocked, blocked, free]
    assert kind_of(kerb) == kind_of(beam) == [free, free, free]


def test_a_leaning_trunk_blocks_only_where_it_is_low() -> None:
    """Its shadow is ten metres long, of which it hangs above the robot's head over most."""
    lean = math.radians(60.0)
    trunk = Capsule(position_m=(15.0, 0.0, 2.7), radius_m=0.2, height_m=10.0, pitch_rad=lean)
    scene = generate.make(Flat(objects=(trunk,)), seed=1)
    points = np.column_stack((np.arange(8.0, 22.0, 0.1), np.zeros(140)))
    found = scene.traversability(points, limits=Limits(radius_m=0.3, height_m=1.0))
    z = 2.7 + (points[:, 0] - 15.0) / math.tan(lean)
    under = np.abs(points[:, 0] - 15.0) < 4.8 * math.sin(lean)
    assert (found[under & (z > 2.0)] == Ground.FREE).all()
    assert (found[under & (z < 1.0)] == Ground.BLOCKED).all()


def test_random_solids_block_as_exact_distances_say() -> None:
    """Upright cylinders against the closed form."""
    rng = np.linspace(0.0, 1.0, 12)
    posts = [Cylinder(position_m=(30.0 * a - 15.0, 25.0 * (7.0 * a % 1.0) - 12.0),
                      radius_m=0.2 + 0.5 * (3.0 * a % 1.0), height_m=2.0)
             for a in rng.tolist()]  # fmt: skip
    scene = generate.make(Flat(objects=tuple(posts)), seed=1)
    x, y = np.meshgrid(np.arange(-20.0, 20.0, 0.7), np.arange(-20.0, 20.0, 0.7))
    points = np.column_stack((x.ravel(), y.ravel()))
    near = np.zeros(len(points), bool)
    for post in posts:
        near |= np.hypot(*(points - post.position_m[:2]).T) <= post.radius_m + 0.45
    assert ((scene.traversability(points) == Ground.BLOCKED) == near).all()


def test_kinds_of_robots_differ() -> None:
    scene = generate.make(Slope(angle_rad=math.radians(28.0)), seed=1)
    assert at_origin(scene, KINDS["ugv"]) == Ground.STEEP
    assert at_origin(scene, KINDS["person"]) <= Ground.DIFFICULT
