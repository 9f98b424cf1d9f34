"""What plain solids look like: those that belong to no thing."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world import forms
from outrider.world.mesh import Mesh, merge
from outrider.world.scene import Scene

F64 = NDArray[np.float64]

SKINS: Final = {
    "trunk": "bark_oak", "boulder": "rock_grey", "bridge": "wood_oak", "ramp": "wood_oak",
    "kerb": "kerbstone", "box": "cardboard", "wall": "plaster_white", "step": "concrete",
    "post": "paint_orange", "building": "plaster_cream", "fence": "planks_weathered",
    "rack": "paint_blue", "tank": "galvanised", "container": "paint_worn_blue",
    "furniture": "wood_oak", "door": "wood_dark", "window": "glass_dark", "pole": "metal_grey",
    "floor": "linoleum", "obstacle": "paint_orange", "prop": "cardboard", "concrete": "concrete",
}  # fmt: skip
"""Materials by class."""
SIDES: Final = 14
TRUE_TO_M: Final = 0.0005
"""How far the facets of a fine mesh may lie inside of what is round."""


def solid_mesh(scene: Scene, row: int, *, fine: bool = False) -> Mesh:
    """An object about its own middle; ``fine`` is round to within half a millimetre."""
    solids = scene.objects.solids
    name = SKINS.get(scene.classes[int(solids.semantic[row])].root, "concrete")
    half = solids.half_size[row]
    sides = _sides(float(half[0])) if fine else SIDES
    return _mesh(int(solids.kind[row]), half, name, sides)


def _sides(radius: float) -> int:
    """So many that the middle of a side lies no deeper; a multiple of four."""
    depth = min(TRUE_TO_M / max(radius, 1e-3), 0.5)
    return int(np.clip(4 * math.ceil(math.pi / math.acos(1.0 - depth) / 4.0), 12, 192))


def _mesh(kind: int, half: F64, name: str, sides: int) -> Mesh:
    radius = float(half[0])
    if kind == 0:
        return forms.box(2.0 * half, material=name)
    if kind == 1:
        return forms.cylinder(radius, 2.0 * float(half[2]), material=name, sides=sides)
    if kind == 2:
        return forms.ball(radius, material=name, rings=sides // 2, sides=sides)
    straight = float(half[2])
    body = forms.cylinder(radius, 2.0 * straight, material=name, sides=sides)
    ends = [
        forms.ball(radius, material=name, rings=sides // 2, sides=sides, center=(0.0, 0.0, z))
        for z in (-straight, straight)
    ]
    return merge([body, *ends])
