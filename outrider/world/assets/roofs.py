"""Roofs: gable, hip, mansard and flat, with chimneys, dormers, gutters and machinery.

A roof sits on a body ``size = (width, depth)``, width along y, whose walls end at ``base``; the
ridge of a gable runs along y. Solids follow gables within the thickness of their tiles, and
slopes that are stacks of boxes within ``SLOPE_TOLERANCE_M``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world import forms
from outrider.world.assets.facade import Glazing, Wall, masonry, windows
from outrider.world.assets.pieces import (
    ALL,
    COARSE,
    FINE,
    MIDDLE,
    NEAR,
    SHELL,
    WHOLE,
    Frame,
    Levels,
    wedge_corners,
)

F64 = NDArray[np.float64]
Rectangle = tuple[float, float, float, float]

SLOPE_TOLERANCE_M: Final = 0.4
_TILE_M: Final = 0.2


@dataclass(frozen=True, kw_only=True)
class Covering:
    """What a roof is made of."""

    tiles: str = "roof_tiles_red"
    edge: str = "wood_dark"
    gutter: str = "galvanised"
    """None if empty."""


def gable(
    levels: Levels, frame: Frame, size: tuple[float, float], base: float, *, pitch_deg: float,
    wall: str, covering: Covering, overhang: tuple[float, float] = (0.45, 0.3),
    at: Sequence[int] = ALL, window: Glazing | None = None,
) -> float:  # fmt: skip
    """Two slopes over gable walls; ``overhang`` is (eaves, verges). Returns the ridge's height."""
    width, depth = size
    slope = math.tan(math.radians(pitch_deg))
    rise, eaves, verge = 0.5 * depth * slope, overhang[0], overhang[1]
    end = 0.5 * depth + eaves
    thick = _TILE_M / math.cos(math.radians(pitch_deg))
    y = 0.5 * width + verge
    for side in (frame, frame.turned(2)):
        low = base - eaves * slope
        plate = [[x, s * y, (low if x else base + rise) + up]
                 for up in (0.0, thick) for s in (-1, 1) for x in (0.0, end)]  # fmt: skip
        near = tuple(level for level in at if level < COARSE[0])
        levels.wedges(covering.edge, [plate], top=covering.tiles, frame=side, at=near)
        if len(near) < len(at):
            levels.wedges(covering.edge, [plate], top=covering.tiles, frame=side, at=COARSE,
                          faces="fBT")  # fmt: skip
        levels.fill_plate((0.0, base + rise + thick), (end, low + thick), (-y, y), _TILE_M,
                          frame=side)  # fmt: skip
        if covering.gutter:
            gutter(levels, side.moved(end + 0.05, 0.0, low + 0.5 * thick), 2.0 * y, low,
                   eaves, material=covering.gutter)  # fmt: skip
    attic = wedge_corners(_centred(depth, width), (0.0, 0.0, -0.5 * width, 0.5 * width),
                          base, base + rise)  # fmt: skip
    if COARSE[0] in at:
        levels.wedges(wall, attic, frame=frame, at=COARSE, faces="lr")
    if window is None:
        levels.wedges(wall, attic, frame=frame, at=NEAR)
    else:
        levels.wedges(wall, attic, frame=frame, at=MIDDLE)
        _lit_attic(levels, frame, size, base, rise, wall=wall, look=window)
    ridge = forms.tube([(0, -y, 0), (0, y, 0)], 0.11, material=covering.tiles, sides=6)
    levels.add(ridge.moved((0.0, 0.0, base + rise + thick - 0.03)), frame=frame)
    _fill_steps(levels, frame, size, base, rise)
    return base + rise + thick


def _fill_steps(
    levels: Levels, frame: Frame, size: tuple[float, float], base: float, rise: float
) -> None:
    """Boxes under a gable that touch its slopes from below."""
    count = max(1, math.ceil(rise / 0.9))
    for k in range(count):
        low, high = rise * k / (count + 1), rise * (k + 1) / (count + 1)
        half = 0.5 * size[1] * (1.0 - high / rise)
        levels.fill((-half, -0.5 * size[0], base + low), (half, 0.5 * size[0], base + high),
                    frame=frame)  # fmt: skip


