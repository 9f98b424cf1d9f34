"""The doors between Outrider's axes (ENU, FLU, xyzw) and those of other systems.

ENU: x east, y north, z up.  NED: x north, y east, z down.  FLU: x forward, y left, z up.
FRD: x forward, y right, z down.  RDF (camera optical): x right, y down, z forward.
Vectors are ``(..., 3)`` f64, quaternions ``(..., 4)`` f64. Swaps of axes lose no bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError

Array = NDArray[np.float64]

_HALF_ROOT = float(np.sqrt(0.5))


def enu_to_ned(vectors: ArrayLike) -> Array:
    """A vector given on east, north, up as one on north, east, down."""
    return _axes(vectors, (1, 0, 2), (1.0, 1.0, -1.0))


def ned_to_enu(vectors: ArrayLike) -> Array:
    """A vector given on north, east, down as one on east, north, up."""
    return _axes(vectors, (1, 0, 2), (1.0, 1.0, -1.0))


def flu_to_frd(vectors: ArrayLike) -> Array:
    """A vector given on forward, left, up as one on forward, right, down."""
    return _axes(vectors, (0, 1, 2), (1.0, -1.0, -1.0))


def frd_to_flu(vectors: ArrayLike) -> Array:
    """A vector given on forward, right, down as one on forward, left, up."""
    return _axes(vectors, (0, 1, 2), (1.0, -1.0, -1.0))


def flu_to_rdf(vectors: ArrayLike) -> Array:
    """A vector given on forward, left, up as one on right, down, forward."""
    return _axes(vectors, (1, 2, 0), (-1.0, -1.0, 1.0))


def rdf_to_flu(vectors: ArrayLike) -> Array:
    """A vector given on right, down, forward as one on forward, left, up."""
    return _axes(vectors, (2, 0, 1), (1.0, -1.0, -1.0))


def attitude_enu_to_ned(enu_from_flu: ArrayLike) -> Array:
    """``ned_from_frd`` of the attitude ``enu_from_flu``, both xyzw."""
    q = _checked(enu_from_flu, 4)
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    # (√½, √½, 0, 0) · q · (1, 0, 0, 0), multiplied out.
    return _HALF_ROOT * np.stack((x + y, x - y, w - z, z + w), axis=-1)


def attitude_ned_to_enu(ned_from_frd: ArrayLike) -> Array:
    """``enu_from_flu`` of the attitude ``ned_from_frd``, both xyzw."""
    # The same two half turns undo themselves, up to the sign, which means nothing.
    return attitude_enu_to_ned(ned_from_frd)


def heading_enu_to_ned(heading: ArrayLike) -> Array:
    """Heading counter-clockwise from east as one clockwise from north, rad in [-π, π)."""
    return _wrapped(0.5 * np.pi - np.asarray(heading, dtype=np.float64))


def heading_ned_to_enu(heading: ArrayLike) -> Array:
    """Heading clockwise from north as one counter-clockwise from east, rad in [-π, π)."""
    return _wrapped(0.5 * np.pi - np.asarray(heading, dtype=np.float64))


def xyzw_to_wxyz(quaternion: ArrayLike) -> Array:
    return np.roll(_checked(quaternion, 4), 1, axis=-1)


def wxyz_to_xyzw(quaternion: ArrayLike) -> Array:
    return np.roll(_checked(quaternion, 4), -1, axis=-1)


def _axes(vectors: ArrayLike, order: tuple[int, int, int], sign: tuple[float, ...]) -> Array:
    return np.asarray(_checked(vectors, 3)[..., list(order)] * np.array(sign))


def _checked(values: ArrayLike, width: int) -> Array:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 0 or array.shape[-1] != width:
        raise UserError(f"array of shape {array.shape} given; the last axis must be {width} long")
    return array


def _wrapped(angle: Array) -> Array:
    return np.asarray(np.remainder(angle + np.pi, 2.0 * np.pi) - np.pi)
