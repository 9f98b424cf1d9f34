"""The palm-sized quadrotor: a circuit board for a frame, coreless motors, guard rings."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.sim.robots.flight import MultirotorModel, Rotor
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.frames import arm_of, far_frame, feet_of, finished, on_arms
from outrider.sim.robots.looks.look import NEAR, Build, Look, both
from outrider.sim.robots.looks.propellers import propeller
from outrider.world import forms
from outrider.world.assets.lofts import closed_loop
from outrider.world.mesh import Mesh, merge

BOARD_Z: Final = -0.0032
GAP_M: Final = 0.0009
"""Between a blade's tip and its ring."""


def cricket(model: MultirotorModel) -> Look:
    """A board with four arms, a battery on it, motors in white mounts, thin guards."""
    build = Build()
    for level in NEAR:
        build.add(on_arms(model, _arm, level), at=(level,))
        build.add(*_board(level), at=(level,))
    build.add(_legs(model, 0), *_chips())
    build.add(_legs(model, 1), at=(1,))
    build.add(
        far_frame(model, hub=((0.03, 0.022, 0.014), (0, 0, 0.002)), thick=0.006,
                  material="circuit", hub_material="plastic_grey", rise=-0.009), at=(2,)
    )  # fmt: skip
    return finished(model, build, _blade, mast_m=0.003)


def _blade(rotor: Rotor, level: int) -> Mesh:
    name = "plastic_green" if rotor.position_m[0] > 0.0 else "plastic_black"
    return propeller(rotor.radius_m, rotor.spin, level=level, chord=0.28, pitch=1.1, material=name,
                     nut=name)  # fmt: skip


def _arm(rotor: Rotor, level: int) -> Mesh:
    """A strip of the board, the mount with its motor, and the guard about the blades."""
    length, _ = arm_of(rotor)
    high = rotor.position_m[2]
    strip = forms.box((length - 0.012, 0.0075, 0.0011), material="circuit",
                      center=(0.5 * length + 0.004, 0, BOARD_Z))  # fmt: skip
    ring = _ring(rotor.radius_m + GAP_M, high, level).moved((length, 0, 0))
    sides = (14, 6)[level]
    can = forms.cylinder(0.0034, 0.0125, material="aluminium", sides=sides,
                         center=(length, 0, high - 0.0085))  # fmt: skip
    if level == 1:
        return merge([strip, ring, can])
    shaft = forms.rod(
        (length, 0, high - 0.003), (length, 0, high + 0.001), 0.0005, material="chrome"
    )
    mount = [forms.cylinder(0.0046, tall, material="plastic_white", sides=14, center=(length, 0, z))
             for tall, z in ((0.0035, BOARD_Z - 0.0004), (0.002, high - 0.0125))]  # fmt: skip
    pins = [forms.box((0.0016, 0.0012, 0.009), material="plastic_white",
                      center=(length + x, y, BOARD_Z - 0.0035))
            for x, y in ((-0.0042, 0.0), (0.002, 0.0038), (0.002, -0.0038))]  # fmt: skip
    clamp = forms.box(
        (0.008, 0.009, 0.0032), material="plastic_white", center=(length - 0.007, 0, BOARD_Z)
    )
    glow = "lamp_blue" if rotor.position_m[0] > 0.0 else "lamp_red"
    light = forms.box(
        (0.0018, 0.0012, 0.0008), material=glow, center=(length - 0.0165, 0, BOARD_Z + 0.001)
    )
    spokes = [forms.rod((0.0034 * c + length, 0.0034 * s, high - 0.006),
                        ((rotor.radius_m + GAP_M) * c + length, (rotor.radius_m + GAP_M) * s,
                         high - 0.0018),
                        0.0006, material="plastic_black", sides=5)
              for c, s in ((math.cos(a), math.sin(a)) for a in (0.0, 2.1, -2.1))]  # fmt: skip
    return merge([strip, ring, can, shaft, *mount, *pins, clamp, light, *spokes])


