"""Classes of a world of its own: numbers, colours, kinship, and that all who tell know them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from outrider import scenario
from outrider.cli import main
from outrider.core.errors import EditError, OutriderError, UnsafeFileError
from outrider.core.safeio import load_arrays, save_arrays
from outrider.run.session import Session
from outrider.scenario.classes import CLASSES, MAX_OWN, OwnClass
from outrider.scenario.schema import BoxProp, Scenario
from outrider.scenario.worlds import Asset, Box, Flat
from outrider.world import generate, store
from outrider.world.edits import AddObject
from outrider.world.overview import class_map
from outrider.world.scene import Scene
from outrider.world.semantics import class_rows, number_of, table_of
from outrider.world.stats import statistics

OWN = (
    OwnClass(name="drum", colour=(250, 10, 10), parent="tank", friction=0.3),
    OwnClass(name="oil_drum", parent="drum"),
    OwnClass(name="shrub", parent="bush"),
)
BUILT_IN = len(CLASSES)


def made() -> Scene:
    return generate.make(
        Flat(
            classes=OWN,
            objects=(
                Box(position_m=(0, 20), size_m=(8, 8, 4), semantic="drum", name="d0"),
                Box(position_m=(20, 0), size_m=(8, 8, 4), semantic="oil_drum"),
                Asset(position_m=(-20, 0), asset="oak", semantic="shrub", name="tree0"),
                Asset(position_m=(0, -20), asset="crate", scale=2.0, heading_rad=0.5),
            ),
        ),
        seed=3,
    )


def test_a_world_with_300_classes_of_its_own_loads() -> None:
    lines = [
        f"    - {{name: thing_{k}, parent: {'wall' if k % 2 else 'tank'}}}" for k in range(300)
    ]
    objects = "  objects: [{kind: post, position_m: [9, 9], semantic: thing_299, name: last}]"
    text = "\n".join(["name: many", "world:", "  kind: flat", objects, "  classes:", *lines])
    scene = generate.world_of(scenario.parse(text))
    assert len(scene.classes) == BUILT_IN + 300 > 300
    assert scene.classes[:BUILT_IN] == CLASSES
    assert [entry.name for entry in scene.classes[BUILT_IN:]] == [f"thing_{k}" for k in range(300)]
    last = scene.objects.row_of("last")
    assert scene.objects.solids.semantic[last] == BUILT_IN + 299 > 255
    colours = [entry.colour for entry in scene.classes]
    assert len(set(colours)) == len(colours)


def test_the_fullest_table_has_different_colours_and_fits_16_bits() -> None:
    own = tuple(OwnClass(name=f"c{k}") for k in range(MAX_OWN))
    table = table_of(own)
    assert len(table) - 1 <= np.iinfo(np.uint16).max
    assert len({entry.colour for entry in table}) == len(table)
    # The palette is fixed: a class keeps its colour when others are added behind it.
    assert table_of(own[:50]) == table[: BUILT_IN + 50]


def test_colours_of_the_palette_stay_away_from_those_that_are_given() -> None:
    own = tuple(
        OwnClass(name=f"c{k}", colour=(k, 128, 0) if k % 2 else None) for k in range(1, 250)
    )
    table = table_of(own)
    given = [entry.colour for entry in CLASSES]
    given += [entry.colour for entry in own if entry.colour is not None]
    chosen = [entry.colour for entry in table if entry.colour not in given]
    away = np.abs(np.array(chosen)[:, None] - np.array(given)).max(axis=2)
    assert len(chosen) == 124
    assert away.min() > 12


def test_colours_do_not_run_out_when_all_is_near_to_one_that_is_given() -> None:
    lattice = range(12, 256, 25)
    grid = [(r, g, b) for r in lattice for g in lattice for b in lattice]
    own = [OwnClass(name=f"g{k}", colour=colour) for k, colour in enumerate(grid)]
    own += [OwnClass(name=f"n{k}") for k in range(200)]
    colours = [entry.colour for entry in table_of(tuple(own))]
    assert len(set(colours)) == len(colours)


def test_what_is_left_out_is_as_the_parent_has_it() -> None:
    drum, oil, shrub = made().classes[BUILT_IN:]
    assert (drum.friction, oil.friction) == (0.3, 0.3)
    assert (drum.root, oil.root) == ("tank", "tank")
    assert shrub.friction == CLASSES[number_of("bush")].friction
    rows = class_rows(made().classes)
    assert [row["midgard"] for row in rows[BUILT_IN:]] == ["artificial", "artificial", "bush"]
    assert [row["number"] for row in rows] == list(range(BUILT_IN + 3))


def test_objects_and_things_bear_their_classes() -> None:
    scene = made()
    objects, names = scene.objects, [entry.name for entry in scene.classes]
    assert names[objects.solids.semantic[objects.row_of("d0")]] == "drum"
    rows = objects.rows_of("tree0")
    assert {names[number] for number in objects.solids.semantic[rows]} == {"shrub"}
    oil = int(np.flatnonzero(objects.solids.semantic == BUILT_IN + 1)[0])
    assert objects.name_of(oil).startswith("oil_drum_")
    assert objects.row_of(objects.name_of(oil)) == oil
    assert [names[k] for k in scene.things.semantic] == ["shrub", "box"]
    assert statistics(scene).classes == {"drum": 1, "oil_drum": 1, "shrub": 1, "box": 1}


def test_the_map_shows_their_colours() -> None:
    scene = made()
    picture = class_map(scene, width=120).astype(int)
    for name in ("drum", "oil_drum"):
        colour = np.array(next(entry.colour for entry in scene.classes if entry.name == name))
        # Shade darkens, but the hue stays: compare directions.
        flat = picture.reshape(-1, 3) / np.maximum(
            np.linalg.norm(picture, axis=2).reshape(-1, 1), 1
        )
        likeness = flat @ (colour / np.linalg.norm(colour))
        assert (likeness > 0.999).sum() > 50


def test_edits_name_them_and_are_kept() -> None:
    scene = made()
    box = AddObject(
        shape="box", position_m=(5, 5, 1), half_m=(1, 1, 1), semantic="oil_drum", name="new"
    )
    edited = scene.with_edits([box])
    row = edited.objects.row_of("new")
    assert edited.objects.solids.semantic[row] == BUILT_IN + 1
    assert edited.classes == scene.classes
    plain = generate.make(Flat(), seed=3)
    with pytest.raises(OutriderError, match="semantic class"):
        plain.with_edits([box])
    with pytest.raises(EditError):
        scene.with_edits([AddObject(shape="box", position_m=(0, 0, 0), half_m=(0, 1, 1))])


def test_they_go_through_a_file_and_into_the_digest(tmp_path: Path) -> None:
    scene = made()
    store.save(scene, tmp_path / "scene")
    again = store.load(tmp_path / "scene")
    assert again.digest == scene.digest
    assert again.classes == scene.classes
    np.testing.assert_array_equal(again.things.label, scene.things.label)
    np.testing.assert_array_equal(again.objects.solids.semantic, scene.objects.solids.semantic)
    other = generate.make(Flat(classes=OWN[:2]), seed=3)
    assert other.digest != generate.make(Flat(), seed=3).digest


@pytest.mark.parametrize(
    "forged",
    [
        [{"name": "tank", "colour": [1, 1, 1], "parent": "tank"}],
        [{"name": "a", "colour": [1, 1, 300], "parent": "tank"}],
        [{"name": "a b", "colour": [1, 1, 1], "parent": "tank"}],
        [{"name": "a", "colour": [1, 1, 1], "parent": "nothing"}],
        [],
    ],
)
def test_forged_classes_are_refused(forged: list[dict[str, object]], tmp_path: Path) -> None:
    path = tmp_path / "scene"
    store.save(made(), path)
    held, facts = load_arrays(path)
    assert isinstance(facts, dict)
    save_arrays(path, held, meta={**facts, "classes": forged})
    with pytest.raises(UnsafeFileError):
        store.load(path)


def test_a_session_tells_the_class_of_everything() -> None:
    prop = BoxProp(name="p0", position_m=(3, 3), size_m=(1, 1, 1), mass_kg=1.0, semantic="oil_drum")
    box = Box(position_m=(9, 9), size_m=(1, 1, 1), semantic="drum", name="b0")
    spec = Scenario(name="s", world=Flat(classes=OWN, objects=(box,)), props=(prop,))
    session = Session(scenario.load(spec))
    assert session.class_of("p0").name == "oil_drum"
    assert session.class_of("b0").name == "drum"
    assert session.class_of("b0") == session.scene.classes[BUILT_IN]


def test_the_table_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(scenario.dump(Scenario(name="s", world=Flat(classes=OWN))))
    assert main(["world", "classes", str(file), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows == class_rows(table_of(OWN))
    assert rows[BUILT_IN]["colour"] == [250, 10, 10]
    assert main(["world", "classes"]) == 0
    said = capsys.readouterr().out
    assert "unlabelled" in said
    assert "drum" not in said
    scene = tmp_path / "w.orw"
    store.save(made(), scene)
    assert main(["world", "classes", str(scene)]) == 0
    assert "oil_drum" in capsys.readouterr().out
