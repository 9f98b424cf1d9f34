"""Façades of real depth: masonry about openings, with windows, doors and what else is on a wall.

A wall's own coordinates are (out, along, up): x leaves the building, y runs to the right of one
who looks at it, z is up from the ground; (0, 0, 0) is the middle of its foot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.assets.pieces import COARSE, FINE, MIDDLE, NEAR, Frame, Levels

F64 = NDArray[np.float64]

PROUD_M: Final = 0.03
"""How far painted windows of the coarser levels stand before the wall, lest they flicker."""
BANDS: Final = 2
"""Rows of windows that the coarsest level shows, if nothing else is said."""
_TREAD_M: Final = 0.3
_LANDING_M: Final = 0.9


@dataclass(frozen=True, kw_only=True)
class Wall:
    """One outer face of a body: a frame at the middle of its foot, x outwards."""

    frame: Frame
    length: float


@dataclass(frozen=True, kw_only=True)
class Glazing:
    """How windows look."""

    glass: str = "glass_dark"
    frame: str = "plastic_white"
    border: float = 0.07
    columns: int = 2
    rows: int = 1
    sill: str = "stone_ashlar"
    surround: str = ""
    """Trim about the opening, if any."""
    lintel: str = ""
    """A block above the opening, if any."""
    shutters: str = ""
    blinds: str = "paint_beige"
    blind_share: float = 0.25


def walls_of(frame: Frame, size: tuple[float, float]) -> tuple[Wall, Wall, Wall, Wall]:
    """Front, left, back and right wall of a body ``(width, depth)``: width along y, depth x."""
    width, depth = size
    sides = []
    for quarter in range(4):
        out, length = (depth, width) if quarter % 2 == 0 else (width, depth)
        sides.append(Wall(frame=frame.turned(quarter).moved(0.5 * out, 0.0), length=length))
    return sides[0], sides[1], sides[2], sides[3]


def rectangles(along: ArrayLike, width: float, low: float, high: float) -> F64:
    """``(n, 4)`` openings (left, right, low, high) about their middles."""
    middle = np.asarray(along, float)
    rows = [middle - 0.5 * width, middle + 0.5 * width]
    return np.stack([*rows, np.full(len(middle), low), np.full(len(middle), high)], axis=1)


NO_OPENINGS: Final = np.zeros((0, 4))


def bays(length: float, bay_m: float, *, margin: float = 0.6) -> F64:
    """Middles of the bays of a wall; none where it is too short for one."""
    room = length - 2.0 * margin
    count = round(room / bay_m) if room >= 0.75 * bay_m else 0
    if count < 1:
        return np.zeros(0)
    return (np.arange(count) + 0.5) * room / count - 0.5 * room


def masonry(
    levels: Levels, wall: Wall, zones: Sequence[tuple[float, str]], openings: F64, thickness: float
) -> None:
    """The wall's bodies about its openings; ``zones`` are (top, material) from below upwards."""
    by_material: dict[str, list[tuple[float, ...]]] = {}
    for name, *block in _blocks(wall.length, zones, openings):
        by_material.setdefault(name, []).append(tuple(block))
    for name, blocks in by_material.items():
        u0, u1, v0, v1 = np.array(blocks).T
        zero = np.zeros(len(u0))
        low = np.stack([zero - thickness, u0, v0], axis=1)
        levels.boxes(name, low, np.stack([zero, u1, v1], axis=1), frame=wall.frame, at=FINE)


def _blocks(
    length: float, zones: Sequence[tuple[float, str]], openings: F64
) -> Iterator[tuple[str, float, float, float, float]]:
    """Rectangles that cover the wall but for its openings, equal ones of rows above joined."""
    tops = np.array([top for top, _ in zones])
    lines = np.unique(np.round(np.concatenate([[0.0], tops, openings[:, 2:].ravel()]), 6))
    lines = lines[lines <= tops[-1] + 1e-6]
    growing: dict[tuple[float, float, str], float] = {}
    for low, high in pairwise(lines):
        middle = 0.5 * (low + high)
        name = zones[int(np.searchsorted(tops, middle))][1]
        row = {(left, right, name) for left, right in _free(length, openings, middle)}
        for left, right, own in [key for key in growing if key not in row]:
            yield own, left, right, growing.pop((left, right, own)), float(low)
        for key in sorted(row - growing.keys()):
            growing[key] = float(low)
    for (left, right, own), start in growing.items():
        yield own, left, right, start, float(tops[-1])


def _free(length: float, openings: F64, height: float) -> list[tuple[float, float]]:
    """What is wall at a height, from left to right."""
    here = openings[(openings[:, 2] < height) & (height < openings[:, 3])]
    edges = [-0.5 * length, *np.sort(here[:, :2], axis=0).ravel().tolist(), 0.5 * length]
    pairs = zip(edges[0::2], edges[1::2], strict=True)
    return [(left, right) for left, right in pairs if right - left > 1e-6]


