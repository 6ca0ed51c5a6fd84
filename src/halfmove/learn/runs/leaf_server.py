"""The process that evaluates leaves for all that play: one device context, large batches (`runs.leaves`).

It is a worker with other orders (`runs.worker`): `python -m halfmove.learn.runs.worker DESCRIPTOR PARENT`.
Whatever has been asked by the time that the device is free makes the next batch, so that nobody waits for a
batch to fill; while one batch is computed the next is put together.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from halfmove.games.reference import GameReference
from halfmove.learn.learner.graphs import Device, open_device
from halfmove.learn.runs.leaves import ANSWER, LOOK, QUESTION, LeafMemory, SlotShape, is_readable
from halfmove.learn.runs.play import choose_evaluate
from halfmove.search.neural.network import Network

FRESH = 0.25
"""Seconds after which it looks for a new network."""
TELL = 1.0
"""Seconds after which it tells what it has done."""
AT_ONCE = 256
"""Questions that are read at once."""
UNDER_WAY = 2
"""Batches at once."""


class Question(NamedTuple):
    """States that a process waits for."""

    slot: int
    rows: int
    sequence: int


@dataclass
class Served:
    """What a server has done; seconds by part."""

    states: int = 0
    batches: int = 0
    room: int = 0
    """States that the batches could have held."""
    idle: float = 0.0
    copying: float = 0.0
    network: float = 0.0
    loading: float = 0.0

    def parts(self) -> dict[str, float]:
        """The seconds of each part of the work."""
        return {
            "network": self.network,
            "copying": self.copying,
            "new networks": self.loading,
            "waiting for leaves": self.idle,
        }

    def __add__(self, other: Served) -> Served:
        return Served(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


@dataclass(frozen=True)
class ServerOrders:
    """What a server is to evaluate, and how it is reached: numbers of descriptors that it inherits."""

    game: GameReference
    file: Path
    backend: str
    """What computes the network where there is no GPU (`runs.play.evaluate_of`)."""
    gpu: bool
    shape: SlotShape
    slots: int
    memory: int
    questions: int
    """Of all processes that play;"""
    answers: Sequence[int]
    """where the answers of each go."""

    def work(self, line: Connection, parent: int) -> None:
        """Evaluate until the run has gone."""
        game = self.game.open()
        room = (self.slots * self.shape.rows, *self.shape.planes)
        device = open_device(lambda network: choose_evaluate(network, self.backend), room, self.gpu)
        server = Server(self, device, lambda: Network.load(self.file, game))
        told = time.monotonic()
        line.send(("ready", device.name))
        while os.getppid() == parent:
            server.turn()
            if time.monotonic() - told >= TELL:
                line.send(("served", server.take_done()))
                told = time.monotonic()


class Server:
    """Takes questions, makes batches of them, and answers."""

    def __init__(self, orders: ServerOrders, device: Device, load: Callable[[], Network]) -> None:
        self._orders, self._device, self._load = orders, device, load
        self._memory = LeafMemory(orders.memory, orders.shape, orders.slots)
        each = orders.slots // len(orders.answers)
        self._answers = [orders.answers[slot // each] for slot in range(orders.slots)]
        self._done = Served()
        self._under_way: deque[tuple[int, list[Question], int]] = deque()
        """The room of each batch, its questions, and the networks that were loaded when it began."""
        self._known = 0
        self._looked = 0.0
        self._loaded = 0
        self._take_network()

    def take_done(self) -> Served:
        """What has been done since it was taken last."""
        done, self._done = self._done, Served()
        return done

    def turn(self) -> None:
        """Begin a batch of what has been asked, if anything has, and answer one that is done."""
        if time.monotonic() - self._looked >= FRESH:
            self._take_network()
        asked = self._take_questions(0.0 if self._under_way else LOOK)
        if asked:
            self._begin(asked)
        if self._under_way and (not asked or len(self._under_way) == UNDER_WAY):
            self._answer()

    def _take_questions(self, seconds: float) -> list[Question]:
        """All that wait, for the first of which it waits so long; of a slot the last, as whoever asked before
        has died."""
        began, found = time.perf_counter(), dict[int, Question]()
        while is_readable(self._orders.questions, 0.0 if found else seconds):
            content = os.read(self._orders.questions, QUESTION.size * AT_ONCE)
            for one in QUESTION.iter_unpack(content):
                found[one[0]] = Question(*one)
            if not content:
                break
        self._done.idle += time.perf_counter() - began
        return list(found.values())

    def _begin(self, asked: list[Question]) -> None:
        began = time.perf_counter()
        taken = {number for number, _, _ in self._under_way}
        number = next(number for number in range(UNDER_WAY) if number not in taken)
        room, count = self._device.room(number), 0
        for slot, rows, _ in asked:
            room[count : count + rows] = self._memory.planes(slot, rows)
            count += rows
        copied = time.perf_counter()
        self._device.submit(number, count)
        self._under_way.append((number, asked, self._loaded))
        self._done.copying += copied - began
        self._done.network += time.perf_counter() - copied
        self._done.states += count
        self._done.batches += 1
        self._done.room += len(room)

    def _answer(self) -> None:
        began = time.perf_counter()
        number, asked, loaded = self._under_way.popleft()
        logits, values = self._device.collect(number)
        collected = time.perf_counter()
        at = 0
        for slot, rows, sequence in asked:
            self._memory.logits(slot, rows)[:] = logits[at : at + rows]
            self._memory.values(slot, rows)[:] = values[at : at + rows]
            at += rows
            os.write(self._answers[slot], ANSWER.pack(slot, sequence, loaded))
        self._done.network += collected - began
        self._done.copying += time.perf_counter() - collected

    def _take_network(self) -> None:
        """Load the file, where it is a new one."""
        began = time.perf_counter()
        self._looked = time.monotonic()
        written = self._orders.file.stat().st_mtime_ns
        if written != self._known:
            self._known = written
            self._device.load(self._load())
            self._loaded += 1
        self._done.loading += time.perf_counter() - began
