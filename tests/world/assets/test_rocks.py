"""Stones, ice and lava: sizes, closedness, levels of detail, and the solids that stand for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
import pytest

from outrider.world.archetype import Archetype
from outrider.world.assets import ice, lava, rocks
from outrider.world.assets.stone_bodies import BURIED
from outrider.world.assets.stone_proxies import FARTHEST, FLOOR, KEPT, TOLERANCE, girth
from outrider.world.materials import MATERIALS
from outrider.world.mesh import Mesh
from outrider.world.semantics import CLASSES
from tests.world.assets.stone_fit import partings

MAKERS: Final[dict[str, Callable[[int], Archetype]]] = rocks.MAKERS | ice.MAKERS | lava.MAKERS
VARIANTS: Final = rocks.VARIANTS | ice.VARIANTS | lava.VARIANTS
EVERY: Final = [(name, k) for name, count in VARIANTS.items() for k in range(count)]

# Least and largest of the longest side, then of the height above the ground, m.
SIZES: Final = {
    "granite_boulder": (0.55, 2.6, 0.3, 1.6),
    "broken_rock": (0.6, 2.7, 0.3, 1.6),
    "rock_slab": (1.2, 3.6, 0.15, 0.5),
    "erratic": (3.0, 5.5, 2.0, 4.0),
    "tor": (2.5, 5.5, 2.5, 4.6),
    "sandstone_red": (1.5, 3.2, 0.7, 2.5),
    "sandstone_yellow": (1.5, 3.2, 0.7, 2.5),
    "limestone_crag": (3.0, 5.5, 2.3, 4.0),
    "termite_mound": (1.5, 4.2, 1.4, 3.4),
    "pebble_heap": (0.5, 1.3, 0.12, 0.35),
    "scree_patch": (2.2, 5.6, 0.2, 0.65),
    "river_stones": (1.0, 2.2, 0.2, 0.6),
    "serac": (2.2, 9.5, 1.9, 8.0),
    "ice_slab": (1.2, 3.9, 0.4, 1.6),
    "snow_capped_rock": (0.8, 2.8, 0.5, 1.6),
    "pressure_ridge": (4.5, 9.0, 0.7, 2.0),
    "icicled_boulder": (1.2, 3.2, 0.8, 2.2),
    "snow_drift": (2.5, 8.0, 0.4, 1.4),
    "crevasse_edge": (2.5, 6.2, 1.0, 2.6),
    "iceberg": (3.5, 7.5, 1.8, 4.2),
    "basalt_columns": (1.2, 3.8, 1.0, 3.1),
    "clinker_pile": (1.4, 3.8, 0.4, 1.1),
    "pahoehoe_ropes": (1.9, 5.2, 0.2, 0.7),
    "lava_bomb": (0.3, 1.0, 0.1, 0.35),
    "hornito": (1.3, 3.4, 1.0, 2.6),
    "fumarole": (1.6, 4.2, 0.3, 0.9),
    "tumulus": (2.5, 6.2, 0.6, 1.6),
    "lava_stream": (6.0, 15.0, 0.25, 0.6),
    "lava_lake": (28.0, 40.0, 1.3, 2.0),
}


@cache
def made(name: str, variant: int) -> Archetype:
    return MAKERS[name](variant)


def every() -> list[Archetype]:
    return [made(name, variant) for name, variant in EVERY]


def arrays(mesh: Mesh) -> bytes:
    return b"".join(a.tobytes() for a in (mesh.points, mesh.normals, mesh.uv, mesh.triangles))


def test_every_maker_has_a_size_and_its_name() -> None:
    assert set(SIZES) == set(MAKERS) == set(VARIANTS)
    assert len(MAKERS) == len(rocks.MAKERS) + len(ice.MAKERS) + len(lava.MAKERS)
    assert [a.name for a in every()] == [f"{name}_{variant}" for name, variant in EVERY]


@pytest.mark.parametrize("name", SIZES)
def test_sizes_are_real(name: str) -> None:
    least, largest, low, high = SIZES[name]
    for variant in range(VARIANTS[name]):
        made_one = made(name, variant)
        assert least <= float(made_one.mesh.size.max()) <= largest
        assert low <= made_one.height_m <= high


def test_bodies_are_closed_and_right_side_out() -> None:
    for each in every():
        for mesh in each.lods:
            assert mesh.is_closed(weld_m=1e-6), each.name
            assert mesh.volume() > 0.1 * float(np.prod(mesh.size.astype(float))), each.name


def test_normals_are_unit_and_agree_with_their_faces() -> None:
    for each in every():
        for mesh in each.lods:
            assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-4)
            a, b, c = np.moveaxis(mesh.corners(), 1, 0)
            face = np.cross(b - a, c - a)
            toward = (face[:, None] * mesh.normals[mesh.triangles]).sum(axis=2)
            area = np.linalg.norm(face, axis=1)
            assert (toward < -0.01 * area[:, None]).sum() <= 0.006 * toward.size, each.name


def test_levels_of_detail_keep_their_budgets_and_bounds() -> None:
    for each in every():
        fine, middle, coarse = (len(mesh) for mesh in each.lods)
        assert 600 <= fine <= 2000, each.name
        assert 100 <= middle <= 350, each.name
        assert coarse <= 60, each.name
        for mesh in each.lods[1:]:
            for own, finest in zip(mesh.bounds, each.mesh.bounds, strict=True):
                assert np.abs(own - finest).max() < 0.01 * each.mesh.size.max(), each.name


def test_levels_of_detail_hold_about_the_same_room() -> None:
    for each in every():
        fine, middle, coarse = (_shadow(mesh) for mesh in each.lods)
        assert 0.8 < middle / fine < 1.25, (each.name, middle / fine)
        assert 0.7 < coarse / fine < 1.4, (each.name, coarse / fine)


def _shadow(mesh: Mesh) -> float:
    """Area of the mesh as seen from +y, counted in cells."""
    low, high = mesh.bounds
    x, z = (low[k] + (high[k] - low[k]) * (np.arange(18) + 0.5) / 18 for k in (0, 2))
    cells = np.stack(np.meshgrid(x, z), axis=2).reshape(-1, 1, 2)
    a, b, c = (mesh.points[mesh.triangles[:, k]][:, [0, 2]] for k in range(3))
    sides = [
        (q[:, 0] - p[:, 0]) * (cells[..., 1] - p[:, 1])
        - (q[:, 1] - p[:, 1]) * (cells[..., 0] - p[:, 0])
        for p, q in ((a, b), (b, c), (c, a))
    ]
    covered = (np.minimum(np.minimum(sides[0], sides[1]), sides[2]) >= 0.0).any(axis=1)
    return float(covered.mean() * (high[0] - low[0]) * (high[2] - low[2]))


def test_they_reach_into_the_ground() -> None:
    for each in every():
        low, high = (float(corner[2]) for corner in each.mesh.bounds)
        assert 0.08 < -low / (high - low) < 0.4, each.name
    assert 0.15 <= BURIED <= 0.25


@pytest.mark.parametrize("name", SIZES)
def test_solids_match_the_mesh(name: str) -> None:
    for variant in range(VARIANTS[name]):
        each = made(name, variant)
        size = girth(each.mesh)
        assert 1 <= len(each.proxies) <= 8
        for gap in partings(each.mesh, each.proxies, floor=FLOOR * size):
            assert gap.max() < FARTHEST * size, (each.name, gap.max() / size)
            assert np.quantile(gap, KEPT) < TOLERANCE * size, each.name


def test_the_same_variant_is_the_same_and_others_differ() -> None:
    for name, count in VARIANTS.items():
        again = MAKERS[name](0)
        assert [arrays(m) for m in again.lods] == [arrays(m) for m in made(name, 0).lods]
        assert np.array_equal(again.proxies.center, made(name, 0).proxies.center)
        assert len({arrays(made(name, k).mesh) for k in range(count)}) == count


def test_materials_and_classes_are_known() -> None:
    known = {entry.name for entry in CLASSES}
    for each in every():
        used = {name for mesh in each.lods for name in mesh.materials}
        assert used <= set(MATERIALS), each.name
        assert set(each.part_classes) <= used, each.name
        assert {each.semantic, *each.part_classes.values()} <= known


def test_snow_lies_on_top_and_embers_glow() -> None:
    for name in ("serac", "crevasse_edge", "iceberg"):
        mesh = made(name, 1).mesh
        white = mesh.triangles[mesh.patch == mesh.materials.index("snow")]
        assert float(mesh.normals[white].mean(axis=(0, 1))[2]) > 0.8
    for variant in range(3):
        for name in ("hornito", "lava_stream", "lava_lake"):
            assert "lava_glow" in made(name, variant).mesh.materials


def test_memory_is_small() -> None:
    sizes = [each.nbytes for each in every()]
    assert max(sizes) < 250_000
    assert float(np.mean(sizes)) < 120_000
