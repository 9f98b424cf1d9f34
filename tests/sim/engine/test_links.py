"""Messages between robots: time on the air, delay, range, loss and order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from outrider.core.errors import UserError
from outrider.core.messages import TeamMessage
from outrider.run.session import Session
from outrider.scenario import plans
from outrider.scenario.schema import Links, Scenario
from outrider.sim.engine.mailbox import HEADER_BYTES
from tests.counts import count
from tests.sim.engine.teams import MS, SECOND, advance, husky, person, scenario, x500


def _team(distance: float = 10.0, **links: float) -> Scenario:
    return scenario(husky(), x500(at=(distance, 0.0)), person(), links=Links(**links))


def _heard(session: Session, seconds: float) -> list[TeamMessage]:
    return [m for m in session.step(seconds) if isinstance(m, TeamMessage)]


def test_a_message_arrives_whole_with_its_header() -> None:
    session = Session(_team(latency_ms=20.0))
    session.step(ns=3 * MS)
    arrival = session.send("ugv0", "uav0", b"\0\xffhello", topic="greeting")
    assert arrival == 24 * MS  # sent with the tick that ends at 4 ms
    assert _heard(session, 0.020) == []
    (mail,) = _heard(session, 0.001)
    assert (mail.sender, mail.receiver, mail.robot, mail.address) == (
        "ugv0", "uav0", "uav0", "uav0/inbox",
    )  # fmt: skip
    assert (mail.payload, mail.topic, mail.size_bytes) == (b"\0\xffhello", "greeting", 7)
    assert (mail.sent_ns, mail.stamp_ns, mail.arrival_ns) == (4 * MS, 4 * MS, 24 * MS)


def test_bandwidth_keeps_a_radio_busy() -> None:
    """At 8,000 bit/s a byte takes 1 ms; each sender has its own radio."""
    session = Session(_team(bandwidth_bps=8000.0, latency_ms=5.0))
    sizes = (0, 10, 100)
    arrivals = [session.send("ugv0", "uav0", b"x" * size) or 0 for size in sizes]
    ends = np.cumsum([size + HEADER_BYTES for size in sizes]) * MS + 5 * MS
    assert arrivals == ends.tolist()
    assert session.send("uav0", "ugv0", b"") == (HEADER_BYTES + 5) * MS
    heard = _heard(session, 1.0)
    assert [m.arrival_ns for m in heard] == sorted([*arrivals, (HEADER_BYTES + 5) * MS])
    assert session.send("ugv0", "uav0", b"") == SECOND + (HEADER_BYTES + 5) * MS


def test_without_limits_messages_arrive_at_once_and_in_order() -> None:
    session = Session(_team())
    for k in range(20):
        session.send("ugv0", "uav0" if k % 2 else "human0", bytes([k]))
    heard = _heard(session, 0.002)
    assert [m.payload[0] for m in heard] == list(range(20))
    assert {m.arrival_ns for m in heard} == {0}


@pytest.mark.parametrize("loss", [0.01, 0.3])
def test_as_many_are_lost_as_stated(loss: float) -> None:
    session = Session(_team(loss=loss))
    sent = count(20_000)
    lost = sum(session.send("ugv0", "uav0", b"") is None for _ in range(sent))
    assert abs(lost - loss * sent) < 5 * np.sqrt(sent * loss * (1 - loss))
    assert len(_heard(session, 0.01)) == sent - lost


def test_all_or_nothing_is_lost() -> None:
    for loss, gone in ((0.0, 0), (1.0, 50)):
        session = Session(_team(loss=loss))
        assert sum(session.send("ugv0", "uav0", b"") is None for _ in range(50)) == gone


def test_beyond_its_range_a_link_is_silent() -> None:
    for distance, arrives in ((99.0, True), (101.0, False)):
        session = Session(_team(distance, range_m=100.0))
        assert (session.send("ugv0", "uav0", b"") is not None) == arrives


def test_losses_of_one_link_do_not_depend_on_the_others() -> None:
    def lost(pairs: Sequence[tuple[str, str]]) -> list[bool]:
        session = Session(_team(loss=0.5))
        return [session.send(a, b, b"") is None for a, b in pairs]

    plain = lost([("ugv0", "uav0")] * 40)
    mixed = lost([("ugv0", "uav0"), ("uav0", "ugv0")] * 20)
    assert plain[::2] == mixed[::2]
    assert plain[1::2] != mixed[1::2]


def test_a_broadcast_reaches_everybody_else() -> None:
    plan = (plans.Wait(seconds=0.1), plans.Message(to="all", topic="news", text="hé"))
    session = Session(scenario(husky(plan=plan), x500(), person(), links=Links(latency_ms=1.0)))
    heard = _heard(session, 0.5)
    assert [(m.receiver, m.payload.decode(), m.arrival_ns) for m in heard] == [
        ("uav0", "hé", 101 * MS), ("human0", "hé", 101 * MS),
    ]  # fmt: skip


def test_wrong_messages_are_refused() -> None:
    session = Session(_team())
    with pytest.raises(UserError, match="itself"):
        session.send("ugv0", "ugv0", b"")
    with pytest.raises(UserError, match="did you mean 'uav0'"):
        session.send("ugv0", "uav1", b"")
    with pytest.raises(UserError, match="topic"):
        session.send("ugv0", "uav0", b"", topic="no topic")
    assert session.log == []
    assert _heard(session, 0.01) == []


def test_messages_are_replayed() -> None:
    team = _team(latency_ms=3.3, loss=0.3, bandwidth_bps=5e4)
    session, again = Session(team), Session(team)
    for k in range(30):
        session.send("ugv0", "uav0", b"x" * k)
        session.step(ns=1_300_000 + 77 * k)
    session.step(0.1)
    again.replay(session.log)
    advance(again, session.now_ns, 8)
    assert again.digest() == session.digest()
