"""Buildings of an airfield: an open hangar with a curved roof, and a control tower."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.facade import (
    Glazing,
    Wall,
    door,
    masonry,
    painted,
    rectangles,
    steps,
    walls_of,
    windows,
)
from outrider.world.assets.pieces import (
    COARSE,
    FAR,
    FINE,
    HERE,
    MIDDLE,
    NEAR,
    SHELL,
    Frame,
    Levels,
)
from outrider.world.assets.roofs import flat
from outrider.world.assets.steelwork import guard_round

F64 = NDArray[np.float64]

_SPAN_M: Final = 26.0
_DEPTH_M: Final = 24.0
_EAVES_M: Final = 4.5
_CROWN_M: Final = 9.0
_SKIN_M: Final = 0.25


def hangar(variant: int) -> Archetype:
    """A hangar open to the front: sheet on a curved frame, folded doors, a back wall."""
    levels, sheet = Levels(), ("corrugated_grey", "corrugated_green")[variant % 2]
    half, x = 0.5 * _SPAN_M, 0.5 * _DEPTH_M
    for side in (-1.0, 1.0):
        wall = np.sort([[-x, side * half, 0.0], [x, side * (half - _SKIN_M), _EAVES_M]], axis=0)
        levels.boxes(sheet, wall[0], wall[1], at=NEAR, solid=True)
        levels.boxes(sheet, wall[0], wall[1], at=COARSE, faces="lr")
        base = np.sort([[-x, side * (half + 0.06), 0.0], [x + 0.02, side * (half - _SKIN_M - 0.06),
                        0.7]], axis=0)  # fmt: skip
        levels.boxes("concrete", base[0], base[1], at=NEAR)
    for level, count in enumerate((20, 10, 5)):
        _vault(levels, _arch(count), sheet, level)
    arch = _arch(10)
    for a, b in pairwise(arch):
        levels.fill_plate((a[0], a[1]), (b[0], b[1]), (-x, x), _SKIN_M, frame=HERE.turned(1))
    _back_wall(levels, sheet)
    _frames(levels)
    _folded_doors(levels, x, half)
    return levels.archetype(f"hangar_{variant}", part_classes={
        "glass_dark": "window", "plastic_grey": "window", "paint_white": "door",
        "concrete": "concrete",
    })  # fmt: skip


def _arch(count: int, *, inset: float = 0.0) -> F64:
    """``(count + 1, 2)`` points (across, up) of the roof's outer line, across rising."""
    half, rise = 0.5 * _SPAN_M, _CROWN_M - _EAVES_M
    radius = (half**2 + rise**2) / (2.0 * rise)
    reach = math.asin(half / radius)
    angle = np.linspace(-reach, reach, count + 1)
    return np.stack([(radius - inset) * np.sin(angle),
                     _CROWN_M - radius + (radius - inset) * np.cos(angle)], axis=1)  # fmt: skip


def _vault(levels: Levels, arch: F64, sheet: str, level: int) -> None:
    x = 0.5 * _DEPTH_M
    inner = _arch(len(arch) - 1, inset=_SKIN_M)
    corners = [
        [[end, *(inner, arch)[up][k + side]] for up in (0, 1) for side in (0, 1) for end in (-x, x)]
        for k in range(len(arch) - 1)
    ]  # fmt: skip
    levels.wedges(sheet, corners, at=(level,), faces="BT" if level == COARSE[0] else "bflrBT")


