"""Trees and dead wood: sizes, budgets, closedness, levels of detail, solids."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from outrider.world._kernels_objects import CYLINDER
from outrider.world.archetype import Archetype
from outrider.world.assets import dead_wood, palm, trees
from outrider.world.assets.growth import SINK_M
from outrider.world.assets.limbs import Limbs, tubes
from outrider.world.mesh import Mesh
from tests.world.assets.fit import outside

F64 = NDArray[np.float64]

HEIGHTS_M = {
    "oak": (14, 20), "beech": (17, 25), "birch": (12, 18), "maple": (12, 17), "poplar": (16, 27),
    "willow": (10, 15), "apple": (4, 5), "pine": (16, 24), "spruce": (18, 28.5),
    "larch": (16, 24), "eucalyptus": (11, 20), "acacia": (5, 10), "palm": (8, 12.3),
}  # fmt: skip
WIDTHS_M = {
    "oak": (10, 20), "beech": (10, 17), "birch": (5, 10), "maple": (8, 13), "poplar": (4, 9),
    "willow": (11, 19), "apple": (3.5, 7), "pine": (7, 14), "spruce": (6, 13), "larch": (6, 11),
    "eucalyptus": (10, 20), "acacia": (7, 13), "palm": (4, 7),
}  # fmt: skip
ALL_TREES = [(name, k) for name, count in trees.VARIANTS.items() for k in range(count)]
ALL_DEAD = [(name, k) for name, count in dead_wood.VARIANTS.items() for k in range(count)]


@cache
def made(name: str, variant: int) -> Archetype:
    makers = trees.MAKERS if name in trees.MAKERS else dead_wood.MAKERS
    return makers[name](variant)


def above_ground_m(mesh: Mesh) -> float:
    return float(mesh.bounds[1][2])


def surface(limb: Limbs) -> F64:
    """Points of the round surface of one limb."""
    mesh = tubes(limb, sides=12, material_name="bark_oak", ending="open")
    return np.asarray(mesh.points, float)


@pytest.mark.parametrize(("name", "variant"), ALL_TREES)
def test_trees_are_as_high_and_wide_as_their_kind(name: str, variant: int) -> None:
    mesh = made(name, variant).mesh
    low, high = HEIGHTS_M[name]
    assert low <= above_ground_m(mesh) <= high
    narrow, wide = WIDTHS_M[name]
    assert narrow <= float(np.mean(mesh.size[:2])) <= wide
    # Rooted in the ground, and no leaf in it.
    assert float(mesh.bounds[0][2]) == pytest.approx(-SINK_M, abs=0.04)


@pytest.mark.parametrize(("name", "variant"), ALL_TREES)
def test_trees_keep_their_budget(name: str, variant: int) -> None:
    tree = made(name, variant)
    assert 3000 <= len(tree.lods[0]) <= 6000
    assert 450 <= len(tree.lods[1]) <= 720
    assert len(tree.lods[2]) <= 60
    assert tree.nbytes < 500_000
    assert 4 <= len(tree.proxies) <= 10


@pytest.mark.parametrize(("name", "variant"), ALL_DEAD)
def test_dead_wood_keeps_its_budget(name: str, variant: int) -> None:
    thing = made(name, variant)
    assert 1800 <= len(thing.lods[0]) <= 6000
    assert len(thing.lods[1]) <= 0.25 * len(thing.lods[0])
    assert len(thing.lods[-1]) <= (600 if name == "branch_litter" else 60)
    assert thing.nbytes < 300_000
    assert len(thing.proxies) <= 9


@pytest.mark.parametrize(("name", "variant"), ALL_TREES + ALL_DEAD)
def test_levels_of_detail_have_one_silhouette(name: str, variant: int) -> None:
    fine, *coarse = made(name, variant).lods
    for mesh in coarse:
        gap = np.abs(np.array(mesh.bounds) - np.array(fine.bounds))
        assert float(gap.max()) <= 0.08 * float(fine.size.max())


@pytest.mark.parametrize(("name", "variant"), ALL_TREES + ALL_DEAD)
def test_classes_are_those_of_wood_and_leaves(name: str, variant: int) -> None:
    thing = made(name, variant)
    dead = {"stump": "stump"}.get(name, "dead_wood")
    assert thing.semantic == ("trunk" if name in trees.MAKERS else dead)
    for mesh in thing.lods:
        classes = thing.classes(mesh)
        if name in trees.MAKERS:
            assert len(np.unique(classes)) == 2
    assert set(thing.proxies.semantic.tolist()) <= set(thing.classes(thing.mesh).tolist())


@pytest.mark.parametrize(("name", "variant"), ALL_TREES + ALL_DEAD)
def test_normals_are_unit_and_no_triangle_is_nothing(name: str, variant: int) -> None:
    for mesh in made(name, variant).lods:
        length = np.linalg.norm(mesh.normals, axis=1)
        np.testing.assert_allclose(length, 1.0, atol=1e-3)
        assert float((mesh.areas() < 1e-9).mean()) < 0.01


@pytest.mark.parametrize("name", list(trees.SPECIES))
def test_wood_is_closed_and_the_right_way_out(name: str) -> None:
    grown = trees.grow(name, 0)
    for limbs in (grown.stem, *grown.limbs):
        mesh = tubes(limbs, sides=5, material_name="bark_oak")
        assert mesh.is_closed()
        assert mesh.volume() > 0.0
        a, b, c = np.moveaxis(mesh.corners(), 1, 0)
        face = np.cross(b - a, c - a)
        agrees = (face * mesh.normals[mesh.triangles].mean(axis=1)).sum(axis=1) > 0.0
        # The flat feet inside the wood borrow the normals of the bark.
        assert float(agrees.mean()) > 0.75


@pytest.mark.parametrize("name", list(trees.SPECIES))
def test_crowns_are_lit_from_outside(name: str) -> None:
    cards = trees.grow(name, 1).cards
    middle = cards.middle.mean(axis=0)
    away = cards.middle - middle
    outer = np.linalg.norm(away, axis=1) > np.median(np.linalg.norm(away, axis=1))
    assert float(((away * cards.normal).sum(axis=1)[outer] > 0.0).mean()) > 0.7
    assert float(cards.normal[away[:, 2] > 0.3 * away[:, 2].max()][:, 2].mean()) > 0.1


@pytest.mark.parametrize(("name", "variant"), [p for p in ALL_TREES if p[0] != "palm"])
def test_the_solids_follow_the_trunk(name: str, variant: int) -> None:
    grown = trees.grow(name, variant)
    solids = made(name, variant).proxies
    trunk = grown.trunk
    solid = trunk.radius[0] >= trees.LEAST_SOLID_M
    last = int(np.flatnonzero(solid)[-1])
    piece = Limbs(path=trunk.path[:, : last + 1], radius=trunk.radius[:, : last + 1],
                  bough=trunk.bough)  # fmt: skip
    points = surface(piece)
    away = np.abs(outside(points, solids.take(solids.kind == CYLINDER)))
    z = points[:, 2]
    assert float(away[(z > 1.0) & (z < 2.5)].max(initial=0.0)) <= trees.LOW_TOLERANCE_M
    assert float(away[z > 0.0].max()) <= trees.HIGH_TOLERANCE_M


@pytest.mark.parametrize(("name", "variant"), [p for p in ALL_TREES if p[0] != "palm"])
def test_the_capsules_are_the_thickest_boughs(name: str, variant: int) -> None:
    boughs = trees.grow(name, variant).limbs[0]
    solids = made(name, variant).proxies
    capsules = solids.take(solids.kind != CYLINDER)
    thick = boughs.radius >= trees.LEAST_SOLID_M
    assert len(capsules) >= min(2, int((thick.sum(axis=1) > 1).sum()))
    thickest = int(np.argmax(boughs.radius[:, 1]))
    if len(capsules):
        around = surface(boughs.take(np.array([thickest])))
        around = around.reshape(boughs.path.shape[1], -1, 3)[1:][thick[thickest][1:]]
        away = outside(around.reshape(-1, 3), capsules)
        assert float(np.abs(away).max()) <= trees.BOUGH_TOLERANCE_M + 0.04
    # No capsule where there is no bough.
    for k in range(len(capsules)):
        gap = np.linalg.norm(boughs.path.reshape(-1, 1, 3) - capsules.center[k], axis=2)
        assert float(gap.min()) <= 1.5


@pytest.mark.parametrize("variant", range(len(palm.STATURES)))
def test_the_solids_follow_the_palm(variant: int) -> None:
    tree = made("palm", variant)
    bark = tree.mesh.patch == tree.mesh.materials.index(palm.BARK)
    points = np.asarray(tree.mesh.points[np.unique(tree.mesh.triangles[bark])], float)
    stem = (points[:, 2] > 0.6) & (points[:, 2] < palm.STATURES[variant].trunk_m - 0.6)
    away = outside(points[stem], tree.proxies)
    assert float(away.min()) >= -0.12
    assert float(away.max()) <= trees.LOW_TOLERANCE_M


@pytest.mark.parametrize(("name", "variant"), ALL_DEAD)
def test_the_solids_cover_dead_wood(name: str, variant: int) -> None:
    thing = made(name, variant)
    if name == "branch_litter":
        assert len(thing.proxies) == 0
        return
    wood = np.flatnonzero([material != "moss" for material in thing.mesh.materials])
    used = np.unique(thing.mesh.triangles[np.isin(thing.mesh.patch, wood)])
    points = np.asarray(thing.mesh.points[used], float)
    low = (points[:, 2] > 0.0) & (points[:, 2] < 1.4)
    away = outside(points[low], thing.proxies)
    # Stubs have no solids.
    assert float((away <= dead_wood.TOLERANCE_M).mean()) > 0.85
    lying = np.asarray(thing.lods[-1].points, float)
    assert float(outside(lying, thing.proxies).min()) < 0.0


@pytest.mark.parametrize(("name", "variant"), ALL_DEAD)
def test_dead_wood_is_as_large_as_it_is(name: str, variant: int) -> None:
    thing = made(name, variant)
    x, y, _ = (float(v) for v in thing.mesh.size)
    low, high = {"snag": (5, 14), "log": (0.25, 1.0), "stump": (0.35, 1.2),
                 "branch_litter": (0.03, 0.3)}[name]  # fmt: skip
    assert low <= thing.height_m <= high
    widest = {"snag": 8, "log": 8, "stump": 2.6, "branch_litter": 3.2}[name]
    assert max(x, y) <= widest
    if name == "log":
        assert x > 4.0 * y


@pytest.mark.parametrize("name", [*trees.MAKERS, *dead_wood.MAKERS])
def test_a_variant_is_the_same_again_and_unlike_the_next(name: str) -> None:
    makers = trees.MAKERS if name in trees.MAKERS else dead_wood.MAKERS
    first, again, other = made(name, 0), makers[name](0), made(name, 1)
    assert first.name == f"{name}_0"
    for a, b in zip(first.lods, again.lods, strict=True):
        np.testing.assert_array_equal(a.points, b.points)
        np.testing.assert_array_equal(a.triangles, b.triangles)
    np.testing.assert_array_equal(first.proxies.center, again.proxies.center)
    assert above_ground_m(first.mesh) != above_ground_m(other.mesh)


def test_species_differ_in_silhouette() -> None:
    """Slenderness and the share of the height below the leaves tell them apart."""
    shape = {}
    for name in trees.SPECIES:
        tree = made(name, 0)
        leaves = tree.mesh.patch == tree.mesh.materials.index(trees.SPECIES[name].leafage.material)
        z = tree.mesh.points[tree.mesh.triangles[leaves]][..., 2]
        shape[name] = (tree.height_m / float(np.mean(tree.mesh.size[:2])),
                       float(np.quantile(z, 0.02)) / tree.height_m)  # fmt: skip
    assert shape["poplar"][0] > 2.2
    assert shape["acacia"][0] < 1.1
    assert shape["willow"][0] < 1.1
    assert shape["willow"][1] < 0.15
    assert shape["pine"][1] > 0.33
    assert shape["spruce"][1] < 0.15
    assert shape["spruce"][0] > 2.0
