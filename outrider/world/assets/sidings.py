"""What a works keeps outdoors: booms at its gate, heaps of scrap, a siding with its wagons."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from outrider.core.rng import Stream
from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets.pieces import ALL, COARSE, FINE, HERE, NEAR, SHELL, Levels
from outrider.world.assets.steelwork import fill_rod

YARD_TOLERANCE_M: Final = 0.35
"""How far solids and meshes differ: gaps between scrap, bogies, rails."""
TRACK_M: Final = 6.0
"""Length of a piece of track; pieces join end to end along x."""
RAIL_M: Final = 0.19
"""Height of the rails' heads above the ground."""
BOOM_M: Final = 3.4
_GAUGE_M: Final = 1.435
_SCRAP: Final = ("rust", "corrugated_rust", "galvanised", "paint_worn_blue", "paint_worn_red",
                 "metal_dark")  # fmt: skip


def boom_gate(variant: int) -> Archetype:
    """A boom across a lane of 3.4 m along x; variant 1 is raised. Its post is at -x."""
    levels, post = Levels("street_furniture"), -0.5 * BOOM_M - 0.2
    levels.boxes("paint_yellow", (post - 0.2, -0.2, 0.0), (post + 0.2, 0.2, 1.05), solid=True)
    levels.boxes("metal_dark", (post - 0.23, -0.23, 1.05), (post + 0.23, 0.23, 1.12), at=NEAR)
    up = math.radians(80.0) if variant % 2 else 0.0
    foot = np.array((post, 0.3, 0.95))
    way = np.array((math.cos(up), 0.0, math.sin(up)))
    joints = np.linspace(-0.5, BOOM_M + 0.4, 9)
    for k in range(8):
        name = ("paint_red", "paint_white")[k % 2]
        bar = forms.beam(foot + joints[k] * way, foot + joints[k + 1] * way, 0.06, 0.12,
                         up=(0.0, 1.0, 0.0), material=name)  # fmt: skip
        levels.add(bar, at=ALL if k else NEAR)
    start, end = foot + joints[0] * way, foot + joints[-1] * way
    fill_rod(levels, start.tolist(), end.tolist(), 0.06)
    if variant % 2 == 0:
        rest = 0.5 * BOOM_M + 0.1
        levels.boxes(
            "paint_yellow", (rest, 0.22, 0.0), (rest + 0.12, 0.38, 0.86), at=NEAR, solid=True
        )
    return levels.archetype(f"boom_gate_{variant}")


def scrap_heap(variant: int) -> Archetype:
    """A heap of girders, pipes and sheets, three metres across."""
    levels, chance = Levels("wreck"), Stream(variant, "assets", "scrap_heap")
    radius, high, count = ((1.7, 1.5, 44), (2.2, 1.9, 64))[variant % 2]
    draws = chance.uniform(0, 8 * count).reshape(count, 8)
    for k, draw in enumerate(draws):
        out = radius * math.sqrt(draw[0])
        turn = 2.0 * math.pi * draw[1]
        low = high * (1.0 - (out / radius) ** 1.3) * (0.35 + 0.6 * draw[2])
        middle = np.array((out * math.cos(turn), out * math.sin(turn), low + 0.08))
        name = _SCRAP[int(draw[3] ** 1.6 * len(_SCRAP))]
        lie = 2.0 * math.pi * draw[4]
        tilt = (draw[5] - 0.5) * 0.7
        way = np.array((math.cos(lie), math.sin(lie), tilt))
        half = 0.5 * (0.5 + 1.3 * draw[6]) * way
        where = ALL if k % 3 == 0 else NEAR if k % 3 == 1 else FINE
        a, b = middle - half, middle + half
        a[2], b[2] = max(a[2], 0.05), max(b[2], 0.05)
        kind = int(draw[7] * 3.0)
        if kind == 0:
            levels.add(forms.beam(a, b, 0.5 + 0.4 * draw[2], 0.03, material=name), at=where)
        elif kind == 1:
            levels.add(forms.tube([a, b], 0.05 + 0.1 * draw[2], material=name, sides=7), at=where)
        else:
            levels.add(forms.beam(a, b, 0.14, 0.14, material=name), at=where)
    for share, top in ((1.0, 0.45), (0.7, 0.75), (0.4, 1.0)):
        low = top - 0.45 if top < 0.5 else top - 0.3
        levels.fill_round((0.0, 0.0, 0.5 * high * (low + top)), radius=share * radius,
                          height=high * (top - low))  # fmt: skip
    core = [(radius * 0.85, 0.0), (radius * 0.55, 0.45 * high), (0.0, 0.75 * high)]
    for level, sides in enumerate((11, 8, 6)):
        levels.add(forms.lathe(core, material="rust", sides=sides, smooth=False), at=(level,))
    return levels.archetype(f"scrap_heap_{variant}")


