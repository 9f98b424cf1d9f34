"""Just enough of JSON Schema to judge documents by the exported schema."""

from __future__ import annotations

import math
import re
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
KNOWN = {
    *("$schema", "$ref", "$defs", "title", "description", "default", "type", "enum", "pattern"),
    *("properties", "required", "additionalProperties", "propertyNames", "items", "prefixItems"),
    *("minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"),
    *("exclusiveMinimum", "exclusiveMaximum", "anyOf", "allOf", "not"),
}


def fits(value: Any, schema: Any, root: dict[str, Any]) -> bool:
    """Whether a document fits a schema; an unknown keyword is an error, not a pass."""
    if isinstance(schema, bool):
        return schema
    unknown = schema.keys() - KNOWN
    if unknown:
        raise ValueError(f"keywords {sorted(unknown)} are not known to this validator")
    return (
        ("type" not in schema or _is(value, schema["type"]))
        and ("enum" not in schema or value in schema["enum"])
        and _combined(value, schema, root)
        and _object(value, schema, root)
        and _array(value, schema, root)
        and _scalar(value, schema)
    )


def _combined(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    parts = list(schema.get("allOf", []))
    if "$ref" in schema:
        parts.append(root["$defs"][schema["$ref"].split("/")[-1]])
    return (
        all(fits(value, part, root) for part in parts)
        and ("anyOf" not in schema or any(fits(value, kind, root) for kind in schema["anyOf"]))
        and ("not" not in schema or not fits(value, schema["not"], root))
    )


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def _object(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    if not isinstance(value, dict):
        return True
    properties = schema.get("properties", {})
    rest = schema.get("additionalProperties", True)
    names = schema.get("propertyNames", True)
    return (
        all(name in value for name in schema.get("required", []))
        and all(fits(name, names, root) for name in value)
        and all(fits(item, properties.get(name, rest), root) for name, item in value.items())
    )


def _array(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    if not isinstance(value, list):
        return True
    first = schema.get("prefixItems", [])
    kinds = [*first, *[schema.get("items", True)] * (len(value) - len(first))]
    return schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)) and all(
        fits(item, kind, root) for item, kind in zip(value, kinds, strict=False)
    )


def _scalar(value: Any, schema: dict[str, Any]) -> bool:
    if isinstance(value, str):
        return (
            schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
            and re.search(schema.get("pattern", ""), value) is not None
        )
    if isinstance(value, bool) or not isinstance(value, int | float):
        return True
    low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    above = schema.get("exclusiveMinimum", -math.inf)
    below = schema.get("exclusiveMaximum", math.inf)
    return bool(low <= value <= high and above < value < below)
