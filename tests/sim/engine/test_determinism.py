"""Equal scenario, inputs and seed give equal bytes, whatever else differs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import outrider
from outrider.core.messages import RobotState
from outrider.run.session import Session
from outrider.scenario import dump, names, plans
from outrider.scenario.schema import Robot, Scenario
from outrider.sim.engine import inputs
from tests.sim.engine.child import Child, Job, Load
from tests.sim.engine.clients import act_at_random
from tests.sim.engine.teams import (
    HILLS,
    SECOND,
    advance,
    busy,
    collect,
    fingerprint,
    husky,
    person,
    positions,
    scenario,
    state,
    tracker,
    x500,
)

LONG_NS = 20 * SECOND
BY_CHANCE = (
    "valley", "team_hercules", "team_astralis", "team_flightforge", "suv_circuit", "far_from_home",
)  # fmt: skip
"""Where sensors or messages are noisy."""


def _twice(seeds: tuple[int | None, ...]) -> None:
    """Every shipped scenario in two kinds of process, one of them under load."""
    runs = [(name, seed) for name in names() for seed in seeds]
    plain = [Job(LONG_NS, scenario=name, seed=seed) for name, seed in runs]
    cut = [Job(LONG_NS, scenario=name, seed=seed, steps=k) for k, (name, seed) in enumerate(runs)]
    with Load():
        first = Child(plain, hash_seed=1, threads=1)
        second = Child(cut, hash_seed=4242, threads=2)
        one, other = first.results(), second.results()
    for run, a, b in zip(runs, one, other, strict=True):
        assert a == b, run
        assert a[2] == LONG_NS
    of_name: dict[str, set[str]] = {}
    for (name, _), a in zip(runs, one, strict=True):
        of_name.setdefault(name, set()).add(a[0])
    assert len(set().union(*of_name.values())) == sum(map(len, of_name.values()))
    # Where nothing is left to chance, seeds make no difference.
    assert all(len(of_name[name]) == len(seeds) for name in BY_CHANCE)


def test_shipped_scenarios_repeat_in_fresh_processes_under_load() -> None:
    _twice((None,))


@pytest.mark.slow
def test_shipped_scenarios_repeat_with_three_seeds() -> None:
    _twice((1, 2, 3))


def test_what_shipped_scenarios_do_covers_what_is_promised() -> None:
    """With contacts, take-off and landing; with another seed they go differently."""
    session = outrider.load("valley")
    landed, touched, modes = set(), 0, set()
    for step in session.run(12.0):
        for message in step:
            if isinstance(message, RobotState) and message.robot == "uav1":
                landed.add(message.landed)
                modes.add(message.mode)
            touched += message.sensor == "contact" and bool(getattr(message, "contacts", ()))
    assert landed == {True, False}
    assert {"take_off", "land"} <= modes
    assert touched > 100
    other = outrider.load("valley", seed=8)
    other.step(ns=session.now_ns)
    assert other.digest() != session.digest()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_replayed_log_is_bit_equal(seed: int, tmp_path: Path) -> None:
    log = tmp_path / "inputs.log"
    played = Session(busy(seed))
    act_at_random(played, 4 * SECOND, seed)
    log.write_bytes(inputs.dump(played.log))
    assert len(played.log) > 10
    again = Session(busy(seed))
    again.replay(log)
    advance(again, played.now_ns, seed + 100)
    assert fingerprint(again) == fingerprint(played)
    assert again.log == played.log


def test_a_log_is_replayed_in_a_fresh_process(tmp_path: Path) -> None:
    file, log, kept = tmp_path / "busy.yaml", tmp_path / "inputs.log", tmp_path / "again.log"
    file.write_text(dump(busy()))
    played = outrider.load(file)
    act_at_random(played, 3 * SECOND, 9)
    log.write_bytes(inputs.dump(played.log))
    job = Job(played.now_ns, scenario=str(file), log=str(log), keep=str(kept), steps=5)
    assert Child([job], hash_seed=7, threads=2).results() == [fingerprint(played)]
    assert kept.read_bytes() == log.read_bytes()


def test_a_replay_may_be_saved_and_restored_on_the_way(tmp_path: Path) -> None:
    played = Session(busy())
    act_at_random(played, 2 * SECOND, 4)
    again = Session(busy())
    again.replay(played.log)
    again.step(ns=played.now_ns // 3)
    again.save(tmp_path / "state")
    restored = outrider.restore(tmp_path / "state")
    restored.step(ns=played.now_ns - restored.now_ns)
    assert fingerprint(restored) == fingerprint(played)


def _team(*more: Robot) -> Scenario:
    first = husky(sensors=(tracker(50.0),), plan=(plans.Drive(speed_mps=0.8, turn_rad_s=0.1,
                  seconds=20.0),))  # fmt: skip
    second = x500(
        sensors=(state(50.0), tracker(100.0, drop_out=0.1)),
        plan=(plans.TakeOff(height_m=3.0), plans.GoTo(to=(5.0, 9.0, 4.0), speed_mps=3.0)),
    )
    return scenario(first, second, *more, world=HILLS)


def test_another_robot_changes_neither_noise_nor_paths_of_the_others() -> None:
    alone = Session(_team())
    joined = Session(
        _team(husky("ugv1", (0.0, -30.0), sensors=(tracker(),)), x500("uav1", (-30.0, 0.0)))
    )
    a, b = alone.step(10.0), joined.step(10.0)
    for address in ("ugv0/tracker", "uav0/tracker"):
        one = [m for m in a if m.address == address]
        other = [m for m in b if m.address == address]
        assert [m.stamp_ns for m in one] == [m.stamp_ns for m in other]
        np.testing.assert_allclose(positions(one), positions(other), rtol=0, atol=1e-9)


def test_the_noise_of_the_others_is_bit_equal() -> None:
    """A person sits where no solver touches it: what is left is noise."""
    heard = []
    for more in ((), (husky("ugv1", (0.0, -30.0)), x500("uav9", (9.0, 30.0)))):
        session = Session(scenario(person(sensors=(tracker(100.0, drop_out=0.3),)), *more))
        heard.append(collect(session, 5.0, "human0/tracker"))
    assert heard[0] == heard[1]
    assert 300 < len(heard[0]) < 400


def test_reset_is_a_fresh_load() -> None:
    session, fresh = Session(busy(3)), Session(busy(3))
    fresh.step(1.0)
    act_at_random(session, SECOND, 6)
    session.reset()
    assert (session.now_ns, session.log, session.digest()) == (0, [], "00" * 16)
    session.step(1.0)
    assert fingerprint(session) == fingerprint(fresh)
    session.reset(seed=11)
    other = Session(busy(11))
    assert session.scenario == other.scenario
    assert session.state_digest() == other.state_digest()
    session.step(1.0)
    other.step(1.0)
    assert fingerprint(session) == fingerprint(other)
    assert fingerprint(session) != fingerprint(fresh)


def test_reset_after_a_restore_is_a_fresh_load_too(tmp_path: Path) -> None:
    session = Session(busy())
    session.spawn(x500("late", (9.0, 9.0)))
    session.step(0.3)
    session.save(tmp_path / "state")
    restored = outrider.restore(tmp_path / "state")
    assert "late" in restored.robots
    restored.reset()
    assert "late" not in restored.robots
    fresh = Session(busy())
    assert restored.state_digest() == fresh.state_digest()
