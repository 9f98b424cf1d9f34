"""The scene from above: heights and a shaded, tinted picture with contours and objects."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UserError
from outrider.world.map_objects import draw_objects
from outrider.world.scene import Scene
from outrider.world.semantics import CLASSES

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Picture = NDArray[np.uint8]

MAX_PIXELS: Final = 40_000_000
SUNS: Final = ((315.0, 0.52), (250.0, 0.18), (20.0, 0.18), (135.0, 0.12))
"""Azimuth (degrees clockwise from north) and weight of the lights."""
SUN_HEIGHT: Final = math.radians(42.0)
TINTS: Final = np.array(
    [(116, 134, 96), (150, 158, 112), (190, 184, 136), (206, 188, 150), (196, 170, 142),
     (214, 200, 186), (240, 236, 230)], dtype=np.float64,
)  # fmt: skip
"""Colours from low to high ground."""


@dataclass(frozen=True, kw_only=True)
class TopView:
    """A picture of the scene from above; the first row is the northern edge."""

    heights: F64
    """(h, w) m, at the middles of the pixels."""
    rgb: Picture
    """(h, w, 3)."""
    origin_m: tuple[float, float]
    """World x and y of the lower left corner of the picture."""
    metre_px: float
    """Pixels a metre."""

    def to_pixel(self, points: NDArray[np.float64]) -> F64:
        """``(n, 2)`` column and row (not whole numbers) of world points ``(n, 2)``."""
        away = (np.asarray(points, dtype=np.float64)[:, :2] - self.origin_m) * self.metre_px
        return np.column_stack((away[:, 0] - 0.5, self.heights.shape[0] - 0.5 - away[:, 1]))


def top_view(
    scene: Scene,
    *,
    centre: tuple[float, float] | None = None,
    size: tuple[float, float] | None = None,
    resolution: float = 4.0,
    objects: bool = True,
) -> TopView:
    """The scene around ``centre``, ``size`` (width, height) m, ``resolution`` pixels a metre.

    Left out, centre and size show the scene's extent.
    """
    low_x, low_y, high_x, high_y = scene.extent
    centre = centre or (0.5 * (low_x + high_x), 0.5 * (low_y + high_y))
    size = size or (high_x - low_x, high_y - low_y)
    wide, high = (max(round(side * resolution), 1) for side in size)
    if not 0 < wide * high <= MAX_PIXELS:
        raise UserError(
            f"a view of {wide:,} x {high:,} pixels asked for; at most {MAX_PIXELS:,} are drawn, "
            f"choose a smaller size or resolution"
        )
    origin = (centre[0] - 0.5 * wide / resolution, centre[1] - 0.5 * high / resolution)
    step = 1.0 / resolution
    start = (origin[0] + 0.5 * step, origin[1] + 0.5 * step)
    heights = scene.terrain.window(start, step_m=step, shape=(high, wide))[::-1]
    rgb = _ground(scene, heights, start, step)
    if objects:
        draw_objects(scene, rgb, origin=origin, scale=resolution)
    return TopView(
        heights=heights,
        rgb=np.clip(rgb + 0.5, 0.0, 255.0).astype(np.uint8),
        origin_m=origin,
        metre_px=resolution,
    )


def _ground(scene: Scene, heights: F64, start: tuple[float, float], step: float) -> F64:
    """``(h, w, 3)`` tint by height and surface, lit, with contours."""
    tint = 0.5 * _hypsometric(heights) + 0.5 * _surface_colours(scene, heights.shape, start, step)
    shade = _hillshade(heights, step) * _hollows(heights)
    lit = tint * shade[..., None]
    # Light is warm and shade is cool.
    warm = np.clip(shade - 1.0, -0.5, 0.5)[..., None] * np.array([14.0, 6.0, -14.0])
    return _contours(heights, step, lit + warm)


def _hypsometric(heights: F64) -> F64:
    low, high = np.percentile(heights, (1.0, 99.0))
    middle, span = 0.5 * (low + high), max(high - low, 4.0)
    place = np.clip((heights - middle) / span + 0.5, 0.0, 1.0) * (len(TINTS) - 1)
    if high - low < 0.05:
        place = np.full_like(heights, 2.4)
    knots = np.arange(len(TINTS))
    return np.stack([np.interp(place, knots, TINTS[:, band]) for band in range(3)], axis=-1)


def _surface_colours(
    scene: Scene, shape: tuple[int, ...], start: tuple[float, float], step: float
) -> F64:
    x = start[0] + step * np.arange(shape[1])
    y = (start[1] + step * np.arange(shape[0]))[::-1]
    grid_x, grid_y = np.meshgrid(x, y)
    classes = scene.surface(np.column_stack((grid_x.ravel(), grid_y.ravel())))
    table = np.array([entry.colour for entry in CLASSES], dtype=np.float64)
    colours = table[classes].reshape(*shape, 3)
    grain = _grain(shape)[..., None]
    return _soften(colours) * (1.0 + 0.05 * grain)


def _grain(shape: tuple[int, ...]) -> F64:
    """Paper grain: noise from a hash of the pixel, softened; mean 0, about ±1."""
    row, column = np.indices(shape, dtype=np.uint32)
    mixed = (row * np.uint32(2654435761)) ^ (column * np.uint32(2246822519))
    mixed = (mixed ^ (mixed >> np.uint32(15))) * np.uint32(2246822519)
    mixed = (mixed ^ (mixed >> np.uint32(13))) * np.uint32(3266489917)
    noise = (mixed >> np.uint32(8)).astype(np.float64) / 2.0**23 - 1.0
    return 1.6 * _soften(noise[..., None])[..., 0]


def _soften(image: F64) -> F64:
    """A 3 x 3 binomial blur of ``(h, w, c)``; edges repeat."""
    padded = np.pad(image, ((1, 1), (1, 1), (0, 0)), mode="edge")
    rows = 0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:]
    return np.asarray(0.25 * rows[:, :-2] + 0.5 * rows[:, 1:-1] + 0.25 * rows[:, 2:])


def _slopes(heights: F64, step: float) -> tuple[F64, F64]:
    """dz/dx and dz/dy; rows run south."""
    if min(heights.shape) < 2:
        return np.zeros_like(heights), np.zeros_like(heights)
    return np.gradient(heights, step, axis=1), -np.gradient(heights, step, axis=0)


def _hillshade(heights: F64, step: float) -> F64:
    """Light from several sides over a flat plane's light: 1 on level ground."""
    zx, zy = _slopes(heights, step)
    # Gentle ground is drawn steeper so that it shows, steep ground as it is.
    steep = float(np.percentile(np.hypot(zx, zy), 95.0))
    boost = float(np.clip(0.55 / max(steep, 1e-6), 1.0, 4.0))
    zx, zy = boost * zx, boost * zy
    length = np.sqrt(1.0 + zx * zx + zy * zy)
    total = np.zeros_like(heights)
    for azimuth_deg, weight in SUNS:
        azimuth = math.radians(azimuth_deg)
        east, north = math.sin(azimuth), math.cos(azimuth)
        facing = -zx * east - zy * north
        light = (math.cos(SUN_HEIGHT) * facing + math.sin(SUN_HEIGHT)) / length
        total += weight * np.maximum(light, 0.0)
    return np.asarray(0.35 + 0.65 * total / math.sin(SUN_HEIGHT))


