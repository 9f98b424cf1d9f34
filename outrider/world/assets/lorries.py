"""Lorries and buses: cabs lofted as cars are, with what they carry behind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets.car_forms import Body, Line, laid_on, shell
from outrider.world.assets.lettering import text
from outrider.world.assets.wheels import both_sides, plain_wheel, wheel, wheel_card
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

LOD_M: Final = (40.0, 130.0)
Span = tuple[float, float, float, float, float]
"""x from, x to, half width, z from, z to."""


@dataclass(frozen=True, kw_only=True)
class Cab:
    """A cab or a coach body with an upright face; x from the middle of the vehicle."""

    front: float
    length: float
    width: float
    height: float
    belt: float
    axles: tuple[float, ...]
    wheel: tuple[float, float]
    windows: Line
    floor: float = 0.45
    lean: float = 0.3
    """How far the top of the windscreen lies behind its foot."""
    doors: tuple[float, ...] = ()
    rear_window: bool = False


def body_of(cab: Cab) -> Body:
    """The lines of a cab."""
    f, r, w, h, b = cab.front - 0.1, cab.front - cab.length, 0.5 * cab.width, cab.height, cab.belt
    top = ((f, b - 0.12), (f - 0.02, b - 0.04), (f - 0.06, b + 0.04),
           (f - 0.06 - cab.lean, h - 0.1), (f - 0.2 - cab.lean, h - 0.02),
           (f - 0.45 - cab.lean, h), (r + 0.1, h), (r + 0.03, h - 0.04), (r, b + 0.05))  # fmt: skip
    belt = ((f, b - 0.17), (f - 0.02, b - 0.09), (f - 0.06, b - 0.02), (f - 0.2, b), (r, b))
    plan = ((f, 0.86 * w), (f - 0.05, 0.93 * w), (f - 0.15, 0.98 * w), (f - 0.3, w),
            (r + 0.1, w), (r + 0.02, 0.98 * w), (r, 0.95 * w))  # fmt: skip
    c = cab.floor
    floor = ((f, c + 0.02), (f - 0.3, c), (r, c))
    bow = ((f, 0.1), (f - 0.06 - cab.lean, 0.06), (f - 0.8, 0.0), (r, 0.0))
    screens: Line = ((f - 0.06, f - 0.06 - cab.lean),)
    if cab.rear_window:
        screens += ((r + 0.03, r),)
    return Body(
        top=top, belt=belt, plan=plan, floor=floor, bow=bow, roof_half=0.93 * w,
        crease=0.5 * (c + b), axles=cab.axles, arch_radius=cab.wheel[0] + 0.07,
        axle_height=cab.wheel[0], windows=cab.windows, screens=screens,
    )  # fmt: skip


def cab_parts(cab: Cab, paint: str, level: int) -> list[Mesh]:
    """A cab with its lamps and mirrors, at a level of detail."""
    names = (paint, "glass_dark", "plastic_black")
    if level == 2:
        return _far_cab(cab, paint)
    hull = shell(body_of(cab), names, arch_steps=(8, 4)[level], spare=(0.0, 0.045)[level],
                 coarse=level == 1)  # fmt: skip
    w, c, b = 0.5 * cab.width, cab.floor, cab.belt
    parts = [hull, *_mirrors(cab)]
    for s in (1.0, -1.0):
        lamp = [(s * 0.6 * w, c + 0.12), (s * 0.9 * w, c + 0.12), (s * 0.9 * w, c + 0.28),
                (s * 0.6 * w, c + 0.3)]  # fmt: skip
        parts.append(laid_on(hull, lamp, side="front", name="lamp_white", off_m=0.014))
    if level == 0:
        grille = [(-0.55 * w, c + 0.33), (0.55 * w, c + 0.33), (0.6 * w, b - 0.25),
                  (-0.6 * w, b - 0.25)]  # fmt: skip
        plate = [(-0.26, c + 0.08), (0.26, c + 0.08), (0.26, c + 0.19), (-0.26, c + 0.19)]
        if b - c > 0.75:
            parts.append(laid_on(hull, grille, side="front", name="plastic_black", steps=(4, 3),
                                 off_m=0.014))  # fmt: skip
        parts.append(laid_on(hull, plate, side="front", name="paint_white", off_m=0.02))
        parts += _gaps(cab, hull)
    return parts


def _gaps(cab: Cab, hull: Mesh) -> list[Mesh]:
    low, up = cab.floor + 0.08, cab.belt - 0.01
    rows = [[(x, low if abs(x - cab.axles[0]) > cab.wheel[0] + 0.1 else 2.0 * cab.wheel[0] + 0.1),
             (x + 0.015, low if abs(x - cab.axles[0]) > cab.wheel[0] + 0.1
              else 2.0 * cab.wheel[0] + 0.1), (x + 0.015, up), (x, up)]
            for x in cab.doors]  # fmt: skip
    return [laid_on(hull, row, side=side, name="plastic_black", steps=(1, 3))
            for row in rows for side in ("left", "right")]  # fmt: skip


def _mirrors(cab: Cab) -> list[Mesh]:
    x, y, z = cab.front - 0.3, 0.5 * cab.width, cab.belt + 0.55
    parts = []
    for s in (1.0, -1.0):
        parts.append(forms.box((0.1, 0.2, 0.42), material="plastic_black",
                               center=(x, s * (y + 0.12), z)))  # fmt: skip
        parts.append(forms.beam((x, s * (y - 0.07), z + 0.24), (x, s * (y + 0.12), z + 0.19),
                                0.04, 0.04, material="plastic_black"))  # fmt: skip
    return parts


def _far_cab(cab: Cab, paint: str) -> list[Mesh]:
    x = (cab.front - 0.02, cab.front - cab.length)
    middle, long = 0.5 * (x[0] + x[1]), x[0] - x[1]
    rows: tuple[tuple[float, float, float, float, str], ...] = (
            (cab.floor, cab.belt, cab.width, long, paint),
            (cab.belt, cab.height - 0.15, 0.95 * cab.width, long - 0.2, "glass_dark"),
            (cab.height - 0.15, cab.height, 0.93 * cab.width, long - 0.4, paint))  # fmt: skip
    if cab.length > 6.0:
        rows = (rows[0], (cab.belt, cab.height, 0.95 * cab.width, long - 0.1, "glass_dark"))
    return [forms.box((a, w, top - low), material=name,
                      center=(middle - 0.5 * (long - a), 0.0, 0.5 * (low + top)))
            for low, top, w, a, name in rows]  # fmt: skip


def rolling(axles: tuple[float, ...], size: tuple[float, float], width: float,
            level: int) -> list[Mesh]:  # fmt: skip
    """The wheels of a heavy vehicle of this width."""
    radius, broad = size
    y = 0.5 * width - 0.5 * broad - 0.03
    if level == 2:
        card = wheel_card(radius, sides=4 if len(axles) > 3 else 5)
        return [both_sides(card, x, 0.5 * width + 0.005, radius) for x in axles[:3]]
    if level == 1:
        part = plain_wheel(radius, broad, sides=8, rim="metal_grey")
    else:
        part = wheel(radius, broad, bore=0.58, sides=14, spokes=0, rim="metal_grey")
    return [both_sides(part, x, y, radius) for x in axles]


def block(span: Span, name: str) -> Mesh:
    """A box over a span."""
    x0, x1, half, z0, z1 = span
    return forms.box((x1 - x0, 2.0 * half, z1 - z0), material=name,
                     center=(0.5 * (x0 + x1), 0.0, 0.5 * (z0 + z1)))  # fmt: skip


def load_box(span: Span, level: int, name: str) -> list[Mesh]:
    """A box body with corner rails, doors with bars at its rear, and lamps."""
    x0, x1, half, z0, z1 = span
    parts = [block(span, name)]
    if level == 2:
        return parts
    rails = [((x, s * half, z0), (x, s * half, z1)) for x in (x0, x1) for s in (1.0, -1.0)]
    rails += [((x0, s * half, z), (x1, s * half, z)) for s in (1.0, -1.0) for z in (z0, z1)]
    rails += [((x, -half, z), (x, half, z)) for x in (x0, x1) for z in (z0, z1)]
    parts += [forms.beam(a, b, 0.09, 0.09, material="aluminium") for a, b in rails]
    parts += [forms.box((0.05, 0.34, 0.14), material="lamp_red",
                        center=(x0 - 0.03, s * 0.75 * half, z0 - 0.12))
              for s in (1.0, -1.0)]  # fmt: skip
    if level == 0:
        bars = [(s * y, 0.025) for s in (1.0, -1.0) for y in (0.3 * half, 0.62 * half)]
        parts += [forms.rod((x0 - 0.05, y, z0 + 0.1), (x0 - 0.05, y, z1 - 0.1), r,
                            material="galvanised") for y, r in bars]  # fmt: skip
        parts.append(forms.box((0.02, 0.02, z1 - z0 - 0.1), material="plastic_black",
                               center=(x0, 0.0, 0.5 * (z0 + z1))))  # fmt: skip
    return parts


def chassis(x0: float, x1: float, z: float, level: int) -> list[Mesh]:
    """Two beams below a load, and the bar that keeps cars from running under it."""
    if level == 2:
        return [forms.box((x1 - x0, 0.9, 0.25), material="metal_dark",
                          center=(0.5 * (x0 + x1), 0.0, z))]  # fmt: skip
    parts = [forms.box((x1 - x0, 0.09, 0.26), material="metal_dark",
                       center=(0.5 * (x0 + x1), s * 0.4, z)) for s in (1.0, -1.0)]  # fmt: skip
    parts.append(forms.box((0.08, 2.0, 0.12), material="galvanised", center=(x0 + 0.05, 0.0, 0.5)))
    parts += [forms.box((0.06, 0.06, z - 0.5), material="metal_dark",
                        center=(x0 + 0.05, s * 0.4, 0.5 * (z + 0.5)))
              for s in (1.0, -1.0)]  # fmt: skip
    return parts


def mudguards(axles: tuple[float, ...], radius: float, width: float) -> list[Mesh]:
    """Flat plates above the rear wheels."""
    return [forms.box((2.1 * radius, 0.5, 0.03), material="plastic_black",
                      center=(x, s * (0.5 * width - 0.27), 2.0 * radius + 0.05))
            for x in axles for s in (1.0, -1.0)]  # fmt: skip


SMALL_CAB: Final = Cab(
    front=3.2, length=1.75, width=2.05, height=2.35, belt=1.32, axles=(2.3,), wheel=(0.38, 0.24),
    windows=((2.9, 1.85),), floor=0.42, lean=0.32, doors=(2.85, 1.8),
)  # fmt: skip
LONG_CAB: Final = Cab(
    front=8.25, length=2.3, width=2.5, height=3.75, belt=1.95, axles=(6.85,), wheel=(0.5, 0.34),
    windows=((7.95, 6.7),), floor=0.45, lean=0.42, doors=(7.9, 6.6),
)  # fmt: skip
FUEL_CAB: Final = Cab(
    front=4.3, length=2.05, width=2.45, height=2.95, belt=1.7, axles=(3.05,), wheel=(0.48, 0.3),
    windows=((4.0, 2.75),), floor=0.45, lean=0.34, doors=(3.95, 2.7),
)  # fmt: skip
COACH: Final = Cab(
    front=6.0, length=12.0, width=2.55, height=3.05, belt=1.25, axles=(3.3, -2.6),
    wheel=(0.48, 0.3), floor=0.32, lean=0.3, rear_window=True,
    windows=tuple((x, x - w) for x, w in ((5.68, 0.95), (4.65, 1.5), (3.05, 1.5), (1.45, 1.5),
                                          (-0.15, 1.5), (-1.75, 1.5), (-3.35, 1.5),
                                          (-4.95, 0.75))),
)  # fmt: skip


def small_truck(paint: str, level: int) -> list[Mesh]:
    """A delivery lorry of 6.4 m with a box body."""
    size = SMALL_CAB.wheel
    parts = cab_parts(SMALL_CAB, paint, level) + chassis(-3.1, 2.6, 0.72, level)
    parts += load_box((-3.15, 1.3, 1.075, 0.95, 3.1), level, "paint_white")
    parts += rolling((2.3,), size, 2.05, level) + rolling((-1.9,), (0.38, 0.44), 2.1, level)
    return parts + (mudguards((-1.9,), 0.38, 2.1) if level < 2 else [])


def articulated_lorry(paint: str, level: int) -> list[Mesh]:
    """A tractor unit with a trailer of three axles, 16.5 m."""
    rear, trailer = (3.15,), (-4.2, -5.5, -6.8)
    parts = cab_parts(LONG_CAB, paint, level) + load_box((-8.25, 5.55, 1.275, 1.2, 4.0), level,
                                                         "plastic_white")  # fmt: skip
    parts += chassis(2.4, 7.6, 0.85, level) if level < 2 else []
    parts += chassis(-8.2, 4.6, 1.05, level)
    parts += rolling((6.85,), (0.5, 0.34), 2.5, level) + rolling(rear, (0.5, 0.6), 2.5, level)
    parts += rolling(trailer if level < 2 else (-4.2, -6.8), (0.5, 0.4), 2.55, level)
    if level == 2:
        return parts
    parts += mudguards((*rear, *trailer), 0.5, 2.5)
    for s in (1.0, -1.0):
        parts.append(forms.tube([(5.6, s * 0.95, 0.75), (4.4, s * 0.95, 0.75)], 0.32,
                                material="aluminium", sides=12 if level == 0 else 6))  # fmt: skip
        parts.append(forms.box((0.12, 0.14, 1.0), material="metal_dark",
                               center=(1.6, s * 0.7, 0.7)))  # fmt: skip
        parts.append(forms.box((5.0, 0.04, 0.45), material="plastic_grey",
                               center=(-1.3, s * 1.22, 0.8)))  # fmt: skip
    return parts


def fuel_truck(paint: str, level: int) -> list[Mesh]:
    """An airfield's tanker of 8.6 m."""
    parts = cab_parts(FUEL_CAB, paint, level) + chassis(-4.2, 3.6, 0.85, level)
    parts += rolling((3.05,), (0.48, 0.3), 2.45, level)
    parts += rolling((-1.5, -2.75) if level < 2 else (-2.1,), (0.48, 0.6), 2.45, level)
    sides = (24, 12, 6)[level]
    x = np.array([-4.28, -4.2, -4.0, 1.75, 1.95, 2.03])
    share = np.array([0.0, 0.72, 1.0, 1.0, 0.72, 0.0])
    if level == 2:
        x, share = x[[1, 4]], np.ones(2)
    tank = forms.tube(np.column_stack([x, 0 * x, 0 * x]), np.maximum(share, 1e-4),
                      material="aluminium", sides=sides)  # fmt: skip
    parts.append(tank.scaled((1.0, 1.2, 0.86)).moved((0.0, 0.0, 1.95)))
    if level == 2:
        return parts
    parts += [forms.box((5.4, 0.06, 0.22), material="paint_red",
                        center=(-1.1, s * 1.2, 1.95)) for s in (1.0, -1.0)]  # fmt: skip
    parts += [forms.cylinder(0.25, 0.12, material="metal_grey", sides=sides // 2,
                             center=(x0, 0.0, 2.85)) for x0 in (-3.0, -1.1, 0.8)]  # fmt: skip
    parts.append(forms.box((1.5, 2.3, 0.6), material="paint_red", center=(0.9, 0.0, 0.78)))
    parts += mudguards((-1.5, -2.75), 0.48, 2.45)
    if level == 0:
        parts += _tank_fittings()
    return parts


