"""People among robots: who is hit falls, who is touched stands, and nobody hangs in the air."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.run.session import Session
from outrider.scenario.worlds import Box, Flat
from outrider.sim.actors import _kernels as kernels
from outrider.world.edits import RemoveObject
from tests.sim.engine.teams import TICK_NS, husky, person, scenario

GRAVITY = 9.81
HUSKY_KG, PERSON_KG, BLOW_NS = 61.6, 75.0, 20.0


def row(session: Session) -> np.ndarray:
    """A person's row, as it is now."""
    return np.array(session.engine.team.person[0])


def fallen(session: Session) -> bool:
    return bool(row(session)[kernels.GAIT] == kernels.FALLEN)


def met_by_a_husky(speed: float, seconds: float) -> Session:
    """A person two metres ahead of a Husky that drives on at a speed."""
    session = Session(scenario(husky(), person(at=(2.0, 0.0))))
    session.robot("ugv0").drive(speed)
    for _ in range(round(seconds / 0.02)):
        session.step(0.02)
        if fallen(session):
            break
    return session


def test_a_blow_knocks_over_by_the_momentum_that_is_shared() -> None:
    limit = BLOW_NS * (HUSKY_KG + PERSON_KG) / (HUSKY_KG * PERSON_KG)
    assert limit == pytest.approx(0.59, abs=0.005)
    assert fallen(met_by_a_husky(1.15 * limit, 6.0))


def test_who_is_touched_gently_stands_and_is_not_driven_through() -> None:
    """A Husky that stops at the first touch; one that goes on pushes with all its grip."""
    session = Session(scenario(husky(), person(at=(2.0, 0.0))))
    session.robot("ugv0").drive(0.2)
    while not session.contacts("human0"):
        session.step(0.02)
    touched_at = session.now
    session.step(0.2)
    assert not fallen(session)
    session.robot("ugv0").stop()
    session.step(5.0)
    assert not fallen(session)
    assert row(session)[kernels.X] == 2.0
    assert 2.0 - session.robot("ugv0").position[0] > 0.25 + 0.45
    session.robot("ugv0").drive(0.2)
    session.step(5.0)
    assert fallen(session)
    assert touched_at < 8.0


def test_one_falls_away_from_what_hit_and_is_in_nobodys_way() -> None:
    session = met_by_a_husky(0.9, 6.0)
    assert abs(math.remainder(row(session)[kernels.FALL_HEADING], 2 * math.pi)) < 0.3
    session.step(2.5)
    assert fallen(session)
    assert session.robot("ugv0").position[0] > 2.5
    session.step(4.0)
    assert not fallen(session)


def test_a_push_that_lasts_is_too_much_and_a_short_one_is_not() -> None:
    """The filter of 0.3 s passes 400 N after ln(p/(p - 400)) times that."""
    for press in (380.0, 800.0, 4000.0):
        stand, pushed_s = np.zeros(kernels.COLUMNS), 0.0
        while pushed_s < 3.0 and not kernels.shoved(stand, press, 0.0, 0.002):
            pushed_s += 0.002
        due = 0.3 * math.log(press / (press - 400.0)) if press > 400.0 else 3.0
        assert pushed_s == pytest.approx(due, abs=0.004)


@pytest.mark.parametrize(("height", "falls_over"), [(0.25, False), (0.7, False), (1.2, True)])
def test_who_loses_the_support_drops_as_a_body_does(height: float, falls_over: bool) -> None:
    """Not over 4 m/s the landing is stood; a step's height is no fall at all."""
    stand = Box(name="stand", position_m=(4.0, 4.0), size_m=(2.0, 2.0, height))
    session = Session(scenario(person(at=(4.0, 4.0, height)), world=Flat(objects=(stand,))))
    session.step(0.5)
    assert row(session)[kernels.Z] == pytest.approx(height)
    session.edit_scene([RemoveObject(which="stand")])
    start, ticks = session.now_ns, 0
    while row(session)[kernels.Z] > 0.0 and ticks < 1000:
        session.step(ns=TICK_NS)
        ticks += 1
    took = (session.now_ns - start) * 1e-9
    if height > 0.3:
        assert took == pytest.approx(math.sqrt(2.0 * height / GRAVITY), abs=0.006)
    assert fallen(session) == falls_over
    session.step(1.0)
    assert row(session)[kernels.Z] == 0.0
