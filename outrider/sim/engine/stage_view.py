"""What a user's stage may see and do during a tick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import CommandError
from outrider.core.messages import Contact, RobotState
from outrider.sim.engine.team import NOBODY, Team
from outrider.world.cell_fields import CellFields


class StageView:
    """The state as it is at the stage's place in the tick."""

    def __init__(
        self,
        team: Team,
        *,
        tick: int,
        stamp_ns: int,
        states: Callable[[], list[RobotState]],
        contacts: Callable[[], tuple[Contact, ...]],
        cells: CellFields | None = None,
    ) -> None:
        self._team, self.tick, self.stamp_ns = team, tick, stamp_ns
        self._states, self._contacts = states, contacts
        self.cells = cells
        """The cell fields, to be read and written; None if the scenario declares none."""

    @property
    def robots(self) -> list[str]:
        return [m.name for m in self._team.members]

    def states(self) -> list[RobotState]:
        """Ground truth of every robot and person."""
        return self._states()

    def contacts(self) -> tuple[Contact, ...]:
        """What touched in the last tick."""
        return self._contacts()

    def position(self, robot: str) -> NDArray[np.float64]:
        """(3,) copy; cheaper than a whole state."""
        return self._team.root_of(self._team.row(robot))[:3].copy()

    def velocity(self, robot: str) -> NDArray[np.float64]:
        """(3,) copy, in the world."""
        return self._team.root_of(self._team.row(robot))[7:10].copy()

    def push(
        self, robot: str, force: Sequence[float], *, torque: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> None:
        """A force (N) and torque (N m), world axes, on the robot's centre of mass for one tick."""
        client = int(self._team.client_of[self._team.row(robot)])
        if client == NOBODY:
            raise CommandError(f"{robot}: a person is moved by its feet; it cannot be pushed so")
        wrench = np.array([*force, *torque], np.float64)
        if wrench.shape != (6,) or not np.isfinite(wrench).all():
            raise CommandError(f"{robot}: a push is 3 finite newtons and 3 finite newton metres")
        self._team.physics.push[client] += wrench

    def block(self, name: str, shape: tuple[int, ...], dtype: Any = np.float64) -> NDArray[Any]:
        """A state block of the stage's own: saved, restored and reset with everything else."""
        full = f"stage.{name}"
        if full in self._team.blocks:
            return self._team.blocks[full]
        return self._team.blocks.add(full, shape, dtype)
