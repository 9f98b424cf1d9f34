"""Tables: desk, dining, meeting, round and coffee table, workbench; low robots drive under them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    Point,
    block,
    four,
    furnished,
    grained,
    lying,
    padded,
    post,
    round_solid,
    solid,
)
from outrider.world.forms import beam, prism, ring_of
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids

TOP_M: Final = 0.028
"""Thickness of a table top."""

# Top, frame; depth and width.
_DESKS: Final = (
    ("wood_oak", "metal_grey", 0.70, 1.40),
    ("paint_white", "paint_black", 0.80, 1.60),
    ("wood_dark", "metal_dark", 0.75, 1.50),
)
DESK_M: Final = 0.74


def desk(variant: int) -> Archetype:
    """A writing desk with a drawer unit; one sits at its +x side."""
    return furnished(
        "desk", variant, lambda detail: desk_parts(variant, detail), proxies=desk_solids(variant)
    )


def desk_size(variant: int) -> tuple[float, float]:
    """Depth and width of a desk's top."""
    return _DESKS[variant % 3][2:]


def desk_solids(variant: int) -> list[Solids]:
    depth, width = desk_size(variant)
    return [
        solid((depth, width, TOP_M), (0, 0, DESK_M - TOP_M)),
        *(solid((depth - 0.06, 0.05, DESK_M - TOP_M), (0, side * (0.5 * width - 0.07), 0))
          for side in (-1, 1)),
        solid((0.03, width - 0.16, 0.36), (-0.5 * depth + 0.12, 0, DESK_M - TOP_M - 0.38)),
        solid((0.54, 0.40, 0.58), (0.02, _drawer_y(width), 0)),
    ]  # fmt: skip


def _drawer_y(width: float) -> float:
    return -0.5 * width + 0.32


def desk_parts(variant: int, detail: int) -> Parts:
    """A desk: top, two panel-like legs, a modesty panel at its back, drawers on the right."""
    top, frame, depth, width = _DESKS[variant % 3]
    parts = [padded((depth, width, TOP_M), (0, 0, DESK_M - TOP_M), top, radius=0.006,
                    detail=detail)]  # fmt: skip
    for side in (-1, 1):
        parts += _desk_leg(side * (0.5 * width - 0.07), depth, frame, detail)
    parts.append(block((0.02, width - 0.16, 0.36), (-0.5 * depth + 0.12, 0, 0.332), top))
    return [*parts, *drawers(0.02, _drawer_y(width), top, frame, detail)]


def _desk_leg(y: float, depth: float, frame: str, detail: int) -> Parts:
    high = DESK_M - TOP_M
    if detail:
        return [block((depth - 0.06, 0.05, high), (0, y, 0), frame)]
    x = 0.5 * depth - 0.06
    return [
        padded((depth - 0.06, 0.05, 0.035), (0, y, 0), frame, radius=0.008),
        block((depth - 0.10, 0.05, 0.03), (0, y, high - 0.03), frame),
        *(block((0.05, 0.05, high - 0.065), (along, y, 0.035), frame) for along in (-x, x)),
        block((depth - 0.16, 0.012, high - 0.065), (0, y, 0.035), frame),
    ]


def drawers(x: float, y: float, front: str, body: str, detail: int) -> Parts:
    """A drawer unit of 54 x 40 x 58 cm with three fronts."""
    if detail:
        return [block((0.54, 0.40, 0.58), (x, y, 0), front)]
    parts = [block((0.52, 0.40, 0.54), (x - 0.01, y, 0.04), body)]
    parts += [block((0.02, 0.394, 0.174), (x + 0.26, y, 0.045 + 0.18 * k), front) for k in range(3)]
    parts += [block((0.012, 0.14, 0.012), (x + 0.274, y, 0.165 + 0.18 * k), "aluminium")
              for k in range(3)]  # fmt: skip
    parts += [post(0.02, 0.04, (x + dx, y + dy, 0), "plastic_black", sides=6)
              for dx, dy in four(0.22, 0.16)]  # fmt: skip
    return parts


