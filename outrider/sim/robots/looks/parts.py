"""What robots are built of: bevelled boxes, hulls, lamps, eyes, aerials, straps and pad marks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world import forms
from outrider.world.assets.car_forms import skin
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]
Point = tuple[float, float, float]

QUARTER: Final = 0.5 * math.pi
TO_LEFT: Final = rotation.from_euler_zyx(0.0, 0.0, -QUARTER)
"""Turns what stands on z so that it points to the left."""
AHEAD: Final = rotation.from_euler_zyx(0.0, QUARTER, 0.0)
"""Turns what stands on z so that it points ahead."""
_FLAT: Final = 0.6
"""Faces that meet at more, rad, keep their edge."""


def bevelled(
    size: ArrayLike, bevel: float, *, material: str, center: ArrayLike = (0.0, 0.0, 0.0),
    corner: float | None = None, steps: int = 2, top: str | None = None,
) -> Mesh:  # fmt: skip
    """A box whose upright edges are round and whose upper and lower edges are cut."""
    x, y, z = (float(v) for v in np.asarray(size, float))
    round_ = max(bevel if corner is None else corner, bevel) * 1.02
    wide = forms.rounded_rectangle((x, y), round_, steps=steps)
    slim = forms.rounded_rectangle((x - 2 * bevel, y - 2 * bevel), round_ - bevel, steps=steps)
    heights = (-0.5 * z, -0.5 * z + bevel, 0.5 * z - bevel, 0.5 * z)
    rings = [np.insert(ring, 2, h, axis=1)
             for ring, h in zip((slim, wide, wide, slim), heights, strict=True)]  # fmt: skip
    names = (material, top or material)
    return skin(rings, names, caps=(0, 1), crease_rad=_FLAT).moved(center)


def hull(
    sections: Sequence[tuple[float, float, float, float]], bevel: float, *, material: str,
    top: str | None = None,
) -> Mesh:  # fmt: skip
    """A body along x through cut-edged sections of (x, half width, lower z, upper z)."""
    rings = [_section(*section, bevel) for section in sections]
    names = (material, top or material)
    patch = np.zeros((len(rings) - 1, 8), np.int64)
    patch[:, 4] = 1
    return skin(rings, names, patch, crease_rad=_FLAT)


def _section(x: float, w: float, low: float, high: float, bevel: float) -> list[Point]:
    b = min(bevel, 0.45 * (high - low), 0.9 * w)
    half = [(w - b, low), (w, low + b), (w, high - b), (w - b, high)]
    outline = [(-w + b, low), *half, *((-y, z) for y, z in half[:0:-1])]
    return [(x, y, z) for y, z in outline]


def plate(outline: ArrayLike, low: float, high: float, *, material: str) -> Mesh:
    """A flat plate between two heights."""
    return forms.prism(outline, high - low, material=material, base=low)


def ngon(sides: int, radius: float, thickness: float, *, material: str, phase: float = 0.0,
         center: ArrayLike = (0.0, 0.0, 0.0)) -> Mesh:  # fmt: skip
    """A flat plate with that many corners, about its centre."""
    outline = forms.ring_of(sides, radius, phase=phase)
    half = 0.5 * thickness
    return forms.prism(outline, thickness, material=material, base=-half).moved(center)


def pipe(path: ArrayLike, radius: float, *, material: str, sides: int = 8) -> Mesh:
    """A bent round bar."""
    return forms.tube(path, radius, material=material, sides=sides)


def rounded_path(corners: ArrayLike, bend: float, *, steps: int = 3) -> F64:
    """A line through corners ``(n, 3)`` that turns at each in a bow of about this size."""
    at = np.asarray(corners, float)
    line = [at[0]]
    for before, here, after in zip(at[:-2], at[1:-1], at[2:], strict=True):
        a = here + bend * (before - here) / np.linalg.norm(before - here)
        b = here + bend * (after - here) / np.linalg.norm(after - here)
        shares = np.linspace(0.0, 1.0, steps + 1)
        line += [(1 - t) ** 2 * a + 2 * t * (1 - t) * here + t**2 * b for t in shares]
    return np.array([*line, at[-1]])


def lidar(radius: float, height: float, *, sides: int = 20, body: str = "metal_dark") -> Mesh:
    """A spinning LiDAR that stands on z = 0: base, dark window, lid."""
    r, h = radius, height
    parts = [
        [(0, 0), (r, 0), (r, 0), (r, 0.3 * h), (r, 0.3 * h), (0, 0.3 * h)],
        [(0, 0.3 * h), (0.94 * r, 0.3 * h), (0.94 * r, 0.3 * h), (0.94 * r, 0.78 * h),
         (0, 0.78 * h)],
        [(0, 0.78 * h), (r, 0.78 * h), (r, 0.78 * h), (r, 0.93 * h), (0.92 * r, h), (0.92 * r, h),
         (0, h)],
    ]  # fmt: skip
    names = (body, "screen_dark", body)
    return merge([forms.lathe(profile, material=name, sides=sides)
                  for profile, name in zip(parts, names, strict=True)])  # fmt: skip


def lens(radius: float, depth: float, *, material: str = "plastic_black", sides: int = 12) -> Mesh:
    """A lens that looks ahead from x = 0: a barrel with dark glass in it."""
    r, d = radius, depth
    barrel = [(0, 0), (r, 0), (r, 0), (r, d), (r, d), (0.78 * r, d), (0.78 * r, d),
              (0.7 * r, 0.8 * d), (0.7 * r, 0.8 * d), (0, 0.8 * d)]  # fmt: skip
    glass = [(0, 0.8 * d), (0.68 * r, 0.81 * d), (0.4 * r, 0.9 * d), (0, 0.93 * d)]
    return merge([
        forms.lathe(barrel, material=material, sides=sides),
        forms.lathe(glass, material="screen_dark", sides=sides),
    ]).turned(AHEAD)  # fmt: skip


def stereo_camera(width: float, height: float, depth: float, *,
                  material: str = "aluminium") -> Mesh:  # fmt: skip
    """A flat bar that looks ahead from x = 0 with two eyes."""
    box = bevelled((height, width, depth), 0.15 * depth, material=material, corner=0.48 * height)
    bar = box.turned(rotation.from_euler_zyx(0.0, -QUARTER, 0.0)).moved((-0.5 * depth, 0, 0))
    eyes = [lens(0.32 * height, 0.12 * depth).moved((0.0, s * 0.34 * width, 0.0))
            for s in (-1.0, 1.0)]  # fmt: skip
    return merge([bar, *eyes, lens(0.2 * height, 0.1 * depth)])


def satellite_mast(height: float, puck: float, *, sides: int = 14, rod: str = "carbon") -> Mesh:
    """A receiver of satellites on a rod that stands on z = 0."""
    foot, top = 0.2 * puck, height - 0.42 * puck
    profile = [(0, top), (0.8 * puck, top), (0.98 * puck, top + 0.08 * puck),
               (puck, top + 0.2 * puck), (0.88 * puck, top + 0.36 * puck), (0, height)]  # fmt: skip
    return merge([
        forms.cylinder(1.6 * foot, foot, material="plastic_black", sides=8,
                       center=(0, 0, 0.5 * foot)),
        forms.rod((0, 0, 0), (0, 0, top), 0.14 * puck, material=rod),
        forms.lathe(profile, material="plastic_black", sides=sides),
    ])  # fmt: skip


def aerial(height: float, *, radius: float = 0.004, sides: int = 6) -> Mesh:
    """A whip that stands on z = 0, with a thicker foot."""
    foot = min(0.18 * height, 0.05)
    profile = [(0, 0), (2.4 * radius, 0), (2.4 * radius, 0.6 * foot), (radius, foot),
               (0.7 * radius, height), (0, height)]  # fmt: skip
    return forms.lathe(profile, material="plastic_black", sides=sides)


def lamp(radius: float, *, glow: str = "lamp_white", sides: int = 12) -> Mesh:
    """A round lamp that shines ahead from x = 0."""
    r = radius
    ring = [(0, 0), (r, 0), (r, 0), (r, 0.5 * r), (r, 0.5 * r), (0.86 * r, 0.5 * r), (0, 0.4 * r)]
    glass = [(0, 0.4 * r), (0.84 * r, 0.44 * r), (0.5 * r, 0.62 * r), (0, 0.68 * r)]
    return merge([
        forms.lathe(ring, material="plastic_black", sides=sides),
        forms.lathe(glass, material=glow, sides=sides),
    ]).turned(AHEAD)  # fmt: skip


def stop_button(radius: float, *, sides: int = 12) -> Mesh:
    """The red mushroom that stops everything, on its yellow collar; stands on z = 0."""
    r = radius
    collar = [(0, 0), (r, 0), (r, 0), (r, 0.35 * r), (r, 0.35 * r), (0, 0.35 * r)]
    cap = [(0, 0.3 * r), (0.45 * r, 0.3 * r), (0.45 * r, 0.7 * r), (0.75 * r, 0.75 * r),
           (0.75 * r, 1.0 * r), (0.55 * r, 1.15 * r), (0, 1.2 * r)]  # fmt: skip
    return merge([
        forms.lathe(collar, material="paint_yellow", sides=sides),
        forms.lathe(cap, material="plastic_red", sides=sides),
    ])  # fmt: skip


def bolts(places: ArrayLike, radius: float, height: float, *, material: str = "metal_grey") -> Mesh:
    """Six-sided heads that stand on the places ``(n, 3)``."""
    head = forms.cylinder(radius, height, material=material, sides=6, center=(0, 0, 0.5 * height))
    return merge([head.moved(place) for place in np.asarray(places, float).reshape(-1, 3)])


def pad_mark(radius: float, *, material: str = "road_paint", sides: int = 32) -> Mesh:
    """A circle with an H in it, painted on z = 0; a millimetre thick, so that it is seen."""
    thick, wide = 0.001, 0.1 * radius
    profile = [(radius - wide, 0), (radius, 0), (radius, 0), (radius, thick), (radius, thick),
               (radius - wide, thick), (radius - wide, thick), (radius - wide, 0)]  # fmt: skip
    ring = forms.lathe(profile, material=material, sides=sides)
    arm, half, bar = 0.62 * radius, 0.24 * radius, 0.13 * radius
    strokes = [((2 * arm, bar), (0.0, half)), ((2 * arm, bar), (0.0, -half)),
               ((bar, 2 * half - bar), (0.0, 0.0))]  # fmt: skip
    bars = [forms.box((*size, thick), material=material, center=(*at, 0.5 * thick))
            for size, at in strokes]  # fmt: skip
    return merge([ring, *bars])


def level_quad(size: tuple[float, float], center: ArrayLike, *, material: str) -> Mesh:
    """A rectangle that faces up: paint on a far deck."""
    x, y = 0.5 * size[0], 0.5 * size[1]
    corners = np.array([(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0)])
    return forms.quad(corners + np.asarray(center, float), material=material)


def strap(width: float, height: float, *, wide: float, material: str = "fabric_black") -> Mesh:
    """A band about a battery of this section that stands on z = 0."""
    size = (wide, width + 0.004, height + 0.003)
    return forms.box(size, material=material, center=(0.0, 0.0, 0.5 * height))


def deck(
    top: ArrayLike, size: tuple[float, float], thickness: float, rim: tuple[float, float],
    *, plate_material: str, rim_material: str,
) -> Mesh:  # fmt: skip
    """A plate with a low rim; ``top`` is the middle of its upper face, ``rim`` height and width."""
    x, y, z = (float(v) for v in np.asarray(top, float))
    length, width = size
    parts = [forms.box((length, width, thickness), material=plate_material,
                       center=(x, y, z - 0.5 * thickness))]  # fmt: skip
    tall, wide = rim
    if tall > 0.0:
        lip = 0.5 * tall + z
        parts += [
            forms.box(
                (wide, width, tall),
                material=rim_material,
                center=(x + s * 0.5 * (length - wide), y, lip),
            )
            for s in (-1, 1)
        ]
        parts += [forms.box((length - 2 * wide, wide, tall), material=rim_material,
                            center=(x, y + s * 0.5 * (width - wide), lip))
                  for s in (-1, 1)]  # fmt: skip
    return merge(parts)
