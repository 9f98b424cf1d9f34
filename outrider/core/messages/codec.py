"""Messages as bytes and back, bit for bit: msgpack with arrays as (dtype, shape, bytes)."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from outrider.core.arrays import plain_dtype
from outrider.core.errors import InternalError, UnsafeFileError, UserError
from outrider.core.messages.drawing import SceneUpdate
from outrider.core.messages.header import Message
from outrider.core.messages.imaging import (
    CameraCalibration,
    CompressedImage,
    Image,
    LaserScan,
    PointCloud,
)
from outrider.core.messages.motion import (
    Acceleration,
    FrameTransform,
    JointStates,
    Odometry,
    Path,
    PoseInFrame,
    Twist,
    WheelStates,
)
from outrider.core.messages.sensing import (
    BatteryState,
    Contacts,
    FluidPressure,
    Imu,
    MagneticField,
    NavSatFix,
    Range,
)
from outrider.core.messages.status import (
    Clock,
    CommandStatus,
    Event,
    Log,
    RobotState,
    TeamMessage,
)

_Any: Any = (
    Acceleration
    | BatteryState
    | CameraCalibration
    | Clock
    | CommandStatus
    | CompressedImage
    | Contacts
    | Event
    | FluidPressure
    | FrameTransform
    | Image
    | Imu
    | JointStates
    | LaserScan
    | Log
    | MagneticField
    | NavSatFix
    | Odometry
    | Path
    | PointCloud
    | PoseInFrame
    | Range
    | RobotState
    | SceneUpdate
    | TeamMessage
    | Twist
    | WheelStates
)

MESSAGES: Final[tuple[type[Message], ...]] = get_args(_Any)
"""Every kind of message, by name."""

BY_NAME: Final[dict[str, type[Message]]] = {kind.__name__: kind for kind in MESSAGES}


def encode(message: Message) -> bytes:
    """The message as msgpack; the same message gives the same bytes."""
    return _ENCODER.encode(message)


def decode(data: bytes) -> Message:
    """The message that :func:`encode` was given; its arrays are read-only."""
    try:
        message: Message = _decoder().decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, UserError, RecursionError) as fault:
        raise UnsafeFileError(
            f"message of {len(data)} bytes: {fault}; it is damaged, or of another version"
        ) from fault
    return message


def same(a: Message, b: Message) -> bool:
    """Whether two messages are one and the same to the last bit, as their bytes say."""
    return encode(a) == encode(b)


def _to_plain(value: object) -> object:
    if isinstance(value, np.ndarray):
        plain_dtype(value.dtype.str)
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, np.generic):
        return value.item()
    raise InternalError(f"a {type(value).__name__} stands in a message; use numbers, text, arrays")


def _from_plain(kind: type, value: object) -> NDArray[np.generic]:
    """An array of the element type that ``kind``, an ``NDArray[...]``, asks for."""
    text, shape, data = msgspec.convert(value, tuple[str, tuple[int, ...], bytes])
    dtype = plain_dtype(text)
    wanted = _element_type(kind)
    if not np.issubdtype(dtype, wanted):
        raise UserError(f"array of {text!r} where {wanted.__name__} belongs")
    if min(shape, default=0) < 0 or math.prod(shape) * dtype.itemsize != len(data):
        raise UserError(f"array of {text!r} and shape {shape} in {len(data)} bytes")
    try:
        return np.frombuffer(data, dtype=dtype).reshape(shape)
    except ValueError as fault:
        raise UserError(f"array of shape {shape}: {fault}") from fault


@cache
def _element_type(kind: type) -> type[np.generic]:
    # The form of an NDArray: an array of a shape and of a dtype, which is of the element.
    element: type[np.generic] = get_args(get_args(kind)[1])[0]
    return element


@cache
def _decoder() -> msgspec.msgpack.Decoder[Any]:
    # Resolving the types of the whole vocabulary takes a few milliseconds.
    return msgspec.msgpack.Decoder(_Any, dec_hook=_from_plain)


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_to_plain)
