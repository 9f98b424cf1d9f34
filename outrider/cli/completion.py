"""Shell completion, written by tyro from the signatures of all nouns."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from importlib import import_module

import tyro

from outrider.cli import NOUNS
from outrider.cli.parse import readable
from outrider.core.errors import UnknownNameError

SHELLS = ("bash", "zsh", "tcsh")


def script(arguments: list[str]) -> str:
    """The completion script of the shell named first in ``arguments`` (bash if none is)."""
    shell = arguments[0] if arguments else "bash"
    if shell not in SHELLS:
        raise UnknownNameError("shell", shell, SHELLS, where="outrider --completion")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        tyro.extras.subcommand_cli_from_dict(
            _all_commands(),
            prog="outrider",
            args=["--tyro-print-completion", shell],
            config=(tyro.conf.FlagCreatePairsOff,),
            use_underscores=False,
        )
    return printed.getvalue()


def _all_commands() -> dict[str, Callable[..., int]]:
    commands: dict[str, Callable[..., int]] = {}
    for noun in NOUNS:
        for verb, command in import_module(f"outrider.cli.{noun}").VERBS.items():
            commands[f"{noun}:{verb}" if verb else noun] = readable(command)
    return commands
