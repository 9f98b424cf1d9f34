"""People as data."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from outrider.scenario.people import Person
from outrider.sim.physics.plan import BodyPlan, Link, Shape
from outrider.world._kernels_objects import BOX, CAPSULE, CYLINDER
from outrider.world.assets import avatars
from outrider.world.assets.look import MEN, Look
from outrider.world.solids import Solids

Positive = Annotated[float, Meta(gt=0)]


class WalkMode(IntEnum):
    """What the numbers of a command to a person mean."""

    VELOCITY = 0
    """velocity east m/s, velocity north m/s, heading rad"""
    SIT = 1
    STAND = 2


class PersonModel(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind", tag="person"
):
    """A person as its YAML tells it; moved as a kinematic character."""

    kind: ClassVar[str] = "person"

    name: str
    description: str = ""
    source: str = ""
    mass_kg: Positive
    height_m: Positive
    radius_m: Positive
    walk_mps: Positive
    run_mps: Positive
    acceleration_mps2: Positive
    turn_rate_radps: Positive
    step_m: Positive
    """Highest step that is climbed."""
    slope_max_rad: Positive
    person: Person | None = None
    """What this one is like, if it was said."""

    @property
    def is_tied(self) -> bool:
        """Whether a chair holds this one where it is."""
        return self.person is not None and self.person.tied_to_chair

    def like(self, person: Person, *, height_m: float | None = None) -> PersonModel:
        """The model of someone with these attributes; as tall as they say, or as is given."""
        height = avatars.height_of(person) if height_m is None else height_m
        return replace(self, person=person, height_m=height)

    def clothes(self) -> Look:
        """What this one wears and looks like, at the model's height."""
        look = MEN[0] if self.person is None else avatars.clothes_of(self.person)
        return replace(look, height_m=self.height_m)

    @property
    def ground_clearance_m(self) -> float:
        """The origin is between the feet."""
        return 0.0

    def body_plan(self) -> BodyPlan:
        """One upright capsule, or the limbs of one who is tied and the chair.

        The inertia is that of a cylinder of the same size.
        """
        r, h, m = self.radius_m, self.height_m, self.mass_kg
        across = m * (3 * r * r + h * h) / 12
        upright = Shape(
            kind="capsule",
            size_m=(r, h - 2 * r, 0.0),
            position_m=(0.0, 0.0, h / 2),
            friction=0.7,
            name="body",
        )
        seated = avatars.solids_of(self.clothes(), avatars.TIED) if self.is_tied else None
        link = Link(
            name="body",
            mass_kg=m,
            inertia_kgm2=(across, across, m * r * r / 2),
            com_m=(0.0, 0.0, h / 2),
            shapes=(upright,) if seated is None else _shapes(seated),
        )
        return BodyPlan(links=(link,))


def _shapes(solids: Solids) -> tuple[Shape, ...]:
    """Solids about the feet as the shapes of a body."""
    kinds: dict[int, Literal["box", "cylinder", "capsule"]] = {
        BOX: "box", CYLINDER: "cylinder", CAPSULE: "capsule",
    }  # fmt: skip
    return tuple(
        Shape(
            kind=kinds[int(solids.kind[row])], size_m=_size(solids, row),
            position_m=(*solids.center[row].tolist(),),
            quaternion=(*solids.quaternion[row].tolist(),), friction=0.7, name=f"part{row}",
        )
        for row in range(len(solids))
    )  # fmt: skip


def _size(solids: Solids, row: int) -> tuple[float, float, float]:
    """Full edges, or radius and length."""
    x, y, z = (2.0 * solids.half_size[row]).tolist()
    return (x, y, z) if int(solids.kind[row]) == BOX else (0.5 * x, z, 0.0)
