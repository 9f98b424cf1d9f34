"""What furniture is joined from: blocks, padded blocks, legs, bent shells, and their solids.

Blocks and posts are named by the middle of their underside, as one sets them down. Furniture looks
along x: a chair's sitter, a cabinet's doors; what stands at a wall turns its back (-x) to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.rng import Stream
from outrider.world.archetype import Archetype
from outrider.world.forms import box, cylinder, tube
from outrider.world.mesh import Mesh, make, merge
from outrider.world.solids import Solids, boxes, cylinders
from outrider.world.solids import merge as merge_solids

F64 = NDArray[np.float64]
Point = tuple[float, float, float]
Parts = list[Mesh]
Build = Callable[[int], Sequence[Mesh]]
"""The parts at a level of detail: 0 all, 1 what is seen across a room, 2 the silhouette."""

PROXY_OUT_M: Final = 0.03
"""No solid part of furniture sticks out of its proxies further than this."""
SWITCH_M_PER_M: Final = (12.5, 40.0)
"""Distance of the coarser levels for each metre of the thing's largest extent."""
ORIGIN: Final = (0.0, 0.0, 0.0)


def furnished(
    maker: str,
    variant: int,
    build: Build,
    *,
    proxies: Sequence[Solids] = (),
    semantic: str = "furniture",
    part_classes: Mapping[str, str] | None = None,
    levels: int = 3,
) -> Archetype:
    """The archetype of a piece whose parts ``build`` makes for each level of detail."""
    lods = tuple(merge(list(build(detail))) for detail in range(levels))
    extent = float(lods[0].size.max())
    return Archetype(
        name=f"{maker}_{variant}",
        semantic=semantic,
        lods=lods,
        lod_m=tuple(round(extent * each, 1) for each in SWITCH_M_PER_M[: levels - 1]),
        proxies=merge_solids(list(proxies)),
        part_classes=dict(part_classes or {}),
    )


def chance(maker: str, variant: int, count: int) -> F64:
    """``count`` numbers in 0..1 that belong to one variant of a maker."""
    return Stream(0, "assets", maker).uniform(variant, count)


def block(size: Point, at: Point, material: str) -> Mesh:
    """A box that stands on ``at``; its grain runs along its longest edge."""
    return grained(box(size, material=material, center=(at[0], at[1], at[2] + 0.5 * size[2])), size)


def grained(mesh: Mesh, size: Point) -> Mesh:
    """The mesh of a block, textures laid on along its longest edge."""
    longest = int(np.argmax(size))
    facing = np.abs(mesh.normals).argmax(axis=1)
    first = np.where(facing == longest, (longest + 1) % 3, longest)
    rows = np.arange(len(facing))
    uv = np.stack([mesh.points[rows, first], mesh.points[rows, 3 - facing - first]], axis=1)
    return replace(mesh, uv=uv)


def solid(size: Point, at: Point, semantic: str = "furniture", *, heading: float = 0.0) -> Solids:
    """The proxy of a block."""
    center = (at[0], at[1], at[2] + 0.5 * size[2])
    return boxes([center], size=size, semantic=semantic, heading=heading)


def post(
    radius: float, height: float, at: Point, material: str, *, sides: int = 10,
    top: float | None = None,
) -> Mesh:  # fmt: skip
    """A round post that stands on ``at``."""
    center = (at[0], at[1], at[2] + 0.5 * height)
    whole = cylinder(radius, height, material=material, sides=sides, top_radius=top, center=center)
    return replace(whole, uv=whole.uv[:, ::-1])


def round_solid(radius: float, height: float, at: Point, semantic: str = "furniture") -> Solids:
    """The proxy of a post."""
    center = (at[0], at[1], at[2] + 0.5 * height)
    return cylinders([center], radius=radius, height=height, semantic=semantic)


