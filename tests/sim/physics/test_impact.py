"""Impacts: nothing passes, nothing gains energy, nothing jumps, and a crash is a state."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core import rotation
from outrider.run.session import Session
from outrider.scenario.worlds import AnyWorld, Box, Flat, Hills, Wall
from tests.counts import count
from tests.sim.physics.build import GRAVITY, Floats, flying, put, robot, session, tell, up, watch

SPEED = 30.0
PHASES = 20
ANGLES = (0.0, 30.0, 60.0)
UAV = "cricket"
"""The smallest."""
FALL = GRAVITY * 0.12
"""The speed that it gains by falling meanwhile."""
LIMP = {"drag_linear_ns_m": 0.0, "drag_quadratic_ns2_m2": 0.0, "rotor_min_rad_s": 0.0}


def limp(world: AnyWorld, name: str = UAV) -> Session:
    """A UAV with its rotors off, in air without drag."""
    sim = session(robot(name, (0.0, 0.0, 20.0), parameters=LIMP), world=world)
    sim.robot(name).control("rotor_speeds", [0.0] * len(flying(name).rotors))
    return sim


def attitudes(number: int) -> Floats:
    """(number, 4): upright first, then any."""
    draw = np.random.default_rng(11)
    q = draw.normal(size=(number, 4))
    q[0] = [0.0, 0.0, 0.0, 1.0]
    return np.asarray(q / np.linalg.norm(q, axis=1, keepdims=True))


@pytest.mark.parametrize("thickness", [0.02, 0.05, 0.10, 0.20])
def test_no_wall_is_passed(thickness: float) -> None:
    wall = Box(position_m=(10.0, 0.0, 5.0), size_m=(thickness, 20.0, 10.0), name="wall")
    sim = limp(Flat(objects=(wall,)))
    passed, touched = [], 0
    shots = [(a, k) for a in ANGLES for k in range(PHASES)]
    for (angle, phase), attitude in zip(shots, attitudes(len(shots)), strict=True):
        # Phases spread over the way of one tick.
        ahead = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle)), 0.0])
        step = SPEED * 0.002 * phase / PHASES
        start = np.array([10.0, 0.0, 5.0]) - ahead * (0.8 / ahead[0] + step)
        put(sim, UAV, position=start, quaternion=attitude, velocity=SPEED * ahead)
        seen = watch(sim, UAV, 0.12, every=0.002)
        touched += seen.velocity[-1, 0] < 0.5 * SPEED * ahead[0]
        if seen.position[:, 0].max() > 10.0:
            passed.append((angle, phase))
        assert np.linalg.norm(seen.velocity, axis=1).max() < SPEED + FALL
    assert passed == []
    assert touched == len(shots)


@pytest.mark.parametrize(
    "world", [Flat(), Hills(relief_m=6.0, wavelength_m=40.0, density=0.0)], ids=["flat", "hills"]
)
@pytest.mark.parametrize("name", [UAV, "x500"])
def test_no_ground_is_passed(name: str, world: AnyWorld) -> None:
    sim = limp(world, name)
    passed = []
    shots = [(a, k) for a in ANGLES for k in range(PHASES)]
    for n, ((angle, phase), attitude) in enumerate(zip(shots, attitudes(len(shots)), strict=True)):
        steep, turn = math.radians(angle), 0.7 * n
        ahead = np.array(
            [math.sin(steep) * math.cos(turn), math.sin(steep) * math.sin(turn), -math.cos(steep)]
        )
        target = np.array([3.0 * math.cos(n), 3.0 * math.sin(n), 0.0])
        target[2] = sim.ground_height(*target[:2])
        start = target - ahead * (1.2 + SPEED * 0.002 * phase / PHASES)
        put(sim, name, position=start, quaternion=attitude, velocity=SPEED * ahead)
        seen = watch(sim, name, 0.12, every=0.002)
        ground = sim.scene.height(seen.position[:, :2])
        if (seen.position[:, 2] < ground).any():
            passed.append((angle, phase))
        assert np.linalg.norm(seen.velocity[-1]) < 0.9 * SPEED
        assert np.linalg.norm(seen.velocity, axis=1).max() < SPEED + FALL
    assert passed == []


# The change-over between free flight and the contact solver.


def energy(name: str, rows: tuple[Floats, Floats, Floats]) -> Floats:
    """Joules of (position, velocity, rates)."""
    model = flying(name)
    position, velocity, rates = rows
    moving = 0.5 * model.mass_kg * (velocity**2).sum(axis=1)
    turning = 0.5 * (np.array(model.inertia_kgm2) * rates**2).sum(axis=1)
    return np.asarray(moving + turning + model.mass_kg * GRAVITY * position[:, 2])


def drop(name: str, world: AnyWorld, speed: Floats, attitude: Floats) -> tuple[float, ...]:
    """Energy (J) above the start, its rise from one free flight to the next, jump (m) in a tick.

    In contact some of it sits in the contacts' springs, so that only free ticks are compared.
    """
    sim = limp(world, name)
    ground = sim.ground_height(0.0, 0.0)
    put(sim, name, position=[0.0, 0.0, ground + 0.6], quaternion=attitude, velocity=speed)
    physics, rows, free = sim.engine.team.physics, [], []
    for _ in range(1000):
        sim.step(0.002)
        rows.append(physics.root[0].copy())
        free.append(not physics.touching[0])
    position, _, velocity, rates = np.split(np.array(rows), [3, 7, 10], axis=1)
    level = energy(name, (position, velocity, rates))
    assert not all(free)
    loose = level[free]
    rise = float((loose - np.minimum.accumulate(loose)).max())
    moved = np.linalg.norm(np.diff(position, axis=0), axis=1)
    fastest = np.linalg.norm(velocity, axis=1)
    jump = float((moved - 0.002 * np.maximum(fastest[1:], fastest[:-1])).max())
    return float((level - level[0]).max()), rise, jump


@pytest.mark.parametrize(
    "world", [Flat(), Hills(relief_m=4.0, wavelength_m=40.0, density=0.0)], ids=["flat", "hills"]
)
@pytest.mark.parametrize("name", ["x500", "cricket"])
def test_the_change_over_neither_adds_energy_nor_jumps(name: str, world: AnyWorld) -> None:
    mass = flying(name).mass_kg
    for k, attitude in enumerate(attitudes(count(120))):
        speed = np.array([1.5 * (k % 3), -0.5 * (k % 2), -3.0 * (k % 5)])
        above, rise, jump = drop(name, world, speed, attitude)
        assert above < 1e-6
        assert rise < mass * GRAVITY * 0.004  # as much as lifting it by 4 mm
        assert jump < 1e-4


def test_what_stands_upright_to_within_rounding_stays_where_it_is() -> None:
    """The rim of such a disc is sought in a direction of rounding alone: it lies nowhere deep."""
    draw = np.random.default_rng(2)
    for lean in np.geomspace(1e-17, 1e-12, count(400)):
        sim = limp(Flat(), "x500")
        sideways, heading = lean * draw.normal(size=2), draw.uniform(0, np.pi)
        attitude = [*sideways, math.sin(heading), math.cos(heading)]
        put(sim, "x500", position=[0.0, 0.0, 0.184997869], quaternion=attitude)
        seen = watch(sim, "x500", 0.1, every=0.002)
        assert np.abs(seen.velocity).max() < 1e-3
        assert np.abs(seen.position[:, 2] - 0.185).max() < 1e-4


def test_the_change_over_does_not_disturb_a_take_off() -> None:
    sim = session(robot("x500"))
    sim.step(1.0)
    sim.robot("x500").take_off(2.0)
    seen = watch(sim, "x500", 3.0, every=0.002)
    moved = np.abs(np.diff(seen.position, axis=0)).max()
    jolt = np.abs(np.diff(seen.velocity[:, 2])).max() / 0.002
    assert moved < 0.002 * np.abs(seen.velocity).max() + 1e-6
    assert jolt < 0.6 * GRAVITY
    assert up(seen.quaternion).min() > 0.9999


# What a client is told.


def test_driving_into_a_wall_fills_the_contact_and_stops_the_robot() -> None:
    wall = Wall(position_m=(3.0, 0.0), length_m=6.0, heading_rad=math.pi / 2, name="brick_wall")
    sim = session(robot("husky"), objects=[wall])
    sim.robot("husky").drive(0.8)
    seen = watch(sim, "husky", 6.0)
    assert abs(seen.velocity[-50:, 0]).max() < 0.02
    assert seen.position[-1, 0] < 2.9 - 0.45
    hits = [c for c in sim.contacts("husky") if c.body_b == "brick_wall"]
    assert hits
    for hit in hits:
        assert hit.body_a.startswith("husky/")
        assert hit.normal == pytest.approx((1.0, 0.0, 0.0), abs=1e-6)
        assert hit.position[0] == pytest.approx(2.9, abs=0.01)
        assert abs(hit.position[1]) < 0.4
        assert hit.force_n > 0.0
    # The push of the wheels is what the wall gives back.
    assert 20.0 < sum(hit.force_n for hit in hits) < 0.9 * 61.6 * GRAVITY * 1.2


def crash() -> Session:
    sim = session(robot("x500", (0.0, 0.0, 10.0)))
    assert not sim.robot("x500").state.crashed
    put(sim, "x500", velocity=[0.0, 0.0, -8.0])
    sim.robot("x500").control("throttles", [0.0] * 4)
    sim.step(2.0)
    assert sim.robot("x500").state.crashed
    return sim


def test_a_crash_stops_the_rotors_until_a_reset_or_a_move() -> None:
    sim = crash()
    sim.robot("x500").take_off(3.0)
    sim.step(3.0)
    assert sim.robot("x500").state.crashed
    assert sim.robot("x500").position[2] < 0.5
    assert max(sim.robot("x500").state.actuators) < 1.0
    sim.reset()
    assert not sim.robot("x500").state.crashed
    sim = crash()
    sim.move("x500", [2.0, 0.0, 0.3])
    sim.step(0.5)
    assert not sim.robot("x500").state.crashed
    sim.robot("x500").take_off(2.0)
    sim.step(5.0)
    assert sim.robot("x500").position[2] == pytest.approx(2.2, abs=0.3)


def test_a_soft_landing_is_no_crash_and_a_turned_over_robot_is() -> None:
    sim = session(robot("x500", (0.0, 0.0, 2.0)))
    sim.robot("x500").hover()
    sim.step(1.0)
    ticket = sim.robot("x500").land()
    sim.step(8.0)
    assert ticket.done
    assert not sim.robot("x500").state.crashed
    assert sim.robot("x500").state.landed
    upside_down = rotation.from_euler_zyx(0.0, 0.0, math.pi)
    put(sim, "x500", position=[0.0, 0.0, 0.4], quaternion=upside_down)
    tell(sim, "x500", rotor=np.zeros(4))
    sim.step(1.0)
    assert sim.robot("x500").state.crashed
