"""What carries power lines: a lattice pylon and wooden poles; and bales of hay in the fields."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np

from outrider.core import rotation
from outrider.world import forms, solids
from outrider.world.assets.catalogue import Bar, Entry, bar_solids, beams, box_solids, rods
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

# Half the width of the pylon's mast at heights.
_MAST: Final = ((0.0, 2.2), (4.5, 1.72), (8.5, 1.3), (12.0, 0.93), (15.0, 0.62), (18.5, 0.5),
                (22.0, 0.4), (25.0, 0.06))  # fmt: skip
_ARMS: Final = ((15.3, 4.2), (18.8, 3.4), (22.2, 2.6))
"""Height and reach of the arms to either side."""
_CORNERS: Final = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))


def _half(z: float) -> float:
    heights, widths = zip(*_MAST, strict=True)
    return float(np.interp(z, heights, widths))


def _corner(k: int, z: float) -> tuple[float, float, float]:
    x, y = _CORNERS[k % 4]
    return x * _half(z), y * _half(z), z


def _lattice(level: int) -> list[Bar]:
    """Crossed bars on the four faces of the mast."""
    cuts = [z for z, _ in _MAST][: -1 if level == 0 else None]
    bars: list[Bar] = []
    for n, (low, high) in enumerate(itertools.pairwise(cuts)):
        for k in range(4):
            if level == 0 or (n + k) % 2:
                bars.append((_corner(k, low), _corner(k + 1, high)))
            if level == 0:
                bars.append((_corner(k + 1, low), _corner(k, high)))
    return bars


def _arms(level: int) -> list[Bar]:
    bars: list[Bar] = []
    for z, reach in _ARMS:
        for s in (1.0, -1.0):
            tip = (0.0, s * reach, z)
            for x in (1.0, -1.0):
                h = _half(z)
                bars.append(((x * h, s * h, z), tip))
                if level == 0:
                    bars.append(((x * _half(z + 1.1), s * _half(z + 1.1), z + 1.1), tip))
    return bars


def power_pylon(_: int, level: int) -> Mesh:
    """25 m of steel lattice with three pairs of arms, lines running along x."""
    if level == 2:
        legs = [(_corner(k, 0.0), _corner(k, 15.0)) for k in range(4)]
        arms: list[Bar] = [((0.0, -reach, z), (0.0, reach, z)) for z, reach in _ARMS]
        return merge([
            rods(legs, 0.16, "galvanised", sides=3, caps=False),
            rods([((0.0, 0.0, 15.0), (0.0, 0.0, 25.0))], 0.35, "galvanised", sides=4, caps=False),
            rods(arms, 0.14, "galvanised", sides=3, caps=False),
        ])  # fmt: skip
    cuts = [z for z, _ in _MAST]
    turns = (0.0, 15.0, 25.0) if level else (0.0, 15.0, 22.0, 25.0)
    legs = [(_corner(k, a), _corner(k, b)) for k in range(4)
            for a, b in itertools.pairwise(turns)]  # fmt: skip
    parts = [beams(legs, 0.14, 0.14, "galvanised")]
    parts.append(rods(_lattice(level), 0.045, "galvanised", sides=3, caps=False))
    parts.append(rods(_arms(level), 0.05, "galvanised", sides=3, caps=False))
    if level == 0:
        rings = [(_corner(k, z), _corner(k + 1, z)) for z in cuts[3:6] for k in range(4)]
        parts.append(rods(rings, 0.04, "galvanised", sides=3, caps=False))
        parts += [_insulator(5).scaled((2.0, 2.0, 2.6)).moved((0.0, s * reach, z - 1.3))
                  for z, reach in _ARMS for s in (1.0, -1.0)]  # fmt: skip
        parts += [forms.box((0.7, 0.7, 0.3), material="concrete",
                            center=(*_corner(k, 0.0)[:2], 0.1))
                  for k in range(4)]  # fmt: skip
    return merge(parts)


def _insulator(sides: int) -> Mesh:
    """0.5 m of porcelain discs."""
    profile = [(0.0, 0.0), (0.07, 0.06), (0.03, 0.16), (0.07, 0.3), (0.0, 0.5)]
    return forms.lathe(profile, material="wood_dark", sides=sides)


def power_pole(variant: int, level: int) -> Mesh:
    """A wooden pole of 9 m with a cross-arm, the second with a transformer; lines along x."""
    sides = (12, 6, 4)[level]
    parts = [forms.tube([(0.0, 0.0, 0.0), (0.0, 0.0, 9.0)], [0.15, 0.1],
                        material="planks_weathered", sides=sides)]  # fmt: skip
    parts.append(forms.box((0.1, 2.2, 0.12), material="planks_weathered", center=(0.1, 0.0, 8.5)))
    if level < 2:
        pins = [(0.1, y, 8.56) for y in (-1.0, -0.55, 0.55, 1.0)]
        pin = forms.lathe([(0.02, 0.0), (0.02, 0.08), (0.05, 0.1), (0.05, 0.17), (0.0, 0.22)],
                          material="plastic_white", sides=8 if level == 0 else 4)  # fmt: skip
        parts += [pin.moved(at) for at in pins]
        parts.append(beams([((0.1, s * 0.75, 8.47), (0.05, s * 0.08, 7.9)) for s in (1.0, -1.0)],
                           0.04, 0.02, "galvanised"))  # fmt: skip
    if variant == 1:
        parts.append(forms.cylinder(0.24, 0.85, material="plastic_grey", sides=sides,
                                    center=(-0.42, 0.0, 7.2)))  # fmt: skip
        if level < 2:
            parts.append(forms.box((0.3, 0.1, 0.5), material="galvanised",
                                   center=(-0.2, 0.0, 7.2)))  # fmt: skip
    if level == 0:
        steps = [((0.0, -0.1 * s, z), (0.0, -0.27 * s, z))
                 for z, s in zip(np.arange(2.6, 7.0, 0.5), (1, -1) * 5, strict=False)]  # fmt: skip
        parts.append(rods(steps, 0.012, "galvanised", sides=4))
        parts.append(forms.box((0.02, 0.16, 0.22), material="paint_yellow", center=(0.15, 0, 2.0)))
    return merge(parts)


def round_bale(_: int, level: int) -> Mesh:
    """A bale 1.25 m across and 1.2 m long, its axis along y."""
    sides = (28, 12, 7)[level]
    profile = [(0.0, -0.58), (0.5, -0.6), (0.6, -0.57), (0.625, -0.5), (0.625, 0.5), (0.6, 0.57),
               (0.5, 0.6), (0.0, 0.58)]  # fmt: skip
    if level:
        profile = [profile[k] for k in ((0, 2, 5, 7) if level == 2 else (0, 2, 3, 4, 5, 7))]
    side = rotation.from_euler_zyx(0.0, 0.0, -0.5 * math.pi)
    bale = forms.lathe(profile, material="straw", sides=sides, smooth=level == 0)
    return bale.turned(side).moved((0.0, 0.0, 0.62))


def square_bale(_: int, level: int) -> Mesh:
    """A bale of 0.9 m by 0.45 m by 0.36 m with two strings."""
    parts = [forms.box((0.9, 0.45, 0.36), material="straw", center=(0.0, 0.0, 0.18))]
    if level == 0:
        outline = forms.rounded_rectangle((0.45, 0.36), 0.03, steps=2)
        parts = [forms.prism(outline, 0.9, material="straw").turned(
            rotation.from_euler_zyx(0.5 * math.pi, 0.0, 0.5 * math.pi)
        ).moved((-0.45, 0.0, 0.18))]  # fmt: skip
        for y in (-0.11, 0.11):
            loop = [(-0.452, y, 0.0), (-0.452, y, 0.362), (0.452, y, 0.362), (0.452, y, 0.0)]
            parts.append(beams(list(itertools.pairwise(loop)), 0.008, 0.008, "rope"))
    return merge(parts)


def _pylon_solids(_: int) -> Solids:
    """Legs, the upper mast, the arms, the insulators; the lattice is open."""
    legs: list[Bar] = [(_corner(k, 0.0), _corner(k, 12.0)) for k in range(4)]
    masts = [((0.0, 0.0, 0.5 * (a + b)), (*(2.0 * _half(0.5 * (a + b)),) * 2, b - a))
             for a, b in ((12.0, 13.5), (13.5, 15.0), (15.0, 18.5), (18.5, 22.0),
                          (22.0, 23.5), (23.5, 25.0))]  # fmt: skip
    arms = [((0.0, 0.0, z + 0.25), (0.3, 2.0 * reach, 0.5)) for z, reach in _ARMS]
    hanging = [(0.0, s * reach, z - 0.65) for z, reach in _ARMS for s in (1.0, -1.0)]
    return merge_solids([
        bar_solids(legs, 0.16, "pole"), box_solids(masts + arms, "pole"),
        solids.cylinders(hanging, radius=0.12, height=1.3, semantic="pole"),
    ])  # fmt: skip


def _pole_solids(variant: int) -> Solids:
    pole = solids.cylinders([(0.0, 0.0, 2.25), (0.0, 0.0, 6.75)], radius=(0.138, 0.112),
                            height=4.5, semantic="pole")  # fmt: skip
    pins = [(0.1, y, 8.67) for y in (-1.0, -0.55, 0.55, 1.0)]
    braces: list[Bar] = [((0.1, s * 0.75, 8.47), (0.05, s * 0.08, 7.9)) for s in (1.0, -1.0)]
    parts = [pole, box_solids([((0.1, 0.0, 8.5), (0.1, 2.2, 0.12))], "pole"),
             solids.cylinders(pins, radius=0.045, height=0.22, semantic="pole"),
             bar_solids(braces, 0.04, "pole")]  # fmt: skip
    if variant == 1:
        parts.append(solids.cylinders((-0.42, 0.0, 7.2), radius=0.24, height=0.85,
                                      semantic="pole"))  # fmt: skip
    return merge_solids(parts)


ENTRIES: Final[dict[str, Entry]] = {
    "power_pylon": Entry(build=power_pylon, semantic="pole", solids=_pylon_solids,
                         lod_m=(80.0, 300.0)),
    "power_pole": Entry(build=power_pole, semantic="pole", solids=_pole_solids, variants=2,
                        lod_m=(35.0, 120.0)),
    "round_bale": Entry(
        build=round_bale, semantic="obstacle", lod_m=(30.0, 90.0),
        solids=lambda _: solids.cylinders((0.0, 0.0, 0.62), radius=0.62, height=1.19,
                                          semantic="obstacle", roll=0.5 * math.pi),
    ),
    "square_bale": Entry(
        build=square_bale, semantic="obstacle", lod_m=(20.0,),
        solids=lambda _: box_solids([((0.0, 0.0, 0.18), (0.9, 0.45, 0.36))], "obstacle"),
    ),
}  # fmt: skip
