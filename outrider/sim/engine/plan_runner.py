"""Plans: the commands of a scenario, given one after another in simulated time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from outrider.core.time import seconds_to_ns
from outrider.scenario import plans
from outrider.scenario.plans import AnyCommand
from outrider.scenario.schema import Robot
from outrider.sim.engine.tickets import Ticket

PAUSE_S: Final = 1.0
ABANDONED: Final = 1 << 30
"""The step of a plan that is not gone on with."""
Giver = Callable[[str, AnyCommand], Ticket]


class Progress(Struct):
    """How far a plan has come: the next step, and what it waits for."""

    step: int = 0
    wake_ns: int = 0
    ticket: int = -1
    """Number of the ticket that must end first; -1 = none."""


class PlanRunner:
    """The plan of one robot. A client's command ends the plan; what fails does not.

    One that repeats begins anew ``PAUSE_S`` after its end.
    """

    def __init__(self, robot: str, steps: Sequence[AnyCommand], *, repeats: bool = False) -> None:
        self.robot, self.steps, self.repeats = robot, tuple(steps), repeats
        self.progress = Progress()
        self._ticket: Ticket | None = None

    @property
    def over(self) -> bool:
        return self.progress.step >= len(self.steps) and self.progress.ticket < 0

    @property
    def left(self) -> int:
        """Commands that it has not given yet; of a plan that repeats none."""
        if self.repeats:
            return 0
        return sum(not isinstance(step, plans.Wait) for step in self.steps[self.progress.step :])

    def resume(self, ticket: Ticket | None) -> None:
        """Wait for this ticket again after a restore."""
        self._ticket = ticket

    def abandon(self) -> None:
        """A client has taken over."""
        self.progress = Progress(step=ABANDONED)
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
        if not self._waits() and self.repeats and self.progress.step == len(self.steps):
            # With a pause: a round that fails at once must not be tried without end.
            wake_ns = max(now_ns, self.progress.wake_ns) + seconds_to_ns(PAUSE_S)
            self.progress = Progress(wake_ns=wake_ns)

    def _waits(self) -> bool:
        if self._ticket is not None and self._ticket.pending:
            return True
        self._ticket, self.progress.ticket = None, -1
        return False


def plans_of(robots: Iterable[Robot]) -> dict[str, PlanRunner]:
    """The plans that robots bring with them; that of a person who patrols repeats."""
    return {
        robot.name: PlanRunner(
            robot.name, robot.plan,
            repeats=robot.person is not None and robot.person.activity == "patrolling",
        )
        for robot in robots
        if robot.plan
    }  # fmt: skip
