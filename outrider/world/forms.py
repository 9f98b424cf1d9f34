"""Simple forms as meshes: boxes, tubes, balls, cards, and what is turned, swept or extruded."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.world.mesh import Mesh, make, merge

F64 = NDArray[np.float64]

_BOX_CORNERS = np.array([[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)], float)
# Corner k has x = k & 1, y = k & 2, z = k & 4; faces -x, +x, -y, +y, -z, +z, each seen from
# outside.
_BOX_FACES = np.array(
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
)


def box(size: ArrayLike, *, material: str, center: ArrayLike = (0.0, 0.0, 0.0)) -> Mesh:
    """A box of full edges ``size (3,)``; textures in metres."""
    points = _BOX_CORNERS * 0.5 * np.asarray(size, float) + np.asarray(center, float)
    triangles = np.concatenate([_BOX_FACES[:, [0, 1, 2]], _BOX_FACES[:, [0, 2, 3]]])
    return make(points, triangles, material_name=material)


def tube(
    path: ArrayLike,
    radii: ArrayLike,
    *,
    material: str,
    sides: int = 8,
    caps: bool = True,
    uv_turns: float = 1.0,
) -> Mesh:
    """A round tube along ``path (n, 3)`` with a radius at each point; trunks, pipes, limbs.

    The texture runs ``uv_turns`` times about it and along it in metres.
    """
    line = np.asarray(path, float)
    radius = np.broadcast_to(np.asarray(radii, float), (len(line),))
    if len(line) < 2 or sides < 3:
        raise UserError(f"a tube has at least 2 points and 3 sides, not {len(line)} and {sides}")
    across, up = _frames(line)
    angle = 2.0 * math.pi * np.arange(sides + 1) / sides
    out = across[:, None] * np.cos(angle)[:, None] + up[:, None] * np.sin(angle)[:, None]
    points = line[:, None] + radius[:, None, None] * out
    way = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    u = np.broadcast_to(angle / (2.0 * math.pi) * uv_turns, points.shape[:2])
    v = np.broadcast_to(way[:, None], points.shape[:2])
    slope = np.gradient(radius, way) if len(line) > 1 else np.zeros(1)
    ahead = np.cross(across, up)
    normals = out - slope[:, None, None] * ahead[:, None]
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    side = make(
        points.reshape(-1, 3), _grid_triangles(len(line), sides + 1), material_name=material,
        uv=np.stack([u, v], 2).reshape(-1, 2), normals=normals.reshape(-1, 3),
    )  # fmt: skip
    if not caps:
        return side
    ends = []
    for end, facing in ((0, -ahead[0]), (-1, ahead[-1])):
        if radius[end] > 1e-6:
            ring = points[end, :-1] if end else points[end, :-1][::-1]
            ends.append(fan(ring, facing, material=material))
    return merge([side, *ends])


def cylinder(
    radius: float,
    height: float,
    *,
    material: str,
    sides: int = 16,
    top_radius: float | None = None,
    center: ArrayLike = (0.0, 0.0, 0.0),
) -> Mesh:
    """An upright cylinder, or a frustum, about its centre."""
    top = radius if top_radius is None else top_radius
    ends = [(0.0, 0.0, -0.5 * height), (0.0, 0.0, 0.5 * height)]
    return tube(ends, [radius, top], material=material, sides=sides).moved(center)


def rod(a: ArrayLike, b: ArrayLike, radius: float, *, material: str, sides: int = 6) -> Mesh:
    """A straight round bar between two points."""
    ends = np.stack([np.asarray(a, float), np.asarray(b, float)])
    return tube(ends, radius, material=material, sides=sides)


def beam(
    a: ArrayLike, b: ArrayLike, width: float, height: float, *, material: str,
    up: ArrayLike = (0.0, 0.0, 1.0),
) -> Mesh:  # fmt: skip
    """A straight rectangular bar between two points; ``height`` is measured towards ``up``."""
    start, end = np.asarray(a, float), np.asarray(b, float)
    along = end - start
    length = float(np.linalg.norm(along))
    along /= length
    side = np.cross(np.asarray(up, float), along)
    if np.linalg.norm(side) < 1e-6:
        side = np.cross([1.0, 0.0, 0.0], along)
    side /= np.linalg.norm(side)
    turn = np.column_stack([along, side, np.cross(along, side)])
    mesh = box((length, width, height), material=material)
    points = mesh.points @ turn.T.astype(np.float32) + (0.5 * (start + end)).astype(np.float32)
    return make(points, mesh.triangles, material_name=material, uv=mesh.uv,
                normals=mesh.normals @ turn.T.astype(np.float32))  # fmt: skip


def ball(
    radius: ArrayLike,
    *,
    material: str,
    rings: int = 8,
    sides: int = 12,
    center: ArrayLike = (0.0, 0.0, 0.0),
) -> Mesh:
    """A sphere, or an ellipsoid of three radii, about its centre."""
    polar = math.pi * np.arange(rings + 1) / rings
    angle = 2.0 * math.pi * np.arange(sides + 1) / sides
    x = np.sin(polar)[:, None] * np.cos(angle)
    y = np.sin(polar)[:, None] * np.sin(angle)
    z = np.broadcast_to(-np.cos(polar)[:, None], x.shape)
    unit = np.stack([x, y, z], axis=2).reshape(-1, 3)
    size = np.broadcast_to(np.asarray(radius, float), (3,))
    normals = unit / size
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    u = np.broadcast_to(angle * float(size.mean()), x.shape).reshape(-1)
    v = np.broadcast_to((polar * float(size.mean()))[:, None], x.shape).reshape(-1)
    triangles = _grid_triangles(rings + 1, sides + 1)
    a, b, c = (unit[triangles[:, k]] for k in range(3))
    real = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-12
    return make(unit * size + np.asarray(center, float), triangles[real], material_name=material,
                uv=np.stack([u, v], 1), normals=normals)  # fmt: skip


def lathe(
    profile: ArrayLike, *, material: str, sides: int = 16, smooth: bool = True
) -> Mesh:  # fmt: skip
    """What turns about z: ``profile (n, 2)`` of (radius, height), from below upwards."""
    outline = np.asarray(profile, float)
    angle = 2.0 * math.pi * np.arange(sides + 1) / sides
    x = outline[:, :1] * np.cos(angle)
    y = outline[:, :1] * np.sin(angle)
    z = np.broadcast_to(outline[:, 1:], x.shape)
    points = np.stack([x, y, z], axis=2).reshape(-1, 3)
    triangles = _grid_triangles(len(outline), sides + 1)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    real = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-12
    return make(points, triangles[real], material_name=material, smooth=smooth)


def prism(
    outline: ArrayLike, height: float, *, material: str, base: float = 0.0, top: str | None = None
) -> Mesh:
    """A convex or star-shaped outline ``(n, 2)``, counter-clockwise, raised by ``height``."""
    ring = np.asarray(outline, float)
    low = np.column_stack([ring, np.full(len(ring), base)])
    high = low + np.array((0.0, 0.0, height))
    following = np.roll(np.arange(len(ring)), -1)
    n, i = len(ring), np.arange(len(ring))
    sides = np.concatenate([
        np.column_stack([i, following, n + following]), np.column_stack([i, n + following, n + i]),
    ])  # fmt: skip
    wall = make(np.concatenate([low, high]), sides, material_name=material)
    lids = [
        fan(low[::-1], (0.0, 0.0, -1.0), material=material),
        fan(high, (0.0, 0.0, 1.0), material=top or material),
    ]
    return merge([wall, *lids])


def fan(ring: ArrayLike, normal: ArrayLike, *, material: str) -> Mesh:
    """A flat face: ``ring (n, 3)`` counter-clockwise as seen from where the normal points."""
    edge = np.asarray(ring, float)
    points = np.vstack([edge, edge.mean(axis=0)])
    i = np.arange(len(edge))
    triangles = np.column_stack([i, np.roll(i, -1), np.full(len(edge), len(edge))])
    facing = np.broadcast_to(np.asarray(normal, float), points.shape)
    return make(points, triangles, material_name=material, normals=facing)


def quad(corners: ArrayLike, *, material: str, uv: ArrayLike | None = None) -> Mesh:
    """Four corners, counter-clockwise from outside; a card's texture spans it with ``uv=CARD``."""
    points = np.asarray(corners, float)
    return make(points, [[0, 1, 2], [0, 2, 3]], material_name=material, uv=uv)


