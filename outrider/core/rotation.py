"""Unit quaternions, xyzw: ``rotate(world_from_body, v_body)`` is ``v_world``.

Every function takes arrays ``(..., 4)`` or ``(..., 3)`` f64 and broadcasts over the leading axes.
Nothing here calls BLAS, so results do not depend on its threads.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError

Array = NDArray[np.float64]
Real = TypeVar("Real", float, Array)
Three = tuple[Real, Real, Real]
Four = tuple[Real, Real, Real, Real]


def product(a: Four[Real], b: Four[Real]) -> Four[Real]:
    """Quaternion product of components: numbers or arrays of one shape."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def turned(q: Four[Real], v: Three[Real]) -> Three[Real]:
    """Components of ``v`` turned by the unit quaternion ``q``."""
    qx, qy, qz, qw = q
    vx, vy, vz = v
    tx = 2.0 * (qy * vz - qz * vy)
    ty = 2.0 * (qz * vx - qx * vz)
    tz = 2.0 * (qx * vy - qy * vx)
    return (
        vx + qw * tx + qy * tz - qz * ty,
        vy + qw * ty + qz * tx - qx * tz,
        vz + qw * tz + qx * ty - qy * tx,
    )


def multiply(a: ArrayLike, b: ArrayLike) -> Array:
    """Turn by ``b``, then by ``a``: world_from_body times body_from_camera."""
    first, second = np.broadcast_arrays(_array(a, 4), _array(b, 4))
    return np.stack(product(_four(first), _four(second)), axis=-1)


def conjugate(quaternion: ArrayLike) -> Array:
    """The inverse of a unit quaternion: ``body_from_world`` of ``world_from_body``."""
    return np.asarray(_array(quaternion, 4) * np.array([-1.0, -1.0, -1.0, 1.0]))


def rotate(quaternion: ArrayLike, vectors: ArrayLike) -> Array:
    """Vectors ``(..., 3)`` turned by unit quaternions ``(..., 4)``."""
    q, v = _array(quaternion, 4), _array(vectors, 3)
    shape = np.broadcast_shapes(q.shape[:-1], v.shape[:-1])
    q, v = np.broadcast_to(q, (*shape, 4)), np.broadcast_to(v, (*shape, 3))
    return np.stack(turned(_four(q), (v[..., 0], v[..., 1], v[..., 2])), axis=-1)


def normalise(quaternion: ArrayLike) -> Array:
    """The unit quaternion of the same direction; refuses zero and non-finite ones."""
    q = _array(quaternion, 4)
    length = np.sqrt(_dot(q, q))
    if not (np.isfinite(length) & (length > 1e-12)).all():
        raise UserError(f"quaternion {np.asarray(quaternion).tolist()} has no direction")
    return np.asarray(q / length[..., None])


def from_euler_zyx(yaw: ArrayLike, pitch: ArrayLike, roll: ArrayLike) -> Array:
    """Turn by roll about x, then pitch about y, then yaw about z of the fixed frame, rad."""
    half = [0.5 * np.asarray(angle, dtype=np.float64) for angle in (yaw, pitch, roll)]
    cz, cy, cx = (np.cos(angle) for angle in half)
    sz, sy, sx = (np.sin(angle) for angle in half)
    return np.stack(
        np.broadcast_arrays(
            sx * cy * cz - cx * sy * sz,
            cx * sy * cz + sx * cy * sz,
            cx * cy * sz - sx * sy * cz,
            cx * cy * cz + sx * sy * sz,
        ),
        axis=-1,
    )


def to_euler_zyx(quaternion: ArrayLike) -> Array:
    """``(..., 3)``: yaw, pitch, roll in rad; pitch within ±π/2."""
    x, y, z, w = _four(_array(quaternion, 4))
    yaw = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    pitch = np.arcsin(np.clip(2.0 * (w * y - z * x), -1.0, 1.0))
    roll = np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    return np.stack((yaw, pitch, roll), axis=-1)


def from_heading(heading: ArrayLike) -> Array:
    """Level attitude whose x axis points ``heading`` rad from the world's x, counter-clockwise."""
    half = 0.5 * np.asarray(heading, dtype=np.float64)
    zero = np.zeros_like(half)
    return np.stack((zero, zero, np.sin(half), np.cos(half)), axis=-1)


