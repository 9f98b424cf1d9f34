"""What a robot's body is made of, as data: the seam between robot models and the contact world.

Frames are body FLU; quaternions xyzw; SI units. A plan knows nothing of MuJoCo.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)
ORIGIN: Vector = (0.0, 0.0, 0.0)


class Shape(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A collision solid fixed to a link.

    ``size_m``: box = full edge lengths; sphere = (radius, 0, 0); cylinder and capsule =
    (radius, length, 0) with the axis along the shape's z.
    """

    kind: Literal["box", "sphere", "cylinder", "capsule"]
    size_m: Vector
    position_m: Vector = ORIGIN
    quaternion: Quaternion = IDENTITY
    friction: float = 0.8
    """Coulomb coefficient of ordinary (not tyre) contact."""
    name: str = ""
    collides: bool = True


class Joint(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a link moves against its parent: about or along ``axis`` (parent's frame at rest)."""

    kind: Literal["hinge", "slide"]
    axis: Vector
    range_rad_or_m: tuple[float, float] | None = None
    stiffness: float = 0.0
    """N m/rad or N/m about ``rest``."""
    damping: float = 0.0
    armature: float = 0.0
    """Reflected rotor inertia, kg m² (hinge) or kg (slide)."""
    rest: float = 0.0


class Link(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rigid part. The first link of a plan is the root: it is free and has no joint."""

    name: str
    mass_kg: float
    inertia_kgm2: Vector
    """Principal moments about the centre of mass, on axes turned by ``inertia_quaternion``."""
    parent: str = ""
    position_m: Vector = ORIGIN
    quaternion: Quaternion = IDENTITY
    com_m: Vector = ORIGIN
    inertia_quaternion: Quaternion = IDENTITY
    joint: Joint | None = None
    shapes: tuple[Shape, ...] = ()


class Tyre(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The contact of a wheel: Coulomb friction with an elastic bristle (see docs/tyre.md)."""

    friction: float = 0.9
    bristle_m: float = 0.003
    """Deflection at which the tyre breaks away: stiffness = friction · load / bristle_m."""
    relaxation_m: float = 0.05
    """Rolling distance over which it relaxes: slip stiffness = stiffness · relaxation_m."""
    damping_ratio: float = 0.7
    rolling_resistance: float = 0.015


class Wheel(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A wheel: a link with a hinge joint and one round shape, driven, steered or free."""

    link: str
    radius_m: float
    tyre: Tyre = Tyre()
    side: Literal["left", "right", "centre"] = "centre"
    motor_torque_nm: float = 0.0
    """Largest torque of the wheel's velocity servo; 0 = not driven by a servo."""
    servo_gain: float = 0.0
    """Velocity servo, N m per rad/s."""
    drive_share: float = 0.0
    """Share of the power train's torque (sums to 1 over the wheels); 0 = none."""
    brake_torque_nm: float = 0.0
    hand_brake_torque_nm: float = 0.0
    steer_link: str = ""
    """The link whose hinge steers this wheel; empty = not steered."""
    steer_gain: float = 0.0
    """Position servo of the steering, N m per rad; damping is critical."""


class Pad(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place on a deck where a multirotor stands: the ground point of its feet."""

    position_m: Vector
    heading_rad: float = 0.0


class BodyPlan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tree of links, parents before children, with its wheels and decks."""

    links: tuple[Link, ...]
    wheels: tuple[Wheel, ...] = ()
    pads: tuple[Pad, ...] = ()
    exclude: tuple[tuple[str, str], ...] = ()
    """Pairs of links that never collide; parent and child never do anyway."""
    ground_clearance_m: float = 0.0
    """Height of the root link's origin above flat ground when the robot stands on it."""
