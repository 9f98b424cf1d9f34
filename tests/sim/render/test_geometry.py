"""Where things come to lie in pictures: depths against rays, places against the pinhole."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from msgspec import json

from outrider.core.errors import UserError
from outrider.scenario.worlds import Flat, Hills, Sphere
from outrider.sim.render.levels import LEVELS
from outrider.sim.render.painter import Painter
from outrider.sim.render.view import looking, pinhole
from outrider.world import generate
from outrider.world.semantics import number_of
from tests.sim.render.scenes import FAR_M, from_the_gate, rays, yard

ROUND_M = 0.005
"""Facets lie so far inside of what is round, where it is met at a slant."""


@pytest.mark.parametrize("at", [0.0, FAR_M])
def test_depth_is_that_of_rays(at: float) -> None:
    scene, view = yard(at), from_the_gate(at)
    picture = Painter(scene, LEVELS["high"]).draw(view)
    way = rays(view).reshape(-1, 3)
    length = np.linalg.norm(way, axis=1)
    ranges, rows = scene.cast(view.position, way / length[:, None], range_m=2000.0)
    depth, truth = picture.depth.reshape(-1).astype(np.float64), ranges / length
    met = (truth < 40.0) & np.isfinite(depth)
    assert met.mean() > 0.4
    # Where two things meet, a hair decides which of them a ray through the middle hits.
    number = scene.objects.solids.kind[np.maximum(rows, 0)]
    flat = (rows < 0) | (number == 0)
    error = np.abs(np.where(met, depth, 0.0) - np.where(met, truth, 0.0))
    assert np.quantile(error[met & flat], 0.995) < 0.001
    assert np.quantile(error[met & ~flat], 0.97) < ROUND_M
    assert np.isinf(depth[np.isinf(truth)]).mean() > 0.98


def test_depth_over_hills_is_that_of_rays() -> None:
    scene = generate.make(Hills(relief_m=8.0, wavelength_m=60.0, density=0.0), seed=2)
    z = float(scene.height([(0.0, 0.0)])[0]) + 1.5
    view = looking((0.0, 0.0, z), (10.0, 3.0, z - 2.0), size=(120, 90), fov_rad=1.2)
    picture = Painter(scene, LEVELS["epic"]).draw(view)
    way = rays(view).reshape(-1, 3)
    length = np.linalg.norm(way, axis=1)
    ranges, _ = scene.cast(view.position, way / length[:, None], range_m=15.0)
    near = np.isfinite(ranges)
    assert near.sum() > 2000
    error = np.abs(picture.depth.reshape(-1)[near] - (ranges / length)[near])
    assert np.median(error) < 0.005
    assert np.quantile(error, 0.98) < 0.06


@pytest.mark.parametrize("at", [0.0, FAR_M])
def test_a_ball_lies_where_the_pinhole_says(at: float) -> None:
    """The mean of its pixels within 0.1 of the projection of its middle."""
    places = [(at + 6.0 + k, at + 0.5 * k - 1.0, 0.4 + 0.3 * k) for k in range(5)]
    balls = tuple(
        Sphere(position_m=place, radius_m=0.04, name=f"ball_{k}") for k, place in enumerate(places)
    )
    scene = generate.make(Flat(objects=balls), seed=1)
    view = looking((at, at, 1.2), (at + 8.0, at, 1.0), size=(1200, 800), fov_rad=1.0)
    painter = Painter(scene, LEVELS["high"])
    picture = painter.draw(view)
    for ident, place in zip(scene.objects.ident.tolist(), scene.objects.solids.center, strict=True):
        number = int(np.flatnonzero(painter.idents == ident)[0])
        row, column = np.nonzero(picture.instance == number)
        assert len(row) > 20
        seen = view.optical_from_world @ (place - view.position)
        wanted = np.array(view.focal) * seen[:2] / seen[2] + view.center
        found = np.array([column.mean(), row.mean()]) + 0.5
        np.testing.assert_allclose(found, wanted, atol=0.1)


def test_normals_and_classes_are_those_of_what_is_there() -> None:
    scene, view = yard(), from_the_gate()
    painter = Painter(scene, LEVELS["high"])
    picture = painter.draw(view)
    ground = picture.instance == 1
    plain = int(scene.surface([(3.0, 0.0)])[0])
    assert set(picture.semantic[ground].tolist()) == {plain}
    assert np.median(picture.normal[ground][:, 2]) > 0.97
    box = int(np.flatnonzero(painter.idents == scene.objects.ident[0])[0])
    there = picture.instance == box
    assert set(picture.semantic[there].tolist()) == {number_of("box")}
    np.testing.assert_allclose(np.abs(picture.normal[there]).max(axis=1), 1.0, atol=0.01)
    ball = int(np.flatnonzero(painter.idents == scene.objects.ident[2])[0])
    there = picture.instance == ball
    points = view.position + rays(view)[there] * picture.depth[there][:, None]
    outward = (points - scene.objects.solids.center[2]) / 0.7
    assert np.quantile((outward * picture.normal[there]).sum(axis=1), 0.02) > 0.99
    sky = picture.ids == 0
    assert sky.any()
    assert np.isinf(picture.depth[sky]).all()
    assert not picture.normal[sky].any()


@pytest.mark.parametrize(
    ("size", "fov", "says"),
    [
        ((0, 100), 1.0, "0 x 100 pixels; from 1 to 8192"),
        ((100, 100_000), 1.0, "100 x 100000 pixels"),
        ((64, 64), math.pi, "180°; a pinhole sees more than 0° and at most 170°"),
        ((64, 64), 0.0, "a field of view of 0°"),
        ((64, 64), math.nan, "a field of view of nan°"),
    ],
)
def test_cameras_that_cannot_be_are_refused(size: tuple[int, int], fov: float, says: str) -> None:
    with pytest.raises(UserError, match=says):
        pinhole(np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0]), size=size, fov_rad=fov)


def test_levels_take_ever_more_trouble() -> None:
    order = [LEVELS[name] for name in ("low", "medium", "high", "epic")]
    assert json.encode([level.name for level in order]) == b'["low","medium","high","epic"]'
    for plain, rich in itertools.pairwise(order):
        assert rich.detail < plain.detail
        assert rich.least_px < plain.least_px
        assert rich.card_px < plain.card_px
        assert rich.refine > plain.refine
