"""Multirotors that ride on a moving deck, leave it and come back."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core import rotation
from outrider.run.session import Session
from outrider.scenario.worlds import AnyWorld, Flat, Hills, Slope
from tests.sim.physics.build import Floats, robot, session, up, watch_all

ROUGH = Hills(relief_m=1.2, wavelength_m=12.0, roughness=0.5, density=0.0)
"""Half of it slopes by more than 9 degrees, a hundredth by more than 23."""


def carried(world: AnyWorld, host: str = "husky") -> Session:
    return session(robot(host), robot("x500", on=host, name="uav"), world=world, seed=4)


def place_on(sim: Session, host: str) -> Floats:
    """(3,) the rider's position in its host's frame."""
    base, rider = sim.robot(host).state, sim.robot("uav").state
    arm = np.subtract(rider.position, base.position)
    return rotation.rotate(rotation.conjugate(base.quaternion), arm)


def slip(sim: Session, host: str, seconds: float, every: float = 0.1) -> float:
    """Farthest (m) along the deck that the rider gets from where it stood at first."""
    start, farthest = place_on(sim, host), 0.0
    for _ in range(round(seconds / every)):
        sim.step(every)
        farthest = max(farthest, float(np.linalg.norm((place_on(sim, host) - start)[:2])))
    return farthest


def wander(sim: Session, host: str) -> None:
    """A minute's drive over the hills."""
    sim.robot(host).follow([[8, 3], [14, 10], [8, 18], [-4, 14], [-6, 4], [4, -4]], speed=0.9)


def test_it_rides_over_rough_ground_for_a_minute() -> None:
    sim = carried(ROUGH)
    sim.step(1.0)
    wander(sim, "husky")
    start, slips = place_on(sim, "husky"), []
    seen = []
    for _ in range(120):
        seen.append(watch_all(sim, ["husky"], 0.5, every=0.1)["husky"])
        slips.append(np.linalg.norm((place_on(sim, "husky") - start)[:2]))
    path = np.concatenate([part.position for part in seen])
    leans = up(np.concatenate([part.quaternion for part in seen]))
    assert np.linalg.norm(np.diff(path, axis=0), axis=1).sum() > 45.0
    assert leans.min() < math.cos(math.radians(18.0))
    assert max(slips) < 0.03
    assert sim.robot("uav").state.standing_on == "husky"
    assert not sim.robot("uav").state.crashed


@pytest.mark.parametrize("turn", [0.0, 0.4])
def test_it_takes_off_from_and_lands_on_a_moving_deck(turn: float) -> None:
    sim = carried(Flat())
    sim.step(0.5)
    sim.robot("husky").drive(0.6, turn)
    sim.step(2.0)
    up_there = sim.robot("uav").take_off(3.0)
    seen = watch_all(sim, ["uav", "husky"], 6.0)
    assert up_there.done
    assert seen["uav"].position[-1, 2] > 2.5
    assert np.abs(up(seen["husky"].quaternion) - 1.0).max() < 1e-3
    down = sim.robot("uav").land(on="husky")
    sim.step(25.0)
    state = sim.robot("uav").state
    assert down.done
    assert (state.standing_on, state.landed, state.crashed) == ("husky", True, False)
    assert np.linalg.norm(sim.robot("husky").state.velocity) == pytest.approx(0.6, rel=0.05)
    # And there it stays.
    assert slip(sim, "husky", 10.0) < 0.02


def test_it_lands_on_a_deck_that_moves_over_rough_ground() -> None:
    sim = carried(ROUGH)
    sim.step(0.5)
    wander(sim, "husky")
    sim.robot("uav").take_off(4.0)
    sim.step(8.0)
    down = sim.robot("uav").land(on="husky")
    sim.step(20.0)
    state = sim.robot("uav").state
    assert down.done
    assert (state.standing_on, state.crashed) == ("husky", False)
    assert slip(sim, "husky", 10.0) < 0.03


def test_it_stays_on_a_deck_that_climbs_a_slope() -> None:
    sim = carried(Slope(angle_rad=math.radians(15.0)))
    sim.step(0.5)
    sim.robot("husky").drive(0.8)
    assert slip(sim, "husky", 15.0) < 0.02
    sim.robot("husky").stop()
    assert slip(sim, "husky", 5.0) < 0.02
    assert sim.robot("husky").position[2] > 2.0


def test_three_ride_on_one_carrier() -> None:
    riders = [robot("x500", name=f"uav{k}", on="carrier", pad=k) for k in range(3)]
    sim = session(robot("carrier"), *riders)
    sim.step(0.5)
    sim.robot("carrier").drive(1.0, 0.2)
    names = ["carrier", "uav0", "uav1", "uav2"]
    seen = watch_all(sim, names, 10.0)
    base = seen["carrier"]
    for name in names[1:]:
        arm = seen[name].position - base.position
        local = rotation.rotate(rotation.conjugate(base.quaternion), arm)
        assert np.linalg.norm(local - local[0], axis=1).max() < 0.03
        assert sim.robot(name).state.standing_on == "carrier"
