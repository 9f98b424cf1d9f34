"""The log of robot states of a run: ``state.log``.

    magic     8 bytes   b"ORSTATE1"
    frame     u32 LE length, then that many bytes: one encoded message
    ...
    end       u32 0, then 16 bytes: BLAKE2b of all frames with their lengths

A file that was cut anywhere reads up to its last whole frame; what is missing then is the end.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from outrider.core import messages
from outrider.core.errors import UnsafeFileError
from outrider.core.messages import PointCloud, RobotState

Logged = RobotState | PointCloud
"""A robot's state, or where the vehicles of a swarm are."""

MAGIC = b"ORSTATE1"
MAX_FRAME_BYTES = 64 << 20
DIGEST_BYTES = 16
FLUSH_NS = 500_000_000
"""Frames reach the disk every half second of simulated time at the latest."""

_LENGTH = struct.Struct("<I")


class StateLog:
    """Writes states as they come; usable in a ``with`` statement."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("wb")
        self._file.write(MAGIC)
        self._digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
        self._flushed_ns = 0
        self.frames = 0

    def add(self, states: Iterable[Logged]) -> None:
        for state in states:
            content = messages.encode(state)
            frame = _LENGTH.pack(len(content)) + content
            self._digest.update(frame)
            self._file.write(frame)
            self.frames += 1
            if state.stamp_ns - self._flushed_ns >= FLUSH_NS:
                self._flushed_ns = state.stamp_ns
                self._file.flush()

    @property
    def digest(self) -> str:
        """Hex digest of the frames so far."""
        return self._digest.hexdigest()

    def close(self) -> None:
        if not self._file.closed:
            self._file.write(_LENGTH.pack(0) + self._digest.digest())
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class StateLogReader:
    """Iterates over the states of a log; ``complete`` is true once the end was found and agrees."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.complete = False

    def __iter__(self) -> Iterator[Logged]:
        self.complete = False
        digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
        with self._path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise UnsafeFileError(f"{self._path}: this is not a state log of Outrider")
            while (content := self._next(file)) is not None:
                if not content:
                    self.complete = file.read(DIGEST_BYTES) == digest.digest()
                    return
                digest.update(_LENGTH.pack(len(content)) + content)
                yield self._state(content)

    def _next(self, file: BinaryIO) -> bytes | None:
        """The next frame, empty at the end, or None where the file was cut."""
        head = file.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack(head)
        if length > MAX_FRAME_BYTES:
            raise UnsafeFileError(
                f"{self._path}: a frame claims {length} bytes at offset {file.tell()}; "
                f"at most {MAX_FRAME_BYTES} are allowed: the file is damaged there"
            )
        content = file.read(length)
        return content if len(content) == length else None

    def _state(self, content: bytes) -> Logged:
        message = messages.decode(content)
        if not isinstance(message, Logged):
            raise UnsafeFileError(
                f"{self._path}: holds a {type(message).__name__} where only states may stand"
            )
        return message
