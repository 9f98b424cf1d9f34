"""A swarm as records see it: too many to log one by one as robots are."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.core.messages import PointCloud
from outrider.run.figures import Figure, Figures

Floats = NDArray[np.float64]

MOST_TRACKS: Final = 400
"""So many paths are kept whole; of the others only distance and end."""
OFTEN_NS: Final = 200_000_000
SELDOM_NS: Final = 1_000_000_000
MANY: Final = 2000


class Crowd(NamedTuple):
    """All vehicles of a swarm at one instant."""

    name: str
    model: str
    positions: Floats
    """(n, 3) m, world"""
    speeds: Floats
    """(n,) m/s"""

    def message(self, stamp_ns: int, seq: int) -> PointCloud:
        """The positions for the log: f32 about their own middle, which is f64."""
        x, y, z = np.round(self.positions.mean(axis=0)).tolist()
        return PointCloud(
            stamp_ns=stamp_ns,
            arrival_ns=stamp_ns,
            seq=seq,
            robot=self.name,
            sensor="swarm",
            points=(self.positions - (x, y, z)).astype(np.float32),
            position=(x, y, z),
        )


class CrowdTally:
    """Follows a swarm: how far and how fast, how high, and some paths for the picture."""

    def __init__(self, name: str, *, model: str, count: int) -> None:
        self.name, self.model, self.count = name, model, count
        self.stamps_ns: list[int] = []
        self.distance_m: Floats = np.zeros(count)
        self.max_speed_mps = 0.0
        self.heights: list[tuple[float, float]] = []
        """Lowest and highest at each stamp, m."""
        self.ends: Floats = np.zeros((0, 3))
        """(n, 3) where they are now."""
        self._chosen = np.unique(np.linspace(0, count - 1, min(count, MOST_TRACKS)).astype(int))
        self._tracks: list[Floats] = []

    def due(self, now_ns: int) -> bool:
        """Whether it is time for the next sample."""
        interval = OFTEN_NS if self.count <= MANY else SELDOM_NS
        return not self.stamps_ns or now_ns - self.stamps_ns[-1] >= interval

    def add(self, stamp_ns: int, crowd: Crowd) -> None:
        if len(self.ends):
            self.distance_m += np.linalg.norm(crowd.positions - self.ends, axis=1)
        self.ends = crowd.positions
        self.max_speed_mps = max(self.max_speed_mps, float(crowd.speeds.max()))
        low, high = float(crowd.positions[:, 2].min()), float(crowd.positions[:, 2].max())
        self.heights.append((low, high))
        self.stamps_ns.append(stamp_ns)
        self._tracks.append(crowd.positions[self._chosen])

    @property
    def tracks(self) -> Floats:
        """``(k, samples, 3)`` the paths that were kept."""
        return np.stack(self._tracks, axis=1) if self._tracks else np.zeros((0, 0, 3))

    def figures(self) -> Figures:
        lows, highs = zip(*self.heights, strict=True) if self.heights else ((0.0,), (0.0,))
        return {
            "model": Figure(self.model, ""),
            "vehicles": Figure(self.count, "count"),
            "mean_distance": Figure(float(self.distance_m.mean()), "m"),
            "max_speed": Figure(self.max_speed_mps, "m/s"),
            "lowest": Figure(min(lows), "m"),
            "highest": Figure(max(highs), "m"),
        }
