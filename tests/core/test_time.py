from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outrider.core.errors import UserError
from outrider.core.time import (
    MAX_NS,
    Rate,
    exact,
    ns_to_seconds,
    seconds_to_ns,
    tick_ns,
    ticks_until,
)
from tests.counts import count

RATES = st.one_of(
    st.integers(1, 10**6).map(Fraction),
    st.decimals("0.001", "1000", places=3).map(Fraction),
    st.fractions(Fraction(1, 100), 1000, max_denominator=1001),
)


@pytest.mark.parametrize("hz", [200, 30, 69])
def test_stamps_are_exact_over_a_million_events(hz: int) -> None:
    rate = Rate(hz, phase_ns=17)
    for k in range(0, 10**6, 10**6 // count(10**6)):
        stamp = rate.stamp(k)
        # The defining inequality of the floor, in whole numbers.
        assert 0 <= k * 10**9 - (stamp - 17) * hz < hz
    # After whole seconds there is no rest at all: nothing has drifted.
    assert rate.stamp(10**6 // hz * hz) == 17 + 10**6 // hz * 10**9


@pytest.mark.slow
@pytest.mark.parametrize("hz", [200, 30, 69])
def test_counts_over_an_hour_are_exact(hz: int) -> None:
    rate = Rate(hz)
    assert sum(1 for k in range(3601 * hz) if rate.stamp(k) < 3600 * 10**9) == 3600 * hz


def test_known_stamps() -> None:
    assert [Rate(30).stamp(k) for k in range(4)] == [0, 33_333_333, 66_666_666, 100_000_000]
    assert Rate(Fraction(30000, 1001)).stamp(30_000) == 1001 * 10**9
    assert Rate(29.97).stamp(2997) == 100 * 10**9
    assert Rate("0.1").period_s == 10.0


def test_decimal_text_decides() -> None:
    assert Rate(29.97).hz == Fraction(2997, 100)
    assert (Rate(29.97).num, Rate(29.97).den) == (2997, 100)
    assert Rate(0.1).hz == Rate(Decimal("0.1")).hz == Fraction(1, 10)


@given(RATES, st.integers(-(10**12), 10**12), st.integers(-(10**13), 10**13))
def test_first_index_is_the_first(hz: Fraction, phase: int, time: int) -> None:
    rate = Rate(hz, phase_ns=phase)
    index = rate.first_index_at_or_after(time)
    assert index >= 0
    assert rate.stamp(index) >= time
    assert index == 0 or rate.stamp(index - 1) < time
    assert rate.stamp(rate.next_after(time)) > time


@given(RATES, st.integers(0, 10**6))
def test_split_gives_the_same_stamp_with_small_factors(hz: Fraction, k: int) -> None:
    rate = Rate(hz, phase_ns=5)
    whole, rest, num = rate.split()
    assert rate.stamp(k) == 5 + k * whole + k * rest // num
    assert rest < num
    assert k * max(whole, rest) < 2**63


@given(RATES, st.integers(1, 10**6))
def test_intervals_differ_by_at_most_one_nanosecond(hz: Fraction, k: int) -> None:
    assert 0 <= Rate(hz).interval_ns(k) - 10**9 // hz <= 1


@pytest.mark.parametrize("hz", [0, -1, 10**10, float("nan"), float("inf"), "fast"])
def test_impossible_rates_are_refused(hz: float) -> None:
    with pytest.raises(UserError, match="rate"):
        Rate(hz)


def test_rates_are_values() -> None:
    assert Rate(30) == Rate("30.0")
    assert hash(Rate(30)) == hash(Rate(30.0))
    assert Rate(30) != Rate(30, phase_ns=1)


@given(st.integers(-(10**15), 10**15))
def test_seconds_round_trip(nanoseconds: int) -> None:
    # A double holds 15 digits, so whole nanoseconds survive up to 11 days.
    assert seconds_to_ns(ns_to_seconds(nanoseconds)) == nanoseconds


def test_seconds_are_read_as_written() -> None:
    assert seconds_to_ns(0.1) == 100_000_000
    assert seconds_to_ns("4.35") == 4_350_000_000
    assert seconds_to_ns(Fraction(1, 3)) == 333_333_333
    assert seconds_to_ns(1e-9) == 1
    assert [seconds_to_ns(text) for text in ("5e-10", "15e-10", "25e-10")] == [0, 2, 2]


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), "soon", 1e10])
def test_impossible_times_are_refused(seconds: float) -> None:
    with pytest.raises(UserError, match="seconds"):
        seconds_to_ns(seconds)
    assert MAX_NS == 2**63 - 1


def test_numpy_numbers_are_numbers() -> None:
    np = pytest.importorskip("numpy")
    assert exact(np.float64(29.97)) == Fraction(2997, 100)
    assert Rate(np.float32(0.5)).hz == Fraction(1, 2)


def test_ticks() -> None:
    assert [tick_ns(us) for us in (2000, 1000, 500)] == [2_000_000, 1_000_000, 500_000]
    with pytest.raises(UserError, match="tick_us is 3000"):
        tick_ns(3000)
    assert [ticks_until(ns, tick=2_000_000) for ns in (0, 1, 2_000_000, 2_000_001)] == [0, 1, 1, 2]


@pytest.mark.parametrize("step_ns", [3_000_000, 5_000_000])
def test_odd_steps_neither_lose_nor_gain_ticks(step_ns: int) -> None:
    ticks = clock = 0
    calls = count(10**6)
    for _ in range(calls):
        clock += step_ns
        ticks += ticks_until(clock - ticks * 2_000_000, tick=2_000_000)
    assert clock == calls * step_ns
    assert ticks == -(-clock // 2_000_000)
