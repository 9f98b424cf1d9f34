"""Text -> nodes: a strict subset of YAML 1.2, read with a cap on depth and on values.

Scalars are those of the YAML 1.2 core schema (``1e-3`` is a number, ``NO`` text, ``010`` is ten).
Refused: aliases, anchors, tags, merge keys, directives, duplicate keys, several documents, numbers
that are not finite. Depth is counted event by event, so that deep nesting costs nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

from outrider.core.errors import ScenarioError
from outrider.scenario.nodes import Node, Position, Scalar, Source

MAX_DEPTH: Final = 64
MAX_VALUES: Final = 400_000

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORDS: Final[dict[str, Scalar]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS: Final = frozenset("-+.0123456789")
_DECIMAL: Final = re.compile(r"[-+]?[0-9]+")
_BASED: Final = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_REAL: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_MEANINGS: Final = {
    "mapping values are not allowed": (
        "a `:` is not allowed here; indent the line as its neighbours, or quote the text"
    ),
    "could not find expected ':'": "expected `name: value`; a `:` is missing",
    "flow node": "expected a value here, or the closing bracket before",
}
_UNPRINTABLE: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def parse(source: Source) -> Node:
    """The one document of a source, or a ScenarioError that points at the fault."""
    text = source.text or ""
    odd = _UNPRINTABLE.search(text)
    if odd:
        line = text.count("\n", 0, odd.start()) + 1
        column = odd.start() - text.rfind("\n", 0, odd.start())
        raise Position(source, line, column).error(
            f"character U+{ord(odd[0]):04X} is not text; a scenario is a YAML text file in UTF-8"
        )
    try:
        return _Builder(source).build()
    except yaml.MarkedYAMLError as fault:
        raise _syntax_error(source, fault) from None
    except yaml.YAMLError as fault:
        raise ScenarioError(f"not a YAML text: {fault}", file=source.name) from None


def scalar(text: str, at: Position) -> Scalar:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    return _number(text, at) if text[0] in _NUMBER_STARTS else text


def _number(text: str, at: Position) -> int | float | str:
    """The value of a scalar that begins like a number; text if it goes on otherwise."""
    if _DECIMAL.fullmatch(text):
        return _whole(text, 10, at)
    if _REAL.fullmatch(text):
        return _finite(float(text), text, at)
    if _BASED.fullmatch(text):
        return _whole(text[2:], 16 if text[1] == "x" else 8, at)
    if _NOT_FINITE.fullmatch(text):
        return _finite(math.inf, text, at)
    return text


def _whole(digits: str, base: int, at: Position) -> int:
    if len(digits) > 32 or not -(2**63) <= (value := int(digits, base)) < 2**63:
        raise at.error(f"{_clip(digits)} is too large a whole number; 64 bits are allowed")
    return value


def _finite(value: float, text: str, at: Position) -> float:
    if not math.isfinite(value):
        raise at.error(
            f"{_clip(text)} is not a finite number; write a number, or leave the field out"
        )
    return value


def _clip(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:20]}…"


class _Builder:
    """Turns the events of the parser into nodes without recursion."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._open: list[Node] = []
        self._key: list[tuple[str, Position] | None] = []
        self._values = 0
        self._top: Node | None = None

    def build(self) -> Node:
        for event in self._events():
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent:
                self._enter(Node({}, self._checked(event)))
            elif kind is yaml.SequenceStartEvent:
                self._enter(Node([], self._checked(event)))
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._open.pop()
                self._key.pop()
            elif kind is yaml.DocumentStartEvent:
                self._document(event)
            elif kind is yaml.AliasEvent:
                raise self._at(event).error(
                    f"aliases (*{event.anchor}) are not allowed in a scenario; write the value out"
                )
        if self._top is None:
            raise Position(self._source, 1, 1).error(
                "the file is empty; a scenario starts with a line such as `name: my_scenario`"
            )
        return self._top

    def _events(self) -> Iterator[Any]:
        loader = _LOADER(self._source.text)
        try:
            while loader.check_event():
                yield loader.get_event()
        finally:
            loader.dispose()

    def _at(self, event: Any) -> Position:
        mark = event.start_mark
        return Position(self._source, mark.line + 1, mark.column + 1)

    def _document(self, event: Any) -> None:
        if self._top is not None:
            raise self._at(event).error(
                "a second document starts here; a scenario file holds one, so remove `---`"
            )
        if event.version or event.tags:
            raise self._at(event).error("directives (%YAML, %TAG) are not allowed; remove them")

    def _checked(self, event: Any) -> Position:
        """The place of an event, once it is known to have neither anchor nor tag."""
        at = self._at(event)
        if event.anchor is not None:
            raise at.error(f"anchors (&{event.anchor}) are not allowed; write the value out")
        if event.tag is not None:
            raise at.error(f"tags ({event.tag}) are not allowed; write the plain value")
        self._values += 1
        if self._values > MAX_VALUES:
            raise at.error(f"more than {MAX_VALUES:,} values; split the scenario")
        return at

    def _enter(self, node: Node) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise node.at.error(f"nested deeper than {MAX_DEPTH} levels; a scenario needs about 8")
        self._add(node)
        self._open.append(node)
        self._key.append(None)

    def _scalar(self, event: Any) -> None:
        at = self._checked(event)
        plain = event.implicit[0]
        awaits_key = self._open and isinstance(self._open[-1].value, dict) and not self._key[-1]
        if awaits_key:
            self._begin_field(event.value, plain, at)
        else:
            self._add(Node(scalar(event.value, at) if plain else event.value, at))

    def _begin_field(self, key: str, plain: bool, at: Position) -> None:
        mapping = self._open[-1]
        if plain and key == "<<":
            raise at.error("merge keys (<<) are not allowed; write the fields out")
        if not key or (plain and key == "~"):
            raise at.error("a field has no name here; write `name: value`")
        if key in mapping.keys:
            first = mapping.keys[key].line
            raise at.error(f"key {_clip(key)!r} is given twice (first on line {first}); keep one")
        mapping.keys[key] = at
        self._key[-1] = (key, at)

    def _add(self, node: Node) -> None:
        if not self._open:
            self._top = node
            return
        holder = self._open[-1]
        if isinstance(holder.value, list):
            holder.value.append(node)
        elif isinstance(holder.value, dict):
            field = self._key[-1]
            if field is None:
                raise node.at.error("a list or mapping cannot be a key; write `name: value`")
            holder.value[field[0]] = node
            self._key[-1] = None


