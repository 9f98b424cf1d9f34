"""Bodies of buildings: four walls of a style on a rectangle, storey above storey."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.assets.facade import (
    NO_OPENINGS,
    PROUD_M,
    Wall,
    balconies,
    bays,
    canopy,
    door,
    masonry,
    painted,
    rectangles,
    shopfronts,
    steps,
    walls_of,
    windows,
)
from outrider.world.assets.pieces import COARSE, FINE, MIDDLE, NEAR, SHELL, Frame, Levels
from outrider.world.assets.styles import Look, Style

F64 = NDArray[np.float64]

_SIGNS: Final = ("paint_red", "paint_green", "paint_blue", "paint_yellow")
_AWNINGS: Final = ("fabric_red", "", "fabric_green", "fabric_khaki", "")


@dataclass(frozen=True, kw_only=True)
class Body:
    """A rectangle of walls: ``size`` is (width along y, depth along x)."""

    size: tuple[float, float]
    storeys: int
    style: Style
    look: Look
    chance: Stream
    frame: Frame = field(default_factory=Frame)
    doors: tuple[int, ...] = (0,)
    """Walls with a door: 0 front, 1 left, 2 back, 3 right."""
    blank: tuple[int, ...] = ()
    """Walls without openings."""
    plain: bool = False
    """Whether the coarsest level shows the windows of its front alone, or, of a wing, none."""

    @property
    def floors(self) -> F64:
        """Heights of the floors, and of the top of the walls."""
        style = self.style
        above = style.ground_m + style.storey_m * np.arange(self.storeys)
        return np.concatenate([[0.0], above]) + style.plinth_m

    @property
    def top(self) -> float:
        return float(self.floors[-1]) + 0.1


@dataclass(frozen=True, kw_only=True)
class Openings:
    """Rectangles ``(n, 4)`` of one wall by what fills them."""

    window: F64 = field(default_factory=NO_OPENINGS.copy)
    door: F64 = field(default_factory=NO_OPENINGS.copy)
    balcony: F64 = field(default_factory=NO_OPENINGS.copy)
    shop: F64 = field(default_factory=NO_OPENINGS.copy)

    @property
    def lit(self) -> F64:
        return np.concatenate([self.window, self.balcony, self.shop])

    @property
    def all(self) -> F64:
        return np.concatenate([self.lit, self.door])


def raise_body(levels: Levels, body: Body) -> None:
    """Walls with everything on them, up to ``body.top``."""
    width, depth = body.size
    style, look, top = body.style, body.look, body.top
    x, y, reveal = 0.5 * depth, 0.5 * width, style.reveal_m
    zones = _zones(body)
    levels.fill((-x, -y, 0.0), (x, y, top), frame=body.frame)
    inner = (x - reveal, y - reveal, top - 0.01)
    levels.boxes(look.window.glass, (-inner[0], -inner[1], 0.02), inner, frame=body.frame, at=FINE)
    start = 0.0
    for end, name in zones:
        low, high = (-x, -y, start), (x, y, end)
        levels.boxes(name, low, high, frame=body.frame, at=MIDDLE)
        levels.boxes(name, low, high, frame=body.frame, at=COARSE, faces=SHELL)
        start = end
    for quarter, wall in enumerate(walls_of(body.frame, body.size)):
        openings = _openings(body, quarter, wall.length)
        shorter = wall.length - (2.0 * reveal if quarter % 2 else 0.0)
        masonry(levels, Wall(frame=wall.frame, length=shorter), zones, openings.all, reveal)
        _fill_openings(levels, body, wall, openings, quarter)
    _trims(levels, body)


def _zones(body: Body) -> list[tuple[float, str]]:
    look, style = body.look, body.style
    if look.ground == look.wall or body.storeys == 1:
        return [(body.top, look.wall)]
    return [(style.plinth_m + style.ground_m - 0.1, look.ground), (body.top, look.wall)]


def _openings(body: Body, quarter: int, length: float) -> Openings:
    """What the style wants on one wall."""
    if quarter in body.blank:
        return Openings()
    style, floors = body.style, body.floors
    columns = bays(length, (style.side_bay_m if quarter % 2 else 0.0) or style.bay_m)
    entrance = len(columns) // 2 if quarter in body.doors and len(columns) else -1
    has_balcony = np.zeros(len(columns), bool)
    if style.balconies and quarter == 0:
        has_balcony[1::3] = len(columns) > 2
    width, height = style.window_m
    upper = [NO_OPENINGS, NO_OPENINGS]
    for floor in floors[1:-1]:
        low = float(floor) + style.sill_m
        upper[0] = np.vstack([upper[0], rectangles(columns[~has_balcony], width, low,
                                                   low + height)])  # fmt: skip
        upper[1] = np.vstack([upper[1], rectangles(columns[has_balcony], 1.7, float(floor) + 0.05,
                                                   float(floor) + 2.2)])  # fmt: skip
    rest = np.delete(columns, entrance) if entrance >= 0 else columns
    entrances = columns[entrance : entrance + 1] if entrance >= 0 else columns[:0]
    leaf = 1.9 if style.wide_door else 1.1
    clear = min(2.55, style.ground_m - 0.35)
    doors = rectangles(entrances, leaf, style.plinth_m, style.plinth_m + clear)
    low = style.plinth_m + style.sill_m
    if style.shop and quarter in body.doors and len(columns):
        wide = min(length / len(columns) - 0.75, 3.2)
        shops = rectangles(rest, wide, style.plinth_m + 0.4, style.plinth_m + style.ground_m - 1.0)
        return Openings(window=upper[0], door=doors, balcony=upper[1], shop=shops)
    ground = rectangles(rest, width, low, min(low + height, style.plinth_m + style.ground_m - 0.3))
    return Openings(window=np.vstack([ground, upper[0]]), door=doors, balcony=upper[1])


def _fill_openings(
    levels: Levels, body: Body, wall: Wall, openings: Openings, quarter: int
) -> None:
    style, look, reveal = body.style, body.look, body.style.reveal_m
    chance = body.chance.uniform(10 + quarter, max(len(openings.window), 1))
    windows(levels, wall, openings.window, look.window, reveal=reveal, chance=chance)
    if len(openings.balcony):
        windows(levels, wall, openings.balcony, look.window, reveal=reveal,
                chance=np.ones(len(openings.balcony)))  # fmt: skip
        balconies(levels, wall, openings.balcony, panel=look.panel, slab="concrete")
    if len(openings.shop):
        pick = body.chance.uniform(20 + quarter, 2)
        shopfronts(levels, wall, openings.shop, reveal=reveal, sign=_SIGNS[int(4 * pick[0])],
                   awning=_AWNINGS[int(5 * pick[1])])  # fmt: skip
    for opening in openings.door:
        door(levels, wall, opening, leaf=look.door, frame=look.window.frame, reveal=reveal,
             leaves=2 if style.wide_door else 1)  # fmt: skip
        steps(levels, wall, opening, style.plinth_m, material="concrete")
        if not style.shop:
            canopy(levels, wall, opening, material=look.trim)
        _painted_door(levels, wall, opening, look.door)
    bands = 2 if quarter % 2 else 6
    if body.plain:
        bands = 2 if quarter == 0 and body.doors else 0
    painted(levels, wall, openings.lit, look.window.glass, bands=bands)


def _painted_door(levels: Levels, wall: Wall, opening: F64, material: str) -> None:
    left, right, low, high = opening
    corners = [(PROUD_M, u, v) for u, v in ((left, low), (right, low), (right, high), (left, high))]
    levels.quads(material, [corners], frame=wall.frame, at=MIDDLE)


def _trims(levels: Levels, body: Body) -> None:
    """Plinth, string courses, quoins and cornice."""
    width, depth = body.size
    style, look, floors = body.style, body.look, body.floors
    x, y = 0.5 * depth, 0.5 * width

    def around(out: float, low: float, high: float, name: str, at: tuple[int, ...]) -> None:
        # Between neighbours nothing may stand out.
        side = -0.01 if style.blank_sides else out
        levels.boxes(name, (-x - out, -y - side, low), (x + out, y + side, high),
                     frame=body.frame, at=at)  # fmt: skip

    around(0.03, 0.0, style.plinth_m - 0.02, style.plinth, NEAR)
    if style.band:
        for floor in floors[1:-1]:
            around(0.05, float(floor) - 0.16, float(floor) + 0.06, look.trim, FINE)
    if style.quoins:
        _quoins(levels, body)
    if style.cornice_m:
        high = body.top
        for k, share in enumerate((0.3, 0.65, 1.0)):
            at = NEAR if share == 1.0 else FINE
            around(style.cornice_m * share, high - 0.36 + 0.14 * k, high - 0.2 + 0.12 * k,
                   look.trim, at)  # fmt: skip


def _quoins(levels: Levels, body: Body) -> None:
    """Blocks at the corners, long and short in turn."""
    width, depth = body.size
    start, end = body.style.plinth_m, body.top - 0.4
    count = int((end - start) / 0.5)
    height = start + 0.5 * np.arange(count)
    long = np.where(np.arange(count) % 2 == 0, 0.55, 0.3)
    short = np.where(np.arange(count) % 2 == 0, 0.3, 0.55)
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            out_x, out_y = sx * (0.5 * depth + 0.03), sy * (0.5 * width + 0.03)
            xs = np.sort(np.stack([np.full(count, out_x), out_x - sx * long]), axis=0)
            ys = np.sort(np.stack([np.full(count, out_y), out_y - sy * short]), axis=0)
            levels.boxes(body.look.trim, np.stack([xs[0], ys[0], height], 1),
                         np.stack([xs[1], ys[1], height + 0.46], 1), frame=body.frame,
                         at=FINE)  # fmt: skip
