"""Sensors: when they are heard, what they lose, and that slow ones change nothing."""

from __future__ import annotations

import importlib.metadata
import threading
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest

from outrider.core import rotation
from outrider.core.errors import UnknownNameError, UserError
from outrider.core.messages import Contacts, Message, PoseInFrame, RobotState
from outrider.run.session import Session
from outrider.scenario import plans
from outrider.scenario.sensors import ContactSensor, PluginSensor
from outrider.sim.sensors.sensor import Mount, View
from tests.counts import count
from tests.sim.engine.teams import (
    MS,
    SECOND,
    advance,
    collect,
    crate,
    fingerprint,
    husky,
    person,
    positions,
    scenario,
    state,
    still,
    tracker,
    x500,
)


def test_messages_come_out_at_their_arrival() -> None:
    session = Session(still(state(100.0), tracker(69.0, latency_ms=13.7)))
    heard: list[tuple[int, Message]] = []
    while session.now_ns < 2 * SECOND:
        heard += [(session.now_ns, m) for m in session.step(ns=777_777)]
    for at_ns, message in heard:
        late_ns = 13_700_000 if message.sensor == "tracker" else 0
        assert message.arrival_ns == message.stamp_ns + late_ns
        assert at_ns - 777_777 < message.arrival_ns <= at_ns
    arrivals = [m.arrival_ns for _, m in heard]
    assert arrivals == sorted(arrivals)


def test_the_first_sample_and_the_phase() -> None:
    session = Session(still(state(10.0, phase_ms=2.5), state(10.0, name="plain")))
    stamps = {
        name: [m.stamp_ns for m in session.step(0.0) if m.sensor == name]
        for name in ("state", "plain")
    }
    assert stamps == {"state": [], "plain": []}
    messages = session.step(0.35).messages
    assert [m.stamp_ns for m in messages if m.sensor == "plain"] == [100 * MS, 200 * MS, 300 * MS]
    assert [m.stamp_ns for m in messages if m.sensor == "state"] == [
        2_500_000, 102_500_000, 202_500_000, 302_500_000,
    ]  # fmt: skip


def test_noise_of_the_tracker_is_white_with_the_stated_spread() -> None:
    sigma, turn = 0.02, 0.01
    sensor = tracker(1000.0, position_noise_m=sigma, attitude_noise_rad=turn)
    session = Session(scenario(person(sensors=(sensor,))))
    truth = session.robot("human0").state
    messages = collect(session, 5.0, "human0/tracker")
    noise = positions(messages) - truth.position
    n = len(messages)
    assert n == 5000
    np.testing.assert_allclose(noise.std(axis=0), sigma, rtol=5 / np.sqrt(2 * n))
    assert np.abs(noise.mean(axis=0)).max() < 5 * sigma / np.sqrt(n)
    lagged = (noise[1:] * noise[:-1]).mean(axis=0) / sigma**2
    assert np.abs(lagged).max() < 5 / np.sqrt(n)
    assert abs((noise[:, 0] * noise[:, 1]).mean()) / sigma**2 < 5 / np.sqrt(n)
    turns = np.array([m.quaternion for m in messages if isinstance(m, PoseInFrame)])
    error = rotation.multiply(rotation.conjugate(np.array(truth.quaternion)), turns)
    angles = 2.0 * error[:, :3] * np.sign(error[:, 3:])
    np.testing.assert_allclose(angles.std(axis=0), turn, rtol=5 / np.sqrt(2 * n))


