"""What a run leaves in its folder, gathered while it goes and written when it ends."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct

from outrider.core.messages import RobotState
from outrider.run import folder as names
from outrider.run.crowd import Crowd, CrowdTally
from outrider.run.folder import RunFolder
from outrider.run.machine import machine_class
from outrider.run.statelog import StateLog
from outrider.run.summary import Metrics, Summary

NS_PER_S: Final = 10**9


class Identity(Struct, frozen=True):
    """What a robot is: its model, and ``multirotor``, ``wheeled`` or ``person``."""

    model: str
    kind: str


class Source(Protocol):
    """What a record needs of a simulation."""

    @property
    def now_ns(self) -> int: ...
    def roster(self) -> Mapping[str, Identity]: ...
    def states(self) -> Sequence[RobotState]: ...
    def crowd(self) -> Crowd | None: ...
    def touches(self) -> Mapping[str, int]: ...
    def ended(self) -> Iterable[tuple[str, str]]: ...
    def unfinished(self) -> Mapping[str, int]: ...
    def digest(self) -> str: ...
    def inputs(self) -> bytes: ...
    def scenario_text(self) -> str: ...
    def picture(self, summary: Summary) -> bytes: ...


def observe(source: Source, summary: Summary, log: StateLog | None) -> None:
    """Take the present states into the summary, and into the log if there is one."""
    for name, who in source.roster().items():
        summary.add_robot(name, model=who.model, kind=who.kind)
    states = source.states()
    if log is not None:
        log.add(states)
    summary.add_states(states)
    _observe_crowd(source, summary, log)
    summary.set_contacts(source.touches())
    summary.add_commands(source.ended())
    summary.set_unfinished(source.unfinished())


def _observe_crowd(source: Source, summary: Summary, log: StateLog | None) -> None:
    if summary.crowd is not None and not summary.crowd.due(source.now_ns):
        return
    crowd = source.crowd()
    if crowd is None:
        return
    if summary.crowd is None:
        summary.crowd = CrowdTally(crowd.name, model=crowd.model, count=len(crowd.positions))
    summary.crowd.add(source.now_ns, crowd)
    if log is not None:
        log.add([crowd.message(source.now_ns, len(summary.crowd.stamps_ns) - 1)])


def write_origin(source: Source, folder: RunFolder) -> None:
    """Keep the resolved scenario and the machine's class: what a repeat needs.

    Written before the run, so that one that is killed can be repeated too.
    """
    folder.write_text(names.SCENARIO, source.scenario_text())
    folder.write_json(names.MACHINE, machine_class())


def write_results(
    source: Source,
    folder: RunFolder,
    summary: Summary,
    *,
    wanted_ns: int,
    simulated_ns: int,
    ended: str,
    log: StateLog,
) -> Metrics:
    """Write figures and inputs; returns the figures."""
    metrics = summary.metrics(
        simulated_ns=simulated_ns,
        wanted_ns=wanted_ns,
        facts={"digest": source.digest(), "state_log_digest": log.digest, "ended": ended},
    )
    folder.write_json(names.METRICS, metrics)
    folder.write_bytes(names.INPUTS, source.inputs())
    return metrics


def write_picture(source: Source, folder: RunFolder, summary: Summary) -> float:
    """Draw ``paths.jpg``; returns how long it took."""
    start = time.perf_counter()
    folder.write_bytes(names.PICTURE, source.picture(summary))
    return time.perf_counter() - start
