"""Ways round things: exact gaps, shortest of all, clear from end to end, refused where none is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from outrider.core.errors import UserError
from outrider.scenario.worlds import AnyObject, Box, Flat, Forest, Glacier, Meadow, Post, Wall
from outrider.world import generate, ways
from outrider.world._kernels_ways import cheapest
from outrider.world.clearance import clearance
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.starts import start_and_goal
from outrider.world.traversability import NON_TRAVERSABLE, Limits, footing
from tests.counts import count
from tests.world.kinds import SMALL, limits_in, made

F64 = NDArray[np.float64]
ROBOT = Limits(radius_m=0.4)


def plain(*objects: AnyObject) -> Scene:
    return generate.make(Flat(objects=objects), seed=1)


def wall(x: float, y: float, length: float, heading: float = 0.0) -> Wall:
    return Wall(position_m=(x, y), length_m=length, heading_rad=heading, thickness_m=0.2)


def along(points: F64, step: float = 0.05) -> F64:
    """Places all along a way."""
    arc = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))))
    at = np.linspace(0.0, arc[-1], int(arc[-1] / step) + 2)
    return np.column_stack([np.interp(at, arc, axis) for axis in points.T])


def test_gaps_are_those_of_geometry() -> None:
    scene = plain(
        Post(position_m=(8.0, 8.0), radius_m=0.5),
        Box(position_m=(-9.0, 8.0), size_m=(2.0, 1.0, 1.0), heading_rad=0.6),
        Box(position_m=(9.0, -9.0, 3.0), size_m=(2.0, 2.0, 1.0)),
        Box(position_m=(-9.0, -9.0), size_m=(2.0, 2.0, 0.05)),
    )
    grid = clearance(scene, ROBOT, reach_m=3.0, area=(-14.0, -14.0, 14.0, 14.0), step_m=0.5)
    rows, columns = np.indices(grid.gap_m.shape)
    points = grid.points(rows.ravel(), columns.ravel())
    post = np.hypot(*(points - (8.0, 8.0)).T) - 0.5
    turn = np.array([[math.cos(0.6), -math.sin(0.6)], [math.sin(0.6), math.cos(0.6)]])
    beyond = np.abs((points - (-9.0, 8.0)) @ turn) - (1.0, 0.5)
    box = np.hypot(*np.maximum(beyond, 0.0).T)
    # What hangs high and what lies flat are in nobody's way.
    wanted = np.clip(np.minimum(post, box), 0.0, 3.0)
    np.testing.assert_allclose(grid.gap_m.ravel(), wanted, rtol=0, atol=1e-9)
    flying = clearance(
        scene, ROBOT, reach_m=3.0, area=(-14.0, -14.0, 14.0, 14.0), step_m=0.5, above_m=3.0
    )
    high = np.hypot(*np.maximum(np.abs(points - (9.0, -9.0)) - 1.0, 0.0).T)
    np.testing.assert_allclose(flying.gap_m.ravel(), np.clip(high, 0.0, 3.0), rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", range(count(20)))
def test_the_cheapest_way_is_the_cheapest(seed: int) -> None:
    """Against the search of scipy over a graph of its own."""
    rng = np.random.default_rng(seed)
    shape = (24, 31)
    cost = np.where(rng.random(shape) < 0.3, np.inf, rng.uniform(1.0, 4.0, shape))
    cost[0, 0] = cost[-1, -1] = 1.0
    parent = np.full(cost.size, -1, np.int64)
    goal = cost.size - 1
    found = cheapest(cost, 0, goal, parent)
    ends, prices = [], []
    for j, i in np.argwhere(np.isfinite(cost)):
        for a in range(max(j - 1, 0), min(j + 2, shape[0])):
            for b in range(max(i - 1, 0), min(i + 2, shape[1])):
                if (a, b) != (j, i) and np.isfinite(cost[a, b]):
                    ends.append((j * shape[1] + i, a * shape[1] + b))
                    prices.append(math.hypot(a - j, b - i) * 0.5 * (cost[a, b] + cost[j, i]))
    graph = coo_matrix((prices, np.array(ends).T), shape=(cost.size, cost.size)).tocsr()
    best = float(dijkstra(graph, indices=np.array([0]))[0, goal])
    assert found == np.isfinite(best)
    total, cell = 0.0, goal
    while found and cell != 0:
        total += float(graph[int(parent[cell]), cell])
        cell = int(parent[cell])
    assert not found or total == pytest.approx(best)


def test_a_way_leads_round_a_wall_and_is_hardly_longer_than_the_shortest() -> None:
    scene = plain(wall(10.0, 4.0, 20.0, heading=math.pi / 2))
    found = ways.way(scene, (0.0, 0.0), (20.0, 0.0), limits=ROBOT)
    np.testing.assert_array_equal(found[[0, -1]], [(0.0, 0.0), (20.0, 0.0)])
    shortest = 2.0 * math.hypot(10.0, 6.0 + 0.4)
    assert shortest <= ways.length_m(found) < 1.05 * shortest
    assert len(found) < 12
    gap = np.maximum(np.abs(along(found) - (10.0, 4.0)) - (0.1, 10.0), 0.0)
    assert np.hypot(*gap.T).min() > 0.4 - 0.25


def test_a_door_is_passed_in_its_middle_and_square_to_its_wall() -> None:
    """One of a metre for a robot that is 0.8 m wide; what is wider goes round the walls."""
    walls = (wall(-10.5, 5.0, 20.0), wall(10.5, 5.0, 20.0))
    scene = plain(*walls)
    found = ways.way(scene, (-6.0, 0.0), (6.0, 10.0), limits=ROBOT, step_m=0.15)
    through = along(found)
    near = through[np.abs(through[:, 1] - 5.0) < 0.3]
    assert np.abs(near[:, 0]).max() < 0.12
    wide = ways.way(scene, (-6.0, 0.0), (6.0, 10.0), limits=Limits(radius_m=0.7))
    assert ways.length_m(wide) > 2.0 * 14.0


@pytest.mark.parametrize("seed", range(count(20)))
def test_ways_are_clear_from_end_to_end(seed: int) -> None:
    """No thing is nearer than the radius less half a cell; no step leads into water."""
    spec = (Forest(size_m=120.0), Meadow(size_m=160.0))[seed % 2]
    scene = generate.make(spec, seed=seed)
    limits = Limits(radius_m=0.6, slope_max_rad=0.3)
    goal = (0.0, 0.0)
    for turn in np.linspace(0.0, 2.0 * np.pi, 13)[:-1]:
        goal = (float(50.0 * np.cos(turn)), float(50.0 * np.sin(turn)))
        try:
            found = ways.way(scene, (0.0, 0.0), goal, limits=limits)
            break
        except UserError:
            continue
    places = along(found, step=0.25)
    height = scene.height(places)
    for place, z in zip(places, height, strict=True):
        rows, gaps = scene.near(place, 0.6 - 0.25)
        low, high = z + limits.step_m + 0.1, z + limits.height_m - 0.1
        foot = scene.obstacles.footprint[rows]
        assert not ((foot[:, 5] < high) & (foot[:, 6] > low)).any(), (place, gaps)
    assert not (scene.surface(places) == number_of("water")).any()
    again = ways.way(scene, (0.0, 0.0), goal, limits=limits)
    assert again.tobytes() == found.tobytes()


@pytest.mark.parametrize("name", SMALL)
def test_every_goal_is_reached_from_its_start(name: str) -> None:
    """1,000 pairs in the thirteen worlds: from the very start to the very goal."""
    scene, limits = made(name), limits_in(name)
    pairs = start_and_goal(scene, 1, distance_m=(20.0, 40.0), count=count(77), limits=limits)
    for start, goal in pairs:
        found = ways.way(scene, start, goal, limits=limits)
        np.testing.assert_array_equal(found[[0, -1]], (start, goal))
        places = along(found, step=0.25)
        # A way may be nearer to things than the radius by half a cell of its search.
        near = replace(limits, radius_m=limits.radius_m - 0.25)
        assert not np.isin(scene.traversability(places, limits=near), NON_TRAVERSABLE).any()


def test_the_route_of_a_glacier_holds() -> None:
    """Its snow is everywhere less steep than half the grip of a Husky's tyres; bare ice is not."""
    scene = generate.make(Glacier(size_m=400.0), seed=2)
    limits = Limits(radius_m=0.6)
    found = ways.way(scene, (-150.0, scene.regions[0].position_m[1]), (150.0, 0.0), limits=limits)
    verdict, _ = footing(scene, along(found), limits)
    assert not np.isin(verdict, NON_TRAVERSABLE).any()
    wands = [kind.startswith("route_wand") for kind in scene.things.kinds]
    assert np.isin(scene.things.kind, np.flatnonzero(wands)).sum() > 12


