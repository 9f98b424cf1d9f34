"""Textures of materials, made by code; see ``texture``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.materials import Material
from outrider.world.patterns.canvas import F64, SIDE, Canvas, Look
from outrider.world.patterns.catalogue import PATTERNS

__all__ = ["SIDE", "TILE_BYTES", "Texture", "texture"]

TILE_BYTES: Final = SIDE * SIDE * 9
"""Of one texture: colour with coverage, relief, roughness."""

_SPREAD: Final = 0.5
"""Deviation of the lightness at contrast 1, relative to the mean."""
_FARTHEST: Final = 2.5
"""Deviations beyond which lightness is cut."""
_WARMTH: Final = np.array([0.16, 0.03, -0.26])
_FULL_STAINS: Final = 4.0
"""Stains are at full strength from a contrast of 1/4 on."""
_FINDING_THE_MEAN: Final = 8
_CLOSE: Final = 0.2


@dataclass(frozen=True)
class Texture:
    """A square tile that repeats without a seam; rows run from below upwards.

    Of a material whose ``scale_m`` is 0 it is a picture for a card, whose root is in row 0.
    """

    albedo: NDArray[np.uint8]
    """(SIDE, SIDE, 4) sRGB and coverage: 0 = hole, 255 = there."""
    relief: NDArray[np.float32]
    """(SIDE, SIDE) height, 0..1."""
    roughness: NDArray[np.uint8]
    """(SIDE, SIDE) 0 mirror … 255 chalk."""

    @property
    def nbytes(self) -> int:
        """Memory of all arrays."""
        return self.albedo.nbytes + self.relief.nbytes + self.roughness.nbytes


@lru_cache(maxsize=512)
def texture(material: Material) -> Texture:
    """The material's tile: the same for the same name, and of its colour in the mean."""
    look = PATTERNS[material.pattern](Canvas(material.name))
    cover = np.ones((SIDE, SIDE)) if look.cover is None else look.cover
    coverage = np.rint(255.0 * np.clip(cover, 0.0, 1.0)).astype(np.uint8)
    colour = _coloured(look, material, coverage > 127)
    rough = np.broadcast_to(np.clip(material.roughness + np.asarray(look.rough), 0.02, 1.0),
                            (SIDE, SIDE))  # fmt: skip
    tile = Texture(
        albedo=np.dstack([np.rint(colour).astype(np.uint8), coverage]),
        relief=_height(look.relief),
        roughness=np.rint(255.0 * rough).astype(np.uint8),
    )
    for array in (tile.albedo, tile.relief, tile.roughness):
        array.setflags(write=False)
    return tile


def _coloured(look: Look, material: Material, there: NDArray[np.bool_]) -> F64:
    """(SIDE, SIDE, 3) sRGB whose mean, where something is, is the material's."""
    wanted = np.asarray(material.colour, float)
    seen = slice(None) if there.all() else np.flatnonzero(there)
    factor = _factor(look, material.contrast, seen)
    own, foreign = _stained(look, min(1.0, _FULL_STAINS * material.contrast))
    own, foreign = own * factor, foreign * factor
    # The material's own part makes up for stains of other colours, as far as that looks like it.
    part, rest = own[seen].mean(axis=0), foreign[seen].mean(axis=0)
    tone = np.clip((wanted - rest) / np.maximum(part, 1e-9), 0.4 * wanted, 1.8 * wanted)
    mixed = own * tone + foreign
    looked_at, gain = mixed[seen], np.ones(3)
    for _ in range(_FINDING_THE_MEAN):
        mean = np.clip(looked_at * gain, 0.0, 255.0).mean(axis=0)
        if np.abs(mean - wanted).max() < _CLOSE:
            break
        gain *= wanted / np.maximum(mean, 1e-9)
    return np.asarray(np.clip(mixed * gain, 0.0, 255.0).reshape(SIDE, SIDE, 3))


def _stained(look: Look, strength: float) -> tuple[F64, F64]:
    """What is left of the own colour ``(n, 1)``, and the others' part ``(n, 3)``."""
    own, foreign = np.ones((SIDE * SIDE, 1)), np.zeros((SIDE * SIDE, 3))
    for stain in look.stains:
        mask = strength * np.clip(stain.mask, 0.0, 1.0).reshape(-1, 1)
        own, foreign = own * (1.0 - mask), foreign * (1.0 - mask) + mask * stain.colour
    return own, foreign


def _factor(look: Look, contrast: float, seen: slice | NDArray[np.intp]) -> F64:
    """(n, 3) what the colour is multiplied by."""
    light = look.light.ravel()
    away = (light - light[seen].mean()) / max(float(light[seen].std()), 1e-9)
    shade = _SPREAD * look.strength * np.clip(away, -_FARTHEST, _FARTHEST)
    change = np.repeat(shade[:, None], 3, axis=1)
    if isinstance(look.warm, np.ndarray):
        change += np.clip(look.warm, -2.0, 2.0).reshape(-1, 1) * _WARMTH
    return np.asarray(np.maximum(1.0 + contrast * change, 0.05))


def _height(relief: F64) -> NDArray[np.float32]:
    low, high = float(relief.min()), float(relief.max())
    if high - low < 1e-9:
        return np.full((SIDE, SIDE), 0.5, np.float32)
    return ((relief - low) / (high - low)).astype(np.float32)
