"""Plant between the halls: coolers, pipe racks and bridges, a conveyor, a transformer yard."""

from __future__ import annotations

import math
from typing import Final, Protocol

import numpy as np

from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.pieces import ALL, COARSE, FINE, HERE, NEAR, SHELL, Frame, Levels
from outrider.world.assets.roofs import cooler
from outrider.world.assets.steelwork import fill_rod, lattice, pipe, profile, railing


class Slope(Protocol):
    """Points of a conveyor: along, across, and above its rising line."""

    def __call__(self, x: float, y: float, up: float = 0.0) -> tuple[float, float, float]: ...


_RACK_M: Final = 12.0
_LOW_M: Final = 4.5
_HIGH_M: Final = 6.3
# Across, radius and material of the pipes of the lower and the upper floor of a rack.
_LOWER: Final = (
    (-1.75, 0.16, "galvanised"), (-1.2, 0.22, "aluminium"), (-0.55, 0.27, "aluminium"),
    (0.1, 0.11, "paint_green"), (0.45, 0.11, "paint_blue"), (0.95, 0.2, "galvanised"),
    (1.6, 0.3, "aluminium"),
)  # fmt: skip
_UPPER: Final = (
    (-1.5, 0.3, "aluminium"), (-0.75, 0.16, "paint_yellow"), (-0.3, 0.11, "paint_red"),
    (0.2, 0.2, "galvanised"),
)  # fmt: skip
_STEEL: Final = ("paint_blue", "galvanised", "paint_worn_green")


def cooling_unit(variant: int) -> Archetype:
    """Air coolers on a base, with the pipes that join them."""
    levels, count = Levels("tank"), 2 + variant % 2
    width = 2.4 * count
    levels.boxes("concrete", (-1.6, -0.5 * width - 0.3, 0.0), (1.6, 0.5 * width + 0.3, 0.2),
                 solid=True)  # fmt: skip
    for k in range(count):
        along = (k - 0.5 * (count - 1)) * 2.4
        cooler(levels, HERE.moved(0.0, along, 0.2), (2.2, 2.1, 2.3))
        levels.boxes("paint_silver", (-1.1, along - 1.05, 0.3), (1.1, along + 1.05, 2.5),
                     at=COARSE, faces="bflrT")  # fmt: skip
        pipe(levels, (1.0, along, 0.6), (1.38, along, 0.6), 0.07, material="aluminium",
             coarse=False)  # fmt: skip
        levels.boxes("paint_yellow", (1.1, along - 0.8, 1.6), (1.14, along - 0.45, 2.1), at=FINE)
    half = 0.5 * width
    pipe(levels, (1.38, -half, 0.6), (1.38, half + 0.3, 0.6), 0.11, material="aluminium")
    return levels.archetype(f"cooling_unit_{variant}", part_classes={"aluminium": "pipe"})


def _portal(levels: Levels, x: float, steel: str, height: float = _HIGH_M) -> None:
    for y in (-2.2, 2.2):
        levels.boxes("concrete", (x - 0.35, y - 0.35, 0.0), (x + 0.35, y + 0.35, 0.3), at=NEAR,
                     solid=True)  # fmt: skip
        profile(levels, steel, (x - 0.14, y - 0.14, 0.3), (x + 0.14, y + 0.14, height), axis=2)
    for top in (_LOW_M, height):
        profile(levels, steel, (x - 0.12, -2.06, top - 0.28), (x + 0.12, 2.06, top), axis=1,
                coarse=False)  # fmt: skip


