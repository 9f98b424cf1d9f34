"""Plain text for the terminal, with bold and colour where there is one."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import IO

BOLD, DIM, RED, GREEN, YELLOW, CYAN = "1", "2", "1;31", "32", "33", "36"


def paint(text: str, style: str, *, stream: IO[str] | None = None) -> str:
    """``text`` in a style of ANSI terminals, or as it is where colours do not belong."""
    stream = stream or sys.stdout
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\033[{style}m{text}\033[0m"


def columns(rows: Sequence[Sequence[str]], *, indent: int = 2, gap: int = 2) -> list[str]:
    """Rows with their columns lined up; the last one is as long as it is."""
    if not rows:
        return []
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]) - 1)]
    space = " " * gap
    lines = [
        " " * indent
        + "".join(cell.ljust(width) + space for cell, width in zip(row, widths, strict=False))
        + row[-1]
        for row in rows
    ]
    return [line.rstrip() for line in lines]


def numbers(values: Sequence[float]) -> str:
    """``(1, 2.5, 0)``."""
    return "(" + ", ".join(f"{value:g}" for value in values) + ")"


def count(number: int, noun: str) -> str:
    """``1 robot``, ``1,000 robots``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