def _slice(openings: F64, low: tuple[float, ...], high: tuple[float, ...]) -> tuple[F64, F64]:
    """Corners of boxes over openings; offsets are (out, along, up) from their least and largest."""
    zero = np.zeros(len(openings))
    first = np.stack([zero, openings[:, 0], openings[:, 2]], axis=1) + low
    return first, np.stack([zero, openings[:, 1], openings[:, 3]], axis=1) + high


def windows(
    levels: Levels, wall: Wall, openings: F64, look: Glazing, *, reveal: float, chance: F64
) -> None:
    """Frames, bars, sills and trims of windows whose glass lies ``reveal`` behind the wall."""
    if not len(openings):
        return
    frame, back = wall.frame, -reveal
    levels.rings(look.frame, *_slice(openings, (back, 0, 0), (back + 0.06, 0, 0)), look.border,
                 frame=frame)  # fmt: skip
    _bars(levels, wall, openings, look, back)
    if look.sill:
        foot = openings[:, [0, 1, 2, 2]]
        levels.boxes(look.sill, *_slice(foot, (back + 0.05, -0.06, -0.05), (0.05, 0.06, 0.005)),
                     frame=frame, at=FINE)  # fmt: skip
    if look.surround:
        levels.rings(look.surround, *_slice(openings, (-0.02, -0.13, -0.03), (0.035, 0.13, 0.13)),
                     0.13, frame=frame, inset=False)  # fmt: skip
    if look.lintel:
        head = openings[:, [0, 1, 3, 3]]
        levels.boxes(look.lintel, *_slice(head, (-0.05, -0.12, 0), (0.02, 0.12, 0.2)),
                     frame=frame, at=FINE)  # fmt: skip
    if look.shutters:
        _shutters(levels, wall, openings, look.shutters)
    blind = openings[chance[: len(openings)] < look.blind_share].copy()
    if look.blinds and len(blind):
        share = 0.25 + 0.6 * chance[: len(blind)]
        blind[:, 2] = blind[:, 3] - share * (blind[:, 3] - blind[:, 2])
        levels.boxes(look.blinds, *_slice(blind, (back - 0.005, 0.02, 0), (back + 0.02, -0.02, 0)),
                     frame=frame, at=FINE)  # fmt: skip


def _bars(levels: Levels, wall: Wall, openings: F64, look: Glazing, back: float) -> None:
    left, right, low, high = openings.T
    cuts = [openings.copy() for _ in range(look.columns + look.rows - 2)]
    for k, cut in enumerate(cuts[: look.columns - 1], 1):
        cut[:, 0] = cut[:, 1] = left + (right - left) * k / look.columns
    for k, cut in enumerate(cuts[look.columns - 1 :], 1):
        cut[:, 2] = cut[:, 3] = low + (high - low) * (k / look.rows if look.rows > 2 else 0.68)
    for k, cut in enumerate(cuts):
        grow = (0.025, 0.0) if k < look.columns - 1 else (0.0, 0.025)
        ends = _slice(cut, (back, -grow[0], -grow[1]), (back + 0.045, *grow))
        across = "flr" if k < look.columns - 1 else "fBT"
        levels.boxes(look.frame, *ends, frame=wall.frame, at=FINE, faces=across)


def _shutters(levels: Levels, wall: Wall, openings: F64, material: str) -> None:
    half = 0.5 * (openings[:, 1] - openings[:, 0])
    for side in (-1.0, 1.0):
        leaf = openings.copy()
        edge = openings[:, 0] - 0.03 if side < 0 else openings[:, 1] + 0.03
        leaf[:, 0], leaf[:, 1] = np.sort(np.stack([edge, edge + side * half]), axis=0)
        levels.boxes(material, *_slice(leaf, (0.01, 0, 0), (0.035, 0, 0)), frame=wall.frame,
                     at=FINE)  # fmt: skip
        levels.rings(material, *_slice(leaf, (0.01, 0, 0), (0.055, 0, 0)), 0.09, frame=wall.frame,
                     inset=False)  # fmt: skip


def painted(
    levels: Levels, wall: Wall, openings: F64, material: str, *, bands: int = BANDS
) -> None:
    """Openings of the coarser levels: one quad each at first, then a few bands of equal area."""
    if not len(openings):
        return
    levels.quads(material, _flat(openings), frame=wall.frame, at=MIDDLE)
    if not bands:
        return
    middle = 0.5 * (openings[:, 2] + openings[:, 3])
    order = np.argsort(middle, kind="stable")
    rows = np.split(order, np.flatnonzero(np.diff(middle[order]) > 0.8) + 1)
    groups = [np.concatenate(g) for g in _spread(rows, bands)]
    few = np.array([_band(openings[group]) for group in groups])
    levels.quads(material, _flat(few), frame=wall.frame, at=COARSE)


