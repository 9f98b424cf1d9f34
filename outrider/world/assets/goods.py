"""Goods and packaging: containers, pallets, barrels, crates, drums of cable and bags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.pieces import COARSE, FAR, FINE, MIDDLE, NEAR, Frame, Levels
from outrider.world.mesh import Mesh, make

F64 = NDArray[np.float64]

GOODS_TOLERANCE_M: Final = 0.07
"""How far solids and meshes of goods differ: the waves of a sheet, the gaps of a pallet."""

_CONTAINERS: Final = (
    "paint_worn_red", "paint_worn_blue", "paint_worn_green", "paint_orange", "paint_grey",
)  # fmt: skip
_WIDTH_M: Final = 2.44
_HEIGHT_M: Final = 2.59


def _container(maker: str, length: float, variant: int) -> Archetype:
    """A freight container: corrugated sides, posts, castings, and doors with rods in front."""
    levels, paint = Levels("container"), _CONTAINERS[variant % len(_CONTAINERS)]
    x, y, z = 0.5 * length, 0.5 * _WIDTH_M, _HEIGHT_M
    levels.boxes(paint, (-x, -y, 0.0), (x, y, z), at=COARSE)
    levels.boxes(paint, (0.04 - x, 0.04 - y, 0.0), (x, y - 0.04, z), at=MIDDLE)
    levels.fill((-x, -y, 0.0), (x, y, z))
    levels.boxes(paint, (0.05 - x, 0.05 - y, 0.12), (x - 0.06, y - 0.05, z - 0.03), at=FINE)
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            post = np.sort([[sx * x, sy * y, 0.0], [sx * (x - 0.14), sy * (y - 0.12), z]], axis=0)
            levels.boxes(paint, post[0], post[1], at=NEAR, faces="bflrT")
            for low in (0.0, z - 0.12):
                cast = np.sort([[sx * (x + 0.004), sy * (y + 0.004), low],
                                [sx * (x - 0.18), sy * (y - 0.16), low + 0.12]],
                               axis=0)  # fmt: skip
                levels.boxes("metal_dark", cast[0], cast[1], at=FINE)
    for low, high in ((0.0, 0.16), (z - 0.08, z - 0.01)):
        for sign in (-1.0, 1.0):
            rail = np.sort([[sign * y, low], [sign * (y - 0.08), high]], axis=0)
            levels.boxes(paint, (-x + 0.1, *rail[0]), (x - 0.1, *rail[1]), at=FINE)
            beam = np.sort([[sign * x, low], [sign * (x - 0.1), high]], axis=0)
            levels.boxes(paint, (beam[0, 0], -y + 0.1, beam[0, 1]),
                         (beam[1, 0], y - 0.1, beam[1, 1]), at=FINE)  # fmt: skip
    for quarter, span, out in ((1, x - 0.14, y), (3, x - 0.14, y), (2, y - 0.12, x)):
        side = Frame(quarter=quarter).moved(out, 0.0)
        levels.quads(paint, _corrugation(span, 0.16, z - 0.08, wave=0.28), frame=side)
        levels.quads(paint, _corrugation(span, 0.0, z, wave=0.56), frame=side, at=MIDDLE)
    _container_doors(levels, x, y, z, paint)
    return levels.archetype(f"{maker}_{variant}")


def _corrugation(half: float, low: float, high: float, *, wave: float) -> F64:
    """Quads of a trapezoid sheet from -half to half; x leaves the wall."""
    count = round(2.0 * half / wave)
    step = 2.0 * half / count
    shape = np.array([(0.0, -0.04), (0.2, -0.04), (0.42, -0.005), (0.78, -0.005)])
    along = (-half + step * (np.arange(count)[:, None] + shape[:, 0])).ravel()
    out = np.tile(shape[:, 1], count)
    along, out = np.append(along, half), np.append(out, -0.04)
    lower = np.column_stack([out, along, np.full(len(out), low)])
    upper = np.add(lower, (0.0, 0.0, high - low))
    return np.stack([lower[:-1], lower[1:], upper[1:], upper[:-1]], axis=1)


def _container_doors(levels: Levels, x: float, y: float, z: float, paint: str) -> None:
    for sign in (-1.0, 1.0):
        edge = np.sort([sign * 0.01, sign * (y - 0.12)])
        levels.boxes(paint, (x - 0.07, edge[0], 0.16), (x - 0.035, edge[1], z - 0.09), at=FINE)
        levels.rings("rubber", (x - 0.05, edge[0], 0.16), (x - 0.03, edge[1], z - 0.09), 0.025)
        for low in (0.35, 0.95, 1.55, 2.1):
            levels.boxes(paint, (x - 0.04, edge[0] + 0.1, low), (x - 0.028, edge[1] - 0.1,
                         low + 0.22), at=FINE, faces="flrBT")  # fmt: skip
        for place in (0.26, 0.78):
            rod = forms.rod((x - 0.015, sign * place, 0.1), (x - 0.015, sign * place, z - 0.05),
                            0.017, material="galvanised")  # fmt: skip
            levels.add(rod)
            for up in (0.22, 1.25, z - 0.2):
                levels.boxes("galvanised", (x - 0.035, sign * place - 0.05, up), (x + 0.004,
                             sign * place + 0.05, up + 0.06), at=FINE)  # fmt: skip
        levels.boxes("galvanised", (x - 0.02, sign * 0.5 - 0.24, 1.1), (x, sign * 0.5 + 0.24,
                     1.135), at=FINE)  # fmt: skip
    levels.boxes("paint_white", (x - 0.034, 0.35, 2.05), (x - 0.026, 0.75, 2.35), at=FINE)
    levels.boxes("paint_white", (x, 0.35, 2.05), (x + 0.01, 0.75, 2.35), at=MIDDLE, faces="f")


def container_20(variant: int) -> Archetype:
    """A container of twenty feet."""
    return _container("container_20", 6.06, variant)


def container_40(variant: int) -> Archetype:
    """A container of forty feet."""
    return _container("container_40", 12.19, variant)


def _pallet(levels: Levels, base: float) -> None:
    """A pallet of 1.2 m by 0.8 m."""
    blocks = np.array([(x, y, base + 0.022) for x in (-0.5275, 0.0, 0.5275)
                       for y in (-0.35, 0.0, 0.35)])  # fmt: skip
    half = np.array([0.0725, 0.05, 0.0])
    levels.boxes("wood_pine", blocks - half, blocks + half + (0, 0, 0.078), at=FINE, faces="bflr")
    y = np.array([-0.35, 0.0, 0.35])
    runners = np.column_stack([np.full(3, -0.6), y - 0.05, np.full(3, base)])
    levels.boxes("wood_pine", runners, np.add(runners, (1.2, 0.1, 0.022)), at=FINE)
    x = np.array([-0.5275, 0.0, 0.5275])
    stringers = np.column_stack([x - 0.0725, np.full(3, -0.4), np.full(3, base + 0.1)])
    levels.boxes("wood_pine", stringers, np.add(stringers, (0.145, 0.8, 0.022)), at=FINE)
    deck = np.array([-0.4, -0.1775, 0.0, 0.1775, 0.4])
    wide = np.array([0.145, 0.1, 0.145, 0.1, 0.145])
    left = np.clip(deck - 0.5 * wide, -0.4, 0.4 - wide)
    boards = np.column_stack([np.full(5, -0.6), left, np.full(5, base + 0.122)])
    ends = boards + np.column_stack([np.full(5, 1.2), wide, np.full(5, 0.022)])
    levels.boxes("wood_pine", boards, ends, at=FINE)
    levels.boxes("wood_pine", (-0.6, -0.4, base), (0.6, 0.4, base + 0.144), at=MIDDLE)


def pallet_stack(variant: int) -> Archetype:
    """Empty pallets, or one that carries boxes or drums."""
    levels = Levels("box")
    if variant % 3 == 0:
        for k in range(7):
            _pallet(levels, 0.146 * k)
        levels.boxes("wood_pine", (-0.6, -0.4, 0.0), (0.6, 0.4, 1.02), at=COARSE, solid=True)
        return levels.archetype(f"pallet_stack_{variant}")
    _pallet(levels, 0.0)
    levels.boxes("wood_pine", (-0.6, -0.4, 0.0), (0.6, 0.4, 0.144), at=COARSE, solid=True)
    if variant % 3 == 1:
        _cartons(levels, Stream(variant, "assets", "pallet_stack").uniform(0, 32))
    else:
        for x in (-0.3, 0.3):
            _drum(levels, "plastic_blue", radius=0.285, height=0.92, at=(x, 0.0, 0.144))
    return levels.archetype(f"pallet_stack_{variant}")


def _cartons(levels: Levels, chance: F64) -> None:
    """Three layers of cartons, the last one not full, each with a strip of tape."""
    cell = np.array([(i, j, k) for k in range(3) for i in range(3) for j in range(2)])
    cell = cell[: 18 - 1 - int(2 * chance[31])]
    size = np.array([0.385, 0.385, 0.36])
    low = np.array([-0.6, -0.4, 0.144]) + cell * (0.4, 0.4, 0.362)
    low[:, :2] += 0.015 * chance[: len(cell), None]
    levels.boxes("cardboard", low, low + size, at=NEAR)
    for layers in (low[:12], low[12:]):
        levels.boxes("cardboard", layers.min(axis=0), layers.max(axis=0) + size, at=COARSE)
    tape = np.add(low, (0.0, 0.17, 0.0))
    levels.boxes(
        "paint_beige", tape - (0.002, 0, -0.2), np.add(tape, (0.387, 0.05, 0.362)), at=FINE
    )
    levels.fill(low, low + size)


def _drum(
    levels: Levels, material: str, *, radius: float, height: float,
    at: tuple[float, float, float],
) -> None:  # fmt: skip
    """A drum with two hoops and a sunk lid with two bungs."""
    r, h, bead = radius - 0.008, height, 0.008
    outline = [(0.0, 0.0), (r, 0.0), (r + bead, 0.012), (r, 0.03)]
    for up in (0.34, 0.66):
        outline += [(r, up * h - 0.03), (r + bead, up * h), (r, up * h + 0.03)]
    outline += [(r, h - 0.03), (r + bead, h - 0.012), (r, h), (r - 0.02, h), (r - 0.025, h - 0.02),
                (0.0, h - 0.02)]  # fmt: skip
    levels.add(forms.lathe(outline, material=material, sides=24, smooth=False).moved(at))
    for x, size in ((0.55, 0.035), (-0.55, 0.02)):
        bung = forms.cylinder(size, 0.02, material="metal_dark", sides=10)
        levels.add(bung.moved((at[0] + x * r, at[1], at[2] + h - 0.012)))
    for level, sides in ((1, 12), (2, 6)):
        plain = forms.cylinder(radius, h, material=material, sides=sides)
        levels.add(plain.moved((at[0], at[1], at[2] + 0.5 * h)), at=(level,))
    levels.fill_round((at[0], at[1], at[2] + 0.5 * h), radius=radius, height=h)


def barrel(variant: int) -> Archetype:
    """A steel or plastic drum of 200 litres."""
    paint = ("paint_blue", "rust", "paint_yellow", "plastic_black")[variant % 4]
    levels = Levels("tank")
    _drum(levels, paint, radius=0.292, height=0.88, at=(0.0, 0.0, 0.0))
    return levels.archetype(f"barrel_{variant}")


def crate(variant: int) -> Archetype:
    """A crate of boards in a frame with braces."""
    levels = Levels("box")
    length, width, height = ((1.2, 0.9, 0.9), (0.7, 0.6, 0.55), (1.6, 1.1, 1.2))[variant % 3]
    wood = ("wood_pine", "planks_weathered", "planks_new")[variant % 3]
    x, y = 0.5 * length, 0.5 * width
    foot, edge = 0.08, 0.025
    levels.boxes(wood, (edge - x, edge - y, foot), (x - edge, y - edge, height - edge), at=FINE)
    for quarter in range(4):
        out, half = (x, y) if quarter % 2 == 0 else (y, x)
        face = Frame(quarter=quarter).moved(out, 0.0)
        levels.rings(wood, (-edge, -half, foot), (0.0, half, height), 0.09, frame=face,
                     inset=False)  # fmt: skip
        brace = forms.beam((-0.5 * edge, 0.06 - half, foot + 0.06),
                           (-0.5 * edge, half - 0.06, height - 0.06), 0.09, edge - 0.006,
                           up=(1, 0, 0), material=wood)  # fmt: skip
        levels.add(brace, frame=face)
        seams = np.arange(foot + 0.21, height - 0.12, 0.12)
        low = np.column_stack([np.full(len(seams), -edge), np.full(len(seams), 0.09 - half), seams])
        levels.boxes("wood_dark", low, np.add(low, (0.002, 2.0 * half - 0.18, 0.008)), frame=face,
                     at=FINE, faces="f")  # fmt: skip
    boards = np.linspace(-y, y, 7)
    lid = np.column_stack([np.full(6, -x), boards[:-1] + 0.004, np.full(6, height - edge)])
    levels.boxes(wood, lid, np.add(lid, (length, boards[1] - boards[0] - 0.008, edge)),
                 at=FINE)  # fmt: skip
    runner = np.array([(-x, s * (y - 0.06) - 0.05, 0.0) for s in (-1, 0, 1)])
    levels.boxes(wood, runner, np.add(runner, (length, 0.1, foot)), at=NEAR)
    levels.boxes(wood, (-x, -y, foot), (x, y, height), at=MIDDLE)
    levels.boxes(wood, (-x, -y, 0.0), (x, y, height), at=COARSE)
    levels.fill((-x, -y, 0.0), (x, y, height))
    return levels.archetype(f"crate_{variant}")


def spool(variant: int) -> Archetype:
    """A drum of cable that stands on its two flanges."""
    levels = Levels("prop")
    radius, width = ((0.8, 0.75), (0.5, 0.5))[variant % 2]
    cable = ("rubber", "plastic_grey")[variant % 2]
    turn = (0.70710678, 0.0, 0.0, 0.70710678)
    core = 0.62 * radius
    for level, sides in enumerate((28, 16, 8)):
        parts = [forms.cylinder(radius, 0.06, material="planks_weathered", sides=sides)
                 .moved((0, 0, s * 0.5 * (width - 0.06))) for s in (-1.0, 1.0)]  # fmt: skip
        parts.append(_winding(core, width - 0.12, cable, sides) if level == 0 else
                     forms.cylinder(core, width - 0.12, material=cable, sides=sides))  # fmt: skip
        if level == 0:
            parts += [forms.cylinder(0.07, width + 0.02, material="metal_dark", sides=10)]
            parts += [forms.cylinder(0.02, width + 0.02, material="metal_dark", sides=6)
                      .moved((0.6 * core * c, 0.6 * core * s, 0))
                      for c, s in forms.ring_of(6, 1.0)]  # fmt: skip
        for part in parts:
            levels.add(part.turned(turn).moved((0.0, 0.0, radius)), at=(level,))
    for side in (-1.0, 1.0):
        levels.fill_round((0.0, side * 0.5 * (width - 0.06), radius), radius=radius, height=0.06,
                          roll=0.5 * np.pi)  # fmt: skip
    levels.fill_round((0.0, 0.0, radius), radius=core + 0.02, height=width - 0.12,
                      roll=0.5 * np.pi)  # fmt: skip
    return levels.archetype(f"spool_{variant}")


def _winding(core: float, width: float, material: str, sides: int) -> Mesh:
    count = round(width / 0.05)
    step = width / count
    outline = [(0.0, -0.5 * width), (core, -0.5 * width)]
    for k in range(count):
        start = -0.5 * width + k * step
        outline += [(core + 0.02, start + 0.5 * step), (core, start + step)]
    return forms.lathe([*outline, (0.0, 0.5 * width)], material=material, sides=sides)


def cement_bags(variant: int) -> Archetype:
    """Bags of cement in crossed layers on a pallet."""
    levels, paper = Levels("box"), ("paper", "cardboard")[variant % 2]
    chance = Stream(variant, "assets", "cement_bags").uniform(0, 64)
    _pallet(levels, 0.0)
    layers, thick = (6, 4)[variant % 2], 0.125
    bag = _bag((0.56, 0.37, thick + 0.01), paper)
    number = 0
    for layer in range(layers):
        for x in (-0.3, 0.3):
            for y in (-0.19, 0.19):
                if layer == layers - 1 and number % 4 == 3:
                    continue
                shift = 0.02 * (chance[number] - 0.5)
                placed = bag.headed(shift * 2.0 + (np.pi if layer % 2 else 0.0))
                low = 0.146 + thick * layer
                levels.add(placed.moved((x + shift, y - shift, low)))
                number += 1
    top = 0.146 + thick * layers
    last = top - thick
    for first, end in (((-0.58, -0.375, 0.146), (0.58, 0.375, last)),
                       ((-0.58, -0.375, last), (0.58, 0.0, top)),
                       ((-0.58, 0.0, last), (-0.02, 0.375, top))):  # fmt: skip
        levels.boxes(paper, first, end, at=FAR)
        levels.fill(first, end)
    levels.boxes("wood_pine", (-0.6, -0.4, 0.0), (0.6, 0.4, 0.144), at=COARSE, solid=True)
    return levels.archetype(f"cement_bags_{variant}")


def _bag(size: tuple[float, float, float], material: str) -> Mesh:
    """A filled bag: four rounded outlines one above the other, smooth."""
    length, width, height = size
    rings = []
    for inset, up in ((0.05, 0.0), (0.0, 0.3), (0.0, 0.7), (0.05, 1.0)):
        flat = forms.rounded_rectangle((length - inset, width - inset), 0.09, steps=2)
        rings.append(np.column_stack([flat, np.full(len(flat), up * height)]))
    points, count = np.concatenate(rings), len(rings[0])
    index = np.arange(count)
    following = np.roll(index, -1)
    sides = [np.column_stack([a + index, a + following, a + count + following, a + count + index])
             for a in (0, count, 2 * count)]  # fmt: skip
    quads = np.concatenate(sides)
    lid = np.column_stack([np.zeros(count - 2, int), index[1:-1], index[2:]])
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]], lid[:, ::-1],
                                3 * count + lid])  # fmt: skip
    return make(points, triangles, material_name=material, smooth=True)


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "container_20": container_20, "container_40": container_40, "pallet_stack": pallet_stack,
    "barrel": barrel, "crate": crate, "spool": spool, "cement_bags": cement_bags,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {
    "container_20": 4, "container_40": 4, "pallet_stack": 3, "barrel": 4, "crate": 3, "spool": 2,
    "cement_bags": 2,
}  # fmt: skip
