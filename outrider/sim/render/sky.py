"""The light of sky and sun from first principles: Rayleigh and Mie scattering in a round air.

Single scattering along each direction, with a share for light that was scattered more than once;
then scaled so that level ground gets as much light as was measured (``world.daylight``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.sky import Light
from outrider.world.daylight import daylight
from outrider.world.sun import clouds_of, sun_of

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

ROWS: Final = 48
"""Of the sky's picture, from the horizon to the zenith."""
COLUMNS: Final = 96
"""Around, from the sun's azimuth on."""
EARTH_M: Final = 6.36e6
AIR_M: Final = 6.42e6
RAYLEIGH: Final = np.array([5.8e-6, 13.5e-6, 33.1e-6])
"""Scattering at sea level for red, green and blue, 1/m (Bruneton and Neyret 2008)."""
MIE: Final = 2.1e-5
MIE_ASYMMETRY: Final = 0.76
HEIGHTS_M: Final = (8000.0, 1200.0)
"""Over which air and haze thin out."""
OZONE: Final = np.array([0.65e-6, 1.88e-6, 0.085e-6])
AGAIN: Final = 0.35
"""Light scattered a second time and more, relative to what was scattered once, all around."""
AIR_ROWS: Final = ROWS // 4
"""Above the horizon, as high as about 6 degrees: what haze takes its colour from."""
STEPS: Final = 24
SUN_STEPS: Final = 8
CLOUD: Final = np.array([0.97, 1.0, 1.05])
LUMA: Final = np.array([0.2126, 0.7152, 0.0722])


@dataclass(frozen=True)
class SkyLight:
    """Luminance in 1,000 cd/m² and illuminance in 1,000 lx, per colour."""

    picture: F32
    """(ROWS, COLUMNS, 3) by height (its square root) and azimuth from the sun."""
    beam: F64
    """(3,) of the sun on a face that looks at it."""
    up: F64
    """(3,) of the sky on level ground."""
    side: F64
    """(3,) of the sky on a wall, the mean of all walls, without light from the ground."""
    air: tuple[F64, F64]
    """(3,) twice: the light of much air, away from the sun and towards it."""
    toward: F64
    """(3,) unit vector to the sun."""

    @property
    def level(self) -> float:
        """Illuminance of level ground, by eye."""
        return float((self.up + self.beam * max(self.toward[2], 0.0)) @ LUMA)


