import inspect
import math
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from outrider.core import messages as m
from outrider.core.errors import InternalError, UnsafeFileError, UserError

HEAD: dict[str, Any] = {
    "stamp_ns": 4_000_000_001,
    "arrival_ns": 4_005_000_000,
    "seq": 12,
    "robot": "uav0",
    "sensor": "lidar",
    "frame": "uav0/lidar",
}
V = (1.5, -2.25, 1e-300)
Q = (0.1, 0.2, 0.3, 0.9)
EXAMPLES: list[m.Message] = [
    m.Acceleration(**HEAD, linear=V, angular=V),
    m.BatteryState(
        **HEAD, voltage_v=15.1, current_a=-12.0, charge_ah=4.0, capacity_ah=5.0, percentage=0.8
    ),
    m.CameraCalibration(
        **HEAD,
        width=640,
        height=480,
        distortion_model="plumb_bob",
        d=(0.1,),
        k=(1.0,) * 9,
        r=(1.0,) * 9,
        p=(0.0,) * 12,
    ),
    m.Clock(stamp_ns=1, arrival_ns=1, seq=0),
    m.CommandStatus(**HEAD, ticket=3, command="go_to", state="done", progress=1.0),
    m.CompressedImage(**HEAD, format="png", data=b"\x00\xff"),
    m.Contacts(
        **HEAD,
        contacts=(
            m.Contact(
                body_a="ugv0/wheel_fl",
                body_b="terrain",
                position=V,
                normal=(0.0, 0.0, -1.0),
                force_n=88.0,
                impulse=0.2,
                depth_m=1e-4,
                friction=V,
            ),
        ),
    ),
    m.Event(**HEAD, kind="landed", text="on ugv0", details={"on": "ugv0"}),
    m.FluidPressure(**HEAD, pressure_pa=101325.0, variance=4.0),
    m.FrameTransform(**HEAD, child="uav0", translation=V, rotation=Q),
    m.Image(**HEAD, encoding="rgb8", image=np.arange(24, dtype=np.uint8).reshape(2, 4, 3)),
    m.Imu(**HEAD, delta_angle=V, delta_velocity=V, interval_ns=2_000_000, orientation=Q),
    m.JointStates(**HEAD, names=("a", "b"), positions=(0.5, -0.5)),
    m.LaserScan(
        **HEAD,
        start_angle_rad=-1.0,
        end_angle_rad=1.0,
        min_range_m=0.1,
        max_range_m=30.0,
        ranges=np.array([1.0, np.inf, np.nan], np.float32),
    ),
    m.Log(**HEAD, level="warning", text="low"),
    m.MagneticField(**HEAD, field_t=V),
    m.NavSatFix(**HEAD, latitude_deg=48.1, longitude_deg=11.5, altitude_m=520.0, status=1),
    m.Odometry(**HEAD, child="uav0", position=V, quaternion=Q, pose_covariance=(0.5,) * 36),
    m.Path(**HEAD, poses=(m.Waypoint(position=V), m.Waypoint(position=V, stamp_ns=5))),
    m.PointCloud(
        **HEAD,
        points=np.arange(6, dtype=np.float32).reshape(2, 3),
        position=V,
        quaternion=Q,
        channels={"ring": np.array([0, 1], np.uint16), "intensity": np.ones(2, np.float32)},
    ),
    m.PoseInFrame(**HEAD, position=V, quaternion=Q),
    m.Range(**HEAD, range_m=math.inf, min_range_m=0.1, max_range_m=30.0, radiation="ultrasound"),
    m.RobotState(**HEAD, position=V, mode="go_to", actuators=(500.0,) * 4, gear=-1, gait="walk"),
    m.SceneUpdate(
        **HEAD,
        entities=(
            m.SceneEntity(
                id="tree1",
                frame="world",
                stamp_ns=3,
                metadata={"kind": "oak"},
                primitives=(m.ScenePrimitive(kind="line", points=(V, V)),),
            ),
        ),
        deletions=("tree0",),
    ),
    m.TeamMessage(
        **HEAD,
        sender="uav0",
        receiver="ugv0",
        topic="map",
        payload=b"abc",
        size_bytes=64,
        sent_ns=4_000_000_001,
    ),
    m.Twist(**HEAD, linear=V, angular=V),
    m.WheelStates(**HEAD, names=("fl",), angles_rad=(1.0,), speeds_rad_s=(2.0,), loads_n=(90.0,)),
]


def test_there_is_an_example_of_every_kind() -> None:
    assert [type(example) for example in EXAMPLES] == list(m.MESSAGES)
    assert [kind.__name__ for kind in m.MESSAGES] == sorted(m.BY_NAME)
    assert set(m.Message.__subclasses__()) == set(m.MESSAGES)


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_round_trip_is_bit_exact(message: m.Message) -> None:
    data = m.encode(message)
    back = m.decode(data)
    assert type(back) is type(message)
    assert back == message
    assert m.encode(back) == data
    assert m.same(back, message)


@pytest.mark.parametrize("kind", m.MESSAGES, ids=lambda kind: kind.__name__)
def test_every_kind_names_its_schema_and_is_frozen(kind: type[m.Message]) -> None:
    text = inspect.getdoc(kind) or ""
    assert "_msgs/" in text or "foxglove." in text
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.tag == kind.__name__


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_every_field_counts_in_equality(message: m.Message) -> None:
    for field in fields(message):
        assert replace(message, **{field.name: "something else"}) != message
    assert hash(message) == hash(m.decode(m.encode(message)))


