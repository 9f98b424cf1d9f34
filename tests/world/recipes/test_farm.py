"""Farmland: fields in rows, borders with openings, tracks, a brook and a farmstead."""

from __future__ import annotations

import itertools
import math
import time
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from outrider import scenario
from outrider.core.errors import ScenarioError
from outrider.core.rng import Stream
from outrider.scenario.worlds import Farm
from outrider.world import generate
from outrider.world.places import Road
from outrider.world.recipes.farm_crops import PLANTS
from outrider.world.recipes.farm_plan import CROPS, FarmPlan
from outrider.world.recipes.plots import STRIPS_M
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.starts import passable
from outrider.world.traversability import Limits
from tests.counts import count

F64 = NDArray[np.float64]
SIZE = 420.0
SOFT = ("wheat", "maize", "sunflower", "rape", "cabbage", "potato")


@cache
def made(seed: int = 1, size_m: float = SIZE) -> Scene:
    return generate.make(Farm(size_m=size_m), seed=seed)


def of(scene: Scene, *makers: str) -> NDArray[np.bool_]:
    """Which things are of these makers."""
    own = np.array([name.rpartition("_")[0] in makers for name in scene.things.kinds])
    return np.asarray(own[scene.things.kind])


def along(road: Road, *, step_m: float = 2.0, half_m: float = 0.5 * SIZE - 4.0) -> F64:
    """Places along a road within the world."""
    points = np.array(road.line_m)
    parts = [
        np.linspace(a, b, max(int(np.hypot(*(b - a)) / step_m), 1), endpoint=False)
        for a, b in itertools.pairwise(points)
    ]  # fmt: skip
    places = np.vstack(parts)
    return np.asarray(places[(np.abs(places) < half_m).all(axis=1)])


def test_the_same_seed_makes_the_same_farm_and_another_another() -> None:
    assert generate.make(Farm(size_m=SIZE), seed=1).digest == made().digest
    assert made(2).digest != made().digest


def test_ids_and_names_are_unique_and_the_extent_is_as_asked() -> None:
    scene = made()
    assert len(np.unique(scene.things.ident)) == len(scene.things)
    assert len(np.unique(scene.objects.ident)) == len(scene.objects)
    assert scene.extent == (-SIZE / 2, -SIZE / 2, SIZE / 2, SIZE / 2)
    names = [region.name for region in scene.regions]
    assert len(set(names)) == len(names)
    assert (np.abs(scene.things.position[:, :2]) <= SIZE / 2 + 12.0).all()


@pytest.mark.parametrize("seed", range(1, 1 + count(20)))
def test_plots_cover_the_land_and_each_point_lies_in_one(seed: int) -> None:
    spec = Farm(size_m=700.0, field_m=80.0 + 15.0 * (seed % 6))
    plan = FarmPlan(seed, spec)
    total = sum(plot.area_m2 for plot in plan.plan.plots)
    assert total == pytest.approx(760.0**2)
    mean = total / len(plan.plan.plots)
    assert 0.6 * spec.field_m**2 < mean < 1.7 * spec.field_m**2
    points = Stream(seed, "test").uniform(0, 4000, low=-340.0, high=340.0).reshape(-1, 2)
    number, gap = plan.plan.find(points)
    for k in range(len(plan.plan.plots)):
        inside = plan.plan.within(k, points)
        assert (inside[(number == k) & (gap > 0.0)] > 0.0).all()
        assert (inside[number != k] < 0.1 - min(STRIPS_M.values())).all()


@pytest.mark.parametrize("seed", range(1, 1 + count(20)))
def test_the_plan_bends_gently_and_back(seed: int) -> None:
    bend = FarmPlan(seed, Farm()).plan.bend
    points = Stream(seed, "test").uniform(0, 2000, low=-500.0, high=500.0).reshape(-1, 2)
    assert np.abs(bend.back(bend.to_world(points)) - points).max() < 0.3
    stretched = np.linalg.norm(
        bend.to_world(points + np.array((1.0, 0.0))) - bend.to_world(points), axis=1
    )
    assert np.abs(stretched - 1.0).max() < 0.12
    assert np.abs(bend.to_world(np.zeros((1, 2)))).max() < 1e-9


