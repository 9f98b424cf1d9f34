"""Patterns: plain numpy gives the same places; speeds are what the places do; and swarms follow."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from outrider.core.errors import UnknownNameError, UserError
from outrider.sim.robots.formation import PATTERNS, WAVE_HEIGHT, WAVE_LENGTH, Formation
from tests.sim.swarm.fleet import model, swarm

PLACE = (10.0, -20.0, 30.0)
SPACING, SPEED = 2.5, 3.0


def made(pattern: str, n: int) -> Formation:
    return Formation(pattern, n, spacing_m=SPACING, position_m=PLACE, speed_mps=SPEED)


def pace(radius: float) -> float:
    return min(SPEED / radius, math.sqrt(2.0 / radius))


def plain(pattern: str, n: int, t: float) -> NDArray[np.float64]:
    """(n, 3) relative to the place, written down once more."""
    i = np.arange(n)
    side = math.ceil(math.sqrt(n))
    middle = 0.5 * (side - 1) * SPACING
    square = np.array([i % side, i // side], np.float64).T * SPACING - middle
    if pattern == "grid":
        return np.column_stack([square, np.zeros(n)])
    if pattern == "wave":
        height = WAVE_HEIGHT * SPACING
        phase = 2 * np.pi * square[:, 0] / (WAVE_LENGTH * SPACING) - pace(height) * t
        return np.column_stack([square, height * np.sin(phase)])
    if pattern == "ring":
        radius = n * SPACING / (2 * np.pi)
        angle = 2 * np.pi * i / n + pace(radius) * t
        return radius * np.column_stack([np.cos(angle), np.sin(angle), np.zeros(n)])
    ball = SPACING * math.sqrt(n / (4 * np.pi))
    up = 1 - (2 * i + 1) / n
    around = i * np.pi * (3 - math.sqrt(5)) + pace(ball) * t
    flat = np.sqrt(1 - up**2)
    return ball * np.column_stack([flat * np.cos(around), flat * np.sin(around), 1 + up])


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("n", [1, 37, 400])
def test_places_are_those_of_plain_numpy(pattern: str, n: int) -> None:
    for t in (0.0, 1.7, 60.0):
        rows = made(pattern, n).setpoints(t)
        assert rows.shape == (n, 8)
        assert np.abs(rows[:, :3] - PLACE - plain(pattern, n, t)).max() < 1e-9
        assert (rows[:, 7] == 1.0).all()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_velocities_are_what_the_places_do(pattern: str) -> None:
    one, step = made(pattern, 100), 1e-4
    for t in (0.0, 3.3):
        rows = one.setpoints(t)
        moved = one.setpoints(t + step)[:, :3] - one.setpoints(t - step)[:, :3]
        assert np.abs(moved / (2 * step) - rows[:, 4:7]).max() < 1e-5
        assert np.linalg.norm(rows[:, 4:7], axis=1).max() < SPEED * (1 + 1e-9)
        if pattern in ("ring", "sphere"):
            nose = np.column_stack([np.cos(rows[:, 3]), np.sin(rows[:, 3])])
            along = (nose * rows[:, 4:6]).sum(axis=1)
            assert np.allclose(along, np.linalg.norm(rows[:, 4:6], axis=1), atol=1e-9)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_vehicles_keep_their_distance(pattern: str) -> None:
    points = made(pattern, 500).setpoints(2.0)[:, :3]
    nearest = np.asarray(cKDTree(points).query(points, k=2)[0])[:, 1]
    assert nearest.min() > 0.8 * SPACING


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_swarm_follows_its_pattern(pattern: str) -> None:
    n = 100
    one = made(pattern, n)
    many = swarm(n, model())
    begin = one.setpoints(0.0)
    many.place(begin[:, :3], headings=begin[:, 3])
    for tick in range(5000):
        t = tick * many.dt_s
        many.step(aim=partial(one.write_part, t, many.setpoint_blocks))
    off = np.linalg.norm(many.state().position - one.setpoints(5000 * many.dt_s)[:, :3], axis=1)
    assert off.max() < 0.5


def test_strange_patterns_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'wave'"):
        Formation("wavy", 3, spacing_m=1.0)
    with pytest.raises(UserError, match="count 0"):
        Formation("grid", 0, spacing_m=1.0)
