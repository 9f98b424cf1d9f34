"""Nodes -> structs, so that every fault is reported at its place with the fields of that struct."""

from __future__ import annotations

import math
import types
from abc import ABC, abstractmethod
from functools import cache
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct

from outrider.core import registry
from outrider.scenario import hints
from outrider.scenario.nodes import Node, Position, Route, Step, spell
from outrider.scenario.plans import Command


class Shape(ABC):
    """How a node is read into a value of one type."""

    @abstractmethod
    def read(self, node: Node, route: Route) -> Any:
        """The value of a node, or a ScenarioError at the place of the fault."""

    @abstractmethod
    def inner(self, node: Node, step: Step) -> Shape | None:
        """The shape of the part of ``node`` at ``step``; None if there can be no such part."""


class Leaf(Shape):
    """A number, a text, or lists and dictionaries of them."""

    def __init__(self, annotation: Any) -> None:
        self.annotation = annotation

    def read(self, node: Node, route: Route) -> Any:
        try:
            return msgspec.convert(node.plain(), self.annotation)
        except msgspec.ValidationError:
            raise _leaf_error(node, self.annotation, route) from None

    def inner(self, node: Node, step: Step) -> Shape | None:
        base = _bare(self.annotation)
        parts = {name: kind for name, _, kind in _parts(node, base)}
        if get_origin(base) is dict:
            return Leaf(get_args(base)[1])
        return Leaf(parts[step]) if step in parts else None

    def read_degrees(self, node: Node, route: Route) -> Any:
        """An angle that the file gives in degrees."""
        value = node.value
        if value is None or isinstance(value, bool) or not isinstance(value, int | float):
            return self.read(node, route)
        try:
            return msgspec.convert(math.radians(value), self.annotation)
        except msgspec.ValidationError:
            expected = hints.allowed(self.annotation, scale=180.0 / math.pi)
            raise _fault(node, route, f"expected {expected}, got {hints.given(node)}") from None


class Many(Shape):
    """A list of structs."""

    def __init__(self, element: Shape) -> None:
        self.element = element

    def read(self, node: Node, route: Route) -> Any:
        if not isinstance(node.value, list):
            raise _fault(
                node, route, f"expected a list, got {hints.given(node)}; start each with -"
            )
        read = self.element.read
        return tuple([read(item, (*route, i)) for i, item in enumerate(node.value)])

    def inner(self, node: Node, step: Step) -> Shape | None:
        return self.element if node.child(step) else None


class Field(NamedTuple):
    """A field of a struct; ``in_degrees`` marks the alias of an angle."""

    name: str
    shape: Shape
    required: bool
    in_degrees: bool = False


class Record(Shape):
    """One kind of struct."""

    def __init__(self, struct: type[Struct]) -> None:
        self.struct = struct

    @property
    def fields(self) -> dict[str, Field]:
        return _fields(self.struct)

    def read(self, node: Node, route: Route) -> Any:
        if not isinstance(node.value, dict):
            raise _fault(node, route, f"expected fields (name: value), got {hints.given(node)}")
        return self.read_fields(node, route)

    def read_fields(self, node: Node, route: Route, *, tag: str = "", **preset: Any) -> Any:
        """The struct from the fields of a mapping; the field ``tag`` has been read already."""
        found: dict[str, Any] = dict(preset)
        for key, child in node.items():
            if key != tag:
                self._put(found, node, key, child, route)
        for field in self.fields.values():
            if field.required and field.name not in found:
                raise _fault(node, route, f"missing field {field.name}{_or_alias(field.name)}")
        return self.struct(**found)

    def read_part(self, node: Node, route: Route) -> None:
        """Read the fields of a mapping that may lack some."""
        found: dict[str, Any] = {}
        for key, child in node.items():
            self._put(found, node, key, child, route)

    def _put(self, found: dict[str, Any], node: Node, key: str, child: Node, route: Route) -> None:
        field = self.fields.get(key)
        below = (*route, key)
        if field is None or (key == "plugin" and "plugin" in found):
            reason = hints.unknown_field(key, self.own_names())
            raise _fault_at(node.keys[key], below, reason)
        if field.name in found:
            raise _fault_at(node.keys[key], below, "the angle is given twice; keep one of the two")
        if field.in_degrees and isinstance(field.shape, Leaf):
            found[field.name] = field.shape.read_degrees(child, below)
        else:
            found[field.name] = field.shape.read(child, below)

    def own_names(self) -> list[str]:
        """The names a file may use, degrees left out."""
        return [name for name, field in self.fields.items() if not field.in_degrees]

    def inner(self, _node: Node, step: Step) -> Shape | None:
        field = self.fields.get(str(step))
        return field.shape if field else None


