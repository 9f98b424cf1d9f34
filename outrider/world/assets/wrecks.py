"""Wrecked vehicles and what else rusts in the open."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets import outback
from outrider.world.assets.car_forms import shell, skin
from outrider.world.assets.cars import CARS, Car, body_of, lamps, proxies_of
from outrider.world.assets.catalogue import (
    Bar,
    Entry,
    bar_solids,
    beams,
    blocks,
    both_faces,
    box_solids,
    makers,
    turned,
    variants,
)
from outrider.world.assets.wheels import tyre, wheel
from outrider.world.mesh import Mesh, merge
from outrider.world.semantics import number_of
from outrider.world.solids import Solids
from outrider.world.solids import cylinders as solid_cylinders
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]

PROXY_TOLERANCE_M: Final = 0.1
DENT_M: Final = 0.018


@dataclass(frozen=True, kw_only=True)
class Wreck:
    """What became of a car."""

    car: str
    paint: str
    sunk_m: float
    pitch: float
    roll: float
    wheels: tuple[str, str, str, str]
    """Front left, front right, rear left, rear right: rim, flat or none."""


WRECKS: Final[dict[str, tuple[Wreck, ...]]] = {
    "car_wreck": (
        Wreck(car="saloon", paint="paint_worn_blue", sunk_m=0.19, pitch=0.03, roll=0.035,
              wheels=("none", "none", "rim", "none")),
        Wreck(car="hatchback", paint="paint_worn_red", sunk_m=0.16, pitch=-0.025, roll=-0.04,
              wheels=("flat", "none", "none", "rim")),
        Wreck(car="estate", paint="rust", sunk_m=0.2, pitch=0.02, roll=0.02,
              wheels=("none", "none", "none", "none")),
    ),
    "pickup_wreck": (
        Wreck(car="pickup", paint="rust", sunk_m=0.2, pitch=0.045, roll=-0.025,
              wheels=("none", "rim", "flat", "none")),
        Wreck(car="pickup", paint="paint_worn_green", sunk_m=0.24, pitch=-0.03, roll=0.04,
              wheels=("rim", "none", "none", "none")),
    ),
}  # fmt: skip


def _hull(wreck: Wreck, car: Car, level: int) -> Mesh:
    """The body without its glass, so that one sees into it, dented; from afar it is dark there."""
    if level == 1:
        names = (wreck.paint, "screen_dark", "rust")
        hull = shell(body_of(car), names, arch_steps=4, spare=0.045, coarse=True)
        return _dented(hull, wreck.car)
    names = (wreck.paint, "glass_dark", "rust")
    whole = shell(body_of(car), names, arch_steps=5, spare=0.015)
    sheets = [_part(whole, k) for k, name in enumerate(whole.materials) if name != "glass_dark"]
    sockets = [lamp.repainted(lamp_white="screen_dark", lamp_red="screen_dark")
               for lamp in lamps(car, whole, steps=2)]  # fmt: skip
    return _dented(merge([both_faces(merge(sheets)), *sockets]), wreck.car)


def _part(mesh: Mesh, place: int) -> Mesh:
    """What of a mesh is in one of its materials."""
    triangles = mesh.triangles[mesh.patch == place]
    return replace(mesh, triangles=triangles, patch=np.zeros(len(triangles), np.int16),
                   materials=(mesh.materials[place],))  # fmt: skip


def _dented(mesh: Mesh, name: str) -> Mesh:
    """Shallow waves over the sheet; equal points stay equal."""
    chance = Stream(0, "assets", "dents", name)
    wave = chance.uniform(np.arange(5), 7).reshape(5, 7)
    shift = np.zeros(mesh.points.shape)
    for row in wave:
        along = mesh.points @ (8.0 * (row[:3] - 0.5)) + 6.3 * row[6]
        shift += np.sin(along)[:, None] * (row[3:6] - 0.5) * DENT_M
    return replace(mesh, points=(mesh.points + shift).astype(np.float32))


def _inside(car: Car) -> list[Mesh]:
    """A floor, two seats, the rear bench, the dashboard and the wheel."""
    w, z, x = 0.5 * car.width, car.clearance + 0.08, car.windows[0][1]
    back = car.bed[0] + 0.15 if car.bed else car.axles[1] + 0.1
    parts = [forms.box((car.cowl[0] - back, 1.6 * w, 0.04), material="rust",
                       center=(0.5 * (car.cowl[0] + back), 0.0, z))]  # fmt: skip
    seats = [(x + 0.05, s * 0.42 * w, 0.5) for s in (1.0, -1.0)]
    if car.bed is None:
        seats.append((x - 0.85, 0.0, 1.25))
    for sx, sy, wide in seats:
        parts.append(forms.box((0.48, wide, 0.16), material="leather_brown",
                               center=(sx, sy, z + 0.22)))  # fmt: skip
        parts.append(forms.beam((sx - 0.22, sy, z + 0.25), (sx - 0.38, sy, z + 0.8), wide, 0.12,
                                material="leather_brown", up=(1.0, 0.0, 0.3)))  # fmt: skip
    parts.append(forms.box((0.3, 1.55 * w, 0.22), material="plastic_black",
                           center=(car.cowl[0] - 0.3, 0.0, car.belt[0] - 0.16)))  # fmt: skip
    ring = [(0.17 * math.cos(a), 0.17 * math.sin(a), 0.0)
            for a in np.linspace(0.0, 2.0 * math.pi, 13)]  # fmt: skip
    steering = forms.tube(ring, 0.014, material="plastic_black", sides=3, caps=False)
    tilt = rotation.from_euler_zyx(0.0, -1.1, 0.0)
    parts.append(steering.turned(tilt).moved((car.cowl[0] - 0.52, 0.42 * w, car.belt[0] - 0.03)))
    return parts


def _running_gear(wreck: Wreck, car: Car, level: int) -> list[Mesh]:
    """The wheels that are left; a drum on the end of its axle where there is none."""
    radius, width = car.wheel
    y = 0.5 * car.width - 0.5 * width - 0.02
    parts = [forms.rod((x, -y + 0.1, radius), (x, y - 0.1, radius), 0.05, material="rust", sides=5)
             for x in car.axles]  # fmt: skip
    for k, kind in enumerate(wreck.wheels):
        x, s = car.axles[k // 2], (1.0, -1.0)[k % 2]
        if kind == "none":
            a, b = (x, s * (y - 0.12), radius), (x, s * (y - 0.02), radius)
            parts.append(forms.rod(a, b, 0.13, material="rust", sides=12 - 5 * level))
            continue
        spokes = 5 if level == 0 else 0
        if kind == "flat":
            one = wheel(radius - 0.02, width * 1.1, sides=(14, 8)[level], spokes=spokes, rim="rust",
                        well="rust")  # fmt: skip
        else:
            one = merge([tyre(0.66 * radius, 0.8 * width, bore=0.9, sides=(14, 8)[level],
                              name="rust"),
                         wheel(0.64 * radius, 0.8 * width, bore=0.95, sides=(14, 8)[level],
                               spokes=spokes, rim="rust", well="rust")])  # fmt: skip
        parts.append(one.headed(0.0 if s > 0 else math.pi).moved((x, s * y, radius)))
    return parts


def _wreck_mesh(wreck: Wreck, level: int) -> Mesh:
    car = CARS[wreck.car]
    if level == 2:
        whole = _far(car, wreck.paint)
    else:
        parts = [_hull(wreck, car, level), *_running_gear(wreck, car, level)]
        whole = merge(parts + (_inside(car) if level == 0 else []))
    return whole.turned(_lie(wreck)).moved((0.0, 0.0, -wreck.sunk_m))


def _far(car: Car, paint: str) -> Mesh:
    """Two hulls, dark where the windows were."""
    front, rear, w = 0.5 * car.length, -0.5 * car.length, 0.5 * car.width
    waist, low = 0.5 * sum(car.belt), car.clearance
    lines = ((front, 0.84 * w, car.nose - 0.06), (car.cowl[0], w, car.belt[0] + 0.02),
             (rear, 0.9 * w, min(car.tail, waist)))  # fmt: skip
    hull = skin([[(x, -y, low), (x, y, low), (x, y, z), (x, -y, z)] for x, y, z in lines],
                (paint,), crease_rad=0.1)  # fmt: skip
    end = max(car.deck[0] if car.bed is None else car.bed[0], rear + 0.05)
    rows = ((car.cowl[0], end, 0.93 * w, waist - 0.03),
            (car.header[0], max(car.roof_end[0], rear + 0.05), car.roof_half, car.height)
    )  # fmt: skip
    ring = [[(a, y, z), (b, y, z), (b, -y, z), (a, -y, z)] for a, b, y, z in rows]
    return merge([hull, skin(ring, ("screen_dark", paint), caps=(1, 1), crease_rad=0.1)])


def _lie(wreck: Wreck) -> F64:
    return np.asarray(rotation.from_euler_zyx(0.0, wreck.pitch, wreck.roll))


def _wreck_solids(wreck: Wreck) -> Solids:
    """The whole car's boxes, turned and sunk as it is; its wheels only where they are left."""
    car, turn = CARS[wreck.car], _lie(wreck)
    whole = proxies_of(car)
    stays = np.ones(len(whole), bool)
    stays[-4:] = [kind == "flat" for kind in wreck.wheels]
    kept = whole.take(stays)
    wrecked = replace(kept, semantic=np.full(len(kept), number_of("wreck"), np.int32))
    return turned(wrecked, turn, by=(0.0, 0.0, -wreck.sunk_m))


