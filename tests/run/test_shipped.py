"""Every shipped scenario runs to its end as planned: nobody fails, crashes or is stuck."""

from __future__ import annotations

import msgspec
import pytest

from outrider import scenario
from outrider.run.session import load

TASKS = {"go_to", "follow", "take_off", "land", "walk", "sit", "stand"}


@pytest.mark.slow
@pytest.mark.parametrize("name", scenario.names())
def test_every_plan_is_carried_out(name: str) -> None:
    sim = load(name)
    sim.step(sim.scenario.duration_s)
    tickets = sim.engine.orders.tickets
    for ticket in tickets:
        assert ticket.state == "done", (ticket.robot, ticket.command, ticket.state)
    for robot in sim.scenario.robots:
        kinds = [msgspec.to_builtins(command)["command"] for command in robot.plan]
        asked = [kind for kind in kinds if kind in TASKS]
        done = [t.command for t in tickets if t.robot == robot.name and t.command in TASKS]
        assert done == asked
        assert not sim.robot(robot.name).state.crashed, robot.name
