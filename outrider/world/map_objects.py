"""Objects drawn onto a map by their class, with shadows to the south-east and crowns for trunks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world._kernels_objects import F_COS, F_HALF_X, F_HIGH, F_REACH, F_ROUND, F_SIN
from outrider.world.objects import NOBODY
from outrider.world.scene import Scene
from outrider.world.semantics import CLASSES, number_of

F64 = NDArray[np.float64]

SHADOW_LENGTH: Final = 0.28
"""Length of a shadow over the height of what casts it."""
LONGEST_SHADOW_M: Final = 2.5
CROWN: Final = 7.0
"""A trunk is drawn with a crown of so many times its radius."""
_TRUNK: Final = number_of("trunk")
_LEAVES: Final = np.array(CLASSES[number_of("foliage")].colour, dtype=np.float64)


def draw_objects(scene: Scene, rgb: F64, *, origin: tuple[float, float], scale: float) -> None:
    """Paint living objects on ``rgb (h, w, 3)``, the highest last; ``scale`` pixels a metre.

    What would be smaller than a pixel is a dot.
    """
    obstacles = scene.obstacles
    shape, centre = obstacles.footprint, obstacles.center
    ground = scene.height(centre[:, :2])
    shown = np.flatnonzero(scene.objects.alive & (shape[:, F_HIGH] > ground) & _leading(scene))
    shown = shown[np.argsort(shape[shown, F_HIGH], kind="stable")]
    canvas = _Canvas(rgb, origin, scale)
    tiny = shape[shown, F_REACH] * scale < 0.7
    colours = np.array([entry.colour for entry in scene.classes], dtype=np.float64)
    classes = scene.objects.solids.semantic
    if len(shown) > 5000:
        canvas.dot(centre[shown[tiny], :2], colours[classes[shown[tiny]]])
        shown = shown[~tiny]
    crowns = _crowns(scene)
    rise = np.clip(SHADOW_LENGTH * (shape[:, F_HIGH] - ground), 0.0, LONGEST_SHADOW_M)
    for row in shown:
        if crowns[row] > 0.0:
            canvas.cast(_disc(crowns[row]), centre[row], float(rise[row]), float(crowns[row]))
        else:
            canvas.cast(shape[row], centre[row], float(rise[row]), 0.0)
    for row in shown:
        canvas.fill(shape[row], centre[row], colours[classes[row]])
    for row in shown[classes[shown] == _TRUNK]:
        canvas.crown(centre[row], float(crowns[row]))


def _leading(scene: Scene) -> NDArray[np.bool_]:
    """(n,) all but the upper parts of trees: their lowest part of a trunk stands for them."""
    owner, low = scene.objects.owner, scene.obstacles.center[:, 2]
    keep = np.ones(len(owner), np.bool_)
    parts = np.flatnonzero((scene.objects.solids.semantic == _TRUNK) & (owner != NOBODY))
    parts = parts[np.lexsort((low[parts], owner[parts]))]
    keep[parts[1:]] = owner[parts[1:]] != owner[parts[:-1]]
    return keep


def _crowns(scene: Scene) -> F64:
    """(n,) radius of the crown above each trunk: the tree's own, else by the trunk's; else 0."""
    objects, own = scene.objects, scene.things
    radius = CROWN * objects.solids.half_size[:, 0]
    if len(own):
        reach = np.array([made.radius_m for made in own.archetypes])[own.kind] * own.scale
        order = np.argsort(own.ident)
        place = np.minimum(np.searchsorted(own.ident[order], objects.owner), len(own) - 1)
        radius = np.where(objects.owner == NOBODY, radius, reach[order[place]])
    return np.asarray(np.where(objects.solids.semantic == _TRUNK, radius, 0.0))


def _disc(radius: float) -> F64:
    """A footprint that is a circle."""
    shape = np.zeros(8)
    shape[F_COS], shape[F_ROUND] = 1.0, radius
    return shape


@dataclass(frozen=True)
class _Patch:
    """A piece of the canvas about a rounded rectangle."""

    where: tuple[slice, slice]
    gap: F64
    """(h, w) pixels from the rectangle's edge; negative inside."""
    lean: F64
    """(h, w) -1..1: towards the north-west light."""