def caravan(variant: int, level: int) -> Mesh:
    """A caravan of 5 m, left where it stood: a tyre flat, a window gone."""
    trim = ("paint_worn_yellow", "paint_worn_green")[variant]
    outline = [(-2.2, 0.55), (-2.28, 0.9), (-2.22, 1.5), (-2.05, 2.1), (-1.75, 2.38), (-1.2, 2.46),
               (1.2, 2.46), (1.75, 2.36), (2.02, 2.0), (2.12, 1.4), (2.1, 0.8), (2.0, 0.55)
    ]  # fmt: skip
    if level:
        outline = [outline[k] for k in ((0, 2, 4, 5, 6, 7, 9, 11), (0, 2, 5, 6, 9, 11))[level - 1]]
    sides = [(-1.02, 0.97), (-1.06, 1.0), (1.06, 1.0), (1.02, 0.97)]
    if level == 2:
        sides = sides[1:3]
    rings = [[(share * x, y, 1.4 + share * (z - 1.4)) for x, z in outline] for y, share in sides]
    parts = [skin(rings, ("paint_worn_white",), crease_rad=0.5)]
    glass = [((-1.35, 1.062, 1.65), (0.8, 0.02, 0.6)), ((0.9, 1.062, 1.65), (1.1, 0.02, 0.6)),
             ((-0.6, -1.062, 1.65), (1.2, 0.02, 0.6))]  # fmt: skip
    parts.append(blocks([*glass, ((2.09, 0.0, 1.6), (0.08, 1.3, 0.5))], "glass_dark"))
    stripes = [((0.0, s * 1.06, 1.08), (4.1, 0.016, 0.22)) for s in (1.0, -1.0)]
    parts.append(blocks(stripes, trim))
    parts.append(beams([((1.9, s * 0.5, 0.5), (3.1, 0.0, 0.45)) for s in (1.0, -1.0)], 0.07, 0.1,
                       "rust"))  # fmt: skip
    if level == 2:
        return merge(parts).turned(_CARAVAN_LIE)
    parts.append(blocks([((0.95, -1.062, 1.42), (0.62, 0.02, 1.62))], "paint_worn_white"))
    parts.append(blocks([((0.95, -1.075, 1.75), (0.4, 0.01, 0.5)),
                         ((-1.4, -1.064, 1.65), (0.5, 0.02, 0.5))], "screen_dark"))  # fmt: skip
    one = wheel(0.3, 0.18, sides=(16, 8)[level], spokes=0, rim="rust", well="rust")
    parts += [one.moved((-0.15, 0.98, 0.3)), one.headed(math.pi).moved((-0.15, -0.98, 0.26))]
    parts.append(forms.box((3.9, 1.9, 0.12), material="rust", center=(0.0, 0.0, 0.5)))
    if level == 0:
        parts += _caravan_fittings(trim)
    return merge(parts).turned(_CARAVAN_LIE)


