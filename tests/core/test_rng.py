"""Philox against the published vectors; distributions against theirs; kernels against numpy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from outrider.core import _kernels, rng
from outrider.core.errors import UserError
from tests.counts import count

# kat_vectors of Random123: counter, key, output.
VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0xFFFFFFFF,) * 4,
        (0xFFFFFFFF,) * 2,
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
DRAWS = count(4_000_000)
PINNED_KEY = [0x2605D858, 0x247DE271, 0xF1842AD5, 0xCACC0F8E]
PINNED_UNIFORMS = [0.12950640693193355, 0.201548777621041]


@pytest.mark.parametrize(("counter", "key", "output"), VECTORS)
def test_known_answers(
    counter: tuple[int, ...], key: tuple[int, int], output: tuple[int, ...]
) -> None:
    words = np.array(counter, dtype=np.uint64)
    assert tuple(rng.philox4x32(words, key).tolist()) == output
    compiled = _kernels.philox4x32(*words, *np.array(key, dtype=np.uint64))
    assert tuple(int(word) for word in compiled) == output


def test_blocks_of_counters_are_the_single_ones() -> None:
    counters = np.array([vector[0] for vector in VECTORS], dtype=np.uint64)
    many = rng.philox4x32(counters, (1, 2))
    for row, counter in zip(many, counters, strict=True):
        np.testing.assert_array_equal(row, rng.philox4x32(counter, (1, 2)))


def test_keys_are_pinned() -> None:
    # A change here changes every recorded noise.
    assert rng.key(7, "uav0", "lidar").tolist() == PINNED_KEY
    assert rng.Stream(7, "uav0", "lidar").uniform(3, 2).tolist() == PINNED_UNIFORMS


def test_keys_differ_by_every_part() -> None:
    keys = {
        tuple(rng.key(seed, *names).tolist())
        for seed in (0, 1, -1, 2**70)
        for names in ((), ("",), ("a",), ("b",), ("a", "b"), ("ab",), ("b", "a"), ("a", "", "b"))
    }
    assert len(keys) == 4 * 8


@pytest.mark.parametrize(("index", "n"), [(0, 1), (5, 2), (6, 7), (2**40 + 3, 1001), (-1, 3)])
def test_numpy_and_kernels_draw_the_same(index: int, n: int) -> None:
    stream = rng.Stream(11, "uav0", "imu")
    uniform, normal = np.empty(n), np.empty(n)
    _kernels.fill_uniform(stream.key, index, uniform)
    _kernels.fill_normal(stream.key, index, normal)
    np.testing.assert_array_equal(uniform, stream.uniform(index, n))
    # Logarithm and cosine may differ in the last places; 4e-16 is 2 ulp of 1.
    np.testing.assert_allclose(normal, stream.normal(index, n), rtol=8e-16, atol=2e-15)


def test_a_draw_depends_on_its_indices_alone() -> None:
    stream = rng.Stream(3, "a")
    whole = stream.normal(9, 1000)
    stream.normal(1, 17)
    np.testing.assert_array_equal(stream.normal(9, 1000), whole)
    np.testing.assert_array_equal(stream.normal(9, 101), whole[:101])
    block = stream.normal(np.arange(8, 12), 5)
    np.testing.assert_array_equal(block[1], whole[:5])
    assert block.shape == (4, 5)


def test_large_samples_do_not_overlap_the_next() -> None:
    stream = rng.Stream(3, "a")
    draws = np.concatenate([stream.uniform(index, 3001) for index in range(20)])
    assert np.unique(draws).size == draws.size


def test_indices_beyond_32_bits_are_new() -> None:
    stream = rng.Stream(3, "a")
    assert not np.array_equal(stream.uniform(1, 4), stream.uniform(1 + 2**32, 4))


def ks_distance(sample: NDArray[np.float64], cdf: NDArray[np.float64]) -> float:
    """Largest gap between the sample's distribution and ``cdf`` of the sorted sample."""
    n = sample.size
    steps = np.arange(n + 1) / n
    return float(max((steps[1:] - cdf).max(), (cdf - steps[:-1]).max()))