def test_headers() -> None:
    assert EXAMPLES[0].address == "uav0/lidar"
    assert m.Clock(stamp_ns=0, arrival_ns=0, seq=0, sensor="clock").address == "clock"
    with pytest.raises(AttributeError):
        EXAMPLES[0].seq = 3  # type: ignore[misc]


@pytest.mark.parametrize("dtype", ["b1", "u1", "i2", "u4", "i8", "f2", "f4", "f8"])
@pytest.mark.parametrize("shape", [(0,), (3, 0), (2, 3), (2, 2, 4)])
def test_arrays_of_any_plain_kind_and_shape(dtype: str, shape: tuple[int, ...]) -> None:
    values = np.arange(math.prod(shape)).reshape(shape).astype(dtype)
    image = m.Image(**HEAD, encoding="x", image=values)
    back = m.decode(m.encode(image))
    assert isinstance(back, m.Image)
    assert (back.image.dtype, back.image.shape) == (values.dtype, shape)
    assert np.array_equal(back.image, values)
    assert not back.image.flags.writeable


def test_strided_arrays_and_numpy_scalars_are_written_out() -> None:
    view = np.arange(24, dtype=np.uint8).reshape(4, 6)[::2, ::-3]
    back = m.decode(m.encode(m.Image(**HEAD, encoding="mono8", image=view)))
    assert isinstance(back, m.Image)
    assert np.array_equal(back.image, view)
    position: Any = tuple(np.array([1.0, 2.0, 3.0]))
    pose = m.PoseInFrame(**{**HEAD, "seq": np.int64(4)}, position=position)
    assert m.decode(m.encode(pose)) == m.PoseInFrame(**{**HEAD, "seq": 4}, position=(1.0, 2.0, 3.0))


@pytest.mark.parametrize(
    "values", [np.array([object()]), np.array(["a"]), np.arange(2, dtype=">i4")]
)
def test_arrays_of_other_things_are_refused(values: np.ndarray[Any, Any]) -> None:
    with pytest.raises(UserError, match="not kept"):
        m.encode(m.Image(**HEAD, encoding="x", image=values))


def test_strangers_in_messages_are_refused() -> None:
    stranger: Any = {"a": object()}
    with pytest.raises(InternalError, match="object stands in a message"):
        m.encode(m.Event(**HEAD, kind="x", details=stranger))


def test_wrong_element_type_is_refused() -> None:
    wrong: Any = np.zeros((2, 3))
    data = m.encode(m.PointCloud(**HEAD, points=wrong))
    with pytest.raises(UnsafeFileError, match="float32 belongs"):
        m.decode(data)


def lying(array: object) -> bytes:
    return msgspec.msgpack.encode({"type": "Image", **HEAD, "encoding": "x", "image": array})


@pytest.mark.parametrize(
    "array",
    [
        ("|u1", (2**40,), b"abc"),
        ("|u1", (-1, -3), b"abc"),
        ("|u1", (0, 2**63), b""),
        ("|u1", (1,) * 100, b"a"),
        ("|O", (1,), b"12345678"),
        ("<f8", (1,), b"123"),
        ("V8", (1,), b"12345678"),
        ("|u1", (2,), "text"),
        "array",
    ],
)
def test_lying_arrays_are_refused(array: object) -> None:
    with pytest.raises(UnsafeFileError, match=r"message of \d+ bytes"):
        m.decode(lying(array))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x91" * 100_000,
        b"\xdf\xff\xff\xff\xff",
        msgspec.msgpack.encode({"type": "?"}),
    ],
)
def test_damaged_messages_are_refused(data: bytes) -> None:
    with pytest.raises(UnsafeFileError, match="damaged"):
        m.decode(data)


@given(st.data())
def test_no_cut_and_no_flip_does_more_than_refuse(data: st.DataObject) -> None:
    whole = m.encode(data.draw(st.sampled_from(EXAMPLES)))
    place = data.draw(st.integers(0, len(whole) - 1))
    bit = data.draw(st.integers(0, 7))
    flipped = bytearray(whole)
    flipped[place] ^= 1 << bit
    for damaged in (whole[:place], bytes(flipped)):
        try:
            m.decode(damaged)
        except UnsafeFileError:
            continue


def test_imu_means_are_the_increments_over_the_interval() -> None:
    imu = m.Imu(
        **HEAD,
        delta_angle=(0.002, 0.0, 0.0),
        delta_velocity=(0.0, 0.0, 0.0196),
        interval_ns=2_000_000,
    )
    assert imu.angular_velocity == pytest.approx((1.0, 0.0, 0.0))
    assert imu.linear_acceleration == pytest.approx((0.0, 0.0, 9.8))


def test_points_in_world_keep_their_digits_far_away() -> None:
    near = np.array([[1.0, 2.0, 3.0]], np.float32)
    half = math.sqrt(0.5)
    cloud = m.PointCloud(
        **HEAD, points=near, position=(20_000.0, 0.0, 0.0), quaternion=(0.0, 0.0, half, half)
    )
    expected = [[19_998.0, 1.0, 3.0]]
    np.testing.assert_allclose(cloud.points_in_world(), expected, rtol=0, atol=1e-11)
    assert cloud.points_in_world().dtype == np.float64


def test_contacts_of_a_body() -> None:
    contacts = next(example for example in EXAMPLES if isinstance(example, m.Contacts))
    assert len(contacts.with_body("ugv0")) == len(contacts.with_body("terrain")) == 1
    assert contacts.with_body("ugv") == ()


def test_image_sizes() -> None:
    image = next(example for example in EXAMPLES if isinstance(example, m.Image))
    assert (image.height, image.width) == (2, 4)
