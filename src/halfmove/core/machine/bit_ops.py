"""What the functions of `core.bits` (and `hash_state`) mean in machine code.

Numba's own arithmetic turns a mixture of unsigned and signed words into signed ones, or into floats; here
each operation casts its operands and so stays in 64 unsigned bits.  Counting and scanning are LLVM
intrinsics.
"""

import inspect

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import infer, infer_global, make_intrinsic_template
from numba.extending import intrinsic

from halfmove.core import bits
from halfmove.core.contract import hash_state
from halfmove.core.machine.inner import overload

U = np.uint64
_WORD = ir.IntType(64)
_1 = U(1)
_63 = U(63)


def _binary(build):  # type: ignore[no-untyped-def]
    """An intrinsic (uint64, uint64) -> uint64 from an LLVM builder's method."""

    @intrinsic
    def op(typing, a, b):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return build(builder, *arguments)

        return types.uint64(types.uint64, types.uint64), codegen

    return op


def _unary(build, result=types.uint64):  # type: ignore[no-untyped-def]
    @intrinsic
    def op(typing, a):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return build(builder, *arguments)

        return result(types.uint64), codegen

    return op


_shl = _binary(lambda b, x, n: b.shl(x, n))
_shr = _binary(lambda b, x, n: b.lshr(x, n))
_add = _binary(lambda b, x, y: b.add(x, y))
_sub = _binary(lambda b, x, y: b.sub(x, y))
_mul = _binary(lambda b, x, y: b.mul(x, y))
_and = _binary(lambda b, x, y: b.and_(x, y))
_word = _unary(lambda b, x: x)
_count = _unary(lambda b, x: b.ctpop(x), types.int64)
_leading = _unary(lambda b, x: b.ctlz(x, cgutils.true_bit))


def _operation(function, build, result=types.uint64):  # type: ignore[no-untyped-def]
    """Let a function of `core.bits` be the instructions that `build(builder, *operands)` writes, where it is
    called: by `overload` it would be a function that is compiled, linked in and inlined.  The operands become
    unsigned words."""
    parameters = inspect.signature(function).parameters

    def define(*operands):  # type: ignore[no-untyped-def]
        if not all(isinstance(each, (types.Number, types.Boolean)) for each in operands):
            return None
        words = [types.uint64] * len(operands)
        return result(*words), lambda context, builder, signature, arguments: build(builder, *arguments)

    names, scope = ", ".join(parameters), {"define": define}
    exec(f"def typed(typing, {names}): return define({names})", scope)

    class Template(make_intrinsic_template(function, scope["typed"], function.__name__)):  # type: ignore[misc]
        def generic(self, args, kws):  # type: ignore[no-untyped-def]
            return super().generic(args, kws) if len(args) + len(kws) == len(parameters) else None

    infer(Template)
    infer_global(function, types.Function(Template))


_operation(bits.board, lambda b, x: x)
_operation(bits.number, lambda b, x: x, types.int64)
_operation(bits.swap, lambda b, x: b.bswap(x))
_operation(bits.bit, lambda b, square: b.shl(_WORD(1), square))
_operation(bits.left, lambda b, x, n: b.shl(x, n))
_operation(bits.right, lambda b, x, n: b.lshr(x, n))
_operation(bits.plus, lambda b, x, y: b.add(x, y))
_operation(bits.minus, lambda b, x, y: b.sub(x, y))
_operation(bits.times, lambda b, x, y: b.mul(x, y))
_operation(bits.invert, lambda b, x: b.not_(x))
_operation(bits.without, lambda b, x, y: b.and_(x, b.not_(y)))
_operation(bits.has, lambda b, x, n: b.trunc(b.lshr(x, n), ir.IntType(1)), types.boolean)
_operation(bits.count, lambda b, x: b.ctpop(x), types.int64)
_operation(bits.lowest, lambda b, x: b.cttz(x, cgutils.true_bit), types.int64)
_operation(bits.lowest_bit, lambda b, x: b.and_(x, b.sub(_WORD(0), x)))
_operation(bits.without_lowest, lambda b, x: b.and_(x, b.sub(x, _WORD(1))))


@overload(bits.entry)
def _entry(table, index):  # type: ignore[no-untyped-def]
    return lambda table, index: U(table[U(index)])


@overload(bits.highest_bit)
def _highest_bit(b):  # type: ignore[no-untyped-def]
    def highest_bit(b):  # type: ignore[no-untyped-def]
        return _shr(_shl(_1, _63), _leading(U(b))) if U(b) != U(0) else U(0)

    return highest_bit


@overload(bits.select)
def _select(b, k):  # type: ignore[no-untyped-def]
    def select(b, k):  # type: ignore[no-untyped-def]
        # halves of halves: how many squares lie in the lower one decides which has the k-th
        word, place = U(b), 0
        width = 32
        while width > 0:
            low = _count(_and(word, _sub(_shl(_1, U(width)), _1)))
            if k >= low:
                k -= low
                word = _shr(word, U(width))
                place += width
            width >>= 1
        return place

    return select


@overload(bits.mix)
def _mix(h):  # type: ignore[no-untyped-def]
    def mix(h):  # type: ignore[no-untyped-def]
        x = U(h)
        x = _mul(x ^ _shr(x, U(30)), U(0xBF58_476D_1CE4_E5B9))
        x = _mul(x ^ _shr(x, U(27)), U(0x94D0_49BB_1331_11EB))
        return x ^ _shr(x, U(31))

    return mix


@overload(bits.hash_with)
def _hash_with(h, word):  # type: ignore[no-untyped-def]
    return lambda h, word: bits.mix(
        _add(_add(_mul(U(h), U(0x9E37_79B9_7F4A_7C15)), U(word)), U(0x632B_E59B_D9B4_E019))
    )


