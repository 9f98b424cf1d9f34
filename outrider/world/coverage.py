"""The surface that counts as ground truth of coverage: what a sensor in free space can see.

HERCULES (§7.3.2) measures C = |M_obs| / |M_gt|, the share of the true surface that has been seen,
in voxels of 0.5 m. M_gt is made here: all surfaces of ground, still water, solids and things,
without what lies inside a solid, what rests on the ground or on something else, and what no spot
with room for a sensor has in sight. Sight is that of the solids: leaves hide nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.world.library import archetype
from outrider.world.outer_view import Outside, outside_of
from outrider.world.solid_distance import distances, near_pairs
from outrider.world.surface_samples import Samples, expected, samples

if TYPE_CHECKING:
    from outrider.world.scene import Extent, Scene

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Mask = NDArray[np.bool_]

DENSITY: Final = 4.0
MAX_SAMPLES: Final = 100_000_000
MAX_IN_MEMORY: Final = 20_000_000
VOXEL_M: Final = 0.5
ROOM_M: Final = 0.15
"""Radius of the ball that a sensor needs to be somewhere."""
SKIN_M: Final = 0.01
LIFTS_M: Final = (0.04, 0.1, 0.2, 0.4, 0.8)
"""Meshes may lie so deep in the solids that stand for them, as panes in the wall of a house."""
LOOKS: Final = ((0.0, 0.3), (0.0, 1.0), (0.9, 0.5), (0.9, 1.5), (1.35, 1.0), (1.35, 3.0))
"""From where a point is looked at: angle away from its normal, rad, and distance, m."""
SPOKES: Final = 8


def coverage_surface(
    scene: Scene, *, density_per_m2: float = DENSITY, region: Extent | None = None
) -> Samples:
    """All of the surface that counts, in the scene's extent or a region of it.

    For voxels of 0.5 m choose 16 points a square metre or more.
    """
    found = expected(scene, density_per_m2, region or scene.extent)
    if found > MAX_IN_MEMORY:
        raise UserError(
            f"coverage surface: some {found:,.0f} points; at most {MAX_IN_MEMORY:,} are held in "
            f"memory, lower the density, choose a region or take surface_parts"
        )
    return joined(surface_parts(scene, density_per_m2=density_per_m2, region=region))


def surface_parts(
    scene: Scene, *, density_per_m2: float = DENSITY, region: Extent | None = None
) -> Iterator[Samples]:
    """The same in parts, so that memory stays bounded however large the world is."""
    where = region or scene.extent
    _check(density_per_m2, where)
    found = expected(scene, density_per_m2, where)
    if found > MAX_SAMPLES:
        raise UserError(
            f"coverage surface: some {found:,.0f} points; at most {MAX_SAMPLES:,} are made, lower "
            f"the density or choose a region"
        )
    for part in samples(scene, density_per_m2, where):
        seen = part.take(in_sight(scene, part))
        if len(seen):
            yield seen


def _check(density: float, region: Extent) -> None:
    if not 0.0 < density <= 1e6:
        raise UserError(f"coverage surface: {density:g} points a square metre; above 0, up to 1e6")
    if not (region[0] < region[2] and region[1] < region[3]):
        raise UserError(
            f"coverage surface: region {region} is empty; give least x and y, largest x and y"
        )


def joined(parts: Iterable[Samples]) -> Samples:
    """All parts as one."""
    empty = Samples(
        np.zeros((0, 3)),
        np.zeros((0, 3)),
        np.zeros(0, np.int32),
        np.zeros(0, np.int64),
        np.zeros(0),
    )
    every = [empty, *parts]
    names = [field.name for field in fields(Samples)]
    return Samples(*(np.concatenate([getattr(part, name) for part in every]) for name in names))


def voxels(points: F64, *, edge_m: float = VOXEL_M) -> I64:
    """``(k, 3)`` the voxels that hold points, sorted: |M_gt| is how many there are."""
    return np.unique(np.floor(np.asarray(points) / edge_m).astype(np.int64), axis=0)


def covered(surface: F64, observed: F64, *, edge_m: float = VOXEL_M) -> float:
    """C: share of the surface's voxels that hold an observed point; others do not count."""
    truth = {tuple(cell) for cell in voxels(surface, edge_m=edge_m).tolist()}
    seen = {tuple(cell) for cell in voxels(observed, edge_m=edge_m).tolist()}
    return len(truth & seen) / len(truth) if truth else 0.0


