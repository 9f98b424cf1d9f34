"""Run a scenario to its end, or as far as it comes, and leave the results in a folder."""

from __future__ import annotations

import time
from typing import Final, Protocol

from msgspec import Struct

from outrider.core.errors import OutriderError
from outrider.run import folder as names
from outrider.run import record
from outrider.run.folder import RunFolder
from outrider.run.interrupt import Interrupt
from outrider.run.pacing import Pacer
from outrider.run.progress import LiveLine, Pace
from outrider.run.record import NS_PER_S
from outrider.run.statelog import StateLog
from outrider.run.summary import Metrics, Summary

PICTURE_S: Final = 1.2
"""After Ctrl-C the picture may take so long before it is left out."""


class Source(record.Source, Protocol):
    """A simulation that can be moved on."""

    def advance(self, duration_ns: int) -> None: ...


class Outcome(Struct, frozen=True, kw_only=True):
    """How a run ended. ``fault`` is empty if it came to its end."""

    simulated_ns: int
    wanted_ns: int
    fault: str = ""
    interrupted: bool = False
    metrics: Metrics
    timing: dict[str, float]

    @property
    def complete(self) -> bool:
        return not self.fault and not self.interrupted

    @property
    def exit_code(self) -> int:
        """0 whole, 3 in part, 1 nothing."""
        if self.complete:
            return 0
        return 3 if self.simulated_ns > 0 else 1


def log_interval_ns(robots: int) -> int:
    """Time between logged states: 50 Hz for a team, less for a swarm."""
    rate_hz = 50 if robots <= 32 else 20 if robots <= 256 else 5
    return NS_PER_S // rate_hz


class Execution:
    """One run: steps the source, follows it, writes what it leaves behind."""

    def __init__(
        self,
        source: Source,
        folder: RunFolder,
        *,
        duration_ns: int,
        line: LiveLine,
        real_time: bool = False,
        picture: bool = True,
    ) -> None:
        self._source, self._folder, self._line = source, folder, line
        self._start_ns, self._wanted_ns = source.now_ns, duration_ns
        self._pacer = Pacer() if real_time else None
        self._with_picture = picture
        self.summary = Summary()
        self.timing: dict[str, float] = {}
        self._fault, self._interrupted = "", False
        record.write_origin(source, folder)

    def run(self, name: str) -> Outcome:
        """Run to the end; whatever happens on the way, what there is by then is written."""
        self._line.start(name, total_s=self._wanted_ns / NS_PER_S)
        with StateLog(self._folder.file(names.STATE)) as log, Interrupt() as interrupt:
            try:
                self._loop(log, interrupt)
            except KeyboardInterrupt:
                self._interrupted = True
            except OutriderError as fault:
                self._fault = str(fault)
            finally:
                self._line.stop()
                outcome = self._finish(log, interrupt)
        return outcome

    def _loop(self, log: StateLog, interrupt: Interrupt) -> None:
        start = time.perf_counter()
        end_ns, pace = self._start_ns + self._wanted_ns, None
        record.observe(self._source, self.summary, log)
        while self._source.now_ns < end_ns and not interrupt.requested:
            interval = log_interval_ns(len(self.summary.tallies))
            self._source.advance(min(interval, end_ns - self._source.now_ns))
            record.observe(self._source, self.summary, log)
            simulated_s = (self._source.now_ns - self._start_ns) / NS_PER_S
            if self._pacer:
                self._pacer.wait(simulated_s)
            now = time.perf_counter()
            if pace is None:
                # The first step may have to load or compile kernels; it says nothing of the pace.
                pace, self.timing["first_step_s"] = Pace(now, simulated_s), now - start
            pace.add(now, simulated_s)
            self._line.update(simulated_s, pace.recent)
            self.timing |= {"run_s": now - start, "real_time_factor": pace.overall}
        self._interrupted = self._source.now_ns < end_ns

    def _finish(self, log: StateLog, interrupt: Interrupt) -> Outcome:
        interrupt.allow(0.0)
        simulated_ns = self._source.now_ns - self._start_ns
        metrics = record.write_results(
            self._source,
            self._folder,
            self.summary,
            wanted_ns=self._wanted_ns,
            simulated_ns=simulated_ns,
            ended=self._fault or ("interrupted" if self._interrupted else "complete"),
            log=log,
        )
        if self._with_picture:
            self._draw(interrupt)
        self._folder.write_json(names.TIMING, self.timing)
        return Outcome(
            simulated_ns=simulated_ns,
            wanted_ns=self._wanted_ns,
            fault=self._fault,
            interrupted=self._interrupted,
            metrics=metrics,
            timing=self.timing,
        )

    def _draw(self, interrupt: Interrupt) -> None:
        if self._interrupted:
            interrupt.allow(PICTURE_S)
        try:
            taken_s = record.write_picture(self._source, self._folder, self.summary)
            self.timing["picture_s"] = taken_s
        except KeyboardInterrupt:
            self._line.note("the picture was left out")
        interrupt.allow(0.0)