@dataclass(frozen=True)
class _Canvas:
    rgb: F64
    origin: tuple[float, float]
    scale: float

    def dot(self, points: F64, colours: F64) -> None:
        """Mix a colour into the pixel of each point."""
        tall, wide = self.rgb.shape[:2]
        column = np.floor((points[:, 0] - self.origin[0]) * self.scale).astype(int)
        row = tall - 1 - np.floor((points[:, 1] - self.origin[1]) * self.scale).astype(int)
        seen = (column >= 0) & (column < wide) & (row >= 0) & (row < tall)
        row, column = row[seen], column[seen]
        self.rgb[row, column] = 0.35 * self.rgb[row, column] + 0.65 * colours[seen]

    def cast(self, shape: F64, centre: F64, length: float, crown: float) -> None:
        """A shadow in steps that overlap; under a crown, one blot."""
        sides = shape[F_HALF_X : F_HALF_X + 2] + shape[F_ROUND]
        half = float(max(sides.min(), crown, 0.5 / self.scale))
        steps = 1 if crown > 0.0 else int(np.clip(np.ceil(length / half), 1, 5))
        dark = 1.0 - 0.7 ** (1.0 / steps) if length > 0.02 else 0.0
        for k in range(1, steps + 1):
            way = 0.7 * length * k / steps
            patch = self._patch(
                shape, (centre[0] + way, centre[1] - way), max(crown, 0.5 / self.scale)
            )
            if dark and patch:
                cover = np.clip(0.5 - 0.5 * patch.gap, 0.0, 1.0)
                self.rgb[patch.where] *= 1.0 - dark * cover[..., None]

    def fill(self, shape: F64, centre: F64, colour: F64) -> None:
        """The object's shape with a dark rim, brighter towards the light."""
        patch = self._patch(shape, (centre[0], centre[1]), 0.8 / self.scale)
        if patch:
            self._blend(patch, 0.5 * colour, np.clip(0.5 - patch.gap, 0.0, 1.0))
            lit = colour * (1.0 + 0.22 * patch.lean[..., None])
            self._blend(patch, lit, np.clip(-0.5 - patch.gap, 0.0, 1.0))

    def crown(self, centre: F64, radius: float) -> None:
        """Leaves about a trunk, thin enough to see it."""
        patch = self._patch(_disc(radius), (centre[0], centre[1]), radius)
        if patch:
            lit = _LEAVES * (1.0 + 0.35 * patch.lean[..., None])
            self._blend(patch, lit, 0.62 * np.clip(0.5 - 0.6 * patch.gap, 0.0, 1.0))

    def _blend(self, patch: _Patch, colour: F64, share: F64) -> None:
        part = self.rgb[patch.where]
        part += share[..., None] * (colour - part)

    def _patch(self, shape: F64, centre: tuple[float, float], least: float) -> _Patch | None:
        """The pixels that a rounded rectangle of at least ``least`` half size reaches."""
        rounding = float(shape[F_ROUND])
        half = np.maximum(shape[F_HALF_X : F_HALF_X + 2] + rounding, least)
        corner = min(half) if rounding > 0.0 else 0.0
        reach = float(np.hypot(half[0], half[1])) + 2.0 / self.scale
        x, y = centre[0] - self.origin[0], centre[1] - self.origin[1]
        tall, wide = self.rgb.shape[:2]
        i0, i1 = (int(np.clip((x + s * reach) * self.scale, 0, wide)) for s in (-1, 1))
        j0, j1 = (int(np.clip(tall - (y + s * reach) * self.scale, 0, tall)) for s in (1, -1))
        if i0 >= i1 or j0 >= j1:
            return None
        px = (np.arange(i0, i1) + 0.5) / self.scale - x
        py = (tall - np.arange(j0, j1) - 0.5) / self.scale - y
        c, s = shape[F_COS], shape[F_SIN]
        u = np.abs(c * px[None, :] + s * py[:, None]) - (half[0] - corner)
        v = np.abs(c * py[:, None] - s * px[None, :]) - (half[1] - corner)
        outside = np.hypot(np.maximum(u, 0.0), np.maximum(v, 0.0))
        gap = (outside + np.minimum(np.maximum(u, v), 0.0) - corner) * self.scale
        lean = np.clip((py[:, None] - px[None, :]) / (1.5 * float(max(half))), -1.0, 1.0)
        return _Patch((slice(j0, j1), slice(i0, i1)), gap, lean)
