"""Animals are as large as animals are, stand on the ground, and move without jumps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from outrider.core.errors import UnknownNameError
from outrider.world.assets import animals
from outrider.world.assets.animal_bodies import frame_of, skin_of
from outrider.world.assets.birds import PERCHED, PLUMAGES
from tests.world.assets.test_people import depth_outside

PHASES = np.arange(0.0, 1.0, 0.1)
GAITS = [(kind, gait) for kind, gaits in animals.GAITS.items() for gait in gaits]

# Height and length, least and largest, m.
SIZES = {
    "kangaroo": ((1.3, 1.8), (1.4, 2.2)), "stag": ((1.9, 2.4), (1.6, 2.1)),
    "doe": ((1.5, 1.8), (1.6, 2.1)), "sheep": ((0.8, 1.1), (1.0, 1.4)),
    "cow_brown": ((1.4, 1.8), (2.1, 2.7)),
}  # fmt: skip


@pytest.mark.parametrize("kind", SIZES)
def test_animals_have_their_real_size(kind: str) -> None:
    size = animals.posed_animal(kind, "stand").size
    (low, high), (short, long) = SIZES[kind]
    assert low < size[2] < high
    assert short < size[0] < long


@pytest.mark.parametrize("kind", PLUMAGES)
def test_birds_have_their_real_size(kind: str) -> None:
    plumage = PLUMAGES[kind]
    spans = [animals.posed_animal(kind, "fly", phase).size for phase in PHASES]
    assert abs(max(size[1] for size in spans) / plumage.span_m - 1.0) < 0.08
    assert abs(spans[0][0] / plumage.length_m - 1.0) < 0.12


@pytest.mark.parametrize(("kind", "gait"), GAITS)
def test_bodies_are_closed_and_within_their_budget(kind: str, gait: str) -> None:
    fine, middle, coarse = (animals.posed_animal(kind, gait, 0.3, lod=lod) for lod in range(3))
    assert 1500 <= len(fine) <= 5000
    assert len(middle) <= 1200
    assert len(coarse) <= 80
    for mesh in (fine, middle, coarse):
        assert mesh.is_closed()
        assert mesh.volume() > 0.0
    assert np.allclose(middle.size, fine.size, rtol=0.10, atol=0.02)
    assert np.allclose(coarse.size, fine.size, rtol=0.22, atol=0.04)


@pytest.mark.parametrize(("kind", "gait"), GAITS)
def test_animals_stand_on_the_ground(kind: str, gait: str) -> None:
    for phase in PHASES:
        low = float(animals.posed_animal(kind, gait, float(phase)).bounds[0][2])
        if gait == "fly":
            assert low > 0.3
        elif gait == "hop":
            assert -0.001 < low < animals.HOP_M + 0.01
        elif gait == "perch":
            assert low < 0.0
        else:
            assert abs(low) < 1e-4


def test_a_perched_bird_holds_on_at_its_origin() -> None:
    for kind in PLUMAGES:
        mesh = animals.posed_animal(kind, "perch")
        foot = frame_of(PERCHED[kind]).row("left_foot")
        feet = mesh.points[skin_of(PERCHED[kind], 0).bones[:, 0] == foot]
        assert abs(feet[:, 2].min()) < 0.01


@pytest.mark.parametrize(("kind", "gait"), GAITS)
def test_movement_is_smooth(kind: str, gait: str) -> None:
    meshes = [animals.posed_animal(kind, gait, phase) for phase in np.arange(0.0, 1.01, 0.05)]
    extent = float(max(meshes[0].size))
    for a, b in pairwise(meshes):
        assert float(np.linalg.norm(b.points - a.points, axis=1).max()) < 0.25 * extent
    assert np.allclose(meshes[0].points, meshes[-1].points, atol=1e-5)


@pytest.mark.parametrize("kind", ["stag", "doe", "sheep", "cow_brown"])
def test_who_grazes_has_the_muzzle_in_the_grass(kind: str) -> None:
    mesh = animals.posed_animal(kind, "graze")
    ahead = mesh.points[mesh.points[:, 0] > 0.55 * mesh.bounds[1][0]]
    assert ahead[:, 2].min() < 0.16


@pytest.mark.parametrize("maker", animals.MAKERS)
def test_archetypes(maker: str) -> None:
    for variant in range(animals.VARIANTS[maker]):
        made = animals.MAKERS[maker](variant)
        assert made.name == f"{maker}_{variant}"
        assert made.semantic == "animal"
        assert made.nbytes < 500_000
        assert 1 <= len(made.proxies) <= 8
        again = animals.MAKERS[maker](variant)
        assert np.array_equal(made.mesh.points, again.mesh.points)
        if made.mesh.size[1] < 1.3 * made.mesh.size[0]:
            solids = made.proxies
            mesh = made.mesh
            solid = [k for k, name in enumerate(mesh.materials) if name != "antler"]
            shown = np.unique(mesh.triangles[np.isin(mesh.patch, solid)])
            outside = depth_outside(mesh.points[shown], solids.center, solids.quaternion,
                                    solids.half_size)  # fmt: skip
            assert outside.max() < animals.TOLERANCE * float(max(made.mesh.size))


def test_unknown_animals_and_gaits_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="kangaroo"):
        animals.posed_animal("kangaro", "stand")
    with pytest.raises(UnknownNameError, match="graze"):
        animals.posed_animal("sheep", "grase")
