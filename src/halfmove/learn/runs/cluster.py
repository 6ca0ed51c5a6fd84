"""Self-play on a Ray cluster: actors that play whole games with the newest network, and send the samples.

An actor (`runs.actors`) is called for a second of play at a time, and takes the newest network with the call;
while the learner is behind it is not called, so that nothing piles up.  One that is lost is replaced; where
the cluster has no room for another the run goes on with those that are left.  A machine that joins the
cluster later plays too, unless the number of workers was said; where actors are bound to machines
(`runs.seats`) it then takes the place of one that was lost.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from halfmove.core import cluster
from halfmove.core.errors import BadInput
from halfmove.learn.runs.actors import Actor, MachineActor
from halfmove.learn.runs.play import FinishedGames
from halfmove.learn.runs.processes import LOSSES, SEEDS
from halfmove.learn.runs.seats import Seat, is_by_machine, list_seats
from halfmove.learn.runs.worker import Orders

LOOK = 5.0
"""Seconds after which the run looks again what the cluster has."""


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

    def __init__(self, connection: Ray, orders: Orders, by_torch: bool = True) -> None:
        """`by_torch` says whether PyTorch may compute."""
        self._ray, self._orders, self._by_torch = connection.ray, orders, by_torch
        self._started = self._lost = 0
        self._workers = 0 if connection.grows else connection.workers
        self._looked = time.monotonic()
        self.restarted = 0
        """Actors, and processes of theirs, that were lost and replaced."""
        self._calls: dict[Any, _Called] = {}
        self._number = 0
        self.publish()
        self._by_machine = is_by_machine(self._ray, orders.backend)
        # what is bound to a machine is lost with it, and another may take its place
        self._grows = connection.grows or self._by_machine
        for seat in list(self._list_free()):
            self._start(seat)
        if not self._calls:
            raise BadInput("No machine of the cluster has a core for self-play now.")
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
                answer = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                self._replace(called, error)
                continue
            if answer.refused:
                self._ray.kill(called.actor)
                raise BadInput(answer.refused)
            self._call(called)
            self.restarted += answer.restarted
            if answer.games:
                self._lost = 0
                found += answer.games
        return found

    def _grow(self) -> None:
        """An actor for each seat that has joined the cluster."""
        if not self._grows or time.monotonic() - self._looked < LOOK:
            return
        self._looked = time.monotonic()
        for seat in list(self._list_free()):
            self._start(seat)
        self._most = max(self._most, len(self._calls))

    def _list_free(self) -> Iterator[Seat]:
        """The seats that nobody has, of a machine that has actors none; no more than the workers wanted."""
        held = [called.seat for called in self._calls.values()]
        taken, left = Counter(seat.machine for seat in held), self._workers - sum(seat.cores for seat in held)
        for seat in self._list_seats():
            if taken[seat.machine]:
                taken[seat.machine] -= not seat.machine
            elif not self._workers:
                yield seat
            elif left > 0:
                yield seat._replace(cores=min(seat.cores, left))
                left -= seat.cores

    def _list_seats(self) -> list[Seat]:
        return list_seats(self._ray, self._orders.backend, self._workers, by_machine=self._by_machine)

    def close(self) -> None:
        """End all actors."""
        for called in self._calls.values():
            self._ray.kill(called.actor)
        self._calls.clear()

    def _start(self, seat: Seat) -> None:
        self._started += 1
        orders = replace(self._orders, seed=self._orders.seed * SEEDS + self._started)
        remote = self._ray.remote(**seat.needs(self._ray))
        if seat.is_machine:
            actor = remote(MachineActor).remote(orders, self._by_torch, seat.cores)
        else:
            actor = remote(Actor).remote(orders, self._by_torch)
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
