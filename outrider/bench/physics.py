"""Teams in the contact world: how much faster than real time, and what the world's size costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from outrider.bench import scenes
from outrider.bench.measure import Size, alternate, cpu_s, insist, median, wall_and_cpu_s
from outrider.bench.peers import pybullet_factor
from outrider.bench.published import HERCULES_RTF
from outrider.bench.record import Fact, Record
from outrider.bench.scenes import SETTLE_S, Lap
from outrider.run.session import Session
from outrider.scenario.schema import Scenario

MEASURED_S: Final = 20.0
"""Simulated time of one repeat."""
PEER_S: Final = 2.0
AFTER_S: Final = 4.0
"""Simulated time after the measurement in which it is seen that everyone is on the way."""
FEW, MANY = 100, 10_000


def team(size: Size) -> Record:
    """2 Husky and 2 x500 on hills, closed loop at 500 Hz, on one core."""
    return _factor("physics/team", 40.0, scenes.team, scenes.TEAM, size, trunks=0)


def grove(size: Size) -> Record:
    """2 Husky, an SUV and 4 x500 among 2,000 trunks."""
    count = scenes.GROVE_TRUNKS
    return _factor("physics/grove", 15.0, scenes.grove, scenes.GROVE, size, trunks=count)


def _factor(
    name: str,
    target: float,
    make: Callable[[float], Scenario],
    laps: Sequence[Lap],
    size: Size,
    *,
    trunks: int,
) -> Record:
    seconds = size.of(MEASURED_S, least=0.2)
    session = Session(make(size.repeats * seconds + AFTER_S))
    check_scene(session, laps, trunks=trunks)
    session.step(SETTLE_S)
    times = [wall_and_cpu_s(lambda: session.step(seconds)) for _ in range(size.repeats)]
    walls = [wall for wall, _ in times]
    cores = sum(cpu for _, cpu in times) / sum(walls)
    insist(cores < 1.2, f"{name} kept {cores:.2f} cores busy, and is to be measured on one")
    covered = check_motion(session, laps)
    factor = seconds / median(walls)
    peer = pybullet_factor(session, laps, size.of(PEER_S, least=0.1), size.repeats)
    beside: dict[str, Fact] = {
        "pybullet": peer,
        "ratio_to_pybullet": factor / peer if isinstance(peer, float) else peer,
        "hercules_closed_loop": HERCULES_RTF,
        "robots": ", ".join(lap.model for lap in laps),
        "trunks": trunks,
        "tick_hz": 1e9 / session.tick_ns,
        "tick_us": 1e6 * median(walls) * session.tick_ns / 1e9 / seconds,
        "tick_cpu_us": 1e6 * median(cpu for _, cpu in times) * session.tick_ns / 1e9 / seconds,
        "cores": cores,
        "metres_driven_and_flown": covered,
    }
    return Record(
        name=name, value=factor, unit="x real time", target=target, better="higher", beside=beside
    )


def check_scene(session: Session, laps: Sequence[Lap], *, trunks: int) -> None:
    """The robots, the tick, the hills and the trunks are what the benchmark's name says."""
    models = [robot.model for robot in session.scenario.robots]
    insist(models == [lap.model for lap in laps], f"the robots are {models}")
    insist(session.tick_ns == 2_000_000, f"the tick is {session.tick_ns} ns, not 2 ms")
    insist(len(session.scene.terrain.octaves) > 0, "the ground is not hilly")
    found = int(session.scene.objects.alive.sum())
    insist(found == trunks, f"{found} trunks stand in the world, not {trunks}")


def check_motion(session: Session, laps: Sequence[Lap]) -> float:
    """Everyone is under way on its circle, the flying in the air; metres covered while watched."""
    seen = [_positions(session)]
    steps = 20
    for _ in range(steps):
        session.step(AFTER_S / steps)
        seen.append(_positions(session))
    covered = np.linalg.norm(np.diff(np.array(seen), axis=0), axis=2).sum(axis=0)
    for lap, metres, state in zip(laps, covered, session.states(), strict=True):
        insist(not state.crashed, f"{lap.name} has crashed")
        wanted = lap.speed_mps * AFTER_S
        insist(
            0.6 * wanted < metres < 1.4 * wanted,
            f"{lap.name} covered {metres:.1f} m in {AFTER_S:g} s, not {wanted:.1f} m",
        )
        off = float(np.hypot(*np.subtract(state.position[:2], lap.centre))) - lap.radius_m
        insist(abs(off) < 1.5, f"{lap.name} is {off:.2f} m off its circle")
        insist(
            state.landed != lap.flies, f"{lap.name} is not {'flying' if lap.flies else 'driving'}"
        )
    return float(covered.sum())


def _positions(session: Session) -> list[tuple[float, float, float]]:
    return [state.position for state in session.states()]


def world_size(size: Size) -> Record:
    """What 100 times as many obstacles cost a tick, as thick on the ground."""
    seconds = size.of(MEASURED_S, least=0.2)
    few, many = (
        Session(scenes.team(size.repeats * seconds + AFTER_S, trunks=count))
        for count in (FEW, MANY)
    )
    for session, count in ((few, FEW), (many, MANY)):
        check_scene(session, scenes.TEAM, trunks=count)
        session.step(SETTLE_S)
    cheap, dear = alternate(
        [lambda: few.step(seconds), lambda: many.step(seconds)], size.repeats, clock=cpu_s
    )
    for session in (few, many):
        check_motion(session, scenes.TEAM)
    ticks = seconds * 1e9 / few.tick_ns
    return Record(
        name="physics/world_size",
        value=median(b / a for a, b in zip(cheap, dear, strict=True)),
        unit="x",
        target=1.2,
        better="lower",
        beside={
            "tick_us_100": 1e6 * median(cheap) / ticks,
            "tick_us_10000": 1e6 * median(dear) / ticks,
            "obstacles": f"{FEW} and {MANY}",
        },
    )
