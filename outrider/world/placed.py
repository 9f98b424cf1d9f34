"""Objects that a scenario places by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from outrider.scenario.worlds import (
    AnyObject,
    Box,
    Capsule,
    Cylinder,
    Post,
    Ramp,
    Sphere,
    Wall,
)
from outrider.world.semantics import number_of
from outrider.world.solids import Solids, boxes, capsules, cylinders, merge, root, spheres, stand
from outrider.world.structures import slab
from outrider.world.terrain import Terrain

_OWN_CLASS = {"wall": "wall", "ramp": "ramp", "post": "post", "box": "box"}
_FOOT_M = 0.005
"""How far the lower edge of a ramp lies in the ground."""


def place(objects: Sequence[AnyObject], terrain: Terrain) -> Solids:
    """The solids of ``objects``, row by row."""
    return merge([_one(spec, terrain, number) for number, spec in enumerate(objects)])


def class_of(spec: AnyObject, number: int) -> str:
    """The semantic class: as given, else that of its kind."""
    kind = type(spec).__name__.lower()
    name = spec.semantic or _OWN_CLASS.get(kind, "obstacle")
    number_of(name, where=f"world.objects.{number}.semantic")
    return name


def _one(spec: AnyObject, terrain: Terrain, number: int) -> Solids:
    semantic = class_of(spec, number)
    x, y = spec.position_m[:2]
    exact = len(spec.position_m) == 3
    z = spec.position_m[2] if exact else 0.0
    if isinstance(spec, Ramp):
        foot = z if exact else float(terrain.height([(x, y)])[0]) - _FOOT_M
        return slab(
            (x, y, foot),
            heading=spec.heading_rad,
            angle=spec.angle_rad,
            length=spec.length_m,
            width=spec.width_m,
            thickness=spec.thickness_m,
            semantic=semantic,
        )
    solid = _solid(spec, (x, y, z), semantic)
    if exact:
        return solid
    upright = spec.pitch_rad == 0.0 == spec.roll_rad and isinstance(
        spec, Box | Cylinder | Post | Wall
    )
    return root(solid, terrain) if upright else stand(solid, terrain)


def _solid(spec: AnyObject, center: tuple[float, float, float], semantic: str) -> Solids:
    turn = {"heading": spec.heading_rad, "pitch": spec.pitch_rad, "roll": spec.roll_rad}
    where = np.array([center])
    match spec:
        case Box():
            return boxes(where, size=spec.size_m, semantic=semantic, **turn)
        case Wall():
            size = (spec.length_m, spec.thickness_m, spec.height_m)
            return boxes(where, size=size, semantic=semantic, **turn)
        case Sphere():
            return spheres(where, radius=spec.radius_m, semantic=semantic)
        case Capsule():
            round_size = {"radius": spec.radius_m, "height": spec.height_m}
            return capsules(where, **round_size, semantic=semantic, **turn)
        case Cylinder() | Post():
            round_size = {"radius": spec.radius_m, "height": spec.height_m}
            return cylinders(where, **round_size, semantic=semantic, **turn)
    raise TypeError(f"no such object: {spec!r}")
