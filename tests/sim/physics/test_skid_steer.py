"""Skid-steer robots on the real tyres: Coulomb's balance, commanded speeds, MIDGARD's actions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

from outrider.core import rotation
from outrider.run.session import Session
from outrider.sim.robots.drive import DiscreteAction
from tests.sim.physics.build import GRAVITY, Floats, driving, robot, session, watch

SKID = ("husky", "rover4", "six_wheel", "tracked")


def balance(places: Floats, rim: Floats, radius: float, friction: float = 0.9) -> Floats:
    """(vx, vy, w) at which Coulomb friction of equally loaded wheels keeps the robot on its circle.

    ``places (W, 2)`` m; ``rim (W,)`` rad/s of the wheels. Slip is smoothed by 0.1 mm/s.
    """
    grip = friction * GRAVITY / len(places)

    def residual(motion: Floats) -> Floats:
        vx, vy, w = motion
        slip_x = vx - w * places[:, 1] - rim * radius
        slip_y = vy + w * places[:, 0]
        size = np.sqrt(slip_x**2 + slip_y**2 + 1e-8)
        fx, fy = -grip * slip_x / size, -grip * slip_y / size
        torque = places[:, 0] * fy - places[:, 1] * fx
        return np.array([fx.sum() + vy * w, fy.sum() - vx * w, torque.sum()])

    half = np.abs(places[:, 1]).mean()
    left, right = rim[places[:, 1] > 0.0].mean(), rim[places[:, 1] < 0.0].mean()
    start = [0.5 * radius * (left + right), 0.0, 0.25 * radius * (right - left) / half]
    found = optimize.root(residual, start, tol=1e-10)
    assert found.success
    return np.asarray(found.x)


def turning(command: tuple[float, float], tick_us: int = 2000) -> tuple[Floats, Floats]:
    """(vx, vy, w) of a husky, measured and by the balance for its wheels' real speeds."""
    sim = session(robot("husky"), tick_us=tick_us)
    sim.robot("husky").drive(*command)
    sim.step(3.0)
    spins, motions = [], []
    for _ in range(100):
        sim.step(0.01)
        state = sim.robot("husky").state
        spins.append(state.actuators)
        ahead = rotation.rotate(rotation.conjugate(state.quaternion), state.velocity)
        motions.append([ahead[0], ahead[1], state.angular_velocity[2]])
    places = np.array([[x, y] for x in (0.256, -0.256) for y in (0.2854, -0.2854)])
    plan = driving("husky").body_plan()
    assert [w.side for w in plan.wheels] == ["left", "right", "left", "right"]
    wanted = balance(places, np.mean(spins, axis=0), plan.wheels[0].radius_m)
    return np.mean(motions, axis=0), wanted


@pytest.mark.parametrize("tick_us", [2000, 1000, 500])
@pytest.mark.parametrize("command", [(0.0, 0.8), (0.5, 0.5)])
def test_yaw_rate_is_coulombs_at_every_tick(command: tuple[float, float], tick_us: int) -> None:
    measured, wanted = turning(command, tick_us)
    assert measured[2] == pytest.approx(wanted[2], rel=0.05)


def test_in_a_bend_it_drifts_outwards_as_coulomb_says() -> None:
    for command in ((0.5, 0.8), (0.5, -0.8), (0.8, 0.5)):
        measured, wanted = turning(command)
        assert measured[1] == pytest.approx(wanted[1], rel=0.1, abs=1e-3)
        assert measured[1] * command[1] < 0.0


def settled(sim: Session, name: str) -> Floats:
    """Mean (forward, lateral, yaw) speed of the last of three seconds."""
    seen = watch(sim, name, 3.0, every=0.01)
    still = seen.ahead[-100:]
    return np.array([still[:, 0].mean(), still[:, 1].mean(), seen.rates[-100:, 2].mean()])


@pytest.mark.parametrize("name", SKID)
def test_speed_and_yaw_rate_are_as_commanded(name: str) -> None:
    drive = driving(name).drive
    v, w = 0.5 * drive.speed_max_mps, 0.4 * drive.yaw_rate_max_radps
    sim = session(robot(name))
    for speed, turn in ((v, 0.0), (v, w), (0.0, w), (-v, 0.0), (v, -w)):
        sim.robot(name).drive(speed, turn)
        ahead, aside, yaw = settled(sim, name)
        assert ahead == pytest.approx(speed, rel=0.02, abs=0.02 * v)
        assert yaw == pytest.approx(turn, rel=0.02, abs=0.02 * w)
        # Straight on there is no slip; turning, the centre of mass drifts (see above).
        assert abs(aside) < (0.12 * v if turn else 1e-3)


@pytest.mark.parametrize("name", SKID)
def test_turning_in_place_keeps_the_place(name: str) -> None:
    sim = session(robot(name))
    w = 0.4 * driving(name).drive.yaw_rate_max_radps
    sim.robot(name).drive(0.0, w)
    seen = watch(sim, name, 2.0 * np.pi / w)
    # It turns about a point of its own, nearer to the heavier end.
    assert np.linalg.norm(seen.position[:, :2], axis=1).max() < 0.1
    assert np.linalg.norm(seen.position[-1, :2]) < 0.01
    assert seen.heading[-1] - seen.heading[0] == pytest.approx(2.0 * np.pi, rel=0.1)


@pytest.mark.parametrize(
    ("action", "ahead", "turn"),
    [
        (DiscreteAction.FORWARD, 1, 0),
        (DiscreteAction.BACKWARD, -1, 0),
        (DiscreteAction.LEFT, 0, 1),
        (DiscreteAction.RIGHT, 0, -1),
        (DiscreteAction.BRAKE, 0, 0),
    ],
)
def test_discrete_actions_move_as_named(action: DiscreteAction, ahead: int, turn: int) -> None:
    drive = driving("rover4").drive
    sim = session(robot("rover4", heading_rad=0.7))
    sim.robot("rover4").control("discrete", [float(action)])
    speed, _, yaw = settled(sim, "rover4")
    assert speed == pytest.approx(ahead * drive.discrete_speed_mps, rel=0.02, abs=0.005)
    assert yaw == pytest.approx(turn * drive.discrete_yaw_rate_radps, rel=0.02, abs=0.005)
    along = np.dot(sim.robot("rover4").position[:2], [np.cos(0.7), np.sin(0.7)])
    assert along == pytest.approx(3.0 * ahead * drive.discrete_speed_mps, rel=0.1, abs=0.1)


def test_continuous_actions_reach_their_speeds_and_brake() -> None:
    sim = session(robot("rover4"))
    for speed, turn in ((1.2, 0.0), (1.0, -0.7), (-0.6, 0.5)):
        sim.robot("rover4").control("continuous", [0.0, speed, turn])
        ahead, _, yaw = settled(sim, "rover4")
        assert ahead == pytest.approx(speed, rel=0.05)
        assert yaw == pytest.approx(turn, rel=0.05, abs=0.01)
    sim.robot("rover4").control("continuous", [1.0, 1.2, 0.5])
    assert settled(sim, "rover4") == pytest.approx([0.0, 0.0, 0.0], abs=1e-3)
