"""The figures of a run, each with its unit: one table for the robots, one for the whole."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from outrider.core.messages import Quaternion, RobotState
from outrider.run.crowd import CrowdTally
from outrider.run.figures import Figure, Figures

NS_PER_S: Final = 10**9


class Metrics(Struct, frozen=True, omit_defaults=True):
    """What ``metrics.json`` holds: the same bytes for the same run."""

    run: Figures
    robots: dict[str, Figures]
    swarm: Figures = {}


def tilt_of(quaternion: Quaternion) -> float:
    """Angle between the body's z and the vertical, rad."""
    x, y, _, _ = quaternion
    return math.acos(max(-1.0, min(1.0, 1.0 - 2.0 * (x * x + y * y))))


def heading_of(quaternion: Quaternion) -> float:
    """Angle of the body's x from east to the left, rad."""
    x, y, z, w = quaternion
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


class Tally:
    """Follows one robot: where it was and what it came to."""

    def __init__(self, name: str, *, model: str, kind: str) -> None:
        self.name, self.model, self.kind = name, model, kind
        self.stamps_ns = array("q")
        self.points = array("d")
        self.distance_m = self.max_speed_mps = self.max_tilt_rad = 0.0
        self.contacts = self.commands_done = self.commands_failed = 0
        self.commands_unfinished = 0
        self.crashed = False
        self.last: RobotState | None = None

    def add(self, state: RobotState) -> None:
        if self.last is not None:
            self.distance_m += math.dist(self.last.position, state.position)
        self.max_speed_mps = max(self.max_speed_mps, math.hypot(*state.velocity))
        self.max_tilt_rad = max(self.max_tilt_rad, tilt_of(state.quaternion))
        self.crashed = self.crashed or state.crashed
        self.stamps_ns.append(state.stamp_ns)
        self.points.extend(state.position)
        self.last = state

    @property
    def mean_speed_mps(self) -> float:
        """Distance over time."""
        if len(self.stamps_ns) < 2:
            return 0.0
        return self.distance_m * NS_PER_S / (self.stamps_ns[-1] - self.stamps_ns[0])

    def figures(self) -> Figures:
        figures: Figures = {
            "model": Figure(self.model, ""),
            "distance": Figure(self.distance_m, "m"),
            "max_speed": Figure(self.max_speed_mps, "m/s"),
            "mean_speed": Figure(self.mean_speed_mps, "m/s"),
            "max_tilt": Figure(math.degrees(self.max_tilt_rad), "deg"),
            "contacts": Figure(self.contacts, "count"),
            "commands_done": Figure(self.commands_done, "count"),
            "commands_failed": Figure(self.commands_failed, "count"),
            "commands_unfinished": Figure(self.commands_unfinished, "count"),
            "crashed": Figure("yes" if self.crashed else "no", ""),
        }
        if self.last is not None:
            figures["final_position"] = Figure(self.last.position, "m")
        return figures


class Summary:
    """Follows all robots of a run."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self.crowd: CrowdTally | None = None

    def add_robot(self, name: str, *, model: str, kind: str) -> None:
        self.tallies.setdefault(name, Tally(name, model=model, kind=kind))

    def add_states(self, states: Iterable[RobotState]) -> None:
        for state in states:
            self.tallies[state.robot].add(state)

    def set_contacts(self, touches: Mapping[str, int]) -> None:
        """How often each robot has begun to touch something, since the start."""
        for robot, count in touches.items():
            if robot in self.tallies:
                self.tallies[robot].contacts = count

    def add_commands(self, ends: Iterable[tuple[str, str]]) -> None:
        """``ends`` (robot, ``done`` | ``failed``) of commands that ended since the last call."""
        for robot, state in ends:
            if tally := self.tallies.get(robot):
                tally.commands_done += state == "done"
                tally.commands_failed += state == "failed"

    def set_unfinished(self, counts: Mapping[str, int]) -> None:
        """How many commands each robot has not come to the end of, so far."""
        for name, tally in self.tallies.items():
            tally.commands_unfinished = counts.get(name, 0)

    def metrics(self, *, simulated_ns: int, wanted_ns: int, facts: Mapping[str, str]) -> Metrics:
        tallies = self.tallies.values()
        run: Figures = {
            "simulated": Figure(simulated_ns / NS_PER_S, "s"),
            "wanted": Figure(wanted_ns / NS_PER_S, "s"),
            "robots": Figure(len(self.tallies), "count"),
            "distance": Figure(math.fsum(tally.distance_m for tally in tallies), "m"),
            "contacts": Figure(sum(tally.contacts for tally in tallies), "count"),
            "commands_done": Figure(sum(tally.commands_done for tally in tallies), "count"),
            "commands_failed": Figure(sum(tally.commands_failed for tally in tallies), "count"),
            "commands_unfinished": Figure(
                sum(tally.commands_unfinished for tally in tallies), "count"
            ),
        }
        run |= {name: Figure(text, "") for name, text in facts.items()}
        robots = {tally.name: tally.figures() for tally in tallies}
        return Metrics(run, robots, self.crowd.figures() if self.crowd else {})


def headline(summary: Summary, *, simulated_s: float, factor: float) -> list[Headline]:
    """The six figures that a run ends with."""
    tallies, crowd = list(summary.tallies.values()), summary.crowd
    speeds = {tally.name: tally.max_speed_mps for tally in tallies}
    tilts = {tally.name: math.degrees(tally.max_tilt_rad) for tally in tallies}
    distance_m, robots = math.fsum(tally.distance_m for tally in tallies), len(tallies)
    if crowd is not None:
        speeds[crowd.name] = crowd.max_speed_mps
        distance_m, robots = distance_m + float(crowd.distance_m.sum()), robots + crowd.count
    done = sum(tally.commands_done for tally in tallies)
    failed = sum(tally.commands_failed for tally in tallies)
    unfinished = sum(tally.commands_unfinished for tally in tallies)
    fastest, steepest = _largest(speeds), _largest(tilts)
    return [
        Headline("simulated", f"{simulated_s:.1f}", "s", _count(robots, "robot")),
        Headline("speed", f"{factor:.1f}", "x real time", ""),
        Headline("distance", f"{distance_m:,.1f}", "m", "all robots"),
        Headline("top speed", f"{speeds.get(fastest, 0.0):.1f}", "m/s", fastest),
        Headline("steepest tilt", f"{tilts.get(steepest, 0.0):.0f}", "deg", steepest),
        Headline(
            "commands done",
            str(done),
            f"of {done + failed + unfinished}",
            _outcome(failed, unfinished),
        ),
    ]


def _outcome(failed: int, unfinished: int) -> str:
    failures = _count(failed, "failure") if failed else "none failed"
    return f"{failures}, {unfinished} unfinished" if unfinished else failures


def _largest(values: Mapping[str, float]) -> str:
    """Whose value is the largest; the first of equals."""
    return max(values, key=values.__getitem__, default="")


class Headline(Struct, frozen=True):
    """One of the six figures: what, how much, the unit, and whose it is."""

    name: str
    value: str
    unit: str
    note: str


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


def _count(count: int, noun: str) -> str:
    return f"{count:,} {_plural(count, noun)}"