def test_a_way_in_the_air_follows_the_ground() -> None:
    scene = generate.make(Meadow(size_m=160.0), seed=4)
    flat = ways.way(scene, (0.0, 0.0), (60.0, 20.0), above_m=3.0)
    high = ways.raised(scene, flat, above_m=3.0)
    np.testing.assert_allclose(high[:, 2] - scene.height(high[:, :2]), 3.0)
    assert np.hypot(*np.diff(high[:, :2], axis=0).T).max() <= 4.0 + 1e-9


def test_what_cannot_be_is_refused() -> None:
    ring = [wall(0.0, y, 8.0) for y in (-4.0, 4.0)]
    ring += [wall(x, 0.0, 8.0, heading=math.pi / 2) for x in (-4.0, 4.0)]
    closed = plain(*ring)
    with pytest.raises(UserError, match=r"no way for a radius of 0\.4 m from \(0\.0, 0\.0\)"):
        ways.way(closed, (0.0, 0.0), (20.0, 0.0), limits=ROBOT)
    filled = plain(Box(position_m=(20.0, 0.0), size_m=(10.0, 10.0, 1.0)))
    with pytest.raises(UserError, match=r"finds room within 1\.5 m"):
        ways.way(filled, (0.0, 0.0), (20.0, 0.0), limits=ROBOT)
    with pytest.raises(UserError, match=r"start and goal are \[x, y\]"):
        ways.way(closed, (0.0, math.nan), (1.0, 0.0))
    with pytest.raises(UserError, match="choose a larger step_m"):
        ways.way(closed, (0.0, 0.0), (9000.0, 9000.0))
