"""Cars: lines of nine kinds, lofted, glazed, lit and put on wheels."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.assets import aircraft, lorries, tractors
from outrider.world.assets.car_forms import Body, Line, half_rings, laid_on, shell, skin
from outrider.world.assets.wheels import both_sides, plain_wheel, wheel, wheel_card
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]

PROXY_TOLERANCE_M: Final = 0.08
LOD_M: Final = (25.0, 80.0)


@dataclass(frozen=True, kw_only=True)
class Car:
    """What makes one kind of car; x from its middle, heights from the ground."""

    length: float
    width: float
    """Without mirrors."""
    height: float
    axles: tuple[float, float]
    wheel: tuple[float, float]
    """Radius and width."""
    clearance: float
    nose: float
    """Height of the bonnet's front edge."""
    cowl: tuple[float, float]
    """Foot of the windscreen."""
    header: tuple[float, float]
    """Its upper edge."""
    crown: float
    """Where the roof is highest."""
    roof_end: tuple[float, float]
    deck: tuple[float, float]
    """Foot of the rear window."""
    tail: float
    """Height of the boot's rear edge."""
    belt: tuple[float, float]
    """Shoulder at the windscreen and at the roof's end."""
    roof_half: float
    windows: Line
    doors: tuple[float, ...]
    """Where the gaps of the doors run down."""
    rear_window: bool = True
    bed: tuple[float, float, float] | None = None
    lamp: tuple[float, float] = (0.13, 0.24)
    """Height of a headlight and the gap between grille and bonnet's edge below it."""
    tail_lamp: tuple[float, float, float, float] = (0.56, 0.9, -0.26, -0.08)
    """Inner and outer edge as shares of the half width, lower and upper below the shoulder."""
    bow: tuple[float, float, float] = (0.09, 0.11, -0.05)
    """Of nose, windscreen and tail."""
    spokes: int = 5
    rim: str = "aluminium"
    sill: str = "paint"
    paints: tuple[str, ...] = ("paint_red", "paint_silver", "paint_blue", "paint_white")


def body_of(car: Car) -> Body:
    """The lines of a car's body."""
    front, rear = 0.5 * car.length - car.bow[0], -0.5 * car.length - car.bow[2]
    w = 0.5 * car.width
    middle = (0.5 * (front - 0.12 + car.cowl[0]), 0.5 * (car.nose + car.cowl[1]) + 0.03)
    rise = car.header[1] + 0.72 * (car.height - car.header[1])
    top = (
        (front, car.nose - 0.17), (front - 0.03, car.nose - 0.07), (front - 0.12, car.nose),
        middle, car.cowl, car.header,
        (car.header[0] + 0.4 * (car.crown - car.header[0]), rise), (car.crown, car.height),
        car.roof_end, car.deck, (rear + 0.06, car.tail), (rear + 0.015, car.tail - 0.07),
        (rear, car.tail - 0.17),
    )  # fmt: skip
    belt = (
        (front, car.nose - 0.22), (front - 0.03, car.nose - 0.12), (front - 0.12, car.nose - 0.05),
        (middle[0], middle[1] - 0.05), (car.cowl[0], car.belt[0]),
        (car.roof_end[0], car.belt[1]), (car.deck[0], min(car.belt[1], car.deck[1] - 0.02)),
        (rear + 0.06, car.tail - 0.04), (rear + 0.015, car.tail - 0.12), (rear, car.tail - 0.22),
    )  # fmt: skip
    plan = (
        (front, 0.68 * w), (front - 0.05, 0.80 * w), (front - 0.16, 0.89 * w),
        (front - 0.4, 0.96 * w), (front - 0.85, 0.99 * w), (0.0, w), (rear + 0.8, 0.99 * w),
        (rear + 0.3, 0.955 * w), (rear + 0.1, 0.91 * w), (rear + 0.03, 0.85 * w), (rear, 0.77 * w),
    )  # fmt: skip
    c = car.clearance
    floor = ((front, c + 0.12), (front - 0.2, c + 0.02), (front - 0.5, c), (rear + 0.5, c),
             (rear + 0.12, c + 0.07), (rear, c + 0.17))  # fmt: skip
    bow = ((front, car.bow[0]), (front - 0.4, 0.4 * car.bow[0]), (car.cowl[0], car.bow[1]),
           (car.header[0], 0.5 * car.bow[1]), (car.crown, 0.0), (car.roof_end[0], 0.5 * car.bow[2]),
           (rear, car.bow[2]))  # fmt: skip
    screens: Line = ((car.cowl[0], car.header[0]),)
    if car.rear_window:
        screens += ((car.roof_end[0], car.deck[0]),)
    return Body(
        top=top, belt=belt, plan=plan, floor=floor, bow=bow, roof_half=car.roof_half,
        crease=0.52 * c + 0.58 * car.belt[0], axles=car.axles, arch_radius=car.wheel[0] + 0.05,
        axle_height=car.wheel[0], windows=car.windows, screens=screens, bed=car.bed,
    )  # fmt: skip


