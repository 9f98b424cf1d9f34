"""The worlds that are promised, by name: as large as they are by default, and small ones."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from msgspec.structs import replace

from outrider.scenario.worlds import (
    Airfield,
    AnyWorld,
    Campus,
    City,
    Desert,
    Factory,
    Farm,
    Forest,
    Glacier,
    Hills,
    Meadow,
    Valley,
    Volcanic,
    Warehouse,
)
from outrider.world import generate
from outrider.world.scene import Scene
from outrider.world.traversability import Limits

WHOLE: Final[dict[str, AnyWorld]] = {
    "desert": Desert(), "forest": Forest(), "city": City(), "factory": Factory(),
    "campus": Campus(), "meadow": Meadow(), "volcanic": Volcanic(), "glacier": Glacier(),
    "warehouse": Warehouse(), "valley": Valley(), "airfield": Airfield(), "farm": Farm(),
    "hills": Hills(),
}  # fmt: skip
_SMALL_M: Final = {
    "desert": 240.0, "forest": 240.0, "city": 240.0, "factory": 240.0, "meadow": 240.0,
    "volcanic": 240.0, "glacier": 240.0, "airfield": 400.0, "farm": 240.0, "hills": 240.0,
}  # fmt: skip


def _small(name: str, spec: AnyWorld) -> AnyWorld:
    if isinstance(spec, Valley):
        return replace(spec, relief_m=12.0, width_m=80.0, length_m=300.0)
    return replace(spec, size_m=_SMALL_M[name]) if name in _SMALL_M else spec


SMALL: Final = {name: _small(name, spec) for name, spec in WHOLE.items()}
"""Of the size that shows all that a world has."""
INSIDE: Final = frozenset({"campus", "warehouse"})
HUSKY: Final = Limits(radius_m=0.7, slope_max_rad=0.3)
INDOORS: Final = Limits(radius_m=0.4, step_m=0.05)
"""A skid-steer robot passes doors by its width; where it turns the way keeps further off."""


def limits_in(name: str) -> Limits:
    """Of a Husky in a world of that name."""
    return INDOORS if name in INSIDE else HUSKY


@lru_cache(maxsize=64)
def made(name: str, seed: int = 1) -> Scene:
    """A small world of that name."""
    return generate.make(SMALL[name], seed=seed)


def inside(scene: Scene, count: int, *, seed: int = 0, margin_m: float = 2.0) -> np.ndarray:
    """``(count, 2)`` places within a world."""
    x0, y0, x1, y1 = scene.extent
    low, high = (x0 + margin_m, y0 + margin_m), (x1 - margin_m, y1 - margin_m)
    return np.random.default_rng(seed).uniform(low, high, (count, 2))
