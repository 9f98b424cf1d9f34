"""What is chosen to be drawn, against a plain search; how it is handed over."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from outrider.core.errors import CapacityError
from outrider.scenario.worlds import Forest
from outrider.sim.render import things as drawn
from outrider.sim.render._kernels_cull import CARD, WORDS, arrange, arrange_cards, choose
from outrider.sim.render.levels import LEVELS
from outrider.sim.render.painter import Painter
from outrider.sim.render.pool import Pool
from outrider.sim.render.standing import AS_ITS_PARTS, Standing, standing
from outrider.sim.render.view import looking
from outrider.world import generate
from tests.sim.render.scenes import in_the_wood, painter, wood, yard

FULL = os.environ.get("OUTRIDER_FULL") == "1"
LEAST, SMALLEST, CARDS, DETAIL = 0.004, 0.2, 0.12, 1.6


def chosen(own: Standing, step: int) -> dict[int, int]:
    """Meshes by row, of what the kernel takes."""
    view = in_the_wood(step)
    rows, meshes = np.empty(len(own), np.int32), np.empty(len(own), np.int32)
    found = choose(
        own.cells, own.starts, own.balls, own.kind, own.levels, own.first_mesh, own.layer,
        view.position, view.planes(), DETAIL, LEAST, SMALLEST, CARDS, rows, meshes,
    )  # fmt: skip
    assert len(set(rows[:found].tolist())) == found
    return dict(zip(rows[:found].tolist(), meshes[:found].tolist(), strict=True))


@pytest.mark.parametrize("step", [0, 7, 30])
def test_what_is_chosen_is_what_a_plain_search_finds(step: int) -> None:
    own, view = standing(wood(), Pool()), in_the_wood(step)
    away = own.balls[:, :3] - view.position
    gaps = away @ view.planes()[:, :3].T + view.planes()[:, 3]
    distance = np.linalg.norm(away, axis=1)
    span = 2.0 * own.balls[:, 3] / distance
    seen = (gaps >= -own.balls[:, 3:]).all(axis=1) & (span >= LEAST)
    seen &= 2.0 * own.balls[:, 3] >= SMALLEST
    level = (distance[:, None] * DETAIL > own.levels[own.kind]).sum(axis=1)
    card = (own.layer[own.kind] >= 0) & (span < CARDS)
    wanted = np.where(card, CARD, own.first_mesh[own.kind] + level)
    found = chosen(own, step)
    assert found == {row: int(wanted[row]) for row in np.flatnonzero(seen).tolist()}
    assert len(found) > 100
    assert CARD in found.values()


def test_instances_are_handed_over_in_the_order_of_their_meshes() -> None:
    own, view = standing(wood(), Pool()), in_the_wood()
    found = chosen(own, 0)
    rows = np.array(list(found), np.int32)
    meshes = np.array(list(found.values()), np.int32)
    room = np.zeros((len(rows), WORDS), np.float32)
    commands = np.zeros((len(own.spans) + 1, 5), np.uint32)
    counts = np.zeros(len(own.spans), np.int64)
    draws, triangles = arrange(
        rows, meshes, len(rows), own.poses, own.places, own.looks, view.position, own.spans,
        counts, room, room.view(np.uint32), commands,
    )  # fmt: skip
    by_number = {int(n): k for k, n in enumerate(own.looks[:, 1])}
    told = {}
    for count, amount, first_index, base, first in commands[:draws].tolist():
        mesh = int(np.flatnonzero((own.spans == (first_index, count, base)).all(axis=1))[0])
        for line in room[first : first + amount]:
            row = by_number[int(line.view(np.uint32)[13])]
            told[row] = mesh
            np.testing.assert_allclose(line[9:12], own.places[row] - view.position, rtol=1e-6)
            np.testing.assert_array_equal(line[:9], own.poses[row])
    assert told == {row: mesh for row, mesh in found.items() if mesh != CARD}
    assert triangles == sum(int(own.spans[mesh, 1]) // 3 for mesh in told.values())
    cards = arrange_cards(
        rows, meshes, len(rows), own.poses, own.balls, own.looks, own.kind, own.layer,
        view.position, room, room.view(np.uint32),
    )  # fmt: skip
    assert cards == len(found) - len(told)
    for line in room[:cards]:
        words = line.view(np.uint32)
        row = by_number[int(words[13])]
        assert words[14] >> 16 == own.layer[own.kind[row]]
        assert words[14] & 0xFFFF in (AS_ITS_PARTS, wood().things.label.max())
        assert line[15] == pytest.approx(own.balls[row, 3])


def test_cells_hold_their_instances() -> None:
    own = standing(wood(), Pool())
    for cell, first, end in zip(own.cells, own.starts[:-1], own.starts[1:], strict=True):
        balls = own.balls[first:end]
        reach = np.linalg.norm(balls[:, :3] - cell[:3], axis=1) + balls[:, 3]
        assert reach.max() <= cell[3] + 1e-9


def test_too_many_things_in_view_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "MOST", 100)
    with pytest.raises(CapacityError, match="things are in view, more than 100"):
        painter("low").draw(in_the_wood())


def test_numbers_follow_the_ids_of_the_scene() -> None:
    scene = yard()
    numbers = Painter(scene, LEVELS["low"]).idents
    assert numbers[:2].tolist() == [-1, -1]
    assert numbers[2:].tolist() == sorted(scene.objects.ident.tolist())


def test_cost_hardly_grows_with_the_number_of_things() -> None:
    """Four times as many things (sixteen times in full) cost half as much again at most (twice)."""
    views = [
        looking((0.0, 0.0, 8.0), (math.cos(a), math.sin(a), 7.9), size=(256, 256), fov_rad=1.4)
        for a in np.arange(4) * 0.5 * math.pi
    ]
    sizes, bounds = (250.0, 1000.0 if FULL else 500.0), (16.0, 2.0) if FULL else (4.0, 1.5)
    things, triangles = [], []
    for size in sizes:
        scene = generate.make(Forest(size_m=size), seed=3)
        drawn_by = Painter(scene, LEVELS["low"])
        things.append(len(scene.things))
        triangles.append(sum(drawn_by.draw(view).triangles for view in views))
    assert things[1] > bounds[0] * things[0]
    assert triangles[0] < triangles[1] < bounds[1] * triangles[0]
