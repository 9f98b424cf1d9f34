"""The one door to numba: ``@kernel``, ``@exact_kernel`` and ``@inline_kernel``, typed and cached.

The cache folder is named after the kernel sources, so that a change of a kernel that another one
calls is never missed (numba alone looks only at the file of the outer one).
"""

from __future__ import annotations

import fcntl
import gc
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import caching, event

F = TypeVar("F", bound=Callable[..., Any])

# fastmath=True would delete NaN guards; these four keep comparisons with NaN and cost nothing.
# math.isfinite does not survive them (it is compiled to x - x, which is 0 for a reassociated sum):
# kernels compare, as in ``abs(x) < LARGEST``, and a test looks that none calls it.
_MATH = {"contract", "reassoc", "nsz", "arcp"}
_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "fastmath": _MATH,
    # Nobody calls kernels as C callbacks; leaving those wrappers out saves compile time.
    "no_cfunc_wrapper": True,
}


def _sources_stamp(root: Path) -> str:
    stamp = hashlib.blake2b(digest_size=8)
    for path in sorted([*root.rglob("_kernels*.py"), root / "core" / "jit.py"]):
        facts = path.stat()
        stamp.update(f"{path.name}:{facts.st_size}:{facts.st_mtime_ns}".encode())
    return stamp.hexdigest()


def cache_folder() -> Path:
    """Where compiled kernels are kept: beside the package if it is writable, else in ~/.cache."""
    root = Path(__file__).resolve().parent.parent
    beside = root / "__pycache__"
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "outrider"
    parent = beside if os.access(root, os.W_OK) else home
    return parent / f"kernels-{_sources_stamp(root)}"


if not os.environ.get("NUMBA_CACHE_DIR"):
    numba.config.CACHE_DIR = str(cache_folder())


_save = caching.IndexDataCacheFile.save


def _save_alone(cache: Any, key: Any, data: Any) -> None:
    """Write to the cache while no other process does.

    Two processes that compile one kernel for different arguments at one moment would give both
    results one file, and the index would lead to code for arguments of another kind.
    """
    with open(Path(cache._cache_path) / ".lock", "wb") as lock:  # noqa: PTH123
        fcntl.flock(lock, fcntl.LOCK_EX)
        _save(cache, key, data)


caching.IndexDataCacheFile.save = _save_alone


class _Calm(event.Listener):  # type: ignore[misc]
    """Keeps the garbage collector off while numba compiles: it finds nothing and costs 15 %."""

    def __init__(self) -> None:
        self._depth, self._was_on = 0, False

    def on_start(self, _event: object) -> None:
        if self._depth == 0:
            self._was_on = gc.isenabled()
            gc.disable()
        self._depth += 1

    def on_end(self, _event: object) -> None:
        self._depth -= 1
        if self._depth == 0 and self._was_on:
            gc.enable()


event.register("numba:compile", _Calm())


def kernel(function: F) -> F:
    """Compile ``function`` on first call; cached on disk, without the GIL, NaN-safe."""
    compiled: F = numba.njit(**_OPTIONS)(function)
    return compiled


def exact_kernel(function: F) -> F:
    """Like :func:`kernel`, with every operation rounded as written.

    With contraction and reassociation allowed, the compiler rounds a height one way in the wide
    body of a loop and another way at its end, so that two windows differ where they overlap.
    """
    # Said, not left out: else numba takes the caller's, and who compiles first decides the bytes.
    compiled: F = numba.njit(**{**_OPTIONS, "fastmath": False})(function)
    return compiled


def compile_for(function: Callable[..., Any], *examples: object) -> None:
    """Compile a kernel for arguments like these, and keep it, without calling it."""
    function.compile(tuple(numba.typeof(example) for example in examples))  # type: ignore[attr-defined]


def inline_kernel(function: F) -> F:
    """Like :func:`kernel`, always inlined into its caller."""
    compiled: F = numba.njit(inline="always", **_OPTIONS)(function)
    return compiled
