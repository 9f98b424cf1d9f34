"""The valley: what grows keeps off the ways and the stream, which is shallow and can be forded."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from outrider.scenario.worlds import Valley
from outrider.world import generate
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.valley_growth import WATER_M
from tests.counts import count

GLEN = Valley(relief_m=12.0, width_m=80.0, length_m=300.0)


def solid(scene: Scene) -> np.ndarray:
    """``(n,)`` which things one can bump into."""
    own = scene.things
    return np.array([len(a.proxies) > 0 for a in own.archetypes])[own.kind]


@pytest.mark.parametrize("seed", range(count(4)))
def test_tracks_bank_and_stream_stay_clear(seed: int) -> None:
    scene = generate.make(replace(GLEN, density=1.0), seed=seed)
    places = scene.things.position[solid(scene), :2]
    trough = scene.terrain.trough
    assert trough is not None
    assert np.abs(places[:, 1] - trough.middle(places[:, 0])).min() > trough.stream_half_m + 1.0
    for feature in scene.terrain.features:
        if feature.surface != number_of("gravel"):
            continue
        c, s = np.cos(feature.heading_rad), np.sin(feature.heading_rad)
        away = places - feature.position_m
        u, v = c * away[:, 0] + s * away[:, 1], c * away[:, 1] - s * away[:, 0]
        gap = np.hypot(np.maximum(np.abs(u) - feature.half_m[0], 0.0), v)
        assert gap.min() > 3.4


@pytest.mark.parametrize("seed", range(count(4)))
def test_the_stream_is_shallow_and_its_bed_bears(seed: int) -> None:
    scene = generate.make(GLEN, seed=seed)
    trough = scene.terrain.trough
    assert trough is not None
    x = np.linspace(-140.0, 140.0, 400)
    line = np.column_stack((x, trough.middle(x)))
    depth = scene.water_level(line) - scene.height(line)
    assert np.isfinite(depth).mean() > 0.8
    assert np.nanmax(depth) < 3.0 * WATER_M
    assert np.nanmedian(depth) == pytest.approx(WATER_M, abs=0.05)
    beds = [number_of("gravel")]
    assert set(scene.surface(line).tolist()) <= set(beds)
    dry = np.column_stack((x, trough.middle(x) + 6.0))
    assert np.isnan(scene.water_level(dry)).all()


def test_woods_willows_and_flowers_are_things_of_the_library() -> None:
    scene = generate.make(Valley(), seed=4)
    kinds = {scene.things.kinds[k].rpartition("_")[0] for k in scene.things.kind.tolist()}
    assert {"birch", "spruce", "larch", "beech", "willow"} <= kinds
    assert {"granite_boulder", "river_stones", "erratic", "fern", "sedge", "reeds"} <= kinds
    assert {"meadow_tuft", "daisies", "log", "stump"} <= kinds


def test_a_very_long_valley_does_without_a_map_of_its_ground() -> None:
    scene = generate.make(Valley(length_m=8000.0, width_m=80.0, density=0.02), seed=1)
    assert scene.ground is None
    assert len(scene.things) > 1000
