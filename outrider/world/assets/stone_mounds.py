"""Mounds: low domes of snow, ash, grit or lava over a crooked oval."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.assets.stone_bodies import BURIED
from outrider.world.assets.stone_forms import Shell, stacked, surfaced
from outrider.world.assets.stone_noise import Chance, Noise
from outrider.world.mesh import Mesh

F64 = NDArray[np.float64]

_TURN: Final = 2.0 * np.pi


@dataclass(frozen=True, kw_only=True)
class Mound:
    """A dome with a skirt below the ground."""

    radii: tuple[float, float]
    height: float
    steepness: float
    """1: a paraboloid; more: a flat top with steep sides; less: a pointed heap."""
    rough: float
    """Depth of its bumps as a share of its height."""
    wave: float
    """Width of its bumps, m."""
    crooked: float
    """How far its outline goes from the oval, as a share."""
    noise: Noise
    material: str
    crease_deg: float = 60.0

    @staticmethod
    def of(
        chance: Chance, radii: tuple[float, float], height: float, *, material: str,
        steepness: float = 1.0, rough: float = 0.1, wave: float | None = None,
        crooked: float = 0.08, what: str = "mound",
    ) -> Mound:  # fmt: skip
        """A mound by chance."""
        return Mound(
            radii=radii, height=height, steepness=steepness, rough=rough,
            wave=0.5 * min(radii) if wave is None else wave, crooked=crooked,
            noise=chance.noise(what), material=material,
        )  # fmt: skip

    def at(self, reach: ArrayLike, angle: ArrayLike) -> F64:
        """``(..., 3)`` points of its top; ``reach`` 0 in the middle, 1 at the foot."""
        r, turn = np.broadcast_arrays(np.asarray(reach, float), np.asarray(angle, float))
        ways = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=-1)
        outline = 1.0 + self.crooked * self.noise(ways.reshape(-1, 3) + 5.0, wave=0.9).reshape(
            r.shape
        )
        points = ways * np.array((*self.radii, 0.0)) * (r * outline)[..., None]
        dome = np.maximum(1.0 - np.minimum(r, 1.0) ** (2.0 * self.steepness), 0.0)
        bumps = self.noise(points.reshape(-1, 3), wave=self.wave, octaves=3).reshape(r.shape)
        points[..., 2] = self.height * (dome + self.rough * bumps * np.minimum(1.0, 4.0 * dome))
        return np.asarray(points)

    def shell(self, rings: int, sides: int) -> Shell:
        """Its surface: ``rings`` from the foot to the middle, and a skirt."""
        angle = _TURN * np.arange(sides) / sides
        reach = np.linspace(1.0, 0.0, rings + 1)[:-1]
        top = self.at(reach[:, None], angle[None])
        skirt = top[:1] * (0.94, 0.94, 0.0) - (0.0, 0.0, BURIED / (1.0 - BURIED) * self.height)
        return stacked(np.concatenate([skirt, top]), top=self.at(0.0, 0.0))

    def mesh(self, rings: int, sides: int) -> Mesh:
        """The mesh of a level of detail."""
        return surfaced(
            self.shell(rings, sides), material=self.material, crease_deg=self.crease_deg
        )

    def swollen(self, by: float) -> Mound:
        """The mound with a layer on top, m."""
        return replace(self, height=self.height + by, rough=0.5 * self.rough)
