"""What to run: frozen structs read from strict YAML, with errors that point at the fault."""

from outrider.scenario.dump import dump
from outrider.scenario.load import expand, load, names, parse, variants
from outrider.scenario.schema import Links, Prop, Robot, Scenario, Swarm, Wind
from outrider.scenario.sensors import Sensor
from outrider.scenario.worlds import Object, World

__all__ = [
    "Links",
    "Object",
    "Prop",
    "Robot",
    "Scenario",
    "Sensor",
    "Swarm",
    "Wind",
    "World",
    "dump",
    "expand",
    "json_schema",
    "load",
    "names",
    "parse",
    "variants",
]


def json_schema() -> dict[str, object]:
    """The JSON Schema of scenario files, for editors and validators."""
    # Needed by one command only, and it costs as much to import as all the rest.
    from outrider.scenario.jsonschema import json_schema as build

    return build()