def fine(car: Car, paint: str) -> Mesh:
    """A car to look at."""
    hull, *trim = bodywork(car, paint)
    radius, width = car.wheel
    y = 0.5 * car.width - 0.5 * width - 0.015
    rolling = wheel(radius, width, sides=16, spokes=car.spokes, rim=car.rim)
    wheels = [both_sides(rolling, x, y, radius) for x in car.axles]
    return merge([hull, *wheels, *trim])


def bodywork(car: Car, paint: str) -> list[Mesh]:
    """A car to look at without its wheels; the hull comes first."""
    names = (paint, "glass_dark", "plastic_black")
    hull = shell(body_of(car), names, arch_steps=8, sill=0 if car.sill == "paint" else 2)
    return [hull, *_wells(car), *_face(car, hull), *_stern(car, hull), *_flanks(car, hull, paint)]


def middle(car: Car, paint: str) -> Mesh:
    """A car some way off."""
    hull, *trim = plain_bodywork(car, paint)
    radius, width = car.wheel
    y = 0.5 * car.width - 0.5 * width - 0.015
    rolling = plain_wheel(radius, width, rim=car.rim, sides=8)
    return merge([hull, *(both_sides(rolling, x, y, radius) for x in car.axles), *trim])


def plain_bodywork(car: Car, paint: str) -> list[Mesh]:
    """A car some way off without its wheels; the hull comes first."""
    hull = shell(body_of(car), (paint, "glass_dark", "plastic_black"), arch_steps=4, spare=0.045,
                 coarse=True)  # fmt: skip
    return [hull, *lamps(car, hull, steps=1), *_mirrors(car, paint, rings=2, sides=4)]


def far(car: Car, paint: str) -> Mesh:
    """A car on the horizon: two hulls and four discs."""
    w = 0.5 * car.width
    discs = [
        both_sides(wheel_card(car.wheel[0], sides=5), x, w + 0.005, car.wheel[0]) for x in car.axles
    ]
    return merge([*far_bodywork(car, paint), *discs])


def far_bodywork(car: Car, paint: str) -> list[Mesh]:
    """A car on the horizon without its wheels: hull and cabin."""
    front, rear, w = 0.5 * car.length, -0.5 * car.length, 0.5 * car.width
    low, waist = car.clearance + 0.05, 0.5 * sum(car.belt)
    lines = ((front, 0.84 * w, car.nose - 0.06), (car.cowl[0], w, car.belt[0] + 0.02),
             (rear, 0.9 * w, min(car.tail, waist)))  # fmt: skip
    rings = [[(x, -y, low), (x, y, low), (x, y, z), (x, -y, z)] for x, y, z in lines]
    hull = skin(rings, (paint,), crease_rad=0.1)
    end = car.deck[0] if car.bed is None else car.bed[0]
    foot = [(car.cowl[0], 0.93 * w), (max(end, rear + 0.05), 0.93 * w)]
    head = [(car.header[0], car.roof_half), (max(car.roof_end[0], rear + 0.05), car.roof_half)]
    ring = [[(a[0], a[1], z), (b[0], b[1], z), (b[0], -b[1], z), (a[0], -a[1], z)]
            for (a, b), z in ((foot, waist - 0.03), (head, car.height))]  # fmt: skip
    cabin = skin(ring, ("glass_dark", paint), caps=(1, 1), crease_rad=0.1)
    return [hull, cabin]


