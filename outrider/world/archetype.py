"""Archetypes: what stands in a world many times, as meshes to look at and solids to bump into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from outrider.core.errors import UserError
from outrider.world.mesh import Mesh
from outrider.world.semantics import number_of
from outrider.world.solids import Solids, merge

F64 = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Archetype:
    """One variant of a thing. Origin on the ground below its middle, x ahead, z up."""

    name: str
    """Lower case with the variant's number at the end: ``oak_2``."""
    semantic: str
    """Its class, of all parts that ``part_classes`` does not name."""
    lods: tuple[Mesh, ...]
    """From the finest to the coarsest."""
    lod_m: tuple[float, ...] = ()
    """The distance from which each but the first is used; one fewer than ``lods``, ascending."""
    proxies: Solids = field(default_factory=lambda: merge([]))
    """Solids about the origin that a robot collides with; none for what gives way, as grass."""
    part_classes: Mapping[str, str] = field(default_factory=dict)
    """Classes by material: ``{"leaves_oak": "foliage"}``."""

    def __post_init__(self) -> None:
        number_of(self.semantic, where=self.name)
        for name in self.part_classes.values():
            number_of(name, where=self.name)
        if not self.lods or len(self.lod_m) != len(self.lods) - 1:
            raise UserError(f"{self.name}: {len(self.lods)} levels of detail need one distance "
                            f"fewer, not {len(self.lod_m)}")  # fmt: skip
        if list(self.lod_m) != sorted(self.lod_m):
            raise UserError(f"{self.name}: the distances of its levels of detail must rise")

    @property
    def mesh(self) -> Mesh:
        """The finest."""
        return self.lods[0]

    @property
    def height_m(self) -> float:
        return float(self.mesh.bounds[1][2])

    @property
    def radius_m(self) -> float:
        """Of the upright cylinder about the origin that holds it."""
        if not len(self.mesh.points):
            return 0.0
        return float(np.hypot(self.mesh.points[:, 0], self.mesh.points[:, 1]).max())

    @property
    def nbytes(self) -> int:
        return sum(mesh.nbytes for mesh in self.lods)

    def classes(self, mesh: Mesh) -> NDArray[np.int32]:
        """``(m,)`` semantic class numbers of a mesh's triangles."""
        by_material = [number_of(self.part_classes.get(n, self.semantic)) for n in mesh.materials]
        return np.array(by_material, np.int32)[mesh.patch]


def one_mesh(name: str, semantic: str, mesh: Mesh, *, proxies: Sequence[Solids] = ()) -> Archetype:
    """An archetype with a single level of detail."""
    return Archetype(name=name, semantic=semantic, lods=(mesh,), proxies=merge(list(proxies)))
