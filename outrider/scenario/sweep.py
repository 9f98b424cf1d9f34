"""``sweep:`` in a document: every choice of values, and whether each would fit."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from outrider.scenario import hints, overrides
from outrider.scenario.nodes import Node, Position, Route, spell
from outrider.scenario.read import Choice, Leaf, Many, Maybe, Record, Shape, record
from outrider.scenario.schema import Scenario

MAX_RUNS: Final = 10_000


class Axis(NamedTuple):
    """One swept path: its name in the file, where it leads, and the values it takes."""

    path: str
    route: Route
    at: Position
    values: list[Node]


def axes(document: Node) -> list[Axis]:
    """The axes of the sweep in file order; none if there is no sweep."""
    sweep = document.child("sweep")
    if sweep is None or not isinstance(sweep.value, dict):
        return []
    found = [_axis(document, path, values, sweep.keys[path]) for path, values in sweep.items()]
    _check_routes(found)
    runs = math.prod(len(axis.values) for axis in found)
    if runs > MAX_RUNS:
        raise sweep.at.error(f"sweep: makes {runs:,} runs; at most {MAX_RUNS:,} are allowed")
    return found


def choices(document: Node) -> Iterator[tuple[dict[str, object], Node]]:
    """Every choice with its document, which has no sweep; the last axis changes fastest."""
    found = axes(document)
    base = document.copy()
    base.drop("sweep")
    for values in itertools.product(*(axis.values for axis in found)):
        chosen = base.copy()
        for axis, value in zip(found, values, strict=True):
            overrides.apply(chosen, axis.route, value, axis.at)
        settings = {axis.path: value.plain() for axis, value in zip(found, values, strict=True)}
        yield settings, chosen


def check(document: Node) -> None:
    """Try every swept value by itself, so that a fault shows before the first run."""
    for axis in axes(document):
        holder, shape = _holder(document, axis)
        for value in axis.values:
            _try(holder, shape, axis, value)


def drop_axis(document: Node, route: Route, at: Position) -> None:
    """An override is stronger than a sweep of the same path."""
    sweep = document.child("sweep")
    if sweep is None or not isinstance(sweep.value, dict):
        return
    for path in list(sweep.value):
        if _same(overrides.resolve(document, path, at), route):
            sweep.drop(path)


def _axis(document: Node, path: str, values: Node, at: Position) -> Axis:
    if not isinstance(values.value, list) or not values.value:
        raise values.at.error(f"sweep.{path}: expected a list of at least one value")
    route = overrides.resolve(document, path, at)
    if route[0] in ("sweep", "name"):
        raise at.error(f"sweep.{path}: {route[0]!r} cannot be swept")
    return Axis(path, route, at, values.value)


def _check_routes(found: list[Axis]) -> None:
    for i, axis in enumerate(found):
        for other in found[:i]:
            shorter = min(len(axis.route), len(other.route))
            if axis.route[:shorter] == other.route[:shorter]:
                raise axis.at.error(
                    f"sweep.{axis.path}: is part of sweep.{other.path} too; keep one"
                )


def _same(one: Route, other: Route) -> bool:
    return one[: len(other)] == other


def _holder(document: Node, axis: Axis) -> tuple[Node, Shape | None]:
    """What the swept field stands in, and its shape; a missing group of fields counts as empty."""
    node: Node = document
    shape: Shape | None = record(Scenario)
    for done, step in enumerate(axis.route[:-1]):
        inside = shape.inner(node, step) if shape else None
        below = node.child(step)
        if inside is None or (below is None and isinstance(inside, Many)):
            raise axis.at.error(_missing(shape, axis.route[: done + 1]))
        if below is None:
            below = Node({}, axis.at)
        node, shape = below, inside.shape if isinstance(inside, Maybe) else inside
    return node, shape


def _missing(shape: Shape | None, route: Route) -> str:
    if isinstance(shape, Record):
        return f"{spell(route)}: {hints.unknown_field(str(route[-1]), shape.own_names())}"
    return f"{spell(route)}: is not in the scenario, so nothing in it can be swept"


def _try(holder: Node, shape: Shape | None, axis: Axis, value: Node) -> None:
    last, route = axis.route[-1], axis.route[:-1]
    if isinstance(shape, Choice) and last != shape.tag_field:
        shape = shape.record_of(holder, route)
    if isinstance(shape, Record) and isinstance(last, str):
        trial = Node({}, axis.at)
        trial.put(last, value, axis.at)
        shape.read_part(trial, route)
    elif isinstance(shape, Many):
        shape.element.read(value, axis.route)
    elif isinstance(shape, Leaf):
        trial = holder.copy()
        overrides.apply(trial, (last,), value, axis.at)
        shape.read(trial, route)
