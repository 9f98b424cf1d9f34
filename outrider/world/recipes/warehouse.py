"""Recipe ``warehouse``: a hall of pallet racks with docks, packing area, office and yard."""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from outrider.core.rng import Stream
from outrider.scenario.worlds import Warehouse
from outrider.world.assets.hall_parts import BAY_M, LEVELS_M, PALLETS_A_LEVEL
from outrider.world.draft import Draft
from outrider.world.furnishing import Furnishing
from outrider.world.interiors import Works, building_of, sized
from outrider.world.library import names_of
from outrider.world.places import Building, Lane, Road
from outrider.world.recipes.campus_plans import CATALOGUES
from outrider.world.recipes.warehouse_hall import (
    BANK_M,
    FRAME,
    FRONT_Y,
    GATES_APART_M,
    PIT_LEVEL_M,
    PIT_M,
    PIT_RAMP_M,
    RACKS_Y,
    Layout,
    raise_hall,
    raise_office,
)
from outrider.world.room_furniture import furniture_of
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things

YARD_M: Final = 46.0
"""How far the yard reaches out before the docks."""
UNDER_M: Final = 0.26
"""The yard is level to so far under its walls: a bank at their feet would be felt."""
_MARGIN_M: Final = 9.0
_START_M: Final = 6.8
"""Nothing is left about on the floor so near to the origin."""
_LORRY_M: Final = 8.32
"""From its middle to its rear."""
_LOOSE: Final = (
    "stocked_pallet",
    "stocked_pallet",
    "rolling_cage",
    "pallet",
    "box_stack",
    "pallet_stack",
)


def make_warehouse(spec: Warehouse, *, seed: int) -> Draft:
    """The hall with its level floor, and the yard that lies lower before the docks."""
    layout = Layout(spec)
    x0, _, x1, y1 = layout.rect
    office = layout.office_storey()
    rooms = [
        furniture_of(FRAME, office, space, Furnishing(
            messiness=0.6, catalogue=CATALOGUES[space.kind],
            seed=int(Stream(seed, "rooms", space.name).integers(1, 1, low=0, high=2**31)[0])))
        for space in office.spaces
    ]  # fmt: skip
    built = (
        raise_hall(layout).things("hall"),
        raise_office(layout).things("office"),
        _racks(layout),
        _stock(layout, seed),
        _markings(layout),
        _packing(layout),
        _machines(layout, seed),
        _floor_goods(layout, seed),
        _lorries(layout, seed),
        *rooms,
    )
    return Draft(
        terrain=Terrain(features=tuple(_laid(layout))),
        things=tuple(part for part in built if len(part)),
        skins={"grass": "lawn", "concrete": "concrete", "asphalt": "asphalt_old"},
        regions=(
            Region(
                name="docks",
                kind="place",
                position_m=(0.0, FRONT_Y + 3.0),
                half_m=(layout.half, 3.0),
            ),
            Region(
                name="yard",
                kind="place",
                position_m=(0.0, FRONT_Y - 0.5 * YARD_M),
                half_m=(layout.half, 0.5 * YARD_M),
            ),
        ),
        buildings=_buildings(layout),
        roads=_roads(layout),
        cover=Cover(flat="grass", steep="concrete"),
        extent=(x0 - _MARGIN_M, FRONT_Y - YARD_M, x1 + _MARGIN_M, y1 + _MARGIN_M),
    )


def _buildings(layout: Layout) -> tuple[Building, ...]:
    """The hall, and the office that stands in its corner."""
    hall = building_of("hall", "warehouse", FRAME, (layout.ground_storey(),), layout.rect,
                       height_m=layout.spec.height_m, facts={})  # fmt: skip
    a, b, c, d = layout.office
    office = building_of("office_corner", "office", FRAME, (layout.office_storey(),), layout.office,
                         height_m=3.1, facts={})  # fmt: skip
    return (hall, replace(office, position_m=(0.5 * (a + c), 0.5 * (b + d))))


def _laid(layout: Layout) -> list[Feature]:
    """Concrete in the hall, asphalt about it, the lowered yard with its ramp."""
    x0, y0, x1, y1 = layout.rect
    a, low, b, top = layout.pit
    apron = (x0 - 5.0, FRONT_Y - YARD_M - 60.0, x1 + 5.0, y1 + 5.0)
    pit = Feature(
        position_m=(0.5 * (a + b), 0.5 * (low + top + UNDER_M)), heading_rad=-0.5 * math.pi,
        half_m=(0.5 * (PIT_LEVEL_M + UNDER_M), 0.5 * (b - a) + UNDER_M),
        flank_m=(BANK_M - UNDER_M, PIT_RAMP_M, BANK_M - UNDER_M),
        value_m=-PIT_M, levels=True, corner=0.15, surface=number_of("concrete"),
    )  # fmt: skip
    return [_patch(apron, "asphalt"), pit, _patch((x0, y0, x1, y1), "concrete")]


