"""What the blocks of a city are: offices, rows of town houses, flats, terraces, gardens."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.worlds import City
from outrider.world.assets.paving import KERB_M
from outrider.world.recipes.city_ground import Groundwork
from outrider.world.recipes.city_houses import (
    House,
    Houses,
    Row,
    depth_in,
    fill,
    front_lines,
    room_between,
    sized_house,
)
from outrider.world.recipes.city_streets import Block, Side, inset
from outrider.world.recipes.dice import Dice
from outrider.world.recipes.setting import Setting

F64 = NDArray[np.float64]

ROWS: Final = {
    "offices": Row(kind="office",
                   styles=("office", "office", "concrete_office", "brick_office", "stone_office"),
                   widths=(20.0, 24.0, 28.0), depth=20.0, setback=2.5, gap=6.0),
    "city": Row(kind="townhouse", styles=("city",), widths=(11.0, 13.0, 16.0), depth=12.0,
                setback=0.35),
    "apartments": Row(kind="apartments", styles=("apartments",), widths=(18.0, 22.0), depth=12.0,
                      setback=2.2, gap=0.01),
    "terraces": Row(kind="terrace", styles=("terrace",), widths=(6.0,), depth=9.5, setback=3.2),
}  # fmt: skip
GROUND: Final = {
    "offices": "concrete", "city": "grass", "apartments": "grass", "terraces": "grass",
    "gardens": "grass", "park": "grass", "square": "floor", "school": "grass",
}  # fmt: skip
"""Surfaces of blocks."""
BOUNDS: Final = (("offices", 0.29), ("city", 0.6), ("apartments", 0.78), ("terraces", 0.93))
"""How far from the centre each kind goes, as a share of half the size."""
CORNER_M: Final = 13.0
REAR_M: Final = 9.0
"""From the houses along the streets to those in a court."""
GATE_M: Final = 5.0
"""Width of the way into a courtyard."""
MOST_STOREYS: Final = {"city": 7, "apartments": 6, "offices": 40}


@dataclass(frozen=True, kw_only=True)
class Site:
    """A block that is being built on."""

    block: Block
    kind: str
    away: float
    """From the centre, 0..1 and more."""
    spec: City
    dice: Dice
    setting: Setting
    ground: Groundwork
    houses: Houses

    @property
    def central(self) -> float:
        return max(0.0, 1.0 - self.away / 0.6)


def kinds_of(blocks: tuple[Block, ...], spec: City, *, seed: int) -> dict[int, str]:
    """The kind of every block, by its number."""
    dice = Dice(seed, "city", "kinds")
    half = 0.5 * spec.size_m
    built = 0.5 + 1.0 * spec.density
    found = {}
    for block in blocks:
        away = distance(block, spec) / built + dice.one(-0.06, 0.06)
        found[block.number] = next((kind for kind, bound in BOUNDS if away < bound), "gardens")
    whole = [b for b in blocks if b.within((-half, -half, half, half))]
    for kind in ("square", "park", "school")[: max(0, len(whole) // 3)]:
        chosen = min(whole, key=lambda b: _wish(kind, b, spec))
        found[chosen.number] = kind
        whole = [block for block in whole if block is not chosen]
    return found


def distance(block: Block, spec: City) -> float:
    """From the centre, as a share of half the size of a town of some size."""
    return float(np.hypot(*block.middle)) / max(0.5 * spec.size_m, 250.0)


def _wish(kind: str, block: Block, spec: City) -> float:
    """How badly a block suits a purpose."""
    away = distance(block, spec)
    if kind == "square":
        return away
    if kind == "park":
        return abs(away - 0.36) - block.area_m2 / 9000.0
    return abs(away - 0.6) + abs(block.area_m2 - 6500.0) / 9000.0


def build_rows(site: Site) -> None:
    """Houses along every side, with a way into the court, and what is in the court."""
    row = ROWS[site.kind]
    lines = front_lines(site.block, row.setback)
    gate = int(site.dice.below(len(lines), 1)[0])
    for number, (line, side) in enumerate(lines):
        _build_row(site, row, line, side, gate=number == gate)
    if site.kind == "terraces":
        return
    court = inset(site.block.lot, [row.setback + row.depth + 1.0] * len(site.block.lot))
    if site.kind != "offices":
        _rear_row(site, row)
    _way_in(site, lines[gate][1], row)
    if site.kind == "offices" or site.dice.one() > 0.4 + site.spec.greenery:
        site.ground.area(court, "concrete")


def _build_row(site: Site, row: Row, line: F64, side: Side, *, gate: bool) -> None:
    start, end = room_between(side, row.depth)
    length = float(np.hypot(*(line[1] - line[0])))
    place = start
    if site.kind == "city" and side.turn_a < 1.9 and site.dice.one() < 0.75:
        place = max(place, CORNER_M / math.tan(side.turn_a) + 0.05)
        house = _corner_house(site, line, side, place)
        if site.houses.add(house, site.block.lot):
            place += CORNER_M + 0.02
    room = length - end - place - (GATE_M if gate else 0.0)
    widths = fill(site.dice, room, row.widths, row.gap)
    open_after = len(widths) // 2 if gate else -1
    look, run = int(site.dice.below(4, 1)[0]), 0
    for number, width in enumerate(widths):
        if number == open_after:
            place += GATE_M
        if site.kind == "terraces" and run == 0:
            look, run = int(site.dice.below(4, 1)[0]), int(4 + site.dice.below(5, 1)[0])
            place += (
                1.4 if number and place + 1.4 + 6.0 * (len(widths) - number) < length - end else 0.0
            )
        run -= 1
        house = _row_house(site, row, line, side, (place, width, look))
        site.houses.add(house, site.block.lot)
        place += width + row.gap + 0.01 * (row.gap == 0.0)


def _rear_row(site: Site, row: Row) -> None:
    """Where the court is deep: houses in its middle, along the block's longest side."""
    side, block = max(site.block.sides, key=lambda s: s.length_m), site.block
    if float(depth_in(block.lot, block.middle[None])[0]) < row.setback + 1.5 * row.depth + REAR_M:
        return
    length = float(np.ptp(block.lot @ side.way)) - 2.0 * (row.setback + row.depth + REAR_M)
    widths = fill(site.dice, length, row.widths, row.gap)
    place = -0.5 * sum(widths)
    for width in widths:
        start = block.middle + place * side.way - 0.5 * row.depth * side.inward
        house = _row_house(site, row, start[None], side, (0.0, width, 0))
        if site.houses.free(_around(house), REAR_M - 2.0).all():
            site.houses.add(house, block.lot)
        place += width + 0.01


