"""The folder of one run: ``runs/<date>_<name>/``, and the link ``latest`` beside it.

Everything in it but ``timing.json`` is the same bytes whenever the run is repeated on this class
of machine.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from outrider.core import safeio
from outrider.core.errors import UserError

SCENARIO, INPUTS, STATE = "scenario.yaml", "inputs.log", "state.log"
METRICS, PICTURE, MACHINE, TIMING = "metrics.json", "paths.jpg", "machine.json", "timing.json"
NOT_HASHED = (TIMING,)
LATEST = "latest"
MOST_OF_ONE_SECOND = 10_000


@dataclass(frozen=True)
class RunFolder:
    """Where the results of one run go."""

    path: Path

    def file(self, name: str) -> Path:
        return safeio.inside(self.path, name)

    def write_bytes(self, name: str, content: bytes) -> Path:
        path = self.file(name)
        safeio.write_atomic(path, content)
        return path

    def write_text(self, name: str, text: str) -> Path:
        return self.write_bytes(name, text.encode())

    def write_json(self, name: str, content: Any) -> Path:
        encoded = msgspec.json.encode(content, order="deterministic")
        return self.write_bytes(name, msgspec.json.format(encoded, indent=2) + b"\n")


def create(name: str, *, root: str | Path = "runs", date: str | None = None) -> RunFolder:
    """Make a new folder under ``root`` and point ``latest`` at it; two runs never share one."""
    root = Path(root)
    date = date or time.strftime("%Y-%m-%d_%H%M%S")
    path = _make_unique(root, f"{date}_{name}")
    _point_latest(root, path.name)
    return RunFolder(path)


def _make_unique(root: Path, name: str) -> Path:
    for attempt in range(1, MOST_OF_ONE_SECOND):
        path = root / (name if attempt == 1 else f"{name}-{attempt}")
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as fault:
            raise _cannot_write(path, fault) from fault
        return path
    raise UserError(f"{root / name}: {MOST_OF_ONE_SECOND} runs of this second exist already")


def _point_latest(root: Path, name: str) -> None:
    """Swap the link in one rename; a file system without links goes without it."""
    link, fresh = root / LATEST, root / f".{LATEST}-{os.getpid()}"
    try:
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(name, target_is_directory=True)
        fresh.replace(link)
    except OSError:
        fresh.unlink(missing_ok=True)


def _cannot_write(path: Path, fault: OSError) -> UserError:
    return UserError(
        f"{path}: cannot make the folder for results: {fault.strerror}; "
        "choose another place with --out"
    )
