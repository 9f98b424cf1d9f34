"""A swarm in a world: cells of an endless one follow it, it keeps clear of what stands there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import outrider
from outrider.run.session import Session
from outrider.scenario.schema import Scenario, Swarm
from outrider.scenario.worlds import Box, Flat, Forest, Hills
from outrider.sim.engine.fleet import Fleet
from outrider.world.edits import AddObject
from outrider.world.scene import Scene
from tests.sim.engine.teams import SECOND, fingerprint, scenario

ENDLESS = Hills(size_m=96.0, view_m=120.0, relief_m=10.0, seed=3)


def flock(at: tuple[float, float, float], count: int = 16, **more: Any) -> Scenario:
    """A swarm and nobody else."""
    return scenario(swarm=Swarm(model="x500", count=count, position_m=at, name="w"), **more)


def fleet_of(session: Session) -> Fleet:
    fleet = session.engine.fleet
    assert fleet is not None
    return fleet


def ceilings_at(session: Session, points: np.ndarray) -> np.ndarray:
    """Over places that are in the window."""
    kept = fleet_of(session).clearance
    column, row = np.floor((points - kept.origin) / kept.cell_m).astype(int).T
    return np.asarray(kept.ceiling[row, column])


def rays_down(session: Session, step_m: float) -> tuple[np.ndarray, np.ndarray]:
    """Places all over the window, and the height of the highest thing at each."""
    kept, scene = fleet_of(session).clearance, session.scene
    size = np.array(kept.ceiling.shape[::-1]) * kept.cell_m
    axes = [np.arange(0.01, extent, step_m) + low
            for low, extent in zip(kept.origin, size, strict=True)]  # fmt: skip
    points = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    starts = np.column_stack((points, np.full(len(points), 300.0)))
    ranges = scene.cast(starts, [[0.0, 0.0, -1.0]], range_m=1e3)[0]
    return points, 300.0 - ranges


@pytest.mark.parametrize("world", [
    ENDLESS,
    Forest(size_m=120.0, seed=5, density=1.0),
    Flat(objects=(Box(size_m=(30.0, 3.0, 0.2), position_m=(3.0, 0.0, 4.0), pitch_rad=0.3),)),
])  # fmt: skip
def test_nothing_stands_above_the_ceiling(world: Any) -> None:
    """Against rays from above; objects of an edit count like those that stood there before."""
    session = Session(flock((0.0, 0.0, 60.0), world=world))
    session.step(0.06)
    for _ in range(2):
        points, highest = rays_down(session, 0.7)
        assert (ceilings_at(session, points) >= highest - 1e-6).all()
        session.edit_scene([
            AddObject(shape="box", position_m=(5.0, 5.0, 30.0), half_m=(9.0, 1.0, 1.0))
        ])  # fmt: skip


def test_a_wide_flat_roof_lifts_the_ceiling_no_further_than_its_top() -> None:
    roof = Box(size_m=(28.0, 28.0, 0.2), position_m=(0.0, 0.0, 4.0))
    session = Session(flock((0.0, 0.0, 20.0), world=Flat(objects=(roof,))))
    assert fleet_of(session).clearance.ceiling.max() == pytest.approx(4.1)
    away = np.array([[22.5, 22.5], [-22.5, 0.0]])
    assert ceilings_at(session, away) == pytest.approx([0.0, 0.0])


def test_an_endless_world_grows_around_a_swarm_that_is_alone_in_it() -> None:
    session = Session(flock((-700.0, 0.0, 60.0), count=100, world=ENDLESS))
    session.step(0.06)
    growth = session.scene.growth
    assert growth is not None
    edge, view = growth.grower.cell_m, growth.grower.view_m
    places = fleet_of(session).flock.places()
    for i in range(-13, -1):
        for j in range(-6, 7):
            low = np.array([i, j]) * edge
            gap = np.linalg.norm(places - np.clip(places, low, low + edge), axis=1).min()
            # Vehicles in one square of 32 m count as one in its middle, give or take its grain.
            assert (gap > view - 30.0) or (i, j) in growth.live
            assert (gap < view + 30.0) or (i, j) not in growth.live
    points, highest = rays_down(session, 0.7)
    assert (highest > session.scene.height(points) + 2.0).sum() > 30
    assert (ceilings_at(session, points) >= highest - 1e-6).all()


def test_a_vehicle_over_a_tree_of_a_cell_that_grew_later_is_handed_over() -> None:
    """Alone, a kilometre away, with its first place inside of a tree's reach."""
    scene = _far_hills()
    trunk = int(
        np.argmax(scene.objects.footprint[:, 6] - scene.height(scene.objects.solids.center))
    )
    x, y, _ = scene.objects.solids.center[trunk]
    top = float(scene.objects.footprint[trunk, 6])
    session = Session(flock((x, y, top + 0.5), count=1, world=ENDLESS))
    session.step(0.2)
    assert fleet_of(session).holder.max() == 0
    high = Session(flock((x, y, top + 30.0), count=1, world=ENDLESS))
    high.step(0.2)
    assert fleet_of(high).holder.max() == -1


def _far_hills() -> Scene:
    scene = Session(scenario(world=ENDLESS)).scene
    assert scene.growth is not None
    return scene.with_cells([(10, 0), (10, 1), (11, 0), (11, 1)])


def test_a_swarm_in_an_endless_world_goes_on_from_a_file(tmp_path: Path) -> None:
    session = Session(flock((1000.0, 0.0, 12.0), world=ENDLESS))
    session.step(0.5)
    session.save(tmp_path / "state")
    again = outrider.restore(tmp_path / "state")
    assert np.array_equal(fleet_of(again).clearance.ceiling, fleet_of(session).clearance.ceiling)
    for one in (session, again):
        one.step(ns=SECOND)
    assert fingerprint(again) == fingerprint(session)
