"""Lofts: closed smooth bodies through rings of points, and the rings of limbs and trunks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.mesh import Mesh, make

F64 = NDArray[np.float64]


def loft(
    rings: ArrayLike, *, material: str, start: ArrayLike | None = None, end: ArrayLike | None = None
) -> Mesh:
    """A closed body through rings ``(r, c, 3)`` that run counter-clockwise as seen from its end.

    Each end closes in a point: the middle of its ring, or the one given. Points come ring by ring,
    ``c + 1`` a ring, then the two end points: see :func:`spread`.
    """
    ring = np.asarray(rings, np.float64)
    count, columns = ring.shape[:2]
    first = ring[0].mean(axis=0) if start is None else np.asarray(start, float)
    last = ring[-1].mean(axis=0) if end is None else np.asarray(end, float)
    around = np.concatenate([ring, ring[:, :1]], axis=1)
    points = np.vstack([around.reshape(-1, 3), first, last])
    return make(points, _triangles(count, columns), material_name=material, uv=_uv(around),
                normals=_normals(ring, first, last))  # fmt: skip


def spread(ring_shares: ArrayLike, columns: int) -> F64:
    """``(points, joints)`` of a loft's points, from the shares of its rings ``(r, joints)``."""
    share = np.asarray(ring_shares, np.float64)
    return np.vstack([np.repeat(share, columns + 1, axis=0), share[:1], share[-1:]])


def _triangles(count: int, columns: int) -> NDArray[np.int32]:
    index = np.arange(count * (columns + 1)).reshape(count, columns + 1)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    sides = [np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))]
    low, high = count * (columns + 1), count * (columns + 1) + 1
    bottom = np.column_stack([index[0, 1:], index[0, :-1], np.full(columns, low)])
    top = np.column_stack([index[-1, :-1], index[-1, 1:], np.full(columns, high)])
    return np.concatenate([*sides, bottom, top]).astype(np.int32)


def _normals(ring: F64, first: F64, last: F64) -> F64:
    """Square to the grid; the end points face away from the body."""
    stack = np.concatenate([np.broadcast_to(first, ring[:1].shape), ring,
                            np.broadcast_to(last, ring[:1].shape)])  # fmt: skip
    along = stack[2:] - stack[:-2]
    across = np.roll(ring, -1, axis=1) - np.roll(ring, 1, axis=1)
    square = np.cross(across, along)
    square /= np.maximum(np.linalg.norm(square, axis=2, keepdims=True), 1e-12)
    square = np.concatenate([square, square[:, :1]], axis=1).reshape(-1, 3)
    ends = [_facing(ring[0][::-1]), _facing(ring[-1])]
    return np.vstack([square, *ends])


def _facing(loop: F64) -> F64:
    """Unit vector that a flat loop, counter-clockwise, faces."""
    face = np.cross(loop, np.roll(loop, -1, axis=0)).sum(axis=0)
    return np.asarray(face / max(float(np.linalg.norm(face)), 1e-12))


def _uv(around: F64) -> F64:
    """Metres about each ring from its first point, and along the middle of the rings."""
    step = np.linalg.norm(np.diff(around, axis=1), axis=2)
    u = np.concatenate([np.zeros((len(around), 1)), np.cumsum(step, axis=1)], axis=1)
    middle = around[:, :-1].mean(axis=1)
    ways = np.linalg.norm(np.diff(middle, axis=0), axis=1)
    v = np.broadcast_to(np.concatenate([[0.0], np.cumsum(ways)])[:, None], u.shape)
    uv = np.stack([u, v], axis=2).reshape(-1, 2)
    return np.vstack([uv, uv[0], uv[-1]])


def curve(table: ArrayLike, stations: ArrayLike) -> F64:
    """Rows of a smooth curve through a table, whose first column are the stations."""
    rows = np.asarray(table, np.float64)
    at, known = np.asarray(stations, np.float64), rows[:, 0]
    slope = np.gradient(rows, known, axis=0)
    k = np.clip(np.searchsorted(known, at, side="right") - 1, 0, len(known) - 2)
    width = (known[k + 1] - known[k])[:, None]
    t = np.clip((at - known[k])[:, None] / width, 0.0, 1.0)
    out = (2 * t**3 - 3 * t**2 + 1) * rows[k] + (t**3 - 2 * t**2 + t) * width * slope[k]
    return np.asarray(out + (3 * t**2 - 2 * t**3) * rows[k + 1]
                      + (t**3 - t**2) * width * slope[k + 1])  # fmt: skip


