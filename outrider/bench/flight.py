"""One multirotor under position control: in the kernel, through a session, and in plain numpy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.bench.measure import Size, insist, median, wall_s
from outrider.bench.published import FLIGHTFORGE_HZ
from outrider.bench.record import Record
from outrider.bench.twin import NumpyPilot
from outrider.core.errors import InternalError
from outrider.run.session import Session
from outrider.scenario.plans import Control
from outrider.scenario.schema import Robot, Scenario
from outrider.sim.robots import catalogue
from outrider.sim.robots.flight import MultirotorModel, Pilot

MODEL: Final = "x500"
TICK_S: Final = 0.002
LEG_STEPS: Final = 500
"""Steps with one set-point; the next one is a step along a circle."""
KERNEL_STEPS: Final = 1_000_000
SESSION_STEPS: Final = 100_000
SINGLE_STEPS: Final = 10_000
TWIN_STEPS: Final = 2_000
HEIGHT_M: Final = 20.0


def uav(size: Size) -> Record:
    """Steps of control and flight a second, the set-point moving all the while."""
    pilot = _pilot()
    kernel = _rate(lambda: _fly_kernel(pilot, size.count(KERNEL_STEPS, least=5_000)), size)
    insist(np.linalg.norm(pilot.body.position[0] - _place(0)) < 15.0, "the UAV has left its circle")
    session = _session()
    in_session = _rate(lambda: _fly_session(session, size.count(SESSION_STEPS, least=2_000)), size)
    _check_session(session)
    single = _rate(lambda: _fly_singly(session, size.count(SINGLE_STEPS, least=200)), size)
    deviation = _twin_deviation()
    twin = NumpyPilot(_model(), dt_s=TICK_S)
    plain = _rate(lambda: _fly_twin(twin, size.count(TWIN_STEPS, least=100)), size)
    return Record(
        name="physics/uav",
        value=kernel,
        unit="steps/s",
        target=1e6,
        better="higher",
        beside={
            "session": in_session,
            "session_target": 1e5,
            "session_met": in_session >= 1e5,
            "session_tick_by_tick": single,
            "numpy_twin": plain,
            "ratio_to_numpy": kernel / plain,
            "twin_deviation_m": deviation,
            "flightforge": FLIGHTFORGE_HZ,
            "ratio_to_flightforge": kernel / FLIGHTFORGE_HZ,
            "tick_hz": 1.0 / TICK_S,
        },
    )


def _rate(work: Callable[[], int], size: Size) -> float:
    """Median steps a second; ``work`` says how many it did, and is called once to warm up."""
    steps = work()
    return steps / median(wall_s(work) for _ in range(size.repeats))


def _model() -> MultirotorModel:
    model = catalogue.load(MODEL)
    if not isinstance(model, MultirotorModel):
        raise InternalError(f"{MODEL} does not fly")
    return model


def _pilot() -> Pilot:
    pilot = Pilot([_model()], dt_s=TICK_S)
    pilot.body.position[0] = _place(0)
    return pilot


def _place(leg: int) -> tuple[float, float, float]:
    """The set-point of a leg: the next of twelve on a circle."""
    angle = leg * math.pi / 6.0
    return 5.0 * math.cos(angle), 5.0 * math.sin(angle), HEIGHT_M + math.sin(2.0 * angle)


def _fly_kernel(pilot: Pilot, steps: int) -> int:
    legs = steps // LEG_STEPS
    for leg in range(legs):
        pilot.command("position_heading", (*_place(leg), 0.1 * leg))
        pilot.step(LEG_STEPS)
    return legs * LEG_STEPS


def _session() -> Session:
    robot = Robot(
        name="uav0",
        model=MODEL,
        position_m=_place(0),
        plan=(Control(mode="position_heading", values=(*_place(0), 0.0), seconds=1.0),),
    )
    session = Session(Scenario(name="uav", duration_s=1e5, robots=(robot,)))
    session.step(0.1)
    return session


def _fly_session(session: Session, steps: int) -> int:
    """Commands through the robot's handle, and ``step`` a second at a time."""
    legs = steps // LEG_STEPS
    uav0 = session.robot("uav0")
    for leg in range(legs):
        uav0.control("position_heading", (*_place(leg), 0.0))
        session.step(LEG_STEPS * TICK_S)
    return legs * LEG_STEPS


def _fly_singly(session: Session, steps: int) -> int:
    for _ in range(steps):
        session.step()
    return steps


def _check_session(session: Session) -> None:
    insist(session.tick_ns == 2_000_000, f"the tick is {session.tick_ns} ns, not 2 ms")
    state = session.robot("uav0").state
    insist(not state.crashed and not state.landed, "the UAV does not fly")
    insist(state.mode == "position_heading", f"the control mode is {state.mode}")
    insist(math.dist(state.position, (0.0, 0.0, HEIGHT_M)) < 10.0, "the UAV has left its circle")


def _fly_twin(twin: NumpyPilot, steps: int) -> int:
    for _ in range(steps):
        twin.step((*_place(1), 0.3, 0.0, 0.0, 0.0))
    return steps


def _twin_deviation() -> float:
    """Largest distance between kernel and twin over a second; they must fly the same."""
    pilot, twin = _pilot(), NumpyPilot(_model(), dt_s=TICK_S)
    twin.state[0][:] = _place(0)
    aim = (*_place(2), 0.5, 0.2, -0.1, 0.05)
    pilot.command("position_heading", aim)
    worst = 0.0
    for _ in range(round(1.0 / TICK_S)):
        pilot.step()
        twin.step(aim)
        worst = max(worst, float(np.linalg.norm(pilot.body.position[0] - twin.state[0])))
    insist(worst < 1e-9, f"kernel and twin come apart by {worst:.1e} m within a second")
    return worst
