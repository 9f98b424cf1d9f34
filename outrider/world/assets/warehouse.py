"""What stands in a warehouse: rack bays, pallets, conveyor, rolling cage, stacks of boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    Point,
    block,
    chance,
    four,
    furnished,
    lying,
    padded,
    solid,
)
from outrider.world.forms import beam, quad, tube
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

PALLET_M: Final = (1.20, 0.80, 0.144)
"""A EUR pallet lies along x."""


def pallet_parts(at: Point, detail: int, *, turned: bool = False) -> Parts:
    """A EUR pallet whose underside's middle is ``at``; its long side along y if ``turned``."""
    if detail == 2:
        parts = [block(PALLET_M, (0, 0, 0), "wood_pine")]
    elif detail == 1:
        parts = [
            block((1.20, 0.80, 0.044), (0, 0, 0.10), "wood_pine"),
            *(block((1.20, 0.12, 0.10), (0, y, 0), "wood_pine") for y in (-0.33, 0, 0.33)),
        ]
    else:
        parts = _pallet_boards()
    mesh = merge(parts)
    return [(mesh.headed(1.5707963267948966) if turned else mesh).moved(at)]


def _pallet_boards() -> Parts:
    wide = ((-0.3275, 0.145), (-0.165, 0.10), (0.0, 0.145), (0.165, 0.10), (0.3275, 0.145))
    parts = [block((1.20, w, 0.022), (0, y, 0.122), "wood_pine") for y, w in wide]
    parts += [block((0.145, 0.80, 0.022), (x, 0, 0.10), "wood_pine") for x in (-0.5275, 0, 0.5275)]
    parts += [
        block((0.145, w, 0.078), (x, y, 0.022), "wood_cut")
        for x in (-0.5275, 0, 0.5275)
        for y, w in ((-0.35, 0.10), (0, 0.145), (0.35, 0.10))
    ]
    parts += [block((1.20, w, 0.022), (0, y, 0), "wood_pine")
              for y, w in ((-0.35, 0.10), (0, 0.145), (0.35, 0.10))]  # fmt: skip
    return parts


def pallet_solids(at: Point = (0, 0, 0), semantic: str = "prop") -> list[Solids]:
    """Deck and three runners, so that forks and small robots find the openings."""
    x, y, z = at
    return [solid((1.20, 0.80, 0.044), (x, y, z + 0.10), semantic),
            *(solid((1.20, w, 0.10), (x, y + dy, z), semantic)
              for dy, w in ((-0.35, 0.10), (0, 0.145), (0.35, 0.10)))]  # fmt: skip


def pallet(variant: int) -> Archetype:
    """One EUR pallet (0) or a pile of six (1)."""
    count = 6 if variant % 2 else 1

    def build(detail: int) -> Parts:
        if detail == 2 or (detail == 1 and count > 1):
            return [block((1.20, 0.80, 0.144 * count), (0, 0, 0), "wood_pine")]
        return [
            part
            for k in range(count)
            for part in pallet_parts((0, 0, 0.144 * k), 1 if count > 1 and k else detail)
        ]

    proxies = (
        pallet_solids() if count == 1 else [solid((1.20, 0.80, 0.144 * count), (0, 0, 0), "prop")]
    )
    return furnished("pallet", variant, build, semantic="prop", proxies=proxies)


# Colours of what lies on a pallet: cartons, wrapped goods, crates.
_LOADS: Final = ("cardboard", "paper", "planks_new", "plastic_blue")


def load_parts(at: Point, high: float, kind: int, detail: int) -> Parts:
    """Goods of 1.16 (y) x 0.78 (x) m on a pallet that lies along y."""
    material = _LOADS[kind]
    if detail:
        return [block((0.78, 1.16, high), at, material)]
    if kind == 1:
        return [padded((0.78, 1.16, high), at, material, radius=0.03)]
    each = 0.5 * high
    return [
        block((0.78, 0.572, each - 0.008), (at[0], at[1] + y, at[2] + k * each), material)
        for k in range(2) for y in (-0.292, 0.292)
    ]  # fmt: skip


_RACK_M: Final = (1.10, 2.70, 5.20)
_BEAMS_M: Final = (1.35, 2.70, 4.05)
_POST_M: Final = 0.09


