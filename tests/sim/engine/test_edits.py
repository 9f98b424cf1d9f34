"""Edits of a running world: who comes, goes and moves; what fails changes nothing."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from outrider.core.errors import EditError, UnknownNameError, UserError
from outrider.core.messages import Event
from outrider.run.session import Session
from outrider.scenario import plans
from outrider.scenario.schema import Robot
from outrider.scenario.sensors import PluginSensor
from outrider.scenario.worlds import Flat, Forest, Wall
from outrider.sim.engine import transplant
from outrider.sim.engine.inputs import Spawn
from outrider.sim.physics.blocks import Blocks
from outrider.world.edits import AddObject, MoveObject, RemoveObject
from tests.sim.engine.teams import (
    HILLS,
    MS,
    advance,
    busy,
    crate,
    fingerprint,
    husky,
    person,
    scenario,
    state,
    still,
    tracker,
    x500,
)

BARRIER = AddObject(shape="box", position_m=(4.0, 0.0, 0.5), half_m=(0.2, 3.0, 0.5), name="barrier")


def test_a_spawned_robot_is_a_robot() -> None:
    session = Session(still(world=HILLS))
    session.step(ns=501 * MS)
    guest = x500(
        "uav0", (3.0, 3.0), heading_rad=1.0, sensors=(state(), tracker(69.0)),
        plan=(plans.TakeOff(height_m=2.0),), parameters={"mass_kg": 2.5},
    )  # fmt: skip
    session.spawn(guest)
    assert session.scenario.robot("uav0") == guest
    assert list(session.robots) == ["ugv0", "uav0"]
    messages = session.step(8.0).messages
    events = [m for m in messages if isinstance(m, Event)]
    assert [(e.robot, e.kind, e.stamp_ns) for e in events] == [("uav0", "spawned", 502 * MS)]
    stamps = [m.stamp_ns for m in messages if m.address == "uav0/state"]
    assert (stamps[0], len(stamps)) == (520 * MS, 400)
    x, y, z = session.robot("uav0").position
    assert np.hypot(x - 3.0, y - 3.0) < 0.1
    assert z - session.ground_height(3.0, 3.0) == pytest.approx(2.0, abs=0.3)


def test_everything_can_come_and_go() -> None:
    session = Session(still())
    for entry in (person("p", (5, 5)), husky("h", (0, 8)), x500("u", (8, 0)), crate("c", (9, 9))):
        session.spawn(entry)
        session.step(0.1)
    assert set(session.robots) == {"ugv0", "p", "h", "u"}
    heights = {name: float(r.position[2]) for name, r in session.robots.items()}
    assert all(-0.01 < z < 1.0 for z in heights.values())
    for name in ("p", "c", "u", "h", "ugv0"):
        session.remove(name)
        session.step(0.1)
    assert session.robots == {}
    assert session.contacts() == ()


def test_who_stays_is_not_disturbed() -> None:
    """Others' messages with guests far away, coming and going, are the same to 1e-9."""
    plain, visited = Session(busy()), Session(busy())
    for k in range(5):
        visited.spawn(x500(f"guest{k}", (60.0 + 9 * k, 60.0)))
        if k > 2:
            visited.remove(f"guest{k - 2}")
        visited.step(0.2)
        plain.step(0.2)
        for name, handle in plain.robots.items():
            np.testing.assert_allclose(
                visited.robot(name).position, handle.position, rtol=0, atol=1e-9
            )


def test_a_guest_may_land_on_a_deck_that_has_moved() -> None:
    session = Session(scenario(husky(plan=(plans.Drive(speed_mps=0.5, seconds=60.0),))))
    session.step(6.0)
    session.spawn(Robot(name="uav0", model="x500", on="ugv0", sensors=(state(),)))
    offset = session.robot("uav0").position - session.robot("ugv0").position
    assert np.linalg.norm(offset[:2]) < 0.5
    session.step(3.0)
    assert session.robot("uav0").state.standing_on == "ugv0"
    later = session.robot("uav0").position - session.robot("ugv0").position
    np.testing.assert_allclose(later, offset, atol=0.05)
    assert session.robot("ugv0").position[0] > 3.5


def test_a_wall_appears_and_stops_who_drives_there() -> None:
    session = Session(still())
    session.robot("ugv0").drive(1.0)
    session.step(2.0)
    session.edit_scene([BARRIER])
    session.step(6.0)
    x = session.robot("ugv0").position[0]
    assert 2.5 < x < 3.8
    assert abs(session.robot("ugv0").state.velocity[0]) < 0.2
    assert any("barrier" in c.body_b for c in session.contacts("ugv0"))
    session.edit_scene([RemoveObject(which="barrier")])
    session.step(3.0)
    assert session.robot("ugv0").position[0] > x + 1.0


def test_a_wall_that_moves_is_where_it_moved_to() -> None:
    world = Flat(objects=(Wall(name="w", position_m=(3.0, 0.0), heading_rad=math.pi / 2,
                               length_m=4.0, height_m=1.0),))  # fmt: skip
    session = Session(still(world=world))
    session.edit_scene([MoveObject(which="w", position_m=(6.0, 0.0, 0.5))])
    session.robot("ugv0").drive(1.0)
    session.step(10.0)
    assert 4.5 < session.robot("ugv0").position[0] < 6.0


