"""Recipe and seed to scene. Each kind of world is one recipe; plugins add more by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outrider.core import registry
from outrider.core.errors import UserError
from outrider.scenario.schema import Scenario
from outrider.scenario.sky import Sky
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
from outrider.world.clearing import SPAWN_M, Place, cleared, spared
from outrider.world.course import make_course
from outrider.world.draft import Draft
from outrider.world.endless import Grower, Growth, over, visible
from outrider.world.hills import make_hills
from outrider.world.objects import NOBODY, Objects, gather
from outrider.world.people import people_of
from outrider.world.placed import place, place_assets
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
from outrider.world.semantics import table_of
from outrider.world.solids import footprints
from outrider.world.things import join
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
PLACED = "placed"


def world_of(scenario: Scenario) -> Scene:
    """The world of a scenario, with nothing strewn where its robots start."""
    starts = [r.position_m for r in scenario.robots if r.position_m is not None]
    spawns = [(start[0], start[1]) for start in starts]
    scene = make(scenario.world, seed=scenario.seed, spawns=spawns)
    return replace(scene, sky=Sky(light=scenario.light, weather=scenario.weather))


def make(spec: AnyWorld, *, seed: int, spawns: Sequence[tuple[float, float]] = ()) -> Scene:
    """The scene of a recipe; ``spawns`` are places to be kept free of what is strewn."""
    seed = seed if spec.seed is None else spec.seed
    kind, draft = _draft(spec, seed)
    layers = {**draft.structures, **draft.scatter}
    names: dict[str, list[str | None]] = {}
    classes = table_of(spec.classes)
    if spec.objects:
        layers[PLACED], names[PLACED] = place(spec.objects, draft.terrain, classes=classes)
    people, patrols = people_of(spec.people, draft.terrain)
    free = ((0.0, 0.0), *spawns)
    assets = place_assets(spec.objects, draft.terrain, classes=classes)
    grown = [spared(t, free) for t in draft.growth]
    all_things = join([*draft.things, *grown, assets, people])
    objects = gather(layers, names=names, things=all_things, classes=classes)
    strewn = np.zeros(len(objects), np.bool_)
    first = sum(len(solids) for solids in draft.structures.values())
    strewn[first : first + sum(len(solids) for solids in draft.scatter.values())] = True
    scene = Scene(
        kind=kind,
        seed=seed,
        terrain=draft.terrain,
        objects=cleared(objects, strewn, free),
        regions=(*draft.regions, *_spawn_regions(free)),
        cover=draft.cover,
        buildings=draft.buildings,
        roads=draft.roads,
        ground=draft.ground,
        skins=draft.skins,
        things=all_things,
        patrols=patrols,
        extent=_extent(draft, objects),
    )
    if draft.grower is None:
        return scene
    there = over(draft.grower, draft.extent) | visible(draft.grower, free)
    return endless(scene, spec, draft.grower, free).with_cells(there)


def endless(scene: Scene, spec: AnyWorld, grower: Grower | None, free: Sequence[Place]) -> Scene:
    """A scene whose growth has not begun; ``grower`` left out is that of the recipe."""
    if grower is None:
        grower = _draft(spec, scene.seed)[1].grower
    if grower is None:
        raise UserError(f"world {scene.kind!r}: its recipe makes no endless world")
    growth = Growth(
        spec=spec, grower=grower, objects=scene.objects, things=scene.things, free=tuple(free)
    )
    return replace(scene, growth=growth)


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