def _wells(car: Car) -> list[Mesh]:
    """What one sees behind a wheel: the inner wing."""
    radius, width = car.wheel
    size = (2.0 * radius, car.width - 2.0 * width - 0.12, 1.2 * radius)
    z = max(car.clearance, 0.55 * radius) + 0.6 * radius
    return [forms.box(size, material="plastic_black", center=(x, 0.0, z)) for x in car.axles]


def lamps(car: Car, hull: Mesh, *, steps: int) -> list[Mesh]:
    """Headlights and tail lights, laid on."""
    w = 0.5 * car.width
    high, drop = car.lamp
    top = car.nose - drop + high
    inner, outer, low, up = car.tail_lamp
    tail = car.belt[1] if car.bed is None else car.tail
    parts = []
    for s in (1.0, -1.0):
        lamp = [(s * 0.5 * w, top - 0.8 * high), (s * 0.86 * w, top - 0.75 * high),
                (s * 0.89 * w, top), (s * 0.5 * w, top - 0.2 * high)]  # fmt: skip
        rear = [(s * inner * w, tail + low), (s * outer * w, tail + low),
                (s * outer * w, tail + up), (s * inner * w, tail + up)]  # fmt: skip
        parts.append(
            laid_on(
                hull,
                lamp,
                side="front",
                name="lamp_white",
                steps=(6 * steps - 3, steps + 1),
                off_m=0.014,
            )
        )
        parts.append(
            laid_on(
                hull,
                rear,
                side="rear",
                name="lamp_red",
                steps=(4 * steps - 2, steps + 1),
                off_m=0.014,
            )
        )
    return parts


def _face(car: Car, hull: Mesh) -> list[Mesh]:
    """Headlights, grille, air intake, number plate."""
    w, c = 0.5 * car.width, car.clearance
    top = car.nose - car.lamp[1] + 0.6 * car.lamp[0]
    half = 0.46 * w
    low = top - 0.75 * car.lamp[0]
    grille = [(-0.9 * half, low), (0.9 * half, low), (half, top), (-half, top)]
    intake = [(-0.5 * w, c + 0.15), (0.5 * w, c + 0.15), (0.58 * w, c + 0.25),
              (-0.58 * w, c + 0.25)]  # fmt: skip
    badge = [(-0.05, low + 0.02), (0.05, low + 0.02), (0.05, top - 0.01), (-0.05, top - 0.01)]
    parts = [laid_on(hull, patch, side="front", name=name, steps=(6, 2), off_m=off)
             for patch, name, off in ((grille, "plastic_black", 0.012),
                                      (intake, "plastic_black", 0.012),
                                      (badge, "chrome", 0.02))]  # fmt: skip
    fog = [[(s * 0.63 * w, c + 0.16), (s * 0.75 * w, c + 0.17), (s * 0.75 * w, c + 0.24),
            (s * 0.63 * w, c + 0.24)] for s in (1.0, -1.0)]  # fmt: skip
    parts += [laid_on(hull, patch, side="front", name="plastic_black") for patch in fog]
    return [*parts, *lamps(car, hull, steps=2), _plate(hull, "front", 0.5 * (low + c + 0.25))]


def _stern(car: Car, hull: Mesh) -> list[Mesh]:
    """The lower bumper, the rear plate and the gap of the boot lid."""
    w, c = 0.5 * car.width, car.clearance
    bumper = [(-0.7 * w, c + 0.19), (0.7 * w, c + 0.19), (0.74 * w, c + 0.29),
              (-0.74 * w, c + 0.29)]  # fmt: skip
    gap_z = c + 0.40
    gap = [(-0.7 * w, gap_z), (0.7 * w, gap_z), (0.7 * w, gap_z + 0.014),
           (-0.7 * w, gap_z + 0.014)]  # fmt: skip
    plate_z = max(0.62 * car.tail, c + 0.5)
    return [
        laid_on(hull, bumper, side="rear", name="plastic_black", steps=(4, 1)),
        laid_on(hull, gap, side="rear", name="plastic_black", steps=(4, 1)),
        _plate(hull, "rear", plate_z),
    ]


