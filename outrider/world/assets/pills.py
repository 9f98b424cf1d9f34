"""Capsules between points: the solids of limbs that are round all along."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from outrider.world.solids import Solids, capsules


def pills(start: ArrayLike, end: ArrayLike, radius: ArrayLike, *, semantic: str) -> Solids:
    """Capsules whose axes run from ``start (n, 3)`` to ``end``; their round ends reach beyond."""
    a, b = np.atleast_2d(np.asarray(start, float)), np.atleast_2d(np.asarray(end, float))
    way = b - a
    long = np.linalg.norm(way, axis=1)
    return capsules(
        0.5 * (a + b), radius=radius, height=long + 2.0 * np.asarray(radius, float),
        semantic=semantic, heading=np.arctan2(way[:, 1], way[:, 0]),
        pitch=np.arctan2(np.hypot(way[:, 0], way[:, 1]), way[:, 2]),
    )  # fmt: skip
