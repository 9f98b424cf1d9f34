"""What an endless world costs while a quadrotor flies over it."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from outrider.bench.measure import Size, cpu_s, insist, median, wall_s
from outrider.bench.record import Fact, Record
from outrider.run.session import Session, load
from outrider.scenario.schema import Robot, Scenario, Wind
from outrider.scenario.worlds import Hills
from outrider.world.endless import visible

SPEED_MPS: Final = 20.0
TAIL_WIND_MPS: Final = 16.0
VIEW_M: Final = 400.0
LENGTH_M: Final = 2000.0
HEIGHT_M: Final = 90.0
BLOCK_S: Final = 0.05
"""As often as the step loop looks what is near."""
RUN_UP_S: Final = 10.0


def endless(size: Size) -> Record:
    """A quadrotor flies 2 km over endless hills at 20 m/s, with a tail wind, and sees 400 m."""
    length_s = size.of(LENGTH_M / SPEED_MPS, least=6.0)
    shares: list[float] = []
    blocks: list[float] = []
    for _ in range(max(size.repeats // 2, 1)):
        grown, bare = _flight(density=0.5), _flight(density=0.0)
        made = _Made(grown)
        first = grown.robot("uav0").position
        busy = cpu_s(partial(_fly, grown, length_s, blocks, made))
        idle = cpu_s(partial(_fly, bare, length_s, []))
        shares.append((busy - idle) / length_s)
        _insist_on(grown, made, float(np.linalg.norm(grown.robot("uav0").position - first)),
                   length_s)  # fmt: skip
    beside: dict[str, Fact] = {
        "length_m": SPEED_MPS * length_s, "speed_mps": SPEED_MPS, "view_m": VIEW_M,
        "cells_there": len(made.live), "cells_made": made.count,
        "things_there": len(grown.scene.things),
        "median_block_ms": 1e3 * median(blocks), "longest_block_ms": 1e3 * max(blocks),
    }  # fmt: skip
    return Record(
        name="world/endless", value=median(shares), unit="of one core", target=0.25,
        better="lower", beside=beside,
    )  # fmt: skip


class _Made:
    """Counts the cells that come."""

    def __init__(self, session: Session) -> None:
        self.live, self.count = frozenset(_live(session)), 0

    def look(self, session: Session) -> None:
        live = frozenset(_live(session))
        self.count += len(live - self.live)
        self.live = live


def _live(session: Session) -> frozenset[tuple[int, int]]:
    growth = session.scene.growth
    return frozenset() if growth is None else growth.live


def _flight(*, density: float) -> Session:
    """In the air, at speed."""
    uav = Robot(name="uav0", model="x500", position_m=(0.0, 0.0, HEIGHT_M))
    world = Hills(size_m=96.0, view_m=VIEW_M, density=density, seed=1)
    wind = Wind(mean_mps=(TAIL_WIND_MPS, 0.0, 0.0))
    session = load(Scenario(name="bench", world=world, robots=(uav,), wind=wind))
    session.robot("uav0").control("velocity_heading", [SPEED_MPS, 0.0, 0.0, 0.0])
    session.step(RUN_UP_S)
    return session


def _fly(session: Session, length_s: float, blocks: list[float], made: _Made | None = None) -> None:
    """Adds the wall seconds of each block."""
    for _ in range(round(length_s / BLOCK_S)):
        blocks.append(wall_s(lambda: session.step(BLOCK_S), tidy=False))
        if made is not None:
            made.look(session)


def _insist_on(session: Session, made: _Made, length_m: float, length_s: float) -> None:
    insist(abs(length_m / length_s - SPEED_MPS) < 0.5, f"{length_m / length_s:.1f} m/s were flown")
    growth = session.scene.growth
    insist(growth is not None, "the world is endless")
    if growth is not None:
        seen = visible(growth.grower, [session.robot("uav0").position], view_m=VIEW_M - 20.0)
        insist(seen <= growth.live, "all cells in view are there")
        columns = length_m / growth.grower.cell_m
        insist(made.count >= 8 * int(columns), f"{made.count} cells were made")