def _lit_attic(
    levels: Levels, frame: Frame, size: tuple[float, float], base: float, rise: float, *,
    wall: str, look: Glazing,
) -> None:  # fmt: skip
    """Gable walls with a window each, about an inside of glass."""
    width, depth = size
    reveal, half, low = 0.14, min(0.55, 0.11 * depth), base + 0.35
    high = min(low + 1.25, base + rise * (1.0 - 2.0 * half / depth) - 0.25)
    inner = 0.5 * width - reveal
    levels.wedges(look.glass, wedge_corners(_centred(depth - 0.02, 2.0 * inner),
                  (0.0, 0.0, -inner, inner), base, base + rise - 0.01), frame=frame,
                  at=FINE)  # fmt: skip
    edges = [-0.5 * depth, -half, 0.0, half, 0.5 * depth]
    for quarter in (1, 3):
        side = frame.turned(quarter).moved(0.5 * width, 0.0)
        for left, right in pairwise(edges):
            tops = [base + rise * (1.0 - 2.0 * abs(along) / depth) for along in (left, right)]
            spans = [((base, base), tops)]
            if max(abs(left), abs(right)) <= half:
                spans = [((base, base), [low, low]), ((high, high), tops)]
            for bottom, top in spans:
                block = [[out, (left, right)[s], (bottom, top)[up][s]]
                         for up in (0, 1) for s in (0, 1) for out in (-reveal, 0.0)]  # fmt: skip
                levels.wedges(wall, [block], frame=side, at=FINE)
        opening = np.array([[-half, half, low, high]])
        windows(levels, Wall(frame=side, length=depth), opening, look, reveal=reveal,
                chance=np.ones(1))  # fmt: skip
        pane = [[0.03, u, v] for u, v in ((-half, low), (half, low), (half, high), (-half, high))]
        levels.quads(look.glass, [pane], frame=side, at=MIDDLE)


def gutter(
    levels: Levels, frame: Frame, length: float, fall: float, back: float, *, material: str
) -> None:
    """A gutter along y with a pipe at each end that runs to the ground, ``back`` behind it."""
    half = 0.5 * length - 0.05
    line = [(0.0, -half, 0.0), (0.0, half, 0.0)]
    levels.add(forms.tube(line, 0.075, material=material, sides=6), frame=frame)
    foot = frame.center[2]
    for side in (-1.0, 1.0):
        y = side * (half - 0.35)
        drop = min(0.6, 0.5 * fall)
        path = [(0.0, y, -0.03), (0.02 - back, y, -drop), (0.02 - back, y, 0.02 - foot)]
        levels.add(forms.tube(path, 0.045, material=material, sides=6, caps=False), frame=frame)


def hip(
    levels: Levels, frame: Frame, size: tuple[float, float], base: float, *, pitch_deg: float,
    covering: Covering, overhang: float = 0.5, at: Sequence[int] = ALL,
) -> float:  # fmt: skip
    """Four slopes over boxed eaves. Returns the ridge's height."""
    width, depth = size
    x, y = 0.5 * depth + overhang, 0.5 * width + overhang
    rise = min(x, y) * math.tan(math.radians(pitch_deg))
    ridge_x, ridge_y = max(x - y, 0.0), max(y - x, 0.0)
    eaves = base + 0.18
    _plate(levels, frame, covering.edge, (-x, -y, base - 0.02), (x, y, eaves), at=at)
    foot: Rectangle = (-x, x, -y, y)
    ridge: Rectangle = (-ridge_x, ridge_x, -ridge_y, ridge_y)
    slopes(levels, frame, foot, ridge, (eaves, eaves + rise), tiles=covering.tiles, at=at)
    for sx, sy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        line = [(sx * x, sy * y, eaves), (sx * ridge_x, sy * ridge_y, eaves + rise)]
        levels.add(forms.tube(line, 0.1, material=covering.tiles, sides=6), frame=frame)
    if covering.gutter:
        for quarter in range(4):
            out, half = (x, y) if quarter % 2 == 0 else (y, x)
            line = [(out + 0.06, -half, eaves - 0.04), (out + 0.06, half, eaves - 0.04)]
            levels.add(forms.tube(line, 0.07, material=covering.gutter, sides=6),
                       frame=frame.turned(quarter))  # fmt: skip
    return eaves + rise


