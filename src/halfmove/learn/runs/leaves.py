"""Leaves that one process evaluates for all that play: shared memory, and what is said beside it.

A process that plays keeps several groups of games.  It writes the planes of a group's waiting states into the
group's *slot* of the shared memory, says so in sixteen bytes through a pipe, and searches another group until
the answers stand in the slot.  So the search and the network's device work at the same time, and only one
process (`runs.leaf_server`) has a context on it.

    a slot      planes (rows × numbers, bytes), logits (rows × policy) and values (rows × values, 32 bits)
    a question  the slot, how many rows, and a number that the answer repeats
    an answer   the slot, that number, and how many networks the server has loaded so far

Slots of groups that play on boards of several sizes hold as much as each needs.

Whoever takes the place of a process that died goes on with its slots and pipes; answers to questions of the
dead have other numbers, and are left out.
"""

from __future__ import annotations

import mmap
import os
import select
import struct
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.learn.selfplay import Evaluate, PlayedGame, SelfPlay, Throughput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import values_of

GROUPS = 2
"""Groups of games of a process at the least: one is searched while another waits."""
LOOK = 1.0
"""Seconds after which one that waits looks whether the run is still there."""
ALIGNED = 64
IN_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""

QUESTION = struct.Struct("<IIQ")
ANSWER = struct.Struct("<IIQ")

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class SlotShape:
    """What a slot holds."""

    rows: int
    """States at once."""
    planes: tuple[int, int, int]
    policy: int
    values: int

    @classmethod
    def of(cls, game: Game, rows: int) -> SlotShape:
        """For states of a game."""
        encoding = Encoding(game)
        return cls(rows, encoding.shape, encoding.policy, values_of(game))

    @property
    def numbers(self) -> int:
        """Of a state's planes."""
        a, b, c = self.planes
        return a * b * c

    @property
    def offsets(self) -> tuple[int, int, int]:
        """Where logits, values and the next slot begin, in bytes."""
        logits = _align(self.rows * self.numbers)
        values = _align(logits + 4 * self.rows * self.policy)
        return logits, values, _align(values + 4 * self.rows * self.values)


