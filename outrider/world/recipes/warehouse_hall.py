"""The shell of the warehouse: walls with gates, columns, girders, roof, docks, office."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from outrider.core.errors import UserError
from outrider.scenario.worlds import Warehouse
from outrider.world.assets.construction import FLOOR_M, WALL_M
from outrider.world.assets.hall_parts import BAY_M, RACK_DEPTH_M
from outrider.world.interiors import (
    Frame,
    Opening,
    Rect,
    Space,
    Storey,
    Works,
    lay_floors,
    lay_slabs,
    raise_walls,
    sized,
)

FRONT_Y: Final = -9.0
"""The wall with the docks."""
RACKS_Y: Final = 7.0
"""Where the rows of racks begin."""
GATE: Final = (3.2, 3.4)
GATES_APART_M: Final = 6.0
PIT_M: Final = 1.15
"""Depth of the yard before the docks, so that trailers stand level with the hall."""
PIT_LEVEL_M: Final = 20.0
PIT_RAMP_M: Final = 14.0
BANK_M: Final = 0.5
"""Width of the bank down to it, which its walls hide."""
BASE_M: Final = 4.2
"""Height of the concrete part of the walls."""
_GIRDER_M: Final = 1.2
_FIELD_M: Final = 6.0
_SHEET, _CONCRETE = 3, 4
_ATTIC_M: Final = 0.4
"""How far walls rise above the roof."""
_SIDE_M: Final = 2.2
"""Free beside the outer racks."""
_CROSS_M: Final = 3.6
"""The aisle behind the racks."""
_FLUE_M: Final = 0.3
"""Between two rows that stand back to back, where pallets reach out of them."""
_OVERHANG_M: Final = 0.06
FRAME: Final = Frame()


@dataclass(frozen=True)
class Layout:
    """Where everything lies in a hall of a size; the origin is free floor behind the docks."""

    spec: Warehouse

    @property
    def half(self) -> float:
        return 0.5 * self.spec.length_m

    @property
    def rect(self) -> Rect:
        """The hall's walls, by their middles."""
        return (-self.half, FRONT_Y, self.half, FRONT_Y + self.spec.width_m)

    @cached_property
    def docks(self) -> tuple[float, ...]:
        """Middles of the gates with docks."""
        count = int((self.spec.length_m - 22.0) / GATES_APART_M)
        return tuple(GATES_APART_M * (k - 0.5 * (count - 1)) for k in range(count))

    @property
    def drive_in(self) -> float:
        """Middle of the gate at ground level."""
        return self.half - 4.6

    @property
    def pit(self) -> Rect:
        """The lowered yard, its ramp left out."""
        edge = 0.5 * GATES_APART_M
        return (
            self.docks[0] - edge,
            FRONT_Y - 0.1 - BANK_M - PIT_LEVEL_M,
            self.docks[-1] + edge,
            FRONT_Y - 0.1 - BANK_M,
        )

    @property
    def bays(self) -> int:
        """In each row of racks."""
        return max(0, int((self.rect[3] - _CROSS_M - RACKS_Y) / BAY_M))

    @cached_property
    def aisles(self) -> tuple[float, ...]:
        """Middles of the aisles between racks."""
        pitch = self.spec.aisle_m + 2.0 * RACK_DEPTH_M + _FLUE_M
        room = int((self.spec.length_m - 2.0 * _SIDE_M + _FLUE_M) / pitch)
        count = room if self.spec.aisles is None else self.spec.aisles
        if count > room:
            raise UserError(
                f"world.aisles: {count} aisles of {self.spec.aisle_m:g} m need a hall of "
                f"{count * pitch - _FLUE_M + 2.0 * _SIDE_M:.1f} m; at most {room} fit"
            )
        return tuple(pitch * (k - 0.5 * (count - 1)) for k in range(count))

    @property
    def rows(self) -> tuple[float, ...]:
        """Middles of the rows of racks, two to an aisle."""
        away = 0.5 * (self.spec.aisle_m + RACK_DEPTH_M) + _OVERHANG_M
        return tuple(x + side * away for x in self.aisles for side in (-1.0, 1.0))

    @property
    def office(self) -> Rect:
        """The corner with the office, by its own walls."""
        return (-self.half + 0.2, FRONT_Y + 0.2, -self.half + 9.4, FRONT_Y + 6.4)

    def ground_storey(self) -> Storey:
        """The hall below the sheet."""
        x0, y0, x1, y1 = self.rect
        openings = [Opening(kind="gap", at=(x, y0), width=GATE[0], high=GATE[1])
                    for x in (*self.docks, self.drive_in)]  # fmt: skip
        openings.append(Opening(kind="door", at=(x1, 4.5), width=1.0, high=2.1, into="hall"))
        openings.append(Opening(kind="door", at=(x0 + 3.0, y1), width=1.0, high=2.1, into="hall"))
        hall = Space(name="hall", kind="hall", rect=self.rect, finish=4)
        return Storey(spaces=(hall,), openings=tuple(openings), clear_m=BASE_M)

    def office_storey(self) -> Storey:
        """Office and break room, with windows into the hall."""
        x0, y0, x1, y1 = self.office
        middle = x0 + 5.0
        return Storey(
            spaces=(
                Space(name="office", kind="office", rect=(x0, y0, middle, y1), finish=1),
                Space(name="break_room", kind="kitchen", rect=(middle, y0, x1, y1)),
            ),
            openings=(
                Opening(kind="door", at=(x0 + 4.1, y1), width=1.0, high=2.05, into="office"),
                Opening(kind="window", at=(x0 + 1.9, y1), width=2.6, high=2.3, low=0.95),
                Opening(
                    kind="door",
                    at=(middle + 0.9, y1),
                    width=1.0,
                    high=2.05,
                    into="break_room",
                    hinge=1,
                ),
                Opening(kind="window", at=(middle + 2.8, y1), width=1.8, high=2.3, low=0.95),
                Opening(kind="window", at=(x1, y0 + 3.1), width=2.4, high=2.3, low=0.95),
            ),
            clear_m=2.8,
        )


