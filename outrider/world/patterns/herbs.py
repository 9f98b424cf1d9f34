"""Cards of grasses, cereals and flowers, rooted in the lowest row."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from outrider.world.patterns import strokes as shape
from outrider.world.patterns.canvas import F64, Canvas, Colour, Look
from outrider.world.patterns.strokes import Outline, Strokes

UP: Final = 0.5 * math.pi
TAU: Final = 2.0 * math.pi
_STALK: Final[Colour] = (92, 118, 52)


@dataclass(frozen=True, kw_only=True)
class Tuft:
    """Blades from one root; lengths in cards."""

    count: int
    low: float
    high: float
    """The shortest and longest."""
    width: float
    root: float
    """How far roots lie apart."""
    lean: float
    """Angle of the outermost, rad."""
    droop: float
    """How much more its tip leans."""
    ribbed: float = 0.2


_TUFTS: Final[dict[str, Tuft]] = {
    "blades_grass": Tuft(count=84, low=0.4, high=0.99, width=0.036, root=0.42, lean=0.4, droop=0.6),
    "blades_dry": Tuft(count=96, low=0.4, high=0.99, width=0.027, root=0.4, lean=0.45, droop=0.8),
    "blades_reed": Tuft(count=40, low=0.5, high=0.95, width=0.036, root=0.4, lean=0.28, droop=0.5),
    "blades_spinifex": Tuft(count=230, low=0.35, high=0.85, width=0.015, root=0.24, lean=1.15,
                            droop=0.25),
    "blades_wheat": Tuft(count=40, low=0.35, high=0.75, width=0.026, root=0.44, lean=0.25,
                         droop=0.9),
    "leaves_maize": Tuft(count=15, low=0.45, high=0.62, width=0.1, root=0.0, lean=0.7, droop=1.5,
                         ribbed=0.6),
    "cactus_spines": Tuft(count=64, low=0.5, high=0.98, width=0.03, root=0.1, lean=1.35, droop=0.0),
}  # fmt: skip


def blades(canvas: Canvas) -> Look:
    """A tuft of blades that lean outwards; with ears, plumes or a stem as the name asks."""
    tuft = _TUFTS.get(canvas.name, _TUFTS["blades_grass"])
    strokes = Strokes()
    if canvas.name == "leaves_maize":
        strokes.add((0.5, 0.0), UP, 0.97, 0.05, outline=shape.stalk, light=-0.1, rim=0.8)
    n = tuft.count
    chance = canvas.uniform("blade", 6 * n, -1.0, 1.0).reshape(6, n)
    across, size, lit, hue, off, extra = chance
    # Few lean far, or the tuft would look like a fan.
    across = np.sign(across) * np.abs(across) ** 1.2
    long = 0.5 * (tuft.high + tuft.low) + 0.5 * (tuft.high - tuft.low) * size
    long = long * (1.0 - 0.18 * across**2)
    base = np.zeros(n)
    if canvas.name == "leaves_maize":
        across = np.where(np.arange(n) % 2, 1.0, -1.0) * (0.8 + 0.3 * np.abs(across))
        base = np.linspace(0.05, 0.82, n)
    x = 0.5 * tuft.root * (0.6 * across + 0.4 * off)
    lean, droop = tuft.lean * across + 0.12 * off, tuft.droop * (across + 0.35 * extra)
    # None reaches out of the card.
    aside = np.abs(np.sin(np.clip(lean + 0.5 * droop, -UP, UP)))
    long = np.minimum(long, (0.48 - np.abs(x)) / np.maximum(aside, 0.1))
    strokes.add(
        np.column_stack([0.5 + x, base]), UP - lean, long,
        tuft.width * (0.85 + 0.3 * extra), outline=shape.blade, bend=-droop,
        light=0.55 * lit + np.linspace(-0.5, 0.4, n), warm=0.6 * hue, rib=tuft.ribbed, rim=0.35,
        tip=0.9,
    )  # fmt: skip
    if canvas.name in _HEADS:
        _HEADS[canvas.name](canvas, strokes)
    return strokes.look()


def _stems(canvas: Canvas, strokes: Strokes, n: int, top: float) -> tuple[F64, F64]:
    """Straight stems; where they end, and which way they then point."""
    x = 0.5 + np.linspace(-0.2, 0.2, n) + canvas.uniform("stem x", n, -0.03, 0.03)
    lean = 1.1 * (x - 0.5) + canvas.uniform("stem lean", n, -0.08, 0.08)
    long = top * canvas.uniform("stem", n, 0.84, 1.0)
    angle = UP - lean
    strokes.add(np.column_stack([x, np.zeros(n)]), angle, long, 0.013, outline=shape.stalk,
                light=0.1)  # fmt: skip
    return np.column_stack([x + long * np.cos(angle), long * np.sin(angle)]), angle


def _ears(canvas: Canvas, strokes: Strokes) -> None:
    """Wheat: grains in two rows with awns."""
    n, grains = 15, 9
    tips, angle = _stems(canvas, strokes, n, 0.76)
    nod = canvas.uniform("nod", n, -0.5, 0.5)
    s = np.repeat(np.arange(grains) / grains, 2)[None]
    side = np.tile([-1.0, 1.0], grains)[None]
    heading = angle[:, None] + nod[:, None] * s
    x, y = tips[:, :1] + 0.15 * s * np.cos(heading), tips[:, 1:] + 0.15 * s * np.sin(heading)
    place = np.column_stack([x.ravel(), y.ravel()])
    light = canvas.uniform("grain", place.shape[0], 0.0, 0.7)
    strokes.add(place, (heading + 0.28 * side).ravel(), 0.12, 0.006, outline=shape.blade,
                light=0.5)  # fmt: skip
    strokes.add(place, (heading + 0.5 * side).ravel(), 0.045, 0.02, outline=shape.oval,
                light=light, warm=0.4, rim=0.8)  # fmt: skip


def _plumes(canvas: Canvas, strokes: Strokes) -> None:
    """Reed: a brown plume on each stem."""
    n, hairs = 8, 26
    tips, angle = _stems(canvas, strokes, n, 0.8)
    side = canvas.uniform("hair", n * hairs, -1.0, 1.0).reshape(n, hairs)
    s = np.arange(hairs)[None] / hairs
    x = tips[:, :1] + 0.13 * s * np.cos(angle[:, None])
    y = tips[:, 1:] + 0.13 * s * np.sin(angle[:, None])
    place = np.column_stack([x.ravel(), y.ravel()])
    strokes.add(place, (angle[:, None] + 0.8 * side).ravel(), 0.07, 0.012, outline=shape.blade,
                bend=-0.8 * side.ravel(), light=0.2 + 0.4 * side.ravel(),
                colour=(138, 108, 84))  # fmt: skip


_HEADS: Final[dict[str, Callable[[Canvas, Strokes], None]]] = {
    "blades_wheat": _ears,
    "blades_reed": _plumes,
}


@dataclass(frozen=True, kw_only=True)
class Flower:
    """A blossom; lengths in cards."""

    petals: int
    radius: float
    width: float
    """Of a petal, relative to the radius."""
    outline: Outline
    heart: Colour
    heart_size: float


_FLOWERS: Final[dict[str, Flower]] = {
    "petals_red": Flower(petals=5, radius=0.125, width=1.15, outline=shape.rounded,
                         heart=(42, 32, 34), heart_size=0.05),
    "petals_yellow": Flower(petals=6, radius=0.11, width=0.85, outline=shape.rounded,
                            heart=(196, 138, 36), heart_size=0.05),
    "petals_white": Flower(petals=13, radius=0.125, width=0.36, outline=shape.rounded,
                           heart=(236, 188, 52), heart_size=0.075),
    "petals_violet": Flower(petals=7, radius=0.115, width=0.62, outline=shape.oval,
                            heart=(238, 206, 92), heart_size=0.045),
}  # fmt: skip


def petals(canvas: Canvas) -> Look:
    """Flowers at several heights on thin stalks with a few narrow leaves."""
    flower = _FLOWERS.get(canvas.name, _FLOWERS["petals_yellow"])
    n = 11
    strokes = Strokes()
    x = 0.5 + 0.8 * (((np.arange(n) * 0.618) % 1.0) - 0.5) + canvas.uniform("x", n, -0.03, 0.03)
    x = np.clip(x, 0.16, 0.84)
    y = np.linspace(0.82, 0.38, n) + canvas.uniform("y", n, -0.05, 0.02)
    root = np.column_stack([0.5 + 0.3 * (x - 0.5), np.zeros(n)])
    angle = np.arctan2(y, x - root[:, 0])
    long = np.hypot(y, x - root[:, 0])
    strokes.add(root, angle, long, 0.011, outline=shape.stalk, light=-0.4, colour=_STALK)
    leaf = canvas.uniform("leaf", 2 * n, -1.0, 1.0).reshape(2, n)
    strokes.add(root, UP - 0.7 * leaf[0], 0.2 + 0.08 * leaf[1], 0.016, outline=shape.pointed,
                bend=-0.6 * leaf[0], light=-0.3 + 0.3 * leaf[1], colour=_STALK)  # fmt: skip
    _blossoms(canvas, strokes, flower, np.column_stack([x, y]))
    return strokes.look()


def _blossoms(canvas: Canvas, strokes: Strokes, flower: Flower, middle: F64) -> None:
    """One after the other, so that each heart lies on its own petals."""
    k = np.arange(flower.petals) / flower.petals
    count = len(middle)
    turn = canvas.uniform("turn", count, 0.0, TAU)
    tone = canvas.uniform("tone", count, -0.4, 0.4)
    each = canvas.uniform("petal", count * flower.petals, -1.0, 1.0).reshape(count, -1)
    size = canvas.uniform("size", count, 0.85, 1.1) * flower.radius
    for place, first, lit, chance, radius in zip(middle, turn, tone, each, size, strict=True):
        strokes.add(
            np.broadcast_to(place, (flower.petals, 2)), first + TAU * k + 0.1 * chance,
            radius * (1.0 + 0.1 * chance), radius * flower.width, outline=flower.outline,
            light=lit + 0.35 * chance, warm=0.3 * chance, rim=0.7, tip=0.8, veins=0.08,
        )  # fmt: skip
        heart = flower.heart_size
        strokes.add(place - (0.5 * heart, 0.0), 0.0, heart, heart, outline=shape.oval, light=0.2,
                    colour=flower.heart)  # fmt: skip