def _spread(rows: Sequence[NDArray[np.int64]], most: int) -> list[list[NDArray[np.int64]]]:
    count = min(len(rows), most)
    ends = [round(k * len(rows) / count) for k in range(count + 1)]
    return [list(rows[a:b]) for a, b in pairwise(ends)]


def _band(openings: F64) -> F64:
    """One rectangle as wide as all openings and with their area."""
    left, right = openings[:, 0].min(), openings[:, 1].max()
    area = ((openings[:, 1] - openings[:, 0]) * (openings[:, 3] - openings[:, 2])).sum()
    middle, half = openings[:, 2:].mean(), 0.5 * area / (right - left)
    return np.array([left, right, middle - half, middle + half])


def _flat(openings: F64) -> F64:
    left, right, low, high = openings.T
    out = np.full(len(openings), PROUD_M)
    corners = ((left, low), (right, low), (right, high), (left, high))
    return np.stack([np.stack([out, u, v], axis=1) for u, v in corners], axis=1)


def door(
    levels: Levels, wall: Wall, opening: F64, *, leaf: str, frame: str, reveal: float,
    leaves: int = 1,
) -> None:  # fmt: skip
    """A panelled door with a light above where the opening is high enough."""
    own, back = opening.reshape(1, 4).copy(), -reveal
    levels.rings(frame, *_slice(own, (back, 0, 0), (back + 0.08, 0, 0)), 0.08, frame=wall.frame)
    left, right, low, high = own[0]
    head = min(high - 0.08, low + 2.1)
    if high - head > 0.2:
        levels.boxes(frame, (back, left, head), (back + 0.08, right, head + 0.07),
                     frame=wall.frame, at=FINE)  # fmt: skip
    width = (right - left - 0.16) / leaves
    for k in range(leaves):
        start = left + 0.08 + k * width
        levels.boxes(leaf, (back, start, low), (back + 0.05, start + width, head),
                     frame=wall.frame, at=FINE)  # fmt: skip
        panels = np.array([[start + 0.12, start + width - 0.12, low + a, low + b]
                           for a, b in ((0.18, 0.85), (1.0, head - low - 0.14))])  # fmt: skip
        levels.rings(leaf, *_slice(panels, (back, 0, 0), (back + 0.075, 0, 0)), 0.06,
                     frame=wall.frame, inset=False)  # fmt: skip
        grip = start + (0.05 if k else width - 0.09)
        levels.boxes("aluminium", (back + 0.05, grip, low + 0.98), (back + 0.11, grip + 0.04,
                     low + 1.14), frame=wall.frame, at=FINE)  # fmt: skip


def gate(levels: Levels, wall: Wall, opening: F64, *, leaf: str, frame: str, reveal: float) -> None:
    """A sectional gate of horizontal fields."""
    left, right, low, high = opening
    back = -reveal
    levels.rings(frame, (back, left, low), (back + 0.1, right, high), 0.1, frame=wall.frame)
    count = max(3, round((high - low) / 0.55))
    lines = np.linspace(low, high - 0.1, count + 1)
    bottom = np.column_stack([np.full(count, back), np.full(count, left + 0.1), lines[:-1] + 0.012])
    top = np.column_stack([np.full(count, back + 0.06), np.full(count, right - 0.1),
                           lines[1:] - 0.012])  # fmt: skip
    levels.boxes(leaf, bottom, top, frame=wall.frame, at=FINE)


def steps(levels: Levels, wall: Wall, opening: F64, height: float, *, material: str) -> None:
    """A landing before a door at ``height`` and the steps down from it."""
    if height < 0.05:
        return
    left, right = opening[0] - 0.3, opening[1] + 0.3
    count = max(1, round(height / 0.17))
    for k in range(count):
        near = 0.0 if k == 0 else _LANDING_M + (k - 1) * _TREAD_M
        far = _LANDING_M + k * _TREAD_M
        levels.boxes(material, (near, left, 0.0), (far, right, height * (1.0 - k / count)),
                     frame=wall.frame, at=NEAR, solid=True)  # fmt: skip


def canopy(levels: Levels, wall: Wall, opening: F64, *, material: str, depth: float = 1.0) -> None:
    """A small roof above a door, on two brackets."""
    left, right, high = opening[0] - 0.35, opening[1] + 0.35, opening[3] + 0.18
    levels.boxes(material, (0.0, left, high), (depth, right, high + 0.1), frame=wall.frame,
                 at=NEAR, solid=True)  # fmt: skip
    for along in (left + 0.12, right - 0.18):
        brace = [[x, along + y, high - z] for z in (0.45, 0.0) for y in (0.0, 0.06)
                 for x in (0.0, 0.06 if z else depth - 0.15)]  # fmt: skip
        levels.wedges(material, [brace], frame=wall.frame, at=FINE)


