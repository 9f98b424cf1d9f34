"""Where things are and how they move."""

from __future__ import annotations

from msgspec import Struct

from outrider.core.messages.header import IDENTITY, ZERO, Message, Quaternion, Vector


class PoseInFrame(Message, frozen=True, kw_only=True, tag=True):
    """``foxglove.PoseInFrame``, ``geometry_msgs/PoseStamped``: a pose in ``frame``."""

    position: Vector
    quaternion: Quaternion = IDENTITY


class FrameTransform(Message, frozen=True, kw_only=True, tag=True):
    """``foxglove.FrameTransform``, ``geometry_msgs/TransformStamped``: ``frame_from_child``."""

    child: str
    translation: Vector
    rotation: Quaternion = IDENTITY


class Twist(Message, frozen=True, kw_only=True, tag=True):
    """``geometry_msgs/TwistStamped``: velocities on the axes of ``frame``, m/s and rad/s."""

    linear: Vector
    angular: Vector = ZERO


class Acceleration(Message, frozen=True, kw_only=True, tag=True):
    """``geometry_msgs/AccelStamped``: on the axes of ``frame``, m/s² and rad/s²."""

    linear: Vector
    angular: Vector = ZERO


class Odometry(Message, frozen=True, kw_only=True, tag=True):
    """``nav_msgs/Odometry``: pose of ``child`` in ``frame``, velocities on its own axes."""

    child: str
    position: Vector
    quaternion: Quaternion = IDENTITY
    linear: Vector = ZERO
    angular: Vector = ZERO
    pose_covariance: tuple[float, ...] = ()
    """36 numbers, row by row over x, y, z, roll, pitch, yaw; empty = unknown."""
    twist_covariance: tuple[float, ...] = ()


class JointStates(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/JointState``: one entry a joint in each tuple that is not empty."""

    names: tuple[str, ...]
    positions: tuple[float, ...]
    """rad or m"""
    velocities: tuple[float, ...] = ()
    """rad/s or m/s"""
    efforts: tuple[float, ...] = ()
    """N m or N"""


class WheelStates(Message, frozen=True, kw_only=True, tag=True):
    """``outrider_msgs/WheelStates``: ``sensor_msgs/JointState`` and the tyre's contact."""

    names: tuple[str, ...]
    angles_rad: tuple[float, ...]
    speeds_rad_s: tuple[float, ...]
    steering_rad: tuple[float, ...] = ()
    torques_nm: tuple[float, ...] = ()
    loads_n: tuple[float, ...] = ()
    """Normal force on the ground; 0 = in the air."""
    slips_m_s: tuple[float, ...] = ()
    """Speed of the contact patch over the ground."""


class Waypoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One pose of a path."""

    position: Vector
    quaternion: Quaternion = IDENTITY
    stamp_ns: int = 0
    """When to be there, or when one was there; 0 where it does not matter."""


class Path(Message, frozen=True, kw_only=True, tag=True):
    """``nav_msgs/Path``, ``foxglove.PosesInFrame``: poses in ``frame``, in order."""

    poses: tuple[Waypoint, ...]
