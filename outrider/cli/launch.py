"""From one scenario to a run folder with results: what ``run`` and ``demo`` share."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from outrider.run import folder, progress
from outrider.run.execute import Execution, Outcome
from outrider.run.folder import RunFolder
from outrider.run.summary import Headline, Summary, headline

if TYPE_CHECKING:
    from outrider.scenario import Scenario
    from outrider.world.scene import Scene

NS_PER_S = 10**9


class Wish(Struct, frozen=True, kw_only=True):
    """How a run is to be carried out."""

    root: Path = Path("runs")
    form: progress.Form = "auto"
    seconds: float | None = None
    real_time: bool = False
    picture: bool = True
    early_picture: bool = False
    """Draw the world and the robots' places before the run starts."""


class Result(Struct, frozen=True, kw_only=True):
    """A finished run and its folder."""

    scenario: Scenario
    folder: RunFolder
    outcome: Outcome
    summary: Summary

    def headline(self) -> list[Headline]:
        simulated_s = self.outcome.simulated_ns / NS_PER_S
        factor = self.outcome.timing.get("real_time_factor", 0.0)
        return headline(self.summary, simulated_s=simulated_s, factor=factor)


def launch(scenario: Scenario, wish: Wish) -> Result:
    """Build the simulation, run it, and leave the results in a new folder."""
    from outrider.core.time import seconds_to_ns
    from outrider.run.session import Session
    from outrider.run.source import SessionSource
    from outrider.sim.engine import ahead
    from outrider.world import generate

    line = progress.choose(wish.form)
    start = time.perf_counter()
    if not ahead.compiled():
        line.note("first run on this machine: compiling takes half a minute, only this once")
        ahead.start()
    place = folder.create(scenario.name, root=wish.root)
    scene = generate.world_of(scenario)
    timing = {"world_s": time.perf_counter() - start}
    if wish.early_picture:
        place.write_bytes(folder.PICTURE, _start_of(scenario, scene))
        timing["first_picture_s"] = time.perf_counter() - start
        line.note(f"first picture after {timing['first_picture_s']:.1f} s: {place.path}/paths.jpg")
    source = SessionSource(Session(scenario, scene=scene))
    timing["load_s"] = time.perf_counter() - start
    seconds = scenario.duration_s if wish.seconds is None else wish.seconds
    execution = Execution(
        source,
        place,
        duration_ns=seconds_to_ns(seconds),
        line=line,
        real_time=wish.real_time,
        picture=wish.picture,
    )
    execution.timing |= timing
    outcome = execution.run(scenario.name)
    return Result(
        scenario=scenario,
        folder=place,
        outcome=outcome,
        summary=execution.summary,
    )


def _start_of(scenario: Scenario, scene: Scene) -> bytes:
    """A picture before the simulation is built, which takes longer than the world alone."""
    from outrider.run.picture import paint_start

    return paint_start(scenario, scene)
