"""What a world is made of: its kind with parameters of its own, and objects placed by hand."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from outrider.scenario.quantities import (
    Angle,
    Coordinate,
    Extents,
    Incline,
    Length,
    Name,
    Parameters,
    Point,
    Seed,
    Share,
    Spread,
)


class Object(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A solid that never moves.

    With ``position_m: [x, y]`` it stands on the ground there; with ``[x, y, z]`` its centre is
    exactly there. It is turned by yaw (heading), then pitch, then roll. ``semantic``
    names its class; left out, the class follows the kind.
    """

    position_m: Point
    name: Name | None = None
    heading_rad: Angle = 0.0
    pitch_rad: Angle = 0.0
    roll_rad: Angle = 0.0
    semantic: Name | None = None


class Box(Object, frozen=True, kw_only=True, tag="box"):
    """``size_m`` are full edge lengths."""

    size_m: Extents


class Cylinder(Object, frozen=True, kw_only=True, tag="cylinder"):
    """The axis is the object's own z."""

    radius_m: Length
    height_m: Length


class Post(Object, frozen=True, kw_only=True, tag="post"):
    """A thin upright cylinder."""

    radius_m: Length = 0.05
    height_m: Length = 1.5


class Sphere(Object, frozen=True, kw_only=True, tag="sphere"):
    """A ball."""

    radius_m: Length


class Capsule(Object, frozen=True, kw_only=True, tag="capsule"):
    """``height_m`` is the whole height, round ends included."""

    radius_m: Length
    height_m: Length


class Wall(Object, frozen=True, kw_only=True, tag="wall"):
    """A box that runs along its heading."""

    length_m: Length
    height_m: Length = 2.0
    thickness_m: Length = 0.2


class Ramp(Object, frozen=True, kw_only=True, tag="ramp"):
    """A slab that rises by ``angle_rad`` towards its heading.

    ``position_m`` is the middle of the lower edge of its upper face; ``length_m`` is measured
    along the slope.
    """

    length_m: Length
    width_m: Length = 2.0
    thickness_m: Length = 0.2
    angle_rad: Incline = 0.25


AnyObject = Box | Cylinder | Post | Sphere | Capsule | Wall | Ramp


class World(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every kind of world has; ``seed`` left out = the seed of the scenario."""

    objects: tuple[AnyObject, ...] = ()
    seed: Seed | None = None


class Flat(World, frozen=True, kw_only=True, tag="flat"):
    """A plane at ``height_m``."""

    height_m: Coordinate = 0.0


class Slope(World, frozen=True, kw_only=True, tag="slope"):
    """A plane through the origin that rises by ``angle_rad`` towards ``heading_rad``."""

    angle_rad: Incline = 0.17453292519943295
    heading_rad: Angle = 0.0


class Hills(World, frozen=True, kw_only=True, tag="hills"):
    """Rolling hills, defined everywhere; objects are scattered within ``size_m`` of the origin.

    ``relief_m`` is the height between low and high ground, ``roughness`` the weight of each finer
    octave, ``density`` how thickly boxes and trunks are scattered.
    """

    relief_m: Spread = 3.0
    wavelength_m: Length = 40.0
    roughness: Share = 0.4
    size_m: Length = 200.0
    density: Share = 0.0


class Course(World, frozen=True, kw_only=True, tag="course"):
    """A test course: boxes, posts, steps, ramps, ditches and a bridge, within ``size_m``."""

    base: Literal["flat", "hills"] = "flat"
    difficulty: Share = 0.5
    size_m: Length = 80.0


class Valley(World, frozen=True, kw_only=True, tag="valley"):
    """A broad trough along x with a winding floor, trunks, rocks, a ramp and a bridge."""

    relief_m: Spread = 12.0
    width_m: Length = 80.0
    length_m: Length = 300.0
    density: Share = 0.3


class PluginWorld(World, frozen=True, kw_only=True, tag="plugin"):
    """A world made by an installed plugin; in a file: ``kind: <name of the plugin>``."""

    GROUP: ClassVar[str] = "worlds"
    plugin: Name
    parameters: Parameters = {}


AnyWorld = Flat | Slope | Hills | Course | Valley | PluginWorld
