"""Self-play on a Ray cluster: actors that play whole games with the newest network, and send the samples.

An actor is called for a second of play at a time, and takes the newest network with the call; while the
learner is behind it is not called, so that nothing piles up.  One that is lost, or whose machine is, is
replaced; where the cluster has no room for another the run goes on with those that are left.  A machine that
joins the cluster later plays too, unless the number of workers was said.  An actor has a core, or a machine
with a server of leaves (`runs.seats`).
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core import cluster
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.extras import is_installed
from halfmove.learn.runs.play import SERVER, FinishedGames, find_processor_backend, join_games
from halfmove.learn.runs.processes import LOSSES, SEEDS
from halfmove.learn.runs.seats import Seat, is_by_machine, list_seats
from halfmove.learn.runs.served import start_processes
from halfmove.learn.runs.worker import Orders
from halfmove.learn.selfplay import PlayedGame, Throughput
from halfmove.search.neural.network import Network

TURN = 1.0
"""Seconds of play for each call."""
LOOK = 5.0
"""Seconds after which the run looks again how many cores the cluster has."""


class Actor:
    """What runs on the cluster; on one core."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._folder = tempfile.TemporaryDirectory()
        self._play: Any = None
        """What plays."""

    def play(self, network: bytes | None) -> tuple[str, Any]:
        """Play for a while, with this network from now on: ("played", `FinishedGames`, none where no game has
        ended), or ("refused", why it cannot be played)."""
        try:
            if network is not None:
                self._take(network)
            return "played", self._turn()
        except HalfmoveError as error:
            return "refused", str(error)

    def _write(self, network: bytes) -> Orders:
        """The orders with a file that has this network, and with what computes it on this machine."""
        file = Path(self._folder.name) / "current.safetensors"
        part = file.with_suffix(".part")
        part.write_bytes(network)
        part.replace(file)  # who reads it meanwhile reads the one before
        return replace(self._orders, file=file)

    def _take(self, network: bytes) -> None:
        began = time.monotonic()
        orders = self._write(network)
        game = orders.game.open()
        if orders.backend == "auto":
            architecture = Network.load(orders.file, game).architecture
            orders = replace(
                orders, backend=find_processor_backend([architecture], by_torch=is_installed("torch"))
            )
        if self._play is None:
            self._play = orders.player(game)
        else:
            self._play.evaluate = orders.evaluate(game)
            self._play.done += Throughput(loaded=1, loading_seconds=time.monotonic() - began)

    def _turn(self) -> list[FinishedGames]:
        play = self._play
        assert play is not None, "the first call brings a network"
        until, ended = time.monotonic() + TURN, list[PlayedGame]()
        while time.monotonic() < until:
            ended += [one for one in play.step() if len(one.samples)]
        if not ended:
            return []
        done, play.done = play.done, Throughput()
        return join_games(ended, done)


class MachineActor(Actor):
    """What runs on a machine of the cluster with a server of leaves: processes that play, and the server."""

    def __init__(self, orders: Orders, processes: int) -> None:
        super().__init__(replace(orders, backend=SERVER))
        self._processes = processes

    def _take(self, network: bytes) -> None:
        orders = self._write(network)
        if self._play is None:  # later the server finds the file itself
            self._play = start_processes(orders, self._processes, by_torch=is_installed("torch"))

    def _turn(self) -> list[FinishedGames]:
        until, found = time.monotonic() + TURN, list[FinishedGames]()
        while (left := until - time.monotonic()) > 0:
            found += self._play.take_games(left)
        return found


class _Called(NamedTuple):
    """A call under way."""

    actor: Any
    network: int
    """The number of the network that the actor has with it."""
    seat: Seat


