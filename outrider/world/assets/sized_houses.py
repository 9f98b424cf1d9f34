"""Buildings by size: ``city_house_12x12x4_1`` is 12 m wide, 12 m deep and has 4 storeys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.core.errors import UserError
from outrider.world.archetype import Archetype
from outrider.world.assets.facade import bays
from outrider.world.assets.houses import building
from outrider.world.assets.styles import STYLES, style_of

WIDEST_M: Final = 120.0
HIGHEST: Final = 60
"""Most storeys."""


def sized_name(style: str, width: float, depth: float, storeys: int, variant: int) -> str:
    """The name that the library makes such a building of."""
    return f"{style}_house_{width:g}x{depth:g}x{storeys}_{variant}"


def street_door(style: str, width: float) -> tuple[float, float, float, float]:
    """The door in the front: how far left of the middle, its sill, its width and height."""
    kind = style_of(style)
    columns = bays(width, kind.bay_m)
    along = 0.0 if kind.curtain or not len(columns) else float(columns[len(columns) // 2])
    wide = 3.2 if kind.curtain else 1.9 if kind.wide_door else 1.1
    return along, kind.plinth_m, wide, 2.1


def _maker(style: str) -> Callable[[tuple[float, ...], int], Archetype]:
    def make(sizes: tuple[float, ...], variant: int) -> Archetype:
        width, depth, storeys = sizes
        if max(width, depth) > WIDEST_M or storeys > HIGHEST or storeys != int(storeys):
            raise UserError(
                f"a building of {width:g} x {depth:g} m and {storeys:g} storeys; at most "
                f"{WIDEST_M:g} m and {HIGHEST} whole storeys are allowed"
            )
        name = sized_name(style, width, depth, int(storeys), variant)
        return building((width, depth), int(storeys), style, variant, name=name)

    return make


SIZED: Final[dict[str, tuple[int, Callable[[tuple[float, ...], int], Archetype]]]] = {
    f"{style}_house": (3, _maker(style)) for style in STYLES
}
