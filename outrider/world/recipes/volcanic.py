"""Recipe ``volcanic``: a cone with a crater, flows of lava down its side, columns, ash, vents."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Volcanic
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
FLOWS = 4
STEEPEST = 0.22
"""The cone is no higher than this share of the world's size."""


def make_volcanic(spec: Volcanic, *, seed: int) -> Draft:
    """The volcano stands away from the origin; robots start on the plain at its foot."""
    country = Country(seed, spec.size_m)
    chance = Stream(seed, "volcano").uniform(0, 4)
    way = 2.0 * math.pi * chance[0]
    away = 0.26 * spec.size_m
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
        ground=mountain.ground(terrain),
        skins={"sand": "ash", "rock": "rock_basalt", "ground": "lava_crust", "gravel": "ash"},
        regions=(Region(name="crater", kind="no_go", position_m=summit, half_m=half),),
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
        self.heights = self._built()

    def _flows(self) -> F64:
        """1 in the middle of a flow of lava, 0 from its border on; on the grid."""
        grid, size = self._country.grid, self._spec.size_m
        total = np.zeros(grid.shape)
        draws = Stream(self._seed, "flows").uniform(0, FLOWS * 8).reshape(FLOWS, 8)
        for k, draw in enumerate(draws):
            way = 2.0 * math.pi * (k + 0.7 * draw[0]) / FLOWS
            points = [self._summit]
            for step in range(1, 6):
                far = self.crater_m + step * 0.085 * size * (0.7 + 0.6 * draw[6])
                turn = way + 0.17 * (draw[min(step, 5)] - 0.5) * step
                points.append((
                    self._summit[0] + far * math.cos(turn), self._summit[1] + far * math.sin(turn),
                ))  # fmt: skip
            line = relief.curve(points, step_m=8.0)
            width = np.linspace(0.35, 1.0, len(line)) * (12.0 + 16.0 * draw[7])
            away, wide = relief.from_line(grid, line, width, reach_m=50.0)
            share = np.clip(1.0 - away / np.maximum(wide, 1.0), 0.0, 1.0)
            total = np.maximum(total, share)
        near = np.hypot(*grid.axes())
        return np.asarray(total * np.clip((near - 14.0) / 20.0, 0.0, 1.0))

    def _built(self) -> F64:
        """Plain, cone with gullies, crater, flows with steep fronts."""
        spec, grid = self._spec, self._country.grid
        x, y = grid.axes()
        away = np.hypot(x - self._summit[0], y - self._summit[1])
        foot = 0.40 * spec.size_m
        slope = np.clip(1.0 - away / foot, 0.0, 1.0) ** 1.6
        rim = np.clip(1.0 - self.crater_m / foot, 0.0, 1.0) ** 1.6
        bowl = np.clip((self.crater_m - away) / self.crater_m, 0.0, 1.0)
        cone = np.minimum(slope, rim) - 0.28 * np.sqrt(bowl)
        plain = relief.noise(self._seed, "plain", grid, wavelength_m=160.0, count=4)
        rough = relief.ridges(self._seed, "rough", grid, wavelength_m=60.0, count=3)
        height = min(spec.relief_m, STEEPEST * spec.size_m)
        heights = height * cone + 1.6 * plain + 2.2 * spec.roughness * rough
        heights = relief.weather(
            self._seed,
            "volcano",
            heights,
            grid,
            drops=grid.shape[0] * 50,
            strength=1.1,
            steepest_rad=0.78,
        )
        front = np.clip(self._flow / 0.35, 0.0, 1.0)
        ropes = 0.6 * relief.ridges(self._seed, "ropes", grid, wavelength_m=14.0, count=2)
        heights = heights + front * front * (3.0 - 2.0 * front) * (2.2 + ropes)
        return relief.levelled(heights, grid, (0.0, 0.0), inner_m=8.0, outer_m=26.0)

    def things(self, terrain: Terrain) -> tuple[Things, ...]:
        """Clinker on the flows, columns where rock shows, bombs near the crater, vents."""
        dense = self._spec.density
        shares = (
            (CLINKER, 0.8, lambda p: 1.1 * dense * self._on_flow(p)),
            (COLUMNS, 0.8, lambda p: 0.5 * dense * self._outcrop(p)),
            (BOMBS, 0.8, lambda p: 0.6 * dense * self._near(p)),
            (VENTS, 0.9, lambda p: 0.5 * dense * self._on_flow(p) + 0.04),
            (PIONEERS, 0.6, lambda p: 0.3 * (1.0 - self._on_flow(p)) * (1.0 - self._near(p))),
        )
        return tuple(
            plant(self._seed, layer, terrain, extent=self._country.extent, share=share, fill=fill)
            for layer, fill, share in shares
        )

    def _on_flow(self, points: F64) -> F64:
        return np.clip(2.5 * self._country.at(self._flow, points), 0.0, 1.0)

    def _outcrop(self, points: F64) -> F64:
        return np.clip(1.6 * self._country.at(self._patch, points) - 1.2, 0.0, 1.0)

    def _near(self, points: F64) -> F64:
        away: F64 = np.hypot(*(points - np.array(self._summit)).T)
        return np.clip(1.3 - away / (0.3 * self._spec.size_m), 0.06, 1.0)

    def ground(self, terrain: Terrain) -> GroundMap:
        """Crust on the flows, ash on the plain, rock where it is steep."""
        centers = self._country.centers
        flow = self._country.at(self._flow, centers) > 0.08
        classes = np.where(flow, number_of("ground"), number_of("sand"))
        stony = self._country.at(self._patch, centers) > 0.9
        steep = np.hypot(*terrain.sample(centers)[:, 1:].T) > math.tan(0.56)
        return self._country.ground(np.where(steep | (stony & ~flow), number_of("rock"), classes))
