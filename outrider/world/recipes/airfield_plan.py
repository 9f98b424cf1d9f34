"""Where everything of an airfield lies, in metres along the runway and across it from the apron.

The origin is on the apron; the runway lies to the right of it, the gate and the road to the left.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Airfield
from outrider.world.recipes.sites import House, Item, Site

F64 = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Least and largest place along, least and largest across."""

RUNWAY_HALF_M: Final = 15.0
RUNWAY_V: Final = -172.0
TAXI_HALF_M: Final = 7.0
TAXI_V: Final = -88.0
APRON: Final[Box] = (-132.0, 136.0, -48.0, 52.0)
LINKS: Final = (-78.0, 78.0)
"""Where taxiways join the apron to the parallel one."""
LANE_V: Final = -32.0
"""The taxi lane along the apron."""
HANGARS: Final = (-112.0, -80.5, -49.0, -17.5)
HANGAR_V: Final = 64.5
HALLS: Final[Box] = (-127.0, -2.0, 51.0, 78.0)
"""The ground that the hangars stand on."""
FENCE_V: Final = (-238.0, 82.0)
GATE_U: Final = 118.0
GATE_HALF_M: Final = 4.5
ROAD_V: Final = 150.0
ROAD_HALF_M: Final = 3.3
CAR_PARK: Final[Box] = (18.0, 94.0, 92.0, 120.0)
FUEL: Final[Box] = (-172.0, -132.0, 2.0, 44.0)
HOUSES: Final = (
    House(name="terminal", kind="terminal", item=Item("terminal_0", 50.0, 62.0, 90.0), storeys=2),
    House(
        name="control_tower",
        kind="tower",
        item=Item("control_tower_1", 92.0, 64.0, -90.0),
        storeys=6,
    ),
    House(name="gatehouse", kind="kiosk", item=Item("kiosk_0", GATE_U + 8.5, 87.0, 180.0)),
    House(name="water_tower", kind="tower", item=Item("water_tower_0", -150.0, 100.0)),
)
THINGS: Final = (
    Item("storage_tank_1", -164.0, 34.0), Item("storage_tank_1", -164.0, 20.0),
    Item("fuel_truck_0", -143.0, 26.0, -90.0), Item("fuel_truck_1", 25.0, -21.0, 170.0),
    Item("wind_sock_0", -34.0, -126.0, 40.0), Item("container_20_0", -128.0, 76.0, 90.0),
    Item("container_20_2", -124.8, 76.0, 90.0), Item("city_bus_0", 60.0, 86.5, 0.0),
    Item("van_1", 73.0, 44.0, 30.0), Item("small_truck_0", 108.0, 40.0, -100.0),
    Item("pallet_stack_0", -96.3, 53.5, 5.0), Item("crate_1", -33.2, 53.5, 25.0),
    Item("pickup_1", 84.0, 48.5, 180.0), Item("light_aircraft_1", -81.5, 67.0, -90.0),
    Item("light_aircraft_2", -17.0, 68.0, -88.0),
)  # fmt: skip


@dataclass(frozen=True)
class Way:
    """A runway or taxiway: a straight line with a width."""

    name: str
    kind: str
    a: tuple[float, float]
    b: tuple[float, float]
    half_m: float


