"""Open country: each world is its own, repeats, stays within its limits, and can be started in."""

from __future__ import annotations

import math

import numpy as np
import pytest

from outrider.scenario.worlds import Desert, Forest, Glacier, Meadow, Volcanic
from outrider.world import generate
from outrider.world.scene import Scene
from outrider.world.semantics import CLASSES, MIDGARD, midgard_class, number_of
from outrider.world.stats import statistics

SIZE = 240.0
Kind = type[Forest | Desert | Meadow | Volcanic | Glacier]
WILD: dict[str, Kind] = {
    "forest": Forest, "desert": Desert, "meadow": Meadow, "volcanic": Volcanic, "glacier": Glacier,
}  # fmt: skip
OWN = {
    "forest": {"spruce", "fern", "moss_cushion", "stump"},
    "desert": {"eucalyptus", "spinifex", "termite_mound"},
    "meadow": {"poppies", "daisies", "gorse", "willow"},
    "volcanic": {"basalt_columns", "lava_bomb", "hornito"},
    "glacier": {"serac", "ice_slab", "snow_drift"},
}
_MADE: dict[tuple[str, int], Scene] = {}


def made(name: str, seed: int = 1) -> Scene:
    if (name, seed) not in _MADE:
        _MADE[name, seed] = generate.make(WILD[name](size_m=SIZE), seed=seed)
    return _MADE[name, seed]


def makers_in(scene: Scene) -> set[str]:
    used = np.unique(scene.things.kind)
    return {scene.things.kinds[k].rpartition("_")[0] for k in used.tolist()}


@pytest.mark.parametrize("name", WILD)
def test_the_same_seed_makes_the_same_world_and_another_another(name: str) -> None:
    again = generate.make(WILD[name](size_m=SIZE), seed=1)
    assert again.digest == made(name).digest
    assert made(name, 2).digest != made(name).digest


@pytest.mark.parametrize("name", WILD)
def test_the_extent_is_as_asked_and_ids_are_unique(name: str) -> None:
    scene = made(name)
    assert scene.extent == (-SIZE / 2, -SIZE / 2, SIZE / 2, SIZE / 2)
    assert len(np.unique(scene.things.ident)) == len(scene.things)
    assert len(np.unique(scene.objects.ident)) == len(scene.objects)
    assert (np.abs(scene.things.position[:, :2]) <= SIZE / 2 + 60.0).all()


@pytest.mark.parametrize("name", WILD)
def test_robots_have_room_to_start(name: str) -> None:
    """Level enough, free of what one bumps into, on something that bears."""
    for seed in (1, 2):
        scene = made(name, seed)
        angle = np.linspace(0, 2 * math.pi, 24, endpoint=False)
        ring = np.concatenate([r * np.column_stack((np.cos(angle), np.sin(angle))) for r in (1, 3)])
        z = scene.height(ring)
        assert scene.is_free(np.column_stack((ring, z + 0.75)), 0.4).all()
        assert np.degrees(np.arctan(np.hypot(*scene.terrain.sample(ring)[:, 1:].T))).max() < 14.0
        assert number_of("water") not in scene.surface(ring).tolist()


@pytest.mark.parametrize("name", WILD)
def test_every_world_has_species_and_forms_of_its_own(name: str) -> None:
    mine = makers_in(made(name)) | makers_in(made(name, 2))
    assert len(mine & OWN[name]) >= 3
    for other in set(WILD) - {name}:
        assert len(OWN[name] - makers_in(made(other))) >= 3


@pytest.mark.parametrize("name", WILD)
def test_things_stand_on_the_ground(name: str) -> None:
    scene = made(name)
    gap = scene.things.position[:, 2] - scene.height(scene.things.position[:, :2])
    assert gap.max() <= 1e-6
    assert gap.min() > -0.6


@pytest.mark.parametrize("name", WILD)
def test_denser_worlds_hold_more(name: str) -> None:
    counts = [
        len(generate.make(WILD[name](size_m=120.0, density=d), seed=5).things)
        for d in (0.1, 0.5, 1.0)
    ]
    assert counts[0] < counts[1] < counts[2]


