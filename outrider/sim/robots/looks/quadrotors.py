"""Quadrotors of half a metre: one of carbon plates and tubes, one with moulded arms."""

from __future__ import annotations

import numpy as np

from outrider.sim.robots.flight import MultirotorModel, Rotor
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.frames import arm_of, far_frame, feet_of, finished, on_arms
from outrider.sim.robots.looks.look import NEAR, Build, Look, both
from outrider.sim.robots.looks.propellers import motor, propeller
from outrider.world import forms
from outrider.world.mesh import Mesh, merge


def x500(model: MultirotorModel) -> Look:
    """Carbon plates on tubes, two skids with foam, a battery under rails, a mast."""
    build = Build()
    for level in NEAR:
        build.add(on_arms(model, _tube_arm, level), at=(level,))
        build.add(*_x500_hub(level), *_skids(model, level), at=(level,))
    build.add(*_x500_fittings(), both(_standoffs()))
    build.add(parts.satellite_mast(0.1, 0.026, sides=8).moved((-0.05, 0.0, 0.009)), at=(1,))
    build.add(
        far_frame(model, hub=((0.17, 0.12, 0.075), (0, 0, -0.035)), thick=0.018,
                  material="carbon", hub_material="plastic_black"), at=(2,)
    )  # fmt: skip
    build.add(
        both(forms.box((0.3, 0.02, 0.02), material="carbon", center=(0, 0.14, -0.172))), at=(2,)
    )
    return finished(model, build, _ten_inch, mast_m=0.075)


def _ten_inch(rotor: Rotor, level: int) -> Mesh:
    return propeller(rotor.radius_m, rotor.spin, level=level, chord=0.19)


def _tube_arm(rotor: Rotor, level: int) -> Mesh:
    """A carbon tube, the clamp on its end, the motor and a lamp that tells front from rear."""
    length, _ = arm_of(rotor)
    high = rotor.position_m[2]
    sides = (12, 6)[level]
    bar = [forms.rod((0.03, 0, -0.006), (length, 0, -0.006), 0.008, material="carbon", sides=sides)]
    top = high - 0.0056
    bar.append(motor(0.0155, 0.021, level=level).moved((length, 0, top)))
    if level == 1:
        bar.append(
            forms.box((0.036, 0.034, 0.017), material="plastic_black", center=(length, 0, -0.006))
        )
        return merge(bar)
    glow = "lamp_green" if rotor.position_m[0] > 0.0 else "lamp_red"
    low = top - 0.021
    clamp = parts.bevelled((0.04, 0.038, 0.017), 0.003, material="plastic_black", corner=0.012,
                           center=(length, 0, low - 0.0085))  # fmt: skip
    sleeve = forms.rod((length - 0.045, 0, -0.006), (length, 0, -0.006), 0.0105,
                       material="plastic_black", sides=10)  # fmt: skip
    root = parts.bevelled((0.045, 0.03, 0.024), 0.003, material="plastic_black",
                          center=(0.07, 0, -0.006))  # fmt: skip
    light = forms.box((0.024, 0.012, 0.004), material=glow, center=(length + 0.004, 0, low - 0.018))
    wire = parts.pipe([(0.075, 0.004, 0.004), (length - 0.06, 0.003, 0.004),
                       (length - 0.014, 0, low)],
                      0.0022, material="rubber", sides=5)  # fmt: skip
    return merge([*bar, clamp, sleeve, root, light, wire])


