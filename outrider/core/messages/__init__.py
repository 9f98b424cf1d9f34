"""What the simulator says and all that robots, recorders, bridges and learners may hear.

Names and fields map one to one on Foxglove and ROS 2 schemas; each class names them. All times are
int64 ns since the start of the run, units SI, angles rad, quaternions xyzw.
"""

from outrider.core.messages.codec import BY_NAME, MESSAGES, decode, encode, same
from outrider.core.messages.drawing import (
    Color,
    SceneEntity,
    ScenePrimitive,
    SceneUpdate,
)
from outrider.core.messages.header import Message, Quaternion, Vector
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
    Waypoint,
    WheelStates,
)
from outrider.core.messages.sensing import (
    BatteryState,
    Contact,
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

__all__ = [
    "BY_NAME",
    "MESSAGES",
    "Acceleration",
    "BatteryState",
    "CameraCalibration",
    "Clock",
    "Color",
    "CommandStatus",
    "CompressedImage",
    "Contact",
    "Contacts",
    "Event",
    "FluidPressure",
    "FrameTransform",
    "Image",
    "Imu",
    "JointStates",
    "LaserScan",
    "Log",
    "MagneticField",
    "Message",
    "NavSatFix",
    "Odometry",
    "Path",
    "PointCloud",
    "PoseInFrame",
    "Quaternion",
    "Range",
    "RobotState",
    "SceneEntity",
    "ScenePrimitive",
    "SceneUpdate",
    "TeamMessage",
    "Twist",
    "Vector",
    "Waypoint",
    "WheelStates",
    "decode",
    "encode",
    "same",
]