def _syntax_error(source: Source, fault: yaml.MarkedYAMLError) -> ScenarioError:
    mark = fault.problem_mark or fault.context_mark
    if fault.context_mark and "end of stream" in (fault.problem or ""):
        mark = fault.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Position(source, line, column).error(_explain(source, fault, line, column))


def _explain(source: Source, fault: yaml.MarkedYAMLError, line: int, column: int) -> str:
    """What the parser met, in words that say what to do."""
    problem, context = fault.problem or "not a YAML text", fault.context or ""
    if "cannot start any token" in problem:
        return _explain_start(source, line, column)
    for piece, meaning in _MEANINGS.items():
        if piece in problem or piece in context:
            return meaning
    if fault.context_mark and ("flow" in context or "quoted" in context):
        opened = "quote" if "quoted" in context else "bracket"
        return f"{problem}; the {opened} opened on line {fault.context_mark.line + 1} is not closed"
    return f"{problem}; check the indentation" if "block" in context else problem


def _explain_start(source: Source, line: int, column: int) -> str:
    lines = (source.text or "").splitlines()
    start = lines[line - 1][column - 1 : column] if line <= len(lines) else ""
    if start == "\t":
        return "a tab cannot indent; use spaces"
    return f"text that starts with {start!r} needs quotes"
