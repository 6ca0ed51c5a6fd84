"""`core.buffer.Buffer` in machine code: a bare pointer to 64-bit words, indexed with no bounds checks."""

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, models, register_model, typeof_impl, unbox

from halfmove.core.buffer import (
    Buffer,
    buffer_at,
    exchange_if,
    fetch_add,
    observe,
    prefetch,
    publish,
    put_short,
    short_at,
    unsigned_at,
    word_at,
)
from halfmove.core.machine.inner import overload


class BufferType(types.Type):
    """The Numba type of a `Buffer`: its words are `dtype`."""

    def __init__(self, dtype):  # type: ignore[no-untyped-def]
        self.dtype = dtype
        super().__init__(f"Buffer({dtype})")


@register_model(BufferType)
class _BufferModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):  # type: ignore[no-untyped-def]
        super().__init__(dmm, fe_type, ir.IntType(64).as_pointer())


_SIGNED, _UNSIGNED = BufferType(types.int64), BufferType(types.uint64)


@typeof_impl.register(Buffer)
def _typeof(buffer, context):  # type: ignore[no-untyped-def]
    return _UNSIGNED if buffer.unsigned else _SIGNED


@unbox(BufferType)
def unbox_address(typ, obj, c):  # type: ignore[no-untyped-def]
    """The pointer that a Python object's `address` is."""
    address = c.pyapi.object_getattr_string(obj, "address")
    number = c.pyapi.long_as_longlong(address)
    c.pyapi.decref(address)
    pointer = c.builder.inttoptr(number, ir.IntType(64).as_pointer())
    return NativeValue(pointer, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@intrinsic
def _load(typing, buffer, index):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i = arguments
        return builder.load(builder.gep(pointer, [i]))

    return buffer.dtype(buffer, types.int64), codegen


@intrinsic
def _store(typing, buffer, index, value):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i, word = arguments
        builder.store(word, builder.gep(pointer, [i]))
        return context.get_dummy_value()

    return types.void(buffer, types.int64, buffer.dtype), codegen


@overload(operator.getitem)
def _getitem(buffer, index):  # type: ignore[no-untyped-def]
    if isinstance(buffer, BufferType):
        return lambda buffer, index: _load(buffer, index)
    return None


@overload(operator.setitem)
def _setitem(buffer, index, value):  # type: ignore[no-untyped-def]
    if isinstance(buffer, BufferType):
        return lambda buffer, index, value: _store(buffer, index, value)
    return None


@intrinsic
def _prefetch(typing, buffer, index):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i = arguments
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        prefetch = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [byte, number, number, number]),
            "llvm.prefetch.p0i8" if not getattr(ir, "_opaque", False) else "llvm.prefetch.p0",
        )
        address = builder.bitcast(builder.gep(pointer, [i]), byte)
        builder.call(prefetch, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(buffer, types.int64), codegen


@overload(prefetch)
def _overload_prefetch(buffer, index):  # type: ignore[no-untyped-def]
    return lambda buffer, index: _prefetch(buffer, index)


@intrinsic
def _short_at(typing, buffer, index):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i = arguments
        shorts = builder.bitcast(pointer, ir.IntType(16).as_pointer())
        return builder.zext(builder.load(builder.gep(shorts, [i])), ir.IntType(64))

    return types.int64(buffer, types.int64), codegen


@overload(short_at)
def _overload_short_at(buffer, index):  # type: ignore[no-untyped-def]
    return lambda buffer, index: _short_at(buffer, index)


@intrinsic
def _put_short(typing, buffer, index, value):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i, word = arguments
        shorts = builder.bitcast(pointer, ir.IntType(16).as_pointer())
        builder.store(builder.trunc(word, ir.IntType(16)), builder.gep(shorts, [i]))
        return context.get_dummy_value()

    return types.void(buffer, types.int64, types.int64), codegen


@overload(put_short)
def _overload_put_short(buffer, index, value):  # type: ignore[no-untyped-def]
    return lambda buffer, index, value: _put_short(buffer, index, value)


@intrinsic
def _word_at(typing, address, index):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        number, i = arguments
        pointer = builder.inttoptr(number, ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [i]))

    return types.int64(types.int64, types.int64), codegen


@overload(word_at)
def _overload_word_at(address, index):  # type: ignore[no-untyped-def]
    return lambda address, index: _word_at(address, index)


def _pointer_to(kind):  # type: ignore[no-untyped-def]
    """An intrinsic that takes an address for a buffer of a kind."""

    @intrinsic
    def pointer(typing, address):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())

        return kind(types.int64), codegen

    return pointer


_signed_pointer, _unsigned_pointer = _pointer_to(_SIGNED), _pointer_to(_UNSIGNED)


@overload(buffer_at)
def _overload_buffer_at(address):  # type: ignore[no-untyped-def]
    return lambda address: _signed_pointer(address)


@overload(unsigned_at)
def _overload_unsigned_at(address):  # type: ignore[no-untyped-def]
    return lambda address: _unsigned_pointer(address)


# ---- words that several threads change


@intrinsic
def _fetch_add(typing, buffer, index, amount):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i, word = arguments
        return builder.atomic_rmw("add", builder.gep(pointer, [i]), word, "monotonic")

    return buffer.dtype(buffer, types.int64, buffer.dtype), codegen


@intrinsic
def _exchange_if(typing, buffer, index, expected, new):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i, old, word = arguments
        both = builder.cmpxchg(builder.gep(pointer, [i]), old, word, "acq_rel", "monotonic")
        return builder.extract_value(both, 1)

    return types.boolean(buffer, types.int64, buffer.dtype, buffer.dtype), codegen


@intrinsic
def _publish(typing, buffer, index, value):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i, word = arguments
        builder.store_atomic(word, builder.gep(pointer, [i]), "release", 8)
        return context.get_dummy_value()

    return types.void(buffer, types.int64, buffer.dtype), codegen


@intrinsic
def _observe(typing, buffer, index):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, i = arguments
        return builder.load_atomic(builder.gep(pointer, [i]), "acquire", 8)

    return buffer.dtype(buffer, types.int64), codegen


@overload(fetch_add)
def _overload_fetch_add(buffer, index, amount):  # type: ignore[no-untyped-def]
    return lambda buffer, index, amount: _fetch_add(buffer, index, amount)


@overload(exchange_if)
def _overload_exchange_if(buffer, index, expected, new):  # type: ignore[no-untyped-def]
    return lambda buffer, index, expected, new: _exchange_if(buffer, index, expected, new)


@overload(publish)
def _overload_publish(buffer, index, value):  # type: ignore[no-untyped-def]
    return lambda buffer, index, value: _publish(buffer, index, value)


@overload(observe)
def _overload_observe(buffer, index):  # type: ignore[no-untyped-def]
    return lambda buffer, index: _observe(buffer, index)
