"""Clients that do all sorts of things at odd instants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.run.session import Session
from outrider.scenario import plans
from outrider.world.edits import AddObject, RemoveObject
from tests.sim.engine.teams import crate, odd_steps, person, state, tracker, x500

Act = Callable[[Session, int], object]


def _fly(session: Session, k: int) -> None:
    session.robot("uav0").go_to([2.0 + k % 3, 3.0, 3.0], speed=2.0, timeout=0.3)


def _drive(session: Session, k: int) -> None:
    session.robot("ugv0").drive(0.3 + 0.1 * (k % 4), 0.2, seconds=0.05 * (k % 3))


def _come(session: Session, k: int) -> None:
    guest = x500(
        f"guest{k}", (8.0 + k, 8.0), sensors=(state(70.0), tracker(55.0)),
        plan=(plans.TakeOff(height_m=1.0), plans.Message(to="ugv0", text="here")),
    )  # fmt: skip
    session.spawn(guest if k % 2 else person(f"guest{k}", (8.0, 2.0 + k)))
    session.spawn(crate(f"thing{k}", (12.0, float(k))))


def _go(session: Session, _: int) -> None:
    for name in [name for name in session.robots if name.startswith("guest")][:1]:
        session.remove(name)


def _build(session: Session, k: int) -> None:
    post = AddObject(shape="cylinder", position_m=(-9.0, k, 0.0), half_m=(0.2, 0.2, 2.0),
                     name=f"post{k}")  # fmt: skip
    session.edit_scene([post])
    if k % 2:
        session.edit_scene([RemoveObject(which=f"post{k}")])


def _land(session: Session, _: int) -> None:
    session.robot("uav0").land(on="ugv0")


def _fail(session: Session, k: int) -> None:
    for wrong in (
        lambda: session.robot("ugv0").go_to([float("nan"), 0.0]),
        lambda: session.spawn(x500("uav0", (1.0, 1.0))),
        lambda: session.remove(f"nobody{k}"),
    ):
        try:
            wrong()
        except UserError:
            continue
        raise AssertionError("nobody noticed")


ACTS: Final[tuple[Act, ...]] = (
    _fly, _drive, _come, _go, _build, _land, _fail,
    lambda s, k: s.send("ugv0", "human0", b"x" * (10 * k), topic="data"),
    lambda s, k: s.robot("human0").walk(1.0, 0.5 * k),
    lambda s, k: s.robot("uav0").hover(0.01 * k),
    lambda s, k: s.move("crate0", (3.0, 1.0, 1.0 + 0.1 * k)),
    lambda s, k: s.set_wind((0.2 * k, -0.5, 0.0)),
    lambda s, k: s.robot("uav0").control("velocity_heading", [0.5, 0.1 * k, 0.2, 0.0], seconds=0.1),
)  # fmt: skip


def act_at_random(session: Session, total_ns: int, seed: int) -> None:
    """Step on for so long, at odd instants doing something."""
    for k, ns in enumerate(odd_steps(total_ns, seed, most_ns=150_000_000)):
        session.step(ns=ns)
        choice = Stream(seed, "acts").integers(k, 1, low=0, high=len(ACTS))[0]
        ACTS[int(choice)](session, k)
    session.step(0.05)
