"""The tracked robot: a sand-coloured hull between two belts, which run on road wheels."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import InternalError
from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.look import Build, Lods, Look, Part, both, on_links
from outrider.world import forms
from outrider.world.assets.pieces import quad_mesh
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]

BELT_M: Final = 0.036
"""Thickness of a belt with its lugs: what a wheel's radius in the physics has more than here."""
_BAND: Final = 0.014
_LUGS: Final = 46


def tracked(model: AxleModel) -> Look:
    """Hull, fenders and a sensor head; belts stand still on the body, the wheels in them turn."""
    build = Build()
    build.add(*_hull(), *_front(), *_rear(), *_top(), both(_side_frame(model)))
    build.add(
        *_coarse_hull(),
        both(forms.box((0.7, 0.03, 0.05), material="metal_dark", center=(0.03, 0.215, -0.17))),
        at=(1,),
    )
    build.add(
        forms.box((0.98, 0.4, 0.19), material="paint_beige", center=(0.03, 0, -0.1)),
        parts.level_quad((0.44, 0.26), (-0.145, 0, 0.004), material="paint_brown"),
        forms.box((0.11, 0.11, 0.12), material="metal_dark", center=(0.27, 0, 0.06)), at=(2,)
    )  # fmt: skip
    return Look(name=model.name, body=build.lods(), parts=(*_wheels(model), *_belts(model)),
                proud_m=(0.0, 0.0, 0.31), clearance_m=model.ground_clearance_m)  # fmt: skip


_LINES: Final = [(-0.46, 0.17, -0.16, -0.03), (-0.43, 0.195, -0.19, -0.004),
                 (0.34, 0.195, -0.2, -0.004),
                 (0.46, 0.19, -0.165, -0.016), (0.52, 0.172, -0.125, -0.034)]  # fmt: skip


def _hull() -> list[Mesh]:
    tub = parts.hull(_LINES, 0.015, material="paint_beige")
    lid = parts.bevelled(
        (0.66, 0.34, 0.014), 0.005, material="paint_beige", corner=0.03, center=(-0.06, 0, -0.002)
    )
    hatches = [parts.bevelled((0.2, 0.26, 0.008), 0.003, material="paint_brown", corner=0.015,
                              center=(x, 0, 0.006))
               for x in (-0.26, -0.03)]  # fmt: skip
    slots = [
        forms.box(
            (0.012, 0.2, 0.004), material="plastic_black", center=(-0.32 + 0.03 * k, 0, 0.0108)
        )
        for k in range(5)
    ]
    screws = parts.bolts(
        [(x, y, 0.0045) for x in (-0.37, -0.14, 0.09, 0.25) for y in (-0.155, 0.155)], 0.007, 0.004
    )
    return [tub, lid, *hatches, *slots, screws]


def _front() -> list[Mesh]:
    """Lamps on the sloping nose, a camera between them, tow hooks, a guard."""
    lamps = both(parts.lamp(0.03).moved((0.517, 0.12, -0.078)))
    eye = merge([parts.bevelled((0.02, 0.1, 0.045), 0.005, material="plastic_black",
                                center=(0.522, 0, -0.078)),
                 both(parts.lens(0.013, 0.008).moved((0.531, 0.028, -0.078)))])  # fmt: skip
    bent = parts.rounded_path(
        [(0.47, 0.05, -0.145), (0.54, 0.05, -0.145), (0.54, 0.085, -0.145), (0.47, 0.085, -0.145)],
        0.016,
    )
    hooks = both(parts.pipe(bent, 0.007, material="paint_red", sides=6))
    return [lamps, eye, hooks]


def _rear() -> list[Mesh]:
    """Red lamps, sockets, the stop button, an aerial on each corner."""
    lamps = both(forms.box((0.01, 0.05, 0.018), material="lamp_red", center=(-0.462, 0.12, -0.06)))
    panel = parts.bevelled(
        (0.014, 0.14, 0.06), 0.004, material="plastic_black", center=(-0.46, 0, -0.09)
    )
    sockets = [forms.cylinder(0.012, 0.014, material="metal_grey",
                              sides=10).turned(parts.AHEAD).moved((-0.468, y, -0.09))
               for y in (-0.04, 0.0, 0.04)]  # fmt: skip
    stop = parts.stop_button(0.024).moved((-0.4, 0.1, -0.004))
    whips = both(parts.aerial(0.28, radius=0.005).moved((-0.4, 0.155, -0.004)))
    return [lamps, panel, *sockets, stop, whips]


