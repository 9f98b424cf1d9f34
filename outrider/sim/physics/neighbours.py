"""Pairs of a swarm that are closer than a radius: exact at every call, cheap between rebuilds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from outrider.sim.physics import _kernels_neighbours as kernels
from outrider.sim.physics._kernels_cascade import LANES

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
T = TypeVar("T")


class Split(Protocol):
    """Calls ``work(first, last)`` on parts of range(count), maybe in threads; results in order.

    A part below ``least`` is not worth a thread.
    """

    def __call__(self, work: Callable[[int, int], T], count: int, *, least: int) -> list[T]: ...


# Drift and slack are differences of rounded positions; this exceeds their error at 10⁶ km.
ROUNDING_M = 1e-6


class Neighbours:
    """Candidate pairs of one radius, with the positions at which they were found.

    A pair that is not a candidate is ``radius_m + skin_m`` apart or more where it was measured, so
    it cannot be close before two vehicles have come ``skin_m`` nearer; how much nearer any two can
    have come is bounded by how far the displacements of all since then lie apart.
    """

    def __init__(self, n: int, radius_m: float, skin_m: float, split: Split) -> None:
        self.n, self.radius_m, self.skin_m = n, radius_m, skin_m
        self.rebuilds = 0
        self._split = split
        buckets = 1 << max(4, (2 * n - 1).bit_length())
        self._starts = np.zeros(buckets + 1, np.int32)
        self._place = np.zeros(n, np.int32)
        self._order = np.zeros(n, np.int32)
        self._points = np.zeros((n, 3))
        self._cells = np.zeros((n, 3), np.int64)
        self._keys = np.zeros(n, np.int64)
        self._anchor: Floats | None = None
        self._pairs = np.zeros((0, 2), np.int32)
        self._ends = np.zeros(kernels.FINE, np.int64)
        self._room = 4 * n
        self._closing = math.inf
        self._stride = (1, 1)

    def moved(self, way_m: float) -> None:
        """No vehicle has gone further than ``way_m`` since the last word."""
        self._closing += 2.0 * way_m

    def forget(self) -> None:
        """Find the candidates anew at the next call."""
        self._anchor, self._closing = None, math.inf

    def close_pairs(self, state: Floats) -> Integers:
        """Ids ``(k, 2)``, smaller first, ascending, of all pairs closer than the radius."""
        # Ways add up to more than the displacement: only then is that measured.
        if not self._closing + ROUNDING_M < self.skin_m:
            self._closing = math.inf if self._anchor is None else self._drift(state)
        if not self._closing + ROUNDING_M < self.skin_m:
            self._rebuild(state)
            self._closing = 0.0
        fine = int((self._closing + ROUNDING_M) * kernels.FINE / self.skin_m)
        last = int(self._ends[min(fine, kernels.FINE - 1)])
        return _ascending(self._split(lambda a, b: self._check(a, b, state), last, least=8192))

    def _drift(self, state: Floats) -> float:
        """How much nearer two vehicles can have come at most since the last rebuild, m."""
        parts = self._split(lambda a, b: self._extremes(a, b, state), len(state), least=256)
        low = np.min([part[:3] for part in parts], axis=(0, 2))
        high = np.max([part[3:6] for part in parts], axis=(0, 2))
        far = math.sqrt(max(part[6].max() for part in parts))
        return min(2.0 * far, math.sqrt(((high - low) ** 2).sum()))

    def _extremes(self, first: int, last: int, state: Floats) -> Floats:
        extremes = np.zeros((7, LANES))
        extremes[:3], extremes[3:6] = math.inf, -math.inf
        kernels.measure_drift(first, last, self.n, state, self._anchor, extremes)
        return extremes

    def _rebuild(self, state: Floats) -> None:
        self._stride = kernels.sort_cells(
            self.n, self.radius_m + self.skin_m, state, self._starts, self._place,
            self._order, self._points, self._cells, self._keys,
        )  # fmt: skip
        parts = self._split(self._find, self.n, least=2048)
        pairs = np.concatenate([part[0] for part in parts])
        classes = np.concatenate([part[1] for part in parts])
        self._pairs = np.empty_like(pairs)
        kernels.sort_by_slack(pairs, classes, self._ends, self._pairs)
        self._anchor = np.ascontiguousarray(state[:, :3])
        self.rebuilds += 1

    def _find(self, first: int, last: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        while True:
            room = self._room
            pairs, classes = np.empty((room, 2), np.int32), np.empty(room, np.uint8)
            found = kernels.find_candidates(
                first, last, self.radius_m, self.skin_m, *self._stride, self._starts, self._order,
                self._points, self._cells, self._keys, pairs, classes,
            )  # fmt: skip
            if found <= room:
                return pairs[:found], classes[:found]
            self._room = max(self._room, found + found // 4)

    def _check(self, first: int, last: int, state: Floats) -> NDArray[np.int32]:
        out = np.empty((last - first, 2), np.int32)
        found = kernels.check_pairs(first, last, self.radius_m, state, self._pairs, out)
        return out[:found]


def _ascending(parts: list[NDArray[np.int32]]) -> Integers:
    pairs = np.concatenate(parts).astype(np.int64)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
