"""Recipe ``factory``: halls, stores, tanks and stacks on plots between plant roads, in a fence."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.scenario.worlds import Factory
from outrider.world import relief
from outrider.world.assets.sidings import TRACK_M as PIECE_M
from outrider.world.assets.sized_houses import sized_name
from outrider.world.draft import Draft
from outrider.world.objects import layer_ids
from outrider.world.planting import Layer, Species, plant
from outrider.world.recipes.dice import Dice
from outrider.world.recipes.factory_site import (
    ROAD_HALF_M,
    TRACK_M,
    Site,
    filled,
    heights_of,
    road_features,
    roads_of,
    site_of,
    yards_of,
)
from outrider.world.recipes.lines import spaced
from outrider.world.recipes.works import CONTAINERS, SHORT
from outrider.world.recipes.yard import Yard
from outrider.world.scene import Cover, Extent, Region
from outrider.world.solids import merge
from outrider.world.terrain import Terrain
from outrider.world.things import Things, things

F64 = NDArray[np.float64]
QUARTER: Final = 0.5 * math.pi

WEEDS: Final = Layer(
    name="weeds",
    apart_m=1.0,
    species=(
        Species(maker="meadow_tuft", share=3.0, scale=(0.6, 1.6), tint=0.14),
        Species(maker="dry_tuft", share=1.6, scale=(0.4, 1.0), tint=0.14),
        Species(maker="sedge", share=0.8, scale=(0.5, 1.0)),
        Species(maker="daisies", share=0.5, scale=(0.7, 1.2)),
        Species(maker="poppies", share=0.25, scale=(0.6, 1.0)),
    ),
)
BUSHES: Final = Layer(
    name="bushes",
    apart_m=3.0,
    species=(
        Species(maker="bramble", share=1.0, scale=(0.5, 1.1)),
        Species(maker="round_shrub", share=0.8, scale=(0.5, 1.1)),
        Species(maker="gorse", share=0.4, scale=(0.5, 1.0)),
    ),
)
TREES: Final = Layer(
    name="trees",
    apart_m=6.5,
    species=(
        Species(maker="birch", share=1.0, scale=(0.45, 0.9), sink_m=0.1, lean_rad=0.05),
        Species(maker="poplar", share=0.7, scale=(0.5, 0.85), sink_m=0.1),
        Species(maker="oak", share=0.4, scale=(0.5, 0.8), sink_m=0.15),
    ),
)
SLAB_M: Final = 6.0
"""Weeds grow in the joints between slabs."""
PLACES: Final = {
    "office": "car_park", "parking": "lorry_park", "tanks": "tank_farm", "silos": "silos",
    "containers": "container_yard", "scrap": "scrap_yard", "power": "power_house",
}  # fmt: skip
"""Names of the regions of the first plot of each kind."""


def make_factory(spec: Factory, *, seed: int) -> Draft:
    """The works; its main road runs through the origin, where robots start, to the gate."""
    half = 0.5 * spec.size_m
    extent: Extent = (-half, -half, half, half)
    site = site_of(spec)
    grid = relief.square_grid(spec.size_m, step_m=2.0, margin_m=60.0)
    heights = heights_of(seed, site, grid, half)
    plots = yards_of(seed, spec, site)
    bridges = filled(plots, site)
    yards = [yard for _, yard in plots.values()]
    terrain = Terrain(
        relief=grid.relief(heights),
        features=(*road_features(site, half), *(f for yard in yards for f in yard.paved)),
    )
    fittings = _Fittings(seed, spec, site, terrain)
    regions = _regions(site, plots)
    return Draft(
        terrain=terrain,
        structures={"bunds": merge([yard.solids(terrain) for yard in yards])},
        things=(*(yard.things(terrain) for yard in yards), *fittings.things(bridges, half)),
        growth=_growth(seed, spec, site, terrain, extent),
        skins=_skins(spec.age),
        regions=regions,
        buildings=tuple(b for yard in yards for b in yard.buildings),
        roads=roads_of(site, half),
        cover=Cover(flat="grass", steep="soil"),
        extent=extent,
    )


def _skins(age: float) -> dict[str, str]:
    old = age > 0.35
    return {
        "grass": "grass_dry" if age > 0.7 else "grass_ground", "soil": "soil_brown",
        "asphalt": "asphalt_old" if old else "asphalt", "sand": "sand_beach",
        "concrete": "concrete_dark" if age > 0.7 else "concrete",
    }  # fmt: skip


def _regions(site: Site, plots: dict[tuple[int, int], tuple[str, Yard]]) -> tuple[Region, ...]:
    found = {"gate": Region(name="gate", position_m=(site.fence[0] + 1.5, 0.0), half_m=(4.0, 4.5))}
    for kind, yard in plots.values():
        name = PLACES.get(kind)
        if name and name not in found:
            half = (0.5 * yard.width_m, 0.5 * yard.depth_m)
            found[name] = Region(name=name, position_m=yard.center, half_m=half)
    return tuple(found.values())


class _Fittings:
    """What stands along roads and fence rather than on a plot."""

    def __init__(self, seed: int, spec: Factory, site: Site, terrain: Terrain) -> None:
        self._seed, self._spec, self._site, self._terrain = seed, spec, site, terrain

    def things(self, bridges: list[tuple[float, float]], border: float) -> list[Things]:
        """Pipes, lamps, lines, fence, gate and siding."""
        return [*self._pipes(bridges), *self._lamps(), self._lines(), self._fence(), self._gate(),
                *self._siding(border)]  # fmt: skip

    def _set(
        self, layer: str, names: Sequence[str], points: ArrayLike, heading: ArrayLike = 0.0, *,
        lift: ArrayLike = 0.0,
    ) -> Things:  # fmt: skip
        where = np.asarray(points, float).reshape(-1, 2)
        kinds = tuple(dict.fromkeys(names))
        z = self._terrain.height(where) + np.asarray(lift)
        rust = self._spec.age * Dice(self._seed, "factory", layer).many(len(where)) * 0.3
        return things(
            kinds, [kinds.index(name) for name in names], np.column_stack((where, z)),
            ident=layer_ids(layer, len(where)),
            heading=np.broadcast_to(np.asarray(heading, float), (len(where),)),
            tint=np.column_stack((1.0 - 0.25 * rust, 1.0 - 0.65 * rust, 1.0 - rust)),
        )  # fmt: skip

    def _pipes(self, bridges: list[tuple[float, float]]) -> list[Things]:
        """Racks along the spine, bridges over the roads that it crosses and between halls."""
        site = self._site
        y = site.y[site.spine] - ROAD_HALF_M - 3.45
        crossed = [(x, y) for x in site.x[1:-1]]
        racks: list[tuple[float, float]] = []
        for k in range(site.columns):
            low, high = site.x[k] + 9.4, site.x[k + 1] - 9.4
            count = math.ceil((high - low - 0.01) / 12.0)
            step = (high - low - 12.0) / max(count - 1, 1)
            racks += [(low + 6.0 + step * n, y) for n in range(count)]
        return [
            self._set("pipe racks", ["pipe_rack_1"] * len(racks), racks),
            self._set("pipe bridges", ["pipe_bridge_0"] * len(crossed), crossed),
            self._set("hall bridges", ["pipe_bridge_1"] * len(bridges), bridges, QUARTER),
        ]

    def _lamps(self) -> list[Things]:
        """Lamps on the northern and the eastern sides of the roads, a sign here and there."""
        site, away = self._site, ROAD_HALF_M + 0.8
        east = [(x + s * w, y + away) for y in site.y[:-1]
                for x, w in _blocks(site.x) for s in (-0.27, 0.27)]  # fmt: skip
        north = [(x + away, y + s * w) for x in site.x[:-1]
                 for y, w in _blocks(site.y) for s in (-0.3, 0.3)]  # fmt: skip
        points = [p for p in east if math.hypot(*p) > 8.0] + north
        heading = [-QUARTER] * (len(points) - len(north)) + [math.pi] * len(north)
        stops = [(x - 4.2, y - 4.2) for x in site.x[1:-1] for y in site.y if y == 0.0]
        stops = [p for p in stops if math.hypot(*p) > 8.0]
        return [
            self._set("lamps", ["street_lamp_0"] * len(points), points, heading),
            self._set("stop signs", ["stop_sign_0"] * len(stops), stops, -QUARTER),
        ]

    def _lines(self) -> Things:
        """Lines in the middle of the roads between crossings, and zebras by the offices."""
        site = self._site
        names, points, turns = [], [], []
        for lines, others, turn in ((site.y, site.x, 0.0), (site.x, site.y, QUARTER)):
            for line in lines:
                for middle, wide in _blocks(others):
                    names.append(f"road_line_{wide - 15.0:.2f}x0.12_0")
                    points.append((middle, line) if turn == 0.0 else (line, middle))
                    turns.append(turn)
        crossing = (0.5 * (site.x[0] + site.x[1]) - 12.0, 0.0)
        names += ["zebra_3x6_0"]
        return self._set("road lines", names, [*points, crossing], [*turns, 0.0])

    def _fence(self) -> Things:
        """Chain link all round, open at the gate and where the siding passes."""
        x0, y0, x1, y1 = self._site.fence
        corners = ((x0, y0), (x0, y1), (x1, y1), (x1, y0), (x0, y0))
        parts = [spaced(pair, 3.0) for pair in itertools.pairwise(corners)]
        points = np.concatenate([middle for middle, _ in parts])
        heading = np.concatenate([turn for _, turn in parts])
        track = self._site.y[-1] + TRACK_M
        west, ends = np.abs(points[:, 0] - x0) < 0.1, np.abs(points[:, 1] - y1) > 0.1
        keep = ~(west & (np.abs(points[:, 1]) < 5.2))
        keep &= ~(ends & (np.abs(points[:, 1] - track) < 3.2))
        points, heading = points[keep], heading[keep]
        return self._set("fence", ["chain_link_fence_0"] * len(points), points, heading)

    def _gate(self) -> Things:
        """Booms across both lanes, that of who comes in raised, the gate house and its signs."""
        x = self._site.fence[0] + 1.5
        rows = (
            ("boom_gate_1", x, -1.5, QUARTER), ("boom_gate_0", x, 1.95, -QUARTER),
            (sized_name("concrete_office", 5.0, 4.0, 1, 1), x + 1.5, 7.9, -QUARTER),
            ("speed_sign_1", x + 2.6, -4.6, math.pi), ("no_entry_sign_0", x - 0.3, 4.4, math.pi),
            ("road_barrier_0", x - 1.2, -5.6, QUARTER), ("road_barrier_0", x + 0.9, -5.6, QUARTER),
            ("worker_1", x + 3.6, 4.2, -2.0), ("litter_bin_0", x + 5.4, 5.2, 0.0),
            ("bollard_1", x - 1.6, 4.2, 0.0), ("bollard_1", x - 1.6, 5.6, 0.0),
        )  # fmt: skip
        names = [row[0] for row in rows]
        return self._set("gate", names, [row[1:3] for row in rows], [row[3] for row in rows])

    def _siding(self, border: float) -> list[Things]:
        """Track from border to border, and a train of flat wagons with containers."""
        y = self._site.y[-1] + TRACK_M
        count = round(2.0 * border / PIECE_M)
        x = (np.arange(count) + 0.5) * 2.0 * border / count - border
        track = self._set(
            "track", ["rail_track_0"] * count, np.column_stack((x, np.full(count, y)))
        )
        dice = Dice(self._seed, "factory", "siding")
        wagons = 3 + int(dice.one(0.0, 2.0 + 4.0 * self._spec.density))
        first = dice.one(-0.5 * border, 0.5 * border - 15.0 * wagons)
        place = first + 14.9 * np.arange(wagons)
        load, at = [], []
        for middle in place.tolist():
            chance = dice.one()
            if chance < 0.4:
                load.append(dice.pick(CONTAINERS))
                at.append((middle, y))
            elif chance < 0.75:
                load += [dice.pick(SHORT), dice.pick(SHORT)]
                at += [(middle - 3.2, y), (middle + 3.2, y)]
        names = [f"flat_wagon_{k % 2}" for k in range(wagons)]
        return [
            track, self._set("wagons", names, np.column_stack((place, np.full(wagons, y)))),
            self._set("wagon loads", load, at, lift=1.15),
        ]  # fmt: skip


def _blocks(lines: tuple[float, ...]) -> list[tuple[float, float]]:
    """Middle and length between each line and the next."""
    return [(0.5 * (a + b), b - a) for a, b in itertools.pairwise(lines)]


def _growth(
    seed: int, spec: Factory, site: Site, terrain: Terrain, extent: Extent
) -> tuple[Things, ...]:
    """Weeds at the fence, on the verges and in cracks; bushes and trees outside."""
    x0, y0, x1, y1 = site.fence
    track = site.y[-1] + TRACK_M

    def bare(p: F64) -> F64:
        return np.asarray(terrain.laid_surface(p) < 0, float)

    def at_fence(p: F64) -> F64:
        near = np.minimum.reduce(
            [
                np.abs(p[:, 0] - x0) + 1e3 * (np.abs(p[:, 1]) > y1),
                np.abs(p[:, 0] - x1),
                np.abs(p[:, 1] - y0),
                np.abs(p[:, 1] - y1),
            ]
        )
        return np.asarray(np.exp(-((near / 1.1) ** 2)))

    def weeds(p: F64) -> F64:
        inside = site.outside(p) == 0.0
        grass = np.where(inside, 0.12 + 0.3 * spec.age, 0.12)
        wild = 0.9 * (0.25 + 0.75 * spec.age) * at_fence(p)
        joint = (np.abs(p % SLAB_M - 0.5 * SLAB_M) < 0.12).any(axis=1) & inside
        joint[joint] = site.from_roads(p[joint]) > ROAD_HALF_M + 0.1
        return np.where(bare(p) > 0.0, np.maximum(grass, wild), 0.4 * spec.age * joint)

    def outside(p: F64, gap: float) -> F64:
        far = (site.outside(p) > gap) & (np.abs(p[:, 1] - track) > gap + 2.0)
        far &= ~((np.abs(p[:, 1]) < gap + 4.0) & (p[:, 0] < x0))
        return np.asarray(far, float)

    shares = (
        (WEEDS, 0.7, weeds),
        (BUSHES, 0.7, lambda p: 0.35 * outside(p, 1.6)),
        (TREES, 1.0, lambda p: 0.5 * outside(p, 4.0)),
    )
    return tuple(
        plant(seed, layer, terrain, extent=extent, share=share, fill=fill)
        for layer, fill, share in shares
    )