class Ray:
    """A connection to the cluster at `address` (`core.cluster.connect`), for so many workers; one for each of
    its cores, unless told otherwise."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.ray, self._own = cluster.connect(address, "Training on a cluster needs")
        self.workers = workers or cluster.cores(self.ray)
        self.grows = not workers
        """Whether machines that join later get workers."""

    def close(self) -> None:
        """Leave the cluster."""
        if self._own:
            self.ray.shutdown()


class OnCluster:
    """`GameSource` by actors."""

    def __init__(self, connection: Ray, orders: Orders) -> None:
        self._ray, self._orders = connection.ray, orders
        self._started = self._lost = 0
        self._workers = 0 if connection.grows else connection.workers
        self._looked = time.monotonic()
        self.restarted = 0
        """Actors that were lost and replaced."""
        self._calls: dict[Any, _Called] = {}
        self._number = 0
        self.publish()
        self._by_machine = is_by_machine(self._ray, orders.backend)
        # what is bound to a machine is lost with it, and another may take its place
        self._grows = connection.grows or self._by_machine
        for seat in self._list_seats():
            self._start(seat)
        self._most = len(self._calls)

    def publish(self) -> None:
        """Put the network of the file before the actors."""
        self._network = self._ray.put(self._orders.file.read_bytes())
        self._number += 1

    def take_games(self, seconds: float) -> list[FinishedGames]:
        """What the actors have sent, waiting at most so long."""
        self._grow()
        if not self._calls:  # every machine is lost; others may come
            time.sleep(seconds)
            return []
        finished, _ = self._ray.wait(list(self._calls), timeout=seconds)
        if finished:
            finished, _ = self._ray.wait(list(self._calls), num_returns=len(self._calls), timeout=0)
        found = []
        for reference in finished:
            called = self._calls.pop(reference)
            try:
                kind, told = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                self._replace(called, error)
                continue
            if kind == "refused":
                raise BadInput(told)
            self._call(called)
            if told:
                self._lost = 0
                found += told
        return found

    def _grow(self) -> None:
        """An actor for each seat that has joined the cluster."""
        if not self._grows or time.monotonic() - self._looked < LOOK:
            return
        self._looked = time.monotonic()
        for seat in list(self._list_free()):
            self._start(seat)
        self._most = max(self._most, len(self._calls))

    def _list_seats(self) -> list[Seat]:
        return list_seats(self._ray, self._orders.backend, self._workers, by_machine=self._by_machine)

    def _list_free(self) -> Iterator[Seat]:
        """The seats that nobody has; of a machine that has actors, none."""
        taken = Counter(called.seat.machine for called in self._calls.values())
        for seat in self._list_seats():
            if seat.machine:
                if not taken[seat.machine]:
                    yield seat
            elif taken[""] > 0:
                taken[""] -= 1
            else:
                yield seat

    def close(self) -> None:
        """End all actors."""
        for called in self._calls.values():
            self._ray.kill(called.actor)
        self._calls.clear()

    def _start(self, seat: Seat) -> None:
        self._started += 1
        orders = replace(self._orders, seed=self._orders.seed * SEEDS + self._started)
        remote = self._ray.remote(**seat.needs(self._ray))
        actor = (
            remote(MachineActor).remote(orders, seat.cores) if seat.serves else remote(Actor).remote(orders)
        )
        self._call(_Called(actor, 0, seat))

    def _call(self, called: _Called) -> None:
        newest = None if called.network == self._number else self._network
        self._calls[called.actor.play.remote(newest)] = called._replace(network=self._number)

    def _replace(self, called: _Called, error: Exception) -> None:
        self._lost += 1
        # a machine that is lost takes many with it at once
        if self._lost > LOSSES + self._most:
            words = str(error).strip().splitlines()[-1:] or ["no reason given"]
            raise BadInput(f"The cluster's workers end before they have played a game: {words[0]}") from None
        self._ray.kill(called.actor)  # one that has raised an exception is still there
        self.restarted += 1
        machine = called.seat.machine
        if not machine or any(seat.machine == machine for seat in self._list_seats()):
            self._start(called.seat)
