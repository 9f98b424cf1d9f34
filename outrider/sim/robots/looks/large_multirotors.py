"""A hexarotor with white shells and an octorotor of a metre that carries a camera."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from outrider.sim.robots.flight import MultirotorModel, Rotor
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.frames import arm_of, far_frame, feet_of, finished, on_arms
from outrider.sim.robots.looks.look import NEAR, Build, Look, both
from outrider.sim.robots.looks.propellers import motor, propeller
from outrider.world import forms
from outrider.world.mesh import Mesh, merge

_TURNS: Final = math.pi / 6.0


def firefly(model: MultirotorModel) -> Look:
    """A white dome over stacked boards, six flat arms in black and orange, four slim legs."""
    build = Build()
    for level in NEAR:
        build.add(on_arms(model, _flat_arm, level), at=(level,))
        build.add(*_firefly_hub(level), _slim_legs(model, level), at=(level,))
    build.add(*_firefly_fittings())
    build.add(
        far_frame(model, hub=((0.13, 0.12, 0.1), (0, 0, -0.004)), thick=0.017, material="carbon",
                  hub_material="plastic_white", rise=-0.018), at=(2,)
    )  # fmt: skip
    return finished(model, build, _eight_inch, mast_m=0.045)


def _eight_inch(rotor: Rotor, level: int) -> Mesh:
    name = "paint_orange" if rotor.position_m[0] > 0.01 else "plastic_white"
    return propeller(rotor.radius_m, rotor.spin, level=level, chord=0.24, material=name)


def _flat_arm(rotor: Rotor, level: int) -> Mesh:
    """A sandwich arm that narrows outwards, with an orange end ahead; the motor upon it."""
    length, _ = arm_of(rotor)
    top = rotor.position_m[2] - 0.0038
    seat = top - 0.017
    front = rotor.position_m[0] > 0.01
    made = [motor(0.0135, 0.017, level=level, can="paint_black").moved((length, 0, top))]
    if level == 1:
        made.append(forms.beam((0.03, 0, seat - 0.008), (length + 0.014, 0, seat - 0.008), 0.026,
                               0.016,
                               material="carbon"))  # fmt: skip
        return merge(made)
    outline = [(0.035, -0.019), (length - 0.02, -0.012), (length + 0.004, -0.015),
               (length + 0.014, -0.008),
               (length + 0.014, 0.008), (length + 0.004, 0.015), (length - 0.02, 0.012),
               (0.035, 0.019)]  # fmt: skip
    skins = [
        parts.plate(outline, z, z + 0.002, material="carbon") for z in (seat - 0.002, seat - 0.016)
    ]
    core = [(x, 0.82 * y) for x, y in outline]
    core[0], core[-1] = (0.07, -0.012), (0.07, 0.012)
    skins.append(parts.plate(core, seat - 0.0142, seat - 0.0018,
                             material="paint_orange" if front else "plastic_black"))  # fmt: skip
    cuff = parts.bevelled((0.024, 0.0315, 0.019), 0.0015,
                          material="paint_orange" if front else "plastic_black",
                          corner=0.004, center=(length - 0.046, 0, seat - 0.008))  # fmt: skip
    wires = [parts.pipe([(0.06, y, seat + 0.001), (length - 0.05, y, seat + 0.001),
                         (length - 0.012, y, seat + 0.003)],
                        0.0014, material="rubber", sides=5)
             for y in (-0.004, 0.0, 0.004)]  # fmt: skip
    return merge([*made, *skins, cuff, *wires])


def _firefly_hub(level: int) -> list[Mesh]:
    """Plates with six corners, a dome above, the battery below."""
    plates = [
        parts.ngon(6, 0.082, 0.003, material="carbon", phase=_TURNS, center=(0, 0, z))
        for z in (-0.004, 0.019)
    ]
    sides = (20, 8)[level]
    shell = [
        (0.0, 0.021),
        (0.066, 0.021),
        (0.068, 0.026),
        (0.064, 0.04),
        (0.052, 0.054),
        (0.03, 0.063),
        (0.0, 0.066),
    ]
    dome = forms.lathe(shell if level == 0 else [shell[0], shell[2], shell[4], shell[6]],
                       material="plastic_white",
                       sides=sides)  # fmt: skip
    if level == 1:
        return [
            *plates,
            dome,
            forms.box((0.13, 0.045, 0.036), material="plastic_black", center=(0, 0, -0.036)),
        ]
    band = forms.lathe([(0.0, 0.0205), (0.0695, 0.0205), (0.0695, 0.0205), (0.0695, 0.0265),
                        (0.0695, 0.0265),
                        (0.0, 0.0265)], material="paint_orange", sides=20)  # fmt: skip
    pack = parts.bevelled(
        (0.13, 0.045, 0.036), 0.004, material="plastic_black", center=(0, 0, -0.036)
    )
    label = forms.box((0.06, 0.0455, 0.022), material="paint_orange", center=(0.02, 0, -0.036))
    cage = both(merge([forms.box((0.004, 0.004, 0.05), material="aluminium",
                                 center=(x, 0.027, -0.03))
                       for x in (-0.045, 0.045)]))  # fmt: skip
    tray = parts.plate(
        forms.rounded_rectangle((0.12, 0.062), 0.012), -0.0575, -0.0545, material="carbon"
    )
    boards = parts.ngon(6, 0.062, 0.0016, material="circuit", phase=_TURNS, center=(0, 0, 0.0075))
    posts = [forms.rod((0.07 * np.cos(a), 0.07 * np.sin(a), -0.004),
                       (0.07 * np.cos(a), 0.07 * np.sin(a), 0.019),
                       0.003, material="aluminium")
             for a in 2.0 * _TURNS * np.arange(6) + _TURNS]  # fmt: skip
    return [*plates, dome, band, pack, label, cage, tray, boards, *posts]


def _firefly_fittings() -> list[Mesh]:
    """The satellite receiver on the dome, a pair of eyes ahead, two aerials behind."""
    puck = parts.satellite_mast(0.032, 0.02, rod="plastic_white").moved((-0.005, 0, 0.063))
    eyes = parts.stereo_camera(0.11, 0.022, 0.022, material="plastic_black").moved(
        (0.094, 0, -0.018)
    )
    holder = forms.beam((0.04, 0, -0.006), (0.08, 0, -0.014), 0.03, 0.004, material="aluminium")
    whips = both(parts.aerial(0.055, radius=0.0022).moved((-0.062, 0.03, 0.0205)))
    light = forms.box((0.006, 0.03, 0.006), material="lamp_red", center=(-0.07, 0, 0.008))
    heads = [
        (0.075 * np.cos(a), 0.075 * np.sin(a), 0.0205) for a in 2.0 * _TURNS * np.arange(6) + _TURNS
    ]
    return [puck, eyes, holder, whips, light, parts.bolts(heads, 0.003, 0.002)]


def _slim_legs(model: MultirotorModel, level: int) -> Mesh:
    """Straight rods from the lower plate to round feet."""
    made = []
    for foot in feet_of(model):
        x, y, z = foot.position_m
        r = foot.size_m[0]
        root = (0.42 * x, 0.42 * y, -0.006)
        sides = (8, 4)[level]
        made.append(forms.rod(root, (x, y, z - 0.3 * r), 0.005, material="carbon", sides=sides))
        made.append(forms.ball(r, material="rubber", rings=(6, 3)[level], sides=(10, 5)[level],
                               center=(x, y, z)))  # fmt: skip
        if level == 0:
            brace = (0.55 * x, -0.1 * y, -0.004)
            made.append(
                forms.rod(brace, (0.75 * x, 0.75 * y, 0.6 * z), 0.003, material="carbon", sides=6)
            )
    return merge(made)


def octo(model: MultirotorModel) -> Look:
    """A round frame with eight tubes, the battery on top, a gimbal between two retracting legs."""
    build = Build()
    for level in NEAR:
        build.add(on_arms(model, _octo_arm, level), at=(level,))
        build.add(*_octo_hub(level), _octo_legs(model, level), *_gimbal(level), at=(level,))
    build.add(*_octo_fittings())
    build.add(
        far_frame(model, hub=((0.3, 0.3, 0.13), (0, 0, -0.015)), thick=0.024, material="carbon",
                  hub_material="plastic_black", rise=-0.03), at=(2,)
    )  # fmt: skip
    return finished(model, build, _fifteen_inch, mast_m=0.085)


def _fifteen_inch(rotor: Rotor, level: int) -> Mesh:
    return propeller(
        rotor.radius_m, rotor.spin, level=level, chord=0.17, pitch=0.7, material="carbon"
    )


def _octo_arm(rotor: Rotor, level: int) -> Mesh:
    """A tube with a hinge at its root; the two ahead are red."""
    length, _ = arm_of(rotor)
    front = rotor.position_m[0] > 0.4
    name = "paint_red" if front else "carbon"
    top = rotor.position_m[2] - 0.0072
    seat = top - 0.026
    z = seat - 0.014
    bar = forms.rod((0.12, 0, -0.004), (length, 0, z), 0.0125, material=name, sides=(10, 5)[level])
    made = [bar, motor(0.0245, 0.026, level=level, lid="plastic_black").moved((length, 0, top))]
    if level == 1:
        return merge(made)
    mount = parts.bevelled((0.062, 0.046, 0.032), 0.006, material="plastic_black", corner=0.02,
                           center=(length - 0.004, 0, z))  # fmt: skip
    glow = "lamp_red" if front else "lamp_green"
    light = forms.cylinder(
        0.012, 0.006, material=glow, sides=10, center=(length - 0.004, 0, z - 0.018)
    )
    hinge = parts.bevelled(
        (0.05, 0.036, 0.04), 0.005, material="aluminium", center=(0.178, 0, -0.002)
    )
    sleeve = forms.rod((0.2, 0, 0.0), (0.235, 0, 0.001), 0.0155, material="plastic_black", sides=8)
    return merge([*made, mount, light, hinge, sleeve])


def _octo_hub(level: int) -> list[Mesh]:
    """Two round plates, the cover between them, the battery on top."""
    sides = (24, 8)[level]
    plates = [parts.ngon(sides, 0.168, 0.003, material="carbon", phase=math.pi / 8,
                         center=(0, 0, z))
              for z in (-0.026, 0.022)]  # fmt: skip
    if level == 1:
        return [
            *plates,
            forms.box((0.17, 0.08, 0.05), material="plastic_black", center=(-0.01, 0, 0.05)),
        ]
    core = forms.lathe([(0, -0.0245), (0.135, -0.0245), (0.145, -0.018), (0.145, 0.014),
                        (0.135, 0.0205), (0, 0.0205)],
                       material="plastic_black", sides=24)  # fmt: skip
    pack = parts.bevelled(
        (0.17, 0.08, 0.05), 0.006, material="plastic_black", center=(-0.01, 0, 0.05)
    )
    label = forms.box((0.08, 0.0805, 0.03), material="plastic_grey", center=(0.0, 0, 0.051))
    bands = [parts.strap(0.08, 0.05, wide=0.025).moved((x, 0, 0.0245)) for x in (-0.068, 0.056)]
    under = parts.bevelled(
        (0.2, 0.16, 0.04), 0.012, material="plastic_black", corner=0.03, center=(0, 0, -0.047)
    )
    heads = [(0.155 * np.cos(a), 0.155 * np.sin(a), 0.0235) for a in 0.25 * math.pi * np.arange(8)]
    return [*plates, core, pack, label, *bands, under, parts.bolts(heads, 0.005, 0.003)]


def _octo_fittings() -> list[Mesh]:
    """Satellite mast, aerials, a light behind, the leads of the battery."""
    mast = parts.satellite_mast(0.125, 0.034).moved((-0.115, 0.0, 0.0235))
    whips = both(parts.aerial(0.11, radius=0.004).moved((-0.08, 0.1, 0.0235)))
    pilot = parts.bevelled(
        (0.05, 0.05, 0.018), 0.003, material="plastic_white", center=(0.11, 0, 0.0325)
    )
    leads = [parts.pipe([(0.075, y, 0.055), (0.09, y, 0.052), (0.094, y, 0.036),
                         (0.1, y + 0.04, 0.028)], 0.004,
                        material=name, sides=6)
             for y, name in ((0.0, "plastic_red"), (0.02, "rubber"))]  # fmt: skip
    return [mast, whips, pilot, *leads]


def _octo_legs(model: MultirotorModel, level: int) -> Mesh:
    """On each side a leg that folds at its root, and a tube along x with foam at its ends."""
    foot = feet_of(model)[0]
    x, y, z = abs(foot.position_m[0]), abs(foot.position_m[1]), foot.position_m[2]
    r = foot.size_m[0]
    sides = (12, 5)[level]
    leg = forms.rod((0, 0.12, -0.05), (0, y, z), 0.0125, material="carbon", sides=sides)
    bar = forms.rod((-x, y, z), (x, y, z), 0.0095, material="carbon", sides=sides)
    foam = [forms.rod((s * (x - 0.1), y, z), (s * (x + r), y, z), r, material="rubber",
                      sides=(14, 6)[level])
            for s in (-1, 1)]  # fmt: skip
    made = [leg, bar, *foam]
    if level == 0:
        made.append(
            parts.bevelled((0.055, 0.04, 0.036), 0.006, material="plastic_black", center=(0, y, z))
        )
        made.append(
            parts.bevelled(
                (0.06, 0.06, 0.055), 0.008, material="aluminium", center=(0, 0.125, -0.055)
            )
        )
        made.append(
            forms.rod((0.02, 0.1, -0.06), (0.0, y - 0.045, z + 0.08), 0.005, material="metal_grey")
        )
    return both(merge(made))


def _gimbal(level: int) -> list[Mesh]:
    """A yoke on dampers that holds a camera which looks ahead and a little down."""
    dip = (0.0, math.sin(0.12), 0.0, math.cos(0.12))
    low = -0.185
    if level == 1:
        body = (
            forms.box((0.07, 0.12, 0.085), material="plastic_black").turned(dip).moved((0, 0, low))
        )
        post = forms.box((0.03, 0.03, 0.08), material="metal_dark", center=(-0.05, 0, -0.11))
        return [body, post]
    body = parts.bevelled((0.062, 0.12, 0.082), 0.008, material="plastic_black")
    hump = parts.bevelled(
        (0.05, 0.05, 0.024), 0.006, material="plastic_black", center=(0.0, 0, 0.049)
    )
    barrel = parts.lens(0.034, 0.055, sides=18).moved((0.03, 0, -0.004))
    grip = parts.bevelled(
        (0.022, 0.03, 0.08), 0.006, material="rubber", center=(0.034, -0.05, -0.002)
    )
    camera = merge([body, hump, barrel, grip]).turned(dip).moved((0.0, 0, low))
    discs = [
        forms.cylinder(0.06, 0.004, material="carbon", sides=16, center=(0, 0, z))
        for z in (-0.075, -0.094)
    ]
    rubbers = [
        forms.ball(
            0.009, material="rubber", rings=5, sides=8, center=(0.045 * c, 0.045 * s, -0.0845)
        )
        for c, s in forms.ring_of(4, 1.0, phase=0.78)
    ]
    yoke = parts.rounded_path([(0, 0, -0.094), (-0.075, 0, -0.1), (-0.075, 0, low),
                               (-0.075, 0.095, low),
                               (0.0, 0.095, low)], 0.03)  # fmt: skip
    arm = parts.pipe(yoke, 0.0085, material="aluminium", sides=8)
    turner = forms.cylinder(0.02, 0.026, material="metal_dark", sides=14)
    motors = [turner.moved((0, 0, -0.107)), turner.turned(parts.AHEAD).moved((-0.078, 0, low)),
              turner.turned(parts.TO_LEFT).moved((0, 0.082, low))]  # fmt: skip
    return [camera, *discs, *rubbers, arm, *motors]
