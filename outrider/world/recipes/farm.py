"""Recipe ``farm``: fields of many crops in rows, divided by hedges, fences, walls, tracks, a brook.

Fields whose middle is within 250 m of the origin are sown plant by plant, the nearest first, up to
300,000 plants (fewer with a lower density). All others are shown by the class of their ground and
by a few plants, in the same rows; orchards and vineyards are whole wherever they are. Soft plants
have no solids: robots drive through wheat, and between rows of maize, vines and trees.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.worlds import Farm
from outrider.world import relief
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.places import Lane, Road
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes.country import Country, fine_octaves, track_features
from outrider.world.recipes.farm_crops import Fields, machine_lines
from outrider.world.recipes.farm_lines import Borders, power_line
from outrider.world.recipes.farm_plan import CROPS, FarmPlan
from outrider.world.recipes.farmstead import DRIVE_HALF_M, POND, Farmstead
from outrider.world.recipes.lines import beside
from outrider.world.scene import Cover, Extent
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

MAIN_HALF_M: Final = 2.3
TRACK_HALF_M: Final = 1.7
FLANK_M: Final = 7.0
PINNED_M: Final = 60.0
"""Over how much of its length a track comes to the height of the one that it meets."""
RUT_M: Final = (0.95, 0.5)
"""Of side tracks: how far a wheel's rut lies from the middle, and half its width."""
BROOK_M: Final = (5.0, 1.25, 0.42)
"""Half the width of its ditch, depth of the ditch, depth of the water."""
SKINS: Final = {
    "grass": "meadow_ground", "soil": "soil_tilled", "field": "crop_green", "cereal": "crop_ripe",
    "blossom": "crop_blossom", "stubble": "stubble", "mud": "soil_brown", "water": "water",
}  # fmt: skip
VERGE: Final = Layer(
    name="verge",
    apart_m=1.3,
    species=(
        Species(maker="meadow_tuft", share=5.0, scale=(0.7, 1.3), follows_slope=0.7, tint=0.12),
        Species(maker="poppies", share=0.15, scale=(0.7, 1.2), follows_slope=0.7),
        Species(maker="daisies", share=0.5, scale=(0.7, 1.2), follows_slope=0.7),
    ),
)
STEAD_M: Final = 62.0
"""How far the farmstead reaches about its middle; a world too small for it has none."""
VERGE_M: Final = 220.0
"""How far from the origin grass grows on verges blade by blade."""


def make_farm(spec: Farm, *, seed: int) -> Draft:
    """The farm; its main track passes the origin, where robots start."""
    land = _Land(seed, spec)
    terrain, stead = land.terrain, land.stead
    borders = Borders(land.plan, terrain, land.country.extent, land.from_ways, land.from_brook)
    fields = Fields(land.plan, terrain, land.country.extent)
    settled = land.shows(stead.site.middle, rim_m=STEAD_M)
    return Draft(
        terrain=terrain,
        things=stead.things(terrain) if settled else (),
        growth=(
            *(stead.growth(terrain) if settled else ()),
            *borders.things(),
            *fields.things(),
            land.verges(),
            *power_line(land.plan, terrain, 0.5 * spec.size_m, land.from_ways),
        ),
        ground=land.ground(),
        skins=SKINS,
        regions=(
            *(one.region() for one in land.plan.fields if land.shows(one.middle)),
            *(stead.regions() if settled else ()),
        ),
        buildings=stead.buildings() if settled else (),
        roads=land.roads(),
        cover=Cover(flat="grass"),
        extent=land.country.extent,
    )


