"""What people are like: attributes that a scenario gives to those who stand about or take part."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from outrider.scenario.quantities import Angle, Name, Point

Activity = Literal["sitting", "laying", "patrolling", "idle"]
Dress = Literal["yellow", "red", "purple", "blue"]
Gender = Literal["male", "female"]
Stature = Literal["tall", "medium", "short"]


class Person(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person does and looks like; ``colour`` is that of the clothes.

    Who is ``tied_to_chair`` sits on a chair of their own and goes nowhere, so only ``idle`` or
    ``sitting`` fits.
    """

    activity: Activity = "idle"
    colour: Dress = "blue"
    gender: Gender = "female"
    height: Stature = "medium"
    tied_to_chair: bool = False

    @property
    def posture(self) -> str:
        """The activity, or ``tied``."""
        return "tied" if self.tied_to_chair else self.activity

    @property
    def contradiction(self) -> str:
        """What cannot be true of one person; empty if all can."""
        if self.tied_to_chair and self.activity in ("laying", "patrolling"):
            return (
                f"someone tied to a chair cannot be {self.activity}; "
                "leave out one of the two, or give activity: sitting"
            )
        return ""


class Bystander(Person, frozen=True, kw_only=True):
    """Someone who stands, sits or lies in the world and does not take part.

    With ``position_m: [x, y]`` on the ground there; ``[x, y, z]`` is exact, as on a floor.
    ``patrol`` is the way of one who patrols: it is told to those who ask and walked by nobody.
    """

    position_m: Point
    name: Name | None = None
    heading_rad: Angle = 0.0
    patrol: tuple[Point, ...] = ()