def _back_wall(levels: Levels, sheet: str) -> None:
    """A wall up to the arch with a band of windows and a door."""
    x, thick = 0.5 * _DEPTH_M, 0.2
    back = Wall(frame=Frame(center=(-x, 0.0, 0.0), quarter=2), length=_SPAN_M)
    openings = rectangles(np.arange(-8.0, 8.1, 4.0), 2.8, 2.6, 4.0)
    doors = rectangles([10.4], 1.1, 0.05, 2.25)
    masonry(levels, back, [(_EAVES_M, sheet)], np.vstack([openings, doors]), thick)
    look = Glazing(frame="plastic_grey", columns=3, sill="", blinds="")
    pane = np.column_stack([np.full(5, -thick), openings[:, 0], openings[:, 2]])
    levels.boxes("glass_dark", pane, np.add(pane, (0.02, 2.8, 1.4)), frame=back.frame, at=FINE)
    windows(levels, back, openings, look, reveal=thick - 0.02, chance=np.ones(5))
    door(levels, back, doors[0], leaf="paint_white", frame="plastic_grey", reveal=thick)
    painted(levels, back, openings, "glass_dark")
    levels.boxes(sheet, (-x, -13.0, 0.0), (thick - x, 13.0, _EAVES_M), at=FAR, faces="bf")
    levels.fill((-x, -13.0, 0.0), (thick - x, 13.0, _EAVES_M))
    for level, count in enumerate((20, 10, 5)):
        arch = _arch(count, inset=0.05)
        corners = [[[end, arch[k + side][0], (_EAVES_M, max(arch[k + side][1], _EAVES_M))[up]]
                    for up in (0, 1) for side in (0, 1) for end in (-x, thick - x)]
                   for k in range(count)]  # fmt: skip
        levels.wedges(sheet, corners, at=(level,), faces="bf" if level else "bflrBT")
    arch = _arch(20, inset=0.05)
    low = np.column_stack([np.full(20, -x), arch[:-1, 0], np.full(20, _EAVES_M)])
    top = np.maximum(np.minimum(arch[:-1, 1], arch[1:, 1]), _EAVES_M + 0.05)
    levels.fill(low, np.column_stack([np.full(20, thick - x), arch[1:, 0], top]))


def _frames(levels: Levels) -> None:
    """Arched frames of steel inside, every four metres, and purlins along the roof."""
    inner, deep = _arch(12, inset=_SKIN_M), _arch(12, inset=_SKIN_M + 0.35)
    for x in np.linspace(-10.0, 10.0, 6):
        corners = [[[x + out, *(deep, inner)[up][k + side]] for up in (0, 1) for side in (0, 1)
                    for out in (-0.1, 0.1)] for k in range(12)]  # fmt: skip
        levels.wedges("paint_worn_blue", corners, at=FINE)
        for side in (-1.0, 1.0):
            post = np.sort([[x - 0.1, side * 12.75, 0.0], [x + 0.1, side * 12.35, _EAVES_M]],
                           axis=0)  # fmt: skip
            levels.boxes("paint_worn_blue", post[0], post[1], at=NEAR, solid=True)
    for k in range(1, 12):
        y, z = inner[k]
        levels.boxes("galvanised", (-11.8, y - 0.05, z - 0.18), (12.0, y + 0.05, z - 0.02), at=FINE)


def _folded_doors(levels: Levels, x: float, half: float) -> None:
    """Leaves of the gate, pushed aside on their rails at both ends of the front."""
    for side in (-1.0, 1.0):
        for k in range(3):
            near = x + 0.08 + 0.22 * k
            edge = np.sort([side * (half - 0.3 * k), side * (half - 3.4 - 0.3 * k)])
            low, high = (near, edge[0], 0.08), (near + 0.12, edge[1], _EAVES_M)
            levels.boxes("paint_white", low, high, at=NEAR, solid=True)
            for up in (1.3, 2.6, 3.9):
                levels.boxes("paint_grey", (near + 0.12, edge[0] + 0.1, up), (near + 0.14,
                             edge[1] - 0.1, up + 0.12), at=FINE)  # fmt: skip
        outer = np.sort([side * half, side * (half - 4.0)])
        levels.boxes("paint_white", (x + 0.08, outer[0], 0.08), (x + 0.64, outer[1], _EAVES_M),
                     at=COARSE, faces="bf")  # fmt: skip


