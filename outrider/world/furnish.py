"""Furnishing of rooms: pieces are placed in one order, and messiness says how many of them stay.

The order is made for the fullest room: each piece is kept only if it overlaps nothing, leaves the
doors their swing and lets a robot of 0.6 m get from every door to every other and to the room's
middle. Taking pieces away breaks none of this, so a part of the order is sound as well.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from msgspec import Struct

from outrider.core.rng import Stream
from outrider.scenario.people import Person
from outrider.world.archetype import Archetype
from outrider.world.assets import (
    avatars,
    chairs,
    computers,
    indoor_plants,
    indoor_things,
    storage,
    tables,
    warehouse,
)
from outrider.world.furnishing import Furnishing, Kind, RoomContext
from outrider.world.library import archetype
from outrider.world.rooms import GAP_M, Door, Point, Room, Space, rectangle

__all__ = ["Door", "Furnishing", "Placement", "Room", "RoomContext", "furnish"]

MOST_COVERED: Final = 0.45
"""No room is fuller than this share of its floor."""
_WALL_GAP_M: Final = 0.02
_ROWS: Final = 1500
"""Draws of six numbers for one room."""
_TRIES: Final = 8
_SEATED_M: Final = 0.80
_LAST_FAILURES: Final = 12

# Kind: makers to choose from.
_PIECES: Final[dict[Kind, tuple[str, ...]]] = {
    "cabinets": ("cabinet", "filing_cabinet", "cabinet", "locker_row"),
    "shelves": ("bookshelf", "bookshelf", "wardrobe"),
    "tables": ("dining_table", "round_table", "meeting_table", "round_table"),
    "computer_desks": ("computer_desk", "computer_desk", "desk"),
    "potted_plants": ("potted_ficus", "potted_palm", "potted_blades"),
    "sofas": ("sofa", "armchair"),
    "boxes": ("cardboard_box", "box_stack", "cardboard_box"),
    "bins": ("office_bin",),
    "appliances": ("printer", "water_dispenser", "printer"),
    "beds": ("bed", "hospital_bed"),
    "benches": ("workbench", "slatted_bench"),
    "chairs": ("wooden_chair",),
}
_MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    **chairs.MAKERS, **computers.MAKERS, **indoor_plants.MAKERS, **indoor_things.MAKERS,
    **storage.MAKERS, **tables.MAKERS, **warehouse.MAKERS,
}  # fmt: skip
_VARIANTS: Final[dict[str, int]] = {
    **chairs.VARIANTS, **computers.VARIANTS, **indoor_plants.VARIANTS, **indoor_things.VARIANTS,
    **storage.VARIANTS, **tables.VARIANTS, **warehouse.VARIANTS,
}  # fmt: skip
# Maker: the chair that goes with it, chairs along each long side and at each end.
_SEATS: Final[dict[str, tuple[str, int, int]]] = {
    "dining_table": ("wooden_chair", 2, 0),
    "round_table": ("wooden_chair", 1, 1),
    "meeting_table": ("office_chair", 3, 1),
}
_DESKS: Final = ("computer_desk", "desk")
_CLUTTER: Final = ("bins", "boxes", "chairs")
_LOOSE_CHAIRS: Final = 0.35
"""Chairs stand about without a table only when a room is this share of its fullest."""
_LOOSE: Final = ("cardboard_box", "office_bin")
_STANDING_M: Final = (0.50, 0.60)
"""Who stands takes so much ground at least."""


class Placement(Struct, frozen=True, kw_only=True):
    """One piece, or a person, in a room."""

    maker: str
    """``person`` for people."""
    variant: int
    position_m: Point
    heading_rad: float
    middle_m: Point
    """Of the rectangle it covers, which has the same heading."""
    size_m: Point
    """Full edges of that rectangle."""
    person: Person | None = None
    seat: str = ""
    """The chair that someone who sits has with them, at the same position and heading."""

    @property
    def area_m2(self) -> float:
        return self.size_m[0] * self.size_m[1]


class _Wall(Struct, frozen=True):
    foot: Point
    along: Point
    length: float
    heading: float
    """Into the room."""

    @staticmethod
    def of(edge: Sequence[float]) -> _Wall:
        dx, dy = edge[2] - edge[0], edge[3] - edge[1]
        length = math.hypot(dx, dy)
        along = (dx / length, dy / length)
        return _Wall((edge[0], edge[1]), along, length, math.atan2(along[0], -along[1]))


class _Seat(Struct, frozen=True):
    maker: str
    at: Point
    outwards: float


def furnish(room: Room, furnishing: Furnishing) -> tuple[Placement, ...]:
    """The pieces of a room: people first, then furniture up to its messiness."""
    people, pieces, floor_m2 = _full(room, furnishing)
    budget = furnishing.messiness * sum(piece.area_m2 for piece in pieces)
    kept, covered = [], 0.0
    for piece in pieces:
        covered += piece.area_m2
        if covered > budget + 1e-9 * floor_m2:
            break
        kept.append(piece)
    return (*people, *kept)


def _full(room: Room, furnishing: Furnishing) -> tuple[list[Placement], list[Placement], float]:
    """People, all furniture of the fullest room in order, and the floor's area."""
    work = _Work(room, furnishing.seed)
    people = [found for person in furnishing.people if (found := work.person(person))]
    weights = {kind: weight for kind, weight in furnishing.catalogue.items() if weight > 0.0}
    pieces: list[Placement] = []
    if furnishing.messiness > 0.0 and weights:
        pieces = list(work.furniture(weights))
    return people, pieces, work.space.floor_m2


