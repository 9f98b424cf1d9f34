"""The two buildings of the campus: their plans, what is fixed in them, and how they are raised."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from outrider.world.furnishing import Kind
from outrider.world.interiors import (
    Frame,
    Opening,
    Rect,
    Space,
    Stairwell,
    Storey,
    Works,
    edge_roof,
    lay_floors,
    lay_slabs,
    raise_walls,
)

RISE_M: Final = 3.2
CLEAR_M: Final = 2.9
HALL_CLEAR_M: Final = 3.9
PARAPET_M: Final = 0.7
BRICK: Final = 1
PALE_BRICK: Final = 2
TOWER_RECT: Final[Rect] = (-18.0, -6.5, 18.0, 6.5)
HALL_RECT: Final[Rect] = (-16.0, -9.0, 16.0, 9.0)
STAIRS: Final = Stairwell(rect=(-2.9, 1.4, -0.3, 6.4))
DOOR: Final = (1.0, 2.05)
_WINDOW: Final = (0.9, 2.6)
# What a room is, what lies on its floor, its rectangle: the searched rooms of a storey.
_SEARCHED: Final[tuple[tuple[int, int, str, int, Rect], ...]] = (
    (0, 0, "office", 1, (-18.0, 1.3, -10.5, 6.5)),
    (0, 1, "office", 1, (-10.5, 1.3, -3.0, 6.5)),
    (0, 2, "meeting", 2, (-18.0, -6.5, -10.0, -1.3)),
    (1, 0, "office", 1, (3.0, 1.3, 10.5, 6.5)),
    (1, 1, "office", 1, (10.5, 1.3, 18.0, 6.5)),
    (1, 2, "laboratory", 0, (10.0, -6.5, 18.0, -1.3)),
)  # fmt: skip
# Middle and end of the way of the doors, by segment and room: x, hinge; they lie on the corridor.
_DOORS: Final = {
    (0, 0): (-11.6, 1), (0, 1): (-9.4, 0), (0, 2): (-11.1, 1), (1, 0): (9.4, 1), (1, 1): (11.6, 0),
    (1, 2): (11.1, 0),
}  # fmt: skip
CATALOGUES: Final[dict[str, dict[Kind, float]]] = {
    "office": {"computer_desks": 4.0, "chairs": 2.0, "cabinets": 2.0, "shelves": 1.5,
               "potted_plants": 1.2, "tables": 0.8, "bins": 0.6, "boxes": 0.6, "appliances": 0.4},
    "meeting": {"tables": 4.0, "chairs": 2.5, "potted_plants": 1.5, "cabinets": 1.0,
                "shelves": 0.6, "sofas": 0.8, "bins": 0.3, "boxes": 0.3},
    "laboratory": {"benches": 3.0, "computer_desks": 2.0, "cabinets": 2.5, "shelves": 1.5,
                   "chairs": 1.5, "boxes": 1.2, "appliances": 0.8, "bins": 0.6},
    "cafe": {"tables": 6.0, "chairs": 3.0, "potted_plants": 2.0, "sofas": 0.8, "bins": 0.3},
    "store": {"shelves": 3.0, "boxes": 3.0, "cabinets": 2.0},
    "kitchen": {"tables": 3.0, "chairs": 2.0, "cabinets": 1.5, "potted_plants": 0.5, "bins": 0.4},
    "washroom": {"cabinets": 2.0, "bins": 0.5},
}  # fmt: skip


@dataclass(frozen=True)
class Raised:
    """A building: its storeys, its parts, and floor that is taken, by room."""

    frame: Frame
    rect: Rect
    storeys: tuple[Storey, ...]
    works: Works
    fixed: Works
    taken: Mapping[str, tuple[Rect, ...]]
    height_m: float


def tower(frame: Frame, storeys: int) -> Raised:
    """Rooms on both sides of a corridor, three to a segment, two segments to a storey."""
    works, fixed = Works(frame), Works(frame)
    levels = tuple(_tower_storey(number) for number in range(storeys))
    for level in levels:
        last = level.number == storeys - 1
        raise_walls(works, level, facade=BRICK)
        lay_floors(works, level, hole=STAIRS.hole if level.number else None)
        hole = None if last else STAIRS.hole
        lay_slabs(works, TOWER_RECT, level.floor_m + CLEAR_M, hole=hole, roof=last)
        if last:
            STAIRS.guard(works, level.floor_m)
        else:
            STAIRS.raise_flights(works, level.floor_m, RISE_M)
        _fit_out_tower(fixed, level)
    top = storeys * RISE_M
    edge_roof(works, TOWER_RECT, top, height=PARAPET_M, facade=BRICK)
    for x, y, way in ((-12.0, 2.0, 0.0), (9.0, -1.5, 0.5 * math.pi), (14.0, 2.0, 0.0)):
        works.put("cooling_unit_0", x, y, top, way)
    works.put("canopy_7x2.6_0", 0.0, TOWER_RECT[1] - 0.1, 3.0)
    return Raised(frame, TOWER_RECT, levels, works, fixed, {}, top)


def _tower_storey(number: int) -> Storey:
    prefix = f"b0_l{number}"
    searched = [Space(name=f"b0_s{2 * number + s}_r{r}", kind=kind, rect=rect, finish=finish)
                for s, r, kind, finish, rect in _SEARCHED]  # fmt: skip
    others = [
        Space(name=f"{prefix}_corridor", kind="corridor", rect=(-18.0, -1.3, 18.0, 1.3)),
        Space(name=f"{prefix}_stairs", kind="stairs", rect=(-3.0, 1.3, -0.2, 6.5), finish=4),
        Space(name=f"{prefix}_washroom", kind="washroom", rect=(-0.2, 1.3, 3.0, 6.5), finish=3),
        Space(name=f"{prefix}_lobby", kind="lobby", rect=(-3.0, -6.5, 3.0, -1.3),
              finish=0 if number else 3),
        Space(name=f"{prefix}_kitchen", kind="kitchen", rect=(-10.0, -6.5, -3.0, -1.3)),
        Space(name=f"{prefix}_store", kind="store", rect=(3.0, -6.5, 10.0, -1.3)),
    ]  # fmt: skip
    return Storey(spaces=(*searched, *others), openings=tuple(_tower_openings(number)),
                  number=number, floor_m=number * RISE_M, clear_m=CLEAR_M)  # fmt: skip


def _tower_openings(number: int) -> list[Opening]:
    prefix = f"b0_l{number}"
    out = [
        Opening(kind="door", at=(x, 1.3 if r < 2 else -1.3), width=DOOR[0], high=DOOR[1],
                hinge=_hinge(hinge, r < 2), into=f"b0_s{2 * number + s}_r{r}")
        for (s, r), (x, hinge) in _DOORS.items()
    ]  # fmt: skip
    out += [
        Opening(
            kind="door", at=(2.3, 1.3), width=1.0, high=2.05, into=f"{prefix}_washroom", hinge=1
        ),
        Opening(kind="door", at=(-4.2, -1.3), width=1.0, high=2.05, into=f"{prefix}_kitchen"),
        Opening(kind="door", at=(4.2, -1.3), width=1.0, high=2.05, into=f"{prefix}_store", hinge=1),
        Opening(kind="gap", at=(-1.6, 1.3), width=2.2, high=2.5),
        Opening(kind="gap", at=(0.0, -1.3), width=5.2, high=2.6),
    ]
    out += _windows([-16.1, -12.4, -8.6, -4.9, 4.9, 8.6, 12.4, 16.1], 6.5, 2.3)
    out += _windows([-16.0, -12.0, -8.1, -4.9, 4.9, 8.1, 12.0, 16.0], -6.5, 2.3)
    out += _windows([1.4], 6.5, 1.2)
    for x in (-18.0, 18.0):
        out += [
            Opening(kind="window", at=(x, y), width=1.8, high=2.6, low=0.9) for y in (-3.9, 3.9)
        ]
        out.append(_corridor_end(x, number))
    return [*out, *_front(number)]


def _hinge(west_or_east: int, north: bool) -> int:
    """The end of a door's way that lies west (0) or east (1), for the leaf that swings inwards."""
    return west_or_east if north else 1 - west_or_east