def pallet_rack(variant: int) -> Archetype:
    """A bay of 2.7 m between its uprights, 4 levels (floor and 3 beams), 3 pallets a level."""
    depth, clear, high = _RACK_M
    side = 0.5 * (clear + _POST_M)
    proxies = [solid((depth, _POST_M + 0.01, high), (0, y, 0), "rack") for y in (-side, side)]
    proxies += [solid((0.06, clear, 0.13), (x, 0, z - 0.12), "rack")
                for z in _BEAMS_M for x in (-0.43, 0.43)]  # fmt: skip
    proxies += [solid((1.20, 0.80, height + 0.144), at, "rack")
                for at, height, _ in _rack_loads(variant)]  # fmt: skip
    return furnished(
        "pallet_rack", variant, lambda detail: _pallet_rack(variant, detail), semantic="rack",
        proxies=proxies, part_classes={"cardboard": "box", "paper": "box", "plastic_blue": "box"},
    )  # fmt: skip


def _rack_loads(variant: int) -> list[tuple[Point, float, int]]:
    """Place, height of the goods and their kind, of the pallets that are there."""
    luck = chance("pallet_rack", variant, 36).reshape(12, 3)
    out: list[tuple[Point, float, int]] = []
    for k in range(12):
        level, column = divmod(k, 3)
        z = 0.0 if level == 0 else _BEAMS_M[level - 1]
        if luck[k, 0] < 0.85 - 0.12 * (variant % 3):
            out.append(((0.0, (column - 1) * 0.89, z), 0.5 + 0.5 * luck[k, 1], int(4 * luck[k, 2])))
    return out


def _pallet_rack(variant: int, detail: int) -> Parts:
    depth, clear, high = _RACK_M
    side, front = 0.5 * (clear + _POST_M), 0.5 * (depth - 0.10)
    parts: Parts = []
    if detail == 2:
        return [*_far_posts(side, 0.5 * depth, high), *_far_goods(variant)]
    for y in (-side, side):
        parts += _rack_frame(y, front, high, detail)
    for z in _BEAMS_M:
        parts += [block((0.05, clear, 0.12), (x, 0, z - 0.12), "paint_orange")
                  for x in (-0.43, 0.43)]  # fmt: skip
    for (x, y, z), height, kind in _rack_loads(variant):
        parts += _rack_pallet((x, y, z), height, kind, detail)
    return parts


def _far_posts(side: float, front: float, high: float) -> Parts:
    """Three-sided posts."""
    return [tube([(x, y, 0), (x, y, high)], 0.06, material="paint_blue", sides=3, caps=False)
            for x, y in four(front - 0.05, side)]  # fmt: skip


def _far_goods(variant: int) -> Parts:
    """The three fullest levels as a block each, from the first load to the last."""
    levels: dict[float, list[tuple[Point, float, int]]] = {}
    for load in _rack_loads(variant):
        levels.setdefault(load[0][2], []).append(load)
    parts = []
    for z, loads in sorted(levels.items(), key=lambda entry: -len(entry[1]))[:3]:
        low, top = (pick(at[1] for at, _, _ in loads) for pick in (min, max))
        high = sum(height for _, height, _ in loads) / len(loads) + 0.144
        material = _LOADS[loads[0][2]]
        parts.append(block((1.16, top - low + 0.80, high), (0, 0.5 * (low + top), z), material))
    return parts


def _rack_pallet(at: Point, height: float, kind: int, detail: int) -> Parts:
    """A pallet that is stored along x (1.2 m deep), and its goods."""
    goods = merge(load_parts((0, 0, 0.144), height, kind, detail))
    turned = goods.headed(1.5707963267948966).moved(at)
    return [*pallet_parts(at, detail + 1), turned]


def _rack_frame(y: float, front: float, high: float, detail: int) -> Parts:
    posts = [block((0.10, _POST_M, high), (x, y, 0), "paint_blue") for x in (-front, front)]
    if detail:
        return posts
    parts = [*posts, *(block((0.14, 0.13, 0.012), (x, y, 0), "paint_blue")
                       for x in (-front, front))]  # fmt: skip
    count = 6
    step = (high - 0.5) / count
    for k in range(count):
        low, top = 0.25 + k * step, 0.25 + (k + 1) * step
        a, b = (-front, front) if k % 2 == 0 else (front, -front)
        parts.append(beam((a, y, low), (b, y, top), 0.03, 0.03, material="galvanised"))
    guard = block((0.12, 0.12, 0.40), (front, y, 0), "paint_yellow")
    return [*parts, beam((-front, y, 0.22), (front, y, 0.22), 0.03, 0.03, material="galvanised"),
            guard]  # fmt: skip