def test_all_crops_grow_near_the_origin() -> None:
    for seed in (1, 2, 3):
        near = FarmPlan(seed, Farm()).fields[:10]
        assert {one.crop for one in near} >= {*SOFT, "vine", "apple", "stubble", "meadow"}
        assert all(float(np.hypot(*one.middle)) < 260.0 for one in near)


@pytest.mark.parametrize("crop", ["maize", "vine", "cabbage"])
def test_crops_stand_in_rows_as_far_apart_as_asked(crop: str) -> None:
    scene = generate.make(Farm(size_m=SIZE, rows_m=1.1), seed=1)
    region = scene.region(f"field_{crop}_0")
    assert region is not None
    own = scene.things.position[of(scene, crop), :2]
    own = own[region.contains(own)]
    across = (own - region.position_m) @ (
        -math.sin(region.heading_rad),
        math.cos(region.heading_rad),
    )
    rows = CROPS[crop].rows_m or 1.1
    phase = 2.0 * np.pi * across / rows
    assert len(own) > 50
    assert np.hypot(np.cos(phase).mean(), np.sin(phase).mean()) > 0.999


def test_plants_stay_within_their_fields_and_off_the_tracks() -> None:
    scene, plan = made(), FarmPlan(1, Farm(size_m=SIZE))
    for one in plan.fields:
        crop = CROPS[one.crop]
        region = scene.region(one.name)
        if crop.maker and region is not None and crop.maker != "apple":
            inside = scene.things.position[of(scene, crop.maker), :2]
            inside = inside[plan.plan.within(one.number, inside) > 0.0]
            number, _ = plan.plan.find(inside)
            assert (number == one.number).all()
    soft = scene.things.position[of(scene, *SOFT), :2]
    for road in scene.roads:
        if road.name != "drive":
            for x, y in along(road, step_m=6.0).tolist():
                assert np.hypot(soft[:, 0] - x, soft[:, 1] - y).min() > road.half_m


def test_the_number_of_plants_keeps_to_its_bound_and_follows_the_density() -> None:
    counts = [int(of(generate.make(Farm(size_m=300.0, density=d), seed=1), *SOFT).sum())
              for d in (0.1, 0.5, 1.0)]  # fmt: skip
    assert counts[0] < counts[1] < counts[2] < 1.2 * PLANTS


def test_soft_plants_stop_nobody_and_vines_and_fences_do() -> None:
    scene = made()
    owner = set(scene.objects.owner.tolist())
    assert not owner & set(scene.things.ident[of(scene, *SOFT)].tolist())
    for maker in ("vine", "apple", "wire_fence", "stone_wall", "barn", "silo", "power_pole"):
        mine = scene.things.ident[of(scene, maker)]
        assert len(mine)
        assert set(mine.tolist()) <= owner


@pytest.mark.parametrize("seed", range(1, 1 + count(10)))
def test_tracks_are_even_gently_bent_dry_and_free(seed: int) -> None:
    scene = made(seed)
    assert {"track_main", "track_1", "drive"} <= {road.name for road in scene.roads}
    for road in scene.roads:
        points = along(road)
        if len(points) < 3:
            continue
        height = scene.height(points)
        step = np.hypot(*np.diff(points, axis=0).T)
        assert (np.abs(np.diff(height)) / np.maximum(step, 1.0)).max() < 0.12
        assert scene.is_free(np.column_stack((points, height + 0.8)), 0.7).all(), road.name
        assert number_of("water") not in scene.surface(points).tolist()
        assert road.tightest_m() > 25.0
    main = along(scene.roads[0])
    assert set(scene.surface(main).tolist()) == {number_of("gravel")}
    assert np.hypot(*main.T).min() < 1.5


def test_no_building_stands_on_a_track() -> None:
    for seed in (1, 2):
        scene = made(seed)
        assert {b.name for b in scene.buildings} >= {"farmhouse", "barn", "cowshed"}
        for building in scene.buildings:
            assert 40.0 < np.hypot(*building.position_m) < 150.0
            ring = np.array(building.outline_m)
            corners = np.vstack([ring, 0.5 * (ring + np.roll(ring, -1, axis=0))])
            for road in scene.roads:
                places = along(road)
                away = np.hypot(*(corners[:, None] - places[None]).transpose(2, 0, 1)).min()
                assert away > road.half_m + (0.0 if road.name == "drive" else 4.0)