_DECK_M: Final = 17.3
_CAB_M: Final = (19.0, 22.2)
_CAB_RADIUS_M: Final = (3.7, 4.4)
_OCTAGON: Final = math.cos(math.pi / 8)
# Radius, lowest and highest point of the solids that fill the tower.
_TOWER_SOLIDS: Final = (
    (2.5, 0.0, 15.2), (2.85, 15.2, 15.85), (3.5, 15.85, 16.5), (4.15, 16.5, 17.0),
    (4.45, 17.0, 17.3), (3.4, 17.3, 18.6), (3.7, 18.6, 20.1), (3.9, 20.1, 21.2), (4.1, 21.2, 22.2),
    (4.7, 22.2, 22.7),
)  # fmt: skip


def control_tower(variant: int) -> Archetype:
    """An eight-sided shaft with a gangway and a cab of leaning glass above a low building."""
    levels, wall = Levels(), ("concrete", "plaster_white")[variant % 2]
    _tower_foot(levels, wall)
    low, high = _CAB_M
    inner, outer = _CAB_RADIUS_M
    roof = [(0.0, high), (4.8, high), (4.9, high + 0.35), (4.6, high + 0.5), (0.0, high + 0.7)]
    outlines = (
        ([(0.0, 0.0), (2.6, 0.0), (2.6, 15.2), (4.6, 17.0), (4.6, _DECK_M), (0.0, _DECK_M)], wall),
        ([(0.0, _DECK_M), (3.5, _DECK_M), (3.5, low - 0.4), (inner + 0.1, low - 0.4),
          (inner + 0.1, low), (0.0, low)], "metal_dark"),
        ([(0.0, low), (inner, low), (outer, high), (0.0, high)], "glass_facade"),
        (roof, "paint_white"),
    )  # fmt: skip
    for outline, name in outlines:
        _octagon(levels, outline, name, at=NEAR)
    for outline, name in (
        ([(2.6, 0.0), (2.6, 15.2), (4.6, 17.2)], wall),
        ([(3.6, 17.2), (outer, high)], "glass_facade"), ([(4.85, high), (0.0, high + 0.7)],
                                                         "paint_white"),
    ):  # fmt: skip
        levels.add(forms.lathe(outline, material=name, sides=6, smooth=False), at=COARSE)
    for radius, a, b in _TOWER_SOLIDS:
        levels.fill_round((0, 0, 0.5 * (a + b)), radius=radius, height=b - a)
    _cab_frame(levels)
    guard_round(levels, 4.15, _DECK_M, material="galvanised")
    _aerials(levels, high + 0.6)
    return levels.archetype(f"control_tower_{variant}", part_classes={
        "glass_facade": "window", "glass_dark": "window", "plastic_grey": "window",
        "wood_dark": "door",
    })  # fmt: skip


def _octagon(
    levels: Levels, outline: list[tuple[float, float]], name: str, *, at: tuple[int, ...]
) -> None:
    """What turns about z with eight flat sides, one of them to the front."""
    body = forms.lathe(outline, material=name, sides=8, smooth=False)
    levels.add(body.headed(math.pi / 8), at=at)


