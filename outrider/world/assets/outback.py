"""What is left on dry land: a wind pump, tanks, drums, tyres, a trailer, a fence that fell."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world import forms, solids
from outrider.world.assets.catalogue import (
    Bar,
    Entry,
    bar_solids,
    beams,
    blocks,
    both_faces,
    box_solids,
    post_solids,
    rods,
    turned,
)
from outrider.world.assets.wheels import plain_wheel, tyre, wheel
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

HUB_Z: Final = 9.2
TOWER_X: Final = -1.4
TANK: Final = (2.0, 1.45, 1.9)
"""x, radius and height of the pump's tank."""
_LYING: Final = rotation.from_euler_zyx(0.0, 0.0, 0.5 * math.pi)


def _half(z: float) -> float:
    """Half the width of the pump's tower."""
    return 1.0 + (0.14 - 1.0) * z / 8.8


def _corner(k: int, z: float) -> tuple[float, float, float]:
    x, y = ((1, 1), (-1, 1), (-1, -1), (1, -1))[k % 4]
    return TOWER_X + x * _half(z), y * _half(z), z


def _tower(level: int) -> list[Mesh]:
    legs: list[Bar] = [(_corner(k, 0.0), _corner(k, 8.8)) for k in range(4)]
    if level == 2:
        return [rods(legs, 0.07, "rust", sides=3, caps=False)]
    cuts = np.linspace(0.0, 8.0, (6, 3)[level])
    braces: list[Bar] = []
    for n, (low, high) in enumerate(itertools.pairwise(cuts)):
        for k in range(4):
            braces.append((_corner(k, high), _corner(k + 1, high)))
            braces.append((_corner(k + (n % 2), low), _corner(k + 1 - (n % 2), high)))
            if level == 0:
                braces.append((_corner(k + 1 - (n % 2), low), _corner(k + (n % 2), high)))
    parts = [beams(legs, 0.07, 0.07, "galvanised"),
             rods(braces, 0.018, "rust", sides=3, caps=False)]  # fmt: skip
    if level == 0:
        parts.append(forms.box((0.9, 0.9, 0.05), material="planks_weathered",
                               center=(TOWER_X, 0.0, 7.9)))  # fmt: skip
        parts.append(rods([((TOWER_X, 0.0, 0.3), (TOWER_X, 0.0, 8.8))], 0.02, "rust", sides=4))
        rungs: list[Bar] = [((TOWER_X - _half(z), -0.18, z), (TOWER_X - _half(z), 0.18, z))
                            for z in np.arange(0.4, 7.8, 0.45)]  # fmt: skip
        parts.append(rods(rungs, 0.012, "rust", sides=3, caps=False))
    return parts


def _rotor(count: int, gap: int) -> Mesh:
    """The wheel of blades, 2.6 m across, facing ahead; blade ``gap`` is lost."""
    parts = []
    for k in range(count):
        if k == gap:
            continue
        angle = 2.0 * math.pi * k / count
        out = np.array([0.0, math.cos(angle), math.sin(angle)])
        side = np.array([0.0, -math.sin(angle), math.cos(angle)])
        inner, outer = 0.18 * 6.28 / count * 1.6, 0.39 * 6.28 / count * 1.9
        twist = np.array([0.12, 0.0, 0.0])
        corners = [0.5 * out - inner * side - twist, 1.3 * out - outer * side - twist,
                   1.3 * out + outer * side + twist, 0.5 * out + inner * side + twist]  # fmt: skip
        parts.append(both_faces(forms.quad(corners, material="corrugated_grey")))
    return merge(parts)


