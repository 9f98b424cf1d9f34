"""Propellers of either hand, the motors under them, and a multirotor's rotors as parts."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from outrider.sim.robots.flight import MultirotorModel, Rotor
from outrider.sim.robots.looks.look import Lods, Part
from outrider.world import forms
from outrider.world.assets.car_forms import skin
from outrider.world.mesh import Mesh, make, merge

F64 = NDArray[np.float64]

_SPAN = (0.06, 0.14, 0.26, 0.42, 0.6, 0.78, 0.92, 1.0)
_CHORD = (0.36, 0.55, 0.96, 1.0, 0.86, 0.68, 0.48, 0.16)
# Leading edge, upper side, trailing edge, lower side, in shares of the chord.
_AEROFOIL = ((0.36, 0.0), (0.18, 0.055), (-0.18, 0.065), (-0.64, 0.0), (-0.2, 0.012), (0.16, -0.03))
_DIAMOND = ((0.36, 0.0), (0.0, 0.06), (-0.64, 0.0), (0.0, -0.02))


def propeller(
    radius: float, spin: int, *, level: int = 0, blades: int = 2, chord: float = 0.21,
    pitch: float = 0.9, material: str = "plastic_black", tip: str = "", nut: str = "aluminium",
) -> Mesh:  # fmt: skip
    """A propeller about z that drives air down when it turns by ``spin``, +1 counter-clockwise.

    ``chord`` is its widest, ``pitch`` the way of a turn, both in radii. ``tip`` paints the ends.
    """
    if level == 2:
        blade = _flat_blade(radius, chord, material)
    else:
        rows, section = ((slice(None), _AEROFOIL), ([0, 2, 4, 7], _DIAMOND))[level]
        span, wide = np.array(_SPAN)[rows], np.array(_CHORD)[rows]
        blade = _blade(span * radius, wide * chord * radius, pitch * radius, np.array(section),
                       spin, (material, tip or material))  # fmt: skip
    turned = [blade.headed(2.0 * math.pi * k / blades) for k in range(blades)]
    whole = merge(turned)
    reach = float(np.hypot(whole.points[:, 0], whole.points[:, 1]).max())
    whole = whole.scaled((radius / reach, radius / reach, 1.0))
    if level == 2:
        return whole
    hub = 0.085 * radius
    sides = (12, 6)[level]
    hub_mesh = forms.cylinder(hub, 0.075 * radius, material=material, sides=sides)
    if level == 1:
        return merge([whole, hub_mesh])
    profile = [(0, 0.03), (0.55, 0.03), (0.55, 0.1), (0.3, 0.16), (0, 0.18)]
    cap = forms.lathe(np.array(profile) * (hub, radius), material=nut, sides=8)
    return merge([whole, hub_mesh, cap])


def _blade(span: F64, chord: F64, pitch: float, section: F64, spin: int,
           names: tuple[str, str]) -> Mesh:  # fmt: skip
    """A twisted blade along x; its leading edge is the one that goes first and stands higher."""
    twist = np.minimum(np.arctan(pitch / (2.0 * math.pi * span)), math.radians(32.0))
    u, t = section[:, 0] * chord[:, None], section[:, 1] * chord[:, None]
    c, s = np.cos(twist)[:, None], np.sin(twist)[:, None]
    y = spin * (u * c - t * s)
    z = u * s + t * c
    rings = np.stack([np.broadcast_to(span[:, None], y.shape), y, z], axis=2)
    patch = np.zeros((len(span) - 1, len(section)), np.int64)
    patch[-2:] = 1
    return skin(rings, names, patch, caps=(0, 1), crease_rad=1.0)


def _flat_blade(radius: float, chord: float, material: str) -> Mesh:
    """Both sides of a level blade."""
    w = 0.4 * chord * radius
    flat = np.array([(0.0, -0.5 * w, 0.0), (radius, -0.5 * w, 0.0), (radius, 0.5 * w, 0.0),
                     (0.0, 0.5 * w, 0.0)])  # fmt: skip
    sides = [[0, 1, 2], [0, 2, 3], [0, 2, 1], [0, 3, 2]]
    return make(flat, sides, material_name=material)


def motor(
    radius: float, height: float, *, level: int = 0, can: str = "metal_dark", lid: str = "aluminium"
) -> Mesh:
    """An outrunner that hangs from z = 0: stator foot, bell with a bright ring, shaft side up."""
    r, h = radius, height
    sides = (14, 8)[level]
    if level == 1:
        return forms.cylinder(r, h, material=can, sides=sides, center=(0, 0, -0.5 * h))
    foot = [(0, -h), (0.82 * r, -h), (0.82 * r, -h), (0.82 * r, -0.8 * h), (0, -0.8 * h)]
    core = [(0, -0.82 * h), (0.72 * r, -0.82 * h), (0.72 * r, -0.66 * h), (0, -0.66 * h)]
    bell = [(0, -0.7 * h), (r, -0.7 * h), (r, -0.7 * h), (r, -0.28 * h), (r, -0.28 * h),
            (0, -0.28 * h)]  # fmt: skip
    top = [(0, -0.3 * h), (r, -0.3 * h), (r, -0.3 * h), (r, -0.2 * h), (0.72 * r, -0.06 * h),
           (0.3 * r, 0.0), (0, 0)]  # fmt: skip
    return merge([
        forms.lathe(foot, material=can, sides=sides),
        forms.lathe(core, material="rust", sides=12),
        forms.lathe(bell, material=can, sides=sides),
        forms.lathe(top, material=lid, sides=sides),
    ])  # fmt: skip


def rotor_parts(model: MultirotorModel, blade: Callable[[Rotor, int], Mesh]) -> tuple[Part, ...]:
    """A part for each rotor; rotors of one hand and size share their meshes."""
    made: dict[tuple[object, ...], Lods] = {}
    parts = []
    for index, rotor in enumerate(model.rotors):
        key = (rotor.spin, rotor.radius_m, rotor.position_m[0] > 0.0)
        if key not in made:
            made[key] = tuple(blade(rotor, level) for level in range(3))
        parts.append(Part(name=f"rotor_{index}", lods=made[key], follows="rotor", index=index,
                          position_m=rotor.position_m))  # fmt: skip
    return tuple(parts)
