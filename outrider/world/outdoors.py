"""Light and weather in the pictures of worlds: the scene's sun, haze, and what lies on surfaces."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.scenario.sky import Light
from outrider.world.daylight import Daylight, daylight, extinction
from outrider.world.materials import MATERIALS, SKINS
from outrider.world.raster import Frame, Shot, linear, row_of
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.sun import clouds_of, sun_of
from outrider.world.terrain import Terrain, octaves
from outrider.world.weathering import weathered

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

USUAL: Final = daylight(Light(sun_azimuth_rad=0.0, sun_height_rad=math.radians(41.0)))
"""What pictures are exposed for."""
ADAPTED: Final = 0.86
"""How much of a change of the light a picture's exposure makes up for, as a power."""
BEAM_SHARE: Final = 0.7
"""Of the sun, in the light that level ground has in a usual picture."""
OVERCAST: Final = np.array([1.35, 1.06, 0.86])
"""What clouds make of the colour of the sky."""
CELL_M: Final = 0.3
HIGHEST_M: Final = 80.0
NEAREST_M: Final = 0.4
"""A roof nearer above a point is the one that it lies on."""
PATCHES: Final = ((21, 9.0, 1.0), (22, 2.3, 0.6), (23, 0.7, 0.3))
"""Seed, size in metres and weight of the noise that patches are made of; its deviation is 1."""
TO_EVEN: Final = 1.7
"""Makes what is spread as a normal distribution evenly spread."""
LETS_THROUGH: Final = ("trunk", "foliage", "bush", "fern", "cactus", "crop", "pole", "fence")
"""Classes that shelter nothing."""


def lit_by(scene: Scene, shot: Shot) -> Shot:
    """The shot in the scene's light and air; a scene without any leaves it as it is."""
    dense = extinction(scene.weather)
    if dense > 0.0:
        shot = replace(shot, haze_m=1.0 / (dense + 1.0 / shot.haze_m))
    light = scene.light
    if light == Light():
        return shot
    sun, now = sun_of(light), daylight(light)
    beam, sky = _strengths(now, clouds_of(light))
    return replace(
        shot, sun_azimuth_rad=sun.azimuth_rad, sun_height_rad=sun.height_rad,
        sun_strength=_triple(beam), sky_strength=_triple(sky),
    )  # fmt: skip


def _strengths(now: Daylight, clouds: float) -> tuple[F64, F64]:
    """Factors of beam and sky in a picture whose exposure follows the light part of the way."""
    beam, sky = now.beam_lx / USUAL.beam_lx, now.sky_lx / USUAL.sky_lx
    level = beam * max(math.sin(now.height_rad), 0.0) / math.sin(USUAL.height_rad)
    wanted = (now.level_lx / USUAL.level_lx) ** (1.0 - ADAPTED)
    exposure = wanted / (BEAM_SHARE * level + (1.0 - BEAM_SHARE) * sky)
    tint = 1.0 + clouds * (OVERCAST - 1.0)
    return exposure * beam * now.colour / USUAL.colour, exposure * sky * tint


def _triple(values: F64) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def weathered_frame(scene: Scene, frame: Frame, *, sheets: int) -> Frame:
    """What weather has left on the surfaces of a frame; the first ``sheets`` are the ground."""
    if scene.weather.is_plain:
        return frame
    solid = np.array([entry.opacity == 1.0 for entry in MATERIALS.values()])
    mask = (frame.ident >= 0) & solid[frame.kind]
    points = frame.points()[mask]
    kinds = frame.kind[mask].astype(np.int64)
    ground = frame.ident[mask] < sheets
    kinds[ground] = _skins(scene, points[ground, :2])
    facing = frame.facing[mask]
    up = facing[:, 2] / np.maximum(np.linalg.norm(facing, axis=1), 1e-6)
    facts = _facts()[kinds]
    albedo, rough = weathered(
        linear(frame.colour[mask]), facts[:, 0], normal_z=up, weather=scene.weather,
        metallic=facts[:, 1], open_sky=open_sky(scene, points), grain=grain(points),
    )  # fmt: skip
    colour, gloss = frame.colour.copy(), ((1.0 - _facts()[..., 0]) ** 2)[frame.kind]
    colour[mask] = 255.0 * albedo ** (1.0 / 2.2)
    gloss[mask] += (1.0 - rough) ** 2 - (1.0 - facts[:, 0]) ** 2
    return replace(frame, colour=colour, gloss=gloss.astype(np.float32))


def open_sky(scene: Scene, points: F64) -> F64:
    """``(n,)`` 0 under roofs and the like, 1 elsewhere, to within a third of a metre."""
    shelters = ~np.isin(scene.objects.solids.semantic, [number_of(n) for n in LETS_THROUGH])
    if not (shelters & scene.objects.alive).any():
        return np.ones(len(points))
    cells, place = np.unique(np.floor(points / CELL_M).astype(np.int64), axis=0,
                             return_inverse=True)  # fmt: skip
    starts = (cells + np.array([0.5, 0.5, 1.0])) * CELL_M
    ranges, rows = scene.cast(starts, np.array([[0.0, 0.0, 1.0]]), range_m=HIGHEST_M)
    hit = (rows >= 0) & (ranges > NEAREST_M) & shelters[np.maximum(rows, 0)]
    return np.where(hit, 0.0, 1.0)[place.reshape(-1)]


def _skins(scene: Scene, points: F64) -> NDArray[np.int64]:
    """Rows of the materials of the ground."""
    names = [entry.name for entry in scene.classes]
    skins = [scene.skins.get(name, SKINS.get(name, SKINS["ground"])) for name in names]
    return np.array([row_of(skin) for skin in skins])[scene.surface(points)]


def grain(points: F64) -> F64:
    """``(n,)`` where things come to lie first: 0..1, evenly spread, in patches of some metres."""
    total = np.zeros(len(points))
    for seed, wavelength, weight in PATCHES:
        field = Terrain(
            octaves=octaves(seed, relief_m=4.0, wavelength_m=wavelength, roughness=0.5, count=2)
        )
        total += weight * field.height(points[:, :2])
    spread = math.sqrt(sum(weight**2 for _, _, weight in PATCHES))
    return np.asarray(1.0 / (1.0 + np.exp(-TO_EVEN * total / spread)))


@lru_cache(maxsize=1)
def _facts() -> F64:
    """(materials, 2) roughness and metallic."""
    return np.array([(entry.roughness, entry.metallic) for entry in MATERIALS.values()])
