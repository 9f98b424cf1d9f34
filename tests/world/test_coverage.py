"""The surface that counts for coverage: its area in closed form, and what is no part of it."""

from __future__ import annotations

import math
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outrider.core.errors import UserError
from outrider.scenario.worlds import Box, Capsule, Course, Cylinder, Flat, Slope, Sphere
from outrider.world import generate, ply
from outrider.world.coverage import SKIN_M, covered, surface_parts, voxels
from outrider.world.library import archetype
from outrider.world.objects import gather
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.solid_distance import distances
from outrider.world.surface_samples import Samples
from outrider.world.things import things

REGION = (-10.0, -10.0, 10.0, 10.0)
NEAR = (-2.0, -2.0, 2.0, 2.0)


def surface(*objects: Box | Cylinder | Sphere | Capsule, density: float = 100.0) -> Samples:
    return generate.make(Flat(objects=objects), seed=1).coverage_surface(
        density_per_m2=density, region=REGION
    )


def test_a_box_on_a_plane_shows_its_top_and_sides_and_hides_the_ground_under_it() -> None:
    found = surface(Box(position_m=(2.0, 1.0), size_m=(2.0, 3.0, 1.0), heading_rad=0.5))
    on_box = found.ident >= 0
    assert found.area_m2[on_box].sum() == pytest.approx(6.0 + 10.0, rel=0.005)
    assert found.area_m2[~on_box].sum() == pytest.approx(400.0 - 6.0, rel=1e-3)
    assert found.normals[on_box, 2].min() > -0.5
    assert np.linalg.norm(found.normals, axis=1) == pytest.approx(1.0)


def test_solids_in_the_air_show_all_of_themselves() -> None:
    for solid, area in (
        (Sphere(position_m=(0.0, 0.0, 5.0), radius_m=1.5), 4.0 * math.pi * 1.5**2),
        (Capsule(position_m=(0.0, 0.0, 5.0), radius_m=0.5, height_m=3.0, pitch_rad=0.7),
         2.0 * math.pi * 0.5 * 2.0 + math.pi),
        (Cylinder(position_m=(0.0, 0.0, 5.0), radius_m=0.8, height_m=2.0, roll_rad=0.3),
         2.0 * math.pi * 0.8 * 2.0 + 2.0 * math.pi * 0.64),
        (Box(position_m=(0.0, 0.0, 5.0), size_m=(0.1, 4.0, 2.0)), 2.0 * (8.0 + 0.2 + 0.4)),
    ):  # fmt: skip
        found = surface(solid)
        on_it = found.ident >= 0
        assert found.area_m2[on_it].sum() == pytest.approx(area, rel=0.005)
        # A closed surface's normals cancel.
        assert np.abs(found.normals[on_it].mean(axis=0)).max() < 0.04


def test_where_two_touch_neither_counts() -> None:
    """Two cubes side by side, and one on top: a face of each pair is gone."""
    cubes = [(0.0, 0.0, 0.5), (1.0, 0.0, 0.5), (0.0, 0.0, 1.5)]
    found = surface(*(Box(position_m=p, size_m=(1.0, 1.0, 1.0)) for p in cubes))
    # 18 faces without two pairs that touch and two that stand on the ground.
    assert found.area_m2[found.ident >= 0].sum() == pytest.approx(18 - 4 - 2, rel=0.01)


def test_a_slope_counts_by_its_length() -> None:
    scene = generate.make(Slope(angle_rad=0.5), seed=1)
    found = scene.coverage_surface(density_per_m2=10.0, region=REGION)
    assert found.area_m2.sum() == pytest.approx(400.0 / math.cos(0.5), rel=1e-9)
    assert (found.semantic == number_of("ground")).all()


def test_a_gap_too_narrow_for_a_sensor_hides_what_is_in_it() -> None:
    """Under a slab of four metres, five centimetres above the ground."""
    slab = Box(position_m=(0.0, 0.0, 0.15), size_m=(4.0, 4.0, 0.2))
    found = surface(slab)
    middle = np.abs(found.points[:, :2]).max(axis=1) < 1.0
    assert found.points[middle, 2].min() == pytest.approx(0.25)
    table = Box(position_m=(0.0, 0.0, 1.0), size_m=(4.0, 4.0, 0.2))
    found = surface(table)
    middle = np.abs(found.points[:, :2]).max(axis=1) < 1.0
    assert found.area_m2[middle].sum() == pytest.approx(3 * 4.0, rel=0.02)


def test_no_point_lies_in_another_solid_or_under_the_ground() -> None:
    scene = generate.make(Course(size_m=60.0, difficulty=0.9, base="hills"), seed=4)
    found = scene.coverage_surface(density_per_m2=3.0)
    assert (found.points[:, 2] >= scene.height(found.points[:, :2]) - SKIN_M).all()
    row_of = {int(ident): row for row, ident in enumerate(scene.objects.ident)}
    rows = np.flatnonzero(scene.objects.alive)
    for row in rows.tolist():
        others = found.points[found.ident != scene.objects.ident[row]]
        gap = distances(scene.obstacles, np.full(len(others), row), others)
        assert gap.min() > -0.011
    own = found.ident >= 0
    assert set(found.ident[own].tolist()) <= set(row_of)
    place = np.array([row_of[i] for i in found.ident[own].tolist()])
    assert np.abs(distances(scene.obstacles, place, found.points[own])).max() < 1e-9


