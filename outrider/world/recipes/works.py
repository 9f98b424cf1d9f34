"""What the plots of a factory hold: halls, stores, tanks, silos, containers, scrap, offices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from outrider.world.assets.sized_houses import sized_name
from outrider.world.recipes.yard import Box, Yard

CARS: Final = ("hatchback_0", "hatchback_2", "saloon_1", "saloon_3", "estate_0", "estate_2",
               "suv_car_1", "van_0")  # fmt: skip
LORRIES: Final = ("articulated_lorry_0", "articulated_lorry_1", "articulated_lorry_2")
TRUCKS: Final = ("small_truck_0", "small_truck_1", "small_truck_2")
FORKLIFTS: Final = ("forklift_0", "forklift_1")
WORKERS: Final = ("worker_0", "worker_1")
PALLETS: Final = ("pallet_stack_0", "pallet_stack_1", "pallet_stack_2", "cement_bags_0",
                  "cement_bags_1", "pallet_0", "pallet_1")  # fmt: skip
GOODS: Final = (*PALLETS, "crate_0", "crate_1", "crate_2", "spool_0", "spool_1")
BARRELS: Final = ("barrel_0", "barrel_1", "barrel_2", "barrel_3")
CONTAINERS: Final = ("container_40_0", "container_40_1", "container_40_2", "container_40_3")
SHORT: Final = ("container_20_0", "container_20_1", "container_20_2", "container_20_3")
CONTAINER_M: Final = 2.59
HALL_M: Final = (40.0, 30.0)
STORE_M: Final = (34.0, 54.0)
HALL_APART_M: Final = 15.55
"""From the middle of a plot to the middle of each of two halls side by side."""
PAIR_M: Final = 62.95
"""What two halls side by side take."""
QUARTER: Final = 0.5 * math.pi
_APRON_M: Final = 6.6


def hall_rows(yard: Yard) -> list[float]:
    """Where the middles of the halls of a works stand, across."""
    return [-HALL_APART_M, HALL_APART_M] if yard.width_m >= PAIR_M else [0.0]


def works(yard: Yard) -> None:
    """One hall or two side by side, gates to the road, coolers and goods behind."""
    yard.pave("concrete")
    look = int(yard.dice.one(0, 2))
    x = yard.front - _APRON_M - 0.5 * HALL_M[0]
    for y in hall_rows(yard):
        yard.house(f"factory_hall_{look}", "factory_hall", HALL_M, x, y)
    back = x - 0.5 * HALL_M[0]
    if back + yard.front > 4.0:
        middle = 0.5 * (back - yard.front)
        if yard.dice.one() < 0.4:
            yard.put(
                "chimney_stack_1", middle, yard.side * (0.5 if yard.dice.one() < 0.5 else -0.5)
            )
        yard.row(("cooling_unit_0", "cooling_unit_1"), 4, (middle, -0.75 * yard.side),
                 (0.0, 0.5 * yard.side), share=0.4 + 0.5 * yard.density)  # fmt: skip
    _lean_goods(yard, x)
    yard.strew((*FORKLIFTS, *WORKERS), 3.0 * yard.density,
               (x + 22.0, -yard.side, yard.front, yard.side))  # fmt: skip


def _lean_goods(yard: Yard, x: float) -> None:
    """Goods in front of the halls, beside their gates, and behind them."""
    ends = (-yard.front, -yard.side, x - 20.6, yard.side)
    yard.strew((*GOODS, *BARRELS), 40.0 * yard.density, ends, square=True)
    free = (x + 21.4, -yard.side, x + 23.4, yard.side)
    yard.strew(PALLETS, 16.0 * yard.density, free, square=True)
    outer = yard.side - hall_rows(yard)[-1] - 15.9
    if outer > 1.0:
        for y0, y1 in ((-yard.side, -yard.side + outer), (yard.side - outer, yard.side)):
            yard.strew((*GOODS, *BARRELS), 24.0 * yard.density, (x - 18.0, y0, x + 18.0, y1),
                       square=True)  # fmt: skip


def logistics(yard: Yard) -> None:
    """A warehouse whose docks look at a yard for lorries."""
    yard.pave("concrete")
    x = -yard.front + 0.1 + 17.9
    yard.house(f"warehouse_{int(yard.dice.one(0, 3))}", "warehouse", STORE_M, x, 0.0)
    dock = x + 17.95
    room = yard.front - dock
    for k in range(6):
        y = (k - 1.6) * 5.4
        yard.put("road_line_12x0.12_1", dock + 6.5, y + 2.7, paint=True)
        if yard.dice.one() < 0.25 + 0.6 * yard.density:
            long = room > 16.6 and yard.dice.one() < 0.7
            name = yard.dice.pick(LORRIES if long else TRUCKS)
            yard.put(name, dock + 0.05 + (8.33 if long else 3.25), y, gap=0.02)
    yard.row(CARS, 3, (dock + 4.0, -24.0), (0.0, 2.8), share=0.6)
    corner = (dock + 1.0, -yard.side, yard.front, -12.5)
    yard.strew(PALLETS, 14.0 * yard.density, corner, square=True)
    yard.strew((*FORKLIFTS, *WORKERS), 4.0 * yard.density, (dock, -14.0, yard.front, yard.side))
    for y0, y1 in ((-yard.side, -27.6), (27.6, yard.side)):
        yard.strew(GOODS, 26.0 * yard.density, (-yard.front, y0, x + 14.0, y1), square=True)


def tanks(yard: Yard) -> None:
    """A tank farm inside a bund, with pumps, a filling place and guard rails before it."""
    yard.pave("gravel")
    x0, x1 = -yard.front + 1.0, -yard.front + 42.0
    w = yard.side - 1.0
    yard.pave("concrete", (x0, -w, x1, w))
    corners = ((x0, -w), (x1, -w), (x1, w), (x0, w))
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        yard.wall(a, b, height=0.9)
    columns = max(int((2.0 * w - 2.0) / 21.0), 1)
    for k in range(columns):
        y = (k - 0.5 * (columns - 1)) * (2.0 * w / columns)
        yard.wall((x0, y + w / columns), (x1, y + w / columns), height=0.6)
        for x in (x0 + 10.6, x0 + 30.4):
            name = yard.dice.pick(("storage_tank_0", "storage_tank_1", "storage_tank_2"))
            yard.put(name, x, y, gap=0.1)
    for k in range(int((2.0 * w) / 4.0)):
        yard.put("guard_rail_0", x1 + 1.0, -w + 2.0 + 4.0 * k, turn=QUARTER, gap=0.0)
    yard.put("fuel_truck_0", x1 + 4.2, -0.4 * w, turn=QUARTER)
    yard.put("fuel_truck_1", x1 + 4.2, 0.25 * w, turn=-QUARTER)
    yard.row(("switch_cabinet_0", "switch_cabinet_1"), 4, (x1 + 2.2, 0.6 * w), (0.0, 1.5))
    yard.strew(("fire_hydrant_0", *WORKERS, *BARRELS), 6.0 * yard.density,
               (x1 + 1.6, -w, yard.front, w))  # fmt: skip


def silos(yard: Yard) -> None:
    """Silos in rows, heaps of bulk goods and conveyors that rise to the silos."""
    yard.pave("gravel")
    back = -yard.front + 6.0
    yard.pave("concrete", (-yard.front, -yard.side, back + 8.0, yard.side))
    count = int(yard.width_m / 13.0)
    for k in range(count):
        y = (k - 0.5 * (count - 1)) * 12.6
        yard.put(("silo_0", "silo_0", "silo_1")[int(yard.dice.one(0, 3))], back - 1.0, y)
        if k % 2 == 0:
            yard.put(f"conveyor_{k // 2 % 2}", back + 9.2, y, turn=math.pi)
            yard.heap(back + 20.5, y, 4.6 + yard.dice.one(), 2.4 + yard.dice.one(), "gravel")
        else:
            surface = yard.dice.pick(("sand", "soil", "gravel"))
            yard.heap(back + 17.0, y, 5.0 + yard.dice.one(), 2.4 + yard.dice.one(), surface)
    free = (back + 26.0, -yard.side, yard.front, yard.side)
    yard.row(TRUCKS, 3, (back + 33.0, -0.6 * yard.side), (0.0, 0.6 * yard.side), share=0.6,
             turn=QUARTER, sway=0.1)  # fmt: skip
    yard.put("switch_cabinet_2", back + 6.0, 0.5 * yard.side)
    yard.strew((*PALLETS, *BARRELS, *WORKERS), 18.0 * yard.density, free)


def containers(yard: Yard) -> None:
    """Containers by colour in stacks, three abreast, between lanes for those who carry them."""
    yard.pave("concrete")
    lanes = max(int((yard.depth_m - 6.0) / 14.5), 1)
    along = max(int((yard.width_m - 4.0) / 12.9), 1)
    for lane in range(lanes):
        x0 = (lane - 0.5 * (lanes - 1)) * 14.5
        yard.put(f"road_line_{along * 12.9:g}x0.15_1", x0 + 5.0, 0.0, turn=QUARTER, paint=True)
        for row in range(3):
            for k in range(along):
                y = (k - 0.5 * (along - 1)) * 12.9
                if yard.dice.one() < 0.35 + 0.6 * yard.density:
                    _stack(yard, x0 + (row - 1.0) * 2.62, y)
    yard.strew((*FORKLIFTS, *WORKERS, *TRUCKS), 5.0 * yard.density,
               (-yard.front, -yard.side, yard.front, yard.side), square=True)  # fmt: skip


def _stack(yard: Yard, x: float, y: float) -> None:
    """One to four containers on one another; at times two short ones in place of a long one."""
    high = 1 + int(yard.dice.one() ** 1.4 * 3.6)
    feet = [y - 3.05, y + 3.05] if yard.dice.one() < 0.25 else [y]
    for foot in feet:
        names = SHORT if len(feet) == 2 else CONTAINERS
        for level in range(high):
            turn = QUARTER if yard.dice.one() < 0.5 else -QUARTER
            if not yard.put(yard.dice.pick(names), x, foot, turn=turn, lift=level * CONTAINER_M,
                            gap=0.02):  # fmt: skip
                break


def power(yard: Yard) -> None:
    """The power house: a hall, two stacks, coolers, a transformer yard and a water tower."""
    yard.pave("concrete")
    x = yard.front - _APRON_M - 0.5 * HALL_M[0]
    yard.house("factory_hall_0", "power_house", HALL_M, x, -yard.side + 16.0)
    wall = -yard.side + 31.5
    yard.put("chimney_stack_1", -0.35 * yard.front, wall + 3.0)
    yard.put("chimney_stack_0", -0.7 * yard.front, wall + 4.0)
    yard.put("transformer_yard_1", yard.front - 7.5, yard.side - 10.5)
    yard.put("water_tower_0", -yard.front + 6.0, yard.side - 6.5)
    yard.row(("cooling_unit_1",), 3, (-8.0, yard.side - 12.0), (5.6, 0.0))
    yard.row(
        ("switch_cabinet_0", "switch_cabinet_1"), 4, (6.0, wall + 1.2), (1.8, 0.0), turn=QUARTER
    )
    yard.put("pipe_rack_0", -0.1 * yard.front, wall + 9.0)
    area = (-yard.front, wall, yard.front, yard.side)
    yard.strew((*GOODS, *BARRELS, *WORKERS), 14.0 * yard.density, area)


def scrap(yard: Yard) -> None:
    """Heaps of scrap, wrecks, tyres and old containers on gravel."""
    yard.pave("gravel")
    whole = _inner(yard)
    yard.row(SHORT, 5, (-yard.front + 2.0, -0.7 * yard.side), (0.0, 0.35 * yard.side), turn=QUARTER,
             share=0.8, sway=0.02)  # fmt: skip
    half = (-yard.front, -yard.side, 0.5 * yard.front, yard.side)
    yard.strew(("scrap_heap_0", "scrap_heap_1"), 8.0 + 10.0 * yard.density, half)
    yard.strew(("car_wreck_0", "car_wreck_1", "car_wreck_2", "pickup_wreck_0", "pickup_wreck_1"),
               5.0 + 8.0 * yard.density, half)  # fmt: skip
    yard.strew(("tyre_pile_0", "tyre_pile_1", "oil_drum_1", "oil_drum_3", "spool_0",
                "broken_trailer_0", "pallet_0"), 26.0 * yard.density, whole)  # fmt: skip
    yard.strew((*WORKERS, *TRUCKS), 3.0 * yard.density, whole, square=True)


def storage(yard: Yard) -> None:
    """Goods in rows on pallets, drums of cable, a shed and a lorry."""
    yard.pave("asphalt" if yard.dice.one() < 0.5 else "gravel")
    yard.put("shed_2", -yard.front + 2.0, yard.side - 3.0)
    yard.put("container_20_1", -yard.front + 2.0, -yard.side + 5.0, turn=QUARTER)
    columns = int((yard.width_m - 12.0) / 9.0)
    for k in range(columns):
        kinds = yard.dice.pick((("pallet_stack_0",), ("pallet_stack_1",), ("pallet_stack_2",),
                                ("cement_bags_0", "cement_bags_1"), ("crate_0", "crate_2"),
                                ("spool_0", "spool_1"), ("pallet_1",), BARRELS))  # fmt: skip
        y = (k - 0.5 * (columns - 1)) * 9.0
        for row in range(3):
            yard.row(kinds, int((yard.depth_m - 22.0) / 1.75), (-yard.front + 8.0, y + 1.6 * row),
                     (1.75, 0.0), share=0.25 + 0.6 * yard.density, sway=0.06)  # fmt: skip
    yard.put(yard.dice.pick(LORRIES), yard.front - 4.0, 0.2 * yard.side, turn=QUARTER)
    yard.strew((*FORKLIFTS, *WORKERS, *GOODS), 8.0 * yard.density, _inner(yard))


def office(yard: Yard) -> None:
    """The offices on a lawn, with a car park before them."""
    w = yard.side
    name = sized_name("concrete_office", 34.0, 14.0, 4, 1)
    yard.house(name, "office", (14.0, 34.0), -yard.front + 9.0, 0.0, storeys=4)
    yard.pave("concrete", (-yard.front + 16.0, -6.0, -yard.front + 21.0, 6.0))
    start = -yard.front + 21.0
    yard.pave("asphalt", (start, -w, yard.front, w))
    _cars(yard, (start, -w + 1.5, yard.front, w - 1.5))
    for y in (-12.0, -7.0, 7.0, 12.0):
        yard.put("planter_0", -yard.front + 18.6, y)
        yard.put("bollard_2", -yard.front + 20.6, y)
        yard.put("slatted_bench_0", -yard.front + 18.6, y + math.copysign(2.4, y))
    lawn = (-yard.front, 18.5, start - 1.0, w)
    for box in (lawn, (lawn[0], -w, lawn[2], -18.5)):
        yard.strew(
            ("birch_2", "round_shrub_0", "round_shrub_1", "hedge_0"), 4.0 + 5.0 * yard.density, box
        )
    yard.put("bicycle_rack_0", -yard.front + 18.4, 16.5)
    yard.strew(("man_0", "woman_0"), 3.0 * yard.density, (start - 4.0, -w, start, w))


def _cars(yard: Yard, box: Box) -> None:
    """Bays on both sides of lanes along the yard."""
    x0, y0, x1, y1 = box
    for x in (x0 + 2.6, x0 + 13.8, x0 + 18.9):
        if x + 2.5 > x1:
            break
        count = int((y1 - y0) / 2.6)
        for k in range(count + 1):
            yard.put("road_line_5x0.12_0", x, y0 + 2.6 * k, paint=True)
        yard.row(CARS, count, (x, y0 + 1.3), (0.0, 2.6), share=0.2 + 0.6 * yard.density,
                 turn=0.0 if yard.dice.one() < 0.5 else math.pi, sway=0.02)  # fmt: skip


def parking(yard: Yard) -> None:
    """A park for lorries."""
    yard.pave("asphalt")
    count = int((yard.width_m - 4.0) / 4.2)
    for bank, x in enumerate((-yard.front + 10.0, yard.front - 9.5)):
        for k in range(count + 1):
            y = (k - 0.5 * count) * 4.2
            yard.put("road_line_17x0.15_0", x, y, paint=True)
        names = LORRIES if bank == 0 else (*LORRIES, *TRUCKS, "van_0", "fuel_truck_1")
        yard.row(names, count, (x, -0.5 * (count - 1) * 4.2), (0.0, 4.2),
                 share=0.15 + 0.45 * yard.density, sway=0.015)  # fmt: skip


def reserve(yard: Yard) -> None:
    """Ground kept for later: grass, what was left there, bushes and young trees."""
    yard.strew(("birch_2", "round_shrub_1", "bramble_0", "bramble_1", "gorse_1"),
               8.0 + 22.0 * yard.age, _inner(yard))  # fmt: skip
    yard.strew(("pallet_0", "oil_drum_3", "container_20_0", "spool_1", "tyre_pile_0", "stump_0"),
               8.0 * yard.density, _inner(yard))  # fmt: skip


def _inner(yard: Yard) -> Box:
    return (-yard.front, -yard.side, yard.front, yard.side)


KINDS: Final[dict[str, Callable[[Yard], None]]] = {
    "works": works, "logistics": logistics, "tanks": tanks, "silos": silos,
    "containers": containers, "power": power, "scrap": scrap, "storage": storage,
    "office": office, "parking": parking, "reserve": reserve,
}  # fmt: skip
SHARES: Final = {
    "works": 9.0, "logistics": 4.0, "containers": 3.5, "tanks": 2.6, "silos": 2.4, "storage": 2.6,
    "scrap": 1.6, "power": 0.8, "parking": 0.8,
}  # fmt: skip