def windmill_pump(_: int, level: int) -> Mesh:
    """A wind pump of 10.5 m beside its tank."""
    parts = _tower(level)
    x, radius, height = TANK
    sides = (28, 12, 7)[level]
    parts.append(forms.cylinder(radius, height, material="corrugated_rust", sides=sides,
                                center=(x, 0.0, 0.5 * height)))  # fmt: skip
    hub = (TOWER_X + 0.55, 0.0, HUB_Z)
    parts.append(_rotor((18, 9, 6)[level], (4, -1, -1)[level]).moved(hub))
    vane = [(TOWER_X - 1.0, 0.0, HUB_Z - 0.25), (TOWER_X - 1.9, 0.0, HUB_Z - 0.5),
            (TOWER_X - 2.1, 0.0, HUB_Z + 0.5), (TOWER_X - 1.0, 0.0, HUB_Z + 0.25)]  # fmt: skip
    parts.append(both_faces(forms.quad(vane, material="paint_worn_red")))
    if level == 2:
        return merge(parts)
    parts.append(forms.box((0.6, 0.3, 0.4), material="rust", center=(TOWER_X + 0.1, 0.0, HUB_Z)))
    parts.append(rods([((TOWER_X - 1.9, 0.0, HUB_Z), (TOWER_X + 0.6, 0.0, HUB_Z))], 0.03, "rust",
                      sides=5))  # fmt: skip
    if level == 0:
        ring = [(hub[0], hub[1] + a, hub[2] + b) for a, b in forms.ring_of(18, 0.95)]
        inner = [(hub[0], hub[1] + a, hub[2] + b) for a, b in forms.ring_of(18, 0.55)]
        loops: list[Bar] = [(a, b) for loop in (ring, inner)
                            for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]  # fmt: skip
        loops += [(hub, inner[k]) for k in range(0, 18, 3)]
        parts.append(rods(loops, 0.012, "rust", sides=3, caps=False))
        rims = [(radius + 0.01, z) for z in (0.02, 0.95, height - 0.03)]
        parts += [forms.cylinder(r, 0.06, material="rust", sides=28, center=(x, 0.0, z))
                  for r, z in rims]  # fmt: skip
        pipe: list[Bar] = [((TOWER_X, 0.0, 0.3), (TOWER_X, 0.0, 2.05)),
                           ((TOWER_X, 0.0, 2.05), (0.75, 0.0, 2.05)),
                           ((0.75, 0.0, 2.07), (0.75, 0.0, 1.7))]  # fmt: skip
        parts.append(rods(pipe, 0.03, "galvanised", sides=5))
        water = forms.cylinder(radius - 0.06, 0.01, material="water", sides=16,
                               center=(x, 0.0, height + 0.004))  # fmt: skip
        parts.append(water)
    return merge(parts)


_BRACES: Final[list[Bar]] = [
    *[((s * 1.05, -1.05, 0.3), (s * 0.9, 0.9, 2.0)) for s in (1.0, -1.0)],
    *[((-1.05, s * 1.05, 0.3), (0.9, s * 0.9, 2.0)) for s in (1.0, -1.0)],
]  # fmt: skip


def water_tank(_: int, level: int) -> Mesh:
    """A rusty tank of 2.2 m on a stand of timber, 5.2 m in all."""
    sides = (24, 12, 6)[level]
    tank = [(0.0, 2.35), (1.1, 2.35), (1.1, 4.5)]
    roof = [(1.17, 4.5), (1.15, 4.56), (0.15, 5.0), (0.0, 5.02)]
    parts = [forms.lathe(tank, material="corrugated_rust", sides=sides, smooth=False),
             forms.lathe([(0.0, 4.5), *roof], material="rust", sides=sides)]  # fmt: skip
    feet = [(x, y) for x in (-0.95, 0.95) for y in (-0.95, 0.95)]
    legs: list[Bar] = [((1.15 * x, 1.15 * y, 0.0), (0.9 * x, 0.9 * y, 2.35 if level == 2 else 2.2))
                       for x, y in feet]  # fmt: skip
    parts.append(beams(legs, 0.14, 0.14, "planks_weathered"))
    if level == 2:
        return merge(parts)
    decks = [((0.0, y, 2.24), (2.4, 0.16, 0.09)) for y in (-0.85, 0.0, 0.85)]
    decks += [((x, 0.0, 2.315), (0.26, 2.4, 0.05)) for x in np.linspace(-1.05, 1.05, 7 - 4 * level)]
    parts.append(blocks(decks, "planks_weathered"))
    parts.append(beams(_BRACES, 0.06, 0.04, "planks_weathered"))
    if level == 0:
        hoops = [forms.cylinder(1.115, 0.05, material="rust", sides=24, center=(0.0, 0.0, z))
                 for z in (2.7, 3.4, 4.1)]  # fmt: skip
        pipe: list[Bar] = [((1.1, 0.0, 2.5), (1.22, 0.0, 2.5)), ((1.22, 0.0, 2.52),
                                                                 (1.22, 0.0, 0.4))]  # fmt: skip
        parts += [*hoops, rods(pipe, 0.035, "galvanised", sides=6)]
        rungs: list[Bar] = [((-1.22, -0.2, z), (-1.22, 0.2, z)) for z in np.arange(0.3, 4.6, 0.35)]
        rails: list[Bar] = [((-1.22, y, 0.0), (-1.22, y, 4.6)) for y in (-0.2, 0.2)]
        parts.append(rods(rungs + rails, 0.016, "rust", sides=3, caps=False))
    return merge(parts)


