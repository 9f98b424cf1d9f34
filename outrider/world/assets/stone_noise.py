"""Chance and smooth noise for stones: every number comes from a named stream."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream

F64 = NDArray[np.float64]

_CELLS: Final = 8
_SEED: Final = 0
_TURN: Final = 2.0 * np.pi


class Chance:
    """The draws of one variant of a maker; each purpose has a name of its own."""

    def __init__(self, maker: str, variant: int) -> None:
        self._maker, self._variant = maker, variant

    def draws(self, what: str, n: int, *, low: float = 0.0, high: float = 1.0) -> F64:
        """``(n,)`` uniform numbers."""
        stream = Stream(_SEED, "assets", self._maker, what)
        return np.asarray(stream.uniform(self._variant, n, low=low, high=high))

    def one(self, what: str, low: float, high: float) -> float:
        """A single uniform number."""
        return float(self.draws(what, 1, low=low, high=high)[0])

    def directions(self, what: str, n: int) -> F64:
        """``(n, 3)`` unit vectors, spread evenly over the sphere."""
        height, angle = self.draws(what, 2 * n).reshape(n, 2).T
        z = 2.0 * height - 1.0
        flat = np.sqrt(1.0 - z * z)
        return np.stack([flat * np.cos(_TURN * angle), flat * np.sin(_TURN * angle), z], axis=1)

    def noise(self, what: str) -> Noise:
        """A field of noise."""
        return Noise(self.draws(what, 2 * _CELLS**3))


class Noise:
    """Gradient noise in space, about -1..1; it repeats after eight cells."""

    def __init__(self, chance: F64) -> None:
        height, angle = chance.reshape(2, -1)
        z = 2.0 * height - 1.0
        flat = np.sqrt(1.0 - z * z)
        ways = np.stack([flat * np.cos(_TURN * angle), flat * np.sin(_TURN * angle), z], axis=1)
        self._ways = ways

    def __call__(self, points: F64, *, wave: float, octaves: int = 1) -> F64:
        """``(n,)`` noise at ``points (n, 3)``: bumps as long as ``wave``, then halves of it."""
        total = np.zeros(len(points))
        for octave in range(octaves):
            finer = 2.0**octave
            # Octaves are shifted, lest all their zeros meet at the origin.
            total += self._cell_noise(points * (finer / wave) + 3.7 * octave + 0.31) / finer
        return np.asarray(1.6 * total)

    def ridges(self, points: F64, *, wave: float, octaves: int = 1) -> F64:
        """``(n,)`` noise with sharp crests at 1 and broad hollows down to about -1."""
        total = np.zeros(len(points))
        for octave in range(octaves):
            finer = 2.0**octave
            field = self._cell_noise(points * (finer / wave) + 3.7 * octave + 0.31)
            total += (1.0 - 3.2 * np.abs(field)) / finer
        return total

    def _cell_noise(self, where: F64) -> F64:
        cell = np.floor(where).astype(np.int64)
        inside = where - cell
        ease = inside**3 * (inside * (inside * 6.0 - 15.0) + 10.0)
        total = np.zeros(len(where))
        for corner in np.ndindex(2, 2, 2):
            step = np.array(corner)
            x, y, z = ((cell + step) % _CELLS).T
            way = self._ways[(x * _CELLS + y) * _CELLS + z]
            weight = np.where(step == 1, ease, 1.0 - ease).prod(axis=1)
            total += weight * (way * (inside - step)).sum(axis=1)
        return total
