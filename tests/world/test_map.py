"""The picture from above: where things are, which way is up, what stands out."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.scenario.worlds import Box, Flat, Hills, Valley
from outrider.world import generate
from outrider.world.map import contour_interval, top_view
from outrider.world.objects import gather, layer_ids
from outrider.world.scene import Scene
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import things


def test_pixels_are_where_the_world_is() -> None:
    scene = generate.make(Hills(relief_m=3.0, wavelength_m=40.0, density=0.0), seed=3)
    view = top_view(scene, centre=(40.0, -10.0), size=(30.0, 20.0), resolution=5.0)
    assert view.rgb.shape == (100, 150, 3)
    assert view.rgb.dtype == np.uint8
    points = np.array([[25.1, -19.9], [54.9, -0.1], [40.3, -7.5]])
    pixels = view.to_pixel(points)
    np.testing.assert_allclose(pixels[0], (0, 99), atol=1e-9)
    np.testing.assert_allclose(pixels[1], (149, 0), atol=1e-9)
    column, row = np.rint(pixels[2]).astype(int)
    assert view.heights[row, column] == pytest.approx(scene.height(points[2:])[0], abs=1e-9)


def test_the_same_place_looks_the_same_at_any_time() -> None:
    scene = generate.make(Valley(relief_m=12.0, width_m=80.0, length_m=300.0), seed=3)
    first, second = (top_view(scene, size=(60, 40), resolution=3.0).rgb for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_objects_are_seen_in_the_colour_of_their_class() -> None:
    bare = generate.make(Flat(), seed=1)
    crate = Box(position_m=(10, 4), size_m=(4, 2, 1), semantic="container")
    scene = generate.make(Flat(objects=(crate,)), seed=1)
    kept = {"centre": (0.0, 0.0), "size": (40.0, 20.0), "resolution": 5.0}
    with_it, without = top_view(scene, **kept), top_view(bare, **kept)  # type: ignore[arg-type]
    column, row = np.rint(with_it.to_pixel(np.array([[10.0, 4.0]]))[0]).astype(int)
    near = with_it.rgb[row, column].astype(int) - scene.classes[28].colour
    assert scene.classes[28].name == "container"
    assert np.abs(near).max() < 15
    changed = np.argwhere((with_it.rgb != without.rgb).any(-1))
    # Crate 20 x 10 pixels, its rim, and a shadow below and to the right.
    assert changed.min(0)[0] >= row - 8
    assert changed.min(0)[1] >= column - 13
    assert changed.max(0)[0] <= row + 12
    assert 200 <= len(changed) <= 400
    hidden = top_view(scene, objects=False, **kept)  # type: ignore[arg-type]
    np.testing.assert_array_equal(hidden.rgb, without.rgb)


def test_slopes_to_the_light_are_brighter() -> None:
    hill = Feature(position_m=(0, 0), half_m=(1, 1), flank_m=(6, 6, 6), value_m=4.0)
    empty = generate.make(Flat(), seed=1)
    scene = Scene(kind="hill", seed=0, terrain=Terrain(features=(hill,)), objects=empty.objects)
    view = top_view(scene, centre=(0, 0), size=(20, 20), resolution=4.0)
    bright = view.rgb.astype(float).mean(-1)
    lit, dark = (view.to_pixel(np.array([p]))[0].astype(int) for p in ((-4, 4), (4, -4)))
    assert bright[lit[1], lit[0]] > bright[dark[1], dark[0]] + 40


def test_contours_are_round_numbers_and_not_too_many() -> None:
    for span in (0.6, 3.0, 17.0, 240.0):
        every = contour_interval(0.0, span)
        assert 4 <= span / every <= 15
        assert f"{every:.0e}"[0] in "125"


def test_views_that_are_too_large_are_refused() -> None:
    scene = generate.make(Flat(), seed=1)
    with pytest.raises(UserError, match="at most 40,000,000"):
        top_view(scene, size=(1e4, 1e4), resolution=10.0)
    assert top_view(scene, size=(0.1, 0.1), resolution=1.0).rgb.shape == (1, 1, 3)


def test_a_tree_is_drawn_with_its_own_crown_however_it_leans() -> None:
    lean = rotation.from_euler_zyx(0.0, 0.08, 0.0)
    own = things(["oak_0"], [0], [(0.0, 0.0, 0.0)], ident=layer_ids("one", 1), quaternion=lean)
    scene = Scene(
        kind="test", seed=1, terrain=Terrain(), things=own, extent=(-15.0, -15.0, 15.0, 15.0),
        objects=gather({}, names={}, things=own),
    )  # fmt: skip
    bare = top_view(scene, objects=False).rgb.astype(float)
    change = np.abs(top_view(scene).rgb.astype(float) - bare).sum(axis=2) > 20.0
    reach = own.archetypes[0].radius_m
    row = change[change.shape[0] // 2]
    across = np.ptp(np.flatnonzero(row)) / 4.0
    assert across == pytest.approx(2.0 * reach, rel=0.3)