def oil_drum(variant: int, level: int) -> Mesh:
    """A drum of 200 litres, the fourth on its side."""
    name = ("rust", "paint_worn_blue", "paint_worn_yellow", "paint_worn_red")[variant]
    profile = [(0.0, 0.03), (0.275, 0.03), (0.275, 0.0), (0.29, 0.0), (0.285, 0.03), (0.285, 0.27),
               (0.298, 0.29), (0.285, 0.31), (0.285, 0.57), (0.298, 0.59), (0.285, 0.61),
               (0.285, 0.85), (0.29, 0.88), (0.275, 0.88), (0.275, 0.855), (0.0, 0.855)
    ]  # fmt: skip
    if level:
        profile = [(0.0, 0.0), (0.29, 0.0), (0.29, 0.88), (0.0, 0.88)]
    drum = forms.lathe(profile, material=name, sides=(20, 10, 7)[level], smooth=level == 0)
    if level == 0:
        bung = forms.cylinder(0.035, 0.02, material="metal_grey", sides=8, center=(0.18, 0, 0.86))
        drum = merge([drum, bung])
    if variant == 3:
        return drum.turned(_LYING).moved((0.0, 0.44, 0.29))
    return drum


def tyre_pile(variant: int, level: int) -> Mesh:
    """A stack of tyres and some that lean on it."""
    sides = (18, 9, 5)[level]
    chance = Stream(variant, "assets", "tyre_pile").uniform(0, 20, low=-0.05, high=0.05)
    flat = tyre(0.32, 0.2, bore=0.6, sides=sides).turned(_LYING)
    if level == 2:
        flat = forms.cylinder(0.31, 0.2, material="rubber", sides=sides)
    count = (5, 4)[variant]
    if level == 2:
        parts = [forms.cylinder(0.31, 0.2 * count, material="rubber", sides=sides,
                                center=(0.0, 0.0, 0.1 * count))]  # fmt: skip
    else:
        parts = [flat.moved((chance[2 * k], chance[2 * k + 1], 0.1 + 0.2 * k))
                 for k in range(count)]  # fmt: skip
    if variant == 1:
        parts += [flat.moved((0.66 + chance[10 + k], chance[14 + k], 0.1 + 0.2 * k))
                  for k in range(1 if level == 2 else 2)]  # fmt: skip
    for angle, lean in ((0.4, 0.3), (2.6, 0.25), (4.2, 0.35))[: 2 if variant else 3]:
        upright = tyre(0.32, 0.2, bore=0.6, sides=sides).headed(-0.5 * math.pi)
        if level == 2:
            upright = flat.turned(rotation.from_euler_zyx(0.0, 0.5 * math.pi, 0.0))
        tilted = upright.turned(rotation.from_euler_zyx(0.0, -lean, 0.0)).moved((0.52, 0.0, 0.33))
        parts.append(tilted.headed(angle + (2.0 if variant else 0.0)))
    return merge(parts)


def broken_trailer(_: int, level: int) -> Mesh:
    """A farm trailer of 3.4 m with one wheel, its boards broken; it rests on a corner."""
    boards = 7 if level == 0 else 1
    chance = Stream(0, "assets", "broken_trailer").uniform(0, 2 * boards)
    parts = []
    for k in range(boards):
        wide = 1.6 / boards
        lost = 0.9 * chance[k] if k in (2, 3, 6) else 0.05 * chance[k]
        parts.append(forms.box((2.4 - lost, wide - 0.012, 0.04), material="planks_weathered",
                               center=(-0.5 * lost, -0.8 + (k + 0.5) * wide, 0.72)))  # fmt: skip
    frame = [((0.0, s * 0.7, 0.64), (2.4, 0.07, 0.12)) for s in (1.0, -1.0)]
    if level < 2:
        frame += [((x, 0.0, 0.64), (0.07, 1.4, 0.1)) for x in (-1.15, 0.0, 1.15)]
    parts.append(blocks(frame, "rust"))
    draw: list[Bar] = [((1.1, s * 0.55, 0.62), (2.2, 0.0, 0.55)) for s in (1.0, -1.0)]
    parts.append(beams(draw, 0.07, 0.09, "rust"))
    sides = [((-0.35, 0.79, 0.92), (1.7, 0.03, 0.16)), ((0.1, 0.79, 1.1), (1.2, 0.03, 0.14)),
             ((1.19, 0.0, 0.95), (0.03, 1.6, 0.2))]  # fmt: skip
    sides += [((x, s * 0.77, 0.9), (0.06, 0.05, 0.5)) for x in (-1.1, 0.1, 1.15)
              for s in (1.0, -1.0)] if level < 2 else []  # fmt: skip
    parts.append(blocks(sides, "planks_weathered"))
    if level < 2:
        parts.append(rods([((-0.1, -0.95, 0.36), (-0.1, 0.95, 0.36))], 0.035, "rust", sides=6))
        parts.append(blocks([((-0.1, s * 0.6, 0.48), (0.5, 0.05, 0.24)) for s in (1, -1)], "rust"))
    one = (wheel(0.36, 0.19, sides=16, spokes=0, rim="rust", well="rust") if level == 0
           else plain_wheel(0.36, 0.19, rim="rust", sides=(8, 5)[level - 1]))  # fmt: skip
    parts.append(one.moved((-0.1, 0.98, 0.36)))
    tilt = rotation.from_euler_zyx(0.0, 0.07, 0.19)
    lying = merge(parts).moved((0.0, -0.98, 0.0)).turned(tilt).moved((0.0, 0.98, -0.01))
    loose = forms.box((1.1, 0.2, 0.03), material="planks_weathered", center=(-1.5, -1.0, 0.02))
    return merge([lying, loose.headed(0.5)])