def _pipes(levels: Levels, low: float, high: float, half: float) -> None:
    for floor, pipes in ((low, _LOWER), (high, _UPPER)):
        for k, (y, radius, material) in enumerate(pipes):
            z = floor + radius + 0.06
            pipe(levels, (-half, y, z), (half, y, z), radius, material=material,
                 coarse=radius > 0.25)  # fmt: skip
            for x in (-0.5 * half, 0.5 * half):
                levels.boxes("metal_dark", (x - 0.1, y - 0.7 * radius, floor), (x + 0.1,
                             y + 0.7 * radius, z), at=FINE)  # fmt: skip
            if radius > 0.15:
                place = half * (0.1 + 0.17 * (k % 4))
                flange = forms.rod((place, y, z), (place + 0.08, y, z), radius + 0.07,
                                   material="metal_dark", sides=12)  # fmt: skip
                levels.add(flange)


def _tray(levels: Levels, y: float, z: float, half: float) -> None:
    """A cable tray with cables."""
    levels.boxes("galvanised", (-half, y - 0.3, z), (half, y + 0.3, z + 0.02), at=NEAR)
    for side in (-0.3, 0.28):
        levels.boxes("galvanised", (-half, y + side, z), (half, y + side + 0.02, z + 0.1), at=NEAR)
    for k, place in enumerate((-0.22, -0.12, -0.03, 0.1, 0.19)):
        cable = forms.tube([(-half, y + place, z + 0.05), (half, y + place, z + 0.05)], 0.03,
                           material=("rubber", "plastic_grey")[k % 2], sides=6)  # fmt: skip
        levels.add(cable)
    levels.fill((-half, y - 0.3, z), (half, y + 0.3, z + 0.1))


def pipe_rack(variant: int) -> Archetype:
    """Twelve metres of pipes on two floors; segments join end to end along x."""
    levels, steel, half = Levels("pipe"), _STEEL[variant % 3], 0.5 * _RACK_M
    for x in (-3.0, 3.0):
        _portal(levels, x, steel)
    for y in (-2.2, 2.2):
        for top in (_LOW_M, _HIGH_M):
            for a, b in ((-half, -3.14), (-2.86, 2.86), (3.14, half)):
                profile(levels, steel, (a, y - 0.1, top - 0.26), (b, y + 0.1, top - 0.02), axis=0,
                        coarse=False)  # fmt: skip
        foot, head = 0.5, _LOW_M - 0.3
        if variant % 2 == 0:
            for start, end in (((-2.86, y, foot), (2.86, y, head)),
                               ((2.86, y, foot), (-2.86, y, head))):  # fmt: skip
                levels.add(forms.rod(start, end, 0.05, material=steel), at=NEAR)
                fill_rod(levels, start, end, 0.05)
    _pipes(levels, _LOW_M, _HIGH_M, half)
    _tray(levels, 1.2, _HIGH_M + 0.06, half)
    return levels.archetype(f"pipe_rack_{variant}", part_classes={steel: "rack",
                                                                   "concrete": "rack"})  # fmt: skip


