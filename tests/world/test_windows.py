"""Height windows: one lattice for all, equal to the function of the ground."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.world._kernels import fill_heights, height_at, slope_at
from outrider.world.terrain import Terrain, octaves
from tests.counts import count
from tests.world.worlds import rich_ground

GROUNDS = {
    "rich": rich_ground(),
    "hills": Terrain(octaves=octaves(3, relief_m=3, wavelength_m=40, roughness=0.4, count=5)),
    "plane": Terrain(grade=(0.1, 0.2)),
}


@pytest.mark.parametrize("name", GROUNDS)
@pytest.mark.parametrize("step", [0.1, 0.25, 0.3])
@pytest.mark.parametrize("origin", [0, -3, 66_667])
def test_windows_agree_bit_for_bit_where_they_overlap(name: str, step: float, origin: int) -> None:
    packed = GROUNDS[name].packed
    whole = np.empty((200, 230))
    fill_heights(packed, origin * step, -origin * step, step, 230, 200, whole, 0.0, 1.0)
    rng = np.random.default_rng(1)
    for _ in range(count(200)):
        i, j = rng.integers(0, 180, 2)
        nx, ny = int(rng.integers(1, 230 - i + 1)), int(rng.integers(1, max(200 - j, 1) + 1))
        part = np.empty((ny, nx))
        fill_heights(
            packed, (origin + i) * step, (-origin + j) * step, step, nx, ny, part, 0.0, 1.0
        )
        np.testing.assert_array_equal(part, whole[j : j + ny, i : i + nx])


@pytest.mark.parametrize("name", GROUNDS)
@pytest.mark.parametrize("origin", [(0.0, 0.0), (20_000.0, -7.5), (-100_000.0, 100_000.0)])
def test_a_window_holds_the_heights_of_the_ground(name: str, origin: tuple[float, float]) -> None:
    terrain = GROUNDS[name]
    window = terrain.window(origin, step_m=0.5, shape=(90, 130))
    x, y = np.meshgrid(origin[0] + 0.5 * np.arange(130), origin[1] + 0.5 * np.arange(90))
    heights = terrain.height(np.column_stack((x.ravel(), y.ravel())))
    np.testing.assert_allclose(window.ravel(), heights, rtol=1e-14, atol=1e-11)


def test_an_origin_off_the_lattice_is_taken_as_it_is() -> None:
    terrain = GROUNDS["rich"]
    window = terrain.window((1.23, 4.56), step_m=0.5, shape=(3, 4))
    x, y = np.meshgrid(1.23 + 0.5 * np.arange(4), 4.56 + 0.5 * np.arange(3))
    heights = terrain.height(np.column_stack((x.ravel(), y.ravel())))
    np.testing.assert_allclose(window.ravel(), heights, rtol=0, atol=1e-12)


def test_base_and_scale_and_single_precision() -> None:
    terrain = GROUNDS["rich"]
    plain = terrain.window((0, 0), step_m=0.25, shape=(40, 50))
    scaled = np.empty((40, 50), np.float32)
    fill_heights(terrain.packed, 0.0, 0.0, 0.25, 50, 40, scaled, -5.0, 0.05)
    np.testing.assert_array_equal(scaled, ((plain + 5.0) * 0.05).astype(np.float32))


def test_scalar_kernels_are_the_vector_ones() -> None:
    terrain = GROUNDS["rich"]
    sample = terrain.sample([(12.5, -3.25)])[0]
    assert height_at(terrain.packed, 12.5, -3.25) == pytest.approx(sample[0], abs=1e-14)
    assert slope_at(terrain.packed, 12.5, -3.25) == pytest.approx(tuple(sample[1:]), abs=1e-14)