def slopes(
    levels: Levels, frame: Frame, foot: Rectangle, top: Rectangle, heights: tuple[float, float], *,
    tiles: str, at: Sequence[int] = ALL,
) -> None:  # fmt: skip
    """A body between two rectangles, one above the other; its solids are a stack of boxes."""
    low, high = heights
    body = wedge_corners(foot, top, low, high)
    for level in at:
        faces = SHELL if level == COARSE[0] else WHOLE
        levels.wedges(tiles, body, frame=frame, at=(level,), faces=faces)
    narrowing = max(abs(a - b) for a, b in zip(foot, top, strict=True))
    steepness = math.atan2(high - low, max(narrowing, 1e-6))
    count = max(1, math.ceil((high - low) * math.cos(steepness) / (1.75 * SLOPE_TOLERANCE_M)))
    for k in range(count):
        share = (k + 0.5) / count
        x0, x1, y0, y1 = (a + (b - a) * share for a, b in zip(foot, top, strict=True))
        bottom, upper = (low + (high - low) * s / count for s in (k, k + 1))
        levels.fill((x0, y0, bottom), (x1, y1, upper), frame=frame)


def _plate(
    levels: Levels, frame: Frame, material: str, low: Sequence[float], high: Sequence[float], *,
    at: Sequence[int],
) -> None:  # fmt: skip
    """Boxed eaves; the coarsest level leaves out their top, which the roof hides."""
    for level in at:
        faces = "bflrB" if level == COARSE[0] else WHOLE
        levels.boxes(material, low, high, frame=frame, at=(level,), faces=faces)
    levels.fill(low, high, frame=frame)


def mansard(
    levels: Levels, frame: Frame, size: tuple[float, float], base: float, *, covering: Covering,
    height: float = 2.7,
) -> float:  # fmt: skip
    """Steep slopes below, a shallow hip above. Returns the ridge's height."""
    width, depth = size
    foot = _centred(depth + 0.3, width + 0.3)
    shoulder = _centred(depth - 1.5, width - 1.5)
    _plate(levels, frame, covering.edge, (foot[0] - 0.1, foot[2] - 0.1, base - 0.05),
           (foot[1] + 0.1, foot[3] + 0.1, base + 0.15), at=NEAR)  # fmt: skip
    top = base + 0.15 + height
    slopes(levels, frame, foot, shoulder, (base + 0.15, top), tiles=covering.tiles)
    plain = Covering(tiles=covering.tiles, edge=covering.gutter or covering.edge, gutter="")
    ridge = hip(levels, frame, (width - 1.5, depth - 1.5), top, pitch_deg=16.0, covering=plain,
                overhang=0.12, at=NEAR)  # fmt: skip
    long = 0.5 * max(width - depth, 0.0), 0.5 * max(depth - width, 0.0)
    upper = wedge_corners(shoulder, (-long[1], long[1], -long[0], long[0]), top, ridge)
    levels.wedges(covering.tiles, upper, frame=frame, at=COARSE, faces=SHELL)
    return ridge


