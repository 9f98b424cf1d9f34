"""What a sensor of one or a few numbers says, and contacts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from outrider.core.messages.header import (
    UNKNOWN,
    ZERO,
    Covariance3,
    Message,
    Quaternion,
    Vector,
)


class Imu(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/Imu`` (means over the interval), with the exact increments behind them.

    On the axes of ``frame``; at rest the specific force points up.
    """

    delta_angle: Vector
    """Turn over the interval as a rotation vector, rad."""
    delta_velocity: Vector
    """Specific force integrated over the interval, on the axes at its end, m/s."""
    interval_ns: int
    """The interval ends at ``stamp_ns``."""
    orientation: Quaternion | None = None
    angular_velocity_covariance: Covariance3 = UNKNOWN
    linear_acceleration_covariance: Covariance3 = UNKNOWN

    @property
    def angular_velocity(self) -> Vector:
        """Mean over the interval, rad/s."""
        return _per_second(self.delta_angle, self.interval_ns)

    @property
    def linear_acceleration(self) -> Vector:
        """Mean specific force over the interval, m/s²."""
        return _per_second(self.delta_velocity, self.interval_ns)


class NavSatFix(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/NavSatFix``, ``foxglove.LocationFix``: WGS 84, height above the ellipsoid."""

    latitude_deg: float
    longitude_deg: float
    altitude_m: float
    status: Literal[-1, 0, 1, 2] = 0
    """-1 no fix, 0 fix, 1 satellite-based, 2 ground-based augmentation."""
    position_covariance: Covariance3 = UNKNOWN
    """East, north, up, m²."""
    covariance_type: Literal[0, 1, 2, 3] = 0
    """0 unknown, 1 approximated, 2 diagonal known, 3 known."""


class FluidPressure(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/FluidPressure``."""

    pressure_pa: float
    variance: float = 0.0


class MagneticField(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/MagneticField``."""

    field_t: Vector
    covariance: Covariance3 = UNKNOWN


class Range(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/Range``: beyond ``max_range_m`` the range is +inf, too near it is -inf."""

    range_m: float
    min_range_m: float
    max_range_m: float
    field_of_view_rad: float = 0.0
    radiation: Literal["ultrasound", "infrared", "radio"] = "infrared"


class BatteryState(Message, frozen=True, kw_only=True, tag=True):
    """``sensor_msgs/BatteryState``."""

    voltage_v: float
    current_a: float
    """Negative while discharging."""
    charge_ah: float
    capacity_ah: float
    percentage: float
    """0 to 1."""


class Contact(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two bodies that touch: at one point, or, from a contact sensor, the mean of their points."""

    body_a: str
    """The own body, named ``robot`` or ``robot/link``."""
    body_b: str
    position: Vector
    normal: Vector
    """Unit vector from a to b."""
    force_n: float
    """Normal force at the stamp, N, never negative; 0 if they have parted since."""
    impulse: float
    """Normal force integrated since the message before (a query: over the last tick), N s."""
    depth_m: float = 0.0
    """How far the bodies overlap."""
    friction: Vector = ZERO
    """Tangential force on b at the stamp, N."""


class Contacts(Message, frozen=True, kw_only=True, tag=True):
    """``outrider_msgs/Contacts``, as ``ros_gz_interfaces/Contacts``: coordinates in ``frame``."""

    contacts: tuple[Contact, ...]

    def with_body(self, name: str) -> tuple[Contact, ...]:
        """Those in which ``name``, or a link of the robot ``name``, takes part."""
        return tuple(
            contact
            for contact in self.contacts
            if name in (contact.body_a, contact.body_b)
            or contact.body_a.startswith(f"{name}/")
            or contact.body_b.startswith(f"{name}/")
        )


def _per_second(vector: Vector, interval_ns: int) -> Vector:
    rate = 1e9 / interval_ns if interval_ns else 0.0
    x, y, z = vector
    return x * rate, y * rate, z * rate
