"""Orders: commands with their tickets and timers, and the plans that give them."""

from __future__ import annotations

from typing import Final

import numpy as np

from outrider.core.errors import CommandError, UserError
from outrider.core.messages import CommandStatus
from outrider.core.time import seconds_to_ns
from outrider.scenario import plans
from outrider.scenario.plans import AnyCommand
from outrider.scenario.schema import Scenario
from outrider.sim.engine import commands
from outrider.sim.engine.emission import Emission
from outrider.sim.engine.plan_runner import plans_of
from outrider.sim.engine.team import Team
from outrider.sim.engine.tickets import State, Ticket
from outrider.sim.robots.navigate import Status

_OUTCOME: Final[dict[Status, tuple[State, str]]] = {
    Status.DONE: ("done", ""),
    Status.TIMED_OUT: ("failed", "timed out"),
    Status.FAILED: ("failed", "cannot be done from here"),
    Status.BROKEN: ("failed", "it has crashed"),
}


class Orders:
    """What the robots of a team are told. All times are those of ticks."""

    def __init__(self, scenario: Scenario, team: Team, emission: Emission) -> None:
        self.team, self._emission = team, emission
        self.tickets: list[Ticket] = []
        self.active: dict[str, Ticket] = {}
        self.timers: list[tuple[int, Ticket]] = []
        self.plans = plans_of(scenario.robots)
        self._tick = 0

    @property
    def _now_ns(self) -> int:
        return self._tick * self._emission.tick_ns

    def give(self, robot: str, command: AnyCommand, tick: int) -> Ticket:
        """Let a robot begin a command with this tick; its ticket tells what becomes of it."""
        self._tick = tick
        return self._give(robot, command)

    def _give(self, robot: str, command: AnyCommand) -> Ticket:
        if isinstance(command, plans.Message):
            return self._message(robot, command)
        commands.give(self.team, robot, command, tick=self._tick)
        ticket = self._open(robot, commands.name_of(command))
        before = self.active.get(robot)
        if before is not None:
            self._close(before, "cancelled", f"{ticket.command} took its place")
        self.active[robot] = ticket
        seconds = commands.duration_s(command)
        if seconds is not None:
            ticket.timed = True
            self.timers.append((self._now_ns + seconds_to_ns(seconds), ticket))
            self.timers.sort(key=lambda timer: (timer[0], timer[1].number))
        return ticket

    def _open(self, robot: str, command: str) -> Ticket:
        ticket = Ticket(len(self.tickets), robot, command, self._now_ns)
        self.tickets.append(ticket)
        return ticket

    def _message(self, robot: str, command: plans.Message) -> Ticket:
        self.team.row(robot)
        ticket = self._open(robot, "message")
        others = [m.name for m in self.team.members if m.name != robot]
        for receiver in others if command.to == "all" else [command.to]:
            self.send(
                robot, receiver, topic=command.topic, payload=command.text.encode(),
                tick=self._tick,
            )  # fmt: skip
        ticket.end("done", self._now_ns)
        return ticket

    def send(
        self,
        sender: str,
        receiver: str,
        *,
        topic: str,
        payload: bytes,
        size_bytes: int | None = None,
        tick: int,
    ) -> int | None:
        """Put a message on the link from robot to robot; its arrival time, None if it is lost."""
        self._tick = tick
        first, second = (self.team.root_of(self.team.row(name)) for name in (sender, receiver))
        if sender == receiver:
            raise CommandError(f"{sender}: cannot send a message to itself")
        return self._emission.mailbox.send(
            sender, receiver, topic=topic, payload=payload,
            size_bytes=len(payload) if size_bytes is None else size_bytes, now_ns=self._now_ns,
            distance_m=lambda: float(np.linalg.norm(first[:3] - second[:3])),
        )  # fmt: skip

    def end_tasks(self, tick: int) -> None:
        """Close the tickets of the tasks that ended in the tick before ``tick``."""
        self._tick = tick
        for row in np.flatnonzero(self.team.ended).tolist():
            self.team.ended[row] = 0
            ticket = self.active.get(self.team.by_row[row].name)
            outcome = _OUTCOME.get(self.team.navigator.status(row))
            if ticket is not None and outcome is not None and not ticket.timed:
                self._close(ticket, *outcome)

    def go_on(self, tick: int) -> None:
        """Timers that have run out, and plans that go on, before ``tick`` is run."""
        self._tick = tick
        given = -1
        # A command of no length ends when it begins, and lets its plan go on at once.
        while given != len(self.tickets):
            given = len(self.tickets)
            while self.timers and self.timers[0][0] <= self._now_ns:
                self._close(self.timers.pop(0)[1], "done")
            for plan in list(self.plans.values()):
                plan.advance(self._now_ns, self._give_planned)

    def _give_planned(self, robot: str, command: AnyCommand) -> Ticket:
        """What has become impossible, as to land on a robot that is gone, fails; the plan stays."""
        try:
            return self._give(robot, command)
        except UserError as fault:
            ticket = self._open(robot, commands.name_of(command))
            self._close(ticket, "failed", str(fault))
            return ticket

    def next_ns(self, now_ns: int) -> list[int | None]:
        """When a timer runs out or a plan goes on."""
        times: list[int | None] = [self.timers[0][0]] if self.timers else []
        return times + [plan.wake_ns(now_ns) for plan in self.plans.values()]

    def take_over(self, robot: str) -> None:
        """A client commands a robot: its plan is over."""
        if robot in self.plans:
            self.plans[robot].abandon()

    def forget(self, robot: str, reason: str) -> None:
        """The robot is gone: so are its plan and what it was about."""
        self.plans.pop(robot, None)
        ticket = self.active.get(robot)
        if ticket is not None:
            self._close(ticket, "cancelled", reason)

    def _close(self, ticket: Ticket, state: State, reason: str = "") -> None:
        if not ticket.pending:
            return
        ticket.end(state, self._now_ns, reason)
        if self.active.get(ticket.robot) is ticket:
            del self.active[ticket.robot]
        self._emission.outbox.put(
            CommandStatus(
                stamp_ns=self._now_ns, arrival_ns=self._now_ns, seq=ticket.number,
                robot=ticket.robot, sensor="command", ticket=ticket.number,
                command=ticket.command, state=ticket.state, reason=reason,
                progress=float(ticket.done),
            )
        )  # fmt: skip
