"""Self-play in processes whose leaves one more process evaluates: the run's end of `runs.leaves`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace

from halfmove.core.errors import BadInput
from halfmove.learn.runs.leaf_server import Served, ServerOrders
from halfmove.learn.runs.leaves import GROUPS, LeafLine, LeafMemory, SlotShape
from halfmove.learn.runs.play import SERVER, FinishedGames, find_gpu, find_own_backend
from halfmove.learn.runs.processes import LOSSES, TURN, Processes, WorkerProcess, receive
from halfmove.learn.runs.worker import Orders
from halfmove.learn.variants import split_games
from halfmove.search.neural.network import Network


def start_processes(orders: Orders, count: int, by_torch: bool) -> Processes:
    """Processes that play, and one that evaluates for them where the backend is `server`."""
    if orders.backend == SERVER and not (orders.expert or orders.former):
        return ServedProcesses(orders, count, by_torch)
    return Processes(orders, count)


class ServedProcesses(Processes):
    """`GameSource` in `count` processes and a server; where the server dies all are started anew."""

    def __init__(self, orders: Orders, count: int, by_torch: bool) -> None:
        game = orders.game.open()
        shapes = [
            SlotShape.of(rules, options.games)
            for rules, _, options in split_games(orders.games(game), orders.options, GROUPS)
        ]
        self._each, self._count, self._shapes = len(shapes), count, shapes * count
        architecture = Network.load(orders.file, game).architecture
        self._memory = LeafMemory.open_file(self._shapes)
        self._questions, self._answers = os.pipe(), [os.pipe() for _ in range(count)]
        self._places: dict[WorkerProcess, int] = {}
        self._server_orders = ServerOrders(
            games=list(orders.variants) or [orders.game],
            file=orders.file,
            backend=find_own_backend(architecture, by_torch),
            gpu=by_torch and bool(find_gpu()),
            shapes=self._shapes,
            memory=self._memory,
            questions=self._questions[0],
            answers=[writing for _, writing in self._answers],
        )
        self._served = Served()
        self._ready = self._on_trial = False
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
        for descriptor in (self._memory, *self._questions, *(end for pipe in self._answers for end in pipe)):
            os.close(descriptor)

    def collect(self, kind: str, stop: Callable[[], bool]) -> list[float]:
        """What each worker says of this kind; ready they are once the server is, too."""
        self._on_trial = True
        try:
            found = super().collect(kind, stop)
            while not self._ready and not stop():
                self._hear_server(TURN)
            return found
        finally:
            self._on_trial = False

    # ----

    def _watch(self) -> None:
        self._hear_server()

    def _hear_server(self, seconds: float = 0.0) -> None:
        """Take in what the server says, waiting at most so long; where it has died, start it and those that
        wait for it anew, or on trial say why."""
        for _, told in receive([self._server], seconds, lambda _: self._restart_all()):
            self._ready = True  # whatever it says first, it says when it is
            if isinstance(told, Served):
                self._served += told

    def _restart_all(self) -> None:
        words = self._describe_loss(self._server)
        self._lost += 1
        if self._lost > LOSSES or self._on_trial:
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
        self._ready = False
        return WorkerProcess(orders, [orders.memory, orders.questions, *orders.answers])

    def _make_worker(self, orders: Orders) -> WorkerProcess:
        """One that plays, at a place that is free."""
        self._places = {worker: self._places[worker] for worker in self._workers}
        place = _find_free(self._places.values())
        line = LeafLine(
            memory=self._memory,
            questions=self._questions[1],
            answers=self._answers[place][0],
            shapes=self._shapes,
            first=place * self._each,
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
