"""A scene in a file: what is written is what is read, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outrider.core.errors import UnsafeFileError
from outrider.core.safeio import load_arrays, save_arrays
from outrider.scenario.worlds import Asset, Box, Course, Flat, Hills, Slope, Valley
from outrider.world import generate, store
from outrider.world._kernels import Obstacles
from outrider.world.edits import AddObject, MoveObject
from outrider.world.scene import Scene
from tests.counts import count

WORLDS = (
    Flat(objects=(Box(position_m=(3, 3), size_m=(1, 1, 1), name="b"),)),
    Slope(),
    Hills(density=0.2, size_m=60.0),
    Course(base="hills"),
    Valley(relief_m=12.0, width_m=80.0, length_m=300.0),
)

THINGS = Flat(objects=tuple(Asset(asset="oak", position_m=(x, 9.0)) for x in (0.0, 20.0)))


@pytest.mark.parametrize("spec", WORLDS, ids=lambda spec: type(spec).__name__)
def test_round_trip(spec: Any, tmp_path: Path) -> None:
    scene = generate.make(spec, seed=5)
    store.save(scene, tmp_path / "scene")
    again = store.load(tmp_path / "scene")
    assert again.digest == scene.digest
    points = np.random.default_rng(1).uniform(-60, 60, (300, 2))
    np.testing.assert_array_equal(again.height(points), scene.height(points))
    for point in points[:30]:
        for first, second in zip(again.near(point, 9.0), scene.near(point, 9.0), strict=True):
            np.testing.assert_array_equal(first, second)
    assert again.objects.given_names == scene.objects.given_names
    assert again.regions == scene.regions


def test_edits_are_kept_as_edits(tmp_path: Path) -> None:
    scene = generate.make(WORLDS[0], seed=5)
    edited = scene.with_edits(
        [
            AddObject(shape="capsule", position_m=(1, 2, 3), half_m=(1, 1, 2), name="new"),
            MoveObject(which="new", position_m=(9, 9, 9)),
        ]
    )
    store.save(edited, tmp_path / "scene")
    again = store.load(tmp_path / "scene")
    assert again.digest == edited.digest
    assert again.edits == edited.edits
    assert again.base is not None
    assert again.base.digest == scene.digest


def test_a_loaded_scene_needs_no_kernels_of_its_own(tmp_path: Path) -> None:
    """Arrays of another layout or without write permission would be compiled for anew."""
    scene = generate.make(Hills(density=0.2, size_m=60.0), seed=5)
    store.save(scene, tmp_path / "scene")
    again = store.load(tmp_path / "scene")
    for name in Obstacles._fields:
        first, second = getattr(scene.obstacles, name), getattr(again.obstacles, name)
        assert first.dtype == second.dtype
        assert first.flags.writeable == second.flags.writeable
        assert first.flags.c_contiguous
        assert second.flags.c_contiguous


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    store.save(generate.make(WORLDS[0], seed=5), path)
    data = path.read_bytes()
    rng = np.random.default_rng(2)
    for place in rng.integers(0, len(data), count(400)):
        damaged = bytearray(data)
        damaged[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(damaged)
        try:
            again = store.load(path)
        except UnsafeFileError:
            continue
        # Padding between arrays may change; what is read may not.
        assert again.digest == generate.make(WORLDS[0], seed=5).digest
    for length in (0, 7, 30, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(UnsafeFileError):
            store.load(path)


def _forged(path: Path, arrays: dict[str, Any] | None = None, **meta: Any) -> None:
    """A sound container with other content."""
    store.save(generate.make(WORLDS[0], seed=5), path)
    held, facts = load_arrays(path)
    assert isinstance(facts, dict)
    held = {name: value for name, value in {**held, **(arrays or {})}.items() if value is not None}
    save_arrays(path, held, meta={**facts, **meta})


ONE = np.ones((1, 3))


@pytest.mark.parametrize(
    ("arrays", "meta", "reason"),
    [
        ({"kind": np.array([7], "<i4")}, {}, "kind that does not exist"),
        ({"kind": np.array([-1], "<i4")}, {}, "kind that does not exist"),
        ({"kind": np.zeros(2, "<i4")}, {}, "array 'kind'"),
        ({"kind": np.zeros(1, "<i8")}, {}, "array 'kind'"),
        ({"alive": None}, {}, "array 'alive' is nothing"),
        ({"center": ONE * np.nan}, {}, "beyond 1e7"),
        ({"center": ONE * 1e9}, {}, "beyond 1e7"),
        ({"half_size": -ONE}, {}, "not positive"),
        ({"half_size": ONE * np.inf}, {}, "not positive"),
        ({"quaternion": np.zeros((1, 4))}, {}, "not a unit quaternion"),
        ({"semantic": np.array([9999], "<i4")}, {}, "unknown semantic class"),
        ({"center": ONE * 2.0}, {}, "file was changed"),
        ({}, {"format": "other"}, "this version reads"),
        ({}, {"surprise": 1}, "unknown field"),
        ({}, {"seed": "many"}, "not a scene"),
        ({}, {"seed": 6}, "file was changed"),
        # Pictures and maps are named after the kind.
        ({}, {"kind": "../flat"}, "not a scene"),
        ({}, {"kind": "/flat"}, "not a scene"),
        ({}, {"extent": [0, 1]}, "not a scene"),
        ({}, {"extent": [5.0, 5.0, -5.0, -5.0]}, "an extent of -10 x -10 m"),
        ({}, {"extent": [np.nan] * 4}, "number beyond"),
        ({}, {"extent": [0.0, 0.0, 1.0, np.inf]}, "number beyond"),
        ({}, {"cover": {"steep_rad": np.inf}}, "number beyond"),
        ({}, {"sky": {"light": {"sun_height_rad": 0.1}}}, "a light that cannot be"),
        ({"thing_ident": np.array(5)}, {}, "array 'thing_ident'"),
    ],
)
def test_forged_files_are_refused(
    arrays: dict[str, Any], meta: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "scene"
    _forged(path, arrays, **meta)
    with pytest.raises(UnsafeFileError, match=reason):
        store.load(path)


def test_forged_ground_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    feature = {
        "position_m": [0.0, 0.0], "half_m": [1.0, 1.0], "flank_m": [-1.0, 1.0, 1.0],
        "value_m": 1.0,
    }  # fmt: skip
    ground = {"level_m": 0.0, "grade": [0.0, 0.0], "octaves": [], "trough": None}
    _forged(path, ground={**ground, "features": [feature]})
    with pytest.raises(UnsafeFileError, match="sizes must be positive"):
        store.load(path)
    _forged(path, ground={**ground, "features": [feature] * 5000})
    with pytest.raises(UnsafeFileError, match="at most"):
        store.load(path)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"position_m": [np.nan, 0.0]}, "number beyond"),
        ({"heading_rad": np.inf}, "number beyond"),
        # A wheel there would read beyond the table of grips.
        ({"surface": 10**9}, "no built-in class"),
        ({"surface": -2}, "no built-in class"),
    ],
)
def test_features_that_cannot_be_are_refused(
    facts: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "scene"
    sound = {"position_m": [0.0, 0.0], "half_m": [1.0] * 2, "flank_m": [1.0] * 3, "value_m": 1.0}
    ground = {"level_m": 0.0, "grade": [0.0, 0.0], "octaves": [], "trough": None}
    _forged(path, ground={**ground, "features": [{**sound, **facts}]})
    with pytest.raises(UnsafeFileError, match=reason):
        store.load(path)


def test_waves_without_length_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    wave = {"wavelength_m": 0.0, "amplitude_m": 1.0}
    ground = {"level_m": 0.0, "grade": [0.0, 0.0], "octaves": [wave], "trough": None}
    _forged(path, ground={**ground, "features": []})
    with pytest.raises(UnsafeFileError, match="wavelength or width that is not positive"):
        store.load(path)


def test_a_map_without_cells_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    _forged(path, {"surface": np.zeros((0, 0), np.uint8)}, map=[0.0, 0.0, 1.0])
    with pytest.raises(UnsafeFileError, match="array 'surface' is missing or no grid"):
        store.load(path)


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ({"type": "remove", "which": "heather_1"}, "edited by id"),
        ({"type": "move", "which": "heather_1", "position_m": [0.0, 0.0, 0.0]}, "edited by id"),
        ({"type": "light", "light": {"sun_height_rad": 0.1}}, "give both"),
    ],
)
def test_forged_edits_of_an_endless_world_are_refused(
    edit: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "scene"
    store.save(generate.make(WORLDS[2], seed=5), path)
    held, facts = load_arrays(path)
    assert isinstance(facts, dict)
    save_arrays(path, held, meta={**facts, "edits": [edit]})
    with pytest.raises(UnsafeFileError, match=reason):
        store.load(path)


def test_forged_cells_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    store.save(generate.make(WORLDS[2], seed=5), path)
    held, facts = load_arrays(path)
    assert isinstance(facts, dict)
    save_arrays(path, held, meta={**facts, "growth": {**facts["growth"], "cells": [[2**62, 0]]}})
    with pytest.raises(UnsafeFileError, match="stay nearer to the origin"):
        store.load(path)


def test_two_things_of_one_id_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    store.save(generate.make(THINGS, seed=5), path)
    held, facts = load_arrays(path)
    save_arrays(path, {**held, "thing_ident": np.zeros_like(held["thing_ident"])}, meta=facts)
    with pytest.raises(UnsafeFileError, match="two things bear one id"):
        store.load(path)


def test_two_objects_of_one_id_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    scene: Scene = generate.make(Course(), seed=5)
    store.save(scene, path)
    held, facts = load_arrays(path)
    save_arrays(path, {**held, "ident": np.zeros_like(held["ident"])}, meta=facts)
    with pytest.raises(UnsafeFileError, match="two objects bear one id"):
        store.load(path)


def test_a_limit_of_size_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "scene"
    store.save(generate.make(WORLDS[2], seed=5), path)
    with pytest.raises(UnsafeFileError, match="at most 1,000"):
        store.load(path, max_bytes=1000)
