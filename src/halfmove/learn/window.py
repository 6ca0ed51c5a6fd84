"""The replay window: the newest samples of a run, in files of fixed size that are mapped into memory.

A file for each array of `Samples`, written as a ring, and one of two counters: how many samples have been
begun, and how many are complete, since the window was made.  Both are written around the samples, so that a
process killed at any moment leaves a window that says which rows hold whole samples: those from `begun` less
the capacity to `complete`.  A window that was unpacked has the number of its first sample in a third file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from halfmove.core.errors import BadInput
from halfmove.learn.samples import Samples, Sizes

_BEGUN, _COMPLETE = 0, 1


class _Nowhere(np.ndarray[Any, Any]):
    """An array without a number, which no file holds."""

    def flush(self) -> None:
        """Nothing is to be written."""


class Window:
    """The window in a folder, made where it is not there yet; one process writes.

    `BadInput` where the folder holds another game's, or the disk has no room for it.
    """

    def __init__(self, folder: str | Path, sizes: Sizes, capacity: int) -> None:
        self.folder, self.capacity = Path(folder), capacity
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._counters = self._mapped("counters", (2,), np.int64)
            self._first = self._mapped("first", (1,), np.int64)
            self._arrays = {
                name: self._mapped(name, (capacity, *shape), kind)
                for name, (shape, kind) in sizes.columns().items()
            }
        except OSError as error:
            raise BadInput(
                f"The replay window in '{folder}' cannot be made: {error.strerror or error}."
            ) from None

    @property
    def written(self) -> int:
        """Samples written since the window was made."""
        return int(self._counters[_COMPLETE])

    @property
    def oldest(self) -> int:
        """The number of the oldest sample that is there."""
        return max(int(self._counters[_BEGUN]) - self.capacity, int(self._first[0]))

    @property
    def row_bytes(self) -> int:
        """Bytes of a sample."""
        return sum(array.nbytes for array in self._arrays.values()) // self.capacity

    def __len__(self) -> int:
        return max(self.written - self.oldest, 0)

    def begin_at(self, first: int, samples: Samples) -> None:
        """Begin an empty window with samples of these numbers from `first` on, and none before."""
        self._first[0] = self._counters[_BEGUN] = self._counters[_COMPLETE] = first
        self.write(samples)
        self.flush()

    def write(self, samples: Samples) -> None:
        """Add samples, over the oldest where the window is full."""
        for start in range(0, len(samples), self.capacity):
            self._write(samples.take(slice(start, start + self.capacity)))

    def read(self, numbers: NDArray[np.integer[Any]]) -> Samples:
        """The samples of these numbers, from `oldest` up to `written`."""
        rows = numbers % self.capacity
        return Samples(**{name: array[rows] for name, array in self._arrays.items()})

    def draw(self, count: int, random: np.random.Generator, newest: int = 0) -> Samples:
        """Samples drawn with equal chances, of the `newest` or of all."""
        return self.read(self.numbers(count, random, newest))

    def numbers(self, count: int, random: np.random.Generator, newest: int = 0) -> NDArray[np.int64]:
        """The numbers of samples drawn so."""
        oldest, written = self.oldest, self.written
        if newest:
            oldest = max(oldest, written - newest)
        return random.integers(oldest, written, count)

    def after(self, numbers: NDArray[np.integer[Any]]) -> Samples:
        """The sample after each of these, which is of the same game where it is `followed`."""
        return self.read(np.minimum(numbers + 1, self.written - 1))

    def rewrite(self, numbers: NDArray[np.integer[Any]], samples: Samples, *names: str) -> None:
        """Give the samples of these numbers the arrays of others that are named."""
        for name in names:
            self._arrays[name][numbers % self.capacity] = getattr(samples, name)

    def flush(self) -> None:
        """Have all of it on the disk, for the case that the machine fails."""
        for array in (*self._arrays.values(), self._first, self._counters):
            array.flush()

    def _write(self, samples: Samples) -> None:
        begin = self.written
        end = begin + len(samples)
        # a window whose last writing was cut short has lost the rows that were begun: `begun` never goes back
        self._counters[_BEGUN] = max(end, int(self._counters[_BEGUN]))
        rows = np.arange(begin, end) % self.capacity
        for name, array in samples.arrays().items():
            self._arrays[name][rows] = array
        self._counters[_COMPLETE] = end

    def _mapped(self, name: str, shape: tuple[int, ...], kind: type) -> np.memmap[Any, Any]:
        if 0 in shape:
            return cast("np.memmap[Any, Any]", np.zeros(shape, kind).view(_Nowhere))
        path = self.folder / name
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        if not path.exists():
            # room on the disk now: a full one would kill the process when it writes to the mapped memory
            part = path.with_name(f".{name}.part")
            try:
                with part.open("wb") as file:
                    os.posix_fallocate(file.fileno(), 0, size)
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
        elif path.stat().st_size != size:
            raise BadInput(
                f"'{self.folder}' holds a replay window of other sizes: another game's, or of another length."
            )
        return cast("np.memmap[Any, Any]", np.memmap(path, kind, "r+", shape=shape))
