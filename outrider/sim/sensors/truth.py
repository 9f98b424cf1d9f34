"""Ground truth: the whole state of a robot, and what it touches."""

from __future__ import annotations

from msgspec.structs import replace

from outrider.core.messages import Contacts, Message, RobotState
from outrider.sim.sensors.sensor import View


class StateTruth:
    """Pose, twist, acceleration and mode, as they are."""

    def capture(self, view: View) -> View:
        return view

    def finish(self, ticket: View, seq: int) -> RobotState:
        return replace(ticket.state, **ticket.head(seq))


class ContactTruth:
    """Every pair of shapes that touched since the message before, with its impulse."""

    def capture(self, view: View) -> View:
        return view

    def finish(self, ticket: View, seq: int) -> Message:
        return Contacts(**ticket.head(seq), contacts=ticket.contacts)
