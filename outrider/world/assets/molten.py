"""Molten lava: stretches of streams, and the lake in a crater."""

from __future__ import annotations

from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets.stone_bodies import archetype
from outrider.world.assets.stone_mounds import Mound
from outrider.world.assets.stone_noise import Chance
from outrider.world.assets.stone_proxies import discs

_STREAMS: Final = ((3.6, 1.0, 0.34), (5.0, 1.3, 0.42), (6.5, 1.7, 0.5))
_LAKES: Final = ((17.0, 15.5, 1.6), (16.0, 16.8, 1.6), (17.5, 16.5, 1.6))


def _molten(
    maker: str, variant: int, size: tuple[float, float, float], *, crooked: float
) -> Archetype:
    """A glowing body with a flat back."""
    x, y, height = size
    body = Mound.of(Chance(maker, variant), (x, y), height, steepness=2.2, rough=0.08, wave=1.2 * y,
                    crooked=crooked, material="lava_glow")  # fmt: skip
    lods = [body.mesh(*detail) for detail in ((11, 34), (4, 14), (2, 10))]
    return archetype(maker, variant, semantic="rock", lods=lods,
                     proxies=[discs(lods[0], count=8, semantic="rock")])  # fmt: skip


def lava_stream(variant: int) -> Archetype:
    """A stretch of molten lava along x; stretches one behind the other are a stream."""
    return _molten("lava_stream", variant, _STREAMS[variant], crooked=0.08)


def lava_lake(variant: int) -> Archetype:
    """Molten lava that fills the bottom of a crater."""
    return _molten("lava_lake", variant, _LAKES[variant], crooked=0.05)
