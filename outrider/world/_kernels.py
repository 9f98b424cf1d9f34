"""The world's kernels under one name, for kernels elsewhere that stand on the ground.

    height_at(terrain, x, y), slope_at(terrain, x, y), ground_at(terrain, x, y)
    fill_heights(terrain, x0, y0, step, nx, ny, out, z0, scale)
    near(obstacles, x, y, radius, rows, gaps)
    near_many(obstacles, points, radius, rows, gaps, counts)

``terrain`` is ``scene.terrain.packed``; ``obstacles`` is ``scene.obstacles``.
"""

from outrider.world._kernels_lattice import fill_heights
from outrider.world._kernels_objects import (
    BOX,
    CAPSULE,
    CYLINDER,
    SPHERE,
    Obstacles,
    near,
    near_between,
    near_many,
)
from outrider.world._kernels_shapes import column_at, distance_to, line_span, normal_on
from outrider.world._kernels_terrain import ground_at, height_at, slope_at, surface_at

__all__ = [
    "BOX",
    "CAPSULE",
    "CYLINDER",
    "SPHERE",
    "Obstacles",
    "column_at",
    "distance_to",
    "fill_heights",
    "ground_at",
    "height_at",
    "line_span",
    "near",
    "near_between",
    "near_many",
    "normal_on",
    "slope_at",
    "surface_at",
]
