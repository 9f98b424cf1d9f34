"""What a sensor is: capture at an instant, finish to a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from outrider.core.errors import UserError
from outrider.core.messages import Contact, Message, RobotState
from outrider.core.rng import Stream


class Others:
    """Ground truth of all robots at one instant, made when asked for, in ``capture`` only.

    Later the world has moved on, and ``finish`` may run in a thread beside it.
    """

    __slots__ = ("_look",)

    def __init__(self, look: Callable[[], list[RobotState]]) -> None:
        self._look: Callable[[], list[RobotState]] | None = look

    def __call__(self) -> list[RobotState]:
        if self._look is None:
            raise UserError(
                "others() was asked after capture(); ask there, and put into the ticket what "
                "finish() needs"
            )
        return self._look()

    def close(self) -> None:
        """The instant is over."""
        self._look = None


class View(NamedTuple):
    """What a sensor sees of the world at its instant."""

    stamp_ns: int
    arrival_ns: int
    """When the message may be known: the stamp and the declared latency."""
    sample: int
    """Number of the sample since the start; noise is drawn for this number."""
    robot: str
    sensor: str
    state: RobotState
    """Ground truth of the robot at ``stamp_ns``."""
    contacts: tuple[Contact, ...]
    """What the robot has touched since the sample before, a contact for each pair of shapes."""
    others: Others
    """Ground truth of all robots at ``stamp_ns``, for ``capture`` to ask."""

    def head(self, seq: int) -> dict[str, Any]:
        """The header fields of a message of this sample."""
        return {
            "stamp_ns": self.stamp_ns,
            "arrival_ns": self.arrival_ns,
            "seq": seq,
            "robot": self.robot,
            "sensor": self.sensor,
        }


class Sensor(Protocol):
    """A sensor on a robot.

    ``capture`` runs in the step and takes a copy of what it needs; ``None`` drops the sample.
    ``finish`` may run later, in another thread, and must depend on the captured ticket alone.
    """

    def capture(self, view: View) -> object | None: ...

    def finish(self, ticket: Any, seq: int) -> Message: ...


class Mount(NamedTuple):
    """Where a sensor sits, as its maker is told."""

    robot: str
    sensor: str
    stream: Stream
    """Its own random stream, named after the seed, the robot and the sensor."""
