"""Smaller things in rooms: beds, lamps, bins, boxes, extinguisher, water dispenser, rug."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    block,
    chance,
    four,
    furnished,
    leaned,
    lying,
    padded,
    post,
    round_solid,
    shell,
    solid,
)
from outrider.world.forms import ball, lathe, prism, rounded_rectangle, tube
from outrider.world.mesh import Mesh
from outrider.world.solids import boxes

# Frame, blanket; width.
_BEDS: Final = (("wood_oak", "fabric_blue", 1.00), ("wood_dark", "fabric_grey", 1.60))


def bed(variant: int) -> Archetype:
    """A bed with its head at -x: single (0) or double (1), 2.1 m long."""
    wide = _BEDS[variant % 2][2]
    return furnished(
        "bed", variant, lambda detail: _bed(variant % 2, detail),
        proxies=[
            solid((2.06, wide, 0.28), (0.02, 0, 0.14)),
            solid((1.98, wide - 0.07, 0.14), (0.02, 0, 0.42)),
            solid((0.36, wide - 0.24, 0.09), (-0.78, 0, 0.55)),
            solid((0.06, wide, 0.95), (-1.03, 0, 0)),
            *(solid((0.08, 0.08, 0.15), (0.97, y, 0)) for y in (0.06 - wide / 2, wide / 2 - 0.06)),
        ],
    )  # fmt: skip


def _bed(kind: int, detail: int) -> Parts:
    wood, cloth, wide = _BEDS[kind]
    parts = [
        padded((0.05, wide, 0.95), (-1.03, 0, 0), wood, radius=0.015, detail=detail),
        block((2.04, wide, 0.18), (0.02, 0, 0.16), wood),
        padded((1.98, wide - 0.06, 0.20), (0.02, 0, 0.32), "fabric_white", radius=0.05, steps=2,
               detail=detail),
        padded((1.32, wide - 0.03, 0.17), (0.35, 0, 0.385), cloth, radius=0.04, steps=2,
               detail=detail),
    ]  # fmt: skip
    if detail == 2:
        return parts
    count = 1 + kind
    each = (wide - 0.20) / count
    for k in range(count):
        y = -0.5 * (wide - 0.20) + (k + 0.5) * each
        pillow = padded((0.38, each - 0.04, 0.13), (-0.78, y, 0.505), "fabric_white", radius=0.06,
                        steps=3, detail=detail)  # fmt: skip
        parts.append(pillow)
    parts += [block((0.07, 0.07, 0.16), (0.97, y, 0), wood)
              for y in (0.06 - 0.5 * wide, 0.5 * wide - 0.06)]  # fmt: skip
    if detail == 0:
        parts.append(padded((0.30, wide - 0.02, 0.06), (-0.24, 0, 0.505), "fabric_white",
                            radius=0.028, steps=2))  # fmt: skip
    return parts


def hospital_bed(variant: int) -> Archetype:
    """A height-adjustable bed on castors with side rails, its back rest raised (1) or flat (0)."""
    raised = variant % 2 == 1
    proxies = [
        solid((1.98, 0.88, 0.20), (0, 0, 0.44)),
        solid((1.64, 0.58, 0.44), (0, 0, 0)),
        *(solid((0.05, 0.92, 0.48), (x, 0, 0.49)) for x in (-1.03, 1.03)),
        *(solid((0.80, 0.05, 0.42), (0.05, y, 0.52)) for y in (-0.46, 0.46)),
    ]
    if raised:
        proxies += [boxes([(x, 0, z)], size=size, semantic="furniture", pitch=0.5)
                    for x, z, size in ((-0.495, 0.755, (0.78, 0.86, 0.14)),
                                       (-0.586, 0.942, (0.34, 0.62, 0.11)))]  # fmt: skip
    else:
        proxies.append(solid((0.34, 0.62, 0.12), (-0.74, 0, 0.64)))
    return furnished(
        "hospital_bed", variant, lambda detail: _hospital_bed(detail, raised=raised),
        proxies=proxies,
    )  # fmt: skip


def _hospital_bed(detail: int, *, raised: bool) -> Parts:
    head = [padded((0.78, 0.86, 0.14), (-0.57, 0, 0.51), "fabric_white", radius=0.03, steps=2,
                   detail=detail)]  # fmt: skip
    if detail < 2:
        head.append(padded((0.34, 0.62, 0.11), (-0.74, 0, 0.645), "fabric_white", radius=0.05,
                           steps=3, detail=detail))  # fmt: skip
    turn = -0.5 if raised else 0.0
    parts = [leaned(part, turn, pivot=(-0.19, 0, 0.52)) for part in head]
    parts += [
        padded((1.15, 0.86, 0.14), (0.41, 0, 0.51), "fabric_white", radius=0.03, steps=2,
               detail=detail),
        block((1.96, 0.84, 0.07), (0, 0, 0.44), "plastic_grey"),
        *(padded((0.04, 0.90, 0.46), (x, 0, 0.50), "plastic_white", radius=0.018, steps=2,
                 detail=detail) for x in (-1.03, 1.03)[: 2 if detail < 2 else 1]),
    ]  # fmt: skip
    if detail == 2:
        return [*parts, block((1.60, 0.56, 0.44), (0.23, 0, 0.0), "plastic_grey")]
    parts += [
        padded((1.20, 0.885, 0.10), (0.42, 0, 0.56), "fabric_green", radius=0.03, steps=2,
               detail=detail),
        block((1.60, 0.52, 0.10), (0, 0, 0.16), "plastic_white"),
        *(block((0.10, 0.30, 0.22), (x, 0, 0.24), "metal_grey") for x in (-0.5, 0.5)),
    ]  # fmt: skip
    for y in (-0.46, 0.46):
        parts += _bed_rail(y, detail)
    for x, y in four(0.74, 0.25):
        parts.append(lying((x, y - 0.02, 0.075), (x, y + 0.02, 0.075), 0.075, "rubber", sides=12,
                           detail=detail))  # fmt: skip
    return parts


def _bed_rail(y: float, detail: int) -> Parts:
    bars = [
        lying((-0.32, y, z), (0.42, y, z), 0.012, "chrome", detail=detail) for z in (0.74, 0.90)
    ]
    if detail:
        return bars
    return [*bars, *(lying((x, y, 0.52), (x, y, 0.90), 0.010, "chrome", sides=6)
                     for x in (-0.32, -0.08, 0.17, 0.42))]  # fmt: skip


_BINS: Final = ("plastic_black", "plastic_grey", "aluminium")


def waste_bin(variant: int) -> Archetype:
    """A bin of an office with paper in it, or with a swing lid (2)."""
    lid = variant % 3 == 2
    radius, high = (0.16, 0.66) if lid else (0.15, 0.32)
    return furnished(
        "office_bin", variant, lambda detail: _waste_bin(variant % 3, radius, high, detail),
        proxies=[round_solid(radius - 0.008, high, (0, 0, 0))], levels=2,
    )  # fmt: skip


def _waste_bin(kind: int, radius: float, high: float, detail: int) -> Parts:
    material = _BINS[kind]
    if detail:
        return [post(0.85 * radius, high, (0, 0, 0), material, sides=7, top=radius)]
    if kind == 2:
        body = post(radius, high - 0.08, (0, 0, 0), material, sides=24)
        collar = post(radius + 0.004, 0.03, (0, 0, high - 0.10), "plastic_black", sides=24)
        dome = lathe([(0, high - 0.08), (radius, high - 0.08), (0.92 * radius, high - 0.04),
                      (0.7 * radius, high - 0.01), (0, high)], material="plastic_black",
                     sides=24)  # fmt: skip
        return [body, collar, dome]
    wall = [(0, 0), (0.85 * radius, 0), (0.98 * radius, high - 0.02), (radius, high),
            (0.96 * radius, high), (0.94 * radius, high - 0.02), (0.83 * radius, 0.02),
            (0, 0.02)]  # fmt: skip
    luck = chance("office_bin", kind, 30)
    scraps = [
        ball((0.045, 0.04, 0.035), material="paper", rings=4, sides=6,
             center=(0.13 * (luck[3 * k] - 0.5), 0.13 * (luck[3 * k + 1] - 0.5),
                     0.16 + 0.09 * luck[3 * k + 2]))
        for k in range(6)
    ]  # fmt: skip
    return [lathe(wall, material=material, sides=20, smooth=False), *scraps]


# Stand, shade.
_LAMPS: Final = (("metal_dark", "fabric_white"), ("wood_oak", "fabric_khaki"))


def floor_lamp(variant: int) -> Archetype:
    """A standing lamp of 1.6 m with a cloth shade."""
    return furnished(
        "floor_lamp", variant, lambda detail: _floor_lamp(variant % 2, detail),
        proxies=[
            round_solid(0.15, 0.03, (0, 0, 0)),
            round_solid(0.018, 1.30, (0, 0, 0.02)),
            round_solid(0.21, 0.30, (0, 0, 1.30)),
        ],
    )  # fmt: skip


def _floor_lamp(kind: int, detail: int) -> Parts:
    stand, cloth = _LAMPS[kind]
    sides = (24, 10, 6)[detail]
    parts = [post(0.15, 0.025, (0, 0, 0), stand, sides=sides),
             post(0.012, 1.30, (0, 0, 0.02), stand, sides=(10, 5, 3)[detail])]  # fmt: skip
    if detail:
        return [*parts, post(0.225, 0.30, (0, 0, 1.30), cloth, sides=(8, 6)[detail - 1], top=0.18)]
    parts += [
        lathe([(0.226, 1.30), (0.182, 1.60)], material=cloth, sides=28),
        lathe([(0.180, 1.60), (0.224, 1.30)], material=cloth, sides=28),
        post(0.018, 0.06, (0, 0, 1.32), stand, sides=12),
        ball(0.035, material="lamp_white", rings=8, sides=12, center=(0, 0, 1.42)),
        post(0.15, 0.012, (0, 0, 0.025), stand, sides=24, top=0.03),
        *(lying((0, 0, 1.56), (0.18 * x, 0.18 * y, 1.58), 0.003, stand, sides=4)
          for x, y in four(0.707, 0.707)),
    ]  # fmt: skip
    return parts


# Full edges.
_BOXES: Final = ((0.40, 0.60, 0.40), (0.30, 0.40, 0.28), (0.35, 0.35, 0.50))


def cardboard_box(variant: int) -> Archetype:
    """A taped carton; the last one stands open."""
    size = _BOXES[variant % 3]
    return furnished(
        "cardboard_box", variant, lambda detail: _carton(size, detail, is_open=variant % 3 == 2),
        semantic="box", proxies=[solid(size, (0, 0, 0), "box")], levels=2,
    )  # fmt: skip


def _carton(size: tuple[float, float, float], detail: int, *, is_open: bool) -> Parts:
    x, y, z = size
    if detail:
        return [block(size, (0, 0, 0), "cardboard")]
    tape = [block((0.052, y + 0.002, 0.002), (0, 0, z), "paint_beige"),
            *(block((0.052, 0.002, 0.07), (0, side * 0.5 * (y + 0.001), z - 0.07), "paint_beige")
              for side in (-1, 1)),
            block((0.002, 0.12, 0.09), (0.5 * x, 0.1 * y, 0.55 * z), "paper"),
            block((0.003, 0.06, 0.012), (0.5 * x, 0.1 * y, 0.62 * z), "paint_black")]  # fmt: skip
    body = padded(size, (0, 0, 0), "cardboard", radius=0.004)
    if not is_open:
        return [body, *tape]
    wall = 0.006
    parts = [block((x, y, 0.02), (0, 0, 0), "cardboard"),
             *(block((wall, y, z), (side * 0.5 * (x - wall), 0, 0), "cardboard")
               for side in (-1, 1)),
             *(block((x, wall, z), (0, side * 0.5 * (y - wall), 0), "cardboard")
               for side in (-1, 1)), *tape[3:]]  # fmt: skip
    flaps = [_flap(0.5 * x, k * 0.5 * np.pi, z, 0.9 * y) for k in range(4)]
    return [*parts, *flaps, block((x - 0.03, y - 0.03, 0.6 * z), (0, 0, 0.02), "paper")]


def _flap(reach: float, heading: float, z: float, wide: float) -> Mesh:
    board = block((0.004, wide, 0.028), (0, 0, 0), "cardboard")
    return leaned(board, -0.5).moved((reach, 0, z - 0.004)).headed(heading)


def fire_extinguisher(variant: int) -> Archetype:
    """Six kilograms of powder (0) or a CO2 bottle with its horn (1), on the floor."""
    high = (0.52, 0.56)[variant % 2]
    return furnished(
        "fire_extinguisher", variant, lambda detail: _extinguisher(variant % 2, detail),
        semantic="prop", levels=2, part_classes={},
        proxies=[round_solid(0.08, high - 0.02, (0, 0, 0), "prop"),
                 solid((0.06, 0.06, 0.36), (0.095, 0, 0.08), "prop")],
    )  # fmt: skip


def _extinguisher(kind: int, detail: int) -> Parts:
    top = 0.40 + 0.04 * kind
    if detail:
        return [post(0.08, top, (0, 0, 0), "paint_red", sides=7),
                post(0.02, 0.12, (0, 0, top), "plastic_black", sides=4),
                block((0.05, 0.03, 0.30), (0.085, 0, 0.10), "plastic_black")]  # fmt: skip
    radius = 0.08
    body = [
        (0, 0),
        (0.9 * radius, 0),
        (radius, 0.02),
        (radius, top - 0.06),
        (0.86 * radius, top - 0.02),
        (0.5 * radius, top + 0.01),
        (0.022, top + 0.03),
        (0, top + 0.03),
    ]
    hose = [(0.02, 0, top + 0.06), (0.07, 0, top + 0.05), (0.098, 0, top - 0.05),
            (0.098, 0, 0.16)]  # fmt: skip
    parts = [
        lathe(body, material="paint_red", sides=20),
        post(0.022, 0.05, (0, 0, top + 0.025), "chrome", sides=10),
        leaned(block((0.14, 0.022, 0.012), (0.03, 0, top + 0.085), "paint_black"), 0.25,
               pivot=(0, 0, top + 0.085)),
        block((0.12, 0.022, 0.012), (0.03, 0, top + 0.06), "paint_black"),
        tube(hose, 0.009, material="rubber", sides=7),
        shell(_label(radius + 0.0015, 0.10, 0.30), 0.001, "paper"),
        post(0.02, 0.012, (-0.03, 0, top + 0.045), "paint_white", sides=10),
    ]  # fmt: skip
    horn = post(0.012, 0.16, (0.098, 0, 0.06), "plastic_black", sides=9, top=0.009)
    if kind:
        horn = post(0.028, 0.22, (0.098, 0, 0.07), "plastic_black", sides=10, top=0.012)
    return [*parts, horn]


def _label(
    radius: float, low: float, high: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The front of a bottle as a grid of points."""
    angle = np.linspace(-0.9, 0.9, 7)
    front = np.empty((2, 7, 3))
    front[..., 0], front[..., 1] = radius * np.cos(angle), radius * np.sin(angle)
    front[..., 2] = np.array([[low], [high]])
    return front


