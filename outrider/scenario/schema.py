"""A scenario: what runs where, for how long, and with which seed. Frozen; SI units and radians."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from outrider.scenario.fields import CellFields
from outrider.scenario.people import Person
from outrider.scenario.plans import AnyCommand
from outrider.scenario.quantities import (
    Angle,
    Bandwidth,
    Delay,
    Duration,
    Extents,
    Gust,
    Length,
    Mass,
    ModelName,
    Name,
    Parameters,
    Point,
    Point3,
    Seed,
    Share,
    SignedSpeed,
    Speed,
    Text,
)
from outrider.scenario.sensors import AnySensor
from outrider.scenario.sky import Light, Weather
from outrider.scenario.worlds import AnyWorld, Flat


class Robot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A robot or a person.

    ``position_m: [x, y]`` stands on the ground there; ``[x, y, z]`` is exact. A robot that starts
    ``on`` the deck of an earlier robot has a ``pad`` instead of a position. ``parameters`` change
    data of the model. ``person`` tells what a person is like; the plan of one who patrols is
    walked over and over.
    """

    name: Name
    model: ModelName
    position_m: Point | None = None
    on: Name | None = None
    pad: Annotated[int, Meta(ge=0, le=63)] = 0
    heading_rad: Angle = 0.0
    parameters: Parameters = {}
    integrator: Literal["rk4", "euler"] = "rk4"
    sensors: tuple[AnySensor, ...] = ()
    plan: tuple[AnyCommand, ...] = ()
    person: Person | None = None


class Prop(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="shape"):
    """A loose solid that can be pushed.

    With ``position_m: [x, y]`` it stands on the ground there; with ``[x, y, z]`` its centre is
    exactly there. ``semantic`` names its class.
    """

    name: Name
    position_m: Point
    heading_rad: Angle = 0.0
    pitch_rad: Angle = 0.0
    roll_rad: Angle = 0.0
    mass_kg: Mass
    friction: Annotated[float, Meta(ge=0, le=5)] = 0.8
    semantic: Name = "prop"


class BoxProp(Prop, frozen=True, kw_only=True, tag="box"):
    """``size_m`` are full edge lengths."""

    size_m: Extents


class CylinderProp(Prop, frozen=True, kw_only=True, tag="cylinder"):
    """The axis is the prop's own z."""

    radius_m: Length
    height_m: Length


class SphereProp(Prop, frozen=True, kw_only=True, tag="sphere"):
    """A ball."""

    radius_m: Length


class CapsuleProp(Prop, frozen=True, kw_only=True, tag="capsule"):
    """``height_m`` is the whole height, round ends included."""

    radius_m: Length
    height_m: Length


AnyProp = BoxProp | CylinderProp | SphereProp | CapsuleProp


class Wind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A steady wind (ENU) and gusts: standard deviation of each axis and correlation time."""

    mean_mps: tuple[SignedSpeed, SignedSpeed, SignedSpeed] = (0.0, 0.0, 0.0)
    gust_mps: Gust = 0.0
    gust_s: Duration = 2.0


class Swarm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Many equal multirotors in formation about ``position_m``.

    ``pattern`` moves their set-points at ``speed_mps``: ``grid`` is a level square at rest,
    ``wave`` the square with a wave running through it, ``ring`` a turning circle, ``sphere`` a
    turning ball with its lowest point at ``position_m``. Up to ``contact_slots`` of them at a
    time may be near the ground, obstacles or each other and touch things.
    """

    model: ModelName
    count: Annotated[int, Meta(ge=1, le=1_000_000)]
    name: Name = "swarm"
    position_m: Point3 = (0.0, 0.0, 20.0)
    spacing_m: Length = 2.0
    pattern: Literal["grid", "wave", "ring", "sphere"] = "grid"
    speed_mps: Speed = 2.0
    contact_slots: Annotated[int, Meta(ge=0, le=64)] = 8
    parameters: Parameters = {}


class Links(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How messages travel between robots; a limit left out does not exist."""

    bandwidth_bps: Bandwidth | None = None
    latency_ms: Delay = 0.0
    loss: Share = 0.0
    range_m: Length | None = None


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides a run. ``sweep`` lists values by path: one run for each choice."""

    name: Name
    description: Text = ""
    seed: Seed = 0
    duration_s: Duration = 20.0
    tick_us: Literal[2000, 1000, 500] = 2000
    world: AnyWorld = Flat()
    wind: Wind = Wind()
    light: Light = Light()
    weather: Weather = Weather()
    cell_fields: CellFields | None = None
    robots: tuple[Robot, ...] = ()
    props: tuple[AnyProp, ...] = ()
    swarm: Swarm | None = None
    links: Links = Links()
    sweep: dict[str, tuple[Any, ...]] = {}

    def robot(self, name: str) -> Robot | None:
        """The robot of that name, if there is one."""
        return next((robot for robot in self.robots if robot.name == name), None)