def _tower_foot(levels: Levels, wall: str) -> None:
    """The building at the foot, with a flat roof, and slits up the shaft."""
    size, high, reveal = (13.0, 10.0), 4.0, 0.16
    x, y = 0.5 * size[1], 0.5 * size[0]
    levels.fill((-x, -y, 0.0), (x, y, high))
    levels.boxes("glass_dark", (reveal - x, reveal - y, 0.01), (x - reveal, y - reveal,
                 high - 0.01), at=FINE)  # fmt: skip
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), at=MIDDLE)
    look = Glazing(frame="plastic_grey", columns=2, sill="aluminium")
    for quarter, side in enumerate(walls_of(HERE, size)):
        along = np.linspace(-0.32, 0.32, 4) * side.length
        doors = rectangles(along[1:2] if quarter == 0 else [], 1.2, 0.2, 2.5)
        lit = rectangles(along[[0, 2, 3]] if quarter == 0 else along, 1.7, 1.2, 2.7)
        inner = Wall(frame=side.frame, length=side.length - (quarter % 2) * 2.0 * reveal)
        masonry(levels, inner, [(high, wall)], np.vstack([doors, lit]), reveal)
        windows(levels, side, lit, look, reveal=reveal, chance=np.linspace(0.1, 0.9, 4))
        painted(levels, side, lit, "glass_dark", bands=0)
        for opening in doors:
            door(levels, side, opening, leaf="wood_dark", frame="plastic_grey", reveal=reveal)
            steps(levels, side, opening, 0.2, material="concrete")
        slit = [[(2.6 * _OCTAGON + 0.02, u, z + v) for u, v in ((-0.4, -0.7), (0.4, -0.7),
                 (0.4, 0.7), (-0.4, 0.7))] for z in (6.5, 9.5, 12.5)]  # fmt: skip
        frame = HERE.turned(quarter)
        levels.quads("glass_dark", slit, frame=frame, at=NEAR)
        for corners in slit:
            low = np.subtract(corners[0], (0.05, 0.1, 0.1))
            levels.rings("metal_grey", low, np.add(corners[2], (0.06, 0.1, 0.1)), 0.1,
                         frame=frame, inset=False)  # fmt: skip
    flat(levels, HERE, size, high, wall=wall, coping="metal_dark", chance=np.full(16, 0.5),
         parapet=0.45, machines=False)  # fmt: skip
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), at=COARSE, faces=SHELL)


def _cab_frame(levels: Levels) -> None:
    """Posts between the panes, a sill all around and a hand rail."""
    (low, high), (inner, outer) = _CAB_M, _CAB_RADIUS_M
    feet, heads = (forms.ring_of(8, r + 0.02, phase=math.pi / 8) for r in (inner, outer))
    for foot, head in zip(feet, heads, strict=True):
        levels.add(forms.rod((*foot, low), (*head, high), 0.07, material="paint_white", sides=6),
                   at=NEAR)  # fmt: skip
    for share in (0.0, 1.0):
        radius = inner + (outer - inner) * share + 0.03
        ring = forms.ring_of(8, radius, phase=math.pi / 8)
        for k in range(8):
            a, b = ring[k], ring[(k + 1) % 8]
            z = low + (high - low) * share
            levels.add(forms.beam((*a, z), (*b, z), 0.14, 0.16, material="paint_white"))


def _aerials(levels: Levels, base: float) -> None:
    """Masts, a radar that turns, and a red lamp."""
    for x, y, high in ((-1.8, -1.6, 4.0), (-1.8, 1.6, 3.0), (1.6, 0.0, 2.2)):
        levels.add(forms.rod((x, y, base - 0.3), (x, y, base + high), 0.05, material="galvanised"),
                   at=NEAR)  # fmt: skip
        levels.fill_round((x, y, base + 0.5 * high), radius=0.05, height=high)
    levels.boxes("galvanised", (-1.85, -1.65, base), (-1.75, -1.55, base + 4.0), at=COARSE,
                 faces=SHELL)  # fmt: skip
    levels.boxes("metal_grey", (-0.25, -0.25, base - 0.3), (0.25, 0.25, base + 0.7), at=NEAR,
                 solid=True)  # fmt: skip
    levels.boxes("paint_orange", (-0.15, -1.5, base + 0.75), (0.15, 1.5, base + 1.25), at=NEAR,
                 solid=True)  # fmt: skip
    lamp = forms.ball(0.14, material="lamp_red", rings=6, sides=8)
    levels.add(lamp.moved((1.6, 0.0, base + 2.3)))
    levels.fill_round((1.6, 0.0, base + 2.3), radius=0.14, height=0.28)