def heading_of(quaternion: ArrayLike) -> Array:
    """``(...)``: direction of the turned x axis in the world's plane, rad in (-π, π]."""
    x, y, z, w = _four(_array(quaternion, 4))
    return np.asarray(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))


def to_matrix(quaternion: ArrayLike) -> Array:
    """``(..., 3, 3)``: columns are the turned axes."""
    x, y, z, w = _four(_array(quaternion, 4))
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def from_matrix(matrix: ArrayLike) -> Array:
    """Unit quaternions, w >= 0, of rotation matrices ``(..., 3, 3)``; refuses any other matrix."""
    m = np.asarray(matrix, dtype=np.float64)
    _check_rotation(m)
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    wx, wy, wz = (m[..., i, j] - m[..., j, i] for i, j in ((2, 1), (0, 2), (1, 0)))
    xy, xz, yz = (m[..., i, j] + m[..., j, i] for i, j in ((0, 1), (0, 2), (1, 2)))
    # Row i of 4·q·qᵀ; the row with the largest diagonal loses no digits.
    rows = np.stack(
        [
            np.stack((1.0 + xx - yy - zz, xy, xz, wx), axis=-1),
            np.stack((xy, 1.0 - xx + yy - zz, yz, wy), axis=-1),
            np.stack((xz, yz, 1.0 - xx - yy + zz, wz), axis=-1),
            np.stack((wx, wy, wz, 1.0 + xx + yy + zz), axis=-1),
        ],
        axis=-2,
    )
    best = np.argmax(np.diagonal(rows, axis1=-2, axis2=-1), axis=-1)
    q = normalise(np.take_along_axis(rows, best[..., None, None], axis=-2)[..., 0, :])
    return np.asarray(np.where(q[..., 3:] < 0.0, -q, q))


def from_rotation_vector(vector: ArrayLike) -> Array:
    """Turn about the direction of ``vector (..., 3)`` by its length in rad."""
    v = _array(vector, 3)
    angle = np.sqrt(_dot(v, v))[..., None]
    # sin(a/2)/a without 0/0: np.sinc(t) is sin(πt)/(πt).
    return np.concatenate((0.5 * np.sinc(angle / (2.0 * np.pi)) * v, np.cos(0.5 * angle)), axis=-1)


def to_rotation_vector(quaternion: ArrayLike) -> Array:
    """``(..., 3)``: axis times angle, angle in [0, π]."""
    q = _array(quaternion, 4)
    q = np.where(q[..., 3:] < 0.0, -q, q)
    sine = np.sqrt(_dot(q[..., :3], q[..., :3]))[..., None]
    angle = 2.0 * np.arctan2(sine, q[..., 3:])
    scale = np.where(sine > 1e-9, angle / np.maximum(sine, 1e-300), 2.0)
    return np.asarray(scale * q[..., :3])


def angle_between(a: ArrayLike, b: ArrayLike) -> Array:
    """``(...)``: the angle in [0, π] rad that turns attitude ``a`` into ``b``."""
    vector = to_rotation_vector(multiply(conjugate(a), b))
    return np.asarray(np.sqrt(_dot(vector, vector)))


def slerp(a: ArrayLike, b: ArrayLike, fraction: ArrayLike) -> Array:
    """Attitudes at ``fraction (...)`` of the shorter way from ``a`` (0) to ``b`` (1)."""
    share = np.asarray(fraction, dtype=np.float64)[..., None]
    way = to_rotation_vector(multiply(conjugate(a), b))
    return multiply(a, from_rotation_vector(share * way))


def _array(values: ArrayLike, width: int) -> Array:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 0 or array.shape[-1] != width:
        raise UserError(f"array of shape {array.shape} given; the last axis must be {width} long")
    return array


def _four(q: Array) -> Four[Array]:
    return q[..., 0], q[..., 1], q[..., 2], q[..., 3]


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(np.einsum("...i,...i->...", a, b))


def _check_rotation(m: Array) -> None:
    if m.shape[-2:] != (3, 3):
        raise UserError(f"matrix of shape {m.shape} given; a rotation is (..., 3, 3)")
    gram = np.einsum("...ki,...kj->...ij", m, m)
    handed = _dot(np.cross(m[..., :, 0], m[..., :, 1]), m[..., :, 2])
    # Written so that NaN fails too.
    if not (np.abs(gram - np.eye(3)).max(initial=0.0) < 1e-6 and (handed > 0.0).all()):
        raise UserError("matrix is not a rotation: columns must be orthonormal and right-handed")
