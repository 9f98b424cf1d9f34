"""The ground in square tiles: fine near the eye, coarse far away, made when first seen."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import CapacityError
from outrider.sim.render._kernels_ground import tiles_in_view
from outrider.world.scene import Scene
from outrider.world.terrain import Terrain, octaves

F64 = NDArray[np.float64]
F32 = NDArray[np.float32]

TILE_M: Final = 8.0
"""Edge of the finest tiles; each level above is twice as wide."""
CELLS: Final = 16
TEXELS: Final = 64
"""Along an edge of a tile's map of surfaces."""
LEVELS: Final = 11
SKIRT_SHARE: Final = 0.02
"""How far a tile's border hangs down to hide gaps to coarser neighbours, of its edge."""
FLATNESS: Final = 0.004
"""A tile has as few cells as keep it this near to the truth, of its edge …"""
FLATNESS_NEAR_M: Final = 0.002
"""… and the finest, on which one stands, this near."""
KEPT: Final = 400
"""Tiles that are remembered."""
FINENESSES: Final = (1, 2, 4, 8, 16)

PATCHES: Final = Terrain(
    octaves=octaves(41, relief_m=2.0, wavelength_m=37.0, roughness=0.6, count=4)
)
SHADE: Final = 0.2
"""How much lighter and darker patches of the ground are."""

VERTEX: Final = np.dtype([("at", "<f4", 3), ("slope", "<f4", 2)])
FORMAT: Final = "3f4 2f4"


class Address(NamedTuple):
    """Tiles are numbered from the world's origin."""

    level: int
    column: int
    row: int

    @property
    def edge_m(self) -> float:
        return TILE_M * float(1 << self.level)

    @property
    def corner(self) -> tuple[float, float]:
        """South-west."""
        return self.column * self.edge_m, self.row * self.edge_m


@dataclass(frozen=True)
class Tile:
    """A piece of the ground; heights are told from ``base_m``."""

    address: Address
    slot: int
    """Its place among the vertices and the maps on the graphics card."""
    cells: int
    base_m: float
    low_m: float
    high_m: float


@dataclass(frozen=True)
class Fresh:
    """What must be uploaded of a new tile."""

    tile: Tile
    vertices: NDArray[np.void]
    surface: NDArray[np.uint16]
    """(TEXELS, TEXELS) class numbers."""
    broad: NDArray[np.uint8]
    """(TEXELS + 1, TEXELS + 1, 4) the root of the colour in the large; at texels' corners."""


class Ground:
    """The tiles of a scene, made as they are asked for; a tile depends on its address alone."""

    def __init__(self, scene: Scene, tints: F32) -> None:
        """``tints (c, 3)`` are the roots of the mean colours of the classes' skins."""
        self._scene, self._tints = scene, tints
        self._tiles: OrderedDict[Address, Tile] = OrderedDict()
        self._free = list(range(KEPT - 1, -1, -1))
        self.fresh: list[Fresh] = []
        x0, y0, x1, y1 = scene.extent
        step = max(x1 - x0, y1 - y0) / 64.0
        shape = (int((y1 - y0) / step) + 1, int((x1 - x0) / step) + 1)
        heights = scene.terrain.window((x0, y0), step_m=step, shape=shape)
        slack = float(np.ptp(heights)) + 30.0
        self._low_m, self._high_m = float(heights.min()) - slack, float(heights.max()) + slack

    def visible(self, eye: F64, planes: F64, *, refine: float, far_m: float) -> list[Tile]:
        """The tiles in view: split where nearer than ``refine`` edges; nearest first."""
        waiting = np.empty((256, 3), np.int64)
        found, away = np.empty((KEPT, 3), np.int64), np.empty(KEPT)
        above_m = max(0.0, float(eye[2] - self._scene.height(eye[None, :2])[0]))
        count = tiles_in_view(
            TILE_M, LEVELS - 1, eye, above_m, planes, refine, far_m, self._low_m, self._high_m,
            waiting, found, away,
        )  # fmt: skip
        if count > KEPT:
            raise CapacityError(f"{count} tiles of the ground are in view, more than {KEPT}")
        order = np.lexsort((found[:count, 1], found[:count, 2], found[:count, 0], away[:count]))
        return [self._tile(Address(*found[k].tolist())) for k in order]

    def _tile(self, address: Address) -> Tile:
        if address in self._tiles:
            self._tiles.move_to_end(address)
            return self._tiles[address]
        if not self._free:
            _, old = self._tiles.popitem(last=False)
            self._free.append(old.slot)
            self.fresh = [new for new in self.fresh if new.tile.slot != old.slot]
        fresh = _make(self._scene, self._tints, address, self._free.pop())
        self._tiles[address] = fresh.tile
        self.fresh.append(fresh)
        return fresh.tile


