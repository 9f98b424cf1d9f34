"""The car: its turning circle, pedals, brakes and gears."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.run.session import Session
from tests.sim.physics.build import Seen, robot, session, watch

WHEELBASE_M = 2.81


def circle(seen: Seen) -> float:
    """Radius (m) of the circle that fits the last positions best."""
    x, y = seen.position[-300:, 0], seen.position[-300:, 1]
    table = np.stack([x, y, np.ones_like(x)], axis=1)
    a, b, c = np.linalg.lstsq(table, x**2 + y**2, rcond=None)[0]
    return float(math.sqrt(c + 0.25 * (a * a + b * b)))


def radius_at(angle: float, speed: float = 1.5) -> float:
    """Radius that the middle of the rear axle drives at a steering angle."""
    sim = session(robot("suv"))
    sim.robot("suv").control("ackermann", [speed, angle])
    sim.step(6.0)
    return circle(watch(sim, "suv", 12.0))


@pytest.mark.parametrize("angle", [0.15, 0.35, 0.5, -0.35])
def test_turning_radius_is_wheelbase_over_tan_of_steering(angle: float) -> None:
    assert radius_at(angle) == pytest.approx(WHEELBASE_M / math.tan(abs(angle)), rel=0.03)


def test_commanded_speed_and_yaw_rate_are_reached() -> None:
    sim = session(robot("suv"))
    sim.robot("suv").drive(3.0, 0.3)
    seen = watch(sim, "suv", 12.0)
    assert seen.ahead[-200:, 0].mean() == pytest.approx(3.0, rel=0.02)
    assert seen.rates[-200:, 2].mean() == pytest.approx(0.3, rel=0.02)
    assert np.abs(seen.ahead[-200:, 1]).max() < 0.05


def pedals(sim: Session, *values: float, seconds: float) -> Seen:
    sim.robot("suv").control("pedals", list(values))
    return watch(sim, "suv", seconds)


def test_throttle_drives_off_and_brake_stops() -> None:
    sim = session(robot("suv"))
    sim.step(1.0)
    off = pedals(sim, 1.0, 0.0, 0.0, seconds=6.0).ahead[:, 0]
    assert off[-1] > 12.0
    assert (np.diff(off[10:]) > -0.05).all()
    assert sim.robot("suv").state.gear >= 2
    assert sim.robot("suv").state.engine_rpm > 1500.0
    braked = pedals(sim, 0.0, 0.0, 1.0, seconds=4.0)
    slowing = off[-1] - braked.ahead[25, 0]
    # Four wheels that grip or lock cannot do more than friction allows.
    assert 0.6 * 0.95 * 9.81 * 0.5 < slowing < 1.1 * 0.95 * 9.81 * 0.5
    assert abs(braked.ahead[-1, 0]) < 0.01


def test_the_hand_brake_stops_by_the_rear_wheels_alone() -> None:
    sim = session(robot("suv"))
    pedals(sim, 1.0, 0.0, 0.0, seconds=4.0)
    fast = sim.robot("suv").state.velocity[0]
    held = pedals(sim, 0.0, 0.0, 0.0, 1.0, seconds=1.0)
    rate = (fast - held.ahead[-1, 0]) / 1.0
    assert 1.5 < rate < 0.95 * 9.81 * 0.7
    spins = sim.robot("suv").state.actuators
    assert abs(spins[2]) < 0.05 * abs(spins[0])


def test_manual_reverse_backs_up() -> None:
    sim = session(robot("suv"))
    sim.step(1.0)
    back = pedals(sim, 0.4, 0.0, 0.0, 0.0, 1.0, -1.0, seconds=3.0)
    assert back.ahead[-1, 0] < -1.0
    assert back.position[-1, 0] < -1.0
    assert sim.robot("suv").state.gear == -1


def test_steering_by_the_wheel_turns_the_right_way() -> None:
    for sign in (1.0, -1.0):
        sim = session(robot("suv"))
        seen = pedals(sim, 0.5, 0.5 * sign, 0.0, seconds=4.0)
        assert sign * seen.rates[-1, 2] > 0.1
        assert sign * sim.robot("suv").state.steering_rad > 0.1
