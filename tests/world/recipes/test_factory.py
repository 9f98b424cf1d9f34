"""The factory: plots without overlaps, roads that can be driven, pipes that one passes beneath."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from outrider.core.errors import UserError
from outrider.scenario.worlds import Factory
from outrider.world import generate
from outrider.world.library import archetype
from outrider.world.recipes.factory_site import Site, site_of
from outrider.world.recipes.yard import outline
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from tests.counts import count

SPEC = Factory(size_m=420.0)
_MADE: dict[int, Scene] = {}

FLAT = ("road_line", "zebra")
RUNS = ("pipe_rack", "pipe_bridge", "chain_link_fence", "rail_track", "street_lamp", "boom_gate")
"""Things that join others of their kind or reach over what is below them."""


def made(seed: int) -> Scene:
    if seed not in _MADE:
        _MADE[seed] = generate.make(SPEC, seed=seed)
    return _MADE[seed]


def maker(scene: Scene, row: int) -> str:
    return str(scene.things.kinds[scene.things.kind[row]].rpartition("_")[0])


def standing(scene: Scene) -> list[int]:
    """Rows of the solid things on the ground that are no part of a run."""
    own = scene.things
    ground = scene.height(own.position[:, :2])
    return [
        row
        for row in np.flatnonzero(own.position[:, 2] - ground < 0.5).tolist()
        if len(own.archetypes[own.kind[row]].proxies)
        and not maker(scene, row).startswith(FLAT + RUNS)
        and own.archetypes[own.kind[row]].semantic not in ("trunk", "bush", "stump")
    ]


def rectangle(scene: Scene, row: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners ``(4, 2)`` of a thing on the ground and its two ways."""
    own = scene.things
    x0, y0, x1, y1 = outline(own.kinds[own.kind[row]])
    z, w = own.quaternion[row, 2], own.quaternion[row, 3]
    heading = 2.0 * math.atan2(z, w)
    way = np.array(
        [[math.cos(heading), math.sin(heading)], [-math.sin(heading), math.cos(heading)]]
    )
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) * own.scale[row]
    return corners @ way + own.position[row, :2], way


def apart(a: tuple[np.ndarray, np.ndarray], b: tuple[np.ndarray, np.ndarray]) -> bool:
    """Whether an axis of either rectangle parts them."""
    for axis in (*a[1], *b[1]):
        p, q = a[0] @ axis, b[0] @ axis
        if p.max() <= q.min() + 1e-3 or q.max() <= p.min() + 1e-3:
            return True
    return False


@pytest.mark.parametrize("seed", range(1, 1 + count(2)))
def test_nothing_stands_in_anything_else(seed: int) -> None:
    scene = made(seed)
    rows = standing(scene)
    assert len(rows) > 500
    found = [rectangle(scene, row) for row in rows]
    middle = np.array([corners.mean(axis=0) for corners, _ in found])
    reach = np.array([np.hypot(*(c - c.mean(axis=0)).T).max() for c, _ in found])
    for k in range(len(rows)):
        close = np.hypot(*(middle[k + 1 :] - middle[k]).T) < reach[k + 1 :] + reach[k]
        for other in (np.flatnonzero(close) + k + 1).tolist():
            assert apart(found[k], found[other]), (
                scene.things.kinds[scene.things.kind[rows[k]]],
                scene.things.kinds[scene.things.kind[rows[other]]],
            )


@pytest.mark.parametrize("seed", range(1, 1 + count(3)))
def test_a_round_on_the_roads_is_level_free_and_long_enough(seed: int) -> None:
    scene, site = made(seed), site_of(SPEC)
    line = around(site)
    assert np.hypot(*np.diff(line, axis=0).T).sum() >= 170.0
    z = scene.height(line)
    assert np.abs(np.diff(z) / np.hypot(*np.diff(line, axis=0).T)).max() <= 0.03
    for up in (0.65, 1.2, 1.9):
        assert scene.is_free(np.column_stack((line, z + up)), 0.6).all()
    assert set(scene.surface(line).tolist()) == {number_of("asphalt")}


def around(site: Site) -> np.ndarray:
    """Points every half metre about the plot north of the origin."""
    right = next(x for x in site.x if x > 0.0)
    left = max(x for x in site.x if x < right)
    top = min(y for y in site.y if y > 0.0)
    corners = [(left, 0.0), (right, 0.0), (right, top), (left, top), (left, 0.0)]
    parts = [np.linspace(a, b, 160) for a, b in itertools.pairwise(corners)]
    return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])


def test_every_road_is_drivable_and_no_building_stands_on_one() -> None:
    scene = made(1)
    streets = [road for road in scene.roads if road.kind == "road"]
    for road in streets:
        a, b = np.array(road.line_m[0]), np.array(road.line_m[-1])
        line = np.linspace(a, b, 600)
        slope = np.diff(scene.height(line)) / (np.linalg.norm(b - a) / 599)
        assert np.abs(slope).max() <= 0.03
        for building in scene.buildings:
            corners = np.array(building.outline_m)
            low, high = corners.min(axis=0), corners.max(axis=0)
            nearest = np.clip(line, low, high)
            assert np.hypot(*(line - nearest).T).min() > road.half_m + 1.0