def test_every_near_field_can_be_reached_from_the_origin() -> None:
    """By a robot 0.6 m wide that shuns water and slopes."""
    scene = made()
    where = passable(scene, limits=Limits(radius_m=0.3))
    home = int(where.at(np.zeros((1, 2)))[0])
    assert home > 0
    for region in scene.regions:
        if region.name.startswith("field_") or region.name in {"yard", "farmstead"}:
            cells = where.points(home)
            assert region.contains(cells).sum() > 30, region.name


def test_lanes_of_an_orchard_and_a_vineyard_are_free() -> None:
    scene = made(size_m=600.0)
    for crop in ("apple", "vine"):
        region = scene.region(f"field_{crop}_0")
        assert region is not None
        rows = CROPS[crop].rows_m
        trees = scene.things.position[of(scene, crop), :2]
        trees = trees[region.contains(trees)]
        way = np.array([math.cos(region.heading_rad), math.sin(region.heading_rad)])
        across = np.array([-way[1], way[0]])
        lane = trees[0] + 0.5 * rows * across + np.linspace(-8, 8, 33)[:, None] * way
        lane = lane[region.contains(lane)]
        z = scene.height(lane) + 0.5
        assert scene.is_free(np.column_stack((lane, z)), 0.35).all()


def test_the_brook_and_the_pond_hold_water_below_their_banks() -> None:
    scene = made(size_m=600.0)
    assert scene.ground is not None
    assert scene.ground.water_m is not None
    wet = np.isfinite(scene.ground.water_m).ravel()
    points = scene.ground.centers()[wet]
    depth = scene.water_level(points) - scene.height(points)
    assert len(points) > 300
    assert depth.min() > -0.01
    assert 0.3 < depth.max() < 1.6
    dry = generate.make(Farm(size_m=600.0, brook=False), seed=1)
    assert dry.ground is not None
    assert dry.ground.water_m is not None
    assert np.isfinite(dry.ground.water_m).sum() < 0.7 * wet.sum()


def test_robots_have_room_to_start() -> None:
    for seed in (1, 2, 3):
        scene = made(seed)
        angle = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        ring = np.concatenate([r * np.column_stack((np.cos(angle), np.sin(angle))) for r in (1, 3)])
        assert scene.is_free(np.column_stack((ring, scene.height(ring) + 0.75)), 0.5).all()
        assert np.degrees(np.arctan(np.hypot(*scene.terrain.sample(ring)[:, 1:].T))).max() < 8.0
        assert set(scene.surface(ring).tolist()) == {number_of("gravel")}


def test_wires_hang_from_pole_to_pole() -> None:
    scene = made()
    poles = scene.things.position[of(scene, "power_pole"), :2]
    wires = scene.things.position[of(scene, "power_wires"), :2]
    assert len(wires) == len(poles) - 1
    for wire in wires:
        nearest = np.sort(np.hypot(*(poles - wire).T))[:2]
        assert nearest == pytest.approx(22.5, abs=0.2)


def test_small_and_large_worlds_and_odd_fields_are_made() -> None:
    bare = Farm(size_m=200.0, field_m=40.0, orchard=0.0, density=0.0, relief_m=0.0)
    for spec in (Farm(size_m=40.0), Farm(size_m=200.0, field_m=400.0, orchard=1.0), bare):
        scene = generate.make(spec, seed=3)
        half = 0.5 * spec.size_m
        assert scene.extent == (-half, -half, half, half)


def test_a_square_kilometre_is_made_in_seconds() -> None:
    generate.make(Farm(), seed=1)
    start = time.process_time()
    generate.make(Farm(), seed=2)
    assert time.process_time() - start < 4.0


@pytest.mark.parametrize(
    ("field", "value"),
    [("size_m", 1.0), ("size_m", 1e9), ("density", -0.1), ("field_m", 1.0), ("field_m", math.nan),
     ("orchard", 1.5), ("rows_m", 0.01), ("rows_m", 100.0), ("relief_m", -1.0), ("brook", 3)],
)  # fmt: skip
def test_hostile_parameters_are_refused(field: str, value: float) -> None:
    with pytest.raises(ScenarioError, match=field):
        scenario.parse(f"name: w\nworld: {{kind: farm, {field}: {value}}}\n")
