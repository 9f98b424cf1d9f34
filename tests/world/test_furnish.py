"""Furnished rooms: nothing overlaps, doors open, robots pass, messiness counts."""

from __future__ import annotations

import json
import math
from functools import lru_cache

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.scenario.people import Person
from outrider.world.forms import box
from outrider.world.free_floor import FreeFloor, free_floor, ring_area, traced
from outrider.world.furnish import Door, Placement, Room, furnish
from outrider.world.furnishing import (
    Furnishing,
    RoomContext,
    context_schema,
    read_context,
)
from outrider.world.mesh import merge
from tests.counts import count

F64 = NDArray[np.float64]
Point = tuple[float, float]
OFFICE = Room(outline=[(0, 0), (7, 0), (7, 4), (0, 4)], doors=(Door(a=(0.3, 0.0), b=(1.2, 0.0)),))
WALLSIDE = {
    "cabinet", "filing_cabinet", "bookshelf", "wardrobe", "locker_row", "desk", "computer_desk",
    "printer", "water_dispenser",
}  # fmt: skip
TABLES = {"desk", "computer_desk", "dining_table", "round_table", "meeting_table"}


def turned(points: list[Point], angle: float) -> list[Point]:
    c, s = math.cos(angle), math.sin(angle)
    return [(c * x - s * y + 3.0, s * x + c * y - 2.0) for x, y in points]


@lru_cache(maxsize=2048)
def some_room(seed: int) -> Room:
    """A rectangle or an L, turned in every third, with one to three doors."""
    luck = Stream(seed, "tests", "room").uniform(0, 12)
    x, y = 4.0 + 6.0 * luck[0], 3.4 + 4.0 * luck[1]
    if luck[2] < 0.6:
        corners: list[Point] = [(0, 0), (x, 0), (x, y), (0, y)]
    else:
        a, b = 1.8 + 0.3 * x * luck[3], 1.8 + 0.2 * y * luck[4]
        corners = [(0, 0), (x, 0), (x, b), (a, b), (a, y), (0, y)]
    wide = 0.8 + 0.2 * luck[5]
    far = corners[2][1] - 0.3 - wide
    spots: list[tuple[Point, Point]] = [
        ((0.2 + luck[6], 0.0), (0.2 + luck[6] + wide, 0.0)),
        ((x, 0.3 + far * 0.4 * luck[7]), (x, 0.3 + far * 0.4 * luck[7] + wide)),
        ((0.0, y - 0.2 - wide), (0.0, y - 0.2)),
    ]
    angle = 2.0 * math.pi * luck[8] if luck[9] < 0.33 else 0.0
    pairs = [turned(list(spot), angle) for spot in spots[: 1 + int(3 * luck[10])]]
    doors = [Door(a=a, b=b) for a, b in pairs]
    outline = turned(corners, angle)
    return Room(outline=outline if luck[11] < 0.5 else outline[::-1], doors=tuple(doors))


def corners_of(piece: Placement) -> F64:
    c, s = math.cos(piece.heading_rad), math.sin(piece.heading_rad)
    half = np.array(piece.size_m) / 2.0
    local = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * half
    return np.asarray(local @ np.array([[c, s], [-s, c]]) + piece.middle_m)


def to_segment(points: F64, a: F64, b: F64) -> F64:
    along = b - a
    t = np.clip(((points - a) @ along) / (along @ along), 0.0, 1.0)
    return np.asarray(np.linalg.norm(points - a - t[:, None] * along, axis=1))


def within(points: F64, ring: F64) -> NDArray[np.bool_]:
    odd = np.zeros(len(points), bool)
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if a[1] != b[1]:
            cuts = (a[1] > points[:, 1]) != (b[1] > points[:, 1])
            x = a[0] + (b[0] - a[0]) * (points[:, 1] - a[1]) / (b[1] - a[1])
            odd ^= cuts & (points[:, 0] < x)
    return odd