_CARAVAN_LIE: Final = rotation.from_euler_zyx(0.0, 0.0, -0.025)


def _caravan_fittings(trim: str) -> list[Mesh]:
    frame = []
    openings = ((-1.35, 1.65, 0.8, 0.6, 1.07), (0.9, 1.65, 1.1, 0.6, 1.07),
                (-0.6, 1.65, 1.2, 0.6, -1.07), (0.95, 1.42, 0.62, 1.62, -1.07))  # fmt: skip
    for x, z, a, b, y in openings:
        frame += [((x, y, z + s * 0.5 * b), (a + 0.06, 0.03, 0.04)) for s in (1.0, -1.0)]
        frame += [((x + s * 0.5 * a, y, z), (0.04, 0.03, b)) for s in (1.0, -1.0)]
    return [
        blocks(frame, "aluminium"),
        blocks([((0.72, -1.09, 1.4), (0.09, 0.03, 0.04))], "chrome"),
        blocks([((0.95, -1.22, 0.3), (0.6, 0.3, 0.05)), ((0.95, -1.3, 0.14), (0.5, 0.05, 0.28))],
               "planks_weathered"),
        blocks([((-2.27, s * 0.8, 0.75), (0.05, 0.2, 0.12)) for s in (1.0, -1.0)], "lamp_red"),
        forms.cylinder(0.14, 0.45, material="paint_worn_red", sides=10, center=(2.35, 0.0, 0.78)),
        forms.box((0.5, 0.5, 0.12), material=trim, center=(-0.3, 0.0, 2.5)),
        forms.rod((2.95, 0.0, 0.0), (2.95, 0.0, 0.55), 0.03, material="rust"),
    ]  # fmt: skip


