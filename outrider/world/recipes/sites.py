"""A site: a level piece of ground with a frame of its own, and the buildings that stand on it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from outrider.world.library import archetype
from outrider.world.places import Building
from outrider.world.recipes.lines import upright
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]


class Item(Struct, frozen=True):
    """One thing on a site: its name in the library, where, and how it is turned there."""

    asset: str
    along: float
    across: float
    turn_deg: float = 0.0


class House(Struct, frozen=True, kw_only=True):
    """A building on a site."""

    name: str
    kind: str
    item: Item
    storeys: int = 1


@dataclass(frozen=True)
class Site:
    """A frame on the ground: x along its heading, y to the left, or to the right if mirrored."""

    middle: tuple[float, float]
    heading: float
    mirrored: bool = False

    def places(self, local: ArrayLike) -> F64:
        """``(n, 2)`` in the world."""
        where = np.asarray(local, float).reshape(-1, 2)
        c, s = math.cos(self.heading), math.sin(self.heading)
        side = -1.0 if self.mirrored else 1.0
        return np.asarray(self.middle + where @ np.array([(c, s), (-s * side, c * side)]))

    def place(self, along: float, across: float) -> tuple[float, float]:
        """One place in the world."""
        x, y = self.places([(along, across)])[0]
        return float(x), float(y)

    def turned(self, turn: ArrayLike) -> F64:
        """Headings in the world of headings on the site, rad."""
        return np.asarray(self.heading + np.asarray(turn, float) * (-1.0 if self.mirrored else 1.0))

    def local(self, points: F64) -> F64:
        """``(n, 2)`` places on the site of places in the world."""
        away = points - np.asarray(self.middle)
        c, s = math.cos(self.heading), math.sin(self.heading)
        side = -1.0 if self.mirrored else 1.0
        return np.column_stack([away @ np.array([c, s]), away @ np.array([-s, c]) * side])

    def things(
        self, layer: str, terrain: Terrain, items: list[Item], *, lift_m: float = 0.0
    ) -> Things:
        """Upright things of a layer."""
        at = self.places([(one.along, one.across) for one in items])
        turn = self.turned(np.radians([one.turn_deg for one in items]))
        return upright(layer, terrain, [one.asset for one in items], at, turn, lift_m=lift_m)

    def building(self, house: House) -> Building:
        """The entry of the map for a house that one cannot enter."""
        made, one = archetype(house.item.asset), house.item
        low, high = made.mesh.bounds
        turn = float(self.turned(math.radians(one.turn_deg)))
        own = Site(self.place(one.along, one.across), turn)
        ring = own.places([
            (low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]),
        ])  # fmt: skip
        return Building(
            name=house.name, kind=house.kind, position_m=own.middle, heading_rad=turn,
            outline_m=tuple((float(x), float(y)) for x, y in ring), storeys=house.storeys,
            height_m=made.height_m,
        )  # fmt: skip

    def paved(
        self, along: float, across: float, half: tuple[float, float], surface: str
    ) -> Feature:
        """A rectangle of the site with another surface; the ground keeps its shape."""
        return Feature(
            position_m=self.place(along, across), heading_rad=self.heading, half_m=half,
            flank_m=(0.2, 0.2, 0.2), value_m=0.0, surface=number_of(surface),
        )  # fmt: skip