def _tank_fittings() -> list[Mesh]:
    """A ladder at the rear, a walkway with a rail, and the word for what is in the tank."""
    parts = [forms.rod((-4.32, y, 0.7), (-4.32, y, 2.95), 0.022, material="galvanised")
             for y in (-0.22, 0.22)]  # fmt: skip
    parts += [forms.rod((-4.32, -0.22, z), (-4.32, 0.22, z), 0.016, material="galvanised")
              for z in np.arange(0.85, 2.9, 0.3)]  # fmt: skip
    parts += [forms.rod((a, 0.5, 2.72), (a, 0.5, 3.1), 0.018, material="galvanised")
              for a in (-3.8, -1.1, 1.6)]  # fmt: skip
    parts.append(forms.rod((-3.8, 0.5, 3.1), (1.6, 0.5, 3.1), 0.018, material="galvanised"))
    for turn, y in ((0.5, 1.236), (-0.5, -1.236)):
        sign = text("FUEL", height=0.17, material="paint_white").headed(turn * np.pi)
        parts.append(sign.moved((-1.1, y, 1.865)))
    return parts


def city_bus(paint: str, level: int) -> list[Mesh]:
    """A low-floor bus of 12 m, its doors on the right."""
    parts = cab_parts(COACH, paint, level) + rolling(COACH.axles, COACH.wheel, 2.55, level)
    if level == 2:
        return parts
    parts += [forms.box((1.0, 1.7, 0.75), material="plastic_black", center=(x, 0.0, 0.85))
              for x in COACH.axles]  # fmt: skip
    parts.append(forms.box((2.6, 1.7, 0.28), material="plastic_white", center=(-1.0, 0.0, 3.15)))
    parts.append(forms.box((0.06, 2.0, 0.34), material="screen_dark", center=(5.58, 0.0, 2.83)))
    doors = [(5.35, 1.2), (0.75, 1.3), (-4.6, 1.2)]
    for x, w in doors:
        for k in (0, 1):
            wide = 0.5 * w - 0.04
            parts.append(forms.box((wide, 0.03, 2.25), material="plastic_black",
                                   center=(x - (k + 0.5) * 0.5 * w, -1.275, 1.48)))  # fmt: skip
            parts.append(forms.box((wide - 0.12, 0.03, 1.95), material="glass_dark",
                                   center=(x - (k + 0.5) * 0.5 * w, -1.285, 1.5)))  # fmt: skip
    parts += [forms.box((0.04, 0.16, 0.5), material="lamp_red", center=(-6.0, s * 1.05, 1.0))
              for s in (1.0, -1.0)]  # fmt: skip
    if level == 0:
        parts.append(text("12 CENTRE", height=0.2, material="lamp_amber").moved((5.615, 0.0, 2.73)))
        parts.append(forms.box((0.03, 0.52, 0.11), material="paint_white",
                               center=(-6.01, 0.0, 0.75)))  # fmt: skip
    return parts


