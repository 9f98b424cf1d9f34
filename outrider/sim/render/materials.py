"""Materials on the graphics side: their textures in one array, and figures for light."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outrider.sim.render.gl import context
from outrider.world.materials import MATERIALS, SKINS, Material
from outrider.world.raster import CLEAR, linear, row_of
from outrider.world.scene import Scene
from outrider.world.textures import SIDE, texture

ROUND_M: Final = 4096.0
"""Textures of the ground repeat a whole number of times in this: it may be taken off a place."""


class Materials:
    """All materials by their rows."""

    def __init__(self, scene: Scene) -> None:
        gl = context()
        self.count = len(MATERIALS)
        self.tiles = gl.texture_array((SIDE, SIDE, self.count), 4)
        for row, entry in enumerate(MATERIALS.values()):
            box = (0, 0, row, SIDE, SIDE, 1)
            self.tiles.write(_encoded(texture(entry).albedo).tobytes(), viewport=box)
        self.tiles.build_mipmaps()
        self.tiles.filter = (gl.LINEAR_MIPMAP_NEAREST, gl.LINEAR)
        spans = [1.0 / m.scale_m if m.scale_m > 0.0 else 0.0 for m in MATERIALS.values()]
        holes = [2.0 if m.opacity < CLEAR else float(m.cutout) for m in MATERIALS.values()]
        bumps = [m.bump for m in MATERIALS.values()]
        self._facts = np.column_stack(
            (spans, holes, bumps, np.rint(np.array(spans) * ROUND_M) / ROUND_M)
        ).astype(np.float32)
        self.means = np.array([_mean(entry) for entry in MATERIALS.values()], np.float32)
        self._looks = np.array(
            [(m.roughness, m.metallic, m.translucency, m.emission) for m in MATERIALS.values()],
            np.float32,
        )
        self.skins = np.array(
            [row_of(scene.skins.get(c.name, SKINS.get(c.name, SKINS["ground"])))
             for c in scene.classes], np.uint32
        )  # fmt: skip

    def tell(self, *programs: Any) -> None:
        """Give programs the figures that they take."""
        values = {
            "facts": self._facts,
            "looks": self._looks,
            "skins": self.skins,
            "means": np.column_stack((1.0 / self.means, 0.0 * self.means[:, :1])),
        }
        for made in programs:
            for name, value in values.items():
                if name in made:
                    made[name].write(np.ascontiguousarray(value).tobytes())


def _encoded(srgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The square root of linear light, which is what the pass keeps, instead of sRGB."""
    colour = 255.0 * np.sqrt(linear(srgb[..., :3]))
    return np.dstack([np.rint(colour).astype(np.uint8), srgb[..., 3]])


def _mean(entry: Material) -> NDArray[np.float32]:
    """(3,) of the square root of a material's light."""
    return np.asarray(
        _encoded(texture(entry).albedo)[..., :3].mean(axis=(0, 1)) / 255.0, np.float32
    )
