"""What the user reads when something went wrong, and the exit code that goes with it."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence

from outrider import __version__
from outrider.core.errors import InternalError, OutriderError

STOPPED = 1
BUG = 70


def report(error: BaseException, arguments: Sequence[str]) -> int:
    """Say what happened on stderr in a line or two; returns the exit code."""
    if isinstance(error, BrokenPipeError):
        return _drop_stdout()
    if isinstance(error, KeyboardInterrupt):
        complain("stopped before there was anything to keep", word="interrupted")
        return STOPPED
    if isinstance(error, OutriderError) and not isinstance(error, InternalError):
        complain(str(error))
        return error.exit_code
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        complain(f"{place}{error.strerror or error}; check the path, its rights and free space")
        return STOPPED
    return _report_bug(error, arguments)


def complain(text: str, *, word: str = "error") -> None:
    """Write ``word: text`` on stderr, the word in red on a terminal."""
    red, end = ("\033[1;31m", "\033[0m") if _is_terminal() else ("", "")
    sys.stderr.write(f"{red}{word}:{end} {text}\n")
    sys.stderr.flush()


def _is_terminal() -> bool:
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def _drop_stdout() -> int:
    """The reader of our output (``| head``) has gone: leave quietly."""
    # Python flushes stdout once more at exit; that write must not fail.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _report_bug(error: BaseException, arguments: Sequence[str]) -> int:
    try:
        place = f"The details are in {_write_details(error, arguments)}"
    except OSError:
        traceback.print_exception(error, file=sys.stderr)
        place = "The details are above"
    kind = type(error).__name__
    complain(f"{kind}: {error}\nThis is a bug of ours, not a mistake of yours. {place};")
    sys.stderr.write("please report it with them. 'outrider doctor' checks the installation.\n")
    return BUG


def _write_details(error: BaseException, arguments: Sequence[str]) -> str:
    text = (
        f"outrider {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"command: outrider {' '.join(arguments)}\n\n" + "".join(traceback.format_exception(error))
    )
    with tempfile.NamedTemporaryFile(
        "w", prefix="outrider-bug-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write(text)
    return file.name