@dataclass(frozen=True, kw_only=True)
class Heavy:
    """How a heavy vehicle is made, painted and bumped into."""

    build: Callable[[str, int], list[Mesh]]
    paints: tuple[str, ...]
    boxes: tuple[Span, ...]
    wheels: tuple[tuple[float, float, float, float], ...]
    """x, radius, breadth, width of the vehicle there."""
    pairs: tuple[tuple[float, float, float, float, float, float], ...] = ()
    """Boxes on either side: x from, x to, y from, y to, z from, z to."""


HEAVY: Final[dict[str, Heavy]] = {
    "small_truck": Heavy(
        build=small_truck, paints=("paint_white", "paint_red", "paint_blue"),
        boxes=((1.5, 3.17, 1.0, 0.42, 1.32), (1.5, 2.93, 0.97, 1.32, 2.35),
               (-3.19, 1.34, 1.1, 0.92, 3.13), (-3.09, -3.01, 1.0, 0.44, 0.56)),
        pairs=((-3.1, 1.5, 0.355, 0.445, 0.59, 0.92), (-2.3, -1.5, 0.53, 1.03, 0.79, 0.83)),
        wheels=((2.3, 0.38, 0.24, 2.05), (-1.9, 0.38, 0.44, 2.1)),
    ),
    "articulated_lorry": Heavy(
        build=articulated_lorry, paints=("paint_red", "paint_blue", "paint_white"),
        boxes=((5.97, 8.2, 1.24, 0.45, 1.95), (5.97, 7.95, 1.2, 1.95, 3.75),
               (-8.29, 5.59, 1.31, 1.16, 4.03), (-8.19, -8.11, 1.0, 0.44, 0.56)),
        pairs=((-8.2, 4.6, 0.355, 0.445, 0.92, 1.18), (2.4, 6.0, 0.355, 0.445, 0.72, 0.98),
               (-3.8, 1.2, 1.2, 1.24, 0.58, 1.03), (4.4, 5.6, 0.67, 1.23, 0.47, 1.03),
               (1.54, 1.66, 0.63, 0.77, 0.2, 1.2)),
        wheels=((6.85, 0.5, 0.34, 2.5), (3.15, 0.5, 0.6, 2.5), (-4.2, 0.5, 0.4, 2.55),
                (-5.5, 0.5, 0.4, 2.55), (-6.8, 0.5, 0.4, 2.55)),
    ),
    "fuel_truck": Heavy(
        build=fuel_truck, paints=("paint_yellow", "paint_white"),
        boxes=((2.27, 4.27, 1.2, 0.45, 1.7), (2.27, 4.0, 1.17, 1.7, 2.95),
               (-4.15, 1.9, 1.16, 1.58, 2.32), (-4.15, 1.9, 0.82, 1.2, 2.7),
               (-4.19, -4.11, 1.0, 0.44, 0.56), (0.15, 1.65, 1.15, 0.48, 1.08),
               (-4.34, -4.3, 0.24, 0.7, 2.95)),
        pairs=((-4.2, 2.27, 0.355, 0.445, 0.72, 1.2), (-3.25, -1.0, 0.7, 1.2, 0.99, 1.03)),
        wheels=((3.05, 0.48, 0.3, 2.45), (-1.5, 0.48, 0.6, 2.45), (-2.75, 0.48, 0.6, 2.45)),
    ),
    "city_bus": Heavy(
        build=city_bus, paints=("paint_red", "paint_yellow", "paint_white"),
        boxes=((-6.0, 5.97, 1.27, 0.32, 1.25), (-6.0, 5.72, 1.23, 1.25, 3.04),
               (-2.3, 0.3, 0.85, 3.05, 3.29)),
        wheels=((3.3, 0.48, 0.3, 2.55), (-2.6, 0.48, 0.3, 2.55)),
    ),
}  # fmt: skip
CLASSES: Final = {"city_bus": "bus"}


