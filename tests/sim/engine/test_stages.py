"""Stages of a user's own: their place in the tick, what they may do, what they keep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import outrider
from outrider.core.errors import CommandError, UserError
from outrider.run.session import Session
from outrider.sim.engine.stage_view import StageView
from outrider.sim.engine.stages import ORDER
from tests.sim.engine.teams import TICK_NS, busy, fingerprint, husky, person, scenario, still, x500

GRAVITY = 9.81


class Stage:
    """Does whatever it is given to do."""

    def __init__(
        self, act: Callable[[StageView], object], *, name: str = "own", every_ticks: int = 1
    ) -> None:
        self._act, self.name, self.every_ticks = act, name, every_ticks

    def apply(self, view: StageView) -> None:
        self._act(view)


def test_stages_stand_in_the_order_of_the_tick() -> None:
    session, called = Session(still()), []
    for before in reversed(ORDER):
        session.insert_stage(Stage(lambda _, b=before: called.append(b)), before=before)  # type: ignore[misc]
    session.step()
    places = {"actors": 0, "phenomena": 1, "inputs": 2, "physics": 2}
    ranks = [places.get(name, 3) for name in called]
    assert ranks == sorted(ranks)
    assert sorted(called) == sorted(ORDER)


def test_a_stage_sees_the_state_at_its_place() -> None:
    session = Session(scenario(x500(at=(0.0, 0.0, 50.0))))
    heights: dict[str, list[tuple[int, int, float]]] = {}
    for before in ("physics", "contacts"):
        session.insert_stage(
            Stage(lambda v, b=before: heights.setdefault(b, []).append(  # type: ignore[misc]
                (v.tick, v.stamp_ns, float(v.position("uav0")[2])))),
            before=before,
        )  # fmt: skip
    session.robot("uav0").control("throttles", [0.0] * 4)
    session.step(ns=5 * TICK_NS)
    assert [tick for tick, _, _ in heights["physics"]] == [0, 1, 2, 3, 4]
    assert [tick for tick, _, _ in heights["contacts"]] == [1, 2, 3, 4, 5]
    assert heights["physics"][1:] == heights["contacts"][:-1]
    assert heights["contacts"][-1][1] == 5 * TICK_NS


@pytest.mark.parametrize("every", [1, 3, 25])
def test_a_stage_is_called_every_so_many_ticks(every: int) -> None:
    session, ticks = Session(still()), []
    session.insert_stage(Stage(lambda view: ticks.append(view.tick), every_ticks=every))
    session.step(0.05)
    session.step(ns=TICK_NS // 2)
    session.step(0.1)
    assert ticks == list(range(0, session.engine.tick, every))


def test_a_stage_that_only_looks_changes_nothing() -> None:
    plain, watched = Session(busy()), Session(busy())
    for before in ("actors", "phenomena", "physics", "emit"):
        watched.insert_stage(
            Stage(lambda view: (view.states(), view.contacts()), every_ticks=7), before=before
        )
    plain.step(1.0)
    watched.step(1.0)
    assert fingerprint(plain) == fingerprint(watched)


def test_a_push_accelerates_as_newton_says() -> None:
    """Beside one that is not pushed; in the first milliseconds drag is nothing."""
    force = np.array([6.0, -2.0, 30.0])
    session = Session(scenario(*(x500(f"uav{k}", (9.0 * k, 0.0, 50.0)) for k in range(2))))
    mass = sum(link.mass_kg for link in session.engine.team.member("uav0").plan.links)
    for name in session.robots:
        session.robot(name).control("throttles", [0.0] * 4)
    session.insert_stage(Stage(lambda view: view.push("uav0", force.tolist())))
    session.step(0.02)
    pushed, free = (np.array(session.robot(f"uav{k}").state.velocity) for k in range(2))
    np.testing.assert_allclose(pushed - free, force / mass * 0.02, rtol=1e-3)
    assert not session.robot("uav0").state.landed
    assert free[2] == pytest.approx(-GRAVITY * 0.02, rel=5e-3)


def test_a_torque_turns_as_euler_says() -> None:
    session = Session(scenario(x500(at=(0.0, 0.0, 50.0))))
    inertia = session.engine.team.member("uav0").plan.links[0].inertia_kgm2[2]
    session.robot("uav0").control("throttles", [0.0] * 4)
    session.insert_stage(Stage(lambda v: v.push("uav0", (0, 0, 0), torque=(0.0, 0.0, 0.05))))
    session.step(0.1)
    rate = session.robot("uav0").state.angular_velocity[2]
    assert rate == pytest.approx(0.05 / inertia * 0.1, rel=0.02)


def test_a_push_moves_a_parked_vehicle_only_beyond_its_grip() -> None:
    for force, moves in ((50.0, False), (2000.0, True)):
        session = Session(still())
        session.step(0.5)
        start = session.robot("ugv0").position
        session.insert_stage(Stage(lambda view, f=force: view.push("ugv0", (0.0, f, 0.0))))  # type: ignore[misc]
        session.step(1.0)
        assert (np.linalg.norm(session.robot("ugv0").position - start) > 0.1) == moves


def test_a_push_lasts_one_tick() -> None:
    session = Session(scenario(x500(at=(0.0, 0.0, 50.0))))
    session.robot("uav0").control("throttles", [0.0] * 4)
    once = Stage(lambda v: v.push("uav0", (20.0, 0, 0)) if v.tick == 3 else None)
    session.insert_stage(once)
    session.step(ns=4 * TICK_NS)
    speed = session.robot("uav0").state.velocity[0]
    session.step(ns=5 * TICK_NS)
    assert session.robot("uav0").state.velocity[0] == pytest.approx(speed, rel=1e-3)


@pytest.mark.parametrize(("push", "told"), [
    (lambda v: v.push("human0", (1.0, 0.0, 0.0)), "a person is moved by its feet"),
    (lambda v: v.push("ugv0", (float("nan"), 0.0, 0.0)), "finite"),
    (lambda v: v.push("ugv0", (1.0, 0.0)), "3 finite newtons"),
])  # fmt: skip
def test_wrong_pushes_are_refused(push: Callable[[StageView], object], told: str) -> None:
    session = Session(scenario(husky(), person()))
    session.insert_stage(Stage(push))
    with pytest.raises(CommandError, match=told):
        session.step()


def _count(view: StageView) -> None:
    block = view.block("counter", (2,))
    block[0] += 1.0
    block[1] = 0.9 * block[1] + view.tick


def test_blocks_of_a_stage_are_saved_reset_and_carried_over(tmp_path: Path) -> None:
    def ticks(session: Session) -> float:
        return float(session.engine.blocks["stage.counter"][0])

    session = Session(busy())
    session.insert_stage(Stage(_count))
    session.step(0.1)
    assert ticks(session) == 50
    session.spawn(x500("late", (9.0, 9.0)))
    session.step(0.1)
    assert ticks(session) == 100
    session.save(tmp_path / "state")
    restored = outrider.restore(tmp_path / "state")
    assert ticks(restored) == 100
    restored.insert_stage(Stage(_count))
    for one in (session, restored):
        one.step(0.1)
    assert ticks(restored) == 150
    assert fingerprint(restored) == fingerprint(session)
    session.reset()
    session.step(0.02)
    assert ticks(session) == 10


def test_unknown_places_and_odd_intervals_are_refused() -> None:
    session = Session(still())
    with pytest.raises(UserError, match="did you mean 'physics'"):
        session.insert_stage(Stage(lambda _: None), before="phisics")
    for every in (0, -1, 1.5):
        with pytest.raises(UserError, match="every_ticks"):
            session.insert_stage(Stage(lambda _: None, every_ticks=every))  # type: ignore[arg-type]
    assert session.engine.stages == []
    session.reset()
    assert session.engine.stages == []
