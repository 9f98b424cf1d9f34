"""Terrain: a height function over the infinite plane, packed into one array for the kernels."""

from __future__ import annotations

import itertools
import math
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError
from outrider.core.rng import Stream
from outrider.world import _kernels_terrain as layout
from outrider.world._kernels_lattice import fill_heights
from outrider.world._kernels_terrain import ground_many, levelling_gap, surface_many
from outrider.world.fields import as_declared

F64 = NDArray[np.float64]

NOISE_BOUND: Final = math.sqrt(0.5)
"""Largest |noise| of one octave of amplitude 1."""
NOISE_SLOPE_BOUND: Final = 2.0692
"""Largest slope of one octave, per cell; found over the unit cell and all gradients."""
NOISE_SIGMA: Final = 0.21571
"""Standard deviation of one octave: sqrt(4 ∫a² ∫a²u²) with a = 1 - quintic fade."""
MAX_FEATURES: Final = 4096
MAX_OCTAVES: Final = 16
MAX_RELIEF: Final = 16_000_000
_BIN_M: Final = 16.0
_MAX_BINS: Final = 65536
_MAX_ITEMS: Final = 2_000_000
"""Features in bins, one that lies in several counted in each."""


class Octave(Struct, frozen=True, kw_only=True):
    """Gradient noise of one wavelength; the seed (32 bits) and offsets make it its own."""

    wavelength_m: float
    amplitude_m: float
    offset: tuple[float, float] = (0.0, 0.0)
    seed: int = 0


class Trough(Struct, frozen=True, kw_only=True):
    """A valley along x: a winding flat floor with a stream bed, between two flanks."""

    rim_m: float
    floor_half_m: float
    flank_m: float
    floor_noise: float = 0.1
    """Share of the noise that is left on the floor."""
    meanders: tuple[tuple[float, float, float], tuple[float, float, float]] = (
        (0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0),
    )
    """Twice (amplitude m, wave number rad/m, phase rad)."""
    stream_depth_m: float = 0.0
    stream_half_m: float = 1.0
    middle_m: float = 0.0
    """The y about which the floor winds."""

    def middle(self, x: F64) -> F64:
        """The y of the valley's middle at ``x (n,)``."""
        return self.middle_m + sum((a * np.sin(k * x + p) for a, k, p in self.meanders), 0.0 * x)

    def bend(self, x: float) -> float:
        """dy/dx of the valley's middle."""
        return sum(a * k * math.cos(k * x + p) for a, k, p in self.meanders)


class Feature(Struct, frozen=True, kw_only=True):
    """Relief made by hand: a trapezoid in its own frame that adds to the ground or levels it.

    ``value_m`` is a height to add, or with ``levels`` the height of the plane (which rises by
    ``grade`` along the heading) that the ground is blended to. Inside ``±half_m`` (along, across)
    the effect is whole; it ends after the flanks (back, front, sides).
    """

    position_m: tuple[float, float]
    heading_rad: float = 0.0
    half_m: tuple[float, float]
    flank_m: tuple[float, float, float]
    value_m: float
    grade: float = 0.0
    levels: bool = False
    corner: float = 0.3
    """Share of a flank that is rounded at either end; the rest is straight."""
    surface: int = -1
    """Surface class inside, -1 = as it was."""


def flank_for(height_m: float, angle_rad: float, *, corner: float = 0.3) -> float:
    """Width of a flank whose steepest part has the given angle."""
    return max(abs(height_m) / ((1.0 - corner) * math.tan(angle_rad)), 0.05)


def octaves(
    seed: int, *, relief_m: float, wavelength_m: float, roughness: float, count: int
) -> tuple[Octave, ...]:
    """Octaves whose sum has a standard deviation of a quarter of ``relief_m``.

    Each is 1.93 times finer than the last (so that lattices do not line up) and ``roughness``
    times as high.
    """
    if relief_m <= 0.0 or count <= 0:
        return ()
    stream = Stream(seed, "relief")
    weights = np.power(roughness, np.arange(count), dtype=np.float64)
    scale = 0.25 * relief_m / (NOISE_SIGMA * math.sqrt(float(np.sum(weights * weights))))
    offsets = stream.uniform(0, 2 * count, low=0.0, high=1024.0)
    seeds = stream.integers(0, count, low=0, high=2**32)
    return tuple(
        Octave(
            wavelength_m=wavelength_m / 1.93**k,
            amplitude_m=float(scale * weights[k]),
            offset=(float(offsets[2 * k]), float(offsets[2 * k + 1])),
            seed=int(seeds[k]),
        )
        for k in range(count)
        if weights[k] > 0.0
    )


