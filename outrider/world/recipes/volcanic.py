"""Recipe ``volcanic``: a cone with a crater, flows of lava down its side, the plain about it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.scenario.worlds import Volcanic
from outrider.world import relief
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.library import names_of
from outrider.world.objects import layer_ids
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes.country import Country, fine_octaves
from outrider.world.recipes.volcanic_plain import Plain, cone
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain
from outrider.world.things import Things, things

F64 = NDArray[np.float64]

CLINKER = Layer(
    name="clinker",
    apart_m=4.2,
    steepest_rad=0.9,
    species=(
        Species(maker="clinker_pile", share=2.0, scale=(0.5, 1.4), follows_slope=0.7),
        Species(maker="pahoehoe_ropes", share=1.2, scale=(0.6, 1.4), follows_slope=0.9),
        Species(maker="tumulus", share=0.5, scale=(0.5, 1.2), follows_slope=0.6),
    ),
)
COLUMNS = Layer(
    name="columns",
    apart_m=9.0,
    species=(Species(maker="basalt_columns", scale=(0.6, 1.6), sink_m=0.2, follows_slope=0.1),),
)
BOMBS = Layer(
    name="bombs",
    apart_m=6.0,
    steepest_rad=0.8,
    species=(
        Species(maker="lava_bomb", share=1.5, scale=(0.5, 1.5), follows_slope=0.7),
        Species(
            maker="broken_rock",
            share=1.0,
            scale=(0.3, 1.0),
            follows_slope=0.6,
            shade=(0.42, 0.4, 0.4),
        ),
    ),
)
VENTS = Layer(
    name="vents",
    apart_m=22.0,
    species=(
        Species(maker="hornito", share=1.0, scale=(0.7, 1.4)),
        Species(maker="fumarole", share=1.4, scale=(0.7, 1.5)),
    ),
)
PIONEERS = Layer(
    name="pioneers",
    apart_m=5.0,
    species=(Species(maker="dry_tuft", share=2.0, scale=(0.4, 0.9), tint=0.1),),
)
SETTLERS = Layer(
    name="settlers",
    apart_m=3.4,
    steepest_rad=0.8,
    species=(
        Species(maker="heather", share=1.2, scale=(0.4, 0.9), follows_slope=0.7),
        Species(maker="dry_tuft", share=1.0, scale=(0.5, 1.0), tint=0.1),
        Species(maker="sedge", share=0.8, scale=(0.5, 1.0), follows_slope=0.6),
    ),
)
FUMES = Layer(
    name="fumes",
    apart_m=5.0,
    steepest_rad=0.7,
    species=(
        Species(maker="fumarole", share=1.0, scale=(0.6, 1.9)),
        Species(
            maker="broken_rock",
            share=0.5,
            scale=(0.3, 0.9),
            follows_slope=0.6,
            shade=(1.1, 0.98, 0.6),
        ),
    ),
)
SPATTER = Layer(
    name="spatter",
    apart_m=7.0,
    steepest_rad=0.6,
    species=(Species(maker="hornito", scale=(0.9, 2.6)),),
)
SCORCHED = Layer(
    name="scorched",
    apart_m=5.5,
    species=(
        Species(
            maker="snag", share=1.0, scale=(0.5, 1.0), sink_m=0.1, lean_rad=0.12,
            shade=(0.3, 0.28, 0.27),
        ),
        Species(
            maker="log", share=0.35, scale=(0.5, 0.8), follows_slope=1.0, sink_m=0.12,
            shade=(0.36, 0.33, 0.31),
        ),
    ),
)  # fmt: skip
FLOWS = 4
MOLTEN = 3
"""Of the flows so many are young: lava still runs down their upper parts."""
SHALLOW_M = 2.4
"""Shallower water is not of the class of water."""
FLOOR = 0.42
"""Radius of the crater's level floor, in radii of its rim."""
STEEPEST = 0.22
"""The cone is no higher than this share of the world's size."""
AWAY, FOOT = 0.31, 0.33
"""The summit's distance from the origin and the cone's radius, as shares of the world's size."""