def stations(
    table: ArrayLike, count: int, *, low: float = -math.inf, high: float = math.inf
) -> F64:
    """``count`` places along a table from ``low`` to ``high``, as dense as its rows are there."""
    known = np.asarray(table, np.float64)[:, 0]
    first, last = max(low, known[0]), min(high, known[-1])
    near = 0.3 * (last - first) / len(known)
    inner = known[(known > first + near) & (known < last - near)]
    knots = np.concatenate([[first], inner, [last]])
    return np.asarray(
        np.interp(np.linspace(0, len(knots) - 1, count), np.arange(len(knots)), knots)
    )


def circle(columns: int, *, bunch: float = 0.0, square: ArrayLike = 2.0) -> F64:
    """``(2,) + shape + (columns,)`` cosines and sines of a ring, squarer above exponent 2.

    ``bunch`` crowds the columns about the first, 0 even … 0.9.
    """
    even = 2.0 * math.pi * np.arange(columns) / columns
    angle = even - bunch * np.sin(even)
    c, s = np.cos(angle), np.sin(angle)
    power = 2.0 / np.asarray(square, np.float64)[..., None]
    return np.stack([np.sign(c) * np.abs(c) ** power, np.sign(s) * np.abs(s) ** power])


def limb(
    path: ArrayLike,
    radii: ArrayLike,
    *,
    material: str,
    sides: int,
    front: ArrayLike = (1.0, 0.0, 0.0),
    square: float = 2.0,
    tips: tuple[float, float] = (0.4, 0.4),
) -> Mesh:
    """A closed body along ``path (r, 3)``, elliptic: ``radii (r, 2)`` towards the front and aside.

    ``tips`` tell how far each end bulges out, as a share of its ring's smaller radius.
    """
    line = np.asarray(path, np.float64)
    size = np.asarray(radii, np.float64)
    way = np.gradient(line, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    ahead = np.asarray(front, float) - (way @ np.asarray(front, float))[:, None] * way
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    aside = np.cross(way, ahead)
    c, s = circle(sides, square=square)
    rings = (
        line[:, None]
        + size[:, :1, None] * c[:, None] * ahead[:, None]
        + size[:, 1:, None] * s[:, None] * aside[:, None]
    )
    first = line[0] - tips[0] * size[0].min() * way[0]
    last = line[-1] + tips[1] * size[-1].min() * way[-1]
    return loft(rings, material=material, start=first, end=last)


def chain(at: ArrayLike, bones: Sequence[int], joints: Sequence[tuple[float, float]]) -> F64:
    """``(r, max bone + 1)`` shares of bones that follow each other along a body.

    Bone k ends and bone k + 1 begins at the station ``joints[k][0]``, over ± ``joints[k][1]``.
    """
    place = np.asarray(at, np.float64)
    share = np.zeros((len(place), max(bones) + 1))
    left = np.ones(len(place))
    for bone, (joint, blend) in zip(bones, joints, strict=False):
        t = np.clip((place - joint + blend) / (2.0 * blend), 0.0, 1.0)
        passed = t * t * (3.0 - 2.0 * t)
        share[:, bone] += left * (1.0 - passed)
        left = left * passed
    share[:, bones[-1]] += left
    return share


def closed_loop(path: ArrayLike, radius: float, *, material: str, sides: int) -> Mesh:
    """A round tube along a closed path ``(n, 3)`` that lies about in a plane: a ring of rope."""
    line = np.asarray(path, np.float64)
    way = np.roll(line, -1, axis=0) - np.roll(line, 1, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    upright = np.cross(line - line.mean(axis=0), way)
    upright /= np.linalg.norm(upright, axis=1, keepdims=True)
    c, s = circle(sides)
    out = c[:, None] * upright[:, None] + s[:, None] * np.cross(way, upright)[:, None]
    out = np.concatenate([out, out[:1]], axis=0)
    out = np.concatenate([out, out[:, :1]], axis=1)
    points = np.concatenate([line, line[:1]])[:, None] + radius * out
    index = np.arange(out.shape[0] * out.shape[1]).reshape(out.shape[:2])
    a, b, c2, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    corners = [np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c2), (a, c2, d))]
    return make(points.reshape(-1, 3), np.concatenate(corners), material_name=material,
                uv=_uv(points)[:-2], normals=out.reshape(-1, 3))  # fmt: skip
