"""The flat-bed: six sprung wheels, a deck with three marked pads on a blue frame."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.look import Build, Look, Part, both, mirrored, on_links
from outrider.sim.robots.looks.skid_steer import deck_of, wheels_of
from outrider.sim.robots.looks.wheels import Tread
from outrider.world import forms
from outrider.world.mesh import Mesh, merge

_TREAD: Final = Tread(lug=0.06, lugs=20, fill=0.5, lean=0.22, bore=0.52, rim="paint_white",
                      dish="metal_dark",
                      hub="aluminium", spokes=6)  # fmt: skip
_STRUT_Y: Final = 0.405
"""Middle of the spring struts, between frame and wheels."""
_SLEEVE: Final = (0.12, 0.37)
"""Heights between which a strut's upper half stands."""


def carrier(model: AxleModel) -> Look:
    """A blue tub with struts at its flanks; batteries and eyes in the gap under the deck."""
    build = Build()
    build.add(*_tub(), *_nose(), *_tail(), *_gap(model), both(_flank(model)))
    build.add(
        parts.hull(_LINES, 0.03, material="paint_blue"),
        forms.box((1.5, 0.5, 0.1), material="plastic_grey", center=(0, 0, 0.29)),
        both(merge([forms.box((0.06, 0.06, 0.16), material="metal_dark", center=(x, 0.33, 0.315))
                    for x in (-1.0, 0.0, 1.0)])),
        both(merge([forms.box((0.06, 0.05, 0.25), material="metal_dark",
                              center=(axle.x_m, _STRUT_Y, 0.245))
                    for axle in model.axles])), at=(1,)
    )  # fmt: skip
    build.add(
        forms.box((2.3, 0.75, 0.28), material="paint_blue", center=(0, 0, 0.1)),
        forms.box((1.9, 0.5, 0.16), material="plastic_black", center=(0, 0, 0.315)), at=(2,)
    )  # fmt: skip
    if model.deck is not None:
        deck_of(build, model.deck, mark=0.34, plate="metal_dark", rim="paint_yellow")
    return Look(name=model.name, body=build.lods(),
                parts=(*wheels_of(model, _TREAD), *_hubs(model)),
                clearance_m=model.ground_clearance_m)  # fmt: skip


_LINES: Final = [(-1.15, 0.3, 0.02, 0.2), (-1.09, 0.36, -0.03, 0.24), (-1.0, 0.375, -0.04, 0.24),
                 (1.0, 0.375, -0.04, 0.24), (1.09, 0.36, -0.03, 0.24),
                 (1.15, 0.3, 0.02, 0.2)]  # fmt: skip


def _tub() -> list[Mesh]:
    """The frame, its side strips and the longitudinal profiles on top."""
    tub = parts.hull(_LINES, 0.03, material="paint_blue")
    rails = both(forms.box((2.16, 0.06, 0.03), material="aluminium", center=(0, 0.3, 0.25)))
    strip = both(forms.box((1.94, 0.006, 0.03), material="paint_white", center=(0, 0.375, 0.17)))
    heads = parts.bolts(
        [(x, y, 0.24) for x in (-1.05, 1.05) for y in (-0.2, -0.07, 0.07, 0.2)], 0.012, 0.008
    )
    return [tub, rails, strip, heads]


def _nose() -> list[Mesh]:
    """Lamps on a black panel, a bumper of pipe, two LiDARs under the deck's front corners."""
    panel = parts.bevelled(
        (0.03, 0.56, 0.1), 0.01, material="plastic_black", center=(1.15, 0, 0.13)
    )
    lamps = both(merge([parts.lamp(0.038).moved((1.158, y, 0.13)) for y in (0.21, 0.12)]))
    eyes = parts.stereo_camera(0.16, 0.035, 0.03).moved((1.19, 0, 0.13))
    bow = parts.rounded_path(
        [(1.05, 0.3, 0.0), (1.21, 0.3, 0.0), (1.21, -0.3, 0.0), (1.05, -0.3, 0.0)], 0.08
    )
    bumper = parts.pipe(bow, 0.024, material="plastic_black", sides=10)
    stays = both(forms.rod((1.08, 0.16, 0.0), (1.21, 0.16, 0.0), 0.015, material="metal_dark"))
    hook = parts.pipe(parts.rounded_path([(1.1, -0.04, -0.005), (1.22, -0.04, -0.005),
                                          (1.22, 0.04, -0.005), (1.1, 0.04, -0.005)],
                                         0.03), 0.011, material="paint_red",
                      sides=6).moved((0, 0, 0.05))  # fmt: skip
    spinners = both(merge([
        forms.box((0.14, 0.09, 0.012), material="metal_dark", center=(1.14, 0.27, 0.258)),
        parts.lidar(0.05, 0.085).moved((1.17, 0.27, 0.264)),
    ]))  # fmt: skip
    return [panel, lamps, eyes, bumper, stays, hook, spinners]


def _tail() -> list[Mesh]:
    """Red and amber lamps, sockets, the stop button, a bumper."""
    panel = parts.bevelled(
        (0.03, 0.56, 0.1), 0.01, material="plastic_black", center=(-1.15, 0, 0.13)
    )
    lamps = both(merge([
        parts.lamp(0.036, glow="lamp_red").headed(math.pi).moved((-1.158, 0.22, 0.13)),
        parts.lamp(0.028, glow="lamp_amber").headed(math.pi).moved((-1.158, 0.14, 0.13)),
    ]))  # fmt: skip
    stop = parts.stop_button(0.034).turned(parts.AHEAD).headed(math.pi).moved((-1.163, 0.05, 0.13))
    sockets = [forms.cylinder(0.02, 0.02, material="metal_grey",
                              sides=12).turned(parts.AHEAD).moved((-1.17, y, 0.13))
               for y in (-0.07, -0.02)]  # fmt: skip
    bow = parts.rounded_path(
        [(-1.05, 0.3, 0.0), (-1.21, 0.3, 0.0), (-1.21, -0.3, 0.0), (-1.05, -0.3, 0.0)], 0.08
    )
    return [
        panel,
        lamps,
        stop,
        *sockets,
        parts.pipe(bow, 0.024, material="plastic_black", sides=10),
    ]