class Relief:
    """Heights on a grid, joined by a cubic spline (twice differentiable); added to the ground.

    The spline passes a sixth of the way to the neighbours' mean by each height: relief sharper
    than the grid is rounded. Beyond the grid its border goes on for ever.
    """

    __slots__ = ("heights", "origin_m", "step_m")

    def __init__(self, heights: ArrayLike, *, origin_m: tuple[float, float], step_m: float) -> None:
        grid = np.array(heights, np.float64)
        if grid.ndim != 2 or min(grid.shape) < 4 or grid.size > MAX_RELIEF or not step_m > 0.0:
            raise UserError(
                f"relief of {grid.shape} heights {step_m:g} m apart; from 4 x 4 to "
                f"{MAX_RELIEF:,} heights at a positive distance are allowed"
            )
        grid.flags.writeable = False
        self.heights = grid
        """(rows = y, columns = x)."""
        self.origin_m = (float(origin_m[0]), float(origin_m[1]))
        self.step_m = float(step_m)


class Terrain:
    """The ground: plane + octaves (within a trough) + relief + features in order. Immutable."""

    __slots__ = ("features", "grade", "level_m", "octaves", "packed", "relief", "trough")

    def __init__(
        self,
        *,
        level_m: float = 0.0,
        grade: tuple[float, float] = (0.0, 0.0),
        octaves: tuple[Octave, ...] = (),
        trough: Trough | None = None,
        relief: Relief | None = None,
        features: tuple[Feature, ...] = (),
    ) -> None:
        _check(octaves, features)
        self.level_m, self.grade = float(level_m), (float(grade[0]), float(grade[1]))
        self.octaves = as_declared(octaves, tuple[Octave, ...])
        self.trough = None if trough is None else as_declared(trough, Trough)
        self.relief = relief
        self.features = as_declared(features, tuple[Feature, ...])
        self.packed = _pack(self)
        """(n,) f64, never written to: what the kernels take as ``terrain``."""

    @property
    def slope_bound(self) -> float:
        """No slope of this terrain is steeper (rise over run)."""
        return float(self.packed[layout.LIPSCHITZ])

    def with_features(self, *features: Feature) -> Terrain:
        """The same ground with more features, which act after those it has."""
        return Terrain(
            level_m=self.level_m,
            grade=self.grade,
            octaves=self.octaves,
            trough=self.trough,
            relief=self.relief,
            features=(*self.features, *features),
        )

    def sample(self, points: ArrayLike) -> F64:
        """``(n, 3)`` f64 height, dz/dx, dz/dy at ``points (n, 2)``."""
        where = _points(points)
        out = np.empty((len(where), 3))
        ground_many(self.packed, where, out)
        return out

    def height(self, points: ArrayLike) -> F64:
        """``(n,)`` f64 heights at ``points (n, 2)``."""
        return np.ascontiguousarray(self.sample(points)[:, 0])

    def laid_surface(self, points: ArrayLike) -> NDArray[np.int64]:
        """``(n,)`` surface class that features lay at ``points (n, 2)``, -1 where none does."""
        where = _points(points)
        out = np.empty(len(where), np.int64)
        surface_many(self.packed, where, out)
        return out

    def window(self, origin: tuple[float, float], *, step_m: float, shape: tuple[int, int]) -> F64:
        """Heights ``(rows = y, columns = x)`` f64 of the lattice that starts at ``origin``."""
        out = np.empty(shape)
        fill_heights(self.packed, origin[0], origin[1], step_m, shape[1], shape[0], out, 0.0, 1.0)
        return out


def _points(points: ArrayLike) -> F64:
    where = np.ascontiguousarray(points, dtype=np.float64)
    if where.ndim != 2 or where.shape[1] < 2:
        raise UserError(f"points of shape {where.shape} given; ground points are (n, 2)")
    return where


