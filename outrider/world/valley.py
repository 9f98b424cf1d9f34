"""Recipe ``valley``: a broad trough along x with a stream that winds along its floor.

Woods stand on the flanks, boulders at their feet, willows at the stream; a track comes from the
origin, crosses the stream on a bridge and goes on; a bank with two ramps lies beside it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outrider.core.rng import Stream
from outrider.scenario.worlds import Valley
from outrider.world.draft import Draft
from outrider.world.places import Road
from outrider.world.scene import Cover, Region
from outrider.world.semantics import number_of
from outrider.world.structures import Built, ahead, bridge, mound
from outrider.world.terrain import Feature, Terrain, Trough, octaves
from outrider.world.valley_growth import Vale

Point = tuple[float, float]

STREAM_AWAY_M = 9.0
"""How far the middle of the stream passes from the origin, where robots start."""
STREAM_HALF_M = 2.6
BRIDGE_X_M = 26.0
SPAN_M, HEIGHT_M, RAMP_RAD = 8.0, 0.9, math.radians(13.0)
TRACK_HALF_M = 1.4


@dataclass(frozen=True, kw_only=True)
class _Crossing:
    """The bridge, and the tracks to it."""

    position: Point
    heading: float
    built: Built
    tracks: tuple[tuple[Point, Point], ...]


def make_valley(spec: Valley, *, seed: int) -> Draft:
    """The valley; ``width_m`` is measured half way up, ``relief_m`` from floor to rim."""
    trough = _trough(seed, spec)
    noise = octaves(
        seed,
        relief_m=0.35 * spec.relief_m,
        wavelength_m=0.7 * spec.width_m,
        roughness=0.42,
        count=5,
    )
    base = Terrain(octaves=noise, trough=trough)
    crossing = _crossing(base, trough)
    tracks = [_track(a, b) for a, b in crossing.tracks]
    bank = _bank(trough)
    terrain = base.with_features(*tracks, *crossing.built.features, bank)
    extent = (-0.5 * spec.length_m, -spec.width_m, 0.5 * spec.length_m, spec.width_m)
    vale = Vale(seed, spec, trough, extent, (*crossing.tracks, *_edges(bank)))
    cover = Cover(flat="grass", steep="rock", steep_rad=0.5, stream="gravel")
    return Draft(
        terrain=terrain,
        structures={"bridge": crossing.built.solids},
        growth=vale.growth(terrain),
        ground=vale.ground(terrain, cover),
        skins={"grass": "meadow_ground", "soil": "forest_floor", "gravel": "gravel_wet"},
        regions=_regions(crossing, bank),
        roads=_roads(crossing.tracks),
        cover=cover,
        extent=extent,
    )


def _trough(seed: int, spec: Valley) -> Trough:
    """Floor, flanks and a stream that passes the origin on one side or the other."""
    chance = Stream(seed, "world", "stream").uniform(0, 5)
    width = spec.width_m
    wide = 0.085 * width
    first = (wide, 2.0 * math.pi / (width * (1.5 + chance[0])), 2.0 * math.pi * chance[1])
    fine = (0.3 * wide, 2.0 * math.pi / (width * (0.5 + 0.3 * chance[2])), 6.0 * chance[3])
    away = math.copysign(min(STREAM_AWAY_M, 0.11 * width), chance[4] - 0.5)
    swing = sum(a * math.sin(p) for a, _, p in (first, fine))
    return Trough(
        rim_m=spec.relief_m,
        floor_half_m=0.2 * width,
        flank_m=0.6 * width,
        floor_noise=0.08,
        meanders=(first, fine),
        stream_depth_m=0.45,
        stream_half_m=STREAM_HALF_M,
        middle_m=float(away - swing),
    )


def _middle(trough: Trough, x: float) -> float:
    return float(trough.middle(np.array([x]))[0])


def _crossing(base: Terrain, trough: Trough) -> _Crossing:
    """A bridge square to the stream, and tracks from the origin and onwards."""
    place = (BRIDGE_X_M, _middle(trough, BRIDGE_X_M))
    side = math.copysign(1.0, _middle(trough, 0.0))
    heading = math.atan(trough.bend(BRIDGE_X_M)) + side * 0.5 * math.pi
    reach = 0.5 * SPAN_M + HEIGHT_M / math.tan(RAMP_RAD) + 1.5
    near, far = ahead(place, heading, -reach), ahead(place, heading, reach)
    ground_m = float(base.height([near, far]).mean())
    built = bridge(
        place, heading=heading, ground_m=ground_m, span_m=SPAN_M, height_m=HEIGHT_M,
        angle=RAMP_RAD, pier_m=1.5,
    )  # fmt: skip
    turn, beyond = ahead(near, heading, -8.0), ahead(far, heading, 10.0)
    end = (beyond[0] + 45.0, beyond[1])
    way = _curve((-48.0, -3.0 * side), (-20.0, 1.0 * side), (-12.0, 0.0), (0.0, 0.0))
    way += _curve((0.0, 0.0), (12.0, 0.0), turn, near)
    onward = _curve(far, beyond, (beyond[0] + 12.0, beyond[1] + side), end)
    return _Crossing(position=place, heading=heading, built=built, tracks=(*way, *onward))


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[tuple[Point, Point]]:
    """A cubic Bézier curve in eight straight pieces."""
    t = np.linspace(0.0, 1.0, 9)[:, None]
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    line = sum((w * np.array(p) for w, p in zip(weights, (a, b, c, d), strict=True)), 0.0 * t)
    points = [(float(x), float(y)) for x, y in line]
    return list(itertools.pairwise(points))


def _track(start: Point, end: Point) -> Feature:
    """Gravel along a line; the ground keeps its shape."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return Feature(
        position_m=(0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1])),
        heading_rad=math.atan2(dy, dx),
        half_m=(0.5 * math.hypot(dx, dy), TRACK_HALF_M - 0.2),
        flank_m=(0.9, 0.9, 0.2),
        value_m=0.0,
        surface=number_of("gravel"),
    )


