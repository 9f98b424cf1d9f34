"""Roads that an SUV can drive: not too steep or winding, wide, even, and with nothing in a lane."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from outrider.sim.robots import catalogue
from outrider.sim.robots.ground import AxleModel
from outrider.world.places import Lane, Road
from outrider.world.scene import Scene
from tests.counts import count
from tests.world.kinds import SMALL, made

F64 = NDArray[np.float64]

FOR_CARS: Final = ("street", "road", "track", "runway", "taxiway")
WITH_ROADS: Final = (
    "desert", "forest", "city", "factory", "campus", "warehouse", "airfield", "farm",
)  # fmt: skip
STEP_M: Final = 0.5
ALONG: Final = 0.15
ACROSS: Final = 0.08
"""Steepest that a lane may be, rise over run, along over the SUV's wheelbase."""
ACROSS_M: Final = 0.25
BUMP_M: Final = 0.05
"""Most that the ground may rise or fall over this width of a lane."""
DIP: Final = 0.2
"""Steepest that it may be over half a metre along."""
ROOM_M: Final = 0.3
"""More room than its own width that a car needs in a lane."""
CASES: Final = [(name, seed) for name in WITH_ROADS for seed in range(1, 1 + count(20))]
SHUT: Final = {"factory": ("boom_gate",)}
"""What may stand in a lane: a gate that is shut to those who leave."""


@cache
def suv() -> AxleModel:
    model = catalogue.load("suv")
    assert isinstance(model, AxleModel)
    return model


def width_m() -> float:
    """Of the widest shape of the SUV's body."""
    return max(float(shape.size_m[1]) for shape in suv().chassis.shapes)


def turning_m() -> float:
    """Radius of the tightest circle of the outer front wheel."""
    base = suv().axles[0].x_m - suv().axles[1].x_m
    middle = base / math.tan(suv().drive.steer_max_rad)
    return math.hypot(middle + 0.5 * suv().axles[0].track_m, base)


def along(road: Road, scene: Scene) -> tuple[F64, F64]:
    """Places ``(n, 2)`` on the line of a road half a metre apart, and unit vectors to its left."""
    line = np.array(road.line_m)
    edges = np.diff(line, axis=0)
    length = np.hypot(*edges.T)
    way = np.concatenate([[0.0], np.cumsum(length)])
    at = np.arange(0.0, way[-1], STEP_M)
    places = np.column_stack([np.interp(at, way, line[:, k]) for k in (0, 1)])
    edge = np.clip(np.searchsorted(way, at, side="right") - 1, 0, len(edges) - 1)
    left = np.column_stack((-edges[edge, 1], edges[edge, 0])) / length[edge][:, None]
    x0, y0, x1, y1 = scene.extent
    shown = (places > (x0 + 3.0, y0 + 3.0)).all(axis=1)
    shown &= (places < (x1 - 3.0, y1 - 3.0)).all(axis=1)
    return places[shown], left[shown]


def lanes(scene: Scene) -> Iterator[tuple[Road, Lane, F64]]:
    """Roads for cars, their lanes and points ``(along, across, 2)`` on these."""
    for road in scene.roads:
        if road.kind not in FOR_CARS:
            continue
        places, left = along(road, scene)
        if len(places) < 20:
            continue
        for lane in road.lanes:
            half = 0.5 * lane.width_m
            across = np.linspace(-half, half, round(2.0 * half / ACROSS_M) + 1)
            offset = (lane.offset_m + across)[None, :, None]
            yield road, lane, places[:, None] + offset * left[:, None]


def test_which_worlds_have_roads_for_cars() -> None:
    having = {n for n in SMALL if any(r.kind in FOR_CARS for r in made(n).roads)}
    assert having == set(WITH_ROADS)


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_bends_are_wide_enough_and_lanes_broad_enough(name: str, seed: int) -> None:
    for road in made(name, seed).roads:
        if road.kind in FOR_CARS:
            assert road.lanes, road.name
            assert road.tightest_m() >= turning_m(), road.name
            for lane in road.lanes:
                assert lane.width_m >= width_m() + ROOM_M, road.name
                assert abs(lane.offset_m) + 0.5 * lane.width_m <= road.half_m + 1e-9, road.name


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_lanes_are_gentle_along_and_across_and_without_steps(name: str, seed: int) -> None:
    scene = made(name, seed)
    base = round((suv().axles[0].x_m - suv().axles[1].x_m) / STEP_M)
    for road, lane, points in lanes(scene):
        z = scene.height(points.reshape(-1, 2)).reshape(points.shape[:2])
        middle = points[:, points.shape[1] // 2]
        run = np.hypot(*(middle[base:] - middle[:-base]).T)
        rise = np.abs(z[base:] - z[:-base]).max(axis=1)
        # Where a road leaves the world and comes back its places are far apart.
        near = run < 1.1 * base * STEP_M
        assert (rise / run)[near].max() <= ALONG, road.name
        assert np.abs(z[:, -1] - z[:, 0]).max() / lane.width_m <= ACROSS, road.name
        assert np.abs(np.diff(z, axis=1)).max() <= BUMP_M, road.name
        gap = np.hypot(*np.moveaxis(np.diff(points, axis=0), 2, 0))
        dips = np.abs(np.diff(z, axis=0)) / np.maximum(gap, STEP_M)
        assert dips[gap < 2.0 * STEP_M].max() <= DIP, road.name


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_nothing_stands_in_a_lane(name: str, seed: int) -> None:
    scene = made(name, seed)
    for road, lane, points in lanes(scene):
        radius = 0.4
        edge = 0.5 * lane.width_m - 0.05 - radius
        away = np.linspace(-0.5 * lane.width_m, 0.5 * lane.width_m, points.shape[1])
        inner = points[:, np.abs(away) <= edge].reshape(-1, 2)
        balls = np.column_stack((inner, scene.height(inner) + radius + 0.2))
        met = balls[~scene.is_free(balls, radius)]
        assert not len(met) or blockers(scene, met, radius) <= set(SHUT.get(name, ())), road.name


def blockers(scene: Scene, balls: F64, radius: float) -> set[str]:
    """Makers of what touches balls; ``ground`` and ``solid`` of what is no thing."""
    things = dict(zip(scene.things.ident.tolist(), scene.things.kind.tolist(), strict=True))
    found = set()
    for ball in balls:
        rows, gaps = scene.near(ball, radius)
        near = [int(scene.objects.owner[row]) for row in rows[gaps <= radius]]
        kinds = [scene.things.kinds[things[owner]] for owner in near if owner in things]
        found |= {kind.rpartition("_")[0] for kind in kinds} or {"solid" if near else "ground"}
    return found
