"""The mesh of still water: it covers what is under water, at the water's height, once."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.scenario.worlds import Cylinder, Flat, Meadow, Sphere
from outrider.world import generate
from outrider.world.solid_meshes import TRUE_TO_M, solid_mesh
from outrider.world.water import water_mesh


def test_strips_cover_the_lake_once_and_lie_at_its_level() -> None:
    scene = generate.make(Meadow(size_m=240.0), seed=3)
    mesh, ground = water_mesh(scene), scene.ground
    assert mesh is not None
    assert ground is not None
    assert ground.water_m is not None
    wet = np.isfinite(ground.water_m)
    assert mesh.areas().sum() == pytest.approx(wet.sum() * ground.step_m**2, rel=1e-6)
    assert len(mesh) < wet.sum() / 4
    middles = mesh.corners().mean(axis=1)
    np.testing.assert_allclose(scene.water_level(middles[:, :2]), middles[:, 2], atol=1e-5)
    assert (mesh.normals == [0.0, 0.0, 1.0]).all()
    a, b, c = np.moveaxis(mesh.corners(), 1, 0)
    assert (np.cross(b - a, c - a)[:, 2] > 0.0).all()


def test_a_dry_world_has_no_water() -> None:
    assert water_mesh(generate.make(Flat(), seed=0)) is None


@pytest.mark.parametrize("radius", [0.05, 0.4, 2.0])
def test_fine_solids_are_round(radius: float) -> None:
    objects = (
        Sphere(position_m=(0.0, 0.0), radius_m=radius),
        Cylinder(position_m=(9.0, 0.0), radius_m=radius, height_m=3.0),
    )
    scene = generate.make(Flat(objects=objects), seed=0)
    ball, post = (solid_mesh(scene, row, fine=True) for row in (0, 1))
    middles = ball.corners().mean(axis=1)
    assert np.linalg.norm(middles, axis=1).min() > radius - 3.0 * max(TRUE_TO_M, 0.01 * radius)
    sides = np.abs(post.corners()[:, :, 2].mean(axis=1)) < 1.4
    edges = post.corners()[sides][:, :, :2]
    deep = np.hypot(*np.moveaxis(0.5 * (edges + np.roll(edges, 1, axis=1)), 2, 0)).min()
    assert deep > radius - 1.1 * TRUE_TO_M or radius < 0.02
    coarse = solid_mesh(scene, 1)
    assert len(coarse) <= len(post)
