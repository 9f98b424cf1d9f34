"""Contact sensors and counts of touches: nothing that happens between two samples is lost."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.core.messages import Contact, Contacts, Message
from outrider.run.session import Session
from outrider.scenario.sensors import ContactSensor
from outrider.scenario.worlds import Box, Flat, Slope
from outrider.sim.robots.flight import MultirotorModel
from tests.sim.engine.teams import crate, husky, person, scenario, x500

GRAVITY = 9.81
RATES = (500.0, 50.0, 7.0)


def contact(rate_hz: float, **more: float) -> ContactSensor:
    return ContactSensor(rate_hz=rate_hz, name=f"at_{rate_hz:.0f}", **more)


def heard(messages: list[Message]) -> dict[str, list[Contact]]:
    """All contacts by sensor."""
    found: dict[str, list[Contact]] = {}
    for message in messages:
        if isinstance(message, Contacts):
            found.setdefault(message.sensor, []).extend(message.contacts)
    return found


def push_up(contacts: list[Contact]) -> float:
    """What they pushed their own body upwards, N s."""
    return -sum(c.impulse * c.normal[2] for c in contacts)


def mass_of(session: Session, robot: str) -> float:
    return float(sum(link.mass_kg for link in session.engine.team.member(robot).plan.links))


def test_impulses_of_every_rate_make_up_the_change_of_momentum() -> None:
    """A rover drops, bounces and comes to rest: the ground has given it m g T."""
    sensors = tuple(contact(rate) for rate in RATES)
    session = Session(scenario(husky(at=(0.0, 0.0, 0.6), sensors=sensors)))
    messages = session.step(3.0).messages
    given = mass_of(session, "ugv0") * GRAVITY * 3.0
    found = heard(messages)
    for rate in (500.0, 50.0):
        assert push_up(found[f"at_{rate:.0f}"]) == pytest.approx(given, rel=0.005)
    # The last of the slow one's messages is 1/7 s old at the most.
    assert given * 0.95 < push_up(found["at_7"]) < given * 1.005
    assert len(found["at_7"]) < len(found["at_500"]) / 20


def test_a_touch_between_two_samples_is_heard_though_it_is_over() -> None:
    """A quadrotor leaves the ground; what comes later tells that it stood, with no force now."""
    session = Session(scenario(x500(sensors=(contact(1.0),))))
    session.step(0.3)
    session.robot("uav0").control("throttles", [1.0] * 4)
    found = heard(session.step(1.0).messages)["at_1"]
    assert not session.contacts("uav0")
    assert {(c.body_b, c.force_n, c.depth_m) for c in found} == {("terrain", 0.0, 0.0)}
    assert {c.friction for c in found} == {(0.0, 0.0, 0.0)}
    assert 0.28 < push_up(found) / (mass_of(session, "uav0") * GRAVITY) < 0.34


@pytest.mark.parametrize("name", ["ugv0", "uav0"])
def test_on_a_slope_friction_carries_the_weights_part_along_it(name: str) -> None:
    """Of tyres and of the contact solver's own friction alike."""
    angle = math.radians(15.0)
    robot = husky if name == "ugv0" else x500
    session = Session(
        scenario(robot(at=(0.0, 0.0), sensors=(contact(50.0),)), world=Slope(angle_rad=angle))
    )
    session.step(3.0)
    message = session.latest(f"{name}/at_50")
    assert isinstance(message, Contacts)
    weight, idle = mass_of(session, name) * GRAVITY, 0.0
    if name == "uav0":
        model = session.engine.team.member("uav0").model
        assert isinstance(model, MultirotorModel)
        speeds = np.array(session.robot("uav0").state.actuators)
        idle = float(model.params().thrust_coefficient_ns2 * (speeds**2).sum())
    downhill = np.array([-math.cos(angle), 0.0, -math.sin(angle)])
    rub = np.sum([c.friction for c in message.contacts], axis=0)
    assert rub @ downhill == pytest.approx(weight * math.sin(angle), rel=0.03)
    assert np.linalg.norm(np.cross(rub, downhill)) < 0.03 * weight
    assert sum(c.force_n for c in message.contacts) == pytest.approx(
        weight * math.cos(angle) - idle, rel=0.01
    )


def test_touches_are_counted_once_for_each_time_apart() -> None:
    session = Session(scenario(husky(), x500(at=(-6.0, 0.0)), props=(crate(at=(1.3, 0.0)),)))
    ugv = session.robot("ugv0")
    for seconds, speed in ((2.5, 0.6), (1.5, -0.6), (3.5, 0.6)):
        ugv.drive(speed)
        session.step(seconds)
    assert session.engine.report.touches() == {"ugv0": 2, "uav0": 0}


def test_static_objects_are_told_from_each_other_and_named() -> None:
    walls = tuple(
        Box(name=f"wall{k}", position_m=(1.4, side), size_m=(0.2, 0.5, 1.0))
        for k, side in enumerate((-0.3, 0.3))
    )
    session = Session(scenario(husky(sensors=(contact(20.0),)), world=Flat(objects=walls)))
    session.robot("ugv0").drive(0.5)
    found = heard(session.step(3.0).messages)["at_20"]
    assert {c.body_b for c in found} == {"terrain", "wall0", "wall1"}
    assert session.engine.report.touches() == {"ugv0": 2}


def test_a_person_is_not_told_of_other_peoples_contacts() -> None:
    session = Session(scenario(husky(at=(5.0, 0.0)), person(sensors=(contact(50.0),))))
    messages = session.step(0.5).messages
    assert [m.contacts for m in messages if isinstance(m, Contacts)] == [()] * 25
    assert session.contacts("human0") == ()


def pushing(*, edited: bool) -> tuple[list[Contact], int]:
    """What a husky that pushes a crate hears in its first second, and how often it touched."""
    team = scenario(
        husky(sensors=(contact(1.0),)), x500(at=(5.0, 5.0)), props=(crate(at=(0.9, 0.0)),)
    )
    session = Session(team)
    session.robot("ugv0").drive(0.4)
    session.step(0.4)
    if edited:
        session.spawn(husky("newcomer", (0.0, 9.0)))
    session.step(0.3)
    if edited:
        session.remove("uav0")
    found = heard(session.step(0.4).messages)["at_1"]
    return found, session.engine.report.touches()["ugv0"]


def test_what_was_heard_outlives_a_change_of_the_team() -> None:
    plain, count = pushing(edited=False)
    found, again = pushing(edited=True)
    assert count == again == 1
    assert {c.body_b for c in plain} == {"terrain", "crate0/body/body"}
    for before, after in zip(plain, found, strict=True):
        assert (before.body_a, before.body_b) == (after.body_a, after.body_b)
        assert after.impulse == pytest.approx(before.impulse, rel=1e-6)
        assert after.position == pytest.approx(before.position, abs=1e-6)
