"""Wheels: a tyre about a rim with spokes, its axle along y and its face to the left."""

from __future__ import annotations

import math

import numpy as np

from outrider.core import rotation
from outrider.world import forms
from outrider.world.mesh import Mesh, merge

_TO_LEFT = rotation.from_euler_zyx(0.0, 0.0, -0.5 * math.pi)


def tyre(radius: float, width: float, *, bore: float = 0.64, sides: int = 20,
         name: str = "rubber") -> Mesh:  # fmt: skip
    """A closed ring about y; ``bore`` is the rim's share of the radius."""
    w, rim = 0.5 * width, bore * radius
    profile = [(rim, -0.8 * w), (rim, 0.8 * w), (0.85 * radius, w), (radius, 0.72 * w),
               (radius, -0.72 * w), (0.85 * radius, -w), (rim, -0.8 * w)]  # fmt: skip
    return forms.lathe(profile[::-1], material=name, sides=sides).turned(_TO_LEFT)


def wheel(
    radius: float, width: float, *, bore: float = 0.64, sides: int = 20, spokes: int = 5,
    rim: str = "aluminium", well: str = "metal_dark",
) -> Mesh:  # fmt: skip
    """A wheel; without spokes its rim is a plain dish."""
    w, r = 0.5 * width, bore * radius
    dish = [(0.94 * r, 0.35 * w), (0.0, 0.3 * w)]
    lip = [(1.02 * r, 0.8 * w), (0.96 * r, 0.9 * w), (0.9 * r, 0.35 * w)]
    hub = [(0.24 * r, 0.2 * w), (0.22 * r, 0.72 * w), (0.0, 0.78 * w)]
    parts = [
        forms.lathe(dish, material=well if spokes else rim, sides=sides),
        forms.lathe(lip, material=rim, sides=sides),
        forms.lathe(hub, material=rim, sides=8),
    ]
    for k in range(spokes):
        angle = 2.0 * math.pi * (k + 0.25) / spokes
        way = np.array([math.cos(angle), math.sin(angle), 0.0])
        foot = 0.1 * r * way + (0.0, 0.0, 0.5 * w)
        end = 0.96 * r * way + (0.0, 0.0, 0.62 * w)
        parts.append(forms.beam(foot, end, 0.27 * r, 0.24 * w, material=rim))
    return merge([*[part.turned(_TO_LEFT) for part in parts],
                  tyre(radius, width, bore=bore, sides=sides)])  # fmt: skip


def plain_wheel(radius: float, width: float, *, sides: int = 10, rim: str = "aluminium",
                bore: float = 0.62) -> Mesh:  # fmt: skip
    """A wheel from afar: a drum with a bright disc."""
    drum = forms.cylinder(radius, width, material="rubber", sides=sides).turned(_TO_LEFT)
    ring = np.insert(forms.ring_of(sides, bore * radius), 2, 0.5 * width + 0.004, axis=1)
    disc = forms.fan(ring, (0.0, 0.0, 1.0), material=rim).turned(_TO_LEFT)
    return merge([drum, disc])


def wheel_card(radius: float, *, sides: int = 6) -> Mesh:
    """A wheel from very far: a black disc that faces left."""
    ring = np.insert(forms.ring_of(sides, radius, phase=0.5 * math.pi), 2, 0.0, axis=1)
    return forms.fan(ring, (0.0, 0.0, 1.0), material="rubber").turned(_TO_LEFT)


def both_sides(part: Mesh, x: float, y: float, z: float) -> Mesh:
    """A part that faces left at ``y``, and its twin that faces right."""
    return merge([part.moved((x, y, z)), part.headed(math.pi).moved((x, -y, z))])
