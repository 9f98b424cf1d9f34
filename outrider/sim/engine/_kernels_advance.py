"""The compiled loop between events: people, wind, controllers and the contact world."""

from __future__ import annotations

from typing import Any

from outrider.core.jit import kernel
from outrider.sim.engine._kernels_team import (
    blow,
    drive,
    fly,
    locate,
    navigate,
    topple_people,
    walk_people,
)
from outrider.sim.engine._kernels_team_table import PERSON
from outrider.sim.physics._kernels_memory import grid
from outrider.sim.physics._kernels_tick import step_bodies

ACTORS, PHENOMENA, PHYSICS, END = 0, 1, 2, 3
"""Where a tick may be entered and left, when a stage of a user's own stands in between."""

DONE_TICKS, CLIENT, FAULT, ENDED_TASKS, RESULT_SIZE = range(5)


@kernel
def advance(
    model: int,
    data: int,
    b: Any,
    t: Any,
    obstacles: Any,
    wind_key: Any,
    first_tick: int,
    ticks: int,
    dt: float,
    begin: int,
    end: int,
    result: Any,
) -> None:
    """Run ``ticks`` ticks, or fewer if a task ends or the guard finds a fault.

    ``b`` and ``t`` are the body and team tables. With one tick, ``begin`` and ``end`` run a part
    of it. ``result (4,)``: ticks run, the guard's client (-1: none) and fault, tasks ended.
    """
    people = len(grid(t[PERSON]))
    result[CLIENT], result[FAULT], result[ENDED_TASKS] = -1, 0, 0
    for k in range(ticks):
        tick = first_tick + k
        if begin <= ACTORS < end and people:
            walk_people(t, obstacles, dt)
        if begin <= PHENOMENA < end:
            blow(b, t, wind_key, tick)
        if begin <= PHYSICS < end:
            locate(b, t)
            result[ENDED_TASKS] = navigate(b, t, tick, dt)
            fly(b, t)
            drive(b, t, dt)
            result[CLIENT], result[FAULT] = step_bodies(model, data, b, tick, dt)
            if people:
                topple_people(b, t, dt)
        result[DONE_TICKS] = k + 1
        if result[CLIENT] >= 0 or result[ENDED_TASKS] > 0:
            return
