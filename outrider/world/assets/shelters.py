"""Larger things of the street: a bus shelter, bicycles in a rack, a column, scaffolding."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np

from outrider.core import rotation
from outrider.world import forms, solids
from outrider.world.assets.catalogue import (
    Bar,
    Entry,
    bar_solids,
    blocks,
    both_faces,
    box_solids,
    post_solids,
    rods,
)
from outrider.world.assets.lettering import text
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

_SF: Final = "street_furniture"


def bus_shelter(_: int, level: int) -> Mesh:
    """3.6 m wide, 1.5 m deep, open ahead; glass, a bench, an advertisement, a sign."""
    posts = [(x, y) for x in (-0.6, 0.6) for y in (-1.75, 1.75)]
    parts = [forms.box((1.5, 3.8, 0.1), material="metal_dark", center=(0.05, 0.0, 2.45)),
             forms.box((0.012, 3.4, 1.95), material="glass", center=(-0.6, 0.0, 1.25))]  # fmt: skip
    if level == 2:
        parts += [forms.box((1.2, 0.06, 2.0), material="glass_dark", center=(0.0, s * 1.75, 1.25))
                  for s in (1.0, -1.0)]  # fmt: skip
        return merge([*parts, forms.box((0.35, 2.2, 0.06), material="planks_new",
                                        center=(-0.35, 0.2, 0.45))])  # fmt: skip
    parts.append(blocks([((x, y, 1.2), (0.07, 0.07, 2.4)) for x, y in posts], "metal_dark"))
    parts.append(blocks([((-0.6, y, 1.2), (0.05, 0.05, 2.4)) for y in (-0.58, 0.58)], "metal_dark"))
    parts.append(forms.box((1.1, 0.012, 1.95), material="glass", center=(0.0, 1.75, 1.25)))
    parts.append(forms.box((1.2, 0.16, 1.9), material="metal_dark", center=(0.0, -1.75, 1.2)))
    parts += [forms.box((1.02, 0.004, 1.6), material=name, center=(0.0, -1.75 + s * 0.083, 1.25))
              for s, name in ((1.0, "paint_blue"), (-1.0, "paint_orange"))]  # fmt: skip
    parts.append(blocks([((-0.36, y, 0.22), (0.3, 0.05, 0.44)) for y in (-0.8, 1.2)], "metal_dark"))
    if level == 0:
        parts += [forms.box((0.09, 2.3, 0.035), material="planks_new", center=(x, 0.2, 0.46))
                  for x in (-0.48, -0.37, -0.26)]  # fmt: skip
        edges = [((-0.6, 0.0, z), (0.04, 3.4, 0.04)) for z in (0.27, 2.24)]
        edges += [((0.0, 1.75, z), (1.1, 0.04, 0.04)) for z in (0.27, 2.24)]
        parts.append(blocks(edges, "metal_dark"))
        parts.append(blocks([((-0.585, 0.9, 1.4), (0.01, 0.5, 0.7))], "paper"))
        for k, s in enumerate((1.0, -1.0)):
            word = text("CITY", height=0.2, material="paint_white")
            parts.append(word.headed((0.5 - k) * math.pi).moved((0.0, -1.75 + s * 0.09, 1.5)))
    else:
        parts.append(
            forms.box((0.34, 2.3, 0.035), material="planks_new", center=(-0.37, 0.2, 0.46))
        )
    parts.append(rods([((0.5, 2.1, 0.0), (0.5, 2.1, 2.9))], 0.03, "galvanised", sides=6))
    flag = [((0.74, 2.1, 2.65), (0.44, 0.03, 0.44))]
    parts.append(blocks(flag, "paint_green"))
    if level == 0:
        for k, y in enumerate((2.118, 2.082)):
            word = text("BUS", height=0.12, material="paint_yellow")
            parts.append(word.headed((0.5 - k) * math.pi).moved((0.74, y, 2.59)))
    return merge(parts)


_HEAD, _SEAT, _CRANK = (0.36, 0.0, 0.86), (-0.18, 0.0, 0.82), (-0.08, 0.0, 0.3)
_FRAME: Final[list[Bar]] = [
    (_SEAT, _HEAD), (_CRANK, (0.38, 0.0, 0.74)), (_CRANK, _SEAT), (_CRANK, (-0.52, 0.0, 0.34)),
    (_SEAT, (-0.52, 0.0, 0.34)), (_HEAD, (0.52, 0.0, 0.34)),
]  # fmt: skip


def bicycle(level: int, paint: str) -> Mesh:
    """A bicycle of 1.75 m that looks ahead, its wheels on the ground."""
    radius, hubs = 0.34, (0.52, -0.52)
    sides = (16, 8)[level]
    parts = []
    for x in hubs:
        ring = np.array([(x + radius * math.cos(a), 0.0, radius + radius * math.sin(a))
                         for a in np.linspace(0.0, 2.0 * math.pi, sides + 1)])  # fmt: skip
        parts.append(forms.tube(ring * (1.0, 1.0, 0.96) + (0.0, 0.0, 0.015), 0.018,
                                material="rubber", sides=3, caps=False))  # fmt: skip
        if level == 0:
            spokes = [((x, 0.0, radius), (x + 0.32 * math.cos(a), 0.0, radius + 0.31 * math.sin(a)))
                      for a in np.arange(6) * math.pi / 3.0]  # fmt: skip
            parts.append(rods(spokes, 0.003, "chrome", sides=3, caps=False))
    parts.append(rods(_FRAME, 0.016, paint, sides=4 if level == 0 else 3, caps=False))
    fittings: list[Bar] = [((0.33, -0.28, 1.02), (0.33, 0.28, 1.02)), (_HEAD, (0.34, 0.0, 1.02)),
                           (_SEAT, (-0.21, 0.0, 0.93))]  # fmt: skip
    parts.append(rods(fittings, 0.013, "chrome", sides=4 if level == 0 else 3))
    parts.append(forms.ball((0.13, 0.075, 0.035), material="leather_black", rings=3, sides=6,
                            center=(-0.2, 0.0, 0.95)))  # fmt: skip
    if level == 0:
        parts.append(rods([((-0.08, -0.09, 0.3), (-0.08, 0.09, 0.3)),
                           ((-0.08, 0.07, 0.3), (0.06, 0.07, 0.19)),
                           ((-0.08, -0.07, 0.3), (-0.22, -0.07, 0.41))], 0.012, "metal_dark",
                          sides=3))  # fmt: skip
    return merge(parts)


def bicycle_rack(variant: int, level: int) -> Mesh:
    """Four hoops 0.7 m apart, with two bicycles or three, one without a basket of any kind."""
    sides = (6, 4, 3)[level]
    parts = []
    angle = np.linspace(0.0, math.pi, (7, 4, 2)[level])
    for y in (-1.05, -0.35, 0.35, 1.05):
        arc = [(0.36 * math.cos(a), y, 0.55 + 0.25 * math.sin(a)) for a in angle]
        path = np.array([(0.36, y, 0.0), *arc, (-0.36, y, 0.0)])
        parts.append(forms.tube(path, 0.024, material="galvanised", sides=sides, caps=False))
    places = ((-0.95, "paint_red"), (0.45, "paint_blue"), (1.15, "paint_black"))[: 2 + variant]
    for k, (y, paint) in enumerate(places):
        if level == 2:
            parts += [_disc(x, y) for x in (0.6, -0.44)]
            turn = 1.0 - 2.0 * (k % 2)
            bars: list[Bar] = [
                ((0.08 + 0.33 * turn, y - 0.28, 1.02), (0.08 + 0.33 * turn, y + 0.28, 1.02)),
                ((0.08 - 0.18 * turn, y, 0.82), (0.08 + 0.36 * turn, y, 0.86)),
            ]
            parts.append(rods(bars, 0.02, paint, sides=3, caps=False))
            continue
        one = bicycle(level, paint).turned(rotation.from_euler_zyx(0.0, 0.0, 0.06))
        parts.append(one.headed(math.pi * (k % 2)).moved((0.08, y, 0.0)))
    return merge(parts)


def _disc(x: float, y: float) -> Mesh:
    ring = [(x + 0.34 * a, y, 0.34 + 0.34 * b) for a, b in forms.ring_of(5, 1.0)]
    return both_faces(forms.fan(ring, (0.0, -1.0, 0.0), material="rubber"))


def advertising_column(variant: int, level: int) -> Mesh:
    """A column of 3.4 m with posters and a domed roof."""
    sides = (24, 12, 7)[level]
    base = [(0.66, 0.0), (0.66, 0.3), (0.6, 0.32), (0.6, 2.75), (0.0, 2.75)]
    roof = [(0.74, 2.75), (0.76, 2.83), (0.62, 2.98), (0.4, 3.15), (0.15, 3.24), (0.05, 3.28),
            (0.05, 3.36), (0.0, 3.4)]  # fmt: skip
    if level:
        roof = [roof[k] for k in (0, 1, 3, 7)]
    paint = ("paint_green", "paint_black")[variant]
    parts = [forms.lathe([*base[:2], (0.6, 0.32)], material=paint, sides=sides, smooth=False),
             forms.lathe(base[2:], material="paper", sides=sides),
             forms.lathe([(0.0, 2.75), (0.74, 2.75), *roof[1:]], material=paint, sides=sides)
    ]  # fmt: skip
    posters = (("paint_red", 0.2, 0.9, 0.5, 1.5), ("paint_blue", 1.3, 2.0, 0.9, 2.0),
               ("paint_yellow", 2.4, 3.0, 1.3, 2.4), ("paint_orange", 3.4, 4.2, 0.5, 1.6),
               ("paint_white", 4.5, 5.1, 1.2, 2.5), ("paint_green", 5.4, 6.1, 0.6, 1.7)
    )  # fmt: skip
    for name, a, b, low, high in posters if level < 2 else ():
        steps = 4 if level == 0 else 2
        turn = np.linspace(a, b, steps + 1)
        rim = [(0.607 * math.cos(t), 0.607 * math.sin(t)) for t in turn]
        parts += [forms.quad([(*p, low), (*q, low), (*q, high), (*p, high)], material=name)
                  for p, q in itertools.pairwise(rim)]  # fmt: skip
    return merge(parts)


def scaffolding(_: int, level: int) -> Mesh:
    """A bay of 2.5 m along y, 0.9 m deep, two decks, 4.5 m high."""
    sides = (6, 4, 3)[level]
    feet = [(x, y) for x in (-0.45, 0.45) for y in (-1.25, 1.25)]
    tubes: list[Bar] = [((x, y, 0.0), (x, y, 4.5)) for x, y in feet]
    heights = (2.0, 4.0)
    if level < 2:
        for z in heights:
            tubes += [((x, -1.25, z), (x, 1.25, z)) for x in (-0.45, 0.45)]
            tubes += [((-0.45, y, z), (0.45, y, z)) for y in (-1.25, 1.25)]
        tubes += [((0.45, -1.25, z), (0.45, 1.25, z)) for z in (3.0, 4.45, 2.5)]
        tubes += [((0.45, -1.25, 0.2), (0.45, 1.25, 2.0)), ((0.45, 1.25, 2.0), (0.45, -1.25, 4.0))]
    parts = [rods(tubes, 0.024, "galvanised", sides=sides, caps=False)]
    if level == 0:
        parts += [forms.box((0.2, 2.5, 0.04), material="planks_weathered",
                            center=(x, 0.0, z + 0.05))
                  for x in (-0.33, -0.11, 0.11, 0.33) for z in heights]  # fmt: skip
        parts.append(blocks([((x, y, 0.01), (0.15, 0.15, 0.02)) for x, y in feet], "metal_grey"))
        parts.append(blocks([((0.44, 0.0, z + 0.14), (0.03, 2.5, 0.15)) for z in heights],
                            "planks_weathered"))  # fmt: skip
        joints = [((x, y, z), (0.07, 0.07, 0.07)) for x, y in feet for z in heights]
        parts.append(blocks(joints, "metal_dark"))
        rungs: list[Bar] = [((-0.2, -1.05 + 0.1 * z, z), (0.1, -1.05 + 0.1 * z, z))
                            for z in np.arange(0.3, 2.1, 0.3)]  # fmt: skip
        stiles: list[Bar] = [((x, -1.05, 0.0), (x, -0.83, 2.2)) for x in (-0.2, 0.1)]
        parts.append(rods(rungs + stiles, 0.015, "aluminium", sides=3))
    else:
        parts += [forms.box((0.88, 2.5, 0.05), material="planks_weathered",
                            center=(0.0, 0.0, z + 0.05)) for z in heights]  # fmt: skip
    return merge(parts)


def _shelter_solids(_: int) -> Solids:
    rows = [((0.05, 0.0, 2.45), (1.5, 3.8, 0.1)), ((-0.6, 0.0, 1.24), (0.05, 3.5, 2.0)),
            ((0.0, 1.75, 1.24), (1.2, 0.05, 2.0)), ((0.0, -1.75, 1.2), (1.24, 0.17, 1.92)),
            ((-0.37, 0.2, 0.46), (0.32, 2.3, 0.045)), ((0.74, 2.1, 2.65), (0.44, 0.03, 0.44))
    ]  # fmt: skip
    rows += [((x, y, 1.2), (0.07, 0.07, 2.4)) for x in (-0.6, 0.6) for y in (-1.75, 1.75)]
    rows += [((-0.36, y, 0.22), (0.3, 0.05, 0.44)) for y in (-0.8, 1.2)]
    return merge_solids([box_solids(rows, _SF), post_solids((0.5, 2.1, 0.0), 0.03, 2.9, "pole")])


def _rack_solids(variant: int) -> Solids:
    hoops = [((x, y, 0.33), (0.05, 0.05, 0.66)) for x in (-0.35, 0.35)
             for y in (-1.05, -0.35, 0.35, 1.05)]  # fmt: skip
    hoops += [((0.0, y, 0.74), (0.6, 0.05, 0.12)) for y in (-1.05, -0.35, 0.35, 1.05)]
    parts = [box_solids(hoops, _SF)]
    for y in (-0.95, 0.45, 1.15)[: 2 + variant]:
        at = [(0.6, y, 0.34), (-0.44, y, 0.34)]
        parts.append(solids.cylinders(at, radius=0.35, height=0.06, roll=0.5 * math.pi,
                                      semantic=_SF))  # fmt: skip
        turn = 1.0 if y != 0.45 else -1.0
        bars = [
            ((a[0] * turn + 0.08, y, a[2]), (b[0] * turn + 0.08, y, b[2])) for a, b in _FRAME[:3]
        ]
        parts.append(bar_solids(bars, 0.05, _SF))
        parts.append(
            box_solids(
                [
                    ((0.08 + 0.33 * turn, y, 1.02), (0.05, 0.56, 0.05)),
                    ((0.08 - 0.2 * turn, y, 0.94), (0.26, 0.14, 0.07)),
                ],
                _SF,
            )
        )
    return merge_solids(parts)


def _scaffold_solids(_: int) -> Solids:
    feet = [(x, y, 0.0) for x in (-0.45, 0.45) for y in (-1.25, 1.25)]
    decks = [((0.0, 0.0, z + 0.03), (0.94, 2.5, 0.1)) for z in (2.0, 4.0)]
    rails = [((0.45, 0.0, z), (0.05, 2.5, 0.05)) for z in (2.5, 3.0, 4.45)]
    ends = [((x, 0.0, z), (0.05, 2.5, 0.05)) for x in (-0.45, 0.45) for z in (2.0, 4.0)]
    boards = [((0.44, 0.0, z + 0.14), (0.03, 2.5, 0.15)) for z in (2.0, 4.0)]
    cross: list[Bar] = [((0.45, -1.25, 0.2), (0.45, 1.25, 2.0)),
                        ((0.45, 1.25, 2.0), (0.45, -1.25, 4.0)),
                        *[((x, -1.05, 0.0), (x, -0.83, 2.2)) for x in (-0.2, 0.1)]]  # fmt: skip
    return merge_solids([post_solids(feet, 0.026, 4.5, "pole"), bar_solids(cross, 0.045, _SF),
                         box_solids(decks + rails + ends + boards, _SF)])  # fmt: skip


ENTRIES: Final[dict[str, Entry]] = {
    "bus_shelter": Entry(build=bus_shelter, semantic=_SF, solids=_shelter_solids,
                         classes={"glass": "window"}, lod_m=(35.0, 100.0)),
    "bicycle_rack": Entry(build=bicycle_rack, semantic=_SF, solids=_rack_solids, variants=2),
    "advertising_column": Entry(
        build=advertising_column, semantic=_SF, variants=2, lod_m=(35.0, 110.0),
        solids=lambda _: solids.cylinders(
            [(0.0, 0.0, 0.15), (0.0, 0.0, 1.4), (0.0, 0.0, 2.81), (0.0, 0.0, 2.94),
             (0.0, 0.0, 3.1), (0.0, 0.0, 3.3)], radius=(0.65, 0.6, 0.74, 0.6, 0.32, 0.06),
            height=(0.3, 2.75, 0.12, 0.14, 0.18, 0.2), semantic=_SF)),
    "scaffolding": Entry(build=scaffolding, semantic=_SF, solids=_scaffold_solids,
                         lod_m=(35.0, 110.0)),
}  # fmt: skip
