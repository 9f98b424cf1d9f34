"""A parsed document with the place of every value, so that errors can point at it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from outrider.core.errors import ScenarioError

_SHOWN_COLUMNS: Final = 96

Scalar: TypeAlias = bool | int | float | str | None
Step: TypeAlias = str | int
Route: TypeAlias = tuple[Step, ...]
"""Keys and list indices from the top of the document."""


class Source:
    """Where a text came from: a file, whose lines can be shown, or an override, which has none."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str | None) -> None:
        self.name, self.text = name, text

    def excerpt(self, line: int, column: int) -> str:
        """The line with a caret under the column; a long line is cut around it."""
        lines = (self.text or "").splitlines()
        if line > len(lines):
            return ""
        start = max(0, column - 1 - _SHOWN_COLUMNS // 2) if column > _SHOWN_COLUMNS else 0
        shown = lines[line - 1][start : start + _SHOWN_COLUMNS].replace("\t", " ")
        if not shown.strip():
            return ""
        # A broken line may hold anything, and an escape sequence must not reach the terminal.
        safe = "".join(char if char.isprintable() else "?" for char in shown).rstrip()
        return f"    {safe}\n    {' ' * (column - 1 - start)}^"


class Position(NamedTuple):
    """A place in a source; line and column count from 1."""

    source: Source
    line: int
    column: int

    def error(self, reason: str) -> ScenarioError:
        if self.source.text is None:
            return ScenarioError(reason, file=self.source.name)
        return ScenarioError(
            reason,
            file=self.source.name,
            line=self.line,
            column=self.column,
            excerpt=self.source.excerpt(self.line, self.column),
        )


class Node:
    """A value with its place; ``keys`` are the places of the keys of a mapping."""

    __slots__ = ("at", "keys", "value")

    def __init__(self, value: Scalar | list[Node] | dict[str, Node], at: Position) -> None:
        self.value = value
        self.at = at
        self.keys: dict[str, Position] = {}

    def put(self, key: str, value: Node, at: Position) -> None:
        """Set a field of a mapping."""
        mapping_of(self)[key] = value
        self.keys[key] = at

    def drop(self, key: str) -> None:
        """Remove a field of a mapping if it is there."""
        mapping_of(self).pop(key, None)
        self.keys.pop(key, None)

    def plain(self) -> object:
        """The value without places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def copy(self) -> Node:
        """A copy that can be changed; scalars are shared."""
        if isinstance(self.value, dict):
            twin = Node({key: node.copy() for key, node in self.value.items()}, self.at)
            twin.keys = dict(self.keys)
            return twin
        if isinstance(self.value, list):
            return Node([node.copy() for node in self.value], self.at)
        return self

    def place(self, route: Route) -> Position:
        """The place of the nearest thing on the way to ``route`` that exists."""
        node = self
        for step in route:
            below = node.child(step)
            if below is None:
                break
            node = below
        return node.at

    def child(self, step: Step) -> Node | None:
        if isinstance(self.value, dict) and isinstance(step, str):
            return self.value.get(step)
        if isinstance(self.value, list) and isinstance(step, int) and step < len(self.value):
            return self.value[step]
        return None

    def items(self) -> Iterator[tuple[str, Node]]:
        return iter(mapping_of(self).items())


def mapping_of(node: Node) -> dict[str, Node]:
    """The fields of a node that the caller knows to be a mapping."""
    if not isinstance(node.value, dict):
        raise node.at.error("expected fields (name: value) here")
    return node.value


def spell(route: Route) -> str:
    """``("robots", 0, "model")`` -> ``robots[0].model``."""
    text = ""
    for step in route:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{_tame(step)}" if text else _tame(step)
    return text


def _tame(key: str) -> str:
    """A key as it may be shown: a broken file must not write escape sequences to a terminal."""
    return key if key.isprintable() and len(key) <= 60 else f"{key[:40]!r}…"
