"""Parts of industrial structures: profiles, ladders, railings, platforms, pipes and lattices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world import forms, solids
from outrider.world.assets.pieces import COARSE, FINE, HERE, MIDDLE, NEAR, SHELL, Frame, Levels
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]

SIDES: Final = (24, 12, 8)
"""Sides of round bodies at the three levels."""
_CHORDS: Final = 16
"""Straight solids that stand for a round railing."""
_PLATE_M: Final = 0.03


def profile(
    levels: Levels, material: str, low: ArrayLike, high: ArrayLike, *, axis: int,
    frame: Frame = HERE, coarse: bool = True,
) -> None:  # fmt: skip
    """A rolled H section along an axis that fills a box; a plain box further away."""
    a, b = np.asarray(low, float), np.asarray(high, float)
    flanges = 0 if axis == 2 else 2
    web = 3 - axis - flanges
    starts, ends = np.repeat([a], 3, axis=0), np.repeat([b], 3, axis=0)
    ends[0, flanges], starts[1, flanges] = a[flanges] + _PLATE_M, b[flanges] - _PLATE_M
    middle = 0.5 * (a[web] + b[web])
    starts[2, web], ends[2, web] = middle - 0.5 * _PLATE_M, middle + 0.5 * _PLATE_M
    starts[2, flanges] += _PLATE_M
    ends[2, flanges] -= _PLATE_M
    levels.boxes(material, starts, ends, frame=frame, at=FINE)
    levels.boxes(material, a, b, frame=frame, at=MIDDLE)
    if coarse:
        levels.boxes(material, a, b, frame=frame, at=COARSE, faces=SHELL)
    levels.fill(a, b, frame=frame)


def ring_path(radius: float, height: float, sides: int) -> F64:
    """``(sides + 1, 3)`` points of a closed level circle."""
    circle = forms.ring_of(sides, radius)
    return np.column_stack([np.vstack([circle, circle[:1]]), np.full(sides + 1, height)])


def railing_round(radius: float, height: float, *, material: str, count: int = 16) -> Mesh:
    """A railing of 1.1 m on a circle: posts and two rails."""
    rails = [
        forms.tube(ring_path(radius, height + up, count), 0.025, material=material, sides=4,
                   caps=False) for up in (0.55, 1.1)
    ]  # fmt: skip
    posts = [forms.rod((x, y, height), (x, y, height + 1.1), 0.025, material=material, sides=4)
             for x, y in forms.ring_of(count, radius)]  # fmt: skip
    return merge([*rails, *posts])


def guard_round(
    levels: Levels, radius: float, height: float, *, material: str, count: int = 16,
    frame: Frame = HERE,
) -> None:  # fmt: skip
    """A round railing at two levels of detail, with thin boxes along it for solids."""
    levels.add(railing_round(radius, height, material=material, count=count), frame=frame)
    rough = railing_round(radius, height, material=material, count=8)
    levels.add(rough, frame=frame, at=MIDDLE)
    half, out = radius * math.tan(math.pi / _CHORDS), radius * math.cos(0.5 * math.pi / _CHORDS)
    angle = 2.0 * math.pi * (np.arange(_CHORDS) + 0.5) / _CHORDS
    center = np.column_stack([out * np.cos(angle), out * np.sin(angle), np.full(_CHORDS, height)])
    levels.filled.append(
        solids.boxes(np.add(frame.place(center), (0.0, 0.0, 0.55)), size=(0.05, 2.0 * half, 1.1),
                     heading=angle + frame.heading, semantic=levels.semantic)
    )  # fmt: skip


def railing(
    levels: Levels, start: Sequence[float], end: Sequence[float], *, material: str,
    frame: Frame = HERE, solid: bool = True,
) -> None:  # fmt: skip
    """A straight railing of 1.1 m between two points of a floor."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    for up in (0.55, 1.1):
        rail = forms.beam(
            np.add(a, (0, 0, up)), np.add(b, (0, 0, up)), 0.05, 0.05, material=material
        )
        levels.add(rail, frame=frame, at=NEAR)
    count = max(1, round(float(np.linalg.norm(b - a)) / 1.5))
    for share in np.linspace(0.0, 1.0, count + 1):
        foot = a + (b - a) * share
        head = np.add(foot, (0.025, 0.025, 1.1))
        levels.boxes(material, foot - (0.025, 0.025, 0.0), head, frame=frame, at=FINE)
    if solid and abs(a[2] - b[2]) < 1e-6:
        levels.fill(np.minimum(a, b) - (0.025, 0.025, 0.0),
                    np.add(np.maximum(a, b), (0.025, 0.025, 1.125)), frame=frame)  # fmt: skip


