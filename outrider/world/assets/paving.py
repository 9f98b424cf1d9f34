"""What streets are made of, by size: pavements with their kerbs, corners, lines, zebras."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.world import forms, solids
from outrider.world.archetype import Archetype, one_mesh
from outrider.world.assets.pieces import quad_mesh
from outrider.world.mesh import merge

KERB_M: Final = 0.12
"""How far pavements rise above the street."""
_STONE_M: Final = 0.18
_PAINT_M: Final = 0.012
_ROOT_M: Final = 0.3
_PIECE_M: Final = 4.0
"""Slabs are meshed in pieces: long triangles near an eye are drawn badly."""
_BAR_M: Final = 0.5
_CLASSES: Final = {"kerbstone": "kerb"}


def pavement(sizes: tuple[float, ...], variant: int) -> Archetype:
    """A slab (length along x, width along y); its origin is on the line of its kerb, at y = 0."""
    length, width = sizes
    count = math.ceil(length / _PIECE_M)
    ends = np.linspace(-0.5 * length, 0.5 * length, count + 1)
    stone, flags = [], []
    for a, b in itertools.pairwise(ends):
        stone += [
            [(a, 0.0, KERB_M), (b, 0.0, KERB_M), (b, _STONE_M, KERB_M), (a, _STONE_M, KERB_M)],
            [(a, 0.0, -_ROOT_M), (b, 0.0, -_ROOT_M), (b, 0.0, KERB_M), (a, 0.0, KERB_M)],
        ]
        flags.append([(a, _STONE_M, KERB_M), (b, _STONE_M, KERB_M), (b, width, KERB_M),
                      (a, width, KERB_M)])  # fmt: skip
    paving = _PAVINGS[variant % len(_PAVINGS)]
    mesh = merge([quad_mesh(np.array(stone), material="kerbstone"),
                  quad_mesh(np.array(flags), material=paving)])  # fmt: skip
    body = solids.boxes((0.0, 0.5 * width, 0.5 * (KERB_M - _ROOT_M)), semantic="concrete",
                        size=(length, width, KERB_M + _ROOT_M))  # fmt: skip
    return Archetype(name=f"pavement_{length:g}x{width:g}_{variant}", semantic="concrete",
                     lods=(mesh,), proxies=body, part_classes=_CLASSES)  # fmt: skip


_PAVINGS: Final = ("paving", "concrete", "paving_red")


def pavement_corner(sizes: tuple[float, ...], variant: int) -> Archetype:
    """A round corner (radius, angle in degrees) about the origin, its middle towards x."""
    radius, angle = sizes[0], math.radians(sizes[1])
    turn = np.linspace(-0.5 * angle, 0.5 * angle, max(3, round(sizes[1] / 12.0)) + 1)
    way = np.column_stack((np.cos(turn), np.sin(turn), np.zeros_like(turn)))
    inner, outer = (radius - _STONE_M) * way, radius * way
    up, down = np.array([0.0, 0.0, KERB_M]), np.array([0.0, 0.0, -_ROOT_M])
    tip = np.zeros(3) + up
    paving = _PAVINGS[variant % len(_PAVINGS)]
    parts = []
    for k in range(len(turn) - 1):
        a, b, c, d = inner[k], inner[k + 1], outer[k], outer[k + 1]
        parts.append(forms.quad([c + up, d + up, b + up, a + up], material="kerbstone"))
        parts.append(forms.quad([c + down, d + down, d + up, c + up], material="kerbstone"))
        parts.append(forms.fan([tip, a + up, b + up], (0.0, 0.0, 1.0), material=paving))
    body = solids.cylinders((0.0, 0.0, 0.5 * (KERB_M - _ROOT_M)), radius=radius,
                            height=KERB_M + _ROOT_M, semantic="concrete")  # fmt: skip
    return Archetype(
        name=f"pavement_corner_{radius:g}x{sizes[1]:g}_{variant}", semantic="concrete",
        lods=(merge(parts),), proxies=body, part_classes=_CLASSES,
    )  # fmt: skip


def road_line(sizes: tuple[float, ...], variant: int) -> Archetype:
    """A painted strip (length along x, width along y); variant 1 is yellow."""
    length, width = sizes
    mesh = forms.quad(_flat(length, width, 0.0), material=_PAINTS[variant % 2])
    return one_mesh(f"road_line_{length:g}x{width:g}_{variant}", "asphalt", mesh)


_PAINTS: Final = ("road_paint", "road_paint_yellow")


def zebra(sizes: tuple[float, ...], variant: int) -> Archetype:
    """Bars along x (their length) over a street as wide as the second size, along y."""
    length, width = sizes
    count = max(1, int(width / (2.0 * _BAR_M)))
    middle = (np.arange(count) - 0.5 * (count - 1)) * 2.0 * _BAR_M
    bars = [forms.quad(_flat(length, _BAR_M, y), material=_PAINTS[variant % 2]) for y in middle]
    return one_mesh(f"zebra_{length:g}x{width:g}_{variant}", "asphalt", merge(bars))


def _flat(length: float, width: float, y: float) -> list[tuple[float, float, float]]:
    x, half = 0.5 * length, 0.5 * width
    return [(-x, y - half, _PAINT_M), (x, y - half, _PAINT_M), (x, y + half, _PAINT_M),
            (-x, y + half, _PAINT_M)]  # fmt: skip


_ARROWS: Final = (
    ("ahead", [(0.9, 0.0)]), ("left", [(0.35, 0.75)]), ("right", [(0.35, -0.75)]),
)  # fmt: skip


def lane_arrow(variant: int) -> Archetype:
    """An arrow of 4 m on a lane: ahead, to the left, to the right."""
    _, heads = _ARROWS[variant % 3]
    parts = [forms.quad(_flat(2.6, 0.18, 0.0), material="road_paint").moved((-0.7, 0.0, 0.0))]
    for x, y in heads:
        aside = 1.0 if y > 0 else -1.0
        if y:
            parts.append(forms.quad(_flat(0.18, abs(y), 0.0), material="road_paint")
                         .moved((x + 0.16, 0.5 * y, 0.0)))  # fmt: skip
            tip = [(x - 0.35, y, _PAINT_M), (x + 0.67, y, _PAINT_M),
                   (x + 0.16, y + aside * 0.9, _PAINT_M)]  # fmt: skip
        else:
            tip = [(x - 0.3, -0.42, _PAINT_M), (x + 1.0, 0.0, _PAINT_M), (x - 0.3, 0.42, _PAINT_M)]
        ring = tip if aside > 0 or not y else tip[::-1]
        parts.append(forms.fan(ring, (0.0, 0.0, 1.0), material="road_paint"))
    return one_mesh(f"lane_arrow_{variant}", "asphalt", merge(parts))


def tree_pit(variant: int) -> Archetype:
    """Bare soil in a frame of stone, 1.3 m square, about the foot of a street's tree."""
    rim = forms.box((1.3, 1.3, 0.02), material=_PITS[variant % 2])
    soil = forms.box((1.06, 1.06, 0.03), material="soil_brown")
    return one_mesh(f"tree_pit_{variant}", "soil", merge([rim, soil]))


