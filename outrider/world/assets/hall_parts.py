"""Parts of a warehouse: columns, girders, roof, gates, docks, lamps, rack bays, stocked pallets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

import numpy as np

from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets.construction import FACE_M, Point, SizedMaker, Sizes, clad, face
from outrider.world.assets.joinery import Parts, chance, furnished, solid
from outrider.world.assets.steelwork import lattice
from outrider.world.assets.warehouse import load_parts, pallet_parts
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

BAY_M: Final = 2.79
"""From one upright of a rack to the next."""
RACK_DEPTH_M: Final = 1.1
LEVELS_M: Final = (0.0, 1.5, 3.0, 4.5)
"""Heights that pallets stand at."""
PALLETS_A_LEVEL: Final = 3
_POST_M: Final = 0.09
_RACK_TOP_M: Final = 5.3


def _name(maker: str, sizes: Sizes, variant: int) -> str:
    return f"{maker}_{'x'.join(f'{size:g}' for size in sizes)}_{variant}"


def _box(material: str, low: Point, high: Point) -> Mesh:
    center, size = 0.5 * np.add(low, high), np.subtract(high, low)
    return forms.box(size, material=material, center=center)


def _solid(low: Point, high: Point, semantic: str) -> Solids:
    return solids.boxes([0.5 * np.add(low, high)], size=np.subtract(high, low), semantic=semantic)


def column(sizes: Sizes, variant: int) -> Archetype:
    """A steel column (height), its flanges across x."""
    (high,) = sizes
    rows = [((-0.15, -0.14, 0.0), (-0.13, 0.14, high)), ((0.13, -0.14, 0.0), (0.15, 0.14, high)),
            ((-0.13, -0.012, 0.0), (0.13, 0.012, high))]  # fmt: skip
    steel = [_box("paint_grey", low, top) for low, top in rows]
    guard = [_box("paint_yellow", (-0.2, -0.19, 0.0), (0.2, -0.15, 1.1)),
             _box("paint_yellow", (-0.2, 0.15, 0.0), (0.2, 0.19, 1.1)),
             _box("concrete", (-0.25, -0.25, 0.0), (0.25, 0.25, 0.06))]  # fmt: skip
    proxies = solids.merge([_solid((-0.15, -0.14, 0.0), (0.15, 0.14, high), "pole"),
                            _solid((-0.2, -0.19, 0.0), (0.2, 0.19, 1.1), "pole")])  # fmt: skip
    return Archetype(name=_name("column", sizes, variant), semantic="pole", proxies=proxies,
                     lods=(merge([*steel, *guard]), merge(steel)), lod_m=(30.0,))  # fmt: skip


def girder(sizes: Sizes, variant: int) -> Archetype:
    """A lattice girder (span along x, depth), standing on its lower chord."""
    span, depth = sizes
    a, b = (-0.5 * span, 0.0, 0.0), (0.5 * span, 0.0, 0.0)
    fine, far = (lattice(a, b, depth, fields=fields, material="paint_grey", size=0.14)
                 for fields in (2 * round(span / 3.2), 2 * round(span / 6.4)))  # fmt: skip
    body = _solid((-0.5 * span, -0.07, -0.07), (0.5 * span, 0.07, depth + 0.07), "pipe")
    return Archetype(name=_name("girder", sizes, variant), semantic="pipe", lods=(fine, far),
                     lod_m=(40.0,), proxies=body)  # fmt: skip


def hall_roof(sizes: Sizes, variant: int) -> Archetype:
    """A field of roof (along x, along y) of sheet with a strip of daylight in its middle."""
    x, y = sizes
    half, strip = 0.5 * x, min(0.18 * x, 1.1)
    parts = []
    for low, high, name in ((-half, -strip, "corrugated_grey"), (strip, half, "corrugated_grey"),
                            (-strip, strip, "glass")):  # fmt: skip
        size, middle = (high - low, y, 0.12), (0.5 * (low + high), 0.0, 0.06)
        parts.append(clad(size, middle, dict.fromkeys("bflrBT", name), step=2.0 * FACE_M))
    body = _solid((-half, -0.5 * y, 0.0), (half, 0.5 * y, 0.12), "building")
    return Archetype(
        name=_name("hall_roof", sizes, variant),
        semantic="building",
        lods=(merge(parts),),
        proxies=body,
        part_classes={"glass": "window"},
    )


def dock_gate(sizes: Sizes, variant: int) -> Archetype:
    """A sectional gate (width, height of the opening): shut (0) or run up under its head (1)."""
    wide, high = sizes
    half = 0.5 * wide
    frame = [((s * half - 0.06, -0.12, 0.0), (s * half + 0.06, 0.14, high)) for s in (-1.0, 1.0)]
    frame.append(((-half, -0.12, high - 0.08), (half, 0.14, high + 0.08)))
    parts = [_box("metal_dark", low, top) for low, top in frame]
    boxes = [_solid(low, top, "door") for low, top in frame]
    if variant % 2:
        parts += [
            _box("galvanised", (x - 0.04, 0.14, high), (x + 0.04, 2.6, high + 0.06))
            for x in (-half, half)
        ]
        leaf = ((-half, 0.3, high + 0.06), (half, 2.5, high + 0.14))
        parts.append(_box("paint_blue", *leaf))
    else:
        leaf = ((-half, -0.03, 0.0), (half, 0.03, high))
        lines = np.linspace(0.0, high - 0.08, 6)
        parts += [clad((wide - 0.12, 0.06, b - a - 0.02), (0.0, 0.0, 0.5 * (a + b)),
                       dict.fromkeys("lrBT", "paint_blue"), step=FACE_M)
                  for a, b in pairwise(lines)]  # fmt: skip
        parts.append(_box("glass_dark", (-0.5, -0.036, 1.5), (0.5, 0.036, 1.75)))
    boxes.append(_solid(*leaf, "door"))
    return Archetype(name=_name("dock_gate", sizes, variant), semantic="door",
                     lods=(merge(parts),), proxies=solids.merge(boxes))  # fmt: skip


def dock_shelter(sizes: Sizes, variant: int) -> Archetype:
    """Black pads about a gate (width, height) and buffers below it, out along -y."""
    wide, high = sizes
    half = 0.5 * wide
    rows = [((s * half - 0.3, -0.55, 0.0), (s * half + 0.3, -0.1, high)) for s in (-1.0, 1.0)]
    rows.append(((-half - 0.3, -0.55, high), (half + 0.3, -0.1, high + 0.75)))
    rows += [
        ((s * (half - 0.6) - 0.12, -0.82, -0.5), (s * (half - 0.6) + 0.12, -0.7, -0.05))
        for s in (-1.0, 1.0)
    ]
    parts = [_box("rubber", low, top) for low, top in rows]
    marks = [
        _box("paint_yellow", (s * half - 0.05, -0.56, 0.2), (s * half + 0.05, -0.55, 1.6))
        for s in (-1.0, 1.0)
    ]
    return Archetype(
        name=_name("dock_shelter", sizes, variant),
        semantic="obstacle",
        lods=(merge([*parts, *marks]),),
        proxies=solids.merge([_solid(low, top, "obstacle") for low, top in rows]),
    )


def plinth(sizes: Sizes, variant: int) -> Archetype:
    """A concrete body (along x, along y, height) whose top lies at its origin."""
    x, y, high = sizes
    cover = dict.fromkeys("bflrT", "concrete")
    mesh = clad((x, y, high), (0.0, 0.0, -0.5 * high), cover, step=2.0 * FACE_M)
    return Archetype(
        name=_name("plinth", sizes, variant),
        semantic="concrete",
        lods=(mesh,),
        proxies=_solid((-0.5 * x, -0.5 * y, -high), (0.5 * x, 0.5 * y, 0.0), "concrete"),
    )


def lit_band(sizes: Sizes, variant: int) -> Archetype:
    """A band of glass (length, height) high in a wall of the hall."""
    length, high = sizes
    glass = [
        face(
            np.array(corner),
            np.array(along),
            np.array([0.0, 0.0, high]),
            material="glass",
            step=FACE_M,
        )
        for corner, along in (
            ((-0.5 * length, -0.02, 0.0), (length, 0.0, 0.0)),
            ((0.5 * length, 0.02, 0.0), (-length, 0.0, 0.0)),
        )
    ]
    bars = [
        _box("metal_dark", (x - 0.03, -0.06, 0.0), (x + 0.03, 0.06, high))
        for x in np.linspace(
            -0.5 * length + 0.03, 0.5 * length - 0.03, max(2, round(length / 1.5) + 1)
        )
    ]
    rails = [
        _box("metal_dark", (-0.5 * length, -0.06, z), (0.5 * length, 0.06, z + 0.06))
        for z in (0.0, high - 0.06)
    ]
    body = _solid((-0.5 * length, -0.06, 0.0), (0.5 * length, 0.06, high), "window")
    return Archetype(name=_name("lit_band", sizes, variant), semantic="window",
                     lods=(merge([*glass, *bars, *rails]),), proxies=body)  # fmt: skip


def high_lamp(variant: int) -> Archetype:
    """A bell lamp on a rod of a metre; its opening is at z = 0."""
    bell = forms.lathe(
        [(0.26, 0.0), (0.24, 0.12), (0.08, 0.26), (0.06, 0.4)], material="aluminium", sides=14
    )
    glow = forms.cylinder(0.23, 0.02, material="lamp_white", sides=14, center=(0.0, 0.0, 0.03))
    rod = forms.rod((0.0, 0.0, 0.38), (0.0, 0.0, 1.4), 0.012, material="metal_dark", sides=4)
    body = solids.cylinders([(0.0, 0.0, 0.2)], radius=0.26, height=0.4, semantic="furniture")
    return Archetype(name=f"high_lamp_{variant}", semantic="furniture",
                     lods=(merge([bell, glow, rod]),), proxies=body)  # fmt: skip


def rack_upright(variant: int) -> Archetype:
    """The frame at a rack's end: two posts with lattice, across y."""
    return furnished("rack_upright", variant, lambda detail: _upright(0.0, detail), semantic="rack",
                     proxies=_upright_solids(0.0), levels=2)  # fmt: skip


