"""Time as int64 nanoseconds since the start of the run, and rates that never drift."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final, SupportsFloat

from outrider.core.errors import UserError

NS_PER_S: Final = 10**9
NS_PER_MS: Final = 10**6
NS_PER_US: Final = 10**3
MAX_NS: Final = 2**63 - 1
"""About 292 years."""


def exact(value: SupportsFloat | Decimal | Fraction | str, *, what: str = "number") -> Fraction:
    """The fraction that the decimal text of ``value`` means: ``29.97`` is 2997/100."""
    if isinstance(value, Fraction):
        return value
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise UserError(f"{what} is {value!r}; it must be a finite number")
    return Fraction(number)


def seconds_to_ns(seconds: SupportsFloat | Decimal | Fraction | str) -> int:
    """Nanoseconds nearest to the decimal text of ``seconds``; halves go to the even one."""
    nanoseconds = round(exact(seconds, what="time in seconds") * NS_PER_S)
    if abs(nanoseconds) > MAX_NS:
        raise UserError(
            f"time in seconds is {seconds!r}; at most {MAX_NS // NS_PER_S} can be counted"
        )
    return nanoseconds


def ns_to_seconds(nanoseconds: int) -> float:
    """The double nearest to ``nanoseconds`` in seconds."""
    return nanoseconds / NS_PER_S


@dataclass(frozen=True, slots=True, init=False)
class Rate:
    """Events at ``phase_ns + k * 10**9 * den // num``, exact for every index ``k >= 0``.

    ``hz`` is ``num / den``: 69, 29.97 and ``Fraction(30000, 1001)`` are all exact.
    """

    hz: Fraction
    phase_ns: int

    def __init__(self, hz: SupportsFloat | Decimal | Fraction | str, *, phase_ns: int = 0) -> None:
        fraction = exact(hz, what="rate in hertz")
        if not 0 < fraction <= NS_PER_S:
            raise UserError(f"rate is {hz!r} Hz; it must be above 0 and at most {NS_PER_S:,}")
        object.__setattr__(self, "hz", fraction)
        object.__setattr__(self, "phase_ns", int(phase_ns))

    @property
    def num(self) -> int:
        return self.hz.numerator

    @property
    def den(self) -> int:
        return self.hz.denominator

    @property
    def period_s(self) -> float:
        return self.den / self.num

    def stamp(self, index: int) -> int:
        """Time of event ``index`` in ns."""
        return self.phase_ns + index * NS_PER_S * self.den // self.num

    def first_index_at_or_after(self, time_ns: int) -> int:
        """The first event, counted from 0, that is not before ``time_ns``."""
        # floor(k·p) >= n holds exactly when k·p >= n, because n is whole.
        wait = (time_ns - self.phase_ns) * self.num
        return max(0, -(-wait // (NS_PER_S * self.den)))

    def next_after(self, time_ns: int) -> int:
        """The first event that is later than ``time_ns``."""
        return self.first_index_at_or_after(time_ns + 1)

    def interval_ns(self, index: int) -> int:
        """From event ``index - 1`` to event ``index``; intervals differ by at most 1 ns."""
        return self.stamp(index) - self.stamp(index - 1)

    def split(self) -> tuple[int, int, int]:
        """``(whole, rest, num)``: stamp = phase + k·whole + k·rest // num, safe in int64.

        For kernels: the product stays below 2**63 for every ``k < 2**63 / max(whole, rest)``.
        """
        whole, rest = divmod(NS_PER_S * self.den, self.num)
        return whole, rest, self.num


def tick_ns(tick_us: int) -> int:
    """Nanoseconds of a physics tick; only the three lengths that the physics is tested at."""
    if tick_us not in (2000, 1000, 500):
        raise UserError(f"tick_us is {tick_us!r}; it must be 2000, 1000 or 500")
    return tick_us * NS_PER_US


def ticks_until(time_ns: int, *, tick: int) -> int:
    """Number of whole ticks of ``tick`` ns to the first one at or after ``time_ns``."""
    return math.ceil(Fraction(time_ns, tick))