def _patch(rect: tuple[float, float, float, float], surface: str) -> Feature:
    x0, y0, x1, y1 = rect
    return Feature(
        position_m=(0.5 * (x0 + x1), 0.5 * (y0 + y1)), flank_m=(0.1, 0.1, 0.1), value_m=0.0,
        half_m=(0.5 * (x1 - x0) - 0.1, 0.5 * (y1 - y0) - 0.1), surface=number_of(surface),
    )  # fmt: skip


def _roads(layout: Layout) -> tuple[Road, ...]:
    """The aisles, the way along the docks and the way out through the gate at ground level."""
    x0, _, x1, _ = layout.rect
    lanes = (Lane(offset_m=0.0, width_m=layout.spec.aisle_m),)
    back = RACKS_Y + layout.bays * BAY_M + 1.8
    aisles = [
        Road(name=f"aisle_{k}", kind="path", line_m=((x, RACKS_Y - 1.5), (x, back)), limit_mps=2.0,
             half_m=0.5 * layout.spec.aisle_m, lanes=lanes)
        for k, x in enumerate(layout.aisles)
    ]  # fmt: skip
    return (
        *aisles,
        Road(
            name="front_way",
            kind="path",
            line_m=((x0 + 3.0, RACKS_Y - 1.6), (x1 - 2.0, RACKS_Y - 1.6)),
            half_m=1.4,
            limit_mps=2.0,
        ),
        Road(
            name="way_out",
            kind="road",
            line_m=((layout.drive_in, 0.0), (layout.drive_in, FRONT_Y - YARD_M)),
            half_m=1.5,
            lanes=(Lane(offset_m=0.0, width_m=3.0),),
            limit_mps=4.0,
        ),
    )


def _racks(layout: Layout) -> Things:
    """Rows of empty bays, closed by an upright."""
    works = Works(FRAME)
    for x in layout.rows:
        for k in range(layout.bays):
            works.put("rack_bay_0", x, RACKS_Y + (k + 0.5) * BAY_M, 0.0, 0.5 * math.pi)
        if layout.bays:
            works.put("rack_upright_0", x, RACKS_Y + layout.bays * BAY_M, 0.0, 0.5 * math.pi)
    return works.things("racks")


def _stock(layout: Layout, seed: int) -> Things:
    """Pallets in the racks; a smaller share takes places that a larger one takes too."""
    works = Works(FRAME)
    places = [
        (x, RACKS_Y + k * BAY_M + (j + 0.5) * BAY_M / PALLETS_A_LEVEL, z)
        for x in layout.rows for k in range(layout.bays) for z in LEVELS_M
        for j in range(PALLETS_A_LEVEL)
    ]  # fmt: skip
    chance = Stream(seed, "stock").uniform(0, 4 * len(places)).reshape(-1, 4).tolist()
    names = names_of("stocked_pallet")
    for (x, y, z), luck in zip(places, chance, strict=True):
        if luck[0] < layout.spec.fill:
            askew = 0.5 * math.pi + 0.04 * (luck[1] - 0.5)
            works.put(names[int(luck[2] * len(names))], x + 0.04 * (luck[3] - 0.5), y, z, askew)
    return works.things("stock")


def _markings(layout: Layout) -> Things:
    """Yellow lines along racks, aisles and the way out; white ones between the docks."""
    works = Works(FRAME)
    length = layout.spec.length_m
    span = length - 5.0
    pieces = max(1, round(span / 8.0))
    for y in (RACKS_Y - 0.5, RACKS_Y - 2.8):
        for k in range(pieces):
            x = ((k + 0.5) / pieces - 0.5) * span
            works.put(sized("road_line", span / pieces, 0.1, variant=1), x, y)
    deep = layout.bays * BAY_M
    for x in layout.aisles:
        for side in (-1.0, 1.0):
            away = 0.5 * layout.spec.aisle_m - 0.12
            for k in range(layout.bays):
                works.put(sized("road_line", deep / layout.bays, 0.08, variant=1), x + side * away,
                          RACKS_Y + (k + 0.5) * BAY_M, 0.0, 0.5 * math.pi)  # fmt: skip
    for side in (-1.8, 1.8):
        for k in range(4):
            works.put(
                "road_line_3x0.1_1",
                layout.drive_in + side,
                FRONT_Y + 1.9 + 3.0 * k,
                0.0,
                0.5 * math.pi,
            )
    for x in (*layout.docks, layout.docks[-1] + 6.0):
        for k in range(4):
            works.put(
                "road_line_4x0.12_0", x - 3.0, layout.pit[3] - 3.0 - 4.5 * k, -PIT_M, 0.5 * math.pi
            )
    return works.things("markings")


