"""What low plants are put together of: ribbons, leaf cards, solid leaves, and coarse outlines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.mesh import Mesh, make, merge, point_normals
from outrider.world.solids import Solids
from outrider.world.solids import merge as solids_of

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]

GOLDEN_RAD = math.pi * (3.0 - math.sqrt(5.0))
"""The angle between a leaf and the next on most stems."""
UP = np.array([0.0, 0.0, 1.0])


def chance(maker: str, variant: int) -> Stream:
    """The stream of one variant of a plant."""
    return Stream(variant, "assets", maker)


def between(stream: Stream, index: int, low: float, high: float) -> float:
    """One number of a stream."""
    return float(stream.uniform(index, 1, low=low, high=high)[0])


def unit(vectors: ArrayLike) -> F64:
    """Vectors ``(..., 3)`` of length one."""
    given = np.asarray(vectors, float)
    length = np.linalg.norm(given, axis=-1, keepdims=True)
    return np.asarray(given / np.maximum(length, 1e-12))


def level(heading: ArrayLike) -> F64:
    """``(..., 3)`` level unit vectors along headings."""
    angle = np.asarray(heading, float)
    return np.stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)], axis=-1)


def spread(count: int, stream: Stream, index: int, *, jitter: float = 0.35) -> F64:
    """``(count,)`` headings all round, each shifted a little by chance."""
    shift = stream.uniform(index, count + 1, low=-jitter, high=jitter)
    return np.asarray(2.0 * math.pi * (np.arange(count) + shift[:count] + shift[-1]) / count)


def disc(count: int, radius: float, stream: Stream, index: int) -> F64:
    """``(count, 3)`` places on the ground spread evenly over a disc."""
    way = radius * np.sqrt((np.arange(count) + 0.5) / count)
    angle = GOLDEN_RAD * np.arange(count) + stream.uniform(index, count, low=-0.6, high=0.6)
    return np.asarray(way[:, None] * level(angle))


def arcs(
    root: ArrayLike,
    heading: ArrayLike,
    *,
    length: ArrayLike,
    rise: ArrayLike,
    droop: ArrayLike,
    steps: int,
) -> F64:
    """``(n, steps + 1, 3)`` curves that start upwards at ``rise`` and bend down by ``droop``, rad.

    They bend the more the farther out, as stalks do under their own weight.
    """
    start = np.atleast_2d(np.asarray(root, float))
    n = max(len(start), np.size(heading))
    rises, falls, lengths = (
        np.broadcast_to(np.asarray(value, float), (n,))[:, None] for value in (rise, droop, length)
    )
    middle = (np.arange(steps) + 0.5) / steps
    angle = rises - falls * middle**1.4
    ahead = level(np.broadcast_to(np.asarray(heading, float), (n,)))[:, None]
    step = np.cos(angle)[..., None] * ahead + np.sin(angle)[..., None] * UP
    along = np.cumsum(step * (lengths / steps)[..., None], axis=1)
    first = np.broadcast_to(start, (n, 3))[:, None]
    return np.concatenate([first, first + along], axis=1)


def ribbons(
    spine: ArrayLike,
    side: ArrayLike,
    half_width: ArrayLike,
    *,
    material: str,
    keel: float = 0.0,
    glow: tuple[ArrayLike, float] | None = None,
) -> Mesh:
    """Flat leaves along ``spine (n, k, 3)``, both sides, their texture upright along them.

    ``side (n, 3)`` points to their left edge, ``half_width`` is ``(k,)`` or ``(n, k)``; ``keel``
    folds the middle down by that part of the half width. ``glow`` turns the normals towards given
    directions ``(n, 3)`` by a share, as the light on a whole crown or meadow goes.
    """
    line = np.asarray(spine, float)
    n, k = line.shape[:2]
    across = unit(np.broadcast_to(np.asarray(side, float), (n, 3)))[:, None]
    half = np.broadcast_to(np.asarray(half_width, float), (n, k))[..., None]
    ahead = unit(np.gradient(line, axis=1))
    facing = unit(np.cross(ahead, across))
    edges = (-1.0, 1.0) if keel == 0.0 else (-1.0, 0.0, 1.0)
    columns = [line - e * half * across - (1.0 - abs(e)) * keel * half * facing for e in edges]
    points = np.stack(columns, axis=2)
    fold = [unit(facing + e * keel * across) for e in edges]
    normals = np.stack([np.broadcast_to(f, line.shape) for f in fold], axis=2)
    u = np.broadcast_to(0.5 + 0.5 * np.array(edges), points.shape[:3])
    v = np.broadcast_to(np.linspace(0.0, 1.0, k)[:, None], points.shape[:3])
    uv = np.stack([u, v], axis=3).reshape(-1, 2)
    triangles = grids(n, k, len(edges))
    flat, facing_flat = points.reshape(-1, 3), normals.reshape(-1, 3)
    if glow is None:
        return two_sided(flat, facing_flat, uv, triangles, material=material)
    towards = np.broadcast_to(unit(glow[0]), (n, 3))[:, None, None]
    sign = np.where((normals * towards).sum(-1, keepdims=True) < 0.0, -1.0, 1.0)
    bent = unit(glow[1] * towards + (1.0 - glow[1]) * sign * normals).reshape(-1, 3)
    return two_sided(flat, bent, uv, triangles, material=material, same_normals=True)


def two_sided(
    points: F64, normals: F64, uv: F64, triangles: I32, *, material: str, same_normals: bool = False
) -> Mesh:
    """A sheet seen from both sides; the backs have normals of their own or the fronts'."""
    real = triangles[_real(points, triangles)]
    back = real[:, ::-1]
    if same_normals:
        return make(points, np.concatenate([real, back]), material_name=material, uv=uv,
                    normals=normals)  # fmt: skip
    return make(
        np.concatenate([points, points]), np.concatenate([real, back + len(points)]),
        material_name=material, uv=np.concatenate([uv, uv]),
        normals=np.concatenate([normals, -normals]),
    )  # fmt: skip


