"""Recipe ``desert``: red outback with dunes, spinifex, a grove of gums, a straight road, wrecks."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Desert
from outrider.world import relief
from outrider.world.draft import Draft
from outrider.world.ground import GroundMap
from outrider.world.library import names_of
from outrider.world.objects import layer_ids
from outrider.world.places import Lane, Road
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes.country import Country, fine_octaves, track_features
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain
from outrider.world.things import Things, things

F64 = NDArray[np.float64]

GROVE = Layer(
    name="grove",
    apart_m=5.5,
    species=(
        Species(maker="eucalyptus", share=2.0, scale=(0.6, 1.15), sink_m=0.15, lean_rad=0.08),
        Species(maker="acacia", share=1.0, scale=(0.6, 1.1), sink_m=0.1, lean_rad=0.08),
    ),
)
LONELY = Layer(
    name="lonely",
    apart_m=28.0,
    species=(
        Species(maker="acacia", share=1.0, scale=(0.5, 1.0), sink_m=0.1, lean_rad=0.1),
        Species(maker="snag", share=0.5, scale=(0.5, 0.9), sink_m=0.1, lean_rad=0.1),
        Species(maker="log", share=0.3, scale=(0.5, 0.9), follows_slope=1.0),
        Species(maker="termite_mound", share=1.0, scale=(0.6, 1.3), sink_m=0.05),
    ),
)
SCRUB = Layer(
    name="scrub",
    apart_m=1.7,
    species=(
        Species(maker="spinifex", share=4.0, scale=(0.5, 1.3), follows_slope=0.7, tint=0.12),
        Species(maker="saltbush", share=1.4, scale=(0.5, 1.2), tint=0.12),
        Species(maker="dry_tuft", share=2.0, scale=(0.5, 1.2), follows_slope=0.6, tint=0.12),
    ),
)
STONES = Layer(
    name="stones",
    apart_m=6.0,
    species=(
        Species(maker="sandstone_red", share=1.2, scale=(0.3, 1.0), follows_slope=0.5),
        Species(maker="tor", share=0.12, scale=(0.4, 0.9), follows_slope=0.2),
        Species(maker="broken_rock", share=0.8, scale=(0.3, 0.8), follows_slope=0.6, tint=0.15),
        Species(maker="pebble_heap", share=0.8, scale=(0.5, 1.2), follows_slope=0.9),
    ),
)
RUINS = (
    ("car_wreck", 3.0), ("pickup_wreck", 2.0), ("windmill_pump", 0.6), ("water_tank", 1.0),
    ("oil_drum", 2.0), ("tyre_pile", 1.5), ("broken_trailer", 1.0), ("caravan", 0.7),
)  # fmt: skip
ROAD_HALF_M = 3.4
GROVE_M = 120.0


def make_desert(spec: Desert, *, seed: int) -> Draft:
    """The outback; the road runs straight through the origin, the grove lies beside it."""
    country = Country(seed, spec.size_m)
    chance = Stream(seed, "desert").uniform(0, 6)
    bearing = (chance[0] - 0.5) * 0.5
    reach = 0.5 * spec.size_m + 60.0
    way = np.array([math.cos(bearing), math.sin(bearing)])
    road = np.linspace(-reach, reach, 120)[:, None] * way
    fine = fine_octaves(seed, 0.12 + 0.3 * spec.roughness, wavelength_m=9.0)
    heights = _relief(seed, spec, country)
    if spec.road:
        heights = country.cut(heights, road, half_m=ROAD_HALF_M + 1.5, flank_m=14.0, fine=fine)
    else:
        heights = relief.levelled(heights, country.grid, (0.0, 0.0), inner_m=8.0, outer_m=24.0)
    terrain = Terrain(
        relief=country.grid.relief(heights),
        octaves=fine,
        features=track_features(road, ROAD_HALF_M, "gravel") if spec.road else (),
    )
    side = 1.0 if chance[1] < 0.5 else -1.0
    along = (chance[2] - 0.5) * 0.4 * spec.size_m
    grove = along * way + side * (GROVE_M + 20.0) * np.array([-way[1], way[0]])
    outback = _Outback(seed, spec, country, road if spec.road else None, grove)
    center = (float(grove[0]), float(grove[1]))
    return Draft(
        terrain=terrain,
        things=(outback.ruins(terrain),),
        growth=outback.things(terrain),
        ground=outback.ground(terrain),
        skins={
            "sand": "sand_red",
            "ground": "soil_red",
            "rock": "rock_red",
            "gravel": "asphalt_old",
        },
        roads=_roads(road) if spec.road else (),
        regions=(Region(name="grove", position_m=center, half_m=(GROVE_M, GROVE_M)),),
        cover=Cover(flat="sand", steep="rock"),
        extent=country.extent,
    )


def _roads(line: F64) -> tuple[Road, ...]:
    lanes = (
        Lane(offset_m=-0.5 * ROAD_HALF_M, width_m=ROAD_HALF_M),
        Lane(offset_m=0.5 * ROAD_HALF_M, width_m=ROAD_HALF_M, forward=False),
    )
    ends = tuple((float(x), float(y)) for x, y in line[[0, -1]])
    return (Road(name="road", line_m=ends, half_m=ROAD_HALF_M, lanes=lanes, limit_mps=27.8),)


def _relief(seed: int, spec: Desert, country: Country) -> F64:
    grid = country.grid
    broad = relief.noise(seed, "broad", grid, wavelength_m=500.0, count=2)
    towards = float(Stream(seed, "wind").uniform(0, 1)[0]) * 2.0 * math.pi
    rows = relief.dunes(seed, "dunes", grid, wavelength_m=85.0, towards_rad=towards)
    where = np.clip(
        0.4 + 0.7 * relief.noise(seed, "fields", grid, wavelength_m=380.0, count=2), 0, 1
    )
    mesa = np.clip(2.5 * relief.noise(seed, "mesa", grid, wavelength_m=430.0, count=3) - 3.0, 0, 1)
    mesa *= np.clip((np.hypot(*grid.axes()) - 160.0) / 80.0, 0.0, 1.0)
    rock = relief.terraces(mesa * 26.0, step_m=6.5, sharpness=0.75)
    heights = spec.relief_m * (0.22 * broad + 0.55 * where * rows) + rock
    return relief.weather(
        seed, "desert", heights, grid, drops=grid.shape[0] * 12, strength=0.5, steepest_rad=0.95
    )


class _Outback:
    """What grows and lies in the desert."""

    def __init__(
        self, seed: int, spec: Desert, country: Country, road: F64 | None, grove: F64
    ) -> None:
        self._seed, self._spec, self._country, self._grove = seed, spec, country, grove
        far = np.full(country.grid.shape, 60.0)
        self._from_road = far if road is None else country.from_line(road)
        self._road = road
        self._patch = country.map_noise("patch", wavelength_m=70.0)

    def things(self, terrain: Terrain) -> tuple[Things, ...]:
        """Grove, single trees, scrub in patches, stones."""
        seed, extent, dense = self._seed, self._country.extent, self._spec.density
        shares = (
            (GROVE, 1.6, lambda p: 1.4 * dense * self._in_grove(p) * self._off_road(p, 8.0)),
            (LONELY, 0.8, lambda p: 0.8 * dense * self._off_road(p, 9.0)),
            (SCRUB, 0.8, lambda p: 0.9 * dense * self._scrub(p) * self._off_road(p, 5.0)),
            (STONES, 0.7, lambda p: 0.5 * dense * self._stony(p) * self._off_road(p, 6.0)),
        )
        return tuple(
            plant(seed, layer, terrain, extent=extent, share=share, fill=fill)
            for layer, fill, share in shares
        )

    def _in_grove(self, points: F64) -> F64:
        away: F64 = np.hypot(*(points - self._grove).T) / GROVE_M
        return np.clip(1.25 - away + 0.2 * self._country.at(self._patch, points), 0.0, 1.0)

    def _off_road(self, points: F64, gap: float) -> F64:
        return np.clip((self._country.at(self._from_road, points) - gap) / 3.0, 0.0, 1.0)

    def _scrub(self, points: F64) -> F64:
        return np.clip(0.35 + 0.45 * self._country.at(self._patch, points), 0.02, 1.0)

    def _stony(self, points: F64) -> F64:
        return np.clip(0.15 - 0.5 * self._country.at(self._patch, points), 0.05, 1.0)

    def ruins(self, terrain: Terrain) -> Things:
        """Weathered wrecks and what else was left along the road."""
        count = round(10 + 20 * self._spec.density)
        chance = Stream(self._seed, "ruins").uniform(0, 5 * count).reshape(-1, 5)
        half = 0.46 * self._spec.size_m
        along = (2.0 * chance[:, 0] - 1.0) * half
        aside = np.where(chance[:, 1] < 0.5, -1.0, 1.0) * (9.0 + 40.0 * chance[:, 2] ** 2)
        if self._road is None:
            points = np.column_stack((along, (2.0 * chance[:, 1] - 1.0) * half))
        else:
            way = self._road[-1] / np.linalg.norm(self._road[-1])
            points = along[:, None] * way + aside[:, None] * np.array([-way[1], way[0]])
        points = points[np.hypot(*points.T) > 16.0]
        chance = chance[: len(points)]
        kinds = [(name, share) for maker, share in RUINS for name in names_of(maker)]
        bound = np.cumsum([share for _, share in kinds])
        kind = np.searchsorted(bound / bound[-1], chance[:, 3], side="right")
        z = terrain.height(points) - 0.06
        return things(
            [name for name, _ in kinds], np.minimum(kind, len(kinds) - 1),
            np.column_stack((points, z)), ident=layer_ids("ruins", len(points)),
            heading=2.0 * math.pi * chance[:, 4],
        )  # fmt: skip

    def ground(self, terrain: Terrain) -> GroundMap:
        """Sand, stretches of hard red earth, rock where it is steep."""
        centers = self._country.centers
        steep = np.hypot(*terrain.sample(centers)[:, 1:].T) > math.tan(0.5)
        hard = self._country.at(self._patch, centers) < -0.5
        classes = np.where(hard, number_of("ground"), number_of("sand"))
        return self._country.ground(np.where(steep, number_of("rock"), classes))
