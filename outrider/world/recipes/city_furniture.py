"""What stands on the streets of a city: cars, lamps, trees, lights, signs, people."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.worlds import City
from outrider.world.assets.paving import KERB_M
from outrider.world.recipes.city_marks import Zebras
from outrider.world.recipes.city_streets import AVENUE, Arm, Network, Side, left_of
from outrider.world.recipes.dice import Dice
from outrider.world.recipes.setting import Setting

F64 = NDArray[np.float64]

CARS: Final = (
    ("hatchback", 3.0), ("saloon", 2.6), ("estate", 2.0), ("suv_car", 2.2), ("van", 0.9),
    ("sports_car", 0.3), ("pickup", 0.3),
)  # fmt: skip
PLACE_M: Final = 6.0
"""Length of a parking place."""
NO_PARKING_M: Final = 9.0
"""From where a corner's rounding ends to the first place."""
LAMPS_M: Final = 28.0
TREES: Final = ("beech", "birch", "oak", "poplar", "beech", "maple")
# Maker, weight, how far behind the kerb, whether it faces the houses; on avenues alone.
EXTRAS: Final = (
    ("litter_bin", 3.0, 0.55, False, False), ("bench", 2.2, 0.75, True, False),
    ("parking_meter", 2.0, 0.45, True, False), ("fire_hydrant", 1.6, 0.5, False, False),
    ("switch_cabinet", 1.2, 0.5, True, False), ("letter_box", 0.9, 0.6, True, False),
    ("bicycle_rack", 1.5, 1.05, True, False), ("planter", 1.4, 0.7, False, False),
    ("advertising_column", 1.3, 1.2, False, True), ("bollard", 1.2, 0.4, False, False),
)  # fmt: skip


def furnish(setting: Setting, spec: City, streets: Network, zebras: Zebras, *, seed: int) -> None:
    """Everything along the kerbs and at the crossings."""
    sides = [side for block in streets.blocks for side in block.sides if side.length_m > 30.0]
    stops = _bus_stops(setting, sides, seed)
    _cars(setting, spec, sides, zebras, stops, seed)
    _lamps_and_trees(setting, spec, sides, zebras, stops, seed)
    _extras(setting, sides, zebras, stops, seed)
    _people(setting, spec, sides, seed)
    _bollards(setting, sides, zebras, seed)
    _lights_and_signs(setting, streets.arms, zebras, seed)
    _manholes(setting, streets, seed)


def _bus_stops(setting: Setting, sides: list[Side], seed: int) -> dict[int, float]:
    """Places along sides of avenues, by the side's number."""
    dice = Dice(seed, "city", "bus_stops")
    stops: dict[int, float] = {}
    for number, side in enumerate(sides):
        draw, bus, kind = dice.many(3)
        if side.profile is not AVENUE or side.length_m < 62.0 or draw > 0.45:
            continue
        stops[number] = along = 0.36 * side.length_m
        out = side.heading - 0.5 * math.pi
        setting.some("bus_stops", "bus_shelter", side.at(np.array([along]), 1.55), z=KERB_M,
                     heading=out, margin_m=3.0)  # fmt: skip
        if bus < 0.5:
            setting.some(
                "buses", "city_bus", side.at(np.array([along - 1.0]), -1.35), margin_m=8.0,
                variant=int(3.0 * kind), heading=side.heading + math.pi,
            )  # fmt: skip
    return stops


