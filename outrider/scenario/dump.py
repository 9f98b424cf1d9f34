"""Scenario -> YAML that loads to an equal scenario."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import NODEFAULT, Struct

from outrider.scenario.plans import Command
from outrider.scenario.schema import Scenario
from outrider.scenario.sensors import Sensor

_WIDTH: Final = 100
_BARE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_./]*(?: [A-Za-z0-9_./]+)*")
_WORDS: Final = frozenset(("null", "true", "false"))
_ESCAPED: Final = re.compile("[^\x20-\x7e\xa1-\u1fff\u2030-\ud7ff\ue000-\ufefe\uff00-\uffef]")


def dump(scenario: Scenario, *, defaults: bool = False) -> str:
    """The scenario as a file; with ``defaults`` every field is written, whatever its value."""
    return "\n".join(_lines(plain(scenario, defaults=defaults), "")) + "\n"


def plain(value: Any, *, defaults: bool = False) -> Any:
    """Structs, tuples and dictionaries as the plain data that a file holds."""
    if isinstance(value, Struct):
        return _plain_struct(value, defaults)
    if isinstance(value, list | tuple):
        return [plain(item, defaults=defaults) for item in value]
    if isinstance(value, dict):
        return {key: plain(item, defaults=defaults) for key, item in value.items()}
    return value


def _plain_struct(value: Struct, defaults: bool) -> dict[str, Any]:
    fields = {
        info.encode_name: plain(held, defaults=defaults)
        for info in msgspec.structs.fields(value)
        if (held := getattr(value, info.name)) != _default(info)
        or (defaults and held is not None)
        or info.required
    }
    config = value.__struct_config__
    tag = fields.pop("plugin", config.tag) if config.tag == "plugin" else config.tag
    if isinstance(value, Command):
        return {str(tag): fields}
    if isinstance(value, Sensor) and fields.get("name") == tag and not defaults:
        del fields["name"]
    return {config.tag_field: tag, **fields} if config.tag_field else fields


def _default(info: msgspec.structs.FieldInfo) -> object:
    return info.default if info.default_factory is NODEFAULT else info.default_factory()


def _lines(value: Any, indent: str) -> Iterator[str]:
    """The lines of a mapping or list in block style, short parts of it in flow style."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _entry(f"{indent}{_text(key)}:", item, indent)
    else:
        for item in value:
            yield from _entry(f"{indent}-", item, indent)


def _entry(head: str, item: Any, indent: str) -> Iterator[str]:
    line = f"{head} {_flow(item)}"
    if len(line) <= _WIDTH or not isinstance(item, dict | list) or not item:
        yield line
    elif head.endswith("-") and isinstance(item, dict):
        first, *rest = _lines(item, f"{indent}  ")
        yield f"{indent}- {first[len(indent) + 2 :]}"
        yield from rest
    else:
        yield head
        yield from _lines(item, f"{indent}  ")


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _text(value) if isinstance(value, str) else _number(value)


def _number(value: float) -> str:
    # Not its repr: a number of numpy says its type there.
    text = str(value)
    return text if "n" not in text else f"{'-' if value < 0 else ''}.{text.lstrip('-')}"


def _text(value: str) -> str:
    if _BARE.fullmatch(value) and value.lower() not in _WORDS:
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return _ESCAPED.sub(lambda odd: f"\\U{ord(odd[0]):08X}", quoted)
