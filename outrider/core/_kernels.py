"""The random numbers of ``core.rng`` inside compiled loops.

``key`` is ``rng.key(...)``, ``(4,)`` u32; ``index`` is the sample's number. One block holds the
elements ``2·block`` and ``2·block + 1``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from outrider.core.jit import kernel

Array = NDArray[np.float64]
Key = NDArray[np.uint32]

_MASK = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_ELEVEN = np.uint64(11)
_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_UNIFORM = np.uint64(0)
_NORMAL = np.uint64(1 << 30)
_CELL = 2.0**-53
_TURN = 2.0 * math.pi


@kernel
def philox4x32(
    c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Ten rounds; every word is a u64 that holds 32 bits."""
    for _ in range(10):
        first = _M0 * c0
        second = _M1 * c2
        c0 = (second >> _SHIFT) ^ c1 ^ k0
        c1 = second & _MASK
        c2 = (first >> _SHIFT) ^ c3 ^ k1
        c3 = first & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    return c0, c1, c2, c3


@kernel
def random_block(key: Key, kind: np.uint64, index: int, block: int) -> tuple[np.uint64, np.uint64]:
    """The two 64-bit words of a block; ``kind`` is ``rng.UNIFORM << 30`` and so on."""
    sample = np.uint64(index)
    a, b, c, d = philox4x32(
        np.uint64(block) | kind,
        sample & _MASK,
        (sample >> _SHIFT) ^ np.uint64(key[3]),
        np.uint64(key[2]),
        np.uint64(key[0]),
        np.uint64(key[1]),
    )
    return (a << _SHIFT) | b, (c << _SHIFT) | d


@kernel
def uniform_pair(key: Key, index: int, block: int) -> tuple[float, float]:
    """Two uniforms in (0, 1)."""
    first, second = random_block(key, _UNIFORM, index, block)
    return (
        (np.float64(first >> _ELEVEN) + 0.5) * _CELL,
        (np.float64(second >> _ELEVEN) + 0.5) * _CELL,
    )


@kernel
def normal_pair(key: Key, index: int, block: int) -> tuple[float, float]:
    """Two independent standard normals."""
    first, second = random_block(key, _NORMAL, index, block)
    radius = math.sqrt(-2.0 * math.log((np.float64(first >> _ELEVEN) + 0.5) * _CELL))
    angle = _TURN * ((np.float64(second >> _ELEVEN) + 0.5) * _CELL)
    return radius * math.cos(angle), radius * math.sin(angle)


@kernel
def fill_uniform(key: Key, index: int, out: Array) -> None:
    """``out (n,)`` with the uniforms of a sample."""
    for block in range((out.size + 1) // 2):
        first, second = uniform_pair(key, index, block)
        out[2 * block] = first
        if 2 * block + 1 < out.size:
            out[2 * block + 1] = second


@kernel
def fill_normal(key: Key, index: int, out: Array) -> None:
    """``out (n,)`` with the standard normals of a sample."""
    for block in range((out.size + 1) // 2):
        first, second = normal_pair(key, index, block)
        out[2 * block] = first
        if 2 * block + 1 < out.size:
            out[2 * block + 1] = second