def _cars(
    setting: Setting, spec: City, sides: list[Side], zebras: Zebras, stops: dict[int, float],
    seed: int,
) -> None:  # fmt: skip
    """Parked along the kerbs, as the traffic drives."""
    dice = Dice(seed, "city", "cars")
    points, headings = [], []
    for number, side in enumerate(sides):
        first, last = (cut + NO_PARKING_M for cut in side.cut_m)
        along = np.arange(first + 0.5 * PLACE_M, side.length_m - last - 0.5 * PLACE_M, PLACE_M)
        along = along[dice.many(len(along)) < spec.traffic]
        if number in stops:
            along = along[np.abs(along - stops[number]) > 13.0]
        along = along + dice.between(-0.3, 0.3, len(along))
        aside = -0.5 * side.profile.parking_m - dice.between(0.0, 0.12, len(along))
        points.append(side.at(along, aside))
        headings.append(side.heading + math.pi + dice.between(-0.015, 0.015, len(along)))
    where, heading = np.concatenate(points), np.concatenate(headings)
    free = zebras.clear(where, 7.5)
    where, heading = where[free], heading[free]
    bound = np.cumsum([share for _, share in CARS])
    kind = np.searchsorted(bound / bound[-1], dice.many(len(where)), side="right")
    variant, shade = dice.below(12, len(where)), dice.between(0.9, 1.08, len(where))
    for k, (maker, _) in enumerate(CARS):
        own = np.minimum(kind, len(CARS) - 1) == k
        setting.some("cars", maker, where[own], variant=variant[own], heading=heading[own],
                     tint=shade[own], margin_m=3.0)  # fmt: skip


def _rows(side: Side, offsets: tuple[float, ...]) -> F64:
    """Places along a side, at the same offsets from every lamp."""
    first, last = (cut + 4.0 for cut in side.cut_m)
    lamps = first + 6.0 + LAMPS_M * np.arange(-1, int(side.length_m / LAMPS_M) + 1)
    along = (lamps[:, None] + np.array(offsets)).ravel()
    return np.asarray(along[(along > first) & (along < side.length_m - last)])


def _lamps_and_trees(
    setting: Setting, spec: City, sides: list[Side], zebras: Zebras, stops: dict[int, float],
    seed: int,
) -> None:  # fmt: skip
    dice = Dice(seed, "city", "street_trees")
    for number, side in enumerate(sides):
        out = side.heading - 0.5 * math.pi
        lamps = side.at(_rows(side, (0.0,)), 0.45)
        lamps = lamps[zebras.clear(lamps, 0.6)]
        setting.some("lamps", "street_lamp", lamps, z=KERB_M, heading=out)
        draw, kind = dice.many(2)
        along = _rows(side, (9.3, 18.7))
        shake = dice.many(3 * len(along)).reshape(-1, 3)
        wanted = min(1.0, 1.6 * spec.greenery) if side.profile is AVENUE else spec.greenery
        if draw > wanted:
            continue
        if number in stops:
            along, shake = (a[np.abs(along - stops[number]) > 5.0] for a in (along, shake))
        places = side.at(along, 0.95)
        free = zebras.clear(places, 1.5)
        places, shake = places[free], shake[free]
        setting.some("tree_pits", "tree_pit", places, z=KERB_M, heading=side.heading,
                     variant=int(side.profile is AVENUE))  # fmt: skip
        size = (0.5 if side.profile is AVENUE else 0.42) + 0.14 * shake[:, 0]
        setting.some("street_trees", TREES[int(kind * len(TREES))], places, z=KERB_M, scale=size,
                     variant=(3.0 * shake[:, 1]).astype(int), heading=6.28 * shake[:, 2],
                     tint=0.9 + 0.2 * shake[:, 1])  # fmt: skip


def _extras(
    setting: Setting, sides: list[Side], zebras: Zebras, stops: dict[int, float], seed: int
) -> None:
    dice = Dice(seed, "city", "street_furniture")
    weights = np.array([row[1] for row in EXTRAS])
    bound = np.cumsum(weights) / weights.sum()
    for number, side in enumerate(sides):
        along = _rows(side, (4.6, 14.0, 23.4))
        chance = dice.many(3 * len(along)).reshape(-1, 3)
        kind = np.searchsorted(bound, chance[:, 1], side="right")
        for k, (maker, _, deep, to_houses, wide) in enumerate(EXTRAS):
            own = (kind == k) & (chance[:, 0] < 0.6)
            if number in stops:
                own &= np.abs(along - stops[number]) > 5.0
            places = side.at(along[own], deep)
            if (wide and side.profile is not AVENUE) or not len(places):
                continue
            free = zebras.clear(places, 1.2)
            heading = side.heading + (0.5 if to_houses else -0.5) * math.pi
            setting.some("street_furniture", maker, places[free], z=KERB_M, heading=heading,
                         variant=(12.0 * chance[own][free, 2]).astype(int))  # fmt: skip