def in_sight(scene: Scene, part: Samples) -> Mask:
    """``(n,)`` which points lie bare and can be seen from somewhere with room for a sensor."""
    found = np.zeros(len(part), np.bool_)
    starts, bare = _lifted(scene, part)
    found[bare] = _looked_at(scene, starts[bare], part.normals[bare])
    return found


def _lifted(scene: Scene, part: Samples) -> tuple[F64, Mask]:
    """The points, just off their surfaces, and which of them are neither in a solid nor buried.

    A point of a mesh that lies in the solids of its own thing is lifted out of them if the mesh
    shows it to somebody outside.
    """
    starts = part.points + SKIN_M * part.normals
    own, foreign = _inside(scene, starts, part.ident)
    bare = ~own & ~foreign
    waiting = np.flatnonzero(own & ~foreign)
    waiting = waiting[_shown(scene, part, waiting)]
    for lift in LIFTS_M:
        spots = part.points[waiting] + lift * part.normals[waiting]
        own, foreign = _inside(scene, spots, part.ident[waiting])
        done = waiting[~own & ~foreign]
        bare[done], starts[done] = True, spots[~own & ~foreign]
        waiting = waiting[own & ~foreign]
    return starts, bare


def _shown(scene: Scene, part: Samples, rows: I64) -> Mask:
    """``(k,)`` which points of meshes are seen from outside of their things."""
    own, found = scene.things, np.zeros(len(rows), np.bool_)
    order = np.argsort(own.ident, kind="stable")
    place = np.searchsorted(own.ident, part.ident[rows], sorter=order)
    thing = order[np.minimum(place, len(order) - 1)] if len(order) else np.zeros(0, np.int64)
    for k in np.unique(own.kind[thing]).tolist():
        chosen = np.flatnonzero(own.kind[thing] == k)
        of, which = thing[chosen], rows[chosen]
        back = rotation.conjugate(own.quaternion[of])
        local = rotation.rotate(back, part.points[which] - own.position[of])
        normals = rotation.rotate(back, part.normals[which])
        found[chosen] = _outside_of(own.kinds[k]).sees(local / own.scale[of, None], normals)
    return found


@lru_cache(maxsize=16)
def _outside_of(name: str) -> Outside:
    return outside_of(archetype(name).mesh)


def _inside(scene: Scene, spots: F64, ident: I64) -> tuple[Mask, Mask]:
    """``(n,)`` which spots lie in solids of the thing of that id, and which in others or buried."""
    high = spots[:, 2]
    point, solid, _ = near_pairs(scene.obstacles, spots, radius_m=0.0, low=high, high=high)
    inside = distances(scene.obstacles, solid, spots[point]) < 0.0
    point, solid = point[inside], solid[inside]
    in_own = scene.objects.owner[solid] == ident[point]
    own, foreign = np.zeros(len(spots), np.bool_), high <= scene.height(spots[:, :2])
    own[point[in_own]], foreign[point[~in_own]] = True, True
    return own, foreign


def _looked_at(scene: Scene, points: F64, normals: F64) -> Mask:
    """``(n,)`` which points are seen from a free spot; the directions are tried one by one."""
    found = np.zeros(len(points), np.bool_)
    for angle, distance in LOOKS:
        for way in _fan(angle):
            left = np.flatnonzero(~found)
            if not len(left):
                return found
            spots = points[left] + distance * _turned(way, normals[left])
            free = scene.is_free(spots, ROOM_M)
            found[left[free]] = scene.line_of_sight(points[left[free]], spots[free])
    return found


@lru_cache(maxsize=8)
def _fan(angle: float) -> tuple[tuple[float, float, float], ...]:
    """Directions about +z, at an angle to it."""
    if angle == 0.0:
        return ((0.0, 0.0, 1.0),)
    turns = 2.0 * math.pi * np.arange(SPOKES) / SPOKES
    level, up = math.sin(angle), math.cos(angle)
    return tuple((level * math.cos(t), level * math.sin(t), up) for t in turns.tolist())


def _turned(way: tuple[float, float, float], normals: F64) -> F64:
    """A direction about +z as one about each normal."""
    level = np.hypot(normals[:, 0], normals[:, 1])
    steep = level < 1e-9
    x = np.where(steep, 1.0, normals[:, 0] / np.where(steep, 1.0, level))
    y = np.where(steep, 0.0, normals[:, 1] / np.where(steep, 1.0, level))
    side = np.column_stack((-y, x, np.zeros(len(x))))
    other = np.cross(normals, side)
    return np.asarray(way[0] * side + way[1] * other + way[2] * normals)
