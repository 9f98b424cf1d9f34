"""The JSON Schema of scenario files, with the spellings that the structs alone do not show."""

from __future__ import annotations

import math
from typing import Any, Final

import msgspec

from outrider.scenario import hints
from outrider.scenario.plans import AnyCommand, Command
from outrider.scenario.quantities import NAME_PATTERN
from outrider.scenario.schema import Scenario

_DEGREES: Final = 180.0 / math.pi
_BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "default")


def json_schema() -> dict[str, object]:
    """Draft 2020-12: angles also in degrees, commands as ``go_to: {…}``, plugins by name."""
    (top,), parts = msgspec.json.schema_components((Scenario,), ref_template="#/$defs/{name}")
    parts = {name: _patched(part) for name, part in parts.items()}
    for command in _commands():
        parts[command.__name__]["properties"].pop("command")
        _forget(parts[command.__name__], "command")
    parts["Command"] = _command_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Outrider scenario",
        **top,
        "$defs": {name: _with_commands(part) for name, part in sorted(parts.items())},
    }


def _patched(part: dict[str, Any]) -> dict[str, Any]:
    properties = dict(part.get("properties", {}))
    for name in list(properties):
        alias = hints.angle_alias(name)
        if alias:
            properties[alias] = _in_degrees(properties[name])
            part = {**part, "allOf": [*part.get("allOf", []), {"not": {"required": [name, alias]}}]}
    part = {**part, "properties": properties}
    if "plugin" in properties:
        _name_plugin(part)
    return part


def _in_degrees(angle: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in angle:
        kinds = [_in_degrees(kind) for kind in angle["anyOf"]]
        return {**angle, "anyOf": kinds}
    return {
        key: value * _DEGREES if key in _BOUNDS and isinstance(value, int | float) else value
        for key, value in angle.items()
    }


def _name_plugin(part: dict[str, Any]) -> None:
    """``kind: plugin, plugin: rain`` is written ``kind: rain``."""
    del part["properties"]["plugin"]
    _forget(part, "plugin")
    part["properties"]["kind"] = {"type": "string", "pattern": NAME_PATTERN}


def _forget(part: dict[str, Any], field: str) -> None:
    part["required"] = [name for name in part.get("required", []) if name != field]


def _commands() -> tuple[type[Command], ...]:
    return AnyCommand.__args__


def _command_schema() -> dict[str, Any]:
    """One key that names the command and holds its fields; alone if no field is needed."""
    written = []
    alone = []
    for command in _commands():
        tag = str(command.__struct_config__.tag)
        fields: dict[str, Any] = {"$ref": f"#/$defs/{command.__name__}"}
        if all(not info.required for info in msgspec.structs.fields(command)):
            alone.append(tag)
            fields = {"anyOf": [fields, {"type": "null"}]}
        written.append(
            {
                "type": "object",
                "properties": {tag: fields},
                "required": [tag],
                "additionalProperties": False,
            }
        )
    return {"anyOf": [*written, {"enum": alone}]}


def _with_commands(part: dict[str, Any]) -> dict[str, Any]:
    """Refer to the written form of commands and of plugins wherever a tagged choice stands."""
    patched: dict[str, Any] = _choices(part)
    return patched


def _choices(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_choices(item) for item in value]
    if not isinstance(value, dict):
        return value
    tag = value.get("discriminator", {}).get("propertyName")
    if tag == "command":
        return {"$ref": "#/$defs/Command"}
    return {
        key: _not_built_in(item, value) if key == "anyOf" and tag else _choices(item)
        for key, item in value.items()
        if key != "discriminator"
    }


def _not_built_in(refs: list[dict[str, str]], choice: dict[str, Any]) -> list[dict[str, Any]]:
    """A plugin is what bears no built-in name, so that a built-in kind is checked as itself."""
    mapping: dict[str, str] = choice["discriminator"]["mapping"]
    plugin = mapping.get("plugin")
    built_in = [tag for tag in mapping if tag != "plugin"]
    tag = choice["discriminator"]["propertyName"]
    excluded = {"not": {"properties": {tag: {"enum": built_in}}}}
    return [{"allOf": [ref, excluded]} if ref["$ref"] == plugin else ref for ref in refs]
