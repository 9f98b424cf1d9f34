"""Bodies of animals as tables: joints, and limbs lofted along rows that each follow a joint."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from outrider.world.assets.lofts import curve, limb, loft, spread
from outrider.world.assets.skeleton import Skeleton, Skin, merge, skeleton, skin

F64 = NDArray[np.float64]
Row = tuple[str, float, float, float, float, float]
Joints = dict[str, tuple[str, tuple[float, float, float]]]

COUNTS = (2.2, 1.0)
"""Rings between two rows of a table, by level of detail."""
SIDES = (1.0, 0.5)


@dataclass(frozen=True, kw_only=True)
class Limb:
    """A closed body along rows ``(joint, x, y, z, radius to the front, radius aside)``, m.

    One whose joints are of the left side is made for the right side too, as is one with ``pair``.
    """

    material: str
    rows: tuple[Row, ...]
    sides: int = 10
    front: tuple[float, float, float] = (1.0, 0.0, 0.0)
    square: float = 2.0
    tips: tuple[float, float] = (0.5, 0.5)
    pair: bool = False
    far: int = 2
    """The coarsest level of detail that still shows it."""
    far_rows: tuple[int, ...] = ()
    """The rows that the coarsest level keeps; else the first, the middle one and the last."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Body:
    """An animal at rest."""

    joints: Joints
    limbs: tuple[Limb, ...]


@lru_cache(maxsize=64)
def frame_of(body: Body) -> Skeleton:
    """The skeleton; joints named ``left_…`` are there for the right side too."""
    joints: Joints = {}
    for name, (parent, (x, y, z)) in body.joints.items():
        joints[name] = (parent, (x, y, z))
        if name.startswith("left_"):
            joints[_right(name)] = (_right(parent), (x, -y, z))
    return skeleton(joints)


@lru_cache(maxsize=96)
def skin_of(body: Body, lod: int) -> Skin:
    frame = frame_of(body)
    parts = []
    for part in body.limbs:
        if lod > part.far:
            continue
        parts.append(_lofted(part, frame, lod))
        if part.pair or part.rows[-1][0].startswith("left_"):
            mirror = tuple((_right(row[0]), row[1], -row[2], *row[3:]) for row in part.rows)
            parts.append(_lofted(part, frame, lod, mirror))
    return merge(parts)


def _right(name: str) -> str:
    return name.replace("left_", "right_")


def _lofted(part: Limb, frame: Skeleton, lod: int, mirror: tuple[Row, ...] | None = None) -> Skin:
    rows = part.rows if mirror is None else mirror
    front = np.multiply(part.front, (1.0, 1.0 if mirror is None else -1.0, 1.0))
    if lod >= 2:
        kept = part.far_rows or (0, len(rows) // 2, len(rows) - 1)
        rows = tuple(rows[k] for k in dict.fromkeys(kept))
    table = np.array([(k, *row[1:]) for k, row in enumerate(rows)])
    count = len(rows) if lod >= 2 else max(2, round(COUNTS[lod] * (len(rows) - 1)) + 1)
    at = np.linspace(0.0, len(rows) - 1.0, count)
    own = np.zeros((len(rows), len(frame)))
    for k, row in enumerate(rows):
        own[k, frame.row(row[0])] = 1.0
    low = np.minimum(at.astype(int), len(rows) - 2)
    ease = at - low
    share = own[low] * (1.0 - ease[:, None]) + own[low + 1] * ease[:, None]
    shape = curve(table, at)
    shape[:, 4:] = np.maximum(shape[:, 4:], 0.3 * table[:, 4:].min())
    if lod >= 2:
        return _coarse(part, shape, share, front)
    sides = max(4, round(part.sides * SIDES[lod]))
    mesh = limb(shape[:, 1:4], shape[:, 4:], material=part.material, sides=sides, front=front,
                square=part.square, tips=part.tips)  # fmt: skip
    return skin(mesh, spread(share, sides))


def _coarse(part: Limb, shape: F64, share: F64, front: F64) -> Skin:
    """Three-sided, the last row drawn together to a point."""
    whole = limb(shape[:, 1:4], shape[:, 4:], material=part.material, sides=3, front=front)
    rings = whole.points[:-2].reshape(len(shape), 4, 3)[:-1, :3]
    mesh = loft(rings, material=part.material, end=shape[-1, 1:4])
    shares = spread(share[:-1], 3)
    shares[-1] = share[-1]
    return skin(mesh, shares)
