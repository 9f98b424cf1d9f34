"""What no single field can tell: names that must differ or exist, fields that exclude others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from outrider.scenario import hints, sky
from outrider.scenario.checks_of_worlds import check_classes, check_people
from outrider.scenario.faults import ContradictionError
from outrider.scenario.nodes import Node, Route, spell
from outrider.scenario.plans import Land, Message
from outrider.scenario.schema import AnyProp, CapsuleProp, Robot, Scenario
from outrider.scenario.worlds import Capsule

MAX_BODIES: Final = 20_000
MAX_OBJECTS: Final = 10_000
RESERVED: Final = frozenset(("all", "world", "terrain"))


def check(scenario: Scenario, document: Node) -> None:
    """Raise a ScenarioError for the first contradiction in a scenario read from ``document``."""
    try:
        _check_count(scenario)
        _check_names(scenario)
        _check_capsules(scenario)
        _check_sky(scenario)
        check_classes(scenario)
        check_people(scenario)
        decks: dict[str, Route] = {}
        for index, robot in enumerate(scenario.robots):
            _check_place(scenario, index, decks)
            _check_sensors(robot, ("robots", index))
            _check_plan(scenario, robot, ("robots", index, "plan"))
    except ContradictionError as fault:
        at = document.place(fault.route)
        raise at.error(f"{spell(fault.route)}: {fault.reason}") from None


def check_newcomer(scenario: Scenario, newcomer: Robot | AnyProp) -> None:
    """Raise a ContradictionError for a robot or prop that stands last in a running scenario."""
    _check_count(scenario)
    _check_names(scenario)
    _check_capsules(scenario)
    check_classes(scenario)
    check_people(scenario)
    if isinstance(newcomer, Robot):
        decks: dict[str, Route] = {}
        for index in range(len(scenario.robots)):
            _check_place(scenario, index, decks)
        route: Route = ("robots", len(scenario.robots) - 1)
        _check_sensors(newcomer, route)
        _check_plan(scenario, newcomer, (*route, "plan"))


def _check_count(scenario: Scenario) -> None:
    bodies = len(scenario.robots) + len(scenario.props)
    if bodies > MAX_BODIES:
        route = ("robots",) if len(scenario.robots) > len(scenario.props) else ("props",)
        raise ContradictionError(
            route,
            f"{bodies:,} robots and props; at most {MAX_BODIES:,} are allowed "
            f"(many equal multirotors are a `swarm`)",
        )
    objects = len(scenario.world.objects)
    if objects > MAX_OBJECTS:
        raise ContradictionError(
            ("world", "objects"),
            f"{objects:,} objects; at most {MAX_OBJECTS:,} are allowed, "
            f"have a recipe strew what is many",
        )


def _check_names(scenario: Scenario) -> None:
    """Names of robots, props and objects stand in one list of contacts, so all must differ."""
    first: dict[str, Route] = {}
    swarm = scenario.swarm
    of_swarm = re.compile(rf"{swarm.name}[0-9]+") if swarm else None
    for name, route in _names(scenario):
        if name in RESERVED:
            raise ContradictionError(route, f"the name {name!r} is reserved; choose another")
        if name in first:
            raise ContradictionError(
                route, f"the name {name!r} is taken by {spell(first[name][:-1])}; choose another"
            )
        if of_swarm and of_swarm.fullmatch(name):
            raise ContradictionError(
                route, f"the name {name!r} belongs to the swarm; choose another"
            )
        first[name] = route


def _names(scenario: Scenario) -> Iterator[tuple[str, Route]]:
    for i, robot in enumerate(scenario.robots):
        yield robot.name, ("robots", i, "name")
    for i, prop in enumerate(scenario.props):
        yield prop.name, ("props", i, "name")
    for i, thing in enumerate(scenario.world.objects):
        if thing.name:
            yield thing.name, ("world", "objects", i, "name")
    for i, person in enumerate(scenario.world.people):
        if person.name:
            yield person.name, ("world", "people", i, "name")
    if scenario.swarm:
        yield scenario.swarm.name, ("swarm", "name")


def _check_capsules(scenario: Scenario) -> None:
    for i, prop in enumerate(scenario.props):
        if isinstance(prop, CapsuleProp):
            _check_ends(prop.radius_m, prop.height_m, ("props", i, "height_m"))
    for i, thing in enumerate(scenario.world.objects):
        if isinstance(thing, Capsule):
            _check_ends(thing.radius_m, thing.height_m, ("world", "objects", i, "height_m"))


def _check_ends(radius_m: float, height_m: float, route: Route) -> None:
    if height_m < 2 * radius_m:
        raise ContradictionError(
            route,
            f"a capsule {height_m:g} high cannot have round ends of radius {radius_m:g}; "
            f"height_m counts both ends, give {2 * radius_m:g} or more",
        )


def _check_sky(scenario: Scenario) -> None:
    fault = sky.fault_of(scenario.light)
    if fault is not None:
        raise ContradictionError(("light", fault[0]) if fault[0] else ("light",), fault[1])
    fields = scenario.cell_fields
    if fields is not None and len(set(fields.names)) < len(fields.names):
        raise ContradictionError(("cell_fields", "names"), "a field is named twice; once is enough")
    extent = None if fields is None else fields.extent_m
    if extent is not None and not (extent[0] < extent[2] and extent[1] < extent[3]):
        raise ContradictionError(
            ("cell_fields", "extent_m"),
            f"{list(extent)} is empty; give least x and y, then largest x and y",
        )


def _check_place(scenario: Scenario, index: int, decks: dict[str, Route]) -> None:
    """A robot stands either at a position or on a free pad of an earlier robot."""
    robot = scenario.robots[index]
    route: Route = ("robots", index)
    if robot.on is None:
        if robot.position_m is None:
            raise ContradictionError(
                route, "missing field position_m (or on, to start on the deck of a robot)"
            )
        if robot.pad:
            raise ContradictionError(
                (*route, "pad"), "a pad needs `on`, the robot whose deck it is on"
            )
        return
    if robot.position_m is not None:
        raise ContradictionError(
            (*route, "position_m"), "a robot that starts `on` another has no position_m"
        )
    _check_carrier(scenario, index, robot.on, (*route, "on"))
    seat = f"{robot.on}/{robot.pad}"
    if seat in decks:
        taken = spell(decks[seat])
        raise ContradictionError(
            (*route, "pad"), f"pad {robot.pad} of {robot.on} is taken by {taken}"
        )
    decks[seat] = route


def _check_carrier(scenario: Scenario, index: int, name: str, route: Route) -> None:
    robot = scenario.robots[index]
    if name == robot.name:
        raise ContradictionError(route, f"{name} cannot start on itself")
    earlier = [other.name for other in scenario.robots[:index]]
    if name in earlier:
        return
    if scenario.robot(name):
        raise ContradictionError(
            route, f"{name} comes later in the file; list it before {robot.name}"
        )
    raise ContradictionError(route, f"no robot named {name!r}{hints.nearest(name, earlier)}")


def _check_sensors(robot: Robot, route: Route) -> None:
    first: dict[str, int] = {}
    for i, sensor in enumerate(robot.sensors):
        if sensor.name in first:
            raise ContradictionError(
                (*route, "sensors", i),
                f"{robot.name} has a sensor named {sensor.name!r} already "
                f"(sensors[{first[sensor.name]}]); give this one another name",
            )
        first[sensor.name] = i


def _check_plan(scenario: Scenario, robot: Robot, route: Route) -> None:
    for i, command in enumerate(robot.plan):
        if isinstance(command, Land) and command.on is not None:
            _check_partner(scenario, robot, command.on, (*route, i, "land", "on"), "land on")
        elif isinstance(command, Message) and command.to != "all":
            _check_partner(scenario, robot, command.to, (*route, i, "message", "to"), "write to")


def _check_partner(scenario: Scenario, robot: Robot, name: str, route: Route, what: str) -> None:
    if name == robot.name:
        raise ContradictionError(route, f"{name} cannot {what} itself")
    if scenario.robot(name) is None:
        others = [other.name for other in scenario.robots if other.name != robot.name]
        raise ContradictionError(route, f"no robot named {name!r}{hints.nearest(name, others)}")