def pipe_bridge(variant: int) -> Archetype:
    """Pipes across a road of 16 m between two towers, in a lattice girder along x."""
    levels, steel, half, low = Levels("pipe"), _STEEL[(variant + 1) % 3], 9.6, 5.6
    for x in (-8.6, 8.6):
        for leg in (x - 0.6, x + 0.6):
            for y in (-1.5, 1.5):
                profile(levels, steel, (leg - 0.13, y - 0.13, 0.3), (leg + 0.13, y + 0.13, low),
                        axis=2, coarse=False)  # fmt: skip
        levels.boxes("concrete", (x - 1.0, -1.9, 0.0), (x + 1.0, 1.9, 0.3), at=NEAR, solid=True)
        for y in (-1.5, 1.5):
            levels.boxes(steel, (x - 0.7, y - 0.13, 0.0), (x + 0.7, y + 0.13, low), at=COARSE,
                         faces=SHELL)  # fmt: skip
            for start, end in (((x - 0.6, y, 0.6), (x + 0.6, y, 2.9)),
                               ((x + 0.6, y, 2.9), (x - 0.6, y, 5.2))):  # fmt: skip
                levels.add(forms.rod(start, end, 0.05, material=steel), at=NEAR)
                fill_rod(levels, start, end, 0.05)
    for y in (-1.5, 1.5):
        for level, fields in ((0, 12), (1, 6)):
            girder = lattice((-half, y, low + 0.1), (half, y, low + 0.1), 2.2, fields=fields,
                             material=steel, size=0.14)  # fmt: skip
            levels.add(girder, at=(level,))
        levels.boxes(steel, (-half, y - 0.07, low), (half, y + 0.07, low + 0.2),
                     at=COARSE, faces="lr")  # fmt: skip
        levels.boxes(steel, (-half, y - 0.07, low + 2.23), (half, y + 0.07, low + 2.37),
                     at=COARSE, faces="lr")  # fmt: skip
        _fill_lattice(levels, y, low + 0.1, half)
    beams = np.linspace(-half, half, 7)
    levels.boxes(steel, np.column_stack([beams - 0.07, np.full(7, -1.43), np.full(7, low)]),
                 np.column_stack([beams + 0.07, np.full(7, 1.43), np.full(7, low + 0.2)]),
                 at=NEAR, solid=True)  # fmt: skip
    for y, radius, material in ((-1.0, 0.25, "aluminium"), (-0.4, 0.16, "paint_yellow"),
                                (0.05, 0.12, "paint_green"), (0.45, 0.12, "paint_blue"),
                                (0.98, 0.28, "aluminium")):  # fmt: skip
        z = low + 0.2 + radius
        pipe(levels, (-half, y, z), (half, y, z), radius, material=material,
             coarse=radius > 0.26)  # fmt: skip
    levels.boxes("paint_yellow", (-1.0, -1.6, low + 0.35), (1.0, -1.56, low + 0.85), at=NEAR)
    classes = {steel: "rack", "concrete": "rack"}
    return levels.archetype(f"pipe_bridge_{variant}", part_classes=classes)


def _fill_lattice(levels: Levels, y: float, low: float, half: float) -> None:
    """A lattice girder is solid as a thin plate: nothing that flies fits between its bars."""
    levels.fill((-half - 0.07, y - 0.07, low - 0.07), (half + 0.07, y + 0.07, low + 2.27))


def conveyor(variant: int) -> Archetype:
    """Twelve metres of belt that rises along x on trestles, under a hood or open."""
    levels, steel = Levels("rack"), ("paint_yellow", "paint_worn_blue")[variant % 2]
    low, high, half = 3.2, 5.7, 6.0
    rise = (high - low) / (2.0 * half)

    def at(x: float, y: float, up: float = 0.0) -> tuple[float, float, float]:
        return (x, y, 0.5 * (low + high) + rise * x + up)

    for y in (-0.75, 0.75):
        for level, fields in ((0, 10), (1, 4)):
            girder = lattice(at(-half, y, -0.9), at(half, y, -0.9), 0.9, fields=fields,
                             material=steel, size=0.09)  # fmt: skip
            levels.add(girder, at=(level,))
    far = forms.beam(at(-half, 0.0, -0.45), at(half, 0.0, -0.45), 1.5, 0.95, material=steel)
    levels.add(far, at=COARSE)
    _belt(levels, at, half)
    flat = HERE.turned(2)
    middle = 0.5 * (low + high)
    levels.fill_plate((-half, middle + rise * half + 0.12), (half, middle - rise * half + 0.12),
                      (-0.8, 0.8), 1.05, frame=flat)  # fmt: skip
    for x in (-4.0, 4.0):
        for side in (-1.0, 1.0):
            foot, head = (x, side * 1.35, 0.0), at(x, side * 0.75, -0.9)
            leg = forms.beam(foot, head, 0.18, 0.18, material=steel, up=(1, 0, 0))
            levels.add(leg, at=NEAR)
            levels.add(forms.tube([foot, head], 0.12, material=steel, sides=4, caps=False),
                       at=COARSE)  # fmt: skip
            fill_rod(levels, foot, head, 0.11)
            levels.boxes("concrete", (x - 0.35, side * 1.35 - 0.35, 0.0), (x + 0.35,
                         side * 1.35 + 0.35, 0.2), at=NEAR, solid=True)  # fmt: skip
        for share in (0.35, 0.75):
            y, z = 1.35 - 0.6 * share, at(x, 0, -0.9)[2] * share
            levels.add(forms.beam((x, -y, z), (x, y, z), 0.12, 0.12, material=steel), at=NEAR)
            fill_rod(levels, (x, -y, z), (x, y, z), 0.06)
    if variant % 2 == 0:
        _hood(levels, at, half)
    else:
        railing(levels, at(-half, 1.25, -0.05), at(half, 1.25, -0.05), material="paint_yellow",
                solid=False)  # fmt: skip
        walk = forms.beam(at(-half, 1.05, -0.1), at(half, 1.05, -0.1), 0.6, 0.05,
                          material="metal_dark")  # fmt: skip
        levels.add(walk, at=NEAR)
        for up, span, thick in ((-0.05, (-1.35, -0.75), 0.1), (1.08, (-1.28, -1.22), 1.15)):
            levels.fill_plate((-half, middle + rise * half + up),
                              (half, middle - rise * half + up), span, thick,
                              frame=flat)  # fmt: skip
    return levels.archetype(f"conveyor_{variant}")