def _around(house: House) -> F64:
    """Points on the outline of a house."""
    ring = house.corners()
    share = np.linspace(0.0, 1.0, 5)[:, None, None]
    points = ring + share * (np.roll(ring, -1, axis=0) - ring)
    return np.asarray(points.reshape(-1, 2))


def _row_house(
    site: Site, row: Row, line: F64, side: Side, where: tuple[float, float, int]
) -> House:
    place, width, look = where
    center = line[0] + (place + 0.5 * width) * side.way + 0.5 * row.depth * side.inward
    style = site.dice.pick(row.styles)
    storeys = _storeys(site)
    if site.kind == "terraces":
        variant, storeys = look, 2 + look % 2
    else:
        # Two looks for each size: every one more is a building to be made.
        variant = (int(width) + storeys + 2 * int(site.dice.below(2, 1)[0])) % 4
    return sized_house(style, row.kind, center, side.heading - 0.5 * math.pi, (width, row.depth),
                       storeys, variant)  # fmt: skip


def _storeys(site: Site) -> int:
    """More towards the centre."""
    mean, draw = site.spec.storeys, site.dice.one(-1.0, 1.0)
    if site.kind == "offices":
        # Few heights: each is a building of its own to be made.
        tall = round((1.2 + 2.6 * site.central * site.dice.one() ** 1.5) * mean / 3.0) * 3
        return int(np.clip(tall, 3, MOST_STOREYS["offices"]))
    wanted = mean * (0.72 + 0.4 * site.central) + 0.9 * draw
    return int(np.clip(round(wanted), 2, MOST_STOREYS.get(site.kind, 3)))


def _corner_house(site: Site, line: F64, side: Side, place: float) -> House:
    """A shop with two fronts where two streets meet."""
    variant = int(site.dice.below(3, 1)[0])
    center = line[0] + (place + 0.5 * CORNER_M) * side.way + 0.5 * CORNER_M * side.inward
    return House(asset=f"corner_shop_{variant}", kind="corner_shop", style="city", center=center,
                 heading=side.heading - 0.5 * math.pi, width=CORNER_M, depth=CORNER_M,
                 storeys=3 + variant % 2)  # fmt: skip


def _way_in(site: Site, side: Side, row: Row) -> None:
    """A paved strip from the street into the court, wherever the row leaves room for it."""
    along = np.arange(row.depth + 4.0, side.length_m - row.depth - 4.0, 0.5)
    deep = side.profile.walk_m + row.setback + 0.5 * row.depth
    free = site.houses.free(side.at(along, deep), 1.2)
    if not free.any():
        return
    middle = along[free][np.argmin(np.abs(along[free] - np.median(along[free])))]
    ends = side.at(np.array([middle, middle]), np.array([side.profile.walk_m - 0.5, deep + 12.0]))
    site.ground.strip(ends, 1.9, "concrete")


def greens(site: Site) -> None:
    """Trees, shrubs and what else stands in courts and behind houses."""
    ring = site.block.lot
    low, high = ring.min(axis=0), ring.max(axis=0)
    apart = 7.5
    x, y = np.meshgrid(np.arange(low[0], high[0], apart), np.arange(low[1], high[1], apart))
    points = np.column_stack((x.ravel(), y.ravel()))
    chance = site.dice.many(5 * len(points)).reshape(-1, 5)
    points = points + 0.7 * apart * (chance[:, :2] - 0.5)
    gap = 4.2 if site.kind == "terraces" else 3.4
    inside = depth_in(ring, points) > ROWS[site.kind].setback + ROWS[site.kind].depth
    inside &= site.houses.free(points, gap)
    points, chance = points[inside], chance[inside]
    green = site.spec.greenery
    paved = site.kind == "offices"
    kind = np.searchsorted(np.cumsum([0.75 * green, 0.2, 0.1, 0.07]), chance[:, 2], side="right")
    makers = ("beech", "planter" if paved else "round_shrub", "bench", "" if paved else "shed")
    for k, maker in enumerate(makers):
        own = kind == k
        if not maker or not own.any():
            continue
        tree = site.dice.pick(("beech", "birch", "apple", "oak"))
        asset = tree if maker == "beech" else maker
        size = (0.4 + 0.22 * chance[own, 3]) if k == 0 and tree != "apple" else 1.0
        heading = site.block.sides[0].heading + 0.5 * math.pi * np.floor(4.0 * chance[own, 4])
        site.setting.some(f"court_{k}", asset, points[own], z=KERB_M, scale=size,
                          variant=(12.0 * chance[own, 3]).astype(int), heading=heading,
                          margin_m=2.0)  # fmt: skip
