"""The clock: exact rates, exact steps, and sensors that do not disturb one another."""

from __future__ import annotations

from fractions import Fraction

import pytest

from outrider.core.errors import UserError
from outrider.core.messages import RobotState
from outrider.core.time import Rate
from outrider.run.session import Session
from outrider.sim.engine.schedule import Schedule, Slot
from outrider.sim.sensors.truth import StateTruth
from tests.counts import count
from tests.sim.engine.teams import (
    MS,
    SECOND,
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

RATES = (200.0, 30.0, 69.0)
CALLS = 1_000_000


@pytest.mark.parametrize("dt_ms", [3, 5])
def test_events_of_three_rates_are_exact_over_a_million_steps(dt_ms: int) -> None:
    slots = [Slot(k, "r", state(hz, name=f"s{k}"), StateTruth()) for k, hz in enumerate(RATES)]
    for slot in slots:
        slot.skip_to(0)
    schedule, taken, now_ns = Schedule(slots), [0, 0, 0], 0
    for _ in range(CALLS):
        now_ns += dt_ms * MS
        while (due := schedule.pop(now_ns)) is not None:
            taken[due.order] += 1
            # The k-th event at f Hz is at floor(10**9 k / f).
            k, hz, at_ns = due.index, int(RATES[due.order]), due.due_ns
            assert at_ns * hz <= k * SECOND < (at_ns + 1) * hz
            assert now_ns - dt_ms * MS < at_ns <= now_ns
            schedule.taken(due)
    assert now_ns == CALLS * dt_ms * MS
    assert taken == [int(hz) * dt_ms * CALLS // 1000 for hz in RATES]


@pytest.mark.parametrize("hz", [200, 30, 69, Fraction(30000, 1001), "29.97"])
def test_stamps_never_drift(hz: int | str | Fraction) -> None:
    rate = Rate(hz)
    for k in (0, 1, 2, 68, 69, 10**6, 10**9):
        exact = Fraction(k * SECOND) / rate.hz
        assert 0 <= exact - rate.stamp(k) < 1
    assert rate.first_index_at_or_after(rate.stamp(10**6)) == 10**6


def test_steps_of_odd_length_advance_the_clock_by_exactly_that() -> None:
    session = Session(still(*(state(hz, name=f"s{hz:.0f}") for hz in RATES)))
    calls, heard = count(20_000), dict.fromkeys(("s200", "s30", "s69"), 0)
    for k in range(calls):
        for message in session.step(ns=3 * MS):
            assert 3 * MS * k < message.stamp_ns <= 3 * MS * (k + 1)
            assert message.stamp_ns == Rate(message.sensor[1:]).stamp(heard[message.sensor] + 1)
            assert message.seq == heard[message.sensor]
            heard[message.sensor] += 1
        assert session.now_ns == 3 * MS * (k + 1)
        assert session.engine.tick * session.tick_ns - session.now_ns in (0, MS)
    assert heard == {f"s{hz:.0f}": int(hz) * 3 * calls // 1000 for hz in RATES}


def test_adding_a_sensor_changes_neither_tick_nor_other_messages() -> None:
    plain = Session(still(state(50.0)))
    crowded = Session(still(state(50.0), tracker(333.3, latency_ms=1.1), state(7.7, name="slow")))
    kept = plain.step(2.0).messages
    among = [m for m in crowded.step(2.0) if m.address == "ugv0/state"]
    assert kept == among
    assert plain.tick_ns == crowded.tick_ns
    assert plain.engine.tick == crowded.engine.tick
    assert plain.state_digest() == crowded.state_digest()


def test_one_snapshot_has_one_stamp() -> None:
    session = Session(
        scenario(
            x500(), x500("uav1", (0, 9)), husky(), husky("ugv1", (0, -4)), person(),
            props=(crate(),),
        )
    )  # fmt: skip
    assert len(session.robots) == 5
    for ns in (SECOND, 1, 999_999, 2_345_678):
        session.step(ns=ns)
        stamps = {one.stamp_ns for one in session.states()}
        assert stamps == {session.now_ns}
    kinds = {handle.kind for handle in session.robots.values()}
    assert kinds == {"multirotor", "wheeled", "person"}


def test_samples_of_equal_instants_are_equal_whoever_takes_them() -> None:
    session = Session(still(state(100.0), state(50.0, name="other")))
    heard = {(m.sensor, m.stamp_ns): m for m in session.step(1.0)}
    for (sensor, stamp_ns), message in heard.items():
        if sensor == "other":
            twin = heard["state", stamp_ns]
            assert isinstance(message, RobotState)
            assert isinstance(twin, RobotState)
            assert (message.position, message.velocity) == (twin.position, twin.velocity)


def test_how_time_is_cut_into_steps_changes_nothing() -> None:
    whole, cut = Session(busy()), Session(busy())
    whole.step(1.5)
    for ns in (1, 1_999_998, 1, 2 * MS, 7 * MS + 1, 500 * MS):
        cut.step(ns=ns)
    cut.step(ns=1500 * MS - cut.now_ns)
    assert fingerprint(whole) == fingerprint(cut)


def test_continue_for_and_for_steps_are_exact_and_pause_again() -> None:
    session = Session(still(state()))
    for _ in range(count(2000)):
        session.continue_for(0.0007)
    assert session.now_ns == count(2000) * 700_000
    assert session.paused
    before_ns = session.now_ns
    session.continue_for_steps(17)
    assert session.now_ns == before_ns + 17 * session.tick_ns
    with pytest.raises(UserError, match="paused"):
        session.step(0.1)
    assert session.now_ns == before_ns + 17 * session.tick_ns
    session.resume()
    session.step()
    assert session.now_ns == before_ns + 18 * session.tick_ns


def test_time_runs_forwards_only() -> None:
    session = Session(still())
    with pytest.raises(UserError, match="backwards"):
        session.step(ns=-1)
    with pytest.raises(UserError, match="0 or more"):
        session.continue_for_steps(-1)
    assert session.now_ns == 0
    session.step(ns=0)
    assert (session.now_ns, session.engine.tick) == (0, 0)


def test_a_loop_ends_where_it_is_paused() -> None:
    session = Session(still(state(50.0)))
    stamps = []
    for step in session.run(1.0):
        stamps.append(step.stamp_ns)
        if len(stamps) == 3:
            session.pause()
    assert stamps == [20 * MS, 40 * MS, 60 * MS]
    assert session.now_ns == 60 * MS
    session.resume()
    assert len(list(session.run(1.0))) == 50


def test_stepping_within_a_loop_never_turns_time_back() -> None:
    session = Session(still(state(50.0)))
    last_ns = 0
    for _ in session.run(0.2):
        session.step(0.3)
        assert session.now_ns > last_ns
        last_ns = session.now_ns
    assert session.now_ns == last_ns == 320 * MS


def test_a_paced_run_says_the_same() -> None:
    free, paced = Session(busy()), Session(busy())
    free.step(0.5)
    for _ in paced.run(0.5, pace=1e5):
        pass
    assert fingerprint(free) == fingerprint(paced)
    with pytest.raises(UserError, match="pace"):
        next(paced.run(0.5, pace=0.0))


def test_the_real_time_factor_is_reported() -> None:
    session = Session(still(state()))
    assert session.real_time_factor == 0.0
    session.step(1.0)
    assert session.real_time_factor > 1.0
