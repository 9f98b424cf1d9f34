"""What a world is made of: its kind with parameters of its own, and objects placed by hand."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta, Struct

from outrider.scenario.classes import OwnClass
from outrider.scenario.people import Bystander, Person
from outrider.scenario.quantities import (
    AisleCount,
    AisleWidth,
    Angle,
    Coordinate,
    Countryside,
    Expanse,
    Extents,
    Floors,
    HallHeight,
    HallLength,
    HallWidth,
    Incline,
    Knolls,
    Length,
    Name,
    Parameters,
    Plot,
    Point,
    RowGap,
    Runway,
    Seed,
    Share,
    Sight,
    SiteSize,
    Spread,
    Storeys,
    TownSize,
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


class Asset(Object, frozen=True, kw_only=True, tag="asset"):
    """A thing of the library, as ``oak`` or ``wooden_chair``; ``position_m`` is its foot's.

    With ``semantic`` all of it, its solids too, is of that class.
    """

    asset: Name
    variant: Annotated[int, Meta(ge=0, le=999)] = 0
    scale: Annotated[float, Meta(gt=0, le=100)] = 1.0


AnyObject = Box | Cylinder | Post | Sphere | Capsule | Wall | Ramp | Asset


class World(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every kind of world has; ``seed`` left out = the seed of the scenario."""

    objects: tuple[AnyObject, ...] = ()
    people: tuple[Bystander, ...] = ()
    classes: tuple[OwnClass, ...] = ()
    """Semantic classes of its own, beside the built-in ones."""
    seed: Seed | None = None


class Flat(World, frozen=True, kw_only=True, tag="flat"):
    """A plane at ``height_m``."""

    height_m: Coordinate = 0.0


class Slope(World, frozen=True, kw_only=True, tag="slope"):
    """A plane through the origin that rises by ``angle_rad`` towards ``heading_rad``."""

    angle_rad: Incline = 0.17453292519943295
    heading_rad: Angle = 0.0


class Hills(World, frozen=True, kw_only=True, tag="hills"):
    """Heather downs without end: what grows there comes as robots come near, and goes behind them.

    ``relief_m`` is the height between low and high ground, ``roughness`` the weight of each finer
    octave, ``density`` how thickly copses, heather and stones cover it (0: bare ground). Cells grow
    within ``view_m`` of every robot; maps show ``size_m``.
    """

    relief_m: Spread = 54.0
    wavelength_m: Length = 300.0
    roughness: Share = 0.4
    size_m: Length = 960.0
    density: Share = 0.5
    view_m: Sight = 400.0


class Course(World, frozen=True, kw_only=True, tag="course"):
    """A test course: boxes, posts, steps, ramps, ditches and a bridge, within ``size_m``."""

    base: Literal["flat", "hills"] = "flat"
    difficulty: Share = 0.5
    size_m: Length = 80.0


class Valley(World, frozen=True, kw_only=True, tag="valley"):
    """A broad trough along x with a stream, woods, meadow, rocks, a ramp and a bridge."""

    relief_m: Spread = 60.0
    width_m: Length = 300.0
    """Half way up; the whole is twice as wide."""
    length_m: Length = 1000.0
    density: Share = 0.3


class Wild(World, frozen=True, kw_only=True):
    """Open country: a square of ``size_m`` about the origin is worked out in full."""

    size_m: Countryside = 1000.0
    density: Share = 0.6
    """How thickly it grows or how much lies about."""
    roughness: Share = 0.5
    """Weight of the finer relief."""


class Forest(Wild, frozen=True, kw_only=True, tag="forest"):
    """Mixed woods on hills: species in stands, undergrowth, dead wood, clearings, a forest road."""

    relief_m: Spread = 28.0
    clearings: Share = 0.2


class Desert(Wild, frozen=True, kw_only=True, tag="desert"):
    """Red outback: dunes and rock, spinifex, a grove of gum trees, a straight road, wrecks."""

    density: Share = 0.5
    relief_m: Spread = 14.0
    road: bool = True


class Meadow(Wild, frozen=True, kw_only=True, tag="meadow"):
    """Grassland with a lake, flowers, bushes, single trees and rocks."""

    relief_m: Spread = 16.0
    lake: Share = 0.5
    """How large the lake is; 0 leaves it out."""


class Volcanic(Wild, frozen=True, kw_only=True, tag="volcanic"):
    """A cone with a crater, lava flows, basalt columns, ash and hornitos."""

    relief_m: Spread = 210.0


class Glacier(Wild, frozen=True, kw_only=True, tag="glacier"):
    """An ice tongue between snow mountains: seracs, crevasses, moraine, drifts."""

    density: Share = 0.4
    relief_m: Spread = 140.0


class Farm(Wild, frozen=True, kw_only=True, tag="farm"):
    """Farmland: fields of many crops in rows, hedges, fences, tracks, a brook, a farmstead."""

    relief_m: Spread = 7.0
    field_m: Plot = 110.0
    orchard: Share = 0.2
    """Share of the fields that bear apple trees or vines."""
    rows_m: RowGap = 0.75
    """Distance of the rows of maize, sunflowers, cabbages and potatoes."""
    brook: bool = True