@pytest.mark.parametrize("name", ["uav0", "uav1"])
def test_uniform_distribution(name: str) -> None:
    draws = np.sort(rng.Stream(1, name).uniform(0, DRAWS))
    # 1.95/√n is passed by one fair sample in a thousand.
    assert ks_distance(draws, draws) < 1.95 / math.sqrt(DRAWS)
    assert 0.0 < draws[0] < draws[-1] < 1.0


@pytest.mark.parametrize("name", ["uav0", "uav1"])
def test_normal_distribution_and_its_tails(name: str) -> None:
    draws = np.empty(DRAWS)
    _kernels.fill_normal(rng.key(1, name), 0, draws)
    ordered = np.sort(draws)
    assert ks_distance(ordered, stats.norm.cdf(ordered)) < 1.95 / math.sqrt(DRAWS)
    for sigmas in (1.0, 2.0, 3.0, 3.5, 4.0):
        for tail in (draws > sigmas, draws < -sigmas):
            expected = DRAWS * stats.norm.sf(sigmas)
            assert abs(tail.sum() - expected) < 4.0 * math.sqrt(expected)
    assert abs(draws.mean()) < 4.0 / math.sqrt(DRAWS)
    assert abs(draws.var() - 1.0) < 4.0 * math.sqrt(2.0 / DRAWS)
    assert abs(stats.kurtosis(draws)) < 4.0 * math.sqrt(24.0 / DRAWS)


def test_the_tail_reaches_beyond_what_32_bits_could() -> None:
    # The smallest uniform is 2**-54; its normal lies at 8.65 sigma.
    assert math.sqrt(-2.0 * math.log(0.5 * 2.0**-53)) > 8.6


def test_neighbours_are_uncorrelated() -> None:
    n = 200_000
    stream = rng.Stream(1, "a")
    base = stream.normal(0, n)
    others = {
        "next element": stream.normal(0, n + 2)[2:],
        "partner": np.roll(base, 1),
        "next sample": stream.normal(1, n),
        "other name": rng.Stream(1, "b").normal(0, n),
        "other seed": rng.Stream(2, "a").normal(0, n),
        "uniform": stream.uniform(0, n) - 0.5,
    }
    for name, other in others.items():
        assert abs(float(np.corrcoef(base, other)[0, 1])) < 4.5 / math.sqrt(n), name


def test_integers_are_uniform_and_in_range() -> None:
    draws = rng.Stream(5, "die").integers(0, 60_000, low=-2, high=4)
    counts = np.bincount(draws + 2, minlength=6)
    assert counts.size == 6
    assert float(((counts - 10_000) ** 2 / 10_000).sum()) < 20.5  # χ², 5 degrees, one in a thousand


@given(st.integers(-(2**62), 2**62), st.integers(1, 2**32))
def test_integers_of_any_range(low: int, span: int) -> None:
    draws = rng.Stream(5, "die").integers(0, 50, low=low, high=low + span)
    assert draws.min() >= low
    assert draws.max() < low + span


def test_scaling() -> None:
    stream = rng.Stream(0, "x")
    np.testing.assert_array_equal(stream.normal(0, 9, sigma=2.0), 2.0 * stream.normal(0, 9))
    scaled = stream.uniform(0, 9, low=-1.0, high=3.0)
    np.testing.assert_allclose(scaled, 4.0 * stream.uniform(0, 9) - 1.0, atol=1e-15)


def test_child_streams_are_longer_names() -> None:
    child = rng.Stream(4, "uav0").child("lidar", "range")
    assert repr(child) == "Stream(4, 'uav0', 'lidar', 'range')"
    np.testing.assert_array_equal(child.key, rng.key(4, "uav0", "lidar", "range"))


def test_what_cannot_be_drawn_is_refused() -> None:
    stream = rng.Stream(0, "x")
    with pytest.raises(UserError, match="elements"):
        stream.uniform(0, -1)
    with pytest.raises(UserError, match="elements"):
        stream.uniform(0, 2**31 + 1)
    with pytest.raises(UserError, match="integers from 3 to 3"):
        stream.integers(0, 1, low=3, high=3)
    assert stream.normal(0, 0).shape == (0,)
