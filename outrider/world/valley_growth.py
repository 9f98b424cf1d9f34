"""What grows and lies in the valley, and what its ground is made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from outrider.core.rng import Stream
from outrider.scenario.worlds import Valley
from outrider.world.ground import GroundMap
from outrider.world.planting import Layer, Share, Species, plant
from outrider.world.scene import Cover, Extent
from outrider.world.semantics import number_of
from outrider.world.terrain import Terrain, Trough, octaves
from outrider.world.things import Things

F64 = NDArray[np.float64]
Point = tuple[float, float]
Way = tuple[Point, Point]

BANK_M: Final = 1.0
"""What one could bump into keeps so far from the stream's bed."""
WAY_M: Final = 3.5
"""And so far from the middle of tracks and the sides of the bank."""
WATER_M: Final = 0.13
"""Mean depth of the stream; so little that its bed still rules how wheels grip."""
_MAPS: Final = ((0.25, 1_000_000), (0.5, 2_500_000), (1.0, 1_000_000))
"""Width of a map's cells and how many are worth their time: none wider than 0.5 m tells the water.
"""

WOOD: Final = Layer(
    name="wood",
    apart_m=3.6,
    steepest_rad=0.65,
    species=(
        Species(maker="spruce", share=1.0, scale=(0.4, 0.75), sink_m=0.25),
        Species(maker="larch", share=0.6, scale=(0.45, 0.8), sink_m=0.25),
        Species(maker="beech", share=0.7, scale=(0.4, 0.7), sink_m=0.25, lean_rad=0.03),
        Species(maker="birch", share=0.9, scale=(0.5, 0.9), sink_m=0.15, lean_rad=0.05),
    ),
)
WILLOWS: Final = Layer(
    name="willows",
    apart_m=13.0,
    species=(Species(maker="willow", share=1.0, scale=(0.45, 0.75), sink_m=0.1, lean_rad=0.04),),
)
BUSHES: Final = Layer(
    name="bushes",
    apart_m=3.2,
    species=(
        Species(maker="round_shrub", share=1.0, scale=(0.5, 1.1)),
        Species(maker="bramble", share=0.9, scale=(0.5, 1.0), follows_slope=0.7),
    ),
)
FERNS: Final = Layer(
    name="ferns",
    apart_m=1.9,
    species=(
        Species(maker="fern", share=2.0, scale=(0.6, 1.4), follows_slope=0.6),
        Species(maker="sedge", share=1.0, scale=(0.7, 1.3), follows_slope=0.6),
    ),
)
DEAD: Final = Layer(
    name="dead wood",
    apart_m=9.0,
    species=(
        Species(maker="log", share=1.0, scale=(0.6, 1.0), follows_slope=1.0, sink_m=0.05),
        Species(maker="stump", share=1.2, scale=(0.6, 1.1), sink_m=0.05),
    ),
)
BOULDERS: Final = Layer(
    name="boulders",
    apart_m=4.0,
    species=(Species(maker="granite_boulder", scale=(0.6, 1.3), follows_slope=0.9, sink_m=0.24),),
)
ERRATICS: Final = Layer(
    name="erratics",
    apart_m=26.0,
    species=(
        Species(maker="erratic", scale=(0.4, 0.8), follows_slope=0.8, sink_m=0.75),
        Species(maker="tor", share=0.8, scale=(0.4, 0.8), follows_slope=0.3, sink_m=0.75),
    ),
)
STONES: Final = Layer(
    name="river stones",
    apart_m=2.4,
    species=(Species(maker="river_stones", scale=(0.6, 1.3), follows_slope=1.0, sink_m=0.02),),
)
SHORE: Final = Layer(
    name="shore",
    apart_m=0.7,
    species=(
        Species(maker="sedge", share=1.5, scale=(0.6, 1.2), tint=0.12),
        Species(maker="reeds", share=1.0, scale=(0.4, 0.8), tint=0.1),
    ),
)
MEADOW: Final = Layer(
    name="meadow",
    apart_m=1.1,
    species=(
        Species(maker="meadow_tuft", share=6.0, scale=(0.7, 1.5), follows_slope=0.7, tint=0.12),
        Species(maker="daisies", share=1.2, scale=(0.7, 1.2), follows_slope=0.8),
        Species(maker="poppies", share=0.5, scale=(0.6, 1.0), follows_slope=0.8),
    ),
)


