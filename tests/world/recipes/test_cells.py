"""MIDGARD's scheme: the grid's formula, the probability of a cell, limits of size and slope."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.scenario.worlds import Cells, GridObject
from outrider.world import generate
from outrider.world.library import archetype
from outrider.world.recipes.cells import cell_edge, cells_of, make_cells
from outrider.world.starts import passable, start_and_goal
from tests.counts import count

BOX = GridObject(asset="crate", size_m=(0.5, 1.5), tilt_max_rad=0.3, slope_max_rad=0.2)


@pytest.mark.parametrize(("resolution", "edge"), [(0.0, 2.0), (0.25, 2.5), (1.0, 4.0)])
def test_the_edge_of_a_cell_follows_the_formula(resolution: float, edge: float) -> None:
    assert cell_edge(Cells(resolution=resolution)) == edge


@pytest.mark.parametrize("difficulty", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_so_many_cells_hold_an_object_and_one_at_most(difficulty: float) -> None:
    spec = Cells(size_m=400.0, difficulty=difficulty)
    points, _ = cells_of(spec, 3)
    cells = int(400.0 / 3.0) ** 2
    sigma = math.sqrt(cells * difficulty * (1 - difficulty))
    assert len(points) == pytest.approx(cells * difficulty, abs=3 * sigma + 1e-9)
    corner = -0.5 * int(400.0 / 3.0) * 3.0
    own = {tuple(c) for c in np.floor((points - corner) / 3.0).astype(int).tolist()}
    assert len(own) == len(points)


def test_what_stands_at_a_lower_difficulty_stands_at_a_higher() -> None:
    easy, hard = (
        make_cells(Cells(difficulty=d, base="flat", things=(BOX,)), seed=4).growth[0]
        for d in (0.3, 0.6)
    )
    assert len(easy) < len(hard)
    assert {tuple(p) for p in easy.position} <= {tuple(p) for p in hard.position}


@pytest.mark.parametrize("asset", ["crate", "granite_boulder", "oak"])
def test_limits_of_size_tilt_and_slope_hold_for_a_thousand_objects(asset: str) -> None:
    entry = GridObject(asset=asset, size_m=(0.8, 2.5), tilt_max_rad=0.25, slope_max_rad=0.18)
    spec = Cells(size_m=240.0, base="hills", difficulty=0.6, things=(entry,), cell_max_m=2.0)
    draft = make_cells(spec, seed=2)
    own = draft.growth[0]
    assert len(own) >= 1000
    height = np.array([archetype(name).height_m for name in own.kinds])[own.kind] * own.scale
    assert height.min() >= 0.8 - 1e-6
    assert height.max() <= 2.5 + 1e-6
    assert height.mean() == pytest.approx(1.65, abs=0.05)
    up = rotation.rotate(own.quaternion, np.broadcast_to([0.0, 0.0, 1.0], (len(own), 3)))
    tilt = np.arccos(np.clip(up[:, 2], -1, 1))
    assert 0.2 < tilt.max() <= 0.25 + 1e-9
    slope = np.arctan(np.hypot(*draft.terrain.sample(own.position[:, :2])[:, 1:].T))
    assert slope.max() <= 0.18 + 1e-9


@pytest.mark.parametrize(
    "base", ["flat", "hills", "forest", "meadow", "volcanic", "glacier", "desert"]
)
def test_obstacles_grow_with_difficulty_on_every_base(base: str) -> None:
    counts = [
        len(generate.make(Cells(size_m=60.0, base=base, difficulty=d), seed=1).objects)  # type: ignore[arg-type]
        for d in (0.0, 0.3, 0.6, 1.0)
    ]
    assert counts[0] < counts[1] < counts[2] < counts[3]


def test_starts_and_goals_are_free_reachable_and_as_far_apart_as_asked() -> None:
    scene = generate.make(Cells(base="meadow", difficulty=0.4), seed=6)
    pairs = start_and_goal(scene, 1, distance_m=(20.0, 40.0), count=count(1000))
    away = np.hypot(*(pairs[:, 0] - pairs[:, 1]).T)
    assert away.min() >= 20.0
    assert away.max() <= 40.0
    where = passable(scene)
    parts = where.at(pairs.reshape(-1, 2)).reshape(-1, 2)
    assert (parts[:, 0] == parts[:, 1]).all()
    assert (parts > 0).all()
    z = scene.height(pairs.reshape(-1, 2))
    assert scene.is_free(np.column_stack((pairs.reshape(-1, 2), z + 0.65)), 0.3).all()
    np.testing.assert_array_equal(
        pairs[:3], start_and_goal(scene, 1, distance_m=(20.0, 40.0), count=3)
    )


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UserError, match="give the larger one as the maximum"):
        cell_edge(Cells(cell_min_m=5.0, cell_max_m=2.0))
    with pytest.raises(UserError, match="at most 250,000"):
        cells_of(Cells(size_m=4000.0, cell_min_m=0.5, cell_max_m=0.5), 1)
    with pytest.raises(UserError, match="no asset named 'oakk'"):
        make_cells(Cells(things=(GridObject(asset="oakk"),)), seed=1)
    scene = generate.make(Cells(base="flat", size_m=40.0), seed=1)
    with pytest.raises(UserError, match="500 to 600 m apart"):
        start_and_goal(scene, 1, distance_m=(500.0, 600.0))
