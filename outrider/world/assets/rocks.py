"""Rocks: boulders, broken rock, slabs, layered blocks, crags; heaps of them are in their file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets import rock_heaps, rock_towers
from outrider.world.assets.stone_bodies import LEVELS, archetype, block, boulder
from outrider.world.assets.stone_noise import Chance
from outrider.world.assets.stone_proxies import balls, box_about

_GRANITE: Final = ((0.30, 0.26, 0.24), (0.55, 0.44, 0.40), (0.80, 0.70, 0.52), (1.25, 1.02, 0.92))
"""Half sizes of the variants, m; so below."""
_BROKEN: Final = ((0.34, 0.28, 0.24), (0.62, 0.50, 0.46), (0.95, 0.66, 0.60), (1.30, 1.05, 0.95))
_SLAB: Final = ((0.70, 0.48, 0.14), (1.15, 0.85, 0.20), (1.70, 1.10, 0.28))
_ERRATIC: Final = ((1.60, 1.30, 1.35), (2.20, 1.75, 1.60), (2.70, 2.05, 2.20))


def granite_boulder(variant: int) -> Archetype:
    """A rounded boulder of 0.6 to 2.5 m."""
    chance = Chance("granite_boulder", variant)
    stone = boulder(chance, _GRANITE[variant], faces=7, sharpness=9.0, dents=0.07)
    lods = [stone.mesh(level) for level in LEVELS]
    solids = balls(lods[0], count=8, semantic="boulder")
    return archetype("granite_boulder", variant, semantic="boulder", lods=lods, proxies=[solids])


def broken_rock(variant: int) -> Archetype:
    """An angular rock with fresh faces."""
    chance = Chance("broken_rock", variant)
    stone = block(chance, _BROKEN[variant], cuts=14, depth=(0.62, 0.90), tilt=0.42, rough=0.05)
    lods = [stone.mesh(level) for level in LEVELS]
    solids = balls(lods[0], count=8, semantic="rock")
    return archetype("broken_rock", variant, semantic="rock", lods=lods, proxies=[solids])


def rock_slab(variant: int) -> Archetype:
    """A flat slab that lies on the ground."""
    chance = Chance("rock_slab", variant)
    stone = block(chance, _SLAB[variant], cuts=9, depth=(0.88, 0.97), tilt=0.1, rough=0.04,
                  buried=0.25)  # fmt: skip
    lods = [stone.mesh(level, finest=1200) for level in LEVELS]
    solids = box_about(lods[0], semantic="rock", fill=0.87)
    return archetype("rock_slab", variant, semantic="rock", lods=lods, proxies=[solids])


def erratic(variant: int) -> Archetype:
    """A lone boulder of 3 to 5 m that ice has left: worn edges, broad faces."""
    chance = Chance("erratic", variant)
    stone = boulder(chance, _ERRATIC[variant], faces=6, sharpness=22.0, dents=0.045, wave=0.7,
                    buried=0.16, material="rock_grey")  # fmt: skip
    lods = [stone.mesh(level) for level in LEVELS]
    solids = balls(lods[0], count=8, semantic="boulder")
    return archetype("erratic", variant, semantic="boulder", lods=lods, proxies=[solids])


MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "granite_boulder": granite_boulder,
    "broken_rock": broken_rock,
    "rock_slab": rock_slab,
    "erratic": erratic,
    **rock_towers.TOWERS,
    **rock_heaps.HEAPS,
}
VARIANTS: Final[dict[str, int]] = {
    "granite_boulder": len(_GRANITE),
    "broken_rock": len(_BROKEN),
    "rock_slab": len(_SLAB),
    "erratic": len(_ERRATIC),
    **dict.fromkeys(rock_towers.TOWERS, 3),
    **dict.fromkeys(rock_heaps.HEAPS, 3),
}
