"""Furniture of a plan's rooms as things, stood where the building stands."""

from __future__ import annotations

from typing import Final

import numpy as np

from outrider.core.errors import UserError
from outrider.world.assets.avatars import avatar_name
from outrider.world.assets.construction import FINISH_M
from outrider.world.free_floor import FreeFloor
from outrider.world.furnish import Placement, furnish
from outrider.world.furnishing import Furnishing
from outrider.world.interiors import Frame, Opening, Rect, Space, Storey, Works, leaf_of
from outrider.world.places import Flat
from outrider.world.rooms import CELL_M, Door, Room
from outrider.world.things import Things

_REACH_M: Final = 0.15
"""How far the middle of a door lies from the clear floor of its rooms."""


def furniture_of(
    frame: Frame, storey: Storey, space: Space, furnishing: Furnishing, taken: tuple[Rect, ...] = ()
) -> Things:
    """What stands in a room; ``taken`` is floor where something is fixed already."""
    works = Works(frame)
    own = [o for o in storey.openings if o.kind == "door" and o.into == space.name]
    taken = (*taken, *(leaf_of(storey, opening) for opening in own))
    room = Room(
        outline=_outline(space.clear), doors=_doors(storey, space), floor=_bare(space, taken)
    )
    pieces = furnish(room, furnishing)
    placed, asked = sum(piece.person is not None for piece in pieces), len(furnishing.people)
    if placed < asked:
        raise UserError(
            f"room {space.name}: {asked} people asked for, {placed} find a place; ask for fewer"
        )
    for piece in pieces:
        _put(works, piece, storey.floor_m + FINISH_M)
    return works.things(f"furniture/{space.name}")


def _put(works: Works, piece: Placement, z: float) -> None:
    at = (*piece.position_m, z, piece.heading_rad)
    if piece.person is None:
        works.put(f"{piece.maker}_{piece.variant}", *at)
        return
    works.put(avatar_name(piece.person, variant=piece.variant), *at)


def _outline(rect: Rect) -> tuple[Flat, ...]:
    x0, y0, x1, y1 = rect
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _doors(storey: Storey, space: Space) -> tuple[Door, ...]:
    """The doors of a room, on the edges of its clear floor."""
    found = (_door(opening, space.clear) for opening in storey.openings
             if opening.kind in ("door", "entrance", "gap"))  # fmt: skip
    return tuple(door for door in found if door is not None)


def _door(opening: Opening, clear: Rect) -> Door | None:
    (x, y), half = opening.at, 0.5 * opening.width
    x0, y0, x1, y1 = clear
    for line in (y0, y1):
        if abs(y - line) < _REACH_M and x0 <= x - half and x + half <= x1:
            return Door(a=(x - half, line), b=(x + half, line))
    for line in (x0, x1):
        if abs(x - line) < _REACH_M and y0 <= y - half and y + half <= y1:
            return Door(a=(line, y - half), b=(line, y + half))
    return None


def _bare(space: Space, taken: tuple[Rect, ...]) -> FreeFloor | None:
    """The floor without what is taken."""
    if not taken:
        return None
    x0, y0, x1, y1 = space.clear
    nx, ny = round((x1 - x0) / CELL_M) + 1, round((y1 - y0) / CELL_M) + 1
    x, y = x0 + (np.arange(nx) + 0.5) * CELL_M, y0 + (np.arange(ny) + 0.5) * CELL_M
    free = np.ones((ny, nx), np.bool_)
    for a, b, c, d in taken:
        free[np.ix_((y > b) & (y < d), (x > a) & (x < c))] = False
    return FreeFloor(free=free, origin_m=(x0, y0), cell_m=CELL_M)