def padded(
    size: Point, at: Point, material: str, *, radius: float = 0.03, steps: int = 1, detail: int = 0
) -> Mesh:
    """A block with round edges: 44 triangles at one step; a plain block in coarser levels."""
    round_m = min(radius, 0.49 * min(size))
    if detail > 0 or round_m <= 0.0:
        return block(size, at, material)
    inner = 0.5 * np.asarray(size) - round_m
    quarter = np.linspace(0.0, 0.5 * math.pi, steps + 1)
    turn = np.concatenate([quarter + 0.5 * math.pi * k for k in range(4)])
    tilt = np.concatenate([quarter - 0.5 * math.pi, quarter])
    east = np.repeat([1.0, -1.0, -1.0, 1.0], steps + 1)
    north = np.repeat([1.0, 1.0, -1.0, -1.0], steps + 1)
    above = np.repeat([-1.0, 1.0], steps + 1)
    normals = np.stack(
        [np.outer(np.cos(tilt), np.cos(turn)), np.outer(np.cos(tilt), np.sin(turn)),
         np.repeat(np.sin(tilt)[:, None], len(turn), axis=1)], axis=2,
    )  # fmt: skip
    corner = np.stack(
        [np.tile(east * inner[0], (len(tilt), 1)), np.tile(north * inner[1], (len(tilt), 1)),
         np.repeat(above[:, None] * inner[2], len(turn), axis=1)], axis=2,
    )  # fmt: skip
    points = (corner + round_m * normals).reshape(-1, 3)
    rows, columns = len(tilt), len(turn)
    triangles = np.concatenate([_closed_grid(rows, columns), _lids(rows, columns, steps + 1)])
    a, b, c = (points[triangles[:, k]] for k in range(3))
    real = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-12
    center = np.array([at[0], at[1], at[2] + 0.5 * size[2]])
    mesh = make(
        points + center, triangles[real], material_name=material, normals=normals.reshape(-1, 3)
    )
    return grained(mesh, size)


def _closed_grid(rows: int, columns: int) -> NDArray[np.int64]:
    """Triangles of a grid whose last column meets its first."""
    index = np.arange(rows * columns).reshape(rows, columns)
    following = np.roll(index, -1, axis=1)
    a, b, c, d = index[:-1], following[:-1], following[1:], index[1:]
    first, second = np.stack([a, b, c], axis=-1), np.stack([a, c, d], axis=-1)
    return np.concatenate([first.reshape(-1, 3), second.reshape(-1, 3)])


def _lids(rows: int, columns: int, each: int) -> NDArray[np.int64]:
    low = np.arange(4) * each
    high = low + (rows - 1) * columns
    return np.array([low[[0, 2, 1]], low[[0, 3, 2]], high[[0, 1, 2]], high[[0, 2, 3]]])


def shell(front: ArrayLike, thickness: float, material: str, *, back: str | None = None,
          behind: Point | None = None) -> Mesh:  # fmt: skip
    """A bent board: ``front (rows, columns, 3)``, its rows running upwards, columns leftwards.

    The thickness lies behind the front as one looks at it, or towards ``behind``.
    """
    face = np.asarray(front, float)
    rows, columns = face.shape[:2]
    along, up = np.gradient(face, axis=1), np.gradient(face, axis=0)
    normal = np.cross(along, up)
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    rear = face + thickness * (-normal if behind is None else np.asarray(behind))
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    grid = np.concatenate(
        [np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)]
    )
    rim = np.concatenate([index[0], index[1:, -1], index[-1, -2::-1], index[-2:0:-1, 0]])
    following, far = np.roll(rim, -1), rows * columns
    sides = np.concatenate([
        np.column_stack([rim, far + rim, far + following]),
        np.column_stack([rim, far + following, following]),
    ])  # fmt: skip
    both = np.concatenate([face.reshape(-1, 3), rear.reshape(-1, 3)])
    return merge([
        make(face.reshape(-1, 3), grid, material_name=material, smooth=True),
        make(rear.reshape(-1, 3), grid[:, ::-1], material_name=back or material, smooth=True),
        make(both, sides, material_name=material),
    ])  # fmt: skip


def lying(
    a: Point, b: Point, radius: float, material: str, *, sides: int = 8, detail: int = 0
) -> Mesh:
    """A round bar between two points; square in coarser levels."""
    whole = tube([a, b], [radius, radius], material=material, sides=4 if detail else sides)
    return replace(whole, uv=whole.uv[:, ::-1])


def leaned(mesh: Mesh, angle: float, *, pivot: Point = ORIGIN) -> Mesh:
    """The mesh, its upper part leaned backwards (towards -x) about a point."""
    half = 0.5 * angle
    turn = (0.0, -math.sin(half), 0.0, math.cos(half))
    return mesh.moved([-p for p in pivot]).turned(turn).moved(pivot)


def four(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """The corners of a rectangle about the origin, by its half sizes."""
    return ((x, y), (-x, y), (-x, -y), (x, -y))