@lru_cache(maxsize=64)
def sky_light(light: Light, *, after_s: float = 0.0) -> SkyLight:
    """The sky of that light."""
    sun, now = sun_of(light, after_s=after_s), daylight(light, after_s=after_s)
    picture = _clear(max(sun.height_rad, math.radians(-6.0)))
    clouds = clouds_of(light)
    heights = _heights()
    overcast = (1.0 + 2.0 * np.sin(heights))[:, None, None] / 3.0 * CLOUD
    picture = picture / max(_level(picture) @ LUMA, 1e-12)
    overcast = np.broadcast_to(overcast, picture.shape)
    overcast = overcast / (_level(overcast) @ LUMA)
    mixed = (1.0 - clouds) * picture + clouds * overcast
    mixed = mixed * (now.sky_lx / 1000.0)
    level = math.cos(sun.height_rad)
    toward = np.array([level * math.cos(sun.azimuth_rad), level * math.sin(sun.azimuth_rad),
                       math.sin(sun.height_rad)])  # fmt: skip
    return SkyLight(
        picture=mixed.astype(np.float32),
        beam=now.beam_lx / 1000.0 * now.colour / (now.colour @ LUMA),
        up=_level(mixed),
        side=_wall(mixed),
        air=(
            mixed[:AIR_ROWS, COLUMNS // 4 : -COLUMNS // 4].mean(axis=(0, 1)),
            mixed[:AIR_ROWS, [0, 1, -2, -1]].mean(axis=(0, 1)),
        ),
        toward=toward,
    )


def _heights() -> F64:
    """(ROWS,) of the middles of the picture's rows."""
    return np.asarray(0.5 * math.pi * ((np.arange(ROWS) + 0.5) / ROWS) ** 2)


def _solid_angles() -> F64:
    """(ROWS,) of one pixel in each row."""
    edges = 0.5 * math.pi * (np.arange(ROWS + 1) / ROWS) ** 2
    return np.asarray(np.diff(np.sin(edges)) * 2.0 * math.pi / COLUMNS)


def _level(picture: F64) -> F64:
    weight = _solid_angles() * np.sin(_heights())
    return np.asarray((picture * weight[:, None, None]).sum(axis=(0, 1)))


def _wall(picture: F64) -> F64:
    """The mean over walls of all azimuths: a cosine's mean where it is positive is 1/π."""
    weight = _solid_angles() * np.cos(_heights()) / math.pi
    return np.asarray((picture * weight[:, None, None]).sum(axis=(0, 1)))


def _clear(sun_rad: float) -> F64:
    """(ROWS, COLUMNS, 3) relative luminance of a clear sky."""
    height = _heights()[:, None]
    azimuth = (np.arange(COLUMNS) + 0.5) / COLUMNS * 2.0 * math.pi
    way = np.stack(np.broadcast_arrays(
        np.cos(height) * np.cos(azimuth), np.cos(height) * np.sin(azimuth), np.sin(height)
    ), axis=-1)  # fmt: skip
    sun = np.array([math.cos(sun_rad), 0.0, math.sin(sun_rad)])
    start = np.array([0.0, 0.0, EARTH_M + 2.0])
    length = _to_the_edge(start, way)
    cosine = way @ sun
    air_phase = 3.0 / (16.0 * math.pi) * (1.0 + cosine**2)
    g = MIE_ASYMMETRY
    haze_phase = (1.0 - g * g) / (4.0 * math.pi * (1.0 + g * g - 2.0 * g * cosine) ** 1.5)
    even = 1.0 / (4.0 * math.pi)
    total = np.zeros((*cosine.shape, 3))
    passed = np.zeros((*cosine.shape, 3))
    for k in range(STEPS):
        # Short steps first: the air is densest at the eye.
        near, far = (k / STEPS) ** 2, ((k + 1) / STEPS) ** 2
        step = (far - near) * length
        point = start + way * (0.5 * (near + far) * length)[..., None]
        above = np.linalg.norm(point, axis=-1) - EARTH_M
        air, haze = (np.exp(-above / h) for h in HEIGHTS_M)
        ozone = np.maximum(0.0, 1.0 - np.abs(above - 25e3) / 15e3)
        loss = air[..., None] * RAYLEIGH + (1.1 * MIE * haze)[..., None] + ozone[..., None] * OZONE
        passed += 0.5 * loss * step[..., None]
        lit = np.exp(-passed - _depth_to_sun(point, sun))
        once = (air * air_phase)[..., None] * RAYLEIGH + (haze * haze_phase)[..., None] * MIE
        more = AGAIN * even * (air[..., None] * RAYLEIGH + (haze * MIE)[..., None])
        # What was scattered before comes around the earth's shadow.
        soft = np.exp(-passed - 0.35 * _depth_to_sun(point, sun, shadow=False))
        total += (once * lit + more * soft) * step[..., None]
        passed += 0.5 * loss * step[..., None]
    return total


def _to_the_edge(start: F64, way: F64) -> F64:
    """Length of rays that start inside of the air."""
    along = (way * start).sum(axis=-1)
    return np.asarray(-along + np.sqrt(along**2 - (start @ start) + AIR_M**2))


def _depth_to_sun(points: F64, sun: F64, *, shadow: bool = True) -> F64:
    """(…, 3) optical depth from points to the sun; very much through the earth."""
    along = points @ sun
    square = (points**2).sum(axis=-1)
    length = -along + np.sqrt(np.maximum(along**2 - square + AIR_M**2, 0.0))
    total = np.zeros((*along.shape, 3))
    for k in range(SUN_STEPS):
        near, far = (k / SUN_STEPS) ** 2, ((k + 1) / SUN_STEPS) ** 2
        point = points + sun * (0.5 * (near + far) * length)[..., None]
        above = np.maximum(np.linalg.norm(point, axis=-1) - EARTH_M, 0.0)
        air, haze = (np.exp(-above / h) for h in HEIGHTS_M)
        ozone = np.maximum(0.0, 1.0 - np.abs(above - 25e3) / 15e3)
        loss = air[..., None] * RAYLEIGH + (1.1 * MIE * haze)[..., None] + ozone[..., None] * OZONE
        total += loss * ((far - near) * length)[..., None]
    if shadow:
        hidden = (along < 0.0) & (square - along**2 < EARTH_M**2)
        total += np.where(hidden, 40.0, 0.0)[..., None]
    return total
