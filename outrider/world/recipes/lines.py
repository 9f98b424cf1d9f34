"""Things in lines: fences, hedges and walls by the segment, lamps and poles at intervals."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.core.rng import Stream
from outrider.world.library import archetype, names_of
from outrider.world.objects import layer_ids
from outrider.world.terrain import Terrain
from outrider.world.things import Things, nothing, things

F64 = NDArray[np.float64]


def spaced(line: ArrayLike, step_m: float) -> tuple[F64, F64]:
    """Middles ``(n, 2)`` and headings of pieces of about ``step_m`` that make up a line."""
    points = np.asarray(line, float)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    count = max(round(way[-1] / step_m), 1)
    at = np.linspace(0.0, way[-1], count + 1)
    ends = np.column_stack([np.interp(at, way, points[:, k]) for k in (0, 1)])
    along = np.diff(ends, axis=0)
    return 0.5 * (ends[1:] + ends[:-1]), np.arctan2(along[:, 1], along[:, 0])


def beside(line: ArrayLike, offset_m: float) -> F64:
    """``(n, 2)`` the line moved to its left."""
    points = np.asarray(line, float)
    along = np.gradient(points, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    return np.asarray(points + offset_m * np.column_stack([-along[:, 1], along[:, 0]]))


def far_from(points: F64, places: ArrayLike, gap_m: float) -> NDArray[np.bool_]:
    """``(n,)`` whether no place is nearer than a gap."""
    free = np.ones(len(points), np.bool_)
    for x, y in np.asarray(places, float).reshape(-1, 2).tolist():
        free &= np.hypot(points[:, 0] - x, points[:, 1] - y) > gap_m
    return free


def segments(
    seed: int, layer: str, terrain: Terrain, maker: str, at: F64, heading: F64, *,
    variant: int | None = None, scale: float | F64 = 1.0, sink_m: float = 0.03,
) -> Things:  # fmt: skip
    """Segments that follow the ground along their headings, all of one variant or of any."""
    if not len(at):
        return nothing()
    names = names_of(maker)
    chance = Stream(seed, "lines", layer).uniform(0, 2 * len(at)).reshape(-1, 2)
    kind = np.full(len(at), variant) if variant is not None else (chance[:, 0] * len(names))
    half = 0.5 * float(archetype(names[0]).mesh.size[0])
    way = np.column_stack([np.cos(heading), np.sin(heading)]) * half
    low, high = terrain.height(at - way), terrain.height(at + way)
    middle = np.minimum(0.5 * (low + high), terrain.height(at)) - sink_m
    pitch = -np.arctan2(high - low, 2.0 * half)
    shade = 0.94 + 0.12 * chance[:, 1]
    return things(
        names, np.asarray(kind).astype(np.int32), np.column_stack([at, middle]),
        ident=layer_ids(layer, len(at)),
        quaternion=rotation.from_euler_zyx(heading, pitch, 0.0), scale=scale,
        tint=np.repeat(shade[:, None], 3, axis=1),
    )  # fmt: skip


def upright(
    layer: str, terrain: Terrain, names: ArrayLike, at: ArrayLike, heading: ArrayLike, *,
    scale: ArrayLike = 1.0, lift_m: float = 0.0,
) -> Things:  # fmt: skip
    """Single things by name, each upright on the ground."""
    where = np.asarray(at, float).reshape(-1, 2)
    if not len(where):
        return nothing()
    kinds, kind = np.unique(np.asarray(names), return_inverse=True)
    return things(
        [str(name) for name in kinds], np.broadcast_to(kind.reshape(-1), (len(where),)),
        np.column_stack([where, terrain.height(where) + lift_m]),
        ident=layer_ids(layer, len(where)), heading=heading, scale=scale,
    )  # fmt: skip