def conveyor(variant: int) -> Archetype:
    """Two metres of rollers (0) or belt (1) along x, 0.6 m wide, 0.75 m high."""
    return furnished(
        "roller_conveyor",
        variant,
        lambda detail: _conveyor(variant % 2, detail),
        semantic="obstacle",
        proxies=[
            solid((2.0, 0.66, 0.13), (0, 0, 0.65), "obstacle"),
            *(solid((0.09, 0.05, 0.66), (x, y, 0), "obstacle") for x, y in four(0.80, 0.28)),
            *(solid((0.05, 0.56, 0.05), (x, 0, 0.22), "obstacle") for x in (-0.8, 0.8)),
            solid((0.43, 0.18, 0.16), (0.41, -0.18, 0.51), "obstacle"),
        ],
    )


def _conveyor(kind: int, detail: int) -> Parts:
    parts = [block((2.0, 0.04, 0.13), (0, s * 0.31, 0.65), "paint_blue") for s in (-1, 1)]
    if kind == 0 and detail == 0:
        parts += [lying((-0.95 + 0.10 * k, -0.29, 0.745), (-0.95 + 0.10 * k, 0.29, 0.745), 0.025,
                        "galvanised", sides=10) for k in range(20)]  # fmt: skip
        parts.append(block((1.96, 0.54, 0.01), (0, 0, 0.66), "metal_dark"))
    else:
        belt = "rubber" if kind else "galvanised"
        parts.append(padded((2.0, 0.58, 0.085), (0, 0, 0.68), belt, radius=0.04, steps=3,
                            detail=detail))  # fmt: skip
    if detail == 2:
        return [*parts, *(block((0.08, 0.60, 0.65), (x, 0, 0), "metal_grey") for x in (-0.8, 0.8))]
    for x, y in four(0.80, 0.28):
        parts.append(block((0.06, 0.04, 0.65), (x, y, 0), "metal_grey"))
        if detail == 0:
            parts.append(block((0.11, 0.07, 0.012), (x, y, 0), "metal_grey"))
    parts += [block((0.04, 0.56, 0.04), (x, 0, 0.22), "metal_grey") for x in (-0.8, 0.8)]
    if detail == 0:
        parts += [
            padded((0.30, 0.16, 0.16), (0.35, -0.18, 0.52), "metal_dark", radius=0.03),
            lying((0.5, -0.18, 0.60), (0.62, -0.18, 0.60), 0.05, "paint_grey", sides=12),
        ]
    return parts


_CAGE_M: Final = (0.80, 0.68, 1.70)


def rolling_cage(variant: int) -> Archetype:
    """A roll cage of wire on castors, open in front (+x), empty (0) or with boxes (1)."""
    deep, wide, high = _CAGE_M
    proxies = [
        solid((deep, wide, 0.20), (0, 0, 0), "prop"),
        *(solid((deep, 0.04, high - 0.20), (0, s * 0.5 * (wide - 0.04), 0.20), "prop")
          for s in (-1, 1)),
        solid((0.04, wide, high - 0.20), (-0.5 * (deep - 0.04), 0, 0.20), "prop"),
    ]  # fmt: skip
    if variant % 2:
        proxies.append(solid((0.70, 0.58, 0.86), (0.01, 0, 0.19), "prop"))
    return furnished(
        "rolling_cage", variant, lambda detail: _rolling_cage(variant % 2, detail),
        semantic="prop", proxies=proxies, part_classes={"cardboard": "box"},
    )  # fmt: skip


def _rolling_cage(kind: int, detail: int) -> Parts:
    deep, wide, high = _CAGE_M
    x, y = 0.5 * deep - 0.015, 0.5 * wide - 0.015
    parts = [block((deep, wide, 0.03), (0, 0, 0.16), "metal_grey")]
    for start, end in (((-x, -y), (-x, y)), ((-x, -y), (x, -y)), ((-x, y), (x, y))):
        parts += _cage_panel(start, end, high, detail)
    for dx, dy in four(0.5 * deep - 0.10, 0.5 * wide - 0.09):
        if detail == 2:
            continue
        parts.append(lying((dx, dy - 0.018, 0.06), (dx, dy + 0.018, 0.06), 0.06, "rubber",
                           sides=12, detail=detail))  # fmt: skip
        if detail == 0:
            parts.append(block((0.05, 0.06, 0.06), (dx, dy, 0.11), "galvanised"))
    if detail == 2:
        parts.append(block((0.6, 0.5, 0.16), (0, 0, 0), "rubber"))
    return parts + (_cage_goods(detail) if kind else [])


