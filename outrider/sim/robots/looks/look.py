"""What a robot looks like: a body and the parts that move against it, at three levels of detail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from outrider.core import rotation
from outrider.sim.physics.plan import IDENTITY, ORIGIN, BodyPlan, Quaternion, Vector
from outrider.world.mesh import Mesh, merge

Lods: TypeAlias = tuple[Mesh, ...]

LEVELS: Final = 3
FINE: Final = (0,)
NEAR: Final = (0, 1)
ALL: Final = (0, 1, 2)
_SEEN_FROM: Final = (12.0, 40.0)
"""From how many of its lengths away a robot needs less detail."""


class Posed(Protocol):
    """A body that bends: its mesh in a gait at a phase, 0..1, standing on the ground."""

    def __call__(
        self, gait: str, phase: float = 0.0, *, stride_m: float | None = None, lod: int = 0
    ) -> Mesh: ...


@dataclass(frozen=True, kw_only=True)
class Part:
    """A mesh in the frame of what carries it, with the joints at rest."""

    name: str
    lods: Lods
    follows: Literal["link", "rotor"]
    """``rotor``: turns about its own z; ``link``: moves as this link of the body plan."""
    index: int
    """Which link of the plan, or which rotor of the model."""
    position_m: Vector
    """Of its frame in the root's, at rest."""
    quaternion: Quaternion = IDENTITY

    def placed(self, level: int) -> Mesh:
        """In the root's frame, at rest."""
        mesh = self.lods[level]
        turned = mesh if self.quaternion == IDENTITY else mesh.turned(self.quaternion)
        return turned.moved(self.position_m)


@dataclass(frozen=True, kw_only=True)
class Look:
    """A robot's meshes in the frames of its physics: x ahead, y left, z up, metres."""

    name: str
    body: Lods
    """In the root's frame, from the finest to the coarsest."""
    parts: tuple[Part, ...] = ()
    proud_m: Vector = ORIGIN
    """How far masts, aerials and mirrors stick out of the physics' shapes, along each axis."""
    clearance_m: float = 0.0
    """Height of the root's origin above level ground."""
    posed: Posed | None = None
    """What draws the body instead of ``body``, if it bends."""

    @property
    def lod_m(self) -> tuple[float, float]:
        """Distances from which the second and the third level of detail do."""
        length = float(np.linalg.norm(self.body[0].size))
        return _SEEN_FROM[0] * length, _SEEN_FROM[1] * length

    @property
    def nbytes(self) -> int:
        """Memory; parts that share a mesh count once."""
        parts = [mesh for part in self.parts for mesh in part.lods]
        return sum({id(mesh): mesh.nbytes for mesh in (*self.body, *parts)}.values())

    def whole(self, level: int = 0) -> Mesh:
        """Body and parts at rest, in the root's frame."""
        return merge([self.body[level], *(part.placed(level) for part in self.parts)])


class Build:
    """Three levels of detail that grow together."""

    def __init__(self) -> None:
        self._levels: tuple[list[Mesh], ...] = tuple([] for _ in range(LEVELS))

    def add(self, *meshes: Mesh, at: tuple[int, ...] = FINE) -> None:
        for level in at:
            self._levels[level].extend(meshes)

    def each(self, form: Callable[[int], Mesh], counts: tuple[int, ...]) -> None:
        """One round form with as many sides at each level, from the finest on."""
        for level, count in enumerate(counts):
            self._levels[level].append(form(count))

    def lods(self, *, move: ArrayLike = ORIGIN) -> Lods:
        """The meshes so far."""
        return tuple(merge(level).moved(move) for level in self._levels)


def both(part: Mesh) -> Mesh:
    """A part on the left, and its mirror image on the right."""
    return merge([part, mirrored(part)])


def mirrored(part: Mesh) -> Mesh:
    """The part as seen in a mirror that stands along x."""
    flip = np.array([1.0, -1.0, 1.0], np.float32)
    return Mesh(
        points=part.points * flip, normals=part.normals * flip, uv=part.uv,
        triangles=part.triangles[:, ::-1].copy(), patch=part.patch, materials=part.materials,
    )  # fmt: skip


def rest_places(plan: BodyPlan) -> dict[str, tuple[Vector, Quaternion]]:
    """Where each link stands in the root's frame, with all joints at rest."""
    places: dict[str, tuple[Vector, Quaternion]] = {plan.links[0].name: (ORIGIN, IDENTITY)}
    for link in plan.links[1:]:
        origin, turn = places[link.parent]
        at = np.asarray(origin) + rotation.rotate(turn, link.position_m)
        way = rotation.multiply(turn, link.quaternion)
        places[link.name] = (
            (float(at[0]), float(at[1]), float(at[2])),
            (float(way[0]), float(way[1]), float(way[2]), float(way[3])),
        )
    return places


def on_links(plan: BodyPlan, meshes: dict[str, Lods]) -> tuple[Part, ...]:
    """Parts that follow links, from their meshes by the names of the links."""
    places = rest_places(plan)
    return tuple(
        Part(name=link.name, lods=meshes[link.name], follows="link", index=index,
             position_m=places[link.name][0], quaternion=places[link.name][1])
        for index, link in enumerate(plan.links) if link.name in meshes
    )  # fmt: skip
