"""Sensors by kind: the built-in ones, and those of plugins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from outrider.core.errors import UserError
from outrider.core.registry import plugin, plugins
from outrider.scenario.sensors import (
    AnySensor,
    ContactSensor,
    PluginSensor,
    StateSensor,
    TrackerSensor,
)
from outrider.sim.sensors.sensor import Mount, Sensor
from outrider.sim.sensors.tracker import Tracker
from outrider.sim.sensors.truth import ContactTruth, StateTruth

BUILT_IN: Final = ("contact", "state", "tracker")


def hears_contacts(spec: AnySensor) -> bool:
    """Whether a sensor is told what its robot touches; that takes time, so others are not."""
    return isinstance(spec, ContactSensor | PluginSensor)


def kinds() -> list[str]:
    """Every kind of sensor that a scenario may name."""
    return sorted({*BUILT_IN, *plugins("sensors")})


def build(spec: AnySensor, mount: Mount) -> Sensor:
    """The sensor that ``spec`` describes, on its robot."""
    if isinstance(spec, StateSensor):
        return StateTruth()
    if isinstance(spec, ContactSensor):
        return ContactTruth()
    if isinstance(spec, TrackerSensor):
        return Tracker(spec, mount.stream)
    return _from_plugin(spec, mount)


def _from_plugin(spec: PluginSensor, mount: Mount) -> Sensor:
    make = plugin("sensors", spec.plugin)
    if not callable(make):
        raise UserError(f"sensor plugin {spec.plugin!r} is not callable; it must make a sensor")
    made = cast("Callable[..., object]", make)(dict(spec.parameters), mount)
    for method in ("capture", "finish"):
        if not callable(getattr(made, method, None)):
            raise UserError(
                f"sensor plugin {spec.plugin!r} made a {type(made).__name__} without {method}(); "
                "see examples/plugin"
            )
    return cast("Sensor", made)
