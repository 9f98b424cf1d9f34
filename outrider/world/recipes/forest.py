"""Recipe ``forest``: hills under mixed woods, in stands of species, with clearings and a road."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Forest
from outrider.world import relief
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.places import Lane, Road
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes.country import Country, fine_octaves, line_of, track_features
from outrider.world.recipes.lines import segments
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

TREES = Layer(
    name="trees",
    apart_m=3.4,
    steepest_rad=0.75,
    species=(
        Species(maker="spruce", share=1.0, scale=(0.6, 1.15), sink_m=0.15),
        Species(maker="pine", share=1.0, scale=(0.75, 1.15), sink_m=0.15, lean_rad=0.04),
        Species(maker="beech", share=1.0, scale=(0.7, 1.15), sink_m=0.15, lean_rad=0.05),
        Species(maker="oak", share=0.7, scale=(0.75, 1.15), sink_m=0.15, lean_rad=0.05),
        Species(maker="birch", share=0.7, scale=(0.7, 1.15), sink_m=0.12, lean_rad=0.07),
        Species(maker="larch", share=0.4, scale=(0.75, 1.15), sink_m=0.15),
    ),
)
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
SEATS = Layer(
    name="high seats",
    apart_m=120.0,
    steepest_rad=0.3,
    species=(Species(maker="high_seat", scale=(0.95, 1.05)),),
)
ROAD_HALF_M = 2.2
PILES_EVERY = 9
"""A pile of logs may lie beside the road at every so many points of its line, 6 m apart."""


def make_forest(spec: Forest, *, seed: int) -> Draft:
    """The forest; the road passes the origin, where robots start."""
    country = Country(seed, spec.size_m)
    road = line_of(seed, "road", spec.size_m, wander=0.22)
    fine = fine_octaves(seed, 0.35 + 0.5 * spec.roughness)
    heights = _relief(seed, spec, country.grid)
    heights = country.cut(heights, road, half_m=ROAD_HALF_M + 1.0, flank_m=9.0, fine=fine)
    terrain = Terrain(
        relief=country.grid.relief(heights),
        octaves=fine,
        features=track_features(road, ROAD_HALF_M, "gravel"),
    )
    woods = _Woods(seed, spec, country, road)
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


class _Woods:
    """Where the trees of a forest stand, and what lies between them."""

    def __init__(self, seed: int, spec: Forest, country: Country, road: F64) -> None:
        self._seed, self._spec, self._country = seed, spec, country
        self._open = country.map_noise("clearing", wavelength_m=150.0, count=2)
        self._stand = country.map_noise("stand", wavelength_m=220.0, count=2)
        self._road = road
        self._from_road = country.from_line(road)

    def things(self, terrain: Terrain) -> tuple[Things, ...]:
        """Trees in stands of few species, undergrowth, ferns, dead wood."""
        seed, extent, dense = self._seed, self._country.extent, self._spec.density
        conifers = TREES.species[0], TREES.species[1], TREES.species[5]
        leafy = TREES.species[2], TREES.species[3], TREES.species[4]
        parts = []
        for name, species, side in (("conifers", conifers, 1.0), ("leafy", leafy, -1.0)):
            layer = Layer(name=name, species=species, apart_m=TREES.apart_m, steepest_rad=0.75)
            parts.append(
                plant(
                    seed,
                    layer,
                    terrain,
                    extent=extent,
                    share=lambda p, s=side: (  # type: ignore[misc]
                        0.85 * dense * self._wooded(p) * self._side(p, s)
                    ),
                )
            )
        parts.append(plant(seed, YOUNG, terrain, extent=extent, fill=0.7, share=lambda p: (
            0.5 * dense * self._edge(p) * self._off_road(p, 4.0))))  # fmt: skip
        parts.append(plant(seed, FLOOR, terrain, extent=extent, fill=0.7, share=lambda p: (
            0.8 * dense * self._off_road(p, 3.0))))  # fmt: skip
        parts.append(plant(seed, LITTER, terrain, extent=extent, fill=0.6, share=lambda p: (
            0.6 * dense * self._off_road(p, 4.5))))  # fmt: skip
        parts.append(plant(seed, SEATS, terrain, extent=extent, share=lambda p: (
            dense * self._edge(p) * self._off_road(p, 8.0))))  # fmt: skip
        parts.append(self._piles(terrain))
        return tuple(parts)

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
        return np.clip(1.0 - 4.0 * gap, 0.0, 1.0) * self._off_road(points, 5.5)

    def _edge(self, points: F64) -> F64:
        return np.asarray(0.35 + 0.65 * (1.0 - self._wooded(points)))

    def _side(self, points: F64, side: float) -> F64:
        return np.clip(0.5 + 1.6 * side * self._country.at(self._stand, points), 0.02, 0.98)

    def _off_road(self, points: F64, gap: float) -> F64:
        away = self._country.at(self._from_road, points)
        return np.asarray(np.clip((away - gap) / 2.0, 0.0, 1.0))

    def ground(self, terrain: Terrain) -> GroundMap:
        """Litter under the trees, grass in the clearings, rock where it is steep."""
        country = self._country
        centers = country.centers
        wooded = self._wooded(centers)
        steep = np.hypot(*terrain.sample(centers)[:, 1:].T) > math.tan(0.62)
        patchy = Stream(self._seed, "ground").uniform(0, len(centers)) < 0.12
        classes = np.where((wooded > 0.45) ^ patchy, number_of("soil"), number_of("grass"))
        classes = np.where(steep, number_of("rock"), classes)
        return country.ground(classes)
