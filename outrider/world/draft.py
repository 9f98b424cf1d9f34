"""What a recipe makes: the parts of a scene before objects get their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from outrider.world.scene import PLAIN_COVER, Cover, Extent, Region
from outrider.world.solids import Solids
from outrider.world.terrain import Terrain


@dataclass(frozen=True, kw_only=True)
class Draft:
    """Ground, layers of solids and regions. The name of a layer decides the ids of its solids."""

    terrain: Terrain
    structures: Mapping[str, Solids] = field(default_factory=dict)
    """Stay where they are."""
    scatter: Mapping[str, Solids] = field(default_factory=dict)
    """Left out where robots start."""
    regions: tuple[Region, ...] = ()
    cover: Cover = PLAIN_COVER
    extent: Extent = (-50.0, -50.0, 50.0, 50.0)


def square(size_m: float) -> Extent:
    """The extent of a square about the origin."""
    half = 0.5 * size_m
    return (-half, -half, half, half)
