"""Objects and people that a scenario places by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from outrider.core import rotation
from outrider.core.errors import UnknownNameError, UserError
from outrider.scenario.worlds import (
    AnyObject,
    Asset,
    Box,
    Capsule,
    Cylinder,
    Post,
    Ramp,
    Sphere,
    Wall,
)
from outrider.world.library import families, makers, variants_of
from outrider.world.objects import layer_ids
from outrider.world.semantics import SemanticClass, number_of
from outrider.world.solids import Solids, boxes, capsules, cylinders, merge, root, spheres, stand
from outrider.world.structures import slab
from outrider.world.terrain import Terrain
from outrider.world.things import Things, things

_OWN_CLASS = {"wall": "wall", "ramp": "ramp", "post": "post", "box": "box"}
ASSETS = "placed assets"
_FOOT_M = 0.005
"""How far the lower edge of a ramp lies in the ground."""


def place(
    objects: Sequence[AnyObject], terrain: Terrain, *, classes: tuple[SemanticClass, ...]
) -> tuple[Solids, list[str | None]]:
    """The plain solids among ``objects``, row by row, and their names."""
    rows = [
        (_one(spec, terrain, class_of(spec, number, classes)), spec.name)
        for number, spec in enumerate(objects)
        if not isinstance(spec, Asset)
    ]
    return merge([solid for solid, _ in rows]), [name for _, name in rows]


def place_assets(
    objects: Sequence[AnyObject], terrain: Terrain, *, classes: tuple[SemanticClass, ...]
) -> Things:
    """The things of the library among ``objects``."""
    chosen = [(number, spec) for number, spec in enumerate(objects) if isinstance(spec, Asset)]
    names = [_asset_name(spec, number) for number, spec in chosen]
    kinds = tuple(dict.fromkeys(names))
    specs = [spec for _, spec in chosen]
    ident = layer_ids(ASSETS, len(specs))
    turns = [(spec.heading_rad, spec.pitch_rad, spec.roll_rad) for spec in specs]
    heading, pitch, roll = np.array(turns, np.float64).reshape(-1, 3).T
    return things(
        kinds, [kinds.index(name) for name in names],
        np.array([foot_of(spec.position_m, terrain) for spec in specs]).reshape(-1, 3),
        ident=ident, quaternion=rotation.from_euler_zyx(heading, pitch, roll),
        scale=np.array([spec.scale for spec in specs]),
        label=[-1 if s.semantic is None else class_of(s, k, classes) for k, s in chosen],
        names={
            int(own): spec.name for own, spec in zip(ident, specs, strict=True) if spec.name
        },
    )  # fmt: skip


def _asset_name(spec: Asset, number: int) -> str:
    where = f"world.objects.{number}"
    if spec.asset in makers():
        count = variants_of(spec.asset)
        if spec.variant >= count:
            there = f"variants 0 to {count - 1}" if count > 1 else "variant 0 alone"
            raise UserError(
                f"{where}.variant: there is no {spec.variant} of {spec.asset!r}; it has {there}"
            )
    elif spec.asset.partition("_")[0] not in families():
        raise UnknownNameError("asset", spec.asset, makers(), where=f"{where}.asset")
    return f"{spec.asset}_{spec.variant}"


def foot_of(position_m: Sequence[float], terrain: Terrain) -> tuple[float, float, float]:
    """``[x, y]`` is on the ground there, ``[x, y, z]`` exact."""
    x, y = position_m[:2]
    exact = len(position_m) == 3
    return x, y, position_m[2] if exact else float(terrain.height([(x, y)])[0])


def class_of(spec: AnyObject, number: int, classes: tuple[SemanticClass, ...]) -> int:
    """The number of the semantic class: as given, else that of its kind."""
    kind = type(spec).__name__.lower()
    name = spec.semantic or _OWN_CLASS.get(kind, "obstacle")
    return number_of(name, where=f"world.objects.{number}.semantic", classes=classes)


def _one(spec: AnyObject, terrain: Terrain, semantic: int) -> Solids:
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


def _solid(spec: AnyObject, center: tuple[float, float, float], semantic: int) -> Solids:
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
