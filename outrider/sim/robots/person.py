"""People as data."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from outrider.sim.physics.plan import BodyPlan, Link, Shape

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

    @property
    def ground_clearance_m(self) -> float:
        """The origin is between the feet."""
        return 0.0

    def body_plan(self) -> BodyPlan:
        """One upright capsule; its inertia is that of a cylinder of the same size."""
        r, h, m = self.radius_m, self.height_m, self.mass_kg
        across = m * (3 * r * r + h * h) / 12
        shape = Shape(
            kind="capsule",
            size_m=(r, h - 2 * r, 0.0),
            position_m=(0.0, 0.0, h / 2),
            friction=0.7,
            name="body",
        )
        link = Link(
            name="body",
            mass_kg=m,
            inertia_kgm2=(across, across, m * r * r / 2),
            com_m=(0.0, 0.0, h / 2),
            shapes=(shape,),
        )
        return BodyPlan(links=(link,))
