"""What stands about a farm: a tipping trailer; and the wires between two poles of a power line."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.world.archetype import Archetype
from outrider.world.assets.catalogue import Bar, Entry, bar_solids, beams, blocks, box_solids, rods
from outrider.world.assets.catalogue import makers as makers_of
from outrider.world.assets.catalogue import variants as variants_of
from outrider.world.assets.wheels import both_sides, plain_wheel, wheel
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids, cylinders
from outrider.world.solids import merge as merge_solids

SPAN_M: Final = 45.0
"""From pole to pole."""
_SAG_M: Final = 0.9
_WIRES_M: Final = (-1.0, -0.55, 0.55, 1.0)
_HIGH_M: Final = 8.76
_BODIES: Final = ("paint_worn_green", "paint_worn_red", "paint_worn_blue")
_AXLES: Final = (-1.25, -0.15)
_WHEEL: Final = (0.48, 0.34, 0.92)
"""Radius, width, and y of its middle."""


def power_wires(_: int, level: int) -> Mesh:
    """Four wires that sag between two poles ``SPAN_M`` apart, along x."""
    return rods(_wires(6 if level else 14), 0.011 + 0.008 * level, "metal_dark", sides=3,
                caps=False)  # fmt: skip


def _wires(pieces: int) -> list[Bar]:
    x = np.linspace(-0.5, 0.5, pieces + 1)
    z = _HIGH_M - _SAG_M * (1.0 - 4.0 * x * x)
    bars: list[Bar] = []
    for y in _WIRES_M:
        points = [(float(a) * SPAN_M, y, float(b)) for a, b in zip(x, z, strict=True)]
        bars += list(itertools.pairwise(points))
    return bars


def farm_trailer(variant: int, level: int) -> Mesh:
    """A trailer of 4.4 m with drop sides on two axles, its drawbar ahead."""
    paint = _BODIES[variant]
    parts = [
        blocks([((-0.5, 0.0, 0.98), (4.4, 2.2, 0.12))], "planks_weathered"),
        blocks(_sides(), paint),
        blocks([((-0.5, s * 0.42, 0.8), (4.3, 0.1, 0.24)) for s in (1.0, -1.0)], "metal_dark"),
        beams(_drawbar(), 0.1, 0.12, "metal_dark"),
    ]
    if level < 2:
        ribs = [((x, s * 1.135, 1.34), (0.07, 0.05, 0.66)) for x in np.linspace(-2.6, 1.6, 6)
                for s in (1.0, -1.0)]  # fmt: skip
        parts.append(blocks(ribs, "metal_dark"))
    radius, width, out = _WHEEL
    made = wheel(radius, width, sides=18) if level == 0 else plain_wheel(radius, width, sides=8)
    parts += [both_sides(made, x, out, radius) for x in _AXLES]
    if level == 0:
        parts.append(rods([((2.55, 0.0, 0.55), (2.55, 0.0, 0.0))], 0.04, "metal_dark", sides=6))
        lamps = [((-2.73, s * 0.9, 0.94), (0.03, 0.2, 0.1)) for s in (1.0, -1.0)]
        parts.append(blocks(lamps, "lamp_red"))
    return merge(parts)


def _sides() -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    long = [((-0.5, s * 1.08, 1.36), (4.4, 0.05, 0.66)) for s in (1.0, -1.0)]
    return [*long, *[((x, 0.0, 1.36), (0.05, 2.12, 0.66)) for x in (-2.68, 1.68)]]


def _drawbar() -> list[Bar]:
    return [((1.6, s * 0.42, 0.72), (2.7, 0.0, 0.55)) for s in (1.0, -1.0)]


def _trailer_solids(_: int) -> Solids:
    radius, width, out = _WHEEL
    feet = [(x, s * out, radius) for x in _AXLES for s in (1.0, -1.0)]
    return merge_solids([
        box_solids([((-0.5, 0.0, 0.95), (4.4, 2.2, 0.24)), *_sides()], "truck"),
        bar_solids(_drawbar(), 0.11, "truck"),
        cylinders(feet, radius=radius, height=width, semantic="truck", roll=0.5 * np.pi),
    ])  # fmt: skip


ENTRIES: Final[dict[str, Entry]] = {
    "farm_trailer": Entry(build=farm_trailer, semantic="truck", solids=_trailer_solids,
                          variants=3, lod_m=(30.0, 90.0)),
    "power_wires": Entry(build=power_wires, semantic="pole", lod_m=(60.0,),
                         solids=lambda _: bar_solids(_wires(4), 0.03, "pole")),
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = makers_of(ENTRIES)
VARIANTS: Final[dict[str, int]] = variants_of(ENTRIES)