def make_volcanic(spec: Volcanic, *, seed: int) -> Draft:
    """The volcano stands away from the origin; robots start on the plain at its foot."""
    country = Country(seed, spec.size_m)
    chance = Stream(seed, "volcano").uniform(0, 4)
    way = 2.0 * math.pi * chance[0]
    away = AWAY * spec.size_m
    summit = (away * math.cos(way), away * math.sin(way))
    mountain = _Mountain(seed, spec, country, summit)
    terrain = Terrain(
        relief=country.grid.relief(mountain.heights),
        octaves=fine_octaves(seed, 0.2 + 0.4 * spec.roughness, wavelength_m=12.0),
    )
    half = (mountain.crater_m, mountain.crater_m)
    return Draft(
        terrain=terrain,
        growth=mountain.things(terrain),
        ground=mountain.ground(),
        skins={
            "sand": "ash",
            "rock": "rock_basalt",
            "ground": "lava_crust",
            "gravel": "scoria",
            "soil": "sulphur_crust",
            "grass": "moss_lava",
            "water": "water_acid",
        },
        regions=(
            Region(name="crater", kind="no_go", position_m=summit, half_m=half),
            *mountain.lake_region(),
        ),
        cover=Cover(flat="sand", steep="rock"),
        extent=country.extent,
    )


