"""The asset, the recipe and the look of docs/worlds.md work as they stand there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outrider.core import registry
from outrider.scenario.load import parse
from outrider.scenario.worlds import PluginWorld
from outrider.world import generate, store
from outrider.world.archetype import Archetype
from outrider.world.furnishing import read_context
from tests.house.sources import ROOT
from tests.installed import assets

PAGE = (ROOT / "docs" / "worlds.md").read_text(encoding="utf-8")


def blocks(language: str = "python") -> list[str]:
    """The Python of the page, or what else."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


def run(code: str) -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(compile(code, "docs/worlds.md", "exec"), space)
    return space


def test_all_are_under_forty_lines() -> None:
    assert [len(code.splitlines()) < 40 for code in blocks()] == [True, True, True]


def test_the_asset_is_sound() -> None:
    maker = run(blocks()[0])["totem"]
    made: list[Archetype] = [maker(k) for k in range(2)]
    assert [round(a.height_m, 2) for a in made] == [2.8, 3.4]
    assert all(a.mesh.is_closed() for a in made)


def test_the_asset_is_placed_and_strewn_in_a_world(tmp_path: Path) -> None:
    """As its package offers it, by the scenario of the page."""
    (offer,) = blocks("toml")
    points = tomllib.loads(offer)["project"]["entry-points"]["outrider.assets"]
    assert points == {"totem": "totems:totem"}
    (world,) = [text for text in blocks("yaml") if "totem" in text]
    with assets(tmp_path, blocks()[0], "totem"):
        scene = generate.world_of(parse(f"name: totems\n{world}"))
        own = scene.objects.id_of("landmark")
        (row,) = np.flatnonzero(scene.things.ident == own)
        assert scene.things.kinds[scene.things.kind[row]] == "totem_1"
        assert len(scene.things) > 100
        assert {name.rpartition("_")[0] for name in scene.things.kinds} == {"totem"}
        eye = [[2.0, 0.0, scene.height([[4.0, 0.0]])[0] + 1.5]]
        towards, _ = scene.cast(eye, [[1.0, 0.0, 0.0]], range_m=9.0)
        assert towards[0] == pytest.approx(2.0 - 0.18, abs=1e-6)
        store.save(scene, tmp_path / "totems.orw")
        assert store.load(tmp_path / "totems.orw").digest == scene.digest


def test_the_context_of_a_room_is_read() -> None:
    (text,) = blocks("json")
    context = read_context(text)
    assert (context.name, context.furnishing.people[0].colour) == ("lab", "red")


def test_the_recipe_makes_a_world(monkeypatch: Any) -> None:
    recipe = run(blocks()[1])["make_hill"]
    monkeypatch.setattr(registry, "plugin", lambda group, name: recipe)
    spec = PluginWorld(plugin="hill", parameters={"height_m": 20.0})
    scene = generate.make(spec, seed=4)
    assert scene.height([(0.0, 0.0)])[0] > 17.0
    north = scene.things.position[:, 1] > 0
    assert len(scene.things) > 100
    assert north.mean() > 0.99
    assert np.array_equal(scene.things.position, generate.make(spec, seed=4).things.position)


def test_the_look_from_within_shows_the_lake_and_names_what_is_there() -> None:
    space = run(blocks()[2])
    picture, painter, scene = space["picture"], space["painter"], space["scene"]
    assert picture.colour.shape == (480, 640, 3)
    assert (picture.instance[240:] > 0).mean() > 0.9
    drawn = set(painter.idents[np.unique(picture.instance)].tolist()) - {-1}
    assert len(drawn) > 10
    assert drawn <= set(scene.things.ident.tolist())
    assert (np.unique(picture.instance) < len(painter.idents)).all()
