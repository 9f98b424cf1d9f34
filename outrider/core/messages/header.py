"""The head that every message bears."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import fields
from numpy.typing import NDArray

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Covariance3 = tuple[float, float, float, float, float, float, float, float, float]
"""Row by row, 3 by 3; all zero = unknown, as in ROS."""

AnyArray = NDArray[np.generic]

ZERO: Final[Vector] = (0.0, 0.0, 0.0)
IDENTITY: Final[Quaternion] = (0.0, 0.0, 0.0, 1.0)
UNKNOWN: Final[Covariance3] = (0.0,) * 9


class Message(Struct, frozen=True, kw_only=True, eq=False, forbid_unknown_fields=True):
    """Head of every message (``std_msgs/Header`` with what ROS leaves to the transport).

    ``stamp_ns`` is when the measured thing was so; ``arrival_ns`` when a consumer may know it.
    """

    stamp_ns: int
    arrival_ns: int
    seq: int
    """Counts the messages of one source from 0, without gaps."""
    robot: str = ""
    """Empty: of the world, not of a robot."""
    sensor: str = ""
    frame: str = "world"
    """The frame in which the coordinates of this message are given."""

    @property
    def address(self) -> str:
        """Where it is found in a step and in a recording: ``uav0/lidar``."""
        return f"{self.robot}/{self.sensor}" if self.robot else self.sensor

    def __eq__(self, other: object) -> bool:
        """By value; arrays by element type, shape and bytes; a NaN field equals a NaN."""
        if type(self) is not type(other):
            return NotImplemented
        return all(
            _equal(getattr(self, field.name), getattr(other, field.name)) for field in fields(self)
        )

    def __hash__(self) -> int:
        return hash((type(self), self.stamp_ns, self.seq, self.robot, self.sensor))


def _equal(a: object, b: object) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        left, right = np.asarray(a), np.asarray(b)
        kinds = (left.dtype, left.shape) == (right.dtype, right.shape)
        return kinds and left.tobytes() == right.tobytes()
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (math.isnan(a) and math.isnan(b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(a[name], b[name]) for name in a)
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return len(a) == len(b) and all(map(_equal, a, b))
    return a == b
