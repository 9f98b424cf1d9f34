"""Named, counter-based random streams: Philox4x32-10 keyed by BLAKE2b of (seed, names).

A draw depends on the seed, the stream's names, the sample's index and the element's index, and on
nothing else: not on what was drawn before, nor on what other streams exist. Uniforms, normals and
integers of one stream are independent of each other.

Counter words: ``(kind << 30 | element pair, index low, index high ^ key[3], key[2])``.
The kernels of ``core._kernels`` draw the same numbers, at 30 ns a normal; a call here costs 0.2 ms
whatever its size, so it suits set-up and large blocks.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outrider.core.errors import UserError

Array = NDArray[np.float64]
Words = NDArray[np.uint64]

UNIFORM: Final = 0
NORMAL: Final = 1
INTEGER: Final = 2
MAX_ELEMENTS: Final = 2**31
"""Two elements share a block, and 30 bits count the blocks of a sample."""

_MASK: Final = np.uint64(0xFFFFFFFF)
_SHIFT: Final = np.uint64(32)
_MULTIPLIERS: Final = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)


def key(seed: int, *names: str) -> NDArray[np.uint32]:
    """``(4,)`` u32: the first 128 bits of BLAKE2b of the seed and the names."""
    state = hashlib.blake2b(digest_size=16, person=b"outrider stream")
    # Lengths first, so that ("ab", "c") and ("a", "bc") differ.
    for part in (str(int(seed)).encode(), *(name.encode() for name in names)):
        state.update(len(part).to_bytes(8, "little") + part)
    return np.frombuffer(state.digest(), dtype="<u4").astype(np.uint32)


def philox4x32(counter: Words, key_words: tuple[int, int]) -> Words:
    """Ten rounds over counters ``(..., 4)`` u64 holding 32-bit words; same shape out."""
    c0, c1, c2, c3 = (counter[..., word] & _MASK for word in range(4))
    k0, k1 = key_words
    for _ in range(10):
        first, second = _MULTIPLIERS[0] * c0, _MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (
            (second >> _SHIFT) ^ c1 ^ np.uint64(k0),
            second & _MASK,
            (first >> _SHIFT) ^ c3 ^ np.uint64(k1),
            first & _MASK,
        )
        k0, k1 = (k0 + _WEYL[0]) & 0xFFFFFFFF, (k1 + _WEYL[1]) & 0xFFFFFFFF
    return np.stack((c0, c1, c2, c3), axis=-1)


class Stream:
    """``Stream(seed, "uav0", "lidar").normal(index, n)``: the noise of sample ``index``.

    ``index`` is an int, which gives ``(n,)``, or an array ``(m,)`` of ints, which gives ``(m, n)``.
    """

    __slots__ = ("_key", "names", "seed")

    def __init__(self, seed: int, *names: str) -> None:
        self.seed, self.names = int(seed), names
        self._key = key(seed, *names)

    def __repr__(self) -> str:
        return f"Stream({self.seed}, {', '.join(map(repr, self.names))})"

    @property
    def key(self) -> NDArray[np.uint32]:
        """``(4,)`` u32, for the kernels; a copy."""
        return self._key.copy()

    def child(self, *names: str) -> Stream:
        """The stream of a longer name."""
        return Stream(self.seed, *self.names, *names)

    def uniform(
        self, index: int | ArrayLike, n: int, *, low: float = 0.0, high: float = 1.0
    ) -> Array:
        """Uniform in the open interval (low, high), with 53 random bits."""
        unit = _unit(self._words(index, n, UNIFORM))[..., :n]
        return unit if (low, high) == (0.0, 1.0) else low + (high - low) * unit

    def normal(self, index: int | ArrayLike, n: int, *, sigma: float = 1.0) -> Array:
        """Normal with mean 0, by Box and Muller; reaches beyond 8 sigma."""
        unit = _unit(self._words(index, n, NORMAL))
        radius = np.sqrt(-2.0 * np.log(unit[..., 0::2]))
        angle = 2.0 * np.pi * unit[..., 1::2]
        pairs = np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=-1)
        return sigma * pairs.reshape(unit.shape)[..., :n]

    def integers(self, index: int | ArrayLike, n: int, *, low: int, high: int) -> NDArray[np.int64]:
        """Integers in ``low <= i < high``; the bias is below 2**-32."""
        span = high - low
        if not 0 < span <= 2**32:
            raise UserError(f"integers from {low} to {high} asked for; 1 to 2**32 values can be")
        words = self._words(index, n, INTEGER)[..., :n]
        scale = np.uint64(span)
        # floor(word · span / 2**64) without a 128-bit product.
        carry = ((words & _MASK) * scale) >> _SHIFT
        picked = ((words >> _SHIFT) * scale + carry) >> _SHIFT
        return picked.astype(np.int64) + low

    def _words(self, index: int | ArrayLike, n: int, kind: int) -> Words:
        """``(..., n rounded up to even)`` u64 random words of the samples ``index (...)``."""
        if not 0 <= n <= MAX_ELEMENTS:
            raise UserError(f"{n} elements a sample asked for; 0 to {MAX_ELEMENTS} can be drawn")
        samples = np.asarray(index, dtype=np.int64).astype(np.uint64)[..., None]
        blocks = np.arange((n + 1) // 2, dtype=np.uint64) | np.uint64(kind << 30)
        k0, k1, k2, k3 = (int(word) for word in self._key)
        counter = np.stack(
            np.broadcast_arrays(
                blocks, samples & _MASK, (samples >> _SHIFT) ^ np.uint64(k3), np.uint64(k2)
            ),
            axis=-1,
        )
        out = philox4x32(counter, (k0, k1))
        pairs = (out[..., 0::2] << _SHIFT) | out[..., 1::2]
        return pairs.reshape(*pairs.shape[:-2], -1)


def _unit(words: Words) -> Array:
    """The middle of one of 2**53 equal cells of (0, 1): never 0, never 1."""
    return ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
