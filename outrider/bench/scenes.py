"""The scenarios that the benchmarks run: teams on closed paths over hills, among trunks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from outrider.scenario.plans import Follow, GoTo, TakeOff
from outrider.scenario.schema import Robot, Scenario
from outrider.scenario.sensors import StateSensor
from outrider.scenario.worlds import Cylinder, Hills

Floats = NDArray[np.float64]
Point = tuple[float, float]

HILLS: Final = Hills(relief_m=3.0, wavelength_m=40.0, size_m=200.0, density=0.0)
TRUNK_RADIUS_M: Final = 0.2
TRUNK_HEIGHT_M: Final = 7.0
TRUNK_SPACING_M: Final = 3.0
GROVE_TRUNKS: Final = 2_000
CIRCLE_POINTS: Final = 16
SETTLE_S: Final = 12.0
"""Long enough to take off, to reach the circle and to be under way."""


class Lap(Struct, frozen=True, kw_only=True):
    """A robot on its circle, counter-clockwise."""

    name: str
    model: str
    centre: Point
    radius_m: float
    speed_mps: float
    height_m: float = 0.0
    """Above zero, for those who fly; 0 = on the ground."""

    @property
    def flies(self) -> bool:
        return self.height_m > 0.0

    @property
    def start(self) -> Point:
        return self.centre[0] + self.radius_m, self.centre[1]

    def points(self, distance_m: float) -> tuple[tuple[float, ...], ...]:
        """The way-points of at least that distance."""
        arc = 2.0 * math.pi * self.radius_m / CIRCLE_POINTS
        angles = [2.0 * math.pi * k / CIRCLE_POINTS for k in range(1, 2 + int(distance_m / arc))]
        flat = [
            (
                self.centre[0] + self.radius_m * math.cos(angle),
                self.centre[1] + self.radius_m * math.sin(angle),
            )
            for angle in angles
        ]
        return tuple((x, y, self.height_m) if self.flies else (x, y) for x, y in flat)

    def robot(self, seconds: float, *, sensing: bool) -> Robot:
        """Under way for that long."""
        path = self.points(self.speed_mps * (seconds + SETTLE_S))
        follow = Follow(path=path, speed_mps=self.speed_mps)
        above = (*self.start, self.height_m)
        climb = (TakeOff(height_m=2.0), GoTo(to=above, speed_mps=self.speed_mps))
        return Robot(
            name=self.name,
            model=self.model,
            position_m=self.start,
            heading_rad=0.5 * math.pi,
            sensors=(StateSensor(),) if sensing else (),
            plan=(*climb, follow) if self.flies else (follow,),
        )


TEAM: Final = (
    Lap(name="ugv0", model="husky", centre=(-12.0, -10.0), radius_m=7.0, speed_mps=0.9),
    Lap(name="ugv1", model="husky", centre=(12.0, -10.0), radius_m=7.0, speed_mps=0.9),
    Lap(name="uav0", model="x500", centre=(-12.0, 10.0), radius_m=8.0, speed_mps=4.0, height_m=6.0),
    Lap(name="uav1", model="x500", centre=(12.0, 10.0), radius_m=8.0, speed_mps=4.0, height_m=6.0),
)
GROVE: Final = (
    *TEAM,
    Lap(name="suv0", model="suv", centre=(0.0, 0.0), radius_m=32.0, speed_mps=4.0),
    Lap(name="uav2", model="x500", centre=(0.0, 40.0), radius_m=6.0, speed_mps=4.0, height_m=5.0),
    Lap(name="uav3", model="x500", centre=(0.0, -42.0), radius_m=6.0, speed_mps=4.0, height_m=5.0),
)


def team(seconds: float, *, trunks: int = 0, sensing: bool = False) -> Scenario:
    """Two Husky and two x500 on hills, each on a circle for at least ``seconds``."""
    return _scenario("team", TEAM, seconds, trunks=trunks, sensing=sensing)


def grove(seconds: float) -> Scenario:
    """Two Husky, an SUV and four x500 in a grove of 2,000 trunks that leaves their lanes free."""
    return _scenario("grove", GROVE, seconds, trunks=GROVE_TRUNKS, sensing=False)


def _scenario(
    name: str, laps: Sequence[Lap], seconds: float, *, trunks: int, sensing: bool
) -> Scenario:
    objects = tuple(
        Cylinder(
            position_m=(float(x), float(y)),
            radius_m=TRUNK_RADIUS_M,
            height_m=TRUNK_HEIGHT_M,
            semantic="trunk",
        )
        for x, y in trunk_places(trunks, laps)
    )
    return Scenario(
        name=name,
        seed=7,
        duration_s=seconds + SETTLE_S,
        world=replace(HILLS, objects=objects),
        robots=tuple(lap.robot(seconds, sensing=sensing) for lap in laps),
    )


def trunk_places(count: int, laps: Iterable[Lap]) -> Floats:
    """(count, 2) a sunflower's seeds that leave the lanes free: more trunks, same density.

    The first of many are the same as those of few.
    """
    k = np.arange(2 * count + 200)
    radius = TRUNK_SPACING_M * np.sqrt((k + 0.5) / math.pi)
    angle = k * math.pi * (3.0 - math.sqrt(5.0))
    places = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    free = np.ones(len(places), bool)
    for lap in laps:
        lane = 2.2 if lap.model == "suv" else 1.5
        off = np.hypot(*(places - lap.centre).T) - lap.radius_m
        free &= np.abs(off) > lane + TRUNK_RADIUS_M
    return np.ascontiguousarray(places[free][:count])