# Top, legs; length along y, width along x, height; distance of the legs from the edges.
_DINING: Final = (
    ("wood_oak", "wood_oak", 0.90, 1.60, 0.75),
    ("wood_dark", "wood_dark", 0.95, 1.90, 0.75),
    ("paint_white", "wood_pine", 0.80, 1.20, 0.74),
)
_COFFEE: Final = (
    ("wood_dark", "wood_dark", 0.60, 1.10, 0.42),
    ("glass_dark", "chrome", 0.65, 1.00, 0.40),
)


def dining_table(variant: int) -> Archetype:
    """Four legs under a rectangular top."""
    return _four_legged("dining_table", variant, _DINING[variant % 3], leg=0.07)


def coffee_table(variant: int) -> Archetype:
    """Low, with a shelf under its top."""
    return _four_legged("coffee_table", variant, _COFFEE[variant % 2], leg=0.05)


def _four_legged(
    maker: str, variant: int, look: tuple[str, str, float, float, float], *, leg: float
) -> Archetype:
    _, _, wide, long, high = look
    shelf = maker == "coffee_table"
    under = high - TOP_M
    x, y = 0.5 * wide - 0.06, 0.5 * long - 0.06
    proxies = [solid((wide, long, 0.07 if not shelf else TOP_M),
                     (0, 0, high - (0.07 if not shelf else TOP_M)))]  # fmt: skip
    proxies += [solid((leg, leg, under), (dx, dy, 0)) for dx, dy in four(x, y)]
    if shelf:
        proxies.append(solid((wide - 0.12, long - 0.12, 0.02), (0, 0, 0.14)))
    return furnished(
        maker, variant, lambda detail: _four_legged_parts(look, leg, detail, shelf=shelf),
        proxies=proxies,
    )  # fmt: skip


def _four_legged_parts(
    look: tuple[str, str, float, float, float], leg: float, detail: int, *, shelf: bool
) -> Parts:
    top, wood, wide, long, high = look
    x, y, under = 0.5 * wide - 0.06, 0.5 * long - 0.06, high - TOP_M
    parts = [padded((wide, long, TOP_M), (0, 0, under), top, radius=0.008, detail=detail)]
    for dx, dy in four(x, y):
        parts.append(_square_leg(leg, under, (dx, dy, 0), wood, detail))
    if shelf and detail < 2:
        parts.append(block((wide - 0.12, long - 0.12, 0.018), (0, 0, 0.14), top))
    elif detail < 2:
        rail = 0.042
        parts += [block((0.02, 2 * y - leg, rail), (dx, 0, under - rail), wood) for dx in (-x, x)]
        parts += [block((2 * x - leg, 0.02, rail), (0, dy, under - rail), wood) for dy in (-y, y)]
    return parts


def _square_leg(width: float, height: float, at: Point, wood: str, detail: int) -> Mesh:
    if detail:
        return block((width, width, height), at, wood)
    return post(0.40 * width, height, at, wood, sides=12, top=0.56 * width)


# Top, column, radius.
_ROUND: Final = (("wood_oak", "metal_dark", 0.60), ("paint_white", "chrome", 0.45))


def round_table(variant: int) -> Archetype:
    """A round top on one column and a flat foot."""
    radius = _ROUND[variant % 2][2]
    return furnished(
        "round_table", variant, lambda detail: _round_table(variant % 2, detail),
        proxies=[
            round_solid(radius, TOP_M, (0, 0, 0.75 - TOP_M)),
            round_solid(0.045, 0.70, (0, 0, 0.02)),
            round_solid(0.55 * radius, 0.03, (0, 0, 0)),
        ],
    )  # fmt: skip


