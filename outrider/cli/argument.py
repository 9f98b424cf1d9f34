"""What the command line says about a function's parameters. Imports no parser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple


class Argument(NamedTuple):
    """Help for one parameter; ``default`` replaces what the help would say of its default."""

    help: str
    metavar: str = ""
    name: str = ""
    default: str | None = None


class Command(NamedTuple):
    """A function whose signature is a command line: positional-only parameters, then options."""

    function: Callable[..., int]
    arguments: Mapping[str, Argument]


SOURCE: Final = Argument("a scenario file, or the name of a shipped one", "FILE|NAME", default="")
OVERRIDES: Final = Argument(
    "change a value, as in robots.0.model=rover4", "PATH=VALUE", "set", "(repeatable)"
)
SEED: Final = Argument("seed of every random stream", "N", default="(default: the scenario's)")
OUT: Final = Argument("where run folders are made", "DIR")
MACHINE: Final = Argument("one JSON object a line on stdout, for programs", name="json")
