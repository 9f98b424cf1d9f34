"""Poses that know their frames and refuse to be chained wrongly."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core import rotation
from outrider.core.errors import FrameError, UserError

Array = NDArray[np.float64]
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True, init=False)
class Pose:
    """Where the frame ``child`` stands in the frame ``parent``: metres, xyzw.

    ``world_from_body = Pose(p, q, parent="world", child="body")`` maps points of ``body`` to
    ``world``; names chain from right to left: ``world_from_body @ body_from_camera``.
    """

    position: Vector
    quaternion: Quaternion
    parent: str
    child: str

    def __init__(
        self,
        position: Iterable[SupportsFloat],
        quaternion: Iterable[SupportsFloat] = IDENTITY,
        *,
        parent: str,
        child: str,
    ) -> None:
        x, y, z = _numbers(position, 3, "position")
        _fill(self, (x, y, z), _unit(quaternion), parent, child)

    @classmethod
    def from_heading(
        cls, position: Iterable[SupportsFloat], heading: float, *, parent: str, child: str
    ) -> Pose:
        """Level, with x pointing ``heading`` rad counter-clockwise from the parent's x."""
        half = 0.5 * heading
        return cls(position, (0.0, 0.0, math.sin(half), math.cos(half)), parent=parent, child=child)

    @classmethod
    def from_matrix(cls, matrix: ArrayLike, *, parent: str, child: str) -> Pose:
        """From a homogeneous ``(4, 4)`` matrix."""
        array = np.asarray(matrix, dtype=np.float64)
        if array.shape != (4, 4) or not np.array_equal(array[3], (0.0, 0.0, 0.0, 1.0)):
            raise UserError(
                f"matrix of shape {array.shape} is not a pose; "
                f"it must be (4, 4) with the last row 0 0 0 1"
            )
        turn = rotation.from_matrix(array[:3, :3])
        return cls(array[:3, 3], turn, parent=parent, child=child)

    @property
    def matrix(self) -> Array:
        """Homogeneous ``(4, 4)`` f64."""
        matrix = np.eye(4)
        matrix[:3, :3] = rotation.to_matrix(self.quaternion)
        matrix[:3, 3] = self.position
        return matrix

    @property
    def heading(self) -> float:
        """Direction of the child's x axis in the parent's plane, rad in (-π, π]."""
        x, y, z, w = self.quaternion
        return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))

    def __matmul__(self, other: Pose) -> Pose:
        if self.child != other.parent:
            raise FrameError(
                f"{self} @ {other}: the inner frames are {self.child!r} and {other.parent!r}; "
                f"they must be the same, so invert one of the poses or chain the one between"
            )
        x, y, z = self._placed(other.position)
        turn = _unit(rotation.product(self.quaternion, other.quaternion))
        return _fill(Pose.__new__(Pose), (x, y, z), turn, self.parent, other.child)

    def inverse(self) -> Pose:
        """``body_from_world`` of ``world_from_body``."""
        x, y, z, w = self.quaternion
        back = (-x, -y, -z, w)
        px, py, pz = rotation.turned(back, self.position)
        return _fill(Pose.__new__(Pose), (-px, -py, -pz), back, self.child, self.parent)

    def apply(self, points: ArrayLike, *, frame: str) -> Array:
        """Points ``(..., 3)`` given in ``frame``, which must be the child, in the parent."""
        return np.asarray(self.rotate(points, frame=frame) + np.array(self.position))

    def rotate(self, vectors: ArrayLike, *, frame: str) -> Array:
        """Directions ``(..., 3)`` given in ``frame``, which must be the child, in the parent."""
        if frame != self.child:
            raise FrameError(
                f"coordinates in {frame!r} given to {self}, which takes those in {self.child!r}; "
                f"transform them to {self.child!r} first, or use the inverse"
            )
        return rotation.rotate(self.quaternion, vectors)

    def _placed(self, point: Vector) -> Vector:
        x, y, z = rotation.turned(self.quaternion, point)
        px, py, pz = self.position
        return px + x, py + y, pz + z

    def __str__(self) -> str:
        return f"{self.parent}_from_{self.child}"


def _fill(pose: Pose, position: Vector, turn: Quaternion, parent: str, child: str) -> Pose:
    for name, value in zip(
        ("position", "quaternion", "parent", "child"), (position, turn, parent, child), strict=True
    ):
        object.__setattr__(pose, name, value)
    return pose


def _numbers(values: Iterable[SupportsFloat], count: int, what: str) -> list[float]:
    numbers = [float(value) for value in values]
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise UserError(f"{what} is {numbers}; it must be {count} finite numbers")
    return numbers


def _unit(quaternion: Iterable[SupportsFloat]) -> Quaternion:
    x, y, z, w = _numbers(quaternion, 4, "quaternion")
    square = x * x + y * y + z * z + w * w
    if abs(square - 1.0) <= 1e-12:
        return x, y, z, w  # kept bit for bit, so that a pose read from a record is the same
    if square < 1e-24:
        raise UserError(f"quaternion is {(x, y, z, w)}; it has no direction")
    length = math.sqrt(square)
    return x / length, y / length, z / length, w / length