def _round_table(kind: int, detail: int) -> Parts:
    top, metal, radius = _ROUND[kind]
    sides = (40, 14, 8)[detail]
    foot = prism(ring_of(max(sides // 2, 4), 0.55 * radius), 0.02, material=metal)
    parts = [_round_top(radius, top, sides), foot]
    parts.append(post(0.045, 0.70, (0, 0, 0.02), metal, sides=(14, 6, 3)[detail]))
    if detail == 0:
        parts += [
            post(0.5 * radius, 0.025, (0, 0, 0.018), metal, sides=24, top=0.05),
            post(0.05, 0.03, (0, 0, 0.69), metal, sides=14, top=0.16),
        ]
    return parts


def _round_top(radius: float, material: str, sides: int) -> Mesh:
    return prism(ring_of(sides, radius), TOP_M, material=material, base=0.75 - TOP_M)


# Top, legs; depth along x, length along y.
_MEETING: Final = (
    ("wood_oak", "metal_dark", 1.20, 2.40),
    ("paint_white", "metal_grey", 1.20, 3.20),
)


def meeting_table(variant: int) -> Archetype:
    """A long table on two pairs of legs joined at the floor, with a cable box in its top."""
    _, _, wide, long = _MEETING[variant % 2]
    y = 0.5 * long - 0.45
    proxies = [solid((wide, long, 0.035), (0, 0, 0.715))]
    proxies += [solid((0.85, 0.09, 0.05), (0, side, 0)) for side in (-y, y)]
    proxies += [solid((0.09, 0.09, 0.68), (x, side, 0.04)) for x, side in four(0.36, y)]
    return furnished(
        "meeting_table", variant, lambda detail: _meeting_table(variant % 2, detail),
        proxies=proxies,
    )  # fmt: skip


def _meeting_table(kind: int, detail: int) -> Parts:
    top, metal, wide, long = _MEETING[kind]
    y = 0.5 * long - 0.45
    parts = [_boat_top(wide, long, top, detail)]
    for side in (-y, y):
        if detail == 2:
            parts.append(block((0.80, 0.07, 0.715), (0, side, 0), metal))
            continue
        parts += [padded((0.84, 0.08, 0.04), (0, side, 0), metal, radius=0.012, detail=detail)]
        parts += [block((0.08, 0.08, 0.675), (x, side, 0.04), metal) for x in (-0.36, 0.36)]
        if detail == 0:
            parts.append(block((0.84, 0.06, 0.03), (0, side, 0.685), metal))
    if detail == 0:
        parts += [block((0.14, 0.40, 0.004), (0, 0, 0.75), "metal_dark"),
                  block((0.10, 0.34, 0.004), (0, 0, 0.752), "plastic_black"),
                  *(beam((x, -y, 0.70), (x, y, 0.70), 0.04, 0.03, material=metal)
                    for x in (-0.3, 0.3))]  # fmt: skip
    return parts


def _boat_top(wide: float, long: float, material: str, detail: int) -> Mesh:
    """A top whose long sides bulge by 3 cm, as meeting tables' do."""
    if detail:
        return block((wide, long, 0.035), (0, 0, 0.715), material)
    count = 9
    along = [(-1.0 + 2.0 * k / (count - 1)) * 0.5 * long for k in range(count)]
    bulge = [0.5 * wide - 0.03 + 0.03 * math.cos(math.pi * y / long) for y in along]
    right = [(x, y) for x, y in zip(bulge, along, strict=True)]
    left = [(-x, y) for x, y in right[::-1]]
    top = prism([*right, *left], 0.035, material=material, base=0.715)
    return grained(top, (wide, long, 0.035))


def workbench(variant: int) -> Archetype:
    """A heavy bench with a vice, a lower shelf and (variant 1) a board of tools."""
    proxies = [
        solid((0.75, 1.80, 0.12), (0, 0, 0.78)),
        *(solid((0.09, 0.09, 0.84), (x, y, 0)) for x, y in four(0.30, 0.80)),
        solid((0.62, 1.65, 0.08), (0, 0, 0.12)),
        solid((0.22, 0.14, 0.20), (0.32, 0.62, 0.83)),
    ]
    if variant % 2:
        proxies.append(solid((0.06, 1.80, 0.82), (-0.355, 0, 0.90)))
    return furnished(
        "workbench", variant, lambda detail: _workbench(variant % 2, detail), proxies=proxies
    )


def _workbench(kind: int, detail: int) -> Parts:
    metal = ("paint_blue", "paint_grey")[kind]
    parts = [padded((0.75, 1.80, 0.06), (0, 0, 0.84), "planks_new", radius=0.008, detail=detail)]
    if detail == 2:
        parts += [block((0.66, 0.08, 0.84), (0, y, 0), metal) for y in (-0.80, 0.80)]
    else:
        parts += [block((0.08, 0.08, 0.84), (x, y, 0), metal) for x, y in four(0.30, 0.80)]
        parts.append(block((0.62, 1.62, 0.025), (0, 0, 0.17), "wood_pine"))
    parts += _vice(detail)
    if kind:
        parts.append(block((0.02, 1.80, 0.80), (-0.365, 0, 0.90), "metal_grey"))
    if detail == 0:
        parts += [block((0.05, 1.52, 0.06), (x, 0, 0.78), metal) for x in (-0.3, 0.3)]
        parts += [block((0.52, 0.05, 0.05), (0, y, 0.12), metal) for y in (-0.8, 0.8)]
        parts += _tools() if kind else []
    return parts


def _vice(detail: int) -> Parts:
    y = 0.62
    if detail:
        return [block((0.20, 0.12, 0.13), (0.32, y, 0.90), "paint_worn_blue")]
    return [
        padded((0.14, 0.12, 0.05), (0.30, y, 0.90), "paint_worn_blue", radius=0.01),
        block((0.05, 0.12, 0.08), (0.27, y, 0.95), "paint_worn_blue"),
        block((0.04, 0.12, 0.08), (0.37, y, 0.95), "paint_worn_blue"),
        lying((0.28, y, 0.965), (0.44, y, 0.965), 0.012, "metal_grey"),
        lying((0.432, y - 0.07, 0.965), (0.432, y + 0.07, 0.965), 0.006, "metal_grey", sides=6),
    ]


def _tools() -> Parts:
    """Hammers, spanners, a saw and screwdrivers on the board."""
    x = -0.345
    parts: Parts = []
    for k, y in enumerate((-0.72, -0.56)):
        parts += [block((0.022, 0.024, 0.26), (x, y, 1.22), "wood_cut"),
                  block((0.024, 0.10, 0.028 + 0.01 * k), (x, y, 1.46), "metal_dark")]  # fmt: skip
    for k in range(6):
        y = -0.38 + 0.07 * k
        parts += [block((0.01, 0.018, 0.22 - 0.02 * k), (x, y, 1.30 + 0.02 * k), "chrome"),
                  block((0.012, 0.032, 0.03), (x, y, 1.51), "chrome")]  # fmt: skip
    for k in range(5):
        y = 0.16 + 0.06 * k
        parts += [post(0.004, 0.12, (x, y, 1.26), "chrome", sides=5),
                  post(0.014, 0.10, (x, y, 1.38), ("plastic_red", "plastic_blue")[k % 2],
                       sides=8)]  # fmt: skip
    saw = [(0.0, 0.0), (0.36, 0.05), (0.36, 0.07), (0.0, 0.11)]
    blade = prism([(y, z) for y, z in saw], 0.003, material="metal_grey")
    upright = blade.turned((0.5, 0.5, 0.5, 0.5)).moved((x, 0.42, 1.08))
    return [*parts, upright, block((0.025, 0.11, 0.12), (x, 0.40, 1.07), "wood_dark")]


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "desk": desk,
    "dining_table": dining_table,
    "round_table": round_table,
    "meeting_table": meeting_table,
    "coffee_table": coffee_table,
    "workbench": workbench,
}
VARIANTS: Final[dict[str, int]] = {
    "desk": 3,
    "dining_table": 3,
    "round_table": 2,
    "meeting_table": 2,
    "coffee_table": 2,
    "workbench": 2,
}