def _hollows(heights: F64) -> F64:
    """Darkens hollows and brightens crests a little: height against its surroundings."""
    smooth = _box_blur(heights, max(min(heights.shape) // 40, 2))
    away = heights - smooth
    return np.asarray(1.0 + 0.07 * np.tanh(away / max(float(away.std()), 0.02)))


def _box_blur(values: F64, radius: int) -> F64:
    for axis in (0, 1):
        pad = [(0, 0), (0, 0)]
        pad[axis] = (radius + 1, radius)
        total = np.cumsum(np.pad(values, pad, mode="edge"), axis=axis)
        count = 2 * radius + 1
        upper = np.take(total, np.arange(count, total.shape[axis]), axis=axis)
        lower = np.take(total, np.arange(total.shape[axis] - count), axis=axis)
        values = (upper - lower) / count
    return values


def contour_interval(low: float, high: float) -> float:
    """A round distance of contours that gives 6 to 15 of them between two heights."""
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / 8.0))
    return next(power * k for k in (1.0, 2.0, 5.0, 10.0) if span / (power * k) <= 15.0)


def _contours(heights: F64, step: float, rgb: F64) -> F64:
    """Thin lines at round heights, every fifth stronger, as wide as a pixel on any slope."""
    low, high = float(heights.min()), float(heights.max())
    if high - low < 0.5:
        return rgb
    every = contour_interval(low, high)
    steepness = np.hypot(*_slopes(heights, step)) * step
    for interval, strength in ((every, 0.16), (5.0 * every, 0.26)):
        place = heights / interval
        gap = np.abs(place - np.round(place)) * interval
        line = np.clip(1.0 - gap / np.maximum(0.75 * steepness, 1e-9), 0.0, 1.0)
        # Where the ground is almost level a contour would be a blot.
        line *= np.clip(steepness / (0.02 * step) - 0.5, 0.0, 1.0)
        rgb = rgb * (1.0 - strength * line[..., None])
    return rgb
