"""Recipe ``forest``: hills under woods in stands of a kind and age, clearings, a brook, a road."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Forest
from outrider.world import relief
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.objects import layer_ids
from outrider.world.places import Lane, Road
from outrider.world.planting import Layer, Species, places, plant, stand
from outrider.world.recipes.country import Country, fine_octaves, line_of, track_features
from outrider.world.recipes.forest_stands import BROOK, RIDE_HALF_M, WOODS, Stands, brook_line
from outrider.world.recipes.lines import segments
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

YOUNG = Layer(
    name="young",
    apart_m=2.2,
    species=(
        Species(maker="spruce", share=1.0, scale=(0.10, 0.3)),
        Species(maker="birch", share=0.6, scale=(0.15, 0.35)),
        Species(maker="hazel", share=1.2, scale=(0.6, 1.3)),
        Species(maker="juniper", share=0.4),
    ),
)
FLOOR = Layer(
    name="floor",
    apart_m=1.5,
    species=(
        Species(maker="fern", share=2.2, scale=(0.6, 1.4), follows_slope=0.6),
        Species(maker="bramble", share=0.7, scale=(0.6, 1.2), follows_slope=0.7),
        Species(maker="sedge", share=1.0, follows_slope=0.6),
        Species(maker="moss_cushion", share=0.7, follows_slope=1.0),
        Species(maker="mushrooms", share=0.4, scale=(0.7, 1.3), follows_slope=0.6),
    ),
)
LITTER = Layer(
    name="litter",
    apart_m=5.0,
    species=(
        Species(maker="stump", share=1.0, scale=(0.7, 1.3), sink_m=0.05),
        Species(maker="log", share=1.0, scale=(0.7, 1.2), follows_slope=1.0, sink_m=0.04),
        Species(maker="snag", share=0.35, scale=(0.7, 1.1), sink_m=0.1),
        Species(maker="branch_litter", share=0.8, scale=(0.7, 1.3), follows_slope=1.0),
        Species(maker="granite_boulder", share=0.7, scale=(0.4, 1.2), follows_slope=0.5),
        Species(maker="broken_rock", share=0.5, scale=(0.4, 1.2), follows_slope=0.5),
    ),
)
STUMPS = Layer(
    name="stumps",
    apart_m=3.2,
    species=(
        Species(maker="stump", share=1.0, scale=(0.6, 1.2), sink_m=0.05),
        Species(maker="branch_litter", share=0.5, scale=(0.7, 1.3), follows_slope=1.0),
    ),
)
FALLEN = Layer(
    name="windthrow",
    apart_m=4.0,
    species=(
        Species(maker="log", share=1.0, scale=(1.0, 2.0), follows_slope=1.0, sink_m=0.04),
        Species(maker="snag", share=0.25, scale=(0.6, 1.0), sink_m=0.1, lean_rad=0.25),
        Species(maker="stump", share=0.3, scale=(0.8, 1.4), sink_m=0.05),
    ),
)
BANKS = Layer(
    name="banks",
    apart_m=1.6,
    species=(
        Species(maker="sedge", share=1.2, scale=(0.8, 1.5), follows_slope=0.5),
        Species(maker="fern", share=0.8, scale=(0.8, 1.5), follows_slope=0.5),
        Species(maker="river_stones", share=0.25, scale=(0.5, 1.0), follows_slope=0.8),
    ),
)
SEATS = Layer(
    name="high seats",
    apart_m=120.0,
    steepest_rad=0.3,
    species=(Species(maker="high_seat", scale=(0.95, 1.05)),),
)
ROAD_HALF_M = 2.2
BROOK_HALF_M, BROOK_FLANK_M = 2.6, 9.0
BROOK_DEEP_M = 1.1
"""How far its bed lies under the land that it runs through."""
WATER_M = 0.34
BANK_M = 0.5
GLADE_M = 12.0
"""Few trees stand nearer to the brook."""
WIND_SWING = 0.04
"""How far trees of one storm fell from each other's heading, in turns."""
PILES_EVERY = 9
"""A pile of logs may lie beside the road at every so many points of its line, 6 m apart."""


