"""The numbers and names a scenario is made of, with what is allowed for each.

Units stand in the field names. An angle field ends in ``_rad`` (a rate in ``_rad_s``); a file may
write it as ``_deg`` (``_deg_s``) instead.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

FULL_TURN: Final = 6.283185307179586

# `(?![\s\S])` is "end of text" both in Python, where `$` allows a newline, and in JSON Schema.
NAME_PATTERN: Final = r"^[A-Za-z][A-Za-z0-9_]{0,31}(?![\s\S])"
NAME_RULE: Final = "a name: a letter, then up to 31 letters, digits or _"

Name = Annotated[str, Meta(pattern=NAME_PATTERN, description=NAME_RULE)]
ModelName = Annotated[
    str, Meta(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f\x7f]+(?![\s\S])")
]
# Line breaks and tabs are text; other control characters would reach a terminal.
TEXT_PATTERN: Final = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*(?![\s\S])"
Text = Annotated[str, Meta(max_length=10_000, pattern=TEXT_PATTERN)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]

TIME_PATTERN: Final = (
    r"^(?:19[5-9][0-9]|20[0-9]{2})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?Z(?![\s\S])"
)
TIME_RULE: Final = "a UTC time of the years 1950 to 2099, as 2026-06-21T10:30:00Z"
Instant = Annotated[str, Meta(pattern=TIME_PATTERN, description=TIME_RULE)]

Coordinate = Annotated[float, Meta(ge=-1e7, le=1e7)]
Point = Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=3)]
"""``[x, y]`` or ``[x, y, z]``, metres, ENU."""
Path = Annotated[tuple[Point, ...], Meta(min_length=1, max_length=100_000)]
Point3 = tuple[Coordinate, Coordinate, Coordinate]

Length = Annotated[float, Meta(gt=0, le=1e5)]
Extents = tuple[Length, Length, Length]
"""Full edge lengths ``[x, y, z]``."""
Expanse = Annotated[float, Meta(ge=40, le=4000)]
"""Side of a square that is worked out in full."""
Countryside = Annotated[float, Meta(ge=40, le=2000)]
"""The same where it is full of things, to the last tuft or pipe."""
Plot = Annotated[float, Meta(ge=40, le=400)]
"""Mean side of a field."""
RowGap = Annotated[float, Meta(ge=0.4, le=4)]
"""Distance of the rows of a crop."""
Runway = Annotated[float, Meta(ge=300, le=3500)]
"""Length of a runway."""
TownSize = Annotated[float, Meta(ge=200, le=2000)]
"""Side of a square that holds a town."""
Storeys = Annotated[float, Meta(ge=2, le=12)]
"""Storeys of houses, on the mean."""
SiteSize = Annotated[float, Meta(ge=180, le=800)]
"""Side of the square about a campus."""
Floors = Annotated[int, Meta(ge=1, le=8)]
"""Storeys of one building."""
Knolls = Annotated[float, Meta(ge=0, le=4)]
"""Height between low and high lawn."""
HallLength = Annotated[float, Meta(ge=40, le=200)]
HallWidth = Annotated[float, Meta(ge=30, le=120)]
HallHeight = Annotated[float, Meta(ge=7, le=20)]
AisleWidth = Annotated[float, Meta(ge=2.2, le=8)]
AisleCount = Annotated[int, Meta(ge=0, le=40)]
Spread = Annotated[float, Meta(ge=0, le=1e4)]
Sight = Annotated[float, Meta(ge=100, le=2000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Mass = Annotated[float, Meta(gt=0, le=1e6)]
Speed = Annotated[float, Meta(gt=0, le=200)]
Pace = Annotated[float, Meta(ge=0, le=200)]
"""A speed that may be none."""
SignedSpeed = Annotated[float, Meta(ge=-200, le=200)]
Gust = Annotated[float, Meta(ge=0, le=100)]
Angle = Annotated[float, Meta(ge=-FULL_TURN, le=FULL_TURN)]
Incline = Annotated[float, Meta(ge=0, le=1.5)]
AngleNoise = Annotated[float, Meta(ge=0, le=3.2)]
AngleRate = Annotated[float, Meta(ge=-100, le=100)]
Duration = Annotated[float, Meta(gt=0, le=1e6)]
Pause = Annotated[float, Meta(ge=0, le=1e6)]
Rate = Annotated[float, Meta(gt=0, le=1000)]
Delay = Annotated[float, Meta(ge=0, le=1e5)]
Bandwidth = Annotated[float, Meta(gt=0, le=1e12)]

Parameter = bool | int | float | str | tuple[float, ...]
ParameterName = Annotated[str, Meta(min_length=1, max_length=100)]
Parameters = dict[ParameterName, Parameter]
"""Free settings of a robot model or a plugin; whoever reads them checks the names."""
