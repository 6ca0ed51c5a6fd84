"""What plays on a Ray cluster (`runs.cluster`): an actor on a core, or one with processes on many."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.extras import is_installed
from halfmove.learn.runs.play import SERVER, FinishedGames, find_gpu, find_processor_backend, join_games
from halfmove.learn.runs.processes import Processes
from halfmove.learn.runs.served import start_processes
from halfmove.learn.runs.worker import Orders
from halfmove.learn.selfplay import PlayedGame, Throughput
from halfmove.search.neural.network import Network

TURN = 1.0
"""Seconds of play for each call."""


class Answer(NamedTuple):
    """What a call came to."""

    games: list[FinishedGames]
    refused: str = ""
    """Why nothing can be played, if nothing can."""
    restarted: int = 0
    """Processes that were lost and replaced on the actor's machine since the last call."""


class Actor:
    """What runs on one core."""

    def __init__(self, orders: Orders, by_torch: bool) -> None:
        """`by_torch` says whether PyTorch may compute, where it is installed."""
        self._folder = tempfile.TemporaryDirectory()
        self._orders = replace(orders, file=Path(self._folder.name) / "current.safetensors")
        self._by_torch = by_torch and is_installed("torch")
        self._play: Any = None
        """What plays."""

    def play(self, network: bytes | None) -> Answer:
        """Play for a while, with this network from now on if there is one."""
        try:
            if network is not None:
                with whole_bytes(self._orders.file) as out:  # processes read it meanwhile
                    out.write(network)
                self._take_network()
            return self._turn()
        except HalfmoveError as error:
            return Answer([], str(error))

    def _list_ways(self) -> list[str]:
        """What may compute the network here, the best first."""
        orders = self._orders
        if orders.backend != "auto":
            return [orders.backend]
        architecture = Network.load(orders.file, orders.game.open()).architecture
        return [find_processor_backend([architecture], self._by_torch)]

    def _take_network(self) -> None:
        """Play with the network that the file holds now."""
        began = time.monotonic()
        self._orders = orders = replace(self._orders, backend=self._list_ways()[0])
        if self._play is None:
            self._play = orders.player(orders.game.open())
        else:
            self._play.evaluate = orders.evaluate(orders.game.open())
            self._play.done += Throughput(loaded=1, loading_seconds=time.monotonic() - began)

    def _turn(self) -> Answer:
        until, ended = time.monotonic() + TURN, list[PlayedGame]()
        while time.monotonic() < until:
            ended += [one for one in self._play.step() if len(one.samples)]
        if not ended:
            return Answer([])
        done, self._play.done = self._play.done, Throughput()
        return Answer(join_games(ended, done))


class MachineActor(Actor):
    """What runs on a machine's cores: processes that play, and a server of leaves where the machine has a GPU
    or the server is asked for."""

    def __init__(self, orders: Orders, by_torch: bool, processes: int) -> None:
        super().__init__(orders, by_torch)
        self._processes = processes
        self._ways: list[str] | None = None
        """What else may compute, if what does cannot."""
        self._restarted = 0

    def _list_ways(self) -> list[str]:
        found = super()._list_ways()
        has_gpu = self._orders.backend == "auto" and self._by_torch and find_gpu()
        return [SERVER, *found] if has_gpu else found

    def _take_network(self) -> None:
        if self._ways is None:
            self._ways = self._list_ways()
        while self._play is None:  # later its processes find the file themselves
            orders = replace(self._orders, backend=self._ways.pop(0))
            try:
                self._play = start_processes(orders, self._processes, self._by_torch)
            except BadInput:
                if not self._ways:
                    raise

    def _turn(self) -> Answer:
        until, found = time.monotonic() + TURN, list[FinishedGames]()
        source: Processes = self._play
        try:
            while (left := until - time.monotonic()) > 0:
                found += source.take_games(left)
        except BadInput:
            source.close()
            self._play = None
            if not self._ways:
                raise
            self._restarted = 0
            self._take_network()
            return Answer(found)
        lost, self._restarted = source.restarted - self._restarted, source.restarted
        return Answer(found, restarted=lost)
