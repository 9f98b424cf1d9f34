"""Nothing that a client says breaks the state; what does break it stops the run, by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from outrider.core.errors import CommandError, DivergenceError
from outrider.run.robot import RobotHandle
from outrider.run.session import Session
from outrider.scenario.schema import Robot
from outrider.sim.physics._kernels_tick import ROOT_WIDTH
from tests.counts import count
from tests.sim.engine.teams import husky, person, scenario, x500

WILD = (np.nan, np.inf, -np.inf, 1e308, -1e308, 1e150, -1e19, 1e9, 1e3, 0.0, 5e-324, 1.0, -3.0)
MODES = {
    "multirotor": (
        ("rotor_speeds", 4), ("throttles", 4), ("control_groups", 4), ("rates_throttle", 4),
        ("attitude_throttle", 5), ("acceleration_heading", 4), ("acceleration_heading_rate", 4),
        ("velocity_heading", 4), ("velocity_heading_rate", 4), ("position_heading", 4),
    ),
    "wheeled": (
        ("velocity", 2), ("discrete", 1), ("continuous", 3), ("ackermann", 2), ("pedals", 6),
    ),
    "person": (("velocity", 3),),
}  # fmt: skip


def give_a_wild_command(random: np.random.Generator, robot: RobotHandle) -> bool:
    """Whether it was accepted; a refusal is a ``CommandError``, nothing else."""
    tame, wild = random.uniform(-2.0, 2.0, 6), random.choice(WILD, 6)
    values = np.where(random.random(6) < random.choice([0.2, 0.7]), wild, tame)
    modes = MODES[robot.kind]
    mode, width = modes[int(random.integers(len(modes)))]
    verb = int(random.integers(6))
    try:
        if verb == 0:
            robot.go_to(values[:3], speed=values[3] if values[4] > 0.0 else None)
        elif verb == 1:
            robot.follow(values.reshape(3, 2))
        elif verb == 2 and robot.kind == "person":
            robot.walk(values[0], values[1])
        elif verb == 2 and robot.kind == "wheeled":
            robot.drive(values[0], values[1])
        elif verb == 3 and robot.kind == "multirotor":
            robot.take_off(values[0], speed=abs(values[1]))
        else:
            robot.control(mode, values[:width].tolist())
    except CommandError:
        return False
    return True


def team(seed: int) -> Session:
    places = ((0.0, 8.0), (-8.0, 0.0), (-16.0, 8.0), (8.0, 8.0))
    drivers = [
        Robot(name=model, model=model, position_m=at)
        for model, at in zip(("rover4", "suv", "six_wheel", "tracked"), places, strict=True)
    ]
    return Session(
        scenario(husky(), x500(at=(0.0, -6.0)), person(at=(8.0, -8.0)), *drivers, seed=seed)
    )


def test_no_sequence_of_wild_commands_breaks_anybodys_state() -> None:
    """Each sequence: five commands to each of seven robots, 2 to 20 ticks apart."""
    random, accepted, given = np.random.default_rng(3), 0, 0
    sequences = count(10_000) // 7
    session = team(1)
    for sequence in range(sequences):
        if sequence % 20 == 0:
            session.reset(seed=sequence)
        for _ in range(5):
            for robot in session.robots.values():
                accepted += give_a_wild_command(random, robot)
                given += 1
            session.step(0.004 * int(random.integers(1, 10)))
        for state in session.states():
            numbers = (*state.position, *state.quaternion, *state.velocity, *state.angular_velocity)
            assert np.isfinite(numbers).all(), f"sequence {sequence}: {state.robot}"
            assert np.linalg.norm(state.quaternion) == pytest.approx(1.0, abs=1e-9)
    assert 0.1 * given < accepted < 0.9 * given


@pytest.mark.parametrize("column", range(ROOT_WIDTH))
@pytest.mark.parametrize("bad", [np.nan, np.inf, -1e305])
def test_a_broken_number_stops_the_run_and_names_the_robot_and_the_stage(
    column: int, bad: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session(scenario(husky(), x500(at=(0.0, 0.0, 30.0))))
    session.step(0.11)
    physics = session.engine.team.physics
    which = physics.world.names.index("uav0")
    row = physics.root[which].copy()
    row[column] = bad
    physics.write_root(which, row)
    with pytest.raises(DivergenceError, match=r"^uav0: .* after the stage 'physics'"):
        session.step(0.05)
    assert not list(tmp_path.iterdir())
