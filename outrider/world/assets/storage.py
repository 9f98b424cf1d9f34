"""What holds things and stands at walls: cabinets, shelves, wardrobe, lockers, kitchen unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    block,
    chance,
    four,
    furnished,
    lying,
    padded,
    post,
    solid,
)
from outrider.world.forms import tube

# Body, doors, handles.
_CABINET: Final = (
    ("paint_grey", "paint_grey", "metal_dark"),
    ("wood_oak", "wood_oak", "aluminium"),
    ("paint_white", "wood_dark", "chrome"),
)


def cabinet(variant: int) -> Archetype:
    """A low cabinet of two doors (0, 2) or a tall one (1): 0.42 x 0.9 m."""
    high = (1.10, 1.95, 0.80)[variant % 3]
    return furnished(
        "cabinet", variant, lambda detail: _cabinet(variant % 3, high, detail),
        proxies=[solid((0.43, 0.90, high), (0, 0, 0))],
    )  # fmt: skip


def _cabinet(kind: int, high: float, detail: int) -> Parts:
    body, door, handle = _CABINET[kind]
    if detail == 2:
        return [block((0.42, 0.90, high), (0, 0, 0), body)]
    parts = [
        block((0.37, 0.86, 0.06), (-0.01, 0, 0), "plastic_black"),
        block((0.40, 0.90, high - 0.085), (-0.01, 0, 0.06), body),
        padded((0.42, 0.90, 0.025), (0, 0, high - 0.025), body, radius=0.006, detail=detail),
    ]
    rows = 2 if kind == 1 and detail == 0 else 1
    each = (high - 0.10) / rows
    for row in range(rows):
        z = 0.065 + row * each
        for side in (-1, 1):
            parts += [padded((0.018, 0.442, each - 0.006), (0.198, side * 0.224, z), door,
                             radius=0.004, detail=detail)]  # fmt: skip
            if detail == 0:
                parts += _bar_handle(0.208, side * 0.04, z + 0.5 * each - 0.09, 0.18, handle)
    if detail == 0:
        parts.append(post(0.008, 0.006, (0.2, 0.02, high - 0.03), handle, sides=8))
    return parts


def _bar_handle(x: float, y: float, z: float, long: float, material: str) -> Parts:
    """An upright bow of a handle on a front."""
    path = [
        (x, y, z),
        (x + 0.024, y, z + 0.012),
        (x + 0.024, y, z + long - 0.012),
        (x, y, z + long),
    ]
    return [tube(path, 0.005, material=material, sides=6)]


def filing_cabinet(variant: int) -> Archetype:
    """Four (0, 2) or three (1) deep steel drawers: 0.62 x 0.46 m."""
    count = 3 if variant % 3 == 1 else 4
    high = 0.04 + 0.325 * count
    return furnished(
        "filing_cabinet", variant, lambda detail: _filing_cabinet(variant % 3, count, detail),
        proxies=[solid((0.64, 0.46, high), (0, 0, 0))],
    )  # fmt: skip


def _filing_cabinet(kind: int, count: int, detail: int) -> Parts:
    paint = ("paint_grey", "paint_beige", "metal_dark")[kind]
    high = 0.04 + 0.325 * count
    if detail == 2:
        return [block((0.64, 0.46, high), (0, 0, 0), paint)]
    parts = [block((0.58, 0.42, 0.03), (-0.01, 0, 0), "plastic_black"),
             padded((0.60, 0.46, high - 0.03), (-0.02, 0, 0.03), paint, radius=0.006,
                    detail=detail)]  # fmt: skip
    for k in range(count):
        z = 0.045 + 0.325 * k
        parts.append(padded((0.024, 0.445, 0.312), (0.29, 0, z), paint, radius=0.006,
                            detail=detail))  # fmt: skip
        if detail == 0:
            parts += [block((0.016, 0.16, 0.018), (0.31, 0, z + 0.215), "chrome"),
                      block((0.004, 0.17, 0.06), (0.303, 0, z + 0.185), "metal_dark"),
                      block((0.004, 0.09, 0.035), (0.303, 0, z + 0.26), "paper")]  # fmt: skip
    return parts


_SPINES: Final = (
    "leather_brown", "fabric_red", "fabric_blue", "fabric_green", "fabric_khaki", "fabric_black",
    "fabric_white", "paper", "fabric_orange", "fabric_grey",
)  # fmt: skip
_SHELF_M: Final = 0.341
_SHELVES: Final = ("wood_oak", "paint_white", "wood_dark")


def bookshelf(variant: int) -> Archetype:
    """Five shelves of books: 0.30 x 0.90 x 1.80 m."""
    return furnished(
        "bookshelf", variant, lambda detail: _bookshelf(variant, detail),
        proxies=[solid((0.30, 0.90, 1.80), (0, 0, 0))],
    )  # fmt: skip


def _bookshelf(variant: int, detail: int) -> Parts:
    wood = _SHELVES[variant % 3]
    parts = [block((0.02, 0.90, 1.80), (-0.14, 0, 0), wood)]
    parts += [block((0.30, 0.025, 1.80), (0, y, 0), wood) for y in (-0.4375, 0.4375)]
    if detail == 2:
        middle = block((0.22, 0.85, 1.70), (-0.02, 0, 0.05), _SPINES[variant % 8])
        return [*parts, middle, block((0.30, 0.85, 0.05), (0, 0, 1.75), wood)]
    heights = [0.0] + [0.07 + _SHELF_M * k for k in range(6)]
    parts += [block((0.28, 0.85, 0.022 if z else 0.05), (0.005, 0, z), wood) for z in heights[1:]]
    parts.append(block((0.26, 0.85, 0.07), (0.0, 0, 0.0), wood))
    for row, z in enumerate(heights[1:-1]):
        parts += _books(variant, row, z + 0.022, detail)
    return parts


def _books(variant: int, row: int, z: float, detail: int) -> Parts:
    """A shelf of books, with a gap at its end and the last one leaning into it."""
    luck = chance("bookshelf", variant * 5 + row, 80)
    filled = 0.60 + 0.23 * luck[0]
    if detail:
        spine = _SPINES[int(10 * luck[1])]
        return [block((0.20, filled, 0.24), (-0.01, -0.42 + 0.5 * filled, z), spine)]
    parts: Parts = []
    y = -0.422
    for k in range(1, 20):
        thick = 0.022 + 0.042 * luck[3 * k] ** 2
        if y + thick > -0.422 + filled:
            break
        high = 0.20 + 0.09 * luck[3 * k + 1]
        spine = _SPINES[int(10 * luck[3 * k + 2])]
        deep = 0.15 + 0.25 * high
        parts.append(block((deep, thick - 0.002, high), (0.12 - 0.5 * deep, y + 0.5 * thick, z),
                           spine))  # fmt: skip
        y += thick
    return parts


# Body and doors, with a mirror in the middle door or not.
_WARDROBE: Final = (("wood_oak", False), ("paint_white", True))


def wardrobe(variant: int) -> Archetype:
    """Three doors, 0.60 x 1.50 x 2.05 m."""
    return furnished(
        "wardrobe", variant, lambda detail: _wardrobe(variant % 2, detail),
        proxies=[solid((0.62, 1.50, 2.05), (0, 0, 0))],
    )  # fmt: skip


def _wardrobe(kind: int, detail: int) -> Parts:
    wood, mirror = _WARDROBE[kind]
    if detail == 2:
        return [block((0.61, 1.50, 2.05), (0, 0, 0), wood)]
    parts = [
        block((0.56, 1.46, 0.08), (-0.01, 0, 0), wood),
        block((0.58, 1.50, 1.94), (-0.01, 0, 0.08), wood),
        padded((0.61, 1.50, 0.03), (0, 0, 2.02), wood, radius=0.01, detail=detail),
    ]
    for k in range(3):
        y = (k - 1) * 0.498
        parts.append(padded((0.02, 0.492, 1.92), (0.288, y, 0.09), wood, radius=0.004,
                            detail=detail))  # fmt: skip
        if detail:
            continue
        if mirror and k == 1:
            parts.append(block((0.004, 0.43, 1.80), (0.299, y, 0.15), "chrome"))
        else:
            parts += [padded((0.012, 0.36, high), (0.297, y, z), wood, radius=0.006)
                      for z, high in ((0.17, 0.70), (0.95, 0.98))]  # fmt: skip
        parts += _bar_handle(0.295, y + (0.21, 0.21, -0.21)[k], 0.95, 0.20, "aluminium")
    return parts


_LOCKERS: Final = ("paint_blue", "paint_grey", "paint_green")


def locker_row(variant: int) -> Archetype:
    """Four steel lockers on feet: 0.50 x 1.20 x 1.85 m."""
    return furnished(
        "locker_row", variant, lambda detail: _locker_row(variant % 3, detail),
        proxies=[solid((0.52, 1.20, 1.85), (0, 0, 0))],
    )  # fmt: skip


def _locker_row(kind: int, detail: int) -> Parts:
    door = _LOCKERS[kind]
    if detail == 2:
        return [block((0.515, 1.20, 1.85), (0, 0, 0), door)]
    parts = [block((0.49, 1.20, 1.75), (-0.01, 0, 0.10), "paint_grey"),
             block((0.44, 1.16, 0.10), (-0.02, 0, 0), "paint_black")]  # fmt: skip
    for k in range(4):
        y = (k - 1.5) * 0.30
        parts.append(padded((0.014, 0.288, 1.72), (0.241, y, 0.115), door, radius=0.004,
                            detail=detail))  # fmt: skip
        if detail:
            continue
        parts += [block((0.004, 0.14, 0.010), (0.249, y, z + 0.03 * n), "paint_black")
                  for z in (0.25, 1.55) for n in range(4)]  # fmt: skip
        parts += [block((0.016, 0.025, 0.11), (0.252, y + 0.11, 0.95), "chrome"),
                  block((0.004, 0.07, 0.035), (0.249, y, 1.72), "paper")]  # fmt: skip
    return parts


_KITCHEN: Final = (("paint_white", "wood_oak"), ("paint_grey", "rock_granite"))


def kitchen_unit(variant: int) -> Archetype:
    """Base cupboards with sink and hob, 0.62 x 2.40 m, and wall cupboards above."""
    return furnished(
        "kitchen_unit", variant, lambda detail: _kitchen(variant % 2, detail),
        proxies=[
            solid((0.61, 2.40, 0.81), (-0.005, 0, 0.10)),
            solid((0.54, 2.40, 0.10), (-0.04, 0, 0.0)),
            solid((0.37, 2.40, 0.70), (-0.125, 0, 1.45)),
            solid((0.05, 0.05, 0.25), (-0.235, -0.60, 0.91)),
            solid((0.22, 0.05, 0.06), (-0.15, -0.60, 1.11)),
        ],
    )  # fmt: skip


def _kitchen(kind: int, detail: int) -> Parts:
    door, top = _KITCHEN[kind]
    parts = [block((0.52, 2.38, 0.10), (-0.05, 0, 0), "plastic_black"),
             block((0.58, 2.40, 0.77), (-0.02, 0, 0.10), door),
             padded((0.62, 2.40, 0.038), (0, 0, 0.87), top, radius=0.008, detail=detail),
             block((0.34, 2.40, 0.70), (-0.14, 0, 1.45), door)]  # fmt: skip
    if detail == 2:
        return parts
    for k in range(4):
        y = (k - 1.5) * 0.60
        parts += [
            padded((0.02, 0.592, 0.755), (0.28, y, 0.11), door, radius=0.004, detail=detail),
            padded((0.02, 0.592, 0.69), (0.04, y, 1.455), door, radius=0.004, detail=detail),
        ]
        if detail == 0:
            side = 0.24 if k % 2 else -0.24
            parts += [*_bar_handle(0.287, y + side, 0.66, 0.16, "aluminium"),
                      *_bar_handle(0.047, y + side, 1.49, 0.16, "aluminium")]  # fmt: skip
    return [*parts, *(_sink_and_hob() if detail == 0 else [])]


def _sink_and_hob() -> Parts:
    """A steel rim with its dark basin, a tap, four plates and an oven's front."""
    parts = [padded((0.46, 0.80, 0.008), (0, -0.60, 0.906), "aluminium", radius=0.003),
             block((0.36, 0.36, 0.004), (0.02, -0.76, 0.912), "metal_dark"),
             *(block((0.30, 0.012, 0.003), (0.02, -0.50 + 0.04 * k, 0.913), "metal_grey")
               for k in range(6)),
             post(0.02, 0.03, (-0.235, -0.60, 0.91), "chrome", sides=8),
             tube([(-0.235, -0.60, 0.92), (-0.235, -0.60, 1.10), (-0.20, -0.60, 1.15),
                   (-0.12, -0.60, 1.16), (-0.06, -0.60, 1.13)], 0.011, material="chrome", sides=7),
             block((0.50, 0.56, 0.006), (0, 0.30, 0.908), "glass_dark"),
             block((0.012, 0.54, 0.40), (0.287, 0.30, 0.24), "glass_dark"),
             lying((0.306, 0.07, 0.70), (0.306, 0.53, 0.70), 0.008, "chrome", sides=6),
             block((0.012, 0.56, 0.09), (0.287, 0.30, 0.77), "metal_dark")]  # fmt: skip
    parts += [post(0.085, 0.004, (x, 0.30 + y, 0.913), "metal_dark", sides=14)
              for x, y in four(0.12, 0.14)]  # fmt: skip
    return parts


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "cabinet": cabinet,
    "filing_cabinet": filing_cabinet,
    "bookshelf": bookshelf,
    "wardrobe": wardrobe,
    "locker_row": locker_row,
    "kitchen_unit": kitchen_unit,
}
VARIANTS: Final[dict[str, int]] = {
    "cabinet": 3,
    "filing_cabinet": 3,
    "bookshelf": 3,
    "wardrobe": 2,
    "locker_row": 3,
    "kitchen_unit": 2,
}
