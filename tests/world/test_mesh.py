"""Meshes and forms: volumes, areas and normals of what has a closed form."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.world import forms
from outrider.world.mesh import Mesh, make, merge

SOLID: dict[str, tuple[Callable[[], Mesh], float, float]] = {
    "box": (lambda: forms.box((1, 2, 3), material="concrete"), 6.0, 1e-5),
    "cylinder": (lambda: forms.cylinder(1, 2, material="rust", sides=96), 2 * math.pi, 2e-3),
    "frustum": (
        lambda: forms.cylinder(2, 3, top_radius=1, material="rust", sides=96), 7 * math.pi, 2e-3,
    ),
    "ball": (lambda: forms.ball(1.5, material="rust", rings=48, sides=96), 4.5 * math.pi, 3e-3),
    "ellipsoid": (
        lambda: forms.ball((1, 2, 3), material="rust", rings=48, sides=96), 8 * math.pi, 3e-3,
    ),
    "lathe": (
        lambda: forms.lathe([(0, 0), (1, 0), (1, 2), (0, 2)], material="rust", sides=96),
        2 * math.pi, 2e-3,
    ),
    "prism": (lambda: forms.prism(forms.ring_of(6, 1.0), 2.0, material="rust"),
              3 * math.sqrt(3), 1e-5),
    "beam": (lambda: forms.beam((0, 0, 0), (1, 2, 2), 0.2, 0.4, material="rust"), 0.24, 1e-5),
}  # fmt: skip


@pytest.mark.parametrize("name", SOLID)
def test_solids_are_closed_and_hold_what_they_should(name: str) -> None:
    build, volume, tolerance = SOLID[name]
    mesh = build()
    assert mesh.is_closed()
    assert mesh.volume() == pytest.approx(volume, rel=tolerance)


@pytest.mark.parametrize("name", SOLID)
def test_normals_point_outwards_and_are_unit(name: str) -> None:
    mesh = SOLID[name][0]()
    a, b, c = np.moveaxis(mesh.corners(), 1, 0)
    face = np.cross(b - a, c - a)
    for k in range(3):
        assert ((face * mesh.normals[mesh.triangles[:, k]]).sum(axis=1) > -1e-9).all()
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_moving_turning_and_scaling_do_as_they_say() -> None:
    mesh = forms.box((1, 2, 3), material="rust")
    turned = mesh.turned(rotation.from_euler_zyx(0.3, 0.2, 0.1)).moved((5, 6, 7))
    assert turned.volume() == pytest.approx(6.0, rel=1e-5)
    assert turned.points.mean(axis=0) == pytest.approx((5, 6, 7), abs=1e-5)
    assert mesh.scaled((2, 1, 0.5)).size == pytest.approx((2, 2, 1.5))
    wide = forms.ball(1.0, material="rust", rings=24, sides=48).scaled((3, 1, 1))
    nearest = np.abs(wide.points[:, 0] - 3 / math.sqrt(2)).argmin()
    x, y, z = wide.points[nearest].astype(float)
    outward = np.array([x / 9, y, z]) / np.linalg.norm([x / 9, y, z])
    assert wide.normals[nearest] == pytest.approx(outward, abs=1e-5)


def test_merging_keeps_triangles_and_joins_equal_materials() -> None:
    parts = [forms.box((1, 1, 1), material=name) for name in ("rust", "concrete", "rust")]
    whole = merge([part.moved((2 * k, 0, 0)) for k, part in enumerate(parts)])
    assert whole.materials == ("rust", "concrete")
    assert np.bincount(whole.patch).tolist() == [24, 12]
    assert whole.volume() == pytest.approx(3.0, rel=1e-5)
    assert len(merge([])) == 0


def test_an_open_mesh_is_not_closed() -> None:
    assert not forms.card(1, 1, material="leaves_oak", both=False).is_closed()
    assert not forms.tube([(0, 0, 0), (0, 0, 1)], 0.1, material="rust", caps=False).is_closed()


@pytest.mark.parametrize(
    ("points", "triangles", "says"),
    [
        ([(0, 0, 0), (1, 0, 0), (0, 1, math.nan)], [[0, 1, 2]], "not finite"),
        ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [[0, 1, 3]], "none of the 3"),
    ],
)
def test_unsound_meshes_are_refused(points: object, triangles: object, says: str) -> None:
    with pytest.raises(UserError, match=says):
        make(points, triangles, material_name="rust", normals=[(0, 0, 1)] * 3, uv=[(0, 0)] * 3)  # type: ignore[arg-type]


def test_an_unknown_material_is_named_with_the_nearest() -> None:
    with pytest.raises(UserError, match="concrete"):
        forms.box((1, 1, 1), material="concrte")


def test_points_are_spread_evenly_over_a_mesh() -> None:
    mesh: Mesh = forms.box((1, 1, 8), material="rust")
    chance = np.random.default_rng(1).uniform(size=(20_000, 3))
    points, normals = forms.scatter_on(mesh, 20_000, chance)
    top = (np.abs(points[:, 2] - 4) < 1e-5).mean()
    assert top == pytest.approx(1 / 34, abs=3 * math.sqrt(1 / 34 / 20_000))
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0, abs=1e-5)
