"""Keys from a terminal, without waiting for Enter."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from types import TracebackType
from typing import Self

from outrider.core.errors import UserError

# Longest first, so that "\x1b[A" is not read as Escape and two letters.
_SEQUENCES = {
    b"\x1b[A": "up",
    b"\x1bOA": "up",
    b"\x1b[B": "down",
    b"\x1bOB": "down",
    b"\x1b[C": "right",
    b"\x1bOC": "right",
    b"\x1b[D": "left",
    b"\x1bOD": "left",
    b"\t": "tab",
    b" ": "space",
    b"=": "+",
    b"_": "-",
    b"\x03": "q",
    b"\x04": "q",
}
ESCAPE = 0x1B
LONGEST_SEQUENCE = 16


def parse_keys(content: bytes) -> tuple[list[str], bytes]:
    """The keys in ``content`` and what is left of it: an escape sequence that is not all there."""
    keys: list[str] = []
    while content:
        length, key = _first_key(content)
        if length == 0:
            break
        if key:
            keys.append(key)
        content = content[length:]
    return keys, content


def _first_key(content: bytes) -> tuple[int, str]:
    for sequence, key in _SEQUENCES.items():
        if content.startswith(sequence):
            return len(sequence), key
    if content[0] == ESCAPE:
        return _length_of_escape(content), ""
    letter = chr(content[0]).lower()
    return 1, letter if letter.isprintable() and content[0] < 0x80 else ""


def _length_of_escape(content: bytes) -> int:
    """Bytes of the unknown escape sequence at the start; 0 if its end has not come yet."""
    if len(content) == 1:
        return 0
    if content[1] not in b"[O":
        return 1
    for index in range(2, min(len(content), LONGEST_SEQUENCE)):
        if 0x40 <= content[index] <= 0x7E:
            return index + 1
    return LONGEST_SEQUENCE if len(content) >= LONGEST_SEQUENCE else 0


class Keyboard:
    """The terminal in cbreak mode for as long as the ``with`` block runs."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._rest = b""
        if not os.isatty(self._descriptor):
            raise UserError(
                "standard input is not a terminal, so there are no keys to read; start in a "
                "terminal, or use --joystick DEVICE or --replay FILE"
            )

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._descriptor)
        tty.setcbreak(self._descriptor)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def read(self) -> list[str]:
        """The keys pressed since the last call; ``q`` once the terminal has gone."""
        content = self._rest
        while select.select([self._descriptor], [], [], 0.0)[0]:
            more = os.read(self._descriptor, 1024)
            if not more:
                return ["q"]
            content += more
        keys, self._rest = parse_keys(content)
        return keys
