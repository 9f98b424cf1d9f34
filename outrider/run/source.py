"""A session as run records and teleoperation see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

import numpy as np

from outrider.core.messages import RobotState
from outrider.core.time import ns_to_seconds
from outrider.run.crowd import Crowd
from outrider.run.picture import paint_paths
from outrider.run.record import Identity
from outrider.run.session import Session
from outrider.run.summary import Summary, heading_of
from outrider.run.teleop import Command, Kind
from outrider.scenario import dump
from outrider.sim.engine import inputs
from outrider.sim.engine.tickets import Ticket

ENDING: Final = ("go_to", "follow", "take_off", "land")
"""Commands that end when they are done."""


class SessionSource:
    """Wraps one session; moves it by exact times."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._text = dump(session.scenario, defaults=True)
        self._open: list[Ticket] = []
        self._seen = 0

    @property
    def now_ns(self) -> int:
        return self.session.now_ns

    @property
    def tick_ns(self) -> int:
        return self.session.tick_ns

    def advance(self, duration_ns: int) -> None:
        self.session.step(ns=duration_ns)

    # --- what records need --------------------------------------------------------------------

    def roster(self) -> Mapping[str, Identity]:
        members = self.session.engine.team.members
        return {member.name: Identity(member.spec.model, member.kind) for member in members}

    def states(self) -> Sequence[RobotState]:
        return self.session.states()

    def crowd(self) -> Crowd | None:
        fleet = self.session.engine.fleet
        if fleet is None:
            return None
        rows = fleet.flock.state()
        speeds = np.linalg.norm(rows.velocity, axis=1)
        return Crowd(fleet.spec.name, fleet.spec.model, rows.position, speeds)

    def touches(self) -> Mapping[str, int]:
        """How often each robot has begun to touch something; the ground does not count."""
        return self.session.engine.report.touches()

    def ended(self) -> list[tuple[str, str]]:
        """Commands that ended since the last call, with how they did."""
        tickets = self.session.engine.orders.tickets
        self._open += tickets[self._seen :]
        self._seen = len(tickets)
        ends: list[tuple[str, str]] = [
            (ticket.robot, ticket.state) for ticket in self._open if not ticket.pending
        ]
        self._open = [ticket for ticket in self._open if ticket.pending]
        return ends

    def unfinished(self) -> Mapping[str, int]:
        """Commands under way that come to an end, and those that plans have not given yet."""
        orders = self.session.engine.orders
        counts = {name: plan.left for name, plan in orders.plans.items()}
        for name, ticket in orders.active.items():
            plan = orders.plans.get(name)
            endless = plan is not None and plan.repeats
            if (ticket.timed or ticket.command in ENDING) and not endless:
                counts[name] = counts.get(name, 0) + 1
        return counts

    def digest(self) -> str:
        return self.session.digest()

    def inputs(self) -> bytes:
        return inputs.dump(self.session.log)

    def scenario_text(self) -> str:
        return self._text

    def picture(self, summary: Summary) -> bytes:
        scenario = self.session.scenario
        robots = len(summary.tallies) + (summary.crowd.count if summary.crowd else 0)
        facts = (
            f"seed {scenario.seed}",
            f"{ns_to_seconds(self.now_ns):.1f} s simulated",
            f"{robots:,} robot" + ("" if robots == 1 else "s"),
        )
        return paint_paths(
            summary, self.session.scene, title=scenario.name, subtitle=" · ".join(facts)
        )

    # --- what teleoperation needs -------------------------------------------------------------

    def kinds(self) -> dict[str, Kind]:
        return {name: cast("Kind", who.kind) for name, who in self.roster().items()}

    def state(self, robot: str) -> RobotState:
        return self.session.robot(robot).state

    def fingerprint(self) -> str:
        """Digest of everything emitted, and of the state that was reached."""
        return f"{self.session.digest()}-{self.session.state_digest()}"

    def heading(self, robot: str) -> float:
        return heading_of(self.state(robot).quaternion)

    def give(self, robot: str, command: Command) -> None:
        handle = self.session.robot(robot)
        if command.name == "fly":
            handle.control("velocity_heading_rate", command.values)
        elif command.name == "drive":
            handle.drive(*command.values)
        elif command.name == "walk":
            handle.walk(*command.values)
        elif command.name == "take_off":
            handle.take_off(*command.values)
        elif command.name == "land":
            handle.land()
        else:
            handle.stop()