def _plate(hull: Mesh, side: str, z: float) -> Mesh:
    """A number plate, 52 by 11 cm, with a blue field and six dark signs."""
    rows = [(-0.26, 0.26, 0.055, "paint_white", 0.02), (0.215, 0.255, 0.05, "paint_blue", 0.024)]
    rows += [(y, y + 0.045, 0.034, "paint_black", 0.024)
             for y in (-0.23, -0.17, -0.11, -0.02, 0.04, 0.13)]  # fmt: skip
    return merge([
        laid_on(hull, [(a, z - h), (b, z - h), (b, z + h), (a, z + h)], side=side, name=name,
                steps=(2 if b - a > 0.3 else 1, 1), off_m=off)
        for a, b, h, name, off in rows
    ])  # fmt: skip


def _flanks(car: Car, hull: Mesh, paint: str) -> list[Mesh]:
    """Gaps and handles of the doors, mirrors, side lights."""
    parts = _mirrors(car, paint, rings=4, sides=6)
    c = car.clearance
    for side in ("left", "right"):
        for k, x in enumerate(car.doors):
            top = float(np.interp(-x, (-car.cowl[0], -car.roof_end[0]), car.belt)) - 0.01
            near = min(abs(x - axle) for axle in car.axles)
            low = c + 0.14 if near > car.wheel[0] + 0.09 else 2.0 * car.wheel[0] + 0.09
            gap = [(x, low), (x + 0.012, low), (x + 0.012, top), (x, top)]
            parts.append(laid_on(hull, gap, side=side, name="plastic_black", steps=(1, 3)))
            if k:
                handle = [(x + 0.06, top - 0.12), (x + 0.24, top - 0.12), (x + 0.24, top - 0.09),
                          (x + 0.06, top - 0.09)]  # fmt: skip
                parts.append(laid_on(hull, handle, side=side, name="metal_dark", steps=(1, 1),
                                     off_m=0.025))  # fmt: skip
        room = car.wheel[0] + 0.08
        ahead, back = (max(car.doors[-1], car.axles[1] + room),
                       min(car.doors[0], car.axles[0] - room))  # fmt: skip
        seam = [(ahead, c + 0.13), (back, c + 0.13), (back, c + 0.142), (ahead, c + 0.142)]
        parts.append(laid_on(hull, seam, side=side, name="plastic_black", steps=(4, 1)))
    return parts


def _mirrors(car: Car, paint: str, *, rings: int, sides: int) -> list[Mesh]:
    x, z = car.windows[0][0] - 0.05, car.belt[0] + 0.1
    y = 0.5 * car.width + 0.06
    shell_ = forms.ball((0.07, 0.11, 0.075), material=paint, rings=rings, sides=sides)
    glass = forms.quad([(-0.072, 0.08, -0.05), (-0.072, -0.08, -0.05), (-0.072, -0.08, 0.05),
                        (-0.072, 0.08, 0.05)], material="chrome")  # fmt: skip
    foot = forms.beam((0.0, 0.0, -0.04), (0.02, -0.16, -0.09), 0.05, 0.03, material="plastic_black")
    left = merge([shell_, glass, foot])
    right = merge([shell_, glass, forms.beam((0.0, 0.0, -0.04), (0.02, 0.16, -0.09), 0.05, 0.03,
                                             material="plastic_black")])  # fmt: skip
    return [left.moved((x, y, z)), right.moved((x, -y, z))]


