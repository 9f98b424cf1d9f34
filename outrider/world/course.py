"""Recipe ``course``: one of each obstacle, laid out about the origin in lanes.

north   a bridge over a gully, and a dyke along the edge
east    a slalom of posts;  north-east  a field of boxes
south   two ditches and a mound;  south-east  a low bridge
west    stairs with a ramp down;  south-west  walls
"""

from __future__ import annotations

import math

import numpy as np

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.scenario.worlds import Course
from outrider.world.draft import Draft, square
from outrider.world.hills import ground
from outrider.world.scatter import lift, strew
from outrider.world.scene import Cover, Region
from outrider.world.solids import Solids, boxes, cylinders, root
from outrider.world.structures import Built, bridge, ditch, level, mound, stairs, walls
from outrider.world.terrain import Feature, Terrain

LAYOUT_M = 80.0
LEAST_M = 60.0


def make_course(spec: Course, *, seed: int) -> Draft:
    """The course; ``difficulty`` makes steps higher, banks steeper and boxes more."""
    if spec.size_m < LEAST_M:
        raise UserError(
            f"world.size_m: a course of {spec.size_m} m has no room for its obstacles; "
            f"give at least {LEAST_M:.0f}"
        )
    scale, hard = spec.size_m / LAYOUT_M, spec.difficulty
    base = ground(seed, 2.0, 45.0, 0.35) if spec.base == "hills" else Terrain()
    built = {
        "bridge": _bridge(base, scale, hard),
        "low_bridge": _low_bridge(base, scale),
        "stairs": _stairs(base, scale, hard),
    }
    features = [feature for part in built.values() for feature in part.features]
    terrain = base.with_features(*features, *_relief(scale, hard))
    structures = {name: part.solids for name, part in built.items()}
    structures["posts"] = _posts(scale, terrain)
    structures["walls"] = _walls(seed, scale, terrain)
    return Draft(
        terrain=terrain,
        structures=structures,
        scatter={"boxes": _boxes(seed, scale, hard, terrain)},
        regions=_regions(scale),
        cover=Cover(flat="grass" if spec.base == "hills" else "ground", steep="soil"),
        extent=square(spec.size_m),
    )


def _height(terrain: Terrain, position: tuple[float, float]) -> float:
    return float(terrain.height([position])[0])


def _bridge(base: Terrain, scale: float, hard: float) -> Built:
    place = (-16.0 * scale, 24.0 * scale)
    gully = ditch(
        place, heading=0.5 * math.pi, length_m=22.0, floor_m=2.0,
        depth_m=0.8 + 0.8 * hard, bank_rad=math.radians(28.0 + 14.0 * hard),
    )  # fmt: skip
    ground_m = _height(base, place)
    plot = level(place, ground_m, half=(12.0, 4.0), flank=8.0)
    made = bridge(
        place, heading=0.0, ground_m=ground_m, span_m=9.0, height_m=1.2,
        angle=math.radians(13.0), pier_m=2.5,
    )  # fmt: skip
    return Built(solids=made.solids, features=(plot, *made.features, gully))


def _low_bridge(base: Terrain, scale: float) -> Built:
    place = (22.0 * scale, -24.0 * scale)
    ground_m = _height(base, place)
    plot = level(place, ground_m, heading=0.6, half=(8.0, 3.0), flank=6.0)
    made = bridge(
        place, heading=0.6, ground_m=ground_m, span_m=4.0, height_m=0.6,
        angle=math.radians(11.0), pier_m=0.3,
    )  # fmt: skip
    return Built(solids=made.solids, features=(plot, *made.features))


def _stairs(base: Terrain, scale: float, hard: float) -> Built:
    place = (-14.0 * scale, 0.0)
    return stairs(
        place, heading=math.pi, ground_m=_height(base, place), rise_m=0.06 + 0.12 * hard, steps=3
    )


def _relief(scale: float, hard: float) -> list[Feature]:
    bank = math.radians(22.0 + 22.0 * hard)
    ditches = [
        ditch(
            (0.0, y * scale), heading=0.0, length_m=9.0, floor_m=0.6,
            depth_m=0.12 + 0.3 * hard, bank_rad=bank,
        )
        for y in (-11.0, -17.0)
    ]  # fmt: skip
    hill = mound(
        (0.0, -29.0 * scale), heading=0.5 * math.pi, top_m=(2.5, 3.0), height_m=0.8 + 0.7 * hard,
        ramp_rad=math.radians(11.0 + 9.0 * hard), side_rad=math.radians(35.0),
    )  # fmt: skip
    dyke = mound(
        (6.0 * scale, 36.0 * scale), heading=0.0, top_m=(44.0 * scale, 2.5), height_m=1.1,
        ramp_rad=math.radians(12.0), side_rad=math.radians(26.0),
    )  # fmt: skip
    return [*ditches, hill, dyke]


def _posts(scale: float, terrain: Terrain) -> Solids:
    x = np.arange(9.0, 34.0, 4.0) * scale
    y = np.where(np.arange(len(x)) % 2 == 0, 1.2, -1.2)
    posts = cylinders(np.column_stack((x, y, 0.0 * x)), radius=0.06, height=1.6, semantic="post")
    return root(posts, terrain)


def _walls(seed: int, scale: float, terrain: Terrain) -> Solids:
    chance = Stream(seed, "world", "walls").uniform(0, 18).reshape(6, 3)
    i, j = np.meshgrid((-33.0, -25.0, -17.0), (-31.0, -21.0))
    starts = scale * np.column_stack((i.ravel(), j.ravel())) + 1.5 * chance[:, :2]
    heading = np.where(np.arange(6) % 2 == 0, 0.0, 0.5 * np.pi)
    return root(
        walls(starts, heading=heading, length=3.0 + 2.5 * chance[:, 2], height_m=2.2), terrain
    )


def _boxes(seed: int, scale: float, hard: float, terrain: Terrain) -> Solids:
    field = (8.0 * scale, 9.0 * scale, 36.0 * scale, 32.0 * scale)
    strewn = strew(seed, "boxes", extent=field, cell_m=4.0, share=0.2 + 0.5 * hard)
    size, turn = 0.4 + strewn.chance[:, :3], 2.0 * np.pi * strewn.chance[:, 4]
    crates = boxes(lift(strewn.points), size=size, semantic="box", heading=turn)
    return root(crates, terrain)


def _regions(scale: float) -> tuple[Region, ...]:
    places = {
        "bridge": (-16.0, 24.0, 13.0, 4.0),
        "boxes": (22.0, 20.5, 14.0, 11.5),
        "slalom": (21.0, 0.0, 14.0, 3.0),
        "ditches": (0.0, -14.0, 5.0, 5.0),
        "mound": (0.0, -29.0, 5.0, 8.0),
        "stairs": (-20.0, 0.0, 7.0, 3.0),
        "walls": (-24.0, -25.0, 12.0, 10.0),
        "low_bridge": (22.0, -24.0, 9.0, 7.0),
    }
    return tuple(
        Region(name=name, position_m=(x * scale, y * scale), half_m=(a, b))
        for name, (x, y, a, b) in places.items()
    )
