"""Pure pursuit: equations 14 to 17 one by one, then whole drives."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.sim.robots import _kernels_pursuit as kernels
from outrider.sim.robots.route import route

ANGLES = st.floats(-50.0, 50.0)


def straight(*points: tuple[float, float], spacing: float = 0.1) -> np.ndarray:
    flat = np.array([(x, y, 0.0) for x, y in points])
    return route(
        flat, acceleration=1.0, deceleration=1.0, yaw_rate=1.0, corner=0.3, spacing=spacing
    )


def test_lookahead_is_proportional_to_speed_within_bounds() -> None:
    for v, wanted in ((0.0, 1.0), (1.0, 1.0), (2.0, 1.6), (5.0, 4.0), (30.0, 8.0)):
        assert kernels.lookahead_distance(v, 0.8, 1.0, 8.0) == pytest.approx(wanted)


def test_equation_14_takes_the_first_point_far_enough_at_or_after_the_index() -> None:
    path = straight((0.0, 0.0), (10.0, 0.0))
    found = kernels.lookahead_index(path, 0, len(path), 20, 2.0, 0.5, 1.0)
    gaps = np.hypot(path[:, 0] - 2.0, path[:, 1] - 0.5)
    wanted = next(k for k in range(20, len(path)) if gaps[k] >= 1.0)
    assert found == wanted
    assert path[found, 0] > 2.0
    assert kernels.lookahead_index(path, 0, len(path), 95, 9.9, 0.0, 5.0) == len(path) - 1


def test_the_index_only_moves_forward() -> None:
    path = straight((0.0, 0.0), (10.0, 0.0))
    assert kernels.closest_index(path, 0, len(path), 50, 1.0, 0.0, 2.0) == 50
    assert kernels.closest_index(path, 0, len(path), 0, 1.0, 0.0, 2.0) == 10


def test_a_path_that_crosses_itself_is_not_cut_short() -> None:
    path = straight((0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (5.0, 5.0), (5.0, -5.0))
    at_crossing = kernels.closest_index(path, 0, len(path), 45, 5.0, 0.0, 2.0)
    assert path[at_crossing, 3] == pytest.approx(5.0, abs=0.06)


@given(st.floats(-9, 9), st.floats(-9, 9), ANGLES)
def test_equation_15_is_the_wrapped_angle(x: float, y: float, yaw: float) -> None:
    error = kernels.heading_error(3.0, -2.0, x, y, yaw)
    assert -math.pi < error <= math.pi
    bearing = complex(3.0 - x, -2.0 - y)
    if abs(bearing) > 1e-3:
        turned = bearing / abs(bearing) * complex(math.cos(yaw), -math.sin(yaw))
        assert complex(math.cos(error), math.sin(error)) == pytest.approx(turned, abs=1e-9)


def test_wrap_maps_half_a_turn_to_plus_pi() -> None:
    assert kernels.wrap(math.pi) == pytest.approx(math.pi)
    assert kernels.wrap(-math.pi) == pytest.approx(math.pi)
    assert kernels.wrap(3 * math.pi) == pytest.approx(math.pi)


def test_equation_16_saturates_the_yaw_rate() -> None:
    for error, wanted in ((0.3, 0.3), (2.0, 0.8), (-2.0, -0.8)):
        assert kernels.yaw_rate_command(error, 1.0, 0.8) == pytest.approx(wanted)


def test_equation_17_corrects_the_speed_and_saturates_it() -> None:
    for v_des, speed, wanted in (
        (1.0, 0.6, 1.2),
        (1.0, 1.4, 0.8),
        (1.0, 5.0, 0.0),
        (2.0, 0.0, 2.5),
    ):
        assert kernels.speed_command(v_des, speed, 0.5, 2.5) == pytest.approx(wanted)


def test_steering_cap_bounds_the_yaw_rate_by_the_circle() -> None:
    bound = 3.0 * math.tan(0.5) / 2.81
    assert kernels.steering_bound(3.0, 9.0, 2.81, 0.5) == pytest.approx(bound)
    assert kernels.steering_bound(3.0, -9.0, 2.81, 0.5) == pytest.approx(-bound)
    assert kernels.steering_bound(3.0, 0.1, 2.81, 0.5) == 0.1