def cards(
    center: ArrayLike, along: ArrayLike, across: ArrayLike, *, material: str, fold: float = 0.0,
    glow: tuple[ArrayLike, float] | None = None,
) -> Mesh:  # fmt: skip
    """Leaf cards about their centres ``(n, 3)``; ``along`` and ``across`` are their full edges.

    ``fold`` bends them over a diagonal, by that part of their width.
    """
    middle = np.asarray(center, float)
    length, width = np.broadcast_arrays(np.asarray(along, float), np.asarray(across, float))
    n = len(middle)
    facing = unit(np.cross(width, length))
    dip = fold * np.linalg.norm(width, axis=-1, keepdims=True) * facing
    points = np.stack([
        middle + 0.5 * (x * width + y * length) - 0.5 * x * y * dip
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ], axis=1)  # fmt: skip
    normals = facing
    if glow is not None:
        towards = unit(np.broadcast_to(np.asarray(glow[0], float), facing.shape))
        sign = np.where((facing * towards).sum(-1, keepdims=True) < 0.0, -1.0, 1.0)
        normals = unit(glow[1] * towards + (1.0 - glow[1]) * sign * facing)
    corner = 4 * np.arange(n, dtype=np.int32)[:, None]
    halves = [corner + np.array(half) for half in ((0, 1, 2), (0, 2, 3))]
    triangles = np.concatenate(halves).astype(np.int32)
    uv = np.tile([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], (n, 1))
    return two_sided(points.reshape(-1, 3), np.repeat(normals, 4, axis=0), uv, triangles,
                     material=material, same_normals=glow is not None)  # fmt: skip


def lofts(rings: ArrayLike, *, material: str) -> Mesh:
    """Solid bodies through ``rings (n, k, s, 3)``, counter-clockwise seen from the last ring.

    They are smooth along and about; an end that is not a point gets a lid.
    """
    given = np.asarray(rings, float)
    n, k, s = given.shape[:3]
    points = given.reshape(-1, 3)
    triangles = _wrapped(n, k, s)
    normals = point_normals(points.astype(np.float32), triangles[_real(points, triangles)])
    seam = np.r_[np.arange(s), 0]
    closed, facing = given[:, :, seam], normals.reshape(given.shape)[:, :, seam]
    about = np.linalg.norm(np.diff(closed, axis=2), axis=3).max(axis=(0, 1))
    way = np.linalg.norm(np.diff(given.mean(axis=2), axis=1), axis=2).cumsum(axis=1)
    u = np.broadcast_to(np.r_[0.0, about.cumsum()], closed.shape[:3])
    v = np.broadcast_to(np.c_[np.zeros(n), way][..., None], closed.shape[:3])
    rows, grid = closed.reshape(-1, 3), grids(n, k, s + 1)
    body = make(
        rows, grid[_real(rows, grid)], material_name=material, normals=facing.reshape(-1, 3),
        uv=np.stack([u, v], axis=3).reshape(-1, 2),
    )  # fmt: skip
    return merge([body, *_lids(given, material)])


def _lids(rings: F64, material: str) -> list[Mesh]:
    """Flat lids on the ends of bodies that are not points."""
    lids = []
    for ends, order in ((rings[:, 0], slice(None, None, -1)), (rings[:, -1], slice(None))):
        middle = ends.mean(axis=1, keepdims=True)
        wide = np.linalg.norm(ends - middle, axis=2).max(axis=1) > 1e-6
        if wide.any():
            ring = ends[wide][:, order]
            s = ring.shape[1]
            corners = np.concatenate([ring, middle[wide]], axis=1)
            i = np.arange(s)
            fan = np.column_stack([i, np.roll(i, -1), np.full(s, s)])
            all_fans = (fan + (np.arange(len(ring)) * (s + 1))[:, None, None]).reshape(-1, 3)
            lids.append(make(corners.reshape(-1, 3), all_fans, material_name=material))
    return lids


