"""What grows or lies about: places kept apart, species by share, sizes, and their things."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world._kernels_grids import keep_apart
from outrider.world.library import names_of
from outrider.world.objects import layer_ids
from outrider.world.scene import Extent
from outrider.world.terrain import Terrain
from outrider.world.things import Things, nothing, things

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Share = Callable[[F64], F64]
"""``(n,)`` probability in 0..1 that a place ``(n, 2)`` is taken."""

MAX_PLACES: Final = 2_000_000
_DRAWS: Final = 6


class Species(Struct, frozen=True, kw_only=True):
    """One maker of assets, and how it stands."""

    maker: str
    share: float = 1.0
    """Relative to the others of its layer."""
    scale: tuple[float, float] = (0.85, 1.15)
    """Least and largest factor of its size."""
    lean_rad: float = 0.0
    """Most that it leans away from the upright."""
    follows_slope: float = 0.0
    """0 stands upright, 1 stands square to the ground."""
    sink_m: float = 0.0
    shade: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Factors of its colour in this world, as of rock that is black here."""
    tint: float = 0.08
    """How far its colour may go from the mean."""


class Layer(Struct, frozen=True, kw_only=True):
    """Species that share one ground."""

    name: str
    species: tuple[Species, ...]
    apart_m: float
    """Least distance of two of them."""
    steepest_rad: float = 0.6


def places(
    seed: int, name: str, *, extent: Extent, apart_m: float, share: Share, fill: float = 1.6
) -> tuple[F64, F64]:
    """Blue noise: places ``(n, 2)`` at least ``apart_m`` apart, with ``(n, 4)`` chances each.

    ``fill`` candidates are tried for each square of ``apart_m``; ``share`` thins them.
    """
    wide, deep = extent[2] - extent[0], extent[3] - extent[1]
    count = int(fill * wide * deep / (apart_m * apart_m))
    if not 0 <= count <= MAX_PLACES:
        raise UserError(
            f"layer {name!r}: {count:,} places to try on {wide:g} x {deep:g} m; at most "
            f"{MAX_PLACES:,} are allowed, make the world smaller or the density lower"
        )
    draws = Stream(seed, "planting", name).uniform(0, count * _DRAWS).reshape(-1, _DRAWS)
    points = np.column_stack((extent[0] + wide * draws[:, 0], extent[1] + deep * draws[:, 1]))
    chosen = Stream(seed, "planting", name, "share").uniform(0, count) < share(points)
    points, chance = np.ascontiguousarray(points[chosen]), draws[chosen, 2:]
    kept = np.zeros(len(points), np.bool_)
    nx, ny = max(int(wide / apart_m), 1), max(int(deep / apart_m), 1)
    cell = max(apart_m, wide / nx, deep / ny)
    keep_apart(points, np.full(len(points), apart_m), cell, extent[0], extent[1], nx, ny, kept)
    return points[kept], chance[kept]


def plant(
    seed: int, layer: Layer, terrain: Terrain, *, extent: Extent, share: Share, fill: float = 1.6
) -> Things:
    """The things of a layer."""
    points, chance = places(
        seed, layer.name, extent=extent, apart_m=layer.apart_m, share=share, fill=fill
    )
    return stand(seed, layer, points, chance, terrain)


def stand(
    seed: int,
    layer: Layer,
    points: F64,
    chance: F64,
    terrain: Terrain,
    *,
    sample: int = 0,
    ident: I64 | None = None,
) -> Things:
    """Things of a layer's species at given places; steep places are left out.

    ``sample`` numbers the draws of one layer that is made in parts; ``ident`` are ids of the
    places, if those that are left out shall not change the others'.
    """
    if not len(points):
        return nothing()
    ground = terrain.sample(points)
    slope = np.hypot(ground[:, 1], ground[:, 2])
    flat = slope < math.tan(layer.steepest_rad)
    points, chance, ground = points[flat], chance[flat], ground[flat]
    draws = Stream(seed, "planting", layer.name, "stand").uniform(sample, 5 * len(points))
    more = draws.reshape(-1, 5)
    bound = np.cumsum([s.share for s in layer.species])
    which = np.searchsorted(bound / bound[-1], chance[:, 0], side="right")
    which = np.minimum(which, len(layer.species) - 1)
    kinds = [names_of(s.maker) for s in layer.species]
    first = np.cumsum([0, *(len(names) for names in kinds)])
    many = np.array([len(names) for names in kinds])
    kind = first[which] + np.minimum((chance[:, 1] * many[which]).astype(int), many[which] - 1)
    low, high, lean, follow, sink, tint = np.array(
        [(*s.scale, s.lean_rad, s.follows_slope, s.sink_m, s.tint) for s in layer.species]
    )[which].T
    heading = 2.0 * np.pi * chance[:, 2]
    size = low + (high - low) * chance[:, 3]
    dark = 1.0 + tint * (2.0 * more[:, 0] - 1.0)
    warm = 1.0 + 0.6 * tint * (2.0 * more[:, 1] - 1.0)
    return things(
        [name for names in kinds for name in names], kind,
        np.column_stack((points, ground[:, 0] - sink * size)),
        ident=layer_ids(layer.name, len(points)) if ident is None else ident[flat],
        quaternion=_attitudes(heading, ground, follow, lean * more[:, 2], 2.0 * np.pi * more[:, 3]),
        scale=size,
        tint=np.column_stack((dark * warm, dark, dark / warm))
        * np.array([s.shade for s in layer.species])[which],
    )  # fmt: skip


def _attitudes(heading: F64, ground: F64, follow: F64, lean: F64, lean_to: F64) -> F64:
    """(n, 4) turned to a heading, then leant: with the slope by a share, any way by ``lean``."""
    tilt = np.arctan(np.hypot(ground[:, 1], ground[:, 2])) * follow
    downhill = np.arctan2(-ground[:, 2], -ground[:, 1])
    leant = np.zeros((len(heading), 3))
    for angle, way in ((tilt, downhill), (lean, lean_to)):
        leant += angle[:, None] * np.stack([-np.sin(way), np.cos(way), 0.0 * way], axis=1)
    return rotation.multiply(rotation.from_rotation_vector(leant), rotation.from_heading(heading))
