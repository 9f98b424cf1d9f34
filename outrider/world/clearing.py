"""What is kept free where robots start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world._kernels_objects import F_REACH
from outrider.world.objects import Objects
from outrider.world.solids import footprints
from outrider.world.things import Things

Place = tuple[float, float]

SPAWN_M: Final = 6.0
"""Nothing strewn stands within this distance of the origin and of where robots start."""


def spared(growth: Things, free: Sequence[Place]) -> Things:
    """Without what grows too near a place: neither its crown nor what one bumps into."""
    reach = np.array([a.radius_m if len(a.proxies) else 0.0 for a in growth.archetypes] or [0.0])
    crown = np.minimum(reach[growth.kind] * growth.scale, SPAWN_M)
    keep = np.ones(len(growth), np.bool_)
    for x, y in free:
        away = np.hypot(growth.position[:, 0] - x, growth.position[:, 1] - y)
        keep &= away > SPAWN_M * 0.5 + crown
        close = np.flatnonzero(keep & (away < SPAWN_M + 2.0 * reach[growth.kind] * growth.scale))
        solids, owner = growth.take(close).solids()
        gap = np.hypot(solids.center[:, 0] - x, solids.center[:, 1] - y)
        keep[close[owner[gap < SPAWN_M + footprints(solids)[:, F_REACH]]]] = False
    return growth.take(keep)


def cleared(objects: Objects, strewn: NDArray[np.bool_], free: Sequence[Place]) -> Objects:
    """Without what is strewn too near a place; the others keep their ids."""
    reach = footprints(objects.solids)[:, F_REACH] + SPAWN_M
    blocks = np.zeros(len(objects), np.bool_)
    for x, y in free:
        away = objects.solids.center[:, :2] - (x, y)
        blocks |= np.hypot(away[:, 0], away[:, 1]) < reach
    keep = ~(blocks & strewn)
    return replace(
        objects,
        solids=objects.solids.take(keep),
        ident=objects.ident[keep],
        alive=objects.alive[keep],
        owner=objects.owner[keep],
    )
