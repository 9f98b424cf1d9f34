"""Tall and round structures: chimney stack, tank, silo and water tower."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world import forms
from outrider.world.archetype import Archetype
from outrider.world.assets.pieces import ALL, COARSE, FAR, FINE, HERE, NEAR, Frame, Levels
from outrider.world.assets.steelwork import SIDES, fill_rod, guard_round, ladder, pipe
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]


def _turned(
    levels: Levels, outlines: Sequence[Sequence[tuple[float, float]]], material: str, *,
    frame: Frame = HERE, sides: Sequence[int] = SIDES,
) -> None:  # fmt: skip
    """A lathe, by one outline for each level of detail."""
    for level, outline in enumerate(outlines):
        body = forms.lathe(outline, material=material, sides=sides[level], smooth=False)
        levels.add(_smooth_about(body), frame=frame, at=(level,))


def _smooth_about(mesh: Mesh) -> Mesh:
    """Normals smooth around z while edges of the outline stay sharp."""
    flat = mesh.normals
    level = np.hypot(flat[:, 0], flat[:, 1])
    radius = np.hypot(mesh.points[:, 0], mesh.points[:, 1])
    safe = np.maximum(radius, 1e-6)[:, None]
    around = np.where(radius[:, None] > 1e-4, mesh.points[:, :2] / safe, 0.0)
    outward = np.sign((around * flat[:, :2]).sum(1) + 1e-9)
    round_ = np.column_stack([around * (level * outward)[:, None], flat[:, 2]])
    length = np.linalg.norm(round_, axis=1, keepdims=True)
    normals = np.where(length > 0.5, round_ / np.maximum(length, 1e-6), flat)
    return Mesh(points=mesh.points, normals=normals.astype(np.float32), uv=mesh.uv,
                triangles=mesh.triangles, patch=mesh.patch, materials=mesh.materials)  # fmt: skip


def chimney_stack(variant: int) -> Archetype:
    """A stack of concrete with bands of warning paint, or of brick on a plinth."""
    levels = Levels("building")
    high, foot, top = ((50.0, 2.4, 1.5), (34.0, 1.9, 1.2))[variant % 2]
    wall = ("concrete", "brick_red")[variant % 2]
    bands = (0.0, 0.66, 0.76, 0.86, 0.94, 1.0) if variant % 2 == 0 else (0.0, 0.96, 1.0)
    paints = (wall, "paint_worn_red", "paint_worn_white", "paint_worn_red", "metal_dark")
    for a, b, paint in zip(bands[:-1], bands[1:], paints if variant % 2 == 0 else (wall, wall),
                           strict=True):  # fmt: skip
        wide = 0.16 if variant % 2 and b == 1.0 else 0.0
        r0, r1 = (foot + (top - foot) * s + wide for s in (a, b))
        for level, sides in enumerate(SIDES[:2]):
            part = forms.tube([(0, 0, a * high), (0, 0, b * high)], [r0, r1], material=paint,
                              sides=sides, uv_turns=round(2.0 * math.pi * r0))  # fmt: skip
            levels.add(part, at=(level,))
        for k in range(count := math.ceil((r0 - r1) / 0.16) if a == 0.0 else 1):
            s0, s1 = (a + (b - a) * share for share in (k / count, (k + 1) / count))
            middle = foot + (top - foot) * 0.5 * (s0 + s1) + wide
            levels.fill_round((0, 0, 0.5 * (s0 + s1) * high), radius=middle,
                              height=(s1 - s0) * high)  # fmt: skip
    for a, b, paint in ((0.0, 0.66, wall), (0.66, 1.0, paints[1] if variant % 2 == 0 else wall)):
        r0, r1 = (foot + (top - foot) * s for s in (a, b))
        levels.add(forms.tube([(0, 0, a * high), (0, 0, b * high)], [r0, r1], material=paint,
                              sides=8, caps=False), at=COARSE)  # fmt: skip
    mouth = forms.cylinder(top - 0.25, 0.04, material="paint_black", sides=SIDES[0])
    levels.add(mouth.moved((0, 0, high + 0.005)), at=NEAR)
    if variant % 2:
        plinth = forms.cylinder(foot + 0.35, 2.0, material=wall, sides=8)
        levels.add(plinth.moved((0, 0, 1.0)), at=ALL)
        levels.fill_round((0, 0, 1.0), radius=foot + 0.35, height=2.0)
        for share in np.linspace(0.12, 0.9, 7):
            radius, up = foot + (top - foot) * float(share) + 0.02, float(share) * high
            hoop = forms.tube([(0, 0, up), (0, 0, up + 0.15)], radius, material="metal_dark",
                              sides=24, caps=False)  # fmt: skip
            levels.add(hoop)
    else:
        for share in (0.5, 0.92):
            _platform(levels, foot + (top - foot) * share, share * high)
    _rungs(levels, foot, (foot - top) / high, high)
    return levels.archetype(f"chimney_stack_{variant}")


def _rungs(levels: Levels, foot: float, taper: float, high: float) -> None:
    """Climbing irons up a stack that grows narrower by ``taper``."""
    height = np.arange(2.4, high - 1.0, 0.35)
    x = foot - height * taper
    for side in (-0.22, 0.19):
        low = np.column_stack([x - 0.02, np.full(len(x), side), height])
        levels.boxes("galvanised", low, np.add(low, (0.2, 0.03, 0.03)), at=FINE, faces="lrBT")
    low = np.column_stack([x + 0.15, np.full(len(x), -0.22), height])
    levels.boxes("galvanised", low, np.add(low, (0.03, 0.44, 0.03)), at=FINE, faces="bfBT")


def _platform(levels: Levels, inner: float, height: float) -> None:
    """A gangway about a stack."""
    outer = inner + 0.95
    for level, sides in enumerate(SIDES[:2]):
        disc = forms.cylinder(outer, 0.1, material="metal_dark", sides=sides)
        levels.add(disc.moved((0, 0, height)), at=(level,))
    levels.fill_round((0, 0, height), radius=outer, height=0.1)
    guard_round(levels, outer - 0.05, height + 0.05, material="paint_yellow", count=20)


def storage_tank(variant: int) -> Archetype:
    """A standing tank with courses, a flat cone for a roof, railing, ladder and valves."""
    levels = Levels("tank")
    radius, high = ((6.0, 9.0), (4.0, 10.0), (8.5, 8.0))[variant % 3]
    paint = ("paint_white", "paint_silver", "paint_worn_white")[variant % 3]
    roof, count = 0.09 * radius, round(high / 1.8)
    outline: list[tuple[float, float]] = [(0.0, 0.2), (radius, 0.2)]
    for k in range(1, count):
        up = 0.2 + (high - 0.2) * k / count
        outline += [(radius, up - 0.05), (radius + 0.025, up - 0.04), (radius + 0.025, up + 0.04),
                    (radius, up + 0.05)]  # fmt: skip
    lid = [(radius, high - 0.12), (radius + 0.12, high - 0.12), (radius + 0.12, high),
           (radius, high), (0.0, high + roof)]  # fmt: skip
    rough = [(0.0, 0.2), (radius, 0.2), (radius, high), (0.0, high + roof)]
    _turned(levels, (outline + lid, rough, rough), paint)
    ring = [(0.0, 0.0), (radius + 0.35, 0.0), (radius + 0.35, 0.2), (0.0, 0.2)]
    _turned(levels, (ring, ring), "concrete")
    levels.fill_round((0, 0, 0.1), radius=radius + 0.35, height=0.2)
    levels.fill_round((0, 0, 0.5 * high + 0.1), radius=radius, height=high - 0.2)
    levels.fill_round((0, 0, high + 0.25 * roof), radius=0.62 * radius, height=0.5 * roof)
    guard_round(levels, radius - 0.1, high, material="paint_yellow",
                count=max(20, round(4 * radius)))  # fmt: skip
    ladder(levels, 0.25, high + 1.1, frame=HERE.turned(3).moved(radius, 0.0))
    stripe = forms.tube(
        [(0, 0, 0.6 * high), (0, 0, 0.6 * high + 0.9)],
        radius + 0.03,
        sides=24,
        material=("paint_blue", "paint_green", "paint_red")[variant % 3],
    )
    levels.add(stripe)
    for level, sides in ((1, 12), (2, 8)):
        plain = forms.tube([(0, 0, 0.6 * high), (0, 0, 0.6 * high + 0.9)], radius + 0.03,
                           sides=sides, material=stripe.materials[0], caps=False)  # fmt: skip
        levels.add(plain, at=(level,))
    _valves(levels, radius)
    vent = forms.lathe([(0.0, 0.0), (0.2, 0.0), (0.2, 0.5), (0.38, 0.5), (0.38, 0.62), (0.0, 0.8)],
                       material="galvanised", sides=12, smooth=False)  # fmt: skip
    levels.add(vent.moved((0, 0, high + roof - 0.05)), at=NEAR)
    levels.fill_round((0, 0, high + roof + 0.3), radius=0.3, height=0.8)
    return levels.archetype(f"storage_tank_{variant}", part_classes={"metal_dark": "pipe"})


def _valves(levels: Levels, radius: float) -> None:
    """Two pipes with flanges and a hand wheel, and a manhole with bolts."""
    for along, size in ((-0.9, 0.16), (0.9, 0.11)):
        pipe(levels, (radius - 0.1, along, 0.75), (radius + 1.9, along, 0.75), size,
             material="metal_dark", coarse=size > 0.15)  # fmt: skip
        parts = [forms.rod((radius + x, along, 0.75), (radius + x + 0.07, along, 0.75), size + 0.08,
                           material="metal_dark", sides=12)
                 for x in (0.4, 0.9, 1.35, 1.83)]  # fmt: skip
        parts.append(forms.ball(size + 0.07, material="paint_red", rings=6, sides=10,
                                center=(radius + 1.14, along, 0.75)))  # fmt: skip
        parts.append(forms.rod((radius + 1.14, along, 0.8), (radius + 1.14, along, 1.35), 0.03,
                               material="metal_grey"))  # fmt: skip
        wheel = [(radius + 1.14 + 0.17 * c, along + 0.17 * s, 1.35)
                 for c, s in forms.ring_of(12, 1.0)]  # fmt: skip
        parts.append(forms.tube([*wheel, wheel[0]], 0.02, material="paint_red", sides=5))
        levels.add(merge(parts))
        levels.boxes("concrete", (radius + 1.45, along - 0.15, 0.0), (radius + 1.65, along + 0.15,
                     0.75 - size), at=NEAR, solid=True)  # fmt: skip
        levels.fill((radius + 0.95, along - 0.2, 0.5), (radius + 1.33, along + 0.2, 1.37))
    cover = forms.rod((radius - 0.3, 0.0, 1.2), (radius + 0.12, 0.0, 1.2), 0.42,
                      material="paint_silver", sides=16)  # fmt: skip
    levels.add(cover.headed(2.4), at=NEAR)
    end = np.array([math.cos(2.4), math.sin(2.4)])
    fill_rod(levels, (*(end * (radius - 0.3)), 1.2), (*(end * (radius + 0.12)), 1.2), 0.42)


def silo(variant: int) -> Archetype:
    """Grain silos with cone roofs side by side, or hoppers on legs."""
    levels = Levels("tank")
    if variant % 2 == 0:
        for y, high in ((-2.9, 10.0), (2.9, 10.0)):
            _grain_silo(levels, HERE.moved(0.0, y), 2.6, high)
        pipe(levels, (0.0, -2.9, 11.8), (0.0, 2.9, 11.8), 0.18, material="galvanised")
        return levels.archetype(f"silo_{variant}", part_classes={})
    for y in (-2.0, 2.0):
        _hopper(levels, HERE.moved(0.0, y))
    return levels.archetype(f"silo_{variant}")


def _grain_silo(levels: Levels, frame: Frame, radius: float, high: float) -> None:
    rise, count = 0.55 * radius, round(high / 0.22)
    outline = [(0.0, 0.0), (radius, 0.0)]
    outline += [(radius + (0.03 if k % 2 else 0.0), high * k / count) for k in range(1, count)]
    outline += [(radius, high), (radius + 0.12, high - 0.02), (0.4, high + rise), (0.4, high + rise
                + 0.35), (0.0, high + rise + 0.45)]  # fmt: skip
    rough = [(0.0, 0.0), (radius, 0.0), (radius, high), (0.4, high + rise), (0.0, high + rise
             + 0.45)]  # fmt: skip
    far = [(radius, 0.0), (radius, high), (0.0, high + rise + 0.3)]
    _turned(levels, (outline, rough, far), "corrugated_grey", frame=frame)
    x, y, _ = frame.center
    levels.fill_round((x, y, 0.5 * high), radius=radius, height=high)
    for low, up, size in ((0.0, 0.5, 0.8), (0.5, 1.0, 0.4)):
        levels.fill_round((x, y, high + rise * 0.5 * (low + up)), radius=radius * size,
                          height=rise * (up - low))  # fmt: skip
    levels.fill_round((x, y, high + rise + 0.2), radius=0.4, height=0.4)
    ladder(levels, 0.3, high, frame=frame.moved(radius + 0.02, 0.0))
    for k in range(12):
        angle = 2.0 * math.pi * (k + 0.5) / 12
        place = (x + radius * math.cos(angle), y + radius * math.sin(angle))
        rib = forms.rod((*place, 0.0), (*place, high), 0.06, material="galvanised", sides=4)
        levels.add(rib)
    levels.boxes("metal_grey", (-0.4, radius - 0.2, 0.5), (0.4, radius + 0.08, 1.9),
                 frame=frame.turned(3), at=FINE)  # fmt: skip


def _hopper(levels: Levels, frame: Frame) -> None:
    radius, low, high = 1.7, 4.6, 12.0
    outline = [(0.0, 2.3), (0.25, 2.3), (0.25, 2.6), (radius, low), (radius, high - 0.1),
               (radius + 0.06, high - 0.1), (radius + 0.06, high), (0.0, high + 0.5)]  # fmt: skip
    far = [(0.0, 2.3), (radius, low), (radius, high), (0.0, high + 0.5)]
    _turned(levels, (outline, outline, far), "aluminium", frame=frame, sides=(24, 12, 6))
    x, y, _ = frame.center
    levels.fill_round((x, y, 0.5 * (low + high)), radius=radius, height=high - low)
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        levels.fill_round((x, y, 2.6 + (low - 2.6) * share), radius=0.25 + (radius - 0.25) * share,
                          height=0.2 * (low - 2.6))  # fmt: skip
    levels.fill_round((x, y, high + 0.15), radius=0.7 * radius, height=0.3)
    levels.fill_round((x, y, 2.45), radius=0.25, height=0.3)
    for sx in (-1.15, 1.15):
        for sy in (-1.15, 1.15):
            levels.boxes("paint_blue", (sx - 0.12, sy - 0.12, 0.0), (sx + 0.12, sy + 0.12, 5.4),
                         frame=frame, at=NEAR, solid=True)  # fmt: skip
            leg = forms.tube([(sx, sy, 0.0), (sx, sy, 5.0)], 0.17, material="paint_blue", sides=3,
                             caps=False)  # fmt: skip
            levels.add(leg, frame=frame, at=COARSE)
    braces = [forms.rod((sx * 1.15, sy * 1.15, 0.3), (ex * 1.15, ey * 1.15, 3.6), 0.05,
                        material="paint_blue", sides=6)
              for sx, sy, ex, ey in ((-1, -1, -1, 1), (-1, 1, -1, -1), (1, -1, 1, 1), (1, 1, 1, -1),
                                     (-1, -1, 1, -1), (1, -1, -1, -1))]  # fmt: skip
    for brace in braces:
        levels.add(brace, frame=frame)
        a, b = brace.points[:7].mean(axis=0), brace.points[7:14].mean(axis=0)
        fill_rod(levels, frame.place(a).tolist(), frame.place(b).tolist(), 0.05)
    ladder(levels, 2.4, high + 1.0, frame=frame.moved(radius, 0.0))
    guard_round(levels, radius - 0.1, high, material="paint_yellow", frame=frame)


def water_tower(variant: int) -> Archetype:
    """A tank with a cone on braced legs, or a concrete cup on a shaft."""
    levels = Levels("tank")
    if variant % 2:
        _concrete_cup(levels)
    else:
        _tank_on_legs(levels)
    return levels.archetype(f"water_tower_{variant}",
                            part_classes={"glass_dark": "window", "wood_dark": "door"})  # fmt: skip


_CUP: Final = (
    (2.2, 0.0, 17.0), (2.9, 17.0, 18.0), (4.4, 18.0, 19.4), (6.0, 19.4, 20.8), (7.3, 20.8, 22.0),
    (8.2, 22.0, 26.0), (6.8, 26.0, 26.8), (3.9, 26.8, 27.7),
)  # fmt: skip


def _concrete_cup(levels: Levels) -> None:
    outline = [(0.0, 0.0), (2.6, 0.0), (2.2, 1.2), (2.2, 17.0), (3.6, 18.0), (5.3, 19.4),
               (6.8, 20.8), (8.0, 22.0), (8.2, 22.4), (8.2, 26.0), (8.0, 26.1), (5.4, 26.8),
               (2.0, 27.8), (0.0, 28.0)]  # fmt: skip
    rough = [(2.2, 0.0), (2.2, 17.0), (8.2, 22.4), (8.2, 26.0), (0.0, 28.0)]
    _turned(levels, (outline, outline, rough), "concrete", sides=(32, 16, 8))
    for radius, low, high in _CUP:
        levels.fill_round((0, 0, 0.5 * (low + high)), radius=radius, height=high - low)
    for angle in np.arange(16) * math.pi / 8:
        pane = forms.box((0.1, 0.9, 1.0), material="glass_dark", center=(8.2, 0, 24.6))
        levels.add(pane.headed(float(angle)))
    rib = forms.box((0.12, 0.25, 15.6), material="concrete_dark", center=(2.2, 0, 9.2))
    for angle in np.arange(8) * math.pi / 4 + 0.2:
        levels.add(rib.headed(float(angle)))
    levels.boxes("wood_dark", (2.0, -0.5, 0.0), (2.5, 0.5, 2.1), at=NEAR)
    levels.fill_round((0, 0, 0.6), radius=2.4, height=1.2)
    guard_round(levels, 1.9, 27.8, material="galvanised")


def _tank_on_legs(levels: Levels) -> None:
    low, high, radius, foot = 15.0, 20.5, 3.6, 4.0
    outline = [(0.0, low - 1.3), (1.6, low - 1.0), (3.0, low - 0.3), (radius, low + 0.6),
               (radius, high), (radius + 0.25, high - 0.05), (0.3, high + 1.7),
               (0.0, high + 2.1)]  # fmt: skip
    far = [(0.0, low - 1.3), (radius, low + 0.6), (radius, high), (0.0, high + 2.1)]
    _turned(levels, (outline, outline, far), "paint_silver", sides=(24, 12, 6))
    levels.fill_round((0, 0, 0.5 * (low + 0.3 + high)), radius=radius, height=high - low - 0.3)
    for at, size, tall in ((low - 0.1, 3.1, 0.8), (low - 0.75, 1.9, 0.5), (high + 0.3, 3.0, 0.6),
                           (high + 0.9, 1.7, 0.6), (high + 1.6, 0.5, 0.9)):  # fmt: skip
        levels.fill_round((0, 0, at), radius=size, height=tall)
    heads = forms.ring_of(6, 3.3)
    feet = forms.ring_of(6, foot)
    for k in range(6):
        a, b = (*feet[k], 0.0), (*heads[k], low + 0.6)
        for level, sides in enumerate((8, 6, 3)):
            leg = forms.tube([a, b], 0.2, material="paint_silver", sides=sides, caps=level == 0)
            levels.add(leg, at=(level,))
        fill_rod(levels, a, b, 0.2)
        levels.boxes("concrete", (feet[k][0] - 0.5, feet[k][1] - 0.5, 0.0), (feet[k][0] + 0.5,
                     feet[k][1] + 0.5, 0.35), at=NEAR, solid=True)  # fmt: skip
        _braces(levels, feet, heads, k, low)
    pipe(levels, (0, 0, 0), (0, 0, low - 1.0), 0.4, material="paint_silver")
    outer = radius + 0.9
    for level, sides in enumerate(SIDES[:2]):
        disc = forms.cylinder(outer, 0.08, material="metal_dark", sides=sides)
        levels.add(disc.moved((0, 0, low + 0.7)), at=(level,))
    circle = np.column_stack([forms.ring_of(8, outer), np.full(8, low + 0.74)])
    levels.add(forms.fan(circle, (0.0, 0.0, 1.0), material="metal_dark"), at=COARSE)
    levels.fill_round((0, 0, low + 0.7), radius=outer, height=0.08)
    guard_round(levels, outer - 0.05, low + 0.74, material="galvanised", count=24)
    ladder(levels, 0.3, low + 0.7, cage=False, frame=HERE.turned(1).moved(0.4, 0.0))


def _braces(levels: Levels, feet: F64,
            heads: F64, k: int, low: float
            ) -> None:  # fmt: skip
    """A ring and two crosses between one leg and the next."""

    def along(leg: int, share: float) -> list[float]:
        x, y = feet[leg % 6] + (heads[leg % 6] - feet[leg % 6]) * share
        return [float(x), float(y), share * (low + 0.6)]

    ring = [(along(k, 0.48), along(k + 1, 0.48), 0.09)]
    crosses = [(along(leg, a), along(other, b), 0.03) for a, b in ((0.03, 0.46), (0.5, 0.94))
               for leg, other in ((k, k + 1), (k + 1, k))]  # fmt: skip
    for start, end, radius in ring + crosses:
        levels.add(forms.rod(start, end, radius, material="galvanised", sides=5), at=FINE)
        levels.add(forms.tube([start, end], radius, material="galvanised", sides=3, caps=False),
                   at=FAR[:1])  # fmt: skip
        fill_rod(levels, start, end, radius)
