"""The command line: ``outrider NOUN [VERB] [ARGUMENTS]``.

Only this file is read for ``outrider --help``; a noun's file is imported when it is asked for, and
what it needs beyond the parser when it runs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

NOUNS = ("demo", "run", "check", "drive", "robot", "world", "bench", "doctor")

# (heading, ((what to type, what it does), ...)) in the order of the help page.
PAGE = (
    (
        "Start here",
        (
            ("demo", "a team at work in a valley, with figures and a picture"),
            ("run FILE|NAME", "run a scenario, or every run of a sweep"),
            ("check FILE|NAME", "say what a scenario holds, or what is wrong with it"),
            ("drive FILE|NAME", "steer its robots by keyboard or joystick"),
        ),
    ),
    (
        "Look",
        (
            ("robot list", "the robot models"),
            ("robot show NAME", "one model: figures, limits and where they come from"),
            ("world list", "the kinds of worlds and their parameters"),
            (
                "world show KIND",
                "a world's map and overview; also: make, stats, surface, classes",
            ),
            ("world look KIND", "what one sees in a world"),
        ),
    ),
    (
        "Machine",
        (
            ("bench [NAME ...]", "measure, beside the figures of other simulators"),
            ("doctor", "say what this machine has, what is missing and what to do"),
        ),
    ),
    (
        "Options",
        (
            ("-h, --help", "this page; 'outrider NOUN --help' for one noun"),
            ("--version", "the version"),
            ("--completion SHELL", "completion script for bash, zsh or tcsh"),
        ),
    ),
)
INTRODUCTION = "Outrider simulates teams of flying robots, ground robots and people on one clock."
EXAMPLES = (
    "outrider run valley --set robots.0.model=rover4 --seed 3",
    "outrider check my.yaml && outrider run my.yaml --out results",
)
EXIT_CODES = "0 done · 1 nothing could be done · 2 wrong input · 3 partly done · 70 a bug of ours"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit code and never lets an exception out."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _write_anything()
    try:
        code = dispatch(arguments)
        sys.stdout.flush()
    except SystemExit as stop:
        code = _code_of(stop)
    except BaseException as error:  # noqa: BLE001 - the last door: nothing may leave it
        from outrider.cli.trouble import report

        code = report(error, arguments)
    return code


def _write_anything() -> None:
    """Let a terminal without UTF-8 show ``?`` where it lacks a letter."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(errors="replace")


def _code_of(stop: SystemExit) -> int:
    if stop.code is None:
        return 0
    if isinstance(stop.code, int):
        return stop.code
    sys.stderr.write(f"{stop.code}\n")
    return 1


def dispatch(arguments: list[str]) -> int:
    """Find the noun's file and give it the rest of the line."""
    head = arguments[0] if arguments else "--help"
    if head in ("-h", "--help", "help"):
        sys.stdout.write(help_page(colour=_wants_colour()))
        return 0 if arguments else 2
    if head == "--version":
        from outrider import __version__

        sys.stdout.write(f"outrider {__version__}\n")
        return 0
    if head == "--completion":
        from outrider.cli.completion import script

        sys.stdout.write(script(arguments[1:]))
        return 0
    return _run_noun(head, arguments[1:])


def _run_noun(noun: str, rest: list[str]) -> int:
    if noun not in NOUNS:
        from outrider.core.errors import UnknownNameError

        raise UnknownNameError("command", noun, NOUNS)
    from outrider.cli.parse import call

    return call(noun, import_module(f"outrider.cli.{noun}").VERBS, rest)


def _wants_colour() -> bool:
    from os import environ

    return sys.stdout.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def help_page(*, colour: bool = False) -> str:
    """The page of ``outrider --help``."""
    bold, cyan, dim, end = ("\033[1m", "\033[36m", "\033[2m", "\033[0m") if colour else ("",) * 4
    lines = [INTRODUCTION, "", f"{bold}Usage:{end} outrider NOUN [ARGUMENTS]"]
    for heading, rows in PAGE:
        lines += ["", f"{bold}{heading}{end}"]
        lines += [f"  {cyan}{what:<20}{end}{does}" for what, does in rows]
    lines += ["", f"{bold}Examples{end}", *(f"  {line}" for line in EXAMPLES)]
    lines += ["", f"{dim}Exit codes: {EXIT_CODES}{end}"]
    return "\n".join(lines) + "\n"
