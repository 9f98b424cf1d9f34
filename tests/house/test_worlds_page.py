"""The asset and the recipe of docs/worlds.md work as they stand there."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from outrider.core import registry
from outrider.scenario.worlds import PluginWorld
from outrider.world import generate
from outrider.world.archetype import Archetype
from tests.house.sources import ROOT


def blocks() -> list[str]:
    """The Python of the page."""
    text = (ROOT / "docs" / "worlds.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def run(code: str) -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(compile(code, "docs/worlds.md", "exec"), space)
    return space


def test_both_are_under_forty_lines() -> None:
    assert [len(code.splitlines()) < 40 for code in blocks()] == [True, True]


def test_the_asset_is_sound() -> None:
    maker = run(blocks()[0])["totem"]
    made: list[Archetype] = [maker(k) for k in range(2)]
    assert [round(a.height_m, 2) for a in made] == [2.8, 3.4]
    assert all(a.mesh.is_closed() for a in made)


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