class _Land:
    """Ground, water, tracks and the plan that they follow."""

    def __init__(self, seed: int, spec: Farm) -> None:
        self.seed, self.spec = seed, spec
        self.plan, self.country = FarmPlan(seed, spec), Country(seed, spec.size_m)
        self.stead = Farmstead(self.plan)
        self._ways = self.plan.ways()
        grid, far = self.country.grid, np.full(self.country.grid.shape, 60.0)
        lines = [line for _, line in self._ways] + [self.stead.drive()]
        self._from_ways = np.minimum.reduce([relief.from_line(grid, line)[0] for line in lines])
        self._brook = self.plan.brooks()
        self._from_brook = self.country.from_line(self._brook[0]) if self._brook else far
        self._level_m = 0.0
        self._stream = far
        self._heights = self._dug(self._graded())

    def shows(self, place: F64 | tuple[float, float], *, rim_m: float = 20.0) -> bool:
        """Whether a place lies within what is shown, and not at its rim."""
        return bool(np.abs(np.asarray(place)).max() < 0.5 * self.spec.size_m - rim_m)

    def from_ways(self, points: F64) -> F64:
        """``(n,)`` distance from the middle of the nearest track."""
        return self.country.at(self._from_ways, points)

    def from_brook(self, points: F64) -> F64:
        """``(n,)`` distance from the middle of the brook."""
        return self.country.at(self._from_brook, points)

    @cached_property
    def terrain(self) -> Terrain:
        return Terrain(
            relief=self.country.grid.relief(self._heights),
            octaves=fine_octaves(self.seed, 0.05 + 0.14 * self.spec.roughness, wavelength_m=9.0),
            features=(*machine_lines(self.plan, self.country.extent), *self._paved()),
        )

    def _graded(self) -> F64:
        """Gentle land, level at the farmstead, with the beds of tracks."""
        grid, spec = self.country.grid, self.spec
        broad = self.country.map_noise("broad", wavelength_m=430.0, count=2)
        fine = self.country.map_noise("fine", wavelength_m=150.0, count=2)
        heights = spec.relief_m * (0.24 * broad + 0.035 * (0.4 + spec.roughness) * fine)
        heights = relief.levelled(
            heights, grid, self.stead.site.middle, inner_m=62.0, outer_m=130.0
        )
        heights = relief.levelled(heights, grid, (0.0, 0.0), inner_m=8.0, outer_m=34.0)
        earlier = np.full(grid.shape, 60.0)
        for kind, line in self._ways:
            half = (MAIN_HALF_M if kind == "main" else TRACK_HALF_M) + 0.6
            heights = self._bedded(heights, line, half, earlier)
            earlier = np.minimum(earlier, relief.from_line(grid, line)[0])
        return heights

    def _bedded(self, heights: F64, line: F64, half_m: float, earlier: F64) -> F64:
        """Heights with the bed of a track, which meets the beds that there are at its ends."""
        land = self.country.at(heights, line)
        weights = np.hanning(29)[1:-1]
        bed = np.convolve(np.pad(land, 13, mode="edge"), weights / weights.sum(), mode="valid")
        way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
        for end, gap in ((0, way), (-1, way[-1] - way)):
            near = np.clip(1.0 - gap / PINNED_M, 0.0, 1.0)
            bed = bed + near * near * (3.0 - 2.0 * near) * (land[end] - bed[end])
        away, level = relief.from_line(self.country.grid, line, bed, reach_m=half_m + FLANK_M)
        share = np.clip((half_m + FLANK_M - away) / FLANK_M, 0.0, 1.0)
        # Beds that there are keep their shape: this one fades out at their edges.
        share = np.minimum(share, np.clip((earlier - MAIN_HALF_M - 0.6) / FLANK_M, 0.0, 1.0))
        share = share * share * (3.0 - 2.0 * share)
        return np.asarray(np.where(share > 0.0, heights + share * (level - heights), heights))

    def _dug(self, heights: F64) -> F64:
        """The same with the pond, and the brook between its culverts."""
        x, y = self.country.grid.axes()
        local = self.stead.site.local(np.column_stack([x.ravel(), y.ravel()])).reshape(*x.shape, 2)
        away = np.hypot(local[..., 0] - POND[0], local[..., 1] - POND[1]) - POND[2]
        self._level_m = float(self.country.at(heights, np.array([self.stead.site.middle]))[0]) - 0.3
        bank = np.clip(1.0 - away / 3.5, 0.0, 1.0)
        bed = (
            self._level_m
            - 1.0 * np.clip(-away / 4.0, 0.0, 1.0)
            + 0.25 * np.clip(away / 2.0, 0.0, 1.0)
        )
        heights = np.where(away < 3.5, heights + bank * (bed - heights), heights)
        if not self._brook:
            return heights
        half, depth, wet = BROOK_M
        line = self._brook[0]
        along = np.convolve(
            np.pad(self.country.at(heights, line), 12, mode="edge"), np.ones(25) / 25, "valid"
        )
        near, top = relief.from_line(self.country.grid, line, along)
        share = np.clip(1.0 - near / half, 0.0, 1.0)
        share = np.minimum(1.0, 1.6 * share * share * (3.0 - 2.0 * share))
        dam = np.clip((self._from_ways - 3.2) / 4.0, 0.0, 1.0)
        dam = dam * dam * (3.0 - 2.0 * dam)
        self._stream = np.where(near < half, top - depth + wet, -1e3)
        return np.asarray(heights + share * dam * (np.minimum(top, heights) - depth - heights))

    def _paved(self) -> tuple[Feature, ...]:
        """The main track whole, side tracks as two ruts, the yard, a wider place at the origin."""
        made = list(self.stead.features())
        for kind, line in self._ways:
            path = line[::2] if len(line) % 2 else np.vstack([line[:-1:2], line[-1:]])
            if kind == "main":
                made += track_features(path, MAIN_HALF_M, "gravel")
                continue
            for side in (-RUT_M[0], RUT_M[0]):
                made += track_features(beside(path, side), RUT_M[1] + 0.2, "gravel")
        made += [
            Feature(position_m=(0.0, 0.0), heading_rad=self.plan.heading, half_m=(11.0, 4.3),
                    flank_m=(3.0, 3.0, 0.2), value_m=0.0, surface=number_of("gravel"))
        ]  # fmt: skip
        reach = 0.5 * self.spec.size_m + 30.0
        return tuple(f for f in made if max(map(abs, f.position_m)) < reach)

    def roads(self) -> tuple[Road, ...]:
        """The tracks, by name, and the drive to the farmstead."""
        made, count = [], 0
        for kind, line in [*self._ways, ("drive", self.stead.drive())]:
            half = {"main": MAIN_HALF_M, "drive": DRIVE_HALF_M}.get(kind, TRACK_HALF_M)
            count += kind == "track"
            name = {"main": "track_main", "drive": "drive"}.get(kind, f"track_{count}")
            made.append(Road(
                name=name, kind="track", half_m=half,
                line_m=tuple((float(x), float(y)) for x, y in line),
                lanes=(Lane(offset_m=0.0, width_m=2.0 * half),), limit_mps=8.3,
            ))  # fmt: skip
        return tuple(made)

    def ground(self) -> GroundMap:
        """Crops by field, grass on verges, mud at the water, the brook and the pond."""
        x0, y0, x1, y1 = self._extent
        step = max(1.0, self.spec.size_m / 1000.0)
        shape = (round((y1 - y0) / step), round((x1 - x0) / step))
        blank = GroundMap(classes=np.zeros(shape, np.uint8), origin_m=(x0, y0), step_m=step)
        points = blank.centers()
        number, gap = self.plan.plan.find(points)
        table = np.full(len(self.plan.plan.plots) + 1, number_of("grass"))
        for one in self.plan.fields:
            table[one.number] = number_of(CROPS[one.crop].ground)
        classes = np.where(gap > 0.0, table[number], number_of("grass"))
        level = np.full(len(points), np.nan)
        self._wet(points, classes, level)
        return GroundMap(
            classes=classes.reshape(shape).astype(np.uint8), origin_m=(x0, y0), step_m=step,
            water_m=level.reshape(shape).astype(np.float32),
        )  # fmt: skip

    @property
    def _extent(self) -> Extent:
        return self.country.extent

    def _wet(self, points: F64, classes: NDArray[np.int64], level: F64) -> None:
        """Writes water, and mud beside it."""
        pond = np.hypot(*(self.stead.site.local(points) - POND[:2]).T) - POND[2]
        near = np.flatnonzero((pond < 3.0) | (self.from_brook(points) < BROOK_M[0]))
        height = self.terrain.height(points[near])
        brook = self.country.at(self._stream, points[near])
        surface = np.where(pond[near] < 3.0, self._level_m, brook)
        wet = (height < surface) & (
            (pond[near] < 1.0) | (self.from_brook(points[near]) < BROOK_M[0] - 2.0)
        )
        classes[near[(height < surface + 0.12) & (surface > -99.0)]] = number_of("mud")
        classes[near[wet]] = number_of("water")
        level[near[wet]] = surface[wet]

    def verges(self) -> Things:
        """Grass and flowers on verges and meadows near the origin."""
        half = min(VERGE_M, 0.5 * self.spec.size_m - 1.0)
        table = np.zeros(len(self.plan.plan.plots) + 1)
        for one in self.plan.fields:
            table[one.number] = {"meadow": 0.55, "apple": 0.3, "vine": 0.12}.get(one.crop, 0.0)
        table[self.plan.yard] = 0.35

        def share(points: F64) -> F64:
            number, gap = self.plan.plan.find(points)
            dense = self.spec.density / 0.6 * np.where(gap > 0.0, table[number], 0.55)
            clear = (self.from_ways(points) > MAIN_HALF_M + 0.4) & (self.from_brook(points) > 3.0)
            clear &= np.hypot(*points.T) > 12.0
            local = np.abs(self.stead.site.local(points) - (0.0, 1.0))
            yard = (local < (20.0, 16.0)).all(axis=1)
            return np.asarray(np.clip(dense, 0.0, 1.0) * (clear & ~yard))

        return plant(
            self.seed, VERGE, self.terrain, extent=(-half, -half, half, half), share=share, fill=0.7
        )
