"""Traffic signs, traffic lights, a parking meter, a lamp: what stands on a pole by the road."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from outrider.core import rotation
from outrider.world import forms, solids
from outrider.world.assets.catalogue import (
    Entry,
    bar_solids,
    blocks,
    box_solids,
    post_solids,
    rods,
)
from outrider.world.assets.lettering import line, text
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

Outline = Sequence[tuple[float, float]]
PLATE_M: Final = 0.02
POLE_M: Final = 0.03
_AHEAD: Final = 0.045
"""How far ahead of the pole's middle a plate's back lies."""


def ngon(count: int, radius: float, *, phase: float = 0.0) -> Outline:
    """Corners (y, z) of a regular shape about the origin."""
    ring = forms.ring_of(count, radius, phase=phase)
    return [(float(y), float(z)) for y, z in ring]


def plate(outline: Outline, z: float, name: str) -> Mesh:
    """A sheet of metal with a grey back, on clamps; its middle at height z."""
    face = _layer(outline, z, name, PLATE_M)
    back = forms.fan([(_AHEAD, y, z + h) for y, h in outline][::-1], (-1.0, 0.0, 0.0),
                     material="metal_grey")  # fmt: skip
    rim = []
    for (y0, z0), (y1, z1) in zip(outline, [*outline[1:], outline[0]], strict=True):
        front, rear = _AHEAD + PLATE_M, _AHEAD
        rim.append(forms.quad([(rear, y0, z + z0), (rear, y1, z + z1), (front, y1, z + z1),
                               (front, y0, z + z0)], material="metal_grey"))  # fmt: skip
    return merge([face, back, *rim])


def _layer(outline: Outline, z: float, name: str, off: float) -> Mesh:
    """A flat film of colour that faces ahead."""
    ring = [(_AHEAD + off, y, z + h) for y, h in outline]
    return forms.fan(ring, (1.0, 0.0, 0.0), material=name)


def _pole(height: float, level: int) -> Mesh:
    parts = [rods([((0.0, 0.0, 0.0), (0.0, 0.0, height))], POLE_M, "galvanised",
                  sides=(10, 6, 4)[level])]  # fmt: skip
    if level == 0:
        parts.append(forms.cylinder(0.05, 0.03, material="metal_grey", sides=10,
                                    center=(0.0, 0.0, 0.015)))  # fmt: skip
    return merge(parts)


def _clamps(z: float) -> Mesh:
    return blocks([((0.035, 0.0, z + s), (0.03, 0.1, 0.04)) for s in (0.12, -0.12)], "metal_grey")


def _sign(layers: Sequence[tuple[Outline, str]], z: float, level: int, pole: float) -> list[Mesh]:
    """A pole, a plate, and films of colour, each a little ahead of the last."""
    parts = [_pole(pole, level), plate(layers[0][0], z, layers[0][1])]
    parts += [_layer(outline, z, name, PLATE_M + 0.003 * k)
              for k, (outline, name) in enumerate(layers[1:], 1)]  # fmt: skip
    return [*parts, _clamps(z)] if level == 0 else parts


def stop_sign(_: int, level: int) -> Mesh:
    """An octagon of 0.9 m, white on red."""
    z, turn = 2.2, math.pi / 8.0
    layers = [(ngon(8, 0.47, phase=turn), "paint_white"), (ngon(8, 0.44, phase=turn), "paint_red")]
    parts = _sign(layers[2 - 1 :] if level == 2 else layers, z, level, 2.5)
    if level == 0:
        parts.append(text("STOP", height=0.25, material="paint_white").moved(
            (_AHEAD + PLATE_M + 0.006, 0.0, z - 0.125)))  # fmt: skip
    return merge(parts)


def speed_sign(variant: int, level: int) -> Mesh:
    """A red ring about black numbers on white, 0.6 m."""
    z, sides = 2.2, (24, 12, 8)[level]
    parts = _sign([(ngon(sides, 0.3), "paint_red"), (ngon(sides, 0.235), "paint_white")], z, level,
                  2.5)  # fmt: skip
    if level == 0:
        words = ("50", "30", "70")[variant]
        parts.append(text(words, height=0.2, material="paint_black").moved(
            (_AHEAD + PLATE_M + 0.006, 0.0, z - 0.1)))  # fmt: skip
    return merge(parts)


def crossing_sign(_: int, level: int) -> Mesh:
    """A walker in a white triangle on a blue square of 0.6 m."""
    z = 2.2
    square = [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)]
    triangle = [(-0.26, -0.22), (0.26, -0.22), (0.0, 0.24)]
    parts = _sign([(square, "paint_blue"), (triangle, "paint_white")], z, level, 2.5)
    if level == 0:
        strokes = [[(0.0, 0.08), (-0.015, -0.05), (-0.09, -0.19)], [(-0.015, -0.05), (0.07, -0.19)],
                   [(0.0, 0.06), (-0.08, -0.03)], [(0.0, 0.06), (0.07, 0.0)]]  # fmt: skip
        off = (_AHEAD + PLATE_M + 0.006, 0.0, z)
        parts += [line(stroke, width=0.035, material="paint_black").moved(off)
                  for stroke in strokes]  # fmt: skip
        head = [(y, h + 0.12) for y, h in ngon(8, 0.03)]
        parts.append(_layer(head, z, "paint_black", PLATE_M + 0.006))
        bars = [[(y, -0.205), (y + 0.05, -0.205)] for y in (-0.2, -0.08, 0.04, 0.16)]
        parts += [line(bar, width=0.02, material="paint_black").moved(off) for bar in bars]
    return merge(parts)


def yield_sign(_: int, level: int) -> Mesh:
    """A triangle that stands on its point, red about white, 0.9 m."""
    z, turn = 2.2, -0.5 * math.pi
    layers = [(ngon(3, 0.52, phase=turn), "paint_red"), (ngon(3, 0.34, phase=turn), "paint_white")]
    return merge(_sign(layers, z, level, 2.55))


def no_entry_sign(_: int, level: int) -> Mesh:
    """A white bar on a red disc, 0.6 m."""
    bar = [(-0.22, -0.05), (0.22, -0.05), (0.22, 0.05), (-0.22, 0.05)]
    layers = [(ngon((24, 12, 8)[level], 0.3), "paint_red"), (bar, "paint_white")]
    return merge(_sign(layers, 2.2, level, 2.5))


def traffic_light(_: int, level: int) -> Mesh:
    """Three lamps with hoods at 2.7 m, a board behind them, a button for walkers."""
    sides = (12, 8, 4)[level]
    parts = [rods([((0.0, 0.0, 0.0), (0.0, 0.0, 3.3))], 0.057, "metal_grey", sides=sides)]
    parts.append(forms.box((0.24, 0.3, 0.92), material="plastic_black", center=(0.19, 0.0, 2.8)))
    for z, name in ((3.08, "lamp_red"), (2.8, "lamp_amber"), (2.52, "lamp_green")):
        disc = np.column_stack([np.full(sides, 0.315), forms.ring_of(sides, 0.1)])
        parts.append(forms.fan(disc, (1.0, 0.0, 0.0), material=name).moved((0.0, 0.0, z)))
        if level == 0:
            parts.append(_hood(z))
    if level < 2:
        parts.append(forms.box((0.02, 0.5, 1.12), material="paint_black", center=(0.08, 0.0, 2.8)))
        parts.append(forms.box((0.1, 0.1, 0.18), material="paint_yellow", center=(0.09, 0.0, 1.1)))
    if level == 0:
        parts.append(forms.cylinder(0.1, 0.3, material="metal_dark", sides=12,
                                    center=(0.0, 0.0, 0.15)))  # fmt: skip
        edge = [((0.092, y, 2.8), (0.004, 0.03, 1.12)) for y in (-0.235, 0.235)]
        parts.append(blocks(edge, "paint_white"))
    return merge(parts)


def _hood(z: float) -> Mesh:
    """The upper half of a tube before a lamp."""
    angle = np.linspace(-0.15, math.pi + 0.15, 9)
    inner = [(0.112 * math.cos(a), 0.112 * math.sin(a)) for a in angle]
    outer = [(0.122 * math.cos(a), 0.122 * math.sin(a)) for a in angle]
    parts = []
    for k in range(8):
        for ring, flip in ((outer, False), (inner, True)):
            (y0, z0), (y1, z1) = ring[k], ring[k + 1]
            corners = [(0.31, y0, z + z0), (0.47, y0, z + z0), (0.47, y1, z + z1),
                       (0.31, y1, z + z1)]  # fmt: skip
            parts.append(forms.quad(corners[::-1] if flip else corners, material="plastic_black"))
    return merge(parts)


def street_lamp(_: int, level: int) -> Mesh:
    """A road lamp: a steel mast of 8 m that bends over the road, ahead."""
    sides = (12, 6, 4)[level]
    bend = np.linspace(0.0, 0.45 * math.pi, (6, 3, 2)[level])
    arc = [(1.1 * (1.0 - math.cos(a)), 0.0, 7.0 + 1.0 * math.sin(a)) for a in bend]
    path = np.array([(0.0, 0.0, 0.0), (0.0, 0.0, 1.2), *arc, (1.75, 0.0, 8.08)])
    radius = np.concatenate([[0.09, 0.085], np.linspace(0.06, 0.035, len(path) - 2)])
    parts = [forms.tube(path, radius, material="galvanised", sides=sides)]
    head = forms.ball((0.36, 0.14, 0.07), material="plastic_grey", rings=(6, 4, 2)[level],
                      sides=(12, 6, 4)[level])  # fmt: skip
    parts.append(head.moved((2.0, 0.0, 8.1)))
    parts.append(forms.box((0.46, 0.18, 0.03), material="lamp_white", center=(2.02, 0.0, 8.035)))
    if level == 0:
        parts.append(forms.box((0.02, 0.1, 0.4), material="metal_grey", center=(0.08, 0.0, 0.9)))
        parts.append(forms.cylinder(0.15, 0.03, material="metal_dark", sides=12,
                                    center=(0.0, 0.0, 0.015)))  # fmt: skip
    return merge(parts)


def park_lamp(_: int, level: int) -> Mesh:
    """An old cast-iron lamp of 4 m with a lantern of glass."""
    sides = (12, 6, 4)[level]
    foot = [(0.17, 0.0), (0.17, 0.1), (0.12, 0.16), (0.1, 0.6), (0.12, 0.64), (0.06, 0.75),
            (0.045, 2.9), (0.07, 2.93), (0.05, 3.1), (0.1, 3.2), (0.0, 3.2)]  # fmt: skip
    if level:
        foot = [foot[k] for k in (0, 3, 6, 9, 10)]
    hat = [(0.25, 3.7), (0.27, 3.73), (0.1, 3.92), (0.05, 3.94), (0.03, 4.02), (0.0, 4.05)]
    if level:
        hat = [hat[0], hat[2], hat[5]]
    glass = [(0.09, 3.2), (0.21, 3.7)]
    parts = [forms.lathe(foot, material="paint_black", sides=sides),
             forms.lathe(glass, material="glass", sides=6, smooth=False),
             forms.lathe(hat, material="paint_black", sides=sides)]  # fmt: skip
    if level < 2:
        parts.append(forms.cylinder(0.05, 0.3, material="lamp_white", sides=6,
                                    center=(0.0, 0.0, 3.37)))  # fmt: skip
    if level == 0:
        ring = forms.ring_of(6, 1.0)
        posts = [((0.09 * x, 0.09 * y, 3.2), (0.215 * x, 0.215 * y, 3.71)) for x, y in ring]
        parts.append(rods(posts, 0.012, "paint_black", sides=3))
        parts.append(rods([((0.0, -0.25, 2.8), (0.0, 0.25, 2.8))], 0.015, "paint_black", sides=6))
    return merge(parts)


def parking_meter(_: int, level: int) -> Mesh:
    """1.45 m, a display and a slot on its face."""
    sides = 14 if level == 0 else 6
    parts = [rods([((0.0, 0.0, 0.0), (0.0, 0.0, 1.1))], 0.035, "metal_grey", sides=sides)]
    outline = [(-0.09, 1.08), (0.09, 1.08), (0.1, 1.3), *[
        (0.1 * math.cos(a), 1.34 + 0.11 * math.sin(a))
        for a in np.linspace(0.0, math.pi, 9 if level == 0 else 4)], (-0.1, 1.3)]  # fmt: skip
    prism = forms.prism(outline, 0.14, material="metal_dark")
    parts.append(prism.turned(rotation.from_euler_zyx(0.5 * math.pi, 0.0, 0.5 * math.pi))
                 .moved((-0.07, 0.0, 0.0)))  # fmt: skip
    if level == 0:
        parts.append(blocks([((0.072, 0.0, 1.35), (0.006, 0.12, 0.07))], "screen_dark"))
        parts.append(blocks([((0.072, 0.0, 1.2), (0.006, 0.12, 0.09))], "paint_yellow"))
        parts.append(blocks([((0.072, 0.05, 1.275), (0.008, 0.012, 0.03))], "chrome"))
        parts.append(forms.cylinder(0.07, 0.02, material="metal_grey", sides=12,
                                    center=(0.0, 0.0, 0.01)))  # fmt: skip
    return merge(parts)


def _sign_solids(half: tuple[float, float], pole: float, *, round_: bool = False) -> Solids:
    """A plate as a thin box or disc, on its pole."""
    at, high = (_AHEAD + 0.5 * PLATE_M, 0.0, 2.2), 2.0 * half[1]
    board = box_solids([(at, (PLATE_M, 2.0 * half[0], high))], "sign")
    if round_:
        board = solids.cylinders(at, radius=half[0], height=PLATE_M, semantic="sign",
                                 pitch=0.5 * math.pi)  # fmt: skip
    return merge_solids([board, post_solids((0.0, 0.0, 0.0), POLE_M, pole, "pole")])


def _lamp_solids(_: int) -> Solids:
    return merge_solids([
        post_solids((0.0, 0.0, 0.0), 0.085, 7.0, "pole"),
        bar_solids([((0.0, 0.0, 6.9), (0.15, 0.0, 7.5)), ((0.15, 0.0, 7.5), (0.5, 0.0, 7.85)),
                    ((0.5, 0.0, 7.85), (1.0, 0.0, 8.0)), ((1.0, 0.0, 8.0), (1.75, 0.0, 8.07))],
                   0.09, "pole"),
        box_solids([((2.0, 0.0, 8.08), (0.6, 0.22, 0.12))], "pole"),
    ])  # fmt: skip


_CLASSES: Final = {"galvanised": "pole"}
ENTRIES: Final[dict[str, Entry]] = {
    "street_lamp": Entry(build=street_lamp, semantic="pole", solids=_lamp_solids,
                         lod_m=(30.0, 100.0)),
    "park_lamp": Entry(
        build=park_lamp, semantic="pole",
        solids=lambda _: merge_solids([
            post_solids((0.0, 0.0, 0.0), 0.13, 0.7, "pole"),
            post_solids((0.0, 0.0, 0.0), 0.055, 3.2, "pole"),
            box_solids([((0.0, 0.0, 2.8), (0.03, 0.5, 0.03))], "pole"),
            solids.cylinders([(0.0, 0.0, 3.45), (0.0, 0.0, 3.8)], radius=(0.16, 0.22),
                             height=(0.5, 0.25), semantic="pole"),
        ]),
    ),
    "traffic_light": Entry(
        build=traffic_light, semantic="sign", lod_m=(30.0, 90.0), classes={"metal_grey": "pole"},
        solids=lambda _: merge_solids([
            post_solids((0.0, 0.0, 0.0), 0.057, 3.3, "pole"),
            box_solids([((0.27, 0.0, 2.8), (0.4, 0.28, 0.92)),
                        ((0.08, 0.0, 2.8), (0.03, 0.5, 1.12)),
                        ((0.09, 0.0, 1.1), (0.1, 0.1, 0.18))], "sign"),
            post_solids((0.0, 0.0, 0.0), 0.1, 0.3, "pole"),
        ]),
    ),
    "stop_sign": Entry(build=stop_sign, semantic="sign", classes=_CLASSES,
                       solids=lambda _: _sign_solids((0.452, 0.452), 2.5, round_=True)),
    "speed_sign": Entry(build=speed_sign, semantic="sign", variants=3, classes=_CLASSES,
                        solids=lambda _: _sign_solids((0.3, 0.3), 2.5, round_=True)),
    "crossing_sign": Entry(build=crossing_sign, semantic="sign", classes=_CLASSES,
                           solids=lambda _: _sign_solids((0.3, 0.3), 2.5)),
    "yield_sign": Entry(
        build=yield_sign, semantic="sign", classes=_CLASSES,
        solids=lambda _: merge_solids([
            box_solids([((_AHEAD + 0.01, 0.0, z), (PLATE_M, 2.0 * half, 0.13))
                        for z, half in ((2.395, 0.412), (2.265, 0.337), (2.135, 0.262),
                                        (2.005, 0.187), (1.875, 0.112), (1.755, 0.043))],
                       "sign"),
            post_solids((0.0, 0.0, 0.0), POLE_M, 2.55, "pole"),
        ]),
    ),
    "no_entry_sign": Entry(build=no_entry_sign, semantic="sign", classes=_CLASSES,
                           solids=lambda _: _sign_solids((0.3, 0.3), 2.5, round_=True)),
    "parking_meter": Entry(
        build=parking_meter, semantic="street_furniture",
        solids=lambda _: merge_solids([
            post_solids((0.0, 0.0, 0.0), 0.035, 1.1, "pole"),
            box_solids([((0.0, 0.0, 1.26), (0.14, 0.19, 0.36))], "street_furniture"),
        ]),
    ),
}  # fmt: skip