def _x500_hub(level: int) -> list[Mesh]:
    """Two plates, rails, battery and autopilot."""
    outline = forms.rounded_rectangle((0.15, 0.15), 0.035, steps=(4, 1)[level])
    plates = [parts.plate(outline, low, low + 0.002, material="carbon") for low in (-0.022, 0.007)]
    sides = (8, 4)[level]
    rails = both(forms.rod((-0.1, 0.03, -0.0285), (0.1, 0.03, -0.0285), 0.005, material="carbon",
                           sides=sides))  # fmt: skip
    if level == 1:
        battery = forms.box((0.135, 0.046, 0.036), material="plastic_blue", center=(0, 0, -0.058))
        pilot = forms.box((0.085, 0.044, 0.016), material="aluminium", center=(0.012, 0, 0.019))
        return [*plates, rails, battery, pilot]
    tray = parts.plate(
        forms.rounded_rectangle((0.13, 0.07), 0.012), -0.0395, -0.0375, material="carbon"
    )
    battery = parts.bevelled((0.135, 0.046, 0.036), 0.004, material="plastic_blue",
                             center=(0, 0, -0.0585))  # fmt: skip
    label = forms.box((0.06, 0.0465, 0.02), material="plastic_white", center=(-0.015, 0, -0.0585))
    bands = [parts.strap(0.046, 0.036, wide=0.016).moved((x, 0, -0.0775)) for x in (-0.052, 0.045)]
    pilots = [
        parts.bevelled((0.085, 0.044, 0.012), 0.002, material="plastic_black",
                       center=(0.012, 0, 0.016)),
        parts.bevelled((0.055, 0.044, 0.007), 0.002, material="aluminium",
                       center=(0.012, 0, 0.024)),
    ]  # fmt: skip
    return [*plates, rails, tray, battery, label, *bands, *pilots]


def _standoffs() -> Mesh:
    """Posts between the plates and the hangers of the rails."""
    posts = [forms.rod((x, y, -0.02), (x, y, 0.007), 0.0035, material="aluminium")
             for x, y in ((0.062, 0.02), (-0.062, 0.02), (0.02, 0.064),
                          (-0.02, 0.064))]  # fmt: skip
    clips = [forms.box((0.012, 0.014, 0.016), material="plastic_black", center=(x, 0.03, -0.027))
             for x in (-0.06, 0.06)]  # fmt: skip
    heads = [
        (x, y, 0.009) for x, y in ((0.062, 0.02), (-0.062, 0.02), (0.02, 0.064), (-0.02, 0.064))
    ]
    return merge([*posts, *clips, parts.bolts(heads, 0.0032, 0.002)])


def _x500_fittings() -> list[Mesh]:
    """Camera ahead, mast, radio with its aerial, the leads of the battery."""
    eye = parts.stereo_camera(0.09, 0.024, 0.02).moved((0.112, 0, -0.032))
    bracket = forms.box((0.008, 0.075, 0.02), material="plastic_black", center=(0.088, 0, -0.0285))
    mast = parts.satellite_mast(0.108, 0.026).moved((-0.05, 0.0, 0.009))
    radio = parts.bevelled((0.034, 0.022, 0.01), 0.002, material="plastic_black",
                           center=(-0.048, -0.048, 0.014))  # fmt: skip
    whip = parts.aerial(0.075, radius=0.003).moved((-0.062, -0.048, 0.014))
    leads = [
        parts.pipe([(-0.066, s * 0.007, -0.055), (-0.095, s * 0.007, -0.05),
                    (-0.098, s * 0.007, -0.02),
                    (-0.078, s * 0.007, 0.0), (-0.06, s * 0.007, 0.0)], 0.0028, material=name,
                   sides=6)
        for s, name in ((1, "plastic_red"), (-1, "rubber"))
    ]  # fmt: skip
    plug = forms.box((0.014, 0.016, 0.02), material="paint_yellow", center=(-0.098, 0, -0.034))
    return [eye, bracket, mast, radio, whip, *leads, plug]


def _skids(model: MultirotorModel, level: int) -> list[Mesh]:
    """Two inclined legs, each with a tube along x whose ends wear foam."""
    foot = feet_of(model)[0]
    x, y, z = (abs(foot.position_m[0]), abs(foot.position_m[1]), foot.position_m[2])
    r = foot.size_m[0]
    sides = (10, 5)[level]
    leg = forms.rod((0, 0.055, -0.024), (0, y, z), 0.0075, material="carbon", sides=sides)
    bar = forms.rod((-x - r, y, z), (x + r, y, z), 0.005, material="carbon", sides=sides)
    foam = [forms.rod((s * (x - 0.055), y, z), (s * (x + r), y, z), r, material="rubber",
                      sides=(14, 6)[level]) for s in (-1, 1)]  # fmt: skip
    made = [leg, bar, *foam]
    if level == 0:
        made.append(
            parts.bevelled((0.036, 0.022, 0.022), 0.004, material="plastic_black", center=(0, y, z))
        )
        made.append(parts.bevelled((0.034, 0.034, 0.016), 0.003, material="plastic_black",
                                   center=(0, 0.055, -0.03)))  # fmt: skip
    return [both(merge(made))]


