"""Entries of a family of assets: how each is built, what it is, what one bumps into."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.world import forms, solids
from outrider.world.archetype import Archetype
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids

Point = Sequence[float]
Bar = tuple[Point, Point]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One maker."""

    build: Callable[[int, int], Mesh]
    """Of the variant and the level of detail."""
    semantic: str
    solids: Callable[[int], Solids]
    """Of the variant, for bumping into."""
    variants: int = 1
    lod_m: tuple[float, ...] = (25.0, 80.0)
    classes: Mapping[str, str] = field(default_factory=dict)


def makers(entries: Mapping[str, Entry]) -> dict[str, Callable[[int], Archetype]]:
    """A maker for each entry."""
    return {name: _maker(name, entry) for name, entry in entries.items()}


def variants(entries: Mapping[str, Entry]) -> dict[str, int]:
    return {name: entry.variants for name, entry in entries.items()}


def _maker(name: str, entry: Entry) -> Callable[[int], Archetype]:
    def make_one(variant: int) -> Archetype:
        lods = tuple(entry.build(variant, k) for k in range(len(entry.lod_m) + 1))
        return Archetype(
            name=f"{name}_{variant}", semantic=entry.semantic, lods=lods, lod_m=entry.lod_m,
            proxies=entry.solids(variant), part_classes=entry.classes,
        )  # fmt: skip

    return make_one


def beams(bars: Sequence[Bar], width: float, height: float, material: str) -> Mesh:
    """Rectangular bars between pairs of points."""
    return merge([forms.beam(a, b, width, height, material=material) for a, b in bars])


def rods(
    bars: Sequence[Bar], radius: float, material: str, *, sides: int = 6, caps: bool = True
) -> Mesh:
    """Round bars between pairs of points; without caps if their ends lie in others."""
    return merge([forms.tube(bar, radius, material=material, sides=sides, caps=caps)
                  for bar in bars])  # fmt: skip


def blocks(rows: Sequence[tuple[Point, Point]], material: str) -> Mesh:
    """Boxes of (centre, size)."""
    return merge([forms.box(size, material=material, center=center) for center, size in rows])


def both_faces(mesh: Mesh) -> Mesh:
    """A sheet without thickness, seen from either side."""
    back = Mesh(points=mesh.points, normals=-mesh.normals, uv=mesh.uv,
                triangles=mesh.triangles[:, ::-1], patch=mesh.patch,
                materials=mesh.materials)  # fmt: skip
    return merge([mesh, back])


def box_solids(rows: Sequence[tuple[Point, Point]], semantic: str) -> Solids:
    """Boxes of (centre, size) to bump into."""
    center, size = (np.array([row[k] for row in rows], float) for k in range(2))
    return solids.boxes(center, size=size, semantic=semantic)


def bar_solids(bars: Sequence[Bar], size: float | tuple[float, float], semantic: str) -> Solids:
    """A box along each bar, as broad and high as ``size``."""
    ends = np.array(bars, float)
    way = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(way, axis=1)
    sizes = np.column_stack([length, np.broadcast_to(size, (len(way), 2))])
    return solids.boxes(
        ends.mean(axis=1), size=sizes, heading=np.arctan2(way[:, 1], way[:, 0]),
        pitch=-np.arcsin(way[:, 2] / length), semantic=semantic,
    )  # fmt: skip


def turned(whole: Solids, quaternion: ArrayLike, *, by: ArrayLike = (0.0, 0.0, 0.0)) -> Solids:
    """Solids turned about the origin, then shifted."""
    return replace(whole, center=rotation.rotate(quaternion, whole.center) + np.asarray(by),
                   quaternion=rotation.multiply(quaternion, whole.quaternion))  # fmt: skip


def post_solids(
    feet: ArrayLike, radius: float, height: float, semantic: str
) -> Solids:  # fmt: skip
    """Upright cylinders that stand on ``feet (n, 3)``."""
    at: NDArray[np.float64] = np.atleast_2d(feet) + np.array((0.0, 0.0, 0.5 * height))
    return solids.cylinders(at, radius=radius, height=height, semantic=semantic)
