"""The commands a plan is made of, carried out one after another.

In a file a command is one key with its fields: ``- go_to: {to: [20, 5], speed_mps: 1}``; a command
that needs no field may stand alone: ``- stop``. Left-out speeds and heights are the model's own.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from outrider.scenario.quantities import (
    Angle,
    AngleRate,
    Duration,
    Length,
    Name,
    Pace,
    Path,
    Pause,
    Point,
    SignedSpeed,
    Speed,
    Text,
)

Values = Annotated[
    tuple[Annotated[float, Meta(ge=-1e6, le=1e6)], ...], Meta(min_length=1, max_length=32)
]


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """A step of a plan."""


class GoTo(Command, frozen=True, kw_only=True, tag="go_to"):
    """Move to a point; with ``[x, y]`` a flying robot keeps its height."""

    to: Point
    speed_mps: Speed | None = None
    tolerance_m: Length | None = None
    heading_rad: Angle | None = None
    timeout_s: Duration | None = None


class Follow(Command, frozen=True, kw_only=True, tag="follow"):
    """Move along the points of a path and stop at its end; ``[x, y]`` as in ``go_to``."""

    path: Path
    speed_mps: Speed | None = None
    tolerance_m: Length | None = None
    timeout_s: Duration | None = None


class TakeOff(Command, frozen=True, kw_only=True, tag="take_off"):
    """Rise to ``height_m`` above the place of take-off."""

    height_m: Length | None = None
    speed_mps: Speed | None = None
    timeout_s: Duration | None = None


class Land(Command, frozen=True, kw_only=True, tag="land"):
    """Land below, or on the deck of the robot ``on``, whether it stands or moves."""

    on: Name | None = None
    speed_mps: Speed | None = None
    timeout_s: Duration | None = None


class Hover(Command, frozen=True, kw_only=True, tag="hover"):
    """Hold the place for a time; a ground robot stands."""

    seconds: Pause = 0.0


class Stop(Command, frozen=True, kw_only=True, tag="stop"):
    """Come to rest: brakes on the ground, hover in the air."""


class Wait(Command, frozen=True, kw_only=True, tag="wait"):
    """Let the command before go on for a time."""

    seconds: Pause


class Control(Command, frozen=True, kw_only=True, tag="control"):
    """Hold a set-point of a control mode for a time; ``values`` are SI and radians."""

    mode: Name
    values: Values
    seconds: Pause = 0.0


class Drive(Command, frozen=True, kw_only=True, tag="drive"):
    """Drive at a forward speed and turn rate (left is positive) for a time."""

    speed_mps: SignedSpeed
    turn_rad_s: AngleRate = 0.0
    seconds: Pause = 0.0


class Walk(Command, frozen=True, kw_only=True, tag="walk"):
    """Walk at a speed towards a heading for a time."""

    speed_mps: Pace
    heading_rad: Angle = 0.0
    seconds: Pause = 0.0


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Sit down and stay so for a time; people only."""

    seconds: Pause = 0.0


class Stand(Command, frozen=True, kw_only=True, tag="stand"):
    """Get up, or stand still, for a time."""

    seconds: Pause = 0.0


class Message(Command, frozen=True, kw_only=True, tag="message"):
    """Send a text to another robot, or to ``all``, over the links of the scenario."""

    to: Name
    topic: Name = "note"
    text: Text = ""


AnyCommand = (
    GoTo
    | Follow
    | TakeOff
    | Land
    | Hover
    | Stop
    | Wait
    | Control
    | Drive
    | Walk
    | Sit
    | Stand
    | Message
)
