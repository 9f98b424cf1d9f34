"""What stands in a world, as the culling takes it: balls in cells, poses, levels of detail."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import CapacityError
from outrider.sim.render.impostors import Sitter
from outrider.sim.render.pool import Pool, Span
from outrider.sim.render.targets import CLASS_SHIFT, FIRST
from outrider.world.mesh import Mesh
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.solid_meshes import solid_mesh
from outrider.world.water import water_mesh

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

CELL_M: Final = 24.0
MOST_LEVELS: Final = 8
WORTH_A_PICTURE: Final = 8
"""Triangles of the plainest mesh above which a picture is cheaper."""
NOBODY: Final = -1
UPRIGHT: Final = np.array([[0.0, 0.0, 0.0, 1.0]])
AS_ITS_PARTS: Final = 0xFFFF
"""The class of an instance whose parts have classes of their own."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """n instances, sorted by cells."""

    cells: F64
    """(c, 4) balls about the instances of each cell."""
    starts: I64
    """(c + 1,) first row of each cell."""
    balls: F64
    """(n, 4) middle and radius."""
    kind: NDArray[np.int32]
    poses: NDArray[np.float32]
    """(n, 9) turn times scale, by rows."""
    places: F64
    """(n, 3)."""
    looks: NDArray[np.uint32]
    """(n, 3) colour, id, class."""
    idents: I64
    """(n + 2,) the scene's id of each number in pictures, -1 of the sky, the ground and water."""
    levels: F64
    """(k, 8) metres from which a kind's next level of detail does."""
    first_mesh: NDArray[np.int32]
    """(k,) place of a kind's first mesh in ``spans``."""
    spans: NDArray[np.uint32]
    """(m, 3) first index, count, base vertex."""
    layer: NDArray[np.int32]
    """(k,) of a kind's pictures, -1: it has none."""
    sitters: tuple[Sitter, ...]
    """What the pictures are of, by layer."""

    def __len__(self) -> int:
        return len(self.kind)


@dataclass(frozen=True)
class _Kind:
    """A mesh at its levels of detail, and where it stands."""

    lods: tuple[Mesh, ...]
    lod_m: tuple[float, ...]
    classes: tuple[tuple[int, ...], ...]
    position: F64
    quaternion: F64
    scale: F64
    tint: NDArray[np.float32]
    ident: I64
    label: NDArray[np.int32]
    pictured: bool = False
    """Whether pictures of it may stand for it where it is small."""


def standing(scene: Scene, pool: Pool) -> Standing:
    """Things and plain solids of a scene; their meshes go into the pool."""
    kinds = [*_things(scene), *_solids(scene), *_water(scene)]
    spans: list[Span] = []
    sitters: list[Sitter] = []
    layer = np.full(len(kinds), -1, np.int32)
    levels = np.full((len(kinds), MOST_LEVELS), np.inf)
    first_mesh = np.zeros(len(kinds), np.int32)
    for k, kind in enumerate(kinds):
        first_mesh[k] = len(spans)
        levels[k, : len(kind.lod_m)] = kind.lod_m
        own_spans = [pool.add(m, c) for m, c in zip(kind.lods, kind.classes, strict=True)]
        spans += own_spans
        if kind.pictured and len(kind.lods[-1]) > WORTH_A_PICTURE:
            layer[k] = len(sitters)
            middle, radius = _ball(kind)
            sitters.append(Sitter(own_spans[min(1, len(own_spans) - 1)], middle, radius))
    own = np.concatenate(
        [np.zeros(0, np.int32), *(np.full(len(k.ident), n, np.int32) for n, k in enumerate(kinds))]
    )
    balls = _stack([_balls(kind) for kind in kinds], 4)
    order, cells, starts = _cells(balls)
    quaternion = _stack([kind.quaternion for kind in kinds], 4)
    scale = np.concatenate([np.zeros(0), *(kind.scale for kind in kinds)])
    poses = rotation.to_matrix(quaternion).reshape(-1, 9) * scale[:, None]
    ident = np.concatenate([np.zeros(0, np.int64), *(kind.ident for kind in kinds)])
    looks = _stack([_looks(kind) for kind in kinds], 3).astype(np.uint32)
    # Numbers follow the scene's ids: they do not depend on how instances are sorted here.
    by_ident = np.argsort(ident, kind="stable")
    looks[by_ident, 1] = FIRST + np.arange(len(ident), dtype=np.uint32)
    if len(ident) >= (1 << CLASS_SHIFT) - FIRST:
        raise CapacityError(
            f"{len(ident):,} things are more than a picture can tell apart "
            f"({(1 << CLASS_SHIFT) - FIRST:,}); make the world smaller or less dense"
        )
    return Standing(
        cells=cells,
        starts=starts,
        balls=balls[order],
        kind=own[order],
        poses=poses[order].astype(np.float32),
        places=_stack([kind.position for kind in kinds], 3)[order],
        looks=looks[order],
        idents=np.concatenate([np.full(FIRST, NOBODY), ident[by_ident]]),
        levels=levels,
        first_mesh=first_mesh,
        spans=np.array([(s.first_index, s.count, s.base_vertex) for s in spans], np.uint32)
        .reshape(-1, 3),
        layer=layer,
        sitters=tuple(sitters),
    )  # fmt: skip


