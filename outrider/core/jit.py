"""The one door to numba: ``@kernel`` and ``@inline_kernel``, typed and cached.

The cache folder is named after the kernel sources, so that a change of a kernel that another one
calls is never missed (numba alone looks only at the file of the outer one).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

# fastmath=True would delete NaN guards; these four keep them and cost nothing.
_MATH = {"contract", "reassoc", "nsz", "arcp"}
_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "fastmath": _MATH,
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


def kernel(function: F) -> F:
    """Compile ``function`` on first call; cached on disk, without the GIL, NaN-safe."""
    compiled: F = numba.njit(**_OPTIONS)(function)
    return compiled


def inline_kernel(function: F) -> F:
    """Like :func:`kernel`, always inlined into its caller."""
    compiled: F = numba.njit(inline="always", **_OPTIONS)(function)
    return compiled