def _check(octaves: tuple[Octave, ...], features: tuple[Feature, ...]) -> None:
    if len(octaves) > MAX_OCTAVES or len(features) > MAX_FEATURES:
        raise UserError(
            f"terrain with {len(octaves)} octaves and {len(features)} features; at most "
            f"{MAX_OCTAVES} and {MAX_FEATURES} are allowed, make the recipe smaller"
        )
    for feature in features:
        if not (min(feature.half_m) >= 0.0 < min(feature.flank_m) and 0 < feature.corner <= 0.5):
            raise UserError(
                f"terrain feature at {feature.position_m}: half {feature.half_m}, flanks "
                f"{feature.flank_m}, corner {feature.corner}; sizes must be positive and the "
                f"corner within (0, 0.5]"
            )


def _octave_record(octave: Octave) -> list[float]:
    frequency = 1.0 / octave.wavelength_m
    return [frequency, octave.amplitude_m, *octave.offset, float(octave.seed)]


def _trough_record(trough: Trough) -> list[float]:
    shape = [trough.rim_m, trough.floor_half_m, trough.flank_m, trough.floor_noise]
    first, second = trough.meanders
    stream = [trough.stream_depth_m, trough.stream_half_m, trough.middle_m]
    return [*shape, *first, *second, *stream]


def _feature_record(feature: Feature) -> list[float]:
    c, s = math.cos(feature.heading_rad), math.sin(feature.heading_rad)
    back, front, side = feature.flank_m
    ends = [-feature.half_m[0] - back, feature.half_m[0] + front]
    wide = feature.half_m[1] + side
    x, y = feature.position_m
    xs = [x + c * u - s * v for u in ends for v in (-wide, wide)]
    ys = [y + s * u + c * v for u in ends for v in (-wide, wide)]
    box = [min(xs), max(xs), min(ys), max(ys)]
    size = [feature.half_m[0], back, front, feature.half_m[1], side, feature.corner]
    effect = [feature.value_m, feature.grade, float(feature.surface)]
    return [float(feature.levels), *box, x, y, c, s, *size, *effect]


def _relief_record(relief: Relief) -> F64:
    rows, columns = relief.heights.shape
    facts = [*relief.origin_m, relief.step_m, float(columns), float(rows)]
    return np.concatenate([facts, relief.heights.ravel()])


def _pack(terrain: Terrain) -> F64:
    head = np.zeros(layout.HEADER)
    head[layout.VERSION] = 1.0
    head[layout.LEVEL] = terrain.level_m
    head[layout.GRADE_X], head[layout.GRADE_Y] = terrain.grade
    rows = [_octave_record(octave) for octave in terrain.octaves]
    head[layout.OCTAVES], head[layout.OCTAVE_START] = len(rows), layout.HEADER
    parts = [head, np.array(rows, dtype=np.float64).ravel()]
    end = layout.HEADER + parts[1].size
    if terrain.trough is not None:
        parts.append(np.array(_trough_record(terrain.trough), dtype=np.float64))
        head[layout.VALLEY_START], end = end, end + layout.VALLEY_STRIDE
    if terrain.relief is not None:
        parts.append(_relief_record(terrain.relief))
        head[layout.RELIEF_START], end = end, end + parts[-1].size
    head[layout.LIPSCHITZ] = _base_slope_bound(terrain)
    if terrain.features:
        records = np.array([_feature_record(f) for f in terrain.features], dtype=np.float64)
        starts, items = _bin(head, records)
        head[layout.FEATURES], head[layout.FEATURE_START] = len(records), end
        head[layout.BIN_STARTS] = end + records.size
        head[layout.BIN_ITEMS] = head[layout.BIN_STARTS] + starts.size
        base = np.concatenate(parts)
        head[layout.LIPSCHITZ] += _feature_slope_bound(base, records, starts, items)
        parts += [records.ravel(), starts.astype(np.float64), items.astype(np.float64)]
    packed = np.concatenate(parts)
    if not np.isfinite(packed).all():
        raise UserError("terrain with a size that is not finite; check the recipe's numbers")
    return packed