def _things(scene: Scene) -> Iterator[_Kind]:
    own = scene.things
    for k, made in enumerate(own.archetypes):
        rows = np.flatnonzero(own.kind == k)
        if not len(rows):
            continue
        classes = tuple(
            tuple(number_of(made.part_classes.get(name, made.semantic)) for name in mesh.materials)
            for mesh in made.lods
        )
        yield _Kind(
            made.lods, made.lod_m, classes, own.position[rows], own.quaternion[rows],
            own.scale[rows], own.tint[rows], own.ident[rows], own.label[rows], pictured=True,
        )  # fmt: skip


def _solids(scene: Scene) -> Iterator[_Kind]:
    """Solids that belong to no thing."""
    objects = scene.objects
    solids = objects.solids
    for row in np.flatnonzero((objects.owner == -1) & objects.alive).tolist():
        semantic = int(solids.semantic[row])
        mesh = solid_mesh(scene, row, fine=True)
        yield _Kind(
            (mesh,), (), ((semantic,) * len(mesh.materials),), solids.center[row : row + 1],
            solids.quaternion[row : row + 1], np.ones(1), np.ones((1, 3), np.float32),
            objects.ident[row : row + 1].astype(np.int64), np.full(1, -1, np.int32),
        )  # fmt: skip


def _water(scene: Scene) -> Iterator[_Kind]:
    """The surface of all still water, one thing."""
    mesh = water_mesh(scene)
    if mesh is not None:
        yield _Kind(
            (mesh,), (), ((number_of("water"),),), np.zeros((1, 3)), UPRIGHT, np.ones(1),
            np.ones((1, 3), np.float32), np.full(1, NOBODY, np.int64), np.full(1, -1, np.int32),
        )  # fmt: skip


def _ball(kind: _Kind) -> tuple[F64, float]:
    """Middle and radius about the mesh at all levels, in the kind's own frame."""
    low = np.min([mesh.bounds[0] for mesh in kind.lods], axis=0).astype(np.float64)
    high = np.max([mesh.bounds[1] for mesh in kind.lods], axis=0).astype(np.float64)
    return 0.5 * (low + high), 0.5 * float(np.linalg.norm(high - low))


def _balls(kind: _Kind) -> F64:
    """(n, 4) about each instance."""
    middle, radius = _ball(kind)
    placed = rotation.rotate(kind.quaternion, middle * kind.scale[:, None])
    return np.column_stack((kind.position + placed, radius * kind.scale))


def _looks(kind: _Kind) -> I64:
    """(n, 3) colour factor in three bytes of 1/128, id's place (given later), class."""
    bytes_ = np.clip(np.rint(128.0 * kind.tint), 0, 255).astype(np.int64)
    colour = bytes_[:, 0] | (bytes_[:, 1] << 8) | (bytes_[:, 2] << 16)
    label = np.where(kind.label >= 0, kind.label, AS_ITS_PARTS)
    return np.column_stack((colour, np.zeros(len(colour), np.int64), label))


def _cells(balls: F64) -> tuple[I64, F64, I64]:
    """The order of the rows by cells, a ball about each cell's, and where each begins."""
    if not len(balls):
        return np.zeros(0, np.int64), np.zeros((0, 4)), np.zeros(1, np.int64)
    cell = np.floor(balls[:, :2] / CELL_M).astype(np.int64)
    # What is larger than a cell would make it seen from everywhere: it has cells of its own.
    large = balls[:, 3] > CELL_M
    order = np.lexsort((np.arange(len(balls)), cell[:, 0], cell[:, 1], large))
    key = np.column_stack((large, cell[:, ::-1]))[order]
    begins = np.flatnonzero(np.any(np.diff(key, axis=0, prepend=key[:1] - 1) != 0, axis=1))
    starts = np.append(begins, len(balls))
    middles = np.zeros((len(begins), 4))
    for c, (first, end) in enumerate(itertools.pairwise(starts)):
        own = balls[order[first:end]]
        low, high = own[:, :3] - own[:, 3:], own[:, :3] + own[:, 3:]
        middles[c, :3] = 0.5 * (low.min(axis=0) + high.max(axis=0))
        gaps = np.linalg.norm(own[:, :3] - middles[c, :3], axis=1) + own[:, 3]
        middles[c, 3] = gaps.max()
    return order, middles, starts


def _stack(parts: list[NDArray[np.float64]] | list[I64], width: int) -> F64:
    return np.concatenate([np.zeros((0, width)), *parts])
