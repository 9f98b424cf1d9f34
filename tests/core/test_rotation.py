"""Rotations against scipy's, which shares no code with ours."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation, Slerp

from outrider.core import rotation
from outrider.core.errors import UserError

Array = NDArray[np.float64]
SEED = np.random.SeedSequence(20).generate_state(1)[0]
QUATERNIONS = Rotation.random(500, random_state=SEED).as_quat()
OTHERS = Rotation.random(500, random_state=SEED + 1).as_quat()
VECTORS = np.random.default_rng(SEED).normal(size=(500, 3)) * 10
ANGLES = st.floats(-math.pi, math.pi)


def same_turn(a: Array, b: Array, tolerance: float = 1e-12) -> bool:
    return bool((np.abs(np.abs(np.sum(a * b, axis=-1)) - 1.0) < tolerance).all())


def test_multiply_and_conjugate() -> None:
    expected = (Rotation.from_quat(QUATERNIONS) * Rotation.from_quat(OTHERS)).as_quat()
    assert same_turn(rotation.multiply(QUATERNIONS, OTHERS), expected)
    identity = rotation.multiply(QUATERNIONS, rotation.conjugate(QUATERNIONS))
    np.testing.assert_allclose(identity, np.tile([0.0, 0.0, 0.0, 1.0], (500, 1)), atol=1e-15)


def test_rotate() -> None:
    expected = Rotation.from_quat(QUATERNIONS).apply(VECTORS)
    np.testing.assert_allclose(rotation.rotate(QUATERNIONS, VECTORS), expected, atol=1e-13)


def test_broadcasting() -> None:
    one, many = QUATERNIONS[0], VECTORS.reshape(5, 100, 3)
    assert rotation.rotate(one, many).shape == (5, 100, 3)
    assert rotation.rotate(QUATERNIONS, VECTORS[0]).shape == (500, 3)
    assert rotation.multiply(one, QUATERNIONS).shape == (500, 4)
    assert rotation.rotate(one, VECTORS[0]).shape == (3,)


def test_matrix() -> None:
    matrices = Rotation.from_quat(QUATERNIONS).as_matrix()
    np.testing.assert_allclose(rotation.to_matrix(QUATERNIONS), matrices, atol=1e-14)
    assert same_turn(rotation.from_matrix(matrices), QUATERNIONS)
    assert (rotation.from_matrix(matrices)[:, 3] >= 0.0).all()


@pytest.mark.parametrize("axis", range(3))
def test_half_turns_survive_the_matrix(axis: int) -> None:
    half_turn = np.eye(4)[axis]
    assert same_turn(rotation.from_matrix(rotation.to_matrix(half_turn)), half_turn, 1e-15)


@pytest.mark.parametrize(
    "matrix",
    [
        np.diag([1.0, 1.0, -1.0]),
        np.eye(3) * 2,
        np.full((3, 3), np.nan),
        np.eye(4),
        np.zeros((3, 3)),
    ],
)
def test_what_is_no_rotation_is_refused(matrix: Array) -> None:
    with pytest.raises(UserError, match="matrix"):
        rotation.from_matrix(matrix)


@given(ANGLES, st.floats(-1.57, 1.57), ANGLES)
def test_euler(yaw: float, pitch: float, roll: float) -> None:
    ours = rotation.from_euler_zyx(yaw, pitch, roll)
    assert same_turn(ours, Rotation.from_euler("ZYX", [yaw, pitch, roll]).as_quat())
    assert same_turn(rotation.from_euler_zyx(*rotation.to_euler_zyx(ours)), ours)
    np.testing.assert_allclose(rotation.to_euler_zyx(ours)[1], pitch, atol=1e-9)


@given(ANGLES)
def test_heading(heading: float) -> None:
    level = rotation.from_heading(heading)
    assert math.cos(float(rotation.heading_of(level)) - heading) == pytest.approx(1.0, abs=1e-15)
    east = rotation.rotate(level, (1.0, 0.0, 0.0))
    np.testing.assert_allclose(east, (math.cos(heading), math.sin(heading), 0.0), atol=1e-15)


@given(st.lists(st.floats(-1.8, 1.8), min_size=3, max_size=3))
def test_rotation_vector_round_trip(vector: list[float]) -> None:
    # Below π in length, where the vector is unique.
    q = rotation.from_rotation_vector(vector)
    assert same_turn(q, Rotation.from_rotvec(vector).as_quat())
    np.testing.assert_allclose(rotation.to_rotation_vector(q), vector, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("angle", [0.0, 1e-300, 1e-12, 1e-9, 1e-5])
def test_small_turns_keep_their_digits(angle: float) -> None:
    vector = rotation.to_rotation_vector(rotation.from_rotation_vector((angle, 0.0, 0.0)))
    np.testing.assert_allclose(vector, (angle, 0.0, 0.0), rtol=1e-14)


def test_slerp() -> None:
    for a, b in zip(QUATERNIONS[:50], OTHERS[:50], strict=True):
        line = Slerp([0.0, 1.0], Rotation.from_quat(np.stack((a, b))))
        for fraction in (0.0, 0.25, 1.0):
            assert same_turn(rotation.slerp(a, b, fraction), line([fraction]).as_quat()[0])
    fractions = np.linspace(0.0, 1.0, 500)
    assert rotation.slerp(QUATERNIONS, -QUATERNIONS, fractions).shape == (500, 4)


def test_angle_between() -> None:
    assert rotation.angle_between(rotation.from_heading(0.3), rotation.from_heading(-0.4)) == (
        pytest.approx(0.7)
    )
    np.testing.assert_allclose(rotation.angle_between(QUATERNIONS, -QUATERNIONS), 0.0, atol=1e-7)


def test_normalise() -> None:
    long = QUATERNIONS * np.linspace(1e-6, 1e6, 500)[:, None]
    np.testing.assert_allclose(rotation.normalise(long), QUATERNIONS, atol=1e-15)


@pytest.mark.parametrize("bad", [(0.0, 0.0, 0.0, 0.0), (np.nan, 0.0, 0.0, 1.0)])
def test_directionless_quaternions_are_refused(bad: tuple[float, ...]) -> None:
    with pytest.raises(UserError, match="no direction"):
        rotation.normalise(bad)


@pytest.mark.parametrize("bad", [1.0, (1.0, 2.0), np.zeros((4, 3))])
def test_wrong_widths_are_refused(bad: object) -> None:
    with pytest.raises(UserError, match="last axis must be 4"):
        rotation.heading_of(np.asarray(bad))
