"""A saved run goes on bit for bit in a new process, whatever was under way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import outrider
from outrider.core.errors import OutriderError, UserError
from outrider.core.rng import Stream
from outrider.core.safeio import load_arrays, save_arrays
from outrider.run.session import Session
from outrider.scenario import plans
from outrider.scenario.worlds import Flat
from tests.sim.engine.child import Child, Job
from tests.sim.engine.clients import act_at_random
from tests.sim.engine.teams import SECOND, busy, crate, fingerprint, state, tracker, x500

END_NS = 10 * SECOND
GUEST_NS = 2 * SECOND
"""When a client spawns a guest: what was saved before goes on to here only."""
INSTANTS = 20


def _instants() -> list[int]:
    """Twenty random instants, nearly all within a tick."""
    draws = Stream(1, "instants").uniform(0, INSTANTS).tolist()
    times = [int(draw * (END_NS - SECOND)) for draw in draws]
    times[0] = GUEST_NS  # a whole tick
    return sorted(times)


def _until(when_ns: int) -> int:
    """How far a run saved then is compared."""
    later = when_ns + SECOND
    return later if when_ns >= GUEST_NS else min(later, GUEST_NS)


def test_a_run_goes_on_from_twenty_instants(tmp_path: Path) -> None:
    session = Session(busy())
    under_way: set[str] = set()
    jobs, found = [], {}
    marks = sorted({*_instants(), *map(_until, _instants())})
    for when_ns in marks:
        session.step(ns=when_ns - session.now_ns)
        found[when_ns] = fingerprint(session)
        if when_ns == GUEST_NS:
            session.spawn(x500("guest", (9.0, 9.0), sensors=(tracker(),)))
        if when_ns in _instants():
            file = tmp_path / f"{when_ns}.state"
            session.save(file)
            jobs.append(Job(_until(when_ns), saved=str(file), steps=when_ns % 7 or None))
            under_way |= _under_way(session)
    assert under_way == {"mail", "latency", "landing", "guest", "timer", "within a tick", "crate"}
    half = len(jobs) // 2
    children = [Child(jobs[:half], hash_seed=3), Child(jobs[half:], hash_seed=5, threads=2)]
    results = [result for child in children for result in child.results()]
    for job, result in zip(jobs, results, strict=True):
        assert result == found[job.until_ns], job.saved


def _under_way(session: Session) -> set[str]:
    engine = session.engine
    facts = {
        "mail": bool(engine.emission.mailbox.state.travelling),
        "latency": bool(engine.emission.outbox.waiting()),
        "landing": session.robot("uav0").state.mode == "land",
        "guest": "guest" in session.robots,
        "timer": bool(engine.orders.timers),
        "within a tick": engine.tick * engine.tick_ns != engine.now_ns,
        "crate": bool(session.contacts("crate0")),
    }
    return {name for name, true in facts.items() if true}


@pytest.mark.parametrize("name", ["valley", "swarm", "far_from_home", "suv_circuit"])
def test_shipped_scenarios_go_on_too(name: str, tmp_path: Path) -> None:
    overrides = ["swarm.count=64"] if name == "swarm" else []
    session = outrider.load(name, overrides=overrides)
    session.step(ns=2_345_678_901)
    session.save(tmp_path / "state")
    session.step(1.0)
    restored = outrider.restore(tmp_path / "state")
    restored.step(0.4)
    restored.step(0.6)
    assert fingerprint(restored) == fingerprint(session)


def test_restoring_here_and_saving_again_gives_the_same_file(tmp_path: Path) -> None:
    session = Session(busy())
    act_at_random(session, SECOND, 2)
    session.save(tmp_path / "one")
    restored = outrider.restore(tmp_path / "one")
    restored.save(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert restored.scenario == session.scenario
    assert restored.log == session.log
    assert restored.scene.digest == session.scene.digest


def test_a_robot_comes_and_goes_with_saves_on_the_way(tmp_path: Path) -> None:
    """Saved before, between and after; each goes on as the run itself did."""

    def live(session: Session, until: float) -> None:
        session.step(until - session.now)

    straight = Session(busy())
    cut = Session(busy())
    guest = x500(
        "guest", (9.0, 9.0), sensors=(state(), tracker()),
        plan=(plans.TakeOff(height_m=2.0), plans.GoTo(to=(5.0, 9.0), speed_mps=2.0)),
    )  # fmt: skip
    acts: list[tuple[float, Callable[[Session], None]]] = [
        (0.5001, lambda s: s.spawn(guest)),
        (0.9, lambda s: s.spawn(crate("late", (9.0, 6.0)))),
        (2.2003, lambda s: s.remove("guest")),
        (2.6, lambda s: s.spawn(guest)),
    ]
    for number, (when, act) in enumerate(acts):
        for session in (straight, cut):
            live(session, when)
        cut.save(tmp_path / str(number))
        cut = outrider.restore(tmp_path / str(number))
        for session in (straight, cut):
            act(session)
        cut.save(tmp_path / str(number))
        cut = outrider.restore(tmp_path / str(number))
    for session in (straight, cut):
        live(session, 3.5)
    assert fingerprint(straight) == fingerprint(cut)
    assert straight.robot("guest").state.position[2] > 0.5


def test_tickets_and_plans_survive(tmp_path: Path) -> None:
    session = Session(busy(world=Flat()))
    held = session.robot("human0").walk(1.0, seconds=1.0)
    session.step(0.4)
    session.save(tmp_path / "state")
    restored = outrider.restore(tmp_path / "state")
    ticket = restored.robot("human0").ticket
    assert ticket is not None
    assert (ticket.number, ticket.pending) == (held.number, True)
    for one in (session, restored):
        one.step(1.0)
    assert (ticket.state, ticket.done_ns) == (held.state, held.done_ns) == ("done", SECOND)


def test_load_state_goes_back_within_a_session(tmp_path: Path) -> None:
    session = Session(busy())
    session.step(0.5)
    session.save(tmp_path / "state")
    session.step(0.7)
    first = fingerprint(session)
    session.load_state(tmp_path / "state")
    assert session.now_ns == SECOND // 2
    session.step(0.7)
    assert fingerprint(session) == first


def test_damaged_states_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "state"
    session = Session(busy())
    session.step(0.01)
    session.save(file)
    data = file.read_bytes()
    draws = Stream(5, "bytes").integers(0, 40, low=0, high=len(data)).tolist()
    wrecks = [data[:at] for at in draws[:10]]
    wrecks += [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in draws[10:]]
    for wreck in (*wrecks, b"", b"not a state"):
        file.write_bytes(wreck)
        with pytest.raises(UserError) as fault:
            outrider.restore(file)
        assert str(file) in str(fault.value)


def test_a_state_of_another_format_is_told_from_a_damaged_one(tmp_path: Path) -> None:
    """Whatever else its records hold."""
    file = tmp_path / "state"
    Session(busy()).save(file)
    arrays, facts = load_arrays(file)
    assert isinstance(facts, dict)
    other = {**facts, "format": 1, "version": "0.0.1"}
    del other["cells"]
    save_arrays(file, arrays, meta=other)
    with pytest.raises(UserError, match=r"written by Outrider 0\.0\.1 in format 1"):
        outrider.restore(file)
    save_arrays(file, arrays, meta={**other, "format": facts["format"]})
    with pytest.raises(UserError, match=r"not a checkpoint of Outrider.*`cells`"):
        outrider.restore(file)


def test_a_missing_state_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutriderError, match="nowhere"):
        outrider.restore(tmp_path / "nowhere")