class Choice(Shape):
    """One of several structs, told by a field such as ``kind``."""

    def __init__(self, structs: list[type[Struct]]) -> None:
        self.tag_field = str(structs[0].__struct_config__.tag_field)
        named = {str(struct.__struct_config__.tag): struct for struct in structs}
        plugin = named.pop("plugin", None)
        self.records = {tag: Record(struct) for tag, struct in named.items()}
        self.plugin = Record(plugin) if plugin else None
        self.group: str = getattr(plugin, "GROUP", "")

    def read(self, node: Node, route: Route) -> Any:
        if not isinstance(node.value, dict):
            raise _fault(node, route, f"expected fields (name: value), got {hints.given(node)}")
        record, tag = self._pick(node, route)
        if record is self.plugin:
            return record.read_fields(node, route, tag=self.tag_field, plugin=tag)
        return record.read_fields(node, route, tag=self.tag_field)

    def inner(self, node: Node, step: Step) -> Shape | None:
        if step == self.tag_field:
            return None
        return self._pick(node, ())[0].inner(node, step)

    def record_of(self, node: Node, route: Route) -> Record:
        return self._pick(node, route)[0]

    def _pick(self, node: Node, route: Route) -> tuple[Record, str]:
        tag = node.child(self.tag_field)
        if tag is None:
            raise self._without_tag(node, route)
        name = tag.value
        if isinstance(name, str):
            if name in self.records:
                return self.records[name], name
            if self.plugin and name in _plugin_names(self.group):
                return self.plugin, name
        raise self._unknown(tag, (*route, self.tag_field))

    def _without_tag(self, node: Node, route: Route) -> Exception:
        for key, at in node.keys.items():
            if key in ("type", "kind", "shape"):
                return _fault_at(
                    at, (*route, key), f"unknown field; did you mean {self.tag_field}?"
                )
        known = ", ".join(self.records)
        return _fault(node, route, f"missing field {self.tag_field}; one of {known}")

    def _unknown(self, tag: Node, route: Route) -> Exception:
        names = [*self.records, *(_plugin_names(self.group) if self.plugin else ())]
        if not isinstance(tag.value, str):
            reason = f"expected one of {', '.join(names)}, got {hints.given(tag)}"
            return _fault(tag, route, reason)
        reason = f"{tag.value!r} is not known{hints.nearest(tag.value, names)}"
        if self.plugin and "known:" in reason:
            reason += ", or the name of an installed plugin"
        return _fault(tag, route, reason)


class Keyed(Shape):
    """One of several structs, told by the one key that holds its fields: ``go_to: {to: …}``."""

    def __init__(self, structs: list[type[Struct]]) -> None:
        self.records = {str(struct.__struct_config__.tag): Record(struct) for struct in structs}

    def read(self, node: Node, route: Route) -> Any:
        if isinstance(node.value, str):
            record = self._record(node.value, node.at, route)
            return record.read_fields(Node({}, node.at), (*route, node.value))
        if not isinstance(node.value, dict) or not node.value:
            expected = f"expected a command ({', '.join(self.records)})"
            raise _fault(node, route, f"{expected}, got {hints.given(node)}")
        (name, fields), *others = node.items()
        record = self._record(name, node.keys[name], route)
        if others:
            raise self._too_many(node, name, others[0][0], route)
        if fields.value is None:
            fields = Node({}, fields.at)
        return record.read(fields, (*route, name))

    def inner(self, node: Node, step: Step) -> Shape | None:
        return self.records.get(str(step)) if node.child(step) else None

    def _record(self, name: str, at: Position, route: Route) -> Record:
        if name not in self.records:
            reason = f"no command named {name!r}{hints.nearest(name, self.records)}"
            raise _fault_at(at, route, reason)
        return self.records[name]

    def _too_many(self, node: Node, name: str, other: str, route: Route) -> Exception:
        at = node.keys[other]
        if other in self.records:
            reason = f"two commands in one step; start {other} on a line of its own with -"
        else:
            reason = (
                f"{other} is beside {name}, not in it; indent it further, or write {name}: {{…}}"
            )
        return _fault_at(at, route, reason)


