"""What the frames of multirotors share: places of arms and feet, and how they look from afar."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from outrider.sim.physics.plan import Shape
from outrider.sim.robots.flight import MultirotorModel, Rotor
from outrider.sim.robots.looks.look import Build, Look
from outrider.sim.robots.looks.propellers import rotor_parts
from outrider.world import forms
from outrider.world.mesh import Mesh, make, merge


def arm_of(rotor: Rotor) -> tuple[float, float]:
    """Length and heading of the arm that carries a rotor."""
    x, y, _ = rotor.position_m
    return math.hypot(x, y), math.atan2(y, x)


def on_arms(model: MultirotorModel, arm: Callable[[Rotor, int], Mesh], level: int) -> Mesh:
    """A mesh for each rotor, made along x from the middle and turned to its arm."""
    return merge([arm(rotor, level).headed(arm_of(rotor)[1]) for rotor in model.rotors])


def feet_of(model: MultirotorModel) -> list[Shape]:
    """The spheres that it stands on."""
    return [shape for shape in model.collider if shape.kind == "sphere"]


def far_frame(
    model: MultirotorModel, *, hub: tuple[ArrayLike, ArrayLike], thick: float, material: str,
    hub_material: str, rise: float = -0.012,
) -> Mesh:  # fmt: skip
    """A hub (size and centre), a bar for each pair of arms, and a thin spike to each foot."""
    size, center = (np.asarray(value, float) for value in hub)
    parts = [forms.box(size, material=hub_material, center=center)]
    for a, b in opposite(model.rotors):
        ends = [np.add(rotor.position_m, (0.0, 0.0, rise)) for rotor in (a, b)]
        parts.append(forms.beam(ends[0], ends[1], thick, thick, material=material))
    for shape in feet_of(model):
        foot = np.array(shape.position_m) - (0.0, 0.0, shape.size_m[0])
        parts.append(spike(center, foot, 2.0 * thick, material=material))
    return merge(parts)


def opposite(rotors: Sequence[Rotor]) -> list[tuple[Rotor, Rotor]]:
    """Rotors in pairs across the middle; each rotor in one pair at least."""
    pairs = []
    left = list(range(len(rotors)))
    while left:
        first = rotors[left.pop(0)]
        here = np.array(first.position_m[:2])
        away = [float(np.linalg.norm(here + np.array(rotors[k].position_m[:2]))) for k in left]
        if not away:
            pairs.append((first, first))
            break
        pairs.append((first, rotors[left.pop(int(np.argmin(away)))]))
    return [(a, b) for a, b in pairs if a is not b]


def spike(start: ArrayLike, end: ArrayLike, width: float, *, material: str) -> Mesh:
    """A thin triangle from a base to a point, seen from both sides."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    side = np.cross(b - a, (0.0, 0.0, 1.0))
    side *= 0.5 * width / max(float(np.linalg.norm(side)), 1e-9)
    return make([a - side, a + side, b], [[0, 1, 2], [0, 2, 1]], material_name=material)


def finished(
    model: MultirotorModel, build: Build, blade: Callable[[Rotor, int], Mesh], *, mast_m: float
) -> Look:
    """The look; ``mast_m`` is how far the frame rises above the shapes."""
    return Look(
        name=model.name, body=build.lods(), parts=rotor_parts(model, blade),
        proud_m=(0.0, 0.0, mast_m), clearance_m=model.ground_clearance_m,
    )  # fmt: skip
