"""The rasteriser: where points land, how far they are, what hides what, what casts a shadow."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from outrider.scenario.worlds import Flat, Meadow
from outrider.world import forms, generate
from outrider.world.assets import trees
from outrider.world.block import from_above, ground_block
from outrider.world.overview import class_map, draw_scene
from outrider.world.raster import Shot, camera, linear, picture, place, rasterise
from outrider.world.semantics import CLASSES, number_of

SHOT = Shot(eye=(-6.0, -8.0, 5.0), target=(0.0, 0.0, 1.0), size=(320, 240), fov_rad=1.0)


def pinhole(points: np.ndarray, shot: Shot) -> np.ndarray:
    """(n, 3) column, row and depth by the textbook."""
    ahead = np.subtract(shot.target, shot.eye)
    ahead = ahead / np.linalg.norm(ahead)
    right = np.cross(ahead, [0, 0, 1])
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    away = points - np.array(shot.eye)
    focal = 0.5 * shot.size[0] / math.tan(0.5 * shot.fov_rad)
    depth = away @ ahead
    return np.column_stack([
        focal * (away @ right) / depth + 0.5 * shot.size[0],
        focal * (away @ down) / depth + 0.5 * shot.size[1], depth,
    ])  # fmt: skip


def test_small_balls_land_where_the_pinhole_says() -> None:
    centers = np.random.default_rng(1).uniform((-2, -2, 0), (2, 2, 2), (30, 3))
    mesh = forms.ball(0.04, material="paint_red")
    frame = rasterise([place(mesh, position=centers)], camera(SHOT, SHOT.size), SHOT.size)
    for k, (column, row, depth) in enumerate(pinhole(centers, SHOT)):
        rows, columns = np.nonzero(frame.ident == k)
        if len(rows) < 4:
            continue  # hidden behind another
        assert columns.mean() + 0.5 == pytest.approx(column, abs=0.6)
        assert rows.mean() + 0.5 == pytest.approx(row, abs=0.6)
        assert frame.depth[rows, columns].min() == pytest.approx(depth - 0.04, abs=0.02)


def test_depth_of_a_floor_is_that_of_the_plane() -> None:
    floor = forms.sheet(np.zeros((41, 41)), (0.5, 0.5), material="concrete").moved((-10, -10, 0))
    frame = rasterise([place(floor)], camera(SHOT, SHOT.size), SHOT.size)
    points = frame.points()[np.isfinite(frame.depth)]
    assert len(points) > 30_000
    assert np.abs(points[:, 2]).max() < 1e-3
    seen = pinhole(points, SHOT)
    rows, columns = np.nonzero(np.isfinite(frame.depth))
    assert seen[:, 0] == pytest.approx(columns + 0.5, abs=0.02)
    assert seen[:, 1] == pytest.approx(rows + 0.5, abs=0.02)


def test_the_nearer_hides_the_farther_in_either_order() -> None:
    near = place(forms.box((1, 1, 1), material="paint_red"), position=[(-2.0, -2.6, 2.2)])
    far = place(forms.box((3, 3, 3), material="paint_blue"), position=[(1.0, 1.5, 0.0)])
    one = rasterise([near, far], camera(SHOT, SHOT.size), SHOT.size)
    two = rasterise([far, near], camera(SHOT, SHOT.size), SHOT.size)
    np.testing.assert_array_equal(one.depth, two.depth)
    np.testing.assert_array_equal(one.ident == 0, two.ident == 1)
    assert (one.ident == 0).any()
    assert (one.ident == 1).any()


def test_a_closed_mesh_seen_from_anywhere_shows_no_hole() -> None:
    ball = forms.ball(1.0, material="paint_red", rings=16, sides=24)
    for angle in np.linspace(0.0, 6.0, 7):
        eye = (5 * math.cos(angle), 5 * math.sin(angle), 2 * math.sin(3 * angle))
        shot = replace(SHOT, eye=eye, target=(0.0, 0.0, 0.0))
        frame = rasterise([place(ball)], camera(shot, shot.size), shot.size)
        seen = frame.ident == 0
        rows, columns = np.nonzero(seen)
        box = seen[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        for line in box:
            inside = np.flatnonzero(line)
            assert len(inside) == inside.max() - inside.min() + 1


def test_cut_out_textures_have_holes() -> None:
    card = forms.card(2.0, 2.0, material="leaves_oak", heading=math.radians(233.0))
    plain = forms.card(2.0, 2.0, material="paint_red", heading=math.radians(233.0))
    view = camera(SHOT, SHOT.size)
    leaves, whole = (
        (rasterise([place(mesh)], view, SHOT.size).ident == 0).sum() for mesh in (card, plain)
    )
    assert 0.3 * whole < leaves < 0.7 * whole


def test_a_shadow_lies_away_from_the_sun() -> None:
    floor = forms.sheet(np.zeros((41, 41)), (0.5, 0.5), material="concrete").moved((-10, -10, 0))
    pole = forms.cylinder(0.3, 3.0, material="concrete", center=(0, 0, 1.5))
    shot = Shot(
        eye=(0.0, -0.01, 30.0), target=(0.0, 0.0, 0.0), size=(200, 200), fov_rad=0.5,
        shadow_m=12.0, sun_azimuth_rad=0.0, sun_height_rad=math.radians(45.0), haze_m=1e9,
    )  # fmt: skip
    image = picture([place(floor), place(pole)], shot).astype(float).sum(axis=2)
    metre = 100 / math.tan(0.25) / 30.0
    west, east = (image[100, round(100 + side * 1.8 * metre)] for side in (-1, 1))
    assert west < 0.75 * east


def test_linear_light_is_the_square_and_a_bit() -> None:
    assert linear([0, 255]).tolist() == [0.0, 1.0]
    assert linear([128])[0] == pytest.approx(0.2195, abs=1e-3)


def test_the_class_map_shows_classes_where_they_are() -> None:
    scene = generate.make(Meadow(size_m=160.0, lake=0.6, density=0.2), seed=1)
    image = class_map(scene, width=320).astype(float)
    lake = scene.region("lake")
    assert lake is not None
    x, y = lake.position_m
    column, row = round((x + 80) * 2), round((80 - y) * 2)
    water, grass = (np.array(CLASSES[number_of(name)].colour, float) for name in ("water", "grass"))
    pixel = image[min(max(row, 1), 318), min(max(column, 1), 318)]
    assert np.corrcoef(pixel, water)[0, 1] > 0.9
    greens = (np.argmax(image, axis=2) == 1).mean()
    assert greens > 0.5
    assert grass.argmax() == 1


def test_level_ground_on_a_map_has_the_very_colour_of_its_class() -> None:
    image = class_map(generate.make(Flat(), seed=0), width=60)
    colour = np.array(next(entry.colour for entry in CLASSES if entry.name == "ground"))
    assert np.abs(image.astype(int) - colour).max() <= 1


def test_crowns_that_are_small_in_the_picture_keep_their_cover() -> None:
    """Leaves behind each other: at a fifth of the size no less is covered than before."""
    crown = trees.MAKERS["spruce"](0).mesh
    shares = []
    for pixels in (300, 60):
        shot = Shot(
            eye=(0.0, -200.0, 10.0), target=(0.0, 0.0, 10.0), size=(pixels, pixels),
            fov_rad=0.15,
        )  # fmt: skip
        frame = rasterise([place(crown)], camera(shot, shot.size), shot.size)
        shares.append(float((frame.ident == 0).mean()))
    assert 0.85 * shares[0] < shares[1] < 1.2 * shares[0]


def test_a_block_is_as_wide_and_deep_as_its_world() -> None:
    scene = replace(
        generate.make(Meadow(size_m=120.0, lake=0.0), seed=2), extent=(-60, -20, 60, 20)
    )
    corners = np.array([mesh.bounds for mesh, _ in ground_block(scene)])
    low, high = corners[:, 0].min(axis=0), corners[:, 1].max(axis=0)
    np.testing.assert_allclose(low[:2], (-60, -20), atol=1e-4)
    np.testing.assert_allclose(high[:2], (60, 20), atol=1e-4)
    assert low[2] < scene.height([(0.0, 0.0)])[0] - 2.0


def test_the_overview_shows_all_of_the_extent_and_repeats() -> None:
    scene = generate.make(Meadow(size_m=120.0, density=0.3), seed=2)
    shot = from_above(scene, size=(240, 160))
    corners = np.array([(x, y, scene.height([(x, y)])[0]) for x in (-60, 60) for y in (-60, 60)])
    seen = pinhole(corners, shot)
    assert (seen[:, :2] > 0).all()
    assert (seen[:, :2] < (240, 160)).all()
    first = draw_scene(scene, shot)
    np.testing.assert_array_equal(first, draw_scene(scene, shot))
    assert first.std() > 15
