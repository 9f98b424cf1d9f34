"""Cards of foliage: sprays of leaves and needles, fronds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.patterns import strokes as shape
from outrider.world.patterns.canvas import F64, SIDE, Canvas, Colour, Look
from outrider.world.patterns.strokes import Outline, Strokes

UP: Final = 0.5 * math.pi
_TWIG: Final[Colour] = (96, 76, 56)
_GREEN_STALK: Final[Colour] = (108, 122, 62)


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """One sort of leaf and how it sits on its twig; lengths in cards."""

    length: float
    width: float
    """Relative to the length."""
    outline: Outline
    spread: float = 0.9
    """Angle to the twig, rad."""
    bend: float = 0.5
    veins: float = 0.0
    each: int = 8
    """Leaves of a twig."""
    hue: float = 0.5
    """How far they differ in colour."""
    stalk: Colour = _TWIG


_OVAL: Final = Leaf(length=0.17, width=0.55, outline=shape.oval, veins=0.1)
_POINTED: Final = Leaf(length=0.14, width=0.42, outline=shape.pointed, each=10)
_LEAVES: Final[dict[str, Leaf]] = {
    "leaves_oak": Leaf(length=0.21, width=0.56, outline=shape.lobed, veins=0.06, each=7),
    "leaves_beech": _OVAL,
    "leaves_autumn": Leaf(length=0.18, width=0.6, outline=shape.oval, hue=1.6, veins=0.12, each=7),
    "leaves_crop": Leaf(length=0.23, width=0.52, outline=shape.oval, veins=0.14, each=4,
                        stalk=_GREEN_STALK),
    "leaves_birch": Leaf(length=0.13, width=0.66, outline=shape.spade, each=12),
    "leaves_poplar": Leaf(length=0.14, width=0.78, outline=shape.spade, each=9),
    "leaves_willow": Leaf(length=0.2, width=0.19, outline=shape.pointed, spread=0.45, each=15),
    "leaves_eucalyptus": Leaf(length=0.24, width=0.17, outline=shape.pointed, spread=0.7, bend=1.3,
                              each=11, hue=0.8),
    "leaves_bush": Leaf(length=0.115, width=0.5, outline=shape.oval, each=13),
    "leaves_dry": Leaf(length=0.16, width=0.42, outline=shape.pointed, bend=2.2, each=9, hue=0.9),
}  # fmt: skip

# Where twigs leave the stem, which way they turn from it, and how long they are.
_TWIGS: Final = np.array([
    (0.13, 1.05, 0.36), (0.17, -1.05, 0.38), (0.29, 0.95, 0.44), (0.33, -0.95, 0.45),
    (0.45, 0.85, 0.42), (0.49, -0.85, 0.41), (0.62, 0.7, 0.34), (0.66, -0.7, 0.33),
    (0.77, 0.45, 0.24), (0.79, -0.4, 0.23), (0.74, 0.03, 0.26),
])  # fmt: skip


@dataclass(frozen=True)
class Twigs:
    """Twigs of one stem: roots ``(n, 2)``, directions, lengths, bends ``(n, 1)``."""

    root: F64
    angle: F64
    length: F64
    bend: F64

    def drawn(self, strokes: Strokes, width: float, light: float, colour: Colour) -> None:
        strokes.add(self.root, self.angle[:, 0], self.length[:, 0], width, outline=shape.stalk,
                    bend=self.bend[:, 0], light=light, colour=colour)  # fmt: skip

    def nodes(self, s: F64) -> tuple[F64, F64]:
        """Places and directions at parts ``s (m,)`` of each length, twig after twig."""
        middle, reach = self.angle + 0.5 * self.bend * s, self.length * s
        x = self.root[:, :1] + reach * np.cos(middle)
        y = self.root[:, 1:] + reach * np.sin(middle)
        return np.column_stack([x.ravel(), y.ravel()]), (self.angle + self.bend * s).ravel()


def _twigs(draw: Canvas, *, stem: float, size: float, bend: float) -> Twigs:
    """Twigs along a stem that bends a little; the whole spray as high as ``size``."""
    n = len(_TWIGS)
    way = _TWIGS[:, 0]
    lean = UP - 0.5 * stem + 0.5 * stem * way
    root = np.column_stack([0.5 + size * way * np.cos(lean), size * way * np.sin(lean)])
    angle = UP + _TWIGS[:, 1] + draw.uniform("angle", n, -0.2, 0.2)
    length = size * _TWIGS[:, 2] * draw.uniform("length", n, 0.85, 1.2)
    bends = draw.uniform("bend", n, -bend, bend)
    return Twigs(root, angle[:, None], length[:, None], bends[:, None])


def leaves(canvas: Canvas) -> Look:
    """A spray of small leaves on twigs."""
    return _spray(canvas, _LEAVES.get(canvas.name, _POINTED))


def broad_leaves(canvas: Canvas) -> Look:
    """A spray of broad or lobed leaves."""
    return _spray(canvas, _LEAVES.get(canvas.name, _OVAL))


def _spray(canvas: Canvas, leaf: Leaf) -> Look:
    """Twigs with leaves behind, darker, and others before them."""
    strokes = Strokes()
    stem = float(canvas.uniform("stem", 1, -0.2, 0.2)[0])
    # A leaf at the tip of a twig still ends within the card.
    size = 0.96 - 0.95 * leaf.length
    for layer, dim in (("back", -0.75), ("front", 0.25)):
        draw = canvas.child(layer)
        twigs = _twigs(draw, stem=stem, size=size, bend=0.4)
        if layer == "front":
            strokes.add((0.5, 0.0), UP - 0.5 * stem, 0.85 * size, 0.018, outline=shape.stalk,
                        bend=0.5 * stem, light=-0.4, colour=leaf.stalk)  # fmt: skip
        twigs.drawn(strokes, 0.01, dim - 0.3, leaf.stalk)
        _leaves_of(draw, strokes, leaf, twigs, dim)
    return strokes.look()


def _leaves_of(draw: Canvas, strokes: Strokes, leaf: Leaf, twigs: Twigs, dim: float) -> None:
    """Leaves to the left and right of every twig, and one at its tip."""
    each = leaf.each
    n = len(twigs.root) * each
    place, heading = twigs.nodes((np.arange(each) + 1.0) / each)
    side = np.where(np.arange(each) % 2, 1.0, -1.0)
    side[-1] = 0.0
    turn, depth, long, wide, bend = draw.uniform("leaf", 5 * n, -1.0, 1.0).reshape(5, n)
    out = heading + leaf.spread * np.tile(side, n // each) + 0.4 * turn
    length = leaf.length * (0.85 + 0.15 * long)
    place = _within(place, out, length)
    order = np.argsort(depth)
    order = order[_in_leaf(draw, place[order])]
    strokes.add(
        place[order], out[order], length[order], (length * leaf.width * (1.0 + 0.15 * wide))[order],
        outline=leaf.outline, bend=(leaf.bend * bend)[order], light=(dim + 0.45 * depth)[order],
        warm=(leaf.hue * wide)[order], rib=0.35, veins=leaf.veins,
    )  # fmt: skip


def _in_leaf(draw: Canvas, place: F64) -> NDArray[np.bool_]:
    """Which places bear leaves: the sky shows between boughs, from afar too."""
    bare = Canvas(draw.name).noise("bare", coarse=2.5, fine=6.0, slope=0.5)
    column, row = (np.clip(place * SIDE, 0, SIDE - 1).astype(np.int64)).T
    return np.asarray(bare[row, column] > -0.65)


def _within(place: F64, angle: F64, length: F64) -> F64:
    """Places drawn back so that what starts there ends within the card."""
    tip = place + (length + 0.02)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray(place + np.clip(tip, 0.01, 0.99) - tip)


def needles(canvas: Canvas) -> Look:
    """Twigs with needles: combed to both sides, or as tufts on the pine and the larch."""
    sort = _NEEDLES.get(canvas.name, _NEEDLES["needles_spruce"])
    strokes = Strokes()
    for layer, dim in (("back", -0.6), ("front", 0.3)):
        draw = canvas.child(layer)
        side = _twigs(draw, stem=0.0, size=0.96 - 0.8 * sort.length, bend=0.25)
        twigs = Twigs(np.vstack([(0.5, 0.0), side.root]), np.vstack([(UP,), side.angle]),
                      np.vstack([(0.9 - 0.7 * sort.length,), side.length]),
                      np.vstack([(0.0,), side.bend]))  # fmt: skip
        twigs.drawn(strokes, 0.014, dim - 0.2, _TWIG)
        _needles_of(draw, strokes, sort, twigs, dim)
    return strokes.look()


@dataclass(frozen=True, kw_only=True)
class Needle:
    """One sort of needle and how it sits on its twig; lengths in cards."""

    each: int
    """Needles of a twig."""
    length: float
    width: float
    spread: float
    """Angle to the twig, rad."""
    tuft: int = 1
    """How many leave one point."""


_NEEDLES: Final[dict[str, Needle]] = {
    "needles_pine": Needle(each=72, length=0.17, width=0.012, spread=0.75, tuft=3),
    "needles_spruce": Needle(each=76, length=0.1, width=0.0125, spread=0.95),
    "needles_larch": Needle(each=90, length=0.1, width=0.0115, spread=1.2, tuft=9),
}


def _needles_of(draw: Canvas, strokes: Strokes, sort: Needle, twigs: Twigs, dim: float) -> None:
    each, count = sort.each, len(twigs.root)
    n = each * count
    s = (np.arange(each) // sort.tuft * sort.tuft + 1.0) / each
    place, heading = twigs.nodes(s)
    fan, turn, long, lit = draw.uniform("needle", 4 * n, -1.0, 1.0).reshape(4, n)
    side = np.tile(np.where(np.arange(each) % 2, 1.0, -1.0), count)
    # Towards the tip of a twig its needles point ahead.
    ahead = 1.0 - 0.45 * np.tile(s, count) ** 3
    out = sort.spread * ahead * (side if sort.tuft == 1 else 1.3 * fan)
    way, length = heading + out + 0.2 * turn, sort.length * (0.85 + 0.15 * long)
    there = _in_leaf(draw, place)
    strokes.add(
        _within(place, way, length)[there], way[there], length[there], sort.width,
        outline=shape.blade, bend=-0.25 * side[there], light=(dim + 0.5 * lit)[there],
        warm=0.5 * long[there], rim=0.2,
    )  # fmt: skip


def fronds(canvas: Canvas) -> Look:
    """A frond: its midrib with leaflets that shorten towards the tip."""
    palm = canvas.name == "fronds_palm"
    pairs, top = (34, 0.88) if palm else (26, 0.95)
    strokes = Strokes()
    s = (np.arange(pairs) + 1.0) / (pairs + 0.6)
    sway = float(canvas.uniform("sway", 1, -0.12, 0.12)[0])
    x = 0.5 + sway * s * (1.0 - s)
    chance = canvas.uniform("leaflet", 8 * pairs, -1.0, 1.0).reshape(2, 4, pairs)
    rise = np.clip(s / (0.15 if palm else 0.2), 0.0, 1.0) ** 0.6
    long = 0.46 * rise * (1.0 - s ** (2.0 if palm else 1.9)) + 0.04
    wide, tilt = (0.036, 1.08) if palm else (0.066 * (0.4 + 0.6 * (1.0 - s)), 1.25)
    outline = shape.pointed if palm else shape.toothed
    for side, (turn, size, lit, hue) in zip((-1.0, 1.0), chance, strict=True):
        strokes.add(
            np.column_stack([x, top * s]), UP + side * (tilt - 0.35 * s) + 0.09 * turn,
            long * (1.0 + 0.07 * size), wide, outline=outline,
            bend=side * ((-0.25 if palm else -0.3) + 0.15 * turn), light=0.4 * lit + 0.12 * side,
            warm=0.5 * hue, rib=0.45, tip=0.2,
        )  # fmt: skip
    strokes.add((0.5, 0.0), UP - sway, 1.03 * top, 0.018 if palm else 0.014, outline=shape.blade,
                bend=2.0 * sway, light=0.5, colour=_GREEN_STALK)  # fmt: skip
    return strokes.look()