def _caravan_solids(_: int) -> Solids:
    rows = [((-0.06, 0.0, 1.2), (4.32, 2.1, 1.3)), ((-0.1, 0.0, 2.02), (4.1, 2.1, 0.36)),
            ((0.0, 0.0, 2.3), (3.5, 2.08, 0.3)), ((0.95, -1.22, 0.3), (0.6, 0.3, 0.05)),
            ((0.95, -1.3, 0.14), (0.5, 0.05, 0.28)),
            ((0.0, 0.0, 0.5), (3.9, 1.9, 0.12))]  # fmt: skip
    draw: list[Bar] = [((1.9, s * 0.5, 0.5), (3.1, 0.0, 0.45)) for s in (1.0, -1.0)]
    body = merge_solids([box_solids(rows, "wreck"), bar_solids(draw, 0.09, "wreck")])
    wheels = solid_cylinders([(-0.15, 0.98, 0.3), (-0.15, -0.98, 0.26)], radius=0.3, height=0.18,
                             roll=0.5 * math.pi, semantic="wreck")  # fmt: skip
    bottle = solid_cylinders((2.35, 0.0, 0.78), radius=0.14, height=0.45, semantic="wreck")
    return turned(merge_solids([body, wheels, bottle]), _CARAVAN_LIE)


def _wreck_entry(kind: str) -> Entry:
    rows = WRECKS[kind]
    return Entry(
        build=lambda variant, level: _wreck_mesh(rows[variant], level), semantic="wreck",
        solids=lambda variant: _wreck_solids(rows[variant]), variants=len(rows),
    )  # fmt: skip


ENTRIES: Final[dict[str, Entry]] = {
    **{kind: _wreck_entry(kind) for kind in WRECKS},
    "caravan": Entry(build=caravan, semantic="wreck", solids=_caravan_solids, variants=2,
                     lod_m=(30.0, 90.0)),
    **outback.ENTRIES,
}  # fmt: skip
MAKERS: Final[dict[str, Callable[[int], Archetype]]] = makers(ENTRIES)
VARIANTS: Final[dict[str, int]] = variants(ENTRIES)
