"""Curved tapering strokes painted one over the other: the parts that plants are drawn with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.patterns.canvas import F64, SIDE, Colour, Look, Stain

F32 = NDArray[np.float32]
Outline = Callable[[F32], F32]
"""Relative half width, 0..1, along a stroke from its root 0 to its tip 1."""

_FINE: Final = 2 * SIDE
"""Strokes are painted twice as fine as the tile, so that their borders come out smooth."""
_STEP: Final = 0.7
"""Fine pixels from sample to sample: close enough to leave no hole."""


def blade(s: F32) -> F32:
    """Widest below, to a point."""
    return np.asarray((1.0 - s) ** 0.7)


def stalk(s: F32) -> F32:
    """Hardly tapering."""
    return np.asarray(1.0 - 0.5 * s)


def pointed(s: F32) -> F32:
    """A lance: pointed at both ends."""
    return np.asarray(np.sin(np.pi * s**0.8) ** 0.9)


def oval(s: F32) -> F32:
    """Blunt at the root, a short point at the tip."""
    return np.asarray((4.0 * s * (1.0 - s)) ** 0.55)


def spade(s: F32) -> F32:
    """Widest near the root, then straight to the tip."""
    return np.asarray(np.minimum(s / 0.22, (1.0 - s) / 0.78) ** 0.8)


def lobed(s: F32) -> F32:
    """An oak's leaf: four round lobes a side, broader towards the tip."""
    lobes = 0.72 + 0.28 * np.cos(2.0 * np.pi * (4.0 * s + 0.35))
    return np.asarray(np.clip(s / 0.75, 0.0, 1.0) ** 0.6 * (1.0 - s**5) ** 0.6 * lobes)


def toothed(s: F32) -> F32:
    """A fern's leaflet: toothed, tapering to the tip."""
    teeth = 0.78 + 0.22 * np.cos(2.0 * np.pi * 9.0 * s)
    return np.asarray((1.0 - s) ** 0.6 * np.minimum(1.0, s / 0.06) * teeth)


def rounded(s: F32) -> F32:
    """A petal: narrow at the root, round and broad at the tip."""
    return np.asarray(np.clip(s, 0.0, 1.0) ** 0.6 * np.sqrt(np.clip(1.0 - s**6, 0.0, 1.0)))


@dataclass(frozen=True)
class _Batch:
    """Strokes of one call: what differs among strokes, and what along and across each."""

    lit: F32
    warm: F32
    shade: F32
    height: F32
    kind: int
    """0 for the material's own colour, else which other."""

    @property
    def samples(self) -> int:
        return len(self.lit) * len(self.shade)


