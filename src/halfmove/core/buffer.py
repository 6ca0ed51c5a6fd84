"""A flat block of memory that interpreted and compiled code index alike: `b[i]`, `b[i] = x`.

NumPy arrays would do, but an array argument costs a compiled recursion seven words and an atomic reference
count a call, which two threads on one table would fight over.  A `Buffer` crosses into machine code as one
bare pointer.  The price: no bounds checks there, and whoever calls must keep the buffer alive until it
returns.
"""

import ctypes
import threading
from functools import cache

import numpy as np

_ALIGN = 64  # a cache line, so that a bucket of four 16-byte table entries costs one memory access


class Buffer:
    """`length` zeroed 64-bit words: signed, or unsigned where `unsigned` (bitboards, hashes)."""

    __slots__ = ("_keep", "_shorts", "_words", "address", "array", "unsigned")

    def __init__(self, length: int, *, unsigned: bool = False) -> None:
        dtype = np.uint64 if unsigned else np.int64
        self._keep = np.zeros(length + _ALIGN // 8, dtype)  # calloc: untouched pages cost nothing
        skip = (-self._keep.ctypes.data % _ALIGN) // 8
        self.array = self._keep[skip : skip + length]
        self._words = self.array.data  # a memoryview reads in a third of NumPy's time
        self._shorts: memoryview | None = None
        self.address: int = self.array.ctypes.data
        self.unsigned = unsigned

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: int) -> int:
        return self._words[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.array[index] = value

    @property
    def shorts(self) -> memoryview:
        """The same memory as unsigned numbers of 16 bits, four in a word."""
        if self._shorts is None:
            self._shorts = self._words.cast("B").cast("H")
        return self._shorts

    def machine_shape(self) -> tuple[str, bool]:
        """What its machine type depends on (see `core.specialisation`)."""
        return "Buffer", self.unsigned

    def clear(self) -> None:
        """Zero every word."""
        self.array[:] = 0


def prefetch(buffer: Buffer, index: int) -> None:
    """Ask the processor to bring `buffer[index]` near, as it will be read soon; no effect otherwise."""


def short_at(buffer: Buffer, index: int) -> int:
    """One of the numbers of 16 bits, 0 to 65,535, that a buffer holds where it is used for such."""
    return buffer.shorts[index]


def put_short(buffer: Buffer, index: int, value: int) -> None:
    """Write it: in one step, which leaves those beside it alone."""
    buffer.shorts[index] = value


def word_at(address: int, index: int) -> int:
    """The signed 64-bit word at a place behind an address of memory that the caller keeps alive."""
    return ctypes.c_int64.from_address(address + 8 * index).value


def buffer_at(address: int) -> Buffer:
    """The `Buffer` of signed words that lies at an address, of one made by `Buffer` and kept alive."""
    return _at(address, False)


def unsigned_at(address: int) -> Buffer:
    """The `Buffer` of unsigned words at an address."""
    return _at(address, True)


_FAR = 1 << 40
"""Words that interpreted code may reach behind an address, as machine code has no bounds either."""


@cache
def _at(address: int, unsigned: bool) -> Buffer:
    found = Buffer(0, unsigned=unsigned)
    words = memoryview((ctypes.c_int64 * _FAR).from_address(address)).cast("B")
    found._words = words.cast("Q" if unsigned else "q")
    found.array = np.frombuffer(words, np.uint64 if unsigned else np.int64)
    found.address = address
    return found


# ---- words that several threads change: machine code does each in one step, memory in order

_one_at_a_time = threading.Lock()


def fetch_add(buffer: Buffer, index: int, amount: int) -> int:
    """Add to a word that other threads may be changing too; what it held before."""
    with _one_at_a_time:
        before = buffer[index]
        buffer[index] = before + amount
        return before


def exchange_if(buffer: Buffer, index: int, expected: int, new: int) -> bool:
    """Make a word `new` if it is `expected`; whether it was."""
    with _one_at_a_time:
        same = buffer[index] == expected
        if same:
            buffer[index] = new
        return same


def publish(buffer: Buffer, index: int, value: int) -> None:
    """Write a word so that a thread that `observe`s it also sees all that was written before it."""
    buffer[index] = value


def observe(buffer: Buffer, index: int) -> int:
    """Read a word that another thread may `publish`."""
    return buffer[index]
