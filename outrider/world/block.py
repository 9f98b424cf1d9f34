"""A world cut out as a block on paper: the ground with its sides, and whence all of it is seen."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world import forms
from outrider.world.materials import SKINS, material
from outrider.world.mesh import Mesh, make, merge
from outrider.world.raster import Shot, camera
from outrider.world.scene import Scene
from outrider.world.semantics import number_of

F64 = NDArray[np.float64]

PAPER: Final = (2.3, 2.4, 2.5)
"""Light of the paper behind a world that is cut out as a block."""
SIDE_SHARE: Final = 0.06
"""Height of a block's sides under its lowest ground, in halves of its width."""
TOWARDS: Final = (-0.38, -0.78, 0.66)
"""Whence a block is seen, unless its high side would hide the rest."""
SUN_RAD: Final = math.radians(202.0)
WORTH_A_TURN: Final = 0.02
"""So much lower, as a share of the width, must other sides be for the block to be turned."""
CUT: Final = "wall_paint"
"""A plain material that the tones of the sides are given to."""
HUMUS: Final = (92.0, 70.0, 50.0)
SNOW: Final = (222.0, 230.0, 238.0)
ICE: Final = (140.0, 188.0, 216.0)
SKIN_SHARE: Final = 0.012
"""Thickness of the layer on top, as a share of the width."""
ICE_SHARE: Final = 0.085
STRATA: Final = ((0.0, 1.0), (0.24, 0.92), (0.42, 1.06), (0.6, 0.88), (0.82, 0.97))
"""How deep each layer of the sides begins, as a share of all, and its tone."""


def from_above(scene: Scene, *, size: tuple[int, int] = (1200, 750)) -> Shot:
    """A shot of all that is worth showing, cut out as a block, from a height.

    It is taken from the south, unless mountains there would hide what lies behind them.
    """
    x0, y0, x1, y1 = scene.extent
    reach = 0.5 * max(x1 - x0, y1 - y0)
    points = _outline(scene)
    low, high = points.min(axis=0), points.max(axis=0)
    target = 0.5 * (low + high)
    turn = _turn(scene)
    shot = Shot(
        eye=(0.0, 0.0, 0.0), target=_triple(target), size=size, fov_rad=math.radians(34.0),
        shadow_m=1.45 * reach, backdrop=PAPER, sun_azimuth_rad=SUN_RAD + turn,
        sun_height_rad=math.radians(40.0), lamps=0.08,
    )  # fmt: skip
    x, y, z = TOWARDS
    c, s = math.cos(turn), math.sin(turn)
    away = reach * np.array([c * x - s * y, s * x + c * y, z])
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
    floor = _floor(scene, heights)
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


def _turn(scene: Scene) -> float:
    """Angle, rad, by which the view is turned so that the low sides are in front."""
    edges = _edges(scene, cells=32)
    south, east, north, west = (float(edge[:, 2].mean()) for edge in edges)
    x0, y0, x1, y1 = scene.extent
    fronts = ((south, west), (east, south), (north, east), (west, north))
    high = [(2.0 * ahead + beside) / 3.0 for ahead, beside in fronts]
    best = int(np.argmin(high))
    worth = high[0] - high[best] > WORTH_A_TURN * max(x1 - x0, y1 - y0)
    return 0.5 * math.pi * best if worth else 0.0


def _edges(scene: Scene, *, cells: int) -> tuple[F64, F64, F64, F64]:
    """The borders of the ground, ``(n, 3)``, south, east, north and west, the world to the left."""
    x0, y0 = scene.extent[:2]
    step, shape = _mesh_width(scene, cells)
    heights = scene.terrain.window((x0, y0), step_m=step, shape=shape)
    x, y = x0 + step * np.arange(shape[1]), y0 + step * np.arange(shape[0])
    return (
        np.column_stack([x, np.full(shape[1], y[0]), heights[0]]),
        np.column_stack([np.full(shape[0], x[-1]), y, heights[:, -1]]),
        np.column_stack([x, np.full(shape[1], y[-1]), heights[-1]])[::-1],
        np.column_stack([np.full(shape[0], x[0]), y, heights[:, 0]])[::-1],
    )


def _mesh_width(scene: Scene, cells: int) -> tuple[float, tuple[int, int]]:
    """Step and numbers of heights, by rows and columns, of so many cells to the longer side."""
    x0, y0, x1, y1 = scene.extent
    step = max(x1 - x0, y1 - y0) / cells
    return step, (math.ceil((y1 - y0) / step - 1e-6) + 1, math.ceil((x1 - x0) / step - 1e-6) + 1)


