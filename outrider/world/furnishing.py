"""What a user says about a room: how messy, with what, who is in it, how risky and how loud."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

from outrider.core.errors import UserError
from outrider.scenario.people import Person
from outrider.scenario.quantities import Name, Seed, Share

Kind = Literal[
    "chairs", "cabinets", "tables", "potted_plants", "computer_desks", "shelves", "sofas", "boxes",
    "bins", "appliances", "beds", "benches",
]  # fmt: skip
Weight = Annotated[float, Meta(ge=0, le=1000)]

OFFICE: Final[dict[Kind, float]] = {
    "computer_desks": 3.0,
    "chairs": 2.0,
    "cabinets": 2.0,
    "tables": 1.5,
    "potted_plants": 1.5,
    "shelves": 1.0,
    "bins": 0.5,
    "boxes": 0.5,
    "appliances": 0.3,
}


class Furnishing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a room is furnished. The same seed at a lower messiness gives a part of the same set."""

    messiness: Share = 0.5
    """0 nothing, 1 as much as lets a robot pass."""
    catalogue: dict[Kind, Weight] = field(default_factory=lambda: dict(OFFICE))
    """How often each kind is drawn, relative to the others; without ``chairs`` desks have none."""
    people: Annotated[tuple[Person, ...], Meta(max_length=50)] = ()
    """They are there at any messiness; who sits has a chair of their own."""
    seed: Seed = 0


class RoomContext(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a planner may know of a room."""

    name: Name = "room"
    risk: Share = 0.0
    """How unsafe it is for people to enter; 0.5 and more is high."""
    sound: Literal["minimal", "moderate", "loud"] = "minimal"
    furnishing: Furnishing = Furnishing()


def read_context(text: str | bytes) -> RoomContext:
    """A room's context from JSON; says which field is wrong."""
    try:
        context = msgspec.json.decode(text, type=RoomContext)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise UserError(f"room context: {fault}") from fault
    for number, person in enumerate(context.furnishing.people):
        if person.contradiction:
            raise UserError(
                f"room context: {person.contradiction} - at `$.furnishing.people[{number}]`"
            )
    return context


def context_schema() -> dict[str, Any]:
    """The JSON Schema of room contexts."""
    return msgspec.json.schema(RoomContext)
