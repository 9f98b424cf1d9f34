"""A steered run: the pilot, the simulation and the records, wired together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from outrider.core.errors import UserError
from outrider.run import folder as names
from outrider.run import keylog, record
from outrider.run.folder import RunFolder
from outrider.run.pilot import Pilot
from outrider.run.session import load
from outrider.run.source import SessionSource
from outrider.run.statelog import StateLog
from outrider.run.summary import Summary
from outrider.run.teleop import Entry

if TYPE_CHECKING:
    from outrider.scenario import Scenario

KEYS = "keys.jsonl"


def head_of(found: Scenario) -> keylog.Head:
    """The head of a log of keys for this scenario."""
    from outrider.scenario import dump

    digest = keylog.scenario_digest(dump(found, defaults=True))
    return keylog.Head(scenario=found.name, digest=digest, tick_us=found.tick_us)


def check_head(head: keylog.Head, found: Scenario, path: Path) -> None:
    """A log fits only the scenario it was made with, to the last value."""
    if head != head_of(found):
        raise UserError(
            f"{path}: recorded with scenario {head.scenario!r} of other contents than "
            f"{found.name!r} has now; give the same file, --set and --seed as then"
        )


class Drive:
    """One steered run. The first time that recording is switched on makes a run folder."""

    def __init__(
        self,
        found: Scenario,
        *,
        robot: str = "",
        record: Path | None = None,
        root: Path = Path("runs"),
        recording: bool = False,
    ) -> None:
        self._found, self._root = found, root
        self.source = SessionSource(load(found))
        self.pilot = Pilot(self.source, robot=robot, on_entry=self._write)
        self.pilot.recording = recording
        self.summary = Summary()
        self._keys = keylog.KeyWriter(record, head_of(found)) if record else None
        self._folder: RunFolder | None = None
        self._log: StateLog | None = None
        self.observe()

    def step(self, duration_ns: int) -> None:
        """Give what the pilot asks for and go on."""
        self.pilot.steer()
        self.source.advance(duration_ns)
        self.observe()

    def observe(self) -> None:
        """Follow the states; log them while recording is on."""
        if self.pilot.recording and self._log is None:
            self._open()
        record.observe(self.source, self.summary, self._log if self.pilot.recording else None)

    def finish(self) -> Path | None:
        """Write what was recorded; the run folder, if there is one."""
        end = keylog.End(self.source.now_ns // self.source.tick_ns, self.source.fingerprint())
        if self._keys is not None:
            self._keys.close(end)
        if self._folder is None or self._log is None:
            return None
        self._log.close()
        writer = keylog.KeyWriter(self._folder.file(KEYS), head_of(self._found), self.pilot.entries)
        writer.close(end)
        record.write_results(
            self.source,
            self._folder,
            self.summary,
            wanted_ns=self.source.now_ns,
            simulated_ns=self.source.now_ns,
            ended="complete",
            log=self._log,
        )
        taken_s = record.write_picture(self.source, self._folder, self.summary)
        self._folder.write_json(names.TIMING, {"picture_s": taken_s})
        return self._folder.path

    def _open(self) -> None:
        self._folder = names.create(f"{self._found.name}_drive", root=self._root)
        record.write_origin(self.source, self._folder)
        self._log = StateLog(self._folder.file(names.STATE))

    def _write(self, entry: Entry) -> None:
        if self._keys is not None:
            self._keys.add(entry)
