"""The campus: six segments of three rooms, doors that are free, rooms and stairs one can reach."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.errors import UnknownNameError
from outrider.scenario.worlds import Campus, RoomSetting
from outrider.world import generate, overview
from outrider.world.places import OUTSIDE, Building, Room
from outrider.world.recipes.campus import SEARCHED
from outrider.world.recipes.campus_plans import RISE_M
from outrider.world.scene import Scene
from tests.counts import count

STEP = 0.1
ROBOT = 0.3
_MADE: dict[int, Scene] = {}


def made(seed: int = 1) -> Scene:
    if seed not in _MADE:
        _MADE[seed] = generate.make(Campus(), seed=seed)
    return _MADE[seed]


def searched(building: Building) -> list[Room]:
    return [room for room in building.rooms if room.kind in SEARCHED]


def flooded(
    scene: Scene, building: Building, z: float, start: tuple[float, float]
) -> NDArray[np.bool_]:
    """Where a robot 0.6 m wide gets from a start at a height: cells about a building."""
    corners = np.array(building.outline_m)
    low, high = corners.min(axis=0) - 4.0, corners.max(axis=0) + 4.0
    columns, rows = (int(v) for v in (high - low) / STEP)
    x, y = np.meshgrid(low[0] + STEP * np.arange(columns), low[1] + STEP * np.arange(rows))
    points = np.column_stack((x.ravel(), y.ravel(), np.full(x.size, z + ROBOT + 0.02)))
    parts, _ = ndimage.label(scene.is_free(points, ROBOT).reshape(rows, columns))
    i, j = (int(v) for v in (np.array(start) - low) / STEP)
    assert parts[j, i], "the start is not free"
    return np.asarray(parts == parts[j, i])


def share_reached(cells: NDArray[np.bool_], building: Building, room: Room) -> float:
    low = np.array(building.outline_m).min(axis=0) - 4.0
    rows, columns = cells.shape
    x, y = np.meshgrid(low[0] + STEP * np.arange(columns), low[1] + STEP * np.arange(rows))
    inside = room.contains(np.column_stack((x.ravel(), y.ravel()))).reshape(cells.shape)
    return float(cells[inside].mean())


def test_two_buildings_and_six_segments_of_three_rooms_on_38000_square_metres() -> None:
    scene = made()
    x0, y0, x1, y1 = scene.extent
    assert (x1 - x0) * (y1 - y0) == pytest.approx(38_000, rel=0.01)
    tower, hall = scene.buildings
    names = {room.name for room in searched(tower)}
    assert names == {f"b0_s{s}_r{r}" for s in range(6) for r in range(3)}
    assert tower.storeys == 3
    assert hall.storeys == 1
    assert {room.kind for room in searched(hall)} == {"lecture", "laboratory", "cafe"}
    for room in searched(tower):
        assert 7.0 * 4.0 <= room.area_m2 <= 8.0 * 6.0
        assert room.floor_m == pytest.approx(RISE_M * room.storey)
        assert int(room.name[4]) // 2 == room.storey
    assert len({room.name for b in scene.buildings for room in b.rooms}) == sum(
        len(b.rooms) for b in scene.buildings
    )
    corridor = next(room for room in tower.rooms if room.kind == "corridor")
    assert np.ptp(np.array(corridor.outline_m)[:, 1]) == pytest.approx(2.4)


def test_rooms_do_not_overlap_and_doors_join_those_on_either_side() -> None:
    for building in made().buildings:
        for door in building.doors:
            ahead = np.array([math.cos(door.heading_rad), math.sin(door.heading_rad)])
            for side, name in zip((-1.0, 1.0), door.joins, strict=True):
                at = np.array(door.position_m[:2]) + side * 0.4 * ahead
                found = [r.name for r in building.rooms if r.floor_m == door.position_m[2]
                         and r.contains([at])[0]]  # fmt: skip
                assert found == ([] if name == OUTSIDE else [name])
        for pane in building.windows:
            assert pane.room in {room.name for room in building.rooms}
        assert sum(OUTSIDE in door.joins for door in building.doors) >= 3


@pytest.mark.parametrize("seed", [1, 2])
def test_doors_are_free_and_every_room_of_the_ground_floor_is_reached_from_outside(
    seed: int,
) -> None:
    scene = made(seed)
    for building, start in zip(scene.buildings, ((0.0, 17.9), (30.6, -4.0)), strict=True):
        ground = [door for door in building.doors if door.position_m[2] == 0.0]
        middles = np.array([door.position_m for door in ground]) + np.array(
            (0.0, 0.0, ROBOT + 0.02)
        )
        assert scene.is_free(middles, ROBOT).all()
        cells = flooded(scene, building, 0.0, start)
        for room in building.rooms:
            if room.storey == 0 and room.kind != "stairs":
                assert share_reached(cells, building, room) > 0.12, room.name


def test_rooms_of_the_upper_floors_are_reached_from_the_stairs() -> None:
    scene = made()
    tower = scene.buildings[0]
    for storey in (1, 2):
        landing = (-2.3, 27.0 + 1.95)
        cells = flooded(scene, tower, storey * RISE_M, landing)
        for room in tower.rooms:
            if room.storey == storey and room.kind != "stairs":
                assert share_reached(cells, tower, room) > 0.12, room.name


def standing(scene: Scene, x: float, y: float, z: float) -> float:
    """Height of what one stands on below a point."""
    away, _ = scene.cast([(x, y, z)], [(0.0, 0.0, -1.0)], range_m=20.0)
    return z - float(away[0])


def test_stairs_rise_in_steps_of_at_most_17_cm_to_every_floor() -> None:
    scene = made()
    for storey in range(2):
        base = storey * RISE_M
        way = [(-0.9, y) for y in np.arange(28.9, 32.6, 0.05)]
        way += [(x, 32.6) for x in np.arange(-0.9, -2.3, -0.05)]
        way += [(-2.3, y) for y in np.arange(32.6, 28.7, -0.05)]
        height, tallest = base, 0.0
        for x, y in way:
            now = standing(scene, float(x), float(y), height + 1.2)
            tallest = max(tallest, abs(now - height))
            height = now
        assert tallest <= 0.17
        assert height == pytest.approx(base + RISE_M, abs=0.01)


def test_upper_floors_bear_and_the_ground_below_is_level() -> None:
    scene = made()
    for building in scene.buildings:
        corners = np.array(building.outline_m)
        grid = np.linspace(corners.min(axis=0), corners.max(axis=0), 12)
        points = np.array([(x, y) for x in grid[:, 0] for y in grid[:, 1]])
        np.testing.assert_allclose(scene.height(points), 0.0, atol=1e-9)
    for room in scene.buildings[0].rooms:
        if room.kind == "corridor":
            x, y, _ = room.middle_m
            assert standing(scene, x + 6.0, y, room.floor_m + 1.0) == pytest.approx(
                room.floor_m, abs=0.01
            )


def test_a_route_through_three_rooms_is_free_from_door_to_door() -> None:
    """By the middles of doors and the corridor, for a robot of 0.67 m."""
    scene = made()
    way = [(0.0, 8.0), (0.0, 19.0), (0.0, 22.0), (0.0, 27.0), (-9.4, 27.0), (-9.4, 29.1)]
    back = [(-9.4, 27.0), (-11.6, 27.0), (-11.6, 29.1), (-11.6, 27.0), (9.4, 27.0), (9.4, 29.1)]
    line = np.array(way + back)
    parts = [np.linspace(a, b, 60) for a, b in pairwise(line)]
    points = np.vstack(parts)
    ball = np.column_stack((points, np.full(len(points), 0.37)))
    assert scene.is_free(ball, 0.335).all()


def test_people_and_robots_may_stand_anywhere_on_the_paths() -> None:
    scene = made()
    names = set()
    for road in scene.roads:
        points = np.array(road.line_m)
        along = np.vstack([np.linspace(a, b, 12) for a, b in pairwise(points)])
        x0, _, x1, _ = scene.extent
        along = along[(along[:, 0] > x0) & (along[:, 0] < x1)]
        ground = scene.terrain.sample(along)
        assert np.hypot(ground[:, 1], ground[:, 2]).max() < 0.12
        free = scene.is_free(np.column_stack((along, ground[:, 0] + 0.45)), 0.3)
        assert free.mean() > 0.97, road.name
        for building in scene.buildings:
            hull = Room(name="hull", outline_m=building.outline_m)
            assert not hull.contains(along).any()
        names.add(road.kind)
    assert names == {"street", "road", "path"}


def test_messiness_risk_and_sound_are_as_asked() -> None:
    rooms = (RoomSetting(name="b0_s0_r0", messiness=0.0, risk=0.9, sound="loud"),
             RoomSetting(name="b0_s0_r1", messiness=1.0))  # fmt: skip
    scene = generate.make(Campus(rooms=rooms, messiness=(0.4, 0.6), risk=(0.1, 0.2)), seed=3)
    tower = scene.buildings[0]
    facts = {room.name: room for room in tower.rooms}
    empty, full = facts["b0_s0_r0"], facts["b0_s0_r1"]
    assert (empty.messiness, empty.risk, empty.sound) == (0.0, 0.9, "loud")
    for room in searched(tower):
        if room.name not in {"b0_s0_r0", "b0_s0_r1"}:
            assert 0.4 <= room.messiness <= 0.6
        if room.name != "b0_s0_r0":
            assert 0.1 <= room.risk <= 0.2
    own = scene.things
    low = (own.position[:, 2] > -0.1) & (own.position[:, 2] < 0.1)
    solid = np.array([a.semantic in {"furniture", "box", "prop"} for a in own.archetypes])[own.kind]
    inside = [(low & solid & room.contains(own.position[:, :2])).sum() for room in (empty, full)]
    assert inside[0] == 0
    assert inside[1] > 8


def test_the_same_seed_makes_the_same_campus_and_another_another() -> None:
    again = generate.make(Campus(), seed=1)
    assert again.digest == made().digest
    assert made(2).digest != made().digest
    assert len(np.unique(again.objects.ident)) == len(again.objects)
    assert len(np.unique(again.things.ident)) == len(again.things)


def test_storeys_may_be_one_or_many() -> None:
    for storeys in (1, 5)[: count(2)]:
        scene = generate.make(Campus(storeys=storeys, density=0.0), seed=1)
        assert len(searched(scene.buildings[0])) == 6 * storeys
        assert scene.buildings[0].height_m == pytest.approx(RISE_M * storeys)


def test_a_cut_away_leaves_out_what_is_higher_in_buildings_only() -> None:
    scene = made()
    cut = overview.cut_away(scene, above_m=2.5)
    assert len(cut.things) < len(scene.things)
    left = {cut.things.kinds[k] for k in np.unique(cut.things.kind).tolist()}
    assert not any(kind.startswith(("parapet_", "cooling_unit", "canopy")) for kind in left)
    assert any(kind.startswith("wall_") for kind in left)
    assert any(kind.startswith("oak") for kind in left)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no room named 'b0_s9_r9'"):
        generate.make(Campus(rooms=(RoomSetting(name="b0_s9_r9"),)), seed=1)
    hostile = ('"size_m": 20', '"storeys": 0', '"density": 2', '"relief_m": 50',
               '"messiness": [0, 3]', '"rooms": [{"name": "b0_s0_r0", "risk": -1}]')  # fmt: skip
    for text in hostile:
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"kind": "campus", {text}}}', type=Campus)
