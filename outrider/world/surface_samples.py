"""Points strewn evenly over the surfaces of a scene: ground, water, plain solids, meshes of things.

Each point stands for a piece of surface; the pieces add up to the whole. They come in parts of
bounded size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world._kernels_objects import BOX, CYLINDER, SPHERE
from outrider.world.archetype import Archetype
from outrider.world.materials import material
from outrider.world.semantics import number_of
from outrider.world.textures import SIDE, texture

if TYPE_CHECKING:
    from outrider.world.scene import Extent, Scene

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

PART: Final = 200_000
"""So many points at most come at a time, or those of one thing."""
GROUND: Final = -1
"""The id of the ground and of water."""


@dataclass(frozen=True)
class Samples:
    """n points of surfaces in rows."""

    points: F64
    """(n, 3)."""
    normals: F64
    """(n, 3) outward; of a leaf or a sheet one of its two."""
    semantic: NDArray[np.int32]
    """(n,) class numbers."""
    ident: I64
    """(n,) of the object or thing, -1 of the ground."""
    area_m2: F64
    """(n,) of the piece that each stands for."""

    def __len__(self) -> int:
        return len(self.points)

    def take(self, chosen: NDArray[np.bool_]) -> Samples:
        """The chosen rows."""
        return Samples(*(getattr(self, field.name)[chosen] for field in fields(self)))


def expected(scene: Scene, density: float, region: Extent) -> float:
    """About how many points :func:`samples` will strew, before any are left out."""
    x0, y0, x1, y1 = region
    total = (x1 - x0) * (y1 - y0)
    plain = _plain(scene, region)
    total += float(_solid_areas(scene, plain).sum())
    for k, rows in _things(scene, region):
        area = float(scene.things.archetypes[k].mesh.areas().sum())
        total += area * float((scene.things.scale[rows] ** 2).sum())
    return total * density


def samples(scene: Scene, density: float, region: Extent) -> Iterator[Samples]:
    """Parts of the points: ``density`` to a square metre, within the region."""
    for part in _all(scene, density, region):
        x, y = part.points[:, 0], part.points[:, 1]
        yield part.take((x >= region[0]) & (x < region[2]) & (y >= region[1]) & (y < region[3]))


def _all(scene: Scene, density: float, region: Extent) -> Iterator[Samples]:
    yield from _of_ground(scene, density, region)
    yield from _of_solids(scene, density, _plain(scene, region))
    for k, rows in _things(scene, region):
        yield from _of_things(scene, density, scene.things.archetypes[k], rows)


def _of_ground(scene: Scene, density: float, region: Extent) -> Iterator[Samples]:
    """One point in each cell of a grid; where still water stands, on its surface."""
    x0, y0, x1, y1 = region
    columns = max(math.ceil((x1 - x0) * math.sqrt(density)), 1)
    rows = max(math.ceil((y1 - y0) * math.sqrt(density)), 1)
    width, depth = (x1 - x0) / columns, (y1 - y0) / rows
    stream = Stream(scene.seed, "surface", "ground")
    at_once = max(PART // columns, 1)
    for first in range(0, rows, at_once):
        cell = np.arange(first * columns, min(first + at_once, rows) * columns)
        chance = stream.uniform(cell, 2)
        x = x0 + (cell % columns + chance[:, 0]) * width
        y = y0 + (cell // columns + chance[:, 1]) * depth
        yield _ground_points(scene, np.column_stack((x, y)), width * depth)


def _ground_points(scene: Scene, flat: F64, area_m2: float) -> Samples:
    ground = scene.terrain.sample(flat)
    level = scene.water_level(flat)
    wet = level > ground[:, 0]
    up = np.column_stack((-ground[:, 1], -ground[:, 2], np.ones(len(flat))))
    up[wet] = (0.0, 0.0, 1.0)
    longer = np.linalg.norm(up, axis=1)
    return Samples(
        np.column_stack((flat, np.where(wet, level, ground[:, 0]))),
        up / longer[:, None],
        np.where(wet, number_of("water"), scene.surface(flat)).astype(np.int32),
        np.full(len(flat), GROUND, np.int64),
        area_m2 * longer,
    )


def _plain(scene: Scene, region: Extent) -> I64:
    """Rows of the solids that belong to no thing and may reach into the region."""
    objects = scene.objects
    reach = np.linalg.norm(objects.solids.half_size, axis=1) + objects.solids.half_size[:, 0]
    near = _within(objects.solids.center, reach, region)
    return np.flatnonzero((objects.owner == -1) & objects.alive & near)


def _within(center: F64, reach: F64, region: Extent) -> NDArray[np.bool_]:
    x, y = center[:, 0], center[:, 1]
    wide = (x + reach >= region[0]) & (x - reach < region[2])
    return np.asarray(wide & (y + reach >= region[1]) & (y - reach < region[3]))


def _solid_areas(scene: Scene, rows: I64) -> F64:
    """``(n, 3)`` of the faces across x, y and z of boxes; of others sides, ends and nothing."""
    kind, half = scene.objects.solids.kind[rows], scene.objects.solids.half_size[rows]
    a, b, c = half.T
    box = 8.0 * np.stack((b * c, a * c, a * b), axis=1)
    side = 4.0 * math.pi * a * c
    ends = np.where(kind == CYLINDER, 2.0, 4.0) * math.pi * a * a
    side = np.where(kind == SPHERE, 0.0, side)
    return np.where((kind == BOX)[:, None], box, np.stack((side, ends, 0.0 * a), axis=1))


def _of_solids(scene: Scene, density: float, rows: I64) -> Iterator[Samples]:
    stream, areas = Stream(scene.seed, "surface", "solids"), _solid_areas(scene, rows)
    for of, number, count, counter in _shared_out(areas.sum(axis=1), density, stream):
        solids, chosen = scene.objects.solids, rows[of]
        chance = stream.uniform(counter, 3)
        along = (number + chance[:, 0]) / count * areas[of].sum(axis=1)
        local, normal = _on_solid(
            solids.kind[chosen], solids.half_size[chosen], areas[of], along, chance[:, 1:]
        )
        turn = solids.quaternion[chosen]
        yield Samples(
            solids.center[chosen] + rotation.rotate(turn, local),
            rotation.rotate(turn, normal),
            solids.semantic[chosen],
            scene.objects.ident[chosen],
            np.full(len(chosen), 1.0 / density),
        )


def _on_solid(
    kind: NDArray[np.int32], half: F64, areas: F64, along: F64, chance: F64
) -> tuple[F64, F64]:
    """Points and normals on solids in their own frames, at a place along their areas."""
    ends, n = np.cumsum(areas, axis=1), np.arange(len(kind))
    face = (along[:, None] >= ends[:, :2]).sum(axis=1)
    # Even steps along the area, and chance only beside them: no face gets more than its share.
    share = 1.0 - np.clip((ends[n, face] - along) / areas[n, face], 0.0, 1.0)
    sign = np.where(share < 0.5, -1.0, 1.0)
    across, turn = 2.0 * share - 1.0, 2.0 * math.pi * chance[:, 0]
    box_normal = np.zeros((len(kind), 3))
    box_normal[n, face] = sign
    spread = np.column_stack((2.0 * np.abs(across) - 1.0, 2.0 * chance[:, 0] - 1.0))
    local = np.zeros((len(kind), 3))
    local[n, (face + 1) % 3], local[n, (face + 2) % 3] = spread.T
    box = (local + box_normal) * half
    ring = np.column_stack((np.cos(turn), np.sin(turn), np.zeros(len(kind))))
    up = np.array([0.0, 0.0, 1.0])
    side = ring * half[:, :1] + up * (across * half[:, 2])[:, None]
    lid = ring * (half[:, 0] * np.sqrt(chance[:, 1]))[:, None] + up * (sign * half[:, 2])[:, None]
    ball = ring * np.sqrt(1.0 - across**2)[:, None] + up * across[:, None]
    stretch = np.where(kind == SPHERE, 0.0, half[:, 2])
    cap = ball * half[:, :1] + up * (np.sign(across) * stretch)[:, None]
    closed, closed_normals = np.where(
        (kind == CYLINDER)[:, None], (lid, up * sign[:, None]), (cap, ball)
    )
    is_box, on_side = (kind == BOX)[:, None], ((face == 0) & (kind != BOX))[:, None]
    points = np.where(is_box, box, np.where(on_side, side, closed))
    return points, np.where(is_box, box_normal, np.where(on_side, ring, closed_normals))


def _things(scene: Scene, region: Extent) -> Iterator[tuple[int, I64]]:
    """Each archetype's number, and its things that may reach into the region."""
    own = scene.things
    for k, made in enumerate(own.archetypes):
        reach = np.linalg.norm(np.abs(made.mesh.points).max(axis=0, initial=0.0)) * own.scale
        rows = np.flatnonzero((own.kind == k) & _within(own.position, reach, region))
        if len(rows) and len(made.mesh):
            yield k, rows