def raise_hall(layout: Layout) -> Works:
    """Walls, columns, girders, roof and docks."""
    works = Works(FRAME)
    raise_walls(works, layout.ground_storey(), facade=_CONCRETE)
    _upper_walls(works, layout)
    _steel(works, layout)
    for x in layout.docks:
        works.put(sized("dock_shelter", *GATE), x, FRONT_Y)
        works.put("road_line_3x0.12_1", x - 0.5 * GATE[0] - 0.25, FRONT_Y + 1.8, 0.0, 0.5 * math.pi)
        works.put("road_line_3x0.12_1", x + 0.5 * GATE[0] + 0.25, FRONT_Y + 1.8, 0.0, 0.5 * math.pi)
    for k, x in enumerate((*layout.docks, layout.drive_in)):
        shut = k % 3 != 1 and x != layout.drive_in
        works.put(sized("dock_gate", *GATE, variant=int(not shut)), x, FRONT_Y)
    _pit_walls(works, layout)
    return works


def _upper_walls(works: Works, layout: Layout) -> None:
    """Sheet above the concrete, with a band of daylight along the sides."""
    _, y0, _, y1 = layout.rect
    high = layout.spec.height_m - BASE_M + _ATTIC_M
    low, top = min(0.9, 0.3 * high), min(2.1, 0.8 * high)
    length = layout.spec.length_m - 8.0
    bands = [Opening(kind="gap", at=(0.0, y), width=length, high=top, low=low) for y in (y0, y1)]
    upper = Storey(
        spaces=(Space(name="hall", kind="hall", rect=layout.rect),),
        openings=tuple(bands),
        floor_m=BASE_M,
        clear_m=high,
    )
    raise_walls(works, upper, facade=_SHEET)
    pieces = max(1, round(length / 6.0))
    for y in (y0, y1):
        for k in range(pieces):
            x = ((k + 0.5) / pieces - 0.5) * length
            works.put(sized("lit_band", length / pieces, top - low), x, y, BASE_M + low)


def _steel(works: Works, layout: Layout) -> None:
    """Columns along the long walls, a girder on each pair, fields of roof between them."""
    x0, y0, x1, y1 = layout.rect
    spec = layout.spec
    fields = max(2, round(spec.length_m / _FIELD_M))
    step = spec.length_m / fields
    under = spec.height_m - _GIRDER_M - 0.1
    span = spec.width_m - 0.4
    for k in range(fields + 1):
        x = min(max(x0 + k * step, x0 + 0.3), x1 - 0.3)
        works.put(sized("girder", span, _GIRDER_M), x, 0.5 * (y0 + y1), under, 0.5 * math.pi)
        for y in (y0 + 0.3, y1 - 0.3):
            if (
                all(
                    abs(x - gate) > 0.5 * GATE[0] + 0.3 for gate in (*layout.docks, layout.drive_in)
                )
                or y > 0
            ):
                works.put(sized("column", under), x, y)
    for k in range(fields if spec.roof else 0):
        works.put(
            sized("hall_roof", step, spec.width_m - WALL_M),
            x0 + (k + 0.5) * step,
            0.5 * (y0 + y1),
            spec.height_m,
        )
    for x in layout.aisles or (0.0,):
        for y in np.arange(y0 + 5.0, y1 - 2.0, 8.0):
            works.put("high_lamp_0", x, float(y), under - 0.3)


def _pit_walls(works: Works, layout: Layout) -> None:
    """The front of the docks, and walls with railings beside the lowered yard and its ramp."""
    a, _, b, top = layout.pit
    wide = BANK_M + 0.1
    works.put(
        sized("plinth", b - a + 2.0 * wide, wide, PIT_M + 0.4), 0.5 * (a + b), top + 0.5 * wide
    )
    length, pieces = PIT_LEVEL_M + PIT_RAMP_M, 8
    for x in (a - 0.5 * wide, b + 0.5 * wide):
        works.put(sized("plinth", wide, length, PIT_M + 0.5), x, top - 0.5 * length, 0.12)
        for k in range(pieces):
            y = top - (k + 0.5) * (length - 2.0) / pieces
            works.put(sized("railing", (length - 2.0) / pieces, 1.0), x, y, 0.12, 0.5 * math.pi)


def raise_office(layout: Layout) -> Works:
    """The office's walls, floors and ceiling."""
    works = Works(FRAME)
    storey = layout.office_storey()
    raise_walls(works, storey, facade=0)
    lay_floors(works, storey)
    lay_slabs(works, layout.office, storey.clear_m)
    for space in storey.spaces:
        x0, y0, x1, y1 = space.clear
        works.put("ceiling_light_1", 0.5 * (x0 + x1), 0.5 * (y0 + y1), storey.clear_m - 0.09)
    top = storey.clear_m + FLOOR_M
    for k in range(3):
        works.put(f"box_stack_{k}", layout.office[0] + 1.4 + 1.5 * k, layout.office[1] + 1.6, top)
    return works
