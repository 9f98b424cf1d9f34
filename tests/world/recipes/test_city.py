"""The city: streets that can be driven, houses beside them, things where they belong."""

from __future__ import annotations

import itertools
import math
from functools import cache

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from outrider.core.errors import UnknownNameError, UserError
from outrider.scenario.worlds import AnyWorld, City
from outrider.world import generate
from outrider.world.assets.paving import KERB_M
from outrider.world.library import archetype
from outrider.world.places import Road
from outrider.world.recipes.city_houses import overlaps
from outrider.world.recipes.city_streets import AVENUE, STREET, network
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.things import Things

F64 = NDArray[np.float64]
SIZE = 420.0
CARS = ("hatchback", "saloon", "estate", "suv_car", "van", "sports_car", "pickup")


@cache
def made(seed: int = 1, **more: float) -> Scene:
    return generate.make(msgspec.convert({"size_m": SIZE, "kind": "city", **more}, City), seed=seed)


def of(scene: Scene, *makers: str) -> Things:
    """The things of some makers."""
    named = np.array([kind.rpartition("_")[0] in makers for kind in scene.things.kinds])
    return scene.things.take(named[scene.things.kind])


def inside(points: F64, margin: float = 0.0) -> NDArray[np.bool_]:
    return np.asarray((np.abs(points[:, :2]) < SIZE / 2 - margin).all(axis=1))


def nearest(road: Road, points: F64) -> tuple[F64, F64, F64]:
    """Distance from a road's line, offset to its left, and its bearing there."""
    line = np.array(road.line_m)
    a, way = line[:-1], np.diff(line, axis=0)
    length = np.linalg.norm(way, axis=1)
    away = points[:, None, :2] - a
    t = np.clip((away * way).sum(2) / length**2, 0.0, 1.0)
    rest = away - t[..., None] * way
    gap = np.linalg.norm(rest, axis=2)
    best = gap.argmin(axis=1)
    rows = np.arange(len(points))
    left = (way[best, 0] * rest[rows, best, 1] - way[best, 1] * rest[rows, best, 0]) / length[best]
    return gap[rows, best], left, np.arctan2(way[best, 1], way[best, 0])


def along(road: Road, step: float = 3.0) -> F64:
    """Points on a road's line that lie in the world."""
    line = np.array(road.line_m)
    parts = [
        a + np.linspace(0.0, 1.0, max(int(np.hypot(*(b - a)) / step), 2))[:, None] * (b - a)
        for a, b in itertools.pairwise(line)
    ]
    points = np.concatenate(parts)
    return points[inside(points, 3.0)]


def test_the_same_seed_makes_the_same_city_and_another_another() -> None:
    again = generate.make(City(size_m=SIZE), seed=1)
    assert again.digest == made().digest
    assert made(2).digest != made().digest


def test_ids_are_unique_and_all_lies_in_the_extent() -> None:
    scene = made()
    assert scene.extent == (-SIZE / 2, -SIZE / 2, SIZE / 2, SIZE / 2)
    assert len(np.unique(scene.things.ident)) == len(scene.things)
    assert len(np.unique(scene.objects.ident)) == len(scene.objects)
    assert inside(scene.things.position).all()
    assert len({b.name for b in scene.buildings}) == len(scene.buildings)
    assert len({r.name for r in scene.roads}) == len(scene.roads)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_town_has_is_there(seed: int) -> None:
    scene = made(seed)
    kinds = {b.kind for b in scene.buildings}
    assert {"office", "townhouse", "apartments", "church", "school", "corner_shop"} <= kinds
    assert {"park", "square", "school"} <= {r.name for r in scene.regions}
    for maker in (
        "street_lamp", "traffic_light", "bench", "litter_bin", "fire_hydrant", "bus_shelter",
        "bollard", "fountain", "man", "woman", "tree_pit", "kiosk", "park_lamp",
    ):  # fmt: skip
        assert len(of(scene, maker)), maker
    ground = scene.ground
    assert ground is not None
    assert ground.water_m is not None
    assert 40.0 < np.isfinite(ground.water_m).sum() * ground.step_m**2 < 4000.0


def test_two_avenues_cross_where_robots_start() -> None:
    scene = made()
    avenues = [r for r in scene.roads if r.name.startswith("avenue")]
    at_origin = [r for r in avenues if nearest(r, np.zeros((1, 2)))[0][0] < 1e-6]
    assert len(at_origin) == 2
    angle = np.linspace(0.0, 2.0 * math.pi, 24, endpoint=False)
    ring = 6.0 * np.column_stack((np.cos(angle), np.sin(angle)))
    assert (scene.surface(ring) == number_of("asphalt")).all()
    assert scene.is_free(np.column_stack((ring, np.full(24, 0.6))), 0.5).all()


