"""Changes to a document by path: ``robots.0.model=rover4`` or ``robots.uav0.model=f450``."""

from __future__ import annotations

import re
from typing import Final

from outrider.core.errors import ScenarioError
from outrider.scenario import hints
from outrider.scenario.nodes import Node, Position, Route, Source, Step, spell
from outrider.scenario.yaml import parse

# Below these the names are free and may hold dots.
_FREE: Final = frozenset(("parameters", "sweep"))
_STEP: Final = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")
_PATH: Final = re.compile(r"[^.\[\]]+(?:\.[^.\[\]]+|\[[0-9]+\])*")


def split(text: str) -> tuple[str, Node]:
    """``path=value`` -> the path and the value, read by the rules of scenario files."""
    path, sign, value = text.partition("=")
    source = Source(f"--set {text if len(text) <= 80 else text[:77] + '...'}", None)
    if not sign or not path.strip():
        raise ScenarioError(
            "an override is written path=value, such as robots.0.model=rover4", file=source.name
        )
    at = Position(source, 1, 1)
    if not value.strip():
        return path.strip(), Node(None, at)
    try:
        node = parse(Source(source.name, value))
    except ScenarioError as fault:
        raise at.error(f"the value cannot be read: {fault.reason}") from None
    _move(node, at)
    return path.strip(), node


def _move(node: Node, at: Position) -> None:
    """Let a value and all its parts say that they came from the override."""
    node.at = at
    node.keys = dict.fromkeys(node.keys, at)
    if isinstance(node.value, dict):
        for child in node.value.values():
            _move(child, at)
    elif isinstance(node.value, list):
        for child in node.value:
            _move(child, at)


def resolve(document: Node, path: str, at: Position) -> Route:
    """The route that a path means in this document: names of robots become indices."""
    steps = _steps(path, at)
    route: Route = ()
    node: Node | None = document
    for i, step in enumerate(steps):
        if node is not None and isinstance(node.value, list):
            found: Step = _index(node, step, route, at)
        elif route and route[-1] in _FREE:
            return (*route, ".".join(steps[i:]))
        else:
            found = step
        node = node.child(found) if node is not None else None
        route = (*route, found)
    return route


def apply(document: Node, route: Route, value: Node, at: Position) -> None:
    """Set what stands at ``route``; groups of fields on the way are made if they are missing."""
    node = document
    for done, step in enumerate(route[:-1]):
        below = node.child(step)
        if below is None:
            below = Node({}, at)
            _put(node, step, below, route[: done + 1], at)
        node = below
    _put(node, route[-1], value, route, at)


def _put(node: Node, step: Step, value: Node, route: Route, at: Position) -> None:
    if isinstance(node.value, list) and isinstance(step, int):
        node.value[step] = value
    elif isinstance(node.value, dict) and isinstance(step, str):
        _drop_twins(node, step)
        node.put(step, value, at)
    else:
        raise at.error(
            f"{spell(route[:-1]) or 'the scenario'}: has no fields, so no {step!r} in it"
        )


def _drop_twins(node: Node, key: str) -> None:
    """An angle that is set in degrees replaces the one given in radians, and the other way."""
    for other in list(node.keys):
        if hints.angle_alias(other) == key or hints.angle_alias(key) == other:
            node.drop(other)


def _steps(path: str, at: Position) -> list[str]:
    if not _PATH.fullmatch(path):
        raise at.error(f"{path!r} is not a path; write such as robots.0.sensors.1.rate_hz")
    return [name or number for name, number in _STEP.findall(path)]


def _index(node: Node, step: str, route: Route, at: Position) -> int:
    items = node.value if isinstance(node.value, list) else []
    where = spell(route)
    if step.isdecimal() and len(step) < 10:
        if int(step) < len(items):
            return int(step)
        held = f"0 to {len(items) - 1}" if items else "none"
        raise at.error(f"{where}: no entry {step}; there are {held}")
    names = {name: i for i, item in reversed(list(enumerate(items))) if (name := _name(item))}
    if step in names:
        return names[step]
    raise at.error(f"{where}: no entry named {step!r}{hints.nearest(step, names)}")


def _name(item: Node) -> str:
    """What an entry of a list is called: its name, or else the kind of a sensor."""
    for key in ("name", "kind"):
        child = item.child(key)
        if child is not None and isinstance(child.value, str):
            return child.value
    return ""