def balconies(
    levels: Levels, wall: Wall, openings: F64, *, panel: str, slab: str, depth: float = 1.35
) -> None:
    """A slab with railing before each opening, which is the door to it."""
    for left, right, low, _ in openings:
        a, b = left - 0.55, right + 0.55
        levels.boxes(slab, (0.0, a, low - 0.2), (depth, b, low - 0.02), frame=wall.frame,
                     at=FINE, solid=True)  # fmt: skip
        levels.boxes(panel, (0.0, a, low - 0.2), (depth, b, low + 0.98), frame=wall.frame,
                     at=MIDDLE, faces="flrB")  # fmt: skip
        sides = (
            ((depth - 0.05, a + 0.02), (depth - 0.02, b - 0.02)),
            ((0.0, a + 0.02), (depth - 0.05, a + 0.05)),
            ((0.0, b - 0.05), (depth - 0.05, b - 0.02)),
        )
        for first, last in sides:
            levels.boxes(panel, (*first, low + 0.06), (*last, low + 0.98), frame=wall.frame,
                         at=FINE)  # fmt: skip
            levels.boxes("metal_grey", (first[0] - 0.01, first[1] - 0.01, low + 0.98),
                         (last[0] + 0.01, last[1] + 0.01, low + 1.03), frame=wall.frame,
                         at=FINE)  # fmt: skip
            levels.fill((*first, low - 0.02), (*last, low + 1.03), frame=wall.frame)
        for along in (a + 0.03, b - 0.08):
            levels.boxes("metal_grey", (depth - 0.08, along, low - 0.02),
                         (depth - 0.03, along + 0.05, low + 1.0), frame=wall.frame,
                         at=FINE)  # fmt: skip


def slab(
    levels: Levels, material: str, start: tuple[float, float], end: tuple[float, float],
    span: tuple[float, float], thickness: float, *, frame: Frame, at: Sequence[int] = NEAR,
) -> None:  # fmt: skip
    """A tilted plate whose upper face runs from (out, up) to (out, up); solid."""
    along = np.array([end[0] - start[0], end[1] - start[1]])
    length = float(np.hypot(*along))
    down = np.array([along[1], -along[0]]) / length * thickness
    section = [(start[0] + down[0], start[1] + down[1]), (end[0] + down[0], end[1] + down[1]),
               start, end]  # fmt: skip
    corners = [[section[2 * up + far][0], span[side], section[2 * up + far][1]]
               for up in (0, 1) for side in (0, 1) for far in (0, 1)]  # fmt: skip
    levels.wedges(material, [corners], frame=frame, at=at)
    levels.fill_plate(start, end, span, thickness, frame=frame)


def shopfronts(
    levels: Levels, wall: Wall, openings: F64, *, sign: str, awning: str, reveal: float
) -> None:
    """Large panes in dark frames under a sign band, some with an awning."""
    look = Glazing(frame="plastic_grey", border=0.08, columns=3, sill="", blinds="")
    windows(levels, wall, openings, look, reveal=reveal, chance=np.ones(len(openings)))
    for left, right, _, high in openings:
        levels.boxes(sign, (0.0, left - 0.1, high + 0.1), (0.12, right + 0.1, high + 0.62),
                     frame=wall.frame, at=NEAR)  # fmt: skip
        if awning:
            slab(levels, awning, (0.02, high + 0.08), (1.25, high - 0.35), (left, right), 0.04,
                 frame=wall.frame)  # fmt: skip


def arches(
    levels: Levels, wall: Wall, openings: F64, *, material: str, reveal: float,
    pointed: bool = False,
) -> None:  # fmt: skip
    """Masonry in the upper corners of openings that leaves an arch free."""
    count = 8
    share = np.linspace(-1.0, 1.0, count + 1)
    for left, right, _, high in openings:
        half, middle = 0.5 * (right - left), 0.5 * (left + right)
        rise = half * (1.6 if pointed else 1.0)
        curve = np.sqrt(4.0 - (1.0 + np.abs(share)) ** 2) / math.sqrt(3.0) if pointed else (
            np.sqrt(np.maximum(1.0 - share**2, 0.0)))  # fmt: skip
        under, along = high - rise + rise * curve, middle + half * share
        corners = np.array([
            [[out, along[k + right_side], high if up else min(under[k + right_side], high)]
             for up in (0, 1) for right_side in (0, 1) for out in (-reveal, 0.0)]
            for k in range(count)
        ])  # fmt: skip
        levels.wedges(material, corners, frame=wall.frame, at=FINE)
