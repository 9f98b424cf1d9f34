"""How much faster the sides of a skid-steer robot must turn than rolling alone would need."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS: Final = 80
_LARGEST: Final = 50.0


def scrub_factor(x_m: Floats, y_m: Floats, load_n: Floats | None = None) -> float:
    """Ratio of side speed to side speed without scrub, at which Coulomb's moments balance.

    In a steady turn every wheel slides sideways by x and lengthwise by what its side turns too
    fast; friction is as large on each and points against its slide. ``x_m, y_m (W,)`` are the
    wheels' places, ``load_n (W,)`` their loads (equal if left out). 1 for wheels on one axle.
    """
    load = np.ones_like(x_m) if load_n is None else load_n
    half = float(np.average(np.abs(y_m), weights=load))
    if half <= 0.0:
        return 1.0
    x = x_m - float(np.average(x_m, weights=load))
    low, high = 1.0, _LARGEST
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        if _moment(middle, x, half, load) > 0.0:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def _moment(factor: float, x: Floats, half: float, load: Floats) -> float:
    """Yaw moment at unit yaw rate, for unit friction."""
    length = half * (factor - 1.0)
    moment = 0.0
    for xk, nk in zip(x.tolist(), load.tolist(), strict=True):
        slide = math.hypot(length, xk)
        if slide > 0.0:
            moment += nk * (half * length - xk * xk) / slide
    return moment