def proxies_of(heavy: Heavy, semantic: str) -> Solids:
    """Boxes, and cylinders for the wheels."""
    rows = np.array(heavy.boxes)
    low = np.column_stack([rows[:, 0], -rows[:, 2], rows[:, 3]])
    high = np.column_stack([rows[:, 1], rows[:, 2], rows[:, 4]])
    sides = np.array(heavy.pairs).reshape(-1, 6)
    for s in (1.0, -1.0):
        low = np.concatenate([low, np.column_stack([sides[:, 0], s * sides[:, 2 if s > 0 else 3],
                                                    sides[:, 4]])])  # fmt: skip
        high = np.concatenate([high, np.column_stack([sides[:, 1], s * sides[:, 3 if s > 0 else 2],
                                                      sides[:, 5]])])  # fmt: skip
    parts = [solids.boxes(0.5 * (low + high), size=high - low, semantic=semantic)]
    for x, radius, breadth, width in heavy.wheels:
        y = 0.5 * width - 0.5 * breadth - 0.03
        parts.append(solids.cylinders([(x, y, radius), (x, -y, radius)], radius=radius,
                                      height=breadth, semantic=semantic,
                                      roll=0.5 * np.pi))  # fmt: skip
    return solids.merge(parts)


def _maker(kind: str) -> Callable[[int], Archetype]:
    def make_heavy(variant: int) -> Archetype:
        heavy, semantic = HEAVY[kind], CLASSES.get(kind, "truck")
        paint = heavy.paints[variant % len(heavy.paints)]
        lods = tuple(merge(heavy.build(paint, level)) for level in range(3))
        return Archetype(name=f"{kind}_{variant}", semantic=semantic, lods=lods, lod_m=LOD_M,
                         proxies=proxies_of(heavy, semantic))  # fmt: skip

    return make_heavy


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {kind: _maker(kind) for kind in HEAVY}
VARIANTS: Final[dict[str, int]] = {kind: len(row.paints) for kind, row in HEAVY.items()}