def _corridor_end(x: float, number: int) -> Opening:
    """A way out at ground level, glass above."""
    if number == 0:
        return Opening(kind="entrance", at=(x, 0.0), width=1.6, high=2.45)
    return Opening(kind="glass", at=(x, 0.0), width=1.6, high=2.6, low=0.1)


def _front(number: int) -> list[Opening]:
    """Before the lobby: the entrance between walls of glass, or glass alone."""
    sides = [Opening(kind="glass", at=(x, -6.5), width=1.5, high=2.7, low=0.02 if number else 0.0)
             for x in (-2.0, 2.0)]  # fmt: skip
    if number == 0:
        return [*sides, Opening(kind="entrance", at=(0.0, -6.5), width=2.2, high=2.7)]
    return [*sides, Opening(kind="glass", at=(0.0, -6.5), width=2.2, high=2.7, low=0.02)]


def _windows(along: list[float], y: float, width: float) -> list[Opening]:
    low, high = _WINDOW
    return [Opening(kind="window", at=(x, y), width=width, high=high, low=low) for x in along]


def _fit_out_tower(fixed: Works, level: Storey) -> None:
    """What stands in lobby and corridor, and lamps at the ceilings."""
    z = level.floor_m
    fixed.put("counter_2.4_0", 1.6, -3.2, z, -0.5 * math.pi)
    fixed.put("potted_palm_0", -2.5, -6.0, z)
    fixed.put("potted_ficus_1", 2.5, -6.0, z)
    fixed.put("sofa_0" if level.number % 2 else "sofa_1", -2.45, -3.6, z)
    for x, kind in ((-13.6, "slatted_bench_0"), (14.6, "slatted_bench_1"), (7.2, "locker_row_0")):
        fixed.put(
            kind, x, 1.0 if x < 14.0 else -1.0, z, -0.5 * math.pi if x < 14.0 else 0.5 * math.pi
        )
    fixed.put("water_dispenser_0", -6.6, -1.0, z, 0.5 * math.pi)
    for x in (-10.0, 10.4):
        fixed.put("fire_extinguisher_0", x, 1.1, z + 0.5, -0.5 * math.pi)
    for x, y, way in ((-7.6, 1.19, -0.5), (6.9, -1.19, 0.5), (16.2, 1.19, -0.5)):
        fixed.put("whiteboard_1", x, y, z, way * math.pi)
    hang_lamps(fixed, level)