def _belt(levels: Levels, at: Slope, half: float) -> None:
    """A belt in a trough of rollers, coal on it, and its way back below."""
    for y, up, wide in ((0.0, 0.06, 0.45), (-0.36, 0.13, 0.35), (0.36, 0.13, 0.35),
                        (0.0, -0.62, 1.0)):  # fmt: skip
        lean = (0.0, 0.0, 1.0) if y == 0.0 else (0.0, -math.copysign(0.45, y), 0.9)
        strip = forms.beam(at(-half, y, up), at(half, y, up), wide, 0.02, material="rubber",
                           up=lean)  # fmt: skip
        levels.add(strip, at=NEAR)
    load = forms.beam(at(-half, 0.0, 0.14), at(half, 0.0, 0.14), 0.6, 0.16, material="gravel_grey")
    levels.add(load, at=NEAR)
    for x in np.arange(-half + 0.5, half, 1.0):
        for start, end in (((-0.55, 0.16), (-0.2, -0.01)), ((-0.2, -0.01), (0.2, -0.01)),
                           ((0.2, -0.01), (0.55, 0.16))):  # fmt: skip
            levels.add(forms.rod(at(float(x), *start), at(float(x), *end), 0.05,
                                 material="galvanised", sides=6))  # fmt: skip
        levels.add(forms.rod(at(float(x), -0.6, -0.7), at(float(x), 0.6, -0.7), 0.05,
                             material="galvanised", sides=6))  # fmt: skip


def _hood(levels: Levels, at: Slope, half: float) -> None:
    """A round hood of sheet over the belt."""
    for level, steps in ((0, 8), (1, 4), (2, 3)):
        angle = np.linspace(0.0, math.pi, steps + 1)
        ring = [(0.8 * math.cos(a), 0.1 + 0.75 * math.sin(a)) for a in angle]
        quads = [[at(half, *ring[k]), at(half, *ring[k + 1]), at(-half, *ring[k + 1]),
                  at(-half, *ring[k])] for k in range(steps)]  # fmt: skip
        outside = np.asarray(quads)[:, ::-1]
        levels.quads("corrugated_grey", np.concatenate([outside, np.asarray(quads)]), at=(level,))
    middle = at(0.0, 0.0)[2]
    slope = (at(half, 0.0)[2] - at(-half, 0.0)[2]) / (2.0 * half)
    levels.fill_plate((-half, middle + slope * half + 0.8), (half, middle - slope * half + 0.8),
                      (-0.65, 0.65), 0.7, frame=HERE.turned(2))  # fmt: skip


