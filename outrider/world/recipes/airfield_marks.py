"""Paint, lights and signs of an airfield."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.recipes.airfield_plan import (
    APRON,
    CAR_PARK,
    GATE_U,
    LANE_V,
    LINKS,
    ROAD_HALF_M,
    ROAD_V,
    RUNWAY_HALF_M,
    RUNWAY_V,
    TAXI_HALF_M,
    TAXI_V,
    AirfieldPlan,
    arc,
)
from outrider.world.recipes.lines import spaced
from outrider.world.recipes.sites import Item

F64 = NDArray[np.float64]

BEND_M: Final = 20.0
"""Radius of the yellow lines where taxiways meet."""
BAY_M: Final = 2.6
HELIPAD: Final = (0.0, 27.0)


def paint(plan: AirfieldPlan) -> list[Item]:
    """All marks on the airfield."""
    return [*_runway(plan), *_taxi_lines(plan), *_holds(plan), *_apron(plan), *_car_park()]


def _runway(plan: AirfieldPlan) -> list[Item]:
    low, high = plan.ends
    made = []
    for start, way, number in ((low, 1.0, 0), (high, -1.0, 1)):
        turn = 0.0 if way > 0 else 180.0
        for across in (2.7, 6.0, 9.3, 12.6):
            made += [
                Item("mark_threshold_0", start + way * 21.0, RUNWAY_V + s * across) for s in (1, -1)
            ]
        made.append(Item("mark_end_0", start + way * 1.5, RUNWAY_V))
        made.append(Item(f"mark_number_{number}", start + way * 48.0, RUNWAY_V, turn))
        for ahead, name, across in (
            (150.0, "mark_touchdown_0", 7.5), (250.0, "mark_aiming_0", 7.5),
            (400.0, "mark_touchdown_0", 7.5),
        ):  # fmt: skip
            if ahead < 0.5 * plan.length_m - 30.0:
                made += [Item(name, start + way * ahead, RUNWAY_V + s * across) for s in (1, -1)]
    dashes = np.arange(plan.middle_m, high - 85.0, 50.0)
    both = sorted({*dashes.tolist(), *(2.0 * plan.middle_m - dashes).tolist()})
    made += [Item("mark_centre_0", u, RUNWAY_V) for u in both]
    edges = np.linspace(low + 25.0, high - 25.0, math.ceil(plan.length_m / 50.0))
    made += [Item("mark_edge_0", u, RUNWAY_V + s * 14.2) for u in edges.tolist() for s in (1, -1)]
    return made


def _line(points: F64, name: str, step_m: float) -> list[Item]:
    at, heading = spaced(points, step_m)
    return [
        Item(name, float(u), float(v), math.degrees(a))
        for (u, v), a in zip(at, heading, strict=True)
    ]


def _taxi_lines(plan: AirfieldPlan) -> list[Item]:
    """Straight middle lines, and arcs from each to the next."""
    made = []
    for way in plan.ways()[1:]:
        made += _line(np.array([way.a, way.b]), "mark_taxi_0", 10.0)
    first, last = plan.ways()[1].a[0], plan.ways()[1].b[0]
    for u in plan.crossings:
        made += _turns(u, TAXI_V, -1.0, (first, last))
        made += _turns(u, RUNWAY_V, 1.0, plan.ends)
    for u in LINKS:
        made += _turns(u, TAXI_V, 1.0, (first, last))
        made += _turns(u, LANE_V, -1.0, (-118.0, 118.0))
    return made


def _turns(u: float, v: float, side: float, bounds: tuple[float, float]) -> list[Item]:
    """Arcs from a line along at ``v`` into one across at ``u``, which leaves to ``side``."""
    made = []
    for s in (-1.0, 1.0):
        if bounds[0] - 1.0 <= u + s * BEND_M <= bounds[1] + 1.0:
            middle = (u + s * BEND_M, v + side * BEND_M)
            made += _line(
                arc(middle, BEND_M, -90.0 * side, -90.0 * s * side), "mark_taxi_short_0", 1.5
            )
    return made


def _holds(plan: AirfieldPlan) -> list[Item]:
    """Lines before which one waits for the runway; the unbroken ones towards the taxiway."""
    return [Item("mark_hold_0", u, RUNWAY_V + 42.0, -90.0) for u in plan.crossings]


def _apron(plan: AirfieldPlan) -> list[Item]:
    made = [Item("mark_helipad_0", *HELIPAD, 90.0), Item("mark_ring_0", -34.0, -126.0)]
    for u, v, _ in plan.stands():
        made.append(Item("mark_stand_0", u, v - 4.0, -90.0))
        made += _line(np.array([(u, LANE_V), (u, v - 8.0)]), "mark_taxi_short_0", 1.5)
    return made


def _car_park() -> list[Item]:
    """Bays in four rows, and the middle lines of the roads."""
    made = []
    count = int((CAR_PARK[1] - CAR_PARK[0] - 4.0) / BAY_M)
    for v in _bay_rows():
        made += [
            Item("mark_bay_0", CAR_PARK[0] + 2.0 + BAY_M * k, v, 90.0) for k in range(count + 1)
        ]
    made += [
        Item("mark_dash_0", GATE_U, v, 90.0) for v in np.arange(96.0, ROAD_V - 6.0, 9.0).tolist()
    ]
    return made


def _bay_rows() -> tuple[float, ...]:
    v0, v1 = CAR_PARK[2:]
    return (v0 + 2.6, v1 - 2.6, 0.5 * (v0 + v1) + 2.5, 0.5 * (v0 + v1) - 2.5)


def bays() -> list[tuple[float, float, float]]:
    """Where cars may stand, with their headings, deg."""
    count = int((CAR_PARK[1] - CAR_PARK[0] - 4.0) / BAY_M)
    turns = (-90.0, 90.0, -90.0, 90.0)
    return [(CAR_PARK[0] + 2.0 + BAY_M * (k + 0.5), v, turn)
            for v, turn in zip(_bay_rows(), turns, strict=True) for k in range(count)]  # fmt: skip


def lights(plan: AirfieldPlan) -> list[Item]:
    """White at the runway's edges, green at its ends, blue along taxiways, and the glide path's."""
    low, high = plan.ends
    made = []
    count = max(round(plan.length_m / 50.0), 2)
    white = np.linspace(low, high, count + 1).tolist()
    edge = RUNWAY_HALF_M + 1.5
    made += [Item("runway_light_0", u, RUNWAY_V + s * edge) for u in white for s in (1, -1)
             if s < 0 or min(abs(u - c) for c in plan.crossings) > 25.0]  # fmt: skip
    for end, s in ((low, -1.0), (high, 1.0)):
        made += [
            Item("runway_light_2", end + s * 1.0, RUNWAY_V + v)
            for v in np.linspace(-15, 15, 11).tolist()
        ]
    made += [Item("runway_light_1", u, v) for u, v in _blue(plan)]
    if min(abs(low + 250.0 - c) for c in plan.crossings) > 24.0:
        made += [Item(f"papi_unit_{k // 2}", low + 250.0, RUNWAY_V + edge + 10.5 + 6.0 * k)
                 for k in range(4)]  # fmt: skip
    return made


def _blue(plan: AirfieldPlan) -> list[tuple[float, float]]:
    """Along the edges of taxiways where nothing else is paved."""
    made: list[tuple[float, float]] = []
    for way in plan.ways()[1:-1]:
        at, heading = spaced(np.array([way.a, way.b]), 25.0)
        side = np.column_stack([-np.sin(heading), np.cos(heading)]) * (TAXI_HALF_M + 1.5)
        made += [(float(u), float(v)) for u, v in np.vstack([at + side, at - side])]
    points = np.array(made)
    clear = plan.from_paved(points) > 1.0
    return [(float(u), float(v)) for u, v in points[clear]]


def signs(plan: AirfieldPlan) -> list[Item]:
    """Boards before the runway and at junctions, square to those who pass."""
    made = []
    for u in plan.crossings:
        made.append(Item("airfield_sign_0", u - TAXI_HALF_M - 5.0, RUNWAY_V + 44.0, 90.0))
        made.append(Item("airfield_sign_2", u + TAXI_HALF_M + 4.0, RUNWAY_V + 44.0, 90.0))
    left = TAXI_HALF_M + 3.0
    return made + [Item("airfield_sign_1", u - left, TAXI_V + 24.0, 90.0) for u in LINKS]


def lamps() -> list[Item]:
    """Tall lamps at the apron's far edge, about the car park and along the road."""
    made = [
        Item("street_lamp_0", u, APRON[3] + 2.0, -90.0)
        for u in (-130.0, -96.5, -65.0, -33.0, 5.0, 128.0)
    ]
    made += [Item("street_lamp_0", u, CAR_PARK[3] + 1.0, -90.0) for u in (20.0, 45.0, 70.0, 93.0)]
    made += [Item("street_lamp_0", GATE_U + 5.5, v, 180.0) for v in (98.0, 122.0)]
    return made


def road_dashes(line: F64) -> list[Item]:
    """The middle and side lines of the public road, along a line in the site's frame."""
    middle = _line(line, "mark_dash_0", 9.0)
    sides = []
    for s in (-1.0, 1.0):
        edge = line + np.array((0.0, s * (ROAD_HALF_M - 0.25)))
        sides += [one for one in _line(edge, "mark_side_0", 20.0)
                  if s > 0 or abs(one.along - GATE_U) > 14.0]  # fmt: skip
    return middle + sides
