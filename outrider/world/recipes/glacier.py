"""Recipe ``glacier``: a tongue of ice between snow mountains, with crevasses, seracs, moraine."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Glacier
from outrider.world import relief
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.planting import Layer, Species, plant, stand
from outrider.world.recipes.country import Country, fine_octaves
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

SERACS = Layer(
    name="seracs",
    apart_m=6.0,
    steepest_rad=0.9,
    species=(
        Species(maker="serac", share=1.4, scale=(0.4, 1.1), sink_m=0.3, lean_rad=0.1),
        Species(maker="ice_slab", share=0.8, scale=(0.5, 1.2), follows_slope=0.6, sink_m=0.1),
        Species(maker="crevasse_edge", share=0.6, scale=(0.6, 1.2), follows_slope=0.6),
        Species(maker="pressure_ridge", share=0.5, scale=(0.6, 1.2), follows_slope=0.7),
    ),
)
MORAINE = Layer(
    name="moraine",
    apart_m=2.6,
    steepest_rad=0.8,
    species=(
        Species(maker="granite_boulder", share=1.0, scale=(0.25, 1.0), follows_slope=0.5),
        Species(maker="broken_rock", share=1.4, scale=(0.3, 1.1), follows_slope=0.6),
        Species(maker="scree_patch", share=1.0, scale=(0.6, 1.3), follows_slope=0.9),
        Species(maker="erratic", share=0.3, scale=(0.5, 1.2), follows_slope=0.3),
    ),
)
SNOWY = Layer(
    name="snowy",
    apart_m=9.0,
    steepest_rad=0.75,
    species=(
        Species(maker="snow_capped_rock", share=1.4, scale=(0.4, 1.3), follows_slope=0.4),
        Species(maker="snow_drift", share=1.2, scale=(0.6, 1.5), follows_slope=0.9),
        Species(maker="icicled_boulder", share=0.4, scale=(0.6, 1.2), follows_slope=0.3),
    ),
)
WANDS = Layer(
    name="wands",
    apart_m=0.0,
    steepest_rad=0.9,
    species=(Species(maker="route_wand", scale=(0.85, 1.1), lean_rad=0.12),),
)
WAND_EACH_M = 24.0
TRACK_HALF_M, TRACK_FLANK_M = 3.5, 7.0
"""The trodden snow of the route, and beside it where snow bridges the crevasses."""


def make_glacier(spec: Glacier, *, seed: int) -> Draft:
    """The ice flows past the origin; robots start on a marked route of firm snow along it.

    Tyres hold too little on ice to climb or to brake: people lead such routes over snow.
    """
    country = Country(seed, spec.size_m)
    ice = _Ice(seed, spec, country)
    terrain = Terrain(
        relief=country.grid.relief(ice.heights),
        octaves=fine_octaves(seed, 0.15 + 0.35 * spec.roughness, wavelength_m=12.0),
    )
    half = (0.5 * spec.size_m, 0.6 * ice.half_m)
    return Draft(
        terrain=terrain,
        growth=ice.things(terrain),
        ground=ice.ground(terrain),
        skins={"snow": "snow", "ice": "ice_blue", "rock": "rock_granite", "gravel": "gravel_grey"},
        regions=(Region(name="tongue", position_m=(0.0, 0.0), half_m=half),),
        cover=Cover(flat="snow", steep="rock", steep_rad=0.72),
        extent=country.extent,
    )


class _Ice:
    """The valley, the tongue in it, its crevasses and its moraines."""

    def __init__(self, seed: int, spec: Glacier, country: Country) -> None:
        self._seed, self._spec, self._country = seed, spec, country
        self.half_m = 0.13 * spec.size_m
        chance = Stream(seed, "glacier").uniform(0, 10, low=-1.0, high=1.0)
        reach, swing = 0.5 * spec.size_m + 60.0, 0.10 * spec.size_m
        line = relief.curve([
            (-reach, swing * chance[0]), (-0.5 * reach, swing * chance[1]), (0.0, 0.0),
            (0.5 * reach, swing * chance[2]), (reach, swing * chance[3]),
        ], step_m=10.0)  # fmt: skip
        self._away, _ = relief.from_line(country.grid, line, reach_m=spec.size_m)
        self._reach = reach
        self.route = self._route(line, chance[4:])
        self._off_route = relief.from_line(country.grid, self.route)[0]
        self._broken = country.map_noise("broken", wavelength_m=120.0, count=2)
        self._ragged = country.map_noise("ragged", wavelength_m=45.0, count=3)
        self.heights = self._built()

    def _route(self, middle: F64, chance: F64) -> F64:
        """A line through the origin that winds along the tongue from side to side."""
        at = np.array([-1.0, -0.62, -0.3, -0.04, 0.04, 0.3, 0.62, 1.0]) * self._reach
        off = 0.45 * self.half_m * np.array([*chance[:3], 0.0, 0.0, *chance[3:6]])
        along = np.interp(at, middle[:, 0], middle[:, 1]) + off
        return relief.curve(np.column_stack((at, along)).tolist(), step_m=6.0)

    def _built(self) -> F64:
        """Mountains on both sides, a tongue that falls along the valley, cracks across it."""
        spec, grid = self._spec, self._country.grid
        beyond = np.clip((self._away - self.half_m) / (0.3 * spec.size_m), 0.0, 1.3)
        peaks = relief.ridges(
            self._seed, "peaks", grid, wavelength_m=330.0, count=5, roughness=0.45
        )
        walls = spec.relief_m * (0.75 * beyond**1.35 + 0.75 * beyond * peaks)
        walls = relief.weather(
            self._seed, "glacier", walls, grid, drops=grid.shape[0] * 40, steepest_rad=0.85
        )
        # By longitude: what is nearest on the line leaps from bend to bend.
        fall = 0.22 * spec.relief_m * (0.5 - 0.5 * grid.axes()[0] / self._reach)
        inside = np.clip(1.0 - (self._away / self.half_m) ** 2, 0.0, 1.0)
        swell = 0.05 * spec.relief_m * np.sqrt(inside)
        rough = relief.noise(self._seed, "rough", grid, wavelength_m=45.0, count=3)
        heights = walls + fall + swell + 0.5 * spec.roughness * rough
        heights = self._country.cut(heights, self.route, half_m=TRACK_HALF_M, flank_m=TRACK_FLANK_M)
        heights = heights - self._cracks()
        return relief.levelled(heights, grid, (0.0, 0.0), inner_m=7.0, outer_m=22.0)

    def _cracks(self) -> F64:
        """Crevasses across the ice where it is broken, up to 3 m deep."""
        near = np.clip(1.2 - self._away / self.half_m, 0, 1)
        return np.asarray(3.0 * self._open() * self._fissured() * near)

    def _open(self) -> F64:
        """1 in the middle of each crevasse, 0 beside it."""
        grid = self._country.grid
        x, _ = grid.axes()
        bend = self._country.map_noise("bend", wavelength_m=70.0, count=2)
        phase = (x + 9.0 * bend + 0.0009 * self._away**2) / 17.0
        return np.asarray(np.clip(1.0 - np.abs((phase % 1.0) - 0.5) / 0.14, 0.0, 1.0))

    def _fissured(self) -> F64:
        near = np.hypot(*self._country.grid.axes())
        beside = (self._off_route - TRACK_HALF_M - 1.0) / TRACK_FLANK_M
        away = np.minimum((near - 24.0) / 24.0, beside)
        return np.asarray(np.clip(1.4 * self._broken - 0.4, 0.0, 1.0) * np.clip(away, 0.0, 1.0))

    def things(self, terrain: Terrain) -> tuple[Things, ...]:
        """Seracs where the ice breaks, moraine along its sides, drifts, capped rocks, wands."""
        dense, fissured = self._spec.density, self._fissured()
        at = self._country.at

        def broken(points: F64) -> F64:
            inside = at(self._away, points) < self.half_m
            return np.asarray(0.7 * dense * at(fissured, points) * inside)

        def beside(points: F64) -> F64:
            beyond = at(self._away, points) > self.half_m * 0.7
            return np.asarray(0.45 * dense * beyond * (at(self._off_route, points) > 8.0))

        shares = (
            (SERACS, 0.9, broken),
            (MORAINE, 0.9, lambda p: 1.3 * dense * self._rim(p)),
            (SNOWY, 0.7, beside),
        )
        grown = (
            plant(self._seed, layer, terrain, extent=self._country.extent, share=share, fill=fill)
            for layer, fill, share in shares
        )
        return (*grown, self._wands(terrain))

    def _wands(self, terrain: Terrain) -> Things:
        """Flags on both sides of the route in turn."""
        legs = np.diff(self.route, axis=0)
        along = np.concatenate(([0.0], np.cumsum(np.hypot(*legs.T))))
        at = np.arange(0.5 * WAND_EACH_M, along[-1], WAND_EACH_M)
        middle = np.column_stack([np.interp(at, along, axis) for axis in self.route.T])
        leg = legs[np.searchsorted(along, at) - 1]
        left = np.column_stack((-leg[:, 1], leg[:, 0])) / np.hypot(*leg.T)[:, None]
        side = np.where(np.arange(len(at)) % 2 == 0, 1.0, -1.0)[:, None]
        points = middle + side * (TRACK_HALF_M + 0.4) * left
        inside = (np.abs(points) < 0.5 * self._spec.size_m - 1.0).all(axis=1)
        points = np.ascontiguousarray(points[inside])
        chance = Stream(self._seed, "wands").uniform(0, 4 * len(points)).reshape(-1, 4)
        return stand(self._seed, WANDS, points, chance, terrain)

    def _rim(self, points: F64) -> F64:
        """1 on the moraines at both sides of the tongue."""
        at = self._country.at
        away = at(self._away, points) / self.half_m + 0.05 * at(self._ragged, points)
        return np.asarray(np.exp(-(((away - 1.06) / 0.09) ** 2)))

    def _streaks(self, points: F64) -> F64:
        """Above 0 on the moraines that the ice carries along, broken streaks in its flow."""
        at = self._country.at
        away = at(self._away, points) / self.half_m + 0.012 * at(self._ragged, points)
        side = np.where(points[:, 1] > 0.0, 0.62, 0.47)
        wide = 0.022 + 0.014 * at(self._ragged, points) + 0.01 * at(self._broken, points)
        return np.asarray(wide - np.abs(away - side))

    def ground(self, terrain: Terrain) -> GroundMap:
        """Ice in the tongue with snow on it, moraine, snow, rock where snow cannot lie."""
        centers, at = self._country.centers, self._country.at
        away = at(self._away, centers) / self.half_m
        # Snow lies between the crevasses and in the hollows, ice is bare elsewhere.
        capped = (at(self._fissured(), centers) > 0.2) & (at(self._open(), centers) < 0.08)
        bare = (at(self._broken, centers) > -0.1) & ~capped
        trodden = at(self._off_route, centers) < TRACK_HALF_M + 1.5
        classes = np.where((away < 1.0) & bare & ~trodden, number_of("ice"), number_of("snow"))
        stony = (self._rim(centers) > 0.55) | ((self._streaks(centers) > 0.0) & ~trodden)
        classes = np.where(stony, number_of("gravel"), classes)
        steep = np.hypot(*terrain.sample(centers)[:, 1:].T) > math.tan(0.72)
        return self._country.ground(np.where(steep & (away > 1.0), number_of("rock"), classes))