def _of_things(scene: Scene, density: float, made: Archetype, rows: I64) -> Iterator[Samples]:
    own, mesh = scene.things, made.mesh
    corners, areas, classes = mesh.corners(), mesh.areas(), made.classes(mesh)
    ends = np.cumsum(areas)
    uv = np.asarray(mesh.uv[mesh.triangles], np.float64)
    stream = Stream(scene.seed, "surface", made.name)
    whole = ends[-1] * own.scale[rows] ** 2
    for of, number, count, counter in _shared_out(whole, density, stream):
        chance = stream.uniform(counter, 3)
        place = (number + chance[:, 0]) / count * ends[-1]
        face = np.minimum(np.searchsorted(ends, place), len(ends) - 1)
        a, b, c = np.moveaxis(corners[face], 1, 0)
        root = np.sqrt(chance[:, 1:2])
        weights = np.concatenate(
            (1.0 - root, root * (1.0 - chance[:, 2:]), root * chance[:, 2:]), 1
        )
        there = _is_there(made, face, np.einsum("nk,nkd->nd", weights, uv[face]))
        local = np.einsum("nk,nkd->nd", weights, corners[face])
        across = np.cross(b - a, c - a)
        across /= np.maximum(np.linalg.norm(across, axis=1), 1e-12)[:, None]
        chosen = rows[of]
        turn, scale = own.quaternion[chosen], own.scale[chosen]
        yield Samples(
            own.position[chosen] + rotation.rotate(turn, local * scale[:, None]),
            rotation.rotate(turn, across),
            classes[face],
            own.ident[chosen],
            np.full(len(chosen), 1.0 / density),
        ).take(there)