def hang_lamps(fixed: Works, level: Storey, *, each_m: float = 3.6) -> None:
    """Square lamps at the ceilings, on a grid in every room but the stairwell."""
    for space in level.spaces:
        if space.kind == "stairs":
            continue
        x0, y0, x1, y1 = space.clear
        columns, rows = (max(1, round((b - a) / each_m)) for a, b in ((x0, x1), (y0, y1)))
        for k in range(columns):
            for j in range(rows):
                at = (x0 + (k + 0.5) * (x1 - x0) / columns, y0 + (j + 0.5) * (y1 - y0) / rows)
                fixed.put("ceiling_light_0", *at, level.floor_m + level.clear_m - 0.06)


def hall(frame: Frame) -> Raised:
    """One storey: a foyer between a lecture hall, a laboratory and a café."""
    works, fixed = Works(frame), Works(frame)
    level = Storey(spaces=_hall_spaces(), openings=tuple(_hall_openings()), clear_m=HALL_CLEAR_M)
    raise_walls(works, level, facade=PALE_BRICK)
    lay_floors(works, level)
    lay_slabs(works, HALL_RECT, HALL_CLEAR_M, roof=True)
    top = HALL_CLEAR_M + 0.3
    edge_roof(works, HALL_RECT, top, height=0.5, facade=PALE_BRICK)
    for x, y in ((-9.0, 3.0), (9.0, 4.0)):
        works.put("cooling_unit_1", x, y, top)
    works.put("canopy_8x3_0", 0.0, HALL_RECT[1] - 0.1, 3.0)
    taken = {"b1_s0_r2": ((4.1, -8.9, 5.95, -4.2),)}
    _fit_out_hall(fixed, level)
    return Raised(frame, HALL_RECT, (level,), works, fixed, taken, top)


