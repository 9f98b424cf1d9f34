"""Recipe ``meadow``: grassland about a lake, with flowers, bushes, single trees and rocks."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Meadow
from outrider.world import relief
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes.country import Country, fine_octaves
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

TREES = Layer(
    name="trees",
    apart_m=14.0,
    species=(
        Species(maker="oak", share=1.0, scale=(0.7, 1.15), sink_m=0.15, lean_rad=0.04),
        Species(maker="poplar", share=0.5, scale=(0.7, 1.1), sink_m=0.15),
        Species(maker="apple", share=0.9, scale=(0.8, 1.2), sink_m=0.1),
    ),
)
WILLOWS = Layer(
    name="willows",
    apart_m=13.0,
    species=(Species(maker="willow", scale=(0.7, 1.15), sink_m=0.15, lean_rad=0.06),),
)
BUSHES = Layer(
    name="bushes",
    apart_m=4.0,
    species=(
        Species(maker="round_shrub", share=1.2, scale=(0.6, 1.3)),
        Species(maker="gorse", share=0.9, scale=(0.6, 1.3)),
        Species(maker="hazel", share=0.5, scale=(0.6, 1.2)),
        Species(maker="bramble", share=0.6, scale=(0.6, 1.2)),
    ),
)
ROCKS = Layer(
    name="rocks",
    apart_m=7.0,
    species=(
        Species(maker="granite_boulder", share=1.0, scale=(0.4, 1.2), follows_slope=0.4),
        Species(maker="erratic", share=0.4, scale=(0.5, 1.1), follows_slope=0.3),
    ),
)
GRASSES = Layer(
    name="grasses",
    apart_m=1.6,
    species=(
        Species(maker="meadow_tuft", share=5.0, scale=(0.7, 1.4), follows_slope=0.7, tint=0.12),
        Species(maker="dry_tuft", share=0.8, scale=(0.6, 1.2), follows_slope=0.7),
        Species(maker="poppies", share=0.7, scale=(0.7, 1.3), follows_slope=0.8),
        Species(maker="daisies", share=1.0, scale=(0.7, 1.3), follows_slope=0.8),
        Species(maker="lavender", share=0.4, scale=(0.7, 1.2), follows_slope=0.6),
    ),
)
DRIFTS = Layer(
    name="drifts",
    apart_m=2.6,
    species=(
        Species(maker="daisies", share=1.2, scale=(0.8, 1.5), follows_slope=0.8),
        Species(maker="poppies", share=1.0, scale=(0.8, 1.4), follows_slope=0.8),
        Species(maker="meadow_tuft", share=1.0, scale=(0.7, 1.3), follows_slope=0.7, tint=0.12),
    ),
)
HERDS = Layer(
    name="herds",
    apart_m=4.0,
    steepest_rad=0.3,
    species=(
        Species(maker="sheep", share=1.0, scale=(0.9, 1.05)),
        Species(maker="cow", share=0.5, scale=(0.92, 1.05)),
    ),
)
SHORE = Layer(
    name="shore",
    apart_m=1.4,
    species=(
        Species(maker="reeds", share=2.0, scale=(0.7, 1.3), tint=0.1),
        Species(maker="sedge", share=1.0, scale=(0.7, 1.3)),
        Species(maker="marram", share=0.5, scale=(0.6, 1.1), tint=0.1),
    ),
)


def make_meadow(spec: Meadow, *, seed: int) -> Draft:
    """The meadow; the lake lies away from the origin, where robots start."""
    country = Country(seed, spec.size_m)
    lake = _Lake(seed, spec, country)
    heights = lake.dug(_relief(seed, spec, country.grid))
    terrain = Terrain(
        relief=country.grid.relief(heights),
        octaves=fine_octaves(seed, 0.15 + 0.35 * spec.roughness),
    )
    grassland = _Grassland(seed, spec, country, lake, terrain)
    return Draft(
        terrain=terrain,
        growth=grassland.things(),
        ground=grassland.ground(),
        skins={
            "grass": "meadow_ground",
            "soil": "soil_brown",
            "blossom": "meadow_bloom",
            "sand": "sand_beach",
            "water": "water",
        },
        regions=lake.regions(),
        cover=Cover(flat="grass", steep="rock"),
        extent=country.extent,
    )


def _relief(seed: int, spec: Meadow, grid: relief.Grid) -> F64:
    broad = relief.noise(seed, "broad", grid, wavelength_m=380.0, count=2)
    fine = relief.noise(seed, "fine", grid, wavelength_m=90.0, count=3, roughness=0.4)
    heights = spec.relief_m * (0.26 * broad + 0.05 * (0.4 + spec.roughness) * fine)
    return relief.levelled(heights, grid, (0.0, 0.0), inner_m=6.0, outer_m=30.0)


class _Lake:
    """A basin with a wandering shore, filled to its level."""

    def __init__(self, seed: int, spec: Meadow, country: Country) -> None:
        chance = Stream(seed, "lake").uniform(0, 4)
        self._spec, self._country = spec, country
        self.radius_m = spec.lake * 0.32 * spec.size_m
        way = 2.0 * math.pi * chance[0]
        away = self.radius_m + 40.0 + 0.06 * spec.size_m * chance[1]
        self.center = (away * math.cos(way), away * math.sin(way))
        x, y = country.grid.axes()
        bend = country.map_noise("shore", wavelength_m=max(1.6 * self.radius_m, 30.0), count=4)
        gap = np.hypot(x - self.center[0], y - self.center[1]) - self.radius_m * (1.0 + 0.16 * bend)
        near = np.hypot(x, y) - 26.0
        self.from_shore = np.maximum(gap, -near) if self.radius_m else np.full(x.shape, 1e3)
        """Metres outside the shore, negative in the lake, on the grid."""
        self.level_m = 0.0

    def dug(self, heights: F64) -> F64:
        """Heights with the basin; sets the level of the water."""
        if not self.radius_m:
            return heights
        rim = heights[np.abs(self.from_shore) < 6.0]
        self.level_m = float(np.percentile(rim, 12.0)) - 0.15 if len(rim) else 0.0
        bank = np.clip(self.from_shore / 30.0, 0.0, 1.0)
        bank = bank * bank * (3.0 - 2.0 * bank)
        shore = self.level_m + 0.35 * np.clip(self.from_shore / 8.0, 0.0, 1.0)
        depth = np.clip(-self.from_shore / 26.0, 0.0, 1.0)
        bed = self.level_m - 0.12 - 3.4 * depth**0.8
        outside = shore + bank * np.maximum(heights - shore, 0.12)
        return np.asarray(np.where(self.from_shore < 0.0, bed, outside))

    def regions(self) -> tuple[Region, ...]:
        """Where nobody may go."""
        if not self.radius_m:
            return ()
        half = (self.radius_m, self.radius_m)
        return (Region(name="lake", kind="no_go", position_m=self.center, half_m=half),)


class _Grassland:
    def __init__(
        self, seed: int, spec: Meadow, country: Country, lake: _Lake, terrain: Terrain
    ) -> None:
        self._seed, self._spec, self._country, self._lake = seed, spec, country, lake
        self._terrain = terrain
        self._patch = country.map_noise("patch", wavelength_m=60.0)
        self._copse = country.map_noise("copse", wavelength_m=170.0, count=2)
        self._fold = country.map_noise("drifts", wavelength_m=110.0, count=4)
        self._pasture = country.map_noise("pasture", wavelength_m=90.0, count=2)

    def things(self) -> tuple[Things, ...]:
        """Copses, willows and reeds at the shore, bushes, rocks, grass and flowers in drifts."""
        dense = self._spec.density
        shares = (
            (
                TREES,
                1.2,
                lambda p: 0.9 * dense * self._field(self._copse, p, 0.15, 0.7) * self._dry(p, 8),
            ),
            (WILLOWS, 1.2, lambda p: 0.7 * dense * self._shore(p, 4.0, 14.0)),
            (
                BUSHES,
                0.8,
                lambda p: 0.6 * dense * self._field(self._copse, p, 0.1, 0.35) * self._dry(p, 5),
            ),
            (
                ROCKS,
                0.7,
                lambda p: 0.3 * dense * self._field(-self._patch, p, 0.15, 0.4) * self._dry(p, 2),
            ),
            (
                HERDS,
                0.5,
                lambda p: 0.5 * dense * self._field(self._pasture, p, -1.5, 1.6) * self._dry(p, 6),
            ),
            (
                GRASSES,
                0.7,
                lambda p: 1.2 * dense * self._field(self._patch, p, 0.45, 0.5) * self._dry(p, 3),
            ),
            (DRIFTS, 0.8, lambda p: 1.3 * dense * self._drifts(p) * self._dry(p, 3)),
            (
                SHORE,
                0.9,
                lambda p: 0.9 * self._shore(p, -1.6, 2.2) * self._field(self._patch, p, 0.3, 0.9),
            ),
        )
        return tuple(
            plant(
                self._seed,
                layer,
                self._terrain,
                extent=self._country.extent,
                share=share,
                fill=fill,
            )
            for layer, fill, share in shares
        )

    def _field(self, noise: F64, points: F64, mean: float, swing: float) -> F64:
        return np.clip(mean + swing * self._country.at(noise, points), 0.01, 1.0)

    def _drifts(self, points: F64) -> F64:
        """``(n,)`` up to 1 where flowers stand close: in drifts along the slopes' folds."""
        fold = self._country.at(self._fold, points) + 0.35 * self._country.at(self._patch, points)
        return np.clip(2.2 * fold - 1.3, 0.0, 1.0)

    def _dry(self, points: F64, gap: float) -> F64:
        return np.clip((self._country.at(self._lake.from_shore, points) - gap) / 2.0, 0.0, 1.0)

    def _shore(self, points: F64, low: float, high: float) -> F64:
        away = self._country.at(self._lake.from_shore, points)
        return np.asarray(((away > low) & (away < high)).astype(float))

    def ground(self) -> GroundMap:
        """Grass, a beach, earth where it is worn, and the lake."""
        country, lake = self._country, self._lake
        centers = country.centers
        away = country.at(lake.from_shore, centers)
        patch = country.at(self._patch, centers)
        # Flowers thin out towards the borders of a drift, and grass stands between them.
        chance = Stream(self._seed, "meadow", "bloom").uniform(0, len(centers))
        in_bloom = 0.6 * np.sqrt(self._drifts(centers)) > chance
        classes = np.where(in_bloom, number_of("blossom"), number_of("grass"))
        classes = np.where(patch < -2.6, number_of("soil"), classes)
        steep = np.hypot(*self._terrain.sample(centers)[:, 1:].T) > math.tan(0.55)
        classes = np.where(steep, number_of("rock"), classes)
        classes = np.where(away < 5.5, number_of("sand"), classes)
        wet = away < 1.0
        flooded = wet & (self._terrain.height(centers) < lake.level_m)
        classes = np.where(flooded, number_of("water"), classes)
        return country.ground(classes, np.where(flooded, lake.level_m, np.nan))