def _people(setting: Setting, spec: City, sides: list[Side], seed: int) -> None:
    """People on the pavements, more of them where the town is dense."""
    dice = Dice(seed, "city", "people")
    for side in sides:
        away = float(np.hypot(*(0.5 * (side.a + side.b)))) / max(0.5 * spec.size_m, 250.0)
        count = int(dice.one(0.0, 1.2 + 4.0 * max(0.0, 1.0 - 1.1 * away)))
        chance = dice.many(5 * count).reshape(-1, 5)
        along = 8.0 + (side.length_m - 16.0) * (np.arange(count) + chance[:, 0]) / max(count, 1)
        deep = 1.75 + (side.profile.walk_m - 2.25) * chance[:, 1]
        turn = side.heading + math.pi * (chance[:, 2] < 0.5) + 0.5 * (chance[:, 3] - 0.5)
        points = side.at(along, deep)
        women = chance[:, 4] < 0.5
        for maker, own in (("woman", women), ("man", ~women)):
            setting.some("people", maker, points[own], z=KERB_M, heading=turn[own],
                         variant=(8.0 * chance[own, 3]).astype(int))  # fmt: skip


def _bollards(setting: Setting, sides: list[Side], zebras: Zebras, seed: int) -> None:
    """Beside some corners, where cars might mount the pavement."""
    dice = Dice(seed, "city", "bollards")
    for side in sides:
        draw, kind = dice.many(2)
        if draw < 0.35:
            places = side.at(side.cut_m[0] + np.array([0.2, 1.8, 5.6, 7.2]), 0.32)
            places = places[zebras.clear(places, 0.4)]
            setting.some("bollards", "bollard", places, z=KERB_M, variant=int(3.0 * kind))


def _lights_and_signs(setting: Setting, arms: tuple[Arm, ...], zebras: Zebras, seed: int) -> None:
    """Lights where an avenue passes; else a side street gives way."""
    dice = Dice(seed, "city", "signs")
    for arm in arms:
        draw, kind, variant = dice.many(3)
        maker = ""
        if arm.busy:
            maker = "traffic_light"
        elif zebras.has(arm):
            maker = "crossing_sign"
        elif arm.degree == 3 or draw < 0.4:
            maker = "yield_sign" if kind < 0.6 else "stop_sign"
        elif draw < 0.6:
            maker = "speed_sign" if kind < 0.7 else "no_entry_sign"
        if maker:
            right = left_of(arm.way)
            along = arm.reach_m + (0.1 if arm.busy else 0.5)
            place = arm.origin + along * arm.way + (arm.profile.half_m + 0.5) * right
            setting.some("signs", maker, place, z=KERB_M, variant=int(3.0 * variant),
                         heading=math.atan2(arm.way[1], arm.way[0]))  # fmt: skip


def _manholes(setting: Setting, streets: Network, seed: int) -> None:
    dice = Dice(seed, "city", "manholes")
    for edge in streets.edges:
        a, b = (streets.nodes[node] for node in edge.ends)
        way = (b - a) / np.hypot(*(b - a))
        share = np.array([0.35, 0.68]) + dice.between(-0.06, 0.06, 2)
        aside = edge.profile.lane_m * (dice.below(2, 2) - 0.5)
        points = a + share[:, None] * (b - a) + aside[:, None] * left_of(way)
        setting.some("manholes", "manhole", points, variant=dice.below(2, 2))
