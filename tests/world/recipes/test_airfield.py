"""An airfield: level pavement, paint in its place, hangars to drive into, a closed perimeter."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from outrider import scenario
from outrider.core import rotation
from outrider.core.errors import ScenarioError
from outrider.scenario.worlds import Airfield
from outrider.world import generate
from outrider.world.places import Road
from outrider.world.recipes.airfield_plan import (
    APRON,
    FENCE_V,
    GATE_U,
    RUNWAY_V,
    AirfieldPlan,
)
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.starts import passable
from outrider.world.traversability import Limits
from tests.counts import count

F64 = NDArray[np.float64]
SPEC = Airfield(size_m=640.0, runway_m=480.0, density=0.5)


@cache
def made(seed: int = 1) -> Scene:
    return generate.make(SPEC, seed=seed)


def plan(seed: int = 1) -> AirfieldPlan:
    return AirfieldPlan(seed, SPEC)


def of(scene: Scene, maker: str) -> NDArray[np.int64]:
    """Rows of the things of a maker."""
    own = np.array([name.rpartition("_")[0] == maker for name in scene.things.kinds])
    return np.flatnonzero(own[scene.things.kind])


def along(road: Road, *, step_m: float = 2.0, half_m: float = 310.0) -> F64:
    """Places along a road within the world."""
    parts = [
        np.linspace(a, b, max(int(math.dist(a, b) / step_m), 1), endpoint=False)
        for a, b in itertools.pairwise(road.line_m)
    ]
    places = np.vstack(parts)
    return np.asarray(places[(np.abs(places) < half_m).all(axis=1)])


def test_the_same_seed_makes_the_same_airfield_and_another_another() -> None:
    assert generate.make(SPEC, seed=1).digest == made().digest
    assert made(2).digest != made().digest


def test_ids_are_unique_and_the_extent_is_as_asked() -> None:
    scene = made()
    assert len(np.unique(scene.things.ident)) == len(scene.things)
    assert len(np.unique(scene.objects.ident)) == len(scene.objects)
    assert scene.extent == (-320.0, -320.0, 320.0, 320.0)


@pytest.mark.parametrize("seed", range(1, 1 + count(20)))
def test_the_runway_is_level_wide_marked_and_free(seed: int) -> None:
    scene, own = made(seed), plan(seed)
    runway = scene.roads[0]
    assert (runway.kind, runway.half_m) == ("runway", 15.0)
    assert runway.length_m == pytest.approx(480.0)
    low, high = own.ends
    u, v = np.meshgrid(np.arange(low + 2.0, high - 2.0, 6.0), np.linspace(-14.5, 14.5, 9))
    points = own.site.places(np.column_stack([u.ravel(), v.ravel() + RUNWAY_V]))
    assert np.abs(scene.height(points)).max() < 0.01
    assert set(scene.surface(points).tolist()) == {number_of("asphalt")}
    assert scene.is_free(np.column_stack((points, np.full(len(points), 0.45))), 0.4).all()
    assert len(of(scene, "mark_threshold")) == 16
    assert len(of(scene, "runway_light")) > 40


@pytest.mark.parametrize("seed", range(1, 1 + count(20)))
def test_numbers_stand_at_the_ends_and_are_read_by_who_lands(seed: int) -> None:
    scene, own = made(seed), plan(seed)
    rows = of(scene, "mark_number")
    assert len(rows) == 2
    for row in rows.tolist():
        number = scene.things.kinds[scene.things.kind[row]].rpartition("_")[2]
        local = own.site.local(scene.things.position[row : row + 1, :2])[0]
        ahead = 1.0 if number == "0" else -1.0
        assert (local[0] - own.middle_m) * ahead < -100.0
        heading = rotation.heading_of(scene.things.quaternion[row])
        east = math.degrees(float(heading)) % 360.0
        assert min(abs(east - (0.0 if number == "0" else 180.0)), 360.0 - east) < 5.0
        matrix = rotation.to_matrix(scene.things.quaternion[row])
        assert matrix[2, 2] == pytest.approx(1.0)


def test_paint_lies_just_above_the_ground_and_stops_nobody() -> None:
    scene = made()
    paint = np.array([name.startswith("mark_") for name in scene.things.kinds])[scene.things.kind]
    gap = scene.things.position[paint, 2] - scene.height(scene.things.position[paint, :2])
    assert gap == pytest.approx(0.015, abs=1e-6)
    assert not set(scene.things.ident[paint].tolist()) & set(scene.objects.owner.tolist())


@pytest.mark.parametrize("seed", range(1, 1 + count(20)))
def test_taxiways_and_roads_are_even_paved_and_free(seed: int) -> None:
    scene = made(seed)
    kinds = {road.kind for road in scene.roads}
    assert kinds == {"runway", "taxiway", "road"}
    hard = {number_of("asphalt"), number_of("concrete")}
    for road in scene.roads:
        points = along(road)
        height = scene.height(points)
        assert (np.abs(np.diff(height)) / 2.0).max() < 0.12, road.name
        assert set(scene.surface(points).tolist()) <= hard, road.name
        assert scene.is_free(np.column_stack((points, height + 0.9)), 0.8).all(), road.name


def test_buildings_stand_off_the_roads() -> None:
    scene = made()
    assert {b.name for b in scene.buildings} >= {
        "hangar_1", "hangar_4", "terminal", "control_tower", "gatehouse", "water_tower",
    }  # fmt: skip
    for building in scene.buildings:
        ring = np.array(building.outline_m)
        edge = np.vstack(
            [ring + s * (np.roll(ring, -1, axis=0) - ring) for s in (0.0, 0.25, 0.5, 0.75)]
        )
        for road in scene.roads:
            away = np.hypot(*(edge[:, None] - along(road)[None]).transpose(2, 0, 1)).min()
            assert away > road.half_m + 0.5, (building.name, road.name)


@pytest.mark.parametrize("seed", [1, 2])
def test_robots_drive_from_the_apron_into_every_hangar_and_through_the_gate(seed: int) -> None:
    scene, own = made(seed), plan(seed)
    where = passable(scene, limits=Limits(radius_m=0.3))
    home = int(where.at(np.zeros((1, 2)))[0])
    assert home > 0
    cells = where.points(home)
    halls = [room for b in scene.buildings for room in b.rooms]
    assert len(halls) == 4
    for hall in halls:
        inside = hall.contains(cells).sum() * where.step_m**2
        assert inside > 0.75 * hall.area_m2
    beyond = own.site.places([(GATE_U, 84.0), (GATE_U, 140.0), (50.0, 99.0)])
    assert (where.at(beyond) == home).all()


def test_the_open_front_of_a_hangar_is_its_door() -> None:
    scene = made()
    for building in scene.buildings:
        for door in building.doors:
            across = np.array([-math.sin(door.heading_rad), math.cos(door.heading_rad)])
            ahead = np.array([math.cos(door.heading_rad), math.sin(door.heading_rad)])
            shares = np.linspace(-0.5, 0.5, 15)[:, None] * (door.width_m - 1.2)
            for off in (-1.0, 0.0, 0.4, 2.0):
                line = np.array(door.position_m[:2]) + shares * across + off * ahead
                z = scene.height(line)
                for up in (0.6, 2.0, door.height_m - 0.6):
                    assert scene.is_free(np.column_stack((line, z + up)), 0.5).all()
            assert abs(door.position_m[2] - float(scene.height([door.position_m[:2]])[0])) < 0.05


def test_the_perimeter_is_closed_but_for_the_gate() -> None:
    """Who avoids the gate and the terminal cannot leave."""
    scene, own = made(), plan()
    for corners in own.fence_lines():
        for a, b in itertools.pairwise(corners):
            local = np.linspace(a, b, max(int(math.dist(a, b) / 0.7), 2))[1:-1]
            points = own.site.places(local)
            inside = (np.abs(points) < 316.0).all(axis=1)
            points = points[inside]
            z = scene.height(points)
            assert not scene.is_free(np.column_stack((points, z + 1.0)), 0.25).any()
    gate = own.site.places([(GATE_U + s, FENCE_V[1]) for s in (-3.4, 0.0, 3.4)])
    assert scene.is_free(np.column_stack((gate, scene.height(gate) + 1.0)), 0.7).all()


def test_aircraft_are_parked_apart_and_more_of_them_where_it_is_denser() -> None:
    counts = []
    for density in (0.0, 0.5, 1.0):
        scene = generate.make(Airfield(size_m=640.0, density=density), seed=1)
        at = scene.things.position[of(scene, "light_aircraft"), :2]
        apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + 99.0 * np.eye(len(at))
        assert apart.min() > 12.0
        counts.append(len(scene.things))
    assert counts[0] < counts[1] < counts[2]


def test_robots_have_room_to_start_on_the_apron() -> None:
    for seed in (1, 2, 3):
        scene, own = made(seed), plan(seed)
        angle = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        ring = np.concatenate(
            [r * np.column_stack((np.cos(angle), np.sin(angle))) for r in (1, 4, 8)]
        )
        assert np.abs(scene.height(ring)).max() < 1e-3
        assert scene.is_free(np.column_stack((ring, np.full(len(ring), 1.0))), 0.8).all()
        assert set(scene.surface(ring).tolist()) == {number_of("concrete")}
        local = own.site.local(ring)
        assert (local > (APRON[0], APRON[2])).all()
        assert (local < (APRON[1], APRON[3])).all()


def test_small_worlds_and_long_runways_are_made() -> None:
    for spec in (Airfield(size_m=40.0), Airfield(size_m=300.0, runway_m=3000.0, density=1.0)):
        scene = generate.make(spec, seed=3)
        half = 0.5 * spec.size_m
        assert scene.extent == (-half, -half, half, half)


@pytest.mark.parametrize(
    ("field", "value"),
    [("size_m", 1.0), ("size_m", 1e9), ("density", 2.0), ("runway_m", 10.0),
     ("runway_m", math.nan)],
)  # fmt: skip
def test_hostile_parameters_are_refused(field: str, value: float) -> None:
    with pytest.raises(ScenarioError, match=field):
        scenario.parse(f"name: w\nworld: {{kind: airfield, {field}: {value}}}\n")
