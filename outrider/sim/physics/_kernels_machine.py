"""Two words to the machine that Python has none for: a straight stack, and fetching ahead.

The compiler spills vectors of 64 bytes to wherever the caller left the stack, a multiple of 16,
unless the function owns something that needs more. So, in three processes of four, each spill would
straddle two cache lines; the swarm's kernels lose a fifth of their speed to it.

Blocks are read in strides, which the machine does not foresee: beyond the caches a swarm would wait
for memory half of its time unless it names the blocks that it is going to need.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outrider.core.jit import inline_kernel

CACHE_LINE = 64
READ, SECOND, DATA = 0, 2, 1


@intrinsic  # type: ignore[untyped-decorator]
def align_stack(_: Any) -> Any:
    """Own 64 aligned bytes; to be called once, at the top of a kernel and outside its loops."""

    def own(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        room = builder.alloca(ir.ArrayType(ir.IntType(8), CACHE_LINE))
        room.align = CACHE_LINE
        # An empty instruction that takes the address, lest the bytes be optimised away.
        kind = ir.FunctionType(ir.VoidType(), [room.type])
        builder.asm(kind, "", "r", (room,), side_effect=True)
        return context.get_dummy_value()

    return types.none(), own


@intrinsic  # type: ignore[untyped-decorator]
def _fetch(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001
    """Begin to load the cache line of the flat element ``at``; past the end it does nothing."""

    def begin(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        data = context.make_array(kind)(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        flag = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [place.type, flag, flag, flag])
        call = builder.module.declare_intrinsic("llvm.prefetch", [place.type], shape)
        builder.call(call, [place, flag(READ), flag(SECOND), flag(DATA)])
        return context.get_dummy_value()

    return types.none(array, types.intp), begin


@inline_kernel
def fetch_block(blocks: Any, b: int) -> None:
    """Begin to load block ``b`` of ``(blocks, fields, lanes)`` f64 into the second cache."""
    size = blocks.shape[1] * blocks.shape[2]
    for at in range(b * size, (b + 1) * size, CACHE_LINE // 8):
        _fetch(blocks, at)