_PITS: Final = ("kerbstone", "metal_dark")


def fountain(variant: int) -> Archetype:
    """A round basin of stone with a bowl on a column in its middle."""
    stone = ("stone_ashlar", "rock_granite")[variant % 2]
    rim = [(3.0, 0.0), (3.0, 0.1), (2.8, 0.14), (2.75, 0.5), (2.95, 0.55), (2.95, 0.66),
           (2.55, 0.66), (2.55, 0.3)]  # fmt: skip
    shaft = [(0.5, 0.3), (0.5, 0.6), (0.28, 0.7), (0.2, 1.4), (0.3, 1.55), (0.95, 1.8),
             (1.0, 1.92), (0.9, 1.92), (0.8, 1.82)]  # fmt: skip
    top = [(0.3, 1.8), (0.12, 1.95), (0.1, 2.5), (0.32, 2.65), (0.34, 2.72), (0.1, 2.8), (0.0, 3.0)]
    lods = []
    for sides in (32, 16, 8):
        rings = [forms.lathe(line, material=stone, sides=sides) for line in (rim, shaft, top)]
        wet = [forms.lathe([(radius, z), (0.0, z + 0.001)], material="water", sides=sides)
               for radius, z in ((2.56, 0.5), (0.86, 1.86))]  # fmt: skip
        lods.append(merge([*rings, *wet]))
    around = 2.0 * math.pi * np.arange(16) / 16.0
    places = np.column_stack((2.75 * np.cos(around), 2.75 * np.sin(around), np.full(16, 0.33)))
    wall = solids.boxes(places, size=(0.42, 1.12, 0.66), heading=around, semantic="building")
    core = solids.cylinders([(0, 0, 0.9), (0, 0, 1.75), (0, 0, 2.35)], radius=(0.4, 0.85, 0.2),
                            height=(1.2, 0.3, 1.2), semantic="building")  # fmt: skip
    return Archetype(name=f"fountain_{variant}", semantic="building", lods=tuple(lods),
                     lod_m=(40.0, 150.0), proxies=solids.merge([wall, core]),
                     part_classes={"water": "water"})  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "fountain": fountain, "lane_arrow": lane_arrow, "tree_pit": tree_pit,
}  # fmt: skip
VARIANTS: Final = {"fountain": 2, "lane_arrow": 3, "tree_pit": 2}
SIZED: Final[dict[str, tuple[int, Callable[[tuple[float, ...], int], Archetype]]]] = {
    "pavement": (2, pavement),
    "pavement_corner": (2, pavement_corner),
    "road_line": (2, road_line),
    "zebra": (2, zebra),
}