CARD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def card(
    width: float, height: float, *, material: str, base: ArrayLike = (0.0, 0.0, 0.0),
    heading: float = 0.0, lean: float = 0.0, both: bool = True,
) -> Mesh:  # fmt: skip
    """An upright card that stands on ``base``, its texture upright; ``both`` sides if wanted.

    It faces its heading and leans backwards by ``lean``, rad.
    """
    w, c, s = 0.5 * width, math.cos(lean), math.sin(lean)
    corners = np.array([(0, -w, 0), (0, w, 0), (-s * height, w, c * height),
                        (-s * height, -w, c * height)])  # fmt: skip
    front = quad(corners, material=material, uv=CARD)
    parts = [front]
    if both:
        parts.append(quad(corners[[1, 0, 3, 2]], material=material,
                          uv=np.array(CARD)[[1, 0, 3, 2]]))  # fmt: skip
    return merge(parts).headed(heading).moved(base)


def sheet(heights: ArrayLike, step: tuple[float, float], *, material: str) -> Mesh:
    """A height field ``(rows = y, columns = x)`` from the origin on, smooth."""
    z = np.asarray(heights, float)
    y, x = np.meshgrid(
        np.arange(z.shape[0]) * step[1], np.arange(z.shape[1]) * step[0], indexing="ij"
    )
    points = np.stack([x, y, z], axis=2).reshape(-1, 3)
    return make(points, _grid_triangles(*z.shape), material_name=material, smooth=True,
                uv=points[:, :2])  # fmt: skip


