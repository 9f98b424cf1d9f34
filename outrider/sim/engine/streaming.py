"""Cells of an endless world: made in the background as the team moves, swapped in at fixed ticks.

Which cells come and go, and when, depends on where the team is and on nothing else: a cell that is
not ready when it is due is waited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.sim.physics.physics import REFRESH_TICKS
from outrider.world.endless import Index, visible
from outrider.world.scene import Scene

F64 = NDArray[np.float64]

AHEAD_TICKS: Final = 20 * REFRESH_TICKS
"""From the tick at which cells are found missing to the one at which they are there."""
NEAR_M: Final = 60.0
"""A cell so near to somebody is not waited for until then: he was put there, or is very fast."""
GRAIN_M: Final = 8.0


class Order(NamedTuple):
    """Cells that are to be there at a tick."""

    due_tick: int
    cells: tuple[Index, ...]


class Streaming:
    """What is under way."""

    def __init__(self) -> None:
        self.order: Order | None = None
        self._made: Future[Scene] | None = None
        self._version = 0
        self._worker: ThreadPoolExecutor | None = None
        self._asked = b""
        self._live: frozenset[Index] | None = None

    def follow(self, scene: Scene, points: F64, tick: int) -> Scene | None:
        """The scene to go on with if cells come or go at this tick, for who is at ``points``."""
        growth = scene.growth
        if growth is None:
            return None
        if self.order is not None and tick >= self.order.due_tick:
            return self._take(scene)
        # Within a few metres the answer is the same, and so is not looked for again.
        places = np.unique(np.floor(points[:, :2] / GRAIN_M), axis=0)
        asked = places.tobytes()
        if asked == self._asked and growth.live is self._live:
            return None
        middles = (places + 0.5) * GRAIN_M
        if not visible(growth.grower, middles, view_m=NEAR_M) <= growth.live:
            self.order = None
            return _grown(scene, visible(growth.grower, middles, growth.live))
        self._asked, self._live = asked, growth.live
        if self.order is None:
            wanted = visible(growth.grower, middles, growth.live) | scene.kept_cells
            if wanted != growth.live:
                self.resume(scene, Order(tick + AHEAD_TICKS, tuple(sorted(wanted))))
        return None

    def resume(self, scene: Scene, order: Order | None) -> None:
        """Set to work on an order, as after a restore."""
        self.order, self._version = order, scene.version
        if order is not None:
            if self._worker is None:
                self._worker = ThreadPoolExecutor(1, thread_name_prefix="outrider-cells")
            self._made = self._worker.submit(_grown, scene, order.cells)

    def _take(self, scene: Scene) -> Scene | None:
        """What was ordered; made again if the scene was edited since."""
        order, made = self.order, self._made
        self.order, self._asked = None, b""
        if order is None or made is None:
            return None
        return made.result() if self._version == scene.version else _grown(scene, order.cells)


def _grown(scene: Scene, cells: Sequence[Index] | frozenset[Index]) -> Scene:
    """With these cells, ready to be asked what is near."""
    made = scene.with_cells(cells)
    made.objects.obstacles  # noqa: B018  # the index, made here and not in the step
    return made