def distance(one: F64, two: F64) -> float:
    """Between two convex rings of four; 0 if they overlap."""
    for ring, other in ((one, two), (two, one)):
        if within(ring, other).any():
            return 0.0
    apart = [to_segment(p, q[k], q[(k + 1) % 4]).min()
             for p, q in ((one, two), (two, one)) for k in range(4)]  # fmt: skip
    return float(min(apart))


def overlap(one: F64, two: F64) -> bool:
    """By the axes of both: shows crosses of long rectangles, too."""
    for ring in (one, two):
        for axis in (ring[1] - ring[0], ring[2] - ring[1]):
            a, b = one @ axis, two @ axis
            if a.max() < b.min() or b.max() < a.min():
                return False
    return True


def reached_share(room: Room, pieces: tuple[Placement, ...]) -> tuple[bool, float]:
    """Whether a robot of 0.6 m joins all doors, and the share of the floor its middle reaches."""
    ring, cell = np.asarray(room.outline, float), 0.05
    low, high = ring.min(axis=0) - 0.013, ring.max(axis=0)
    axes = [np.arange(low[k] + 0.5 * cell, high[k], cell) for k in range(2)]
    x, y = np.meshgrid(*axes)
    points = np.column_stack([x.ravel(), y.ravel()])
    floor = within(points, ring)
    clear = floor.copy()
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        clear &= to_segment(points, a, b) >= 0.3
    for piece in pieces:
        c, s = math.cos(piece.heading_rad), math.sin(piece.heading_rad)
        reach = 0.5 * math.hypot(*piece.size_m) + 0.3
        x_away, y_away = (np.abs(points[:, k] - piece.middle_m[k]) for k in range(2))
        near = np.flatnonzero((x_away < reach) & (y_away < reach))
        local = np.abs((points[near] - piece.middle_m) @ np.array([[c, -s], [s, c]]))
        away = np.maximum(local - np.array(piece.size_m) / 2.0, 0.0)
        clear[near] &= np.hypot(away[:, 0], away[:, 1]) >= 0.3
    label, _ = ndimage.label(clear.reshape(x.shape))
    regions = []
    for door in room.doors:
        near = np.where(label.ravel() > 0, np.hypot(*(points - door.middle).T), np.inf)
        assert near.min() < 0.45
        regions.append(int(label.ravel()[np.argmin(near)]))
    own = regions[0] if regions else int(np.argmax(np.bincount(label.ravel())[1:])) + 1
    return len(set(regions)) <= 1, float((label == own).sum() / floor.sum())


def test_rooms_are_sound_however_messy() -> None:
    """No overlaps with 5 cm gap, all inside, doors open, robots pass: 1,000 rooms."""
    for seed in range(count(1000)):
        room = some_room(seed)
        luck = float(Stream(seed, "tests", "messiness").uniform(0, 1)[0])
        messiness = 1.0 if luck < 0.5 else luck
        people = (Person(), Person(activity="sitting")) if seed % 4 == 0 else ()
        pieces = furnish(room, Furnishing(messiness=messiness, seed=seed, people=people))
        rings = [corners_of(piece) for piece in pieces]
        reach = [0.5 * math.hypot(*piece.size_m) for piece in pieces]
        for k, ring in enumerate(rings):
            for n, other in enumerate(rings[:k]):
                if math.dist(pieces[k].middle_m, pieces[n].middle_m) > reach[k] + reach[n] + 0.1:
                    continue
                assert not overlap(ring, other), (seed, k)
                assert distance(ring, other) >= 0.05 - 1e-6, (seed, k)
            assert within(ring, np.asarray(room.outline, float)).all(), (seed, k)
        for door in room.doors:
            assert_opens(room, door, rings)
        joined, share = reached_share(room, pieces)
        assert joined, seed
        assert share >= 0.2, (seed, share)