def _top() -> list[Mesh]:
    """Two rails to bolt things to; ahead a post with a LiDAR and a pair of eyes under it."""
    rails = both(merge([
        forms.box((0.6, 0.03, 0.02), material="aluminium", center=(-0.08, 0.155, 0.014)),
        forms.box((0.6, 0.008, 0.003), material="metal_dark", center=(-0.08, 0.155, 0.0245)),
    ]))  # fmt: skip
    plinth = parts.bevelled(
        (0.13, 0.15, 0.05), 0.01, material="paint_beige", corner=0.02, center=(0.27, 0, 0.02)
    )
    eyes = parts.stereo_camera(0.12, 0.026, 0.026, material="plastic_black").moved((0.355, 0, 0.03))
    spinner = parts.lidar(0.052, 0.075).moved((0.27, 0, 0.045))
    return [rails, plinth, eyes, spinner]


def _side_frame(model: AxleModel) -> Mesh:
    """The beam that carries the road wheels of the left, their arms and stubs."""
    y = 0.2
    made = [
        parts.bevelled(
            (0.76, 0.03, 0.05), 0.006, material="metal_dark", center=(0.03, y + 0.004, -0.165)
        )
    ]
    for axle in model.axles:
        end = (axle.x_m, 0.5 * axle.track_m, axle.height_m)
        made.append(
            forms.rod((axle.x_m, 0.19, axle.height_m), end, 0.022, material="metal_grey", sides=12)
        )
    made.append(_ends(model))
    return merge(made)


def _ends(model: AxleModel) -> Mesh:
    """Gear box of the sprocket and tensioner of the idler."""
    first, last = model.axles[0], model.axles[-1]
    box = forms.rod((first.x_m, 0.17, first.height_m), (first.x_m, 0.212, first.height_m), 0.06,
                    material="metal_dark", sides=16)  # fmt: skip
    screw = forms.beam((last.x_m, 0.21, last.height_m),
                       (last.x_m + 0.14, 0.21, last.height_m - 0.005), 0.02, 0.03,
                       material="metal_grey")  # fmt: skip
    return merge([box, screw])


def _coarse_hull() -> list[Mesh]:
    return [
        parts.hull(_LINES, 0.015, material="paint_beige"),
        forms.box((0.6, 0.32, 0.016), material="paint_brown", center=(-0.08, 0, 0.0)),
        both(forms.box((0.6, 0.03, 0.02), material="aluminium", center=(-0.08, 0.155, 0.014))),
        forms.box((0.13, 0.15, 0.05), material="paint_beige", center=(0.27, 0, 0.02)),
        parts.lidar(0.052, 0.075, sides=8).moved((0.27, 0, 0.045)),
        both(parts.aerial(0.28, radius=0.005, sides=4).moved((-0.4, 0.155, -0.004))),
        both(parts.lamp(0.03, sides=6).moved((0.517, 0.12, -0.078))),
        forms.box((0.02, 0.1, 0.045), material="plastic_black", center=(0.522, 0, -0.078)),
        both(forms.box((0.01, 0.05, 0.018), material="lamp_red", center=(-0.462, 0.12, -0.06))),
    ]


def _wheels(model: AxleModel) -> tuple[Part, ...]:
    """Road wheels are pairs of discs; sprocket and idler run between them."""
    r, w = model.wheel.radius_m - BELT_M, model.wheel.width_m
    names = [axle.name for axle in model.axles]
    gap = _gap(model)
    made: dict[str, Lods] = {}
    for name in names:
        if name == names[0]:
            made[name] = _lods(_sprocket(r, w, gap - 0.004), r)
        elif name == names[-1]:
            made[name] = _lods(_idler(r, w, gap - 0.004), r)
        else:
            made[name] = _lods(_road_wheel(r, w), r)
    plan = model.body_plan()
    return on_links(plan, {
        wheel.link: _facing(made[wheel.link.rsplit("_", 2)[0]], wheel.side) for wheel in plan.wheels
    })  # fmt: skip


