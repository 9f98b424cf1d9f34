"""Tiles of the ground: true to it, the same whoever asks, coarser the farther off."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core.errors import CapacityError
from outrider.scenario.worlds import Hills, Meadow
from outrider.sim.render import ground as grounds
from outrider.sim.render.ground import Ground, Tile
from outrider.sim.render.view import View, looking
from outrider.world import generate
from outrider.world.materials import MATERIALS
from outrider.world.scene import Scene

TINTS = np.full((80, 3), 0.5, np.float32)


def downs() -> Scene:
    spec = Hills(relief_m=12.0, wavelength_m=80.0, density=0.0)
    return generate.make(spec, seed=2)


def view_at(scene: Scene, x: float, y: float, above_m: float) -> View:
    z = float(scene.height([(x, y)])[0]) + above_m
    return looking((x, y, z), (x + 10.0, y + 5.0, z - 2.0), size=(320, 240), fov_rad=1.4)


def in_view(ground: Ground, view: View) -> list[Tile]:
    return ground.visible(view.position, view.planes(), refine=1.0, far_m=800.0)


def test_vertices_lie_on_the_ground_and_their_slopes_are_its_slopes() -> None:
    scene = downs()
    ground = Ground(scene, TINTS)
    in_view(ground, view_at(scene, 3.0, -4.0, 2.0))
    for fresh in ground.fresh:
        side = fresh.tile.cells + 1
        grid = fresh.vertices[: side * side]
        places = grid["at"][:, :2].astype(float) + fresh.tile.address.corner
        sample = scene.terrain.sample(places)
        heights = grid["at"][:, 2].astype(float) + fresh.tile.base_m
        np.testing.assert_allclose(heights, sample[:, 0], atol=1e-4)
        if fresh.tile.address.level == 0:
            np.testing.assert_allclose(grid["slope"], sample[:, 1:], atol=0.05)


def test_a_tile_has_as_few_cells_as_keep_it_true() -> None:
    scene = downs()
    ground = Ground(scene, TINTS)
    tiles = in_view(ground, view_at(scene, 3.0, -4.0, 2.0))
    flat = Ground(generate.make(Hills(relief_m=0.0, density=0.0), seed=1), TINTS)
    assert {tile.cells for tile in in_view(flat, view_at(scene, 3.0, -4.0, 2.0))} == {1}
    rng = np.random.default_rng(3)
    for tile in tiles[:12]:
        edge, n = tile.address.edge_m, tile.cells
        at = rng.uniform(0.0, n - 1e-9, (60, 2))
        cell = np.floor(at)
        share = at - cell
        corner = np.array(tile.address.corner)

        low, high, right, above = (
            scene.height(corner + (cell + np.array(step)) * edge / n)
            for step in ((0, 0), (1, 1), (1, 0), (0, 1))
        )
        under = share[:, 0] > share[:, 1]
        facet = np.where(
            under,
            low + share[:, 0] * (right - low) + share[:, 1] * (high - right),
            low + share[:, 1] * (above - low) + share[:, 0] * (high - above),
        )
        truth = scene.height(corner + at * edge / n)
        near = grounds.FLATNESS * edge if tile.address.level else grounds.FLATNESS_NEAR_M
        limit = 2.0 * near if n < grounds.CELLS else 0.02 * edge
        assert np.abs(facet - truth).max() < limit


def test_classes_are_those_of_the_scene() -> None:
    scene = generate.make(Meadow(size_m=120.0), seed=4)
    ground = Ground(scene, TINTS)
    in_view(ground, view_at(scene, 0.0, 0.0, 3.0))
    assert len(ground.fresh) > 10
    for fresh in ground.fresh[:6]:
        texel = fresh.tile.address.edge_m / grounds.TEXELS
        row, column = np.divmod(np.arange(0, grounds.TEXELS**2, 97), grounds.TEXELS)
        places = (np.column_stack((column, row)) + 0.5) * texel + fresh.tile.address.corner
        np.testing.assert_array_equal(fresh.surface[row, column], scene.surface(places))


def test_tiles_cover_what_is_in_view_once_and_are_finer_near() -> None:
    scene = downs()
    ground, view = Ground(scene, TINTS), view_at(scene, 3.0, -4.0, 2.0)
    addresses = [tile.address for tile in in_view(ground, view)]
    assert len(set(addresses)) == len(addresses)
    rng = np.random.default_rng(1)
    ahead = math.atan2(5.0, 10.0)
    angle, away = ahead + rng.uniform(-0.4, 0.4, 300), rng.uniform(3.0, 700.0, 300)
    for place in view.position[:2] + away[:, None] * np.column_stack(
        (np.cos(angle), np.sin(angle))
    ):
        holds = [a for a in addresses if tuple(np.floor(place / a.edge_m).astype(int)) == a[1:]]
        assert len(holds) == 1
        gap = float(np.hypot(*(place - view.position[:2])))
        assert holds[0].edge_m < 2.1 * (gap + 2.0) + grounds.TILE_M


def test_tiles_are_the_same_whatever_was_seen_before() -> None:
    scene = downs()
    first, second = Ground(scene, TINTS), Ground(scene, TINTS)
    for x in (500.0, -300.0, 0.0):
        in_view(second, view_at(scene, x, 20.0, 5.0))
    second.fresh.clear()
    views = [view_at(scene, 90.0 * k, 7.0 * k, 2.0) for k in range(25)]
    for view in views:  # more tiles than are kept: some are made again
        ours, theirs = in_view(first, view), in_view(second, view)
        assert [tile.address for tile in ours] == [tile.address for tile in theirs]
        assert len({tile.slot for tile in theirs}) == len(theirs)
    made = {new.tile.address: new for new in first.fresh}
    again = {new.tile.address: new for new in second.fresh}
    both = made.keys() & again.keys()
    assert len(both) > 50
    for address in both:
        assert made[address].vertices.tobytes() == again[address].vertices.tobytes()
        assert made[address].broad.tobytes() == again[address].broad.tobytes()


def test_more_tiles_than_there_is_room_for_are_refused() -> None:
    scene = downs()
    view = view_at(scene, 0.0, 0.0, 2.0)
    with pytest.raises(CapacityError, match="tiles of the ground are in view, more than 400"):
        Ground(scene, TINTS).visible(view.position, view.planes(), refine=6.0, far_m=800.0)


def test_a_picture_keeps_a_material_in_one_byte() -> None:
    assert len(MATERIALS) < 256