@pytest.mark.parametrize("rate", [0.05, 0.5])
def test_samples_drop_out_at_the_stated_rate(rate: float) -> None:
    session = Session(scenario(person(sensors=(tracker(1000.0, drop_out=rate),))))
    messages = collect(session, 10.0, "human0/tracker")
    lost = 1.0 - len(messages) / 10_000
    assert abs(lost - rate) < 5 * np.sqrt(rate * (1 - rate) / 10_000)
    assert [m.seq for m in messages] == list(range(len(messages)))
    gaps = {(m.stamp_ns // MS) for m in messages}
    assert len(gaps) == len(messages)


def test_two_trackers_and_two_seeds_have_noise_of_their_own() -> None:
    draws = []
    for seed in (1, 2):
        sensors = (tracker(100.0), tracker(100.0, name="second"))
        session = Session(scenario(person(sensors=sensors), seed=seed))
        messages = session.step(1.0).messages
        draws += [positions([m for m in messages if m.sensor == s]) for s in ("tracker", "second")]
    for k in range(4):
        for other in range(k):
            assert np.abs(draws[k] - draws[other]).min() > 0.0


def test_the_state_between_ticks_is_what_finer_ticks_say() -> None:
    """A quadrotor falls, then climbs; every third sample is on a tick of 2 ms, if that."""
    paths, speeds = [], []
    for tick_us in (2000, 500):
        team = scenario(x500(at=(0.0, 0.0, 80.0), sensors=(state(333.0),)), tick_us=tick_us)
        session = Session(team)
        session.robot("uav0").control("throttles", [0.2, 0.2, 0.2, 0.2])
        states = [m for m in session.step(0.5) if isinstance(m, RobotState)]
        assert len(states) == 166
        paths.append(np.array([m.position for m in states]))
        speeds.append(np.array([m.velocity for m in states]))
    assert paths[0][-1, 2] < 79.2
    np.testing.assert_allclose(paths[0], paths[1], rtol=0, atol=2e-5)
    np.testing.assert_allclose(speeds[0], speeds[1], rtol=0, atol=1e-3)


def test_contacts_say_what_touches_what() -> None:
    session = Session(
        scenario(husky(sensors=(ContactSensor(rate_hz=50.0),)), props=(crate(at=(1.2, 0.0)),))
    )
    session.step(1.0)
    weight = 9.81 * sum(link.mass_kg for link in session.engine.team.member("ugv0").plan.links)
    message = session.latest("ugv0/contact")
    assert isinstance(message, Contacts)
    assert {c.body_b for c in message.contacts} == {"terrain"}
    assert all(c.body_a.startswith("ugv0/") for c in message.contacts)
    assert sum(c.force_n for c in message.contacts) == pytest.approx(weight, rel=0.02)
    for contact in message.contacts:
        assert contact.normal[2] == pytest.approx(-1.0, abs=1e-6)
        assert contact.impulse == pytest.approx(contact.force_n * 0.02, rel=1e-3)
    session.robot("ugv0").drive(0.5)
    touched = {
        contact.body_b.split("/")[0]
        for m in session.step(2.0) if isinstance(m, Contacts) for contact in m.contacts
    }  # fmt: skip
    assert touched == {"terrain", "crate0"}


class Probe:
    """Says the robot's heading of the noise; slow or not, in any thread."""

    threads: set[str] = set()  # noqa: RUF012

    def __init__(self, mount: Mount, *, slow: bool) -> None:
        self._mount, self.slow = mount, slow

    def capture(self, view: View) -> tuple[View, float] | None:
        if view.sample % 5 == 0:
            return None
        return view, sum(state.position[1] for state in view.others())

    def finish(self, ticket: tuple[View, float], seq: int) -> Message:
        Probe.threads.add(threading.current_thread().name)
        view, y = ticket
        noise = self._mount.stream.normal(view.sample, 2000)
        x, _, z = view.state.position
        return PoseInFrame(**view.head(seq), position=(x, y, z + float(noise.sum())))


def _offer(monkeypatch: pytest.MonkeyPatch, **made: Callable[..., Any]) -> None:
    """Sensor plugins without installing anything."""

    class Entry:
        def __init__(self, name: str) -> None:
            self.name, self.value, self.dist = name, f"tests:{name}", None

        def load(self) -> Callable[..., Any]:
            return made[self.name]

    installed = importlib.metadata.entry_points

    def offered(**wanted: str) -> Any:
        if wanted == {"group": "outrider.sensors"}:
            return [Entry(name) for name in made]
        return installed(**wanted)

    monkeypatch.setattr("importlib.metadata.entry_points", offered)


def test_slow_sensors_in_threads_say_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    Probe.threads.clear()
    prints = []
    for slow in (False, True):
        _offer(monkeypatch, probe=lambda _, mount, s=slow: Probe(mount, slow=s))
        probe = PluginSensor(plugin="probe", rate_hz=90.0, latency_ms=25.0)
        plan = (plans.Drive(speed_mps=0.5, seconds=9.0),)
        session = Session(scenario(husky(sensors=(probe, state()), plan=plan), x500()))
        advance(session, count(20) * SECOND // 2, 3)
        prints.append(fingerprint(session))
    assert prints[0] == prints[1]
    assert "MainThread" in Probe.threads
    assert any(name.startswith("outrider-sensor") for name in Probe.threads)


@pytest.mark.parametrize("slow", [False, True])
def test_only_capture_may_ask_for_the_others(slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In finish the world has moved on, and may be moving on beside it."""

    class Late(Probe):
        def finish(self, ticket: tuple[View, float], seq: int) -> Message:
            ticket[0].others()
            return super().finish(ticket, seq)

    _offer(monkeypatch, late=lambda _, mount: Late(mount, slow=slow))
    session = Session(scenario(husky(sensors=(PluginSensor(plugin="late", rate_hz=50.0),))))
    with pytest.raises(UserError, match=r"others\(\) was asked after capture\(\); ask there"):
        session.step(0.5)


def test_a_run_may_be_saved_while_slow_work_is_under_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    _offer(monkeypatch, probe=lambda _, mount: Probe(mount, slow=True))
    probe = PluginSensor(plugin="probe", rate_hz=90.0, latency_ms=40.0)
    session = Session(scenario(husky(sensors=(probe,))))
    session.step(0.5)
    session.save(tmp_path / "state")
    session.step(0.5)
    first = fingerprint(session)
    session.load_state(tmp_path / "state")
    session.step(0.5)
    assert fingerprint(session) == first


@pytest.mark.parametrize(("make", "told"), [
    ("no maker", "not callable"),
    (lambda _, mount: object(), r"without capture\(\)"),
    (lambda _, mount: type("Half", (), {"capture": print})(), r"without finish\(\)"),
])  # fmt: skip
def test_wrong_plugins_are_named(monkeypatch: pytest.MonkeyPatch, make: Any, told: str) -> None:
    _offer(monkeypatch, probe=make)
    with pytest.raises(UserError, match=f"'probe' .*{told}"):
        Session(still(PluginSensor(plugin="probe")))


def test_a_plugin_that_is_not_there_is_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    _offer(monkeypatch, sonar=lambda *_: None)
    with pytest.raises(UnknownNameError, match="did you mean 'sonar'"):
        Session(still(PluginSensor(plugin="sonr")))


def test_a_plugin_that_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("probe", "outrider.nowhere:Probe", "outrider.sensors")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: [broken])
    with pytest.raises(UserError, match="cannot be loaded"):
        Session(still(PluginSensor(plugin="probe")))


def test_what_is_not_there_names_when_it_will_be() -> None:
    session = Session(still(state(10.0)))
    step = session.step(0.05)
    with pytest.raises(UnknownNameError, match=r"next one is due at 0\.100000 s"):
        step["ugv0/state"]
    with pytest.raises(UnknownNameError, match="ugv0/stat"):
        step["ugv0/stat"]
    with pytest.raises(UnknownNameError, match="ugv0/state"):
        session.latest("ugv0/state")
    session.step(0.06)
    assert session.latest("ugv0/state").stamp_ns == 100 * MS
    assert session.step(0.04).get("ugv0/state") is None
    assert "ugv0/state" in session.step(0.06)
