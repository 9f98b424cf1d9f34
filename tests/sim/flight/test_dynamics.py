"""The equations of motion against closed forms, conservation laws and a reference integrator."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.spatial.transform import Rotation

from outrider.sim.physics import _kernels_flight as kernels
from outrider.sim.physics.multirotor import Multirotor, MultirotorParams
from tests.sim.flight.bodies import AIRLESS, FLEET, LOPSIDED, model, put
from tests.sim.flight.twin import State, fly, rates_of_change

STILL = np.zeros(4)
TUMBLING = State.of(
    [500.0, 420.0, 610.0, 550.0],
    position=[1.0, -2.0, 30.0],
    velocity=[3.0, -1.0, 2.0],
    quaternion=Rotation.from_euler("xyz", [0.4, -0.3, 1.1]).as_quat(),
    rates=[2.0, -3.0, 1.5],
)
COMMAND = np.array([700.0, 500.0, 450.0, 640.0])


def flown(
    params: MultirotorParams,
    start: State,
    command: np.ndarray,
    seconds: float,
    *,
    dt_s: float = 0.002,
    integrator: Literal["rk4", "euler"] = "rk4",
    wind: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> Multirotor:
    body = Multirotor([params], dt_s=dt_s, integrator=integrator, wind_mps=wind)
    put(body, start)
    body.step(command, steps=round(seconds / dt_s))
    return body


def test_free_fall_in_vacuum_is_exact() -> None:
    start = State.of(STILL, position=[0, 0, 100], velocity=[2.0, 0.0, 1.0])
    body = flown(AIRLESS, start, STILL, 4.0)
    assert body.position[0] == pytest.approx([8.0, 0.0, 100 + 4.0 - 0.5 * 9.81 * 16.0], abs=1e-9)
    assert body.velocity[0] == pytest.approx([2.0, 0.0, 1.0 - 9.81 * 4.0], abs=1e-10)


@pytest.mark.parametrize(
    ("linear", "quadratic"),
    [(0.3, 0.0), (0.0, 0.06), (0.1, 0.05)],
    ids=["linear", "square", "both"],
)
def test_terminal_speed_has_its_closed_form(linear: float, quadratic: float) -> None:
    params = replace(LOPSIDED, drag_linear_ns_m=linear, drag_quadratic_ns2_m2=quadratic)
    weight = params.mass_kg * params.gravity_mps2
    if quadratic:
        root = math.sqrt(linear**2 + 4.0 * quadratic * weight)
        terminal = (root - linear) / (2.0 * quadratic)
    else:
        terminal = weight / linear
    body = flown(params, State.of(STILL), STILL, 150.0, dt_s=0.01)
    assert body.velocity[0] == pytest.approx([0.0, 0.0, -terminal], rel=1e-9, abs=1e-12)


def test_fall_with_square_drag_follows_tanh() -> None:
    params = replace(LOPSIDED, drag_linear_ns_m=0.0, drag_quadratic_ns2_m2=0.06)
    terminal = math.sqrt(params.mass_kg * 9.81 / 0.06)
    body = flown(params, State.of(STILL), STILL, 2.0)
    expected = -terminal * math.tanh(9.81 * 2.0 / terminal)
    assert body.velocity[0, 2] == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("tau", [0.03, 0.08])
def test_motor_reaches_its_share_after_tau(tau: float) -> None:
    params = replace(LOPSIDED, motor_tau_s=tau)
    body = flown(params, State.of([200.0] * 4), np.full(4, 800.0), tau, dt_s=0.001)
    share = (body.rotor[0] - 200.0) / 600.0
    assert share == pytest.approx(1.0 - math.exp(-1.0), rel=1e-12)
    assert share == pytest.approx(0.632, abs=2e-4)


def test_motors_alone_advance_as_in_flight() -> None:
    body = flown(LOPSIDED, TUMBLING, COMMAND, 0.05)
    rotor = TUMBLING.rotor[None].copy()
    packed = body.packed
    for _ in range(25):
        kernels.advance_motors(
            0, rotor, COMMAND[None].copy(), packed.params, packed.rotor_count, 0.002
        )
    assert rotor[0] == pytest.approx(body.rotor[0], rel=1e-13)


def test_torque_free_precession_keeps_energy_and_momentum() -> None:
    inertia = np.array(AIRLESS.inertia_kgm2)
    rates = np.array([3.0, 5.0, -4.0])
    start = State.of(STILL, rates=rates, quaternion=[0.1, 0.2, 0.3, 0.9])
    body = flown(AIRLESS, start, STILL, 10.0)
    momentum = Rotation.from_quat(body.quaternion[0]).as_matrix() @ (inertia * body.rates[0])
    at_start = start.attitude @ (inertia * rates)
    energy = body.rates[0] @ (inertia * body.rates[0])
    assert energy == pytest.approx(rates @ (inertia * rates), rel=1e-6)
    assert np.linalg.norm(momentum) == pytest.approx(np.linalg.norm(at_start), rel=1e-6)
    # In the world the vector itself stands still, while the body's rates have wandered.
    assert momentum == pytest.approx(at_start, rel=1e-5, abs=1e-7)
    assert np.abs(body.rates[0] - rates).max() > 1.0


def errors(integrator: Literal["rk4", "euler"], steps_s: list[float]) -> np.ndarray:
    wind = (2.0, -1.0, 0.5)
    truth = fly(LOPSIDED, TUMBLING, COMMAND, 0.4, wind=wind)
    found = []
    for dt_s in steps_s:
        body = flown(LOPSIDED, TUMBLING, COMMAND, 0.4, dt_s=dt_s, integrator=integrator, wind=wind)
        attitude = Rotation.from_quat(body.quaternion[0]).as_matrix()
        found.append(
            [
                np.linalg.norm(body.position[0] - truth.position),
                np.linalg.norm(body.velocity[0] - truth.velocity),
                np.linalg.norm(attitude - truth.attitude),
                np.linalg.norm(body.rates[0] - truth.rates),
            ]
        )
    return np.array(found)


@pytest.mark.parametrize(
    ("integrator", "order", "steps_s"),
    [("rk4", 4.0, [0.01, 0.005, 0.0025]), ("euler", 1.0, [0.002, 0.001, 0.0005])],
)
def test_order_of_convergence(
    integrator: Literal["rk4", "euler"], order: float, steps_s: list[float]
) -> None:
    logs = np.log2(errors(integrator, steps_s))
    slopes = (logs[0] - logs[-1]) / (len(steps_s) - 1)
    assert slopes == pytest.approx(order, abs=0.06 * order)


def test_flight_agrees_with_the_reference() -> None:
    wind = (3.0, 1.0, -0.5)
    truth = fly(LOPSIDED, TUMBLING, COMMAND, 1.0, wind=wind)
    body = flown(LOPSIDED, TUMBLING, COMMAND, 1.0, wind=wind)
    moved = np.linalg.norm(truth.position - TUMBLING.position)
    assert np.linalg.norm(body.position[0] - truth.position) < 1e-6 * moved
    assert np.linalg.norm(body.velocity[0] - truth.velocity) < 1e-6 * np.linalg.norm(truth.velocity)
    assert body.rates[0] == pytest.approx(truth.rates, rel=1e-5)
    assert np.linalg.norm(body.quaternion[0]) == pytest.approx(1.0, abs=1e-15)


def test_translation_step_agrees_with_the_reference() -> None:
    start = State.of([550.0] * 4, velocity=[4.0, 0.0, 0.0])
    command = np.full(4, 650.0)
    truth = fly(LOPSIDED, start, command, 2.0)
    body = flown(LOPSIDED, start, command, 2.0)
    assert body.position[0] == pytest.approx(truth.position, rel=1e-8, abs=1e-12)
    assert body.velocity[0] == pytest.approx(truth.velocity, rel=1e-8, abs=1e-12)


def test_each_rotor_thrusts_with_the_square_of_its_speed() -> None:
    body = Multirotor([AIRLESS])
    packed = body.packed
    for speed in (0.0, 1.0, 333.0, 1000.0):
        body.rotor[:] = 0.0
        body.rotor[0, 2] = speed
        wrench = kernels.rotor_wrench(
            0, body.velocity, body.quaternion, body.rotor, packed.params, packed.allocation,
            packed.rotor_count, body.wind[0],
        )  # fmt: skip
        thrust = 1.2e-5 * speed**2
        expected = [0.0, 0.0, thrust, 0.15 * thrust, -0.2 * thrust, 0.02 * thrust]
        assert wrench == pytest.approx(expected, rel=1e-15, abs=0.0)


def test_wrench_is_that_of_the_equations() -> None:
    body = Multirotor([LOPSIDED], wind_mps=(2.0, -3.0, 1.0))
    put(body, TUMBLING)
    packed = body.packed
    found = kernels.rotor_wrench(
        0, body.velocity, body.quaternion, body.rotor, packed.params, packed.allocation,
        packed.rotor_count, body.wind[0],
    )  # fmt: skip
    wrench = np.array(found)
    slopes = rates_of_change(LOPSIDED, TUMBLING, TUMBLING.rotor, body.wind[0])
    force = LOPSIDED.mass_kg * (slopes[1] + [0.0, 0.0, 9.81])
    inertia = np.diag(LOPSIDED.inertia_kgm2)
    torque = inertia @ slopes[3] + np.cross(TUMBLING.rates, inertia @ TUMBLING.rates)
    assert wrench[:3] == pytest.approx(TUMBLING.attitude.T @ force, rel=1e-12)
    assert wrench[3:] == pytest.approx(torque, rel=1e-12)


def test_drag_follows_the_wind() -> None:
    body = flown(LOPSIDED, State.of(STILL), STILL, 60.0, dt_s=0.01, wind=(6.0, -2.0, 0.0))
    assert body.velocity[0, :2] == pytest.approx([6.0, -2.0], rel=1e-6)


@pytest.mark.parametrize(
    ("driven", "sign"), [((1, 3), 1.0), ((0, 2), -1.0)], ids=["forward", "backward"]
)
def test_a_tumble_is_bounded(driven: tuple[int, int], sign: float) -> None:
    body = Multirotor([LOPSIDED], dt_s=0.002)
    speeds = np.zeros(4)
    speeds[list(driven)] = 1000.0
    fastest = []
    for _ in range(2_000):
        body.step(speeds, steps=10)
        fastest.append(sign * body.rates[0, 1])
        assert np.abs(body.rates).max() <= kernels.TUMBLE_RATE
    assert max(fastest) == kernels.TUMBLE_RATE
    for block in (body.position, body.velocity, body.quaternion, body.rotor):
        assert np.isfinite(block).all()


@pytest.mark.parametrize("name", FLEET)
def test_hover_speeds_carry_the_weight_without_torque(name: str) -> None:
    params = model(name).params()
    wrench = params.allocation_matrix @ (params.thrust_coefficient_ns2 * params.hover_speeds() ** 2)
    assert wrench[0] == pytest.approx(params.mass_kg * 9.81, rel=1e-12)
    assert np.abs(wrench[1:]).max() < 1e-12 * wrench[0]


def test_rows_of_different_robots_fly_as_if_alone() -> None:
    several = [model(name).params() for name in FLEET]
    together = Multirotor(several, dt_s=0.002)
    together.rates[:] = [0.2, -0.1, 0.3]
    together.step(steps=500)
    for i, params in enumerate(several):
        alone = Multirotor([params], dt_s=0.002)
        alone.rates[:] = [0.2, -0.1, 0.3]
        alone.step(steps=500)
        assert np.array_equal(together.position[i], alone.position[0])
        assert np.array_equal(together.quaternion[i], alone.quaternion[0])
