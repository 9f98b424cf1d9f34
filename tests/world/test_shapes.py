"""The closed forms of box, cylinder, sphere and capsule against searches that do not know them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import Bounds, NonlinearConstraint, minimize

from outrider.core import rotation
from outrider.world._kernels import column_at, normal_on
from outrider.world._kernels_shapes import line_span
from outrider.world.scene import Scene
from outrider.world.solid_distance import distances
from outrider.world.solids import Solids
from tests.counts import count
from tests.world.test_objects import mixed, scene_of


def local(solids: Solids, row: int, points: np.ndarray) -> np.ndarray:
    turned: np.ndarray = rotation.rotate(
        rotation.conjugate(solids.quaternion[row]), points - solids.center[row]
    )
    return turned


def inside(solids: Solids, row: int, points: np.ndarray) -> np.ndarray:
    """Whether points are in a solid, by the definition of its kind."""
    p, half = local(solids, row, points), solids.half_size[row]
    r = half[0]
    round_ = np.hypot(p[:, 0], p[:, 1])
    match int(solids.kind[row]):
        case 0:
            out = (np.abs(p) <= half).all(1)
        case 1:
            out = (round_ <= r) & (np.abs(p[:, 2]) <= half[2])
        case 2:
            out = (p**2).sum(1) <= r * r
        case _:
            ends = [np.linalg.norm(p - (0, 0, s * half[2]), axis=1) <= r for s in (-1, 1)]
            out = ends[0] | ends[1] | ((round_ <= r) & (np.abs(p[:, 2]) <= half[2]))
    return np.asarray(out)


def nearest_inside(solids: Solids, row: int, point: np.ndarray) -> float:
    """Distance to the solid as a convex minimum over its own parameters."""
    p, half = local(solids, row, point[None])[0], solids.half_size[row]
    kind = int(solids.kind[row])
    if kind in (0, 1):
        disc = NonlinearConstraint(lambda q: q[0] ** 2 + q[1] ** 2, 0.0, half[0] ** 2)
        # The stubs know no method with both bounds and constraints.
        search: Any = minimize
        best = search(
            lambda q: float(((q - p) ** 2).sum()),
            np.clip(p, -half, half) * 0.5,
            bounds=Bounds(-half, half),
            constraints=[disc] if kind == 1 else [],
            method="SLSQP",
            options={"ftol": 1e-15, "maxiter": 200},
        )
        return float(np.sqrt(best.fun))
    ends = half[2] if kind == 3 else 0.0
    axis = np.linspace(-ends, ends, 20_001)
    return float(np.hypot(np.hypot(p[0], p[1]), p[2] - axis).min() - half[0])


def spans(scene: Scene, starts: np.ndarray, rays: np.ndarray) -> np.ndarray:
    """Where each line enters and leaves the solid of its row."""
    lines = zip(starts.tolist(), rays.tolist(), strict=True)
    return np.array([line_span(scene.obstacles, k, *a, *b) for k, (a, b) in enumerate(lines)])


def test_distance_outside_is_a_convex_minimum() -> None:
    solids = mixed(count(250), 20.0, 1)
    scene = scene_of(solids)
    rng = np.random.default_rng(2)
    rows = np.arange(len(solids), dtype=np.int32)
    points = solids.center + rng.normal(size=(len(rows), 3)) * (
        1.0 + 2.0 * solids.half_size.max(1)[:, None]
    )
    out = distances(scene.obstacles, rows, points)
    for row in range(len(rows)):
        if not inside(solids, row, points[row][None])[0]:
            expected = nearest_inside(solids, row, points[row])
            assert out[row] == pytest.approx(expected, abs=2e-6, rel=1e-5)


def test_distance_is_negative_exactly_inside_and_is_met_inside() -> None:
    solids = mixed(count(300), 10.0, 3)
    scene = scene_of(solids)
    rng = np.random.default_rng(4)
    for row in range(len(solids)):
        points = solids.center[row] + rng.normal(size=(60, 3)) * solids.half_size[row].max()
        out = distances(scene.obstacles, np.full(60, row), points)
        within = inside(solids, row, points)
        np.testing.assert_array_equal(out <= 0.0, within)
        # A ball of that depth about an inner point stays inside.
        for point, depth in zip(points[within][:3], -out[within][:3], strict=True):
            unit = rng.normal(size=(200, 3))
            unit /= np.linalg.norm(unit, axis=1)[:, None]
            assert inside(solids, row, point + 0.999999 * depth * unit).all()


def test_line_spans_are_where_the_line_is_inside() -> None:
    solids = mixed(count(500), 10.0, 5)
    scene = scene_of(solids)
    rng = np.random.default_rng(6)
    n = len(solids)
    size = solids.half_size.max(1)[:, None]
    aims = solids.center + rng.uniform(-0.7, 0.7, (n, 3)) * size
    away = rng.normal(size=(n, 3))
    rays = -away / np.linalg.norm(away, axis=1)[:, None] * 3.0 * size
    starts = aims - rays
    out = spans(scene, starts, rays)
    t = np.linspace(-2.0, 4.0, 4001)
    for row in range(n):
        on = inside(solids, row, starts[row] + t[:, None] * rays[row])
        if not on.any():
            assert out[row, 1] - out[row, 0] < 2 * (t[1] - t[0])
            continue
        step = t[1] - t[0]
        assert t[on].min() - step <= out[row, 0] <= t[on].min() + 1e-9
        assert t[on].max() - 1e-9 <= out[row, 1] <= t[on].max() + step
        ends = starts[row] + (out[row, :, None] + [[-1e-7], [1e-7]]) * rays[row]
        assert not inside(solids, row, ends).any()
        ends = starts[row] + (out[row, :, None] + [[1e-7], [-1e-7]]) * rays[row]
        assert inside(solids, row, ends).all()


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_lines_along_the_axes_have_no_division_by_zero(axis: int) -> None:
    solids = mixed(10, 1.0, 7, upright=True)
    scene = scene_of(solids)
    rays = np.zeros((len(solids), 3))
    rays[:, axis] = 1.0
    out = spans(scene, solids.center - 9 * rays, rays)
    assert np.isfinite(out).all()
    np.testing.assert_allclose(out.mean(1), 9.0, atol=1e-9)


def test_normals_point_the_way_distance_grows() -> None:
    solids = mixed(count(200), 10.0, 8)
    scene = scene_of(solids)
    rng = np.random.default_rng(9)
    for row in range(len(solids)):
        aim = solids.center[row]
        start = aim + rng.normal(size=3) * 5.0 * solids.half_size[row].max()
        enter, _ = line_span(scene.obstacles, row, *start, *(aim - start))
        x, y, z = start + enter * (aim - start)
        normal = np.array(normal_on(scene.obstacles, row, x, y, z))
        assert np.linalg.norm(normal) == pytest.approx(1.0)
        for h in (1e-3, 1e-5):
            away = np.array([[x, y, z]]) + h * normal
            gap = distances(scene.obstacles, np.array([row]), away)
            assert gap[0] == pytest.approx(h, rel=1e-3)


def test_a_column_is_the_vertical_span() -> None:
    ramp = mixed(1, 1.0, 10).take(np.array([0]))
    scene = scene_of(ramp)
    x, y, z = ramp.center[0]
    low, high = column_at(scene.obstacles, 0, x, y)
    heights = np.linspace(z - 3, z + 3, 60_001)
    on = inside(ramp, 0, np.column_stack((np.full_like(heights, x), 0 * heights + y, heights)))
    assert (low, high) == pytest.approx((heights[on].min(), heights[on].max()), abs=2e-4)
    assert column_at(scene.obstacles, 0, x + 99, y) == (np.inf, -np.inf)
