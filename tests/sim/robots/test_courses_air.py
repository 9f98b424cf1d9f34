"""Multirotors along paths, off supports and onto pads, with the flight dynamics in the loop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.sim.physics._kernels_flight import ROTOR_MIN
from outrider.sim.robots import _kernels_flight as flight
from outrider.sim.robots.navigate import Status
from tests.sim.robots.courses import DT, Flyer, cross_track, figure_of_eight

L_PATH = np.array([[0.0, 0.0, 10.0], [30.0, 0.0, 10.0], [30.0, 30.0, 10.0]])


@pytest.mark.parametrize("name", ["x500", "firefly"])
def test_l_shaped_path_at_5_metres_a_second_within_half_a_metre(name: str) -> None:
    uav = Flyer(name, position=(0.0, 0.0, 10.0))
    uav.navigator.follow(0, L_PATH, uav.here(), speed=5.0)
    status, seen = uav.run(40.0)
    assert status == Status.DONE
    assert cross_track(seen[:, :3], L_PATH).max() < 0.5
    assert np.linalg.norm(seen[:, 3:], axis=1).max() > 4.9
    assert math.dist(seen[-1, :3], L_PATH[-1]) < 0.2


def test_a_smooth_path_is_flown_fast_and_close() -> None:
    flat = figure_of_eight(10.0, 100)
    path = np.column_stack([flat, np.full(len(flat), 5.0)])
    uav = Flyer("x500", position=(0.0, 0.0, 5.0))
    uav.navigator.follow(0, path, uav.here(), speed=5.0)
    status, seen = uav.run(40.0)
    assert status == Status.DONE
    assert cross_track(seen[:, :3], path).max() < 0.5


def test_it_heads_where_it_flies_or_as_told() -> None:
    uav = Flyer("x500", position=(0.0, 0.0, 5.0))
    uav.navigator.go_to(0, [0.0, 15.0], uav.here())
    uav.run(20.0)
    assert uav.position == pytest.approx([0.0, 15.0, 5.0], abs=0.2)
    assert heading(uav) == pytest.approx(math.pi / 2, abs=0.05)
    uav.navigator.go_to(0, [0.0, 0.0], uav.here(), heading=-2.0)
    uav.run(20.0)
    assert heading(uav) == pytest.approx(-2.0, abs=0.05)


def heading(uav: Flyer) -> float:
    x, y, z, w = uav.pilot.body.quaternion[0].tolist()
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def test_stop_and_timeout_brake_without_turning_back() -> None:
    for order in ("stop", "timeout"):
        uav = Flyer("x500", position=(0.0, 0.0, 10.0))
        timeout = 4.0 if order == "timeout" else None
        uav.navigator.go_to(0, [100.0, 0.0, 10.0], uav.here(), speed=5.0, timeout_s=timeout)
        uav.run(4.0 + 2 * DT)
        if order == "stop":
            uav.navigator.stop(0, uav.here())
        seen = np.array([(uav.step(), *uav.position) for _ in range(round(5.0 / DT))])
        x = seen[:, 1]
        assert x.max() - x[-1] < 0.3
        # 5 m/s lost at 2.5 m/s².
        assert x[-1] - x[0] == pytest.approx(5.0, abs=1.0)
        assert seen[-1, 0] == (Status.DONE if order == "stop" else Status.TIMED_OUT)


def test_take_off_rises_by_the_height_and_lands_with_idle_motors() -> None:
    uav = Flyer("x500", position=(3.0, 4.0, 0.185))
    uav.supported = True
    uav.navigator.take_off(0, uav.here(), height=5.0)
    status, seen = uav.run(15.0)
    assert status == Status.DONE
    assert uav.position == pytest.approx([3.0, 4.0, 5.185], abs=0.2)
    assert seen[:, 5].max() < 2.0
    assert seen[:, 2].max() < 5.4
    uav.navigator.land(0, uav.here())
    status, seen = uav.run(30.0)
    assert status == Status.DONE
    assert np.abs(seen[seen[:, 2] < uav.clearance + 0.05, 5]).max() < 0.5
    for _ in range(500):
        assert uav.step() == Status.DONE
    assert uav.pilot._mode[0] == flight.THROTTLES
    assert uav.position == pytest.approx([3.0, 4.0, uav.clearance], abs=0.1)
    np.testing.assert_allclose(
        uav.pilot.body.rotor[0], uav.pilot.body.packed.params[0, ROTOR_MIN], rtol=1e-3
    )


def test_take_off_from_a_moving_deck_keeps_its_speed_until_clear() -> None:
    uav = Flyer("x500", position=(0.0, 0.0, 0.6 + 0.185))
    uav.pad = lambda t: (np.array([2.0 * t, 0.0, 0.6]), np.array([2.0, 0.0, 0.0]))
    uav.pilot.body.velocity[0, 0] = 2.0
    uav.supported = True
    uav.navigator.take_off(0, uav.here(), height=3.0)
    status, seen = uav.run(15.0)
    t = DT * np.arange(1, len(seen) + 1)
    low = seen[:, 2] < 0.785 + 0.4
    assert np.abs(seen[low, 0] - 2.0 * t[low]).max() < 0.15
    assert status == Status.DONE
    assert np.abs(seen[-1, 3:5]).max() < 0.3


@pytest.mark.parametrize("speed", [0.0, 1.0, 2.5])
def test_landing_on_a_deck_that_drives_and_heaves(speed: float) -> None:
    def deck(t: float) -> tuple[np.ndarray, np.ndarray]:
        lift, rate = 0.05 * math.sin(3 * t), 0.15 * math.cos(3 * t)
        return np.array([speed * t, 1.0, 0.6 + lift]), np.array([speed, 0.0, rate])

    uav = Flyer("x500", position=(-8.0, -4.0, 6.0))
    uav.pad = deck
    uav.navigator.land(0, uav.here(), on_pad=True)
    status, seen = uav.run(40.0)
    assert status == Status.DONE
    place, _ = deck((uav.tick - 1) * DT)
    assert math.dist(uav.position[:2], place[:2]) < 0.15
    contact = np.flatnonzero(uav.clearance + 0.001 + 0.65 >= seen[:, 2])[0]
    assert abs(seen[contact, 5]) < 0.8
    for _ in range(1000):
        assert uav.step() == Status.DONE
    place, _ = deck((uav.tick - 1) * DT)
    assert math.dist(uav.position[:2], place[:2]) < 0.2


def test_landing_on_a_deck_that_is_gone_fails_and_hovers() -> None:
    uav = Flyer("x500", position=(0.0, 0.0, 6.0))
    uav.navigator.land(0, uav.here(), on_pad=True)
    assert uav.step() == Status.FAILED
    uav.run(3.0)
    for _ in range(1000):
        uav.step()
    assert uav.position == pytest.approx([0.0, 0.0, 6.0], abs=0.1)
    assert uav.navigator.status(0) is Status.FAILED


def test_from_a_support_it_first_rises_clear() -> None:
    uav = Flyer("x500", position=(0.0, 0.0, 0.185))
    uav.supported = True
    uav.navigator.go_to(0, [20.0, 0.0], uav.here())
    status, seen = uav.run(30.0)
    assert status == Status.DONE
    assert seen[-1, 2] == pytest.approx(2.185, abs=0.2)
    assert np.abs(seen[seen[:, 2] < 0.9, 0]).max() < 0.3


def test_hover_is_done_at_rest_and_holds() -> None:
    uav = Flyer("x500", position=(1.0, 2.0, 3.0))
    uav.navigator.hover(0, uav.here())
    status, _ = uav.run(2.0)
    assert status == Status.DONE
    for _ in range(1000):
        uav.step()
    assert uav.position == pytest.approx([1.0, 2.0, 3.0], abs=0.05)
