"""Views of memory that is not numpy's: MuJoCo's arrays and our blocks, by address."""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from outrider.core.jit import kernel


def _pointer_to(element: Any) -> Any:
    """An intrinsic that reads an address as a pointer to ``element``."""

    def typed(_typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(element)(address), generate

    return intrinsic(typed)


_f64_at = _pointer_to(types.float64)
_i32_at = _pointer_to(types.int32)
_i64_at = _pointer_to(types.int64)


@kernel
def f64_row(address: Any, n: Any) -> Any:
    """``n`` doubles at ``address``."""
    return numba.carray(_f64_at(address), n)


@kernel
def i32_row(address: Any, n: Any) -> Any:
    """``n`` 32-bit integers at ``address``."""
    return numba.carray(_i32_at(address), n)


@kernel
def pointer_at(address: Any) -> Any:
    """The pointer stored at ``address``, signed: numba would turn uint64 + int64 into a float."""
    return numba.carray(_i64_at(address), 1)[0]


@kernel
def row(entry: Any) -> Any:
    """An entry ``t[PLACE]`` of a table made by ``blocks.table_of``: doubles ``(n,)``."""
    return numba.carray(_f64_at(entry[0]), entry[1])


@kernel
def grid(entry: Any) -> Any:
    """An entry of a table: doubles ``(n, m)``."""
    return numba.carray(_f64_at(entry[0]), (entry[1], entry[2]))


@kernel
def cube(entry: Any) -> Any:
    """An entry of a table: doubles ``(n, m, l)``."""
    return numba.carray(_f64_at(entry[0]), (entry[1], entry[2], entry[3]))


@kernel
def longs(entry: Any) -> Any:
    """An entry of a table: 64-bit integers ``(n,)``."""
    return numba.carray(_i64_at(entry[0]), entry[1])


@kernel
def ints(entry: Any) -> Any:
    """An entry of a table: 32-bit integers ``(n,)``."""
    return numba.carray(_i32_at(entry[0]), entry[1])
