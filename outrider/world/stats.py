"""Figures of a world: relief, what stands in it, how far one sees, how alike its places are."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.materials import SKINS, material
from outrider.world.memory import asset_memory
from outrider.world.scene import Scene
from outrider.world.semantics import CLASSES

F64 = NDArray[np.float64]

SAMPLES: Final = 4000
EYE_M: Final = 1.0
GLANCE_M: Final = 30.0
PATCH_M: Final = 12.0


class WorldStats(Struct, frozen=True, kw_only=True):
    """One line of the table that tells worlds apart."""

    kind: str
    seed: int
    size_m: tuple[float, float]
    relief_m: float
    """From the 1st to the 99th percentile of the heights."""
    slope_deg: float
    """Mean."""
    roughness_m: float
    """Standard deviation of the heights about a plane through 10 m."""
    things: int
    solids: int
    density_per_ha: float
    """Solid things and objects on a hectare."""
    occlusion: float
    """Share of glances over 30 m, a metre above the ground, that end at something."""
    self_similarity: float
    """Mean likeness, 0..1, of what stands about two places: aliases for those who look around."""
    colour: tuple[int, int, int]
    """Mean colour of the ground, sRGB."""
    surfaces: dict[str, float]
    """Shares of the surface classes."""
    classes: dict[str, int]
    """Objects by class."""
    buildings: int
    rooms: int
    roads_m: float
    assets_bytes: int
    """Memory of meshes and textures, each once, once all of them have been drawn."""


def statistics(scene: Scene) -> WorldStats:
    """The figures of a scene; the same for the same scene."""
    x0, y0, x1, y1 = scene.extent
    chance = Stream(scene.seed, "statistics").uniform(0, 4 * SAMPLES).reshape(-1, 4)
    points = np.column_stack((x0 + (x1 - x0) * chance[:, 0], y0 + (y1 - y0) * chance[:, 1]))
    ground = scene.terrain.sample(points)
    alive = scene.objects.alive
    numbers = np.concatenate([
        scene.things.semantic, scene.objects.solids.semantic[alive & (scene.objects.owner == -1)],
    ])  # fmt: skip
    surface = scene.surface(points)
    standing = len(np.unique(scene.objects.owner[alive & (scene.objects.owner != -1)]))
    standing += int((alive & (scene.objects.owner == -1)).sum())
    low, high = np.percentile(ground[:, 0], (1.0, 99.0))
    return WorldStats(
        kind=scene.kind,
        seed=scene.seed,
        size_m=(x1 - x0, y1 - y0),
        relief_m=float(high - low),
        slope_deg=math.degrees(float(np.arctan(np.hypot(ground[:, 1], ground[:, 2])).mean())),
        roughness_m=_roughness(scene, points),
        things=len(scene.things),
        solids=int(alive.sum()),
        density_per_ha=standing / ((x1 - x0) * (y1 - y0) / 1e4),
        occlusion=_occlusion(scene, points, 2.0 * math.pi * chance[:, 2]),
        self_similarity=_self_similarity(scene, points[:400]),
        colour=_colour(scene, surface),
        surfaces=_shares(surface),
        classes=_counts(scene, numbers),
        buildings=len(scene.buildings),
        rooms=sum(len(building.rooms) for building in scene.buildings),
        roads_m=sum(road.length_m for road in scene.roads),
        assets_bytes=asset_memory(scene).total,
    )


def _roughness(scene: Scene, points: F64) -> float:
    """What is left of a cross of five heights when its plane is taken away."""
    step = 5.0
    arms = [
        scene.height(points + np.array((dx, dy)))
        for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step))
    ]
    away = scene.height(points) - np.mean(arms, axis=0)
    return float(np.sqrt(np.mean(away**2)))


def _occlusion(scene: Scene, points: F64, heading: F64) -> float:
    start = np.column_stack((points, scene.height(points) + EYE_M))
    beyond = points + GLANCE_M * np.column_stack((np.cos(heading), np.sin(heading)))
    end = np.column_stack((beyond, scene.height(beyond) + EYE_M))
    free = scene.is_free(start, 0.05)
    seen = scene.line_of_sight(start, end)
    return float(1.0 - seen[free].mean()) if free.any() else 1.0


def _self_similarity(scene: Scene, points: F64) -> float:
    """Cosine likeness of histograms: how many objects stand in each of 8 rings about a place."""
    rings = np.linspace(0.0, PATCH_M, 9)[1:]
    rows = []
    for x, y in points:
        _, gaps = scene.near((x, y), PATCH_M)
        rows.append(np.histogram(gaps, bins=[0.0, *rings])[0])
    counts = np.array(rows, float)
    length = np.linalg.norm(counts, axis=1)
    filled = counts[length > 0] / length[length > 0][:, None]
    if len(filled) < 2:
        return 1.0
    likeness = filled @ filled.T
    return float(likeness[np.triu_indices(len(filled), 1)].mean())


def _colour(scene: Scene, surface: NDArray[np.int32]) -> tuple[int, int, int]:
    """Of the materials that the classes of the ground have in this world."""
    numbers, counts = np.unique(surface, return_counts=True)
    names = [CLASSES[number].name for number in numbers.tolist()]
    skins = [scene.skins.get(name, SKINS.get(name, SKINS["ground"])) for name in names]
    colours = np.array([material(skin).colour for skin in skins], float)
    red, green, blue = (counts @ colours / counts.sum()).round().astype(int).tolist()
    return (red, green, blue)


def _shares(surface: NDArray[np.int32]) -> dict[str, float]:
    numbers, counts = np.unique(surface, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return {CLASSES[int(numbers[k])].name: float(counts[k] / len(surface)) for k in order}


def _counts(scene: Scene, semantic: NDArray[np.int32]) -> dict[str, int]:
    numbers, counts = np.unique(semantic, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return {scene.classes[int(numbers[k])].name: int(counts[k]) for k in order}
