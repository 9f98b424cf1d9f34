"""What rain, snow, leaves and dust make of surfaces: albedo and roughness by the state of weather.

Cameras take the colours, LiDAR the reflectance at 905 nm; both from the one function here.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.scenario.sky import Weather
from outrider.world.materials import Material, material

F64 = NDArray[np.float64]
Band = Literal["colour", "905nm"]

WETTEST: Final = 0.5
"""What is left of the albedo of a porous surface when it is soaked: bare soil goes from 0.28 to
0.14 (Idso et al. 1975). How porosity follows from roughness is Lagarde's (2013)."""
SMOOTHEST: Final = 0.2
"""Lagarde's factor of a porous surface, half of whose effect goes to the roughness."""
EDGE: Final = 0.15
"""Covers thin out towards their borders over this share of the grain."""
PUDDLES_FROM: Final = 0.6
PUDDLES_MOST: Final = 0.15
"""Share of level ground under puddles when all is soaked; they begin at a wetness of 0.6."""
PUDDLE_ROUGHNESS: Final = 0.05


class Layer(NamedTuple):
    """What lies on a surface, as thick as it covers."""

    material: str
    steep: tuple[float, float]
    """Normal's z at which it is all there, for a cover near 0 and for a cover of 1."""
    band: float
    """So much lower nothing lies."""


SNOW: Final = Layer("snow", (0.95, 0.6), 0.25)
LEAVES: Final = Layer("leaf_litter", (0.92, 0.85), 0.25)


def weathered(
    albedo: ArrayLike, roughness: ArrayLike, *, normal_z: ArrayLike, weather: Weather,
    metallic: ArrayLike = 0.0, open_sky: ArrayLike = 1.0, grain: ArrayLike | None = None,
    band: Band = "colour",
) -> tuple[F64, F64]:  # fmt: skip
    """Linear albedo ``(n, 3)``, or reflectance ``(n, 1)`` at 905 nm, and roughness ``(n,)``.

    ``open_sky`` is the share of the sky above that is open. ``grain (n,)``, evenly spread over
    0..1, says where things come to lie first, so that covers are patches; without it they are
    thin everywhere.
    """
    values = np.asarray(albedo, np.float64)
    rough = np.asarray(roughness, np.float64)
    up, sky = np.asarray(normal_z, np.float64), np.asarray(open_sky, np.float64)
    dust = weather.dust_cover * sky * (0.35 + 0.65 * np.clip(up, 0.0, 1.0))
    values, rough = _laid(values, rough, "dust", 0.9 * dust, band)
    leaves = _patches(cover(up, weather.leaf_cover, LEAVES) * sky, _mirrored(grain))
    values, rough = _laid(values, rough, LEAVES.material, leaves, band)
    values, rough = _wet(values, rough, weather.wetness * sky, np.asarray(metallic))
    puddles = _patches(_puddled(up, weather.wetness) * sky, grain)
    rough = rough + puddles * (np.minimum(rough, PUDDLE_ROUGHNESS) - rough)
    snow = _patches(cover(up, weather.snow_cover, SNOW) * sky, grain)
    return _laid(values, rough, SNOW.material, snow, band)


def material_in(entry: Material, weather: Weather, *, normal_z: float = 1.0) -> Material:
    """A material as it looks in a weather, on a face whose normal has that z."""
    if entry.opacity < 1.0 or weather.is_plain:
        return entry
    colour, rough = weathered(
        [_linear(entry.colour)], [entry.roughness], normal_z=[normal_z], weather=weather,
        metallic=entry.metallic,
    )  # fmt: skip
    sent, _ = weathered(
        [[entry.reflectance_905]], [entry.roughness], normal_z=[normal_z], weather=weather,
        metallic=entry.metallic, band="905nm",
    )  # fmt: skip
    red, green, blue = np.rint(255.0 * np.clip(colour[0], 0, 1) ** (1 / 2.2)).astype(int).tolist()
    return msgspec.structs.replace(
        entry, colour=(red, green, blue), roughness=float(rough[0]),
        reflectance_905=float(sent[0, 0]),
    )  # fmt: skip


def cover(normal_z: ArrayLike, amount: float, layer: Layer) -> F64:
    """``(n,)`` share of each face that a layer covers: ``amount`` where level, less where steep.

    The more there is, the steeper the faces on which it lies.
    """
    few, many = layer.steep
    full = few + (many - few) * amount
    t = np.clip((np.asarray(normal_z, np.float64) - full + layer.band) / layer.band, 0.0, 1.0)
    return np.asarray(amount * t * t * (3.0 - 2.0 * t))


def _puddled(up: F64, wetness: float) -> F64:
    share = PUDDLES_MOST * np.clip((wetness - PUDDLES_FROM) / (1.0 - PUDDLES_FROM), 0.0, 1.0)
    return np.asarray(share * np.clip((up - 0.98) / 0.015, 0.0, 1.0))


def _wet(values: F64, rough: F64, wetness: F64, metallic: F64) -> tuple[F64, F64]:
    """Porous surfaces darken and all that are rough grow smoother; porosity by roughness."""
    porosity = np.clip((rough - 0.5) / 0.4, 0.0, 1.0)
    soaked = (1.0 - metallic) * porosity * wetness
    darker = 1.0 + (WETTEST - 1.0) * soaked
    return values * darker[..., None], rough * (1.0 + 0.5 * (SMOOTHEST - 1.0) * soaked)


def _mirrored(grain: ArrayLike | None) -> F64 | None:
    """Leaves gather elsewhere than snow and water."""
    return None if grain is None else 1.0 - np.asarray(grain, np.float64)


def _patches(share: F64, grain: ArrayLike | None) -> F64:
    if grain is None:
        return share
    # Of an even grain the mean stays the share, and more is nowhere less.
    edge = np.maximum(np.minimum(EDGE, 2.0 * np.minimum(share, 1.0 - share)), 1e-12)
    away = share - np.asarray(grain, np.float64)
    return np.asarray(np.clip(away / edge + 0.5, 0.0, 1.0))


def _laid(values: F64, rough: F64, name: str, share: F64, band: Band) -> tuple[F64, F64]:
    entry = material(name)
    own = np.array([entry.reflectance_905]) if band == "905nm" else _linear(entry.colour)
    part = np.asarray(share)
    return values + part[..., None] * (own - values), rough + part * (entry.roughness - rough)


def _linear(srgb: ArrayLike) -> F64:
    return np.asarray((np.asarray(srgb, np.float64) / 255.0) ** 2.2)
