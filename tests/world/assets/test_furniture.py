"""Furniture, fittings and warehouse things: sizes, levels of detail, proxies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from outrider.world.archetype import Archetype
from outrider.world.assets import (
    chairs,
    computers,
    fittings,
    indoor_plants,
    indoor_things,
    storage,
    tables,
    trucks,
    warehouse,
)
from outrider.world.assets.joinery import PROXY_OUT_M
from outrider.world.forms import box
from outrider.world.mesh import merge
from tests.world.assets.solid_fit import outside_by, solid_surface, surface

MODULES = (
    chairs, computers, fittings, indoor_plants, indoor_things, storage, tables, trucks, warehouse,
)  # fmt: skip
MAKERS: dict[str, Callable[[int], Archetype]] = {
    name: maker for module in MODULES for name, maker in module.MAKERS.items()
}
VARIANTS = {name: count for module in MODULES for name, count in module.VARIANTS.items()}
EACH = [(name, k) for name in MAKERS for k in range(VARIANTS[name])]
PLANTS = set(indoor_plants.MAKERS)
GIVES_WAY = frozenset(
    ["leaves_beech", "leaves_bush", "fronds_palm", "leaves_maize", "moss", "wire_mesh",
     "bark_beech", "bark_palm"]
)  # fmt: skip

# Least and largest height, length along x and width along y, metres.
SIZES = {
    "office_chair": ((1.0, 1.3), (0.6, 0.75), (0.6, 0.72)),
    "wooden_chair": ((0.8, 1.0), (0.4, 0.55), (0.38, 0.5)),
    "armchair": ((0.7, 1.0), (0.75, 1.0), (0.75, 1.0)),
    "sofa": ((0.7, 1.0), (0.8, 1.0), (1.4, 2.4)),
    "desk": ((0.70, 0.78), (0.6, 0.85), (1.2, 1.8)),
    "dining_table": ((0.72, 0.78), (0.7, 1.0), (1.1, 2.2)),
    "meeting_table": ((0.72, 0.78), (1.0, 1.5), (2.0, 4.0)),
    "cabinet": ((0.7, 2.0), (0.35, 0.5), (0.8, 1.1)),
    "filing_cabinet": ((0.9, 1.45), (0.55, 0.7), (0.4, 0.5)),
    "bookshelf": ((1.6, 2.1), (0.25, 0.4), (0.8, 1.1)),
    "locker_row": ((1.7, 2.0), (0.45, 0.6), (1.1, 1.3)),
    "bed": ((0.8, 1.1), (2.0, 2.2), (0.9, 1.8)),
    "hospital_bed": ((0.85, 1.3), (2.0, 2.3), (0.85, 1.1)),
    "room_door": ((2.05, 2.2), (0.1, 1.0), (0.95, 1.1)),
    "fire_extinguisher": ((0.4, 0.65), (0.15, 0.25), (0.14, 0.2)),
    "pallet": ((0.14, 0.9), (1.19, 1.21), (0.79, 0.81)),
    "pallet_rack": ((4.5, 6.0), (1.0, 1.3), (2.7, 3.0)),
    "forklift": ((2.0, 2.3), (2.6, 3.4), (1.0, 1.2)),
    "pallet_truck": ((1.1, 1.35), (1.5, 1.9), (0.5, 0.6)),
    "rolling_cage": ((1.6, 1.85), (0.7, 0.9), (0.6, 0.8)),
}
# What a proxy stands off where it closes gaps that no robot enters: between the feet of a chair,
# before books, under a bed, in a rack's frame, in a forklift's cabin.
CLOSED_GAP_M = {
    "office_chair": 0.19, "armchair": 0.11, "sofa": 0.11, "slatted_bench": 0.15, "workbench": 0.09,
    "bookshelf": 0.13, "wardrobe": 0.09, "locker_row": 0.12, "kitchen_unit": 0.19, "bed": 0.11,
    "hospital_bed": 0.19, "office_bin": 0.09, "floor_lamp": 0.12, "cardboard_box": 0.17,
    "fire_extinguisher": 0.08, "whiteboard": 0.10, "pallet": 0.12, "pallet_rack": 0.50,
    "potted_palm": 0.09, "potted_ficus": 0.09, "roller_conveyor": 0.09,
    "rolling_cage": 0.18, "forklift": 0.52, "pallet_truck": 0.14,
}  # fmt: skip
FIT_M = 0.07
SAMPLES = 6000


@lru_cache(maxsize=256)
def made(name: str, variant: int) -> Archetype:
    return MAKERS[name](variant)


@lru_cache(maxsize=256)
def hard_surface(name: str, variant: int) -> NDArray[np.float64]:
    return surface(made(name, variant).mesh, SAMPLES, without=GIVES_WAY)


def test_makers_have_variants_and_bear_their_names() -> None:
    assert set(MAKERS) == set(VARIANTS)
    assert len(MAKERS) == sum(len(module.MAKERS) for module in MODULES)
    for name, k in EACH:
        assert made(name, k).name == f"{name}_{k}"
        assert all(1 <= count <= 4 for count in VARIANTS.values())


@pytest.mark.parametrize("name", SIZES)
def test_sizes_are_real(name: str) -> None:
    for k in range(VARIANTS[name]):
        x, y, z = made(name, k).mesh.size
        for found, (least, most) in zip((z, x, y), SIZES[name], strict=True):
            assert least <= found <= most, (name, k, found)


def test_doors_let_people_through() -> None:
    assert fittings.LEAF_M == (0.90, 2.05)
    shut, opened = made("room_door", 0), made("room_door", 1)
    way = np.array([[0.0, y, z] for y in (-0.35, 0.0, 0.35) for z in (0.3, 1.0, 1.9)])
    assert (outside_by(shut.proxies, way) < 0.0).all()
    assert (outside_by(opened.proxies, way) > 0.0).all()


@pytest.mark.parametrize("name", ["desk", "dining_table", "meeting_table", "round_table"])
def test_low_robots_drive_under_tables(name: str) -> None:
    """40 cm high, 30 cm wide, along the middle of the half without drawers."""
    depth = float(made(name, 0).mesh.size[0])
    sideways = 0.25 if name == "round_table" else 0.15
    x = np.linspace(0.0, 0.6 * depth, 20) if name == "desk" else np.linspace(-depth, depth, 40)
    body = np.array([[a, sideways + b, z] for a in x for b in (-0.1, 0.1) for z in (0.05, 0.40)])
    assert (outside_by(made(name, 0).proxies, body) > 0.0).all()


def test_triangles_stay_in_their_budget() -> None:
    for name, k in EACH:
        counts = [len(mesh) for mesh in made(name, k).lods]
        assert 50 <= counts[0] <= 1500, (name, k, counts)
        assert counts[1] <= 0.5 * counts[0], (name, k, counts)
        assert counts[-1] <= 60, (name, k, counts)
        assert counts == sorted(counts, reverse=True)


def test_levels_of_detail_keep_the_outline() -> None:
    for name, k in EACH:
        fine, *coarser = made(name, k).lods
        most = (0.10 if name in PLANTS else 0.05) * float(fine.size.max())
        for mesh in coarser:
            apart = np.abs(np.array(mesh.bounds) - np.array(fine.bounds)).max()
            assert apart <= most, (name, k, len(mesh), apart)


def test_all_stand_on_the_ground_about_the_origin() -> None:
    hanging = {("whiteboard", 1), ("projector_screen", 1)}
    for name, k in EACH:
        low, high = made(name, k).mesh.bounds
        assert -0.005 <= low[2] <= (1.0 if (name, k) in hanging else 0.03), (name, k)
        middle = 0.5 * np.abs(low[:2] + high[:2])
        assert middle.max() <= (0.46 if name in {"room_door", "forklift", "pallet_truck"} else 0.2)


def test_normals_are_unit_and_surfaces_finite() -> None:
    for name, k in EACH:
        for mesh in made(name, k).lods:
            length = np.linalg.norm(mesh.normals, axis=1)
            assert np.abs(length - 1.0).max() < 1e-3, (name, k)
            assert mesh.areas().min() > 0.0, (name, k)


def test_normals_agree_with_the_turn_of_their_triangles() -> None:
    for name, k in EACH:
        mesh = made(name, k).mesh
        a, b, c = np.moveaxis(mesh.corners(), 1, 0)
        flat = np.cross(b - a, c - a)
        flat /= np.linalg.norm(flat, axis=1, keepdims=True)
        mean = mesh.normals[mesh.triangles].mean(axis=1)
        assert ((flat * mean).sum(axis=1) > 0.2).mean() > 0.985, (name, k)


@pytest.mark.parametrize("name", sorted(set(MAKERS) - PLANTS - {"projector_screen", "floor_lamp"}))
def test_solid_pieces_are_closed(name: str) -> None:
    for k in range(VARIANTS[name]):
        for mesh in made(name, k).lods[:1]:
            assert mesh.is_closed(), (name, k)
            assert mesh.volume() > 0.0


def test_a_mesh_with_a_hole_would_be_seen() -> None:
    whole = box((1, 1, 1), material="wood_oak")
    torn = merge([whole])
    object.__setattr__(torn, "triangles", torn.triangles[1:])
    assert whole.is_closed()
    assert not torn.is_closed()


@pytest.mark.parametrize("name", sorted(set(MAKERS) - {"rug"}))
def test_nothing_solid_sticks_out_of_the_proxies(name: str) -> None:
    for k in range(VARIANTS[name]):
        points = hard_surface(name, k)
        out = outside_by(made(name, k).proxies, points)
        worst = int(out.argmax())
        assert out[worst] <= PROXY_OUT_M + 0.003, (name, k, out[worst], points[worst])


@pytest.mark.parametrize("name", sorted(set(MAKERS) - {"rug"}))
def test_proxies_do_not_swell(name: str) -> None:
    most = CLOSED_GAP_M.get(name, FIT_M)
    for k in range(VARIANTS[name]):
        stems = name in PLANTS
        seen = cKDTree(surface(made(name, k).mesh, SAMPLES) if stems else hard_surface(name, k))
        touched = solid_surface(made(name, k).proxies, 150)
        away = np.asarray(seen.query(touched)[0])
        assert away.max() <= most, (name, k, away.max(), touched[away.argmax()])


def test_proxies_are_few() -> None:
    for name, k in EACH:
        most = {"pallet_rack": 26, "forklift": 12, "computer_desk": 10}.get(name, 8)
        assert len(made(name, k).proxies) <= most, (name, k, len(made(name, k).proxies))


def test_same_variant_same_bytes_and_others_differ() -> None:
    for name, maker in MAKERS.items():
        again = maker(0)
        for one, two in zip(made(name, 0).lods, again.lods, strict=True):
            assert one.points.tobytes() == two.points.tobytes()
            assert one.triangles.tobytes() == two.triangles.tobytes()
        looks = {
            (made(name, k).mesh.points.tobytes(), made(name, k).mesh.materials)
            for k in range(VARIANTS[name])
        }
        assert len(looks) == VARIANTS[name], name


def test_memory_is_small() -> None:
    sizes = {f"{name}_{k}": made(name, k).nbytes for name, k in EACH}
    assert max(sizes.values()) < 250_000, max(sizes, key=lambda name: sizes[name])


def test_classes_say_what_things_are() -> None:
    assert made("pallet_rack", 0).semantic == "rack"
    assert made("room_door", 0).semantic == "door"
    assert made("window_unit", 0).semantic == "window"
    assert made("cardboard_box", 0).semantic == "box"
    plant = made("potted_ficus", 0)
    assert len(set(plant.classes(plant.mesh))) == 4