def test_robots_pass_beneath_pipes() -> None:
    scene = made(1)
    own = scene.things
    bridges = [r for r in range(len(own)) if maker(scene, r) == "pipe_bridge"]
    assert len(bridges) >= 3
    for row in bridges:
        x, y = own.position[row, :2]
        z = scene.height([(x, y)])[0]
        assert scene.is_free([(x, y, z + 0.3 + h) for h in (0.5, 2.0, 3.7)], 0.5).all()
        assert scene.cast([(x, y, z + 0.5)], [(0.0, 0.0, 1.0)], range_m=20.0)[0][0] > 4.0


def test_it_holds_what_makes_a_factory() -> None:
    scene = made(1)
    kinds = {scene.things.kinds[k].rpartition("_")[0] for k in scene.things.kind.tolist()}
    wanted = {
        "factory_hall", "warehouse", "chimney_stack", "storage_tank", "silo", "conveyor",
        "pipe_rack", "pipe_bridge", "cooling_unit", "transformer_yard", "water_tower",
        "container_40", "container_20", "pallet_stack", "barrel", "crate", "scrap_heap",
        "chain_link_fence", "boom_gate", "street_lamp", "guard_rail", "rail_track", "flat_wagon",
        "worker", "forklift", "articulated_lorry", "bollard",
    }  # fmt: skip
    assert wanted <= kinds
    names = {region.name for region in scene.regions}
    assert {"gate", "tank_farm", "container_yard", "silos", "scrap_yard", "car_park"} <= names
    halls = [b for b in scene.buildings if b.kind == "factory_hall"]
    assert len(halls) >= 6
    for building in scene.buildings:
        middle = (*building.position_m, float(scene.height([building.position_m])[0]) + 2.0)
        assert not scene.is_free([middle], 0.3).any()


def test_the_gate_lets_one_in() -> None:
    """The raised boom leaves the inward lane open, the other is shut."""
    scene, (west, *_) = made(1), site_of(SPEC).fence
    x = np.arange(west - 6.0, west + 8.0, 0.4)
    for y, free in ((-1.5, True), (1.5, False)):
        line = np.column_stack((x, np.full(len(x), y)))
        z = scene.height(line)
        assert scene.is_free(np.column_stack((line, z + 0.9)), 0.6).all() == free


def test_age_brings_weeds_and_rust_density_brings_plots() -> None:
    size = 240.0
    new, old = (generate.make(Factory(size_m=size, age=a), seed=3) for a in (0.0, 1.0))
    weeds = [sum(maker(s, r).endswith(("tuft", "sedge")) for r in range(len(s.things)))
             for s in (new, old)]  # fmt: skip
    assert weeds[1] > 1.5 * weeds[0]
    assert old.things.tint[:, 2].mean() < new.things.tint[:, 2].mean() - 0.01
    few, many = (generate.make(Factory(size_m=size, density=d), seed=3) for d in (0.0, 1.0))
    assert len(many.objects) > 1.3 * len(few.objects)


def test_the_same_seed_makes_the_same_factory_and_another_another() -> None:
    spec = Factory(size_m=240.0)
    first, again, other = (generate.make(spec, seed=s) for s in (5, 5, 6))
    assert first.digest == again.digest != other.digest
    assert len(np.unique(first.things.ident)) == len(first.things)
    assert len(np.unique(first.objects.ident)) == len(first.objects)
    assert (np.abs(first.things.position[:, :2]).max(axis=0) <= 121.0).all()


def test_one_that_is_too_small_says_so() -> None:
    with pytest.raises(UserError, match=r"world.size_m: .* at least 170 m"):
        generate.make(Factory(size_m=120.0), seed=1)


def test_robots_have_room_to_start() -> None:
    for seed in (1, 2):
        scene = made(seed)
        points = np.stack(np.meshgrid(np.arange(-5.5, 5.6, 0.5), np.arange(-5.5, 5.6, 0.5)), -1)
        points = points.reshape(-1, 2)
        points = points[np.hypot(*points.T) < 5.5]
        assert scene.is_free(np.column_stack((points, scene.height(points) + 0.5)), 0.3).all()


def test_assets_of_its_own_are_sound() -> None:
    for name in ("boom_gate_0", "boom_gate_1", "scrap_heap_0", "scrap_heap_1", "rail_track_0",
                 "flat_wagon_0"):  # fmt: skip
        one = archetype(name)
        assert len(one.lods) == 3
        assert len(one.lods[2]) <= len(one.lods[1]) <= len(one.lods[0])
        assert len(one.proxies)
