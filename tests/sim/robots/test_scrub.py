"""Skid-steer yaw rate against the Coulomb balance, solved by other means."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq, fsolve

from outrider.sim.robots.scrub import scrub_factor
from tests.sim.robots.planar import skid_steer


def test_four_wheels_have_the_closed_form() -> None:
    x, y = np.array([0.256, 0.256, -0.256, -0.256]), np.array([1, -1, 1, -1]) * 0.2854
    assert scrub_factor(x, y) == pytest.approx(1 + (0.256 / 0.2854) ** 2, rel=1e-9)


def test_wheels_on_one_axle_roll() -> None:
    assert scrub_factor(np.zeros(2), np.array([0.3, -0.3])) == pytest.approx(1.0, abs=1e-9)


def test_six_wheels_balance_by_scipy() -> None:
    x = np.repeat([0.267, 0.0, -0.267], 2)
    y = np.tile([0.23, -0.23], 3)

    def moment(factor: float) -> float:
        slide = np.stack([y * (factor - 1), x])
        force = -slide / np.linalg.norm(slide, axis=0)
        return float((x * force[1] - y * force[0]).sum())

    assert scrub_factor(x, y) == pytest.approx(brentq(moment, 1.001, 20.0), rel=1e-9)


def test_more_load_on_the_outer_axles_needs_more_speed() -> None:
    x, y = np.repeat([0.4, 0.0, -0.4], 2), np.tile([0.3, -0.3], 3)
    ends = scrub_factor(x, y, np.repeat([1.2, 0.6, 1.2], 2))
    middle = scrub_factor(x, y, np.repeat([0.9, 1.2, 0.9], 2))
    assert ends > scrub_factor(x, y) > middle > 1.0


def test_a_middle_axle_that_holds_most_of_the_weight_does_not_slide() -> None:
    x, y = np.repeat([0.4, 0.0, -0.4], 2), np.tile([0.3, -0.3], 3)
    assert scrub_factor(x, y, np.repeat([0.5, 2.0, 0.5], 2)) == pytest.approx(1.0, abs=1e-6)


def coulomb_balance(
    x: np.ndarray, y: np.ndarray, rim: np.ndarray, creep: float
) -> tuple[float, float, float]:
    """Steady (vx, vy, w) of a planar body on wheels with given rim speeds, in its own frame."""

    def residual(state: np.ndarray) -> list[float]:
        vx, vy, w = state
        sx, sy = vx - w * y - rim, vy + w * x
        size = np.sqrt(sx**2 + sy**2 + creep**2)
        fx, fy = -sx / size, -sy / size
        return [fx.sum(), fy.sum(), (x * fy - y * fx).sum()]

    guess = [rim.mean(), 0.0, (rim[y < 0].mean() - rim[y > 0].mean()) / np.ptp(y) / 1.8]
    solution, _, found, text = fsolve(residual, guess, full_output=True)
    assert found == 1, text
    return float(solution[0]), float(solution[1]), float(solution[2])


def test_yaw_rate_of_husky_with_its_sides_at_3_and_6_radians_a_second() -> None:
    body, _ = skid_steer("husky")
    rim = np.where(body.y > 0, 3.0, 6.0) * body.radius
    vx, _, w = coulomb_balance(body.x, body.y, rim, 1e-3)
    rolling = (6.0 - 3.0) * body.radius / 0.5708
    assert w == pytest.approx(rolling / (1 + (0.256 / 0.2854) ** 2), rel=0.01)
    assert vx == pytest.approx(4.5 * body.radius, rel=1e-6)
