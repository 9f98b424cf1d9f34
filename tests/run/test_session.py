"""The session: queries, handles, and what a user of the Python interface relies on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import outrider
from outrider.core.errors import ScenarioError, UnknownNameError, UserError
from outrider.core.messages import RobotState
from outrider.run.session import Session
from outrider.scenario import dump
from outrider.scenario.worlds import Box, Flat, Hills
from outrider.world.edits import AddObject, RemoveObject
from tests.sim.engine.teams import crate, husky, person, scenario, state, still, x500

WALL = Box(name="wall0", position_m=(5.0, 0.0, 1.0), size_m=(0.2, 4.0, 2.0))


def test_the_example_of_the_readme_runs() -> None:
    sim = outrider.load("valley", seed=7)
    ticket = sim.robot("uav1").go_to([4, 8, 6])
    heard = 0
    for step in sim.run(seconds=3):
        if "uav1/state" in step:
            message = step["uav1/state"]
            assert isinstance(message, RobotState)
            assert message.stamp_ns == step.stamp_ns == sim.now_ns
            heard += 1
    assert heard == 300
    assert sim.now == 3.0
    assert ticket.robot == "uav1"


def test_sources_of_a_session(tmp_path: Path) -> None:
    team = still(state())
    file = tmp_path / "mine.yaml"
    file.write_text(dump(team))
    sessions = [outrider.load(team), outrider.load(file), outrider.load(str(file), seed=7)]
    for session in sessions:
        session.step(0.2)
    assert len({session.digest() for session in sessions}) == 1
    changed = outrider.load(team, overrides=["robots.0.model=rover4"])
    assert changed.robot("ugv0").model == "rover4"
    with pytest.raises(UserError, match="did you mean valley"):
        outrider.load("vally")
    with pytest.raises(ScenarioError, match="taken"):
        outrider.load(scenario(husky(), husky()))


def test_a_run_without_a_time_goes_to_the_end_of_the_scenario() -> None:
    session = Session(still(state(10.0), duration_s=0.75))
    session.step(0.5)
    assert len(list(session.run())) == 2
    assert session.now == 0.75
    assert list(session.run()) == []


def test_handles_know_what_they_hold() -> None:
    session = Session(scenario(husky(), x500(), person()))
    kinds = {name: handle.kind for name, handle in session.robots.items()}
    assert kinds == {"ugv0": "wheeled", "uav0": "multirotor", "human0": "person"}
    assert repr(session.robot("uav0")) == "RobotHandle(uav0: x500, multirotor)"
    with pytest.raises(UnknownNameError, match="did you mean 'uav0'"):
        session.robot("uav1")


def test_what_is_handed_out_is_a_copy() -> None:
    session = Session(still())
    before = session.state_digest()
    session.robot("ugv0").position[:] = 99.0
    session.log.clear()
    session.robots.clear()
    assert session.state_digest() == before
    assert session.robot("ugv0").position[0] == pytest.approx(0.0, abs=1e-9)


def test_height_of_the_ground() -> None:
    session = Session(
        scenario(husky(), world=Hills(relief_m=3.0, wavelength_m=40.0, density=0.0, seed=2))
    )
    points = np.array([[0.0, 0.0], [13.0, -7.0], [1e4, 2e4]])
    heights = [session.ground_height(x, y) for x, y in points]
    np.testing.assert_array_equal(heights, session.scene.height(points))
    assert len(set(heights)) == 3
    session.step(1.0)
    wheel = session.robot("ugv0").position[2] - session.ground_height(0.0, 0.0)
    assert 0.0 < wheel < 0.4


def test_line_of_sight_is_broken_by_walls_and_ground() -> None:
    world = Flat(objects=(WALL,))
    session = Session(
        scenario(husky(), x500(at=(10.0, 0.0)), x500("uav1", (0.0, 9.0)), world=world)
    )
    session.step(0.1)
    assert not session.line_of_sight("ugv0", "uav0")
    assert session.line_of_sight("ugv0", "uav1")
    assert session.line_of_sight("ugv0", [10.0, 0.0, 8.0])
    assert not session.line_of_sight([0.0, 0.0, 1.0], [9.0, 0.0, -1.0])
    assert session.line_of_sight([0, 0, 1], [4.8, 0, 1])
    session.edit_scene([RemoveObject(which="wall0")])
    assert session.line_of_sight("ugv0", "uav0")


def test_contacts_by_name() -> None:
    session = Session(scenario(husky(), x500(), props=(crate(),)))
    assert session.contacts() == ()
    session.step(1.0)
    everything = session.contacts()
    owners = {name.split("/")[0] for c in everything for name in (c.body_a, c.body_b)}
    assert owners == {"ugv0", "uav0", "crate0", "terrain"}
    for name in ("ugv0", "uav0", "crate0"):
        mine = session.contacts(name)
        assert mine
        assert {c.body_a.split("/")[0] for c in mine} == {name}
    assert sum(len(session.contacts(n)) for n in ("ugv0", "uav0", "crate0")) == len(everything)
    weight = sum(c.force_n for c in session.contacts("crate0"))
    assert weight == pytest.approx(8.0 * 9.81, rel=0.01)


def test_two_clients_of_one_session_see_one_clock() -> None:
    """Two readers of one session: each has its own robots, both the same stamps."""
    session = Session(scenario(husky(sensors=(state(),)), x500(sensors=(state(),))))
    first: list[int] = []
    second: list[int] = []
    for step in session.run(0.5):
        first += [m.stamp_ns for m in step if m.robot == "ugv0"]
        second += [m.stamp_ns for m in step if m.robot == "uav0"]
    assert first == second
    assert len(first) == 25


def test_resetting_within_a_loop_ends_the_loop() -> None:
    session = Session(still(state()))
    for step in session.run(1.0):
        if step.stamp_ns >= 100_000_000:
            session.reset()
    assert session.now_ns == 0
    assert len(list(session.run(0.1))) == 5


def test_objects_may_be_added_while_nothing_moves() -> None:
    session = Session(still())
    post = AddObject(shape="box", position_m=(3.0, 0.0, 0.5), half_m=(0.1, 2.0, 0.5), name="wall1")
    session.edit_scene([post])
    assert session.now_ns == 0
    assert not session.line_of_sight("ugv0", [6.0, 0.0, 0.2])