def proxies_of(car: Car) -> Solids:
    """Layers of boxes, and cylinders for the wheels."""
    body = body_of(car)
    rings = half_rings(body, np.linspace(body.top[0][0], body.top[-1][0], 80))
    front, rear, w = 0.5 * car.length, -0.5 * car.length, 0.5 * car.width
    c, shoulder = car.clearance, min(car.nose, car.tail) - 0.04
    rows = [
        (rear + 0.03, front - 0.03, 0.72 * w, c + 0.07, shoulder - 0.07),
        (rear + 0.24, front - 0.26, 0.985 * w, c, shoulder),
        _layer(rings, shoulder, car.belt[1] - 0.01),
    ]
    if car.bed:
        back, end, bottom = car.bed
        rows = [(back, front - 0.03, 0.72 * w, c + 0.07, shoulder - 0.07),
                (back, front - 0.26, 0.985 * w, c, shoulder),
                (rear + 0.03, back, 0.95 * w, c + 0.04, bottom),
                (rear + 0.02, end, 0.88 * w, bottom, car.tail - 0.02),
                (back, *rows[2][1:])]  # fmt: skip
    roof = car.height - 0.015
    layers = np.linspace(car.belt[1] - 0.01, roof, 2 + min(int((roof - car.belt[1]) / 0.19), 3))
    rows += [_layer(rings, a, b) for a, b in itertools.pairwise(layers)]
    lows = np.array([(x0, -y, z0) for x0, _, y, z0, _ in rows])
    highs = np.array([(x1, y, z1) for _, x1, y, _, z1 in rows])
    hull = solids.boxes(0.5 * (lows + highs), size=highs - lows, semantic="car")
    if car.bed:
        hull = solids.merge([hull, _bed_walls(car.bed, w, car.belt[1])])
    radius, width = car.wheel
    y = 0.5 * car.width - 0.5 * width - 0.015
    wheels = solids.cylinders([(x, s * y, radius) for x in car.axles for s in (1.0, -1.0)],
                              radius=radius, height=width, semantic="car",
                              roll=0.5 * np.pi)  # fmt: skip
    return solids.merge([hull, wheels])


def _bed_walls(bed: tuple[float, float, float], w: float, top: float) -> Solids:
    """The sides of a pickup's bed."""
    front, end, bottom = bed
    center = [(0.5 * (front + end), s * 0.93 * w, 0.5 * (bottom + top)) for s in (1.0, -1.0)]
    return solids.boxes(center, size=(front - end, 0.1, top - bottom), semantic="car")


def _layer(rings: F64, low: float, high: float) -> tuple[float, float, float, float, float]:
    """The mean box of the body between two heights: x from, x to, half width, z from, z to."""
    z = 0.5 * (low + high)
    reach = rings[:, -1, 2] > z
    x = rings[reach, -1, 0]
    wide = [float(np.interp(z, ring[2:, 2], ring[2:, 1])) for ring in rings[reach]]
    return float(x.min()), float(x.max()), float(np.percentile(wide, 70)), low, high


