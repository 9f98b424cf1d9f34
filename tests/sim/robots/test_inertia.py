"""Joined masses against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.sim.physics.plan import Quaternion
from outrider.sim.robots.inertia import (
    Mass,
    Matrix,
    diagonal,
    joined,
    placed,
    principal,
    quaternion_of,
    rotation,
)

SEEDS = st.integers(0, 10**6)


def _unit(rng: np.random.Generator) -> Quaternion:
    x, y, z, w = rng.normal(size=4).tolist()
    size = float(np.linalg.norm([x, y, z, w]))
    return x / size, y / size, z / size, w / size


def _rows(matrix: np.ndarray) -> Matrix:
    a, b, c = (tuple(row) for row in matrix.tolist())
    return a, b, c


@given(SEEDS)
def test_principal_axes_rebuild_the_matrix(seed: int) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(3, 3))
    matrix = root @ root.T + 0.01 * np.eye(3)
    moments, q = principal(_rows(matrix))
    r = np.array(rotation(q))
    np.testing.assert_allclose(r @ np.diag(moments) @ r.T, matrix, atol=1e-12)
    np.testing.assert_allclose(sorted(moments), np.linalg.eigvalsh(matrix), atol=1e-12)
    assert np.linalg.norm(q) == pytest.approx(1.0)


def test_axes_that_are_principal_already_stay() -> None:
    moments, q = principal(diagonal((3.0, 1.0, 2.0)))
    assert moments == (3.0, 1.0, 2.0)
    assert q == (0.0, 0.0, 0.0, 1.0)


@given(SEEDS)
def test_quaternion_and_matrix_are_inverse(seed: int) -> None:
    q = _unit(np.random.default_rng(seed))
    sign = 1.0 if q[3] >= 0 else -1.0
    back = quaternion_of(rotation(q))
    np.testing.assert_allclose(back, [sign * x for x in q], atol=1e-12)


def test_half_turns_have_quaternions() -> None:
    for q in ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0)):
        np.testing.assert_allclose(quaternion_of(rotation(q)), q, atol=1e-15)


@given(SEEDS)
def test_joined_masses_equal_a_cloud_of_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    parts, points, weights = [], [], []
    for _ in range(3):
        cloud, mass = rng.normal(size=(6, 3)), rng.uniform(0.1, 2.0, 6)
        com = mass @ cloud / mass.sum()
        d = cloud - com
        inertia = (mass * (d**2).sum(1)).sum() * np.eye(3) - (mass[:, None] * d).T @ d
        part = Mass(float(mass.sum()), tuple(com), _rows(inertia))
        q, at = _unit(rng), rng.normal(size=3)
        parts.append(placed(part, tuple(at), q))
        points.append(cloud @ np.array(rotation(q)).T + at)
        weights.append(mass)
    p, w = np.concatenate(points), np.concatenate(weights)
    whole = joined(parts)
    com = w @ p / w.sum()
    d = p - com
    inertia = (w * (d**2).sum(1)).sum() * np.eye(3) - (w[:, None] * d).T @ d
    np.testing.assert_allclose(whole.com_m, com, atol=1e-12)
    np.testing.assert_allclose(whole.inertia, inertia, atol=1e-10)
