"""Obstacle slots: the static objects near the robots, lent bodies in the contact world.

The cost of a tick depends on what is near, not on how large the world is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import CapacityError
from outrider.sim.physics.blocks import Blocks
from outrider.sim.physics.build import DYNAMIC_BIT, PARKED_APART_M, PARKED_M, SOLID_KINDS
from outrider.sim.physics.contact_world import ContactWorld
from outrider.world.solids import Solids

Floats = NDArray[np.float64]
EMPTY: Final = -1


class ObstacleSlots:
    """Which object each slot holds, chosen by distance and then index; the choice is state."""

    def __init__(self, world: ContactWorld, blocks: Blocks, solids: Solids) -> None:
        self._world, self.solids = world, solids
        self.object_of_slot = blocks.add("slots.object", (sum(world.slot_counts),), np.int64)
        self.object_of_slot[:] = EMPTY
        starts = np.cumsum([0, *world.slot_counts])
        self._range = {k: (int(starts[k]), int(starts[k + 1])) for k in range(len(SOLID_KINDS))}
        self._mocap = np.concatenate([world.slot_mocap[kind] for kind in SOLID_KINDS])
        names = [f"slot/{kind}/{k}" for kind, n in zip(SOLID_KINDS, world.slot_counts, strict=True)
                 for k in range(n)]  # fmt: skip
        self._body = np.array([world.body_id(name) for name in names], np.int64)
        self.geom_slot = np.full(world.model.ngeom, -1, np.int64)
        self.geom_slot[world.model.body_geomadr[self._body]] = np.arange(len(names))
        world.model.body_contype[self._body] = 0

    def update(self, near: Sequence[NDArray[np.int32]]) -> None:
        """Hold the objects that each client has near, nearest first: ``near[c]`` are indices."""
        wanted: dict[int, int] = {}
        for client, objects in enumerate(near):
            for index in objects:
                wanted.setdefault(int(index), client)
        held = {int(o) for o in self.object_of_slot if o != EMPTY}
        for slot in np.flatnonzero(self.object_of_slot != EMPTY):
            if int(self.object_of_slot[slot]) not in wanted:
                self._empty(int(slot))
        for index, client in wanted.items():
            if index not in held:
                self._place(self._free_slot(index, client), index)

    def renumber(
        self, solids: Solids, new_rows: Callable[[NDArray[np.int64]], NDArray[np.int64]]
    ) -> None:
        """The objects stand in other rows; what is gone leaves its slot."""
        self.solids = solids
        held = np.flatnonzero(self.object_of_slot != EMPTY)
        rows = new_rows(self.object_of_slot[held])
        self.object_of_slot[held] = rows
        for slot in held[rows == EMPTY].tolist():
            self._empty(slot)

    def restore(self) -> None:
        """Bring MuJoCo's slots to what the state block says."""
        for slot, index in enumerate(self.object_of_slot):
            if index == EMPTY:
                self._empty(slot)
            else:
                self._place(slot, int(index))

    def _free_slot(self, index: int, client: int) -> int:
        kind = int(self.solids.kind[index])
        start, end = self._range[kind]
        free = np.flatnonzero(self.object_of_slot[start:end] == EMPTY)
        if len(free):
            return start + int(free[0])
        raise CapacityError(
            f"{self._world.names[client]}: more than {end - start} obstacles of the kind "
            f"{SOLID_KINDS[kind]!r} are near the team; lower the world's density or spread the "
            "robots over fewer places"
        )

    def _empty(self, slot: int) -> None:
        self.object_of_slot[slot] = EMPTY
        self._world.data.mocap_pos[self._mocap[slot]] = [PARKED_APART_M * slot, 0.0, PARKED_M]
        # What can touch nothing is left out of the broad phase, whose cost grows with all others.
        self._world.model.body_contype[self._body[slot]] = 0

    def _place(self, slot: int, index: int) -> None:
        model, data, solids = self._world.model, self._world.data, self.solids
        self.object_of_slot[slot] = index
        mocap, body = self._mocap[slot], self._body[slot]
        data.mocap_pos[mocap] = solids.center[index]
        data.mocap_quat[mocap] = solids.quaternion[index][[3, 0, 1, 2]]
        geom = int(model.body_geomadr[body])
        model.body_contype[body] = DYNAMIC_BIT
        half = solids.half_size[index]
        kind = SOLID_KINDS[int(solids.kind[index])]
        size, box = _sizes(kind, half)
        model.geom_size[geom] = size
        # A geom's bounds are compiled; without these a resized geom is not collided.
        model.geom_rbound[geom] = _bounding_radius(kind, size)
        model.geom_aabb[geom] = [0.0, 0.0, 0.0, *box]
        start, amount = int(model.body_bvhadr[body]), int(model.body_bvhnum[body])
        model.bvh_aabb[start : start + amount] = [0.0, 0.0, 0.0, *box]


def _sizes(kind: str, half: Floats) -> tuple[list[float], list[float]]:
    """MuJoCo's size and the half edges of the bounding box of a solid."""
    x, y, z = (float(v) for v in half)
    if kind == "box":
        return [x, y, z], [x, y, z]
    if kind == "sphere":
        return [x, 0.0, 0.0], [x, x, x]
    if kind == "cylinder":
        return [x, z, 0.0], [x, x, z]
    return [x, z, 0.0], [x, x, z + x]


def _bounding_radius(kind: str, size: Sequence[float]) -> float:
    if kind == "box":
        return float(np.linalg.norm(size))
    if kind == "sphere":
        return size[0]
    if kind == "cylinder":
        return float(np.hypot(size[0], size[1]))
    return size[0] + size[1]
