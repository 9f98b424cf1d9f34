"""The plan of a factory: roads in a grid, plots between them, what runs along the roads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.errors import UserError
from outrider.scenario.worlds import Factory
from outrider.world import relief
from outrider.world.places import Lane, Road
from outrider.world.recipes.dice import Dice
from outrider.world.recipes.works import KINDS, SHARES, hall_rows
from outrider.world.recipes.yard import Yard
from outrider.world.relief import Grid
from outrider.world.semantics import number_of
from outrider.world.terrain import Feature

F64 = NDArray[np.float64]

ROAD_HALF_M: Final = 3.0
VERGE_M: Final = 1.75
SPINE_M: Final = 4.5
"""What the pipe racks along a road take of the plots behind them."""
WEST_M, EAST_M, SOUTH_M, NORTH_M = 14.0, 5.5, 5.5, 17.5
"""From the outer roads to the fence; the gate lies in the west, the siding in the north."""
DISTRICT: Final = 9
"""About so many plots of one kind lie together."""
STRAYS: Final = 1.2
"""How much chance has a say in that, in plots."""
TRACK_M: Final = 10.0
"""From the northernmost road to the siding."""
LEAST_M: Final = 170.0
_STEP_M: Final = 0.2
"""Most that neighbouring plots differ in height."""
_COLUMN_M, _ROW_M = (73.0, 82.0), (62.5, 70.0)


@dataclass(frozen=True)
class Site:
    """Where the roads lie: ``x`` of those that run north, ``y`` of those that run east."""

    x: tuple[float, ...]
    y: tuple[float, ...]

    @property
    def columns(self) -> int:
        return len(self.x) - 1

    @property
    def rows(self) -> int:
        return len(self.y) - 1

    @property
    def fence(self) -> tuple[float, float, float, float]:
        return (self.x[0] - WEST_M, self.y[0] - SOUTH_M, self.x[-1] + EAST_M, self.y[-1] + NORTH_M)

    @property
    def spine(self) -> int:
        """The road along whose southern side pipes run: plots turn their backs to it."""
        return self.rows // 2 + 1

    def faces_north(self, row: int) -> bool:
        """Two rows of plots look at the road through the origin, and so on by pairs."""
        return (self.rows // 2 - 1 - row) % 2 == 0

    def outside(self, points: F64) -> F64:
        """``(n,)`` distance from the fenced land, 0 within."""
        x0, y0, x1, y1 = self.fence
        dx = np.maximum(np.maximum(x0 - points[:, 0], points[:, 0] - x1), 0.0)
        dy = np.maximum(np.maximum(y0 - points[:, 1], points[:, 1] - y1), 0.0)
        return np.asarray(np.hypot(dx, dy))

    def from_roads(self, points: F64) -> F64:
        """``(n,)`` distance from the middle of the nearest road."""
        gaps = []
        for k, lines in enumerate((self.x, self.y)):
            line, along = np.array(lines), points[:, k]
            after = np.clip(np.searchsorted(line, along), 1, len(line) - 1)
            gaps.append(np.minimum(np.abs(along - line[after - 1]), np.abs(along - line[after])))
        return np.asarray(np.minimum(gaps[0], gaps[1]))


def site_of(spec: Factory) -> Site:
    """As many columns and rows as there is room for; a road runs through the origin."""
    half = 0.5 * spec.size_m
    if spec.size_m < LEAST_M:
        raise UserError(
            f"world.size_m: a factory with its roads and its gate takes at least {LEAST_M:g} m, "
            f"not {spec.size_m:g} m"
        )
    wide, deep = spec.size_m - 2.0 - WEST_M - EAST_M, half - 1.0 - NORTH_M
    columns, pairs = int(wide / _COLUMN_M[0]), int(deep / _ROW_M[0])
    across, up = min(wide / columns, _COLUMN_M[1]), min(deep / pairs, _ROW_M[1])
    shift = 0.5 * (WEST_M - EAST_M)
    return Site(
        x=tuple(round(shift + (k - 0.5 * columns) * across, 3) for k in range(columns + 1)),
        y=tuple(round(k * up, 3) for k in range(-pairs, pairs + 1)),
    )


def heights_of(seed: int, site: Site, grid: Grid, border_m: float) -> F64:
    """Plots are level; roads between them are ramps of at most 3 %; the land outside rolls."""
    x, y = grid.axes()
    middles = [0.5 * (np.array(line[1:]) + np.array(line[:-1])) for line in (site.x, site.y)]
    broad = relief.noise(seed, "broad", grid, wavelength_m=420.0, count=1)
    i = np.clip(np.searchsorted(site.x, x[0]) - 1, 0, site.columns - 1)
    j = np.clip(np.searchsorted(site.y, y[:, 0]) - 1, 0, site.rows - 1)
    column = np.searchsorted(x[0], middles[0])
    row = np.searchsorted(y[:, 0], middles[1])
    levels = broad[np.ix_(row, column)]
    steps = [np.abs(np.diff(levels, axis=k)).max(initial=1e-3) for k in (0, 1)]
    levels = levels * (_STEP_M / max(steps))
    plateau = ndimage.uniform_filter(levels[np.ix_(j, i)], size=5, mode="nearest")
    rolling = relief.noise(seed, "rolling", grid, wavelength_m=140.0, count=3, roughness=0.4)
    away = site.outside(np.column_stack((x.ravel(), y.ravel()))).reshape(x.shape)
    share = np.clip((away - 3.0) / 45.0, 0.0, 1.0)
    for line, beyond in ((0.0, x > site.x[0]), (site.y[-1] + TRACK_M, np.zeros(x.shape, bool))):
        share *= np.where(beyond, 1.0, np.clip((np.abs(y - line) - 8.0) / 25.0, 0.0, 1.0))
    return np.asarray(plateau + (0.6 + 0.002 * border_m) * 2.0 * share * rolling)


def roads_of(site: Site, border_m: float) -> tuple[Road, ...]:
    """A road on each line; the one through the origin leaves by the gate in the west."""
    lanes = (Lane(offset_m=-1.5, width_m=3.0), Lane(offset_m=1.5, width_m=3.0, forward=False))
    roads = []
    for k, y in enumerate(site.y):
        start = -border_m if y == 0.0 else site.x[0]
        line = (start, *site.x) if y == 0.0 else site.x
        roads.append((f"road {k + 1} east", tuple((x, y) for x in line)))
    roads += [(f"road {k + 1} north", tuple((x, y) for y in site.y)) for k, x in enumerate(site.x)]
    found = [Road(name=name, line_m=line, half_m=ROAD_HALF_M, lanes=lanes, limit_mps=8.3)
             for name, line in roads]  # fmt: skip
    y = site.y[-1] + TRACK_M
    siding = Road(name="siding", kind="rail", line_m=((-border_m, y), (border_m, y)), half_m=1.4)
    return (*found, siding)


def road_features(site: Site, border_m: float) -> list[Feature]:
    """Asphalt on the roads, corners cut at the crossings, ballast under the siding."""
    beds = []
    for y in site.y:
        start = -border_m - 60.0 if y == 0.0 else site.x[0] - ROAD_HALF_M
        beds.append(_bed((start, y), (site.x[-1] + ROAD_HALF_M, y), ROAD_HALF_M, "asphalt"))
    for x in site.x:
        ends = (x, site.y[0] - ROAD_HALF_M), (x, site.y[-1] + ROAD_HALF_M)
        beds.append(_bed(*ends, ROAD_HALF_M, "asphalt"))
    reach = (ROAD_HALF_M + 1.6) * 1.3
    # On the outer roads no tip of a square looks out on the far side.
    across, up = (_drawn_in(line, reach - ROAD_HALF_M) for line in (site.x, site.y))
    beds += [_corners(x, y, reach / 2.0**0.5) for x in across for y in up]
    y, far = site.y[-1] + TRACK_M, border_m + 60.0
    beds.append(_bed((-far, y), (far, y), 2.1, "gravel"))
    return beds


def _drawn_in(line: tuple[float, ...], by: float) -> tuple[float, ...]:
    """The places on a line, the first and the last moved inwards."""
    return (line[0] + by, *line[1:-1], line[-1] - by)


def _corners(x: float, y: float, half: float) -> Feature:
    """A square on its corner, which rounds off those of a crossing."""
    return Feature(
        position_m=(x, y), heading_rad=0.25 * np.pi, half_m=(half, half), value_m=0.0,
        flank_m=(0.1, 0.1, 0.1), surface=number_of("asphalt"),
    )  # fmt: skip


def _bed(a: tuple[float, float], b: tuple[float, float], half: float, surface: str) -> Feature:
    """A surface on a straight strip along an axis; the ground keeps its shape."""
    along, across = abs(b[0] - a[0]), abs(b[1] - a[1])
    size = (0.5 * along, half) if along > across else (half, 0.5 * across)
    return Feature(
        position_m=(0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])), value_m=0.0,
        half_m=(size[0] - 0.1, size[1] - 0.1), flank_m=(0.1, 0.1, 0.1), surface=number_of(surface),
    )  # fmt: skip


def yards_of(seed: int, spec: Factory, site: Site) -> dict[tuple[int, int], tuple[str, Yard]]:
    """What each plot is for, with its empty yard, by column and row."""
    kinds = _kinds(seed, spec, site)
    found = {}
    margin = ROAD_HALF_M + VERGE_M
    for i in range(site.columns):
        for j in range(site.rows):
            x0, x1 = site.x[i] + margin, site.x[i + 1] - margin
            y0, y1 = site.y[j] + margin, site.y[j + 1] - margin
            if j + 1 == site.spine:
                y1 -= SPINE_M
            kind = kinds[i, j]
            found[i, j] = kind, Yard(
                name=f"{kind} {i + 1}/{j + 1}", center=(0.5 * (x0 + x1), 0.5 * (y0 + y1)),
                quarter=1 if site.faces_north(j) else 3, depth_m=y1 - y0, width_m=x1 - x0,
                dice=Dice(seed, "factory", "yard", str(i), str(j)), density=spec.density,
                age=spec.age,
            )  # fmt: skip
    return found


def _kinds(seed: int, spec: Factory, site: Site) -> dict[tuple[int, int], str]:
    """The offices and a park for lorries by the gate, halls at the origin, districts elsewhere."""
    dice = Dice(seed, "factory", "kinds")
    middle, home = site.rows // 2, _home(site)
    fixed = {(0, middle): "office", (0, middle - 1): "parking"}
    if home > 0:
        fixed |= {(home, middle): "works", (home, middle - 1): "works"}
    free = [(i, j) for i in range(site.columns) for j in range(site.rows) if (i, j) not in fixed]
    waste = round(0.28 * (1.0 - spec.density) * len(free))
    deck = ["reserve"] * waste + _quota(len(free) - waste)
    return fixed | _districts(dice, free, Counter(deck))


def _districts(
    dice: Dice, plots: list[tuple[int, int]], quota: Counter[str]
) -> dict[tuple[int, int], str]:
    """A kind for every plot: plots of one kind lie together, about a few middles each."""
    at = np.array(plots, float).reshape(-1, 2)
    low, high = at.min(axis=0), at.max(axis=0)
    wishes = []
    for kind, count in sorted(quota.items()):
        middles = low + (high - low) * dice.many(2 * (1 + count // DISTRICT)).reshape(-1, 2)
        away = np.hypot(*(at[:, None] - middles).transpose(2, 0, 1)).min(axis=1)
        away += STRAYS * dice.many(len(plots))
        wishes += [(far, plot, kind) for far, plot in zip(away.tolist(), plots, strict=True)]
    left, found = Counter(quota), dict[tuple[int, int], str]()
    for _, plot, kind in sorted(wishes):
        if plot not in found and left[kind]:
            found[plot] = kind
            left[kind] -= 1
    return found


def _home(site: Site) -> int:
    """The column of plots about the origin."""
    return int(np.clip(np.searchsorted(site.x, 0.0) - 1, 0, site.columns - 1))


def _quota(count: int) -> list[str]:
    """Kinds by their shares, each at least once where there is room."""
    names = list(SHARES)
    share = np.array([SHARES[name] for name in names])
    exact = share / share.sum() * max(count, 0)
    many = np.maximum(np.floor(exact), 1.0).astype(int)
    order = np.argsort(-(exact - many), kind="stable")
    deck = [name for name, n in zip(names, many.tolist(), strict=True) for _ in range(n)]
    deck += [names[order[k % len(names)]] for k in range(max(count - len(deck), 0))]
    rare = sorted(deck, key=deck.count)
    return rare[:count]


def filled(yards: dict[tuple[int, int], tuple[str, Yard]], site: Site) -> list[tuple[float, float]]:
    """Fill every yard; returns where pipe bridges join halls across a road."""
    bridges = []
    for i in range(site.columns):
        for j in range(site.rows - 1):
            both = yards[i, j][0] == yards[i, j + 1][0] == "works"
            if not (both and site.faces_north(j) and not site.faces_north(j + 1)):
                continue
            south, north = yards[i, j][1], yards[i, j + 1][1]
            side = 1.0 if south.center[0] > 0.0 else -1.0
            x = south.center[0] + side * (13.4 + hall_rows(south)[-1])
            if abs(x) < 12.0 and site.y[j + 1] == 0.0:
                continue
            bridges.append((x, site.y[j + 1]))
            for yard in (south, north):
                across = (x - yard.center[0]) * (-1.0 if yard.quarter == 1 else 1.0)
                yard.reserve((yard.front - 4.95, across - 2.0, yard.front, across + 2.0))
    for kind, yard in yards.values():
        if kind != "reserve":
            yard.pave("concrete", (yard.front - 0.2, 3.0 - yard.side, yard.front + VERGE_M,
                                   yard.side - 3.0))  # fmt: skip
        KINDS[kind](yard)
    return bridges
