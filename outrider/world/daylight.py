"""How much light sun and sky give, and how far one sees through the air."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.sky import Light, Weather
from outrider.world.sun import clouds_of, sun_of

CONTRAST: Final = 0.05
"""What is left of the contrast of a black thing at the visibility (Koschmieder)."""
SUN_LX: Final = 127_500.0
"""Of the sun outside the air."""
SKIES: Final = np.array([
    # clouds, direct beam, extinction, sky: A + B · sin(h)^C lx (IES; Gillette and Kusuda 1982)
    [0.0, 1.0, 0.21, 800.0, 15_500.0, 0.5],
    [0.5, 1.0, 0.80, 300.0, 45_000.0, 1.0],
    [1.0, 0.0, 0.80, 300.0, 21_000.0, 1.0],
])  # fmt: skip
TWILIGHT: Final = ((-18.0, -12.0, -6.0, 0.0), (6.5e-4, 8.3e-3, 3.4, 800.0))
"""Heights of the sun, degrees, and light of a clear sky on level ground, lx."""
DEPTHS: Final = np.array([0.135, 0.187, 0.33])
"""Optical depth of clear air for red, green and blue."""


class Daylight(NamedTuple):
    """Illuminance in lux."""

    beam_lx: float
    """Of the sun, on a face that looks at it."""
    sky_lx: float
    """Of the sky, on level ground."""
    colour: NDArray[np.float64]
    """(3,) of the beam, relative to a sun in the zenith; green is 1."""
    height_rad: float

    @property
    def level_lx(self) -> float:
        """Of both, on level ground."""
        return self.beam_lx * max(math.sin(self.height_rad), 0.0) + self.sky_lx


def daylight(light: Light, *, after_s: float = 0.0) -> Daylight:
    """What sun and sky give, so long after the start of the run."""
    height, clouds = sun_of(light, after_s=after_s).height_rad, clouds_of(light)
    rows = [_sky(row, height) for row in SKIES]
    beam = float(np.interp(clouds, SKIES[:, 0], [row[0] for row in rows]))
    sky = float(np.interp(clouds, SKIES[:, 0], [row[1] for row in rows]))
    thick = np.exp(-DEPTHS * (air_mass(height) - 1.0))
    return Daylight(beam, sky, thick / thick[1], height)


def _sky(row: NDArray[np.float64], height_rad: float) -> tuple[float, float]:
    """Beam and sky of one kind of sky."""
    _, direct, extinction, base, gain, power = row.tolist()
    if height_rad <= 0.0:
        heights, light = TWILIGHT
        clear = math.exp(float(np.interp(math.degrees(height_rad), heights, np.log(light))))
        return 0.0, float(clear * base / light[-1])
    beam = direct * SUN_LX * math.exp(-extinction * air_mass(height_rad))
    return beam, float(base + gain * math.sin(height_rad) ** power)


def air_mass(height_rad: float) -> float:
    """How much more air the sun shines through than from the zenith (Kasten and Young 1989)."""
    degrees = max(math.degrees(height_rad), 0.0)
    low = 0.50572 * math.pow(degrees + 6.07995, -1.6364)
    return 1.0 / (math.sin(math.radians(degrees)) + low)


def extinction(weather: Weather) -> float:
    """Share of visible light that a metre of air takes away, 1/m; adds over what is in the air.

    Fog after Koschmieder; rain after Carbonneau and Wisely (1998), 1.076 R^0.67 dB/km; dry snow
    after ITU-R P.1814, 5.5 S^1.38 dB/km; dust after Chepil and Woodruff (1957), whose visibility
    is (56 / M)^0.8 km for M mg/m³.
    """
    total = 0.0
    if weather.visibility_m is not None:
        total += -math.log(CONTRAST) / weather.visibility_m
    decibel = 1.076 * math.pow(weather.rain_mm_h, 0.67) + 5.5 * math.pow(weather.snow_mm_h, 1.38)
    total += decibel / 1000.0 * math.log(10.0) / 10.0
    if weather.dust_mg_m3 > 0.0:
        total += -math.log(CONTRAST) / (1000.0 * math.pow(56.0 / weather.dust_mg_m3, 0.8))
    return total


def visibility(weather: Weather) -> float:
    """How far a black thing is told from the sky, m; inf in clear air."""
    found = extinction(weather)
    return -math.log(CONTRAST) / found if found > 0.0 else math.inf
