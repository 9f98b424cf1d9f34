"""Endless worlds: cells that are the same whenever and in whatever order they are made."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.scenario.worlds import Flat, Hills
from outrider.world import generate, store
from outrider.world.edits import AddObject, MoveObject, RemoveObject
from outrider.world.endless import (
    FURTHEST,
    KEEP_M,
    Cell,
    Growth,
    Index,
    cell_of,
    ids_in,
    make_cell,
    over,
    visible,
)
from outrider.world.hills import CELL_M
from outrider.world.scene import Scene
from tests.counts import count

SPEC = Hills(size_m=192.0, view_m=150.0)


@lru_cache
def hills(seed: int = 3) -> Scene:
    return generate.make(SPEC, seed=seed)


def growth(scene: Scene) -> Growth:
    assert scene.growth is not None
    return scene.growth


def print_of(cell: Cell) -> str:
    """A hash of everything in a cell."""
    solids, things = cell.objects.solids, cell.things
    total = hashlib.blake2b(repr((cell.index, things.kinds)).encode(), digest_size=16)
    for array in (
        things.kind, things.position, things.quaternion, things.scale, things.tint, things.ident,
        solids.kind, solids.center, solids.half_size, solids.quaternion, solids.semantic,
        cell.objects.ident, cell.objects.owner,
    ):  # fmt: skip
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()


def prints(cells: list[Index], *, threads: int = 1) -> dict[Index, str]:
    grower = growth(hills()).grower
    with ThreadPoolExecutor(threads) as pool:
        made = pool.map(lambda index: print_of(make_cell(grower, index, ())), cells)
        return dict(zip(cells, made, strict=True))


CELLS = list(itertools.product((-40, -3, 0, 7), (-2, 0, 11)))


def test_cells_are_equal_in_any_order_thread_and_process() -> None:
    first = prints(CELLS)
    assert len(set(first.values())) == len(CELLS)
    assert prints(CELLS[::-1]) == first
    assert prints(CELLS[::2] + CELLS[1::2], threads=4) == first
    code = (
        "from tests.world import test_endless as t; print(sorted(t.prints(t.CELLS[::3]).items()))"
    )
    for hash_seed in ("1", "77")[: count(2)]:
        out = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )  # fmt: skip
        assert out.stdout.strip() == str(sorted((index, first[index]) for index in CELLS[::3]))


def test_a_scene_is_the_same_however_its_cells_came() -> None:
    near, far = [(0, 0), (1, 0), (-1, -1)], [(50, 3), (51, 3)]
    straight = hills().with_cells(near)
    roundabout = hills().with_cells(far).with_cells([*far, near[2]]).with_cells([])
    roundabout = roundabout.with_cells(near[1:]).with_cells(near[::-1])
    for name in ("ident", "owner", "alive"):
        assert np.array_equal(getattr(straight.objects, name), getattr(roundabout.objects, name))
    assert straight.objects.solids.center.tobytes() == roundabout.objects.solids.center.tobytes()
    assert straight.things.position.tobytes() == roundabout.things.position.tobytes()
    assert straight.digest == roundabout.digest == hills().digest
    assert hills(4).digest != hills().digest


def test_cells_in_view_are_those_that_a_plain_search_finds() -> None:
    """Against squares sampled point by point, for one, two and no observers."""
    grower = growth(hills()).grower
    for k in range(count(60)):
        draws = Stream(5, "watchers", str(k)).uniform(0, 7)
        points = (draws[:6].reshape(3, 2) - 0.5)[: 1 + k % 3] * (400.0 + 1500.0 * draws[6])
        found = visible(grower, points)
        low = np.floor(points.min(0) / CELL_M).astype(int) - 3
        high = np.floor(points.max(0) / CELL_M).astype(int) + 4
        edge = np.linspace(0.0, CELL_M, 41)
        for i, j in itertools.product(range(low[0], high[0]), range(low[1], high[1])):
            x, y = np.meshgrid(i * CELL_M + edge, j * CELL_M + edge)
            gap = min(float(np.hypot(x - p[0], y - p[1]).min()) for p in points)
            if abs(gap - SPEC.view_m) > 3.0:
                assert ((i, j) in found) == (gap < SPEC.view_m)
    assert visible(grower, np.zeros((0, 2))) == frozenset()


def test_cells_are_kept_a_while_when_they_go_out_of_view() -> None:
    grower = growth(hills()).grower
    live: frozenset[Index] = frozenset()
    changes = 0
    for x in np.concatenate([np.linspace(0.0, 40.0, 200), np.linspace(40.0, 0.0, 200)]):
        wanted = visible(grower, [[x, 0.0]], live)
        assert visible(grower, [[x, 0.0]]) <= wanted
        assert wanted <= visible(grower, [[x, 0.0]], view_m=SPEC.view_m + KEEP_M)
        changes += wanted != live
        live = wanted
    assert changes <= 6, "who hovers at a border makes and drops nothing"


def test_ground_and_growth_have_no_seams() -> None:
    """At the borders of cells heights and normals go on, and as much grows as elsewhere."""
    scene = hills().with_cells(itertools.product(range(-4, 4), range(-4, 4)))
    along = np.linspace(-380.0, 380.0, 2000)
    for border in (-2, 0, 3):
        west = np.column_stack((np.full(2000, border * CELL_M - 1e-7), along))
        east = west + np.array([2e-7, 0.0])
        assert np.abs(scene.height(west) - scene.height(east)).max() < 1e-6
        assert np.abs(scene.normal(west) - scene.normal(east)).max() < 1e-6
        assert (scene.surface(west) != scene.surface(east)).mean() < 1e-3
    x, y = scene.things.position[:, 0], scene.things.position[:, 1]
    offset = np.minimum(np.mod(x, CELL_M), np.mod(y, CELL_M))
    band = 6.0
    near = int((offset < band).sum())
    share = 1.0 - (1.0 - band / CELL_M) ** 2
    assert near == pytest.approx(share * len(x), rel=0.08)


def test_what_grows_stays_within_its_cell_and_bears_its_id() -> None:
    scene = hills().with_cells([(0, 0), (-5, 2), (900, -1000)])
    for cell in growth(scene).cells:
        inside = np.floor(cell.things.position[:, :2] / CELL_M)
        assert (inside == cell.index).all()
        for ident in (*cell.things.ident[:50].tolist(), *cell.objects.ident[:50].tolist()):
            assert cell_of(ident) == cell.index
        ground = scene.height(cell.things.position[:, :2])
        assert (cell.things.position[:, 2] <= ground + 1e-9).all()
        assert (cell.things.position[:, 2] > ground - 1.0).all()
    idents = np.concatenate([scene.objects.ident, scene.things.ident])
    assert len(np.unique(idents)) == len(idents)


def test_ids_know_their_cells_to_the_ends_of_the_world() -> None:
    for index in ((0, 0), (-1, 5), (-FURTHEST, FURTHEST - 1), (FURTHEST - 1, -FURTHEST)):
        idents = ids_in(index, np.array([0, 1, (1 << 18) - 1]))
        assert len(np.unique(idents)) == 3
        assert {cell_of(int(ident)) for ident in idents} == {index}
        assert {cell_of(int(ident) + 257) for ident in idents} == {index}, "solids of a thing"
    assert cell_of(int(hills().objects.ident[0])) is not None
    assert cell_of((1 << 62) - 1) is None
    with pytest.raises(UserError, match=r"cell \(65536, 0\).*make the cells larger"):
        ids_in((FURTHEST, 0), np.zeros(1))


def test_density_is_obeyed_and_thinning_takes_away_only() -> None:
    """Who grows at a lower density grows at a higher one too, at the same place."""
    counts, before = [], None
    for density in (0.1, 0.3, 0.6, 1.0):
        grower = growth(generate.make(replace_density(density), seed=3)).grower
        cells = [make_cell(grower, (i, 2), ()) for i in range(4)]
        where = {
            int(ident): tuple(place)
            for cell in cells
            for ident, place in zip(cell.things.ident, cell.things.position.tolist(), strict=True)
        }
        counts.append(len(where))
        if before is not None:
            assert {ident: place[:2] for ident, place in before.items()}.items() <= {
                ident: place[:2] for ident, place in where.items()
            }.items()
        before = where
    assert all(b > 1.3 * a for a, b in itertools.pairwise(counts))


def replace_density(density: float) -> Hills:
    return Hills(size_m=192.0, view_m=100.0, density=density)


def test_rows_follow_their_objects_when_cells_come_and_go() -> None:
    before = hills().with_cells([(0, 0), (1, 0), (2, 0), (5, 5)])
    after = before.with_cells([(-3, 0), (1, 0), (5, 5), (9, 9)])
    rows = np.arange(len(before.objects))
    moved = growth(before).new_rows(rows, growth(after))
    for old, new in zip(rows.tolist(), moved.tolist(), strict=True):
        home = cell_of(int(before.objects.ident[old]))
        if home in growth(after).live:
            assert after.objects.ident[new] == before.objects.ident[old]
        else:
            assert new == -1
    assert (moved >= 0).sum() > 100


def test_edits_outlast_the_cells_they_were_made_in() -> None:
    home = [(0, 1), (1, 1)]
    scene = hills().with_cells(home)
    trunks = [int(o) for o in np.unique(scene.objects.owner) if cell_of(int(o)) in home][:3]
    gone, moved = trunks[0], trunks[1]
    post = AddObject(shape="cylinder", position_m=(10.0, 5.0, 1.0), half_m=(0.1, 0.1, 1.0),
                     name="post")  # fmt: skip
    away = MoveObject(which=moved, position_m=(2000.0, 0.0, 0.0))
    name = scene.objects.name_of(scene.objects.row_of(gone))
    edited = scene.with_edits([RemoveObject(which=name), away, post])
    far = edited.with_cells([(20, 0), (21, 0)])
    assert cell_of(moved) in growth(far).live, "what was moved is where it was put"
    assert far.objects.row_of("post") == len(far.objects) - 1
    rows = growth(edited).new_rows(np.array([len(edited.objects) - 1]), growth(far))
    assert rows.tolist() == [far.objects.row_of("post")]
    back = far.with_cells(home)
    assert back.version == 3
    assert gone not in back.things.ident
    assert not (back.objects.owner[back.objects.alive] == gone).any()
    place = back.things.position[back.things.ident == moved]
    assert place.tolist() == [[2000.0, 0.0, 0.0]]
    assert back.digest == edited.digest == far.digest != scene.digest
    assert back.objects.solids.center.tobytes() == edited.objects.solids.center.tobytes()


def test_a_file_holds_an_endless_world(tmp_path: Path) -> None:
    scene = hills().with_cells([(0, 0), (30, -7)]).with_edits([
        AddObject(shape="box", position_m=(1.0, 2.0, 9.0), half_m=(0.5, 0.5, 0.5), name="crate")
    ])  # fmt: skip
    store.save(scene, tmp_path / "hills")
    loaded = store.load(tmp_path / "hills")
    assert loaded.digest == scene.digest
    assert growth(loaded).live == growth(scene).live
    assert loaded.objects.ident.tobytes() == scene.objects.ident.tobytes()
    assert loaded.things.position.tobytes() == scene.things.position.tobytes()
    further = [growth(one.with_cells([(4, 4)])).cells[0] for one in (loaded, scene)]
    assert print_of(further[0]) == print_of(further[1])


def test_nothing_grows_where_robots_start() -> None:
    places = [(500.0, 700.0), (-333.0, 96.0)]
    scene = generate.make(SPEC, seed=3, spawns=places)
    assert visible(growth(scene).grower, places) <= growth(scene).live
    for x, y in places:
        rows, gaps = scene.near((x, y), 120.0)
        assert (gaps >= 6.0).all()
        assert len(rows)


def test_what_is_too_large_is_refused() -> None:
    scene = hills()
    with pytest.raises(UserError, match=r"10,000 cells of the endless world.*at most 4,096"):
        scene.with_cells(itertools.product(range(100), range(100)))
    with pytest.raises(UserError, match=r"covers .* cells; at most 4,096.*smaller part"):
        over(growth(scene).grower, (-1e6, -1e6, 1e6, 1e6))
    assert scene.showing((-1e6, -1e6, 1e6, 1e6)) is scene
    with pytest.raises(UserError, match=r"stay nearer to the origin"):
        scene.with_cells([(FURTHEST, 0)])
    with pytest.raises(UserError, match=r"object 'oak_1': .* is edited by id"):
        scene.with_cells([(0, 0)], edits=[RemoveObject(which="oak_1")])
    with pytest.raises(UserError, match=r"'flat' has no cells: it is not endless"):
        generate.make(Flat(), seed=1).with_cells([(0, 0)])


def test_hills_grow_more_heather_than_anything_and_the_rest_of_a_moor() -> None:
    scene = generate.make(Hills(), seed=1)
    names = np.array([kind.rpartition("_")[0] for kind in scene.things.kinds])
    kinds, counts = np.unique(names[scene.things.kind], return_counts=True)
    assert kinds[np.argmax(counts)] == "heather"
    few = {"pine", "birch", "oak", "juniper", "gorse", "fern", "granite_boulder", "deer"}
    assert few <= set(kinds.tolist())


def test_bare_hills_are_no_more_than_ground() -> None:
    bare = generate.make(Hills(density=0.0), seed=3)
    assert bare.growth is None
    assert len(bare.objects) == len(bare.things) == 0
    assert replace(bare, regions=()).height([[0.0, 0.0]]) == hills().height([[0.0, 0.0]])
