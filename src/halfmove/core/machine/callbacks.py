"""`core.callback.ask` in machine code: a call through an address."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from halfmove.core.callback import WORDS, ask
from halfmove.core.machine.inner import overload

_WORD = ir.IntType(64)


@intrinsic
def _ask(typing, address, a, b, c, d, e, f, g, h, last):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        function = ir.FunctionType(_WORD, [_WORD] * (WORDS + 1))
        pointer = builder.inttoptr(arguments[0], function.as_pointer())
        return builder.call(pointer, arguments[1:])

    return types.int64(types.int64, *[types.uint64] * WORDS, types.int64), codegen


@overload(ask)
def _overload_ask(address, a, b, c, d, e, f, g, h, last):  # type: ignore[no-untyped-def]
    return lambda address, a, b, c, d, e, f, g, h, last: _ask(address, a, b, c, d, e, f, g, h, last)