CARS: Final[dict[str, Car]] = {
    "hatchback": Car(
        length=4.25, width=1.79, height=1.46, axles=(1.27, -1.35), wheel=(0.315, 0.205),
        clearance=0.19, nose=0.76, cowl=(1.05, 0.99), header=(0.3, 1.39), crown=-0.45,
        roof_end=(-1.62, 1.36), deck=(-1.95, 1.02), tail=0.97, belt=(0.93, 0.99), roof_half=0.6,
        windows=((0.98, 0.02), (-0.06, -0.98), (-1.06, -1.45)), doors=(0.98, 0.0, -0.98),
        tail_lamp=(0.62, 0.9, -0.24, -0.06),
    ),
    "saloon": Car(
        length=4.75, width=1.84, height=1.45, axles=(1.42, -1.4), wheel=(0.33, 0.215),
        clearance=0.18, nose=0.76, cowl=(1.12, 0.98), header=(0.32, 1.38), crown=-0.35,
        roof_end=(-1.0, 1.38), deck=(-1.72, 1.06), tail=1.03, belt=(0.93, 1.0), roof_half=0.6,
        windows=((1.02, 0.06), (0.0, -0.95), (-1.0, -1.2)), doors=(1.05, 0.03, -0.98),
        paints=("paint_silver", "paint_black", "paint_blue", "paint_grey"),
    ),
    "estate": Car(
        length=4.7, width=1.82, height=1.48, axles=(1.42, -1.3), wheel=(0.325, 0.215),
        clearance=0.18, nose=0.76, cowl=(1.15, 0.99), header=(0.36, 1.4), crown=-0.4,
        roof_end=(-1.9, 1.38), deck=(-2.2, 1.03), tail=0.99, belt=(0.93, 0.99), roof_half=0.61,
        windows=((1.05, 0.08), (0.03, -0.95), (-1.02, -1.75)), doors=(1.08, 0.05, -0.98),
        tail_lamp=(0.64, 0.9, -0.3, -0.06),
        paints=("paint_grey", "paint_green", "paint_white", "paint_red"),
    ),
    "suv_car": Car(
        length=4.6, width=1.89, height=1.7, axles=(1.38, -1.32), wheel=(0.37, 0.235),
        clearance=0.24, nose=0.95, cowl=(1.12, 1.15), header=(0.42, 1.58), crown=-0.3,
        roof_end=(-1.85, 1.6), deck=(-2.12, 1.18), tail=1.13, belt=(1.08, 1.14), roof_half=0.66,
        windows=((1.02, 0.1), (0.04, -0.9), (-0.98, -1.7)), doors=(1.08, 0.06, -0.95),
        lamp=(0.15, 0.25), tail_lamp=(0.6, 0.9, -0.3, -0.1), sill="plastic_black",
        paints=("paint_black", "paint_white", "paint_brown", "paint_silver"),
    ),
    "van": Car(
        length=5.3, width=1.98, height=2.15, axles=(1.7, -1.6), wheel=(0.34, 0.215),
        clearance=0.21, nose=0.98, cowl=(1.95, 1.24), header=(1.18, 1.98), crown=0.3,
        roof_end=(-2.5, 2.12), deck=(-2.57, 1.3), tail=1.22, belt=(1.17, 1.17), roof_half=0.8,
        windows=((1.88, 0.95),), doors=(1.9, 0.86, -0.35), lamp=(0.2, 0.3),
        tail_lamp=(0.7, 0.83, -0.25, 0.25), bow=(0.12, 0.14, -0.02), spokes=0, rim="plastic_grey",
        rear_window=False, sill="plastic_black",
        paints=("paint_white", "paint_yellow", "paint_blue", "paint_silver"),
    ),
    "pickup": Car(
        length=5.35, width=1.9, height=1.82, axles=(1.72, -1.5), wheel=(0.385, 0.245),
        clearance=0.3, nose=1.03, cowl=(1.25, 1.2), header=(0.62, 1.68), crown=0.0,
        roof_end=(-0.78, 1.76), deck=(-0.98, 1.22), tail=1.12, belt=(1.13, 1.14), roof_half=0.66,
        windows=((1.16, 0.2), (0.14, -0.72)), doors=(1.2, 0.17, -0.72), lamp=(0.17, 0.26),
        bed=(-1.05, -2.55, 0.75), tail_lamp=(0.74, 0.93, -0.33, -0.06), bow=(0.1, 0.1, -0.02),
        spokes=6, sill="plastic_black",
        paints=("paint_white", "paint_red", "paint_beige", "paint_grey"),
    ),
    "sports_car": Car(
        length=4.4, width=1.87, height=1.24, axles=(1.28, -1.2), wheel=(0.325, 0.25),
        clearance=0.13, nose=0.7, cowl=(0.75, 0.88), header=(0.02, 1.17), crown=-0.3,
        roof_end=(-0.68, 1.2), deck=(-1.75, 0.92), tail=0.9, belt=(0.84, 0.88), roof_half=0.53,
        windows=((0.62, -0.42), (-0.5, -0.9)), doors=(0.75, -0.5), lamp=(0.11, 0.2),
        tail_lamp=(0.45, 0.9, -0.18, -0.1), bow=(0.14, 0.13, -0.08), spokes=10,
        paints=("paint_red", "paint_yellow", "paint_black", "paint_blue"),
    ),
}  # fmt: skip


def _maker(kind: str) -> Callable[[int], Archetype]:
    def make_car(variant: int) -> Archetype:
        car = CARS[kind]
        paint = car.paints[variant % len(car.paints)]
        return Archetype(
            name=f"{kind}_{variant}", semantic="car", lod_m=LOD_M, proxies=proxies_of(car),
            lods=(fine(car, paint), middle(car, paint), far(car, paint)),
        )  # fmt: skip

    return make_car


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    **{kind: _maker(kind) for kind in CARS},
    **lorries.MAKERS,
    **tractors.MAKERS,
    **aircraft.MAKERS,
}
VARIANTS: Final[dict[str, int]] = {
    **{kind: len(car.paints) for kind, car in CARS.items()},
    **lorries.VARIANTS,
    **tractors.VARIANTS,
    **aircraft.VARIANTS,
}
