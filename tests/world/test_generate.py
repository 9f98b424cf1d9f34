"""Recipes: same seed, same scene; nothing floats, spawns are free, bridges can be driven."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from outrider.core import registry
from outrider.core.errors import UserError
from outrider.scenario.worlds import (
    Box,
    Capsule,
    Course,
    Cylinder,
    Flat,
    Hills,
    PluginWorld,
    Post,
    Ramp,
    Slope,
    Sphere,
    Valley,
    Wall,
)
from outrider.world import generate
from outrider.world._kernels import column_at
from outrider.world._kernels_objects import F_LOW, footprint_distance
from outrider.world.clearing import SPAWN_M
from outrider.world.draft import Draft
from outrider.world.objects import NOBODY
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.solids import footprints
from outrider.world.structures import BRIDGE_WIDTH_M
from outrider.world.terrain import Terrain
from tests.counts import count
from tests.world.digests import digests

GLEN = Valley(relief_m=12.0, width_m=80.0, length_m=300.0)
DENSE = (
    Hills(density=0.6),
    Course(difficulty=1.0),
    Course(base="hills"),
    replace(GLEN, density=1.0),
)


def test_digests_are_equal_in_fresh_processes_with_other_hash_seeds() -> None:
    expected = digests(11)
    for hash_seed, threads in (("0", "1"), ("4711", "2")):
        counts = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), threads)
        environment = {**os.environ, **counts, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-m", "tests.world.digests"],
            capture_output=True, text=True, check=True, env=environment,
        )  # fmt: skip
        assert run.stdout.split() == expected


def test_other_seeds_make_other_worlds() -> None:
    first, second = digests(11), digests(12)
    # A plane has nothing to be decided, but the seed is part of the scene.
    assert all(a != b for a, b in zip(first, second, strict=True))
    hills = [generate.make(Hills(density=0.2), seed=s).objects.solids.center for s in (1, 2)]
    assert not np.array_equal(hills[0][:50], hills[1][:50])


def test_the_seed_of_a_world_wins_over_that_of_the_run() -> None:
    own = generate.make(Hills(relief_m=3.0, wavelength_m=40.0, density=0.0, seed=3), seed=9)
    assert (
        own.digest
        == generate.make(Hills(relief_m=3.0, wavelength_m=40.0, density=0.0), seed=3).digest
    )


def test_one_layer_does_not_move_another() -> None:
    some = generate.make(GLEN, seed=4)
    placed = replace(GLEN, objects=(Box(position_m=(1, 2), size_m=(1, 1, 1)),))
    more = generate.make(placed, seed=4)
    assert len(more.objects) == len(some.objects) + 1
    kept = np.isin(more.objects.ident, some.objects.ident)
    np.testing.assert_array_equal(more.objects.ident[kept], some.objects.ident)
    np.testing.assert_array_equal(more.objects.solids.center[kept], some.objects.solids.center)


@pytest.mark.parametrize("seed", range(count(20)))
@pytest.mark.parametrize("spec", DENSE, ids=lambda spec: type(spec).__name__)
def test_nothing_floats(spec: Any, seed: int) -> None:
    """The lowest solid of each thing, and any other, reaches below the lowest ground under it."""
    scene = generate.make(spec, seed=seed)
    solids = scene.objects.solids
    shadows = footprints(solids)
    names = ("trunk", "boulder", "box", "post", "wall")
    loose = np.isin([scene.classes[k].name for k in solids.semantic], names)
    owner = scene.objects.owner
    order = np.lexsort((shadows[:, F_LOW], owner))
    lowest = np.ones(len(solids), np.bool_)
    lowest[order[1:]] = owner[order[1:]] != owner[order[:-1]]
    loose &= lowest | (owner == NOBODY)
    rng = np.random.default_rng(seed)
    for row in rng.permutation(np.flatnonzero(loose))[:300]:
        half = shadows[row, 2:4] + shadows[row, 4]
        uv = rng.uniform(-1, 1, (64, 2)) * half
        c, s = shadows[row, 0], shadows[row, 1]
        under = solids.center[row, :2] + uv @ np.array([[c, s], [-s, c]])
        assert shadows[row, F_LOW] < scene.height(under).min()


@pytest.mark.parametrize("spec", DENSE, ids=lambda spec: type(spec).__name__)
def test_what_is_strewn_keeps_away_from_where_robots_start(spec: Any) -> None:
    spawns = [(20.0, 5.0), (-31.0, 14.0)]
    scene = generate.make(spec, seed=2, spawns=spawns)
    obstacles = scene.obstacles
    fixed = {"bridge", "ramp", "kerb", "step", "wall", "post"}
    for x, y in [(0.0, 0.0), *spawns]:
        for row in range(len(scene.objects)):
            name = scene.classes[scene.objects.solids.semantic[row]].name
            gap = footprint_distance(obstacles.footprint, obstacles.center, row, x, y)
            assert gap >= SPAWN_M or name in fixed
    assert scene.region("spawn") is not None
    assert scene.region("spawn_2") is not None


def test_spawns_do_not_renumber_what_stays() -> None:
    spec = replace(GLEN, density=0.6)
    plain = generate.make(spec, seed=2)
    x, y = plain.things.position[0, :2].tolist()  # where something stands
    kept = generate.make(spec, seed=2, spawns=[(x, y)])
    assert len(kept.objects) < len(plain.objects)
    place = {
        int(i): tuple(c)
        for i, c in zip(plain.objects.ident, plain.objects.solids.center, strict=True)
    }
    for ident, centre in zip(kept.objects.ident, kept.objects.solids.center, strict=True):
        assert place[int(ident)] == tuple(centre)


def test_objects_grow_with_density() -> None:
    counts = [len(generate.make(Hills(density=d), seed=1).things) for d in (0.0, 0.1, 0.4, 1.0)]
    assert counts[0] == 0
    assert counts == sorted(counts)
    # Every site is taken with a probability proportional to the density, up to all of them.
    assert counts[2] / counts[1] == pytest.approx(4.0, rel=0.02)


def test_slope_has_its_angle() -> None:
    scene = generate.make(Slope(angle_rad=0.3, heading_rad=1.0), seed=1)
    rise = scene.height([(math.cos(1.0), math.sin(1.0))])[0]
    assert rise == pytest.approx(math.tan(0.3))
    assert scene.height([(-math.sin(1.0), math.cos(1.0))])[0] == pytest.approx(0.0, abs=1e-12)


def top_of(scene: Scene, x: float, y: float, below: float) -> float:
    """Highest thing at a place that is no higher than ``below``."""
    z = float(scene.height([(x, y)])[0])
    for row in scene.near((x, y), 0.0)[0]:
        top = column_at(scene.obstacles, int(row), x, y)[1]
        z = max(z, top) if top <= below else z
    return z


@pytest.mark.parametrize("seed", range(count(20)))
@pytest.mark.parametrize(
    ("spec", "name"),
    [(Course(), "bridge"), (Course(base="hills"), "bridge"), (GLEN, "bridge")],
    ids=["course", "hills", "valley"],
)
def test_a_small_robot_drives_over_the_bridge(spec: Any, name: str, seed: int) -> None:
    """Three tracks 0.7 m wide: no lip above 1 cm, no slope above 15°, and it does cross."""
    scene = generate.make(spec, seed=seed)
    region = scene.region(name)
    assert region is not None
    c, s = math.cos(region.heading_rad), math.sin(region.heading_rad)
    length = region.half_m[0] + 1.0
    assert BRIDGE_WIDTH_M == 2.5
    for left in (-0.9, -0.35, 0.0, 0.35, 0.9):
        along = np.arange(-length, length, 0.01)
        x = region.position_m[0] + c * along - s * left
        y = region.position_m[1] + s * along + c * left
        z = np.empty(len(along))
        before = float(scene.height([(x[0], y[0])])[0])
        for k in range(len(along)):
            z[k] = before = top_of(scene, float(x[k]), float(y[k]), before + 0.05)
        assert np.abs(np.diff(z)).max() <= 0.01
        slope = np.abs(z[30:] - z[:-30]) / 0.3
        assert slope.max() <= math.tan(math.radians(15.0)) + 1e-6
        middle = len(along) // 2
        gap = z[middle] - scene.height([(x[middle], y[middle])])[0]
        assert gap > 0.5


def test_posts_of_the_slalom_leave_a_gap_for_a_husky() -> None:
    scene = generate.make(Course(), seed=1)
    solids = scene.objects.solids
    posts = solids.center[solids.semantic == number_of("post"), :2]
    gaps = np.hypot(*(posts[:, None] - posts[None]).transpose(2, 0, 1))
    assert gaps[gaps > 0].min() > 1.5


def test_objects_placed_by_hand_stand_on_the_ground_or_exactly_there() -> None:
    spec = Hills(
        density=0.0,
        objects=(
            Box(position_m=(10, 5), size_m=(2, 1, 1), heading_rad=0.5, name="box"),
            Cylinder(position_m=(12, -5), radius_m=0.4, height_m=2.0),
            Post(position_m=(3, 3)),
            Sphere(position_m=(-7, 3), radius_m=0.5),
            Capsule(position_m=(-9, 3), radius_m=0.3, height_m=1.6, pitch_rad=1.5),
            Wall(position_m=(0, 20), length_m=12.0, semantic="fence"),
            Box(position_m=(1, 2, 30), size_m=(1, 2, 3), roll_rad=0.2),
        ),
    )
    scene = generate.make(spec, seed=6)
    solids, shadows = scene.objects.solids, footprints(scene.objects.solids)
    names = [scene.classes[k].name for k in solids.semantic]
    expected = ["box", "obstacle", "post", "obstacle", "obstacle", "fence", "box"]
    assert names == expected
    for row in range(6):
        centre = solids.center[row, :2]
        assert shadows[row, F_LOW] < scene.height(centre[None])[0]
    # What stands upright keeps its height above the ground at its middle.
    for row, height in ((0, 1.0), (1, 2.0), (2, 1.5), (5, 2.0)):
        ground = scene.height(solids.center[row : row + 1, :2])[0]
        assert shadows[row, 6] == pytest.approx(ground + height)
    assert solids.center[6].tolist() == [1.0, 2.0, 30.0]
    assert scene.objects.row_of("box") == 0


def test_a_ramp_rises_from_the_ground_towards_its_heading() -> None:
    ramp = Ramp(position_m=(5, 3), length_m=4.0, angle_rad=0.25, heading_rad=1.2)
    scene = generate.make(Flat(objects=(ramp,)), seed=1)
    for t in (0.05, 1.0, 3.8):
        x, y = 5 + t * math.cos(1.2) * math.cos(0.25), 3 + t * math.sin(1.2) * math.cos(0.25)
        top = column_at(scene.obstacles, 0, x, y)[1]
        assert top == pytest.approx(t * math.sin(0.25), abs=0.006)


def test_a_plugin_makes_a_world(monkeypatch: pytest.MonkeyPatch) -> None:
    def moon(parameters: dict[str, Any], *, seed: int) -> Draft:
        return Draft(terrain=Terrain(level_m=float(parameters["level"]) + seed))

    monkeypatch.setattr(registry, "plugin", lambda group, name: moon)
    spec = PluginWorld(plugin="moon", parameters={"level": 5.0})
    scene = generate.make(spec, seed=2)
    assert scene.kind == "moon"
    assert scene.height([(0, 0)])[0] == 7.0
    monkeypatch.setattr(registry, "plugin", lambda group, name: lambda p, *, seed: None)
    with pytest.raises(UserError, match="must return"):
        generate.make(spec, seed=2)


def test_worlds_that_cannot_be_made_say_why() -> None:
    with pytest.raises(UserError, match=r"world.size_m.*at least 60"):
        generate.make(Course(size_m=20.0), seed=1)
    with pytest.raises(UserError, match=r"cells; at most 4,096 can be there"):
        generate.make(Hills(size_m=100_000.0, density=0.5), seed=1)
    odd = Box(position_m=(1, 1), size_m=(1, 1, 1), semantic="wal")
    with pytest.raises(UserError, match=r"world.objects.0.semantic: .* did you mean 'wall'"):
        generate.make(Flat(objects=(odd,)), seed=1)
