"""``@exact_kernel``: like ``core.jit.kernel``, but every operation is rounded as written.

With contraction and reassociation allowed, the compiler rounds a height one way in the wide body of
a loop and another way at its end, so that two windows differ in the last bit where they overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

import outrider.core.jit  # noqa: F401 (decides where numba keeps what it compiled)

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}


def exact_kernel(function: F) -> F:
    """Compile ``function`` on first call; cached on disk, without the GIL, IEEE-exact."""
    compiled: F = numba.njit(**_OPTIONS)(function)
    return compiled