@overload(bits.wide_with)
def _wide_with(words, square):  # type: ignore[no-untyped-def]
    from numba.cpython.unsafe.tuple import tuple_setitem

    def wide_with(words, square):  # type: ignore[no-untyped-def]
        at = square >> 6
        return tuple_setitem(words, at, words[at] | bits.bit(square & 63))

    return wide_with


@overload(bits.with_item)
def _with_item(row, at, item):  # type: ignore[no-untyped-def]
    from numba.cpython.unsafe.tuple import tuple_setitem

    return lambda row, at, item: tuple_setitem(row, at, item)


def _unrolled(function, expression, result):  # type: ignore[no-untyped-def]
    """Give a function of boards of several words a meaning: an expression for each word, written out.

    A loop over a tuple would index it by a variable, for which LLVM keeps the tuple in memory; written out,
    the words stay in registers.
    """
    parameters = list(inspect.signature(function).parameters)

    def pick(words):  # type: ignore[no-untyped-def]
        parts = [expression(i, len(words)) for i in range(len(words))]
        scope = {"bits": bits, "__name__": __name__}
        exec(f"def body({', '.join(parameters)}): return {result(parts)}", scope)
        return scope["body"]

    scope = {"pick": pick}
    exec(f"def overloaded({', '.join(parameters)}): return pick({parameters[0]})", scope)
    overload(function)(scope["overloaded"])


def _tuple(parts):  # type: ignore[no-untyped-def]
    return f"({', '.join(parts)},)"


def _moved_up(i, length):  # type: ignore[no-untyped-def]
    carried = f" | bits.right(words[{i - 1}], 64 - n)" if i > 0 else ""
    return f"bits.left(words[{i}], n){carried}"


def _moved_down(i, length):  # type: ignore[no-untyped-def]
    carried = f" | bits.left(words[{i + 1}], 64 - n)" if i + 1 < length else ""
    return f"bits.right(words[{i}], n){carried}"


_unrolled(bits.wide_entry, lambda i, n: f"bits.entry(table, index * {n} + {i})", _tuple)
_unrolled(bits.wide_and, lambda i, _: f"a[{i}] & b[{i}]", _tuple)
_unrolled(bits.wide_or, lambda i, _: f"a[{i}] | b[{i}]", _tuple)
_unrolled(bits.wide_without, lambda i, _: f"bits.without(a[{i}], b[{i}])", _tuple)
_unrolled(bits.wide_up, _moved_up, _tuple)
_unrolled(bits.wide_down, _moved_down, _tuple)
_unrolled(
    bits.wide_empty, lambda i, _: f"words[{i}]", lambda parts: f"({' | '.join(parts)}) == bits.board(0)"
)
_unrolled(bits.wide_count, lambda i, _: f"bits.count(words[{i}])", " + ".join)
_unrolled(
    bits.wide_has,
    lambda i, _: f"((square >> 6 == {i}) & bits.has(words[{i}], square & 63))",
    " | ".join,
)
_unrolled(
    bits.wide_alone,
    lambda i, _: f"bits.bit(square & 63) if square >> 6 == {i} else bits.board(0)",
    _tuple,
)


@overload(bits.wide_window)
def _wide_window(words, square):  # type: ignore[no-untyped-def]
    # written out, as above: the two words that the window begins and ends in, then one shift of each
    n = len(words)
    low = " | ".join(f"(words[{i}] if at == {i} else bits.board(0))" for i in range(n))
    high = " | ".join(f"(words[{i}] if at == {i - 1} else bits.board(0))" for i in range(n))
    body = f"""def wide_window(words, square):
    at, within = square >> 6, square & 63
    low, high = {low}, {high}
    return bits.right(low, within) | bits.left(bits.left(high, 1), 63 - within)
"""
    scope = {"bits": bits, "__name__": __name__}
    exec(body, scope)
    return scope["wide_window"]


def _scanned(function, found, rest):  # type: ignore[no-untyped-def]
    """Give a function that looks for a square a meaning: word after word, written out, until one has it."""
    parameters = list(inspect.signature(function).parameters)

    def pick(words):  # type: ignore[no-untyped-def]
        body = [f"def body({', '.join(parameters)}):"]
        for i in range(len(words) - 1):
            body += [line.format(i=i, base=64 * i) for line in found]
        last = len(words) - 1
        body.append(rest.format(i=last, base=64 * last))
        scope = {"bits": bits, "__name__": __name__}
        exec("\n".join(body), scope)
        return scope["body"]

    scope = {"pick": pick}
    exec(f"def overloaded({', '.join(parameters)}): return pick({parameters[0]})", scope)
    overload(function)(scope["overloaded"])


_scanned(
    bits.wide_select,
    [
        "    n = bits.count(words[{i}])",
        "    if k < n: return {base} + bits.select(words[{i}], k)",
        "    k -= n",
    ],
    "    return {base} + bits.select(words[{i}], k)",
)
_scanned(
    bits.wide_lowest,
    ["    if words[{i}] != bits.board(0): return {base} + bits.lowest(words[{i}])"],
    "    return {base} + bits.lowest(words[{i}])",
)


@overload(hash_state)
def _hash_state(s):  # type: ignore[no-untyped-def]
    if isinstance(s, types.BaseTuple):
        body = ["def hash_state(s):", f"    h = bits.board({len(s)})"]
        body += [f"    h = bits.hash_with(h, hash_state_of(s[{i}]))" for i in range(len(s))]
        scope = {"bits": bits, "hash_state_of": hash_state, "__name__": __name__}
        exec("\n".join([*body, "    return h"]), scope)
        return scope["hash_state"]
    if isinstance(s, (types.Integer, types.Boolean)):
        return lambda s: _word(U(s))
    return None
