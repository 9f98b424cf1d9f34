"""Free flight in the contact world: closed forms, conservation, order, hover, swarm's path."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core import rotation
from outrider.run.session import Session
from outrider.sim.physics.multirotor import INTEGRATORS, Multirotor
from outrider.sim.physics.swarm import Swarm
from outrider.sim.robots import catalogue
from outrider.sim.robots.flight import MultirotorModel
from tests.sim.physics.build import GRAVITY, Floats, flying, put, robot, session, tell, watch

AIRLESS = {"drag_linear_ns_m": 0.0, "drag_quadratic_ns2_m2": 0.0, "rotor_min_rad_s": 0.0}
FLEET = ("x500", "f450", "firefly", "octo", "cricket")


def rotors_off(sim: Session, name: str) -> None:
    sim.robot(name).control("rotor_speeds", [0.0] * len(flying(name).rotors))


def test_free_fall_is_exact() -> None:
    sim = session(robot("x500", (0.0, 0.0, 300.0), parameters=AIRLESS))
    rotors_off(sim, "x500")
    put(sim, "x500", velocity=[2.0, 0.0, 1.0])
    sim.step(5.0)
    state = sim.robot("x500").state
    drop = 5.0 - 0.5 * GRAVITY * 25.0
    assert state.position == pytest.approx((10.0, 0.0, 300.0 + drop), abs=1e-9)
    assert state.velocity == pytest.approx((2.0, 0.0, 1.0 - 5.0 * GRAVITY), abs=1e-10)
    assert state.acceleration == pytest.approx((0.0, 0.0, -GRAVITY), abs=1e-7)


def test_terminal_speed_is_that_of_the_drag() -> None:
    model = flying("x500")
    sim = session(robot("x500", (0.0, 0.0, 4000.0), parameters={"rotor_min_rad_s": 0.0}))
    rotors_off(sim, "x500")
    sim.step(30.0)
    wanted = math.sqrt(model.mass_kg * GRAVITY / model.drag_quadratic_ns2_m2)
    assert sim.robot("x500").state.velocity[2] == pytest.approx(-wanted, rel=1e-6)


def test_torque_free_spin_keeps_energy_and_momentum() -> None:
    inertia = np.array(flying("firefly").inertia_kgm2)
    assert len(set(inertia)) == 3
    sim = session(robot("firefly", (0.0, 0.0, 2000.0), parameters=AIRLESS))
    rotors_off(sim, "firefly")
    put(sim, "firefly", rates=[4.0, 0.5, -7.0])
    rows = [np.array([4.0, 0.5, -7.0]), *watch(sim, "firefly", 10.0).rates]
    rates = np.array(rows)
    energy = 0.5 * (inertia * rates**2).sum(axis=1)
    momentum = np.linalg.norm(inertia * rates, axis=1)
    assert (np.ptp(rates, axis=0) > [5.0, 5.0, 0.1]).all()  # it does precess, and nods
    assert np.abs(energy / energy[0] - 1.0).max() < 1e-6
    assert np.abs(momentum / momentum[0] - 1.0).max() < 1e-6


RATES = [9.0, -7.0, 12.0]
SPEEDS = [700.0, 500.0, 450.0, 640.0]


def tumbled(tick_us: int, integrator: str) -> Floats:
    """Position of a tumbling quadrotor after a second under steady rotor commands."""
    sim = session(robot("x500", (0.0, 0.0, 100.0), integrator=integrator), tick_us=tick_us)
    put(sim, "x500", velocity=[3.0, -1.0, 2.0], rates=RATES)
    tell(sim, "x500", rotor=np.full(4, 400.0))
    sim.robot("x500").control("rotor_speeds", SPEEDS)
    sim.step(1.0)
    return sim.robot("x500").position


def reference() -> Floats:
    """The same by Runge-Kutta with a step of 50 µs, outside of any world."""
    body = Multirotor([flying("x500").params()], dt_s=5e-5, integrator="rk4")
    body.position[0], body.velocity[0], body.rates[0] = [0, 0, 100], [3, -1, 2], RATES
    body.quaternion[0], body.rotor[0] = [0, 0, 0, 1], 400.0
    body.step(np.array(SPEEDS), steps=20_000)
    return np.array(body.position[0])


@pytest.mark.parametrize(("integrator", "order"), [("rk4", 4.0), ("euler", 1.0)])
def test_order_of_the_integrators(integrator: str, order: float) -> None:
    assert integrator in INTEGRATORS
    exact = reference()
    errors = [np.linalg.norm(tumbled(us, integrator) - exact) for us in (2000, 1000, 500)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders == pytest.approx(order, abs=0.25)


@pytest.mark.parametrize("name", FLEET)
def test_hover_stays_within_five_centimetres(name: str) -> None:
    sim = session(robot(name, (1.0, -2.0, 5.0)))
    sim.robot(name).control("position_heading", [1.0, -2.0, 5.0, 0.4])
    sim.step(5.0)
    seen = watch(sim, name, 60.0, every=0.1)
    assert np.linalg.norm(seen.position - [1.0, -2.0, 5.0], axis=1).max() < 0.05
    assert seen.heading[-1] == pytest.approx(0.4, abs=1e-3)


def aims() -> list[tuple[float, list[float]]]:
    """(time s, x y z heading vx vy vz) for twenty seconds of set-points."""
    draw = np.random.default_rng(3)
    return [
        (0.5 * k, [*draw.uniform(-8, 8, 2), draw.uniform(25, 35), draw.uniform(-3, 3),
                   *draw.normal(0.0, 1.0, 3)])
        for k in range(40)
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["x500", "firefly"])
def test_contact_world_and_swarm_fly_alike(name: str) -> None:
    model, hover = flying(name), 450.0
    sim = session(robot(name, (0.0, 0.0, 30.0)), wind=(1.0, -0.5, 0.2))
    tell(sim, name, rotor=np.full(len(model.rotors), hover))
    swarm = Swarm(1, model.params(), model.gains_row(), dt_s=0.002)
    swarm.place([[0.0, 0.0, 30.0]])
    start = swarm.take([0])
    swarm.put([0], start._replace(rotor=np.full((1, len(model.rotors)), hover)))
    swarm.set_wind([1.0, -0.5, 0.2])
    worst = 0.0
    for _, aim in aims():
        sim.robot(name).control("position_heading", aim)
        swarm.setpoints = [[*aim, 1.0]]
        for _ in range(5):
            sim.step(0.1)
            swarm.step(50)
            gap = sim.robot(name).position - swarm.state([0]).position[0]
            worst = max(worst, float(np.linalg.norm(gap)))
    assert sim.now == pytest.approx(20.0)
    assert worst < 1e-9


# The wind and the numbers of the models.


def hover_error(model: MultirotorModel, wind: float) -> float:
    """How far (m) the cascade lets a steady wind along x push it."""
    force = (model.drag_linear_ns_m + model.drag_quadratic_ns2_m2 * wind) * wind
    needed = force / model.mass_kg
    # It hangs in the wind where kv · kp · error asks for the acceleration that drag takes.
    return needed / (model.gains.velocity * model.gains.position)


@pytest.mark.parametrize(("name", "wind"), [("x500", 6.0), ("firefly", 4.0), ("cricket", 1.5)])
def test_wind_shifts_the_hover_by_the_predicted_error(name: str, wind: float) -> None:
    sim = session(robot(name, (0.0, 0.0, 10.0)), wind=(wind, 0.0, 0.0))
    sim.robot(name).control("position_heading", [0.0, 0.0, 10.0, 0.0])
    sim.step(20.0)
    assert sim.robot(name).position[0] == pytest.approx(hover_error(flying(name), wind), rel=0.03)
    sim.set_wind([0.0, 0.0, 0.0])
    sim.step(15.0)
    assert np.linalg.norm(sim.robot(name).position - [0.0, 0.0, 10.0]) < 0.01


def lift_at(speed: float, **parameters: float) -> float:
    """Vertical acceleration (m/s²) with all rotors at ``speed`` rad/s, at rest."""
    sim = session(robot("x500", (0.0, 0.0, 50.0), parameters=parameters))
    tell(sim, "x500", rotor=np.full(4, speed))
    sim.robot("x500").control("rotor_speeds", [speed] * 4)
    sim.step(0.002)
    return float(sim.robot("x500").state.velocity[2] / 0.002)


def test_mass_and_thrust_coefficient_change_the_lift_as_predicted() -> None:
    k, m = flying("x500").thrust_coefficient_ns2, flying("x500").mass_kg
    assert lift_at(600.0) == pytest.approx(4.0 * k * 600.0**2 / m - GRAVITY, rel=1e-3)
    changed = lift_at(600.0, mass_kg=2.6, thrust_coefficient_ns2=2.4e-5)
    assert changed == pytest.approx(4.0 * 2.4e-5 * 600.0**2 / 2.6 - GRAVITY, rel=1e-3)


def test_drag_changes_the_glide_as_predicted() -> None:
    changed = {"drag_linear_ns_m": 0.2, "drag_quadratic_ns2_m2": 0.1}
    model = catalogue.load("x500", parameters=changed)
    assert isinstance(model, MultirotorModel)
    sim = session(robot("x500", (0.0, 0.0, 50.0), parameters=changed))
    put(sim, "x500", velocity=[8.0, 0.0, 0.0])
    sim.step(0.002)
    slowing = (8.0 - sim.robot("x500").state.velocity[0]) / 0.002
    assert slowing == pytest.approx((0.2 + 0.1 * 8.0) * 8.0 / model.mass_kg, rel=0.01)


def test_heading_follows_a_turn_of_the_set_point() -> None:
    sim = session(robot("x500", (0.0, 0.0, 10.0)))
    sim.robot("x500").control("velocity_heading_rate", [0.0, 0.0, 0.0, 0.5])
    sim.step(2.0)
    before = rotation.heading_of(sim.robot("x500").state.quaternion)
    sim.step(2.0)
    turned = rotation.heading_of(sim.robot("x500").state.quaternion) - before
    assert float(turned) == pytest.approx(1.0, rel=0.02)