def _packing(layout: Layout) -> Things:
    """Two lines of conveyors with workbenches, cages and boxes between office and racks."""
    works = Works(FRAME)
    x0 = -layout.half
    count = 4
    for line, y in enumerate((-0.4, 2.6)):
        for k in range(count):
            works.put(f"roller_conveyor_{line}", x0 + 3.0 + 2.0 * k, y)
    for k in range(3):
        works.put(f"workbench_{k % 2}", x0 + 3.4 + 2.6 * k, 1.15, 0.0, -0.5 * math.pi)
    works.put("rolling_cage_1", x0 + 1.2, -1.0)
    works.put("rolling_cage_0", x0 + 1.2, 0.6)
    works.put("box_stack_1", x0 + 1.1, 2.8)
    return works.things("packing")


def _machines(layout: Layout, seed: int) -> Things:
    """Forklifts and pallet trucks behind the docks and in aisles."""
    works = Works(FRAME)
    chance = Stream(seed, "machines").uniform(0, 8).tolist()
    works.put("forklift_0", 8.4, 1.6, 0.0, 2.4 + chance[0])
    works.put("forklift_1", -9.2 if layout.half > 24 else -6.6, -4.6, 0.0, 0.6 * chance[1] - 0.3)
    works.put("pallet_truck_0", 7.6, -5.6, 0.0, 6.28 * chance[2])
    works.put("pallet_truck_1", layout.drive_in - 3.4, 2.2, 0.0, 6.28 * chance[3])
    if len(layout.aisles) > 2:
        which = layout.aisles[1 + int(chance[4] * (len(layout.aisles) - 2))]
        works.put("forklift_0", which, RACKS_Y + 0.6 * layout.bays * BAY_M, 0.0, 0.5 * math.pi)
    return works.things("machines")


def _floor_goods(layout: Layout, seed: int) -> Things:
    """What waits between the gates, by chance and clutter, never near the origin."""
    works = Works(FRAME)
    spots = [
        (x + 0.5 * GATES_APART_M + dx, FRONT_Y + y, 0.0)
        for x in layout.docks
        for dx in (-0.55, 0.55)
        for y in (1.3, 2.8, 4.3)
    ]
    chance = Stream(seed, "floor").uniform(0, 3 * len(spots)).reshape(-1, 3).tolist()
    for (x, y, z), luck in zip(spots, chance, strict=True):
        if luck[0] < layout.spec.clutter and math.hypot(x, y) > _START_M:
            names = names_of(_LOOSE[int(luck[1] * len(_LOOSE))])
            works.put(names[int(luck[2] * len(names))], x, y, z, 0.08 * (luck[1] - 0.5))
    return works.things("floor_goods")


def _lorries(layout: Layout, seed: int) -> Things:
    """A lorry at a dock or two, a van and stacks of pallets in the yard."""
    works = Works(FRAME)
    docks = layout.docks
    chance = Stream(seed, "lorries").uniform(0, 4).tolist()
    first = int(chance[0] * len(docks))
    chosen = {first, (first + 2) % len(docks)} if len(docks) > 3 else {first}
    y = FRONT_Y - 0.84 - _LORRY_M
    for k in sorted(chosen):
        kind = f"articulated_lorry_{(k + int(3 * chance[1])) % 3}"
        works.put(kind, docks[k], y, -PIT_M, -0.5 * math.pi)
    x0 = -layout.half
    works.put("van_0", layout.half + 1.5, FRONT_Y - 9.0, 0.0, 0.5 * math.pi)
    for k in range(4):
        works.put("pallet_1", x0 + 1.2 + 1.6 * k, FRONT_Y - 2.2, 0.0, 0.5 * math.pi)
    works.put("container_20_0", x0 + 3.0, FRONT_Y - 7.5, 0.0, 0.0)
    for y in (FRONT_Y - 12.0, FRONT_Y - 34.0):
        for x in (x0 - 3.0, layout.half + 4.2):
            works.put("street_lamp_0", x, y, 0.0, 0.0 if x < 0 else math.pi)
    return works.things("yard")
