"""Chance for recipes that decide one thing after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream

F64 = NDArray[np.float64]
T = TypeVar("T")
_BLOCK: Final = 1024


class Dice:
    """Numbers of one named stream, in the order in which they are asked for."""

    def __init__(self, seed: int, *names: str) -> None:
        self._stream = Stream(seed, *names)
        self._blocks = 0
        self._rest = np.zeros(0)

    def many(self, count: int) -> F64:
        """``(count,)`` numbers in 0..1."""
        while len(self._rest) < count:
            fresh = self._stream.uniform(self._blocks, max(_BLOCK, count))
            self._blocks += 1
            self._rest = np.concatenate([self._rest, fresh])
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def one(self, low: float = 0.0, high: float = 1.0) -> float:
        """A number between two."""
        return low + (high - low) * float(self.many(1)[0])

    def between(self, low: float, high: float, count: int) -> F64:
        """``(count,)`` numbers between two."""
        return np.asarray(low + (high - low) * self.many(count))

    def below(self, bound: int, count: int) -> NDArray[np.int64]:
        """``(count,)`` whole numbers from 0 on, less than the bound."""
        return np.asarray(np.minimum(self.many(count) * bound, bound - 1), np.int64)

    def pick(self, choices: Sequence[T]) -> T:
        """One of several."""
        return choices[int(self.below(len(choices), 1)[0])]
