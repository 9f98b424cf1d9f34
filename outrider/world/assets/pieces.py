"""Many boxes, wedges and frames at once, at three levels of detail, with the solids they fill."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world import solids
from outrider.world.archetype import Archetype
from outrider.world.mesh import Mesh, make, merge
from outrider.world.solids import Solids

F64 = NDArray[np.float64]

FINE: Final = (0,)
NEAR: Final = (0, 1)
MIDDLE: Final = (1,)
FAR: Final = (1, 2)
COARSE: Final = (2,)
ALL: Final = (0, 1, 2)

WHOLE: Final = "bflrBT"
"""Faces of a body: back (-x), front (+x), left (-y), right (+y), Bottom and Top."""
SHELL: Final = "bflr"
FRONT: Final = "flrBT"

_QUARTERS: Final = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
# Corner k has x = k & 1, y = k & 2, z = k & 4; faces -x, +x, -y, +y, -z, +z seen from outside.
_SIDES: Final = np.array(
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
)
_NEAREST_M: Final = (25.0, 80.0)


@dataclass(frozen=True, kw_only=True)
class Frame:
    """Where a part has its origin, and how many quarter turns to the left its x points."""

    center: tuple[float, float, float] = (0.0, 0.0, 0.0)
    quarter: int = 0

    @property
    def heading(self) -> float:
        return 0.5 * math.pi * self.quarter

    def place(self, points: ArrayLike) -> F64:
        """Points ``(..., 3)`` of the part in the whole."""
        own = np.asarray(points, float)
        c, s = _QUARTERS[self.quarter % 4]
        turned = (c * own[..., 0] - s * own[..., 1], s * own[..., 0] + c * own[..., 1], own[..., 2])
        return np.stack(turned, axis=-1) + self.center

    def moved(self, x: float, y: float, z: float = 0.0) -> Frame:
        """The frame shifted along its own axes."""
        to = self.place((x, y, z))
        return Frame(center=(float(to[0]), float(to[1]), float(to[2])), quarter=self.quarter)

    def turned(self, quarters: int) -> Frame:
        return Frame(center=self.center, quarter=(self.quarter + quarters) % 4)


HERE: Final = Frame()


def box_corners(low: ArrayLike, high: ArrayLike) -> F64:
    """``(n, 8, 3)`` of boxes between least and largest corners ``(n, 3)``."""
    ends = np.stack(np.broadcast_arrays(np.atleast_2d(low), np.atleast_2d(high)), axis=1)
    k = np.arange(8)
    which = np.stack([k & 1, (k >> 1) & 1, (k >> 2) & 1], axis=1)
    return np.asarray(ends[:, which, [0, 1, 2]], float)


def wedge_corners(base: ArrayLike, top: ArrayLike, low: float, high: float) -> F64:
    """``(1, 8, 3)`` between two rectangles ``(x0, x1, y0, y1)`` at two heights.

    A rectangle may shrink to a line or a point: hip, gable and pyramid are such.
    """
    rows = [
        (side[k & 1], side[2 + ((k >> 1) & 1)], z)
        for side, z in ((np.asarray(base), low), (np.asarray(top), high))
        for k in range(4)
    ]
    return np.array([rows], float)


def ring_quads(low: ArrayLike, high: ArrayLike, border: float, *, inset: bool) -> F64:
    """Quads ``(k n, 4, 3)`` of rectangular frames that lie across x, as about windows.

    They have no back; ``inset`` ones, set into an opening, have no outer side either.
    """
    a, b = np.atleast_2d(np.asarray(low, float)), np.atleast_2d(np.asarray(high, float))
    outer = _around(a, b)
    inner = _around(np.add(a, (0.0, border, border)), np.subtract(b, (0.0, border, border)))
    back, front = np.broadcast_to(a[:, None, :1], (*outer.shape[:2], 1)), b[:, None, :1]
    front = np.broadcast_to(front, back.shape)
    o0, o1 = (np.concatenate([x, outer], axis=2) for x in (back, front))
    i0, i1 = (np.concatenate([x, inner], axis=2) for x in (back, front))
    bands = ((o1, i1), (i1, i0), (o0, o1))[: 2 if inset else 3]
    quads = [
        np.stack([p, np.roll(p, -1, 1), np.roll(q, -1, 1), q], axis=2) for p, q in bands
    ]  # fmt: skip
    return np.concatenate(quads, axis=1).reshape(-1, 4, 3)


def _around(low: F64, high: F64) -> F64:
    """``(n, 4, 2)`` corners of the rectangles, counter-clockwise."""
    y0, z0, y1, z1 = low[:, 1], low[:, 2], high[:, 1], high[:, 2]
    return np.stack([np.stack(c, 1) for c in ((y0, z0), (y1, z0), (y1, z1), (y0, z1))], axis=1)


class Pieces:
    """Quads by material and whole meshes, gathered until they become one mesh."""

    def __init__(self) -> None:
        self._quads: dict[str, list[F64]] = {}
        self._meshes: list[Mesh] = []

    def quads(self, material: str, corners: F64) -> None:
        """Quads ``(n, 4, 3)``, counter-clockwise from outside."""
        self._quads.setdefault(material, []).append(corners.reshape(-1, 4, 3))

    def add(self, mesh: Mesh) -> None:
        self._meshes.append(mesh)

    def mesh(self) -> Mesh:
        flat = [quad_mesh(np.concatenate(q), material=name) for name, q in self._quads.items()]
        return merge([*flat, *self._meshes])


def quad_mesh(corners: F64, *, material: str) -> Mesh:
    """Flat quads ``(n, 4, 3)``; textures in metres run level and up the slope."""
    facing = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    length = np.linalg.norm(facing, axis=1)
    real = length > 1e-9
    corners, normal = corners[real], facing[real] / length[real, None]
    level = np.abs(normal[:, 2:]) > 0.999
    right = np.where(level, (1.0, 0.0, 0.0), np.cross((0.0, 0.0, 1.0), normal))
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    upward = np.cross(normal, right)
    uv = np.stack([(corners * right[:, None]).sum(2), (corners * upward[:, None]).sum(2)], axis=2)
    first = 4 * np.arange(len(corners))[:, None, None]
    triangles = (first + np.array([[0, 1, 2], [0, 2, 3]])).reshape(-1, 3)
    points = corners.reshape(-1, 3)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    whole = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-9
    return make(points, triangles[whole], material_name=material, uv=uv.reshape(-1, 2),
                normals=np.repeat(normal, 4, axis=0))  # fmt: skip


class Levels:
    """What is being built: three levels of detail at once, and the solids that it fills."""

    def __init__(self, semantic: str = "building") -> None:
        self.semantic = semantic
        self.pieces = (Pieces(), Pieces(), Pieces())
        self.filled: list[Solids] = []

    def quads(
        self, material: str, corners: ArrayLike, *, frame: Frame = HERE, at: Sequence[int] = FINE
    ) -> None:
        placed = frame.place(corners)
        for level in at:
            self.pieces[level].quads(material, placed)

    def wedges(
        self, material: str, corners: ArrayLike, *, top: str = "", faces: str = WHOLE,
        frame: Frame = HERE, at: Sequence[int] = ALL,
    ) -> None:  # fmt: skip
        """Bodies ``(n, 8, 3)`` of eight corners, in the order of ``box_corners``.

        ``faces`` are letters of ``WHOLE``; what nobody can see may be left out.
        """
        sides = np.asarray(corners, float)[:, _SIDES]
        kept = [WHOLE.index(letter) for letter in faces if letter != "T"]
        self.quads(material, sides[:, kept], frame=frame, at=at)
        if "T" in faces:
            self.quads(top or material, sides[:, 5], frame=frame, at=at)

    def boxes(
        self, material: str, low: ArrayLike, high: ArrayLike, *, frame: Frame = HERE,
        at: Sequence[int] = ALL, solid: bool = False, top: str = "", faces: str = WHOLE,
    ) -> None:  # fmt: skip
        """Boxes between least and largest corners ``(n, 3)``; see ``wedges``."""
        corners = box_corners(low, high)
        self.wedges(material, corners, top=top, faces=faces, frame=frame, at=at)
        if solid:
            self.fill(low, high, frame=frame)

    def fill(self, low: ArrayLike, high: ArrayLike, *, frame: Frame = HERE) -> None:
        """Solid boxes alone."""
        placed = frame.place(box_corners(low, high))
        least, largest = placed.min(axis=1), placed.max(axis=1)
        size = largest - least
        whole = 0.5 * (least + largest)
        self.filled.append(solids.boxes(whole, size=size, semantic=self.semantic))

    def fill_plate(
        self, start: tuple[float, float], end: tuple[float, float], span: tuple[float, float],
        thickness: float, *, frame: Frame = HERE,
    ) -> None:  # fmt: skip
        """A solid tilted box whose upper face runs from (x, z) to (x, z), x rising."""
        run, fall = end[0] - start[0], start[1] - end[1]
        length = math.hypot(run, fall)
        x = 0.5 * (start[0] + end[0] - fall / length * thickness)
        z = 0.5 * (start[1] + end[1] - run / length * thickness)
        self.filled.append(
            solids.boxes(frame.place((x, 0.5 * (span[0] + span[1]), z)), semantic=self.semantic,
                         size=(length, span[1] - span[0], thickness), heading=frame.heading,
                         pitch=math.atan2(fall, run))
        )  # fmt: skip

    def fill_round(self, center: ArrayLike, *, radius: float, height: float, **turn: float) -> None:
        """A solid cylinder about ``center``."""
        self.filled.append(
            solids.cylinders(center, radius=radius, height=height, semantic=self.semantic, **turn)
        )

    def rings(
        self, material: str, low: ArrayLike, high: ArrayLike, border: float, *,
        frame: Frame = HERE, at: Sequence[int] = FINE, inset: bool = True,
    ) -> None:  # fmt: skip
        """Rectangular frames across x; see ``ring_quads``."""
        self.quads(material, ring_quads(low, high, border, inset=inset), frame=frame, at=at)

    def add(self, mesh: Mesh, *, frame: Frame = HERE, at: Sequence[int] = FINE) -> None:
        placed = mesh.headed(frame.heading) if frame.quarter % 4 else mesh
        placed = placed.moved(frame.center)
        for level in at:
            self.pieces[level].add(placed)

    def rounds(
        self, fine: Mesh, middle: Mesh, coarse: Mesh | None = None, *, frame: Frame = HERE
    ) -> None:
        """One round part, made with fewer sides for each coarser level."""
        for level, mesh in enumerate((fine, middle, coarse)):
            if mesh is not None:
                self.add(mesh, frame=frame, at=(level,))

    def archetype(
        self, name: str, *, part_classes: Mapping[str, str] | None = None, levels: int = 3
    ) -> Archetype:
        meshes = tuple(piece.mesh() for piece in self.pieces[:levels])
        scale = min(max(float(np.linalg.norm(meshes[0].size)) / 8.0, 0.4), 4.0)
        used = {own for mesh in meshes for own in mesh.materials}
        classes = {own: kind for own, kind in (part_classes or {}).items() if own in used}
        return Archetype(
            name=name, semantic=self.semantic, lods=meshes, part_classes=classes,
            lod_m=tuple(round(scale * m, 1) for m in _NEAREST_M[: levels - 1]),
            proxies=solids.merge(self.filled),
        )  # fmt: skip