class _Mountain:
    """The cone, its flows, and where things lie on it."""

    def __init__(
        self, seed: int, spec: Volcanic, country: Country, summit: tuple[float, float]
    ) -> None:
        self._seed, self._spec, self._country, self._summit = seed, spec, country, summit
        self.crater_m = 0.052 * spec.size_m
        self._patch = country.map_noise("patch", wavelength_m=80.0)
        self._flow = self._flows()
        self._plain = Plain(seed, spec, country, summit, self._flow)
        self._scorched = country.map_noise("scorched", wavelength_m=150.0, count=2)
        self.heights = self._built()

    def _flows(self) -> F64:
        """1 in the middle of a flow of lava, 0 from its border on; on the grid."""
        grid, size = self._country.grid, self._spec.size_m
        total = np.zeros(grid.shape)
        self._lines: list[F64] = []
        draws = Stream(self._seed, "flows").uniform(0, FLOWS * 8).reshape(FLOWS, 8)
        for k, draw in enumerate(draws):
            way = 2.0 * math.pi * (k + 0.7 * draw[0]) / FLOWS
            points = [self._summit]
            for step in range(1, 6):
                far = self.crater_m + step * 0.085 * size * (0.7 + 0.6 * draw[6])
                turn = way + 0.09 * (draw[min(step, 5)] - 0.5) * step
                points.append((
                    self._summit[0] + far * math.cos(turn), self._summit[1] + far * math.sin(turn),
                ))  # fmt: skip
            line = relief.curve(points, step_m=8.0)
            self._lines.append(line)
            width = np.linspace(0.35, 1.0, len(line)) * (12.0 + 16.0 * draw[7])
            away, wide = relief.from_line(grid, line, width, reach_m=50.0)
            share = np.clip(1.0 - away / np.maximum(wide, 1.0), 0.0, 1.0)
            total = np.maximum(total, share)
        x, y = grid.axes()
        # They well up at the rim, and none comes to where robots start.
        away = np.hypot(x - self._summit[0], y - self._summit[1])
        total *= np.clip(away / (0.2 * self.crater_m) - 4.2, 0.0, 1.0)
        return np.asarray(total * np.clip((np.hypot(x, y) - 14.0) / 20.0, 0.0, 1.0))

    def _built(self) -> F64:
        """Plain, cone with gullies, crater, flows with steep fronts."""
        spec, grid = self._spec, self._country.grid
        x, y = grid.axes()
        away = np.hypot(x - self._summit[0], y - self._summit[1])
        foot = FOOT * spec.size_m
        shape = cone(away / foot, vent=self.crater_m / foot, deep=0.28, floor=FLOOR, power=1.6)
        plain = relief.noise(self._seed, "plain", grid, wavelength_m=160.0, count=4)
        rough = relief.ridges(self._seed, "rough", grid, wavelength_m=60.0, count=3)
        height = min(spec.relief_m, STEEPEST * spec.size_m)
        heights = height * shape + 1.6 * plain + 2.2 * spec.roughness * rough
        heights = relief.weather(
            self._seed,
            "volcano",
            heights,
            grid,
            drops=grid.shape[0] * 50,
            strength=1.1,
            steepest_rad=0.78,
        )
        heights = self._plain.raised(heights)
        front = np.clip(self._flow / 0.35, 0.0, 1.0)
        ropes = 0.6 * relief.ridges(self._seed, "ropes", grid, wavelength_m=14.0, count=2)
        heights = heights + front * front * (3.0 - 2.0 * front) * (2.2 + ropes)
        return relief.levelled(heights, grid, (0.0, 0.0), inner_m=8.0, outer_m=26.0)

    def things(self, terrain: Terrain) -> tuple[Things, ...]:
        """Clinker on the flows, columns where rock shows, bombs near the crater, vents."""
        dense = self._spec.density
        plain = self._plain
        shares = (
            (CLINKER, 0.8, lambda p: dense * (1.1 * self._on_flow(p) + 0.7 * self._on_old(p))),
            (COLUMNS, 0.8, lambda p: 0.5 * dense * self._outcrop(p)),
            (BOMBS, 0.8, lambda p: 0.6 * dense * self._near(p)),
            (VENTS, 0.9, lambda p: 0.5 * dense * self._on_flow(p) + 0.04),
            (PIONEERS, 0.6, lambda p: 0.3 * (1.0 - self._on_flow(p)) * (1.0 - self._near(p))),
            (SETTLERS, 0.7, lambda p: 1.2 * dense * plain.moss(p)),
            (FUMES, 0.8, lambda p: 1.1 * dense * np.clip(plain.sulphur(p) - 0.3, 0.0, 1.0)),
            (SPATTER, 0.8, lambda p: 1.2 * dense * plain.by_pits(p)),
            (SCORCHED, 0.8, lambda p: dense * self._burnt(p)),
        )
        grown = (
            plant(
                self._seed,
                layer,
                terrain,
                extent=self._country.extent,
                share=lambda p, own=share: own(p) * plain.clear(p),  # type: ignore[misc]
                fill=fill,
            )
            for layer, fill, share in shares
        )
        return (*grown, self._lake(terrain), self._streams(terrain), plain.glow(terrain))

    def lake_region(self) -> tuple[Region, ...]:
        """Where the acid is."""
        lake = self._plain.lake
        if lake is None:
            return ()
        half = (lake.radius_m, lake.radius_m)
        return (Region(name="lake", kind="no_go", position_m=(lake.x, lake.y), half_m=half),)

    def _lake(self, terrain: Terrain) -> Things:
        """Molten lava on the crater's floor."""
        names = names_of("lava_lake")
        kind = int(Stream(self._seed, "lake").uniform(0, 1)[0] * len(names))
        z = float(terrain.height([self._summit])[0]) - 0.1
        return things(
            names, np.array([kind]), np.array([[*self._summit, z]]), ident=layer_ids("lake", 1),
            scale=np.array([1.06 * FLOOR * self.crater_m / 16.5]),
        )  # fmt: skip

    def _streams(self, terrain: Terrain) -> Things:
        """Streams that run down the young flows, stretch by stretch, narrower and narrower."""
        parts = [self._stretches(line) for line in self._lines[:MOLTEN]]
        points, heading, scale = (np.concatenate(part) for part in zip(*parts, strict=True))
        names = names_of("lava_stream")
        kind = Stream(self._seed, "streams").uniform(0, len(points)) * len(names)
        ground = terrain.sample(points)
        slope = np.hypot(ground[:, 1], ground[:, 2])
        square = np.column_stack([ground[:, 2], -ground[:, 1], np.zeros(len(points))])
        tilt = square * (np.arctan(slope) / np.maximum(slope, 1e-9))[:, None]
        return things(
            names, kind.astype(int), np.column_stack((points, ground[:, 0] - 0.05)),
            ident=layer_ids("streams", len(points)), scale=scale,
            quaternion=rotation.multiply(
                rotation.from_rotation_vector(tilt), rotation.from_heading(heading)
            ),
        )  # fmt: skip

    def _stretches(self, line: F64) -> tuple[F64, F64, F64]:
        """Places, headings and scales along a flow from the rim down; none at the start."""
        gaps = np.hypot(*np.diff(line, axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(gaps)])
        where = np.arange(1.2 * self.crater_m, 0.74 * along[-1], 5.5)
        points = np.column_stack([np.interp(where, along, line[:, k]) for k in (0, 1)])
        ahead = np.gradient(points, axis=0)
        scale = np.interp(where, (0.0, 0.74 * along[-1]), (2.0, 0.8))
        inside = np.abs(points).max(axis=1) < 0.5 * self._spec.size_m - 8.0
        keep = inside & (np.hypot(*points.T) > 45.0)
        heading = np.arctan2(ahead[:, 1], ahead[:, 0])
        return points[keep], heading[keep], scale[keep]

    def _on_flow(self, points: F64) -> F64:
        return np.clip(2.5 * self._country.at(self._flow, points), 0.0, 1.0)

    def _on_old(self, points: F64) -> F64:
        """On old lava where it is still bare."""
        old = np.clip(2.0 * self._country.at(self._plain.old, points), 0.0, 1.0)
        return np.asarray(old * (1.0 - self._plain.moss(points)))

    def _burnt(self, points: F64) -> F64:
        """Where a wood stood on the plain before the ash fell."""
        away = np.hypot(*(points - np.array(self._summit)).T) / self._spec.size_m
        wood = np.clip(2.0 * self._country.at(self._scorched, points) - 1.5, 0.0, 1.0)
        free = self._country.at(np.maximum(self._flow, self._plain.old), points) == 0.0
        free &= ~self._plain.scoria(points)
        return np.asarray(wood * free * (away > 0.26) * (np.hypot(*points.T) > 30.0))

    def _outcrop(self, points: F64) -> F64:
        return np.clip(1.6 * self._country.at(self._patch, points) - 1.2, 0.0, 1.0)

    def _near(self, points: F64) -> F64:
        away: F64 = np.hypot(*(points - np.array(self._summit)).T)
        return np.clip(1.3 - away / (0.3 * self._spec.size_m), 0.06, 1.0)

    def ground(self) -> GroundMap:
        """Crust on the flows, scoria on the cones, ash on the plain, rock where steep."""
        centers, at, plain = self._country.centers, self._country.at, self._plain
        patch = at(self._patch, centers)
        away = np.hypot(*(centers - np.array(self._summit)).T) / self._spec.size_m
        red = (away + 0.02 * patch < 0.13) | plain.scoria(centers)
        # The slope of the country at large: that of each cell alone would leave salt and pepper.
        steep = at(_blurred(relief.steepness(self.heights, self._country.grid)), centers)
        bare = (steep + 0.04 * patch > 0.62) | (patch > 1.3)
        heights = at(self.heights, centers)
        wet = plain.flooded(centers, heights)
        layers = (
            ("rock", bare & ~red),
            ("gravel", red),
            ("ground", at(plain.old, centers) > 0.04),
            ("grass", plain.moss(centers) > 0.45),
            ("soil", plain.sulphur(centers) > 0.5),
            ("ground", (at(self._flow, centers) > 0.08) | plain.by_pits(centers)),
            # Not up to the shore: borders in pictures wander, and its banks are steep.
            ("water", wet & (heights < plain.lake_level_m - SHALLOW_M)),
        )
        classes = np.full(len(centers), number_of("sand"))
        for name, where in layers:
            classes = np.where(where, number_of(name), classes)
        return self._country.ground(classes, np.where(wet, plain.lake_level_m, np.nan))


def _blurred(field: F64, *, cells: int = 9) -> F64:
    """The mean over a square of so many cells about each."""
    kernel = np.full(cells, 1.0 / cells)
    for _ in range(2):
        wide = np.pad(field, ((0, 0), (cells // 2, cells // 2)), mode="edge")
        field = np.stack([np.convolve(row, kernel, mode="valid") for row in wide]).T
    return field
