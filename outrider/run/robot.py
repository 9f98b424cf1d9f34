"""Handles of robots: the same verbs for whatever flies, drives or walks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from outrider.core.errors import CommandError
from outrider.core.messages import RobotState
from outrider.scenario import plans
from outrider.scenario.plans import AnyCommand
from outrider.sim.engine.tickets import Ticket

if TYPE_CHECKING:
    from outrider.run.session import Session


class RobotHandle:
    """A robot or person of a session. A command holds until the next one and returns a ticket."""

    def __init__(self, session: Session, name: str) -> None:
        self._session, self.name = session, name

    def __repr__(self) -> str:
        return f"RobotHandle({self.name}: {self.model}, {self.kind})"

    @property
    def kind(self) -> str:
        """``multirotor``, ``wheeled`` or ``person``."""
        return self._session.engine.team.member(self.name).kind

    @property
    def model(self) -> str:
        return self._session.engine.team.member(self.name).spec.model

    @property
    def state(self) -> RobotState:
        """Ground truth at this instant; a copy."""
        engine = self._session.engine
        share = engine.emission.share(engine.now_ns, engine.tick)
        return engine.report.state(self.name, stamp_ns=engine.now_ns, share=share)

    @property
    def position(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """(3,) m in the world, at this instant."""
        return np.array(self.state.position)

    @property
    def ticket(self) -> Ticket | None:
        """The ticket of what the robot is doing; None if nothing."""
        return self._session.engine.orders.active.get(self.name)

    def _give(self, command: AnyCommand) -> Ticket:
        return self._session.engine.command(self.name, command)

    def go_to(
        self,
        to: ArrayLike,
        *,
        speed: float | None = None,
        tolerance: float | None = None,
        heading: float | None = None,
        timeout: float | None = None,
    ) -> Ticket:
        """Move to ``[x, y]`` (in the air: at the present height) or ``[x, y, z]``, m."""
        return self._give(
            plans.GoTo(
                to=_point(to, self.name), speed_mps=speed, tolerance_m=tolerance,
                heading_rad=None if heading is None else _turn(heading), timeout_s=timeout,
            )
        )  # fmt: skip

    def follow(
        self,
        path: ArrayLike,
        *,
        speed: float | None = None,
        tolerance: float | None = None,
        timeout: float | None = None,
    ) -> Ticket:
        """Move along points and stop at the last."""
        points = tuple(_point(point, self.name) for point in np.asarray(path, np.float64))
        return self._give(
            plans.Follow(path=points, speed_mps=speed, tolerance_m=tolerance, timeout_s=timeout)
        )

    def take_off(
        self,
        height: float | None = None,
        *,
        speed: float | None = None,
        timeout: float | None = None,
    ) -> Ticket:
        """Rise above the place of take-off, m. Those on the ground are there already."""
        return self._give(plans.TakeOff(height_m=height, speed_mps=speed, timeout_s=timeout))

    def land(
        self, *, on: str | None = None, speed: float | None = None, timeout: float | None = None
    ) -> Ticket:
        """Land below, or on the deck of the robot ``on``, whether it stands or moves."""
        return self._give(plans.Land(on=on, speed_mps=speed, timeout_s=timeout))

    def hover(self, seconds: float = 0.0) -> Ticket:
        """Come to rest and hold the place."""
        return self._give(plans.Hover(seconds=seconds))

    def stop(self) -> Ticket:
        """Come to rest: brakes on the ground, hovering in the air."""
        return self._give(plans.Stop())

    def control(self, mode: str, values: Sequence[float], *, seconds: float = 0.0) -> Ticket:
        """Hold a set-point of a control mode; see docs/control.md for the modes."""
        numbers = tuple(float(value) for value in values)
        return self._give(plans.Control(mode=mode, values=numbers, seconds=seconds))

    def drive(self, speed: float, turn: float = 0.0, *, seconds: float = 0.0) -> Ticket:
        """Drive at a speed, m/s, and turn rate, rad/s (left is positive)."""
        return self._give(plans.Drive(speed_mps=speed, turn_rad_s=turn, seconds=seconds))

    def walk(self, speed: float, heading: float = 0.0, *, seconds: float = 0.0) -> Ticket:
        """Walk at a speed, m/s, towards a heading, rad from east."""
        return self._give(plans.Walk(speed_mps=speed, heading_rad=_turn(heading), seconds=seconds))

    def sit(self) -> Ticket:
        """Sit down."""
        return self._give(plans.Sit())

    def stand(self) -> Ticket:
        """Stand still, or get up."""
        return self._give(plans.Stand())


def _turn(heading: float) -> float:
    """The same heading within a turn; what is no heading is refused later."""
    whole = 2.0 * math.pi
    beyond = math.isfinite(heading) and abs(heading) > whole
    return math.remainder(heading, whole) if beyond else heading


def _point(point: ArrayLike, robot: str) -> tuple[float, float] | tuple[float, float, float]:
    try:
        numbers = np.asarray(point, np.float64).reshape(-1).tolist()
    except (TypeError, ValueError) as fault:
        raise CommandError(
            f"{robot}: {point!r:.60} is not a point; give [x, y] or [x, y, z] in metres"
        ) from fault
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    if len(numbers) == 3:
        return numbers[0], numbers[1], numbers[2]
    raise CommandError(f"{robot}: a point has 2 or 3 coordinates, not {len(numbers)}")