class Airfield(World, frozen=True, kw_only=True, tag="airfield"):
    """An airfield: a runway with its marks and lights, taxiways, an apron, hangars, a tower."""

    size_m: Expanse = 1000.0
    runway_m: Runway = 840.0
    """Length; cut short where the world is too small for it."""
    density: Share = 0.6
    """How many aircraft and cars are parked, and how thick the woods are."""


class City(World, frozen=True, kw_only=True, tag="city"):
    """A town: bent streets, office towers, rows of houses, gardens, a park, a square, a school."""

    size_m: TownSize = 1000.0
    density: Share = 0.5
    """How far out the town is densely built."""
    storeys: Storeys = 5.0
    """Mean height of the houses towards the centre."""
    greenery: Share = 0.5
    """Share of streets with trees, and how thickly trees stand elsewhere."""
    traffic: Share = 0.65
    """Share of the parking places that are taken."""
    irregularity: Share = 0.5
    """How far the grid of streets is bent and shaken."""


class Factory(World, frozen=True, kw_only=True, tag="factory"):
    """Works inside a fence: halls, stores, tanks, silos, stacks and pipes between plant roads."""

    size_m: Countryside = 1000.0
    density: Share = 0.6
    """How many plots are built on, and how much stands about."""
    age: Share = 0.4
    """Rust, faded paint, cracked roads and weeds."""


class RoomSetting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of one room; what is left out is left to chance."""

    name: Name
    messiness: Share | None = None
    risk: Share | None = None
    sound: Literal["minimal", "moderate", "loud"] | None = None
    people: tuple[Person, ...] = ()
    """Who is in it, at any messiness."""


class Campus(World, frozen=True, kw_only=True, tag="campus"):
    """Two buildings that one can enter, on a site with trees, paths and a car park.

    Building ``b0`` has two segments of three rooms to a storey, named as ``b0_s1_r2``.
    """

    size_m: SiteSize = 195.0
    storeys: Floors = 3
    density: Share = 0.6
    """How thickly trees and shrubs grow."""
    relief_m: Knolls = 2.0
    cars: Share = 0.7
    """Share of the car park's bays that are taken."""
    messiness: tuple[Share, Share] = (0.0, 1.0)
    """Between what limits chance chooses it for each room."""
    risk: tuple[Share, Share] = (0.0, 1.0)
    """The same of how unsafe it is for people to enter."""
    rooms: tuple[RoomSetting, ...] = ()


class Warehouse(World, frozen=True, kw_only=True, tag="warehouse"):
    """A hall of pallet racks with docks, a packing area and an office, and the yard before it."""

    length_m: HallLength = 60.0
    width_m: HallWidth = 40.0
    height_m: HallHeight = 9.0
    aisles: AisleCount | None = None
    """Between two rows of racks each; left out: as many as find room."""
    aisle_m: AisleWidth = 3.0
    fill: Share = 0.8
    """Share of the racks' places that are taken."""
    clutter: Share = 0.5
    """How much stands about on the floor."""
    roof: bool = True


class GridObject(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An asset that the cells of a grid may hold, and where it may stand."""

    asset: Name
    """The maker of an asset, as ``oak`` or ``granite_boulder``."""
    size_m: tuple[Length, Length] | None = None
    """Least and largest height; left out: its own."""
    tilt_max_rad: Incline = 0.1
    """Most that it leans away from the upright."""
    slope_max_rad: Incline = 0.5
    """Steepest ground that it stands on."""
    share: Share = 1.0
    """Relative to the other objects."""


class Cells(World, frozen=True, kw_only=True, tag="cells"):
    """A grid of cells over a base, each with an object at a probability: MIDGARD's scheme.

    The edge of a cell is ``cell_min_m + resolution · (cell_max_m - cell_min_m)``; each holds an
    object with probability ``difficulty``.
    """

    base: Literal["flat", "hills", "forest", "meadow", "volcanic", "glacier", "desert"] = "hills"
    size_m: Expanse = 100.0
    cell_min_m: Length = 2.0
    cell_max_m: Length = 4.0
    resolution: Share = 0.5
    difficulty: Share = 0.5
    things: tuple[GridObject, ...] = ()
    """What the cells hold; left out: trees, bushes, rocks and dead wood of the base."""


class PluginWorld(World, frozen=True, kw_only=True, tag="plugin"):
    """A world made by an installed plugin; in a file: ``kind: <name of the plugin>``."""

    GROUP: ClassVar[str] = "worlds"
    plugin: Name
    parameters: Parameters = {}


AnyWorld = (
    Flat
    | Slope
    | Hills
    | Course
    | Valley
    | Forest
    | Desert
    | Meadow
    | Volcanic
    | Glacier
    | Cells
    | City
    | Farm
    | Airfield
    | Campus
    | Warehouse
    | Factory
    | PluginWorld
)


def kinds() -> dict[str, type[World]]:
    """The built-in kinds of worlds by the name that a file uses."""
    found: dict[str, type[World]] = {}
    for kind in get_args(AnyWorld):
        if kind is not PluginWorld:
            found[str(kind.__struct_config__.tag)] = kind
    return found
