"""A world cut out as a block on paper: the ground with its sides, and whence all of it is seen."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world import forms
from outrider.world.materials import SKINS
from outrider.world.mesh import Mesh, make, merge
from outrider.world.raster import Shot, camera
from outrider.world.scene import Scene
from outrider.world.semantics import number_of

F64 = NDArray[np.float64]

PAPER: Final = (2.3, 2.4, 2.5)
"""Light of the paper behind a world that is cut out as a block."""
SIDE_SHARE: Final = 0.06
"""Height of a block's sides under its lowest ground, in halves of its width."""


def from_above(scene: Scene, *, size: tuple[int, int] = (1200, 750)) -> Shot:
    """A shot of all that is worth showing, cut out as a block, from the south and a height."""
    x0, y0, x1, y1 = scene.extent
    reach = 0.5 * max(x1 - x0, y1 - y0)
    points = _outline(scene)
    low, high = points.min(axis=0), points.max(axis=0)
    target = 0.5 * (low + high)
    shot = Shot(
        eye=(0.0, 0.0, 0.0), target=_triple(target), size=size, fov_rad=math.radians(34.0),
        shadow_m=1.45 * reach, backdrop=PAPER, sun_azimuth_rad=math.radians(202.0),
        sun_height_rad=math.radians(40.0), lamps=0.08,
    )  # fmt: skip
    away = reach * np.array([-0.38, -0.78, 0.66])
    for distance in np.arange(1.5, 8.0, 0.05):
        for _ in range(3):
            shot = replace(shot, eye=_triple(target + distance * away), target=_triple(target))
            target = target + _off_centre(points, shot)
        shot = replace(shot, eye=_triple(target + distance * away), target=_triple(target))
        if _fits(points, shot):
            break
    return shot


def _triple(point: F64) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])


def _outline(scene: Scene) -> F64:
    """Points that must be seen: the ground's block, and the tops of what stands on it."""
    x0, y0, x1, y1 = scene.extent
    step = max(x1 - x0, y1 - y0) / 32
    shape = (math.ceil((y1 - y0) / step) + 1, math.ceil((x1 - x0) / step) + 1)
    heights = scene.terrain.window((x0, y0), step_m=step, shape=shape)
    x, y = np.meshgrid(x0 + step * np.arange(shape[1]), y0 + step * np.arange(shape[0]))
    top = np.column_stack([x.ravel(), y.ravel(), heights.ravel()])
    floor = heights.min() - 0.5 * SIDE_SHARE * max(x1 - x0, y1 - y0)
    corners = [(a, b, floor) for a in (x0, x1) for b in (y0, y1)]
    own = scene.things
    tall = np.array([a.height_m for a in own.archetypes] or [0.0])[own.kind] * own.scale
    rows = np.flatnonzero(tall > 2.0)
    tops = own.position[rows] + tall[rows, None] * np.array([0.0, 0.0, 1.0])
    return np.concatenate([top, np.array(corners), tops])


def _off_centre(points: F64, shot: Shot) -> F64:
    """How far the target must move for what is seen to lie in the middle of the picture."""
    view = camera(shot, shot.size)
    turn = view[:9].reshape(3, 3)
    seen = (points - view[9:12]) @ turn.T
    place = seen[:, :2] / seen[:, 2:]
    middle = 0.5 * (place.min(axis=0) + place.max(axis=0))
    far = math.dist(shot.eye, shot.target)
    return np.asarray(far * (middle[0] * turn[0] + middle[1] * turn[1]))


def _fits(points: F64, shot: Shot) -> bool:
    view = camera(shot, shot.size)
    seen = (points - view[9:12]) @ view[:9].reshape(3, 3).T
    x = seen[:, 0] / seen[:, 2] * view[12] + view[14]
    y = seen[:, 1] / seen[:, 2] * view[13] + view[15]
    width, height = shot.size
    wide = (x > 0.025 * width).all() and (x < 0.975 * width).all()
    return bool(wide and (y > 0.03 * height).all() and (y < 0.97 * height).all())


def ground_block(scene: Scene) -> Mesh:
    """The ground of the extent cut out as a block, its sides upright."""
    x0, y0, x1, y1 = scene.extent
    step = max(x1 - x0, y1 - y0) / 480
    shape = (math.ceil((y1 - y0) / step - 1e-6) + 1, math.ceil((x1 - x0) / step - 1e-6) + 1)
    heights = scene.terrain.window((x0, y0), step_m=step, shape=shape)
    top = forms.sheet(heights, (step, step), material="soil_brown").moved((x0, y0, 0.0))
    floor = float(heights.min()) - 0.5 * SIDE_SHARE * max(x1 - x0, y1 - y0)
    x, y = x0 + step * np.arange(shape[1]), y0 + step * np.arange(shape[0])
    edges = (
        np.column_stack([x, np.full(shape[1], y[0]), heights[0]]),
        np.column_stack([np.full(shape[0], x[-1]), y, heights[:, -1]]),
        np.column_stack([x, np.full(shape[1], y[-1]), heights[-1]])[::-1],
        np.column_stack([np.full(shape[0], x[0]), y, heights[:, 0]])[::-1],
    )
    inside = _inside(scene, np.concatenate(edges)[:, :2])
    return merge([top, *(_side(edge, floor, inside) for edge in edges)])


def _inside(scene: Scene, border: F64) -> str:
    """What the sides of the block are made of: rock under sand, snow and rock, else soil."""
    classes = scene.surface(border)
    bare = [number_of(name) for name in ("sand", "rock", "snow", "ice")]
    if np.isin(classes, bare).mean() < 0.5:
        return "soil_brown"
    return scene.skins.get("rock", SKINS["rock"])


def _side(edge: F64, floor: float, material_name: str) -> Mesh:
    """A wall from an edge of the ground down to a floor; the edge runs to the right of its face."""
    low = edge.copy()
    low[:, 2] = floor
    n = len(edge)
    i = np.arange(n - 1)
    triangles = np.concatenate([
        np.column_stack([i, i + 1, n + i + 1]), np.column_stack([i, n + i + 1, n + i]),
    ])  # fmt: skip
    return make(np.concatenate([low, edge]), triangles, material_name=material_name)
