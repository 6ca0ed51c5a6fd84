"""Self-play in processes whose leaves one more process evaluates: the run's end of `runs.leaves`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

from halfmove.core.errors import BadInput
from halfmove.learn.runs.leaf_server import Served, ServerOrders
from halfmove.learn.runs.leaves import LeafLine, LeafMemory, SlotShape, split_games
from halfmove.learn.runs.play import SERVER, FinishedGames, find_gpu, find_server_backend
from halfmove.learn.runs.processes import LOSSES, Processes, WorkerProcess, receive
from halfmove.learn.runs.worker import Orders
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import values_of
from halfmove.search.neural.network import Network


def start_processes(orders: Orders, count: int, by_torch: bool) -> Processes:
    """Processes that play, and one that evaluates for them where the backend is `server`."""
    if orders.backend == SERVER:
        return ServedProcesses(orders, count, by_torch)
    return Processes(orders, count)


class ServedProcesses(Processes):
    """`GameSource` in `count` processes and a server; where the server dies all are started anew."""

    def __init__(self, orders: Orders, count: int, by_torch: bool) -> None:
        game = orders.game.open()
        groups = split_games(orders.games(game), orders.options)
        encoding = Encoding(game)
        shape = SlotShape(
            max(options.games for _, _, options in groups), encoding.shape, encoding.policy, values_of(game)
        )
        self._each, self._count = len(groups), count
        self._memory = LeafMemory.open_file(shape, count * self._each)
        self._pipes = [(os.pipe(), os.pipe()) for _ in range(count)]
        self._places: dict[WorkerProcess, int] = {}
        architecture = Network.load(orders.file, game).architecture
        self._server_orders = ServerOrders(
            game=orders.game,
            file=orders.file,
            backend=find_server_backend(architecture, by_torch),
            gpu=by_torch and bool(find_gpu()),
            shape=shape,
            slots=count * self._each,
            memory=self._memory,
            questions=[questions[0] for questions, _ in self._pipes],
            answers=[answers[1] for _, answers in self._pipes],
        )
        self._shape, self._served = shape, Served()
        self._server = self._start_server()
        super().__init__(orders, count)

    def take_games(self, seconds: float) -> list[FinishedGames]:
        """What the workers have sent, waiting at most so long; the server's time goes with the first."""
        self._hear_server()
        found = super().take_games(seconds)
        if found and (parts := self._served.parts()):
            found[0] = replace(found[0], served=parts)
            self._served = Served()
        return found

    def close(self) -> None:
        """End all processes."""
        super().close()
        self._server.close()
        for descriptor in (self._memory, *(end for pair in self._pipes for pipe in pair for end in pipe)):
            os.close(descriptor)
        self._pipes.clear()

    # ----

    def _hear_server(self) -> None:
        """Take in what the server says; where it has died, start it and those that wait for it anew."""
        for _, told in receive([self._server], 0.0, lambda _: self._restart_all()):
            if isinstance(told, Served):
                self._served += told

    def _restart_all(self) -> None:
        words = self._describe_loss(self._server)
        self._lost += 1
        if self._lost > LOSSES:
            raise BadInput(words)
        self.restarted += 1
        self._server.close()
        for worker in self._workers:
            worker.close()
        self._workers.clear()
        self._places.clear()
        self._server = self._start_server()
        for _ in range(self._count):
            self._workers.append(self._start())

    def _start_server(self) -> WorkerProcess:
        orders = self._server_orders
        return WorkerProcess(orders, [orders.memory, *orders.questions, *orders.answers])

    def _make_worker(self, orders: Orders) -> WorkerProcess:
        """One that plays, at a place that is free."""
        place = _find_free(self._places[worker] for worker in self._workers)
        questions, answers = self._pipes[place]
        line = LeafLine(
            self._memory, questions[1], answers[0], self._shape, self._count * self._each, place * self._each
        )
        descriptors = [line.memory, line.questions, line.answers]
        worker = WorkerProcess(replace(orders, leaves=line), descriptors)
        self._places[worker] = place
        return worker


def _find_free(taken: Iterable[int]) -> int:
    """The first number that is not taken."""
    numbers, found = set(taken), 0
    while found in numbers:
        found += 1
    return found