def make_forest(spec: Forest, *, seed: int) -> Draft:
    """The forest; the road passes the origin, where robots start."""
    country = Country(seed, spec.size_m)
    road = line_of(seed, "road", spec.size_m, wander=0.22)
    fine = fine_octaves(seed, 0.35 + 0.5 * spec.roughness)
    heights = _relief(seed, spec, country.grid)
    heights = country.cut(heights, road, half_m=ROAD_HALF_M + 1.0, flank_m=9.0, fine=fine)
    brook = Brook(seed, country, heights, country.from_line(road))
    heights = brook.dug(heights)
    terrain = Terrain(
        relief=country.grid.relief(heights),
        octaves=fine,
        features=track_features(road, ROAD_HALF_M, "gravel"),
    )
    woods = _Woods(seed, spec, country, road, brook, heights)
    return Draft(
        terrain=terrain,
        growth=woods.things(terrain),
        ground=woods.ground(terrain),
        skins={"grass": "meadow_ground", "soil": "forest_floor"},
        roads=(_track(road),),
        regions=(Region(name="road", position_m=(0.0, 0.0), half_m=(20.0, ROAD_HALF_M)),),
        cover=Cover(flat="grass", steep="rock"),
        extent=country.extent,
    )


def _track(line: F64) -> Road:
    return Road(
        name="road", kind="track", line_m=tuple((float(x), float(y)) for x, y in line),
        half_m=ROAD_HALF_M, lanes=(Lane(offset_m=0.0, width_m=2.0 * ROAD_HALF_M),), limit_mps=8.3,
    )  # fmt: skip


def _relief(seed: int, spec: Forest, grid: relief.Grid) -> F64:
    broad = relief.noise(seed, "broad", grid, wavelength_m=420.0, count=2)
    fine = relief.noise(seed, "fine", grid, wavelength_m=120.0, count=4, roughness=0.45)
    ridge = relief.ridges(seed, "ridge", grid, wavelength_m=300.0, count=3)
    heights = spec.relief_m * (0.22 * broad + 0.06 * (0.5 + spec.roughness) * fine + 0.55 * ridge)
    return relief.weather(
        seed, "forest", heights, grid, drops=grid.shape[0] * 60, strength=0.8, steepest_rad=0.62
    )


class Brook:
    """Water that runs downhill to the border of the world."""

    def __init__(self, seed: int, country: Country, heights: F64, from_road: F64) -> None:
        self._country = country
        self.line = brook_line(seed, country, heights, from_road)
        along = np.minimum.accumulate(country.at(heights, self.line))
        weights = np.hanning(15)[1:-1]
        padded = np.pad(along, 6, mode="edge")
        self._bed = np.convolve(padded, weights / weights.sum(), mode="valid") - BROOK_DEEP_M
        self.away, self._bed_m = relief.from_line(
            country.grid, self.line, self._bed, reach_m=BROOK_HALF_M + BROOK_FLANK_M + 20.0
        )

    def dug(self, heights: F64) -> F64:
        """Heights with its bed and banks."""
        t = np.clip((BROOK_HALF_M + BROOK_FLANK_M - self.away) / BROOK_FLANK_M, 0.0, 1.0)
        share = t * t * (3.0 - 2.0 * t)
        return np.asarray(heights + share * np.minimum(self._bed_m - heights, 0.0))

    def water(self, points: F64) -> F64:
        """``(n,)`` the level of the water, nan where there is none."""
        wet = self._country.at(self.away, points) < BROOK_HALF_M + 3.0
        return np.where(wet, self._country.at(self._bed_m, points) + WATER_M, np.nan)


