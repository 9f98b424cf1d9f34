"""Industrial structures, the buildings of an airfield, and goods, all by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from outrider.world.archetype import Archetype
from outrider.world.assets import airfield, goods, halls, plant, vessels

STRUCTURE_TOLERANCE_M: Final = 0.4
"""How far solids and meshes of structures differ: slopes, bumpers, bars in a lattice."""

MAKERS: Final[dict[str, Callable[[int], Archetype]]] = {
    "factory_hall": halls.factory_hall,
    "warehouse": halls.warehouse,
    "chimney_stack": vessels.chimney_stack,
    "storage_tank": vessels.storage_tank,
    "silo": vessels.silo,
    "water_tower": vessels.water_tower,
    "cooling_unit": plant.cooling_unit,
    "pipe_rack": plant.pipe_rack,
    "pipe_bridge": plant.pipe_bridge,
    "conveyor": plant.conveyor,
    "transformer_yard": plant.transformer_yard,
    "hangar": airfield.hangar,
    "control_tower": airfield.control_tower,
    **goods.MAKERS,
}
VARIANTS: Final[dict[str, int]] = {
    "factory_hall": 2,
    "warehouse": 3,
    "chimney_stack": 2,
    "storage_tank": 3,
    "silo": 2,
    "water_tower": 2,
    "cooling_unit": 2,
    "pipe_rack": 3,
    "pipe_bridge": 2,
    "conveyor": 2,
    "transformer_yard": 2,
    "hangar": 2,
    "control_tower": 2,
    **goods.VARIANTS,
}
