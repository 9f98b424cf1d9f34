"""The six-wheeled rover: a box of panels between two rockers, a mast with a face of lamps."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.look import Build, Look, Part, both, mirrored, on_links
from outrider.sim.robots.looks.skid_steer import wheels_of
from outrider.sim.robots.looks.wheels import Tread
from outrider.world import forms
from outrider.world.mesh import Mesh, merge

_TREAD: Final = Tread(lug=0.09, lugs=14, fill=0.42, lean=0.0, bore=0.6, rim="paint_white",
                      dish="plastic_grey",
                      hub="aluminium", spokes=5, nuts=0)  # fmt: skip
_ARM_Y: Final = 0.176
"""Middle of the rockers, between body and wheels."""
_SLEEVE_LOW: Final = 0.075
"""Lower end of the sleeves in which the struts of the wheels slide."""
_PIVOT: Final = (0.08, _ARM_Y, 0.088)
_BOGIE: Final = (-0.135, _ARM_Y, 0.092)


def six_wheel(model: AxleModel) -> Look:
    """A white-panelled body of aluminium profiles; each wheel hangs on a strut in a sleeve."""
    build = Build()
    build.add(*_body(), *_electronics(), _head(), both(_rocker(model)))
    build.add(
        forms.box((0.6, 0.29, 0.11), material="plastic_white", center=(0, 0, 0.06)),
        forms.box((0.61, 0.3, 0.014), material="aluminium", center=(0, 0, 0.113)),
        forms.box((0.61, 0.3, 0.014), material="aluminium", center=(0, 0, 0.007)),
        forms.rod((0.2, 0, 0.12), (0.2, 0, 0.34), 0.01, material="aluminium"),
        forms.box((0.05, 0.16, 0.07), material="plastic_black", center=(0.2, 0, 0.375)),
        forms.box((0.322, 0.244, 0.012), material="paint_blue", center=(-0.101, 0, 0.122)),
        forms.box((0.014, 0.06, 0.04), material="plastic_black", center=(0.299, 0, 0.065)),
        both(forms.box((0.012, 0.034, 0.034), material="lamp_white", center=(0.302, 0.09, 0.065))),
        both(forms.box((0.006, 0.03, 0.014), material="lamp_red", center=(-0.3, 0.09, 0.065))),
        both(_coarse_rocker(model)), at=(1,)
    )  # fmt: skip
    build.add(
        forms.box((0.61, 0.3, 0.12), material="plastic_white", center=(0, 0, 0.06)),
        forms.box((0.016, 0.016, 0.22), material="aluminium", center=(0.2, 0, 0.23)),
        forms.box((0.05, 0.16, 0.07), material="plastic_black", center=(0.2, 0, 0.375)),
        parts.level_quad((0.322, 0.244), (-0.101, 0, 0.123), material="paint_blue"),
        both(forms.box((0.534, 0.03, 0.03), material="aluminium", center=(0, _ARM_Y, 0.085))),
              at=(2,)
    )  # fmt: skip
    return Look(name=model.name, body=build.lods(),
                parts=(*wheels_of(model, _TREAD), *_struts(model)),
                proud_m=(0.0, 0.0, 0.295), clearance_m=model.ground_clearance_m)  # fmt: skip


def _body() -> list[Mesh]:
    """Profiles along all edges, panels between them, a solar panel on the rear of the lid."""
    bar, made = 0.016, []
    x, y = 0.305 - 0.5 * bar, 0.15 - 0.5 * bar
    for z in (0.5 * bar, 0.12 - 0.5 * bar):
        made.append(both(forms.box((0.61, bar, bar), material="aluminium", center=(0, y, z))))
        made += [
            forms.box((bar, 0.3 - 2 * bar, bar), material="aluminium", center=(s * x, 0, z))
            for s in (-1, 1)
        ]
    made += [
        both(forms.box((bar, bar, 0.088), material="aluminium", center=(s * x, y, 0.06)))
        for s in (-1, 1)
    ]
    made += [
        forms.box((0.59, 0.28, 0.006), material="plastic_white", center=(0, 0, 0.114)),
        forms.box((0.59, 0.28, 0.004), material="metal_grey", center=(0, 0, 0.006)),
        both(forms.box((0.58, 0.004, 0.09), material="plastic_white", center=(0, 0.141, 0.06))),
        *(forms.box((0.004, 0.27, 0.09), material="plastic_white", center=(s * 0.296, 0, 0.06))
          for s in (-1, 1)),
        both(forms.box((0.5, 0.003, 0.02), material="paint_orange", center=(0, 0.1435, 0.06))),
    ]  # fmt: skip
    cells = [forms.box((0.058, 0.072, 0.003), material="paint_blue",
                       center=(-0.225 + 0.062 * i, 0.078 * (j - 1), 0.1265))
             for i in range(5) for j in range(3)]  # fmt: skip
    frame = parts.bevelled(
        (0.322, 0.244, 0.008), 0.002, material="aluminium", corner=0.006, center=(-0.101, 0, 0.1205)
    )
    corners = [(sx * 0.297, sy * 0.142, 0.12) for sx in (-1, 1) for sy in (-1, 1)]
    return [*made, frame, *cells, parts.bolts(corners, 0.005, 0.003)]


def _electronics() -> list[Mesh]:
    """Lamps and a camera in the nose, a switch and an aerial behind."""
    lamps = both(parts.lamp(0.017).moved((0.2985, 0.09, 0.065)))
    eye = merge([parts.bevelled((0.014, 0.06, 0.04), 0.004, material="plastic_black",
                                center=(0.299, 0, 0.065)),
                 parts.lens(0.012, 0.008).moved((0.3045, 0, 0.065))])  # fmt: skip
    tail = both(forms.box((0.006, 0.03, 0.014), material="lamp_red", center=(-0.3, 0.09, 0.065)))
    whip = parts.aerial(0.17, radius=0.0028).moved((-0.285, -0.125, 0.12))
    stop = parts.stop_button(0.017).moved((0.12, 0.1, 0.117))
    unit = parts.bevelled(
        (0.09, 0.07, 0.022), 0.004, material="plastic_grey", center=(0.15, -0.09, 0.128)
    )
    return [lamps, eye, tail, whip, stop, unit]


def _head() -> Mesh:
    """A mast with a panel of lamps that smiles, two eyes above it."""
    pole = forms.box((0.018, 0.018, 0.21), material="aluminium", center=(0, 0, 0.105))
    foot = parts.bevelled(
        (0.06, 0.06, 0.012), 0.003, material="plastic_black", center=(0, 0, 0.004)
    )
    joint = forms.cylinder(0.016, 0.03, material="metal_dark", sides=12, center=(0, 0, 0.212))
    shell = parts.bevelled(
        (0.05, 0.16, 0.07), 0.008, material="plastic_black", center=(0, 0, 0.258)
    )
    brow = parts.bevelled(
        (0.056, 0.13, 0.012), 0.003, material="plastic_white", center=(0, 0, 0.292)
    )
    eyes = [parts.lens(0.016, 0.014).moved((0.022, s * 0.046, 0.27)) for s in (-1, 1)]
    smile = [forms.box((0.004, 0.0045, 0.0045), material="lamp_white",
                       center=(0.0245, y, 0.236 + 4.0 * y * y))
             for y in np.linspace(-0.036, 0.036, 9)]  # fmt: skip
    return merge([pole, foot, joint, shell, brow, *eyes, *smile]).moved((0.2, 0, 0.12))


def _tops(model: AxleModel) -> list[tuple[float, float, float]]:
    """Upper ends of the sleeves of the left wheels, from the front."""
    return [(axle.x_m, _ARM_Y, 0.11) for axle in model.axles]


def _rocker(model: AxleModel) -> Mesh:
    """On the left: the long arm from the front wheel to the bogie, the bogie, three sleeves."""
    front, middle, rear = (np.array(top) - (0, 0, 0.014) for top in _tops(model))
    pivot, bogie = np.array(_PIVOT), np.array(_BOGIE)
    made = [
        forms.beam(a, b, 0.024, 0.026, material="aluminium")
        for a, b in ((front, pivot), (pivot, bogie))
    ]
    made += [forms.beam(bogie, end, 0.02, 0.022, material="aluminium") for end in (middle, rear)]
    for place, radius in ((pivot, 0.026), (bogie, 0.021)):
        made.append(_boss(radius, 0.032).moved(place))
    made.append(
        forms.rod((pivot[0], 0.14, pivot[2]), pivot, 0.012, material="metal_grey", sides=10)
    )
    for top in _tops(model):
        made.append(_sleeve().moved((top[0], top[1], 0.0)))
    for start, end in ((front, pivot), (bogie, middle), (bogie, rear)):
        for share in (0.3, 0.5, 0.7):
            at = start + share * (end - start) + (0.0, 0.0124, 0.0)
            made.append(
                forms.cylinder(0.006, 0.002, material="metal_dark", sides=8)
                .turned(parts.TO_LEFT)
                .moved(at)
            )
    return merge(made)


def _boss(radius: float, length: float) -> Mesh:
    """A bearing across the rocker, with a screw in it."""
    drum = forms.cylinder(radius, length, material="metal_dark", sides=16).turned(parts.TO_LEFT)
    head = parts.bolts([(0, 0, 0.5 * length)], 0.4 * radius, 0.004).turned(parts.TO_LEFT)
    return merge([drum, head])


def _sleeve() -> Mesh:
    low, high = _SLEEVE_LOW, 0.122
    body = parts.bevelled(
        (0.034, 0.034, high - low),
        0.004,
        material="plastic_black",
        center=(0, 0, 0.5 * (low + high)),
    )
    cap = forms.lathe([(0, high - 0.002), (0.013, high - 0.002), (0.013, high + 0.006),
                       (0, high + 0.008)],
                      material="metal_grey", sides=12)  # fmt: skip
    return merge([body, cap])


def _coarse_rocker(model: AxleModel) -> Mesh:
    front, middle, rear = (np.array(top) - (0, 0, 0.014) for top in _tops(model))
    lines = ((front, np.array(_BOGIE)), (np.array(_BOGIE), middle), (np.array(_BOGIE), rear))
    made = [forms.beam(a, b, 0.024, 0.026, material="aluminium") for a, b in lines]
    made += [
        forms.box((0.034, 0.034, 0.047), material="plastic_black", center=(x, y, 0.0985))
        for x, y, _ in _tops(model)
    ]
    drum = forms.cylinder(0.024, 0.032, material="metal_dark", sides=8).turned(parts.TO_LEFT)
    return merge([*made, drum.moved(_PIVOT), drum.moved(_BOGIE)])


def _struts(model: AxleModel) -> tuple[Part, ...]:
    """What springs with each wheel: a rod that slides in its sleeve, and the motor at its foot."""
    y = _ARM_Y - 0.5 * model.axles[0].track_m
    build = Build()
    rod = forms.rod((0, y, -0.005), (0, y, 0.122), 0.0085, material="chrome", sides=10)
    block = parts.bevelled(
        (0.04, 0.03, 0.05), 0.005, material="plastic_black", center=(0, y, -0.002)
    )
    gear = (
        forms.cylinder(0.017, 0.05, material="metal_grey", sides=14)
        .turned(parts.TO_LEFT)
        .moved((0, y - 0.014, 0))
    )
    axle = forms.rod((0, y, 0), (0, -0.02, 0), 0.006, material="metal_grey")
    build.add(rod, block, gear, axle, _coil(y))
    build.add(forms.rod((0, y, -0.005), (0, y, 0.1), 0.009, material="chrome", sides=5),
              forms.box((0.04, 0.036, 0.05), material="plastic_black", center=(0, y, -0.002)),
              at=(1,))  # fmt: skip
    build.add(
        forms.box((0.024, 0.02, 0.12), material="plastic_black", center=(0, y, 0.04)), at=(2,)
    )
    left = build.lods()
    right = tuple(mirrored(mesh) for mesh in left)
    plan = model.body_plan()
    return on_links(plan, {link.name: left if "_left_" in link.name else right
                           for link in plan.links if link.name.endswith("_hub")})  # fmt: skip


def _coil(y: float) -> Mesh:
    """The lower half of the spring: from the strut's foot to below the sleeve."""
    turns, steps = 3.0, 26
    t = np.linspace(0.0, 1.0, steps)
    angle = 2.0 * math.pi * turns * t
    path = np.stack([0.0145 * np.cos(angle), y + 0.0145 * np.sin(angle), 0.025 + 0.042 * t], axis=1)
    return forms.tube(path, 0.0022, material="paint_orange", sides=5)