def transformer_yard(variant: int) -> Archetype:
    """A fenced yard with transformers, a gantry with insulators, and busbars."""
    levels, count = Levels("obstacle"), 1 + variant % 2
    x, y = 6.0, 3.0 + 3.0 * count
    levels.boxes("concrete", (-x, -y, 0.0), (x, y, 0.12), solid=True, faces="bflrT")
    levels.boxes("gravel_grey", (-x + 0.6, -y + 0.6, 0.12), (x - 0.6, y - 0.6, 0.16), at=NEAR)
    rows = [(k - 0.5 * (count - 1)) * 5.6 for k in range(count)]
    for row in rows:
        _transformer(levels, HERE.moved(-0.5, row, 0.12))
    _gantry(levels, -4.2, y - 1.2)
    for row in rows:
        _wires(levels, -4.2, row)
    _fence(levels, x - 0.15, y - 0.15)
    return levels.archetype(f"transformer_yard_{variant}", part_classes={
        "wire_mesh": "fence", "paint_grey": "tank", "galvanised": "pole", "concrete": "concrete",
        "gravel_grey": "gravel",
    })  # fmt: skip


def _transformer(levels: Levels, frame: Frame) -> None:
    levels.boxes("concrete_dark", (-1.7, -1.5, 0.0), (1.7, 1.5, 0.3), frame=frame, at=NEAR,
                 solid=True)  # fmt: skip
    levels.boxes("paint_grey", (-1.0, -0.7, 0.3), (1.0, 0.7, 2.5), frame=frame, solid=True,
                 faces="bflrT")  # fmt: skip
    levels.boxes("paint_grey", (-1.08, -0.78, 2.38), (1.08, 0.78, 2.5), frame=frame, at=FINE)
    fins = np.linspace(-0.85, 0.85, 12)
    for side in (-1.0, 1.0):
        edge = np.sort([side * 0.72, side * 1.25])
        low = np.column_stack([fins - 0.03, np.full(12, edge[0]), np.full(12, 0.7)])
        levels.boxes(
            "paint_grey", low, np.add(low, (0.06, edge[1] - edge[0], 1.5)), frame=frame, at=FINE
        )
        levels.boxes("paint_grey", (-0.88, edge[0], 0.7), (0.88, edge[1], 2.2), frame=frame,
                     at=(1,), solid=True)  # fmt: skip
    tank = forms.rod((-0.9, 0.95, 3.05), (0.9, 0.95, 3.05), 0.32, material="paint_grey", sides=14)
    levels.add(tank, frame=frame, at=NEAR)
    center = frame.place((0.0, 0.95, 3.05))
    levels.fill_round(center, radius=0.32, height=1.8, pitch=0.5 * math.pi)
    for place in (-0.6, 0.6):
        levels.boxes("paint_grey", (place - 0.05, 0.8, 2.2), (place + 0.05, 1.0, 2.8),
                     frame=frame, at=FINE)  # fmt: skip
    for place in (-0.6, 0.0, 0.6):
        _insulator(levels, frame.moved(place, -0.25, 2.5), 1.05)
        _insulator(levels, frame.moved(place, 0.3, 2.5), 0.5)
    levels.boxes("paint_yellow", (1.0, -0.2, 1.2), (1.02, 0.2, 1.6), frame=frame, at=FINE)


def _insulator(levels: Levels, frame: Frame, height: float, *, down: bool = False) -> None:
    """A ribbed post of brown porcelain with a metal end."""
    count = max(3, round(height / 0.15))
    outline = [(0.0, 0.0)]
    for k in range(count):
        up = height * k / count
        outline += [(0.05, up), (0.12, up + 0.02), (0.05, up + 0.6 * height / count)]
    outline += [(0.05, height), (0.0, height)]
    body = forms.lathe(outline, material="paint_brown", sides=8, smooth=False)
    plain = forms.cylinder(0.1, height, material="paint_brown", sides=6)
    z = -height if down else 0.0
    levels.add(body.moved((0, 0, z)), frame=frame)
    levels.add(plain.moved((0, 0, z + 0.5 * height)), frame=frame, at=(1,))
    center = frame.place((0.0, 0.0, z + 0.5 * height))
    levels.fill_round(center, radius=0.11, height=height)
    levels.add(forms.cylinder(0.03, 0.12, material="aluminium", sides=8)
               .moved((0, 0, z + (height if not down else 0.0))), frame=frame)  # fmt: skip


