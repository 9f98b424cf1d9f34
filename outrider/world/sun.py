"""Where the sun stands: from date, time and place, or as the light of a scenario says.

The low-precision formula of the Astronomical Almanac (page C5; Michalsky 1988): 0.01° between 1950
and 2050, in apparent longitude; with refraction after Sæmundsson (1986) where the sun is up.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.sky import Light, instant

J2000: Final = datetime(2000, 1, 1, 12, tzinfo=UTC)
DAY_S: Final = 86_400.0


class Sun(NamedTuple):
    """Its place in the sky; the azimuth turns from east towards north, as a heading does."""

    azimuth_rad: float
    height_rad: float

    @property
    def direction(self) -> NDArray[np.float64]:
        """(3,) unit vector towards it, ENU."""
        level = math.cos(self.height_rad)
        x, y = level * math.cos(self.azimuth_rad), level * math.sin(self.azimuth_rad)
        return np.array([x, y, math.sin(self.height_rad)])


PRESETS: Final = {
    "bright": (Sun(math.radians(225.0), math.radians(45.0)), 0.0),
    "somber": (Sun(math.radians(225.0), math.radians(25.0)), 0.9),
    "dusk": (Sun(math.radians(190.0), math.radians(1.5)), 0.2),
    "night": (Sun(math.radians(90.0), math.radians(-25.0)), 0.0),
}
"""The sun's place and the share of the sky that is covered."""


def sun_of(light: Light, *, after_s: float = 0.0) -> Sun:
    """The sun of a light, so long after the start of the run; it moves if the light has a time."""
    if light.sun_azimuth_rad is not None and light.sun_height_rad is not None:
        return Sun(light.sun_azimuth_rad, light.sun_height_rad)
    if light.time is not None:
        latitude, longitude = light.latitude_rad or 0.0, light.longitude_rad or 0.0
        when = instant(light.time) + timedelta(seconds=after_s)
        return sun_at(when, latitude_rad=latitude, longitude_rad=longitude)
    return PRESETS[light.preset or "bright"][0]


def clouds_of(light: Light) -> float:
    """Share of the sky that is covered."""
    if light.clouds is not None:
        return light.clouds
    return PRESETS[light.preset or "bright"][1]


def sun_at(
    when: datetime, *, latitude_rad: float, longitude_rad: float, refracted: bool = True
) -> Sun:
    """The sun's place at a time, seen from a place on Earth; longitude counts east."""
    days = (when - J2000).total_seconds() / DAY_S
    mean = math.radians((280.460 + 0.9856474 * days) % 360.0)
    anomaly = math.radians((357.528 + 0.9856003 * days) % 360.0)
    along = mean + math.radians(1.915 * math.sin(anomaly) + 0.020 * math.sin(2.0 * anomaly))
    tilt = math.radians(23.439 - 4e-7 * days)
    ascension = math.atan2(math.cos(tilt) * math.sin(along), math.cos(along))
    declination = math.asin(math.sin(tilt) * math.sin(along))
    sidereal = math.radians((280.46061837 + 360.98564736629 * days) % 360.0)
    hour = sidereal + longitude_rad - ascension
    east = -math.cos(declination) * math.sin(hour)
    north = math.sin(declination) * math.cos(latitude_rad)
    north -= math.cos(declination) * math.cos(hour) * math.sin(latitude_rad)
    up = math.sin(declination) * math.sin(latitude_rad)
    up += math.cos(declination) * math.cos(hour) * math.cos(latitude_rad)
    height = math.asin(min(max(up, -1.0), 1.0))
    return Sun(math.atan2(north, east), height + (refraction(height) if refracted else 0.0))


def refraction(height_rad: float) -> float:
    """How much higher it looks through the air than it stands, rad; fades out below the horizon."""
    degrees = math.degrees(height_rad)
    if degrees < -2.0:
        return 0.0
    arc_minutes = 1.02 / math.tan(math.radians(degrees + 10.3 / (degrees + 5.11)))
    fade = min(1.0, (degrees + 2.0) / 1.0)
    return math.radians(arc_minutes / 60.0) * fade
