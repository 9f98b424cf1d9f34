"""Shadows of solids and the index that finds what stands near."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.world._kernels import near_many
from outrider.world._kernels_objects import F_HIGH, F_LOW, F_REACH
from outrider.world.objects import Objects, gather, layer_ids
from outrider.world.scene import Scene
from outrider.world.solids import Solids, boxes, capsules, cylinders, footprints, merge, spheres
from outrider.world.terrain import Terrain
from tests.counts import count
from tests.world import twins

CORNER = np.array([50_000.0, -80_000.0])


def mixed(n: int, area: float, seed: int, *, upright: bool = False) -> Solids:
    """Four kinds, from a hand's breadth to 60 m, most of them small."""
    rng = np.random.default_rng(seed)

    def where() -> np.ndarray:
        return np.column_stack((rng.uniform(-area / 2, area / 2, (n, 2)), rng.uniform(0, 5, n)))

    turn = {"heading": rng.uniform(-3, 3, n)}
    if not upright:
        turn |= {"pitch": rng.uniform(-1.5, 1.5, n), "roll": rng.uniform(-3, 3, n)}
    size = 0.2 + 60.0 * rng.uniform(0, 1, (n, 3)) ** 12
    radius, height = size[:, 0] / 2, size[:, 1] + size[:, 0]
    return merge(
        (
            boxes(where(), size=size, semantic="box", **turn),
            cylinders(where(), radius=radius, height=height, semantic="trunk", **turn),
            spheres(where(), radius=radius, semantic="boulder"),
            capsules(where(), radius=radius, height=height, semantic="person", **turn),
        )
    )


def scene_of(solids: Solids) -> Scene:
    return Scene(kind="test", seed=0, terrain=Terrain(), objects=gather({"all": solids}, names={}))


def surface_points(solids: Solids, row: int, n: int, seed: int) -> np.ndarray:
    """Points of a solid (its inside too) in the world."""
    rng = np.random.default_rng(seed)
    half = solids.half_size[row]
    kind = solids.kind[row]
    unit = rng.normal(size=(n, 3))
    unit /= np.linalg.norm(unit, axis=1)[:, None]
    if kind == 0:
        local = rng.choice([-1.0, 1.0], (n, 3)) * half
    elif kind == 1:
        angle = rng.uniform(0, 2 * np.pi, n)
        z = rng.choice([-1.0, 1.0], n) * half[2]
        local = np.column_stack((half[0] * np.cos(angle), half[0] * np.sin(angle), z))
    else:
        local = half[0] * unit
        if kind == 3:
            local[:, 2] += half[2] * rng.choice([-1.0, 1.0], n)
    return np.asarray(solids.center[row] + rotation.rotate(solids.quaternion[row], local))


def test_a_footprint_holds_the_solid_and_no_more_than_it_must() -> None:
    solids = mixed(count(400), 50.0, 1)
    shadows = footprints(solids)
    for row, shadow in enumerate(shadows):
        points = surface_points(solids, row, 400, row)
        away = points[:, :2] - solids.center[row, :2]
        u = shadow[0] * away[:, 0] + shadow[1] * away[:, 1]
        v = shadow[0] * away[:, 1] - shadow[1] * away[:, 0]
        half = shadow[2:4] + shadow[4]
        assert np.abs(u).max() <= half[0] + 1e-9
        assert np.abs(v).max() <= half[1] + 1e-9
        assert np.hypot(u, v).max() <= shadow[F_REACH] + 1e-9
        assert points[:, 2].min() >= shadow[F_LOW] - 1e-9
        assert points[:, 2].max() <= shadow[F_HIGH] + 1e-9
        # 400 points find the extremes to a few per cent.
        assert np.abs(u).max() >= 0.9 * half[0]
        assert points[:, 2].max() >= shadow[F_HIGH] - 0.1 * (shadow[F_HIGH] - shadow[F_LOW])


def brute_near(solids: Solids, ident: np.ndarray, point: np.ndarray, radius: float) -> list[int]:
    shadows = footprints(solids)
    found = []
    for row, shadow in enumerate(shadows):
        heading = np.arctan2(shadow[1], shadow[0])
        gap = twins.rectangle_gap(
            solids.center[row, :2], heading, shadow[2:4], shadow[4], point[:2]
        )
        tall = len(point) > 2
        if tall and not shadow[F_LOW] - radius <= point[2] <= shadow[F_HIGH] + radius:
            continue
        if gap <= radius:
            found.append((round(gap, 9), int(ident[row]), row))
    return [row for _, _, row in sorted(found)]