def with_thing(name: str) -> Scene:
    """A plane with one thing on it."""
    one = things([name], [0], [(0.0, 0.0, 0.0)], ident=np.array([7 << 32]))
    return replace(
        generate.make(Flat(), seed=2), things=one, objects=gather({}, names={}, things=one)
    )


def test_twice_as_many_points_tell_the_same_area_and_the_same_seed_the_same_points() -> None:
    scene = with_thing("granite_boulder_0")
    made = [scene.coverage_surface(density_per_m2=d, region=NEAR) for d in (800.0, 1600.0, 1600.0)]
    areas = [one.area_m2[one.ident >= 0].sum() for one in made]
    assert areas[0] == pytest.approx(areas[1], rel=0.05)
    assert made[1].points.tobytes() == made[2].points.tobytes()


def test_of_a_mesh_its_outside_counts_though_solids_stand_for_it() -> None:
    """A boulder's solids lie partly before its mesh; nothing of it is lost, and no inside found."""
    scene, made = with_thing("granite_boulder_0"), archetype("granite_boulder_0")
    found = scene.coverage_surface(density_per_m2=200.0, region=REGION)
    on_it = found.ident >= 0
    above = made.mesh.corners().mean(axis=1)[:, 2] > 0.0
    whole = float(made.mesh.areas()[above].sum())
    assert 0.9 * whole < found.area_m2[on_it].sum() < 1.02 * whole


def test_coverage_is_the_share_of_voxels_seen() -> None:
    """HERCULES: C = |M_obs| / |M_gt| in voxels of half a metre."""
    found = surface(density=36.0)
    assert len(voxels(found.points)) == 1600
    left = found.points[found.points[:, 0] < 0.0]
    assert covered(found.points, left) == pytest.approx(0.5)
    assert covered(found.points, found.points) == 1.0
    # What is no part of the truth adds nothing.
    assert covered(found.points, left + np.array([0.0, 0.0, 50.0])) == 0.0


def read_ply(path: Path) -> tuple[dict[str, np.ndarray[tuple[int], np.dtype[np.generic]]], str]:
    """A reader of its own: by the words of the header."""
    kinds = {
        "double": "f8",
        "float": "f4",
        "uchar": "u1",
        "ushort": "u2",
        "int": "i4",
        "uint": "u4",
    }
    head, _, body = path.read_bytes().partition(b"end_header\n")
    lines = head.decode("ascii").splitlines()
    assert lines[:2] == ["ply", "format binary_little_endian 1.0"]
    words = [line.split() for line in lines]
    count = next(int(w[2]) for w in words if w[:2] == ["element", "vertex"])
    row = np.dtype([(w[2], "<" + kinds[w[1]]) for w in words if w[0] == "property"])
    assert len(body) == count * row.itemsize
    rows = np.frombuffer(body, row)
    return {name: rows[name] for name in row.names or ()}, head.decode("ascii")


def test_the_file_is_read_by_somebody_else(tmp_path: Path) -> None:
    box = Box(position_m=(2.0, 1.0), size_m=(2.0, 3.0, 1.0))
    scene = generate.make(Flat(objects=(box,)), seed=1)
    parts = list(surface_parts(scene, density_per_m2=5.0, region=REGION))
    written = ply.write(tmp_path / "s.ply", parts, classes=scene.classes, comments=["by a test"])
    rows, head = read_ply(tmp_path / "s.ply")
    points = np.concatenate([part.points for part in parts])
    assert np.column_stack([rows[k] for k in "xyz"]).tolist() == points.tolist()
    assert written.points == len(points)
    assert rows["area"].sum() == pytest.approx(written.area_m2, rel=1e-5)
    ident = rows["instance_high"].astype(np.int64) * 2**32 + rows["instance_low"].astype(np.int64)
    assert ident.tolist() == np.concatenate([part.ident for part in parts]).tolist()
    assert set(rows["class"].tolist()) == {number_of("ground"), number_of("box")}
    assert "comment by a test" in head
    assert list(tmp_path.iterdir()) == [tmp_path / "s.ply"]


def test_memory_is_bounded_however_much_is_strewn() -> None:
    scene = generate.make(Flat(), seed=1)
    peaks = []
    for density in (24.0, 72.0):
        tracemalloc.start()
        total = sum(len(p) for p in surface_parts(scene, density_per_m2=density))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert total == pytest.approx(density * 1e4, rel=0.01)
    assert peaks[1] < 1.3 * peaks[0]


def test_too_much_is_refused_with_the_limit() -> None:
    scene = generate.make(Flat(), seed=1)
    with pytest.raises(UserError, match="at most 20,000,000 are held in memory"):
        scene.coverage_surface(density_per_m2=1e4)
    with pytest.raises(UserError, match="is empty"):
        scene.coverage_surface(region=(0.0, 0.0, 0.0, 5.0))
    with pytest.raises(UserError, match="above 0"):
        scene.coverage_surface(density_per_m2=0.0)
