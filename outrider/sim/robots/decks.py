"""Decks: flat beds on which multirotors stand, ride, take off and land."""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from outrider.core.errors import CommandError
from outrider.sim.physics.plan import BodyPlan, Pad, Quaternion, Shape, Vector
from outrider.sim.robots.inertia import Mass, box_inertia, diagonal, rotation, turn

Positive = Annotated[float, Meta(gt=0)]


class Deck(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A plate with a low rim; ``top_m`` is the middle of its upper face in the root's frame."""

    top_m: Vector
    size_m: tuple[Positive, Positive]
    """Length along x, width along y."""
    thickness_m: Positive = 0.02
    mass_kg: Positive
    friction: Annotated[float, Meta(ge=0)] = 1.0
    rim_height_m: Annotated[float, Meta(ge=0)] = 0.03
    rim_width_m: Positive = 0.02
    pads: tuple[tuple[float, float], ...]
    """Where the feet's middle stands on the plate: x, y from the middle of the deck."""


class PadState(NamedTuple):
    """A pad in the world: where it is, how it moves and where it heads."""

    position_m: Vector
    velocity_mps: Vector
    heading_rad: float


def deck_shapes(deck: Deck) -> tuple[Shape, ...]:
    """The plate and the four sides of the rim."""
    x, y, z = deck.top_m
    length, width = deck.size_m
    plate = Shape(
        kind="box",
        size_m=(length, width, deck.thickness_m),
        position_m=(x, y, z - deck.thickness_m / 2),
        friction=deck.friction,
        name="deck",
    )
    if deck.rim_height_m == 0.0:
        return (plate,)
    rim, tall = deck.rim_width_m, deck.rim_height_m
    sides = (
        ("rim_front", (rim, width, tall), (x + (length - rim) / 2, y)),
        ("rim_rear", (rim, width, tall), (x - (length - rim) / 2, y)),
        ("rim_left", (length - 2 * rim, rim, tall), (x, y + (width - rim) / 2)),
        ("rim_right", (length - 2 * rim, rim, tall), (x, y - (width - rim) / 2)),
    )
    rails = (
        Shape(kind="box", size_m=size, position_m=(*at, z + tall / 2), friction=0.3, name=name)
        for name, size, at in sides
    )
    return plate, *rails


def deck_mass(deck: Deck) -> Mass:
    """The deck as a uniform plate."""
    length, width = deck.size_m
    x, y, z = deck.top_m
    moments = box_inertia(deck.mass_kg, (length, width, deck.thickness_m))
    return Mass(deck.mass_kg, (x, y, z - deck.thickness_m / 2), diagonal(moments))


def deck_pads(deck: Deck) -> tuple[Pad, ...]:
    x, y, z = deck.top_m
    return tuple(Pad(position_m=(x + px, y + py, z)) for px, py in deck.pads)


def pad_state(
    plan: BodyPlan,
    pad: int,
    *,
    position: Vector,
    quaternion: Quaternion,
    velocity: Vector = (0.0, 0.0, 0.0),
    rates: Vector = (0.0, 0.0, 0.0),
    owner: str = "the robot",
) -> PadState:
    """A pad of a robot in the world; ``velocity`` is in the world, ``rates`` in the body."""
    if not 0 <= pad < len(plan.pads):
        raise CommandError(
            f"{owner} has no pad {pad}; it has {len(plan.pads)}"
            + (f", numbered from 0 to {len(plan.pads) - 1}" if plan.pads else " deck to stand on")
        )
    place = plan.pads[pad]
    r = rotation(quaternion)
    arm = turn(r, place.position_m)
    wx, wy, wz = turn(r, rates)
    swing = (wy * arm[2] - wz * arm[1], wz * arm[0] - wx * arm[2], wx * arm[1] - wy * arm[0])
    ahead = turn(r, (math.cos(place.heading_rad), math.sin(place.heading_rad), 0.0))
    return PadState(
        (position[0] + arm[0], position[1] + arm[1], position[2] + arm[2]),
        (velocity[0] + swing[0], velocity[1] + swing[1], velocity[2] + swing[2]),
        math.atan2(ahead[1], ahead[0]),
    )


def standing_on(
    plan: BodyPlan, pad: int, clearance_m: float, *, position: Vector, quaternion: Quaternion
) -> Vector:
    """Where the origin of a robot belongs that stands on a pad with this ground clearance."""
    state = pad_state(plan, pad, position=position, quaternion=quaternion)
    up = turn(rotation(quaternion), (0.0, 0.0, clearance_m))
    at = state.position_m
    return at[0] + up[0], at[1] + up[1], at[2] + up[2]