def test_figures_tell_every_world_from_every_other() -> None:
    found = {name: statistics(made(name)) for name in WILD}
    rows = {
        name: np.array([
            math.log(f.relief_m + 1), f.slope_deg / 10, math.log(f.density_per_ha + 1),
            3 * f.occlusion, 2 * f.self_similarity, *(c / 60 for c in f.colour),
        ])
        for name, f in found.items()
    }  # fmt: skip
    for a in WILD:
        for b in set(WILD) - {a}:
            assert np.linalg.norm(rows[a] - rows[b]) > 0.6, (a, b)


def test_midgards_seven_classes_are_all_in_a_forest_with_a_lake_beside() -> None:
    """In the forest all but water and what people made; those in the meadow and the desert."""
    found: dict[str, set[str]] = {}
    points = np.random.default_rng(1).uniform(-SIZE / 2, SIZE / 2, (4000, 2))
    for name in ("forest", "meadow", "desert"):
        scene = made(name)
        numbers = {*np.unique(scene.things.semantic).tolist(), *scene.surface(points).tolist()}
        found[name] = {midgard_class(int(number)) for number in numbers}
    assert {"ground", "bush", "tree", "rock", "debris"} <= found["forest"]
    assert "water" in found["meadow"]
    assert "artificial" in found["desert"]


def test_the_lake_is_level_deep_and_known_to_be_water() -> None:
    scene = made("meadow")
    lake = scene.region("lake")
    assert lake is not None
    assert lake.kind == "no_go"
    middle = np.array([lake.position_m])
    level = scene.water_level(middle)
    assert level - scene.height(middle) > 0.8
    assert scene.surface(middle).tolist() == [number_of("water")]
    assert scene.ground is not None
    assert scene.ground.water_m is not None
    levels = scene.ground.water_m[np.isfinite(scene.ground.water_m)]
    assert np.ptp(levels) == 0.0
    dry = generate.make(Meadow(size_m=SIZE, lake=0.0), seed=1)
    assert dry.regions[0].kind != "no_go"


def test_the_road_of_the_desert_is_straight_even_and_clear() -> None:
    scene = made("desert")
    road = [f for f in scene.terrain.features if f.surface == number_of("gravel")]
    points = np.array([f.position_m for f in road])
    heading = {round(f.heading_rad % math.pi, 6) for f in road}
    assert len(heading) == 1
    slope = np.abs(np.diff(scene.height(points))) / np.hypot(*np.diff(points, axis=0).T)
    assert slope.max() < 0.12
    z = scene.height(points) + 0.6
    assert scene.is_free(np.column_stack((points, z)), 0.5).mean() > 0.99


def test_the_volcano_has_a_crater_and_slopes_that_rise_to_it() -> None:
    scene = made("volcanic")
    crater = scene.region("crater")
    assert crater is not None
    x, y = crater.position_m
    r = crater.half_m[0]
    ring = np.column_stack(
        (x + 1.3 * r * np.cos(np.arange(12)), y + 1.3 * r * np.sin(np.arange(12)))
    )
    assert scene.height(ring).mean() > scene.height([(x, y)])[0] + 3.0
    assert scene.height(ring).mean() > scene.height([(0.0, 0.0)])[0] + 20.0


@pytest.mark.parametrize("field", ["size_m", "density", "roughness"])
@pytest.mark.parametrize("value", [-1.0, 1e9, math.nan])
def test_hostile_parameters_are_refused_with_their_limit(field: str, value: float) -> None:
    from outrider import scenario
    from outrider.core.errors import ScenarioError

    text = f"name: w\nworld: {{kind: forest, {field}: {value}}}\n"
    with pytest.raises(ScenarioError, match=r"(<=|>=|NaN|nan|number|at least|at most)"):
        scenario.parse(text)


def test_every_class_is_one_of_midgards_seven() -> None:
    assert {midgard_class(k) for k in range(len(CLASSES))} == set(MIDGARD)
    assert midgard_class(number_of("trunk")) == midgard_class(number_of("foliage")) == "tree"
    assert midgard_class(number_of("car")) == "artificial"
