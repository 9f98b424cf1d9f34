"""Who is in a scene: people with attributes as things of the world, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.scenario.people import Bystander, Person
from outrider.scenario.quantities import Point
from outrider.world.assets.avatars import avatar_name, person_of
from outrider.world.objects import layer_ids
from outrider.world.placed import foot_of
from outrider.world.terrain import Terrain
from outrider.world.things import Things, things

LAYER: Final = "bystanders"


class Patrol(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The way of someone who patrols."""

    ident: int
    """Of the thing."""
    path: tuple[Point, ...]


class Resident(Struct, frozen=True, kw_only=True):
    """Someone in a world: attributes, and where they are."""

    name: str
    person: Person
    position_m: tuple[float, float, float]
    """Of the ground or floor under them."""
    heading_rad: float
    ident: int | None = None
    """Id among the things of the scene; None for one who takes part, as a robot does."""
    patrol: tuple[Point, ...] = ()


def people_of(spec: Sequence[Bystander], terrain: Terrain) -> tuple[Things, tuple[Patrol, ...]]:
    """People placed by hand, who sits with a chair, and the ways of those who patrol."""
    where = [foot_of(entry.position_m, terrain) for entry in spec]
    kinds = [avatar_name(entry, variant=number) for number, entry in enumerate(spec)]
    unique = tuple(dict.fromkeys(kinds))
    ident = layer_ids(LAYER, len(spec))
    numbered = [(int(own), entry) for own, entry in zip(ident, spec, strict=True)]
    placed = things(
        unique, [unique.index(kind) for kind in kinds], np.array(where).reshape(-1, 3),
        heading=np.array([entry.heading_rad for entry in spec]), ident=ident,
        names={own: entry.name for own, entry in numbered if entry.name},
    )  # fmt: skip
    return placed, tuple(
        Patrol(ident=own, path=entry.patrol) for own, entry in numbered if entry.patrol
    )


def residents(
    all_things: Things, names: Mapping[int, str], patrols: Sequence[Patrol]
) -> dict[str, Resident]:
    """Everyone among the things, by name."""
    ways = {patrol.ident: patrol.path for patrol in patrols}
    persons = [person_of(kind) for kind in all_things.kinds]
    found: dict[str, Resident] = {}
    for row in range(len(all_things)):
        person = persons[all_things.kind[row]]
        if person is None:
            continue
        ident = int(all_things.ident[row])
        name = names.get(ident) or f"person_{ident}"
        found[name] = Resident(
            name=name, person=person, ident=ident, patrol=ways.get(ident, ()),
            position_m=_three(all_things.position[row]),
            heading_rad=float(rotation.heading_of(all_things.quaternion[row])),
        )  # fmt: skip
    return found


def _three(point: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])