@lru_cache(maxsize=256)
def _ground(maker: str, variant: int) -> tuple[float, float, float, float]:
    """Least and largest x, then y, of what a piece covers."""
    return _covered(_MAKERS[maker](variant))


@lru_cache(maxsize=256)
def _ground_of(avatar: str) -> tuple[float, float, float, float]:
    """The same of a person, with the chair of one who sits."""
    return _covered(archetype(avatar))


def _covered(made: Archetype) -> tuple[float, float, float, float]:
    low, high = made.mesh.bounds
    return float(low[0]), float(high[0]), float(low[1]), float(high[1])


class _Work:
    """Draws and places, one piece after the other."""

    def __init__(self, room: Room, seed: int) -> None:
        self.space = Space(room)
        self._walls = [_Wall.of(edge) for edge in self.space.edges.tolist()]
        self._ends = list(accumulate(wall.length for wall in self._walls))
        longest = max(self._walls, key=lambda wall: wall.length)
        self._axis = math.atan2(longest.along[1], longest.along[0])
        self._stream = Stream(seed, "furnishing")
        self._people, self._draws = 0, self._stream.uniform(0, 6 * _ROWS).reshape(-1, 6).tolist()
        self._next = 0
        self._seats: list[_Seat] = []
        self._disorder = 0.0

    def _draw(self) -> list[float]:
        row: list[float] = self._draws[self._next % _ROWS]
        self._next += 1
        return row

    def furniture(self, weights: dict[Kind, float]) -> Iterator[Placement]:
        """Pieces in order, until the room is full or nothing more finds a place."""
        kinds = sorted(weights)
        seated = weights.get("chairs", 0.0) > 0.0
        covered, failures, most = 0.0, 0, MOST_COVERED * self.space.floor_m2
        while failures < _LAST_FAILURES and covered < most and self._next < _ROWS:
            luck = self._draw()
            self._disorder = min(covered / most, 1.0)
            share = list(accumulate(self._weight(kind, weights[kind]) for kind in kinds))
            kind = kinds[bisect_left(share, luck[0] * share[-1], 0, len(kinds) - 1)]
            found = self._piece(kind, luck)
            if found is None:
                failures += 1
                continue
            failures = 0
            group = [found, *(self._chairs(found) if seated else [])]
            covered += sum(piece.area_m2 for piece in group)
            yield from group

    def _weight(self, kind: Kind, weight: float) -> float:
        """Large things come first, clutter later."""
        return weight * (0.05 + 2.0 * self._disorder) if kind in _CLUTTER else weight

    def _piece(self, kind: Kind, luck: list[float]) -> Placement | None:
        if kind == "chairs" and (self._seats or self._disorder < _LOOSE_CHAIRS):
            seats = self._seats
            return self._sit(seats.pop(int(luck[1] * len(seats)))) if seats else None
        makers = _PIECES[kind]
        maker = makers[int(luck[1] * len(makers))]
        variant = int(luck[2] * _VARIANTS[maker])
        loose = kind == "chairs" or (maker in _LOOSE and luck[3] < 2.0 * self._disorder)
        somewhere = self._amid if loose or maker in _SEATS else self._at_wall
        for _ in range(_TRIES * (3 if maker in _SEATS else 1)):
            found = somewhere(maker, variant)
            if found:
                return found
        return None

    def _at_wall(self, maker: str, variant: int) -> Placement | None:
        """Its back 2 cm from a wall; the place before a desk is free for its chair."""
        luck = self._draw()
        x0, _, y0, y1 = _ground(maker, variant)
        wall = self._walls[
            bisect_left(self._ends, luck[0] * self._ends[-1], 0, len(self._ends) - 1)
        ]
        room = wall.length - (y1 - y0) - 2.0 * _WALL_GAP_M
        if room < 0.0:
            return None
        # A third of the pieces stand in a corner.
        part = {0: 0.0, 1: 1.0}.get(int(luck[1] * 6.0), luck[2])
        along = _WALL_GAP_M + part * room + y1
        away = _WALL_GAP_M - x0
        (tx, ty), heading = wall.along, wall.heading
        x = wall.foot[0] + tx * along - ty * away
        y = wall.foot[1] + ty * along + tx * away
        if maker in _DESKS and not self._is_free(maker, variant, (x, y), heading, _SEATED_M):
            return None
        return self._put(maker, variant, (x, y), heading)

    def _amid(self, maker: str, variant: int) -> Placement | None:
        """Anywhere: tables square to the walls with room for chairs, small things as they lie."""
        luck = self._draw()
        x = float(self.space.origin[0] + luck[0] * self.space.size[0])
        y = float(self.space.origin[1] + luck[1] * self.space.size[1])
        if maker not in _SEATS:
            return self._put(maker, variant, (x, y), 2.0 * math.pi * luck[2])
        heading = self._axis + 0.5 * math.pi * int(4.0 * luck[2])
        if not self._is_free(maker, variant, (x, y), heading, _SEATED_M, both=True):
            return None
        return self._put(maker, variant, (x, y), heading)

    def _is_free(self, maker: str, variant: int, at: Point, heading: float, before: float, *,
                 both: bool = False) -> bool:  # fmt: skip
        """Whether a piece and what lies ``before`` it, and behind it too, is free."""
        x0, x1, y0, y1 = _ground(maker, variant)
        low, high = x0 - (before if both else 0.0), x1 + before
        middle = _turned((0.5 * (low + high), 0.5 * (y0 + y1)), heading, at)
        half = (0.5 * (high - low), 0.5 * (y1 - y0))
        return self.space.fits(rectangle(*middle, heading, half), gap=0.0)

    def _put(self, maker: str, variant: int, at: Point, heading: float) -> Placement | None:
        x0, x1, y0, y1 = _ground(maker, variant)
        middle = _turned((0.5 * (x0 + x1), 0.5 * (y0 + y1)), heading, at)
        size = (x1 - x0, y1 - y0)
        if not self.space.place(rectangle(*middle, heading, (0.5 * size[0], 0.5 * size[1]))):
            return None
        return Placement(maker=maker, variant=variant, position_m=(float(at[0]), float(at[1])),
                         heading_rad=_wrapped(heading), middle_m=middle, size_m=size)  # fmt: skip

    def _chairs(self, table: Placement) -> list[Placement]:
        """Most seats of a table or desk get their chair now; the others stay open."""
        out = []
        for seat in _seats_of(table):
            if self._draw()[0] < 0.8:
                found = self._sit(seat)
                if found:
                    out.append(found)
            else:
                self._seats.append(seat)
        return out

    def _sit(self, seat: _Seat) -> Placement | None:
        """A chair that looks at its table, 5 cm off, the more askew the fuller the room."""
        luck = self._draw()
        variant = int(luck[0] * _VARIANTS[seat.maker])
        askew = (0.08 + 0.5 * self._disorder) * (2.0 * luck[1] - 1.0)
        pulled = (0.03 + 0.15 * self._disorder) * luck[2]
        x0, x1, y0, y1 = _ground(seat.maker, variant)
        half = (0.5 * (x1 - x0), 0.5 * (y1 - y0))
        reach = half[0] * abs(math.cos(askew)) + half[1] * abs(math.sin(askew))
        away = GAP_M + 0.002 + reach + pulled
        heading = seat.outwards + math.pi + askew
        middle = _turned((away, 0.0), seat.outwards, seat.at)
        back = _turned((-0.5 * (x0 + x1), -0.5 * (y0 + y1)), heading, middle)
        return self._put(seat.maker, variant, back, heading)

    def person(self, person: Person) -> Placement | None:
        """Someone on free ground; who sits has a chair."""
        seated = person.posture in avatars.SEATED
        x0, x1, y0, y1 = _ground_of(avatars.avatar_name(person))
        size = (max(x1 - x0, _STANDING_M[0]), max(y1 - y0, _STANDING_M[1]))
        self._people += 1
        for luck in self._stream.child("people").uniform(self._people, 40 * 3).reshape(-1, 3):
            at = tuple(float(v) for v in self.space.origin + luck[:2] * self.space.size)
            heading = 2.0 * math.pi * float(luck[2])
            half = (0.5 * size[0], 0.5 * size[1])
            middle = _turned((0.5 * (x0 + x1), 0.5 * (y0 + y1)), heading, (at[0], at[1]))
            if self.space.place(rectangle(*middle, heading, half)):
                return Placement(
                    maker="person", variant=self._people - 1, position_m=(at[0], at[1]),
                    heading_rad=_wrapped(heading), middle_m=middle, size_m=size,
                    person=person, seat=avatars.chair().name if seated else "",
                )  # fmt: skip
        return None


