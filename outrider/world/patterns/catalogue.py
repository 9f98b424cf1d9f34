"""All patterns by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.world.materials import Pattern
from outrider.world.patterns import cloth, ground, herbs, leaves, masonry, metal, stone, timber
from outrider.world.patterns.canvas import Canvas, Look

PATTERNS: Final[dict[Pattern, Callable[[Canvas], Look]]] = {
    "plain": cloth.plain,
    "speckle": stone.speckle,
    "bark": timber.bark,
    "bark_plates": timber.bark_plates,
    "bark_white": timber.bark_white,
    "wood": timber.wood,
    "planks": timber.planks,
    "leaves": leaves.leaves,
    "broad_leaves": leaves.broad_leaves,
    "needles": leaves.needles,
    "fronds": leaves.fronds,
    "blades": herbs.blades,
    "petals": herbs.petals,
    "moss": ground.moss,
    "grass": ground.grass,
    "soil": ground.soil,
    "sand": ground.sand,
    "gravel": ground.gravel,
    "pebbles": ground.pebbles,
    "rock": stone.rock,
    "strata": stone.strata,
    "basalt": stone.basalt,
    "snow": stone.snow,
    "ice": stone.ice,
    "water": stone.water,
    "lava": stone.lava,
    "asphalt": masonry.asphalt,
    "concrete": masonry.concrete,
    "slabs": masonry.slabs,
    "cobbles": masonry.cobbles,
    "brick": masonry.brick,
    "plaster": masonry.plaster,
    "tiles": masonry.tiles,
    "shingles": masonry.shingles,
    "corrugated": metal.corrugated,
    "metal": metal.metal,
    "rust": metal.rust,
    "paint_worn": metal.paint_worn,
    "glass": cloth.glass,
    "fabric": cloth.fabric,
    "leather": cloth.leather,
    "skin": cloth.skin,
    "hair": cloth.hair,
    "fur": cloth.fur,
    "feathers": cloth.feathers,
    "rubber": cloth.rubber,
    "plastic": cloth.plastic,
    "carbon": cloth.carbon,
    "mesh": metal.mesh,
    "paper": cloth.paper,
}
