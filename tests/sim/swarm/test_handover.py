"""Who leaves the swarm for the contact world, and what happens to those who are parked."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from outrider.core.errors import UserError
from outrider.sim.physics.swarm import Clearance, Rows, Swarm
from tests.sim.swarm.fleet import DT, aims, digest, energy, model, scattered, swarm


def busy(n: int = 53, *, threads: int = 1) -> Swarm:
    many = swarm(n, model(), threads=threads)
    many.put(np.arange(n), scattered(n, 4, 21))
    many.setpoints = aims(n, 22)
    many.set_wind([1.0, 2.0, 0.0])
    return many


@pytest.mark.parametrize("n", [1, 15, 16, 17, 255, 256, 257, 300])
def test_a_vehicle_flies_the_same_bytes_in_a_swarm_of_any_size(n: int) -> None:
    few, many = swarm(n, model()), swarm(300, model())
    start = scattered(300, 4, 1)
    for one in (few, many):
        one.put(np.arange(one.n), Rows(*(block[: one.n] for block in start)))
        one.setpoints = aims(300, 2)[: one.n]
        one.step(20)
    ids = np.arange(n)
    for a, b in zip(few.state(), many.state(ids), strict=True):
        assert a.tobytes() == b.tobytes()


def test_parked_vehicles_keep_every_bit_and_leave_others_alone() -> None:
    free, some = busy(), busy()
    chosen = np.array([0, 3, 16, 17, 31, 52])
    block = np.arange(32, 48)
    taken = some.take(np.concatenate([chosen, block]))
    for _ in range(30):
        free.step(3)
        some.step(3)
    parked = some.parked
    assert set(np.flatnonzero(parked)) == {*chosen, *block}
    for before, after in zip(taken, some.state(np.concatenate([chosen, block])), strict=True):
        assert before.tobytes() == after.tobytes()
    flying = np.flatnonzero(~parked)
    for a, b in zip(free.state(flying), some.state(flying), strict=True):
        assert a.tobytes() == b.tobytes()


def test_taken_and_put_back_at_once_changes_nothing() -> None:
    a, b = busy(), busy()
    for _ in range(20):
        a.step()
        b.step()
        b.put([5, 40], b.take([5, 40]))
    assert digest(a) == digest(b)
    assert not b.parked.any()


def test_the_change_over_neither_jumps_nor_adds_energy() -> None:
    many = busy()
    before = many.state()
    rows = many.take(np.arange(53))
    many.put(np.arange(53), rows)
    after = many.state()
    assert np.array_equal(energy(model(), before), energy(model(), after))
    assert np.array_equal(before.position, after.position)


def test_low_vehicles_are_those_under_the_ceiling() -> None:
    draw = np.random.default_rng(6)
    n = 1000
    points = draw.uniform([-10, -10, 0], [40, 30, 20], (n, 3))
    many = swarm(n, model())
    many.place(points)
    ceiling = draw.uniform(2.0, 8.0, (7, 11))
    ground = Clearance(ceiling, (-2.0, 1.0), 3.0, 1.0, 1.5)
    column = np.floor((points[:, 0] + 2.0) / 3.0).astype(int)
    row = np.floor((points[:, 1] - 1.0) / 3.0).astype(int)
    inside = (column >= 0) & (column < 11) & (row >= 0) & (row < 7)
    top = np.where(inside, ceiling[row.clip(0, 6), column.clip(0, 10)], 1.0)
    low = np.flatnonzero(points[:, 2] < top + 1.5)
    assert np.array_equal(many.low(ground), low)
    assert 50 < len(low) < n


def test_the_smallest_ids_get_the_slots_and_the_others_wait() -> None:
    many = swarm(20, model())
    points = np.column_stack([np.arange(20) * 10.0, np.zeros(20), np.full(20, 50.0)])
    points[[4, 9, 12], 2] = 0.5
    points[15] = points[2] + [0.0, 0.3, 0.0]
    many.place(points)
    flat = Clearance(np.zeros((1, 1)), (0.0, 0.0), 1.0, 0.0, 1.0)
    leaving = many.leaving(3, clearance=flat, radius_m=0.5)
    assert leaving.ids.tolist() == [2, 4, 9]
    assert leaving.waiting.tolist() == [12, 15]
    many.take(leaving.ids)
    # Who is parked does not leave again, but others still keep clear of him.
    again = many.leaving(0, clearance=flat, radius_m=0.5)
    assert again.ids.tolist() == []
    assert again.waiting.tolist() == [12, 15]


def test_save_and_load_go_on_bit_for_bit() -> None:
    a = busy()
    a.set_wind(np.random.default_rng(1).normal(size=(53, 3)))
    a.park([7])
    a.step(25)
    a.close_pairs(3.0)
    saved = a.save()
    b = swarm(53, model())
    b.close_pairs(3.0)
    b.load(saved)
    for one in (a, b):
        one.step(25)
    assert digest(a) == digest(b)
    assert np.array_equal(a.close_pairs(3.0), b.close_pairs(3.0))
    with pytest.raises(UserError, match="same count and model"):
        swarm(54, model()).load(saved)


def test_two_threads_make_the_same_bytes() -> None:
    one, two = busy(2100), busy(2100, threads=2)
    for swarm_ in (one, two):
        swarm_.take([1000, 1500])
        for _ in range(10):
            swarm_.step(2)
    assert digest(one) == digest(two)


PROGRAM = """
import hashlib
from outrider.sim.physics import _kernels_swarm
from tests.sim.swarm.test_handover import busy, digest
many = busy(300)
many.step(50)
print(hashlib.blake2b(digest(many)).hexdigest())
print(sum(_kernels_swarm.fly_blocks.stats.cache_misses.values()))
"""


def test_another_process_makes_the_same_bytes_and_compiles_nothing() -> None:
    many = busy(300)
    many.step(50)
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=root,
        env={**os.environ, "NUMBA_CACHE_DIR": str(numba.config.CACHE_DIR)},
        capture_output=True,
        text=True,
        check=True,
    )
    there, compiled = done.stdout.split()
    assert there == hashlib.blake2b(digest(many)).hexdigest()
    assert compiled == "0"
    assert many.dt_s == DT
