"""Paths as rows, and the set-point that runs along them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outrider.sim.robots import _kernels_columns as c
from outrider.sim.robots._kernels_carrot import bend, stop_carrot
from outrider.sim.robots.catalogue import load
from outrider.sim.robots.navigate import Navigator, Whereabouts
from outrider.sim.robots.route import Pursuit, route, starting_at
from tests.sim.robots.courses import Flyer

POINTS = st.lists(
    st.tuples(st.floats(-30, 30), st.floats(-30, 30), st.floats(1, 20)), min_size=2, max_size=8
)


def rows(points: object, spacing: float = 0.0, corner: float = 0.1) -> np.ndarray:
    return route(
        np.array(points, dtype=float),
        acceleration=2.0,
        deceleration=2.0,
        yaw_rate=1.0,
        corner=corner,
        spacing=spacing,
    )


@given(POINTS)
def test_limits_can_be_kept_by_braking_and_end_at_rest(points: list[tuple[float, ...]]) -> None:
    path = rows(points, spacing=0.5)
    assert path[-1, 4] == 0.0
    assert path[0, 3] == 0.0
    arc = np.diff(path[:, 3])
    np.testing.assert_allclose(arc, np.linalg.norm(np.diff(path[:, :3], axis=0), axis=1), atol=1e-9)
    assert (path[:-1, 4] ** 2 <= path[1:, 4] ** 2 + 2 * 2.0 * arc + 1e-9).all()
    for point in points:
        assert np.linalg.norm(path[:, :3] - np.array(point), axis=1).min() < 1e-5


def test_speed_at_a_right_angle_is_that_of_the_inscribed_circle() -> None:
    path = rows([(0, 0, 5), (50, 0, 5), (50, 50, 5)])
    half = math.cos(math.pi / 4)
    assert path[1, 4] == pytest.approx(math.sqrt(2.0 * 0.1 * half / (1 - half)))
    there_and_back = rows([(0, 0, 5), (50, 0, 5), (0, 0.0, 5)])
    assert there_and_back[1, 4] == pytest.approx(0.0, abs=1e-6)
    straight_on = rows([(0, 0, 5), (50, 0, 5), (1000, 0, 5)])
    assert straight_on[1, 4] == pytest.approx(math.sqrt(2 * 2.0 * 950))


def test_points_that_repeat_are_dropped_and_one_alone_is_kept() -> None:
    assert len(rows([(0, 0, 1), (0, 0, 1), (1, 0, 1), (1, 0, 1)])) == 2
    assert len(rows([(3, 4, 1)])) == 2
    here = starting_at((0.0, 0.0, 1.0), np.array([[0.0, 0.01, 1.0]]))
    assert len(here) == 2


@pytest.mark.parametrize("radius", [1.0, 3.0, 20.0, 200.0])
def test_speed_in_a_bend_leaves_the_offset_that_was_allowed(radius: float) -> None:
    pursuit = Pursuit(1.0, 0.8, 1.0, 8.0, 0.24)
    v = pursuit.speed_in_bend(radius)
    look = min(max(0.8 * v, 1.0), 8.0)
    assert look * (v / radius - look / (2 * radius)) == pytest.approx(0.24)


def test_a_circle_of_short_legs_has_its_curvature() -> None:
    t = np.linspace(0, np.pi, 60)
    path = rows(np.column_stack([7 * np.cos(t), 7 * np.sin(t), 0 * t + 3]))
    for k in (5, 30, 50):
        x, y, z = bend(path, 0, len(path), k)
        middle = 0.5 * (path[k, :2] + path[k + 1, :2])
        assert (x, y) == pytest.approx(-middle / np.linalg.norm(middle) / 7, rel=0.01)
        assert z == 0.0


def test_a_stopping_carrot_takes_v_squared_over_two_a() -> None:
    navigator = Navigator([load("x500")], tick_s=0.002)
    nav, a = navigator.nav, navigator.params[0, c.K_ACCELERATION]
    nav[0, c.N_VX], nav[0, c.N_VY], nav[0, c.N_VZ] = 3.0, -1.0, 0.5
    speed = math.sqrt(10.25)
    ticks = 0
    while np.any(nav[0, c.N_VX : c.N_VZ + 1]):
        stop_carrot(0, 0.002, False, nav, navigator.params)
        ticks += 1
    assert ticks * 0.002 == pytest.approx(speed / a, abs=0.003)
    moved = np.linalg.norm(nav[0, c.N_X : c.N_Z + 1])
    assert moved == pytest.approx(speed**2 / (2 * a), rel=0.01)


@settings(max_examples=12)
@given(POINTS)
def test_the_set_point_stays_on_the_path_and_obeys_its_limits(
    points: list[tuple[float, float, float]],
) -> None:
    uav = Flyer("x500", position=points[0])
    uav.navigator.follow(0, points, Whereabouts(0, points[0]), speed=4.0)
    path, nav = uav.navigator.path, uav.navigator.nav[0]
    for _ in range(400):
        uav.step()
        at = nav[c.N_X : c.N_Z + 1]
        s, k = nav[c.N_PROGRESS], int(nav[c.N_INDEX])
        expected = [np.interp(s, path[:, 3], path[:, j]) for j in range(3)]
        np.testing.assert_allclose(at, expected, atol=1e-9)
        speed = float(np.linalg.norm(nav[c.N_VX : c.N_VZ + 1]))
        assert speed <= 4.0 + 1e-9
        ahead = min(k + 1, len(path) - 1)
        left = path[ahead, 3] - s
        assert speed**2 <= path[ahead, 4] ** 2 + 2 * 2.5 * left + 0.1