def assert_opens(room: Room, door: Door, rings: list[F64]) -> None:
    """Nothing stands in the quarter circle of the leaf, whichever side its hinges are on."""
    a, b, middle = np.array(door.a), np.array(door.b), np.array(door.middle)
    normal = np.array([-(b - a)[1], (b - a)[0]]) / door.width_m
    if not within((middle + 0.2 * normal)[None], np.asarray(room.outline, float))[0]:
        normal = -normal
    for hinge, free in ((a, b), (b, a)):
        turn = np.linspace(0.0, 0.5 * math.pi, 12)[:, None]
        rim = hinge + np.cos(turn) * (free - hinge) + np.sin(turn) * normal * door.width_m
        swept = np.concatenate([hinge + part * (rim - hinge) for part in (0.25, 0.5, 0.75, 0.999)])
        for ring in rings:
            assert not within(swept, ring).any()


def test_walls_have_the_backs_and_tables_the_chairs() -> None:
    for seed in range(count(200)):
        room = some_room(seed)
        pieces = furnish(room, Furnishing(messiness=1.0, seed=seed))
        ring = np.asarray(room.outline, float)
        for piece in pieces:
            corners = corners_of(piece)
            if piece.maker in WALLSIDE:
                back = corners[1:3]
                nearest = min(
                    float(to_segment(back, a, b).max())
                    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True)
                )
                assert nearest <= 0.05, (seed, piece.maker)
            if piece.maker == "office_chair":
                assert_looks_at_a_table(piece, pieces)


def assert_looks_at_a_table(chair: Placement, pieces: tuple[Placement, ...]) -> None:
    ring = corners_of(chair)
    near = [p for p in pieces if p.maker in TABLES and distance(ring, corners_of(p)) < 0.35]
    way = np.array([math.cos(chair.heading_rad), math.sin(chair.heading_rad)])
    ahead = np.array(chair.middle_m) + np.outer(np.linspace(0.3, 1.2, 12), way)
    assert any(within(ahead, corners_of(table)).any() for table in near)


def test_messiness_counts() -> None:
    """Empty at 0; less is a part of more; the covered share grows on average."""
    levels = (0.0, 0.25, 0.5, 0.75, 1.0)
    shares = np.zeros(len(levels))
    seeds = count(100)
    for seed in range(seeds):
        before: tuple[Placement, ...] = ()
        for k, messiness in enumerate(levels):
            pieces = furnish(OFFICE, Furnishing(messiness=messiness, seed=seed))
            assert pieces[: len(before)] == before
            shares[k] += sum(piece.area_m2 for piece in pieces) / 28.0 / seeds
            before = pieces
    assert shares[0] == 0.0
    assert (np.diff(shares) > 0.03).all()
    assert shares[-1] > 0.2