@pytest.mark.parametrize("upright", [True, False])
def test_near_equals_brute_force(upright: bool) -> None:
    solids = mixed(60, 120.0, 2, upright=upright)
    scene = scene_of(solids)
    rng = np.random.default_rng(3)
    for k in range(count(600)):
        radius = float(rng.choice([0.0, 0.5, 5.0, 20.0, 90.0, 1e4]))
        point = rng.uniform(-70, 70, 2 + k % 2)
        rows, gaps = scene.near(point, radius)
        assert rows.tolist() == brute_near(solids, scene.objects.ident, point, radius)
        assert (np.diff(gaps) >= 0.0).all()


def test_near_finds_all_of_a_dense_world_far_from_the_origin() -> None:
    rng = np.random.default_rng(4)
    n = 20_000
    where = np.column_stack((rng.uniform(0, 400, (n, 2)) + CORNER, np.zeros(n)))
    scene = scene_of(cylinders(where, radius=0.2, height=4.0, semantic="trunk"))
    for centre in rng.uniform(0, 400, (50, 2)) + CORNER:
        rows, gaps = scene.near(centre, 12.0)
        away = np.maximum(np.hypot(*(where[:, :2] - centre).T) - 0.2, 0.0)
        expected = np.flatnonzero(away <= 12.0)
        assert set(rows.tolist()) == set(expected.tolist())
        np.testing.assert_allclose(gaps, np.sort(away[expected]), atol=1e-9)


def test_equal_distances_are_ordered_by_id() -> None:
    ring = [(3.0, 0, 0), (0, 3.0, 0), (-3.0, 0, 0), (0, -3.0, 0)]
    solids = cylinders(np.array(ring), radius=0.5, height=1.0, semantic="post")
    objects = gather({"ring": solids}, names={})
    order = np.array([2, 0, 3, 1])
    shuffled = Objects(
        solids=solids.take(order),
        ident=objects.ident[order],
        alive=objects.alive,
        owner=objects.owner,
    )
    scene = Scene(kind="test", seed=0, terrain=Terrain(), objects=shuffled)
    rows, _ = scene.near((0.0, 0.0), 5.0)
    assert shuffled.ident[rows].tolist() == sorted(objects.ident.tolist())


def test_a_full_list_keeps_the_nearest_and_counts_all() -> None:
    solids = mixed(50, 40.0, 5, upright=True)
    scene = scene_of(solids)
    points = np.random.default_rng(6).uniform(-20, 20, (30, 2))
    rows, gaps = np.full((30, 7), -1, np.int32), np.zeros((30, 7))
    counts = np.zeros(30, np.int32)
    near_many(scene.obstacles, points, np.full(30, 15.0), rows, gaps, counts)
    for k, point in enumerate(points):
        expected = brute_near(solids, scene.objects.ident, point, 15.0)
        assert counts[k] == len(expected)
        assert rows[k, : min(7, counts[k])].tolist() == expected[:7]


def test_a_third_coordinate_leaves_out_what_is_far_above() -> None:
    tower = boxes([(0, 0, 5)], size=(1, 1, 10), semantic="box")
    scene = scene_of(tower)
    assert len(scene.near((2, 0, 13.0), 4.0)[0]) == 1
    assert len(scene.near((2, 0, 14.5), 4.0)[0]) == 0
    assert len(scene.near((2, 0), 4.0)[0]) == 1


def test_points_that_are_not_numbers_find_nothing() -> None:
    scene = scene_of(mixed(20, 20.0, 8))
    for point in ((np.nan, 0.0), (np.inf, 0.0), (1e300, 0.0), (0.0, 0.0, np.nan)):
        assert len(scene.near(point, 5.0)[0]) == 0


def test_ids_belong_to_the_layer_and_names_are_unique() -> None:
    solids = boxes([(0, 0, 0), (5, 0, 0)], size=(1, 1, 1), semantic="box")
    both = gather({"a": solids, "b": solids}, names={"b": ["left", None]})
    alone = gather({"b": solids}, names={})
    assert both.ident[2:].tolist() == alone.ident.tolist() == layer_ids("b", 2).tolist()
    assert both.name_of(2) == "left"
    assert both.name_of(3) == f"box_{both.ident[3]}"
    assert both.id_of("left") == both.ident[2]
    assert both.id_of(both.name_of(3)) == both.ident[3]
    with pytest.raises(UserError, match="2 objects are named 'twin'"):
        gather({"a": solids}, names={"a": ["twin", "twin"]})
    with pytest.raises(UserError, match="did you mean 'left'"):
        both.id_of("lefd")