def ladder(
    levels: Levels, low: float, high: float, *, material: str = "galvanised", cage: bool = True,
    frame: Frame = HERE,
) -> None:  # fmt: skip
    """A ladder at the frame, x away from the wall it hangs on, with a cage from 2.5 m on."""
    for side in (-0.22, 0.22):
        levels.boxes(material, (0.18, side - 0.02, low), (0.23, side + 0.02, high), frame=frame,
                     at=NEAR)  # fmt: skip
    count = int((high - low) / 0.3)
    height = low + 0.3 * (np.arange(count) + 0.5)
    across = np.column_stack([np.full(count, 0.19), np.full(count, -0.2), height])
    levels.boxes(material, across, np.add(across, (0.03, 0.4, 0.03)), frame=frame, at=FINE,
                 faces="bfBT")  # fmt: skip
    fixed = np.arange(low + 1.0, high, 3.0)
    for side in (-0.22, 0.22):
        foot = np.column_stack([np.zeros(len(fixed)), np.full(len(fixed), side - 0.02), fixed])
        levels.boxes(material, foot, np.add(foot, (0.2, 0.04, 0.05)), frame=frame, at=FINE)
    levels.fill((0.0, -0.25, low), (0.25, 0.25, high), frame=frame)
    if cage:
        _cage(levels, low + 2.5, high, material, frame)


def _cage(levels: Levels, low: float, high: float, material: str, frame: Frame) -> None:
    angle = np.linspace(-0.5 * math.pi, 0.5 * math.pi, 6)
    arc = np.column_stack([0.22 + 0.55 * np.cos(angle), 0.36 * np.sin(angle)])
    for height in np.arange(low, high + 1e-6, 1.2):
        hoop = np.column_stack([arc, np.full(len(arc), height)])
        strip = [[hoop[k], hoop[k + 1], hoop[k + 1] + (0, 0, 0.05), hoop[k] + (0, 0, 0.05)]
                 for k in range(len(arc) - 1)]  # fmt: skip
        levels.quads(material, np.concatenate([strip, np.asarray(strip)[:, ::-1]]), frame=frame)
    for x, y in arc[1:-1]:
        levels.boxes(material, (x - 0.015, y - 0.015, low), (x + 0.015, y + 0.015, high),
                     frame=frame, at=FINE, faces="bflr")  # fmt: skip
    if high - low > 0.5:
        levels.fill((0.25, -0.38, low), (0.79, 0.38, high), frame=frame)


def pipe(
    levels: Levels, start: Sequence[float], end: Sequence[float], radius: float, *, material: str,
    coarse: bool = True, caps: bool = True,
) -> None:  # fmt: skip
    """A straight pipe, solid."""
    line = [start, end]
    for level, sides in enumerate((12, 8, 4)):
        if level < 2 or coarse:
            levels.add(forms.tube(line, radius, material=material, sides=sides,
                                  caps=caps and level < 2), at=(level,))  # fmt: skip
    fill_rod(levels, start, end, radius)


def fill_rod(levels: Levels, start: Sequence[float], end: Sequence[float], radius: float) -> None:
    """A solid cylinder between two points."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    way = b - a
    length = float(np.linalg.norm(way))
    levels.fill_round(0.5 * (a + b), radius=radius, height=length,
                      heading=math.atan2(way[1], way[0]),
                      pitch=math.acos(float(np.clip(way[2] / length, -1.0, 1.0))))  # fmt: skip


def lattice(
    start: ArrayLike, end: ArrayLike, depth: float, *, fields: int, material: str,
    size: float = 0.09, up: ArrayLike = (0.0, 0.0, 1.0),
) -> Mesh:  # fmt: skip
    """A flat girder: the lower chord from start to end, the upper ``depth`` towards ``up``."""
    a, b, rise = np.asarray(start, float), np.asarray(end, float), np.asarray(up, float) * depth
    nodes = a + (b - a) * np.linspace(0.0, 1.0, fields + 1)[:, None]
    bars = [(a, b), (a + rise, b + rise)]
    bars += [(node, node + rise) for node in nodes]
    for k in range(fields):
        low, high = (nodes[k], nodes[k + 1]) if k % 2 == 0 else (nodes[k + 1], nodes[k])
        bars.append((low, high + rise))
    side = (0.0, 1.0, 0.0) if abs(rise[2]) > 1e-6 else (0.0, 0.0, 1.0)
    return merge([forms.beam(p, q, size, size, up=side, material=material) for p, q in bars])
