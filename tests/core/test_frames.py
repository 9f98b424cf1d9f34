import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from outrider.core import frames, rotation
from outrider.core.errors import UserError

Array = NDArray[np.float64]
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=64)
VECTORS = arrays.arrays(np.float64, (4, 3), elements=NUMBERS)
UNIT = arrays.arrays(np.float64, 4, elements=st.floats(-1, 1)).filter(
    lambda q: float(np.linalg.norm(q)) > 1e-3
)
PAIRS = [
    (frames.enu_to_ned, frames.ned_to_enu),
    (frames.flu_to_frd, frames.frd_to_flu),
    (frames.flu_to_rdf, frames.rdf_to_flu),
]


@pytest.mark.parametrize("pair", PAIRS)
@given(vectors=VECTORS)
def test_vectors_round_trip_bit_for_bit(pair: tuple, vectors: Array) -> None:  # type: ignore[type-arg]
    there, back = pair
    assert np.array_equal(back(there(vectors)), vectors)
    assert np.array_equal(there(back(vectors)), vectors)


def test_axes() -> None:
    np.testing.assert_array_equal(frames.enu_to_ned((1.0, 2.0, 3.0)), (2.0, 1.0, -3.0))
    np.testing.assert_array_equal(frames.flu_to_frd((1.0, 2.0, 3.0)), (1.0, -2.0, -3.0))
    # A thing ahead, to the left and above is, in the picture, deep, left and up.
    np.testing.assert_array_equal(frames.flu_to_rdf((1.0, 2.0, 3.0)), (-2.0, -3.0, 1.0))


@given(UNIT)
def test_attitudes_round_trip(quaternion: Array) -> None:
    q = rotation.normalise(quaternion)
    back = frames.attitude_ned_to_enu(frames.attitude_enu_to_ned(q))
    np.testing.assert_allclose(back, q, atol=4e-16)


@given(UNIT, arrays.arrays(np.float64, 3, elements=st.floats(-100, 100)))
def test_attitude_maps_the_same_vector(quaternion: Array, vector_flu: Array) -> None:
    enu_from_flu = rotation.normalise(quaternion)
    ned_from_frd = frames.attitude_enu_to_ned(enu_from_flu)
    through_enu = frames.enu_to_ned(rotation.rotate(enu_from_flu, vector_flu))
    through_frd = rotation.rotate(ned_from_frd, frames.flu_to_frd(vector_flu))
    np.testing.assert_allclose(through_frd, through_enu, atol=1e-12)


@given(st.floats(-math.pi, math.pi))
def test_headings(heading: float) -> None:
    ned = frames.heading_enu_to_ned(heading)
    back = float(frames.heading_ned_to_enu(ned))
    assert math.cos(back - heading) == pytest.approx(1.0, abs=1e-15)
    level = frames.attitude_enu_to_ned(rotation.from_heading(heading))
    assert math.cos(float(rotation.heading_of(level)) - float(ned)) == pytest.approx(1.0)


def test_north_is_zero_in_ned() -> None:
    assert frames.heading_enu_to_ned(math.pi / 2) == pytest.approx(0.0, abs=1e-15)
    assert frames.heading_enu_to_ned(0.0) == pytest.approx(math.pi / 2)


@given(arrays.arrays(np.float64, (2, 4), elements=NUMBERS))
def test_order_of_quaternion_parts(quaternion: Array) -> None:
    wxyz = frames.xyzw_to_wxyz(quaternion)
    assert np.array_equal(wxyz[:, 0], quaternion[:, 3])
    assert np.array_equal(frames.wxyz_to_xyzw(wxyz), quaternion)


def test_wrong_width_is_refused() -> None:
    with pytest.raises(UserError, match="last axis must be 3"):
        frames.enu_to_ned(np.zeros(4))