class AirfieldPlan:
    """Sizes that depend on the specification, and the frame that turns the plan into the world."""

    def __init__(self, seed: int, spec: Airfield) -> None:
        chance = Stream(seed, "airfield").uniform(0, 6)
        self.seed, self.spec = seed, spec
        self.site = Site((0.0, 0.0), 0.14 * (chance[0] - 0.5), mirrored=bool(chance[1] < 0.5))
        self.length_m = max(min(spec.runway_m, spec.size_m - 150.0), 300.0)
        self.middle_m = (chance[2] - 0.5) * min(60.0, max(spec.size_m - 170.0 - self.length_m, 0.0))
        self.hour = 360.0 * chance[3]
        """Where the wind blows to, deg."""

    @property
    def ends(self) -> tuple[float, float]:
        """Where the runway begins and ends along the site."""
        half = 0.5 * self.length_m
        return self.middle_m - half, self.middle_m + half

    @property
    def fence(self) -> Box:
        """The ground within the perimeter."""
        low, high = self.ends
        return min(low - 42.0, FUEL[0] - 10.0), max(high + 42.0, APRON[1] + 14.0), *FENCE_V

    @property
    def crossings(self) -> tuple[float, ...]:
        """Where taxiways meet the runway: at both ends and between."""
        low, high = self.ends
        between = (low + 0.3 * self.length_m, low + 0.66 * self.length_m)
        clear = [u for u in between if min(abs(u - link) for link in LINKS) > 40.0]
        inner = clear if self.length_m > 500.0 else []
        return (low + TAXI_HALF_M + 2.0, *inner, high - TAXI_HALF_M - 2.0)

    def ways(self) -> list[Way]:
        """The runway first, then the parallel taxiway, the crossings, the links to the apron."""
        low, high = self.ends
        first, last = min(self.crossings[0], LINKS[0]), max(self.crossings[-1], LINKS[1])
        made = [
            Way("runway_09_27", "runway", (low, RUNWAY_V), (high, RUNWAY_V), RUNWAY_HALF_M),
            Way("taxiway_a", "taxiway", (first, TAXI_V), (last, TAXI_V), TAXI_HALF_M),
        ]
        for k, u in enumerate(self.crossings):
            made.append(
                Way(f"taxiway_b{k + 1}", "taxiway", (u, TAXI_V), (u, RUNWAY_V), TAXI_HALF_M)
            )
        for k, u in enumerate(LINKS):
            made.append(Way(f"taxiway_c{k + 1}", "taxiway", (u, LANE_V), (u, TAXI_V), TAXI_HALF_M))
        made.append(Way("apron_lane", "taxiway", (-118.0, LANE_V), (118.0, LANE_V), TAXI_HALF_M))
        return made

    def paved(self) -> list[tuple[Box, str]]:
        """Rectangles of asphalt and concrete."""
        made = []
        for way in self.ways()[:-1]:
            (a, c), (b, d) = way.a, way.b
            h = way.half_m
            extra = 60.0 if way.kind == "runway" and self.length_m > 500.0 else 0.0
            if c == d:
                extra = extra or (h if way.kind == "taxiway" else 0.0)
                made.append(((min(a, b) - extra, max(a, b) + extra, c - h, c + h), "asphalt"))
            else:
                made.append(((a - h, a + h, min(c, d), max(c, d)), "asphalt"))
        made += [
            (APRON, "concrete"), (HALLS, "concrete"), (FUEL, "concrete"), (CAR_PARK, "asphalt"),
            ((GATE_U - 4.0, GATE_U + 4.0, APRON[3] - 1.0, ROAD_V), "asphalt"),
            ((CAR_PARK[0], GATE_U, 82.0, 92.0), "asphalt"),
            ((24.0, 76.0, 70.0, 82.5), "concrete"), ((76.0, 112.0, 48.0, 56.0), "concrete"),
        ]  # fmt: skip
        return made

    def corners(self) -> list[tuple[float, float, float]]:
        """Place and half the diagonal of the squares that round off junctions."""
        made = []
        for u in self.crossings:
            side = [s for s in (-1.0, 1.0) if self.ends[0] < u + 20.0 * s < self.ends[1]]
            made += [(u + s * TAXI_HALF_M, RUNWAY_V + RUNWAY_HALF_M, 16.0) for s in side]
            made += [(u + s * TAXI_HALF_M, TAXI_V - TAXI_HALF_M, 11.0) for s in side]
        for u in LINKS:
            for s in (-1.0, 1.0):
                made.append((u + s * TAXI_HALF_M, TAXI_V + TAXI_HALF_M, 11.0))
                made.append((u + s * TAXI_HALF_M, APRON[2], 11.0))
        return made

    def from_paved(self, local: F64) -> F64:
        """``(n,)`` distance from the nearest pavement, in the plan."""
        nearest = np.full(len(local), np.inf)
        for box, _ in self.paved():
            nearest = np.minimum(nearest, outside(box, local))
        for u, v, reach in self.corners():
            away = np.abs(local - (u, v)).sum(axis=1) - reach
            nearest = np.minimum(nearest, np.maximum(away * math.sqrt(0.5), 0.0))
        return nearest

    def stands(self) -> list[tuple[float, float, float]]:
        """Where aircraft park on the apron, with their heading, deg."""
        places = [-122.0 + 16.0 * k for k in range(6)] + [36.0 + 16.0 * k for k in range(6)]
        return [(u, -9.0, -90.0) for u in places]

    def fence_lines(self) -> list[list[tuple[float, float]]]:
        """The perimeter from one side of the gate round to the other, and beside the terminal."""
        u0, u1, v0, v1 = self.fence
        return [
            [(GATE_U + GATE_HALF_M, v1), (u1, v1), (u1, v0), (u0, v0), (u0, v1), (22.0, v1),
             (22.0, 62.0), (29.5, 62.0)],
            [(70.5, 62.0), (78.0, 62.0), (78.0, v1), (GATE_U - GATE_HALF_M, v1)],
        ]  # fmt: skip


def outside(box: Box, local: F64) -> F64:
    """``(n,)`` how far places lie outside a rectangle, 0 within."""
    u0, u1, v0, v1 = box
    du = np.maximum(np.maximum(u0 - local[:, 0], local[:, 0] - u1), 0.0)
    dv = np.maximum(np.maximum(v0 - local[:, 1], local[:, 1] - v1), 0.0)
    return np.asarray(np.hypot(du, dv))


def arc(middle: tuple[float, float], radius: float, start_deg: float, turn_deg: float) -> F64:
    """``(n, 2)`` points of an arc about 1.5 m apart."""
    count = max(math.ceil(math.radians(abs(turn_deg)) * radius / 1.5), 2)
    angle = np.radians(start_deg + turn_deg * np.linspace(0.0, 1.0, count + 1))
    return np.asarray(middle + radius * np.column_stack([np.cos(angle), np.sin(angle)]))