def test_a_moved_robot_is_at_rest_and_whole() -> None:
    session = Session(scenario(x500(at=(0.0, 0.0, 30.0)), husky(at=(20.0, 0.0))))
    session.robot("uav0").control("throttles", [0.0] * 4)
    session.step(6.0)
    assert session.robot("uav0").state.crashed
    going = session.robot("ugv0").drive(1.0, seconds=60.0)
    session.step(2.0)
    session.move("uav0", (5.0, 5.0, 0.3))
    session.move("ugv0", (0.0, -5.0, 0.3), quaternion=(0.0, 0.0, 1.0, 1.0))
    mover = session.robot("ugv0").state
    assert not session.robot("uav0").state.crashed
    assert mover.velocity == (0.0, 0.0, 0.0)
    np.testing.assert_allclose(mover.quaternion, (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)))
    session.step(1.0)
    assert np.linalg.norm(session.robot("ugv0").position[:2] - [0.0, -5.0]) < 0.02
    assert going.state != "done"
    ticket = session.robot("uav0").take_off(2.0)
    session.step(6.0)
    assert ticket.done


def test_people_and_props_are_moved_too() -> None:
    session = Session(scenario(person(), props=(crate(),)))
    session.step(0.1)
    session.move("human0", (9.0, -3.0, 0.0))
    session.move("crate0", (0.0, 0.0, 3.0))
    session.step(2.0)
    np.testing.assert_allclose(session.robot("human0").position, (9.0, -3.0, 0.0), atol=0.02)
    assert session.contacts("crate0")


def test_when_the_carrier_goes_the_rider_falls() -> None:
    session = Session(scenario(husky(), x500(at=None, on="ugv0")))
    session.step(0.5)
    session.remove("ugv0")
    session.step(1.0)
    assert session.robot("uav0").position[2] < 0.3
    assert session.robot("uav0").state.standing_on == ""
    assert [robot.on for robot in session.scenario.robots] == [None]


def test_a_landing_on_a_deck_that_goes_comes_to_an_end() -> None:
    session = Session(scenario(husky(), x500(at=None, on="ugv0")))
    session.robot("uav0").take_off(3.0)
    session.step(6.0)
    ticket = session.robot("uav0").land(on="ugv0", timeout=20.0)
    session.step(0.5)
    session.remove("ugv0")
    session.step(25.0)
    assert not ticket.pending
    assert np.isfinite(session.robot("uav0").position).all()


def test_a_plan_that_has_lost_its_deck_fails_and_goes_on() -> None:
    rider = x500(
        at=None, on="ugv0",
        plan=(plans.TakeOff(height_m=2.0), plans.Hover(seconds=1.0), plans.Land(on="ugv0"),
              plans.Land(timeout_s=20.0)),
    )  # fmt: skip
    session = Session(scenario(husky(), rider))
    session.step(2.0)
    session.remove("ugv0")
    session.step(20.0)
    tickets = session.engine.orders.tickets
    assert [(t.command, t.state) for t in tickets] == [
        ("take_off", "done"), ("hover", "done"), ("land", "failed"), ("land", "done"),
    ]  # fmt: skip
    assert "ugv0" in tickets[2].reason


def test_removing_ends_what_a_robot_was_about() -> None:
    session = Session(scenario(husky(), x500()))
    ticket = session.robot("ugv0").go_to([50.0, 0.0])
    session.step(0.1)
    session.remove("ugv0")
    assert (ticket.state, ticket.reason) == ("cancelled", "the robot was removed")
    session.step(0.5)
    session.spawn(husky())
    session.step(0.5)
    assert session.robot("ugv0").ticket is None


def test_the_wind_turns() -> None:
    session = Session(scenario(x500(at=(0.0, 0.0, 50.0))))
    session.robot("uav0").control("throttles", [0.55] * 4)
    session.set_wind((8.0, 0.0, 0.0))
    session.step(1.0)
    assert session.robot("uav0").state.velocity[0] > 0.1
    assert session.scenario.wind.mean_mps == (8.0, 0.0, 0.0)


Do = Callable[[Session], Any]


def _robot(**changes: Any) -> Robot:
    return Robot(**{"name": "uav9", "model": "x500", "position_m": (9.0, 9.0), **changes})


