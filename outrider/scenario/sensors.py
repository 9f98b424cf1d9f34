"""What a robot senses: one struct per kind of sensor."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import force_setattr

from outrider.scenario.quantities import (
    AngleNoise,
    Delay,
    Name,
    Parameters,
    Rate,
    Share,
    Spread,
)


class Sensor(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every sensor has.

    ``name`` left out = the kind; messages appear as ``<robot>/<name>``. Samples are taken at
    ``phase_ms`` plus whole multiples of 1/``rate_hz`` and arrive ``latency_ms`` later.
    """

    name: Name = ""
    rate_hz: Rate = 50.0
    phase_ms: Delay = 0.0
    latency_ms: Delay = 0.0

    @property
    def kind(self) -> str:
        """The built-in kind or the name of the plugin."""
        return str(getattr(self, "plugin", None) or self.__struct_config__.tag)

    def __post_init__(self) -> None:
        if not self.name:
            force_setattr(self, "name", self.kind)


class StateSensor(Sensor, frozen=True, kw_only=True, tag="state"):
    """Ground truth: pose, twist, acceleration and mode."""


class TrackerSensor(Sensor, frozen=True, kw_only=True, tag="tracker"):
    """Motion capture: the pose with white noise; each sample is lost with chance ``drop_out``."""

    rate_hz: Rate = 100.0
    position_noise_m: Spread = 0.0
    attitude_noise_rad: AngleNoise = 0.0
    drop_out: Share = 0.0


class ContactSensor(Sensor, frozen=True, kw_only=True, tag="contact"):
    """Every touch: with what, where, the normal, force and impulse."""


class PluginSensor(Sensor, frozen=True, kw_only=True, tag="plugin"):
    """A sensor made by an installed plugin; in a file: ``kind: <name of the plugin>``."""

    GROUP: ClassVar[str] = "sensors"
    plugin: Name
    parameters: Parameters = {}


AnySensor = StateSensor | TrackerSensor | ContactSensor | PluginSensor
