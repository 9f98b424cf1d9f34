"""Recipe and seed to scene. Each kind of world is one recipe; plugins add more by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outrider.core import registry
from outrider.core.errors import UserError
from outrider.scenario.schema import Scenario
from outrider.scenario.worlds import (
    Airfield,
    AnyWorld,
    Campus,
    Cells,
    City,
    Course,
    Desert,
    Factory,
    Farm,
    Flat,
    Forest,
    Glacier,
    Hills,
    Meadow,
    PluginWorld,
    Slope,
    Valley,
    Volcanic,
    Warehouse,
)
from outrider.world._kernels_objects import F_REACH
from outrider.world.course import make_course
from outrider.world.draft import Draft
from outrider.world.hills import make_hills
from outrider.world.objects import NOBODY, Objects, gather
from outrider.world.placed import place
from outrider.world.plain import make_flat, make_slope
from outrider.world.recipes.airfield import make_airfield
from outrider.world.recipes.campus import make_campus
from outrider.world.recipes.cells import make_cells
from outrider.world.recipes.city import make_city
from outrider.world.recipes.desert import make_desert
from outrider.world.recipes.factory import make_factory
from outrider.world.recipes.farm import make_farm
from outrider.world.recipes.forest import make_forest
from outrider.world.recipes.glacier import make_glacier
from outrider.world.recipes.meadow import make_meadow
from outrider.world.recipes.volcanic import make_volcanic
from outrider.world.recipes.warehouse import make_warehouse
from outrider.world.scene import Region, Scene
from outrider.world.solids import footprints
from outrider.world.things import Things, join
from outrider.world.valley import make_valley

Recipe = Callable[..., Draft]
"""``recipe(spec, *, seed) -> Draft``; a plugin's ``spec`` is the dict of its parameters."""

RECIPES: dict[type, Recipe] = {
    Flat: make_flat,
    Slope: make_slope,
    Hills: make_hills,
    Course: make_course,
    Valley: make_valley,
    Forest: make_forest,
    Desert: make_desert,
    Meadow: make_meadow,
    Volcanic: make_volcanic,
    Glacier: make_glacier,
    Cells: make_cells,
    Campus: make_campus,
    Warehouse: make_warehouse,
    City: make_city,
    Farm: make_farm,
    Airfield: make_airfield,
    Factory: make_factory,
}
SPAWN_M = 6.0
"""Nothing strewn stands within this distance of the origin and of where robots start."""
PLACED = "placed"


def world_of(scenario: Scenario) -> Scene:
    """The world of a scenario, with nothing strewn where its robots start."""
    starts = [r.position_m for r in scenario.robots if r.position_m is not None]
    spawns = [(start[0], start[1]) for start in starts]
    return make(scenario.world, seed=scenario.seed, spawns=spawns)


def make(spec: AnyWorld, *, seed: int, spawns: Sequence[tuple[float, float]] = ()) -> Scene:
    """The scene of a recipe; ``spawns`` are places to be kept free of what is strewn."""
    seed = seed if spec.seed is None else spec.seed
    kind, draft = _draft(spec, seed)
    layers = {**draft.structures, **draft.scatter}
    names: dict[str, list[str | None]] = {}
    if spec.objects:
        layers[PLACED] = place(spec.objects, draft.terrain)
        names[PLACED] = [entry.name for entry in spec.objects]
    free = ((0.0, 0.0), *spawns)
    all_things = join([*draft.things, *(_spared(t, free) for t in draft.growth)])
    objects = gather(layers, names=names, things=all_things)
    strewn = np.zeros(len(objects), np.bool_)
    first = sum(len(solids) for solids in draft.structures.values())
    strewn[first : first + sum(len(solids) for solids in draft.scatter.values())] = True
    return Scene(
        kind=kind,
        seed=seed,
        terrain=draft.terrain,
        objects=_clear(objects, strewn, np.array(free, dtype=np.float64)),
        regions=(*draft.regions, *_spawn_regions(free)),
        cover=draft.cover,
        buildings=draft.buildings,
        roads=draft.roads,
        ground=draft.ground,
        skins=draft.skins,
        things=all_things,
        extent=_extent(draft, objects),
    )


def _draft(spec: AnyWorld, seed: int) -> tuple[str, Draft]:
    if not isinstance(spec, PluginWorld):
        return type(spec).__name__.lower(), RECIPES[type(spec)](spec, seed=seed)
    recipe: Any = registry.plugin("worlds", spec.plugin)
    draft = recipe(dict(spec.parameters), seed=seed)
    if not isinstance(draft, Draft):
        raise UserError(
            f"world {spec.plugin!r}: the plugin returned {type(draft).__name__}; "
            f"it must return an outrider.world.draft.Draft"
        )
    return spec.plugin, draft


def _spawn_regions(places: Sequence[tuple[float, float]]) -> tuple[Region, ...]:
    half = (SPAWN_M, SPAWN_M)
    names = ["spawn", *(f"spawn_{k}" for k in range(1, len(places)))]
    return tuple(
        Region(name=name, kind="spawn", position_m=(float(p[0]), float(p[1])), half_m=half)
        for name, p in zip(names, places, strict=True)
    )


def _spared(growth: Things, free: Sequence[tuple[float, float]]) -> Things:
    """Without what grows too near a place: neither its crown nor what one bumps into."""
    reach = np.array([a.radius_m if len(a.proxies) else 0.0 for a in growth.archetypes] or [0.0])
    crown = np.minimum(reach[growth.kind] * growth.scale, SPAWN_M)
    keep = np.ones(len(growth), np.bool_)
    for x, y in free:
        away = np.hypot(growth.position[:, 0] - x, growth.position[:, 1] - y)
        keep &= away > SPAWN_M * 0.5 + crown
        close = np.flatnonzero(keep & (away < SPAWN_M + 2.0 * reach[growth.kind] * growth.scale))
        solids, owner = growth.take(close).solids()
        gap = np.hypot(solids.center[:, 0] - x, solids.center[:, 1] - y)
        keep[close[owner[gap < SPAWN_M + footprints(solids)[:, F_REACH]]]] = False
    return growth.take(keep)


def _clear(objects: Objects, strewn: NDArray[np.bool_], free: NDArray[np.float64]) -> Objects:
    """Without what is strewn too near a place; the others keep their ids."""
    reach = footprints(objects.solids)[:, F_REACH] + SPAWN_M
    blocks = np.zeros(len(objects), np.bool_)
    for x, y in free:
        away = objects.solids.center[:, :2] - (x, y)
        blocks |= np.hypot(away[:, 0], away[:, 1]) < reach
    keep = ~(blocks & strewn)
    return replace(
        objects,
        solids=objects.solids.take(keep),
        ident=objects.ident[keep],
        alive=objects.alive[keep],
        owner=objects.owner[keep],
    )


def _extent(draft: Draft, objects: Objects) -> tuple[float, float, float, float]:
    """The recipe's extent, made wide enough for everything placed."""
    own = objects.solids.take(objects.owner == NOBODY)
    x, y = own.center[:, 0], own.center[:, 1]
    reach = footprints(own)[:, F_REACH]
    low = np.min((x - reach, y - reach), axis=1, initial=np.inf)
    high = np.max((x + reach, y + reach), axis=1, initial=-np.inf)
    a, b, c, d = draft.extent
    return (
        float(min(a, low[0])),
        float(min(b, low[1])),
        float(max(c, high[0])),
        float(max(d, high[1])),
    )