class Strokes:
    """A picture under work; what is added later covers what was there."""

    def __init__(self, *, wrap: bool = False) -> None:
        self._wrap = wrap
        self._winner = np.full(_FINE * _FINE + 1, -1, np.int32)
        self._batches: list[_Batch] = []
        self._colours: list[Colour] = []

    def add(
        self,
        start: ArrayLike,
        angle: ArrayLike,
        length: ArrayLike,
        width: ArrayLike,
        *,
        outline: Outline,
        light: ArrayLike = 0.0,
        warm: ArrayLike = 0.0,
        bend: ArrayLike = 0.0,
        rib: float = 0.0,
        veins: float = 0.0,
        rim: float = 0.5,
        tip: float = 0.4,
        colour: Colour | None = None,
    ) -> None:
        """Strokes ``start (n, 2)`` in tiles, the angle from x to the left, rad, and its ``bend``.

        ``rib`` lightens the middle and ``veins`` stripe the sides; ``rim`` darkens the border and
        ``tip`` lightens the end. With a ``colour`` they are not of the material's.
        """
        root = np.asarray(start, np.float32).reshape(-1, 2)
        turn, long, wide, lit, warmth, curve = (
            np.broadcast_to(np.asarray(value, np.float32), (len(root),))[:, None]
            for value in (angle, length, width, light, warm, bend)
        )
        along = max(2, int(np.ceil(float(long.max()) * _FINE / _STEP)))
        across = max(1, int(np.ceil(float(wide.max()) * _FINE / _STEP)))
        s = ((np.arange(along) + 0.5) / along).astype(np.float32)[None]
        t = ((np.arange(across) + 0.5) / across * 2.0 - 1.0).astype(np.float32)
        heading = turn + curve * s
        cosine, sine = np.cos(heading), np.sin(heading)
        # Fine pixels from here on.
        half = (0.5 * _FINE) * wide * outline(s)
        step = long * (_FINE / along)
        x = root[:, :1] * _FINE + np.cumsum(cosine, axis=1) * step
        y = root[:, 1:] * _FINE + np.cumsum(sine, axis=1) * step
        self._put(x[..., None] - (sine * half)[..., None] * t,
                  y[..., None] + (cosine * half)[..., None] * t)  # fmt: skip
        side, end = np.abs(t), s[0][:, None]
        shade = tip * (end - 0.5) - rim * side**3 + 0.1 * np.sign(t)
        shade = shade + rib * np.exp(-((side * across / 2.5) ** 2))
        shade = shade + veins * np.cos(44.0 * (end - 0.35 * side))
        height = np.broadcast_to(1.0 - side**2, shade.shape).astype(np.float32)
        self._batches.append(
            _Batch(lit[:, 0], warmth[:, 0], shade.ravel(), height.ravel(), self._kind(colour))
        )

    def _put(self, x: F32, y: F32) -> None:
        column, row = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
        if self._wrap:
            place = (row % _FINE) * _FINE + column % _FINE
        else:
            inside = (column >= 0) & (column < _FINE) & (row >= 0) & (row < _FINE)
            place = np.where(inside, row * _FINE + column, _FINE * _FINE)
        # Of equal places the last one stays.
        first = sum(batch.samples for batch in self._batches)
        self._winner[place.ravel()] = np.arange(first, first + place.size, dtype=np.int32)

    def _kind(self, colour: Colour | None) -> int:
        if colour is None:
            return 0
        if colour not in self._colours:
            self._colours.append(colour)
        return 1 + self._colours.index(colour)

    def look(self, *, rough: float = 0.0) -> Look:
        """What was painted; where nothing was, a hole."""
        hit = self._winner[:-1] >= 0
        light, warm, height, kind = self._seen(self._winner[:-1][hit])
        cover = _shrunk(hit, 1.0)
        share = np.maximum(cover, 1e-6)
        lit = np.where(cover > 0.0, _shrunk(hit, light) / share, light.mean())
        stains = tuple(
            Stain(_shrunk(hit, kind == number) / share, colour)
            for number, colour in enumerate(self._colours, 1)
        )
        return Look(light=lit, relief=_shrunk(hit, height), warm=_shrunk(hit, warm) / share,
                    stains=stains, rough=rough, cover=cover)  # fmt: skip

    def over(self, ground: Look) -> Look:
        """What was painted, and the ground wherever nothing was."""
        top = self.look()
        there = np.ones((SIDE, SIDE)) if top.cover is None else top.cover
        bare = 1.0 - there
        return Look(
            light=top.light * there + ground.light * bare, relief=top.relief + ground.relief * bare,
            warm=top.warm * there + ground.warm * bare,
            stains=(*(Stain(stain.mask * bare, stain.colour) for stain in ground.stains),
                    *top.stains),
            rough=top.rough * there + ground.rough * bare,
        )  # fmt: skip

    def _seen(self, samples: NDArray[np.int32]) -> tuple[F32, F32, F32, NDArray[np.int64]]:
        """Lightness, warmth, height and kind of colour of samples by number."""
        batches = self._batches
        first = np.cumsum([0, *(batch.samples for batch in batches)])
        strokes = np.cumsum([0, *(len(batch.lit) for batch in batches)])
        cells = np.cumsum([0, *(len(batch.shade) for batch in batches)])
        each = np.array([len(batch.shade) for batch in batches])
        which = np.searchsorted(first, samples, side="right") - 1
        stroke, cell = np.divmod(samples - first[which], each[which])
        stroke, cell = stroke + strokes[which], cell + cells[which]
        lit = np.concatenate([batch.lit for batch in batches])[stroke]
        warm = np.concatenate([batch.warm for batch in batches])[stroke]
        shade = np.concatenate([batch.shade for batch in batches])[cell]
        height = np.concatenate([batch.height for batch in batches])[cell]
        kind = np.array([batch.kind for batch in batches])[which]
        return lit + shade, warm, lit + height, kind


def _shrunk(hit: NDArray[np.bool_], values: ArrayLike) -> F64:
    """Values of the fine pixels hit, else 0, averaged into the pixels of the tile."""
    fine = np.zeros(_FINE * _FINE)
    fine[hit] = values
    rows = fine.reshape(SIDE, 2, _FINE).sum(axis=1)
    return np.asarray(0.25 * (rows[:, 0::2] + rows[:, 1::2]))
