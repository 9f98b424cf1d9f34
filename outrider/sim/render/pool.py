"""All meshes of a world in one vertex buffer: each level of detail of a thing is a span of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.world.mesh import Mesh
from outrider.world.raster import row_of

VERTEX: Final = np.dtype(
    [("at", "<f4", 3), ("normal", "u1", 4), ("uv", "<f4", 2), ("look", "<u2", 2)]
)
"""``look``: the material's row, the semantic class."""
FORMAT: Final = "3f4 4f1 2f4 2u2"


@dataclass(frozen=True)
class Span:
    """Where a mesh stands in the pool."""

    first_index: int
    count: int
    base_vertex: int


@dataclass
class Pool:
    """Meshes as they come; ``arrays`` are what is uploaded."""

    _vertices: list[NDArray[np.void]] = field(default_factory=list)
    _indices: list[NDArray[np.uint32]] = field(default_factory=list)
    _vertex_count: int = 0
    _index_count: int = 0

    def add(self, mesh: Mesh, classes: Sequence[int]) -> Span:
        """``classes`` are the semantic class numbers of the mesh's materials."""
        corners = mesh.triangles.reshape(-1).astype(np.int64)
        patch = np.repeat(mesh.patch.astype(np.int64), 3)
        # A point between two materials becomes two vertices.
        code, place = np.unique(patch * (len(mesh.points) + 1) + corners, return_inverse=True)
        point, material = code % (len(mesh.points) + 1), code // (len(mesh.points) + 1)
        rows = np.zeros(len(code), VERTEX)
        rows["at"] = mesh.points[point]
        rows["normal"][:, :3] = np.rint(128.0 + 127.0 * mesh.normals[point])
        rows["uv"] = mesh.uv[point]
        rows["look"][:, 0] = np.array([row_of(name) for name in mesh.materials])[material]
        rows["look"][:, 1] = np.asarray(classes)[material]
        span = Span(self._index_count, len(corners), self._vertex_count)
        self._vertices.append(rows)
        self._indices.append(place.reshape(-1).astype(np.uint32))
        self._vertex_count += len(rows)
        self._index_count += len(corners)
        return span

    def arrays(self) -> tuple[NDArray[np.void], NDArray[np.uint32]]:
        """Vertices and indices of all of them."""
        return (
            np.concatenate([np.zeros(0, VERTEX), *self._vertices]),
            np.concatenate([np.zeros(0, np.uint32), *self._indices]),
        )
