"""A parked light aircraft: a high-winged single with struts and a nose wheel."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets.car_forms import laid_on, skin
from outrider.world.assets.catalogue import Bar, bar_solids
from outrider.world.assets.lettering import text
from outrider.world.assets.wheels import both_sides, plain_wheel, wheel
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]

LOD_M: Final = (40.0, 130.0)
TRIMS: Final = ("paint_red", "paint_blue", "paint_green")
MARKS: Final = ("F-CPLU", "F-BEAR", "F-HOLT")
# Fuselage from the nose back: x, half width, lower and upper edge, and how square it is.
FUSELAGE: Final = (
    (2.45, 0.26, 0.98, 1.46, 2.6), (2.35, 0.38, 0.86, 1.55, 2.8), (1.7, 0.46, 0.74, 1.63, 3.2),
    (1.15, 0.5, 0.68, 1.68, 3.6), (0.55, 0.53, 0.66, 2.16, 4.2), (0.1, 0.54, 0.65, 2.24, 4.4),
    (-0.85, 0.52, 0.68, 2.22, 4.0), (-1.55, 0.42, 0.8, 1.92, 3.4), (-2.6, 0.28, 1.0, 1.68, 3.0),
    (-4.0, 0.15, 1.22, 1.56, 2.6), (-5.1, 0.06, 1.38, 1.54, 2.2),
)  # fmt: skip
WING_Z: Final = 2.27
SPAN: Final = 11.0


def _fuselage(sides: int, trim: str, rows: tuple[int, ...]) -> Mesh:
    angle = 2.0 * math.pi * (np.arange(sides) + 0.5) / sides
    c, s = np.cos(angle), np.sin(angle)
    rings = []
    for k in rows:
        x, half, low, top, square = FUSELAGE[k]
        y = half * np.sign(c) * np.abs(c) ** (2.0 / square)
        z = 0.5 * (low + top) + 0.5 * (top - low) * np.sign(s) * np.abs(s) ** (2.0 / square)
        rings.append(np.column_stack([np.full(sides, x), y, z]))
    grid = np.array(rings)
    middle = 0.5 * (grid[:-1, :, 2] + grid[1:, :, 2])
    keel, height = (np.array([[FUSELAGE[k][2], FUSELAGE[k][3] - FUSELAGE[k][2]] for k in rows[:-1]])
                    .T[:, :, None])  # fmt: skip
    stripe = (middle > keel + 0.3 * height) & (middle < keel + 0.52 * height)
    return skin(grid, ("paint_white", trim), stripe.astype(int), caps=(1, 0))


def _windows(hull: Mesh) -> list[Mesh]:
    parts = []
    for side in ("left", "right"):
        for a, b, c, d in ((0.92, 0.62, 0.1, 0.1), (0.02, 0.02, -0.75, -0.75),
                           (-0.83, -0.83, -1.45, -1.2)):  # fmt: skip
            low, top = 1.56 + 0.02, 2.02 if a > -0.8 else 1.9
            panel = [(a, low), (c, low), (d, top), (b, top)]
            parts.append(laid_on(hull, panel, side=side, name="glass_dark", steps=(4, 3),
                                 off_m=0.012))  # fmt: skip
    screen = [(-0.43, 1.7), (0.43, 1.7), (0.4, 2.1), (-0.4, 2.1)]
    parts.append(laid_on(hull, screen, side="front", name="glass_dark", steps=(6, 3), off_m=0.015))
    intake = [[(s * 0.08, 1.2), (s * 0.28, 1.2), (s * 0.28, 1.32), (s * 0.08, 1.32)]
              for s in (1.0, -1.0)]  # fmt: skip
    parts += [laid_on(hull, patch, side="front", name="plastic_black") for patch in intake]
    return parts


def _section(chord: float, thick: float, points: int) -> F64:
    """(n, 2) outline of an aerofoil from its trailing edge over the top and back, (x, z)."""
    share = 0.5 * (1.0 - np.cos(np.linspace(0.0, math.pi, points // 2 + 1)))
    half = thick * (1.48 * np.sqrt(share) - 0.63 * share - 1.76 * share**2 + 1.42 * share**3
                    - 0.51 * share**4)  # fmt: skip
    over = np.column_stack([-share * chord, half * 1.25])[::-1]
    under = np.column_stack([-share * chord, -half * 0.75])[1:-1]
    return np.concatenate([over, under])


def _blade(sections: F64, points: int, name: str, tip: str) -> Mesh:
    """A wing of sections: rows of leading edge x, y, z, chord, thickness share; its tips apart."""
    rings = []
    for x, y, z, chord, thick in sections:
        outline = _section(chord, thick * chord, points)
        rings.append(np.column_stack([x + outline[:, 0], np.full(len(outline), y),
                                      z + outline[:, 1]]))  # fmt: skip
    grid = np.array(rings)
    patch = np.zeros((len(grid) - 1, 1), int)
    if len(grid) > 5:
        patch[[0, -1]] = 1
    return skin(grid, (name, tip), patch, caps=(1, 1))


def _wings(points: int, trim: str, *, tips: bool) -> list[Mesh]:
    half, rise = 0.5 * SPAN, 0.14
    rows = [(0.75, 0.0, WING_Z, 1.62, 0.12), (0.75, 0.5 * half, WING_Z + 0.5 * rise, 1.62, 0.12),
            (0.66, half, WING_Z + rise, 1.13, 0.11)]  # fmt: skip
    if tips:
        rows.insert(2, (0.68, half - 0.35, WING_Z + 0.93 * rise, 1.19, 0.11))
    right = np.array(rows[:0:-1]) * (1.0, -1.0, 1.0, 1.0, 1.0)
    tail = [(-4.15, y, 1.5, 0.85 if y == 0.0 else 0.6, 0.09) for y in (-1.72, 0.0, 1.72)]
    fin = [(-3.95, 0.0, 0.0, 1.2, 0.1), (-4.6, 1.15, 0.0, 0.72, 0.1)]
    upright = _blade(np.array(fin), points, trim, trim)
    stand = upright.turned(rotation.from_euler_zyx(0.0, 0.0, 0.5 * math.pi))
    return [_blade(np.concatenate([right, np.array(rows)]), points, "paint_white", trim),
            _blade(np.array(tail), points, "paint_white", trim),
            stand.moved((0.0, 0.0, 1.52))]  # fmt: skip


def _undercarriage(level: int) -> list[Mesh]:
    one = (wheel(0.2, 0.15, bore=0.5, sides=12, spokes=0) if level == 0
           else plain_wheel(0.2, 0.15, sides=6, bore=0.5))  # fmt: skip
    parts = [both_sides(one, -0.45, 1.23, 0.2), both_sides(one, 1.65, 0.0, 0.2)]
    parts += [forms.beam((-0.45, s * 0.4, 0.82), (-0.45, s * 1.16, 0.22), 0.16, 0.035,
                         material="paint_white") for s in (1.0, -1.0)]  # fmt: skip
    parts.append(forms.rod((1.62, 0.0, 0.85), (1.62, 0.0, 0.4), 0.035, material="aluminium"))
    parts += [forms.beam((1.64, s * 0.1, 0.42), (1.65, s * 0.1, 0.18), 0.03, 0.05,
                         material="aluminium") for s in (1.0, -1.0)]  # fmt: skip
    parts += [forms.beam((0.25, s * 0.5, 0.85), (0.3, s * 2.7, WING_Z), 0.1, 0.035,
                         material="paint_white") for s in (1.0, -1.0)]  # fmt: skip
    return parts


def _propeller(level: int) -> list[Mesh]:
    cone = forms.lathe([(0.15, 0.0), (0.13, 0.1), (0.07, 0.22), (0.0, 0.27)],
                       material="aluminium", sides=10 if level == 0 else 5)  # fmt: skip
    cone = cone.turned(rotation.from_euler_zyx(0.0, 0.5 * math.pi, 0.0))
    blades = [forms.beam((2.52, 0.0, 1.22), (2.52, s * 0.88, 1.22 + s * 0.25), 0.12, 0.03,
                         material="plastic_black", up=(1.0, 0.0, 0.35 * s))
              for s in (1.0, -1.0)]  # fmt: skip
    return [cone.moved((2.44, 0.0, 1.22)), *blades]


def build(variant: int, level: int) -> Mesh:
    """The aircraft at a level of detail."""
    trim = TRIMS[variant % len(TRIMS)]
    if level == 2:
        return _far(trim)
    rows = tuple(range(len(FUSELAGE))) if level == 0 else (0, 2, 3, 4, 6, 7, 10)
    hull = _fuselage(24 if level == 0 else 10, trim, rows)
    parts = [hull, *_wings(14 if level == 0 else 6, trim, tips=level == 0)]
    parts += _undercarriage(level) + _propeller(level) + _windows(hull)
    if level == 0:
        for turn, y in ((0.5, 0.36), (-0.5, -0.36)):
            mark = text(MARKS[variant % len(MARKS)], height=0.2, material="paint_black")
            mark = mark.headed(turn * math.pi - math.copysign(0.126, y))
            parts.append(mark.moved((-2.15, 1.06 * y, 1.38)))
        parts.append(forms.ball(0.05, material="lamp_red", rings=4, sides=6,
                                center=(-4.95, 0.0, 2.68)))  # fmt: skip
    return merge(parts)


def _far(trim: str) -> Mesh:
    """A hull, a wing, two boards for the tail."""
    half = 0.5 * SPAN
    wing = [(0.66, -half, WING_Z + 0.14, 1.13, 0.11), (0.75, 0.0, WING_Z, 1.62, 0.12),
            (0.66, half, WING_Z + 0.14, 1.13, 0.11)]  # fmt: skip
    legs = [forms.quad([(-0.5, s, 0.0), (-0.4, s, 0.0), (-0.4, 0.4 * s, 0.8), (-0.5, 0.4 * s, 0.8)],
                       material="rubber") for s in (1.23, -1.23)]  # fmt: skip
    return merge([
        _fuselage(4, trim, (0, 4, 10)), _blade(np.array(wing), 4, "paint_white", trim), *legs,
        forms.box((0.75, 3.44, 0.06), material="paint_white", center=(-4.5, 0.0, 1.5)),
        forms.beam((-4.45, 0.0, 1.5), (-4.95, 0.0, 2.67), 0.05, 0.85, material=trim,
                   up=(1.0, 0.0, 0.4)),
    ])  # fmt: skip


def proxies() -> Solids:
    """Fuselage, wing, tail and legs as boxes."""
    rows = [((1.8, 0.0, 1.19), (1.35, 0.86, 0.84), 0.0), ((0.05, 0.0, 1.43), (2.1, 1.02, 1.5), 0.0),
            ((-2.0, 0.0, 1.36), (2.2, 0.62, 0.82), -0.03), ((-4.1, 0.0, 1.42), (2.1, 0.26, 0.3),
                                                           -0.05),
            ((-4.5, 0.0, 1.5), (0.8, 3.4, 0.1), 0.0), ((-4.85, 0.0, 2.15), (0.8, 0.08, 1.2),
                                                       0.0)]  # fmt: skip
    center, size, pitch = (np.array([row[k] for row in rows]) for k in range(3))
    parts = [solids.boxes(center, size=size, pitch=pitch, semantic="aircraft")]
    y = 0.25 * SPAN
    parts.append(solids.boxes([(0.0, y, WING_Z + 0.09), (0.0, -y, WING_Z + 0.09)],
                              size=(1.45, 2.0 * y, 0.2), roll=(0.026, -0.026),
                              semantic="aircraft"))  # fmt: skip
    struts: list[Bar] = [((0.25, s * 0.5, 0.85), (0.3, s * 2.7, WING_Z)) for s in (1.0, -1.0)]
    struts += [((-0.45, s * 0.4, 0.82), (-0.45, s * 1.16, 0.22)) for s in (1.0, -1.0)]
    parts.append(bar_solids(struts, 0.08, "aircraft"))
    parts.append(
        bar_solids(
            [((1.62, 0.0, 0.85), (1.62, 0.0, 0.35)), ((2.52, -0.88, 0.97), (2.52, 0.88, 1.47))],
            0.07,
            "aircraft",
        )
    )
    legs = [(-0.45, 1.23, 0.2), (-0.45, -1.23, 0.2), (1.65, 0.0, 0.2)]
    parts.append(solids.cylinders(legs, radius=0.2, height=0.15, roll=0.5 * math.pi,
                                  semantic="aircraft"))  # fmt: skip
    return solids.merge(parts)


def light_aircraft(variant: int) -> Archetype:
    """A four-seat single, 11 m of span."""
    lods = tuple(build(variant, level) for level in range(3))
    return Archetype(name=f"light_aircraft_{variant}", semantic="aircraft", lods=lods,
                     lod_m=LOD_M, proxies=proxies())  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {"light_aircraft": light_aircraft}
VARIANTS: Final[dict[str, int]] = {"light_aircraft": len(TRIMS)}
