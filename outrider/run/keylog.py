"""The log of a steered run, one JSON object a line: what was steered, every command, the end.

    {"format": "outrider-keys", "version": 1, "scenario": "valley", "digest": "…", "tick_us": 2000}
    {"tick": 125, "robot": "uav0", "command": {"name": "take_off", "values": [2.0]}}
    {"end_tick": 5000, "digest": "…"}

``digest`` of the head is that of the resolved scenario, of the end that of everything emitted and
of the state that was reached.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from outrider.core import safeio
from outrider.core.errors import UserError
from outrider.run.teleop import Entry

MAX_BYTES: Final = 256 << 20
FORMAT: Final = "outrider-keys"

T = TypeVar("T")


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was steered."""

    format: Literal["outrider-keys"] = FORMAT
    version: Literal[1] = 1
    scenario: str
    digest: str
    tick_us: int


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the steering ended, and what came out by then."""

    end_tick: int
    digest: str


class KeyLog(Struct, frozen=True):
    """A log that was read; ``end`` is missing if the writer was killed."""

    head: Head
    entries: tuple[Entry, ...]
    end: End | None


def scenario_digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class KeyWriter:
    """Writes a log line by line; each line is on the disk when ``add`` returns."""

    def __init__(self, path: Path, head: Head, entries: Iterable[Entry] = ()) -> None:
        self._file = path.open("wb")
        self._write(head)
        for entry in entries:
            self._write(entry)

    def add(self, entry: Entry) -> None:
        self._write(entry)

    def close(self, end: End) -> None:
        self._write(end)
        self._file.close()

    def _write(self, content: Struct) -> None:
        self._file.write(msgspec.json.encode(content) + b"\n")
        self._file.flush()


def read(path: Path) -> KeyLog:
    """Read a log; a last line that was cut off is left out."""
    lines = safeio.read_bytes(path, max_bytes=MAX_BYTES).splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    if not whole:
        raise UserError(f"{path}: the log is empty; it was made by 'outrider drive --record'?")
    head = _decode(path, 1, whole[0], Head)
    end = None
    if whole[-1].startswith(b'{"end_tick"'):
        end = _decode(path, len(whole), whole.pop(), End)
    return KeyLog(head, tuple(_entries(path, whole[1:])), end)


def _entries(path: Path, lines: list[bytes]) -> Iterator[Entry]:
    tick = 0
    for number, line in enumerate(lines, start=2):
        entry = _decode(path, number, line, Entry)
        if entry.tick < tick:
            raise UserError(f"{path}:{number}: tick {entry.tick} comes after tick {tick}")
        tick = entry.tick
        yield entry


def _decode(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise UserError(
            f"{path}:{number}: {fault}; expected a line of a log that 'outrider drive' wrote"
        ) from fault
