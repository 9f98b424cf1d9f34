"""Ground robots as data, and the body plans built from it."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from outrider.core.errors import InternalError, UserError
from outrider.sim.physics.plan import BodyPlan, Joint, Link, Shape, Tyre, Vector, Wheel
from outrider.sim.robots.decks import Deck, deck_mass, deck_pads, deck_shapes
from outrider.sim.robots.drive import Drive, Engine
from outrider.sim.robots.inertia import Mass, diagonal, joined, principal, wheel_inertia

GRAVITY_MPS2: Final = 9.81
KNUCKLE_SHARE: Final = 0.1
"""Mass of a steering knuckle, as a share of its wheel's."""

Positive = Annotated[float, Meta(gt=0)]
NotNegative = Annotated[float, Meta(ge=0)]


class Chassis(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that does not turn or spring; its mass is what the rest leaves of the total."""

    inertia_kgm2: Vector
    """About the chassis' own centre of mass."""
    com_m: Vector
    shapes: tuple[Shape, ...]


class Suspension(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spring and damper of one wheel; at rest on level ground the deflection is zero."""

    stiffness_npm: Positive
    damping_nspm: Positive
    travel_m: Positive
    """Up and down from rest."""
    unsprung_kg: Positive
    """Hub and arm, without the wheel."""


class Axle(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pair of equal wheels."""

    name: str
    x_m: float
    track_m: Positive
    height_m: float
    """Of the wheel's centre above the origin of the root link."""
    drive_share: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """Of the engine's torque, for both wheels together."""
    steered: bool = False
    brake_torque_nm: NotNegative = 0.0
    """Of each wheel."""
    hand_brake_torque_nm: NotNegative = 0.0
    suspension: Suspension | None = None


class RollingWheel(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every wheel of the robot; ``shape`` is what touches the world."""

    radius_m: Positive
    width_m: Positive
    mass_kg: Positive
    inertia_kgm2: Vector | None = None
    """About x, y (the axle) and z; None = a uniform disc."""
    shape: Literal["sphere", "cylinder"] = "sphere"


class Motor(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The velocity servo of each wheel, at the wheel."""

    torque_nm: Positive
    gain: Positive
    """N m per rad/s."""
    armature_kgm2: NotNegative = 0.0


class GroundModel(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """What every ground robot has; how its body comes about is told below."""

    kind: ClassVar[str] = "wheeled"

    name: str
    description: str = ""
    source: str = ""
    drive: Drive
    engine: Engine | None = None

    @property
    def ground_clearance_m(self) -> float:
        """Height of the root link's origin above level ground."""
        return self.body_plan().ground_clearance_m

    def body_plan(self) -> BodyPlan:
        """Links, wheels and pads; the origin of the root link is the robot's origin."""
        raise InternalError(f"{type(self).__name__} has no body")


class LinkageModel(GroundModel, frozen=True, kw_only=True, tag="linkage"):
    """A ground robot whose links are listed one by one, as an import brings them."""

    body: BodyPlan
    notes: tuple[str, ...] = ()
    """What the import left out."""

    def body_plan(self) -> BodyPlan:
        return self.body


class AxleModel(GroundModel, frozen=True, kw_only=True, tag="wheeled"):
    """A chassis on axles with pairs of equal wheels, as the YAML of the shipped robots tells it."""

    mass_kg: Positive
    """Chassis, hubs and wheels, ready to drive, without the deck."""
    chassis: Chassis
    wheel: RollingWheel
    axles: Annotated[tuple[Axle, ...], Meta(min_length=1, max_length=16)]
    tyre: Tyre = Tyre()
    motor: Motor | None = None
    steer_gain: NotNegative = 0.0
    """Position servo of each steered wheel, N m/rad."""
    deck: Deck | None = None
    root: str = "base_link"

    @property
    def chassis_kg(self) -> float:
        """What hubs and wheels leave of the mass."""
        moving = sum(2 * self._corner_kg(axle) for axle in self.axles)
        if self.mass_kg - moving < 0.05 * self.mass_kg:
            raise UserError(
                f"model {self.name}: mass_kg is {self.mass_kg:g}, but wheels and hubs alone are "
                f"{moving:g} kg; use at least {moving / 0.95:.4g} kg"
            )
        return self.mass_kg - moving

    def like(self, nominal: AxleModel) -> AxleModel:
        """This model with the inertia of a chassis shaped as the nominal one, of this mass."""
        ratio = self.chassis_kg / nominal.chassis_kg
        if ratio == 1.0:
            return self
        x, y, z = self.chassis.inertia_kgm2
        scaled = replace(self.chassis, inertia_kgm2=(ratio * x, ratio * y, ratio * z))
        return replace(self, chassis=scaled)

    def _corner_kg(self, axle: Axle) -> float:
        hub = axle.suspension.unsprung_kg if axle.suspension else 0.0
        return self.wheel.mass_kg * (1 + KNUCKLE_SHARE * axle.steered) + hub

    @property
    def ground_clearance_m(self) -> float:
        return self.wheel.radius_m - min(axle.height_m for axle in self.axles)

    def sprung(self) -> Mass:
        """Chassis and deck as one mass."""
        kg = self.chassis_kg
        parts = [Mass(kg, self.chassis.com_m, diagonal(self.chassis.inertia_kgm2))]
        if self.deck is not None:
            parts.append(deck_mass(self.deck))
        return joined(parts)

    def body_plan(self) -> BodyPlan:
        body = self.sprung()
        moments, axes = principal(body.inertia)
        shapes = self.chassis.shapes + (deck_shapes(self.deck) if self.deck else ())
        root = Link(
            name=self.root,
            mass_kg=body.mass_kg,
            inertia_kgm2=moments,
            com_m=body.com_m,
            inertia_quaternion=axes,
            shapes=shapes,
        )
        links, wheels = [root], []
        loads = axle_loads(body, self.axles)
        for axle, load in zip(self.axles, loads, strict=True):
            for side in ("left", "right"):
                chain = self._corner(axle, side, load / 2)
                links += chain
                wheels.append(self._rolling(axle, side, chain))
        return BodyPlan(
            links=tuple(links),
            wheels=tuple(wheels),
            pads=deck_pads(self.deck) if self.deck else (),
            exclude=apart(tuple(links)),
            ground_clearance_m=self.ground_clearance_m,
        )

    def _corner(self, axle: Axle, side: str, load_n: float) -> list[Link]:
        """Hub (if sprung), knuckle (if steered) and wheel of one side, parents first."""
        y = axle.track_m / 2 * (1 if side == "left" else -1)
        at: Vector = (axle.x_m, y, axle.height_m)
        parent, chain = self.root, []
        if axle.suspension is not None:
            chain.append(_hub(f"{axle.name}_{side}_hub", parent, at, axle.suspension, load_n))
        elif axle.steered:
            chain.append(_knuckle(f"{axle.name}_{side}_knuckle", parent, at, self.wheel.mass_kg))
        if axle.suspension is not None and axle.steered:
            name = f"{axle.name}_{side}_knuckle"
            chain.append(_knuckle(name, chain[-1].name, (0.0, 0.0, 0.0), self.wheel.mass_kg))
        if chain:
            parent, at = chain[-1].name, (0.0, 0.0, 0.0)
        return [*chain, self._wheel_link(f"{axle.name}_{side}_wheel", parent, at)]

    def _wheel_link(self, name: str, parent: str, at: Vector) -> Link:
        w = self.wheel
        turned = (-(0.5**0.5), 0.0, 0.0, 0.5**0.5)
        shape = Shape(
            kind=w.shape,
            size_m=(w.radius_m, w.width_m if w.shape == "cylinder" else 0.0, 0.0),
            quaternion=turned if w.shape == "cylinder" else (0.0, 0.0, 0.0, 1.0),
            friction=self.tyre.friction,
            name="tyre",
        )
        armature = self.motor.armature_kgm2 if self.motor else 0.0
        return Link(
            name=name,
            parent=parent,
            position_m=at,
            mass_kg=w.mass_kg,
            inertia_kgm2=w.inertia_kgm2 or wheel_inertia(w.mass_kg, w.radius_m, w.width_m),
            joint=Joint(kind="hinge", axis=(0.0, 1.0, 0.0), armature=armature),
            shapes=(shape,),
        )

    def _rolling(self, axle: Axle, side: str, chain: list[Link]) -> Wheel:
        return Wheel(
            link=chain[-1].name,
            radius_m=self.wheel.radius_m,
            tyre=self.tyre,
            side="left" if side == "left" else "right",
            motor_torque_nm=self.motor.torque_nm if self.motor else 0.0,
            servo_gain=self.motor.gain if self.motor else 0.0,
            drive_share=axle.drive_share / 2 if self.engine else 0.0,
            brake_torque_nm=axle.brake_torque_nm,
            hand_brake_torque_nm=axle.hand_brake_torque_nm,
            steer_link=chain[-2].name if axle.steered else "",
            steer_gain=self.steer_gain if axle.steered else 0.0,
        )


def axle_loads(body: Mass, axles: tuple[Axle, ...]) -> list[float]:
    """Weight of the sprung mass on each axle, N: even, with the slope that its centre asks for."""
    weight = body.mass_kg * GRAVITY_MPS2
    middle = sum(axle.x_m for axle in axles) / len(axles)
    spread = sum((axle.x_m - middle) ** 2 for axle in axles)
    lever = 0.0 if spread == 0.0 else (body.com_m[0] - middle) / spread
    return [weight * (1 / len(axles) + lever * (axle.x_m - middle)) for axle in axles]


def _hub(name: str, parent: str, at: Vector, spring: Suspension, load_n: float) -> Link:
    """Slides along z; the spring's rest lies below so that it carries the load at zero."""
    part = 0.4 * spring.unsprung_kg * 0.15**2
    joint = Joint(
        kind="slide",
        axis=(0.0, 0.0, 1.0),
        range_rad_or_m=(-spring.travel_m, spring.travel_m),
        stiffness=spring.stiffness_npm,
        damping=spring.damping_nspm,
        rest=-load_n / spring.stiffness_npm,
    )
    return Link(
        name=name,
        parent=parent,
        position_m=at,
        mass_kg=spring.unsprung_kg,
        inertia_kgm2=(part, part, part),
        joint=joint,
    )


def _knuckle(name: str, parent: str, at: Vector, wheel_kg: float) -> Link:
    """Turns about z between hub and wheel; a massless joint would make the solver stiff."""
    kg = KNUCKLE_SHARE * wheel_kg
    part = 0.4 * kg * 0.1**2
    return Link(
        name=name,
        parent=parent,
        position_m=at,
        mass_kg=kg,
        inertia_kgm2=(part, part, part),
        joint=Joint(kind="hinge", axis=(0.0, 0.0, 1.0), range_rad_or_m=(-1.2, 1.2), damping=0.5),
    )


def apart(links: tuple[Link, ...]) -> tuple[tuple[str, str], ...]:
    """Pairs of links with shapes that are not parent and child: a robot does not hit itself."""
    solid = [link for link in links if any(shape.collides for shape in link.shapes)]
    return tuple(
        (a.name, b.name)
        for a, b in combinations(solid, 2)
        if a.name != b.parent and b.name != a.parent
    )
