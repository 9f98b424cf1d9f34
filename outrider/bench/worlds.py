"""How long worlds take to make, up to the point where robots can stand in them."""

from __future__ import annotations

import resource
from typing import Final

import numpy as np

from outrider.bench.measure import Size, insist, median, wall_s
from outrider.bench.published import MIDGARD_SCENE_S
from outrider.bench.record import Fact, Record
from outrider.run.session import Session, load
from outrider.scenario.schema import Robot, Scenario
from outrider.scenario.worlds import AnyWorld, Cells, City, Forest
from outrider.world import generate
from outrider.world.scene import Scene
from outrider.world.semantics import number_of

KILOMETRE: Final = 1000.0
TREES: Final = 20_000
PLANTS: Final = 100_000
HOUSES: Final = 300
CARS: Final = 500


def _scenario(world: AnyWorld) -> Scenario:
    husky = Robot(name="ugv0", model="husky", position_m=(0.0, 0.0))
    return Scenario(name="bench", world=world, robots=(husky,))


def midgard(size: Size) -> Record:
    """100 x 100 m of cells of 2 to 4 m, half of them taken, with a robot standing in it."""
    spec = Cells(base="forest", size_m=100.0, cell_min_m=2.0, cell_max_m=4.0, difficulty=0.5)
    session = load(_scenario(spec))
    scene = session.scene
    cells = int(100.0 / 3.0) ** 2
    count = len(scene.things)
    insist(0.4 * cells < count < 0.6 * cells, f"{count} objects stand there")
    insist(len(scene.objects) > 0.4 * cells, "the objects have no solids")
    times = [wall_s(lambda: load(_scenario(spec))) for _ in range(size.repeats)]
    beside: dict[str, Fact] = {
        "midgard_on_16_cores": MIDGARD_SCENE_S, "objects": len(scene.things), "size_m": "100 x 100",
        "world_alone": median([wall_s(lambda: generate.make(spec, seed=1)) for _ in range(3)]),
    }  # fmt: skip
    return _lower("world/midgard", median(times), 0.25, beside)


def forest(size: Size) -> Record:
    """A square kilometre of forest, with the index that finds its solids."""
    side = KILOMETRE if size.share >= 1.0 else 120.0
    made: list[Scene] = []

    def make() -> None:
        made[:] = [generate.make(Forest(size_m=side), seed=1)]
        made[0].near((0.0, 0.0), 5.0)

    make()
    times = [wall_s(make) for _ in range(size.repeats)]
    scene = made[0]
    trees = _count(scene, "trunk")
    if size.share >= 1.0:
        others = len(scene.things) - trees
        insist(trees >= TREES, f"{trees:,} trees stand there")
        insist(others >= PLANTS, f"{others:,} plants and rocks stand there")
    beside: dict[str, Fact] = {
        "size_m": f"{side:g} x {side:g}", "trees": trees,
        "plants_and_rocks": len(scene.things) - trees, "peak_memory_gb": _peak_gb(),
        "peak_memory_target_gb": 1.0,
    }  # fmt: skip
    return _lower("world/forest", median(times), 3.0, beside)


def city(size: Size) -> Record:
    """A square kilometre of town, with the index that finds its solids."""
    side = KILOMETRE if size.share >= 1.0 else 240.0
    made: list[Scene] = []

    def make() -> None:
        made[:] = [generate.make(City(size_m=side), seed=1)]
        made[0].near((0.0, 0.0), 5.0)

    make()
    times = [wall_s(make) for _ in range(size.repeats)]
    scene = made[0]
    houses, cars = len(scene.buildings), _count(scene, "car")
    x0, y0, x1, y1 = scene.extent
    insist((x1 - x0) * (y1 - y0) >= side * side, "the town covers its square")
    if size.share >= 1.0:
        insist(houses >= HOUSES, f"{houses:,} houses stand there")
        insist(cars >= CARS, f"{cars:,} cars are parked there")
    beside: dict[str, Fact] = {
        "size_m": f"{side:g} x {side:g}", "houses": houses, "parked_cars": cars,
        "objects": len(scene.things), "peak_memory_gb": _peak_gb(),
    }  # fmt: skip
    return _lower("world/city", median(times), 5.0, beside)


def reset(size: Size) -> Record:
    """A session starts anew in another world of 50 x 50 m, as a learner's does."""
    spec = Cells(base="forest", size_m=50.0, difficulty=0.5)
    session = load(_scenario(spec))
    digests: list[str] = []

    def again(seed: int) -> None:
        session.reset(seed=seed)
        digests.append(session.scene.digest)

    seeds = range(1, 4 * size.repeats + 1)
    times = [wall_s(lambda s=seed: again(s), tidy=False) for seed in seeds]  # type: ignore[misc]
    insist(len(set(digests)) == len(digests), "every reset makes another world")
    beside: dict[str, Fact] = {
        "size_m": "50 x 50", "objects": len(session.scene.things),
        "slowest": float(np.max(times)), "resets": len(times),
    }  # fmt: skip
    _stands(session)
    return _lower("world/reset", median(times), 0.1, beside)


def _count(scene: Scene, semantic: str) -> int:
    return int((scene.things.semantic == number_of(semantic)).sum())


def _stands(session: Session) -> None:
    """The robot comes to rest on the ground of the last world."""
    session.step(0.5)
    x, y, z = session.robot("ugv0").position
    insist(0.0 < z - session.ground_height(x, y) < 0.4, "the robot stands on the ground")


def _peak_gb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def _lower(name: str, seconds: float, target: float, beside: dict[str, Fact]) -> Record:
    return Record(name=name, value=seconds, unit="s", target=target, better="lower", beside=beside)
