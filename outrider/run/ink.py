"""Colours, letters and scales of the pictures."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

from PIL import ImageDraw, ImageFont

Colour = tuple[int, int, int]

# Okabe and Ito (2008): told apart by people with any common colour blindness.
PALETTE: tuple[Colour, ...] = (
    (0, 114, 178),
    (213, 94, 0),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
    (120, 94, 240),
    (34, 34, 34),
)
PAPER: Colour = (255, 255, 255)
TEXT: Colour = (32, 36, 40)
QUIET: Colour = (110, 116, 122)
RULE: Colour = (222, 225, 228)

Anchor = Literal["la", "ma", "ra", "lm", "mm", "rm", "ls", "ms", "rs", "ld", "md", "rd"]


def colour_of(index: int) -> Colour:
    return PALETTE[index % len(PALETTE)]


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """``colour`` with ``share`` of ``other`` in it."""
    parts = [round(a + (b - a) * share) for a, b in zip(colour, other, strict=True)]
    return parts[0], parts[1], parts[2]


@lru_cache(maxsize=16)
def font(size: float) -> ImageFont.FreeTypeFont:
    """The sans-serif that Pillow carries; no font file of the machine is needed."""
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise TypeError("this build of Pillow has no FreeType, which the pictures need")
    return found


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    return font(size).getlength(text) + (1.0 if bold else 0.0)


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    *,
    size: float,
    colour: Colour = TEXT,
    anchor: Anchor = "la",
    bold: bool = False,
    halo: Colour | None = None,
) -> None:
    """Write ``text``; ``halo`` puts a rim of that colour round the letters."""
    if halo is not None:
        draw.text(at, text, halo, font(size), anchor, stroke_width=3, stroke_fill=halo)
    # The carried font has one weight; a thin stroke in its own colour makes it bold.
    weight = 0.35 if bold else 0
    draw.text(at, text, colour, font(size), anchor, stroke_width=weight, stroke_fill=colour)


def nice_step(span: float, *, at_most: int) -> float:
    """The smallest of 1, 2, 5 times a power of ten that cuts ``span`` into ``at_most`` parts."""
    raw = max(span, 1e-9) / at_most
    power = 10.0 ** math.floor(math.log10(raw))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= raw * 0.999999)


def ticks(low: float, high: float, step: float) -> list[float]:
    """The multiples of ``step`` in ``low .. high``."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def number(value: float, step: float) -> str:
    """``value`` with the decimals that ``step`` needs, and a true minus sign's width kept."""
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return f"{value + 0.0:,.{decimals}f}"


def metres(length: float) -> str:
    """``500 m``, ``2 km``, ``20 cm``."""
    if length >= 1000:
        return f"{length / 1000:g} km"
    return f"{length:g} m" if length >= 1 else f"{length * 100:g} cm"