def _grid_triangles(rows: int, columns: int) -> NDArray[np.int32]:
    """Two triangles for each field of a grid whose columns run to the left of its rows."""
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    first = np.stack([a, b, c], axis=-1).reshape(-1, 3)
    second = np.stack([a, c, d], axis=-1).reshape(-1, 3)
    return np.concatenate([first, second]).astype(np.int32)


def _frames(line: F64) -> tuple[F64, F64]:
    """Two unit vectors square to a line at each of its points, which turn as little as they can."""
    ahead = np.gradient(line, axis=0)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-12)
    start = np.array([1.0, 0.0, 0.0]) if abs(ahead[0, 0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    across = np.empty_like(line)
    for k, way in enumerate(ahead):
        last = start if k == 0 else across[k - 1]
        side = last - (last @ way) * way
        across[k] = side / max(float(np.linalg.norm(side)), 1e-12)
    return across, np.cross(ahead, across)


def scatter_on(mesh: Mesh, count: int, chance: F64) -> tuple[F64, F64]:
    """Points and normals ``(count, 3)`` spread evenly over a mesh; ``chance (count, 3)`` 0..1."""
    share = np.cumsum(mesh.areas())
    which = np.searchsorted(share, chance[:count, 0] * share[-1])
    root, part = np.sqrt(chance[:count, 1]), chance[:count, 2]
    weight = np.stack([1.0 - root, root * (1.0 - part), root * part], axis=1)
    points = (mesh.corners()[which] * weight[:, :, None]).sum(axis=1)
    normals = (mesh.normals[mesh.triangles[which]] * weight[:, :, None]).sum(axis=1)
    return points, normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)


def ring_of(count: int, radius: float, *, phase: float = 0.0) -> F64:
    """``(count, 2)`` points of a circle, counter-clockwise."""
    angle = phase + 2.0 * math.pi * np.arange(count) / count
    return np.asarray(radius * np.stack([np.cos(angle), np.sin(angle)], axis=1))


def rounded_rectangle(size: Sequence[float], corner: float, *, steps: int = 4) -> F64:
    """``(n, 2)`` outline of a rectangle about the origin with round corners."""
    half_x, half_y = 0.5 * size[0] - corner, 0.5 * size[1] - corner
    quarter = np.linspace(0.0, 0.5 * math.pi, steps + 1)
    parts = []
    for k, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angle = quarter + 0.5 * math.pi * k
        middle = (x * half_x, y * half_y)
        parts.append(corner * np.stack([np.cos(angle), np.sin(angle)], axis=1) + middle)
    return np.concatenate(parts)