def _seats_of(table: Placement) -> list[_Seat]:
    """Where chairs stand at a table: before a desk, along a table's sides and at its ends."""
    if table.maker in _DESKS:
        edge = _turned((0.5 * table.size_m[0], 0.0), table.heading_rad, table.middle_m)
        return [_Seat("office_chair", edge, table.heading_rad)]
    if table.maker not in _SEATS:
        return []
    maker, along, at_end = _SEATS[table.maker]
    deep, long = table.size_m
    out = []
    for side in (0.0, math.pi):
        outwards = table.heading_rad + side
        for k in range(along):
            place = ((k + 0.5) / along - 0.5) * long
            out.append(_Seat(maker, _turned((0.5 * deep, place), outwards, table.middle_m),
                             outwards))  # fmt: skip
        if at_end:
            outwards += 0.5 * math.pi
            out.append(_Seat(maker, _turned((0.5 * long, 0.0), outwards, table.middle_m), outwards))
    return out


def _turned(offset: Point, heading: float, at: Point) -> Point:
    c, s = math.cos(heading), math.sin(heading)
    return (
        float(at[0] + c * offset[0] - s * offset[1]),
        float(at[1] + s * offset[0] + c * offset[1]),
    )


def _wrapped(angle: float) -> float:
    return math.remainder(angle, 2.0 * math.pi)
