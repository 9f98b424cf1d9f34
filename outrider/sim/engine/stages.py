"""Stages: the order of a tick, and what a user may put between its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from outrider.core.errors import UnknownNameError, UserError
from outrider.sim.engine._kernels_advance import ACTORS, END, PHENOMENA, PHYSICS

if TYPE_CHECKING:
    from outrider.sim.engine.stage_view import StageView

ORDER: Final = ("actors", "phenomena", "inputs", "physics", "contacts", "sensors", "emit")
"""The built-in stages of a tick. Actors to contacts run in one compiled loop."""

_ENTRY: Final = {
    "actors": ACTORS, "phenomena": PHENOMENA, "inputs": PHYSICS, "physics": PHYSICS,
    "contacts": END, "sensors": END, "emit": END,
}  # fmt: skip


class Stage(Protocol):
    """A stage of a user's own, called every ``every_ticks`` ticks with a view of the state."""

    name: str
    every_ticks: int

    def apply(self, view: StageView) -> None: ...


class Inserted(Struct, frozen=True):
    """A user stage and the part of a tick before which it stands."""

    stage: Stage
    entry: int

    def due(self, tick: int) -> bool:
        return tick % self.stage.every_ticks == 0


def insert(stage: Stage, *, before: str) -> Inserted:
    """A stage placed before a built-in one, by name."""
    if before not in _ENTRY:
        raise UnknownNameError("stage", before, ORDER)
    every = getattr(stage, "every_ticks", None)
    if not isinstance(every, int) or every < 1:
        raise UserError(
            f"stage {getattr(stage, 'name', stage)!r}: every_ticks is {every!r}; it must be a "
            "whole number of ticks, 1 or more"
        )
    return Inserted(stage, _ENTRY[before])
