"""The clock, what robots are and do, and what is said between them."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from outrider.core.messages.header import IDENTITY, ZERO, Message, Quaternion, Vector

Level = Literal["debug", "info", "warning", "error", "fatal"]


class Clock(Message, frozen=True, kw_only=True, tag=True):
    """``rosgraph_msgs/Clock``: simulated time is ``stamp_ns``."""


class Log(Message, frozen=True, kw_only=True, tag=True):
    """``rcl_interfaces/Log``, ``foxglove.Log``."""

    level: Level
    text: str
    name: str = ""
    """The part that speaks."""


class Event(Message, frozen=True, kw_only=True, tag=True):
    """``foxglove.Log`` at level info, with parts: something happened at an instant."""

    kind: str
    """spawned, removed, crashed, took_off, landed, reached, edited …"""
    text: str = ""
    details: dict[str, str] = field(default_factory=dict)


class CommandStatus(Message, frozen=True, kw_only=True, tag=True):
    """``action_msgs/GoalStatus``: how far a command to ``robot`` has come."""

    ticket: int
    command: str
    """go_to, follow, take_off, land, hover, stop, control …"""
    state: Literal["pending", "done", "cancelled", "failed"]
    reason: str = ""
    progress: float = 0.0
    """0 to 1, as far as it can be told."""


class RobotState(Message, frozen=True, kw_only=True, tag=True):
    """``outrider_msgs/RobotState``: everything of one robot at one instant.

    ``nav_msgs/Odometry`` with ``child`` = the robot, ``geometry_msgs/AccelStamped``,
    ``sensor_msgs/BatteryState`` and ``mavros_msgs/State`` are parts of it.
    """

    position: Vector
    quaternion: Quaternion = IDENTITY
    """``world_from_body``."""
    velocity: Vector = ZERO
    """In the world, m/s."""
    angular_velocity: Vector = ZERO
    """On the body's axes, rad/s."""
    acceleration: Vector = ZERO
    """In the world, m/s², gravity not taken off: 0 at rest."""
    angular_acceleration: Vector = ZERO
    """On the body's axes, rad/s²."""
    mode: str = ""
    """The control mode or the command that moves it."""
    crashed: bool = False
    landed: bool = False
    """Stands on something."""
    standing_on: str = ""
    """The robot or prop on which it stands; empty = the ground, or nothing."""
    battery: float = 1.0
    """Charge from 0 to 1."""
    actuators: tuple[float, ...] = ()
    """Rotor or wheel speeds in the model's order, rad/s."""
    steering_rad: float = 0.0
    gear: int = 0
    engine_rpm: float = 0.0
    gait: str = ""
    """Of a person: stand, walk, run, sit or fallen."""


class TeamMessage(Message, frozen=True, kw_only=True, tag=True):
    """``outrider_msgs/TeamMessage``: from robot to robot over a link.

    ``stamp_ns`` and ``sent_ns`` are when it was sent, ``arrival_ns`` when it was received.
    """

    sender: str
    receiver: str
    topic: str
    payload: bytes
    size_bytes: int
    """What the link is charged with; at least the length of the payload."""
    sent_ns: int