def water_dispenser(variant: int) -> Archetype:
    """A cooler with a bottle of 19 litres on top."""
    return furnished(
        "water_dispenser", variant, lambda detail: _dispenser(variant % 2, detail),
        proxies=[solid((0.33, 0.32, 0.97), (0, 0, 0)), round_solid(0.135, 0.40, (0, 0, 0.96))],
    )  # fmt: skip


def _dispenser(kind: int, detail: int) -> Parts:
    shade = ("plastic_white", "plastic_black")[kind]
    body = padded((0.32, 0.32, 0.96), (0, 0, 0), shade, radius=0.025, steps=2, detail=detail)
    if detail:
        return [body, post(0.135, 0.40, (0, 0, 0.95), "glass", sides=(10, 6)[detail - 1])]
    bottle = [(0, 0.955), (0.05, 0.955), (0.06, 0.98), (0.13, 1.03), (0.136, 1.06), (0.128, 1.09),
              (0.136, 1.12), (0.136, 1.18), (0.128, 1.21), (0.136, 1.24), (0.136, 1.33),
              (0.12, 1.355), (0, 1.36)]  # fmt: skip
    parts = [
        body,
        lathe(bottle, material="plastic_blue" if kind else "ice_clear", sides=20),
        block((0.006, 0.26, 0.28), (0.16, 0, 0.62), "plastic_grey"),
        block((0.03, 0.24, 0.015), (0.165, 0, 0.61), "metal_dark"),
        block((0.006, 0.20, 0.04), (0.16, 0, 0.91), "metal_dark"),
    ]
    for y, colour in ((-0.06, "plastic_blue"), (0.06, "plastic_red")):
        parts += [post(0.012, 0.05, (0.178, y, 0.79), "chrome", sides=8),
                  block((0.03, 0.04, 0.02), (0.172, y, 0.84), colour)]  # fmt: skip
    return parts