def f450(model: MultirotorModel) -> Look:
    """Moulded lattice arms, red ahead and white behind, between two plates; four tall legs."""
    build = Build()
    for level in NEAR:
        build.add(on_arms(model, _moulded_arm, level), at=(level,))
        build.add(*_f450_hub(level), _tall_legs(model, level), at=(level,))
    build.add(*_f450_fittings())
    build.add(
        far_frame(model, hub=((0.14, 0.13, 0.1), (0, 0, -0.03)), thick=0.026,
                  material="plastic_white", hub_material="plastic_black"), at=(2,)
    )  # fmt: skip
    ahead = [rotor.position_m for rotor in model.rotors if rotor.position_m[0] > 0.0]
    build.add(*(forms.beam((0.06 * np.sign(x), 0.06 * np.sign(y), 0.02), (x, y, z - 0.008), 0.03,
                           0.024,
                           material="plastic_red") for x, y, z in ahead), at=(2,))  # fmt: skip
    return finished(model, build, _nine_inch, mast_m=0.06)


def _nine_inch(rotor: Rotor, level: int) -> Mesh:
    name = "plastic_red" if rotor.position_m[0] > 0.0 else "plastic_white"
    return propeller(rotor.radius_m, rotor.spin, level=level, chord=0.2, material="plastic_black",
                     tip=name)  # fmt: skip


def _moulded_arm(rotor: Rotor, level: int) -> Mesh:
    """Two rails that close in on the motor, stiffened by a lattice."""
    length, _ = arm_of(rotor)
    name = "plastic_red" if rotor.position_m[0] > 0.0 else "plastic_white"
    top = rotor.position_m[2] - 0.0042
    seat = top - 0.02
    made = [motor(0.014, 0.02, level=level, can="plastic_black").moved((length, 0, top))]
    if level == 1:
        root, end = (0.055, 0, -0.006), (length, 0, seat - 0.012)
        made.append(forms.beam(root, end, 0.036, 0.024, material=name))
        made.append(parts.ngon(8, 0.021, 0.006, material=name, center=(length, 0, seat - 0.003)))
        return merge(made)
    for k, x in enumerate(np.linspace(0.062, length - 0.03, 7)):
        wide, last = _rail(x, length), _rail(x + 0.022, length)
        s = 1 if k % 2 else -1
        made.append(forms.beam((x, -s * wide, seat - 0.006), (x + 0.021, s * last, seat - 0.006),
                               0.004,
                               0.01, material=name))  # fmt: skip
    rails = [forms.beam((0.04, _rail(0.04, length), seat - 0.014),
                        (length - 0.012, _rail(length - 0.012, length), seat - 0.009), 0.0055,
                        0.026,
                        material=name),
             forms.beam((0.05, 0.028, seat - 0.024), (length - 0.05, 0.014, seat - 0.019), 0.009,
                        0.005,
                        material=name)]  # fmt: skip
    seat_disc = forms.cylinder(
        0.021, 0.006, material=name, sides=18, center=(length, 0, seat - 0.003)
    )
    stub = forms.lathe([(0, seat - 0.05), (0.008, seat - 0.05), (0.011, seat - 0.046),
                        (0.016, seat - 0.006),
                        (0, seat - 0.006)], material=name,
                       sides=12).moved((length, 0, 0))  # fmt: skip
    speed = parts.bevelled((0.05, 0.024, 0.009), 0.002, material="plastic_black",
                           center=(0.115, 0, seat - 0.029))  # fmt: skip
    return merge([*made, both(merge(rails)), seat_disc, stub, speed])


def _rail(x: float, length: float) -> float:
    """Half the width of a moulded arm."""
    return float(np.interp(x, (0.04, length - 0.012), (0.031, 0.013)))


