"""Recipe ``airfield``: a runway with marks and lights, taxiways, an apron with hangars and a tower.

Everything paved is level at height 0 and laid as crisp surfaces; its paint is thin sheets. The land
outside the perimeter is farmland with a public road, and woods on the far side of the runway.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Airfield
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.library import names_of
from outrider.world.places import OUTSIDE, Building, Door, Lane, Road, Room
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes import airfield_marks as marks
from outrider.world.recipes.airfield_plan import (
    APRON,
    FENCE_V,
    GATE_U,
    HANGAR_V,
    HANGARS,
    HOUSES,
    ROAD_HALF_M,
    ROAD_V,
    THINGS,
    AirfieldPlan,
    outside,
)
from outrider.world.recipes.country import Country
from outrider.world.recipes.lines import segments, spaced
from outrider.world.recipes.sites import Item, Site
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

PAINT_LIFT_M: Final = 0.015
RELIEF_M: Final = 5.0
SKINS: Final = {
    "grass": "meadow_ground", "asphalt": "asphalt", "concrete": "concrete", "field": "crop_green",
    "cereal": "crop_ripe", "stubble": "stubble", "soil": "soil_tilled", "ground": "forest_floor",
}  # fmt: skip
WOODS: Final = Layer(
    name="woods",
    apart_m=5.2,
    species=(
        Species(maker="oak", share=1.0, scale=(0.7, 1.1), sink_m=0.15, tint=0.16),
        Species(maker="beech", share=0.8, scale=(0.5, 1.0), sink_m=0.15, tint=0.16),
        Species(maker="birch", share=0.8, scale=(0.6, 1.1), sink_m=0.12, tint=0.14),
        Species(maker="pine", share=1.6, scale=(0.6, 1.05), sink_m=0.12, tint=0.14),
        Species(maker="hazel", share=0.6),
    ),
)
SHRUBS: Final = Layer(
    name="shrubs",
    apart_m=9.0,
    species=(
        Species(maker="round_shrub", share=1.0, scale=(0.6, 1.1)),
        Species(maker="hazel", share=1.0, scale=(0.6, 1.1)),
        Species(maker="oak", share=0.5, scale=(0.5, 0.9), sink_m=0.12),
        Species(maker="birch", share=0.5, scale=(0.6, 1.0), sink_m=0.12),
    ),
)
TUFTS: Final = Layer(
    name="tufts",
    apart_m=1.8,
    species=(
        Species(maker="meadow_tuft", share=5.0, scale=(0.4, 0.8), follows_slope=0.7, tint=0.12),
        Species(maker="daisies", share=1.0, scale=(0.6, 1.0)),
    ),
)
TUFTS_M: Final = 170.0
WOODS_V: Final = -272.0
CARS: Final = ("hatchback", "saloon", "estate", "suv_car", "van")
_CROPS: Final = ("cereal", "field", "grass", "stubble", "field", "cereal", "soil", "grass")


def make_airfield(spec: Airfield, *, seed: int) -> Draft:
    """The airfield; robots start on its apron."""
    field = _Field(seed, spec)
    return Draft(
        terrain=field.terrain,
        things=field.things(),
        growth=field.growth(),
        ground=field.ground(),
        skins=SKINS,
        regions=field.regions(),
        buildings=field.buildings(),
        roads=field.roads(),
        cover=Cover(flat="grass"),
        extent=field.country.extent,
    )


class _Field:
    def __init__(self, seed: int, spec: Airfield) -> None:
        self.seed, self.spec = seed, spec
        self.plan, self.country = AirfieldPlan(seed, spec), Country(seed, spec.size_m)
        self.site = self.plan.site
        reach = 0.5 * spec.size_m + 60.0
        self._road = np.array([(u, ROAD_V) for u in np.arange(-reach, reach + 1.0, 10.0)])
        self._edge = self.country.map_noise("edge", wavelength_m=90.0)

    def shows(self, place: tuple[float, float], *, rim_m: float = 2.0) -> bool:
        """Whether a place in the world lies within what is shown."""
        return max(abs(place[0]), abs(place[1])) < 0.5 * self.spec.size_m - rim_m

    def _shown(self, items: list[Item], *, rim_m: float = 2.0) -> list[Item]:
        return [
            one for one in items if self.shows(self.site.place(one.along, one.across), rim_m=rim_m)
        ]

    @cached_property
    def terrain(self) -> Terrain:
        grid = self.country.grid
        x, y = grid.axes()
        local = self.site.local(np.column_stack([x.ravel(), y.ravel()]))
        u0, u1, v0, _ = self.plan.fence
        away = outside((u0 + 8.0, u1 - 8.0, v0 + 8.0, ROAD_V - 18.0), local).reshape(x.shape)
        share = np.clip(away / 130.0, 0.0, 1.0)
        share = share * share * (3.0 - 2.0 * share)
        heights = RELIEF_M * share * (0.5 * self.country.map_noise("broad", wavelength_m=380.0))
        line = self.site.places(self._road)
        heights = self.country.cut(heights, line, half_m=ROAD_HALF_M + 1.5, flank_m=12.0)
        bare = np.clip((self.plan.from_paved(local).reshape(x.shape) - 5.0) / 6.0, 0.0, 1.0)
        fine = self.country.map_noise("fine", wavelength_m=17.0, count=2)
        off_road = np.clip((np.abs(local[:, 1].reshape(x.shape) - ROAD_V) - 6.0) / 6.0, 0.0, 1.0)
        return Terrain(
            relief=grid.relief(heights + 0.035 * bare * off_road * fine), features=self._laid()
        )

    def _laid(self) -> tuple[Feature, ...]:
        # What is laid later lies on top: squares that round off corners come first.
        site, made = self.site, []
        for u, v, reach in self.plan.corners():
            side, turn = reach * math.sqrt(0.5), site.heading + 0.25 * math.pi
            made.append(Feature(
                position_m=site.place(u, v), heading_rad=turn, half_m=(side, side),
                flank_m=(0.2, 0.2, 0.2), value_m=0.0, surface=number_of("asphalt"),
            ))  # fmt: skip
        for (u0, u1, v0, v1), surface in self.plan.paved():
            half = (0.5 * (u1 - u0), 0.5 * (v1 - v0))
            made.append(site.paved(0.5 * (u0 + u1), 0.5 * (v0 + v1), half, surface))
        reach = self._road[-1, 0]
        made.append(site.paved(0.0, ROAD_V, (reach, ROAD_HALF_M), "asphalt"))
        return tuple(made)

    def things(self) -> tuple[Things, ...]:
        """What is built, painted and parked."""
        made = {
            "paint": self._shown(marks.paint(self.plan) + marks.road_dashes(self._road), rim_m=1.0),
            "lights": marks.lights(self.plan),
            "signs": marks.signs(self.plan),
            "lamps": marks.lamps(),
            "hangars": self._hangars(),
            "houses": [house.item for house in HOUSES],
            "things": list(THINGS),
            "aircraft": self._aircraft(),
            "cars": self._cars(),
            "gate": self._gate(),
        }
        lift = {"paint": PAINT_LIFT_M}
        rim = {"hangars": 14.0, "houses": 22.0}
        layers = [
            self.site.things(name, self.terrain, self._shown(items, rim_m=rim.get(name, 2.0)),
                             lift_m=lift.get(name, 0.0))
            for name, items in made.items()
        ]  # fmt: skip
        return (*layers, *self._fence())

    def _hangars(self) -> list[Item]:
        """Open to the apron."""
        return [Item(f"hangar_{k % 2}", u, HANGAR_V, -90.0) for k, u in enumerate(HANGARS)]

    def _aircraft(self) -> list[Item]:
        """Most stands are taken; each aircraft stands a little askew."""
        draws = Stream(self.seed, "airfield", "aircraft").uniform(0, 60).reshape(-1, 5)
        names = names_of("light_aircraft")
        return [
            Item(names[int(d[1] * len(names))], u, v + 0.6 * d[2], turn + 10.0 * (d[3] - 0.5))
            for (u, v, turn), d in zip(self.plan.stands(), draws, strict=True)
            if d[0] < 0.2 + self.spec.density
        ]

    def _cars(self) -> list[Item]:
        bays = marks.bays()
        draws = Stream(self.seed, "airfield", "cars").uniform(0, 5 * len(bays)).reshape(-1, 5)
        made = []
        for (u, v, turn), d in zip(bays, draws, strict=True):
            if d[0] < 0.1 + 0.7 * self.spec.density:
                maker = CARS[int(d[1] * len(CARS))]
                names = names_of(maker)
                back = 180.0 if d[3] < 0.25 else 0.0
                made.append(
                    Item(names[int(d[2] * len(names))], u, v, turn + back + 3.0 * (d[4] - 0.5))
                )
        return made

    def _gate(self) -> list[Item]:
        """Barriers beside the gate, which stands open."""
        v1 = FENCE_V[1]
        cones = [Item("traffic_cone_0", GATE_U + s * 3.6, v1 + 8.0) for s in (-1.0, 1.0)]
        return [*cones, Item("road_barrier_0", GATE_U + 7.2, v1 + 1.8, 90.0)]

    def _fence(self) -> list[Things]:
        """Chain link about the airfield, its barbed arms outwards."""
        made = []
        for k, corners in enumerate(self.plan.fence_lines()):
            for j in range(len(corners) - 1):
                at, heading = spaced(self.site.places(corners[j : j + 2]), 3.0)
                at, heading = at[::-1], heading[::-1] + (0.0 if self.site.mirrored else math.pi)
                keep = np.array([self.shows((float(x), float(y)), rim_m=1.6) for x, y in at], bool)
                made.append(segments(self.seed, f"fence/{k}/{j}", self.terrain, "chain_link_fence",
                                     at[keep], heading[keep], variant=0))  # fmt: skip
        return made

    def growth(self) -> tuple[Things, ...]:
        """Woods beyond the runway, shrubs along field borders, grass near the origin."""
        dense, extent = self.spec.density, self.country.extent
        near = min(TUFTS_M, 0.5 * self.spec.size_m)

        def woods(points: F64) -> F64:
            return np.asarray((0.3 + 0.6 * dense) * self._wooded(points))

        def shrubs(points: F64) -> F64:
            local, border = self.site.local(points), self._border(points)
            off_road = np.abs(local[:, 1] - ROAD_V) > 8.0
            return np.asarray(dense * (border & off_road & ~self._wooded(points)))

        def tufts(points: F64) -> F64:
            local = self.site.local(points)
            return np.asarray(0.8 * dense * (self.plan.from_paved(local) > 1.5))

        around = (-near, -near, near, near)
        return (
            plant(self.seed, WOODS, self.terrain, extent=extent, share=woods),
            plant(self.seed, SHRUBS, self.terrain, extent=extent, share=shrubs, fill=6.0),
            plant(self.seed, TUFTS, self.terrain, extent=around, share=tufts, fill=0.5),
        )

    def _wooded(self, points: F64) -> NDArray[np.bool_]:
        v = self.site.local(points)[:, 1]
        return np.asarray(v + 12.0 * self.country.at(self._edge, points) < WOODS_V - 14.0)

    def _cells(self, points: F64) -> tuple[NDArray[np.int64], F64]:
        """Number of the field about the airfield ``(n,)`` and how far within it a place lies."""
        local = self.site.local(points)
        u, v = local[:, 0] + 0.12 * local[:, 1], local[:, 1]
        row = np.where(
            v > ROAD_V,
            3 + (v - ROAD_V) // 130.0,
            np.where(v > -40.0, 2, np.where(v > WOODS_V, 1, 0)),
        )
        width = 90.0 + 35.0 * (row.astype(np.int64) * 7 % 4)
        gap_u = np.minimum(u % width, width - u % width)
        gap_v = np.where(
            v > ROAD_V, np.minimum((v - ROAD_V) % 130.0, 130.0 - (v - ROAD_V) % 130.0), 99.0
        )
        gap_v = np.minimum(gap_v, np.abs(v + 40.0))
        return (row * 64 + u // width).astype(np.int64), np.minimum(gap_u, gap_v)

    def _border(self, points: F64) -> NDArray[np.bool_]:
        gap = self._cells(points)[1]
        return np.asarray((gap < 2.0) & self._out(points, 12.0))

    def _out(self, points: F64, gap_m: float) -> NDArray[np.bool_]:
        """Whether places lie outside the perimeter, the car park and the road."""
        local = self.site.local(points)
        u0, u1, v0, v1 = self.plan.fence
        away = (outside((u0, u1, v0, v1), local) > gap_m) & (np.abs(local[:, 1] - ROAD_V) > 6.0)
        return np.asarray(away & (outside((-175.0, 150.0, 0.0, ROAD_V), local) > 1.0))

    def ground(self) -> GroundMap:
        """Mown grass within, fields and woods around."""
        points = self.country.centers
        cell, gap = self._cells(points)
        pick = Stream(self.seed, "airfield", "crops").integers(0, 1024, low=0, high=len(_CROPS))[
            cell % 1024
        ]
        classes = np.array([number_of(name) for name in _CROPS])[pick]
        farmed = self._out(points, 9.0) & (gap > 2.5) & ~self._wooded(points)
        classes = np.where(farmed, classes, number_of("grass"))
        classes = np.where(self._wooded(points), number_of("ground"), classes)
        return self.country.ground(classes)

    def regions(self) -> tuple[Region, ...]:
        """The apron, the runway (keep off), the car park, the helipad."""
        site, (u0, u1, v0, v1) = self.site, APRON
        low, high = self.plan.ends
        made = [
            Region(name="apron", position_m=site.place(0.5 * (u0 + u1), 0.5 * (v0 + v1)),
                   half_m=(0.5 * (u1 - u0), 0.5 * (v1 - v0)), heading_rad=site.heading),
            Region(name="runway", kind="no_go", position_m=site.place(0.5 * (low + high), -172.0),
                   half_m=(0.5 * (high - low), 15.0), heading_rad=site.heading),
            Region(name="helipad", position_m=site.place(*marks.HELIPAD), half_m=(9.0, 9.0),
                   heading_rad=site.heading),
            Region(name="car_park", position_m=site.place(56.0, 106.0), half_m=(38.0, 14.0),
                   heading_rad=site.heading),
        ]  # fmt: skip
        return tuple(made)

    def buildings(self) -> tuple[Building, ...]:
        """Hangars with their open front as a door; houses without rooms."""
        houses = [self.site.building(h) for h in HOUSES if self._shown([h.item], rim_m=22.0)]
        hangars = [self._hangar(k, one) for k, one in enumerate(self._hangars())
                   if self._shown([one], rim_m=14.0)]  # fmt: skip
        return (*hangars, *houses)

    def _hangar(self, number: int, one: Item) -> Building:
        own = Site(
            self.site.place(one.along, one.across),
            float(self.site.turned(math.radians(one.turn_deg))),
        )
        floor = float(self.terrain.height([own.middle])[0]) + 0.015
        name = f"hangar_{number + 1}"

        def ring(x0: float, x1: float, y: float) -> tuple[tuple[float, float], ...]:
            return tuple(own.place(*c) for c in ((x0, -y), (x1, -y), (x1, y), (x0, y)))

        hall = Room(name=f"{name}_hall", kind="hangar", floor_m=floor, height_m=4.5,
                    outline_m=ring(-11.8, 12.0, 12.35))  # fmt: skip
        front = Door(
            name=f"{name}_gate", position_m=(*own.place(12.0, 0.0), floor), width_m=17.8,
            heading_rad=own.heading, height_m=4.5, joins=(hall.name, OUTSIDE),
        )  # fmt: skip
        return Building(
            name=name, kind="hangar", position_m=own.middle, heading_rad=own.heading,
            outline_m=ring(-12.0, 12.7, 13.0), height_m=9.0, rooms=(hall,), doors=(front,),
        )  # fmt: skip

    def roads(self) -> tuple[Road, ...]:
        """Runway and taxiways with one lane, the public road and the way to the gate with two."""
        made = [
            Road(name=way.name, kind="runway" if way.kind == "runway" else "taxiway",
                 half_m=way.half_m, line_m=(self.site.place(*way.a), self.site.place(*way.b)),
                 lanes=(Lane(offset_m=0.0, width_m=2.0 * way.half_m),),
                 limit_mps=60.0 if way.kind == "runway" else 8.0)
            for way in self.plan.ways()
        ]  # fmt: skip
        lanes = (Lane(offset_m=-1.6, width_m=3.2), Lane(offset_m=1.6, width_m=3.2, forward=False))
        public = tuple((float(x), float(y)) for x, y in self.site.places(self._road))
        gate = (self.site.place(GATE_U, ROAD_V), self.site.place(GATE_U, APRON[3]))
        made.append(
            Road(name="public_road", line_m=public, half_m=ROAD_HALF_M, lanes=lanes, limit_mps=22.0)
        )
        made.append(Road(name="gate_road", line_m=gate, half_m=4.0, lanes=lanes, limit_mps=8.0))
        return tuple(made)
