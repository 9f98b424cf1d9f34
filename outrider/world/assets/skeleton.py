"""Skeletons: joints, their forward kinematics, and meshes that bend with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.world.mesh import Mesh
from outrider.world.mesh import merge as merge_meshes

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
I32 = NDArray[np.int32]

BONES_A_POINT = 4


@dataclass(frozen=True, kw_only=True)
class Skeleton:
    """A tree of joints, parents first. At rest every joint's axes are those of the body."""

    names: tuple[str, ...]
    parents: I32
    """(n,) row of the parent; -1 for the root, which comes first."""
    offsets: F64
    """(n, 3) from the parent's joint at rest; of the root from the body's origin."""

    def __len__(self) -> int:
        return len(self.names)

    def row(self, name: str) -> int:
        return self._rows[name]

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def rest(self) -> F64:
        """(n, 3) the joints at rest."""
        where = np.zeros_like(self.offsets)
        for row, parent in enumerate(self.parents):
            where[row] = self.offsets[row] + (where[parent] if parent >= 0 else 0.0)
        return where

    def world_from_joint(self, angles: ArrayLike, root: ArrayLike) -> F64:
        """``(..., n, 4, 4)`` of angles ``(..., n, 3)``, rad, and the root's places ``(..., 3)``.

        A joint is turned by its first angle about x, then the second about y, the third about z.
        """
        own = turns(angles)
        out = np.zeros((*own.shape[:-2], 4, 4))
        out[..., 3, 3] = 1.0
        for row, parent in enumerate(self.parents):
            if parent < 0:
                out[..., row, :3, :3] = own[..., row, :, :]
                out[..., row, :3, 3] = root
            else:
                above = out[..., parent, :, :]
                out[..., row, :3, :3] = above[..., :3, :3] @ own[..., row, :, :]
                out[..., row, :3, 3] = above[..., :3, :3] @ self.offsets[row] + above[..., :3, 3]
        return out


def skeleton(joints: Mapping[str, tuple[str, Sequence[float]]]) -> Skeleton:
    """Of joints ``name: (parent, place at rest)``; the root's parent is ``""``."""
    names = tuple(joints)
    places = {name: np.asarray(place, float) for name, (_, place) in joints.items()}
    offsets = [
        places[name] - (places[parent] if parent else 0.0) for name, (parent, _) in joints.items()
    ]
    parents = [names.index(parent) if parent else -1 for parent, _ in joints.values()]
    return Skeleton(names=names, parents=np.array(parents, np.int32), offsets=np.array(offsets))


def turns(angles: ArrayLike) -> F64:
    """``(..., 3, 3)`` turns by angles ``(..., 3)`` about x, then y, then z of the fixed frame."""
    rad = np.asarray(angles, np.float64)
    (cx, cy, cz), (sx, sy, sz) = (np.moveaxis(f(rad), -1, 0) for f in (np.cos, np.sin))
    out = np.empty((*rad.shape[:-1], 3, 3))
    out[..., 0, 0], out[..., 0, 1] = cz * cy, cz * sy * sx - sz * cx
    out[..., 1, 0], out[..., 1, 1] = sz * cy, sz * sy * sx + cz * cx
    out[..., 0, 2], out[..., 1, 2] = cz * sy * cx + sz * sx, sz * sy * cx - cz * sx
    out[..., 2, 0], out[..., 2, 1], out[..., 2, 2] = -sy, cy * sx, cy * cx
    return out


def angles_of(turn: ArrayLike) -> F64:
    """``(..., 3)`` the angles of turns ``(..., 3, 3)``; the second within ±π/2."""
    m = np.asarray(turn, np.float64)
    first = np.arctan2(m[..., 2, 1], m[..., 2, 2])
    second = np.arcsin(np.clip(-m[..., 2, 0], -1.0, 1.0))
    third = np.arctan2(m[..., 1, 0], m[..., 0, 0])
    return np.stack([first, second, third], axis=-1)


def two_bones(reach: ArrayLike, upper: float, lower: float, *, bend: float = 1.0) -> F64:
    """``(3,)`` first joint's x and y angles, second joint's y angle, that bring the end there.

    Both bones hang down at rest; ``reach (3,)`` runs from the first joint, in its parent's axes.
    With ``bend`` 1 the lower bone swings backwards, as a shank does, with -1 forwards.
    """
    x, y, z = np.asarray(reach, np.float64)
    far = float(np.clip(np.sqrt(x * x + y * y + z * z), abs(upper - lower) + 1e-6,
                        0.9999 * (upper + lower)))  # fmt: skip
    inner = (far * far - upper * upper - lower * lower) / (2.0 * upper * lower)
    knee = bend * float(np.arccos(np.clip(inner, -1.0, 1.0)))
    ahead, down = -lower * np.sin(knee), upper + lower * np.cos(knee)
    roll = float(np.arcsin(np.clip(y / max(down, 1e-9), -1.0, 1.0)))
    pitch = float(np.arctan2(-x, -z) - np.arctan2(-ahead, np.cos(roll) * down))
    return np.array([roll, pitch, knee])


@dataclass(frozen=True, kw_only=True)
class Skin:
    """A mesh at rest whose points follow up to four joints each."""

    mesh: Mesh
    bones: I32
    """(n, 4) rows of joints."""
    weights: F32
    """(n, 4), summing to 1."""

    def posed(self, frame: Skeleton, world_from_joint: F64) -> Mesh:
        """The mesh, bent: each point moves as the weighted mean of its joints."""
        turn = world_from_joint[:, :3, :3]
        shift = world_from_joint[:, :3, 3] - np.einsum("jab,jb->ja", turn, frame.rest)
        bone = np.concatenate([turn, shift[:, :, None]], axis=2).reshape(-1, 12)
        by_point = bone.astype(np.float32)[self.bones]
        blend = np.einsum("nk,nkj->nj", self.weights, by_point).reshape(-1, 3, 4)
        points = np.einsum("nab,nb->na", blend[:, :, :3], self.mesh.points) + blend[:, :, 3]
        normals = np.einsum("nab,nb->na", blend[:, :, :3], self.mesh.normals)
        normals /= np.sqrt(np.einsum("na,na->n", normals, normals) + 1e-20)[:, None]
        return replace(self.mesh, points=points, normals=normals)


def skin(mesh: Mesh, shares: ArrayLike) -> Skin:
    """Of each point's shares in all joints ``(n, joints)``; the four largest count."""
    share = np.asarray(shares, np.float64)
    wide = np.pad(share, ((0, 0), (0, max(0, BONES_A_POINT - share.shape[1]))))
    bones = np.argsort(-wide, axis=1, kind="stable")[:, :BONES_A_POINT]
    weights = np.take_along_axis(wide, bones, axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    bones = np.where(weights > 0.0, bones, bones[:, :1])
    return Skin(mesh=mesh, bones=bones.astype(np.int32), weights=weights.astype(np.float32))


def rigid(mesh: Mesh, bone: int) -> Skin:
    """A mesh that follows one joint."""
    shares = np.zeros((len(mesh.points), bone + 1))
    shares[:, bone] = 1.0
    return skin(mesh, shares)


def merge(parts: Sequence[Skin]) -> Skin:
    """All parts as one skin."""
    return Skin(
        mesh=merge_meshes([part.mesh for part in parts]),
        bones=np.concatenate([part.bones for part in parts]),
        weights=np.concatenate([part.weights for part in parts]),
    )
