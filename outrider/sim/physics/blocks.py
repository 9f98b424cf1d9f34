"""Named blocks of arrays: everything that a run's state consists of, saved and compared by name.

Every block has a leading world axis; what is handed out by :meth:`Blocks.copy` is a copy.
Kernels see blocks through a table of addresses, so that a call costs the same for 1 or 50 blocks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from outrider.core.errors import InternalError


class Blocks:
    """Arrays by name, each owned by the stage that added it."""

    def __init__(self, *, worlds: int = 1) -> None:
        self.worlds = worlds
        self._arrays: dict[str, NDArray[Any]] = {}

    def add(self, name: str, shape: tuple[int, ...], dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """A new zeroed block ``(worlds, *shape)``; returns the view of the first world."""
        if name in self._arrays:
            raise InternalError(f"state block {name!r} is added twice")
        self._arrays[name] = np.zeros((self.worlds, *shape), dtype)
        view: NDArray[Any] = self._arrays[name][0]
        return view

    def adopt(self, name: str, array: NDArray[Any]) -> None:
        """Make an array that someone else made and works on a block; it must not be replaced."""
        if name in self._arrays:
            raise InternalError(f"state block {name!r} is added twice")
        self._arrays[name] = array[None]

    def __getitem__(self, name: str) -> NDArray[Any]:
        view: NDArray[Any] = self._arrays[name][0]
        return view

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def names(self) -> list[str]:
        return sorted(self._arrays)

    def copy(self) -> dict[str, NDArray[Any]]:
        """All blocks, copied, with their world axis."""
        return {name: self._arrays[name].copy() for name in self.names()}

    def load(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Overwrite every block in place; names and shapes must be those of :meth:`copy`."""
        if sorted(saved) != self.names():
            odd = sorted(set(saved) ^ set(self._arrays))
            raise InternalError(f"saved state and run have different blocks: {', '.join(odd)}")
        for name, array in saved.items():
            self._arrays[name][...] = array

    def digest(self) -> str:
        """A hash of every byte of the state."""
        total = hashlib.blake2b(digest_size=16)
        for name in self.names():
            total.update(name.encode())
            total.update(np.ascontiguousarray(self._arrays[name]).tobytes())
        return total.hexdigest()


def table_of(arrays: Iterable[NDArray[Any]]) -> NDArray[np.int64]:
    """Rows ``(address, n, m, l)``, through which kernels read arrays; these must outlive it."""
    rows = []
    for array in arrays:
        if not array.flags.c_contiguous:
            raise InternalError("a kernel block is not contiguous")
        shape = (*array.shape, 1, 1, 1)[:3]
        rows.append([array.ctypes.data, *shape])
    return np.array(rows, np.int64)
