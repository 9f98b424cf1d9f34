"""Tickets: what became of a command, in simulated time."""

from __future__ import annotations

from typing import Literal

from outrider.core.errors import CommandError

State = Literal["pending", "done", "cancelled", "failed"]
Saved = tuple[int, str, str, int, State, str, int, bool]


class Ticket:
    """A command's receipt. ``done_ns`` is the end of the tick at which it ended, -1 before."""

    __slots__ = ("command", "done_ns", "given_ns", "number", "reason", "robot", "state", "timed")

    def __init__(self, number: int, robot: str, command: str, given_ns: int) -> None:
        self.number, self.robot, self.command, self.given_ns = number, robot, command, given_ns
        self.state: State = "pending"
        self.reason = ""
        self.done_ns = -1
        self.timed = False
        """Ends when its time is over, not when the robot has got somewhere."""

    def __repr__(self) -> str:
        tail = f" ({self.reason})" if self.reason else ""
        return f"Ticket({self.number}, {self.robot}.{self.command}: {self.state}{tail})"

    @property
    def pending(self) -> bool:
        return self.state == "pending"

    @property
    def done(self) -> bool:
        return self.state == "done"

    def end(self, state: State, now_ns: int, reason: str = "") -> None:
        """Close the ticket; a closed one stays as it is."""
        if self.pending:
            self.state, self.done_ns, self.reason = state, now_ns, reason

    def check(self) -> None:
        """Raise CommandError if the command failed or was cancelled."""
        if self.state in ("failed", "cancelled"):
            raise CommandError(f"{self.robot}: {self.command} {self.state}: {self.reason}")

    def save(self) -> Saved:
        return (
            self.number, self.robot, self.command, self.given_ns,
            self.state, self.reason, self.done_ns, self.timed,
        )  # fmt: skip

    @classmethod
    def load(cls, saved: Saved) -> Ticket:
        ticket = cls(*saved[:4])
        ticket.state, ticket.reason, ticket.done_ns, ticket.timed = saved[4:]
        return ticket
