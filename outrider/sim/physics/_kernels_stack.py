"""A stack on which the widest vectors lie in one cache line.

The compiler spills vectors of 64 bytes to wherever the caller left the stack, a multiple of 16,
unless the function owns something that needs more. So, call by call of the program, three starts
of four, each spill would straddle two lines; the swarm's kernels lose a fifth of their speed to it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

CACHE_LINE = 64


@intrinsic  # type: ignore[untyped-decorator]
def align_stack(_: Any) -> Any:
    """Own 64 aligned bytes; to be called once, outside the loops."""

    def own(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        room = builder.alloca(ir.ArrayType(ir.IntType(8), CACHE_LINE))
        room.align = CACHE_LINE
        # An empty instruction that takes the address, lest the bytes be optimised away.
        kind = ir.FunctionType(ir.VoidType(), [room.type])
        builder.asm(kind, "", "r", (room,), side_effect=True)
        return context.get_dummy_value()

    return types.none(), own
