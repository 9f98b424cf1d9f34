"""Pictures, scans and clouds: arrays, read-only once decoded."""

from __future__ import annotations

import numpy as np
from msgspec import field
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.core.messages.header import (
    IDENTITY,
    ZERO,
    AnyArray,
    Message,
    Quaternion,
    Vector,
)

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]


class Image(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/Image``, ``foxglove.RawImage``: rows from the top, columns from the left."""

    encoding: str
    """As in ROS: rgb8, mono8, mono16, 32FC1, 32SC1 …"""
    image: AnyArray
    """``(height, width)`` or ``(height, width, channels)``."""

    @property
    def height(self) -> int:
        return int(self.image.shape[0])

    @property
    def width(self) -> int:
        return int(self.image.shape[1])


class CompressedImage(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/CompressedImage``, ``foxglove.CompressedImage``."""

    format: str
    """jpeg, png or webp."""
    data: bytes


class CameraCalibration(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/CameraInfo``, ``foxglove.CameraCalibration``.

    ``frame`` is the optical one, RDF.
    """

    width: int
    height: int
    distortion_model: str
    """plumb_bob, rational_polynomial, equidistant or empty."""
    d: tuple[float, ...]
    k: tuple[float, ...]
    """3 by 3, row by row."""
    r: tuple[float, ...]
    p: tuple[float, ...]
    """3 by 4, row by row."""


class PointCloud(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/PointCloud2``, ``foxglove.PointCloud``: points in ``frame``.

    ``position`` and ``quaternion`` are ``world_from_frame`` at the stamp, kept in f64, so that
    points far from the origin lose nothing.
    """

    points: F32
    """``(n, 3)`` f32, m."""
    position: Vector = ZERO
    quaternion: Quaternion = IDENTITY
    channels: dict[str, AnyArray] = field(default_factory=dict)
    """Further values a point, ``(n,)`` each: intensity, ring, time_ns, id …"""
    height: int = 1
    """Rows of an organised cloud; 1 = a list."""

    def points_in_world(self) -> F64:
        """``(n, 3)`` f64, m."""
        return np.asarray(rotation.rotate(self.quaternion, self.points) + np.array(self.position))


class LaserScan(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/LaserScan``, ``foxglove.LaserScan``: in the xy plane of ``frame``."""

    start_angle_rad: float
    end_angle_rad: float
    min_range_m: float
    max_range_m: float
    ranges: F32
    """``(n,)`` f32, m; inf = nothing within range."""
    intensities: F32 | None = None
    scan_ns: int = 0
    """From the first ray to the last."""
