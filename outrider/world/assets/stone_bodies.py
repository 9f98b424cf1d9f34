"""Single stones: boulders, which are round, and blocks, which are broken; and their levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.archetype import Archetype
from outrider.world.assets.stone_forms import (
    Shell,
    cut_block,
    geodesic,
    pentakis,
    refined,
    soft_radius,
    surfaced,
)
from outrider.world.assets.stone_noise import Chance, Noise
from outrider.world.mesh import Mesh
from outrider.world.solids import Solids, merge

F64 = NDArray[np.float64]

BURIED: Final = 0.2
"""Share of a stone's height below the ground, so that uneven ground leaves no gap."""
LEVELS: Final = (0, 1, 2)
_AXES: Final = np.concatenate([np.eye(3), -np.eye(3)])


@dataclass(frozen=True, kw_only=True)
class Boulder:
    """A rounded stone: a soft polyhedron with dents."""

    half: F64
    """(3,) half its size, m."""
    normals: F64
    offsets: F64
    sharpness: float
    noise: Noise
    dents: float
    """Depth of its dents as a share of its radius."""
    wave: float
    """Their width as a share of its radius."""
    buried: float = BURIED
    material: str = "rock_granite"

    def shell(self, sphere: Shell) -> Shell:
        """Its surface over a sphere's points."""
        ways = sphere.points
        radius = soft_radius(ways, self.normals, self.offsets, sharpness=self.sharpness)
        dent = self.noise(ways * radius[:, None], wave=self.wave, octaves=3)
        points = ways * (radius * (1.0 + self.dents * dent))[:, None]
        return Shell(points, sphere.triangles).filling(self.half, buried=self.buried)

    def mesh(self, level: int, *, finest: int = 9) -> Mesh:
        """The mesh of a level of detail; ``finest``: how fine the first is."""
        sphere = (geodesic(finest), geodesic(3), pentakis())[level]
        crease = (60.0, 90.0, 180.0)[level]
        return surfaced(self.shell(sphere), material=self.material, crease_deg=crease)


def boulder(
    chance: Chance,
    half: ArrayLike,
    *,
    faces: int = 9,
    sharpness: float = 7.0,
    dents: float = 0.06,
    wave: float = 1.1,
    tilt: float = 0.25,
    spread: float = 0.15,
    buried: float = BURIED,
    material: str = "rock_granite",
    what: str = "boulder",
) -> Boulder:
    """A boulder by chance; the more ``faces`` and the lower ``sharpness``, the rounder."""
    tilted = _AXES + tilt * chance.directions(f"{what} tilt", 6)
    normals = np.concatenate([tilted, chance.directions(f"{what} faces", faces)])
    return Boulder(
        half=np.asarray(half, float),
        normals=normals / np.linalg.norm(normals, axis=1, keepdims=True),
        offsets=chance.draws(f"{what} offsets", len(normals), low=1.0 - spread, high=1.0 + spread),
        sharpness=sharpness,
        noise=chance.noise(f"{what} dents"),
        dents=dents,
        wave=wave,
        buried=buried,
        material=material,
    )


@dataclass(frozen=True, kw_only=True)
class Block:
    """A broken stone: a polyhedron with rough faces."""

    half: F64
    normals: F64
    offsets: F64
    noise: Noise
    rough: float
    """Depth of the roughness as a share of its size."""
    wave: float
    """Width of the roughness as a share of its size."""
    buried: float = BURIED
    material: str = "rock_grey"
    crease_deg: float = 24.0

    def shell(self, triangles: int, *, planes: int | None = None) -> Shell:
        """Its surface in about so many triangles, or, for 0, in the fewest of so many planes."""
        shell = cut_block(self.normals[:planes], self.offsets[:planes], fanned=bool(triangles))
        if triangles:
            a, b, c = (shell.points[shell.triangles[:, k]] for k in range(3))
            area = 0.5 * float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())
            shell = refined(shell, float(np.sqrt(area / (0.13 * triangles))))
        return self._roughened(shell).filling(self.half, buried=self.buried)

    def _roughened(self, shell: Shell) -> Shell:
        points = shell.points
        swell = self.noise(points, wave=self.wave, octaves=3)
        swell += 0.5 * self.noise.ridges(points + 9.1, wave=1.7 * self.wave)
        away = points / np.linalg.norm(points, axis=1, keepdims=True)
        return shell._replace(points=points + away * (self.rough * swell)[:, None])

    def mesh(self, level: int, *, finest: int = 1500, planes: int = 15) -> Mesh:
        """The mesh of a level of detail.

        ``finest``: the triangles of the first; ``planes``: what is left of the last, which has
        four triangles a plane less twelve.
        """
        shell = (
            self.shell(0, planes=planes) if level == 2
            else self.shell((finest, max(finest // 7, 60))[level])
        )  # fmt: skip
        return surfaced(shell, material=self.material, crease_deg=self.crease_deg)


def block(
    chance: Chance,
    half: ArrayLike,
    *,
    cuts: int = 9,
    depth: tuple[float, float] = (0.72, 0.93),
    tilt: float = 0.16,
    rough: float = 0.035,
    wave: float = 0.5,
    buried: float = BURIED,
    material: str = "rock_grey",
    what: str = "block",
) -> Block:
    """A block by chance: a crooked box whose corners and edges ``cuts`` planes have broken off.

    ``depth`` bounds how far from the middle they pass, as shares of the way to the corner there.
    """
    size = np.asarray(half, float)
    sides = _AXES + tilt * chance.directions(f"{what} tilt", 6)
    breaks = chance.directions(f"{what} cuts", cuts)
    # Stones break at edges and corners first.
    breaks = np.sign(breaks) * np.abs(breaks) ** 0.7
    breaks /= np.linalg.norm(breaks, axis=1, keepdims=True)
    share = chance.draws(f"{what} depth", cuts, low=depth[0], high=depth[1])
    normals = np.concatenate([sides, breaks])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Block(
        half=size,
        normals=normals,
        offsets=np.concatenate([np.ones(6), share * np.abs(breaks).sum(axis=1)]),
        noise=chance.noise(f"{what} rough"),
        rough=rough,
        wave=wave,
        buried=buried,
        material=material,
    )


def archetype(
    maker: str,
    variant: int,
    *,
    semantic: str,
    lods: Sequence[Mesh],
    proxies: Sequence[Solids],
    part_classes: Mapping[str, str] | None = None,
) -> Archetype:
    """An archetype whose coarser meshes fill the bounds of the finest."""
    finest = lods[0]
    reach = float(np.clip(0.6 * float(finest.size.max()), 0.3, 3.0))
    return Archetype(
        name=f"{maker}_{variant}",
        semantic=semantic,
        lods=(finest, *(filling(mesh, finest) for mesh in lods[1:])),
        lod_m=(25.0 * reach, 80.0 * reach)[: len(lods) - 1],
        proxies=merge(list(proxies)),
        part_classes=dict(part_classes or {}),
    )


def filling(mesh: Mesh, like: Mesh) -> Mesh:
    """A mesh stretched to the bounds of another."""
    scale = like.size / np.maximum(mesh.size, np.float32(1e-6))
    return mesh.moved(-mesh.bounds[0]).scaled(scale).moved(like.bounds[0])
