"""Light and weather of a world: when and where the sun stands, the air, and what lies on things."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from outrider.scenario.quantities import Angle, Instant, Share

Latitude = Annotated[float, Meta(ge=-1.5707963267948966, le=1.5707963267948966)]
SunHeight = Annotated[float, Meta(ge=-1.5707963267948966, le=1.5707963267948966)]
Visibility = Annotated[float, Meta(ge=1, le=1e6)]
RainRate = Annotated[float, Meta(ge=0, le=300)]
SnowRate = Annotated[float, Meta(ge=0, le=50)]
DustLoad = Annotated[float, Meta(ge=0, le=10_000)]


class Light(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the sun stands and how clouded the sky is.

    Either a ``preset``, or the sun's place in the sky, or ``time`` with latitude and longitude,
    from which the sun follows and moves on while the run goes on. Angles turn from east towards
    north; longitude counts east.
    """

    preset: Literal["bright", "somber", "dusk", "night"] | None = None
    sun_azimuth_rad: Angle | None = None
    sun_height_rad: SunHeight | None = None
    """Above the horizon; negative below."""
    time: Instant | None = None
    """When the run starts."""
    latitude_rad: Latitude | None = None
    longitude_rad: Angle | None = None
    clouds: Share | None = None
    """Share of the sky that is covered; left out: the preset's, else 0."""


class Weather(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The air, and what it has left on the surfaces; these do not follow from each other."""

    visibility_m: Visibility | None = None
    """How far a black thing is told from the sky (5 % contrast); left out: without end."""
    rain_mm_h: RainRate = 0.0
    snow_mm_h: SnowRate = 0.0
    """As water."""
    dust_mg_m3: DustLoad = 0.0
    wetness: Share = 0.0
    """0 dry … 1 soaked: what lies open to the sky is darker, smoother and more slippery."""
    snow_cover: Share = 0.0
    """Share of level ground under snow; steep faces stay bare longer."""
    leaf_cover: Share = 0.0
    """Share of level ground under fallen leaves."""
    dust_cover: Share = 0.0
    """0 clean … 1 all colours under dust."""

    @property
    def is_plain(self) -> bool:
        """Whether surfaces look and feel as their materials say."""
        return not (self.wetness or self.snow_cover or self.leaf_cover or self.dust_cover)


def fault_of(light: Light) -> tuple[str, str] | None:
    """A field of a light that contradicts the others, and the reason; None if all is well."""
    place = (light.latitude_rad, light.longitude_rad)
    sun = (light.sun_azimuth_rad, light.sun_height_rad)
    ways = [light.preset is not None, any(v is not None for v in sun), light.time is not None]
    if sum(ways) > 1:
        return "", "give one of preset, sun_azimuth_rad with sun_height_rad, and time"
    if (sun[0] is None) != (sun[1] is None):
        return "", "the sun's place is sun_azimuth_rad and sun_height_rad; give both"
    if light.time is None:
        given = any(v is not None for v in place)
        return ("", "a latitude or longitude needs a time") if given else None
    if None in place:
        return "time", "the sun at a time needs latitude_rad and longitude_rad (or _deg)"
    try:
        instant(light.time)
    except ValueError:
        return "time", f"there is no {light.time}; check month, day and hour"
    return None


def instant(text: str) -> datetime:
    """The UTC time that an ``Instant`` tells; a ValueError if there is no such day or hour."""
    return datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=UTC)


class Sky(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Light and weather of a world as it was made."""

    light: Light = Light()
    weather: Weather = Weather()
