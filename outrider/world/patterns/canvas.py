"""What every pattern is made from: seamless noise, cells, and the look that comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.rng import Stream

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Colour = tuple[int, int, int]

SIDE: Final = 128
"""Pixels along a tile's edge."""


@dataclass(frozen=True)
class Stain:
    """Something of another colour that lies on the surface, as mortar between bricks."""

    mask: F64
    """(SIDE, SIDE) 0 none … 1 nothing else."""
    colour: Colour


@dataclass(frozen=True, kw_only=True)
class Look:
    """A pattern before a material colours it; all fields (SIDE, SIDE), rows from below upwards."""

    light: F64
    """Darker below its mean, lighter above; its scale does not matter."""
    relief: F64
    """Height, in any unit."""
    strength: float = 1.0
    """Of the lightness, where it is not what the pattern is about."""
    warm: F64 | float = 0.0
    """-1 bluer … 1 yellower."""
    stains: tuple[Stain, ...] = ()
    rough: F64 | float = 0.0
    """Added to the material's roughness."""
    cover: F64 | None = None
    """0 hole … 1 there."""


@dataclass(frozen=True)
class Cells:
    """The plane split among scattered seeds."""

    near: F64
    """Distance to the nearest seed, in cells."""
    gap: F64
    """How much farther the second is: 0 on the border between two."""
    which: I64
    """The nearest seed's number."""
    seeds: int

    def pick(self, values: F64) -> F64:
        """Each pixel's value, of one for each seed."""
        return np.asarray(values[self.which])


def _grid() -> tuple[F64, F64]:
    middle = (np.arange(SIDE) + 0.5) / SIDE
    x, y = np.meshgrid(middle, middle)
    return x, y


X, Y = _grid()
"""Where the pixels' middles lie in the tile, 0..1, x to the right and y upwards."""


class Canvas:
    """A tile of one material to be: its noises differ from those of every other name."""

    def __init__(self, name: str, *parts: str) -> None:
        self.name = name
        self._parts = parts
        self._stream = Stream(0, "textures", name, *parts)

    def child(self, label: str) -> Canvas:
        """A canvas whose draws are its own."""
        return Canvas(self.name, *self._parts, label)

    def uniform(self, label: str, n: int, low: float = 0.0, high: float = 1.0) -> F64:
        """(n,) numbers between two bounds."""
        return self._stream.child(label).uniform(0, n, low=low, high=high)

    def noise(
        self,
        label: str,
        *,
        coarse: float = 1.0,
        fine: float = 64.0,
        slope: float = 1.0,
        longer: tuple[float, float] = (1.0, 1.0),
    ) -> F64:
        """Seamless noise of mean 0 and deviation 1.

        Its waves repeat ``coarse`` to ``fine`` times in the tile and their height falls with that
        number to the power ``slope``; ``longer`` stretches them along x and y.
        """
        white = self._stream.child(label).uniform(0, SIDE * SIDE).reshape(SIDE, SIDE)
        across = np.fft.rfftfreq(SIDE, 1.0 / SIDE) * longer[0]
        upwards = np.fft.fftfreq(SIDE, 1.0 / SIDE) * longer[1]
        number = np.hypot(across, upwards[:, None])
        inside = (number >= coarse) & (number <= fine)
        height = np.where(inside, np.maximum(number, 1e-9) ** -slope, 0.0)
        field = np.fft.irfft2(np.fft.rfft2(white - 0.5) * height, (SIDE, SIDE))
        return np.asarray(field / field.std())

    def cells(
        self,
        label: str,
        across: int,
        upwards: int | None = None,
        *,
        jitter: float = 0.85,
        warp: tuple[F64 | float, F64 | float] = (0.0, 0.0),
    ) -> Cells:
        """Seamless cells about one seed in each square of a grid; ``warp`` shifts, in tiles."""
        rows = upwards or across
        seeds = across * rows
        offsets = 0.5 + jitter * (self.uniform(label, 2 * seeds).reshape(2, rows, across) - 0.5)
        x, y = (X + warp[0]) * across, (Y + warp[1]) * rows
        column, row = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
        x, y = x - column, y - row
        first, second = np.full(X.shape, 9.0), np.full(X.shape, 9.0)
        which = np.zeros(X.shape, np.int64)
        for down in (-1, 0, 1):
            for left in (-1, 0, 1):
                number = (row + down) % rows * across + (column + left) % across
                right, up = (offsets.reshape(2, -1)[axis][number] for axis in (0, 1))
                far = (left + right - x) ** 2 + (down + up - y) ** 2
                nearer = far < first
                second = np.minimum(np.maximum(first, far), second)
                first = np.minimum(first, far)
                which[nearer] = number[nearer]
        near = np.sqrt(first)
        return Cells(near, np.sqrt(second) - near, which, seeds)

    def of_cells(self, label: str, cells: Cells, low: float = -1.0, high: float = 1.0) -> F64:
        """A number for each cell, laid over its pixels."""
        return cells.pick(self.uniform(label, cells.seeds, low, high))


def step(value: ArrayLike, low: F64 | float, high: F64 | float) -> F64:
    """0 up to ``low``, 1 from ``high`` on, smooth between; falling where ``high`` is below."""
    part = np.clip((np.asarray(value, float) - low) / (high - low), 0.0, 1.0)
    return np.asarray(part * part * (3.0 - 2.0 * part))


def shifted(field: F64, x: F64 | float, y: F64 | float) -> F64:
    """A seamless field as seen ``(x, y)`` tiles away, between pixels too."""
    column = (X + x) * SIDE - 0.5
    row = (Y + y) * SIDE - 0.5
    j, i = np.floor(column).astype(np.int64), np.floor(row).astype(np.int64)
    right, up = column - j, row - i
    i, j, above, beside = i % SIDE, j % SIDE, (i + 1) % SIDE, (j + 1) % SIDE
    low = field[i, j] * (1.0 - right) + field[i, beside] * right
    high = field[above, j] * (1.0 - right) + field[above, beside] * right
    return np.asarray(low * (1.0 - up) + high * up)


def soft(field: F64, pixels: int = 1) -> F64:
    """A seamless field, averaged over the neighbours a few times."""
    out = field
    for _ in range(pixels):
        for axis in (0, 1):
            out = 0.5 * out + 0.25 * (np.roll(out, 1, axis) + np.roll(out, -1, axis))
    return out


def even(field: F64) -> F64:
    """The field with mean 0 and deviation 1."""
    spread = float(field.std())
    return np.asarray((field - field.mean()) / max(spread, 1e-9))