def _ring(radius: float, z: float, level: int) -> Mesh:
    """A thin hoop about the blades."""
    corners = (24, 8)[level]
    loop = np.column_stack([forms.ring_of(corners, radius), np.full(corners, z - 0.0012)])
    return closed_loop(loop, 0.0007, material="plastic_black", sides=(5, 3)[level])


def _board(level: int) -> list[Mesh]:
    """The middle of the board and the battery that lies on it."""
    if level == 1:
        return [forms.box((0.032, 0.03, 0.0014), material="circuit", center=(0, 0, BOARD_Z)),
                forms.box((0.03, 0.02, 0.0068), material="plastic_grey",
                          center=(0, 0, 0.0045))]  # fmt: skip
    outline = forms.rounded_rectangle((0.034, 0.03), 0.005)
    board = parts.plate(outline, BOARD_Z - 0.0007, BOARD_Z + 0.0007, material="circuit")
    pack = parts.bevelled(
        (0.03, 0.02, 0.0068), 0.0014, material="paint_silver", center=(0, 0, 0.0045)
    )
    label = forms.box((0.016, 0.0202, 0.0045), material="plastic_blue", center=(0.0, 0, 0.0045))
    bands = [forms.box((0.0022, 0.0206, 0.0074), material="plastic_black", center=(x, 0, 0.0045))
             for x in (-0.0115, 0.0115)]  # fmt: skip
    return [board, pack, label, *bands]


def _chips() -> list[Mesh]:
    """Pin headers, chips under the board, the charging socket behind, the leads of the battery."""
    headers = both(merge([
        forms.box((0.022, 0.002, 0.0115), material="plastic_black", center=(0, 0.0118, 0.0028)),
        *(forms.box((0.0007, 0.0007, 0.003), material="chrome", center=(x, 0.0118, 0.0098))
          for x in np.linspace(-0.009, 0.009, 8)),
    ]))  # fmt: skip
    spots = (
        ((0.007, 0.007), (0.002, 0.0)),
        ((0.005, 0.005), (-0.009, 0.004)),
        ((0.004, 0.006), (0.011, -0.004)),
    )
    chips = [forms.box((*size, 0.0011), material="plastic_black", center=(*at, BOARD_Z - 0.0012))
             for size, at in spots]  # fmt: skip
    socket = forms.box(
        (0.006, 0.0076, 0.0026), material="chrome", center=(-0.0148, 0, BOARD_Z + 0.0018)
    )
    eye = parts.lens(0.0016, 0.002, sides=8).moved((0.0168, 0, BOARD_Z + 0.0018))
    block = forms.box(
        (0.004, 0.006, 0.003), material="plastic_black", center=(0.0152, 0, BOARD_Z + 0.002)
    )
    leads = [parts.pipe([(-0.0145, y, 0.005), (-0.018, y, 0.004), (-0.0182, y, 0.0),
                         (-0.015, y, BOARD_Z + 0.001)],
                        0.0006, material=name, sides=5)
             for y, name in ((0.006, "plastic_red"), (0.0078, "rubber"))]  # fmt: skip
    return [headers, *chips, socket, eye, block, *leads]


def _legs(model: MultirotorModel, level: int) -> Mesh:
    """Pegs below the motors, round at their ends."""
    made = []
    for foot in feet_of(model):
        x, y, z = foot.position_m
        low = z - foot.size_m[0]
        if level == 1:
            made.append(forms.box((0.004, 0.004, -0.004 - low), material="plastic_white",
                                  center=(x, y, 0.5 * (low - 0.004))))  # fmt: skip
            continue
        profile = [
            (0, low),
            (0.0016, low + 0.0005),
            (0.0023, low + 0.002),
            (0.003, low + 0.006),
            (0, low + 0.006),
        ]
        made.append(forms.lathe(profile, material="plastic_white", sides=10).moved((x, y, 0)))
    return merge(made)