def _f450_hub(level: int) -> list[Mesh]:
    """Two plates with cut corners, the battery below, the autopilot between and above."""
    steps = (3, 1)[level]
    lower = forms.rounded_rectangle((0.15, 0.13), 0.04, steps=steps)
    upper = forms.rounded_rectangle((0.135, 0.118), 0.034, steps=steps)
    plates = [parts.plate(lower, -0.0285, -0.0265, material="circuit"),
              parts.plate(upper, 0.0075, 0.0095, material="plastic_black")]  # fmt: skip
    if level == 1:
        pack = forms.box((0.145, 0.046, 0.042), material="paint_yellow", center=(0, 0, -0.054))
        return [
            *plates,
            pack,
            forms.box((0.05, 0.036, 0.02), material="plastic_white", center=(0, 0, 0.0195)),
        ]
    pack = parts.bevelled(
        (0.145, 0.046, 0.042), 0.004, material="paint_yellow", center=(0, 0, -0.0545)
    )
    label = forms.box((0.07, 0.0465, 0.026), material="plastic_black", center=(0.012, 0, -0.0545))
    bands = [parts.strap(0.046, 0.043, wide=0.018).moved((x, 0, -0.0765)) for x in (-0.048, 0.056)]
    pilot = parts.bevelled(
        (0.05, 0.036, 0.018), 0.003, material="plastic_white", center=(0.012, 0, 0.0185)
    )
    return [*plates, pack, label, *bands, pilot]


def _f450_fittings() -> list[Mesh]:
    """Satellite mast, receiver with two aerials, a camera ahead, bolts of the plates."""
    mast = parts.satellite_mast(0.095, 0.025, rod="plastic_white").moved((-0.044, 0.03, 0.0095))
    receiver = parts.bevelled((0.034, 0.024, 0.012), 0.002, material="plastic_grey",
                              center=(-0.04, -0.026, 0.0155))  # fmt: skip
    whips = [parts.pipe([(-0.054, -0.026, 0.015), (-0.075, -0.026 + s * 0.03, 0.02),
                         (-0.1, -0.026 + s * 0.055, 0.026)], 0.0012, material="rubber", sides=5)
             for s in (-1, 1)]  # fmt: skip
    camera = parts.bevelled(
        (0.024, 0.03, 0.026), 0.003, material="plastic_black", center=(0.07, 0, -0.008)
    )
    glass = parts.lens(0.009, 0.01).moved((0.082, 0, -0.008))
    heads = [(x, y, 0.0095) for x in (-0.054, 0.054) for y in (-0.036, 0.036)]
    leads = [parts.pipe([(-0.07, s * 0.006, -0.05), (-0.09, s * 0.006, -0.045),
                         (-0.09, s * 0.006, -0.03),
                         (-0.06, s * 0.006, -0.022)], 0.0026, material=name, sides=6)
             for s, name in ((1, "plastic_red"), (-1, "rubber"))]  # fmt: skip
    return [mast, receiver, *whips, camera, glass, parts.bolts(heads, 0.004, 0.003), *leads]


def _tall_legs(model: MultirotorModel, level: int) -> Mesh:
    """Bowed legs from under the arms to the feet."""
    made = []
    for shape in feet_of(model):
        x, y, z = shape.position_m
        r, reach = shape.size_m[0], float(np.hypot(x, y))
        way = np.array([x, y, 0.0]) / reach
        low = z - r + 0.006
        knots = [(0.11, -0.02), (0.15, -0.035), (0.178, -0.085), (0.176, low + 0.03),
                 (reach - 0.005, low),
                 (reach - 0.05, low)]  # fmt: skip
        path = np.array([a * way + (0.0, 0.0, b) for a, b in knots])
        if level == 1:
            made.append(forms.tube(path[[0, 2, 4]], 0.008, material="plastic_black", sides=4))
            continue
        bent = parts.rounded_path(path, 0.014)
        made.append(forms.tube(bent, 0.006, material="plastic_black", sides=8))
        made.append(forms.ball((0.011, 0.011, 0.006), material="rubber", rings=5, sides=8,
                               center=path[-1]))  # fmt: skip
    return merge(made)