@pytest.mark.parametrize(("edit", "told"), [
    (lambda s: s.spawn(x500("uav0", (1.0, 1.0))), "'uav0' is taken"),
    (lambda s: s.spawn(x500("crate0", (1.0, 1.0))), "'crate0' is taken"),
    (lambda s: s.spawn(crate("human0")), "'human0' is taken"),
    (lambda s: s.spawn(x500("terrain", (1.0, 1.0))), "reserved"),
    (lambda s: s.spawn(_robot(name="9 lives")), "name"),
    (lambda s: s.spawn(_robot(model="x50")), "did you mean"),
    (lambda s: s.spawn(_robot(parameters={"mas_kg": 3.0})), "mas_kg"),
    (lambda s: s.spawn(_robot(position_m=None)), "position_m"),
    (lambda s: s.spawn(_robot(position_m=(math.nan, 0.0))), "position_m"),
    (lambda s: s.spawn(_robot(position_m=None, on="ugv9")), "ugv9"),
    (lambda s: s.spawn(_robot(position_m=None, on="human0")), "deck"),
    (lambda s: s.spawn(_robot(position_m=None, on="ugv0")), "pad 0"),
    (lambda s: s.spawn(_robot(sensors=(state(), state()))), "named 'state'"),
    (lambda s: s.spawn(_robot(sensors=(PluginSensor(plugin="sonar"),))), "sonar"),
    (lambda s: s.spawn(_robot(plan=(plans.Drive(speed_mps=1.0),))), "only ground robots"),
    (lambda s: s.spawn(_robot(plan=(plans.Land(on="uav8"),))), "uav8"),
    (lambda s: s.act(Spawn()), "give a robot or a prop"),
    (lambda s: s.remove("uav1"), "did you mean 'uav0'"),
    (lambda s: s.move("uav1", (0.0, 0.0, 1.0)), "did you mean 'uav0'"),
    (lambda s: s.move("uav0", (0.0, math.inf, 1.0)), "position"),
    (lambda s: s.move("uav0", (0.0, 0.0, 1.0), quaternion=(0.0, 0.0, 0.0, 0.0)), "finite pose"),
    (lambda s: s.set_wind((math.nan, 0.0, 0.0)), "mean_mps"),
    (lambda s: s.edit_scene([RemoveObject(which="nothing")]), "nothing"),
    (lambda s: s.edit_scene([BARRIER, BARRIER]), "taken"),
    (lambda s: s.edit_scene([AddObject(shape="box", position_m=(0.0, 0.0, math.nan),
                                       half_m=(1.0, 1.0, 1.0))]), "position"),
    (lambda s: s.edit_scene([AddObject(shape="box", position_m=(0.0, 9.0, 0.0),
                                       half_m=(1.0, 1.0, 1.0), name="ugv0")]), "taken"),
])  # fmt: skip
def test_edits_that_cannot_be_made_change_nothing(edit: Do, told: str) -> None:
    session, other = Session(busy()), Session(busy())
    for one in (session, other):
        one.step(ns=33_000_001)
    names = list(session.robots)
    with pytest.raises(UserError, match=told):
        edit(session)
    assert list(session.robots) == names
    assert session.scenario == other.scenario
    assert session.scene.digest == other.scene.digest
    for one in (session, other):
        one.step(0.1)
    assert fingerprint(session) == fingerprint(other)
    assert session.log == other.log


def test_errors_are_of_the_right_kind() -> None:
    session = Session(still())
    with pytest.raises(EditError):
        session.spawn(husky())
    with pytest.raises(UnknownNameError):
        session.remove("ugv1")


def test_edits_between_ticks_apply_with_the_next() -> None:
    """Replayed with other steps they give the same bytes, though made within a tick."""
    session, again = Session(busy()), Session(busy())
    session.step(ns=7_300_000)
    session.spawn(x500("guest", (9.0, 9.0), sensors=(state(1000.0),)))
    session.step(ns=900_000)
    session.remove("human0")
    session.step(ns=100_000_000)
    again.replay(session.log)
    advance(again, session.now_ns, 4)
    assert [entry.tick for entry in session.log] == [4, 5]
    assert fingerprint(session) == fingerprint(again)


def test_a_changed_team_does_not_go_through_all_objects() -> None:
    session = Session(scenario(husky(), world=Forest(size_m=240.0, seed=3)))
    engine, count = session.engine, len(session.scene.objects)
    old, engine.blocks = engine.team, Blocks()
    new = engine.new_team()
    tracemalloc.start()
    transplant.carry_over(old, new)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count > 10_000
    assert peak < 8 * count, "bytes: less than one number for each object"


def test_the_task_of_one_who_crashes_fails_and_so_does_every_other_until_it_is_moved() -> None:
    wall = Wall(position_m=(8.0, 0.0), heading_rad=math.pi / 2, length_m=20.0, height_m=20.0)
    session = Session(scenario(x500(at=(0.0, 0.0, 5.0)), world=Flat(objects=(wall,))))
    uav = session.robot("uav0")
    flight = uav.go_to([16.0, 0.0, 5.0], speed=6.0)
    session.step(8.0)
    assert uav.state.crashed
    assert (flight.state, flight.reason) == ("failed", "it has crashed")
    again = uav.take_off(2.0)
    session.step(0.1)
    assert (again.state, again.reason) == ("failed", "it has crashed")
    session.move("uav0", (0.0, 0.0, 0.3))
    last = uav.take_off(2.0)
    session.step(8.0)
    assert last.done


def test_nobody_starts_below_the_ground() -> None:
    says = r"uav0: position_m \[3, 0, -30\] is 3\d\.\d m below the ground; leave z out"
    with pytest.raises(UserError, match=says):
        Session(scenario(x500(at=(3.0, 0.0, -30.0))))