def test_same_seed_same_room_and_others_differ() -> None:
    one, again, other = (furnish(OFFICE, Furnishing(seed=seed)) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert msgspec.json.encode(one) == msgspec.json.encode(again)


def test_the_catalogue_says_what_comes() -> None:
    plants = furnish(OFFICE, Furnishing(messiness=1.0, catalogue={"potted_plants": 1.0}))
    assert plants
    assert all(piece.maker.startswith("potted_") for piece in plants)
    desks = furnish(OFFICE, Furnishing(messiness=1.0, catalogue={"computer_desks": 1.0}))
    assert {piece.maker for piece in desks} <= {"desk", "computer_desk"}
    assert furnish(OFFICE, Furnishing(messiness=1.0, catalogue={})) == ()


def test_people_stay_at_any_messiness() -> None:
    people = (Person(activity="laying", colour="red"), Person(tied_to_chair=True), Person())
    found = [furnish(OFFICE, Furnishing(messiness=m, people=people, seed=5)) for m in (0.0, 1.0)]
    assert found[0] == found[1][:3]
    assert [piece.person for piece in found[0]] == list(people)
    assert [piece.seat for piece in found[0]] == ["", "wooden_chair_0", ""]


def test_contexts_go_through_json() -> None:
    furnishing = Furnishing(messiness=0.7, people=(Person(gender="male"),), seed=9)
    context = RoomContext(name="lab", risk=0.4, sound="loud", furnishing=furnishing)
    assert read_context(msgspec.json.encode(context)) == context
    schema = json.dumps(context_schema())
    for word in ("messiness", "catalogue", "people", "risk", "moderate", "computer_desks"):
        assert word in schema
    assert json.loads(schema)["$defs"]["Furnishing"]["properties"]["messiness"]["maximum"] == 1


@pytest.mark.parametrize("text", [
    '{"furnishing": {"messiness": 1.2}}', '{"furnishing": {"catalogue": {"thrones": 1}}}',
    '{"sound": "deafening"}', '{"danger": 1}', '{"risk": "high"}', "{", b"\xff",
])  # fmt: skip
def test_wrong_contexts_are_refused(text: str | bytes) -> None:
    with pytest.raises(UserError, match="room context"):
        read_context(text)


def test_impossible_rooms_are_refused() -> None:
    split = [(0, 0), (4, 0), (4, 1.8), (5, 1.8), (5, 0), (9, 0), (9, 4), (5, 4), (5, 2.2), (4, 2.2),
             (4, 4), (0, 4)]  # fmt: skip
    doors = (Door(a=(1, 0), b=(1.9, 0)), Door(a=(7, 0), b=(7.9, 0)))
    for room, words in (
        (Room(outline=split, doors=doors), "cannot get"),
        (Room(outline=[(0, 0), (1, 0)]), "corners"),
        (Room(outline=[(0, 0), (7, 0), (7, 4), (0, 4)], doors=(Door(a=(2, 2), b=(3, 2)),)), "wall"),
        (Room(outline=[(0, 0), (0.5, 0), (0.5, 9), (0, 9)]), "nowhere"),
    ):
        with pytest.raises(UserError, match=words):
            furnish(room, Furnishing())


def building() -> FreeFloor:
    """A floor of 6 x 5 m with a pillar, a low sill that is floor, a ceiling and a lamp."""
    return free_floor(
        merge([
            box((6, 5, 0.2), material="concrete", center=(3, 2.5, -0.1)),
            box((1, 1, 2.5), material="concrete", center=(2, 2, 1.25)),
            box((1, 0.4, 0.05), material="wood_oak", center=(4, 1, 0.025)),
            box((6, 5, 0.2), material="concrete", center=(3, 2.5, 2.7)),
            box((1, 1, 0.1), material="lamp_white", center=(4.5, 4, 2.5)),
        ])
    )  # fmt: skip


def test_free_floor_is_found_by_normals() -> None:
    floor = building()
    assert floor.area_m2 == pytest.approx(29.0, abs=0.5)
    x, y = np.array([2.0, 4.0, 4.5, 0.5, -1.0]), np.array([2.0, 1.0, 4.0, 0.5, 2.0])
    assert floor.at(x, y).tolist() == [False, True, True, True, False]


def test_walls_are_traced() -> None:
    outer, pillar = traced(building(), smallest_m2=0.2)
    assert ring_area(outer) == pytest.approx(30.0, abs=0.6)
    assert ring_area(pillar) == pytest.approx(-1.0, abs=0.15)
    assert len(outer) == 4
    checks = np.zeros((8, 8), bool)
    checks[2:4, 2:4] = checks[4:6, 4:6] = True
    apart = traced(FreeFloor(free=checks, origin_m=(0.0, 0.0), cell_m=1.0))
    assert [ring_area(ring) for ring in apart] == [4.0, 4.0]


def test_a_traced_room_is_furnished_about_its_pillar() -> None:
    floor = building()
    outer = traced(floor)[0]
    room = Room(outline=[(float(x), float(y)) for x, y in outer], floor=floor)
    pillar = np.array([(1.5, 1.5), (2.5, 1.5), (2.5, 2.5), (1.5, 2.5)])
    for seed in range(20):
        pieces = furnish(room, Furnishing(messiness=1.0, seed=seed))
        assert pieces
        for piece in pieces:
            assert not overlap(corners_of(piece), pillar), (seed, piece)
