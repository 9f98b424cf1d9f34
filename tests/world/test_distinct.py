"""Every world is one of its own: its figures, what grows and stands in it, how it is made."""

from __future__ import annotations

import ast
import itertools
import math
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from outrider.world import generate
from outrider.world.library import families as word_families
from outrider.world.library import makers, sized
from outrider.world.objects import NOBODY
from outrider.world.scene import Scene
from outrider.world.stats import WorldStats, statistics
from tests.counts import count
from tests.world.kinds import SMALL, made

F64 = NDArray[np.float64]
SEEDS: Final = range(1, 3 + (count(10) > 1))
APART: Final = 0.5
"""Least distance of two worlds, in standard deviations of each figure."""
PACKAGE: Final = Path(generate.__file__).parent
CLASSES: Final = ("tree", "trunk")


def figures(found: WorldStats) -> list[float]:
    """Relief, density, occlusion, likeness and colour, on scales that can be compared."""
    return [
        math.log10(1.0 + found.relief_m), found.slope_deg / 10.0,
        math.log10(1.0 + found.density_per_ha), found.occlusion, found.self_similarity,
        *(share / 255.0 for share in found.colour),
    ]  # fmt: skip


@cache
def table() -> F64:
    """``(worlds, seeds, figures)`` in standard deviations over all worlds."""
    rows = np.array([[figures(statistics(made(name, s))) for s in SEEDS] for name in SMALL])
    return np.asarray(rows / rows.std(axis=(0, 1)))


def test_figures_tell_every_world_from_every_other() -> None:
    every = dict(zip(SMALL, table(), strict=True))
    for a, b in itertools.combinations(every, 2):
        away = np.linalg.norm(every[a][:, None] - every[b], axis=2)
        assert away.min() > APART, (a, b, away.min())


def test_seeds_of_a_world_are_nearer_to_each_other_than_to_any_other_world() -> None:
    every = dict(zip(SMALL, table(), strict=True))
    for name, own in every.items():
        pairs = itertools.combinations(own, 2)
        within = np.mean([np.linalg.norm(a - b) for a, b in pairs])
        for other, rows in every.items():
            away = np.linalg.norm(own[:, None] - rows, axis=2).mean()
            assert other == name or within < away, (name, other, within, away)


def family(kind: str) -> str:
    """The maker of an archetype, whatever its size and variant."""
    maker = kind.rpartition("_")[0]
    if maker in makers():
        return maker
    first, last = maker.partition("_")[0], maker.rpartition("_")[0]
    assert last in sized() or first in word_families()
    return last if last in sized() else first


@cache
def families(name: str) -> frozenset[str]:
    """Species and makers of the things of a world, and classes of its plain structures."""
    found: set[str] = set()
    for seed in (1, 2):
        scene = made(name, seed)
        found |= {family(scene.things.kinds[k]) for k in np.unique(scene.things.kind).tolist()}
        plain = scene.objects.solids.semantic[scene.objects.owner == NOBODY]
        found |= {scene.classes[k].name for k in np.unique(plain).tolist()}
    return frozenset(found)


@pytest.mark.parametrize("name", SMALL)
def test_every_world_has_three_species_or_structures_that_no_other_has(name: str) -> None:
    others = frozenset[str]().union(*(families(other) for other in SMALL if other != name))
    assert len(families(name) - others) >= 3, families(name) - others


@cache
def layers(name: str) -> frozenset[int]:
    """What the ids of a world's things and plain solids begin with: a hash of each layer's name."""
    scene = made(name)
    own = scene.objects.ident[scene.objects.owner == NOBODY]
    return frozenset((np.concatenate([scene.things.ident, own]) >> 32).tolist())


@pytest.mark.parametrize("name", SMALL)
def test_every_world_has_layers_that_no_other_has(name: str) -> None:
    others = frozenset[int]().union(*(layers(other) for other in SMALL if other != name))
    assert layers(name) - others


def functions_of(name: str) -> set[str]:
    """Functions and methods in the modules that only this world's recipe is made of."""
    own = _modules(name) - set().union(*(_modules(other) for other in SMALL if other != name))
    return {
        f"{module}.{node.name}"
        for module in own
        for node in ast.walk(ast.parse(_file(module).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }


def _file(module: str) -> Path:
    return PACKAGE.joinpath(*module.split(".")[2:]).with_suffix(".py")


@cache
def _modules(name: str) -> frozenset[str]:
    """The modules of recipes that a world's recipe imports, by and by, and its own."""
    recipe = generate.RECIPES[type(SMALL[name])]
    found, queue = set[str](), [recipe.__module__]
    while queue:
        module = queue.pop()
        if module in found:
            continue
        found.add(module)
        for node in ast.walk(ast.parse(_file(module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("outrider.world."):
                queue += [str(node.module)] if "recipes." in str(node.module) else []
    return frozenset(found)


@pytest.mark.parametrize("name", SMALL)
def test_every_world_is_made_by_code_of_its_own(name: str) -> None:
    assert len(functions_of(name)) >= 3


def trees(scene: Scene) -> list[tuple[str, int]]:
    """Kinds of trees of a world with the triangles of their nearest level of detail."""
    used = np.unique(scene.things.kind).tolist()
    return [
        (scene.things.kinds[k], len(scene.things.archetypes[k].mesh))
        for k in used
        if scene.things.archetypes[k].semantic in CLASSES
    ]


@pytest.mark.parametrize("name", SMALL)
def test_trees_are_rich_up_close(name: str) -> None:
    found = trees(made(name)) + trees(made(name, 2))
    assert found or name in {"volcanic", "glacier", "warehouse"}
    for kind, triangles in found:
        assert triangles >= 3000, (kind, triangles)
