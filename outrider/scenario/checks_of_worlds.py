"""What no single field of a world can tell: classes of its own, and who can be in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from outrider.scenario import hints
from outrider.scenario.classes import CLASSES, MAX_OWN, Colour
from outrider.scenario.faults import ContradictionError
from outrider.scenario.nodes import Route
from outrider.scenario.people import Person
from outrider.scenario.schema import Scenario
from outrider.scenario.worlds import Campus

MOST_IN_ROOM: Final = 50
MOST_PEOPLE: Final = 10_000


def check_classes(scenario: Scenario) -> None:
    """Own classes have names and colours of their own; whatever names a class names a known one."""
    own = scenario.world.classes
    if len(own) > MAX_OWN:
        raise ContradictionError(
            ("world", "classes"),
            f"{len(own):,} semantic classes; at most {MAX_OWN:,} are allowed beside the built-in "
            f"{len(CLASSES)}, leave some out",
        )
    names = {entry.name for entry in CLASSES}
    later = {entry.name for entry in own}
    colours = {entry.colour: entry.name for entry in CLASSES}
    for i, entry in enumerate(own):
        route: Route = ("world", "classes", i)
        _check_class_name(entry.name, names, (*route, "name"))
        if entry.parent in later - names:
            raise ContradictionError(
                (*route, "parent"),
                f"{entry.parent} comes later in the list; list it before {entry.name}",
            )
        _need_class(entry.parent, names, (*route, "parent"))
        if entry.colour is not None:
            _check_colour(entry.colour, colours, (*route, "colour"))
            colours[entry.colour] = entry.name
        names.add(entry.name)
    for name, route in _named(scenario):
        _need_class(name, names, route)


def _check_class_name(name: str, names: set[str], route: Route) -> None:
    if name in names:
        built_in = any(entry.name == name for entry in CLASSES)
        what = "a built-in class" if built_in else "a class that stands earlier in the list"
        raise ContradictionError(route, f"{name!r} is the name of {what}; choose another")


def _check_colour(colour: Colour, taken: dict[Colour, str], route: Route) -> None:
    if colour in taken:
        raise ContradictionError(
            route,
            f"{list(colour)} is the colour of {taken[colour]} already; "
            "choose another, or leave it out to be given one",
        )


def _need_class(name: str, names: set[str], route: Route) -> None:
    if name not in names:
        raise ContradictionError(
            route, f"no semantic class {name!r}{hints.nearest(name, sorted(names))}"
        )


def _named(scenario: Scenario) -> Iterator[tuple[str, Route]]:
    """The classes that objects and props are said to be of."""
    for i, thing in enumerate(scenario.world.objects):
        if thing.semantic is not None:
            yield thing.semantic, ("world", "objects", i, "semantic")
    for i, prop in enumerate(scenario.props):
        yield prop.semantic, ("props", i, "semantic")


def check_people(scenario: Scenario) -> None:
    """Nobody is two things at a time, and not too many are there."""
    world = scenario.world
    if len(world.people) > MOST_PEOPLE:
        raise ContradictionError(
            ("world", "people"),
            f"{len(world.people):,} people; at most {MOST_PEOPLE:,} are allowed",
        )
    for i, bystander in enumerate(world.people):
        _check_person(bystander, ("world", "people", i))
        if bystander.patrol and bystander.activity != "patrolling":
            raise ContradictionError(
                ("world", "people", i, "patrol"),
                f"only one who patrols has a way, this is {bystander.activity}; "
                "give activity: patrolling",
            )
    for i, robot in enumerate(scenario.robots):
        if robot.person is not None:
            _check_person(robot.person, ("robots", i, "person"))
    if isinstance(world, Campus):
        _check_rooms(world)


def _check_rooms(world: Campus) -> None:
    for i, room in enumerate(world.rooms):
        route: Route = ("world", "rooms", i, "people")
        if len(room.people) > MOST_IN_ROOM:
            raise ContradictionError(
                route, f"{len(room.people):,} people; at most {MOST_IN_ROOM} are allowed in a room"
            )
        for k, person in enumerate(room.people):
            _check_person(person, (*route, k))


def _check_person(person: Person, route: Route) -> None:
    if person.contradiction:
        raise ContradictionError((*route, "tied_to_chair"), person.contradiction)
