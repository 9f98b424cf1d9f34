"""The person: dressed and posed as those of the worlds, at the model's height."""

from __future__ import annotations

from dataclasses import dataclass

from outrider.sim.robots.looks.look import LEVELS, Look
from outrider.sim.robots.person import PersonModel
from outrider.world.assets import avatars, people
from outrider.world.assets.look import Look as Clothes
from outrider.world.mesh import Mesh


@dataclass(frozen=True)
class _Posed:
    """Draws one person."""

    clothes: Clothes
    tied: bool

    def __call__(
        self, gait: str, phase: float = 0.0, *, stride_m: float | None = None, lod: int = 0
    ) -> Mesh:
        if self.tied:
            return avatars.body_of(self.clothes, avatars.TIED, lod=lod)
        return people.posed(self.clothes, gait, phase, stride_m=stride_m, lod=lod)


def person(model: PersonModel) -> Look:
    """Stands at rest; ``posed`` walks, runs, sits and lies. One who is tied sits on the chair."""
    posed = _Posed(model.clothes(), tied=model.is_tied)
    body = tuple(posed("stand", lod=level) for level in range(LEVELS))
    return Look(name=model.name, body=body, posed=posed)