def _roads(pieces: Sequence[tuple[Point, Point]]) -> tuple[Road, ...]:
    """The tracks on either side of the bridge, too narrow and winding for cars."""
    lines: list[list[Point]] = []
    for start, end in pieces:
        if not lines or lines[-1][-1] != start:
            lines.append([start])
        lines[-1].append(end)
    return tuple(
        Road(name=f"track_{k}", kind="path", line_m=tuple(line), half_m=TRACK_HALF_M, limit_mps=2.8)
        for k, line in enumerate(lines, start=1)
    )


def _bank(trough: Trough) -> Feature:
    """A bank to drive over, on the side of the origin away from the stream."""
    side = math.copysign(1.0, _middle(trough, 0.0))
    return mound(
        (-22.0, -8.0 * side), heading=0.0, top_m=(3.0, 3.0), height_m=1.1,
        ramp_rad=math.radians(14.0), side_rad=math.radians(32.0),
    )  # fmt: skip


def _edges(feature: Feature) -> list[tuple[Point, Point]]:
    """The two long sides of a bank."""
    reach, wide = feature.half_m[0] + feature.flank_m[1], feature.half_m[1] + 0.5
    place, heading = feature.position_m, feature.heading_rad
    ends = [[ahead(place, heading, u, v) for u in (-reach, reach)] for v in (-wide, wide)]
    return [(a, b) for a, b in ends]


def _regions(crossing: _Crossing, bank: Feature) -> tuple[Region, ...]:
    half = 0.5 * SPAN_M + HEIGHT_M / math.tan(RAMP_RAD)
    reach = bank.half_m[0] + bank.flank_m[0]
    return (
        Region(
            name="bridge",
            position_m=crossing.position,
            half_m=(half, 1.25),
            heading_rad=crossing.heading,
        ),
        Region(name="bank", position_m=bank.position_m, half_m=(reach, bank.half_m[1])),
    )
