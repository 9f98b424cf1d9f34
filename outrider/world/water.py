"""The surface of still water, as a mesh."""

from __future__ import annotations

import numpy as np

from outrider.world.materials import SKINS
from outrider.world.mesh import Mesh, make
from outrider.world.scene import Scene


def water_mesh(scene: Scene) -> Mesh | None:
    """Level strips, each as long as the water is equally high along a row of the ground's map."""
    ground = scene.ground
    if ground is None or ground.water_m is None:
        return None
    level = ground.water_m
    there = np.isfinite(level)
    if not there.any():
        return None
    before = np.pad(level, ((0, 0), (1, 0)), constant_values=np.nan)[:, :-1]
    after = np.pad(level, ((0, 0), (0, 1)), constant_values=np.nan)[:, 1:]
    # Row by row, ends follow their beginnings in the same order.
    row, first = np.nonzero(there & (level != before))
    _, last = np.nonzero(there & (level != after))
    step = ground.step_m
    west, east = ground.origin_m[0] + first * step, ground.origin_m[0] + (last + 1) * step
    south = ground.origin_m[1] + row * step
    z = level[row, first].astype(np.float64)
    corners = ((west, south), (east, south), (east, south + step), (west, south + step))
    points = np.stack([np.stack([x, y, z], axis=1) for x, y in corners], axis=1).reshape(-1, 3)
    start = 4 * np.arange(len(z))[:, None]
    triangles = np.concatenate([start + np.array(half) for half in ((0, 1, 2), (0, 2, 3))])
    name = scene.skins.get("water", SKINS["water"])
    up = np.broadcast_to([0.0, 0.0, 1.0], points.shape)
    return make(points, triangles, material_name=name, uv=points[:, :2], normals=up)
