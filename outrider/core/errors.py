"""The error tree.

OutriderError                 exit code
├── UserError                 2    the input is wrong; the text says where and what to do
│   ├── ScenarioError              a scenario file: carries file, line and column
│   ├── CommandError               a command to a robot that cannot be carried out
│   ├── EditError                  a change of the world that cannot be made
│   ├── FrameError                 poses or points chained through the wrong frame
│   ├── UnknownNameError           a name that nothing bears; suggests the nearest
│   ├── MissingExtraError          an optional library that is not installed
│   └── UnsafeFileError            a file too large, damaged, unreadable or outside its folder
├── SimulationError           1    the run cannot go on; what was recorded is kept
│   ├── DivergenceError            a state stopped being finite; names robot and stage
│   └── CapacityError              a fixed-size pool is full; names the robot
└── InternalError             70   a bug of ours
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import ClassVar


class OutriderError(Exception):
    """Root of every error that Outrider raises on purpose."""

    exit_code: ClassVar[int] = 1


class UserError(OutriderError):
    """The input is wrong; the text says where and what to do."""

    exit_code = 2


class ScenarioError(UserError):
    """A fault in a scenario, with its place: ``file:line:column: path: reason``."""

    def __init__(
        self, reason: str, *, file: str = "", line: int = 0, column: int = 0, excerpt: str = ""
    ) -> None:
        self.reason, self.file, self.line, self.column = reason, file, line, column
        self.excerpt = excerpt
        place = f"{file}:{line}:{column}: " if line else (f"{file}: " if file else "")
        super().__init__(f"{place}{reason}" + (f"\n{excerpt}" if excerpt else ""))


class CommandError(UserError):
    """A command to a robot that cannot be carried out."""


class EditError(UserError):
    """A change of the world that cannot be made."""


class FrameError(UserError):
    """Poses or points chained through the wrong frame."""


class UnknownNameError(UserError):
    """``("robot", "uav9", known)`` becomes "no robot named 'uav9'; did you mean 'uav0'?"."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, where: str = "") -> None:
        self.kind, self.name = kind, name
        prefix = f"{where}: " if where else ""
        super().__init__(f"{prefix}no {kind} named {name!r}{suggest(name, known)}")


class MissingExtraError(UserError):
    """An optional library that is not installed."""


class UnsafeFileError(UserError):
    """A file that is too large, damaged, out of reach or outside its folder."""


class SimulationError(OutriderError):
    """The run cannot go on; what was recorded is kept."""

    exit_code = 1


class DivergenceError(SimulationError):
    """A state stopped being finite; names the robot and the stage."""


class CapacityError(SimulationError):
    """A fixed-size pool is full; names the robot."""


class InternalError(OutriderError):
    """A bug of ours."""

    exit_code = 70


def suggest(name: str, known: Iterable[str]) -> str:
    """The tail of a message about an unknown name: the nearest known one, or all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, 1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]!r}?"
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return f"; known: {shown}" if names else "; there are none"
