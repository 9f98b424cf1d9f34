"""Commands and their tickets, in simulated time; the input log."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from outrider.core.errors import CommandError, UserError
from outrider.core.messages import CommandStatus
from outrider.core.rng import Stream
from outrider.run.session import Session
from outrider.scenario import plans
from outrider.sim.engine import inputs
from tests.sim.engine.clients import act_at_random
from tests.sim.engine.teams import (
    MS,
    SECOND,
    TICK_NS,
    busy,
    fingerprint,
    husky,
    odd_steps,
    person,
    scenario,
    still,
    x500,
)


def test_a_ticket_is_pending_then_done() -> None:
    session = Session(still())
    ticket = session.robot("ugv0").go_to([2.0, 0.0], speed=1.0)
    assert (ticket.state, ticket.done_ns, ticket.reason) == ("pending", -1, "")
    assert session.robot("ugv0").ticket is ticket
    statuses = [m for m in session.step(6.0) if isinstance(m, CommandStatus)]
    assert ticket.done
    ticket.check()
    assert session.robot("ugv0").ticket is None
    assert [(s.stamp_ns, s.ticket, s.command, s.state) for s in statuses] == [
        (ticket.done_ns, ticket.number, "go_to", "done")
    ]
    assert np.linalg.norm(session.robot("ugv0").position[:2] - [2.0, 0.0]) < 0.5


def test_timeouts_are_in_simulated_time() -> None:
    session = Session(still())
    session.step(ns=1_234_567)
    ticket = session.robot("ugv0").go_to([500.0, 0.0], timeout=0.5)
    session.step(1.0)
    assert (ticket.state, ticket.reason) == ("failed", "timed out")
    assert ticket.given_ns == 2 * MS
    assert 500 * MS <= ticket.done_ns - ticket.given_ns <= 500 * MS + TICK_NS
    with pytest.raises(CommandError, match="timed out"):
        ticket.check()


def test_a_new_command_cancels_the_old_one() -> None:
    session = Session(scenario(husky(), x500()))
    first = session.robot("ugv0").go_to([50.0, 0.0])
    other = session.robot("uav0").take_off(2.0)
    session.step(0.3)
    second = session.robot("ugv0").stop()
    assert (first.state, first.done_ns, first.reason) == (
        "cancelled", 300 * MS, "stop took its place",
    )  # fmt: skip
    assert other.pending
    session.step(2.0)
    assert second.done
    with pytest.raises(CommandError, match="cancelled"):
        first.check()


def test_a_command_holds_until_the_next() -> None:
    """Speed in steady state is what was asked for, long after the ticket is closed."""
    session = Session(still())
    ticket = session.robot("ugv0").drive(0.8)
    session.step(3.0)
    assert ticket.done
    for _ in range(5):
        session.step(1.0)
        assert session.robot("ugv0").state.velocity[0] == pytest.approx(0.8, rel=0.02)
    session.robot("ugv0").stop()
    session.step(2.0)
    assert abs(session.robot("ugv0").state.velocity[0]) < 0.01


@pytest.mark.parametrize("give", [
    lambda s: s.robot("ugv0").drive(0.5, seconds=0.7001),
    lambda s: s.robot("uav0").hover(0.333),
    lambda s: s.robot("uav0").take_off(1.0),
    lambda s: s.robot("human0").go_to([6.0, 4.0]),
    lambda s: s.robot("ugv0").go_to([1.5, 0.2], timeout=1.111),
])  # fmt: skip
def test_when_a_command_ends_does_not_depend_on_the_steps(
    give: Callable[[Session], object],
) -> None:
    ends = set()
    for steps in (None, 1, 2):
        session = Session(scenario(husky(), x500(), person()))
        session.step(ns=7_000_001)
        ticket = give(session)
        for ns in [4 * SECOND] if steps is None else odd_steps(4 * SECOND, steps):
            session.step(ns=ns)
        ends.add((ticket.state, ticket.done_ns))  # type: ignore[attr-defined]
    assert len(ends) == 1
    state, done_ns = ends.pop()
    assert state != "pending"
    assert done_ns % TICK_NS == 0


def test_a_timed_command_ends_at_its_time_and_is_known_then() -> None:
    session = Session(still())
    ticket = session.robot("ugv0").drive(0.5, seconds=1.0)
    session.step(0.998)
    assert ticket.pending
    statuses = [m for m in session.step(0.002) if isinstance(m, CommandStatus)]
    assert (ticket.state, ticket.done_ns, session.now_ns) == ("done", SECOND, SECOND)
    assert [s.arrival_ns for s in statuses] == [SECOND]


def test_a_client_ends_a_plan_of_that_robot_only() -> None:
    plan = (plans.Drive(speed_mps=0.5, seconds=0.5), plans.Drive(speed_mps=-0.5, seconds=0.5))
    session = Session(scenario(husky(plan=plan), husky("ugv1", (0.0, 5.0), plan=plan)))
    session.step(0.2)
    session.robot("ugv0").drive(0.1)
    session.step(1.0)
    given = [(t.robot, t.command) for t in session.engine.orders.tickets]
    assert given.count(("ugv0", "drive")) == 2  # the plan's first, the client's
    assert given.count(("ugv1", "drive")) == 2
    assert session.robot("ugv0").state.velocity[0] == pytest.approx(0.1, rel=0.1)


def test_plans_go_on_without_gaps() -> None:
    plan = (
        plans.Drive(speed_mps=0.5, seconds=0.25), plans.Wait(seconds=0.1),
        plans.Drive(speed_mps=0.2), plans.Drive(speed_mps=0.3, seconds=0.3), plans.Stop(),
    )  # fmt: skip
    session = Session(scenario(husky(plan=plan)))
    session.step(3.0)
    tickets = session.engine.orders.tickets
    assert [(t.command, t.given_ns, t.done_ns) for t in tickets[:3]] == [
        ("drive", 0, 250 * MS), ("drive", 350 * MS, 350 * MS), ("drive", 350 * MS, 650 * MS),
    ]  # fmt: skip
    assert (tickets[3].command, tickets[3].given_ns, tickets[3].state) == (
        "stop", 650 * MS, "done",
    )  # fmt: skip


@pytest.mark.parametrize(("command", "told"), [
    (lambda s: s.robot("ugv0").go_to([math.nan, 0.0]), r"ugv0: go_to: .*to\[0\]"),
    (lambda s: s.robot("ugv0").go_to([1e9, 0.0]), r"to\[0\]"),
    (lambda s: s.robot("ugv0").go_to([1.0]), "2 or 3 coordinates"),
    (lambda s: s.robot("ugv0").go_to("there"), "not a point"),
    (lambda s: s.robot("ugv0").go_to([1.0, 0.0], speed=-1.0), "speed_mps"),
    (lambda s: s.robot("ugv0").go_to([1.0, 0.0], timeout=0.0), "timeout_s"),
    (lambda s: s.robot("ugv0").go_to([1.0, 0.0], heading=math.inf), "heading_rad"),
    (lambda s: s.robot("ugv0").drive(math.inf), "speed_mps"),
    (lambda s: s.robot("uav0").drive(1.0), "only ground robots drive"),
    (lambda s: s.robot("uav0").walk(1.0), "only a person walks"),
    (lambda s: s.robot("uav0").land(on="ugv7"), "ugv7"),
    (lambda s: s.robot("uav0").land(on="human0"), "no deck"),
    (lambda s: s.robot("uav0").control("throttles", [math.nan] * 4), "values"),
    (lambda s: s.robot("uav0").control("throttels", [0.0] * 4), "throttels"),
    (lambda s: s.robot("human0").control("throttles", [0.0] * 4), "no control modes"),
    (lambda s: s.robot("ugv1"), "did you mean 'ugv0'"),
])  # fmt: skip
def test_wrong_commands_are_refused_and_change_nothing(
    command: Callable[[Session], object], told: str
) -> None:
    team = scenario(husky(), x500(), person())
    session, other = Session(team), Session(team)
    for one in (session, other):
        one.robot("ugv0").drive(0.5)
        one.step(ns=5_000_001)
    with pytest.raises(UserError, match=told):
        command(session)
    for one in (session, other):
        one.step(0.2)
    assert fingerprint(session) == fingerprint(other)
    assert session.log == other.log


def test_a_plan_that_cannot_be_carried_out_is_refused_at_the_start() -> None:
    with pytest.raises(CommandError, match="uav0: only ground robots drive"):
        Session(scenario(x500(plan=(plans.Drive(speed_mps=1.0),))))


def test_any_heading_is_a_heading() -> None:
    session = Session(scenario(person(), x500()))
    session.robot("human0").walk(1.0, 0.5 + 20.0 * math.pi)
    session.step(3.0)
    velocity = session.robot("human0").state.velocity
    assert math.atan2(velocity[1], velocity[0]) == pytest.approx(0.5, abs=0.01)


def test_the_log_says_what_applied_when() -> None:
    session = Session(scenario(husky(), x500()))
    session.step(ns=5 * MS)  # within tick 2, which ends at 6 ms
    session.robot("ugv0").drive(0.5)
    session.step(ns=MS)
    session.set_wind((1.0, 0.0, 0.0))
    session.send("ugv0", "uav0", b"\0\xff")
    assert [(e.tick, type(e.action).__name__) for e in session.log] == [
        (3, "Give"), (3, "SetWind"), (3, "Send"),
    ]  # fmt: skip


def test_dump_and_parse_are_inverse() -> None:
    session = Session(busy())
    act_at_random(session, 2 * SECOND, 12)
    text = inputs.dump(session.log)
    assert inputs.parse(text) == session.log
    assert inputs.dump(inputs.parse(text)) == text
    assert inputs.parse(inputs.dump([])) == []
    assert text.count(b"\n") == len(session.log) + 2


def test_damaged_logs_are_refused_whole(tmp_path: Path) -> None:
    session = Session(busy())
    act_at_random(session, SECOND, 1)
    text = inputs.dump(session.log)
    wrecks = [text[:-3], text + b"]", b"", b"[[", b"{}", b"[{}]", b'[{"tick": 1}]', b"[" * 10**5]
    wrecks.append(b'[{"tick": 0, "action": {"action": "explode"}}]')
    wrecks.append(b'[{"tick": 0, "action": {"action": "remove", "name": "a", "more": 1}}]')
    cuts = Stream(1, "cuts").integers(0, 20, low=1, high=len(text) - 3).tolist()
    for wreck in (*wrecks, *(text[:cut] for cut in cuts)):
        with pytest.raises(UserError, match=r"run\.log"):
            inputs.parse(wreck, where="run.log")
    entries = inputs.parse(text)
    with pytest.raises(UserError, match="stands after"):
        inputs.parse(inputs.dump(entries[::-1]))
    fresh = Session(busy())
    (tmp_path / "run.log").write_bytes(text[:-3])
    with pytest.raises(UserError, match=r"run\.log"):
        fresh.replay(tmp_path / "run.log")
    assert fresh.engine.awaited == []


def test_a_log_from_the_past_is_refused() -> None:
    session = Session(still())
    session.robot("ugv0").drive(0.5)
    late = Session(still())
    late.step(0.1)
    with pytest.raises(UserError, match="fresh run"):
        late.replay(session.log)
