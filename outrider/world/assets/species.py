"""What sets a species of trees apart; see ``broadleaves``, ``conifers``, ``savanna``."""

from __future__ import annotations

from dataclasses import dataclass

from outrider.world.assets.foliage import Leafage
from outrider.world.assets.growth import Rule, Stem


@dataclass(frozen=True)
class Stature:
    """One variant: its age and room to grow."""

    height_m: float
    spread: float = 1.0
    """Factor on the length of its boughs."""
    girth: float = 1.0
    """Factor on the radius of its trunk."""


@dataclass(frozen=True, kw_only=True)
class Species:
    """A kind of tree."""

    bark: str
    statures: tuple[Stature, ...]
    stem: Stem
    rules: tuple[Rule, ...]
    """Boughs, branches, twigs; leaves grow on the last."""
    leafage: Leafage
    bark_above: tuple[float, str] | None = None
    """From which share of the height on the bark is another."""
