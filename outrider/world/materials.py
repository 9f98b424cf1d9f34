"""Materials by name; the table stands in ``palette``, and new ones go there."""

from __future__ import annotations

from typing import Final

from outrider.core.errors import UnknownNameError
from outrider.world.palette import built, ground, living
from outrider.world.palette.entry import Material, Pattern

__all__ = ["MATERIALS", "Material", "Pattern", "material"]

MATERIALS: Final[dict[str, Material]] = {
    entry.name: entry for entry in (*ground.ROWS, *built.ROWS, *living.ROWS)
}


def material(name: str) -> Material:
    """A material by name."""
    if name not in MATERIALS:
        raise UnknownNameError("material", name, MATERIALS)
    return MATERIALS[name]
