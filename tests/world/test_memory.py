"""The assets of a running world take less than 300 MB, as sums of arrays and as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

import pytest

from outrider.world.library import archetype, makers, names_of
from outrider.world.materials import MATERIALS
from outrider.world.memory import asset_memory
from outrider.world.textures import TILE_BYTES, texture
from tests.counts import count
from tests.world.kinds import SMALL, made

MOST: Final = 300e6
RICHEST: Final = ("city", "forest", "campus")
SESSION: Final = """
import sys
from outrider.run.session import load
from outrider.scenario.schema import Robot, Scenario
from outrider.world.library import archetype
from outrider.world.memory import asset_memory
from outrider.world.overview import draw_scene
from outrider.world.block import from_above
from tests.resident import peak_bytes
from tests.world.kinds import WHOLE
name = sys.argv[1]
robots = (Robot(name="ugv0", model="husky", position_m=(0.0, 0.0)),)
sim = load(Scenario(name="memory", world=WHOLE[name], robots=robots))
sim.step(0.1)
before = peak_bytes()
draw_scene(sim.scene, from_above(sim.scene, size=(320, 200)))
kept = archetype.cache_info().currsize
print(asset_memory(sim.scene).total, before, kept, len(sim.scene.things.kinds))
"""
"""Loads a whole world with a robot in it, and draws it, so that all its textures are made."""


@pytest.mark.parametrize("name", SMALL)
def test_meshes_and_textures_of_a_world_take_little(name: str) -> None:
    found = asset_memory(made(name))
    assert found.meshes > 0
    assert found.textures > 0
    assert found.total < MOST, name


def test_the_whole_library_takes_little() -> None:
    """All makers in all variants, as if a world held everything."""
    every = [archetype(name) for maker in makers() for name in names_of(maker)]
    chosen = every[:: 1 if count(10) > 1 else 6]
    scale = len(every) / len(chosen)
    meshes = scale * sum(one.nbytes for one in chosen)
    assert meshes + len(MATERIALS) * TILE_BYTES < MOST


def test_a_tile_is_as_large_as_is_said() -> None:
    for name in ("bark_oak", "water", "leaves_oak"):
        assert texture(MATERIALS[name]).nbytes == TILE_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("name", RICHEST)
def test_a_process_that_runs_a_rich_world_stays_small(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", SESSION, name],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    total, resident, kept, kinds = (int(word) for word in run.stdout.split()[-4:])
    assert total < MOST
    assert resident < 1.2e9
    # The library keeps what the world has, and little besides.
    assert kept <= kinds + 200
