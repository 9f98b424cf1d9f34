"""Materials by name; the table stands in ``palette``, and new ones go there."""

from __future__ import annotations

from typing import Final

from outrider.core.errors import UnknownNameError
from outrider.world.palette import built, ground, living
from outrider.world.palette.entry import Material, Pattern

__all__ = ["MATERIALS", "SKINS", "Material", "Pattern", "material"]

MATERIALS: Final[dict[str, Material]] = {
    entry.name: entry for entry in (*ground.ROWS, *built.ROWS, *living.ROWS)
}
SKINS: Final[dict[str, str]] = {
    "ground": "soil_brown", "grass": "grass_ground", "soil": "forest_floor",
    "gravel": "gravel_grey",
    "sand": "sand_desert", "rock": "rock_grey", "mud": "mud", "snow": "snow", "ice": "ice_blue",
    "water": "water", "asphalt": "asphalt", "concrete": "concrete", "floor": "linoleum",
}  # fmt: skip
"""The usual materials of surface classes."""


def material(name: str) -> Material:
    """A material by name."""
    if name not in MATERIALS:
        raise UnknownNameError("material", name, MATERIALS)
    return MATERIALS[name]
