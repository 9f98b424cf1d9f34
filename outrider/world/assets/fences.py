"""Fences, walls and gates by the segment; placed end to end they make one line."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets import pylons, runway
from outrider.world.assets.car_forms import skin
from outrider.world.assets.catalogue import (
    Bar,
    Entry,
    bar_solids,
    beams,
    blocks,
    both_faces,
    box_solids,
    makers,
    post_solids,
    rods,
    variants,
)
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]

PROXY_TOLERANCE_M: Final = 0.03
LOD_M: Final = (20.0, 60.0)
_WOODS: Final = ("planks_weathered", "planks_new", "paint_worn_white")
_FIELD_POSTS: Final = ("bark_dead", "planks_weathered", "rust")


def rail_fence(variant: int, level: int) -> Mesh:
    """3 m of three boards on two posts."""
    wood = _WOODS[variant]
    sway = Stream(variant, "assets", "rail_fence").uniform(0, 6, low=-0.025, high=0.025)
    rails = [((-1.5, 0.06, z + sway[k]), (1.5, 0.06, z + sway[k + 3]))
             for k, z in enumerate((0.4, 0.75, 1.1))]  # fmt: skip
    posts = [((x, 0.0, 0.0), (x, 0.0, 1.25)) for x in (-0.75, 0.75)]
    parts = [beams(rails, 0.03, 0.13, wood), beams(posts, 0.12, 0.1, wood)]
    if level == 0:
        tops = [_point((x, 0.0, 1.25), 0.1, 0.12, 0.05, wood) for x in (-0.75, 0.75)]
        nails = [((x, 0.08, z), (0.02, 0.012, 0.02)) for x in (-0.75, 0.75)
                 for z in (0.4, 0.75, 1.1)]  # fmt: skip
        parts += [*tops, blocks(nails, "metal_dark")]
    return merge(parts)


def _point(foot: tuple[float, float, float], x: float, y: float, z: float, name: str) -> Mesh:
    """A low pyramid."""
    low = [(foot[0] + a * 0.5 * x, foot[1] + b * 0.5 * y, foot[2])
           for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]  # fmt: skip
    top = [(foot[0], foot[1], foot[2] + z)] * 4
    return skin([low, top], (name,), crease_rad=0.1)


def wire_fence(variant: int, level: int) -> Mesh:
    """3 m of five wires on a post and two droppers."""
    name = _FIELD_POSTS[variant]
    lean = 0.04 * (variant == 0)
    sides = (7, 4, 3)[level]
    parts = [forms.tube([(0.0, 0.0, 0.0), (lean, 0.5 * lean, 1.3)], [0.055, 0.045],
                        material=name, sides=sides)]  # fmt: skip
    heights = (0.2, 0.42, 0.65, 0.88, 1.12) if level < 2 else (0.42, 1.12)
    wires = [((-1.5, 0.05, z), (1.5, 0.05, z)) for z in heights]
    parts.append(rods(wires, 0.003 + 0.001 * level, "galvanised", sides=3))
    if level == 0:
        droppers = [((x, 0.05, 0.15), (x, 0.05, 1.18)) for x in (-0.75, 0.75)]
        parts.append(beams(droppers, 0.02, 0.03, name))
        barbs = [((x, 0.035, 1.105), (x + 0.02, 0.065, 1.135)) for x in np.arange(-1.4, 1.5, 0.3)]
        parts.append(rods(barbs, 0.002, "galvanised", sides=3))
    return merge(parts)


def chain_link_fence(variant: int, level: int) -> Mesh:
    """3 m of wire mesh, 2 m high, with three barbed strands on an arm."""
    steel = ("galvanised", "paint_green")[variant]
    sides = (10, 5, 3)[level]
    parts = [rods([((0.0, 0.0, 0.0), (0.0, 0.0, 2.1))], 0.03, steel, sides=sides)]
    parts.append(beams([((0.0, 0.0, 2.08), (0.0, 0.3, 2.4))], 0.04, 0.03, steel))
    mesh = forms.quad([(-1.5, 0.02, 0.05), (1.5, 0.02, 0.05), (1.5, 0.02, 2.05),
                       (-1.5, 0.02, 2.05)], material="wire_mesh")  # fmt: skip
    parts.append(both_faces(mesh))
    rails = [((-1.5, 0.0, z), (1.5, 0.0, z)) for z in ((2.05, 0.08) if level == 0 else (2.05,))]
    parts.append(rods(rails, 0.02, steel, sides=max(3, sides - 4)))
    if level < 2:
        strands = [((-1.5, 0.1 * k, 2.06 + 0.107 * k), (1.5, 0.1 * k, 2.06 + 0.107 * k))
                   for k in (1, 2, 3)]  # fmt: skip
        parts.append(rods(strands, 0.003, "galvanised", sides=3))
    if level == 0:
        barbs = [((x + 0.1 * k, 0.1 * k, 2.035 + 0.107 * k), (x + 0.1 * k, 0.1 * k + 0.02,
                                                              2.085 + 0.107 * k))
                 for x in (-1.4, -0.7, 0.2, 0.9) for k in (1, 2, 3)]  # fmt: skip
        parts.append(rods(barbs, 0.0025, "galvanised", sides=3))
    return merge(parts)


def picket_fence(variant: int, level: int) -> Mesh:
    """2 m of pointed pales on two rails."""
    paint = ("paint_white", "planks_new", "paint_worn_white")[variant]
    count = (12, 12, 6)[level]
    step = 2.0 / count
    pales = []
    for k in range(count):
        x = -1.0 + (k + 0.5) * step
        half = 0.24 * step * (2.0 if level == 2 else 1.4)
        outline = [(x - half, 0.06), (x + half, 0.06), (x + half, 0.9), (x, 1.0), (x - half, 0.9)]
        pales.append(_slab(outline, -0.01, 0.012, paint) if level == 0 else
                     both_faces(_board(outline, 0.0, paint)))  # fmt: skip
    rails = [((-1.0, -0.03, z), (1.0, -0.03, z)) for z in (0.28, 0.74)]
    parts = [*pales]
    if level < 2:
        parts.append(beams(rails, 0.035, 0.07, paint))
    if level == 0:
        parts.append(beams([((x, -0.09, 0.0), (x, -0.09, 0.86)) for x in (-0.5, 0.5)], 0.09, 0.09,
                           paint))  # fmt: skip
    return merge(parts)


def _slab(outline: list[tuple[float, float]], y0: float, y1: float, name: str) -> Mesh:
    """An upright board of an outline in (x, z)."""
    return skin([[(x, y, z) for x, z in outline] for y in (y0, y1)], (name,), crease_rad=0.1)


def _board(outline: list[tuple[float, float]], y: float, name: str) -> Mesh:
    """The same without thickness."""
    return forms.fan([(x, y, z) for x, z in outline], (0.0, -1.0, 0.0), material=name)


def stone_wall(variant: int, level: int) -> Mesh:
    """2 m of a dry stone wall with upright coping stones."""
    rock = ("rock_limestone", "rock_granite", "rock_sandstone")[variant]
    if level == 2:
        return forms.box((2.0, 0.5, 1.0), material=rock, center=(0.0, 0.0, 0.5))
    chance = Stream(variant, "assets", "stone_wall")
    counts = (3, 3, 4, 4, 4) if level == 0 else (1, 1, 1, 1, 2)
    heights = (0.0, 0.24, 0.45, 0.64, 0.82, 1.0)
    spans = []
    for row, count in enumerate(counts):
        inner = np.arange(1, count) + chance.uniform(row, count - 1, low=-0.3, high=0.3)
        ends = 2.0 * np.concatenate([[0.0], inner / count, [1.0]]) - 1.0
        half = 0.28 - 0.06 * heights[row] if row < len(counts) - 1 else 0.23
        spans += [(a, b, half, heights[row], heights[row + 1])
                  for a, b in itertools.pairwise(ends)]  # fmt: skip
    rough = chance.uniform(np.arange(50, 50 + len(spans)), 24, low=-0.02, high=0.02)
    stones = [_stone(span, shake.reshape(8, 3) * (level == 0), rock)
              for span, shake in zip(spans, rough, strict=True)]  # fmt: skip
    core = forms.box((1.96, 0.4, 0.8), material="rock_grey", center=(0.0, 0.0, 0.4))
    return merge([core, *stones] if level == 0 else stones)


def _stone(span: tuple[float, float, float, float, float], shake: F64, name: str) -> Mesh:
    """A block of x from, x to, half depth, z from, z to, its corners shaken."""
    x0, x1, half, z0, z1 = span
    gap = 0.006
    ring = [(-half, z0 + gap), (half, z0 + gap), (half, z1 - gap), (-half, z1 - gap)]
    corners = np.array([[(x, y, z) for y, z in ring] for x in (x0 + gap, x1 - gap)])
    return skin(corners + shake.reshape(2, 4, 3) * (0.8, 1.0, 0.7), (name,), crease_rad=0.1)


def guard_rail(variant: int, level: int) -> Mesh:
    """4 m of a crash barrier: a waved beam on two posts."""
    steel = ("galvanised", "rust")[variant]
    wave = [(0.0, 0.44), (0.06, 0.48), (0.06, 0.54), (0.0, 0.595), (0.06, 0.65), (0.06, 0.71),
            (0.0, 0.75)]  # fmt: skip
    if level == 2:
        wave = [wave[0], wave[2], wave[4], wave[6]]
    back = [(y - 0.012, z) for y, z in wave[::-1]]
    rings = [[(x, 0.06 + y, z) for y, z in wave + back] for x in (2.0, -2.0)]
    parts = [skin(rings, (steel,), crease_rad=0.9)]
    posts = [((x, -0.02, 0.0), (x, -0.02, 0.74)) for x in (-1.0, 1.0)]
    parts.append(beams(posts, 0.1, 0.06, steel))
    if level < 2:
        parts.append(beams([((x, 0.0, 0.595), (x, 0.065, 0.595)) for x in (-1.0, 1.0)], 0.12, 0.2,
                           steel))  # fmt: skip
    if level == 0:
        lens = [((x, 0.075, 0.595), (0.06, 0.02, 0.05)) for x in (-1.0, 1.0)]
        parts.append(blocks(lens, "lamp_amber"))
        bolts = [((x + s, 0.125, z), (0.03, 0.02, 0.03)) for x in (-1.9, 1.9) for s in (-0.05, 0.05)
                 for z in (0.51, 0.68)]  # fmt: skip
        parts.append(blocks(bolts, "metal_dark"))
    return merge(parts)


def farm_gate(variant: int, level: int) -> Mesh:
    """A gate of five bars, 3.6 m, shut between two posts."""
    sides = (5, 4, 3)[level]
    steel = ("galvanised", "rust")[variant]
    heights = (0.22, 0.42, 0.64, 0.88, 1.15) if level < 2 else (0.22, 0.64, 1.15)
    bars: list[Bar] = [((-1.72, 0.0, z), (1.72, 0.0, z)) for z in heights]
    bars += [((x, 0.0, 0.22), (x, 0.0, 1.15)) for x in (-1.72, 1.72)]
    if level < 2:
        bars += [((-1.72, 0.02, 0.22), (0.0, 0.02, 1.15)), ((0.0, 0.0, 0.22), (0.0, 0.0, 1.15))]
    parts = [rods(bars, 0.021, steel, sides=sides)]
    parts += [forms.cylinder(0.1, 1.4, material="planks_weathered", sides=(10, 6, 4)[level],
                             center=(x, 0.0, 0.7)) for x in (-1.9, 1.9)]  # fmt: skip
    if level == 0:
        parts.append(blocks([((-1.78, 0.0, z), (0.1, 0.03, 0.05)) for z in (0.3, 1.05)]
                            + [((1.79, 0.0, 0.9), (0.14, 0.04, 0.03))], "metal_dark"))  # fmt: skip
    return merge(parts)


def _rail_solids(_: int) -> Solids:
    rails = [((0.0, 0.06, z), (3.0, 0.05, 0.16)) for z in (0.4, 0.75, 1.1)]
    posts = [((x, 0.0, 0.64), (0.1, 0.13, 1.28)) for x in (-0.75, 0.75)]
    return box_solids(rails + posts, "fence")


def _wire_solids(_: int) -> Solids:
    wires = [((0.0, 0.05, z), (3.0, 0.02, 0.02)) for z in (0.2, 0.42, 0.65, 0.88, 1.12)]
    wires += [((x, 0.05, 0.665), (0.03, 0.03, 1.03)) for x in (-0.75, 0.75)]
    return merge_solids([box_solids(wires, "fence"),
                         post_solids((0.02, 0.01, 0.0), 0.055, 1.3, "fence")])  # fmt: skip


def _chain_link_solids(_: int) -> Solids:
    sheet = box_solids([((0.0, 0.01, 1.06), (3.0, 0.04, 2.02))], "fence")
    strands = box_solids([((0.0, 0.1 * k, 2.06 + 0.107 * k), (3.0, 0.02, 0.02))
                          for k in (1, 2, 3)], "fence")  # fmt: skip
    return merge_solids([sheet, strands, post_solids((0.0, 0.0, 0.0), 0.03, 2.1, "fence")])


ENTRIES: Final[dict[str, Entry]] = {
    "rail_fence": Entry(build=rail_fence, semantic="fence", solids=_rail_solids, variants=3,
                        lod_m=LOD_M),
    "wire_fence": Entry(build=wire_fence, semantic="fence", solids=_wire_solids, variants=3,
                        lod_m=LOD_M),
    "chain_link_fence": Entry(build=chain_link_fence, semantic="fence",
                              solids=_chain_link_solids, variants=2, lod_m=LOD_M),
    "picket_fence": Entry(
        build=picket_fence, semantic="fence", variants=3, lod_m=LOD_M,
        solids=lambda _: box_solids([((0.0, -0.015, 0.515), (2.0, 0.07, 0.93))]
                                    + [((x, -0.09, 0.43), (0.09, 0.09, 0.86))
                                       for x in (-0.5, 0.5)], "fence"),
    ),
    "stone_wall": Entry(
        build=stone_wall, semantic="wall", variants=3, lod_m=LOD_M,
        solids=lambda _: box_solids([((0.0, 0.0, 0.25), (2.0, 0.54, 0.5)),
                                     ((0.0, 0.0, 0.75), (2.0, 0.47, 0.5))], "wall"),
    ),
    "guard_rail": Entry(
        build=guard_rail, semantic="fence", variants=2, lod_m=LOD_M,
        solids=lambda _: box_solids([((0.0, 0.085, 0.595), (4.0, 0.08, 0.31))]
                                    + [((x, 0.0, 0.37), (0.06, 0.12, 0.74))
                                       for x in (-1.0, 1.0)], "fence"),
    ),
    "farm_gate": Entry(
        build=farm_gate, semantic="fence", variants=2, lod_m=LOD_M,
        solids=lambda _: merge_solids([
            box_solids([((0.0, 0.0, z), (3.6, 0.05, 0.05))
                        for z in (0.22, 0.42, 0.64, 0.88, 1.15)], "fence"),
            box_solids([((0.0, 0.0, 0.69), (0.05, 0.05, 0.93)),
                        ((-1.72, 0.0, 0.69), (0.05, 0.05, 0.93)),
                        ((1.72, 0.0, 0.69), (0.05, 0.05, 0.93))], "fence"),
            bar_solids([((-1.72, 0.02, 0.22), (0.0, 0.02, 1.15))], 0.045, "fence"),
            post_solids([(-1.9, 0.0, 0.0), (1.9, 0.0, 0.0)], 0.1, 1.4, "fence"),
        ]),
    ),
    **pylons.ENTRIES,
    **runway.ENTRIES,
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = makers(ENTRIES)
VARIANTS: Final[dict[str, int]] = variants(ENTRIES)