def _gap(model: AxleModel) -> list[Mesh]:
    """What stands between frame and deck: posts with braces, batteries, the computer."""
    top = 0.39 if model.deck is None else model.deck.top_m[2] - model.deck.thickness_m
    posts = both(merge([
        *(forms.box((0.05, 0.05, top - 0.24), material="aluminium",
                    center=(x, 0.3, 0.5 * (top + 0.24)))
          for x in (-1.05, -0.4, 0.4, 1.05)),
        *(forms.beam((x, 0.3, 0.26), (x + s * 0.12, 0.3, top - 0.01), 0.03, 0.03,
                     material="aluminium")
          for x, s in ((-0.4, -1), (0.4, 1))),
        forms.box((2.3, 0.04, 0.02), material="aluminium", center=(0, 0.3, top - 0.01)),
    ]))  # fmt: skip
    cases = [parts.bevelled((0.5, 0.4, 0.1), 0.012, material="plastic_black", corner=0.03,
                            center=(x, 0, 0.292))
             for x in (-0.62, 0.0)]  # fmt: skip
    labels = [
        forms.box((0.2, 0.404, 0.05), material="paint_yellow", center=(x, 0, 0.292))
        for x in (-0.62, 0.0)
    ]
    brain = parts.bevelled((0.36, 0.34, 0.08), 0.01, material="aluminium", center=(0.62, 0, 0.282))
    fins = [
        forms.box((0.34, 0.008, 0.02), material="metal_grey", center=(0.62, y, 0.33))
        for y in np.linspace(-0.14, 0.14, 8)
    ]
    cables = [parts.pipe(parts.rounded_path([(0.24, y, 0.29), (0.34, y, 0.29), (0.34, y, 0.26),
                                             (0.46, y, 0.26)], 0.03),
                         0.011, material=name, sides=6)
              for y, name in ((0.06, "plastic_red"), (-0.06, "rubber"))]  # fmt: skip
    return [posts, *cases, *labels, brain, *fins, *cables]


def _flank(model: AxleModel) -> Mesh:
    """On the left: for each wheel a slot for its shaft and the upper half of its strut."""
    low, high = _SLEEVE
    made = []
    for axle in model.axles:
        slot = parts.bevelled((0.13, 0.012, 0.26), 0.004, material="plastic_black", corner=0.005,
                              center=(axle.x_m, 0.375, 0.1))  # fmt: skip
        sleeve = forms.cylinder(0.023, high - low, material="metal_dark", sides=12,
                                center=(axle.x_m, _STRUT_Y, 0.5 * (low + high)))  # fmt: skip
        head = parts.bevelled((0.09, 0.09, 0.025), 0.005, material="metal_grey",
                              center=(axle.x_m, _STRUT_Y - 0.018, high + 0.004))  # fmt: skip
        bracket = forms.beam((axle.x_m, 0.35, 0.2), (axle.x_m, _STRUT_Y - 0.01, high - 0.01), 0.05,
                             0.02,
                             material="metal_grey")  # fmt: skip
        made += [slot, sleeve, head, bracket]
    return merge(made)


def _hubs(model: AxleModel) -> tuple[Part, ...]:
    """What springs with each wheel: the upright, its shaft, the rod and coil of the strut."""
    y = _STRUT_Y - 0.5 * model.axles[0].track_m
    build = Build()
    upright = parts.bevelled(
        (0.12, 0.045, 0.2), 0.012, material="metal_grey", center=(0, y + 0.01, 0)
    )
    drum = (
        forms.cylinder(0.09, 0.05, material="metal_dark", sides=18)
        .turned(parts.TO_LEFT)
        .moved((0, y + 0.035, 0))
    )
    shaft = forms.rod((0, y - 0.03, 0), (0, -0.05, 0), 0.026, material="metal_grey", sides=10)
    rod = forms.rod((0, y, 0.05), (0, y, 0.36), 0.012, material="chrome", sides=8)
    seat = forms.cylinder(0.036, 0.012, material="metal_dark", sides=12, center=(0, y, 0.1))
    build.add(upright, drum, shaft, rod, seat, _coil(y))
    build.add(forms.box((0.12, 0.05, 0.2), material="metal_grey", center=(0, y + 0.01, 0)),
              forms.rod((0, y, 0.05), (0, y, 0.3), 0.028, material="paint_red", sides=6),
              at=(1,))  # fmt: skip
    build.add(forms.box((0.06, 0.05, 0.35), material="metal_grey", center=(0, y, 0.1)), at=(2,))
    left = build.lods()
    right = tuple(mirrored(mesh) for mesh in left)
    return on_links(model.body_plan(), {
        link.name: left if "_left_" in link.name else right
        for link in model.body_plan().links if link.name.endswith("_hub")
    })  # fmt: skip


def _coil(y: float) -> Mesh:
    """The spring, wide enough to pass over the strut's upper half."""
    t = np.linspace(0.0, 1.0, 40)
    angle = 2.0 * math.pi * 4.5 * t
    path = np.stack([0.031 * np.cos(angle), y + 0.031 * np.sin(angle), 0.11 + 0.15 * t], axis=1)
    return forms.tube(path, 0.0055, material="paint_red", sides=6)
