"""Keys through a real pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import termios
from collections.abc import Iterator

import pytest

from outrider.core.errors import UserError
from outrider.run.keyboard import Keyboard


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The two ends of a pseudo-terminal: what a person types into, what a program reads."""
    person, program = pty.openpty()
    yield person, program
    os.close(person)
    os.close(program)


def arrived(descriptor: int) -> bool:
    return bool(select.select([descriptor], [], [], 5.0)[0])


def test_keys_arrive_without_enter(terminal: tuple[int, int]) -> None:
    person, program = terminal
    with Keyboard(program) as keyboard:
        assert keyboard.read() == []
        os.write(person, b"w\x1b[A \x1b")
        assert arrived(program)
        assert keyboard.read() == ["w", "up", "space"]
        os.write(person, b"[D")
        assert arrived(program)
        assert keyboard.read() == ["left"]


def test_the_terminal_is_as_before_afterwards(terminal: tuple[int, int]) -> None:
    _, program = terminal
    before = termios.tcgetattr(program)
    with contextlib.suppress(KeyboardInterrupt), Keyboard(program):
        assert not termios.tcgetattr(program)[3] & (termios.ICANON | termios.ECHO)
        raise KeyboardInterrupt
    assert termios.tcgetattr(program) == before


def test_a_file_is_no_keyboard() -> None:
    descriptor = os.open(os.devnull, os.O_RDONLY)
    try:
        with pytest.raises(UserError, match=r"not a terminal.*--joystick"):
            Keyboard(descriptor)
    finally:
        os.close(descriptor)