def _gap(model: AxleModel) -> float:
    """What the road wheels leave of the way to the axles at the ends."""
    at = np.array([(axle.x_m, axle.height_m) for axle in model.axles])
    ends = (np.linalg.norm(at[0] - at[1]), np.linalg.norm(at[-1] - at[-2]))
    return float(min(ends)) - (model.wheel.radius_m - BELT_M)


def _facing(lods: Lods, side: str) -> Lods:
    return lods if side == "left" else tuple(mesh.headed(math.pi) for mesh in lods)


def _lods(fine: Mesh, radius: float) -> Lods:
    wide = float(fine.size[1])
    near = forms.cylinder(radius, wide, material="metal_dark", sides=12).turned(parts.TO_LEFT)
    far = forms.cylinder(radius, wide, material="metal_dark", sides=6).turned(parts.TO_LEFT)
    return fine, near, far


def _road_wheel(radius: float, width: float) -> Mesh:
    """Two dished discs with rubber rims on one axle."""
    r, outer, inner = radius, 0.44 * width, 0.17 * width
    disc = [(0, inner), (0.8 * r, inner), (0.8 * r, inner), (0.8 * r, outer), (0.8 * r, outer),
            (0.68 * r, outer),
            (0.68 * r, outer), (0.5 * r, outer - 0.014), (0.34 * r, outer - 0.014),
            (0.3 * r, outer + 0.004),
            (0.3 * r, outer + 0.004), (0, outer + 0.004)]  # fmt: skip
    ring = [(0.8 * r, inner), (r, inner), (r, inner), (r, outer), (r, outer), (0.8 * r, outer),
            (0.8 * r, outer),
            (0.8 * r, inner)]  # fmt: skip
    side = merge([
        forms.lathe(disc, material="paint_beige", sides=20),
        forms.lathe(ring, material="rubber", sides=20),
        parts.bolts(np.insert(forms.ring_of(5, 0.19 * r), 2, outer + 0.004, axis=1), 0.006, 0.005),
    ]).turned(parts.TO_LEFT)  # fmt: skip
    tube = forms.cylinder(0.28 * r, 2.0 * inner, material="metal_dark", sides=12).turned(
        parts.TO_LEFT
    )
    return merge([side, side.headed(math.pi), tube])


def _sprocket(radius: float, width: float, flange: float) -> Mesh:
    """A toothed disc in the middle between two flanges."""
    teeth = 13
    angle = np.linspace(0.0, 2.0 * math.pi, 4 * teeth, endpoint=False)
    high = np.tile([1.0, 1.0, 0.86, 0.86], teeth) * radius
    outline = np.column_stack([high * np.cos(angle), high * np.sin(angle)])
    disc = forms.prism(outline, 0.2 * width, material="metal_grey", base=-0.1 * width).turned(
        parts.TO_LEFT
    )
    return merge([disc, *_flanges(flange, width, "metal_dark")])


def _idler(radius: float, width: float, flange: float) -> Mesh:
    """A smooth disc in the middle between two flanges."""
    disc = forms.cylinder(radius, 0.22 * width, material="metal_grey", sides=24).turned(
        parts.TO_LEFT
    )
    return merge([disc, *_flanges(flange, width, "paint_beige")])


def _flanges(radius: float, width: float, name: str) -> list[Mesh]:
    r, outer = radius, 0.44 * width
    plate = [(0, 0.1 * width), (r, 0.1 * width), (r, 0.1 * width), (r, outer), (r, outer),
             (0.82 * r, outer),
             (0.7 * r, outer - 0.01), (0.45 * r, outer - 0.01), (0.4 * r, outer + 0.006),
             (0, outer + 0.006)]  # fmt: skip
    side = merge([
        forms.lathe(plate, material=name, sides=20),
        parts.bolts(np.insert(forms.ring_of(6, 0.9 * r), 2, outer, axis=1), 0.005, 0.004),
        parts.bolts([(0, 0, outer + 0.006)], 0.016, 0.006),
    ]).turned(parts.TO_LEFT)  # fmt: skip
    return [side, side.headed(math.pi)]


