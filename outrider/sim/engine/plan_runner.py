"""Plans: the commands of a scenario, given one after another in simulated time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from outrider.core.time import seconds_to_ns
from outrider.scenario import plans
from outrider.scenario.plans import AnyCommand
from outrider.sim.engine.tickets import Ticket

Giver = Callable[[str, AnyCommand], Ticket]


class Progress(Struct):
    """How far a plan has come: the next step, and what it waits for."""

    step: int = 0
    wake_ns: int = 0
    ticket: int = -1
    """Number of the ticket that must end first; -1 = none."""


class PlanRunner:
    """The plan of one robot. A client's command ends the plan; what fails does not."""

    def __init__(self, robot: str, steps: Sequence[AnyCommand]) -> None:
        self.robot, self.steps = robot, tuple(steps)
        self.progress = Progress()
        self._ticket: Ticket | None = None

    @property
    def over(self) -> bool:
        return self.progress.step >= len(self.steps) and self.progress.ticket < 0

    def resume(self, ticket: Ticket | None) -> None:
        """Wait for this ticket again after a restore."""
        self._ticket = ticket

    def abandon(self) -> None:
        """A client has taken over."""
        self.progress = Progress(step=len(self.steps))
        self._ticket = None

    def wake_ns(self, now_ns: int) -> int | None:
        """When the plan wants to go on by itself; None while it waits for a ticket or is over."""
        if self._waits() or self.progress.step >= len(self.steps):
            return None
        return max(self.progress.wake_ns, now_ns)

    def advance(self, now_ns: int, give: Giver) -> None:
        """Give the commands that are due."""
        while self.progress.step < len(self.steps):
            if self._waits() or self.progress.wake_ns > now_ns:
                return
            command = self.steps[self.progress.step]
            self.progress.step += 1
            if isinstance(command, plans.Wait):
                self.progress.wake_ns = now_ns + seconds_to_ns(command.seconds)
                continue
            self._ticket = give(self.robot, command)
            self.progress.ticket = self._ticket.number
            self.progress.wake_ns = now_ns
        self._waits()

    def _waits(self) -> bool:
        if self._ticket is not None and self._ticket.pending:
            return True
        self._ticket, self.progress.ticket = None, -1
        return False
