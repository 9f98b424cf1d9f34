"""What an error says beyond the fault: what is allowed, what was given, and what was meant."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import inspect

from outrider.scenario.nodes import Node
from outrider.scenario.quantities import (
    FULL_TURN,
    NAME_PATTERN,
    NAME_RULE,
    TIME_PATTERN,
    TIME_RULE,
)

_MEANT: Final = {
    "type": "kind",
    "id": "name",
    "yaw": "heading_deg",
    "theta": "heading_deg",
    "frequency": "rate_hz",
    "freq": "rate_hz",
    "hz": "rate_hz",
    "fps": "rate_hz",
    "pose": "position_m",
    "location": "position_m",
    "xyz": "position_m",
    "weight": "mass_kg",
    "diameter": "radius_m",
    "timestep": "tick_us",
    "dt": "tick_us",
    "random_seed": "seed",
    "commands": "plan",
    "target": "to",
    "goal": "to",
    "waypoints": "path",
    "points": "path",
    "altitude": "height_m",
    "velocity": "speed_mps",
    "delay": "latency_ms",
    "parent": "on",
}
_UNIT: Final = re.compile(
    r"_(deg_s|rad_s|m_s|deg|rad|mps|kmh|km|cm|mm|ms|us|ns|min|khz|mhz|hz|kg|kbps|mbps|bps|m|s|g)$"
)
_NUMBER: Final = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?")
_WITH_UNIT: Final = re.compile(r"[-+]?[0-9][0-9.eE+-]*\s*[A-Za-z°%][A-Za-z°%/0-9^]*")
_WRITTEN_BOOL: Final = frozenset(("yes", "no", "on", "off", "y", "n"))
_WRITTEN_NOT_FINITE: Final = frozenset(("nan", "inf", "-inf", "+inf", "infinity", "-infinity"))


def angle_alias(field: str) -> str | None:
    """``heading_rad`` -> ``heading_deg``, ``turn_rad_s`` -> ``turn_deg_s``, others None."""
    if field.endswith("_rad"):
        return f"{field[:-4]}_deg"
    return f"{field[:-6]}_deg_s" if field.endswith("_rad_s") else None


def unknown_field(key: str, known: Sequence[str]) -> str:
    """``rate_hzz`` -> ``unknown field; did you mean rate_hz?``."""
    meant = _meant(key, known)
    if meant:
        return f"unknown field; did you mean {meant}?"
    allowed = ", ".join(known) if known else "none"
    return f"unknown field; allowed here: {allowed}"


def _meant(key: str, known: Sequence[str]) -> str | None:
    offered = [*known, *filter(None, map(angle_alias, known))]
    lower = key.lower().replace("-", "_")
    stem = _UNIT.sub("", lower)
    guess = _MEANT.get(stem) or _MEANT.get(lower)
    if lower in offered:
        return lower
    same_stem = [name for name in offered if _UNIT.sub("", name) == stem]
    if same_stem:
        unit_only = [name for name in same_stem if "_deg" in name]
        return (unit_only or same_stem)[0]
    if guess in offered:
        return guess
    near = difflib.get_close_matches(lower, offered, 1, cutoff=0.6)
    if near:
        return near[0]
    longer = [name for name in offered if len(stem) >= 3 and name.startswith(stem)]
    return longer[0] if longer else None


def nearest(word: str, known: Iterable[str]) -> str:
    """The tail of a message on a word that is not one of ``known``."""
    names = list(known)
    near = difflib.get_close_matches(word.lower().replace("-", "_"), names, 1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]}?"
    shown = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    return f"; known: {shown}" if names else "; there are none"


def given(node: Node) -> str:
    """What a node holds, in a few words."""
    value = node.value
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {value!r}" if len(value) <= 40 else f"the text {value[:36]!r}…"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a group of fields" if isinstance(value, dict) else f"{value}"


def allowed(annotation: Any, *, scale: float = 1.0) -> str:
    """What a value of that type may be; bounds are multiplied by ``scale``."""
    return _words(inspect.type_info(annotation), scale)


def _words(info: inspect.Type, scale: float = 1.0) -> str:
    if isinstance(info, inspect.Metadata):
        return _words(info.type, scale)
    if isinstance(info, inspect.FloatType | inspect.IntType):
        noun = "a number" if isinstance(info, inspect.FloatType) else "a whole number"
        return noun + _bounds(info, scale)
    if isinstance(info, inspect.UnionType):
        return _union_words(info, scale)
    if isinstance(info, inspect.StrType):
        rules = {NAME_PATTERN: NAME_RULE, TIME_PATTERN: TIME_RULE}
        return rules.get(info.pattern or "") or "text" + _length(info)
    return _plain_words(info)


def _plain_words(info: inspect.Type) -> str:
    """Types without a scale."""
    if isinstance(info, inspect.BoolType):
        return "true or false"
    if isinstance(info, inspect.LiteralType):
        # msgspec sorts the values of a Literal.
        return "one of " + ", ".join(str(value) for value in info.values)
    if isinstance(info, inspect.VarTupleType):
        return _list_words(info)
    if isinstance(info, inspect.TupleType):
        return f"a list of {len(info.item_types)}, each {_words(info.item_types[0])}"
    return "a group of fields" if isinstance(info, inspect.DictType) else "a value"


def _bounds(info: inspect.FloatType | inspect.IntType, scale: float) -> str:
    parts = [
        f"{sign} {_figure(bound if scale == 1.0 else bound * scale)}"
        for sign, bound in ((">", info.gt), (">=", info.ge), ("<", info.lt), ("<=", info.le))
        if bound is not None
    ]
    return f" {' and '.join(parts)}" if parts else ""


def _figure(value: float) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    if abs(value) == FULL_TURN:
        return "2*pi" if value > 0 else "-2*pi"
    return f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:g}"


def _length(info: inspect.StrType) -> str:
    low, high = info.min_length or 0, info.max_length
    if high is None:
        return ""
    return f" of {low} to {high:,} characters" + (", none of control" if info.pattern else "")


def _list_words(info: inspect.VarTupleType) -> str:
    if isinstance(info.item_type, inspect.AnyType):
        return "a list of values"
    item = _words(info.item_type)
    if (info.min_length, info.max_length) == (2, 3):
        return f"[x, y] or [x, y, z], each {item}"
    low, high = info.min_length or 0, info.max_length
    size = f" of {low} to {high}" if high is not None else ""
    return f"a list{size}, each {item}"


def _union_words(info: inspect.UnionType, scale: float) -> str:
    kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
    if any(isinstance(kind, inspect.BoolType) for kind in kinds):
        return "a number, text, true, false or a list of numbers"
    return " or ".join(_words(kind, scale) for kind in kinds)


def advice(field: str, node: Node, expected: str) -> str:
    """What the writer may have meant by a value that is not allowed; empty if nothing is known."""
    value = node.value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return _number_advice(field, value, expected)
    if isinstance(value, str):
        return _text_advice(value, expected)
    return ""


def _number_advice(field: str, value: float, expected: str) -> str:
    alias = angle_alias(field)
    if alias and abs(value) > math.pi:
        return f"; did you mean {alias}: {value:g}?"
    if expected.startswith(("text", "a name")):
        return "; put text that looks like a number in quotes"
    return f"; write it in brackets: [{value:g}, …]" if "list" in expected else ""


def _text_advice(text: str, expected: str) -> str:
    lower = text.strip().lower()
    if expected == "true or false" and lower in _WRITTEN_BOOL:
        return f"; did you mean {'true' if lower in ('yes', 'on', 'y') else 'false'}?"
    if expected.startswith("one of "):
        return nearest(text, expected.removeprefix("one of ").split(", "))
    return _number_in_text_advice(text.strip(), lower) if "number" in expected else ""


def _number_in_text_advice(text: str, lower: str) -> str:
    if lower in _WRITTEN_NOT_FINITE:
        return "; a number must be finite"
    if _NUMBER.fullmatch(text):
        return "; remove the quotes"
    if _WITH_UNIT.fullmatch(text):
        return "; write the number alone, its unit stands in the name of the field"
    return "; write a decimal point" if re.fullmatch(r"[-+]?[0-9]+,[0-9]+", lower) else ""
