"""A farm tractor: a bonnet, a glazed cab and four wheels with lugs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets.car_forms import skin
from outrider.world.assets.catalogue import Bar, bar_solids, beams
from outrider.world.assets.wheels import both_sides, plain_wheel, wheel, wheel_card
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

LOD_M: Final = (30.0, 90.0)
PAINTS: Final = ("paint_red", "paint_green", "paint_blue")
REAR: Final = (-1.15, 0.86, 0.48, 0.7)
"""x, radius, width of a wheel, and y of its middle."""
FRONT: Final = (1.25, 0.6, 0.36, 0.72)


def _bonnet(paint: str, level: int) -> Mesh:
    """From the cab to the nose, which slopes."""
    rows: tuple[tuple[float, float, float, float], ...]
    rows = ((2.05, 0.3, 0.95, 1.42), (1.98, 0.36, 0.85, 1.52), (1.2, 0.4, 0.82, 1.62),
            (0.1, 0.43, 0.82, 1.7))  # fmt: skip
    if level == 2:
        rows = (rows[0], rows[-1])
    bevel = 0.0 if level == 2 else 0.1
    rings = [[(x, y, low), (x, y, top - bevel), (x, y - bevel, top), (x, bevel - y, top),
              (x, -y, top - bevel), (x, -y, low)] for x, y, low, top in rows]  # fmt: skip
    if level == 2:
        rings = [[ring[k] for k in (0, 2, 3, 5)] for ring in rings]
    return skin(rings, (paint, "plastic_black"), caps=(1, 0))


def _cab(paint: str, level: int) -> list[Mesh]:
    """Four posts, glass between them, a roof with lamps."""
    foot, head = ((0.05, 0.72), (-1.35, 0.72)), ((-0.1, 0.66), (-1.3, 0.66))
    low, high = (0.8 if level == 2 else 1.35), 2.62
    corners = [(foot[0], head[0]), (foot[1], head[1])]
    ring = [[(x, s * y, z) for x, y, s in ((p[0][0], p[0][1], 1), (p[1][0], p[1][1], 1),
                                           (p[1][0], p[1][1], -1), (p[0][0], p[0][1], -1))]
            for p, z in ((foot, low), (head, high))]  # fmt: skip
    parts = [skin(ring, ("glass_dark",), crease_rad=0.1)]
    roof = ((0.12, 0.78, 2.62), (0.1, 0.8, 2.7), (-0.05, 0.7, 2.78))
    rows = [[(x, y, z), (-1.42 - 0.3 * (x - 0.1), y, z), (-1.42 - 0.3 * (x - 0.1), -y, z),
             (x, -y, z)] for x, y, z in (roof if level < 2 else roof[::2])]  # fmt: skip
    parts.append(skin(rows, (paint,)))
    if level == 2:
        return parts
    for (fx, fy), (hx, hy) in corners:
        parts += [forms.beam((fx, s * fy, low - 0.1), (hx, s * hy, high), 0.07, 0.07,
                             material="plastic_black") for s in (1.0, -1.0)]  # fmt: skip
    parts += [forms.beam((-0.75, s * 0.725, low), (-0.72, s * 0.67, high), 0.06, 0.06,
                         material="plastic_black") for s in (1.0, -1.0)]  # fmt: skip
    parts.append(forms.box((1.4, 1.5, 0.62), material="plastic_black", center=(-0.65, 0.0, 1.06)))
    return parts


def _mudguard(paint: str, steps: int) -> Mesh:
    """An arched plate over a rear wheel, on the left."""
    return beams(_arch(steps, 0.62), 0.6, 0.05, paint)


def _arch(steps: int, y: float) -> list[Bar]:
    """Chords over a rear wheel."""
    x, radius, _, _ = REAR
    points = [(x + (radius + 0.1) * math.cos(t), y, radius + (radius + 0.1) * math.sin(t))
              for t in np.linspace(0.12 * math.pi, 0.95 * math.pi, steps + 1)]  # fmt: skip
    return list(itertools.pairwise(points))


def _lugs(radius: float, width: float, count: int) -> Mesh:
    """Slanting bars of rubber around a tyre, which faces left."""
    parts = []
    for k in range(count):
        angle, s = 2.0 * math.pi * k / count, 1.0 if k % 2 else -1.0
        way = np.array([math.cos(angle), 0.0, math.sin(angle)])
        ahead = np.array([-way[2], 0.0, way[0]])
        a = (radius - 0.02) * way + (0.0, 0.02 * s, 0.0) + 0.07 * radius * ahead
        b = (radius - 0.03) * way + (0.0, 0.47 * width * s, 0.0) - 0.07 * radius * ahead
        parts.append(forms.beam(a, b, 0.06 * radius, 0.06, material="rubber", up=way))
    return merge(parts)


def _wheels(paint: str, level: int) -> list[Mesh]:
    rim = "paint_white" if paint == "paint_red" else "paint_yellow"
    parts = []
    for (x, radius, width, y), lugs in ((REAR, 22), (FRONT, 18)):
        if level == 0:
            one = merge([wheel(radius - 0.03, width, bore=0.6, sides=18, spokes=0, rim=rim),
                         _lugs(radius - 0.02, width, lugs)])  # fmt: skip
        elif level == 1:
            one = plain_wheel(radius, width, rim=rim)
        else:
            one = wheel_card(radius, sides=5).moved((0.0, 0.5 * width, 0.0))
        parts.append(both_sides(one, x, y, radius))
    return parts


def build(paint: str, level: int) -> Mesh:
    """The tractor at a level of detail."""
    parts = [_bonnet(paint, level), *_cab(paint, level), *_wheels(paint, level)]
    if level == 2:
        return merge(parts)
    parts.append(forms.box((3.0, 0.5, 0.45), material="metal_dark", center=(0.3, 0.0, 0.75)))
    parts += [forms.rod((x, -0.75, r), (x, 0.75, r), 0.09, material="metal_dark")
              for x, r, _, _ in (REAR, FRONT)]  # fmt: skip
    guard = _mudguard(paint, 7 - 3 * level)
    parts += [guard, guard.moved((0.0, -1.24, 0.0))]
    parts += [forms.rod((0.85, 0.3, 1.6), (0.85, 0.3, 2.5), 0.05, material="metal_dark"),
              forms.box((0.4, 0.7, 0.35), material="metal_dark", center=(2.1, 0.0, 0.85))
    ]  # fmt: skip
    if level == 0:
        parts += _fittings()
    return merge(parts)


def _fittings() -> list[Mesh]:
    """Lamps, steps, the links at the rear, the beacon, mirrors."""
    parts = [forms.box((0.05, 0.16, 0.1), material="lamp_white", center=(2.02, s * 0.18, 1.3))
             for s in (1.0, -1.0)]  # fmt: skip
    parts += [forms.box((0.06, 0.16, 0.1), material="lamp_white", center=(0.1, s * 0.5, 2.6))
              for s in (1.0, -1.0)]  # fmt: skip
    parts += [forms.box((0.04, 0.12, 0.1), material="lamp_red", center=(-1.45, s * 0.62, 2.6))
              for s in (1.0, -1.0)]  # fmt: skip
    parts += [forms.box((0.3, 0.3, 0.03), material="metal_dark", center=(-0.05, s * 0.72, z))
              for s in (1.0, -1.0) for z in (0.5, 0.8)]  # fmt: skip
    parts += [forms.beam((-1.3, s * 0.3, 0.7), (-2.1, s * 0.42, 0.55), 0.08, 0.1,
                         material="metal_dark") for s in (1.0, -1.0)]  # fmt: skip
    parts.append(forms.rod((-1.3, 0.0, 1.1), (-2.05, 0.0, 0.95), 0.05, material="metal_dark"))
    parts.append(forms.cylinder(0.07, 0.12, material="lamp_amber", sides=8,
                                center=(-1.2, 0.5, 2.83)))  # fmt: skip
    for s in (1.0, -1.0):
        parts.append(forms.beam((0.0, s * 0.66, 2.2), (0.1, s * 0.95, 2.2), 0.03, 0.03,
                                material="plastic_black"))  # fmt: skip
        parts.append(forms.box((0.04, 0.18, 0.3), material="plastic_black",
                               center=(0.1, s * 0.98, 2.15)))  # fmt: skip
    return parts


def proxies() -> Solids:
    """Boxes for bonnet, cab and roof, cylinders for the wheels."""
    center = [(1.05, 0.0, 1.2), (-0.65, 0.0, 1.68), (-0.65, 0.0, 2.66), (0.3, 0.0, 0.75)]
    size = [(1.95, 0.8, 0.78), (1.45, 1.46, 1.86), (1.55, 1.58, 0.18), (3.0, 0.52, 0.45)]
    center.append((2.1, 0.0, 0.85))
    size.append((0.4, 0.7, 0.35))
    guards = [(a, b) for s in (1.0, -1.0) for a, b in _arch(4, s * 0.62)]
    links: list[Bar] = [((-1.3, s * 0.3, 0.7), (-2.1, s * 0.42, 0.55)) for s in (1.0, -1.0)]
    links.append(((-1.3, 0.0, 1.1), (-2.05, 0.0, 0.95)))
    parts = [solids.boxes(center, size=size, semantic="truck"),
             bar_solids(guards, (0.6, 0.07), "truck"), bar_solids(links, 0.1, "truck"),
             solids.cylinders((0.85, 0.3, 2.05), radius=0.05, height=0.9,
                              semantic="truck")]  # fmt: skip
    for x, radius, width, y in (REAR, FRONT):
        parts.append(solids.cylinders([(x, y, radius), (x, -y, radius)], radius=radius,
                                      height=width, roll=0.5 * math.pi,
                                      semantic="truck"))  # fmt: skip
    return solids.merge(parts)


def tractor(variant: int) -> Archetype:
    """A farm tractor of 4.2 m."""
    paint = PAINTS[variant % len(PAINTS)]
    lods = tuple(build(paint, level) for level in range(3))
    return Archetype(name=f"tractor_{variant}", semantic="truck", lods=lods, lod_m=LOD_M,
                     proxies=proxies())  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {"tractor": tractor}
VARIANTS: Final[dict[str, int]] = {"tractor": len(PAINTS)}