def _belts(model: AxleModel) -> tuple[Part, ...]:
    """The belts, fixed to the body: links of the plan's root."""
    rows = np.array([(axle.x_m, axle.height_m) for axle in model.axles])
    radius, width = model.wheel.radius_m, model.wheel.width_m
    lods = (
        merge([_band(rows, radius, width, 10), _lugs(rows, radius, width)]),
        _band(rows, radius, width, 4, thick=BELT_M),
        _band(rows, radius, width, 1, thick=BELT_M),
    )
    half = 0.5 * model.axles[0].track_m
    return tuple(
        Part(
            name=f"belt_{side}", lods=lods, follows="link", index=0, position_m=(0.0, s * half, 0.0)
        )
        for side, s in (("left", 1.0), ("right", -1.0))
    )


def outline(rows: F64, radius: float, steps: int) -> F64:
    """``(n, 2)`` points of the line about circles, counter-clockwise in x and z."""
    angle = 2.0 * math.pi * np.arange(8 * steps) / (8 * steps)
    ring = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    points = (rows[:, None] + ring).reshape(-1, 2)
    return points[_hull_of(points)]


def _hull_of(points: F64) -> list[int]:
    """Rows of the convex hull, counter-clockwise."""
    order = [int(k) for k in np.lexsort((points[:, 1], points[:, 0]))]

    def half(rows: list[int]) -> list[int]:
        chain: list[int] = []
        for k in rows:
            while (
                len(chain) > 1 and _left(points[chain[-2]], points[chain[-1]], points[k]) <= 1e-12
            ):
                chain.pop()
            chain.append(k)
        return chain[:-1]

    return half(order) + half(order[::-1])


def _left(a: F64, b: F64, c: F64) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _band(rows: F64, radius: float, width: float, steps: int, *, thick: float = _BAND) -> Mesh:
    """The smooth belt; its lugs reach the radius beyond it unless it is as thick as they are."""
    inner = radius - BELT_M
    low, high = outline(rows, inner, steps), outline(rows, inner + thick, steps)
    if len(low) != len(high):
        raise InternalError("a belt's inner and outer line differ in their corners")
    half = 0.5 * width
    ring = [(line, y) for line, y in ((low, -half), (high, -half), (high, half), (low, half))]
    loops = np.stack(
        [np.column_stack([line[:, 0], np.full(len(line), y), line[:, 1]]) for line, y in ring],
        axis=1,
    )
    ahead = np.roll(loops, -1, axis=0)
    sides = [
        np.stack([loops[:, k], loops[:, (k + 1) % 4], ahead[:, (k + 1) % 4], ahead[:, k]], axis=1)
        for k in range(4)
    ]
    return quad_mesh(np.concatenate(sides), material="rubber")


def _lugs(rows: F64, radius: float, width: float) -> Mesh:
    """Bars across the belt, evenly spaced, and guides on its inner side."""
    line = outline(rows, radius - BELT_M + _BAND, 10)
    step = np.roll(line, -1, axis=0) - line
    length = np.linalg.norm(step, axis=1)
    way = np.concatenate([[0.0], np.cumsum(length)])
    made = []
    bar = forms.box((0.024, width, BELT_M - _BAND + 0.004), material="rubber")
    pad = forms.box((0.04, 0.3 * width, 0.012), material="rubber")
    for s in (np.arange(_LUGS) + 0.5) * way[-1] / _LUGS:
        k = int(np.searchsorted(way, s, side="right") - 1)
        along = step[k] / length[k]
        at = line[k] + (s - way[k]) * along
        out = np.array([along[1], -along[0]])
        turn = (0.0, math.sin(0.5 * _pitch(along)), 0.0, math.cos(0.5 * _pitch(along)))
        for mesh, off in ((bar, 0.5 * (BELT_M - _BAND) - 0.002), (pad, 0.004)):
            place = at + off * out
            made.append(mesh.turned(turn).moved((place[0], 0.0, place[1])))
    return merge(made)


def _pitch(along: F64) -> float:
    """Turn about y that brings x along a direction in x and z."""
    return -math.atan2(float(along[1]), float(along[0]))
