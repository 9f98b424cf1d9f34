"""Relief on a grid: the spline, its windows, and what weather and lines do to heights."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.interpolate import BSpline

from outrider.core.errors import UserError
from outrider.world import relief
from outrider.world.terrain import Relief, Terrain, octaves

F64 = np.ndarray
HEIGHTS = np.random.default_rng(0).normal(size=(40, 50)) * 3.0
RELIEF = Relief(HEIGHTS, origin_m=(-20.0, -30.0), step_m=2.0)
GROUND = Terrain(
    relief=RELIEF, octaves=octaves(3, relief_m=3, wavelength_m=40, roughness=0.4, count=3)
)
BARE = Terrain(octaves=GROUND.octaves)


def spline_twin(x: float, y: float) -> float:
    """The uniform cubic B-spline by scipy's basis function, coordinates kept inside."""
    basis = BSpline.basis_element([-2, -1, 0, 1, 2], extrapolate=False)
    p, q = min(max((x + 20.0) / 2.0, 0.0), 49.0), min(max((y + 30.0) / 2.0, 0.0), 39.0)
    total = 0.0
    for j in range(-2, 43):
        for i in range(-2, 53):
            if abs(p - i) < 2 and abs(q - j) < 2:
                weight = float(basis(p - i)) * float(basis(q - j))
                total += weight * HEIGHTS[min(max(j, 0), 39), min(max(i, 0), 49)]
    return total


def test_the_surface_is_the_cubic_spline() -> None:
    points = np.random.default_rng(1).uniform((-40.0, -50.0), (100.0, 70.0), (300, 2))
    own = GROUND.height(points) - BARE.height(points)
    assert own == pytest.approx([spline_twin(*p) for p in points], abs=1e-11)


def test_slopes_are_derivatives_and_stay_below_the_bound() -> None:
    points = np.random.default_rng(2).uniform((-19.0, -29.0), (77.0, 47.0), (2000, 2))
    h = 1e-5
    for axis in range(2):
        step = h * np.eye(2)[axis]
        slope = (GROUND.height(points + step) - GROUND.height(points - step)) / (2 * h)
        assert GROUND.sample(points)[:, 1 + axis] == pytest.approx(slope, abs=1e-6)
    steepest = np.hypot(*GROUND.sample(points)[:, 1:].T).max()
    assert steepest < GROUND.slope_bound < 6.0 * steepest


def test_windows_are_the_surface_and_agree_bit_for_bit() -> None:
    window = GROUND.window((-22.5, -32.25), step_m=0.75, shape=(100, 110))
    x, y = np.meshgrid(-22.5 + 0.75 * np.arange(110), -32.25 + 0.75 * np.arange(100))
    points = np.column_stack((x.ravel(), y.ravel()))
    assert window.ravel() == pytest.approx(GROUND.height(points), abs=1e-11)
    part = GROUND.window((-22.5 + 7.5, -32.25 + 15.0), step_m=0.75, shape=(60, 70))
    np.testing.assert_array_equal(part, window[20:80, 10:80])


def test_beyond_the_grid_its_border_goes_on() -> None:
    away = Terrain(relief=RELIEF)
    edge = away.sample([(78.0, 10.0), (500.0, 10.0), (1e5, 10.0)])
    assert edge[1:, 0] == pytest.approx(edge[0, 0], abs=1e-9)
    assert edge[1:, 1] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    "heights", [np.zeros((3, 10)), np.zeros(10), np.broadcast_to(0.0, (5000, 5000))]
)
def test_grids_too_small_or_too_large_are_refused(heights: F64) -> None:
    with pytest.raises(UserError, match="allowed"):
        Relief(heights, origin_m=(0.0, 0.0), step_m=1.0)


def test_noise_has_standard_deviation_one() -> None:
    grid = relief.square_grid(2000.0, step_m=4.0)
    field = relief.noise(4, "any", grid, wavelength_m=50.0, count=4)
    assert field.shape == grid.shape
    assert field.std() == pytest.approx(1.0, abs=0.08)
    assert abs(field.mean()) < 0.08
    assert not np.allclose(field, relief.noise(4, "other", grid, wavelength_m=50.0, count=4))


def test_scree_slides_until_nothing_is_too_steep_and_none_is_lost() -> None:
    grid = relief.square_grid(120.0, step_m=2.0)
    heights = 30.0 * relief.bump(grid, (0.0, 0.0), 25.0)
    slid = relief.weather(1, "x", heights, grid, drops=0, steepest_rad=0.5, rounds=400)
    assert relief.steepness(heights, grid).max() > 0.9
    assert relief.steepness(slid, grid).max() < 0.5 * 1.15
    assert slid.sum() == pytest.approx(heights.sum(), rel=1e-9)


def test_rain_carves_valleys_where_water_gathers() -> None:
    """Water takes from the slopes and its lines grow steeper across than the rest."""
    grid = relief.square_grid(300.0, step_m=2.0)
    heights = 60.0 * relief.bump(grid, (0.0, 0.0), 150.0)
    worn = relief.weather(3, "rain", heights, grid, drops=20_000, rounds=0)
    cut = heights - worn
    ring = (np.hypot(*grid.axes()) > 40.0) & (np.hypot(*grid.axes()) < 110.0)
    assert cut[ring].std() > 0.15
    assert worn.max() <= heights.max() + 0.5
    again = relief.weather(3, "rain", heights, grid, drops=20_000, rounds=0)
    np.testing.assert_array_equal(worn, again)


def test_distance_from_a_line_is_that_of_its_nearest_point() -> None:
    grid = relief.square_grid(80.0, step_m=2.0)
    line = np.array([(-30.0, -10.0), (0.0, 5.0), (25.0, 20.0)])
    away, value = relief.from_line(grid, line, [0.0, 1.0, 2.0], reach_m=18.0)
    fine = np.concatenate([np.linspace(a, b, 400) for a, b in pairwise(line)])
    x, y = grid.axes()
    truth = np.sqrt((x[..., None] - fine[:, 0]) ** 2 + (y[..., None] - fine[:, 1]) ** 2).min(-1)
    assert away == pytest.approx(np.minimum(truth, 18.0), abs=0.05)
    middle = np.abs(x) + np.abs(y - 5.0) < 0.1 + 1.0
    assert value[middle & (away < 1.5)] == pytest.approx(1.0, abs=0.15)


def test_curves_pass_their_points() -> None:
    points = [(0.0, 0.0), (30.0, 10.0), (60.0, -5.0), (90.0, 0.0)]
    line = relief.curve(points, step_m=2.0)
    for point in points:
        assert np.hypot(*(line - point).T).min() < 1e-9
    assert np.hypot(*np.diff(line, axis=0).T).max() < 3.0


def test_dunes_are_longer_to_windward() -> None:
    grid = relief.square_grid(600.0, step_m=1.0)
    rows = relief.dunes(2, "d", grid, wavelength_m=80.0, towards_rad=0.0)
    slope = np.gradient(rows, 1.0, axis=1)
    assert (slope > 1e-4).mean() > 1.5 * (slope < -1e-4).mean()
    assert rows.min() >= 0.0
    assert math.isfinite(rows.max())
