"""Rays and balls against ground and objects, compared with dense sampling."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.scenario.worlds import Hills
from outrider.world import generate
from outrider.world._kernels_rays import MIN_STEP_M, ground_hit
from outrider.world.objects import nothing
from outrider.world.scene import Scene
from outrider.world.solids import Solids, boxes, spheres
from outrider.world.terrain import Terrain
from tests.counts import count
from tests.world.test_objects import mixed, scene_of
from tests.world.test_shapes import inside
from tests.world.worlds import rich_ground


def unit(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def hit_of(terrain: Terrain, start: np.ndarray, ray: np.ndarray, length: float) -> float:
    x, y, z = start
    dx, dy, dz = ray
    return ground_hit(terrain.packed, x, y, z, dx, dy, dz, length)


def small(solids: Solids) -> Solids:
    return solids.take(solids.half_size.max(1) < 3.0)


def test_a_ray_meets_a_plane_where_it_should() -> None:
    terrain = Terrain(level_m=1.0, grade=(0.2, 0.0))
    # z = 5 - t·sin, ground = 1 + 0.2·t·cos.
    angle = 0.4
    t = ground_hit(terrain.packed, 0.0, 0.0, 5.0, math.cos(angle), 0.0, -math.sin(angle), 100.0)
    assert t == pytest.approx(4.0 / (math.sin(angle) + 0.2 * math.cos(angle)), abs=1e-8)


def test_ground_hits_are_the_first_crossing() -> None:
    terrain = rich_ground()
    rng = np.random.default_rng(1)
    n = count(600)
    starts = np.column_stack((rng.uniform(-30, 60, (n, 2)), np.zeros(n)))
    starts[:, 2] = terrain.height(starts) + rng.uniform(0.05, 6.0, n)
    rays = unit(rng.normal(size=(n, 3)) * (1.0, 1.0, 0.15))
    deep = 0.5 * MIN_STEP_M * (terrain.slope_bound + 1.0)
    hits = 0
    for start, ray in zip(starts, rays, strict=True):
        t = hit_of(terrain, start, ray, 60.0)
        line = np.linspace(0.0, 60.0, 12_001)
        points = start + line[:, None] * ray
        gap = points[:, 2] - terrain.height(points)
        before = gap[line < min(t, 60.0) - 1e-9]
        assert before.min(initial=np.inf) > -deep
        if math.isfinite(t):
            hits += 1
            end = start + t * ray
            assert abs(end[2] - terrain.height(end[None])[0]) < 1e-7
    assert n > hits > n // 4


def test_a_start_under_the_ground_is_a_hit_at_once() -> None:
    assert ground_hit(Terrain().packed, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 10.0) == 0.0


def test_casts_find_the_first_object() -> None:
    solids = small(mixed(40, 30.0, 2))
    solids.center[:, 2] += 40.0
    scene = scene_of(solids)
    rng = np.random.default_rng(3)
    n = count(400)
    starts = rng.uniform((-30, -30, 20), (30, 30, 60), (n, 3))
    aims = solids.center[rng.integers(0, len(solids), n)]
    rays = unit(aims + rng.normal(size=(n, 3)) * 1.5 - starts)
    ranges, rows = scene.cast(starts, rays, range_m=80.0)
    t = np.linspace(0, 80.0, 2001)
    for k in range(n):
        points = starts[k] + t[:, None] * rays[k]
        first, found = np.inf, -1
        for row in range(len(solids)):
            on = inside(solids, row, points)
            if on.any() and t[on].min() < first:
                first, found = t[on].min(), row
        if rows[k] >= 0:
            assert first >= ranges[k] - 1e-9
            hit = starts[k] + (ranges[k] + 1e-7) * rays[k]
            assert inside(solids, int(rows[k]), hit[None])[0]
        if found >= 0 and first < 79.0:
            assert ranges[k] <= first + 1e-9
    assert 0.1 < (rows >= 0).mean() < 0.9


def test_long_rays_through_few_objects() -> None:
    far = boxes([(9000.0, 0, 1), (0, -9000.0, 1)], size=(1, 1, 2), semantic="box")
    scene = scene_of(far)
    a = [(0, 0, 1.0)] * 4
    b = [(1e4, 0, 1.0), (0, -1e4, 1.0), (1e4, 9.0, 1.0), (-1e4, 0, 1.0)]
    assert scene.line_of_sight(a, b).tolist() == [False, False, True, True]


def test_line_of_sight_is_blocked_by_what_lies_between() -> None:
    hills = generate.make(Hills(density=0.3, size_m=80.0), seed=4)
    rng = np.random.default_rng(5)
    n = count(1000)
    a, b = (np.column_stack((rng.uniform(-40, 40, (n, 2)), np.zeros(n))) for _ in range(2))
    for ends in (a, b):
        ends[:, 2] = hills.height(ends) + rng.uniform(0.2, 3.0, n)
    clear = hills.line_of_sight(a, b)
    assert 0.05 < clear.mean() < 0.95
    np.testing.assert_array_equal(clear, hills.line_of_sight(b, a))
    solids = hills.objects.solids
    for k in np.flatnonzero(clear):
        points = a[k] + np.linspace(0, 1, 400)[:, None] * (b[k] - a[k])
        assert (points[:, 2] - hills.height(points)).min() > -0.5 * MIN_STEP_M * 2.0
        rows, _ = hills.near(0.5 * (a[k] + b[k])[:2], 0.5 * float(np.hypot(*(b[k] - a[k])[:2])))
        assert not any(inside(solids, int(row), points).any() for row in rows)


def test_a_point_on_a_surface_can_be_seen() -> None:
    scene = scene_of(spheres([(0, 0, 3.0)], radius=1.0, semantic="boulder"))
    eye = [(5.0, 0, 3.0)]
    assert scene.line_of_sight(eye, [(1.0, 0, 3.0)]).tolist() == [True]
    assert scene.line_of_sight(eye, [(0.9, 0, 3.0)]).tolist() == [False]
    assert scene.line_of_sight(eye, [(8.0, 0, 0.0)]).tolist() == [True]
    assert scene.line_of_sight(eye, eye).tolist() == [True]
    assert scene.line_of_sight(eye, [(np.nan, 0, 1)]).tolist() == [False]


def test_free_balls_touch_no_object() -> None:
    solids = small(mixed(60, 20.0, 6))
    scene = scene_of(solids)
    rng = np.random.default_rng(7)
    points = rng.uniform((-14, -14, -5), (14, 14, 23), (count(400), 3))
    free = scene.is_free(points, 0.8)
    probe = unit(rng.normal(size=(500, 3))) * 0.8 * rng.uniform(0, 1, (500, 1)) ** (1 / 3)
    assert 0.1 < free.mean() < 0.99
    for point, is_free in zip(points, free, strict=True):
        touched = any(inside(solids, row, point + probe).any() for row in range(len(solids)))
        if touched:
            assert not is_free


def test_free_balls_touch_no_ground() -> None:
    scene = Scene(kind="test", seed=0, terrain=rich_ground(), objects=nothing())
    rng = np.random.default_rng(8)
    n = count(1000)
    points = np.column_stack((rng.uniform(-30, -10, (n, 2)), np.zeros(n)))
    points[:, 2] = scene.height(points) + rng.uniform(0.2, 0.9, n)
    free = scene.is_free(points, 0.5)
    disc = unit(rng.normal(size=(2000, 2))) * 0.5 * np.sqrt(rng.uniform(0, 1, (2000, 1)))
    for point, is_free in zip(points, free, strict=True):
        around = point[:2] + disc
        near = np.column_stack((around, scene.height(around)))
        gap = float(np.linalg.norm(near - point, axis=1).min())
        # Rings lie 0.06 m apart, so that a bump can enter by a little.
        assert is_free == (gap >= 0.5) or abs(gap - 0.5) < 0.01