def test_roads_have_lanes_on_either_side_and_gentle_bends() -> None:
    for road in made().roads:
        profile = AVENUE if road.name.startswith("avenue") else STREET
        assert len(road.lanes) == 2 * profile.lanes
        assert all(lane.forward == (lane.offset_m < 0.0) for lane in road.lanes)
        reach = max(abs(lane.offset_m) + 0.5 * lane.width_m for lane in road.lanes)
        assert reach <= road.half_m
        assert road.tightest_m() > 60.0


def test_streets_are_level_free_and_of_asphalt() -> None:
    scene = made()
    for road in scene.roads:
        points = along(road)
        if not len(points):
            continue
        ground = scene.terrain.sample(points)
        assert np.abs(ground[:, 0]).max() < 0.02
        assert np.hypot(ground[:, 1], ground[:, 2]).max() < 0.12
        assert (scene.surface(points) == number_of("asphalt")).all()
        assert scene.is_free(np.column_stack((points, np.full(len(points), 0.9))), 0.8).all()


def test_pavements_rise_a_kerb_above_the_street_and_meet_the_ground_behind() -> None:
    scene = made()
    streets = network(1, scene.extent, irregularity=0.5)
    rise: list[float] = []
    behind: list[float] = []
    for side in (side for block in streets.blocks for side in block.sides):
        share = np.linspace(8.0, side.length_m - 8.0, 9)
        points = side.at(share, side.profile.walk_m + 0.3)
        behind += scene.height(points[inside(points, 6.0)]).tolist()
        # A ray from above meets the slab where nothing else stands on it.
        points = side.at(share, 0.5)
        points = points[inside(points, 6.0)]
        starts = np.column_stack((points, np.full(len(points), 0.3)))
        ranges, _ = scene.cast(starts, np.array([[0.0, 0.0, -1.0]]), range_m=2.0)
        rise += (0.3 - ranges).tolist()
    assert np.median(rise) == pytest.approx(KERB_M, abs=1e-6)
    assert np.mean(np.abs(np.array(rise) - KERB_M) < 1e-6) > 0.9
    assert np.percentile(behind, 2) > KERB_M - 0.01
    assert max(behind) <= KERB_M + 1e-9


@pytest.mark.parametrize("seed", [1, 2])
def test_no_house_stands_on_a_street_or_in_another(seed: int) -> None:
    scene = made(seed)
    rings = np.array([b.outline_m for b in scene.buildings])
    share = np.linspace(0.0, 1.0, 7)[:, None, None, None]
    outlines = rings + share * (np.roll(rings, -1, axis=1) - rings)
    for road in scene.roads:
        walk = AVENUE.walk_m if road.name.startswith("avenue") else STREET.walk_m
        gap = nearest(road, outlines.reshape(-1, 2))[0]
        assert gap.min() > road.half_m + walk - 0.05
    for k, ring in enumerate(rings):
        assert not overlaps(ring, rings[k + 1 :]).any()


def test_houses_are_higher_towards_the_centre_and_as_high_as_they_look() -> None:
    scene = made()
    houses = [b for b in scene.buildings if b.kind not in {"church", "school", "garage"}]
    away = np.array([math.hypot(*b.position_m) for b in houses])
    storeys = np.array([b.storeys for b in houses])
    near, far = storeys[away < 110.0], storeys[away > 200.0]
    assert near.mean() > far.mean() + 1.0
    assert all(b.height_m > 2.4 * b.storeys for b in houses)


def test_street_doors_can_be_reached() -> None:
    scene = made()
    doors = [(b, b.doors[0]) for b in scene.buildings]
    assert all(len(b.doors) == 1 for b in scene.buildings)
    out = np.array([(math.cos(b.heading_rad), math.sin(b.heading_rad)) for b, _ in doors])
    place = np.array([door.position_m for _, door in doors])
    before = np.column_stack((place[:, :2] + 1.0 * out, place[:, 2] + 0.9))
    assert scene.is_free(before, 0.3).mean() > 0.97


