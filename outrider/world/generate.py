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
    AnyWorld,
    Course,
    Flat,
    Hills,
    PluginWorld,
    Slope,
    Valley,
)
from outrider.world._kernels_objects import F_REACH
from outrider.world.course import make_course
from outrider.world.draft import Draft
from outrider.world.hills import make_hills
from outrider.world.objects import Objects, gather
from outrider.world.placed import place
from outrider.world.plain import make_flat, make_slope
from outrider.world.scene import Region, Scene
from outrider.world.solids import footprints
from outrider.world.valley import make_valley

Recipe = Callable[..., Draft]
"""``recipe(spec, *, seed) -> Draft``; a plugin's ``spec`` is the dict of its parameters."""

RECIPES: dict[type, Recipe] = {
    Flat: make_flat,
    Slope: make_slope,
    Hills: make_hills,
    Course: make_course,
    Valley: make_valley,
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
    objects = gather(layers, names=names)
    strewn = np.zeros(len(objects), np.bool_)
    first = sum(len(solids) for solids in draft.structures.values())
    strewn[first : first + sum(len(solids) for solids in draft.scatter.values())] = True
    free = ((0.0, 0.0), *spawns)
    return Scene(
        kind=kind,
        seed=seed,
        terrain=draft.terrain,
        objects=_clear(objects, strewn, np.array(free, dtype=np.float64)),
        regions=(*draft.regions, *_spawn_regions(free)),
        cover=draft.cover,
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
    )


def _extent(draft: Draft, objects: Objects) -> tuple[float, float, float, float]:
    """The recipe's extent, made wide enough for everything placed."""
    x, y = objects.solids.center[:, 0], objects.solids.center[:, 1]
    reach = footprints(objects.solids)[:, F_REACH]
    low = np.min((x - reach, y - reach), axis=1, initial=np.inf)
    high = np.max((x + reach, y + reach), axis=1, initial=-np.inf)
    a, b, c, d = draft.extent
    return (
        float(min(a, low[0])),
        float(min(b, low[1])),
        float(max(c, high[0])),
        float(max(d, high[1])),
    )
