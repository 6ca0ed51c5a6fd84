"""`core.vectors` in machine code: LLVM's vectors, which it splits into what the processor has."""

from functools import partial

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from halfmove.core.machine.inner import overload
from halfmove.core.vectors import LANES, sum_rows, weigh_row

_SHORT, _INT, _WORD = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_HALF = LANES // 2
_SHORTS, _INTS = ir.VectorType(_SHORT, _HALF), ir.VectorType(_INT, _HALF)


def _row(builder, buffer, word, block, half):  # type: ignore[no-untyped-def]
    """The address of half a block of a row that begins at a word."""
    start = builder.bitcast(builder.gep(buffer, [word]), _SHORTS.as_pointer())
    return builder.gep(start, [builder.add(builder.mul(block, _WORD(2)), _WORD(half))])


def _cut(builder, vector, places):  # type: ignore[no-untyped-def]
    """The numbers of a vector that stand at these places."""
    kind = ir.VectorType(_INT, len(places))
    return builder.shuffle_vector(vector, vector.type(ir.Undefined), ir.Constant(kind, places))


def multiply_neighbours(builder, x, y):  # type: ignore[no-untyped-def]
    """The products of two vectors of 16-bit numbers, those of neighbours added up."""
    quarter = ir.VectorType(_INT, _HALF // 2)
    pairs = []
    for first in range(2):
        places = list(range(first, _HALF, 2))
        a, b = (builder.sext(_cut(builder, vector, places), quarter) for vector in (x, y))
        pairs.append(builder.mul(a, b))
    return builder.add(*pairs)


def _multiply_at_once(name, lanes, builder, x, y):  # type: ignore[no-untyped-def]
    """`multiply_neighbours` by the instruction for it (`vpmaddwd`), by its name in LLVM and its lanes.

    LLVM does not find it by itself on every processor: three times as fast on an AMD Zen 3.
    """
    kind = ir.FunctionType(ir.VectorType(_INT, lanes // 2), [ir.VectorType(_SHORT, lanes)] * 2)
    function = cgutils.get_or_insert_function(builder.module, kind, name)
    parts = [
        builder.call(function, [_cut(builder, v, list(range(first, first + lanes))) for v in (x, y)])
        for first in range(0, _HALF, lanes)
    ]
    while len(parts) > 1:
        size = 2 * parts[0].type.count
        every = ir.Constant(ir.VectorType(_INT, size), list(range(size)))
        parts = [builder.shuffle_vector(a, b, every) for a, b in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]


def find_multiplication(target):  # type: ignore[no-untyped-def]
    """What multiplies neighbours on a processor: its triple, name and features, as LLVM writes them."""
    triple, _, features = target
    if "+avx2" in features:
        return partial(_multiply_at_once, "llvm.x86.avx2.pmadd.wd", 16)
    if triple.startswith("x86_64"):
        return partial(_multiply_at_once, "llvm.x86.sse2.pmadd.wd", 8)
    return multiply_neighbours


@intrinsic
def _sum_rows(typing, sums, target, source, rows, changes, first, added, removed, width):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        sums, target, source, rows, changes, first, added, removed, width = arguments
        totals = [cgutils.alloca_once(builder, _SHORTS) for _ in range(2)]

        def change(operation, start, number, block):  # type: ignore[no-untyped-def]
            with cgutils.for_range(builder, number) as loop:
                place = builder.gep(changes, [builder.add(start, loop.index)])
                word = builder.load(place)
                for half, total in enumerate(totals):
                    row = builder.load(_row(builder, rows, word, block, half), align=8)
                    builder.store(operation(builder.load(total), row), total)

        with cgutils.for_range(builder, builder.udiv(width, _WORD(LANES))) as blocks:
            block = blocks.index
            for half, total in enumerate(totals):
                builder.store(builder.load(_row(builder, sums, source, block, half), align=8), total)
            change(builder.add, first, added, block)
            change(builder.sub, builder.add(first, added), removed, block)
            for half, total in enumerate(totals):
                builder.store(builder.load(total), _row(builder, sums, target, block, half), align=8)
        return context.get_dummy_value()

    i = types.int64
    return types.void(sums, i, i, rows, changes, i, i, i, i), codegen


@overload(sum_rows)
def _overload_sum_rows(sums, target, source, rows, changes, first, added, removed, width):  # type: ignore[no-untyped-def]
    return lambda sums, target, source, rows, changes, first, added, removed, width: _sum_rows(
        sums, target, source, rows, changes, first, added, removed, width
    )


@intrinsic
def _weigh_row(typing, sums, at, most, weights, place, width):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        sums, at, most, weights, place, width = arguments
        quarter = ir.VectorType(_INT, _HALF // 2)
        totals = [cgutils.alloca_once(builder, quarter) for _ in range(2)]
        for total in totals:
            builder.store(quarter(None), total)
        nothing = _SHORTS(None)
        one = builder.insert_element(_SHORTS(ir.Undefined), builder.trunc(most, _SHORT), _INT(0))
        many = ir.Constant(ir.VectorType(_INT, _HALF), [0] * _HALF)
        highest = builder.shuffle_vector(one, _SHORTS(ir.Undefined), many)
        multiply = find_multiplication(context.codegen().magic_tuple())
        with cgutils.for_range(builder, builder.udiv(width, _WORD(LANES))) as blocks:
            for half, total in enumerate(totals):
                x = builder.load(_row(builder, sums, at, blocks.index, half), align=8)
                w = builder.load(_row(builder, weights, place, blocks.index, half), align=8)
                x = builder.select(builder.icmp_signed("<", x, nothing), nothing, x)
                x = builder.select(builder.icmp_signed(">", x, highest), highest, x)
                y = builder.mul(x, w)
                both = multiply(builder, x, y)
                builder.store(builder.add(builder.load(total), both), total)
        vector = builder.add(*(builder.load(total) for total in totals))
        size = _HALF // 2
        while size > 1:
            size //= 2
            kind = ir.VectorType(_INT, 2 * size)
            low = ir.Constant(ir.VectorType(_INT, size), list(range(size)))
            high = ir.Constant(ir.VectorType(_INT, size), list(range(size, 2 * size)))
            undefined = kind(ir.Undefined)
            vector = builder.add(
                builder.shuffle_vector(vector, undefined, low),
                builder.shuffle_vector(vector, undefined, high),
            )
        return builder.sext(builder.extract_element(vector, _INT(0)), _WORD)

    i = types.int64
    return types.int64(sums, i, i, weights, i, i), codegen


@overload(weigh_row)
def _overload_weigh_row(sums, at, most, weights, place, width):  # type: ignore[no-untyped-def]
    return lambda sums, at, most, weights, place, width: _weigh_row(sums, at, most, weights, place, width)