def rail_track(variant: int) -> Archetype:
    """Six metres of track: sleepers in their ballast and two rails."""
    levels, half = Levels("rack"), 0.5 * TRACK_M
    sleeper = ("planks_weathered", "concrete")[variant % 2]
    places = np.arange(-half + 0.3, half, 0.6)
    low = np.column_stack((places - 0.13, np.full(10, -1.3), np.full(10, -0.1)))
    levels.boxes(sleeper, low, np.add(low, (0.26, 2.6, 0.13)), at=NEAR, faces="bflrT")
    for y in (-0.5 * _GAUGE_M, 0.5 * _GAUGE_M):
        levels.boxes("rust", (-half, y - 0.07, 0.03), (half, y + 0.07, 0.05), at=FINE, faces="lrT")
        levels.boxes("rust", (-half, y - 0.012, 0.05), (half, y + 0.012, 0.15), at=FINE, faces="lr")
        levels.boxes("metal_grey", (-half, y - 0.036, 0.15), (half, y + 0.036, RAIL_M), at=FINE)
        levels.boxes("rust", (-half, y - 0.04, 0.03), (half, y + 0.04, RAIL_M), at=(1, 2))
        levels.fill((-half, y - 0.05, -0.1), (half, y + 0.05, RAIL_M))
    levels.filled.append(
        solids.boxes((0.0, 0.0, -0.035), size=(TRACK_M, 2.6, 0.13), semantic="rack")
    )
    return levels.archetype(f"rail_track_{variant}")


def flat_wagon(variant: int) -> Archetype:
    """A wagon of 14 m on two bogies, along x; its floor is 1.1 m above the rails' foot."""
    levels, half = Levels("truck"), 6.7
    paint = ("paint_brown", "paint_grey")[variant % 2]
    levels.boxes(
        paint, (-half, -1.35, 0.95), (half, 1.35, 1.15), top="planks_weathered", solid=True
    )
    for y in (-1.0, 1.0):
        levels.boxes(paint, (-half + 0.3, y - 0.1, 0.7), (half - 0.3, y + 0.1, 0.95), at=NEAR)
    levels.boxes(paint, (-half + 0.3, -1.1, 0.7), (half - 0.3, 1.1, 0.95), at=COARSE, faces=SHELL)
    levels.fill((-half + 0.3, -1.1, 0.7), (half - 0.3, 1.1, 0.95))
    for end in (-half, half):
        for y in (-0.85, 0.85):
            levels.add(forms.rod((end, y, 0.95), (math.copysign(half + 0.5, end), y, 0.95), 0.1,
                                 material="metal_dark", sides=8), at=NEAR)  # fmt: skip
    for bogie in (-4.6, 4.6):
        _bogie(levels, bogie)
    for x in np.linspace(-half + 0.4, half - 0.4, 8):
        for y in (-1.37, 1.33):
            levels.boxes("metal_dark", (x - 0.05, y, 0.85), (x + 0.05, y + 0.04, 1.1), at=FINE)
    return levels.archetype(f"flat_wagon_{variant}")


def _bogie(levels: Levels, x: float) -> None:
    """Two axles in a frame."""
    for y in (-1.0, 0.9):
        levels.boxes("metal_dark", (x - 1.3, y, 0.45), (x + 1.3, y + 0.1, 0.75), at=NEAR)
    levels.boxes(
        "metal_dark", (x - 1.3, -1.0, RAIL_M), (x + 1.3, 1.0, 0.75), at=COARSE, faces=SHELL
    )
    levels.fill((x - 1.35, -1.0, RAIL_M), (x + 1.35, 1.0, 0.75))
    for axle in (x - 0.9, x + 0.9):
        for y in (-0.5 * _GAUGE_M, 0.5 * _GAUGE_M):
            for level, sides in ((0, 18), (1, 10)):
                low, high = ((axle, y + out, RAIL_M + 0.42) for out in (-0.065, 0.065))
                wheel = forms.rod(low, high, 0.42, material="metal_grey", sides=sides)
                levels.add(wheel, frame=HERE, at=(level,))


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "boom_gate": boom_gate, "scrap_heap": scrap_heap, "rail_track": rail_track,
    "flat_wagon": flat_wagon,
}  # fmt: skip
VARIANTS: Final[dict[str, int]] = {
    "boom_gate": 2, "scrap_heap": 2, "rail_track": 2, "flat_wagon": 2,
}  # fmt: skip
