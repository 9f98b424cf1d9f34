"""Church, barn, garage, shed and kiosk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.facade import (
    Glazing,
    Wall,
    arches,
    door,
    gate,
    masonry,
    painted,
    rectangles,
    slab,
    steps,
    walls_of,
    windows,
)
from outrider.world.assets.pieces import ALL, COARSE, FAR, FINE, MIDDLE, NEAR, SHELL, Frame, Levels
from outrider.world.assets.roofs import Covering, gable, gutter, slopes

F64 = NDArray[np.float64]

_CHURCH_WALLS: Final = ("plaster_white", "stone_ashlar")
_SPIRES: Final = ("roof_shingles", "roof_tiles_dark")


def church(variant: int) -> Archetype:
    """A nave with buttresses and arched windows behind a tower with clocks and a spire."""
    levels, wall = Levels(), _CHURCH_WALLS[variant % 2]
    covering = Covering(tiles=("roof_tiles_red", "roof_tiles_dark")[variant % 2])
    _nave(levels, wall, covering)
    _tower(levels, wall, _SPIRES[variant % 2])
    return levels.archetype(f"church_{variant}", part_classes={
        "glass_dark": "window", "plastic_grey": "window", "wood_dark": "door",
    })  # fmt: skip


def _nave(levels: Levels, wall: str, covering: Covering) -> None:
    frame, size, high, reveal = Frame(center=(-3.0, 0.0, 0.0)), (11.0, 22.0), 8.0, 0.2
    look = Glazing(frame="plastic_grey", border=0.06, columns=2, rows=5, sill="stone_ashlar",
                   blinds="")  # fmt: skip
    _shell(levels, frame, size, high, wall, reveal)
    for quarter, side in enumerate(walls_of(frame, size)):
        along = (np.arange(5) - 2.0) * 4.0 if quarter % 2 else np.zeros(0)
        openings = rectangles(along, 1.5, 2.4, 6.6)
        inner = Wall(frame=side.frame, length=side.length - (2.0 * reveal if quarter % 2 else 0.0))
        masonry(levels, inner, [(high, wall)], openings, reveal)
        windows(levels, side, openings, look, reveal=reveal, chance=np.ones(8))
        arches(levels, side, openings, material=wall, reveal=reveal, pointed=True)
        painted(levels, side, openings, "glass_dark")
        if quarter % 2:
            _buttresses(levels, side, (-10.0, -6.0, -2.0, 2.0, 6.0, 10.0))
    levels.boxes("stone_ashlar", (-11.05, -5.55, 0.0), (11.05, 5.55, 0.6), frame=frame, at=NEAR)
    levels.boxes("stone_ashlar", (-11.15, -5.65, high - 0.35), (11.15, 5.65, high - 0.1),
                 frame=frame, at=FINE)  # fmt: skip
    gable(levels, frame.turned(1), (22.0, 11.0), high, pitch_deg=52.0, wall=wall,
          covering=replace(covering, edge="stone_ashlar"), overhang=(0.4, 0.2))  # fmt: skip


def _buttresses(levels: Levels, side: Wall, places: Sequence[float]) -> None:
    for along in places:
        levels.boxes("stone_ashlar", (0.0, along - 0.3, 0.0), (0.7, along + 0.3, 4.6),
                     frame=side.frame, at=NEAR, solid=True)  # fmt: skip
        cap = [[x, along + y, 4.6 + (up if x < 0.1 else 0.0)]
               for up in (0.0, 0.9) for y in (-0.3, 0.3) for x in (0.0, 0.7)]  # fmt: skip
        levels.wedges("stone_ashlar", [cap], frame=side.frame, at=NEAR)
        levels.fill((0.0, along - 0.3, 4.6), (0.35, along + 0.3, 5.05), frame=side.frame)


def _shell(
    levels: Levels, frame: Frame, size: tuple[float, float], high: float, wall: str, reveal: float
) -> None:
    """A solid body, glass inside for the finest level and plain for the others."""
    x, y = 0.5 * size[1], 0.5 * size[0]
    levels.fill((-x, -y, 0.0), (x, y, high), frame=frame)
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), frame=frame, at=MIDDLE)
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), frame=frame, at=COARSE, faces=SHELL)
    levels.boxes("glass_dark", (reveal - x, reveal - y, 0.01), (x - reveal, y - reveal,
                 high - 0.01), frame=frame, at=FINE)  # fmt: skip


def _tower(levels: Levels, wall: str, spire: str) -> None:
    frame, size, high, reveal = Frame(center=(10.4, 0.0, 0.0)), (6.2, 6.2), 21.0, 0.2
    look = Glazing(frame="plastic_grey", border=0.06, columns=1, rows=6, blinds="")
    _shell(levels, frame, size, high, wall, reveal)
    for quarter, side in enumerate(walls_of(frame, size)):
        bells = rectangles([-1.2, 1.2], 1.3, 16.2, 19.6)
        slit = rectangles([0.0], 0.5, 9.0, 10.8)
        entrance = rectangles([0.0] if quarter == 0 else [], 2.0, 0.3, 3.4)
        inner = Wall(frame=side.frame, length=6.2 - (2.0 * reveal if quarter % 2 else 0.0))
        lit = np.vstack([bells, slit])
        masonry(levels, inner, [(high, wall)], np.vstack([lit, entrance]), reveal)
        windows(levels, side, lit, look, reveal=reveal, chance=np.ones(3))
        arches(levels, side, np.vstack([bells, entrance]), material=wall, reveal=reveal)
        painted(levels, side, bells, "glass_dark", bands=1)
        painted(levels, side, slit, "glass_dark", bands=0)
        _clock(levels, side)
        for opening in entrance:
            door(levels, side, opening, leaf="wood_dark", frame="wood_dark", reveal=reveal,
                 leaves=2)  # fmt: skip
            steps(levels, side, opening, 0.3, material="stone_ashlar")
    for low, out in ((7.6, 0.12), (15.0, 0.12), (20.6, 0.25)):
        ends = (-3.1 - out, -3.1 - out, low), (3.1 + out, 3.1 + out, low + 0.35)
        levels.boxes("stone_ashlar", *ends, frame=frame, at=NEAR)
    slopes(levels, frame, (-3.4, 3.4, -3.4, 3.4), (-1.9, 1.9, -1.9, 1.9), (high, high + 2.2),
           tiles=spire)  # fmt: skip
    slopes(levels, frame, (-1.9, 1.9, -1.9, 1.9), (0.0, 0.0, 0.0, 0.0), (high + 2.2, high + 13.0),
           tiles=spire)  # fmt: skip
    top = high + 13.0
    levels.add(forms.ball(0.25, material="paint_yellow", rings=6, sides=8).moved((0, 0, top)),
               frame=frame)  # fmt: skip
    levels.boxes("paint_yellow", (-0.04, -0.04, top - 0.2), (0.04, 0.04, top + 1.7), frame=frame,
                 solid=True, faces=SHELL)  # fmt: skip
    levels.boxes("paint_yellow", (-0.04, -0.4, top + 1.0), (0.04, 0.4, top + 1.08), frame=frame,
                 at=FINE)  # fmt: skip


def _clock(levels: Levels, side: Wall) -> None:
    dial = forms.rod((0.0, 0.0, 13.3), (0.1, 0.0, 13.3), 1.0, material="paint_white", sides=24)
    levels.add(dial, frame=side.frame)
    square = [(0.06, u, v) for u, v in ((-0.9, 12.4), (0.9, 12.4), (0.9, 14.2), (-0.9, 14.2))]
    levels.quads("paint_white", [square], frame=side.frame, at=MIDDLE)
    for (u, v), width in (((0.0, 0.8), 0.08), ((0.45, 0.3), 0.1)):
        hand = forms.beam((0.12, 0, 13.3), (0.12, u, 13.3 + v), width, 0.03, up=(1, 0, 0),
                          material="paint_black")  # fmt: skip
        levels.add(hand, frame=side.frame)


_BARN_WALLS: Final = ("paint_worn_red", "planks_weathered", "planks_new")


def barn(variant: int) -> Archetype:
    """A timber barn with a gate in its gable, braces and a loft door."""
    levels, wall, size = Levels(), _BARN_WALLS[variant % 3], (11.0, 18.0)
    high, frame, reveal = 4.4, Frame(), 0.12
    x, y = 0.5 * size[1], 0.5 * size[0]
    levels.fill((-x, -y, 0.0), (x, y, high))
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), at=FAR)
    levels.boxes("glass_dark", (reveal - x, reveal - y, 0.01), (x - reveal, y - reveal,
                 high - 0.01), at=FINE)  # fmt: skip
    trim = "paint_white" if variant % 3 == 0 else "wood_dark"
    look = Glazing(frame=trim, columns=2, rows=2, sill=trim, blinds="")
    for quarter, side in enumerate(walls_of(frame, size)):
        gates = rectangles([0.0] if quarter % 2 == 0 else [], 3.8, 0.05, 3.7)
        lit = rectangles((-6.0, -2.0, 2.0, 6.0) if quarter % 2 else [], 0.9, 1.9, 2.8)
        inner = Wall(frame=side.frame, length=side.length - (2.0 * reveal if quarter % 2 else 0.0))
        masonry(levels, inner, [(high, wall)], np.vstack([gates, lit]), reveal)
        windows(levels, side, lit, look, reveal=reveal, chance=np.ones(4))
        painted(levels, side, lit, "glass_dark")
        for opening in gates:
            _barn_gate(levels, side, opening, trim)
    _posts(levels, x, y, high, trim)
    tiles = ("corrugated_grey", "roof_tiles_red", "corrugated_rust")[variant % 3]
    ridge = gable(
        levels,
        frame.turned(1),
        (18.0, 11.0),
        high,
        pitch_deg=38.0,
        wall=wall,
        covering=Covering(tiles=tiles, edge=trim, gutter=""),
        overhang=(0.5, 0.5),
    )
    for side in (walls_of(frame, size)[0], walls_of(frame, size)[2]):
        loft = ((0.0, -0.7, ridge - 3.2), (0.06, 0.7, ridge - 1.7))
        levels.boxes("planks_weathered", *loft, frame=side.frame, at=NEAR)
        levels.rings(trim, loft[0], (0.1, *loft[1][1:]), 0.12, frame=side.frame, inset=False)
    return levels.archetype(f"barn_{variant}", part_classes={
        "glass_dark": "window", "wood_oak": "door",
    })  # fmt: skip


def _barn_gate(levels: Levels, side: Wall, opening: F64, trim: str) -> None:
    left, right, low, high = opening
    for a, b in ((left, -0.01), (0.01, right)):
        levels.boxes("wood_oak", (-0.1, a, low), (-0.04, b, high), frame=side.frame, at=FINE)
        levels.rings(trim, (-0.05, a, low), (0.0, b, high), 0.16, frame=side.frame)
        for start, end in ((low + 0.1, high - 0.1), (high - 0.1, low + 0.1)):
            brace = forms.beam((-0.03, a + 0.1, start), (-0.03, b - 0.1, end), 0.15, 0.04,
                               up=(1, 0, 0), material=trim)  # fmt: skip
            levels.add(brace, frame=side.frame)
    corners = [(0.03, u, v) for u, v in ((left, low), (right, low), (right, high), (left, high))]
    levels.quads("wood_oak", [corners], frame=side.frame, at=FAR)


def _posts(levels: Levels, x: float, y: float, high: float, trim: str) -> None:
    """Boards at the corners and under the eaves."""
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            ends = np.sort([[sx * (x + 0.03), sy * (y + 0.03), 0.0],
                            [sx * (x - 0.2), sy * (y - 0.2), high]], axis=0)  # fmt: skip
            levels.boxes(trim, ends[0], ends[1], at=FINE)
    levels.boxes("rock_grey", (-x - 0.04, -y - 0.04, 0.0), (x + 0.04, y + 0.04, 0.04), at=FINE)


def garage(variant: int) -> Archetype:
    """One or two garages under a flat or a low roof."""
    levels, count, reveal = Levels(), 1 + variant % 2, 0.14
    width, depth, high = 3.2 * count + 0.2, 6.0, 2.75
    wall = ("plaster_white", "brick_brown", "concrete")[variant % 3]
    leaf = ("corrugated_grey", "paint_green", "corrugated_blue")[variant % 3]
    x, y = 0.5 * depth, 0.5 * width
    levels.fill((-x, -y, 0.0), (x, y, high))
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), at=FAR)
    levels.boxes("glass_dark", (reveal - x, reveal - y, 0.01), (x - reveal, y - reveal,
                 high - 0.01), at=FINE)  # fmt: skip
    for quarter, side in enumerate(walls_of(Frame(), (width, depth))):
        along = (np.arange(count) - 0.5 * (count - 1)) * 3.2 if quarter == 0 else np.zeros(0)
        gates = rectangles(along, 2.6, 0.02, 2.25)
        lit = rectangles([0.0] if quarter == 2 else [], 1.2, 1.3, 1.9)
        inner = Wall(frame=side.frame, length=side.length - (2.0 * reveal if quarter % 2 else 0.0))
        masonry(levels, inner, [(high, wall)], np.vstack([gates, lit]), reveal)
        windows(levels, side, lit, Glazing(blinds=""), reveal=reveal, chance=np.ones(1))
        painted(levels, side, lit, "glass_dark")
        for opening in gates:
            gate(levels, side, opening, leaf=leaf, frame="paint_grey", reveal=reveal)
        painted(levels, side, gates, leaf)
    if variant % 3 == 1:
        gable(levels, Frame(quarter=1), (depth, width), high, pitch_deg=28.0, wall=wall,
              covering=Covering(), overhang=(0.3, 0.3))  # fmt: skip
    else:
        levels.boxes("metal_dark", (-x - 0.1, -y - 0.1, high), (x + 0.15, y + 0.1, high + 0.22),
                     top="roof_flat", solid=True)  # fmt: skip
        gutter(levels, Frame(center=(-x - 0.17, 0, high + 0.1), quarter=2), width, high, 0.14,
               material="galvanised")  # fmt: skip
    return levels.archetype(f"garage_{variant}", part_classes={
        "glass_dark": "window", "plastic_white": "window", leaf: "door",
    })  # fmt: skip


def shed(variant: int) -> Archetype:
    """A garden shed of boards with a door and a window."""
    levels, reveal = Levels(), 0.08
    size = ((2.6, 2.2), (3.4, 2.6), (2.2, 2.0))[variant % 3]
    wall = ("planks_weathered", "planks_new", "paint_brown")[variant % 3]
    high, (width, depth) = 2.05, size
    x, y = 0.5 * depth, 0.5 * width
    levels.fill((-x, -y, 0.0), (x, y, high))
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), at=FAR)
    levels.boxes("glass_dark", (reveal - x, reveal - y, 0.01), (x - reveal, y - reveal,
                 high - 0.01), at=FINE)  # fmt: skip
    for quarter, side in enumerate(walls_of(Frame(), size)):
        doors = rectangles([-0.2 * width] if quarter == 0 else [], 0.85, 0.08, 1.93)
        lit = rectangles([0.24 * width] if quarter == 0 else [], 0.6, 1.1, 1.7)
        inner = Wall(frame=side.frame, length=side.length - (2.0 * reveal if quarter % 2 else 0.0))
        masonry(levels, inner, [(high, wall)], np.vstack([doors, lit]), reveal)
        windows(levels, side, lit, Glazing(rows=2, sill="wood_dark", blinds=""), reveal=reveal,
                chance=np.ones(1))  # fmt: skip
        painted(levels, side, lit, "glass_dark")
        painted(levels, side, doors, "wood_oak")
        for opening in doors:
            door(levels, side, opening, leaf="wood_oak", frame="wood_dark", reveal=reveal)
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            ends = np.sort([[sx * (x + 0.02), sy * (y + 0.02), 0.0],
                            [sx * (x - 0.07), sy * (y - 0.07), high]], axis=0)  # fmt: skip
            levels.boxes("wood_dark", ends[0], ends[1], at=FINE)
    tiles = ("roof_shingles", "roof_tiles_red", "roof_shingles")[variant % 3]
    gable(levels, Frame(), size, high, pitch_deg=24.0, wall=wall, overhang=(0.18, 0.15),
          covering=Covering(tiles=tiles, gutter=""))  # fmt: skip
    return levels.archetype(f"shed_{variant}", part_classes={
        "glass_dark": "window", "plastic_white": "window", "wood_oak": "door",
    })  # fmt: skip


def kiosk(variant: int) -> Archetype:
    """A kiosk with a sales hatch, a counter, an awning and a sign on its roof."""
    levels, reveal, size, high = Levels(), 0.1, (3.6, 2.6), 2.6
    wall = ("paint_green", "paint_blue", "paint_beige")[variant % 3]
    awning = ("fabric_red", "fabric_yellow", "fabric_green")[variant % 3]
    chance = Stream(variant, "assets", "kiosk").uniform(0, 16)
    x, y = 0.5 * size[1], 0.5 * size[0]
    levels.fill((-x, -y, 0.0), (x, y, high))
    levels.boxes(wall, (-x, -y, 0.0), (x, y, high), at=FAR)
    levels.boxes("glass_dark", (reveal - x, reveal - y, 0.01), (x - reveal, y - reveal,
                 high - 0.01), at=FINE)  # fmt: skip
    look = Glazing(frame="aluminium", columns=3, sill="aluminium", blind_share=0.3)
    for quarter, side in enumerate(walls_of(Frame(), size)):
        lit = rectangles([0.0] if quarter in {0, 1, 3} else [], (2.8, 1.6)[quarter % 2], 1.05, 2.1)
        doors = rectangles([0.6] if quarter == 2 else [], 0.95, 0.08, 2.12)
        inner = Wall(frame=side.frame, length=side.length - (2.0 * reveal if quarter % 2 else 0.0))
        masonry(levels, inner, [(high, wall)], np.vstack([lit, doors]), reveal)
        windows(levels, side, lit, look, reveal=reveal, chance=chance[4 * quarter :])
        painted(levels, side, lit, "glass_dark")
        for opening in doors:
            door(levels, side, opening, leaf="metal_grey", frame="aluminium", reveal=reveal)
    front = walls_of(Frame(), size)[0].frame
    levels.boxes("aluminium", (0.0, -1.5, 0.98), (0.35, 1.5, 1.03), frame=front, at=NEAR,
                 solid=True)  # fmt: skip
    slab(levels, awning, (0.02, 2.5), (1.15, 2.15), (-1.7, 1.7), 0.03, frame=front)
    levels.boxes("paint_white", (-x - 0.2, -y - 0.2, high), (x + 0.2, y + 0.2, high + 0.16),
                 at=ALL, solid=True)  # fmt: skip
    levels.boxes(("paint_yellow", "paint_white", "paint_red")[variant % 3], (x - 0.15, -1.3,
                 high + 0.16), (x, 1.3, high + 0.7), at=ALL, solid=True)  # fmt: skip
    levels.boxes("concrete", (-x - 0.03, -y - 0.03, 0.0), (x + 0.03, y + 0.03, 0.08), at=NEAR)
    levels.quads(awning, [[(0.02, -1.7, 2.5), (1.15, -1.7, 2.15), (1.15, 1.7, 2.15),
                           (0.02, 1.7, 2.5)]], frame=front, at=COARSE)  # fmt: skip
    return levels.archetype(f"kiosk_{variant}", part_classes={
        "glass_dark": "window", "metal_grey": "door",
    })  # fmt: skip


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "church": church, "barn": barn, "garage": garage, "shed": shed, "kiosk": kiosk,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {"church": 2, "barn": 3, "garage": 3, "shed": 3, "kiosk": 3}