def _cage_goods(detail: int) -> Parts:
    if detail:
        return [block((0.70, 0.56, 0.84), (0.01, 0, 0.19), "cardboard")]
    return [block((0.345, 0.555, 0.275), (0.01 + s * 0.175, 0, 0.19 + 0.28 * k), "cardboard")
            for k in range(3) for s in (-1, 1)]  # fmt: skip


def _cage_panel(
    start: tuple[float, float], end: tuple[float, float], high: float, detail: int
) -> Parts:
    """Wire between two uprights under a top rail: rods near by, a see-through card far off."""
    a, b = (*start, 0.19), (*end, 0.19)
    if detail:
        far = [(*end, high - 0.01), (*start, high - 0.01)]
        corners = [a, b, *far]
        span = ((0, 0), (0.7, 0), (0.7, 1.5), (0, 1.5))
        faces = [quad(corners, material="wire_mesh", uv=span),
                 quad(corners[::-1], material="wire_mesh", uv=span[::-1])]  # fmt: skip
        return [*faces, *([lying(a, far[1], 0.015, "galvanised", detail=1)] if detail == 1 else [])]
    parts: list[Mesh] = [
        lying((*end, 0.17), (*end, high), 0.014, "galvanised", sides=6),
        lying((*start, 0.17), (*start, high), 0.014, "galvanised", sides=6),
    ]
    for k in range(6):
        z = 0.30 + k * (high - 0.315) / 5
        parts.append(lying((*start, z), (*end, z), 0.006, "galvanised", sides=4))
    for k in range(1, 6):
        x = start[0] + (end[0] - start[0]) * k / 6
        y = start[1] + (end[1] - start[1]) * k / 6
        parts.append(lying((x, y, 0.18), (x, y, high - 0.015), 0.004, "galvanised", sides=3))
    return parts


def box_stack(variant: int) -> Archetype:
    """Cartons of several sizes piled against each other, 1.0 to 1.5 m high."""
    rows = _stacked(variant)
    return furnished(
        "box_stack", variant, lambda detail: _box_stack(rows, detail), semantic="box",
        proxies=[solid(size, at, "box") for size, at in rows],
    )  # fmt: skip


def _stacked(variant: int) -> list[tuple[Point, Point]]:
    """Full edges and place of each carton: two piles of unlike boxes, a small one in front."""
    luck = chance("box_stack", variant, 20)
    rows: list[tuple[Point, Point]] = []
    for pile, y in enumerate((-0.31, 0.30)):
        z = 0.0
        for k in range(3 if pile == 0 else 2):
            each = luck[5 * pile + k]
            size = (0.56 - 0.05 * k - 0.06 * each, 0.58 - 0.05 * k, 0.34 + 0.14 * each)
            rows.append((size, (0.03 * (luck[10 + k] - 0.5), y, z)))
            z += size[2]
    rows.append(((0.30, 0.40, 0.26), (0.46, -0.2 + 0.4 * luck[19], 0.0)))
    return rows


def _box_stack(rows: list[tuple[Point, Point]], detail: int) -> Parts:
    if detail == 2:
        piles = [(rows[0], rows[2]), (rows[3], rows[4]), (rows[5], rows[5])]
        return [block((low[0][0], low[0][1], top[1][2] + top[0][2]), low[1], "cardboard")
                for low, top in piles]  # fmt: skip
    parts: Parts = []
    for size, at in rows:
        parts.append(padded(size, at, "cardboard", radius=0.004, detail=detail))
        if detail == 0:
            x, y, z = at
            parts += [
                block((size[0] + 0.002, 0.05, 0.002), (x, y, z + size[2]), "paint_beige"),
                block(
                    (0.002, 0.05, 0.08), (x + 0.5 * size[0], y, z + size[2] - 0.08), "paint_beige"
                ),
                block((0.002, 0.12, 0.08), (x + 0.5 * size[0], y + 0.12, z + 0.10), "paper"),
            ]
    return parts


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "pallet_rack": pallet_rack,
    "pallet": pallet,
    "roller_conveyor": conveyor,
    "rolling_cage": rolling_cage,
    "box_stack": box_stack,
}
VARIANTS: Final[dict[str, int]] = {
    "pallet_rack": 4,
    "pallet": 2,
    "roller_conveyor": 2,
    "rolling_cage": 2,
    "box_stack": 3,
}