def flat(
    levels: Levels, frame: Frame, size: tuple[float, float], base: float, *, wall: str,
    coping: str, chance: F64, parapet: float = 0.7, machines: bool = True,
) -> float:  # fmt: skip
    """A flat roof behind a parapet. Returns the parapet's height."""
    width, depth = size
    x, y, thick, top = 0.5 * depth, 0.5 * width, 0.28, base + parapet
    levels.boxes("roof_flat", (thick - x, thick - y, base - 0.1), (x - thick, y - thick,
                 base + 0.06), frame=frame, at=NEAR)  # fmt: skip
    levels.boxes(wall, (-x, -y, base), (x, y, top), frame=frame, at=COARSE, top="roof_flat",
                 faces="bflrT")  # fmt: skip
    low = np.array([(x - thick, -y, base), (-x, -y, base), (thick - x, y - thick, base),
                    (thick - x, -y, base)])  # fmt: skip
    high = np.array([(x, y, top), (thick - x, y, top), (x - thick, y, top),
                     (x - thick, thick - y, top)])  # fmt: skip
    levels.boxes(wall, low, high, frame=frame, at=NEAR, solid=True)
    lid = (0.05, 0.05, 0.0)
    levels.boxes(coping, low * (1, 1, 0) + (0, 0, top) - lid, high + lid + (0, 0, 0.06),
                 frame=frame, at=FINE)  # fmt: skip
    if machines:
        machinery(levels, frame, (width - 1.6, depth - 1.6), base + 0.06, chance=chance)
    return top + 0.06