def _align(size: int) -> int:
    return -(-size // ALIGNED) * ALIGNED


def _list_starts(shapes: Sequence[SlotShape]) -> list[int]:
    """Where each slot begins, and where the last one ends."""
    return [0, *accumulate(shape.offsets[-1] for shape in shapes)]


class LeafMemory:
    """The slots, in memory that processes share through a file that has no name."""

    def __init__(self, descriptor: int, shapes: Sequence[SlotShape]) -> None:
        """`shapes` says what each slot holds."""
        self.shapes = shapes
        starts = _list_starts(shapes)
        self._places = [
            (start, start + shape.offsets[0], start + shape.offsets[1])
            for start, shape in zip(starts, shapes, strict=False)
        ]
        """Where each slot's planes, logits and values begin."""
        self._map = mmap.mmap(descriptor, starts[-1])

    @classmethod
    def open_file(cls, shapes: Sequence[SlotShape]) -> int:
        """A descriptor of a file for such slots, in memory where the system has room for such files."""
        size = _list_starts(shapes)[-1]
        for folder in (IN_MEMORY, None):
            try:
                with tempfile.TemporaryFile(dir=folder) as file:
                    # room now: where there is none later, a process that writes there is killed
                    os.posix_fallocate(file.fileno(), 0, size)
                    return os.dup(file.fileno())
            except OSError:
                continue
        raise BadInput(f"There is no room for {size / 1e6:.0f} MB that the processes share.")

    def planes(self, slot: int, count: int) -> NDArray[np.int8]:
        """The planes of a slot's first states."""
        shape = self.shapes[slot]
        return self._view(slot, 0, np.int8, count * shape.numbers).reshape(count, *shape.planes)

    def logits(self, slot: int, count: int) -> Floats:
        """The answers to these: the policy,"""
        return self._view(slot, 1, np.float32, count * self.shapes[slot].policy).reshape(count, -1)

    def values(self, slot: int, count: int) -> Floats:
        """and the values."""
        return self._view(slot, 2, np.float32, count * self.shapes[slot].values).reshape(count, -1)

    def _view(self, slot: int, part: int, kind: type, count: int) -> NDArray[Any]:
        return np.frombuffer(self._map, kind, count, self._places[slot][part])


class LeafLine(NamedTuple):
    """How a process that plays reaches the server: numbers of descriptors that it inherits, and its slots."""

    memory: int
    questions: int
    answers: int
    shapes: Sequence[SlotShape]
    """Of the slots of all processes."""
    first: int
    """The first of its own."""


class LeafClient:
    """A process's end of the line."""

    def __init__(self, line: LeafLine) -> None:
        self._line = line
        self._memory = LeafMemory(line.memory, line.shapes)
        self._sequence = int.from_bytes(os.urandom(4), "little")
        self._asked: dict[int, tuple[int, int]] = {}
        """The number of the question that each slot waits for, and how many rows it has;"""
        self._answered: dict[int, int] = {}
        """the networks that the server had loaded when it answered those that were not taken yet."""
        self._parent = os.getppid()

    def ask(self, slot: int, planes: NDArray[np.int8]) -> None:
        """Have the server evaluate states."""
        number = self._line.first + slot
        self._memory.planes(number, len(planes))[:] = planes
        self._sequence += 1
        self._asked[number] = self._sequence, len(planes)
        os.write(self._line.questions, QUESTION.pack(number, len(planes), self._sequence))

    def wait(self, slot: int) -> tuple[Floats, Floats, int]:
        """The logits and values of a slot's states, and how many networks the server has loaded; `EOFError`
        where the run has gone."""
        number = self._line.first + slot
        while number not in self._answered:
            if is_readable(self._line.answers, LOOK):
                content = os.read(self._line.answers, ANSWER.size)
                if not content:
                    raise EOFError
                answered, sequence, loaded = ANSWER.unpack(content)
                if self._asked.get(answered, (None, 0))[0] == sequence:
                    self._answered[answered] = loaded
            elif os.getppid() != self._parent:
                raise EOFError
        _, count = self._asked.pop(number)
        loaded = self._answered.pop(number)
        return self._memory.logits(number, count), self._memory.values(number, count), loaded


def is_readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read, for which it waits so long; of any descriptor, where `select` knows
    those below 1,024."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(1000 * seconds))


class ServedGames:
    """Groups of games, searched in turn, whose leaves a server evaluates; `SelfPlay`'s interface."""

    def __init__(self, groups: Sequence[tuple[SelfPlay, int]], client: LeafClient) -> None:
        """Each group with the number of its variant."""
        self.done = Throughput()
        self._groups, self._client = list(groups), client
        self._waits = [False] * len(self._groups)
        self._turn = self._loaded = 0

    @property
    def evaluate(self) -> Evaluate:
        """Not asked: the server has the network."""
        return self._groups[0][0].evaluate

    @evaluate.setter
    def evaluate(self, evaluate: Evaluate) -> None:
        """The server takes over a new network by itself."""

    def step(self) -> list[PlayedGame]:
        """Take in the answers to one group's states, and go on with it to where it needs more; the games that
        ended."""
        slot, (play, variant) = self._turn, self._groups[self._turn]
        self._turn = (slot + 1) % len(self._groups)
        if self._waits[slot]:
            began = time.perf_counter()
            logits, values, loaded = self._client.wait(slot)
            seconds = time.perf_counter() - began
            self.done += Throughput(seconds=seconds, served_seconds=seconds)
            if loaded != self._loaded:
                self._loaded = loaded
                for other, _ in self._groups:
                    other.forget()
            play.absorb_answers(logits, values)
        ended, planes = play.gather_leaves()
        self._waits[slot] = len(planes) > 0
        if len(planes):
            self._client.ask(slot, planes)
        for game in ended:
            game.samples.variant[:] = variant
        self.done += play.done
        play.done = Throughput()
        return ended


def no_answer(planes: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """In the place of a network, where the server has it."""
    raise AssertionError("the server is asked")