def _hall_spaces() -> tuple[Space, ...]:
    return (
        Space(name="b1_s0_r0", kind="lecture", rect=(-16.0, -9.0, -4.0, 9.0), finish=2),
        Space(name="b1_s0_r1", kind="laboratory", rect=(4.0, 0.0, 16.0, 9.0)),
        Space(name="b1_s0_r2", kind="cafe", rect=(4.0, -9.0, 16.0, 0.0), finish=2),
        Space(name="b1_l0_foyer", kind="lobby", rect=(-4.0, -9.0, 4.0, 9.0), finish=3),
    )


def _hall_openings() -> list[Opening]:
    return [
        Opening(kind="entrance", at=(0.0, -9.0), width=2.4, high=2.9),
        *(Opening(kind="glass", at=(x, -9.0), width=2.2, high=2.9) for x in (-2.5, 2.5)),
        Opening(kind="entrance", at=(0.0, 9.0), width=1.8, high=2.6),
        Opening(kind="door", at=(-4.0, -6.5), width=1.0, high=2.05, into="b1_s0_r0"),
        Opening(kind="door", at=(-4.0, 6.8), width=1.0, high=2.05, into="b1_s0_r0", hinge=1),
        Opening(kind="door", at=(4.0, 2.0), width=1.0, high=2.05, into="b1_s0_r1", hinge=0),
        Opening(kind="gap", at=(4.0, -2.4), width=2.4, high=2.6),
        Opening(kind="entrance", at=(16.0, -4.5), width=1.8, high=2.6),
        *(
            Opening(kind="glass", at=(x, -9.0), width=2.6, high=3.0, low=0.3)
            for x in (7.4, 10.4, 13.4)
        ),
        *(
            Opening(kind="window", at=(x, 9.0), width=2.4, high=2.9, low=1.0)
            for x in (6.4, 10.0, 13.6)
        ),
        *(Opening(kind="window", at=(16.0, y), width=2.2, high=2.9, low=1.0) for y in (2.6, 6.2)),
        *(Opening(kind="glass", at=(16.0, y), width=1.8, high=3.0, low=0.3) for y in (-7.3, -1.7)),
        *(
            Opening(kind="window", at=(-16.0, y), width=2.4, high=3.2, low=1.8)
            for y in (-6.4, -2.2, 2.2, 6.4)
        ),
    ]


def _fit_out_hall(fixed: Works, level: Storey) -> None:
    """Seats in rows before a screen, the counter of the café, what stands in the foyer."""
    fixed.put("projector_screen_1", -10.0, 8.8, 0.3, -0.5 * math.pi)
    fixed.put("desk_0", -8.4, 6.6, 0.0, -0.5 * math.pi)
    fixed.put("whiteboard_0", -13.4, 7.6, 0.0, -0.5 * math.pi)
    for row in range(9):
        for x in (-12.4, -7.9):
            fixed.put("seat_row_3.4_0", x, -6.6 + 1.1 * row)
    fixed.put("counter_4.4_0", 5.5, -6.6, 0.0, 0.5 * math.pi)
    for y in (-7.4, -5.0):
        fixed.put("kitchen_unit_0", 4.42, y)
    for x, y, kind in ((-3.5, -8.4, "potted_palm_0"), (3.5, -8.4, "potted_palm_1"),
                       (-3.5, 8.4, "potted_ficus_0"), (3.5, 8.4, "potted_ficus_2")):  # fmt: skip
        fixed.put(kind, x, y)
    for y in (-2.0, 0.2, 2.4):
        fixed.put("slatted_bench_0", -3.6, y, 0.0)
    fixed.put("counter_2.6_0", 2.6, 5.4, 0.0, -0.5 * math.pi)
    fixed.put("sofa_0", 3.45, -0.4, 0.0, math.pi)
    hang_lamps(fixed, level, each_m=4.0)