def _make(scene: Scene, tints: F32, address: Address, slot: int) -> Fresh:
    edge = address.edge_m
    step = edge / CELLS
    corner = address.corner
    beyond = (corner[0] - step, corner[1] - step)
    wide = scene.terrain.window(beyond, step_m=step, shape=(CELLS + 3, CELLS + 3))
    heights = wide[1:-1, 1:-1]
    base = float(np.round(heights.mean()))
    slope_x = (wide[1:-1, 2:] - wide[1:-1, :-2]) / (2.0 * step)
    slope_y = (wide[2:, 1:-1] - wide[:-2, 1:-1]) / (2.0 * step)
    near = FLATNESS * edge if address.level else FLATNESS_NEAR_M
    cells = next(n for n in FINENESSES if _off(heights, n) <= near or n == CELLS)
    skip = CELLS // cells
    vertices = _vertices(heights - base, slope_x, slope_y, step, skip, SKIRT_SHARE * edge)
    tile = Tile(address, slot, cells, base, float(heights.min()) - SKIRT_SHARE * edge,
                float(heights.max()))  # fmt: skip
    return Fresh(tile, vertices, *_maps(scene, tints, address))


def _maps(
    scene: Scene, tints: F32, address: Address
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Classes at the middles of texels, and the colour in the large at their corners."""
    texel = address.edge_m / TEXELS
    around = (np.arange(TEXELS + 2) - 0.5) * texel
    x, y = np.meshgrid(address.corner[0] + around, address.corner[1] + around)
    places = np.column_stack((x.ravel(), y.ravel()))
    surface = scene.surface(places).reshape(TEXELS + 2, TEXELS + 2)
    tint = tints[surface]
    mixed = 0.25 * (tint[1:, 1:] + tint[1:, :-1] + tint[:-1, 1:] + tint[:-1, :-1])
    corners = np.column_stack((x[1:, 1:].ravel(), y[1:, 1:].ravel())) - 0.5 * texel
    shade = 1.0 + SHADE * PATCHES.height(corners).reshape(TEXELS + 1, TEXELS + 1, 1)
    broad = np.full((*mixed.shape[:2], 4), 255, np.uint8)
    broad[..., :3] = np.clip(np.rint(255.0 * mixed * shade), 0, 255)
    return surface[1:-1, 1:-1].astype(np.uint16), broad


def _off(heights: F64, cells: int) -> float:
    """How far the ground is from a grid of so many cells, at the places of the finest."""
    skip = CELLS // cells
    if skip == 1:
        return 0.0
    coarse = heights[::skip, ::skip]
    at = np.arange(CELLS + 1) / skip
    first = np.minimum(at.astype(int), cells - 1)
    share = at - first
    rows = coarse[first] + share[:, None] * (coarse[first + 1] - coarse[first])
    full = rows[:, first] + share * (rows[:, first + 1] - rows[:, first])
    return float(np.abs(full - heights).max())


def _vertices(
    heights: F64, slope_x: F64, slope_y: F64, step: float, skip: int, skirt: float
) -> NDArray[np.void]:
    """The grid row by row, then its border once more, lower."""
    take = np.arange(0, CELLS + 1, skip)
    x, y = np.meshgrid(take * step, take * step)
    grid = np.zeros(x.shape, VERTEX)
    grid["at"] = np.stack((x, y, heights[::skip, ::skip]), axis=-1)
    grid["slope"] = np.stack((slope_x[::skip, ::skip], slope_y[::skip, ::skip]), axis=-1)
    hem = grid.reshape(-1)[border(len(take) - 1)].copy()
    hem["at"][:, 2] -= skirt
    return np.concatenate([grid.reshape(-1), hem])


def border(cells: int) -> NDArray[np.int64]:
    """Rows of a grid's vertices along its border, counter-clockwise from the south-west corner."""
    side = cells + 1
    south, east = np.arange(cells), side * np.arange(cells) + cells
    north, west = side * cells + np.arange(cells, 0, -1), side * np.arange(cells, 0, -1)
    return np.concatenate([south, east, north, west])


def triangles(cells: int) -> NDArray[np.uint32]:
    """(m, 3) of a tile with its skirt."""
    side = cells + 1
    first = (np.arange(cells)[:, None] * side + np.arange(cells)).reshape(-1, 1)
    faces = [first + np.array(half) for half in ((0, 1, side + 1), (0, side + 1, side))]
    rim = border(cells)
    hem = side * side + np.arange(len(rim))
    after, hem_after = np.roll(rim, -1), np.roll(hem, -1)
    faces += [np.column_stack((rim, hem, hem_after)), np.column_stack((rim, hem_after, after))]
    return np.concatenate(faces).astype(np.uint32)