def rack_bay(variant: int) -> Archetype:
    """An empty bay along x: the upright at its -x end and the beams up to where the next stands."""
    front = 0.5 * RACK_DEPTH_M - 0.05

    def build(detail: int) -> Parts:
        beams = [_box("paint_orange", (_POST_M - 0.5 * BAY_M - 0.045, s * front - 0.025, z - 0.12),
                      (0.5 * BAY_M - 0.045, s * front + 0.025, z))
                 for z in LEVELS_M[1:] for s in (-1.0, 1.0)]  # fmt: skip
        return [*_upright(-0.5 * BAY_M, detail), *beams]

    proxies = _upright_solids(-0.5 * BAY_M)
    proxies += [solid((BAY_M - _POST_M, 0.06, 0.13), (0.0, s * front, z - 0.125), "rack")
                for z in LEVELS_M[1:] for s in (-1.0, 1.0)]  # fmt: skip
    return furnished("rack_bay", variant, build, semantic="rack", proxies=proxies, levels=2)


def _upright_solids(x: float) -> list[Solids]:
    return [solid((_POST_M + 0.02, RACK_DEPTH_M, _RACK_TOP_M), (x, 0.0, 0.0), "rack")]


def _upright(x: float, detail: int) -> Parts:
    front = 0.5 * RACK_DEPTH_M - 0.05
    half = 0.5 * _POST_M
    parts = [
        _box(
            "paint_blue",
            (x - half, s * front - 0.05, 0.0),
            (x + half, s * front + 0.05, _RACK_TOP_M),
        )
        for s in (-1.0, 1.0)
    ]
    if detail:
        return parts
    for k in range(5):
        low, top = 0.3 + k * 0.95, 1.25 + k * 0.95
        a, b = (-front, front) if k % 2 == 0 else (front, -front)
        parts.append(forms.beam((x, a, low), (x, b, top), 0.03, 0.03, material="galvanised"))
    parts += [
        _box(
            "paint_yellow",
            (x - 0.07, s * (front + 0.07) - 0.02, 0.0),
            (x + 0.07, s * (front + 0.07) + 0.02, 0.4),
        )
        for s in (-1.0, 1.0)
    ]
    return parts