# Posts: foot x, top (x, y, z); rails: two ends.
_FALLEN_POSTS: Final[list[Bar]] = [((-1.5, 0.0, -0.1), (-1.58, 0.35, 1.05)),
                        ((0.05, 0.0, -0.1), (0.35, 0.8, 0.72)),
                        ((1.5, 0.1, 0.06), (1.75, 1.28, 0.07))]  # fmt: skip
_FALLEN_RAILS: Final[list[Bar]] = [((-1.75, 0.33, 0.95), (0.4, 0.72, 0.6)),
                        ((-1.7, 0.17, 0.45), (0.2, 0.5, 0.4)),
                        ((0.3, 0.8, 0.62), (1.85, 1.12, 0.12)), ((0.2, 0.45, 0.36),
                                                                (1.9, 0.55, 0.05)),
                        ((-0.9, -0.5, 0.04), (0.8, -0.25, 0.05))]  # fmt: skip
_PIECES: Final = [((-0.3, 0.9, 0.02), (0.5, 0.1, 0.03)), ((1.1, -0.3, 0.02), (0.34, 0.12, 0.03))]


def fallen_fence(_: int, level: int) -> Mesh:
    """3 m of a fence of boards that has fallen over."""
    rails = _FALLEN_RAILS if level < 2 else [_FALLEN_RAILS[k] for k in (0, 2, 4)]
    parts = [beams(_FALLEN_POSTS, 0.11, 0.1, "planks_weathered"),
             beams(rails, 0.035, 0.12, "planks_weathered")]  # fmt: skip
    if level == 0:
        wires: list[Bar] = [((-1.6, 0.3, 0.75), (-0.6, 0.35, 0.35)), ((-0.6, 0.35, 0.35),
                                                                      (0.3, 0.6, 0.6)),
                            ((0.3, 0.6, 0.6), (1.0, 0.75, 0.08))]  # fmt: skip
        parts.append(rods(wires, 0.004, "rust", sides=3))
        parts.append(blocks(_PIECES, "planks_weathered"))
    return merge(parts)


def _pump_solids(_: int) -> Solids:
    x, radius, height = TANK
    legs = bar_solids([(_corner(k, 0.0), _corner(k, 8.8)) for k in range(4)], 0.08, "pole")
    return merge_solids([
        legs,
        solids.cylinders((x, 0.0, 0.5 * height), radius=radius, height=height, semantic="tank"),
        solids.cylinders((TOWER_X + 0.55, 0.0, HUB_Z), radius=1.3, height=0.24,
                         pitch=0.5 * math.pi, semantic="wreck"),
        box_solids([((TOWER_X + 0.1, 0.0, HUB_Z), (0.6, 0.3, 0.4)),
                    ((TOWER_X, 0.0, 7.9), (0.9, 0.9, 0.06)),
                    ((TOWER_X - 1.5, 0.0, HUB_Z), (1.0, 0.05, 0.75))], "wreck"),
        post_solids((TOWER_X, 0.0, 0.3), 0.03, 8.4, "pole"),
        bar_solids([((TOWER_X, 0.0, 2.05), (0.75, 0.0, 2.05))], 0.06, "pole"),
    ])  # fmt: skip


