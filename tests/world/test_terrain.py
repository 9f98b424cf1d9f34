"""The ground: exact, smooth, bounded, and the same function as its plain twin."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad

from outrider.core.errors import UserError
from outrider.world.terrain import (
    NOISE_SIGMA,
    NOISE_SLOPE_BOUND,
    Feature,
    Octave,
    Terrain,
    flank_for,
    octaves,
)
from tests.counts import count
from tests.world import twins
from tests.world.worlds import rich_ground


def test_heights_equal_the_plain_twin() -> None:
    terrain = rich_ground()
    rng = np.random.default_rng(1)
    near = rng.uniform(-40, 70, (count(4000), 2))
    far = rng.uniform(-1, 1, (100, 2)) * (100_000.0, 20_000.0)
    points = np.vstack((near, far))
    expected = [twins.height(terrain, x, y) for x, y in points]
    # The twin works in 80 bits; at 100 km a place is good to 1.5e-11 m.
    np.testing.assert_allclose(terrain.height(points), expected, rtol=0.0, atol=5e-11 + 1e-10)


def test_slope_is_the_derivative_of_height() -> None:
    terrain = rich_ground()
    rng = np.random.default_rng(2)
    points = rng.uniform(-40, 70, (20_000, 2))
    step = 1e-5
    sample = terrain.sample(points)
    for axis in (0, 1):
        shift = np.eye(2)[axis] * step
        slope = (terrain.height(points + shift) - terrain.height(points - shift)) / (2 * step)
        gap = np.abs(slope - sample[:, 1 + axis])
        # Second derivatives jump at the corners of features.
        assert np.quantile(gap, 0.999) < 2e-7
        assert gap.max() < 2e-4


@pytest.mark.parametrize("origin", [0.0, 20_000.0, -100_000.0])
def test_height_and_slope_are_continuous_across_lattice_cells(origin: float) -> None:
    wave = Octave(wavelength_m=7.0, amplitude_m=2.0, offset=(0.3, 0.7), seed=99)
    terrain = Terrain(octaves=(wave,))
    cells = np.round(origin / 7.0) + np.arange(-20, 20)
    lines = (cells - 0.3) * 7.0
    y = origin + np.linspace(0.0, 30.0, 40)
    for least in (1e-9, 1e-6):
        hair = max(least, 4 * float(np.spacing(abs(origin))))
        before = terrain.sample(np.column_stack((lines - hair, y)))
        after = terrain.sample(np.column_stack((lines + hair, y)))
        # |slope| <= 0.6, |second derivative| <= 0.5 here, so the gap shrinks with the distance.
        np.testing.assert_allclose(before, after, rtol=0.0, atol=4.0 * hair)


def test_variance_of_the_noise_is_the_closed_form() -> None:
    def side(u: float) -> float:
        return 1.0 - twins.fade(u)

    square = quad(lambda u: side(u) ** 2, 0, 1)[0]
    moment = quad(lambda u: side(u) ** 2 * u * u, 0, 1)[0]
    assert pytest.approx(math.sqrt(4 * square * moment), rel=1e-4) == NOISE_SIGMA
    wave = Octave(wavelength_m=1.0, amplitude_m=1.0, seed=3)
    points = np.random.default_rng(3).uniform(0, 4000, (200_000, 2))
    assert Terrain(octaves=(wave,)).height(points).std() == pytest.approx(NOISE_SIGMA, rel=0.01)


def test_relief_is_four_standard_deviations() -> None:
    made = octaves(1, relief_m=6.0, wavelength_m=40.0, roughness=0.5, count=5)
    points = np.random.default_rng(4).uniform(-20_000, 20_000, (200_000, 2))
    assert Terrain(octaves=made).height(points).std() == pytest.approx(1.5, rel=0.02)


def test_slope_bound_of_the_noise_is_the_supremum_over_the_cell() -> None:
    t = np.linspace(0, 1, 101)
    u, v = np.meshgrid(t, t)
    f, g = twins.fade(u), twins.fade(v)  # type: ignore[arg-type]
    df, dg = 30 * u**2 * (1 - u) ** 2, 30 * v**2 * (1 - v) ** 2
    worst = 0.0
    for angle in np.linspace(0, math.pi, 91):
        ex, ey = math.cos(angle), math.sin(angle)
        total = np.zeros_like(u)
        for a in (0, 1):
            for b in (0, 1):
                wu, wv = (f if a else 1 - f), (g if b else 1 - g)
                change = ex * (df if a else -df) * wv + ey * wu * (dg if b else -dg)
                total += np.hypot(wu * wv * ex + change * (u - a), wu * wv * ey + change * (v - b))
        worst = max(worst, float(total.max()))
    assert worst <= NOISE_SLOPE_BOUND <= worst + 1e-3


def test_no_slope_exceeds_the_bound() -> None:
    for terrain in (rich_ground(), rich_ground(7, 3), rich_ground(8, 0)):
        points = np.random.default_rng(5).uniform(-60, 90, (100_000, 2))
        sample = terrain.sample(points)
        assert np.hypot(sample[:, 1], sample[:, 2]).max() <= terrain.slope_bound


def test_a_plane_is_a_plane_anywhere() -> None:
    terrain = Terrain(level_m=2.0, grade=(0.25, -0.5))
    points = np.array([[0.0, 0.0], [20_000.0, 3.0], [-1e5, 1e5]])
    np.testing.assert_array_equal(
        terrain.height(points), 2.0 + 0.25 * points[:, 0] - 0.5 * points[:, 1]
    )


def test_a_ditch_has_its_depth_its_bank_angle_and_flat_ground_around() -> None:
    angle = math.radians(30.0)
    bank = flank_for(0.4, angle)
    feature = Feature(
        position_m=(10.0, 5.0), half_m=(4.0, 0.5), flank_m=(bank, bank, bank), value_m=-0.4
    )
    terrain = Terrain(features=(feature,))
    across = np.column_stack((np.full(400, 10.0), 5.0 + np.linspace(-3, 3, 400)))
    sample = terrain.sample(across)
    assert sample[:, 0].min() == pytest.approx(-0.4)
    assert np.abs(sample[:, 2]).max() == pytest.approx(math.tan(angle), rel=1e-6)
    assert terrain.height([(10.0, 5.0 + 0.5 + bank + 1e-9), (50.0, 5.0)]).tolist() == [0.0, 0.0]


def test_levelled_ground_is_level_whatever_was_there() -> None:
    pad = Feature(
        position_m=(3.0, 4.0), half_m=(2.0, 1.0), flank_m=(3.0, 3.0, 3.0), value_m=7.0, levels=True
    )
    terrain = rich_ground(features=0).with_features(pad)
    rng = np.random.default_rng(6)
    inside = np.column_stack((rng.uniform(1.0, 5.0, 500), rng.uniform(3.0, 5.0, 500)))
    np.testing.assert_allclose(terrain.height(inside), 7.0, rtol=0, atol=1e-12)


def test_features_are_found_through_the_bins() -> None:
    """Every feature acts where it is, however far they lie apart."""
    rng = np.random.default_rng(7)
    places = rng.uniform(-3000, 3000, (60, 2))
    made = tuple(
        Feature(position_m=(float(x), float(y)), half_m=(1, 1), flank_m=(1, 1, 1), value_m=2.0)
        for x, y in places
    )
    assert (Terrain(features=made).height(places) >= 2.0 - 1e-12).all()


def test_laid_surface_is_that_of_the_last_feature() -> None:
    low = Feature(position_m=(0, 0), half_m=(5, 5), flank_m=(1, 1, 1), value_m=0.0, surface=4)
    high = Feature(position_m=(3, 0), half_m=(1, 5), flank_m=(1, 1, 1), value_m=0.0, surface=11)
    terrain = Terrain(features=(low, high))
    assert terrain.laid_surface([(0, 0), (3, 0), (3, 9), (-5.5, 0)]).tolist() == [4, 11, -1, 4]


def test_other_seeds_make_other_hills() -> None:
    made = [octaves(s, relief_m=3, wavelength_m=40, roughness=0.4, count=5) for s in (1, 2)]
    points = np.random.default_rng(8).uniform(-100, 100, (2000, 2))
    first, second = (Terrain(octaves=o).height(points) for o in made)
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.3


def test_hostile_terrain_is_refused() -> None:
    shape = {"position_m": (0.0, 0.0), "half_m": (1.0, 1.0), "value_m": 1.0}
    with pytest.raises(UserError, match="sizes must be positive"):
        Terrain(features=(Feature(flank_m=(0.0, 1.0, 1.0), **shape),))  # type: ignore[arg-type]
    with pytest.raises(UserError, match="not finite"):
        Terrain(level_m=math.nan)
    with pytest.raises(UserError, match="at most 16"):
        Terrain(octaves=(Octave(wavelength_m=1.0, amplitude_m=1.0),) * 17)
    with pytest.raises(UserError, match=r"\(n, 2\)"):
        Terrain().height([1.0, 2.0])


def test_features_that_all_lie_on_each_other_take_little_room() -> None:
    field = Feature(
        position_m=(0.0, 0.0), half_m=(2000.0, 2000.0), flank_m=(1.0, 1.0, 1.0), value_m=0.001
    )
    terrain = Terrain(features=(field,) * 1500)
    assert terrain.packed.nbytes < 40e6
    assert terrain.height([(0.0, 0.0), (1999.0, -1999.0), (2100.0, 0.0)]) == pytest.approx(
        [1.5, 1.5, 0.0]
    )
