"""Recipe ``cells``: MIDGARD's scheme. A grid over a base; each cell holds an object at random."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.scenario.worlds import (
    Cells,
    Desert,
    Flat,
    Forest,
    Glacier,
    GridObject,
    Hills,
    Meadow,
    Volcanic,
)
from outrider.world.draft import Draft, square
from outrider.world.hills import make_hills
from outrider.world.library import archetype, names_of
from outrider.world.objects import layer_ids
from outrider.world.plain import make_flat
from outrider.world.recipes.desert import make_desert
from outrider.world.recipes.forest import make_forest
from outrider.world.recipes.glacier import make_glacier
from outrider.world.recipes.meadow import make_meadow
from outrider.world.recipes.volcanic import make_volcanic
from outrider.world.things import Things, nothing, things

F64 = NDArray[np.float64]

MAX_CELLS: Final = 250_000
USUAL: Final = {
    "flat": ("crate", "granite_boulder", "round_shrub"),
    "hills": ("birch", "oak", "granite_boulder", "round_shrub", "stump"),
    "forest": ("spruce", "beech", "pine", "hazel", "stump", "log", "granite_boulder"),
    "meadow": ("round_shrub", "gorse", "granite_boulder", "rock_slab", "apple"),
    "volcanic": ("lava_bomb", "clinker_pile", "basalt_columns", "broken_rock"),
    "glacier": ("ice_slab", "serac", "snow_capped_rock", "snow_drift"),
    "desert": ("sandstone_red", "termite_mound", "saltbush", "acacia", "broken_rock"),
}  # fmt: skip


def cell_edge(spec: Cells) -> float:
    """C = Cmin + Gres (Cmax - Cmin), m."""
    if spec.cell_max_m < spec.cell_min_m:
        raise UserError(
            f"world.cell_max_m: {spec.cell_max_m:g} m is less than cell_min_m "
            f"{spec.cell_min_m:g} m; give the larger one as the maximum"
        )
    return spec.cell_min_m + spec.resolution * (spec.cell_max_m - spec.cell_min_m)


def make_cells(spec: Cells, *, seed: int) -> Draft:
    """The base without what grows there by its own rules, and the cells' objects."""
    base = _base(spec, seed)
    offered = spec.things or tuple(GridObject(asset=name) for name in USUAL[spec.base])
    return Draft(
        terrain=base.terrain,
        growth=(_filled(spec, seed, offered, base),),
        ground=base.ground,
        skins=base.skins,
        regions=base.regions,
        cover=base.cover,
        extent=square(spec.size_m),
    )


def _base(spec: Cells, seed: int) -> Draft:
    return BASES[spec.base](spec.size_m, seed)


BASES: Final[dict[str, Callable[[float, int], Draft]]] = {
    "flat": lambda _, seed: make_flat(Flat(), seed=seed),
    "hills": lambda size, seed: make_hills(
        Hills(size_m=size, relief_m=3.0, wavelength_m=40.0, density=0.0), seed=seed
    ),
    "forest": lambda size, seed: make_forest(
        Forest(size_m=size, density=0.0, relief_m=10.0), seed=seed
    ),
    "meadow": lambda size, seed: make_meadow(Meadow(size_m=size, density=0.0, lake=0.3), seed=seed),
    "volcanic": lambda size, seed: make_volcanic(
        Volcanic(size_m=size, density=0.0, relief_m=14.0), seed=seed
    ),
    "glacier": lambda size, seed: make_glacier(
        Glacier(size_m=size, density=0.0, relief_m=16.0), seed=seed
    ),
    "desert": lambda size, seed: make_desert(
        Desert(size_m=size, density=0.0, relief_m=4.0, road=False), seed=seed
    ),
}
"""The bases by name, without what grows there; of a size and a seed."""


def cells_of(spec: Cells, seed: int) -> tuple[F64, F64]:
    """Places ``(n, 2)`` in the cells that hold something, and ``(n, 6)`` chances each."""
    edge = cell_edge(spec)
    side = int(spec.size_m / edge)
    if side * side > MAX_CELLS:
        raise UserError(
            f"world: {side * side:,} cells of {edge:g} m; at most {MAX_CELLS:,} are allowed, "
            f"make the world smaller or its cells larger"
        )
    draws = Stream(seed, "world", "cells").uniform(0, side * side * 9).reshape(-1, 9)
    column, row = np.meshgrid(np.arange(side), np.arange(side))
    # Not nearer to a cell's border than a tenth of its edge.
    inside = 0.1 + 0.8 * draws[:, 1:3]
    corner = -0.5 * side * edge
    points = corner + edge * (np.column_stack((column.ravel(), row.ravel())) + inside)
    taken = draws[:, 0] < spec.difficulty
    return points[taken], draws[taken, 3:]


def _filled(spec: Cells, seed: int, offered: tuple[GridObject, ...], base: Draft) -> Things:
    """The objects: kind and variant by chance, size and tilt within limits, none too steep."""
    points, chance = cells_of(spec, seed)
    if not len(points):
        return nothing()
    bound = np.cumsum([entry.share for entry in offered])
    which = np.minimum(np.searchsorted(bound / bound[-1], chance[:, 0]), len(offered) - 1)
    kinds = [names_of(entry.asset) for entry in offered]
    first = np.cumsum([0, *map(len, kinds)])
    many = np.array([len(names) for names in kinds])[which]
    kind = first[which] + np.minimum((chance[:, 1] * many).astype(int), many - 1)
    names = [name for group in kinds for name in group]
    ground = base.terrain.sample(points)
    slope = np.arctan(np.hypot(ground[:, 1], ground[:, 2]))
    stands = slope <= np.array([entry.slope_max_rad for entry in offered])[which]
    if base.ground is not None:
        stands &= ~np.isfinite(base.ground.water_level(points))
    tilt = np.array([entry.tilt_max_rad for entry in offered])[which] * chance[:, 4]
    way = 2.0 * math.pi * chance[:, 5]
    lean = rotation.from_rotation_vector(
        tilt[:, None] * np.column_stack((-np.sin(way), np.cos(way), 0.0 * way))
    )
    attitude = rotation.multiply(lean, rotation.from_heading(2.0 * math.pi * chance[:, 2]))
    every = things(
        names, kind, np.column_stack((points, ground[:, 0])), ident=layer_ids("cells", len(points)),
        quaternion=attitude, scale=_scales(offered, names, which, kind, chance[:, 3]),
    )  # fmt: skip
    return every.take(stands)


def _scales(
    offered: tuple[GridObject, ...],
    names: list[str],
    which: NDArray[np.int64],
    kind: NDArray[np.int64],
    chance: F64,
) -> F64:
    """Factors that bring each archetype's height between the least and the largest asked for."""
    height = np.array([archetype(name).height_m for name in names])[kind]
    free = [entry.size_m is None for entry in offered]
    low = np.array([entry.size_m[0] if entry.size_m else 1.0 for entry in offered])[which]
    high = np.array([entry.size_m[1] if entry.size_m else 1.0 for entry in offered])[which]
    wanted = low + np.maximum(high - low, 0.0) * chance
    return np.asarray(np.where(np.array(free)[which], 1.0, wanted / height))