# Ground, border; length along x and y.
_RUGS: Final = (("fabric_red", "fabric_khaki", 1.7, 2.4), ("fabric_grey", "fabric_white", 1.4, 2.0),
                ("fabric_blue", "fabric_white", 1.2, 1.8))  # fmt: skip


def rug(variant: int) -> Archetype:
    """A rug of 12 mm that robots drive over: it has no proxy."""
    return furnished("rug", variant, lambda detail: _rug(variant % 3, detail), semantic="floor",
                     levels=2)  # fmt: skip


def _rug(kind: int, detail: int) -> Parts:
    ground, border, x, y = _RUGS[kind]
    if detail:
        return [block((x, y, 0.008), (0, 0, 0), ground)]
    parts = [prism(rounded_rectangle((x, y), 0.04), 0.008, material=ground)]
    for inset, height in ((0.08, 0.0095), (0.26, 0.0095)):
        parts += [
            block((x - 2 * inset, 0.05, height), (0, s * (0.5 * y - inset - 0.025), 0), border)
            for s in (-1, 1)
        ]
        parts += [
            block((0.05, y - 2 * inset, height), (s * (0.5 * x - inset - 0.025), 0, 0), border)
            for s in (-1, 1)
        ]
    diamond = np.array([(0.22 * x, 0), (0, 0.22 * y), (-0.22 * x, 0), (0, -0.22 * y)])
    parts += [prism(diamond, 0.010, material=border), prism(0.72 * diamond, 0.011, material=ground),
              prism(0.40 * diamond, 0.012, material=border)]  # fmt: skip
    tassels = np.linspace(-0.46, 0.46, 24) * x
    parts += [block((0.012, 0.05, 0.004), (along, s * (0.5 * y + 0.02), 0), border)
              for along in tassels for s in (-1, 1)]  # fmt: skip
    return parts


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "bed": bed,
    "hospital_bed": hospital_bed,
    "office_bin": waste_bin,
    "floor_lamp": floor_lamp,
    "cardboard_box": cardboard_box,
    "fire_extinguisher": fire_extinguisher,
    "water_dispenser": water_dispenser,
    "rug": rug,
}
VARIANTS: Final[dict[str, int]] = {
    "bed": 2,
    "hospital_bed": 2,
    "office_bin": 3,
    "floor_lamp": 2,
    "cardboard_box": 3,
    "fire_extinguisher": 2,
    "water_dispenser": 2,
    "rug": 3,
}
