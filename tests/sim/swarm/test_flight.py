"""The swarm's kernels fly as the single multirotor does, and as plain matrices and DOP853 do."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from outrider.core.errors import CommandError, DivergenceError, UserError
from outrider.sim.physics import _kernels_cascade as cascade
from outrider.sim.physics.multirotor import MultirotorParams
from outrider.sim.physics.swarm import Rows, Swarm
from outrider.sim.robots.flight import MultirotorModel
from tests.sim.flight import twin
from tests.sim.swarm.fleet import DT, aims, model, pilots, scattered, swarm, tell, wheel

SPREAD = 1e-9


def fly_both(
    of: MultirotorModel, n: int, seconds: float, *, wild: float, gain: float = 1.0
) -> float:
    """Largest distance (m) between the two paths with new set-points every 0.1 s."""
    count = of.params().rotor_count
    start = scattered(n, count, 3, wild=wild)
    many, singles = swarm(n, of), pilots(n, of, start)
    many.put(np.arange(n), start)
    winds = np.array([[1.5, -0.5, 0.2]]) + np.linspace(0.0, 1.0, n)[:, None]
    many.set_wind(winds)
    singles.body.wind[:] = winds
    worst = 0.0
    for block in range(round(seconds / 0.1)):
        rows = aims(n, block // 20)
        # The set-point moves all the time; its mean place changes every two seconds.
        rows[:, :3] += 0.3 * np.sin(0.1 * block + np.arange(n))[:, None]
        many.setpoints = rows
        tell(singles, rows)
        for _ in range(round(0.1 / DT)):
            many.step()
        singles.step(round(0.1 / DT))
        worst = max(worst, float(np.abs(many.state().position - singles.body.position).max()))
    here = many.state()
    assert np.abs(here.velocity - singles.body.velocity).max() < 1e-8
    assert np.abs(here.rotor - singles.body.rotor).max() < 1e-5
    return worst


def test_agrees_with_the_single_multirotor_for_twenty_seconds() -> None:
    assert fly_both(model("x500"), 37, 20.0, wild=1.0) < SPREAD


def test_agrees_with_the_single_hexarotor() -> None:
    assert fly_both(model("firefly"), 5, 4.0, wild=1.0) < SPREAD


@pytest.mark.slow
@pytest.mark.parametrize("rotors", [4, 5, 6, 7, 8])
def test_agrees_for_every_number_of_rotors(rotors: int) -> None:
    assert fly_both(wheel(rotors), 21, 20.0, wild=1.0) < SPREAD


@pytest.mark.slow
def test_agrees_for_three_rotors() -> None:
    # Three rotors of fixed tilt cannot hold a heading: compared before the tumbling is chaos.
    assert fly_both(wheel(3), 21, 0.3, wild=0.3) < SPREAD


def test_one_tick_is_that_of_matrices_and_dop853() -> None:
    of, n = model("x500"), 24
    start, rows = scattered(n, 4, 11, wild=0.7), aims(n, 12)
    wind = np.array([2.0, -1.0, 0.5])
    # So short a tick that RK4 is exact: the law and the equations are compared, not the steps.
    dt = 2.5e-4
    many = swarm(n, of, dt_s=dt)
    many.put(np.arange(n), start)
    many.setpoints = rows
    many.set_wind(wind)
    many.step()
    here = many.state()
    for i in range(n):
        state = twin.State.of(
            start.rotor[i],
            position=start.position[i],
            velocity=start.velocity[i],
            quaternion=start.quaternion[i],
            rates=start.rates[i],
        )
        told = (9, rows[i, :7]) if rows[i, 7] else (7, [*rows[i, 4:7], rows[i, 3]])
        after = twin.fly(
            of.params(), state, twin.control(of, told[0], told[1], state), dt, wind=wind
        )
        assert np.abs(here.position[i] - after.position).max() < 1e-11
        assert np.abs(here.velocity[i] - after.velocity).max() < 1e-10
        assert np.abs(here.rates[i] - after.rates).max() < 1e-9
        assert np.abs(here.rotor[i] - after.rotor).max() < 1e-8
        turned = Rotation.from_quat(here.quaternion[i]).as_matrix()
        assert np.abs(turned - after.attitude).max() < 1e-9


def test_sine_and_cosine_hold_to_rounding() -> None:
    angles = np.concatenate([np.linspace(-40.0, 40.0, 4001), np.arange(-9, 9) * np.pi / 4])
    found = np.array([cascade.sincos(a) for a in angles])
    allowed = 3e-16 + 1.3e-16 * np.abs(angles) / (np.pi / 2)
    assert (np.abs(found[:, 0] - np.sin(angles)) < allowed).all()
    assert (np.abs(found[:, 1] - np.cos(angles)) < allowed).all()


def test_a_half_turn_is_flown_as_by_the_single_multirotor() -> None:
    of = model("x500")
    start = scattered(3, 4, 0, wild=0.0)
    facing = Rows(
        start.position,
        np.zeros((3, 3)),
        np.tile([0.0, 0.0, 0.0, 1.0], (3, 1)),
        np.zeros((3, 3)),
        np.tile(of.params().hover_speeds(), (3, 1)),
    )
    many, singles = swarm(3, of), pilots(3, of, facing)
    many.put(np.arange(3), facing)
    rows = np.column_stack(
        [
            facing.position,
            np.array([1, -1, 3]) * np.pi - [1e-6, -1e-6, -1e-6],
            np.zeros((3, 3)),
            [1] * 3,
        ]
    )
    many.setpoints = rows
    tell(singles, rows)
    many.step(500)
    singles.step(500)
    assert np.abs(many.state().rates - singles.body.rates).max() < 1e-9
    assert np.abs(many.state().position - singles.body.position).max() < SPREAD
    assert (np.abs(many.state().quaternion[:, 2]) > 0.5).all()


def free(seconds: float, *, torque_free: bool) -> tuple[Swarm, Rows]:
    """Vehicles without drag or control authority: rotors at a least speed of nearly nothing."""
    params = MultirotorParams(
        mass_kg=1.5,
        inertia_kgm2=(0.02, 0.035, 0.05),
        allocation=((1.0,) * 4, (0.0,) * 4, (0.0,) * 4, (0.0,) * 4),
        thrust_coefficient_ns2=1e-9,
        rotor_max_rad_s=1e6,
        gravity_mps2=0.0 if torque_free else 9.81,
    )
    n = 20
    many = Swarm(n, params, model().gains_row(), dt_s=DT)
    start = scattered(n, 4, 5)._replace(rotor=np.zeros((n, 4)))
    start.rates[:] *= 10.0
    many.put(np.arange(n), start)
    # A dive faster than the controller may ask for keeps the thrust at zero.
    many.setpoints = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1e6, 0.0])
    for _ in range(round(seconds / DT)):
        many.step()
    return many, start


def test_torque_free_spin_keeps_energy_and_momentum() -> None:
    many, start = free(10.0, torque_free=True)
    inertia = np.array([0.02, 0.035, 0.05])
    here = many.state()
    then = (inertia * start.rates**2).sum(axis=1)
    now = (inertia * here.rates**2).sum(axis=1)
    assert np.abs(now / then - 1.0).max() < 1e-6
    before = Rotation.from_quat(start.quaternion).apply(inertia * start.rates)
    after = Rotation.from_quat(here.quaternion).apply(inertia * here.rates)
    lost = np.linalg.norm(after - before, axis=1) / np.linalg.norm(before, axis=1)
    assert lost.max() < 1e-6


def test_hover_holds_and_terminal_speed_is_reached() -> None:
    of = model("x500")
    many = swarm(5, of)
    points = np.arange(15.0).reshape(5, 3)
    many.place(points, headings=[0.0, 1.0, -2.0, 3.0, 0.5])
    many.step(5000)
    assert np.abs(many.state().position - points).max() < 1e-9
    # With a wind the drag is balanced by a lean: the offset is what the gains leave.
    many.set_wind([4.0, 0.0, 0.0])
    many.step(10000)
    here, p, g = many.state(), of.params(), of.gains
    pull = p.drag_quadratic_ns2_m2 * 16.0 / p.mass_kg
    assert np.allclose(
        here.position[:, 0] - points[:, 0], pull / (g.position * g.velocity), rtol=2e-2
    )
    assert np.abs(here.velocity).max() < 1e-6


def test_motors_reach_63_percent_after_one_time_constant() -> None:
    params = model("x500").params()
    many = swarm(1, model("x500"), dt_s=0.001)
    start = many.state()
    many.put([0], start._replace(rotor=np.full((1, 4), params.rotor_min_rad_s)))
    # A climb beyond reach asks for the same from all rotors: the acceleration's limit.
    many.setpoints = np.array([0.0, 0.0, 1e6, 0.0, 0.0, 0.0, 0.0, 1.0])
    limit = model("x500").limits.acceleration_mps2
    goal = np.sqrt(params.mass_kg * (9.81 + limit) / 4.0 / params.thrust_coefficient_ns2)
    many.step(round(params.motor_tau_s / 0.001))
    share = (many.state().rotor[0] - params.rotor_min_rad_s) / (goal - params.rotor_min_rad_s)
    assert np.abs(share - (1.0 - np.exp(-1.0))).max() < 1e-9


def test_several_ticks_a_call_are_the_same_bytes() -> None:
    a, b = (swarm(50, model()) for _ in range(2))
    for one in (a, b):
        one.put(np.arange(50), scattered(50, 4, 8))
        one.setpoints = aims(50, 9)
    a.step(64)
    for _ in range(64):
        b.step()
    assert a.save()["state"].tobytes() == b.save()["state"].tobytes()


def test_strange_setpoints_never_reach_the_state() -> None:
    many = swarm(40, model())
    draw = np.random.default_rng(2)
    strange = np.array([np.nan, np.inf, -np.inf, 1e300, -1e300, 1e9, 0.0, 3.0])
    for _ in range(200):
        many.setpoint_blocks[:, :7] = draw.choice(strange, many.setpoint_blocks[:, :7].shape)
        many.step(5)
    for block in many.state():
        assert np.isfinite(block).all()
    assert np.abs(many.state().rates).max() <= 100.0


def test_doors_refuse_what_cannot_be() -> None:
    many = swarm(4, model())
    with pytest.raises(CommandError, match=r"vehicle 2 is .*nan"):
        many.command([1, 2], [[0.0] * 8, [np.nan] * 8])
    with pytest.raises(CommandError, match="vehicle 4 named; there are 0 to 3"):
        many.take([4])
    with pytest.raises(CommandError, match="vehicle -1"):
        many.park([-1])
    with pytest.raises(UserError, match="wind of shape"):
        many.set_wind([1.0, 2.0])
    with pytest.raises(UserError, match="one row per vehicle"):
        many.put([0, 1], many.state([0]))
    with pytest.raises(UserError, match="at least one vehicle"):
        swarm(0, model())
    with pytest.raises(UserError, match="gains"):
        Swarm(2, model().params(), [1.0], dt_s=DT)


def test_a_lost_state_is_named() -> None:
    many = swarm(20, model())
    rows = many.state([17])
    rows.velocity[0, 1] = np.nan
    many.put([17], rows)
    with pytest.raises(DivergenceError, match=r"flight: the state of vehicle 17 "):
        many.step()