def _gantry(levels: Levels, x: float, half: float) -> None:
    """A portal of lattice posts with three insulators and the wires below them."""
    height = 7.0
    for y in (-half, half):
        for level, fields in ((0, 8), (1, 3)):
            for side in (-0.25, 0.25):
                girder = lattice((x - 0.25, y + side, 0.12), (x - 0.25, y + side, height), 0.5,
                                 fields=fields, material="galvanised", size=0.07,
                                 up=(1.0, 0.0, 0.0))  # fmt: skip
                levels.add(girder, at=(level,))
        levels.boxes("galvanised", (x - 0.28, y - 0.28, 0.12), (x + 0.28, y + 0.28, height),
                     at=COARSE, faces="bflr")  # fmt: skip
        levels.fill((x - 0.28, y - 0.28, 0.12), (x + 0.28, y + 0.28, height))
    for level, fields in ((0, 10), (1, 4)):
        for side in (-0.22, 0.22):
            girder = lattice((x + side, -half, height - 0.6), (x + side, half, height - 0.6), 0.5,
                             fields=fields, material="galvanised", size=0.07)  # fmt: skip
            levels.add(girder, at=(level,))
    low, high = (x - 0.26, -half, height - 0.64), (x + 0.26, half, height - 0.06)
    levels.boxes("galvanised", low, high, at=COARSE, faces="bfBT")
    levels.fill(low, high)


def _wires(levels: Levels, x: float, row: float) -> None:
    """Hanging insulators and the wires from them to a transformer's bushings."""
    for place in (-0.6, 0.0, 0.6):
        start = np.array([x, row - 0.25 + 2.0 * place, 5.2])
        end = np.array([place - 0.5, row - 0.25, 3.75])
        _insulator(levels, HERE.moved(start[0], start[1], 6.36), 1.1, down=True)
        sag = 0.5 * (start + end) - (0.0, 0.0, 0.35)
        levels.add(forms.tube([start, sag, end], 0.02, material="metal_dark", sides=4), at=NEAR)
        fill_rod(levels, start.tolist(), sag.tolist(), 0.02)
        fill_rod(levels, sag.tolist(), end.tolist(), 0.02)


def _fence(levels: Levels, x: float, y: float) -> None:
    """Posts and wire mesh of two metres about the yard."""
    for quarter in range(4):
        out, half = (x, y) if quarter % 2 == 0 else (y, x)
        frame = Frame(quarter=quarter).moved(out, 0.0)
        count = round(2.0 * half / 2.4)
        posts = np.linspace(-half, half, count + 1)[:-1]
        low = np.column_stack([np.full(count, -0.03), posts - 0.03, np.full(count, 0.12)])
        levels.boxes("galvanised", low, np.add(low, (0.06, 0.06, 2.05)), frame=frame, at=NEAR)
        face = [(0.0, u, v) for u, v in ((-half, 0.2), (half, 0.2), (half, 2.1), (-half, 2.1))]
        levels.quads("wire_mesh", [face, face[::-1]], frame=frame, at=ALL)
        for up in (0.2, 2.08):
            levels.boxes("galvanised", (-0.02, -half, up), (0.02, half, up + 0.04), frame=frame,
                         at=NEAR)  # fmt: skip
        levels.fill((-0.03, -half - 0.03, 0.12), (0.03, half + 0.03, 2.17), frame=frame)
    sign = forms.box((0.02, 0.4, 0.4), material="paint_yellow", center=(x + 0.03, 0.0, 1.6))
    levels.add(sign)
