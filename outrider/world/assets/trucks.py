"""What moves pallets: a counterbalance forklift and a hand pallet truck; forks point along x."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets.joinery import (
    Parts,
    block,
    furnished,
    leaned,
    lying,
    padded,
    solid,
)
from outrider.world.forms import beam, prism, tube
from outrider.world.mesh import Mesh
from outrider.world.solids import boxes

_LIFTS: Final = (("paint_orange", "paint_black"), ("paint_yellow", "metal_dark"))


def forklift(variant: int) -> Archetype:
    """An electric truck for 1.6 t: 2.9 m with forks, 1.1 m wide, 2.1 m to its roof."""
    proxies = [
        solid((1.62, 1.08, 0.98), (-0.52, 0, 0.01), "truck"),
        solid((0.62, 1.10, 0.57), (0.16, 0, 0.02), "truck"),
        solid((0.34, 0.78, 2.10), (0.46, 0, 0.06), "truck"),
        *(solid((1.12, 0.12, 0.06), (1.12, y, 0.06), "truck") for y in (-0.25, 0.25)),
        solid((1.24, 1.00, 0.08), (-0.49, 0, 2.04), "truck"),
        *(
            boxes([(0.13, y, 1.365)], size=(0.08, 0.08, 1.40), semantic="truck", pitch=-0.159)
            for y in (-0.46, 0.46)
        ),
        solid((0.60, 0.56, 0.62), (-0.72, 0, 0.98), "truck"),
        solid((0.44, 0.42, 0.64), (-0.02, 0, 0.66), "truck"),
        solid((0.10, 0.98, 1.10), (-1.02, 0, 0.98), "truck"),
    ]
    return furnished(
        "forklift", variant, lambda detail: _forklift(variant % 2, detail), semantic="truck",
        proxies=proxies,
    )  # fmt: skip


def _forklift(kind: int, detail: int) -> Parts:
    paint, dark = _LIFTS[kind]
    if detail == 2:
        return [block((1.55, 1.06, 0.85), (-0.52, 0, 0.12), paint),
                block((0.16, 0.70, 2.08), (0.44, 0, 0.08), dark),
                block((1.34, 0.98, 0.05), (-0.42, 0, 2.05), dark),
                block((1.10, 0.62, 0.045), (1.12, 0, 0.07), "metal_dark"),
                block((0.08, 0.96, 1.10), (-1.0, 0, 0.96), dark)]  # fmt: skip
    return [*_truck_body(paint, dark, detail), *_wheels(detail), *_mast(dark, detail),
            *_roof(dark, detail), *_driver_place(dark, detail)]  # fmt: skip


def _truck_body(paint: str, dark: str, detail: int) -> Parts:
    """Counterweight, step and cowl, each a side view made as wide as the truck."""
    side = [(-1.30, 0.34), (-1.22, 0.16), (-0.72, 0.14), (-0.62, 0.30), (-0.56, 0.93),
            (-1.12, 0.98), (-1.28, 0.80)]  # fmt: skip
    weight = _extruded(side, 1.06, paint)
    step = _extruded([(-0.40, 0.16), (0.28, 0.16), (0.30, 0.34), (-0.40, 0.34)], 1.02, dark)
    cowl = _extruded(
        [(0.06, 0.34), (0.30, 0.34), (0.34, 0.60), (0.26, 0.70), (0.12, 0.70)], 1.02, dark
    )
    parts = [weight, step, cowl, block((0.24, 0.80, 0.56), (-0.48, 0, 0.34), dark)]
    if detail:
        return parts
    parts += [padded((0.50, 0.96, 0.08), (-0.80, 0, 0.92), dark, radius=0.03),
              block((0.02, 0.60, 0.10), (-1.285, 0, 0.55), dark),
              *(block((0.03, 0.12, 0.06), (-1.285, y, 0.70), "lamp_red") for y in (-0.4, 0.4)),
              *(block((0.30, 0.004, 0.12), (-0.85, s * 0.532, 0.68), "paint_white")
                for s in (-1, 1))]  # fmt: skip
    return parts


def _extruded(outline: list[tuple[float, float]], wide: float, material: str) -> Mesh:
    """An outline in x and z, star-shaped about its middle, made ``wide`` along y."""
    flat = prism([(x, -z) for x, z in outline[::-1]], wide, material=material)
    return flat.turned((-0.7071067811865476, 0.0, 0.0, 0.7071067811865476)).moved(
        (0, -0.5 * wide, 0)
    )


def _wheels(detail: int) -> Parts:
    parts: Parts = []
    for x, radius, wide, y in ((0.16, 0.30, 0.20, 0.44), (-0.95, 0.23, 0.16, 0.42)):
        for s in (-1, 1):
            middle = s * y
            outer, inner = middle + s * 0.5 * wide, middle - s * 0.5 * wide
            parts.append(lying((x, inner, radius), (x, outer, radius), radius, "rubber",
                               sides=8 if detail else 16))  # fmt: skip
            if detail == 0:
                parts.append(lying((x, outer, radius), (x, outer + s * 0.012, radius),
                                   0.55 * radius, "paint_silver", sides=12))  # fmt: skip
    return parts


def _mast(dark: str, detail: int) -> Parts:
    parts = [block((0.14, 0.07, 2.06), (0.46, y, 0.08), dark) for y in (-0.32, 0.32)]
    parts += [block((0.06, 0.64, 0.07), (0.46, 0, z), dark) for z in (0.30, 2.06)]
    for y in (-0.25, 0.25):
        parts += [block((1.10, 0.11, 0.04), (1.12, y, 0.07), "metal_dark"),
                  block((0.04, 0.11, 0.50), (0.59, y, 0.07), "metal_dark")]  # fmt: skip
    parts += [block((0.03, 0.76, 0.07), (0.56, 0, z), dark) for z in (0.14, 0.48)]
    if detail:
        return parts
    parts += [block((0.10, 0.05, 1.96), (0.47, y, 0.12), "metal_grey") for y in (-0.25, 0.25)]
    parts += [lying((0.46, y, 0.15), (0.46, y, 1.95), 0.03, "chrome", sides=8)
              for y in (-0.16, 0.16)]  # fmt: skip
    parts += [
        block((0.025, 0.02, 0.70), (0.575, y, 0.48), dark) for y in (-0.35, -0.12, 0.12, 0.35)
    ]
    parts += [block((0.025, 0.72, 0.025), (0.575, 0, 1.17), dark),
              block((0.02, 0.06, 1.70), (0.48, 0, 0.35), "metal_dark")]  # fmt: skip
    return parts


def _roof(dark: str, detail: int) -> Parts:
    """Four stays and a grating overhead."""
    parts: Parts = []
    for s in (-1, 1):
        y = s * 0.46
        path = [(0.24, y, 0.68), (0.16, y, 1.2), (0.02, y, 2.05)]
        parts += [tube(path, 0.028, material=dark, sides=4 if detail else 8),
                  beam((-1.00, y, 0.92), (-1.04, y, 2.08), 0.05, 0.07, material=dark),
                  beam((0.06, y, 2.08), (-1.08, y, 2.08), 0.05, 0.05, material=dark)]  # fmt: skip
    count = 3 if detail else 8
    parts += [block((0.035, 0.92, 0.035), (0.03 - k * 1.06 / (count - 1), 0, 2.065), dark)
              for k in range(count)]  # fmt: skip
    return parts


def _driver_place(dark: str, detail: int) -> Parts:
    parts = [padded((0.46, 0.48, 0.12), (-0.68, 0, 0.98), "leather_black", radius=0.04,
                    detail=detail),
             leaned(padded((0.12, 0.46, 0.50), (-0.90, 0, 1.06), "leather_black", radius=0.04,
                           detail=detail), 0.15, pivot=(-0.90, 0, 1.06))]  # fmt: skip
    if detail:
        return parts
    ring = [(-0.20, 0.0), (-0.14, 0.14), (0.0, 0.18), (0.14, 0.14), (0.20, 0.0), (0.14, -0.14),
            (0.0, -0.18), (-0.14, -0.14), (-0.20, 0.0)]  # fmt: skip
    wheel = tube([(0.75 * x, y, 1.16 + 0.5 * x) for x, y in ring], 0.013, material="plastic_black",
                 sides=6)  # fmt: skip
    column = beam((0.16, 0, 0.66), (-0.06, 0, 1.12), 0.06, 0.06, material=dark)
    lever = [lying((0.12, -0.28 - 0.06 * k, 0.70), (0.08, -0.28 - 0.06 * k, 0.96), 0.010,
                   "chrome", sides=6) for k in range(3)]  # fmt: skip
    beacon = lying((-0.9, 0.3, 2.08), (-0.9, 0.3, 2.145), 0.04, "lamp_amber", sides=8)
    return [*parts, wheel.moved((-0.06, 0, 0)), column, *lever, beacon]


def pallet_truck(variant: int) -> Archetype:
    """A hand pallet truck: forks of 1.15 m along x, its handle at -x."""
    proxies = [
        *(solid((1.20, 0.17, 0.09), (0.20, y, 0.0), "obstacle") for y in (-0.19, 0.19)),
        solid((0.30, 0.42, 0.26), (-0.46, 0, 0.0), "obstacle"),
        solid((0.16, 0.22, 0.42), (-0.52, 0, 0.0), "obstacle"),
        boxes([(-0.73, 0, 0.75)], size=(0.07, 0.10, 0.76), semantic="obstacle", pitch=-0.42),
        boxes([(-0.885, 0, 1.14)], size=(0.07, 0.34, 0.20), semantic="obstacle", pitch=-0.42),
    ]
    return furnished(
        "pallet_truck", variant, lambda detail: _pallet_truck(variant % 2, detail),
        semantic="obstacle", proxies=proxies,
    )  # fmt: skip


def _pallet_truck(kind: int, detail: int) -> Parts:
    paint = ("paint_red", "paint_yellow")[kind]
    parts = [padded((1.18, 0.16, 0.055), (0.20, y, 0.03), paint, radius=0.012, detail=detail)
             for y in (-0.19, 0.19)]  # fmt: skip
    grip = (-0.935, 1.24)
    parts.append(block((0.16, 0.40, 0.16), (-0.42, 0, 0.08), paint))
    if detail == 2:
        stick = tube([(-0.50, 0, 0.10), (-0.85, 0, 1.05)], 0.03, material=paint, sides=3)
        return [*parts, stick, block((0.03, 0.30, 0.16), (-0.93, 0, 1.09), paint)]
    parts += [lying((-0.565, 0, 0.38), (-0.85, 0, 1.05), 0.020, paint, detail=detail)]  # fmt: skip
    for s in (-1, 1):
        parts.append(lying((-0.53, s * 0.03, 0.09), (-0.53, s * 0.09, 0.09), 0.09, "rubber",
                           sides=8 if detail else 16))  # fmt: skip
        if detail == 0:
            parts += [lying((0.68, s * 0.19 - 0.04, 0.038), (0.68, s * 0.19 + 0.04, 0.038), 0.038,
                            "plastic_white", sides=12),
                      lying((-0.53, s * 0.09, 0.09), (-0.53, s * 0.098, 0.09), 0.05, "metal_grey",
                            sides=12)]  # fmt: skip
    parts.append(lying((-0.53, 0, 0.12), (-0.53, 0, 0.42), 0.045, "metal_dark", sides=12,
                       detail=detail))  # fmt: skip
    loop = [(-0.85, 0, 1.05), (-0.87, -0.10, 1.09), (grip[0] + 0.03, -0.15, 1.16),
            (grip[0], -0.12, grip[1]), (grip[0], 0.12, grip[1]), (grip[0] + 0.03, 0.15, 1.16),
            (-0.87, 0.10, 1.09), (-0.85, 0, 1.05)]  # fmt: skip
    parts.append(tube(loop, 0.014, material=paint, sides=4 if detail else 7))
    if detail == 0:
        parts += [
            block((0.10, 0.34, 0.04), (-0.44, 0, 0.24), paint),
            beam(
                (-0.89, 0, 1.12),
                (-0.905, 0, 1.19),
                0.05,
                0.02,
                material="plastic_black",
                up=(1, 0, 0),
            ),
            lying((-0.885, -0.02, 1.09), (-0.90, -0.02, 1.22), 0.007, "metal_grey", sides=5),
            padded((0.04, 0.03, 0.12), (-0.58, 0.05, 0.40), "metal_dark", radius=0.01),
        ]
    return parts


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "forklift": forklift,
    "pallet_truck": pallet_truck,
}
VARIANTS: Final[dict[str, int]] = {"forklift": 2, "pallet_truck": 2}
