"""What a recipe makes: the parts of a scene before objects get their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from outrider.world.endless import Grower
from outrider.world.ground import GroundMap
from outrider.world.places import Building, Road
from outrider.world.scene import PLAIN_COVER, Cover, Extent, Region
from outrider.world.solids import Solids
from outrider.world.terrain import Terrain
from outrider.world.things import Things


@dataclass(frozen=True, kw_only=True)
class Draft:
    """Ground, layers of solids and regions. The name of a layer decides the ids of its solids."""

    terrain: Terrain
    structures: Mapping[str, Solids] = field(default_factory=dict)
    """Stay where they are."""
    scatter: Mapping[str, Solids] = field(default_factory=dict)
    """Left out where robots start."""
    things: tuple[Things, ...] = ()
    """Stay where they are."""
    growth: tuple[Things, ...] = ()
    """Left out where robots start."""
    grower: Grower | None = None
    """What grows in the cells of an endless world."""
    ground: GroundMap | None = None
    skins: Mapping[str, str] = field(default_factory=dict)
    regions: tuple[Region, ...] = ()
    buildings: tuple[Building, ...] = ()
    roads: tuple[Road, ...] = ()
    cover: Cover = PLAIN_COVER
    extent: Extent = (-50.0, -50.0, 50.0, 50.0)


def square(size_m: float) -> Extent:
    """The extent of a square about the origin."""
    half = 0.5 * size_m
    return (-half, -half, half, half)
