"""Street furniture: what stands on pavements."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets import shelters, signs
from outrider.world.assets.catalogue import (
    Bar,
    Entry,
    bar_solids,
    beams,
    blocks,
    box_solids,
    makers,
    post_solids,
    rods,
    variants,
)
from outrider.world.assets.lettering import text
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

PROXY_TOLERANCE_M: Final = 0.05


def _lathe(profile: list[tuple[float, float]], name: str, level: int, *,
           fine: int = 16) -> Mesh:  # fmt: skip
    return forms.lathe(profile, material=name, sides=(fine, fine // 2, 5)[level])


def bench(variant: int, level: int) -> Mesh:
    """A park bench of 1.8 m: slats on two iron frames; one sits looking ahead."""
    wood = ("planks_new", "planks_weathered", "paint_worn_green")[variant]
    seat = [(x, 0.44 + 0.02 * abs(x)) for x in (0.22, 0.13, 0.04, -0.05, -0.14)]
    back = [(-0.2, 0.55), (-0.23, 0.65), (-0.26, 0.75), (-0.29, 0.85)]
    if level == 2:
        return merge([
            forms.box((0.46, 1.8, 0.05), material=wood, center=(0.04, 0.0, 0.44)),
            forms.beam((-0.245, -0.9, 0.7), (-0.245, 0.9, 0.7), 0.04, 0.38, material=wood),
            *[forms.box((0.4, 0.05, 0.42), material="paint_black", center=(0.0, y, 0.21))
              for y in (-0.7, 0.7)],
        ])  # fmt: skip
    parts = [blocks([((x, 0.0, z), (0.075, 1.8, 0.035)) for x, z in seat], wood)]
    parts += [forms.beam((x, -0.9, z), (x, 0.9, z), 0.03, 0.075, material=wood, up=(-0.28, 0, 1))
              for x, z in back]  # fmt: skip
    for y in (-0.7, 0.7):
        bars = [((0.22, y, 0.0), (0.2, y, 0.42)), ((0.24, y, 0.41), (-0.2, y, 0.41)),
                ((-0.28, y, 0.0), (-0.19, y, 0.43)), ((-0.19, y, 0.43), (-0.32, y, 0.9))
    ]  # fmt: skip
        if level == 0:
            bars += [((0.2, y, 0.42), (0.22, y, 0.63)), ((0.25, y, 0.64), (-0.24, y, 0.66))]
        parts.append(beams(bars, 0.045, 0.03, "paint_black"))
    return merge(parts)


def litter_bin(variant: int, level: int) -> Mesh:
    """A round bin of 1 m with a hood and a slot."""
    paint = ("paint_green", "metal_dark", "paint_grey")[variant]
    body = [(0.0, 0.03), (0.2, 0.03), (0.24, 0.08), (0.25, 0.7), (0.23, 0.72), (0.0, 0.72)]
    hood = [(0.0, 0.86), (0.26, 0.84), (0.26, 0.9), (0.18, 1.0), (0.0, 1.03)]
    if level == 2:
        return _lathe([(0.22, 0.0), (0.25, 0.84), (0.0, 1.03)], paint, level)
    posts = [((0.21 * x, 0.21 * y, 0.0), (0.21 * x, 0.21 * y, 0.86))
             for x, y in forms.ring_of(3, 1.0)]  # fmt: skip
    parts = [_lathe(body, paint, level), _lathe(hood, paint, level),
             rods(posts, 0.025, "metal_dark", sides=6 - 2 * level)]  # fmt: skip
    if level == 0:
        ribs = [((0.25 * x, 0.25 * y, 0.1), (0.258 * x, 0.258 * y, 0.68))
                for x, y in forms.ring_of(12, 1.0)]  # fmt: skip
        parts.append(beams(ribs, 0.03, 0.012, paint))
        parts.append(forms.cylinder(0.2, 0.01, material="plastic_black", sides=12,
                                    center=(0.0, 0.0, 0.725)))  # fmt: skip
    return merge(parts)


def bollard(variant: int, level: int) -> Mesh:
    """1 m of cast iron, of steel with bands, or of concrete."""
    iron = [(0.13, 0.0), (0.13, 0.06), (0.09, 0.1), (0.075, 0.75), (0.095, 0.78), (0.095, 0.82),
            (0.06, 0.84), (0.085, 0.92), (0.05, 0.99), (0.0, 1.0)]  # fmt: skip
    steel = [(0.06, 0.0), (0.06, 0.96), (0.045, 0.99), (0.0, 1.0)]
    stone = [(0.15, 0.0), (0.15, 0.8), (0.12, 0.93), (0.06, 0.99), (0.0, 1.0)]
    profile = (iron, steel, stone)[variant]
    name = ("paint_black", "galvanised", "concrete")[variant]
    if level:
        keep = {0: (0, 2, 4, 7, 9), 1: (0, 1, 3), 2: (0, 1, 2, 4)}[variant]
        profile = [profile[k] for k in keep]
    parts = [forms.lathe(profile, material=name, sides=14 if level == 0 else 6)]
    if variant == 1:
        parts += [forms.cylinder(0.062, 0.08, material=band, sides=14 if level == 0 else 6,
                                 center=(0.0, 0.0, z))
                  for z, band in ((0.88, "road_paint"), (0.78, "paint_red"))]  # fmt: skip
    return merge(parts)


def fire_hydrant(variant: int, level: int) -> Mesh:
    """0.8 m, two hose outlets at the sides and one ahead."""
    paint = ("paint_red", "paint_yellow")[variant]
    body = [(0.17, 0.0), (0.17, 0.04), (0.11, 0.06), (0.1, 0.5), (0.14, 0.53), (0.14, 0.57),
            (0.115, 0.6), (0.1, 0.68), (0.05, 0.74), (0.0, 0.75)]  # fmt: skip
    if level:
        body = [body[k] for k in (0, 2, 4, 7, 9)]
    sides = (16, 8, 5)[level]
    parts = [forms.lathe(body, material=paint, sides=sides),
             forms.cylinder(0.025, 0.07, material=paint, sides=5, center=(0.0, 0.0, 0.77))
    ]  # fmt: skip
    outlets = [((0.0, 0.0, 0.44), (0.0, s * 0.17, 0.44), 0.05) for s in (1.0, -1.0)]
    outlets.append(((0.0, 0.0, 0.4), (0.18, 0.0, 0.4), 0.07))
    for a, b, radius in outlets if level < 2 else []:
        parts.append(forms.rod(a, b, radius, material=paint, sides=10 - 4 * level))
        if level == 0:
            way = np.array(b) - np.array(a)
            parts.append(forms.rod(np.array(b) - 0.15 * way, np.array(b) + 0.12 * way,
                                   radius + 0.012, material="metal_grey", sides=8))  # fmt: skip
    return merge(parts)


def letter_box(variant: int, level: int) -> Mesh:
    """A round-topped box on a post, 1.3 m, its slot ahead."""
    paint = ("paint_yellow", "paint_red", "paint_blue")[variant]
    steps = (8, 4, 2)[level]
    arc = [(0.22 * math.cos(a), 1.12 + 0.16 * math.sin(a))
           for a in np.linspace(0.0, math.pi, steps + 1)]  # fmt: skip
    outline = [(-0.22, 0.5), (0.22, 0.5), *arc]
    parts = [_upright(outline, 0.38, paint)]
    parts.append(rods([((0.0, 0.0, 0.0), (0.0, 0.0, 0.52))], 0.05, "metal_dark",
                      sides=(10, 6, 4)[level]))  # fmt: skip
    if level < 2:
        parts.append(blocks([((0.193, 0.0, 1.08), (0.012, 0.3, 0.035))], "plastic_black"))
    if level == 0:
        parts.append(forms.beam((0.19, -0.18, 1.13), (0.24, -0.18, 1.115), 0.02, 0.01,
                                material=paint))  # fmt: skip
        parts.append(forms.box((0.05, 0.36, 0.012), material=paint, center=(0.212, 0.0, 1.12)))
        parts.append(blocks([((0.192, 0.0, 0.86), (0.006, 0.22, 0.14))], "paint_white"))
        parts.append(blocks([((0.193, 0.15, 0.7), (0.01, 0.02, 0.04))], "chrome"))
        parts.append(text("POST", height=0.07, material="paint_black").moved((0.197, 0.0, 0.96)))
        parts.append(forms.box((0.3, 0.3, 0.02), material="metal_dark", center=(0.0, 0.0, 0.01)))
    return merge(parts)


def _upright(outline: list[tuple[float, float]], depth: float, name: str) -> Mesh:
    """An outline in (y, z), given a depth along x."""
    ring = np.array(outline)
    flat = np.column_stack([np.full(len(ring), 0.5 * depth), ring])
    back = flat * (-1.0, 1.0, 1.0)
    parts = [forms.fan(flat, (1.0, 0.0, 0.0), material=name),
             forms.fan(back[::-1], (-1.0, 0.0, 0.0), material=name)]  # fmt: skip
    for k in range(len(ring)):
        n = (k + 1) % len(ring)
        parts.append(forms.quad([flat[k], back[k], back[n], flat[n]], material=name))
    return merge(parts)


def manhole(variant: int, level: int) -> Mesh:
    """A lid of 0.65 m, 1 cm proud, with a cast pattern."""
    sides = 24 if level == 0 else 8
    parts = [forms.lathe([(0.37, 0.0), (0.37, 0.008), (0.33, 0.01), (0.0, 0.01)],
                         material="concrete_dark", sides=sides, smooth=False)]  # fmt: skip
    parts.append(forms.lathe([(0.325, 0.008), (0.325, 0.014), (0.0, 0.014)],
                             material=("metal_dark", "rust")[variant], sides=sides,
                             smooth=False))  # fmt: skip
    if level == 0:
        studs = [((x, y, 0.016), (0.06, 0.03, 0.006))
                 for x in np.linspace(-0.21, 0.21, 4) for y in np.linspace(-0.21, 0.21, 5)
    ]  # fmt: skip
        parts.append(blocks(studs, "metal_grey"))
    return merge(parts)


def planter(variant: int, level: int) -> Mesh:
    """A square tub of 0.8 m with earth and flowers."""
    name = ("concrete", "planks_new", "terracotta")[variant]
    low, high = 0.33, 0.4
    if level == 2:
        parts = [forms.box((0.78, 0.78, 0.55), material=name, center=(0.0, 0.0, 0.275))]
    else:
        outer = [(low, 0.0), (high, 0.55), (high - 0.06, 0.55), (high - 0.07, 0.48), (0.0, 0.48)]
        sides = forms.lathe(np.array(outer) * (math.sqrt(2.0), 1.0), material=name, sides=4,
                            smooth=False).headed(0.25 * math.pi)  # fmt: skip
        soil = forms.box((0.64, 0.64, 0.02), material="soil_brown", center=(0.0, 0.0, 0.49))
        parts = [sides, soil]
    flower = ("petals_red", "petals_yellow", "petals_violet")[variant]
    turns = (4, 2, 1)[level]
    for k in range(turns):
        for material, height, width in (("leaves_bush", 0.28, 0.62), (flower, 0.36, 0.5)):
            if level == 2 and material == flower:
                continue
            parts.append(forms.card(width, height, material=material, base=(0.0, 0.0, 0.48),
                                    heading=math.pi * k / turns + 0.3))  # fmt: skip
    return merge(parts)


def switch_cabinet(variant: int, level: int) -> Mesh:
    """A cabinet of the telephone or the power company, 1.2 m, on a plinth."""
    paint = ("plastic_grey", "paint_green", "paint_beige")[variant]
    wide = (0.8, 1.2, 0.6)[variant]
    parts = [blocks([((0.0, 0.0, 0.06), (0.3, wide - 0.04, 0.12))], "concrete"),
             forms.box((0.34, wide, 1.0), material=paint, center=(0.0, 0.0, 0.62)),
             forms.box((0.4, wide + 0.06, 0.06), material=paint, center=(0.0, 0.0, 1.15))
    ]  # fmt: skip
    if level == 0:
        slots = [((0.172, s * 0.25 * wide, z), (0.006, 0.3 * wide, 0.012))
                 for s in (1.0, -1.0) for z in (0.22, 0.25, 0.28, 0.98, 1.01, 1.04)]  # fmt: skip
        parts.append(blocks([*slots, ((0.172, 0.0, 0.62), (0.006, 0.01, 0.94)),
                             ((0.18, 0.04, 0.66), (0.02, 0.02, 0.12))], "plastic_black")
    )  # fmt: skip
        parts.append(blocks([((0.172, -0.25 * wide, 0.78), (0.006, 0.14, 0.12))], "paint_yellow"))
    return merge(parts)


def traffic_cone(_: int, level: int) -> Mesh:
    """0.75 m, orange with two white bands."""
    sides = 16 if level == 0 else 7
    parts = [forms.box((0.4, 0.4, 0.03), material="rubber", center=(0.0, 0.0, 0.015))]
    cuts = ((0.03, 0.27, "paint_orange"), (0.27, 0.38, "road_paint"), (0.38, 0.5, "paint_orange"),
            (0.5, 0.61, "road_paint"), (0.61, 0.75, "paint_orange"))  # fmt: skip
    for low, high, name in cuts:
        a, b = (0.15 - 0.165 * z for z in (low, high))
        parts.append(forms.tube([(0.0, 0.0, low), (0.0, 0.0, high)], [a, b], material=name,
                                sides=sides, caps=high > 0.7))  # fmt: skip
    return merge(parts)


def road_barrier(variant: int, level: int) -> Mesh:
    """A barrier of boards with red stripes, or a block of concrete, 2 m."""
    if variant == 1:
        ring = [(-0.3, 0.0), (0.3, 0.0), (0.28, 0.18), (0.12, 0.35), (0.09, 0.8), (-0.09, 0.8),
                (-0.12, 0.35), (-0.28, 0.18)]  # fmt: skip
        block = _upright([(y, z) for y, z in ring], 2.0, "concrete")
        if level == 0:
            return merge([block, blocks([((x, 0.0, 0.03), (0.4, 0.605, 0.06))
                                         for x in (-0.6, 0.6)], "plastic_black")])  # fmt: skip
        return block
    parts = []
    stripes = (10, 10, 5)[level]
    for z in (0.9, 0.5) if level < 2 else (0.9,):
        step = 2.0 / stripes
        parts += [forms.box((step, 0.03, 0.2), material=("paint_red", "paint_white")[k % 2],
                            center=(-1.0 + (k + 0.5) * step, 0.0, z))
                  for k in range(stripes)]  # fmt: skip
    parts.append(beams(_TRESTLE, 0.05, 0.04, "galvanised"))
    if level == 0:
        parts += [forms.cylinder(0.06, 0.14, material="lamp_amber", sides=10,
                                 center=(x, 0.0, 1.08)) for x in (-0.75, 0.75)]  # fmt: skip
        parts.append(beams([((x, -0.15, 0.5), (x, 0.15, 0.5)) for x in (-0.75, 0.75)], 0.03, 0.03,
                           "galvanised"))  # fmt: skip
    return merge(parts)


_SF: Final = "street_furniture"
_TRESTLE: Final[list[Bar]] = [((x, s * 0.28, 0.0), (x, 0.0, 1.0))
                              for x in (-0.75, 0.75) for s in (1.0, -1.0)]  # fmt: skip


def _barrier_solids(variant: int) -> Solids:
    if variant == 1:
        rows = [((0.0, 0.0, 0.1), (2.0, 0.57, 0.2)), ((0.0, 0.0, 0.25), (2.0, 0.4, 0.14)),
                ((0.0, 0.0, 0.55), (2.0, 0.21, 0.5))]  # fmt: skip
        return box_solids(rows, "fence")
    boards = [((0.0, 0.0, z), (2.0, 0.04, 0.2)) for z in (0.9, 0.5)]
    lamps = [((x, 0.0, 1.08), (0.11, 0.11, 0.14)) for x in (-0.75, 0.75)]
    return merge_solids([box_solids(boards + lamps, "fence"),
                         bar_solids(_TRESTLE, 0.05, "fence")])  # fmt: skip


ENTRIES: Final[dict[str, Entry]] = {
    **signs.ENTRIES,
    "bench": Entry(
        build=bench, semantic="furniture", variants=3,
        solids=lambda _: merge_solids([
            box_solids([((0.04, 0.0, 0.44), (0.45, 1.8, 0.05))]
                       + [((0.0, y, 0.65), (0.5, 0.05, 0.04)) for y in (-0.7, 0.7)],
                       "furniture"),
            bar_solids([(a, b) for y in (-0.7, 0.7) for a, b in (
                ((0.22, y, 0.0), (0.2, y, 0.64)), ((-0.28, y, 0.0), (-0.19, y, 0.43)))],
                       0.045, "furniture"),
            solids.boxes((-0.245, 0.0, 0.71), size=(0.05, 1.8, 0.38), pitch=-0.28,
                         semantic="furniture"),
        ]),
    ),
    "litter_bin": Entry(
        build=litter_bin, semantic=_SF, variants=3,
        solids=lambda _: post_solids((0.0, 0.0, 0.0), 0.25, 1.0, _SF)),
    "bollard": Entry(
        build=bollard, semantic="post", variants=3,
        solids=lambda v: post_solids((0.0, 0.0, 0.0), (0.09, 0.06, 0.15)[v], 0.99, "post")),
    "fire_hydrant": Entry(
        build=fire_hydrant, semantic=_SF, variants=2, lod_m=(20.0, 60.0),
        solids=lambda _: merge_solids([
            post_solids((0.0, 0.0, 0.0), 0.12, 0.76, _SF),
            box_solids([((0.0, 0.0, 0.44), (0.11, 0.37, 0.11)),
                        ((0.1, 0.0, 0.4), (0.2, 0.14, 0.14))], _SF),
        ]),
    ),
    "letter_box": Entry(
        build=letter_box, semantic=_SF, variants=3,
        solids=lambda _: merge_solids([
            box_solids([((0.0, 0.0, 0.86), (0.38, 0.44, 0.72)),
                        ((0.0, 0.0, 1.245), (0.38, 0.24, 0.05)),
                        ((0.0, 0.0, 0.01), (0.3, 0.3, 0.02))], _SF),
            post_solids((0.0, 0.0, 0.0), 0.05, 0.52, _SF),
        ]),
    ),
    "manhole": Entry(
        build=manhole, semantic=_SF, variants=2, lod_m=(15.0,),
        solids=lambda _: solids.cylinders((0.0, 0.0, 0.007), radius=0.35, height=0.014,
                                          semantic=_SF)),
    "planter": Entry(
        build=planter, semantic=_SF, variants=3,
        classes={"leaves_bush": "foliage", "petals_red": "flower", "petals_yellow": "flower",
                 "petals_violet": "flower"},
        solids=lambda _: box_solids([((0.0, 0.0, 0.13), (0.7, 0.7, 0.26)),
                                     ((0.0, 0.0, 0.405), (0.77, 0.77, 0.29))], _SF)),
    "switch_cabinet": Entry(
        build=switch_cabinet, semantic="box", variants=3,
        solids=lambda v: box_solids([((0.0, 0.0, 0.59), (0.35, (0.8, 1.2, 0.6)[v], 1.18))],
                                    "box")),
    "traffic_cone": Entry(
        build=traffic_cone, semantic=_SF, lod_m=(20.0,),
        solids=lambda _: merge_solids([
            box_solids([((0.0, 0.0, 0.015), (0.4, 0.4, 0.03))], _SF),
            solids.cylinders([(0.0, 0.0, 0.2), (0.0, 0.0, 0.55)], radius=(0.115, 0.06),
                             height=(0.36, 0.38), semantic=_SF),
        ]),
    ),
    "road_barrier": Entry(
        build=road_barrier, semantic="fence", variants=2,
        solids=_barrier_solids),
    **shelters.ENTRIES,
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = makers(ENTRIES)
VARIANTS: Final[dict[str, int]] = variants(ENTRIES)