def section(spine: F64, side: F64, outline: ArrayLike, sizes: ArrayLike) -> F64:
    """``(n, k, s, 3)`` rings for ``lofts``: an outline ``(s, 2)`` along ``spine (n, k, 3)``.

    The outline's x lies along ``side (n, 3)``; ``sizes (k,)`` or ``(n, k)`` stretch it.
    """
    shape = np.asarray(outline, float)
    ahead = unit(np.gradient(spine, axis=1))
    across = np.broadcast_to(unit(side)[:, None], spine.shape)
    facing = unit(np.cross(ahead, across))
    size = np.broadcast_to(np.asarray(sizes, float), spine.shape[:2])[..., None, None]
    ring = across[:, :, None] * shape[:, :1] + facing[:, :, None] * shape[:, 1:]
    return np.asarray(spine[:, :, None] + size * ring)


def sideways(heading: ArrayLike) -> F64:
    """``(n, 3)`` level unit vectors to the left of headings: the side of ribbons that face up."""
    return level(np.asarray(heading, float) + 0.5 * math.pi)


def crossed(
    width: float, height: float, *, material: str, planes: int = 3, turn: float = 0.4
) -> Mesh:
    """Upright cards through the axis, each with the whole plant's picture."""
    heading = turn + math.pi * np.arange(planes) / planes
    middle = np.broadcast_to(0.5 * height * UP, (planes, 3))
    across = width * level(heading)
    return cards(middle, height * UP, across, material=material,
                 glow=(0.4 * sideways(heading) + UP, 0.8))  # fmt: skip


def fitted(mesh: Mesh, like: Mesh) -> Mesh:
    """A mesh stretched so that its extent is that of another."""
    low, high = like.bounds
    own_low, own_high = mesh.bounds
    scale = (high - low) / np.maximum(own_high - own_low, 1e-6)
    stretched = mesh.scaled(np.maximum(scale, 1e-6))
    return stretched.moved(low - own_low * np.maximum(scale, 1e-6))


def stretch(mesh: Mesh, *, height: float, width: float | None = None) -> F64:
    """(3,) factors that bring a mesh to a height above its origin and a mean width."""
    wide = 1.0 if width is None else 2.0 * width / float(mesh.size[0] + mesh.size[1])
    return np.array([wide, wide, height / float(mesh.bounds[1][2])])


def sized(mesh: Mesh, *, height: float, width: float | None = None) -> Mesh:
    """A mesh stretched to a height above its origin and, if given, to a mean width."""
    return mesh.scaled(stretch(mesh, height=height, width=width))


def plant(
    maker: str,
    variant: int,
    semantic: str,
    lods: Sequence[Mesh],
    *,
    reach: float = 1.0,
    proxies: Solids | None = None,
    part_classes: Mapping[str, str] | None = None,
) -> Archetype:
    """An archetype named after its maker; its coarser levels begin in proportion to its size."""
    size = float(np.linalg.norm(lods[0].size))
    return Archetype(
        name=f"{maker}_{variant}",
        semantic=semantic,
        lods=tuple(lods),
        lod_m=tuple(round(reach * k * size, 1) for k in (10.0, 32.0)[: len(lods) - 1]),
        proxies=solids_of([]) if proxies is None else proxies,
        part_classes=part_classes or {},
    )


def grids(n: int, rows: int, columns: int) -> I32:
    """Triangles of n grids of points one after the other."""
    index = np.arange(n * rows * columns, dtype=np.int32).reshape(n, rows, columns)
    a, b = index[:, :-1, :-1], index[:, :-1, 1:]
    c, d = index[:, 1:, 1:], index[:, 1:, :-1]
    first = np.stack([a, b, c], axis=-1).reshape(-1, 3)
    second = np.stack([a, c, d], axis=-1).reshape(-1, 3)
    return np.concatenate([first, second])


def _wrapped(n: int, rows: int, sides: int) -> I32:
    """Triangles of n tubes of points, closed about."""
    index = np.arange(n * rows * sides, dtype=np.int32).reshape(n, rows, sides)
    following = np.roll(index, -1, axis=2)
    a, b, c, d = index[:, :-1], following[:, :-1], following[:, 1:], index[:, 1:]
    first = np.stack([a, b, c], axis=-1).reshape(-1, 3)
    second = np.stack([a, c, d], axis=-1).reshape(-1, 3)
    return np.concatenate([first, second])


def _real(points: F64, triangles: I32) -> NDArray[np.bool_]:
    """``(m,)`` which triangles have an area."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return np.asarray(np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-11)