class Vale:
    """Places of a valley by how far they are from its stream and its ways."""

    def __init__(
        self, seed: int, spec: Valley, trough: Trough, extent: Extent, ways: Sequence[Way]
    ) -> None:
        self._seed, self._spec, self._trough = seed, spec, trough
        self._extent, self._ways = extent, tuple(ways)
        self._groves = Terrain(octaves=octaves(
            seed ^ 0x6A09, relief_m=4.0, wavelength_m=0.5 * spec.width_m, roughness=0.5, count=2
        ))  # fmt: skip
        self._patches = Terrain(octaves=octaves(
            seed ^ 0x3C6E, relief_m=4.0, wavelength_m=14.0, roughness=0.5, count=2
        ))  # fmt: skip

    def growth(self, terrain: Terrain) -> tuple[Things, ...]:
        """Woods up the flanks, willows, boulders where the flanks begin, meadow, shore."""
        dense = self._spec.density
        floor = self._trough.floor_half_m
        band = self._band(1.3 * floor + 6.0)
        shares: tuple[tuple[Layer, float, Extent, Share], ...] = (
            (WOOD, 1.0, self._extent, lambda p: (
                dense * (0.03 + 0.97 * self._flank(p) * self._grove(p)) * self._clear(p))),
            (WILLOWS, 1.0, band, lambda p: dense * self._near(p, 5.0, 11.0) * self._clear(p, 5.0)),
            (BUSHES, 0.8, self._extent, lambda p: (
                0.5 * dense * self._edge(p) * self._clear(p))),
            (FERNS, 0.7, self._extent, lambda p: (
                dense * self._flank(p) * self._grove(p) * self._clear(p, 2.4))),
            (DEAD, 1.0, self._extent, lambda p: (
                0.6 * dense * self._flank(p) * self._grove(p) * self._clear(p, 6.0))),
            (BOULDERS, 0.9, self._extent, lambda p: (
                0.75 * dense * (0.1 + 0.9 * self._foot(p)) * self._clear(p))),
            (ERRATICS, 1.0, self._extent, lambda p: (
                0.5 * dense * self._flank(p) * self._clear(p, 7.0))),
            (STONES, 0.9, band, lambda p: (
                0.9 * dense * self._near(p, 3.7, 5.0) * self._clear(p, WAY_M, BANK_M))),
            (SHORE, 0.9, band, lambda p: (
                0.8 * self._near(p, 1.7, 3.3) * self._patch(p, 0.3) * self._clear(p, 2.0, -5.0))),
            (MEADOW, 0.7, band, lambda p: (
                0.9 * (1.0 - self._flank(p)) * self._patch(p, 0.45) * self._clear(p, 1.7, 0.4))),
        )  # fmt: skip
        return tuple(
            plant(self._seed, layer, terrain, extent=extent, share=share, fill=fill)
            for layer, fill, extent, share in shares
        )

    def ground(self, terrain: Terrain, cover: Cover) -> GroundMap | None:
        """Gravel in the bed and beside it, soil under the woods, rock where it is steep, water.

        Left out where the valley is so large that its cells could not tell the stream.
        """
        x0, y0, x1, y1 = self._extent
        area = (x1 - x0) * (y1 - y0)
        step = next((step for step, most in _MAPS if area <= most * step * step), None)
        if step is None:
            return None
        columns, rows = max(int((x1 - x0) / step), 1), max(int((y1 - y0) / step), 1)
        blank = GroundMap(
            classes=np.zeros((rows, columns), np.uint8), origin_m=(x0, y0), step_m=step
        )
        centers = blank.centers()
        away = self._away(centers)
        # Borders fray, or cells would show as steps.
        fray = Stream(self._seed, "valley", "ground").uniform(0, len(centers)) - 0.5
        woods, slope = self._woods_and_slope(terrain, blank)
        classes = np.where(woods > 0.68 + 0.1 * fray, number_of("soil"), number_of(cover.flat))
        steep = slope > math.tan(cover.steep_rad) * (1.0 + 0.05 * fray)
        classes = np.where(steep, number_of(cover.steep), classes)
        bed = away < 0.8 * self._trough.stream_half_m + 0.3 * fray
        classes = np.where(bed, number_of(cover.stream), classes)
        water = self._water(terrain, centers, away, columns, step)
        return GroundMap(
            classes=classes.reshape(rows, columns).astype(np.uint8),
            origin_m=(x0, y0), step_m=step, water_m=water.reshape(rows, columns),
        )  # fmt: skip

    def _woods_and_slope(self, terrain: Terrain, cells: GroundMap) -> tuple[F64, F64]:
        """Two fields at all cells, worked out on a grid of 1 m."""
        x0, y0, x1, y1 = cells.extent
        x, y = np.arange(x0, x1 + 1.0), np.arange(y0, y1 + 1.0)
        nodes = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        ground = terrain.sample(nodes)
        patch = self._patches.height(nodes)
        woods = self._flank(nodes) * self._grove(nodes) - 0.2 * patch
        slope = np.hypot(ground[:, 1], ground[:, 2]) / (1.0 + 0.2 * np.clip(patch, -1.0, 1.0))
        rows, columns = cells.classes.shape
        v = (np.arange(rows) + 0.5) * cells.step_m
        u = (np.arange(columns) + 0.5) * cells.step_m
        where = np.meshgrid(v, u, indexing="ij")
        fields = (field.reshape(len(y), len(x)) for field in (woods, slope))
        fine = [ndimage.map_coordinates(f, where, order=1, mode="nearest") for f in fields]
        return fine[0].ravel(), fine[1].ravel()

    def _water(
        self, terrain: Terrain, centers: F64, away: F64, columns: int, step: float
    ) -> NDArray[np.float32]:
        """``(n,)`` level of the stream in the cells that it reaches."""
        level = np.full(len(centers), np.nan, np.float32)
        if step > self._trough.stream_half_m / 4.0:
            return level
        near = np.flatnonzero(away < self._trough.stream_half_m + step)
        surface = self._level(terrain, centers[:columns, 0], step)[near % columns]
        wet = terrain.height(centers[near]) < surface + 0.06
        level[near[wet]] = surface[wet]
        return level

    def _level(self, terrain: Terrain, x: F64, step: float) -> F64:
        """Height of the water along the stream: the bed's, evened out, and its depth."""
        line = np.column_stack((x, self._trough.middle(x)))
        bed = ndimage.gaussian_filter1d(terrain.height(line), 5.0 / step, mode="nearest")
        return np.asarray(bed + WATER_M)

    def _band(self, half: float) -> Extent:
        """The extent cut to the land beside the stream."""
        x0, y0, x1, y1 = self._extent
        middle = self._trough.middle(np.linspace(x0, x1, 200))
        low, high = float(middle.min()) - half, float(middle.max()) + half
        return (x0, max(y0, low), x1, max(min(y1, high), max(y0, low) + 1.0))

    def _away(self, points: F64) -> F64:
        """``(n,)`` distance across from the middle of the stream."""
        return np.abs(points[:, 1] - self._trough.middle(points[:, 0]))

    def _near(self, points: F64, low: float, high: float) -> F64:
        away = self._away(points)
        return np.asarray(((away > low) & (away < high)).astype(float))

    def _flank(self, points: F64) -> F64:
        """``(n,)`` 0 on the floor, 1 up the flanks."""
        half = self._trough.floor_half_m
        return np.clip((self._away(points) - 0.6 * half) / half, 0.0, 1.0)

    def _foot(self, points: F64) -> F64:
        half = self._trough.floor_half_m
        off = (self._away(points) - 1.1 * half) / (0.35 * half)
        return np.asarray(np.exp(-(off**2)))

    def _grove(self, points: F64) -> F64:
        """``(n,)`` in 0..1: where trees stand together."""
        return np.clip(0.5 + 0.9 * self._groves.height(points), 0.0, 1.0)

    def _edge(self, points: F64) -> F64:
        """``(n,)`` at the borders of groves."""
        grove = self._grove(points)
        return np.asarray(self._flank(points) * (0.15 + 3.4 * grove * (1.0 - grove)))

    def _patch(self, points: F64, mean: float) -> F64:
        return np.clip(mean + 0.8 * self._patches.height(points), 0.0, 1.0)

    def _clear(self, points: F64, way: float = WAY_M, bank: float = BANK_M) -> F64:
        """``(n,)`` 1 where nothing is in the way of the stream and of those who drive."""
        keep = self._away(points) > self._trough.stream_half_m + bank
        ends = np.array(self._ways).reshape(-1, 2)
        low, high = ends.min(axis=0) - way, ends.max(axis=0) + way
        near = np.flatnonzero(keep & ((points >= low) & (points <= high)).all(axis=1))
        for start, end in self._ways:
            gone = _from_line(points[near], start, end) <= way
            keep[near[gone]] = False
            near = near[~gone]
        return np.asarray(keep, float)


def _from_line(points: F64, start: Point, end: Point) -> F64:
    """``(n,)`` distance of points to a line segment."""
    a, way = np.array(start), np.array(end) - np.array(start)
    along = np.clip(((points - a) * way).sum(1) / max(float((way * way).sum()), 1e-12), 0.0, 1.0)
    gap = points - a - along[:, None] * way
    return np.asarray(np.hypot(gap[:, 0], gap[:, 1]))
