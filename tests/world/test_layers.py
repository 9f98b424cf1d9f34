"""Layers of a world are made each for itself: changing one leaves the ids of the others."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from outrider.scenario.worlds import AnyWorld
from outrider.world import generate
from outrider.world.scene import Scene
from tests.counts import count
from tests.world.kinds import SMALL, made

CHANGES: Final[tuple[tuple[str, str, float, int], ...]] = (
    ("city", "traffic", 0.0, 1), ("campus", "cars", 0.0, 1), ("warehouse", "clutter", 0.0, 1),
    ("factory", "age", 0.9, 1), ("forest", "clearings", 0.9, 3),
)  # fmt: skip
"""World, parameter, its other value, and how many layers it is about."""
DENSER: Final = {"warehouse": "fill", "city": "traffic"}
"""The parameter that says how full a world is, where it is not its density."""
FULLER: Final = tuple(SMALL) if count(10) > 1 else ("city", "campus", "warehouse", "farm", "valley")


def changed(name: str, parameter: str, value: float) -> AnyWorld:
    return replace(SMALL[name], **{parameter: value})


def layers(scene: Scene) -> dict[int, NDArray[np.float64]]:
    """By what the ids of a layer begin with: its things in rows, with ids and poses."""
    own = scene.things
    rows = np.column_stack((own.ident & 0xFFFFFFFF, own.position, own.quaternion, own.scale))
    return {int(head): rows[own.ident >> 32 == head] for head in np.unique(own.ident >> 32)}


@pytest.mark.parametrize(("name", "parameter", "value", "most"), CHANGES)
def test_changing_one_layer_leaves_the_ids_and_places_of_the_others(
    name: str, parameter: str, value: float, most: int
) -> None:
    before = layers(made(name))
    after = layers(generate.make(changed(name, parameter, value), seed=1))
    nothing = np.zeros(0)
    same = [head for head in before if np.array_equal(before[head], after.get(head, nothing))]
    assert len(before) - most <= len(same) < len(before)


@pytest.mark.parametrize("name", SMALL)
def test_ids_are_unique_and_the_same_when_made_again(name: str) -> None:
    scene = made(name)
    assert len(np.unique(scene.things.ident)) == len(scene.things)
    assert len(np.unique(scene.objects.ident)) == len(scene.objects)
    owners = scene.objects.owner[scene.objects.owner >= 0]
    assert np.isin(owners, scene.things.ident).all()


@pytest.mark.parametrize("name", FULLER)
def test_fuller_worlds_hold_more_obstacles(name: str) -> None:
    parameter = DENSER.get(name, "density")
    few, many = (
        generate.make(changed(name, parameter, value), seed=3).objects.alive.sum()
        for value in (0.1, 0.9)
    )
    assert few < many