def test_cars_are_parked_on_the_right_and_along_the_kerb() -> None:
    scene = made()
    cars = of(scene, *CARS)
    heading = 2.0 * np.arctan2(cars.quaternion[:, 2], cars.quaternion[:, 3])
    parked = scene.surface(cars.position[:, :2]) == number_of("asphalt")
    parked &= np.abs(cars.position[:, 2]) < 0.01
    assert parked.sum() > 100
    best = np.full(len(cars), np.inf)
    right, turned = np.zeros(len(cars), np.bool_), np.full(len(cars), np.inf)
    for road in scene.roads:
        gap, left, bearing = nearest(road, cars.position)
        closer = gap < best
        turn = heading - bearing
        best = np.where(closer, gap, best)
        right = np.where(closer, left * np.cos(turn) < 0.0, right)
        turned = np.where(closer, np.abs(np.sin(turn)), turned)
    assert right[parked].all()
    assert turned[parked].max() < 0.05
    assert best[parked].min() > STREET.lanes * STREET.lane_m


def test_lamps_stand_evenly() -> None:
    lamps = of(made(), "street_lamp").position[:, :2]
    away = np.linalg.norm(lamps[:, None] - lamps, axis=2) + 1e9 * np.eye(len(lamps))
    assert away.min() > 7.0
    assert 9.0 < np.median(away.min(axis=1)) <= 28.5


def test_a_robot_gets_from_the_origin_along_every_street_and_into_the_courts() -> None:
    scene = made()
    step, reach = 0.5, 130.0
    axis = np.arange(-reach, reach + step, step)
    x, y = np.meshgrid(axis, axis)
    points = np.column_stack((x.ravel(), y.ravel()))
    z = np.maximum(scene.height(points), KERB_M) + 0.45
    free = scene.is_free(np.column_stack((points, z)), 0.3).reshape(x.shape)
    seen = np.zeros_like(free)
    seen[len(axis) // 2, len(axis) // 2] = True
    while True:
        wider = seen.copy()
        for shift, along_axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
            wider |= np.roll(seen, shift, axis=along_axis)
        wider &= free
        if (wider == seen).all():
            break
        seen = wider
    for road in scene.roads:
        line = along(road, 1.0)
        line = line[(np.abs(line) < reach - 4.0).all(axis=1)]
        column, row = np.rint((line + reach) / step).astype(int).T
        assert seen[row, column].all(), road.name
    assert seen.sum() > 0.93 * free.sum()


def test_parameters_do_what_they_say() -> None:
    few, many = made(traffic=0.1), made(traffic=1.0)
    assert 4 * len(of(few, *CARS)) < len(of(many, *CARS))
    bare, green = made(greenery=0.0), made(greenery=1.0)
    assert not len(of(bare, "tree_pit")) or len(of(bare, "tree_pit")) < 40
    assert len(of(green, "tree_pit")) > 100
    straight = network(1, (-300.0, -300.0, 300.0, 300.0), irregularity=0.0)
    turns = np.array([side.turn_a for block in straight.blocks for side in block.sides])
    assert np.abs(turns - 0.5 * math.pi).max() < 1e-9
    low, high = made(storeys=3.0), made(storeys=8.0)
    mean = [np.mean([b.storeys for b in s.buildings if b.kind == "townhouse"]) for s in (low, high)]
    assert mean[1] > mean[0] + 2.0


def test_a_small_town_is_one() -> None:
    scene = generate.make(City(size_m=200.0), seed=5)
    assert len(scene.buildings) > 20
    assert "square" in {r.name for r in scene.regions}


@pytest.mark.parametrize("bad", [
    {"size_m": 100}, {"size_m": 1e6}, {"storeys": 0}, {"storeys": 400}, {"traffic": 2.0},
    {"density": -1}, {"irregularity": 9}, {"towers": 3},
])  # fmt: skip
def test_hostile_parameters_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kind": "city", **bad}, AnyWorld)


@pytest.mark.parametrize("name", [
    "zebra_3_0", "zebra_3x10_x", "zebra_0x10_0", "zebra_3x99999_0", "city_house_12x12_0",
    "pavement_nanx3_0", "castle_3x3_0", "pavement_1e3x3_0",
])  # fmt: skip
def test_names_with_sizes_that_make_no_sense_are_refused(name: str) -> None:
    with pytest.raises(UnknownNameError):
        archetype(name)


@pytest.mark.parametrize("name", ["city_house_500x12x4_0", "city_house_12x12x99_0",
                                  "city_house_12x12x2.5_0", "city_house_1x12x4_0"])  # fmt: skip
def test_houses_of_impossible_sizes_are_refused(name: str) -> None:
    with pytest.raises(UserError):
        archetype(name)
