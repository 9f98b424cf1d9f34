"""Levels of quality: how much trouble is taken for a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Level:
    """What differs between the levels."""

    name: str
    detail: float
    """Factor of the distances at which things lose detail: larger is plainer."""
    least_px: float
    """What is smaller in the picture is left out."""
    card_px: float
    """What is smaller than this is drawn as a picture of itself."""
    refine: float
    """The ground is split where it is nearer than this many edges of a tile."""
    far_m: float
    shadow_side: int
    """Pixels along an edge of a shadow map; 0: no shadows."""


LEVELS: Final = {
    level.name: level
    for level in (
        Level(name="low", detail=2.5, least_px=3.0, card_px=96.0, refine=0.5, far_m=400.0,
              shadow_side=0),
        Level(name="medium", detail=1.8, least_px=2.0, card_px=72.0, refine=0.7, far_m=800.0,
              shadow_side=512),
        Level(name="high", detail=1.2, least_px=1.2, card_px=56.0, refine=1.0, far_m=1600.0,
              shadow_side=1024),
        Level(name="epic", detail=0.6, least_px=0.8, card_px=32.0, refine=1.6, far_m=3000.0,
              shadow_side=2048),
    )
}  # fmt: skip
