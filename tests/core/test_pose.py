import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from outrider.core.errors import FrameError, UserError
from outrider.core.pose import Pose

COORDINATES = st.tuples(*[st.floats(-1e3, 1e3)] * 3)
QUATERNIONS = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: math.hypot(*q) > 1e-2)


def pose(parent: str, child: str) -> st.SearchStrategy[Pose]:
    return st.builds(Pose, COORDINATES, QUATERNIONS, parent=st.just(parent), child=st.just(child))


def twin(p: Pose) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, :3] = Rotation.from_quat(p.quaternion).as_matrix()
    matrix[:3, 3] = p.position
    return matrix


@given(pose("world", "body"), pose("body", "camera"))
def test_chain_is_the_matrix_product(world_from_body: Pose, body_from_camera: Pose) -> None:
    world_from_camera = world_from_body @ body_from_camera
    assert (world_from_camera.parent, world_from_camera.child) == ("world", "camera")
    expected = twin(world_from_body) @ twin(body_from_camera)
    np.testing.assert_allclose(world_from_camera.matrix, expected, atol=1e-9)


@given(pose("world", "body"))
def test_inverse(world_from_body: Pose) -> None:
    body_from_world = world_from_body.inverse()
    assert (body_from_world.parent, body_from_world.child) == ("body", "world")
    np.testing.assert_allclose((body_from_world @ world_from_body).matrix, np.eye(4), atol=1e-9)


@given(pose("world", "body"), COORDINATES)
def test_points(world_from_body: Pose, point: tuple[float, float, float]) -> None:
    expected = (twin(world_from_body) @ (*point, 1.0))[:3]
    moved = world_from_body.apply(point, frame="body")
    np.testing.assert_allclose(moved, expected, atol=1e-9)
    back = world_from_body.inverse().apply(moved, frame="world")
    np.testing.assert_allclose(back, point, atol=1e-9)
    turned = world_from_body.rotate(point, frame="body")
    np.testing.assert_allclose(turned, expected - world_from_body.position, atol=1e-9)


def test_wrong_chains_name_both_frames() -> None:
    world_from_body = Pose((1.0, 2.0, 3.0), parent="world", child="body")
    map_from_camera = Pose((0.0, 0.0, 0.0), parent="map", child="camera")
    with pytest.raises(FrameError, match=r"world_from_body @ map_from_camera.*'body' and 'map'"):
        world_from_body @ map_from_camera
    with pytest.raises(FrameError, match=r"coordinates in 'world'.*takes those in 'body'"):
        world_from_body.apply((0.0, 0.0, 0.0), frame="world")


@given(pose("world", "body"))
def test_matrix_round_trip(world_from_body: Pose) -> None:
    back = Pose.from_matrix(world_from_body.matrix, parent="world", child="body")
    np.testing.assert_allclose(back.matrix, world_from_body.matrix, atol=1e-12)


@given(st.floats(-3.14, 3.14))
def test_heading(heading: float) -> None:
    level = Pose.from_heading((0.0, 0.0, 0.0), heading, parent="world", child="body")
    assert level.heading == pytest.approx(heading, abs=1e-12)
    np.testing.assert_allclose(
        level.apply((2.0, 0.0, 1.0), frame="body"),
        (2 * math.cos(heading), 2 * math.sin(heading), 1.0),
        atol=1e-12,
    )


@given(pose("world", "body"))
def test_a_pose_read_back_is_the_same_to_the_bit(world_from_body: Pose) -> None:
    again = Pose(world_from_body.position, world_from_body.quaternion, parent="world", child="body")
    assert again == world_from_body
    assert hash(again) == hash(world_from_body)


def test_long_chains_stay_unit() -> None:
    step = Pose.from_heading((0.0, 0.0, 0.0), 0.1, parent="a", child="a")
    total = step
    for _ in range(10_000):
        total = total @ step
    assert math.fsum(part * part for part in total.quaternion) == pytest.approx(1.0, abs=2e-12)


def test_poses_are_frozen_and_take_arrays() -> None:
    body = Pose(np.arange(3), np.array([0.0, 0.0, 2.0, 0.0]), parent="world", child="body")
    assert body.position == (0.0, 1.0, 2.0)
    assert body.quaternion == (0.0, 0.0, 1.0, 0.0)
    assert str(body) == "world_from_body"
    with pytest.raises(AttributeError):
        body.parent = "map"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("position", "quaternion"),
    [
        ((0.0, 0.0), (0.0, 0.0, 0.0, 1.0)),
        ((0.0, 0.0, math.nan), (0.0, 0.0, 0.0, 1.0)),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, 0.0, math.inf, 1.0)),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
    ],
)
def test_impossible_poses_are_refused(
    position: tuple[float, ...], quaternion: tuple[float, ...]
) -> None:
    with pytest.raises(UserError, match="is"):
        Pose(position, quaternion, parent="world", child="body")


@pytest.mark.parametrize("matrix", [np.eye(3), np.ones((4, 4)), np.diag([1.0, 1.0, -1.0, 1.0])])
def test_matrices_that_are_no_poses_are_refused(matrix: NDArray[np.float64]) -> None:
    with pytest.raises(UserError, match="matrix"):
        Pose.from_matrix(matrix, parent="world", child="body")
