"""Industrial structures, airfield buildings and goods: sizes, levels of detail and solids."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.world.archetype import Archetype
from outrider.world.assets import goods
from outrider.world.assets.goods import GOODS_TOLERANCE_M
from outrider.world.assets.industry import MAKERS, STRUCTURE_TOLERANCE_M, VARIANTS
from outrider.world.materials import MATERIALS
from outrider.world.semantics import number_of
from tests.world.assets.mesh_distance import distance_to_mesh, inside_mesh
from tests.world.assets.solid_fit import outside_by, solid_surface, surface
from tests.world.assets.sound import (
    all_variants,
    assert_one_silhouette,
    assert_real_sizes,
    assert_sound_normals,
    assert_variants_differ,
)

# Least and largest height, and least and largest longer side, of real ones, metres.
SIZES = {
    "factory_hall": (8.0, 14.0, 30.0, 60.0),
    "warehouse": (9.0, 15.0, 40.0, 80.0),
    "chimney_stack": (25.0, 60.0, 3.0, 8.0),
    "storage_tank": (8.0, 15.0, 8.0, 22.0),
    "silo": (9.0, 16.0, 6.0, 14.0),
    "water_tower": (18.0, 35.0, 7.0, 20.0),
    "cooling_unit": (2.0, 3.5, 4.0, 9.0),
    "pipe_rack": (6.0, 9.0, 12.0, 12.01),
    "pipe_bridge": (6.5, 9.0, 17.0, 22.0),
    "conveyor": (5.0, 8.0, 11.9, 12.4),
    "transformer_yard": (5.0, 9.0, 10.0, 20.0),
    "hangar": (8.0, 11.0, 22.0, 32.0),
    "control_tower": (20.0, 35.0, 8.0, 16.0),
    "container_20": (2.58, 2.6, 6.05, 6.08),
    "container_40": (2.58, 2.6, 12.19, 12.21),
    "pallet_stack": (0.9, 1.6, 1.2, 1.21),
    "barrel": (0.85, 0.95, 0.56, 0.62),
    "crate": (0.5, 1.3, 0.6, 1.7),
    "spool": (0.9, 1.8, 0.9, 1.8),
    "cement_bags": (0.5, 1.2, 1.15, 1.25),
}
CLOSED = ("barrel", "spool", "pipe_rack", "pipe_bridge")


@pytest.fixture(scope="module", name="made")
def all_made() -> dict[str, list[Archetype]]:
    return all_variants(MAKERS, VARIANTS)


def test_sizes_are_real(made: dict[str, list[Archetype]]) -> None:
    assert set(MAKERS) == set(VARIANTS)
    assert_real_sizes(made, SIZES, foot_m=0.03)


def test_triangles_and_memory_keep_within_their_budgets(made: dict[str, list[Archetype]]) -> None:
    for some in made.values():
        for one in some:
            fine, middle, far = (len(mesh) for mesh in one.lods)
            assert 200 <= fine <= 9000, (one.name, fine)
            assert middle <= min(2000, 0.66 * fine), (one.name, middle)
            assert far <= 100, (one.name, far)
            assert one.nbytes < 1.1e6, (one.name, one.nbytes)


def test_levels_of_detail_have_one_silhouette(made: dict[str, list[Archetype]]) -> None:
    assert_one_silhouette(made, share=0.1)


def test_same_variant_same_bytes_and_others_differ() -> None:
    assert_variants_differ(MAKERS)


def test_materials_and_classes_are_known(made: dict[str, list[Archetype]]) -> None:
    for some in made.values():
        for one in some:
            assert {n for mesh in one.lods for n in mesh.materials} <= set(MATERIALS)
    for name, kinds in (("pipe_rack", {"pipe", "rack"}), ("storage_tank", {"tank", "pipe"}),
                        ("container_20", {"container"}), ("warehouse", {"window", "door"}),
                        ("transformer_yard", {"fence", "tank"})):  # fmt: skip
        found = set(made[name][0].classes(made[name][0].mesh))
        assert {number_of(kind) for kind in kinds} <= found, name


def test_normals_are_unit_and_face_as_the_triangles_do(made: dict[str, list[Archetype]]) -> None:
    assert_sound_normals(made, unit=2e-3)


@pytest.mark.parametrize("name", CLOSED)
def test_solid_bodies_are_closed(name: str) -> None:
    mesh = MAKERS[name](0).mesh
    assert mesh.is_closed(weld_m=1e-4)
    assert mesh.volume() > 0.0


@pytest.mark.parametrize("name", sorted(SIZES))
def test_nothing_seen_sticks_out_of_the_solids(name: str) -> None:
    one = MAKERS[name](0)
    tolerance = GOODS_TOLERANCE_M if name in goods.MAKERS else STRUCTURE_TOLERANCE_M
    assert outside_by(one.proxies, surface(one.mesh, 200)).max() <= tolerance


@pytest.mark.parametrize("name", ["storage_tank", "pipe_rack", "hangar", *sorted(goods.MAKERS)])
def test_solids_do_not_reach_beyond_what_is_seen(name: str) -> None:
    one = MAKERS[name](0)
    tolerance = GOODS_TOLERANCE_M if name in goods.MAKERS else STRUCTURE_TOLERANCE_M
    points = solid_surface(one.proxies, 9)
    points = points[points[:, 2] > 0.02]
    points = points[~inside_mesh(points, one.lods[1])]
    assert distance_to_mesh(points, one.lods[0]).max(initial=0.0) <= tolerance


def test_a_hangar_is_free_inside_and_open_in_front() -> None:
    proxies = MAKERS["hangar"](0).proxies
    x, y, z = np.meshgrid(np.linspace(-11.0, 14.0, 9), np.linspace(-8.5, 8.5, 7), (0.5, 3.0, 6.0))
    points = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)
    assert (outside_by(proxies, points) > 0.3).all()
    assert outside_by(proxies, np.array([[-11.9, 0.0, 3.0], [0.0, 12.9, 2.0]])).max() < 0.0
    above = np.array([[0.0, y, 20.0] for y in (-8.0, 0.0, 8.0)])
    drop = above.copy()
    for _ in range(60):
        drop[:, 2] -= np.maximum(outside_by(proxies, drop), 0.0) * 0.9
    assert (drop[:, 2] > 6.0).all()


def test_racks_join_end_to_end() -> None:
    """What crosses both ends of a rack lies at the same place of both."""
    mesh = MAKERS["pipe_rack"](0).mesh
    ends = [mesh.points[np.abs(mesh.points[:, 0] - x) < 1e-4][:, 1:] for x in (-6.0, 6.0)]
    sets = [{tuple(np.round(p, 3)) for p in end} for end in ends]
    assert len(sets[0]) > 50
    assert sets[0] == sets[1]


def test_a_tank_holds_what_its_size_says() -> None:
    one = MAKERS["storage_tank"](0)
    whole = max(float(h[0] ** 2 * h[2]) for h in one.proxies.half_size) * 2.0 * math.pi
    assert whole == pytest.approx(math.pi * 6.0**2 * 8.8, rel=0.02)