class Maybe(Shape):
    """A struct or null."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def read(self, node: Node, route: Route) -> Any:
        return None if node.value is None else self.shape.read(node, route)

    def inner(self, node: Node, step: Step) -> Shape | None:
        return self.shape.inner(node, step)


@cache
def record(struct: type[Struct]) -> Record:
    """The shape of a struct type."""
    return Record(struct)


@cache
def _fields(struct: type[Struct]) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for info in msgspec.structs.fields(struct):
        required = info.default is NODEFAULT and info.default_factory is NODEFAULT
        field = Field(info.encode_name, _shape(info.type), required)
        found[field.name] = field
        alias = hints.angle_alias(field.name)
        if alias:
            found[alias] = field._replace(in_degrees=True)
    return found


def _shape(annotation: Any) -> Shape:
    members = _members(annotation)
    structs = [member for member in members if _is_struct(member)]
    if not structs:
        args = get_args(annotation)
        if get_origin(annotation) is tuple and args[-1:] == (...,):
            element = _shape(args[0])
            return Leaf(annotation) if isinstance(element, Leaf) else Many(element)
        return Leaf(annotation)
    shape = _struct_shape(structs)
    return Maybe(shape) if type(None) in members else shape


def _struct_shape(structs: list[type[Struct]]) -> Shape:
    if structs[0].__struct_config__.tag_field is None:
        return record(structs[0])
    return Keyed(structs) if issubclass(structs[0], Command) else Choice(structs)


def _members(annotation: Any) -> tuple[Any, ...]:
    is_union = get_origin(annotation) in (Union, types.UnionType)
    return get_args(annotation) if is_union else (annotation,)


def _is_struct(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Struct)


@cache
def _plugin_names(group: str) -> frozenset[str]:
    return frozenset(registry.plugins(group))


def _or_alias(name: str) -> str:
    alias = hints.angle_alias(name)
    return f" (or {alias})" if alias else ""


def _fault(node: Node, route: Route, reason: str) -> Exception:
    return _fault_at(node.at, route, reason)


def _fault_at(at: Position, route: Route, reason: str) -> Exception:
    place = spell(route)
    return at.error(f"{place}: {reason}" if place else reason)


def _leaf_error(node: Node, annotation: Any, route: Route) -> Exception:
    node, annotation, route = _culprit(node, annotation, route)
    expected = hints.allowed(annotation)
    names = [str(step) for step in route if isinstance(step, str)]
    tip = hints.advice(names[-1] if names else "", node, expected)
    return _fault(node, route, f"expected {expected}, got {hints.given(node)}{tip}")


def _culprit(node: Node, annotation: Any, route: Route) -> tuple[Node, Any, Route]:
    """The innermost part of a plain value that does not fit its type."""
    inside = _members(_bare(annotation))
    base = _bare(next((kind for kind in inside if kind is not type(None)), annotation))
    if len(inside) <= 2:
        for step, child, kind in _parts(node, base):
            if not _fits(child, kind):
                return _culprit(child, kind, (*route, step))
    return node, annotation, route


def _parts(node: Node, base: Any) -> list[tuple[Step, Node, Any]]:
    args = get_args(base)
    if isinstance(node.value, list) and get_origin(base) is tuple:
        kinds = [args[0]] * len(node.value) if args[-1] is ... else list(args)
        return [(i, *pair) for i, pair in enumerate(zip(node.value, kinds, strict=False))]
    if isinstance(node.value, dict) and get_origin(base) is dict:
        return [(key, child, args[1]) for key, child in node.items()]
    return []


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _fits(node: Node, annotation: Any) -> bool:
    try:
        msgspec.convert(node.plain(), annotation)
    except msgspec.ValidationError:
        return False
    return True
