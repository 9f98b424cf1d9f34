"""Where robots were, and the window of the world that a picture shows of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from outrider.run.ink import Colour
from outrider.run.labels import Box

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Track:
    """Where one robot was: ``stamps_s (n,) f64``, ``points (n, 3) f64`` in the world."""

    name: str
    model: str
    kind: str
    """``multirotor``, ``wheeled`` or ``person``."""
    stamps_s: Floats
    points: Floats
    heading_rad: float = 0.0
    """At the end."""
    ground: Floats | None = None
    """``(n,) f64``: height of the ground below each point."""
    crashed: bool = False
    colour: Colour = (0, 0, 0)

    @property
    def flies(self) -> bool:
        return self.kind == "multirotor"

    @property
    def duration_s(self) -> float:
        return float(self.stamps_s[-1] - self.stamps_s[0])

    @property
    def length_m(self) -> float:
        return float(np.sum(np.linalg.norm(np.diff(self.points, axis=0), axis=1)))


@dataclass(frozen=True)
class Cloud:
    """Where the vehicles of a swarm were."""

    name: str
    model: str
    stamps_s: Floats
    """(m,) s"""
    tracks: Floats
    """(k, m, 3): the paths of some of them, in the world."""
    ends: Floats
    """(n, 3): where each of them is at the end."""
    heights: Floats
    """(m, 2): the lowest and the highest at each stamp."""
    mean_length_m: float

    @property
    def count(self) -> int:
        return len(self.ends)


@dataclass(frozen=True)
class View:
    """A window of the world, metres, and the pixels it is drawn to."""

    west: float
    south: float
    east: float
    north: float
    box: Box = field(default=(0.0, 0.0, 1.0, 1.0))

    @property
    def metre(self) -> float:
        """Pixels of one metre."""
        return (self.box[2] - self.box[0]) / (self.east - self.west)

    @property
    def centre(self) -> tuple[float, float]:
        return (self.west + self.east) / 2, (self.south + self.north) / 2

    @property
    def size(self) -> tuple[float, float]:
        return self.east - self.west, self.north - self.south

    def pixels(self, points: Floats) -> Floats:
        """``(n, 2+)`` world points to ``(n, 2)`` pixels of the picture."""
        left, top = self.box[:2]
        x = left + (points[:, 0] - self.west) * self.metre
        y = top + (self.north - points[:, 1]) * self.metre
        return np.stack([x, y], axis=1)
