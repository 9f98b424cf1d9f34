"""Terrain windows: height fields that follow the robots, one for each grid cell in use.

A body touches exactly one window (two would double its contacts), chosen by collision bits.
Neighbouring windows overlap and sample one lattice, so that a change of window is not felt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import CapacityError
from outrider.sim.physics.blocks import Blocks
from outrider.sim.physics.build import DYNAMIC_BIT, PARKED_APART_M, PARKED_M
from outrider.sim.physics.contact_world import ContactWorld

Floats = NDArray[np.float64]
Fill = Callable[[float, float, float, int, NDArray[np.float32], float, float], None]
"""``fill(x0, y0, step, side, out, base, scale)`` writes (height - base)·scale, rows along y."""

OVERLAP_M: Final = 10.0
HYSTERESIS_M: Final = 4.0
"""How far beyond its cell's border a body goes before it changes windows."""
Cell = tuple[int, int]
FREE: Final = np.iinfo(np.int64).min


class TerrainWindows:
    """Assignment of windows to cells and of bodies to windows; both are state."""

    def __init__(self, world: ContactWorld, blocks: Blocks, fill: Fill) -> None:
        self._world, self._fill = world, fill
        ground, clients = world.ground, len(world.names)
        self.cell_m = ground.cells * ground.step_m - 2.0 * OVERLAP_M
        self.cell_of_window = blocks.add("terrain.cell_of_window", (ground.windows, 2), np.int64)
        self.window_of_client = blocks.add("terrain.window_of_client", (clients,), np.int32)
        self.cell_of_window[:], self.window_of_client[:] = FREE, -1

    def update(self, position: Floats, *, needs: NDArray[np.bool_], may: NDArray[np.bool_]) -> None:
        """Give windows to the clients that need one; those that ``may`` share one that is there.

        A sharer takes any window that reaches it, not its own cell's only: what a robot comes near
        to, on whichever side of a border, must give way to it. ``position`` is (C, 3), the masks
        are (C,).
        """
        wanted = [self._cell(k, position[k]) if needs[k] else None for k in range(len(position))]
        in_use = {cell for cell in wanted if cell is not None}
        for sharer in np.flatnonzero(may).tolist():
            wanted[sharer] = self._shared(sharer, position[sharer], in_use)
        for k in range(len(self.cell_of_window)):
            if tuple(self.cell_of_window[k]) not in in_use:
                self.cell_of_window[k] = FREE
        for client, own in enumerate(wanted):
            window = -1 if own is None else self._window(own, client)
            if window != self.window_of_client[client]:
                self.window_of_client[client] = window
                self._set_bits(client)
        self._park_unused()

    def restore(self) -> None:
        """Bring MuJoCo's height fields and bits to what the state blocks say."""
        for window, cell in enumerate(self.cell_of_window):
            if cell[0] != FREE:
                self._place(window, (int(cell[0]), int(cell[1])))
        self._park_unused()
        for client in range(len(self.window_of_client)):
            self._set_bits(client)

    def _cell(self, client: int, position: Floats) -> Cell:
        window = self.window_of_client[client]
        if window >= 0:
            cell = self.cell_of_window[window]
            offset = np.abs(position[:2] - cell * self.cell_m).max()
            if offset <= 0.5 * self.cell_m + HYSTERESIS_M:
                return int(cell[0]), int(cell[1])
        return int(np.rint(position[0] / self.cell_m)), int(np.rint(position[1] / self.cell_m))

    def _shared(self, client: int, position: Floats, in_use: set[Cell]) -> Cell | None:
        """The cell whose window carries a sharer: the present one, else the nearest that can."""
        ground = self._world.ground
        room = 0.5 * ground.cells * ground.step_m - float(self._world.client_radius[client])
        window = self.window_of_client[client]
        present = tuple(self.cell_of_window[window].tolist()) if window >= 0 else None

        def offset(cell: Cell) -> float:
            return float(np.abs(position[:2] - np.array(cell) * self.cell_m).max())

        if present in in_use and offset(present) <= room:
            return present
        return min(
            (c for c in in_use if offset(c) <= room), key=lambda c: (offset(c), c), default=None
        )

    def _window(self, cell: Cell, client: int) -> int:
        same = np.flatnonzero((self.cell_of_window == cell).all(axis=1))
        if len(same):
            return int(same[0])
        free = np.flatnonzero(self.cell_of_window[:, 0] == FREE)
        if not len(free):
            raise CapacityError(
                f"{self._world.names[client]}: no terrain window is left for it: the team stands "
                f"in more than {len(self.cell_of_window)} cells of {self.cell_m:g} m; "
                "keep the robots nearer to each other or run them as separate scenarios"
            )
        self._place(int(free[0]), cell)
        return int(free[0])

    def _place(self, window: int, cell: Cell) -> None:
        ground, model = self._world.ground, self._world.model
        self.cell_of_window[window] = cell
        side = ground.cells + 1
        half = 0.5 * ground.cells * ground.step_m
        centre = cell[0] * self.cell_m, cell[1] * self.cell_m
        start = int(model.hfield_adr[window])
        heights = model.hfield_data[start : start + side * side].reshape(side, side)
        base = self._base(centre)
        self._fill(
            centre[0] - half, centre[1] - half, ground.step_m, side, heights,
            base, 1.0 / ground.range_m,
        )  # fmt: skip
        if heights.min() < 0.0 or heights.max() > 1.0:
            raise CapacityError(
                f"the terrain about ({centre[0]:g}, {centre[1]:g}) m rises or falls by more than "
                f"{0.5 * ground.range_m:g} m within {2 * half:g} m; lower the world's relief"
            )
        mocap = self._world.window_mocap[window]
        self._world.data.mocap_pos[mocap] = [centre[0], centre[1], base]

    def _base(self, centre: tuple[float, float]) -> float:
        """Height of a window's zero, so that 32-bit heights are good to 15 µm on any mountain."""
        one = np.empty((1, 1), np.float32)
        self._fill(centre[0], centre[1], 1.0, 1, one, 0.0, 1.0)
        step = 0.25 * self._world.ground.range_m
        return float(np.round(one[0, 0] / step) * step - 0.5 * self._world.ground.range_m)

    def _park_unused(self) -> None:
        for window in np.flatnonzero(self.cell_of_window[:, 0] == FREE).tolist():
            place = [-PARKED_APART_M * (window + 1), 0.0, PARKED_M]
            self._world.data.mocap_pos[self._world.window_mocap[window]] = place

    def _set_bits(self, client: int) -> None:
        window, model = self.window_of_client[client], self._world.model
        bits = DYNAMIC_BIT | (2 << int(window) if window >= 0 else 0)
        geoms = self._world.client_geoms[client]
        solid = geoms[model.geom_contype[geoms] > 0]
        model.geom_conaffinity[solid] = bits
        model.body_conaffinity[self._world.client_bodies[client]] = bits
