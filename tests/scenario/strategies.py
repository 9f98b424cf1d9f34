"""Hypothesis strategies for scenarios that are right in every field and between fields."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from outrider.scenario import fields, plans, schema, sensors, sky, worlds
from outrider.scenario.classes import OwnClass
from outrider.scenario.people import Bystander, Person

RESERVED = {"all", "world", "terrain"}
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,31}", fullmatch=True).filter(
    lambda name: name not in RESERVED
)
TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t:#'\"-~"), max_size=40
)
NOT_HALF = st.characters(exclude_categories=["Cs"])
TURN = 6.283185307179586


def numbers(low: float, high: float, *, above: bool = False) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False, exclude_min=above)


COORDINATES = numbers(-1e7, 1e7)
POINTS = st.lists(COORDINATES, min_size=2, max_size=3).map(tuple)
LENGTHS = numbers(0, 1e5, above=True)
EXTENTS = st.tuples(LENGTHS, LENGTHS, LENGTHS)
ANGLES = numbers(-TURN, TURN)
SHARES = numbers(0, 1)
PAUSES = numbers(0, 1e6)
SPEEDS = st.none() | numbers(0, 200, above=True)
TIMES = st.none() | numbers(0, 1e6, above=True)
SEEDS = st.integers(0, 2**63 - 1)
PARAMETERS = st.dictionaries(
    st.text(NOT_HALF, min_size=1, max_size=20),
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(NOT_HALF, max_size=20)
    | st.lists(numbers(-1e300, 1e300), max_size=4).map(tuple),
    max_size=4,
)


def objects() -> st.SearchStrategy[Any]:
    place: dict[str, Any] = {
        "position_m": POINTS,
        "heading_rad": ANGLES,
        "pitch_rad": ANGLES,
        "semantic": st.none() | st.sampled_from(["wall", "person", "own_one"]),
    }
    return st.one_of(
        st.builds(worlds.Box, size_m=EXTENTS, **place),
        st.builds(worlds.Cylinder, radius_m=LENGTHS, height_m=LENGTHS, **place),
        st.builds(worlds.Post, **place),
        st.builds(worlds.Sphere, radius_m=LENGTHS, **place),
        st.builds(worlds.Capsule, radius_m=st.just(0.5), height_m=numbers(1, 9), **place),
        st.builds(worlds.Wall, length_m=LENGTHS, **place),
        st.builds(worlds.Ramp, length_m=LENGTHS, angle_rad=numbers(0, 1.5), **place),
        st.builds(worlds.Asset, asset=NAMES, scale=numbers(0.1, 100), **place),
    )


LOOKS: dict[str, Any] = {
    "colour": st.sampled_from(["yellow", "red", "purple", "blue"]),
    "gender": st.sampled_from(["male", "female"]),
    "height": st.sampled_from(["tall", "medium", "short"]),
}
CLASSES = st.builds(
    lambda colour, friction: (
        OwnClass(name="own_one", colour=colour, friction=friction),
        OwnClass(name="own_two", parent="own_one"),
    ),
    st.none() | st.tuples(*[st.sampled_from([1, 255])] * 3),
    st.none() | numbers(0, 5),
)


def people() -> st.SearchStrategy[Any]:
    place: dict[str, Any] = {"position_m": POINTS, "heading_rad": ANGLES, **LOOKS}
    return st.one_of(
        st.builds(Bystander, activity=st.sampled_from(["sitting", "laying"]), **place),
        st.builds(Bystander, tied_to_chair=st.booleans(), **place),
        st.builds(
            Bystander, activity=st.just("patrolling"),
            patrol=st.lists(POINTS, max_size=3).map(tuple), **place,
        ),
    )  # fmt: skip


def any_world() -> st.SearchStrategy[Any]:
    common: dict[str, Any] = {
        "objects": st.lists(objects(), max_size=3).map(tuple),
        "people": st.lists(people(), max_size=2).map(tuple),
        "classes": CLASSES,
        "seed": st.none() | SEEDS,
    }
    return st.one_of(
        st.builds(worlds.Flat, height_m=COORDINATES, **common),
        st.builds(worlds.Slope, angle_rad=numbers(0, 1.5), heading_rad=ANGLES, **common),
        st.builds(worlds.Hills, roughness=SHARES, density=SHARES, **common),
        st.builds(worlds.Course, base=st.sampled_from(["flat", "hills"]), **common),
        st.builds(worlds.Valley, width_m=LENGTHS, **common),
        st.builds(worlds.PluginWorld, plugin=st.just("moon"), parameters=PARAMETERS, **common),
    )


def any_sensors() -> st.SearchStrategy[Any]:
    common: dict[str, Any] = {"name": st.just("") | NAMES, "rate_hz": numbers(0, 1000, above=True)}
    one = st.one_of(
        st.builds(sensors.StateSensor, **common),
        st.builds(sensors.TrackerSensor, drop_out=SHARES, latency_ms=numbers(0, 1e5), **common),
        st.builds(sensors.ContactSensor, phase_ms=numbers(0, 1e5), **common),
        st.builds(sensors.PluginSensor, plugin=st.just("sonar"), parameters=PARAMETERS, **common),
    )
    return st.lists(one, max_size=4, unique_by=lambda sensor: sensor.name).map(tuple)


def any_plan() -> st.SearchStrategy[Any]:
    one = st.one_of(
        st.builds(plans.GoTo, to=POINTS, speed_mps=SPEEDS, heading_rad=st.none() | ANGLES),
        st.builds(plans.Follow, path=st.lists(POINTS, min_size=1, max_size=4).map(tuple)),
        st.builds(plans.TakeOff, height_m=st.none() | LENGTHS, timeout_s=TIMES),
        st.builds(plans.Land, timeout_s=TIMES),
        st.builds(plans.Hover, seconds=PAUSES),
        st.builds(plans.Stop),
        st.builds(plans.Wait, seconds=PAUSES),
        st.builds(
            plans.Control,
            mode=NAMES,
            values=st.lists(numbers(-1e6, 1e6), min_size=1, max_size=8).map(tuple),
            seconds=PAUSES,
        ),
        st.builds(plans.Drive, speed_mps=numbers(-200, 200), turn_rad_s=numbers(-100, 100)),
        st.builds(plans.Walk, speed_mps=numbers(0, 200, above=True), heading_rad=ANGLES),
        st.builds(plans.Sit, seconds=PAUSES),
        st.builds(plans.Stand, seconds=PAUSES),
        st.builds(plans.Message, to=st.just("all"), topic=NAMES, text=TEXTS),
    )
    return st.lists(one, max_size=4).map(tuple)


def robots(name: str) -> st.SearchStrategy[schema.Robot]:
    return st.builds(
        schema.Robot,
        name=st.just(name),
        model=st.sampled_from(["x500", "husky", "my robot: v2", "1e3", "null"]),
        position_m=POINTS,
        heading_rad=ANGLES,
        parameters=PARAMETERS,
        integrator=st.sampled_from(["rk4", "euler"]),
        sensors=any_sensors(),
        plan=any_plan(),
        person=st.none() | st.builds(Person, **LOOKS),
    )


def props(name: str) -> st.SearchStrategy[Any]:
    common: dict[str, Any] = {
        "name": st.just(name),
        "position_m": POINTS,
        "mass_kg": numbers(0, 1e6, above=True),
        "roll_rad": ANGLES,
        "semantic": st.sampled_from(["prop", "box", "own_two"]),
    }
    return st.one_of(
        st.builds(schema.BoxProp, size_m=EXTENTS, **common),
        st.builds(schema.CylinderProp, radius_m=LENGTHS, height_m=LENGTHS, **common),
        st.builds(schema.SphereProp, radius_m=LENGTHS, **common),
        st.builds(schema.CapsuleProp, radius_m=st.just(1.0), height_m=numbers(2, 9), **common),
    )


def lights() -> st.SearchStrategy[sky.Light]:
    return st.one_of(
        st.builds(sky.Light, preset=st.sampled_from(["bright", "night"]), clouds=SHARES),
        st.builds(sky.Light, sun_azimuth_rad=ANGLES, sun_height_rad=numbers(-1.5, 1.5)),
        st.builds(
            sky.Light, time=st.just("2026-06-21T10:30:00Z"), latitude_rad=numbers(-1.5, 1.5),
            longitude_rad=ANGLES,
        ),
    )  # fmt: skip


def cell_fields() -> st.SearchStrategy[fields.CellFields]:
    names = st.sampled_from([("water",), ("smoke", "temperature")])
    return st.builds(fields.CellFields, names=names, step_m=LENGTHS)


@st.composite
def scenarios(draw: st.DrawFn) -> schema.Scenario:
    """Whole scenarios: some robots and props, perhaps a robot on a deck, a swarm and a sweep."""
    names = draw(st.lists(NAMES, min_size=2, max_size=6, unique=True))
    cut = draw(st.integers(1, len(names)))
    team = [draw(robots(name)) for name in names[:cut]]
    if draw(st.booleans()):
        team.append(schema.Robot(name="rider_", model="x500", on=team[0].name, pad=2))
    swarm = schema.Swarm(model="x500", count=9, name="swarm_") if draw(st.booleans()) else None
    sweep = {"seed": (1, 2), "robots.0.parameters.a b": (True, "x", 1.5)}
    return schema.Scenario(
        name=draw(NAMES),
        description=draw(TEXTS),
        seed=draw(SEEDS),
        duration_s=draw(numbers(0, 1e6, above=True)),
        tick_us=draw(st.sampled_from([2000, 1000, 500])),
        world=draw(any_world()),
        wind=schema.Wind(gust_mps=draw(numbers(0, 100))),
        light=draw(lights()),
        weather=sky.Weather(wetness=draw(SHARES), visibility_m=draw(st.none() | numbers(1, 1e6))),
        cell_fields=draw(st.none() | cell_fields()),
        robots=tuple(team),
        props=tuple(draw(props(name)) for name in names[cut:]),
        swarm=swarm,
        links=schema.Links(range_m=draw(st.none() | LENGTHS), loss=draw(SHARES)),
        sweep=sweep if draw(st.booleans()) else {},
    )