def _tank_solids(_: int) -> Solids:
    legs: list[Bar] = [((1.09 * x, 1.09 * y, 0.0), (0.855 * x, 0.855 * y, 2.2))
                       for x in (-1.0, 1.0) for y in (-1.0, 1.0)]  # fmt: skip
    return merge_solids([
        bar_solids(legs, 0.15, "tank"),
        bar_solids(_BRACES, 0.06, "tank"),
        post_solids((1.22, 0.0, 0.4), 0.04, 2.1, "tank"),
        box_solids([((-1.22, 0.0, 2.3), (0.04, 0.43, 4.6))], "tank"),
        solids.cylinders([(0.0, 0.0, 3.45), (0.0, 0.0, 4.65)], radius=(1.11, 0.8),
                         height=(2.2, 0.3), semantic="tank"),
        box_solids([((0.0, 0.0, 2.27), (2.4, 2.4, 0.14))], "tank"),
    ])  # fmt: skip


def _drum_solids(variant: int) -> Solids:
    if variant == 3:
        return solids.cylinders((0.0, 0.0, 0.29), radius=0.29, height=0.88, roll=0.5 * math.pi,
                                semantic="tank")  # fmt: skip
    return post_solids((0.0, 0.0, 0.0), 0.29, 0.88, "tank")


def _pile_solids(variant: int) -> Solids:
    parts = [post_solids((0.0, 0.0, 0.0), 0.33, (1.0, 0.8)[variant], "obstacle")]
    if variant:
        parts.append(post_solids((0.66, 0.0, 0.0), 0.33, 0.4, "obstacle"))
    for angle, lean in ((0.4, 0.3), (2.6, 0.25), (4.2, 0.35))[: 2 if variant else 3]:
        turn = angle + (2.0 if variant else 0.0)
        parts.append(solids.cylinders(
            (0.52 * math.cos(turn), 0.52 * math.sin(turn), 0.33), radius=0.32, height=0.2,
            heading=turn, pitch=0.5 * math.pi - lean, semantic="obstacle"))  # fmt: skip
    return merge_solids(parts)


def _trailer_solids(_: int) -> Solids:
    rows = [((0.0, 0.0, 0.67), (2.4, 1.6, 0.14)), ((-0.35, 0.79, 0.92), (1.7, 0.05, 0.18)),
            ((0.1, 0.79, 1.1), (1.2, 0.05, 0.16)), ((1.18, 0.0, 0.95), (0.06, 1.6, 0.22))
    ]  # fmt: skip
    rows += [((x, s * 0.77, 0.92), (0.07, 0.06, 0.46)) for x in (-1.1, 0.1, 1.15)
             for s in (1.0, -1.0)]  # fmt: skip
    draw: list[Bar] = [((1.1, s * 0.55, 0.62), (2.2, 0.0, 0.55)) for s in (1.0, -1.0)]
    axle: list[Bar] = [((-0.1, -0.95, 0.36), (-0.1, 0.95, 0.36))]
    wheel_ = solids.cylinders((-0.1, 0.98, 0.36), radius=0.36, height=0.19, roll=0.5 * math.pi,
                              semantic="wreck")  # fmt: skip
    whole = merge_solids([box_solids(rows, "wreck"), bar_solids(draw, 0.1, "wreck"),
                          bar_solids(axle, 0.07, "wreck"), wheel_])  # fmt: skip
    level = turned(whole, rotation.from_euler_zyx(0.0, 0.0, 0.0), by=(0.0, -0.98, 0.0))
    lying = turned(level, rotation.from_euler_zyx(0.0, 0.07, 0.19), by=(0.0, 0.98, -0.01))
    loose = box_solids([((-1.5, -1.0, 0.02), (1.1, 0.2, 0.03))], "wreck")
    return merge_solids([lying, turned(loose, rotation.from_heading(0.5))])


ENTRIES: Final[dict[str, Entry]] = {
    "windmill_pump": Entry(
        build=windmill_pump, semantic="wreck", solids=_pump_solids, lod_m=(50.0, 150.0),
        classes={"corrugated_rust": "tank", "water": "water"}),
    "water_tank": Entry(build=water_tank, semantic="tank", solids=_tank_solids,
                        lod_m=(40.0, 120.0)),
    "oil_drum": Entry(build=oil_drum, semantic="tank", solids=_drum_solids, variants=4,
                      lod_m=(20.0, 60.0)),
    "tyre_pile": Entry(build=tyre_pile, semantic="obstacle", solids=_pile_solids, variants=2),
    "broken_trailer": Entry(build=broken_trailer, semantic="wreck", solids=_trailer_solids),
    "fallen_fence": Entry(
        build=fallen_fence, semantic="fence",
        solids=lambda _: merge_solids([bar_solids(_FALLEN_POSTS, 0.1, "fence"),
                                       bar_solids(_FALLEN_RAILS, 0.1, "fence"),
                                       box_solids(_PIECES, "fence")])),
}  # fmt: skip
