"""Low plants are as large as real ones, light, alike at all distances, and solid where stiff."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world._kernels_objects import CAPSULE
from outrider.world.archetype import Archetype
from outrider.world.assets import (
    bushes,
    cacti,
    crops,
    flowers,
    grasses,
    prickly_pears,
    succulents,
    vegetables,
)
from outrider.world.materials import MATERIALS
from outrider.world.mesh import Mesh, make
from outrider.world.semantics import CLASSES
from outrider.world.solids import Solids
from tests.world.assets.fit import signed

F64 = NDArray[np.float64]

MODULES = (bushes, cacti, crops, flowers, grasses, prickly_pears, succulents, vegetables)
MAKERS = {name: maker for module in MODULES for name, maker in module.MAKERS.items()}
VARIANTS = {name: count for module in MODULES for name, count in module.VARIANTS.items()}
ALL = [(name, k) for name in MAKERS for k in range(VARIANTS[name])]

# Height, mean width (least and most, metres) and most triangles of the finest level.
REAL = {
    "hazel": ((2.3, 4.0), (2.2, 3.5), 1500),
    "round_shrub": ((1.0, 2.0), (1.3, 2.2), 1500),
    "juniper": ((1.5, 3.0), (0.8, 1.5), 1500),
    "saltbush": ((0.6, 1.5), (1.0, 2.0), 1500),
    "gorse": ((0.8, 1.8), (1.0, 2.0), 1500),
    "bramble": ((0.7, 1.3), (2.0, 4.0), 1500),
    "hedge": ((1.1, 1.8), (1.2, 1.5), 1500),
    "meadow_tuft": ((0.2, 0.45), (0.25, 0.5), 60),
    "dry_tuft": ((0.5, 0.9), (0.35, 0.7), 60),
    "spinifex": ((0.3, 0.7), (0.8, 1.6), 60),
    "sedge": ((0.35, 0.7), (0.5, 1.0), 60),
    "marram": ((0.5, 1.0), (0.5, 1.0), 60),
    "reeds": ((1.6, 2.6), (0.5, 0.9), 60),
    "saguaro": ((2.0, 8.0), (0.4, 2.5), 2000),
    "barrel_cactus": ((0.3, 1.1), (0.35, 0.75), 2000),
    "organ_pipe": ((2.5, 4.0), (0.6, 1.5), 2000),
    "prickly_pear": ((0.5, 1.5), (0.6, 1.6), 2000),
    "agave": ((0.4, 1.0), (0.8, 1.8), 2000),
    "aloe": ((0.6, 1.1), (0.5, 1.1), 2000),
    "yucca": ((1.4, 2.8), (1.0, 1.8), 2000),
    "grass_tree": ((1.2, 4.2), (1.3, 1.8), 2000),
    "tumbleweed": ((0.4, 0.9), (0.4, 0.9), 1500),
    "poppies": ((0.35, 0.7), (0.5, 1.0), 250),
    "daisies": ((0.2, 0.4), (0.4, 0.8), 250),
    "daffodils": ((0.25, 0.6), (0.4, 0.9), 250),
    "lavender": ((0.4, 0.8), (0.6, 1.1), 250),
    "heather": ((0.25, 0.5), (0.5, 1.0), 250),
    "fern": ((0.35, 0.9), (0.9, 1.8), 400),
    "mushrooms": ((0.08, 0.2), (0.1, 0.4), 700),
    "moss_cushion": ((0.05, 0.2), (0.25, 0.6), 300),
    "wheat": ((0.7, 1.0), (0.3, 0.9), 250),
    "maize": ((1.8, 2.4), (0.8, 1.6), 250),
    "sunflower": ((1.4, 2.2), (0.4, 0.8), 250),
    "rape": ((1.1, 1.6), (0.4, 0.8), 250),
    "vine": ((1.5, 2.1), (0.7, 1.2), 250),
    "cabbage": ((0.18, 0.35), (0.35, 0.6), 250),
    "lettuce": ((0.12, 0.25), (0.25, 0.45), 250),
    "potato": ((0.4, 0.7), (0.45, 0.7), 250),
}
COARSE_TRIANGLES = 72
"""A silhouette; a saguaro with three arms needs the most."""
SPINES_M = 0.03
# What is stiff and stands for itself, by its material.
STIFF = {
    "saguaro": ("cactus_green", cacti.PROXY_TOLERANCE_M),
    "barrel_cactus": ("cactus_green", cacti.PROXY_TOLERANCE_M),
    "organ_pipe": ("cactus_green", cacti.PROXY_TOLERANCE_M),
    "yucca": ("bark_palm", succulents.PROXY_TOLERANCE_M),
    "grass_tree": ("lava_crust", succulents.PROXY_TOLERANCE_M),
    "vine": ("planks_weathered", crops.PROXY_TOLERANCE_M),
    "hedge": ("moss", bushes.CORE_TOLERANCE_M),
}
SOFT = (set(grasses.MAKERS) | set(flowers.MAKERS) | set(vegetables.MAKERS)) | {
    "wheat", "maize", "sunflower", "rape", "tumbleweed", "bramble", "gorse", "saltbush",
    "round_shrub",
}  # fmt: skip


@lru_cache(maxsize=256)
def made(name: str, variant: int) -> Archetype:
    plant: Archetype = MAKERS[name](variant)
    return plant


def part(mesh: Mesh, material: str) -> Mesh:
    """The triangles of one material."""
    kept = mesh.patch == mesh.materials.index(material)
    return make(mesh.points, mesh.triangles[kept], material_name=material, uv=mesh.uv,
                normals=mesh.normals)  # fmt: skip


def sampled(mesh: Mesh, count: int = 20_000) -> F64:
    """Points spread over a mesh above the ground."""
    points, _ = forms.scatter_on(
        mesh, count, Stream(1, "sample").uniform(0, 3 * count).reshape(-1, 3)
    )
    return np.asarray(points[points[:, 2] > 0.0])


def skins(solids: Solids) -> F64:
    """Points above the ground on the surface of solids and inside none of the others."""
    chance = Stream(2, "skin").uniform(0, 3 * 4000, low=-1.0, high=1.0).reshape(-1, 3)
    found = []
    for k in range(len(solids)):
        half, kind = solids.half_size[k], solids.kind[k]
        reach = half + np.array([0.0, 0.0, half[0] if kind == CAPSULE else 0.0])
        where = (
            solids.center[k] + (1.02 * reach * chance) @ rotation.to_matrix(solids.quaternion[k]).T
        )
        apart = signed(where, solids)
        near = (np.abs(apart[k]) < 0.01) & (np.delete(apart, k, axis=0) > 0.0).all(axis=0)
        found.append(where[near & (where[:, 2] > 0.0)])
    return np.concatenate(found)


def apart(seen: F64, points: F64) -> F64:
    """From points to the nearest of what is seen."""
    gap, _ = cKDTree(seen).query(points)
    return np.asarray(gap)


def test_every_maker_has_variants_and_a_real_size() -> None:
    assert set(MAKERS) == set(VARIANTS) == set(REAL)
    assert sum(len(module.MAKERS) for module in MODULES) == len(MAKERS)
    assert all(1 <= count <= 4 for count in VARIANTS.values())


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_it_is_as_large_as_a_real_one(name: str, variant: int) -> None:
    plant = made(name, variant)
    tall, wide, _ = REAL[name]
    assert plant.name == f"{name}_{variant}"
    assert tall[0] <= plant.height_m <= tall[1]
    assert wide[0] <= float(plant.mesh.size[:2].mean()) <= wide[1]
    # It stands on the ground about its origin, its foot a little in it.
    low, high = plant.mesh.bounds
    assert -0.25 <= low[2] <= 0.005
    assert np.abs(low[:2] + high[:2]).max() < 0.7 * float(plant.mesh.size[:2].max())


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_its_levels_are_light_and_of_one_extent(name: str, variant: int) -> None:
    plant = made(name, variant)
    counts = [len(mesh) for mesh in plant.lods]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] <= REAL[name][2]
    assert counts[1] <= 0.37 * counts[0]
    assert counts[-1] <= (COARSE_TRIANGLES if name != "mushrooms" else 90)
    assert len(counts) == 3 or max(plant.mesh.size) < 1.9
    fine = plant.mesh
    for mesh in plant.lods[1:]:
        slack = 0.04 * float(fine.size.max()) + SPINES_M
        assert np.abs(mesh.bounds[0] - fine.bounds[0]).max() < slack
        assert np.abs(mesh.bounds[1] - fine.bounds[1]).max() < slack
    assert plant.nbytes < 120_000


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_its_meshes_are_sound(name: str, variant: int) -> None:
    plant = made(name, variant)
    for mesh in plant.lods:
        assert mesh.areas().min() > 0.0
        np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-3)
        assert set(mesh.materials) <= set(MATERIALS)
        classes = plant.classes(mesh)
        assert classes.min() >= 0
        assert classes.max() < len(CLASSES)
    assert set(plant.part_classes) <= {name for mesh in plant.lods for name in mesh.materials}


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_variant_is_itself_and_no_other(name: str) -> None:
    once, again = made(name, 0), MAKERS[name](0)
    for mesh, same in zip(once.lods, again.lods, strict=True):
        for array in ("points", "normals", "uv", "triangles", "patch"):
            assert getattr(mesh, array).tobytes() == getattr(same, array).tobytes()
    assert once.proxies.center.tobytes() == again.proxies.center.tobytes()
    shapes = {made(name, k).mesh.points.tobytes() for k in range(VARIANTS[name])}
    assert len(shapes) == VARIANTS[name]


@pytest.mark.parametrize(
    ("name", "material"),
    [("saguaro", "cactus_green"), ("barrel_cactus", "cactus_green"), ("organ_pipe", "cactus_green"),
     ("prickly_pear", "cactus_green"), ("agave", "leaf_blue"), ("aloe", "cactus_green"),
     ("vine", "planks_weathered"), ("grass_tree", "lava_crust")],
)  # fmt: skip
def test_stiff_parts_are_closed_and_right_side_out(name: str, material: str) -> None:
    for variant in range(VARIANTS[name]):
        body = part(made(name, variant).mesh, material)
        assert body.is_closed()
        assert body.volume() > 0.0
        a, b, c = np.moveaxis(body.corners(), 1, 0)
        out = (np.cross(b - a, c - a) * body.normals[body.triangles].mean(axis=1)).sum(axis=1)
        assert (out > 0.0).mean() > 0.95


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_leaves_are_seen_from_both_sides(name: str) -> None:
    for mesh in made(name, 0).lods:
        for material in mesh.materials:
            if MATERIALS[material].cutout:
                leaves = part(mesh, material)
                a, b, c = np.moveaxis(leaves.corners(), 1, 0)
                total = np.cross(b - a, c - a).sum(axis=0)
                assert np.abs(total).max() < 1e-4 * max(float(leaves.areas().sum()), 1e-3) + 1e-5


@pytest.mark.parametrize("name", sorted(SOFT))
def test_soft_plants_stop_nobody(name: str) -> None:
    assert all(len(made(name, k).proxies) == 0 for k in range(VARIANTS[name]))


@pytest.mark.parametrize("name", sorted(STIFF))
def test_proxies_are_where_stiff_parts_are(name: str) -> None:
    material, tolerance = STIFF[name]
    for variant in range(VARIANTS[name]):
        plant = made(name, variant)
        assert 1 <= len(plant.proxies) <= 8
        seen = sampled(part(plant.mesh, material))
        assert signed(seen, plant.proxies).min(axis=0).max() < tolerance
        # 2 cm more for the distance from one sample to the next.
        gap = apart(seen, skins(plant.proxies))
        assert gap.max() < tolerance + 0.02


@pytest.mark.parametrize("variant", range(VARIANTS["prickly_pear"]))
def test_grown_pads_have_cylinders(variant: int) -> None:
    plant = made("prickly_pear", variant)
    pads = prickly_pears.grow(Stream(variant, "assets", "prickly_pear"), count=prickly_pears.GROWN)
    seen = sampled(prickly_pears.pad_bodies(pads, sides=8, steps=6))
    tolerance = prickly_pears.PROXY_TOLERANCE_M
    assert len(plant.proxies) == prickly_pears.GROWN
    assert signed(seen, plant.proxies).min(axis=0).max() < tolerance
    gap = apart(seen, skins(plant.proxies))
    assert gap.max() < tolerance


@pytest.mark.parametrize("name", ["hazel", "juniper"])
def test_stout_stems_have_capsules_and_thin_ends_have_none(name: str) -> None:
    form = bushes.BUSHES[name]
    assert form.stem_m > bushes.STOUT_STEM_M
    for variant in range(VARIANTS[name]):
        plant = made(name, variant)
        assert 1 <= len(plant.proxies) <= 8
        seen = sampled(part(plant.mesh, form.bark))
        gap = apart(seen, skins(plant.proxies))
        assert gap.max() < bushes.PROXY_TOLERANCE_M
        foot = seen[seen[:, 2] < 0.15]
        assert signed(foot, plant.proxies).min(axis=0).max() < bushes.PROXY_TOLERANCE_M


@pytest.mark.parametrize("name", ["agave", "aloe"])
def test_hearts_of_rosettes_lie_within_their_leaves(name: str) -> None:
    for variant in range(VARIANTS[name]):
        plant = made(name, variant)
        radius = float(plant.proxies.half_size[0, 0])
        assert 0.05 < radius < 0.25
        assert 4.0 * radius < float(plant.mesh.size[:2].min())
        assert plant.proxies.center[0, 2] + radius < 0.7 * plant.height_m


def test_a_barrel_and_a_saguaro_have_ribs() -> None:
    for name, ribs in (("barrel_cactus", 20), ("saguaro", 14)):
        body = part(made(name, 1).mesh, "cactus_green")
        ring = body.points[np.abs(body.points[:, 2] - body.points[:, 2].min()) < 1e-6]
        reach = np.hypot(ring[:, 0], ring[:, 1])
        outer = ring[reach > 0.97 * reach.max()]
        assert len(np.unique(np.round(np.arctan2(outer[:, 1], outer[:, 0]), 3) % 6.283)) in {
            ribs,
            ribs + 1,
        }


def test_hedges_join_without_a_gap() -> None:
    low, high = made("hedge", 0).mesh.bounds
    np.testing.assert_allclose([low[0], high[0]], [-1.0, 1.0], atol=1e-5)
    solid = made("hedge", 0).proxies
    assert float(solid.half_size[0, 0]) == 1.0
    assert float(solid.center[0, 2] - solid.half_size[0, 2]) < 0.0