def machinery(
    levels: Levels, frame: Frame, room: tuple[float, float], base: float, *, chance: F64
) -> None:
    """A lift house, coolers with grilles, ducts, a hatch and a mast."""
    width, depth = room
    lift = min(2.8, 0.3 * min(room))
    x, y = (chance[0] - 0.5) * 0.3 * depth, (chance[1] - 0.5) * 0.3 * width
    levels.boxes("plaster_grey", (x - lift / 2, y - lift / 2, base), (x + lift / 2, y + lift / 2,
                 base + 2.4), frame=frame, at=NEAR, solid=True)  # fmt: skip
    levels.boxes("metal_dark", (x - lift / 2 - 0.1, y - lift / 2 - 0.1, base + 2.4),
                 (x + lift / 2 + 0.1, y + lift / 2 + 0.1, base + 2.5), frame=frame,
                 at=FINE)  # fmt: skip
    count = int(min(6, max(2, width // 5)))
    along = (np.arange(count) + 0.5) / count * width - 0.5 * width
    side = -math.copysign(0.32 * depth, x)
    for k, place in enumerate(along):
        deep, high = 0.7 + 0.35 * chance[2 + k], 0.9 + 0.6 * chance[8 + k]
        cooler(levels, frame.moved(side, float(place), base), (2.0 * deep, 1.1 + deep, high))
    levels.boxes("galvanised", (side + 0.3, along[0], base + 0.3), (side + 0.7, along[-1],
                 base + 0.65), frame=frame, at=FINE, solid=True)  # fmt: skip
    for level, (foot, sides) in enumerate(((2.4, 6), (2.4, 4), (0.0, 3))):
        line = [(x, y, base + foot), (x, y, base + 5.4)]
        mast = forms.tube(line, 0.05, material="galvanised", sides=sides, caps=level == 0)
        levels.add(mast, frame=frame, at=(level,))
    levels.fill((x - 0.05, y - 0.05, base + 2.4), (x + 0.05, y + 0.05, base + 5.4), frame=frame)
    for height in (3.6, 4.3, 4.9):
        bar = forms.rod((x, y - 0.4, base + height), (x, y + 0.4, base + height), 0.02,
                        material="galvanised", sides=4)  # fmt: skip
        levels.add(bar, frame=frame)


def cooler(levels: Levels, frame: Frame, size: tuple[float, float, float]) -> None:
    """A machine on feet with louvres on two sides and a fan in a ring on top."""
    x, y, z = 0.5 * size[0], 0.5 * size[1], size[2]
    levels.boxes("paint_silver", (-x, -y, 0.12), (x, y, z), frame=frame, at=FINE)
    levels.fill((-x, -y, 0.0), (x, y, z), frame=frame)
    feet = np.array([(sx * (x - 0.12), sy * (y - 0.12), 0.0) for sx in (-1, 1) for sy in (-1, 1)])
    heads = np.add(feet, (0.06, 0.06, 0.12))
    levels.boxes("metal_dark", feet - (0.06, 0.06, 0.0), heads, frame=frame, at=FINE)
    count = max(4, round((z - 0.4) / 0.2))
    height = 0.25 + (z - 0.4) * np.arange(count) / count
    zero = np.zeros(count)
    for sign in (-1.0, 1.0):
        ends = np.sort([sign * x, sign * (x + 0.03)])
        low = np.stack([zero + ends[0], zero - y + 0.1, height], axis=1)
        high = np.stack([zero + ends[1], zero + y - 0.1, height + 0.1], axis=1)
        levels.boxes("metal_dark", low, high, frame=frame, at=FINE)
    levels.boxes("paint_silver", (-x, -y, 0.12), (x, y, z), frame=frame, at=MIDDLE, faces="bflrT")
    radius = 0.8 * min(x, y)
    rim = forms.lathe([(radius, 0.0), (radius, 0.14), (radius - 0.05, 0.14), (radius - 0.05, 0.02),
                       (0.0, 0.02)], material="metal_dark", sides=14, smooth=False)  # fmt: skip
    levels.add(rim.moved((0.0, 0.0, z)), frame=frame)
    blade = forms.box((2.0 * radius - 0.14, 0.14, 0.02), material="paint_black",
                      center=(0.0, 0.0, z + 0.07))  # fmt: skip
    for k in range(3):
        levels.add(blade.headed(k * math.pi / 3), frame=frame)


def chimney(
    levels: Levels, frame: Frame, low: float, high: float, *, material: str, wide: float = 0.95,
    far: bool = True,
) -> None:  # fmt: skip
    """A stack with a cap and two pots, from within the roof at ``low`` upwards.

    ``far`` ones are part of the coarsest silhouette.
    """
    x, y = 0.3, 0.5 * wide
    levels.boxes(material, (-x, -y, low), (x, y, high), frame=frame, at=NEAR, solid=True)
    if far:
        levels.boxes(material, (-x, -y, low), (x, y, high + 0.35), frame=frame, at=COARSE,
                     faces=SHELL)  # fmt: skip
    levels.boxes("concrete", (-x - 0.07, -y - 0.07, high), (x + 0.07, y + 0.07, high + 0.1),
                 frame=frame, at=NEAR)  # fmt: skip
    levels.fill((-x, -y, high), (x, y, high + 0.1), frame=frame)
    for side in (-1.0, 1.0):
        pot = forms.cylinder(0.12, 0.35, material="terracotta", sides=8, top_radius=0.1)
        levels.add(pot.moved((0.0, side * 0.25 * wide, high + 0.27)), frame=frame)


def dormer(
    levels: Levels, frame: Frame, *, width: float, height: float, back: float, wall: str,
    look: Glazing, covering: Covering,
) -> None:  # fmt: skip
    """A small gabled house on a roof; the frame is at its sill, x outwards, ``back`` deep."""
    half, wall_m = 0.5 * width, 0.12
    levels.boxes(wall, (-back, -half, -0.3), (-wall_m, half, height), frame=frame, at=NEAR)
    levels.fill((-back, -half, -0.3), (0.0, half, height), frame=frame)
    opening = np.array([[0.22 - half, half - 0.22, 0.12, height - 0.2]])
    front = Wall(frame=frame, length=width)
    masonry(levels, front, [(height, wall)], opening, wall_m)
    levels.boxes(look.glass, (-wall_m, 0.2 - half, 0.1), (-wall_m + 0.01, half - 0.2,
                 height - 0.18), frame=frame, at=FINE)  # fmt: skip
    windows(levels, front, opening, look, reveal=wall_m - 0.01, chance=np.ones(1))
    left, right, low, high = opening[0]
    levels.quads(look.glass, [[(0.03 - wall_m, left, low), (0.03 - wall_m, right, low),
                 (0.03 - wall_m, right, high), (0.03 - wall_m, left, high)]], frame=frame,
                 at=MIDDLE)  # fmt: skip
    small = Covering(tiles=covering.tiles, edge=covering.edge, gutter="")
    gable(levels, frame.moved(-0.5 * back, 0.0).turned(1), (back, width), height, pitch_deg=32.0,
          wall=wall, covering=small, overhang=(0.12, 0.15), at=NEAR)  # fmt: skip


def _centred(x: float, y: float) -> Rectangle:
    return (-0.5 * x, 0.5 * x, -0.5 * y, 0.5 * y)