class _Woods:
    """Where the trees of a forest stand, and what lies between them."""

    def __init__(
        self, seed: int, spec: Forest, country: Country, road: F64, brook: Brook, heights: F64
    ) -> None:
        self._seed, self._spec, self._country = seed, spec, country
        self._open = country.map_noise("clearing", wavelength_m=150.0, count=2)
        self._storm = country.map_noise("storm", wavelength_m=120.0, count=2)
        self._stands = Stands(seed, country, heights)
        self._road, self._brook = road, brook
        self._from_road = country.from_line(road)

    def things(self, terrain: Terrain) -> tuple[Things, ...]:
        """Trees in stands of few species, undergrowth, ferns, dead wood."""
        dense = self._spec.density
        shares = (
            (YOUNG, 0.7, lambda p: 0.5 * dense * self._edge(p) * self._dry(p, 4.0)),
            (FLOOR, 0.7, lambda p: 0.8 * dense * self._dry(p, 3.0)),
            (LITTER, 0.6, lambda p: 0.6 * dense * self._dry(p, 4.5)),
            (STUMPS, 0.8, lambda p: dense * self._felled(p) * self._dry(p, 4.5)),
            (BANKS, 0.8, lambda p: 0.9 * dense * self._bank(p)),
            (SEATS, 1.6, lambda p: dense * self._edge(p) * self._dry(p, 8.0)),
        )
        parts = [
            plant(self._seed, layer, terrain, extent=self._country.extent, share=share, fill=fill)
            for layer, fill, share in shares
        ]
        return (*self._trees(terrain), *parts, self._fallen(terrain), self._piles(terrain))

    def _trees(self, terrain: Terrain) -> Iterator[Things]:
        """The wood of each compartment, as old as it is; willows and birches by the brook."""
        points, chance = places(
            self._seed, "trees", extent=self._country.extent, apart_m=WOODS[0].apart_m,
            share=lambda p: 0.95 * self._spec.density * self._standing(p),
        )  # fmt: skip
        number, _ = self._stands.at(points)
        kind, age = self._stands.kind[number], self._stands.age[number]
        beside = self._country.at(self._brook.away, points) < GLADE_M + 3.0
        kind = np.where(beside, BROOK, kind)
        # A few of those that were there before are left where the others were felled.
        age = np.where(beside, 0.35, np.where(age < 0.0, 0.8, age))
        chance[:, 3] = np.clip(age + 0.35 * (chance[:, 3] - 0.5), 0.0, 1.0)
        ident = layer_ids("trees", len(points))
        for k, wood in enumerate(WOODS):
            rows = np.flatnonzero(kind == k)
            yield stand(self._seed, wood, points[rows], chance[rows], terrain, ident=ident[rows])

    def _fallen(self, terrain: Terrain) -> Things:
        """Trees that one storm blew over, all one way."""
        points, chance = places(
            self._seed, FALLEN.name, extent=self._country.extent, apart_m=FALLEN.apart_m,
            share=lambda p: self._spec.density * self._blown(p) * self._dry(p, 7.0), fill=0.9,
        )  # fmt: skip
        wind = float(Stream(self._seed, "storm").uniform(0, 1)[0])
        chance[:, 2] = wind + WIND_SWING * (chance[:, 2] - 0.5)
        return stand(self._seed, FALLEN, points, chance, terrain)

    def _piles(self, terrain: Terrain) -> Things:
        """Piles of logs on one side of the road or the other."""
        at = self._road[PILES_EVERY:-1:PILES_EVERY]
        ahead = self._road[PILES_EVERY + 1 :: PILES_EVERY][: len(at)] - at
        heading = np.arctan2(ahead[:, 1], ahead[:, 0])
        chance = Stream(self._seed, "log piles").uniform(0, 2 * len(at)).reshape(-1, 2)
        way = np.column_stack([np.cos(heading), np.sin(heading)])
        left = np.column_stack([-way[:, 1], way[:, 0]])
        side = np.where(chance[:, 0] < 0.5, -1.0, 1.0)[:, None]
        at = at + side * (ROAD_HALF_M + 2.4) * left
        half = 0.5 * self._spec.size_m - 4.0
        kept = (chance[:, 1] < self._spec.density) & (np.abs(at) < half).all(axis=1)
        for end in (-2.1, 0.0, 2.1):
            # In a bend a corner might reach into the road.
            corner = at + end * way - 1.7 * side * left
            kept &= self._country.at(self._from_road, corner) > ROAD_HALF_M + 0.3
        return segments(
            self._seed, "log piles", terrain, "log_pile", at[kept], heading[kept], sink_m=0.1
        )

    def _wooded(self, points: F64) -> F64:
        gap = self._country.at(self._open, points) - (1.6 - 2.6 * self._spec.clearings)
        return np.clip(1.0 - 4.0 * gap, 0.0, 1.0) * self._dry(points, 5.5)

    def _standing(self, points: F64) -> F64:
        """Where trees are left: thick when they are young, thinned as they grow."""
        number, from_ride = self._stands.at(points)
        age = self._stands.age[number]
        thick = np.where(age < 0.0, 0.025, 1.05 - 0.35 * np.clip(age, 0.0, 1.0))
        thick *= np.clip((from_ride - RIDE_HALF_M) / 1.5, 0.0, 1.0)
        thick *= np.clip((self._country.at(self._brook.away, points) - GLADE_M) / 3.0, 0.12, 1.0)
        return np.asarray(thick * self._wooded(points) * (1.0 - 0.97 * self._blown(points)))

    def _felled(self, points: F64) -> F64:
        number, _ = self._stands.at(points)
        return np.asarray((self._stands.age[number] < 0.0).astype(float))

    def _blown(self, points: F64) -> F64:
        return np.clip(4.0 * self._country.at(self._storm, points) - 7.0, 0.0, 1.0)

    def _edge(self, points: F64) -> F64:
        return np.asarray(0.35 + 0.65 * (1.0 - self._wooded(points)))

    def _bank(self, points: F64) -> F64:
        away = self._country.at(self._brook.away, points)
        return np.asarray(((away > BROOK_HALF_M + 0.4) & (away < 6.0)).astype(float))

    def _dry(self, points: F64, gap: float) -> F64:
        """0 on the road and in the brook, 1 from a gap beside them on."""
        from_road = self._country.at(self._from_road, points) - gap
        from_brook = self._country.at(self._brook.away, points) - BROOK_HALF_M - 0.4 * gap
        return np.asarray(np.clip(0.5 * np.minimum(from_road, from_brook), 0.0, 1.0))

    def ground(self, terrain: Terrain) -> GroundMap:
        """Litter under the trees, grass in the open, rock where it is steep, the brook's gravel."""
        country = self._country
        centers = country.centers
        number, from_ride = self._stands.at(centers)
        open_ground = (from_ride < RIDE_HALF_M) | (self._stands.age[number] < 0.0)
        wooded = np.where(open_ground, 0.0, self._wooded(centers))
        steep = np.hypot(*terrain.sample(centers)[:, 1:].T) > math.tan(0.62)
        patchy = Stream(self._seed, "ground").uniform(0, len(centers)) < 0.12
        classes = np.where((wooded > 0.45) ^ patchy, number_of("soil"), number_of("grass"))
        classes = np.where(steep, number_of("rock"), classes)
        from_brook = country.at(self._brook.away, centers)
        glade = from_brook + 5.0 * country.at(self._storm, centers) < GLADE_M
        classes = np.where(glade & (classes == number_of("soil")), number_of("grass"), classes)
        classes = np.where(from_brook < BROOK_HALF_M + 1.4, number_of("gravel"), classes)
        level = self._brook.water(centers)
        heights = terrain.height(centers)
        classes = np.where(heights < level - 0.1, number_of("water"), classes)
        # Its surface reaches into the banks, or its shores would be the borders of cells.
        return country.ground(classes, np.where(heights < level + BANK_M, level, np.nan))