def _base_slope_bound(terrain: Terrain) -> float:
    noise = sum(o.amplitude_m / o.wavelength_m for o in terrain.octaves) * NOISE_SLOPE_BOUND
    bound = math.hypot(*terrain.grade) + noise
    if terrain.relief is not None:
        heights, step = terrain.relief.heights, terrain.relief.step_m
        steepest = [float(np.abs(np.diff(heights, axis=k)).max()) / step for k in (0, 1)]
        bound += math.hypot(*steepest)
    trough = terrain.trough
    if trough is not None:
        height = sum(o.amplitude_m for o in terrain.octaves) * NOISE_BOUND
        across = 1.875 * (abs(trough.rim_m) + (1.0 - trough.floor_noise) * height) / trough.flank_m
        # (1 - w²)² is steepest at w = 1/√3: 8 / (3√3) = 1.5396.
        across += 1.5396 * abs(trough.stream_depth_m) / trough.stream_half_m
        bend = sum(abs(a * k) for a, k, _ in trough.meanders)
        bound += across * math.hypot(1.0, bend)
    return bound


def _bin(head: F64, records: F64) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Write the bin grid into the header; the features of each bin as (starts, items)."""
    low_x, low_y = records[:, layout.MIN_X].min(), records[:, layout.MIN_Y].min()
    wide = records[:, layout.MAX_X].max() - low_x
    deep = records[:, layout.MAX_Y].max() - low_y
    size = _BIN_M
    while (wide / size + 1.0) * (deep / size + 1.0) > _MAX_BINS or _items(
        records, size
    ) > _MAX_ITEMS:
        size *= 2.0
    nx, ny = int(wide / size) + 1, int(deep / size) + 1
    head[[layout.BIN_X, layout.BIN_Y, layout.BIN_SIZE]] = low_x, low_y, size
    head[[layout.BIN_NX, layout.BIN_NY]] = nx, ny
    lists: list[list[int]] = [[] for _ in range(nx * ny)]
    for k, record in enumerate(records):
        i0, i1 = ((record[[layout.MIN_X, layout.MAX_X]] - low_x) / size).astype(int)
        j0, j1 = ((record[[layout.MIN_Y, layout.MAX_Y]] - low_y) / size).astype(int)
        for j in range(j0, min(j1, ny - 1) + 1):
            for i in range(i0, min(i1, nx - 1) + 1):
                lists[j * nx + i].append(k)
    starts = np.concatenate(([0], np.cumsum([len(items) for items in lists])))
    return starts, np.array([k for items in lists for k in items], dtype=np.int64)


def _items(records: F64, size: float) -> float:
    """About how often features lie in bins of a size."""
    wide = (records[:, layout.MAX_X] - records[:, layout.MIN_X]) / size + 1.0
    deep = (records[:, layout.MAX_Y] - records[:, layout.MIN_Y]) / size + 1.0
    return float((wide * deep).sum())


def _feature_slope_bound(
    base: F64, records: F64, starts: NDArray[np.int64], items: NDArray[np.int64]
) -> float:
    """The most that features can add to the slope anywhere: the worst bin's sum."""
    slopes, effects = np.zeros(len(records)), np.zeros(len(records))
    for k, record in enumerate(records):
        earlier = records[:k]
        meets = (earlier[:, layout.MIN_X] <= record[layout.MAX_X]) & (
            earlier[:, layout.MAX_X] >= record[layout.MIN_X]
        )
        meets &= (earlier[:, layout.MIN_Y] <= record[layout.MAX_Y]) & (
            earlier[:, layout.MAX_Y] >= record[layout.MIN_Y]
        )
        effects[k] = _effect(base, record) + (
            float(effects[:k][meets].sum()) if record[layout.MODE] else 0.0
        )
        steep = 1.0 / (1.0 - record[layout.CORNER])
        along = steep / min(record[layout.BACK_U], record[layout.FRONT_U])
        slopes[k] = effects[k] * math.hypot(along, steep / record[layout.FLANK_V])
        slopes[k] += abs(record[layout.GRADE_U])
    sums = [slopes[items[a:b]].sum() for a, b in itertools.pairwise(starts)]
    return float(max(sums, default=0.0))


def _effect(base: F64, record: F64) -> float:
    """How far a feature can move the bare ground."""
    if not record[layout.MODE]:
        return abs(float(record[layout.VALUE]))
    return levelling_gap(base, record, 32)