def ground_block(scene: Scene) -> tuple[tuple[Mesh, F64], ...]:
    """The ground of the extent cut out as a block: its top, then its sides layer by layer.

    Each with factors of its colour.
    """
    x0, y0, x1, y1 = scene.extent
    step, shape = _mesh_width(scene, 480)
    heights = scene.terrain.window((x0, y0), step_m=step, shape=shape)
    top = forms.sheet(heights, (step, step), material="soil_brown").moved((x0, y0, 0.0))
    wide = max(x1 - x0, y1 - y0)
    floor = _floor(scene, heights)
    edges = _edges(scene, cells=480)
    inner, outer = _colours(scene, np.concatenate(edges)[:, :2])
    lines = [_layers(scene, edge, floor, wide) for edge in edges]
    paint = np.asarray(material(CUT).colour, float)
    tones = (np.array(ICE), outer, *(tone * inner for _, tone in STRATA))
    parts = [(top, np.ones(3))]
    for k, tone in enumerate(tones):
        walls = [_side(edge, own[k], own[k + 1]) for edge, own in zip(edges, lines, strict=True)]
        parts.append((merge(walls), tone / paint))
    return tuple(parts)


def _floor(scene: Scene, heights: F64) -> float:
    """Height of the block's underside: deeper where ice reaches down at its sides."""
    x0, y0, x1, y1 = scene.extent
    icy = any(_icy(scene, edge).any() for edge in _edges(scene, cells=64))
    deep = 0.5 * SIDE_SHARE + (ICE_SHARE if icy else 0.0)
    return float(heights.min()) - deep * max(x1 - x0, y1 - y0)


def _inwards(scene: Scene, border: F64) -> F64:
    """Points on the border moved onto the map of the ground."""
    x0, y0, x1, y1 = scene.extent
    gap = 0.002 * max(x1 - x0, y1 - y0)
    return np.clip(border, (x0 + gap, y0 + gap), (x1 - gap, y1 - gap))


def _icy(scene: Scene, edge: F64) -> F64:
    """``(n,)`` thickness of the ice that is cut along an edge, 0..1."""
    ice = (scene.surface(_inwards(scene, edge[:, :2])) == number_of("ice")).astype(float)
    near = _running_mean((_running_mean(ice, len(edge) // 6) > 0.04).astype(float), len(edge) // 9)
    return np.asarray(np.sqrt(np.clip(near, 0.0, 1.0)))


def _colours(scene: Scene, border: F64) -> tuple[F64, F64]:
    """What the sides of the block are made of, and what lies on top of it.

    Rock under sand, snow and rock, else soil under a darker one.
    """
    classes = scene.surface(_inwards(scene, border))
    cold = np.isin(classes, [number_of("snow"), number_of("ice")]).mean() > 0.5
    bare = np.isin(classes, [number_of(name) for name in ("sand", "rock", "snow", "ice")])
    if bare.mean() < 0.5:
        return np.asarray(material("soil_brown").colour, float), np.array(HUMUS)
    rock = np.asarray(material(scene.skins.get("rock", SKINS["rock"])).colour, float)
    return rock, np.array(SNOW) if cold else 0.82 * rock


def _layers(scene: Scene, edge: F64, floor: float, wide: float) -> list[F64]:
    """Heights of the borders of the layers along an edge, from its top to the floor."""
    surface, n = edge[:, 2], len(edge)
    body = _icy(scene, edge)
    under = np.maximum(surface - ICE_SHARE * wide * body, floor)
    skin = np.maximum(np.minimum(under, surface - SKIN_SHARE * wide), floor)
    calm = _running_mean(under, n // 5)
    found = [surface, under, skin]
    for share, _ in STRATA[1:]:
        found.append(np.minimum(found[-1], calm + share * (floor - calm)))
    return [*found, np.full(n, floor)]


def _running_mean(values: F64, window: int) -> F64:
    half = max(window // 2, 1)
    padded = np.pad(values, half, mode="edge")
    return np.convolve(padded, np.full(2 * half + 1, 1.0 / (2 * half + 1)), mode="valid")


def _side(edge: F64, high: F64, low: F64) -> Mesh:
    """A wall under an edge of the ground between two heights; seen from outside it runs right."""
    n = len(edge)
    upper, lower = (np.column_stack([edge[:, :2], z]) for z in (high, low))
    i = np.arange(n - 1)
    triangles = np.concatenate([
        np.column_stack([i, i + 1, n + i + 1]), np.column_stack([i, n + i + 1, n + i]),
    ])  # fmt: skip
    return make(np.concatenate([lower, upper]), triangles, material_name=CUT)
