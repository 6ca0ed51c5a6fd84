"""The process that evaluates leaves for all that play: one device context, large batches (`runs.leaves`).

It is a worker with other orders (`runs.worker`): `python -m halfmove.learn.runs.worker DESCRIPTOR PARENT`.
Whatever has been asked by the time that the device is free makes the next batch, so that nobody waits for a
batch to fill; while one batch is computed the next is put together.  A batch has boards of one size: of
several sizes that wait, the one whose first question has waited longest is next.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from halfmove.games.reference import GameReference
from halfmove.learn.learner.graphs import Device, open_device
from halfmove.learn.runs.leaves import ANSWER, LOOK, QUESTION, LeafMemory, SlotShape, is_readable
from halfmove.learn.runs.play import choose_evaluate
from halfmove.search.encoding import Encoding
from halfmove.search.neural.network import Network

FRESH = 0.25
"""Seconds after which it looks for a new network."""
TELL = 1.0
"""Seconds after which it tells what it has done."""
AT_ONCE = 256
"""Questions that are read at once."""
UNDER_WAY = 2
"""Batches at once."""

Planes = tuple[int, int, int]
"""What a network sees of a board: planes, rows and columns."""


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

    games: Sequence[GameReference]
    """Whose boards may be of several sizes."""
    file: Path
    backend: str
    """What computes the network where there is no GPU (`runs.play.evaluate_of`)."""
    gpu: bool
    shapes: Sequence[SlotShape]
    """Of the slots of all processes."""
    memory: int
    questions: int
    """Of all processes that play;"""
    answers: Sequence[int]
    """where the answers of each go."""

    def work(self, line: Connection, parent: int) -> None:
        """Evaluate until the run has gone."""
        boards = {Encoding(game).shape: game for game in map(GameReference.open, self.games)}
        devices = {board: self.open_device(board) for board in boards}
        server = Server(
            self, devices, lambda: {board: Network.load(self.file, game) for board, game in boards.items()}
        )
        told = time.monotonic()
        line.send(("ready", ", ".join({device.name for device in devices.values()})))
        while os.getppid() == parent:
            server.turn()
            if time.monotonic() - told >= TELL:
                line.send(("served", server.take_done()))
                told = time.monotonic()

    def open_device(self, board: Planes) -> Device:
        """What evaluates boards of a size, with room for all that may be asked of it at once."""
        rows = sum(shape.rows for shape in self.shapes if shape.planes == board)
        return open_device(lambda network: choose_evaluate(network, self.backend), (rows, *board), self.gpu)


class ServedBatch(NamedTuple):
    """States that a device evaluates."""

    device: Device
    room: int
    """Where the device has them."""
    questions: Sequence[Question]
    loaded: int
    """The networks that were loaded when it began."""


class Server:
    """Takes questions, makes batches of them, and answers."""

    def __init__(
        self,
        orders: ServerOrders,
        devices: Mapping[Planes, Device],
        load: Callable[[], Mapping[Planes, Network]],
    ) -> None:
        """A device for each size of board; `load` gives the network that the file holds now, for each."""
        self._orders, self._devices, self._load = orders, devices, load
        self._memory = LeafMemory(orders.memory, orders.shapes)
        each = len(orders.shapes) // len(orders.answers)
        self._answers = [orders.answers[slot // each] for slot in range(len(orders.shapes))]
        self._done = Served()
        self._waiting: dict[Planes, dict[int, Question]] = {}
        """For each board whose states wait, in the order of the first of them, the questions by slot: of a
        slot the last, as whoever asked before has died."""
        self._under_way: deque[ServedBatch] = deque()
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
        self._take_questions(0.0 if self._under_way or self._waiting else LOOK)
        begins = bool(self._waiting)
        if begins:
            self._begin()
        if self._under_way and (not begins or len(self._under_way) == UNDER_WAY):
            self._answer()

    def _take_questions(self, seconds: float) -> None:
        """Take in all that have been asked, for the first of which it waits so long."""
        began, first = time.perf_counter(), True
        while is_readable(self._orders.questions, seconds if first else 0.0):
            content, first = os.read(self._orders.questions, QUESTION.size * AT_ONCE), False
            for question in map(Question._make, QUESTION.iter_unpack(content)):
                board = self._orders.shapes[question.slot].planes
                self._waiting.setdefault(board, {})[question.slot] = question
            if not content:
                break
        self._done.idle += time.perf_counter() - began

    def _begin(self) -> None:
        """Begin a batch of the board whose first question has waited longest."""
        began = time.perf_counter()
        board = next(iter(self._waiting))
        asked, device = list(self._waiting.pop(board).values()), self._devices[board]
        taken = {batch.room for batch in self._under_way if batch.device is device}
        number = next(number for number in range(UNDER_WAY) if number not in taken)
        room, count = device.room(number), 0
        for slot, rows, _ in asked:
            room[count : count + rows] = self._memory.planes(slot, rows)
            count += rows
        copied = time.perf_counter()
        device.submit(number, count)
        self._under_way.append(ServedBatch(device, number, asked, self._loaded))
        self._done.copying += copied - began
        self._done.network += time.perf_counter() - copied
        self._done.states += count
        self._done.batches += 1
        self._done.room += len(room)

    def _answer(self) -> None:
        began = time.perf_counter()
        batch = self._under_way.popleft()
        logits, values = batch.device.collect(batch.room)
        collected = time.perf_counter()
        at = 0
        for slot, rows, sequence in batch.questions:
            self._memory.logits(slot, rows)[:] = logits[at : at + rows]
            self._memory.values(slot, rows)[:] = values[at : at + rows]
            at += rows
            os.write(self._answers[slot], ANSWER.pack(slot, sequence, batch.loaded))
        self._done.network += collected - began
        self._done.copying += time.perf_counter() - collected

    def _take_network(self) -> None:
        """Load the file, where it is a new one."""
        began = time.perf_counter()
        self._looked = time.monotonic()
        written = self._orders.file.stat().st_mtime_ns
        if written != self._known:
            self._known = written
            for board, network in self._load().items():
                self._devices[board].load(network)
            self._loaded += 1
        self._done.loading += time.perf_counter() - began