def stocked_pallet(variant: int) -> Archetype:
    """A pallet along y with goods: cartons, wrapped goods, boards or crates, 0.7 to 1.2 m high."""
    high = 0.55 + 0.5 * float(chance("stocked_pallet", variant, 1)[0])

    def build(detail: int) -> Parts:
        base = pallet_parts((0, 0, 0), min(detail + 1, 2), turned=True)
        return [*base, *load_parts((0, 0, 0.144), high, variant % 4, detail)]

    return furnished(
        "stocked_pallet",
        variant,
        build,
        semantic="prop",
        proxies=[solid((0.80, 1.20, high + 0.144), (0, 0, 0), "box")],
        part_classes={
            "cardboard": "box",
            "paper": "box",
            "plastic_blue": "box",
            "planks_new": "box",
        },
    )


SIZED: Final[dict[str, tuple[int, SizedMaker]]] = {
    "column": (1, column), "girder": (2, girder), "hall_roof": (2, hall_roof),
    "dock_gate": (2, dock_gate), "dock_shelter": (2, dock_shelter), "plinth": (3, plinth),
    "lit_band": (2, lit_band),
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "high_lamp": high_lamp, "rack_upright": rack_upright, "rack_bay": rack_bay,
    "stocked_pallet": stocked_pallet,
}  # fmt: skip
VARIANTS: Final = {"stocked_pallet": 8}
