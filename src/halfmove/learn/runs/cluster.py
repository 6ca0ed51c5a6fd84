"""Self-play on a Ray cluster: actors that play whole games with the newest network, and send the samples.

An actor is called for a second of play at a time, and takes the newest network with the call; while the
learner is behind it is not called, so that nothing piles up.  One that is lost, or whose machine is, is
replaced; where the cluster has no room for another the run goes on with those that are left.  A machine that
joins the cluster later plays too, unless the number of workers was said.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core import cluster
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.learn.runs.play import FinishedGames, join_games
from halfmove.learn.runs.processes import LOSSES, SEEDS
from halfmove.learn.runs.worker import Orders
from halfmove.learn.selfplay import PlayedGame, Throughput

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
        """What plays (`Orders.player`)."""

    def play(self, network: bytes | None) -> tuple[str, Any]:
        """Play for a while, with this network from now on: ("played", `FinishedGames`, none where no game has
        ended), or ("refused", why it cannot be played)."""
        try:
            if network is not None:
                self._take(network)
            return "played", self._turn()
        except HalfmoveError as error:
            return "refused", str(error)

    def _take(self, network: bytes) -> None:
        began = time.monotonic()
        file = Path(self._folder.name) / "current.safetensors"
        file.write_bytes(network)
        game = self._orders.game.open()
        orders = replace(self._orders, file=file)
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


class _Called(NamedTuple):
    """A call under way."""

    actor: Any
    network: int
    """The number of the network that the actor has with it."""


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
        self._grows, self._most = connection.grows, connection.workers
        self._looked = time.monotonic()
        self.restarted = 0
        """Actors that were lost and replaced."""
        self._calls: dict[Any, _Called] = {}
        self._number = 0
        self.publish()
        for _ in range(connection.workers):
            self._start()

    def publish(self) -> None:
        """Put the network of the file before the actors."""
        self._network = self._ray.put(self._orders.file.read_bytes())
        self._number += 1

    def take_games(self, seconds: float) -> list[FinishedGames]:
        """What the actors have sent, waiting at most so long."""
        self._grow()
        finished, _ = self._ray.wait(list(self._calls), timeout=seconds)
        if finished:
            finished, _ = self._ray.wait(list(self._calls), num_returns=len(self._calls), timeout=0)
        found = []
        for reference in finished:
            actor, network = self._calls.pop(reference)
            try:
                kind, told = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                self._replace(actor, error)
                continue
            if kind == "refused":
                raise BadInput(told)
            self._call(actor, network)
            if told:
                self._lost = 0
                found += told
        return found

    def _grow(self) -> None:
        """An actor for each core that has joined the cluster."""
        if not self._grows or time.monotonic() - self._looked < LOOK:
            return
        self._looked = time.monotonic()
        for _ in range(cluster.cores(self._ray) - len(self._calls)):
            self._start()
        self._most = max(self._most, len(self._calls))

    def close(self) -> None:
        """End all actors."""
        for actor, _ in self._calls.values():
            self._ray.kill(actor)
        self._calls.clear()

    def _start(self) -> None:
        self._started += 1
        orders = replace(self._orders, seed=self._orders.seed * SEEDS + self._started)
        self._call(self._ray.remote(num_cpus=1)(Actor).remote(orders), 0)

    def _call(self, actor: Any, network: int) -> None:
        newest = None if network == self._number else self._network
        self._calls[actor.play.remote(newest)] = _Called(actor, self._number)

    def _replace(self, actor: Any, error: Exception) -> None:
        self._lost += 1
        # a machine that is lost takes many with it at once
        if self._lost > LOSSES + self._most:
            words = str(error).strip().splitlines()[-1:] or ["no reason given"]
            raise BadInput(f"The cluster's workers end before they have played a game: {words[0]}") from None
        self._ray.kill(actor)  # one that has raised an exception is still there
        self.restarted += 1
        self._start()
