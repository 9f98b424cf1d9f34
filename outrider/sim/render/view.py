"""Where a picture is taken from and through which pinhole."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.errors import UserError

F64 = NDArray[np.float64]

NEAR_M: Final = 0.05
MOST_PIXELS: Final = 8192
WIDEST_RAD: Final = math.radians(170.0)
OPTICAL = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]])
"""optical_from_body: x right, y down, z ahead of a body whose x is ahead and z up."""


@dataclass(frozen=True, kw_only=True)
class View:
    """A pinhole: pixel (0, 0)'s middle lies at (0.5, 0.5) of the picture plane.

    Refused are sizes below 1 or above 8192 pixels and fields of view that no pinhole has.
    """

    position: F64
    """(3,) of the eye in the world."""
    optical_from_world: F64
    """(3, 3) x right, y down, z ahead."""
    size: tuple[int, int]
    """Width and height, pixels."""
    focal: tuple[float, float]
    center: tuple[float, float]

    def __post_init__(self) -> None:
        if not all(1 <= pixels <= MOST_PIXELS for pixels in self.size):
            raise UserError(
                f"a picture of {self.size[0]} x {self.size[1]} pixels; from 1 to {MOST_PIXELS} "
                "are allowed along each edge"
            )
        if not all(math.isfinite(f) and f > 0.0 for f in self.focal):
            raise UserError(f"focal lengths of {self.focal} pixels: they must be above zero")

    def clip_from_eye(self) -> F64:
        """(4, 4) for places told from the eye on the world's axes; depth runs from 1 to 0."""
        w, h = self.size
        (fx, fy), (cx, cy) = self.focal, self.center
        lens = np.array([
            [2.0 * fx / w, 0.0, 2.0 * cx / w - 1.0, 0.0],
            [0.0, 2.0 * fy / h, 2.0 * cy / h - 1.0, 0.0],
            [0.0, 0.0, 0.0, NEAR_M],
            [0.0, 0.0, 1.0, 0.0],
        ])  # fmt: skip
        turn = np.eye(4)
        turn[:3, :3] = self.optical_from_world
        return np.asarray(lens @ turn)

    def rays(self) -> tuple[F64, F64, F64]:
        """Ahead, right and down of the ray ``ahead + x right + y down``, x and y in -1..1."""
        w, h = self.size
        (fx, fy), (cx, cy) = self.focal, self.center
        x, y, z = self.optical_from_world
        ahead = z + x * (0.5 * w - cx) / fx + y * (0.5 * h - cy) / fy
        return ahead, x * (0.5 * w / fx), y * (0.5 * h / fy)

    def planes(self) -> F64:
        """(5, 4) inward unit normals and offsets of the sides and the near plane, from the eye."""
        w, h = self.size
        (fx, fy), (cx, cy) = self.focal, self.center
        sides = np.array([
            [fx, 0.0, cx], [-fx, 0.0, w - cx], [0.0, fy, cy], [0.0, -fy, h - cy], [0.0, 0.0, 1.0],
        ])  # fmt: skip
        normals = sides @ self.optical_from_world
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return np.column_stack((normals, np.zeros(len(normals))))


def looking(
    eye: tuple[float, float, float],
    target: tuple[float, float, float],
    *,
    size: tuple[int, int],
    fov_rad: float,
) -> View:
    """Upright, from a place towards another; the field of view is across."""
    way = np.asarray(target, float) - eye
    heading = math.atan2(way[1], way[0])
    pitch = -math.atan2(way[2], math.hypot(way[0], way[1]))
    turn = rotation.multiply(
        rotation.from_heading(heading),
        np.array([0.0, math.sin(0.5 * pitch), 0.0, math.cos(0.5 * pitch)]),
    )
    return pinhole(np.asarray(eye, float), turn, size=size, fov_rad=fov_rad)


def pinhole(position: F64, quaternion: F64, *, size: tuple[int, int], fov_rad: float) -> View:
    """A camera that looks along the x axis of a frame with that pose."""
    if not 0.0 < fov_rad <= WIDEST_RAD:
        raise UserError(
            f"a field of view of {math.degrees(fov_rad):g}°; a pinhole sees more than 0° and at "
            f"most {math.degrees(WIDEST_RAD):g}°"
        )
    focal = 0.5 * size[0] / math.tan(0.5 * fov_rad)
    world_from_body = rotation.to_matrix(quaternion).reshape(3, 3)
    return View(
        position=np.asarray(position, float), optical_from_world=OPTICAL @ world_from_body.T,
        size=size, focal=(focal, focal), center=(0.5 * size[0], 0.5 * size[1]),
    )  # fmt: skip