def _is_there(made: Archetype, face: I64, uv: F64) -> NDArray[np.bool_]:
    """Whether no hole of the texture is at each point, as between leaves."""
    there = np.ones(len(face), np.bool_)
    for k, name in enumerate(made.mesh.materials):
        entry = material(name)
        if entry.cutout:
            rows = np.flatnonzero(made.mesh.patch[face] == k)
            cell = np.floor(uv[rows] / (entry.scale_m or 1.0) % 1.0 * SIDE).astype(np.int64) % SIDE
            there[rows] = texture(entry).albedo[cell[:, 1], cell[:, 0], 3] > 127
    return there


def _shared_out(areas: F64, density: float, stream: Stream) -> Iterator[tuple[I64, F64, F64, I64]]:
    """Parts of the points of so many areas.

    Of each point whose it is, its number there, how many there are, and a counter of its own.
    """
    if not len(areas):
        return
    chance = stream.child("counts").uniform(np.arange(len(areas)), 1)[:, 0]
    counts = np.floor(areas * density + chance).astype(np.int64)
    ends = np.cumsum(counts)
    first = 0
    while first < len(counts):
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + PART, side="right")), first + 1)
        part = counts[first:last]
        of = np.repeat(np.arange(first, last), part)
        counter = before + np.arange(int(part.sum()))
        number = counter - np.repeat(ends[first:last] - part, part)
        if len(of):
            yield of, number.astype(np.float64), counts[of].astype(np.float64), counter
        first = last
