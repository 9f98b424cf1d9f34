"""Close pairs are those that scipy's tree finds, at every tick, however the swarm moves."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from outrider.core.errors import UserError
from outrider.sim.physics.swarm import Swarm
from tests.counts import count
from tests.sim.swarm.fleet import ABOVE, model, scattered, swarm


def brute(many: Swarm, radius_m: float) -> NDArray[np.int64]:
    pairs = cKDTree(many.state().position).query_pairs(radius_m, output_type="ndarray")
    ordered: NDArray[np.int64] = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    return ordered


def crowd(n: int, seed: int, *, box_m: float, threads: int = 1) -> Swarm:
    """A swarm in a box, each vehicle on its way to somewhere else in it."""
    draw = np.random.default_rng(seed)
    many = swarm(n, model(), threads=threads, dt_s=0.004)
    many.put(np.arange(n), scattered(n, 4, seed)._replace(position=draw.uniform(0, box_m, (n, 3))))
    aims = np.zeros((n, 8))
    aims[:, :3], aims[:, 7] = draw.uniform(0, box_m, (n, 3)), 1.0
    many.setpoints = aims
    return many


@pytest.mark.parametrize(
    ("n", "box_m", "radius_m", "skin_m"),
    [(1000, 12.0, 1.0, 1.0), (1003, 40.0, 1.0, 0.3), (517, 8.0, 0.4, 2.0), (40, 3.0, 1.5, 0.05)],
)
def test_pairs_are_those_of_brute_force_at_every_tick(
    n: int, box_m: float, radius_m: float, skin_m: float
) -> None:
    many = crowd(n, n, box_m=box_m)
    seen = 0
    for _ in range(count(2000)):
        many.step()
        found, expected = many.close_pairs(radius_m, skin_m=skin_m), brute(many, radius_m)
        assert np.array_equal(found, expected)
        seen += len(found)
    assert seen > 0


def test_a_drifting_crowd_needs_no_new_search() -> None:
    many = swarm(500, model())
    start = scattered(500, 4, 4, wild=0.0)
    many.put(np.arange(500), start)
    many.close_pairs(1.0)
    searches = many._neighbours
    assert searches is not None
    for step in range(1, 40):
        many.move(np.arange(500), start._replace(position=start.position + 5.0 * step))
        assert np.array_equal(many.close_pairs(1.0), brute(many, 1.0))
    assert searches.rebuilds == 1


def test_vehicles_that_jump_are_found_where_they_land() -> None:
    many = crowd(300, 7, box_m=30.0)
    draw = np.random.default_rng(1)
    for _ in range(50):
        many.close_pairs(2.0)
        ids = draw.choice(300, 5, replace=False)
        rows = many.state(ids)
        here = many.state(draw.choice(300, 5)).position + draw.normal(size=(5, 3))
        many.move(ids, rows._replace(position=here))
        assert np.array_equal(many.close_pairs(2.0), brute(many, 2.0))


@pytest.mark.parametrize("origin_m", [0.0, 20e3, -1e6])
def test_far_from_the_origin_and_on_cell_borders(origin_m: float) -> None:
    side = np.arange(6.0) + origin_m
    points = np.stack(np.meshgrid(side, side, side), axis=-1).reshape(-1, 3)
    many = swarm(len(points), model())
    many.place(points)
    # The lattice constant is 1 m: 1 is not closer than 1, the diagonal is closer than 1.5.
    assert len(many.close_pairs(1.0)) == 0
    assert np.array_equal(many.close_pairs(1.5), brute(many, 1.5))
    assert len(many.close_pairs(1.5)) == 3 * 36 * 5 + 6 * 6 * 25


def test_a_heap_larger_than_the_room_for_pairs() -> None:
    many = swarm(200, model())
    many.place(np.random.default_rng(3).normal(size=(200, 3)) * 0.1 + ABOVE)
    assert len(many.close_pairs(5.0)) == 200 * 199 // 2


def test_threads_change_nothing() -> None:
    one, two = (crowd(5000, 9, box_m=25.0, threads=threads) for threads in (1, 2))
    for _ in range(40):
        one.step()
        two.step()
        assert np.array_equal(one.close_pairs(1.0), two.close_pairs(1.0))
    assert one.save()["state"].tobytes() == two.save()["state"].tobytes()


def test_a_radius_must_be_above_zero() -> None:
    with pytest.raises(UserError, match="radius_m is 0"):
        swarm(2, model()).close_pairs(0.0)
