"""Halls seen from outside: a factory with a saw-tooth roof and a warehouse with docks."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.facade import (
    NO_OPENINGS,
    Glazing,
    Wall,
    door,
    gate,
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
    wedge_corners,
)
from outrider.world.assets.roofs import Covering, cooler, gable

F64 = NDArray[np.float64]

_REVEAL_M: Final = 0.18
_CLASSES: Final = {
    "glass_dark": "window", "plastic_grey": "window", "paint_grey": "door", "paint_blue": "door",
}  # fmt: skip


def hall_body(
    levels: Levels, size: tuple[float, float], zones: list[tuple[float, str]],
    gates: dict[int, F64], doors: dict[int, F64], lit: dict[int, F64], *, leaf: str,
) -> None:  # fmt: skip
    """Four walls with gates, doors and windows, given by wall."""
    x, y, top = 0.5 * size[1], 0.5 * size[0], zones[-1][0]
    levels.fill((-x, -y, 0.0), (x, y, top))
    levels.boxes("glass_dark", (_REVEAL_M - x, _REVEAL_M - y, 0.01), (x - _REVEAL_M, y - _REVEAL_M,
                 top - 0.01), at=FINE)  # fmt: skip
    low = 0.0
    for high, name in zones:
        levels.boxes(name, (-x, -y, low), (x, y, high), at=MIDDLE)
        low = high
    levels.boxes(zones[-1][1], (-x, -y, 0.0), (x, y, top), at=COARSE, faces=SHELL)
    look = Glazing(frame="plastic_grey", columns=3, sill="aluminium", blinds="")
    for quarter, side in enumerate(walls_of(HERE, size)):
        own = [openings.get(quarter, NO_OPENINGS) for openings in (gates, doors, lit)]
        inner = Wall(frame=side.frame, length=side.length - (quarter % 2) * 2.0 * _REVEAL_M)
        masonry(levels, inner, zones, np.vstack(own), _REVEAL_M)
        for opening in own[0]:
            gate(levels, side, opening, leaf=leaf, frame="metal_dark", reveal=_REVEAL_M)
        for opening in own[1]:
            door(levels, side, opening, leaf=leaf, frame="plastic_grey", reveal=_REVEAL_M)
            steps(levels, side, opening, float(opening[2]), material="concrete")
        windows(levels, side, own[2], look, reveal=_REVEAL_M, chance=np.ones(len(own[2])))
        painted(levels, side, np.vstack(own[:2]), leaf)
        painted(levels, side, own[2], "glass_dark")


def factory_hall(variant: int) -> Archetype:
    """A hall of brick or sheet with a saw-tooth roof, gates and exhausts."""
    levels, size, high, teeth = Levels(), (30.0, 40.0), 6.6, 5
    sheet = ("brick_red", "corrugated_blue")[variant % 2]
    leaf = ("paint_grey", "paint_blue")[variant % 2]
    zones = [(1.0, "concrete_dark"), (high, sheet)]
    columns = (np.arange(7) - 3.0) * 5.2
    hall_body(
        levels, size, zones,
        gates={0: rectangles((-9.0, 0.0, 9.0), 4.2, 0.02, 4.6),
               2: rectangles([0.0], 4.2, 0.02, 4.6)},
        doors={0: rectangles([4.5], 1.1, 0.1, 2.3), 1: rectangles([-18.3], 1.1, 0.1, 2.3)},
        lit={1: rectangles(columns, 3.6, 2.6, 5.2), 3: rectangles(columns, 3.6, 2.6, 5.2),
             0: rectangles((-13.0, -4.5, 13.0), 1.6, 2.6, 4.6)},
        leaf=leaf,
    )  # fmt: skip
    depth = size[1] / teeth
    for k in range(teeth):
        _tooth(levels, HERE.moved((k - 0.5 * (teeth - 1)) * depth, 0.0, high), depth, size[0],
               sheet)  # fmt: skip
    for along in np.linspace(-18.0, 18.0, 7):
        for side in (-1.0, 1.0):
            ends = np.sort([[along - 0.2, side * 15.0, 0.0], [along + 0.2, side * 15.18, high]],
                           axis=0)  # fmt: skip
            levels.boxes("concrete", ends[0], ends[1], at=NEAR)
    _dock_lamps(levels, size[1], (-9.0, 0.0, 9.0), 5.2)
    for place in ((-16.5, -9.0), (-8.5, 6.0), (7.5, -4.0)):
        _exhaust(levels, place, high + 0.6, far=place[1] > 0.0)
    return levels.archetype(f"factory_hall_{variant}", part_classes=_CLASSES)


def _tooth(levels: Levels, frame: Frame, depth: float, width: float, sheet: str) -> None:
    """One tooth: a slope behind, glass in front, closed at both ends."""
    x, y, rise = 0.5 * depth, 0.5 * width, 0.42 * depth
    body = wedge_corners((-x, x, -y, y), (x, x, -y, y), 0.0, rise)
    levels.wedges(sheet, body, frame=frame, at=NEAR, faces="lrB")
    levels.wedges(sheet, body, frame=frame, at=COARSE, faces="lr")
    levels.wedges("metal_dark", body, frame=frame, faces="b")
    levels.wedges("glass_dark", body, frame=frame, faces="f")
    levels.fill_plate((-x, rise + 0.02), (x, 0.02), (-y, y), 0.2, frame=frame.turned(2))
    for k in range(4):
        levels.fill((-x + depth * (k + 1) / 5, -y, rise * k / 5), (x, y, rise * (k + 1) / 5),
                    frame=frame)  # fmt: skip
    face = frame.moved(x, 0.0)
    levels.rings("paint_white", (0.0, -y, 0.0), (0.08, y, rise), 0.22, frame=face, inset=False)
    bars = np.linspace(-y, y, round(width / 1.5) + 1)[1:-1]
    low = np.column_stack([np.zeros(len(bars)), bars - 0.03, np.full(len(bars), 0.2)])
    levels.boxes("paint_white", low, np.add(low, (0.06, 0.06, rise - 0.4)), frame=face, at=FINE,
                 faces="flr")  # fmt: skip
    levels.boxes("paint_white", (0.0, -y, 0.52 * rise), (0.07, y, 0.52 * rise + 0.06), frame=face,
                 at=FINE, faces="fBT")  # fmt: skip
    levels.boxes("galvanised", (-0.35, -y - 0.1, rise - 0.05), (0.15, y + 0.1, rise + 0.06),
                 frame=face, at=NEAR)  # fmt: skip
    slope = [(-x + depth * s, rise * s) for s in (0.35, 0.65)]
    for along in np.arange(-y + 3.0, y - 1.0, 6.0):
        corners = [[*_on(slope[k][0], along + side, slope[k][1] + up)] for up in (0.0, 0.12)
                   for side in (0.0, 1.2) for k in (0, 1)]  # fmt: skip
        levels.wedges("plastic_white", [corners], frame=frame, at=FINE)


def _on(x: float, y: float, z: float) -> tuple[float, float, float]:
    return (x, float(y), z)


def _dock_lamps(levels: Levels, depth: float, along: tuple[float, ...], height: float) -> None:
    """A canopy, a lamp and two posts against lorries at each gate of the front."""
    x = 0.5 * depth
    for place in along:
        levels.boxes("metal_dark", (x, place - 2.5, height - 0.3), (x + 1.3, place + 2.5,
                     height - 0.18), at=NEAR, solid=True)  # fmt: skip
        levels.boxes("lamp_white", (x + 1.05, place - 0.3, height - 0.36), (x + 1.2, place + 0.3,
                     height - 0.3), at=FINE)  # fmt: skip
        for side in (-2.5, 2.5):
            for level, sides in ((0, 10), (1, 6)):
                post = forms.cylinder(0.11, 1.1, material="paint_yellow", sides=sides)
                levels.add(post.moved((x + 0.6, place + side, 0.55)), at=(level,))
            levels.fill_round((x + 0.6, place + side, 0.55), radius=0.11, height=1.1)


def _exhaust(levels: Levels, place: tuple[float, float], base: float, *, far: bool) -> None:
    """A round exhaust with a hat, up through the roof."""
    pipe = [(0.0, 0.0), (0.35, 0.0), (0.35, 4.0), (0.3, 4.0), (0.3, 4.3), (0.6, 4.3), (0.0, 4.75)]
    for level, sides in ((0, 14), (1, 8)):
        levels.add(forms.lathe(pipe, material="galvanised", sides=sides, smooth=False)
                   .moved((*place, base)), at=(level,))  # fmt: skip
    if far:
        levels.boxes("galvanised", (place[0] - 0.3, place[1] - 0.3, base), (place[0] + 0.3,
                     place[1] + 0.3, base + 4.75), at=COARSE, faces=SHELL)  # fmt: skip
    levels.fill_round((*place, base + 2.0), radius=0.35, height=4.0)
    levels.fill_round((*place, base + 4.4), radius=0.55, height=0.5)


def warehouse(variant: int) -> Archetype:
    """A wide hall of sheet with loading docks, an office corner and coolers on its roof."""
    levels, size, high = Levels(), (54.0, 34.0), 9.4
    sheet = ("corrugated_grey", "corrugated_green", "corrugated_blue")[variant % 3]
    stripe = ("paint_blue", "paint_white", "paint_white")[variant % 3]
    docks = (np.arange(6) - 1.6) * 5.4
    zones = [(0.9, "concrete"), (high, sheet)]
    office = np.vstack([rectangles((-24.6, -21.6, -18.6), 2.2, low, low + 1.7)
                        for low in (1.2, 4.6)])  # fmt: skip
    side = rectangles((-14.4, -10.8), 2.2, 4.6, 6.3)
    hall_body(
        levels, size, zones,
        gates={0: rectangles(docks, 2.9, 1.2, 4.4), 3: rectangles([6.0], 4.6, 0.02, 5.0)},
        doors={0: rectangles([-15.6], 1.1, 0.15, 2.4),
               2: rectangles((-20.0, 20.0), 1.1, 0.15, 2.4)},
        lit={0: office, 3: side},
        leaf="paint_grey",
    )  # fmt: skip
    x, y = 17.0, 27.0
    levels.boxes(stripe, (-x - 0.03, -y - 0.03, high - 1.6), (x + 0.03, y + 0.03, high - 0.6))
    front = walls_of(HERE, size)[0].frame
    for place in docks:
        _dock(levels, front, float(place))
    gable(levels, HERE, size, high, pitch_deg=5.0, wall=sheet, overhang=(0.25, 0.2),
          covering=Covering(tiles="corrugated_grey", edge="metal_dark"))  # fmt: skip
    chance = Stream(variant, "assets", "warehouse").uniform(0, 12)
    slope = math.tan(math.radians(5.0))
    for k in range(4):
        along, back = (k - 1.5) * 11.0 + 3.0 * chance[k], -5.0 - 5.0 * chance[4 + k]
        roof = high + 0.2 + (x + back) * slope
        cooler(levels, HERE.moved(back, along, roof), (2.4, 3.0, 1.8))
    lights = np.arange(-22.0, 22.1, 7.3)
    for place in lights:
        _skylight(levels, float(place), high + 0.2, x, slope)
    return levels.archetype(f"warehouse_{variant}", part_classes=_CLASSES)


def _dock(levels: Levels, front: Frame, place: float) -> None:
    """A rubber frame about a gate, a leveller below it, bumpers and a number plate."""
    levels.rings("rubber", (0.0, place - 1.75, 0.95), (0.45, place + 1.75, 4.85), 0.42,
                 frame=front, inset=False)  # fmt: skip
    levels.boxes("rubber", (0.0, place - 1.75, 0.95), (0.45, place + 1.75, 4.85), frame=front,
                 at=MIDDLE, faces="lrBT")  # fmt: skip
    levels.boxes("rubber", (0.0, place - 1.75, 4.4), (0.45, place + 1.75, 4.85), frame=front,
                 at=MIDDLE, solid=True)  # fmt: skip
    for side in (-1.75, 1.33):
        levels.fill((0.0, place + side, 0.95), (0.45, place + side + 0.42, 4.4), frame=front)
    levels.fill((0.0, place - 1.33, 0.95), (0.45, place + 1.33, 1.37), frame=front)
    levels.boxes("metal_dark", (0.0, place - 1.2, 0.75), (0.4, place + 1.2, 1.1), frame=front,
                 at=FINE, solid=True)  # fmt: skip
    for side in (-1.6, 1.3):
        levels.boxes("plastic_black", (0.0, place + side, 0.3), (0.22, place + side + 0.3, 0.9),
                     frame=front, at=NEAR)  # fmt: skip
    levels.boxes("paint_yellow", (0.0, place - 0.35, 5.2), (0.03, place + 0.35, 5.8), frame=front,
                 at=FAR[:1] + FINE)  # fmt: skip


def _skylight(levels: Levels, along: float, base: float, x: float, slope: float) -> None:
    """Domes of light in two rows up the front slope."""
    for middle in (5.0, 11.0):
        roof = base + (x - middle) * slope
        dome = wedge_corners((middle - 1.2, middle + 1.2, along - 0.8, along + 0.8),
                             (middle - 1.0, middle + 1.0, along - 0.6, along + 0.6),
                             roof - 0.15, roof + 0.35)  # fmt: skip
        levels.wedges("plastic_white", dome, at=NEAR)
        levels.fill((middle - 1.15, along - 0.75, roof - 0.15), (middle + 1.15, along + 0.75,
                    roof + 0.35))  # fmt: skip
