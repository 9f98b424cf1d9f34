"""What lies about the buildings of the campus: lawn, paths, car park, street, trees, benches."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.rng import Stream
from outrider.scenario.worlds import Campus
from outrider.world import relief
from outrider.world.interiors import Rect, Works, sized
from outrider.world.library import names_of
from outrider.world.places import Flat, Lane, Road
from outrider.world.planting import Layer, Species, plant, stand
from outrider.world.recipes.country import Country
from outrider.world.scene import Extent
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature, Relief, Terrain
from outrider.world.things import Things

F64 = NDArray[np.float64]

STREET_Y: Final = -84.0
STREET_HALF_M: Final = 3.4
FLAT: Final[tuple[Rect, ...]] = (
    (-26.0, -12.0, 34.0, 36.0), (29.0, -26.0, 58.0, 18.0), (-78.0, -80.0, -26.0, -38.0),
    (-600.0, -92.0, 600.0, -76.0), (-63.0, 12.0, -24.0, 52.0),
)  # fmt: skip
"""Where nothing rises: about buildings, plaza, car park and street."""
# Surfaces that are laid, later ones over earlier ones: class, rectangle.
PAVED: Final[tuple[tuple[str, Rect], ...]] = (
    ("concrete", (-24.0, -11.0, 24.0, 20.4)), ("concrete", (-20.5, 20.0, 20.5, 36.0)),
    ("concrete", (24.0, -10.0, 34.0, 2.0)), ("concrete", (33.0, -22.5, 54.5, 14.5)),
    ("asphalt", (-74.0, -74.0, -30.0, -42.0)), ("asphalt", (-55.0, -82.0, -49.0, -73.0)),
    ("asphalt", (-61.0, 14.0, -26.0, 50.0)),
)  # fmt: skip
# Beds of earth before the buildings and on the plaza.
BEDS: Final[tuple[Rect, ...]] = (
    (-17.5, 18.4, -6.0, 20.0), (6.0, 18.4, 17.5, 20.0), (-21.0, -8.0, -13.0, -4.6),
    (10.0, -8.0, 18.0, -4.6), (-17.0, 34.2, 17.0, 35.6), (30.2, 3.4, 32.4, 11.5),
)  # fmt: skip
# Footpaths by name: half width, corners.
PATHS: Final[tuple[tuple[str, float, tuple[Flat, ...]], ...]] = (
    ("avenue", 2.0, ((0.0, -10.0), (0.0, -80.0))),
    ("car_park_path", 1.4, ((-30.0, -48.0), (-18.0, -36.0), (-6.0, -22.0), (-3.0, -10.0))),
    ("west_walk", 1.3, ((-23.0, 2.0), (-40.0, -4.0), (-58.0, 4.0), (-70.0, 22.0), (-66.0, 46.0),
                        (-48.0, 60.0), (-22.0, 62.0), (0.0, 58.0))),
    ("north_walk", 1.3, ((0.0, 58.0), (24.0, 60.0), (50.0, 66.0), (72.0, 52.0), (78.0, 28.0),
                         (74.0, 4.0), (72.0, -20.0), (62.0, -40.0), (36.0, -46.0), (0.0, -44.0))),
    ("back_path", 1.3, ((19.5, 28.0), (26.0, 36.0), (26.0, 48.0), (14.0, 58.6))),
    ("hall_path", 1.3, ((54.0, -4.0), (64.0, -4.0), (73.0, -3.0))),
    ("diagonal", 1.2, ((20.0, -10.0), (34.0, -30.0), (40.0, -45.6))),
)  # fmt: skip
TREES: Final = Layer(
    name="trees", apart_m=8.5,
    species=(
        Species(maker="oak", share=1.0, scale=(0.7, 1.1), sink_m=0.1, lean_rad=0.03),
        Species(maker="maple", share=0.6, scale=(0.7, 1.05), sink_m=0.1, lean_rad=0.03),
        Species(maker="birch", share=0.9, scale=(0.7, 1.1), sink_m=0.1, lean_rad=0.03),
        Species(maker="beech", share=0.6, scale=(0.6, 0.95), sink_m=0.1, lean_rad=0.03),
        Species(maker="pine", share=0.3, scale=(0.6, 0.9), sink_m=0.1, lean_rad=0.03),
    ),
)  # fmt: skip
# Tennis: middles of the courts, and their lines as (length, across, along, turned).
COURTS: Final = ((-52.0, 32.0), (-35.0, 32.0))
COURT_LINES: Final = (
    *((23.77, x, 0.0, True) for x in (-5.485, -4.115, 4.115, 5.485)),
    *((10.97, 0.0, y, False) for y in (-11.885, 11.885)),
    *((8.23, 0.0, y, False) for y in (-6.4, 6.4)), (12.8, 0.0, 0.0, True),
)  # fmt: skip
AVENUE: Final = Layer(
    name="avenue", apart_m=8.0,
    species=(Species(maker="beech", scale=(0.42, 0.52), sink_m=0.05, tint=0.05),),
)  # fmt: skip
PLAZA_TREES: Final = ((-17.5, -6.3), (14.0, -6.3), (-11.5, 19.2), (11.5, 19.2))
SHRUBS: Final = Layer(
    name="shrubs", apart_m=3.4,
    species=(
        Species(maker="round_shrub", share=1.0, scale=(0.5, 0.9)),
        Species(maker="hazel", share=0.5, scale=(0.5, 0.9)),
        Species(maker="juniper", share=0.4, scale=(0.5, 0.9)),
    ),
)  # fmt: skip
TURF: Final = Layer(
    name="turf", apart_m=1.5,
    species=(
        Species(maker="meadow_tuft", share=3.0, scale=(0.4, 0.8), tint=0.1),
        Species(maker="daisies", share=1.0, scale=(0.5, 0.9)),
        Species(maker="daffodils", share=0.5, scale=(0.6, 0.9)),
    ),
)  # fmt: skip
BEDDING: Final = Layer(
    name="bedding", apart_m=0.7,
    species=(
        Species(maker="lavender", share=2.0, scale=(0.7, 1.1)),
        Species(maker="heather", share=1.0, scale=(0.7, 1.1)),
        Species(maker="daffodils", share=0.8, scale=(0.7, 1.0)),
        Species(maker="round_shrub", share=0.4, scale=(0.35, 0.5)),
    ),
)  # fmt: skip
# What stands on the plaza and by the entrances: kind, place, heading in degrees.
FIXTURES: Final[tuple[tuple[str, float, float, float], ...]] = (
    ("fountain_0", -15.0, 6.0, 0.0),
    ("bench_0", -15.0, 11.0, -90.0),
    ("bench_0", -10.0, 6.0, 180.0),
    ("bench_0", -20.0, 6.0, 0.0),
    ("bench_0", 14.0, 6.5, -90.0),
    ("bench_0", 18.0, 6.5, -90.0),
    ("planter_0", -8.0, -2.0, 0.0),
    ("planter_1", -8.0, 12.0, 0.0),
    ("planter_0", 8.0, 12.0, 0.0),
    ("planter_2", 8.0, -2.0, 0.0),
    ("litter_bin_0", 16.0, 6.4, 0.0),
    ("litter_bin_1", -12.0, 11.0, 0.0),
    ("park_lamp_0", -22.0, -9.0, 0.0),
    ("park_lamp_0", 22.0, -9.0, 0.0),
    ("park_lamp_0", -22.0, 16.0, 0.0),
    ("park_lamp_0", 22.0, 16.0, 0.0),
    ("park_lamp_0", -6.5, -9.6, 0.0),
    ("park_lamp_0", 6.5, -9.6, 0.0),
    ("bicycle_rack_0", 11.0, 15.6, 90.0),
    ("bicycle_rack_1", 14.0, 15.6, 90.0),
    ("bicycle_rack_0", 17.0, 15.6, 90.0),
    ("bicycle_rack_0", 31.0, -14.0, 0.0),
    ("bicycle_rack_1", 31.0, -17.0, 0.0),
    ("advertising_column_0", -8.0, -14.5, 0.0),
    ("bus_shelter_0", 14.0, -78.8, -90.0),
    ("litter_bin_0", 18.0, -79.0, 0.0),
    ("bollard_0", -3.0, -11.6, 0.0),
    ("bollard_0", 3.0, -11.6, 0.0),
    ("bollard_0", -1.0, -11.6, 0.0),
    ("bollard_0", 1.0, -11.6, 0.0),
    ("park_lamp_0", 26.5, -8.8, 0.0),
    ("park_lamp_0", 26.5, 0.8, 0.0),
)
_CARS: Final = ("hatchback", "saloon", "estate", "suv_car", "van")
_BAY_M: Final = (2.6, 5.0)


class Grounds:
    """The site: its ground, what is laid on it and what stands on it."""

    def __init__(self, spec: Campus, seed: int) -> None:
        self._spec, self._seed = spec, seed
        self._country = Country(seed, spec.size_m)
        self.extent: Extent = self._country.extent
        self.paths = {
            name: (wide, relief.curve(line, step_m=3.0) if len(line) > 2 else np.array(line))
            for name, wide, line in PATHS
        }
        self.terrain = Terrain(relief=self._relief(), features=tuple(self._laid()))

    def _relief(self) -> Relief:
        """A lawn that undulates, level where one builds, drives or walks in."""
        grid = self._country.grid
        noise = relief.noise(self._seed, "lawn", grid, wavelength_m=55.0, count=2, roughness=0.35)
        x, y = grid.axes()
        points = np.column_stack((x.ravel(), y.ravel()))
        away = np.min([_outside(rect, points) for rect in FLAT], axis=0).reshape(x.shape)
        share = np.clip((away - 2.0) / 24.0, 0.0, 1.0)
        share = share * share * (3.0 - 2.0 * share)
        return grid.relief(0.25 * self._spec.relief_m * noise * share)

    def _laid(self) -> list[Feature]:
        """Surfaces of street, paths, plaza and car park, later ones over earlier ones."""
        half = 0.5 * self._spec.size_m + 40.0
        ends = ((-half, STREET_Y), (half, STREET_Y))
        out = [
            _strip(*ends, STREET_HALF_M + 2.6, "concrete"),
            _strip(*ends, STREET_HALF_M, "asphalt"),
        ]
        for wide, line in self.paths.values():
            out += [_strip(a, b, wide, "gravel") for a, b in pairwise(line)]
        out += [_patch(rect, surface) for surface, rect in PAVED]
        return out + [_patch(rect, "soil") for rect in BEDS]

    def clear(self, points: F64, gap: float) -> NDArray[np.bool_]:
        """Where nothing is built or laid within a distance."""
        free = np.min([_outside(rect, points) for _, rect in PAVED], axis=0) > gap
        for wide, line in self.paths.values():
            free &= _from_line(points, line) > wide + gap
        return np.asarray(free & (np.abs(points[:, 1] - STREET_Y) > STREET_HALF_M + 2.6 + gap))

    def roads(self) -> tuple[Road, ...]:
        """The street with two lanes, the drive, the footpaths."""
        half = 0.5 * self._spec.size_m
        lanes, drive = (
            (Lane(offset_m=-0.5 * wide, width_m=wide),
             Lane(offset_m=0.5 * wide, width_m=wide, forward=False))
            for wide in (3.4, 3.0)
        )  # fmt: skip
        return (
            Road(name="street", kind="street", half_m=STREET_HALF_M, lanes=lanes,
                 line_m=((-half, STREET_Y), (half, STREET_Y))),
            Road(name="drive", kind="road", half_m=3.0, limit_mps=5.6, lanes=drive,
                 line_m=((-52.0, STREET_Y), (-52.0, -60.0))),
            *(Road(name=name, kind="path", half_m=wide, limit_mps=2.8,
                   line_m=tuple((float(x), float(y)) for x, y in line))
              for name, (wide, line) in self.paths.items()),
        )  # fmt: skip

    def growth(self) -> tuple[Things, ...]:
        """Trees and shrubs in groves on the lawn, flowers, and beds before the buildings."""
        dense = self._spec.density
        grove = self._country.map_noise("grove", wavelength_m=60.0, count=2)

        def planted(layer: Layer, gap: float, mean: float, swing: float) -> Things:
            def share(points: F64) -> F64:
                wanted = np.clip(mean + swing * self._country.at(grove, points), 0.02, 1.0)
                return np.asarray(dense * wanted * self.clear(points, gap))

            return plant(self._seed, layer, self.terrain, extent=self.extent, share=share)

        beds = plant(self._seed, BEDDING, self.terrain, extent=self.extent, share=_in_beds)
        return (planted(TREES, 4.0, 0.5, 0.5), planted(SHRUBS, 2.2, 0.0, 0.35),
                planted(TURF, 0.8, 0.12, 0.2), beds)  # fmt: skip

    def avenue(self) -> Things:
        """Trees in rows along the avenue, and four on the plaza."""
        rows = [(side * 5.6, y) for y in np.arange(-70.0, -18.0, 8.5) for side in (-1.0, 1.0)]
        points = np.array([*rows, *PLAZA_TREES], float)
        free = self.clear(points, 1.2)
        free[len(rows) :] = True
        chance = Stream(self._seed, "avenue").uniform(0, 4 * len(points)).reshape(-1, 4)
        return stand(self._seed, AVENUE, points[free], chance[free], self.terrain)

    def fixtures(self) -> Things:
        """Benches, lamps, bins, racks, planters, lines of the car park and of the street."""
        works = Works()
        for kind, x, y, heading in FIXTURES:
            works.put(kind, x, y, self._ground(x, y), math.radians(heading))
        for name in ("avenue", "west_walk", "north_walk", "back_path", "diagonal"):
            self._line_with_lamps(works, name)
        _courts(works)
        half = 0.5 * self._spec.size_m
        for x in np.arange(-half + 3.0, half - 3.0, 9.0):
            works.put("road_line_3x0.12_0", float(x), STREET_Y)
        for x in np.arange(-half + 12.0, half - 8.0, 28.0):
            works.put(
                "street_lamp_0", float(x), STREET_Y + STREET_HALF_M + 0.6, 0.0, -0.5 * math.pi
            )
        for x, y, _ in _bays():
            works.put("road_line_5x0.1_0", x - 0.5 * _BAY_M[0], y, 0.0, 0.5 * math.pi)
        return works.things("fixtures")

    def _line_with_lamps(self, works: Works, name: str) -> None:
        """Lamps beside a path every 16 m, and a bench half way between some of them."""
        wide, line = self.paths[name]
        for k, (x, y, heading) in enumerate(_along(line, 8.0)):
            lamp = k % 2 == 0
            aside = wide + (0.5 if lamp else 0.9)
            c, s = math.cos(heading), math.sin(heading)
            px, py = x - s * aside, y + c * aside
            if self.clear(np.array([(px, py)]), 0.3)[0] and (lamp or k % 4 == 1):
                kind = "park_lamp_0" if lamp else "bench_1"
                works.put(kind, px, py, self._ground(px, py), heading - 0.5 * math.pi)

    def cars(self) -> Things:
        """Parked by chance, most bays taken."""
        works = Works()
        bays = _bays()
        chance = Stream(self._seed, "cars").uniform(0, 4 * len(bays)).reshape(-1, 4)
        names = [name for maker in _CARS for name in names_of(maker)]
        for (x, y, heading), luck in zip(bays, chance.tolist(), strict=True):
            if luck[0] < self._spec.cars:
                turn = heading + (math.pi if luck[3] < 0.3 else 0.0)
                works.put(names[int(luck[1] * len(names))], x, y + 0.3 * (luck[2] - 0.5), 0.0, turn)
        return works.things("cars")

    def _ground(self, x: float, y: float) -> float:
        return float(self.terrain.height([(x, y)])[0])


def _courts(works: Works) -> None:
    """Two tennis courts with nets, in a fence that is open at its south-east corner."""
    for x, y in COURTS:
        works.put("finish_16.6x35.2_6", x, y)
        works.put("finish_10.97x23.77_7", x, y, 0.004)
        for length, across, along, turned in COURT_LINES:
            kind = sized("road_line", length, 0.06, variant=0)
            works.put(kind, x + across, y + along, 0.006, 0.5 * math.pi if turned else 0.0)
        works.put("railing_12.8x1_0", x, y)
        works.put("bench_2", x - 7.9, y + 3.0)
    for k in range(12):
        works.put("chain_link_fence_0", -60.0 + 3.0 * k, 50.0, 0.0, 0.0)
        works.put("chain_link_fence_1", -61.5, 15.5 + 3.0 * k, 0.0, 0.5 * math.pi)
        works.put("chain_link_fence_1", -25.5, 15.5 + 3.0 * k, 0.0, -0.5 * math.pi)
        if k < 11:
            works.put("chain_link_fence_0", -60.0 + 3.0 * k, 14.0, 0.0, math.pi)


def _bays() -> list[tuple[float, float, float]]:
    """Middles of the bays of the car park, and which way cars stand."""
    rows = ((-44.7, 0.5 * math.pi), (-55.5, -0.5 * math.pi), (-60.6, 0.5 * math.pi),
            (-71.3, -0.5 * math.pi))  # fmt: skip
    out = []
    for y, heading in rows:
        for k in range(16):
            x = -72.2 + _BAY_M[0] * (k + 0.5)
            # The drive comes in between the lower bays.
            if not (y < -58.0 and -57.5 < x < -46.5):
                out.append((x, y, heading))
    return out


def _strip(a: ArrayLike, b: ArrayLike, half_m: float, surface: str) -> Feature:
    """A surface laid from a point to another."""
    (ax, ay), (bx, by) = np.asarray(a, float).tolist(), np.asarray(b, float).tolist()
    length = math.hypot(bx - ax, by - ay)
    return Feature(
        position_m=(0.5 * (ax + bx), 0.5 * (ay + by)), heading_rad=math.atan2(by - ay, bx - ax),
        half_m=(0.5 * length, half_m - 0.1), flank_m=(0.4, 0.4, 0.1), value_m=0.0,
        surface=number_of(surface),
    )  # fmt: skip


def _patch(rect: Rect, surface: str) -> Feature:
    x0, y0, x1, y1 = rect
    return Feature(
        position_m=(0.5 * (x0 + x1), 0.5 * (y0 + y1)),
        half_m=(0.5 * (x1 - x0) - 0.1, 0.5 * (y1 - y0) - 0.1), flank_m=(0.1, 0.1, 0.1), value_m=0.0,
        surface=number_of(surface),
    )  # fmt: skip


def _outside(rect: Rect, points: F64) -> F64:
    """Distance from a rectangle, 0 inside."""
    x0, y0, x1, y1 = rect
    dx = np.maximum(np.maximum(x0 - points[:, 0], points[:, 0] - x1), 0.0)
    dy = np.maximum(np.maximum(y0 - points[:, 1], points[:, 1] - y1), 0.0)
    return np.hypot(dx, dy)


def _from_line(points: F64, line: F64) -> F64:
    """Distance from a line of points."""
    away = np.full(len(points), np.inf)
    for a, b in pairwise(line):
        way = b - a
        t = np.clip((points - a) @ way / (way @ way), 0.0, 1.0)
        away = np.minimum(away, np.linalg.norm(points - a - t[:, None] * way, axis=1))
    return away


def _in_beds(points: F64) -> F64:
    away = np.min([_outside(rect, points) for rect in BEDS], axis=0)
    inner = [(a + 0.3, b + 0.3, c - 0.3, d - 0.3) for a, b, c, d in BEDS]
    return np.asarray(
        (away == 0.0) & (np.min([_outside(r, points) for r in inner], axis=0) == 0.0), float
    )


def _along(line: F64, each_m: float) -> list[tuple[float, float, float]]:
    """Places along a line and its heading there."""
    step = np.diff(line, axis=0)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*step.T))])
    out = []
    for s in np.arange(0.5 * each_m, way[-1], each_m):
        k = min(int(np.searchsorted(way, s, side="right")) - 1, len(step) - 1)
        at = line[k] + step[k] * (s - way[k]) / (way[k + 1] - way[k])
        out.append((float(at[0]), float(at[1]), math.atan2(step[k, 1], step[k, 0])))
    return out
