"""Games on a Ray cluster: the same jobs, played by the same workers, on whatever machines it has.

Each game in progress is an actor that holds as many of the cluster's cores as the game keeps busy, and plays
through a worker process of its own, so that a player that crashes or hangs is dealt with where it runs.  A
game whose machine is lost is played again elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.arena.job import Job, Record, as_json, parse_job, parse_record
from halfmove.arena.workers.pool import GameInProgress, Pool
from halfmove.arena.workers.processes import Processes
from halfmove.core.cluster import connect
from halfmove.core.cluster import cores as cluster_cores
from halfmove.core.errors import BadInput

LOSSES = 10
"""Machines lost in one game before giving up."""


class _Actor:
    """What runs on the cluster: one worker process, and one game at a time."""

    def __init__(self) -> None:
        self._pool = Processes(1)

    def play(self, job: dict[str, Any]) -> tuple[str, Any]:
        """("record", the record as JSON has it), or ("refused", why the job cannot be played)."""
        self._pool.submit(parse_job(job))
        try:
            while not (records := self._pool.wait()):
                pass
        except BadInput as error:
            return "refused", str(error)
        return "record", as_json(records[0])

    def close(self) -> None:
        self._pool.close(at_once=True)


class Cluster(Pool):
    """`capacity` actors on the cluster at `address`: as many as it has cores for, unless told otherwise.

    `address` is as Ray takes it (`core.cluster.connect`).  `BadInput` where there is none, or no Ray.
    """

    def __init__(self, address: str, cores: int, at_once: int | None = None) -> None:
        self._ray, self._own = connect(address, "Games on a cluster need")
        self.capacity = at_once or max(cluster_cores(self._ray) // cores, 1)
        self._make = self._ray.remote(num_cpus=cores)(_Actor).remote
        self._idle: list[Any] = []
        self._games: dict[Any, tuple[Any, GameInProgress]] = {}
        self._lost: dict[int, int] = {}

    def submit(self, job: Job) -> None:
        actor = self._idle.pop() if self._idle else self._make()
        self._games[actor.play.remote(as_json(job))] = actor, GameInProgress(job)

    def wait(self, timeout: float | None = None) -> list[Record]:
        if not self._games:
            return []
        finished, _ = self._ray.wait(list(self._games), timeout=timeout)
        records = []
        for reference in finished:
            actor, game = self._games.pop(reference)
            try:
                kind, what = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                self._resubmit(game.job, error)
                continue
            self._idle.append(actor)
            if kind == "refused":
                raise BadInput(what)
            records.append(parse_record(what))
        return records

    def _resubmit(self, job: Job, error: Exception) -> None:
        """Play a game again whose actor was lost."""
        self._lost[job.number] = self._lost.get(job.number, 0) + 1
        if self._lost[job.number] > LOSSES:
            raise BadInput(f"The cluster lost game {job.number + 1} {LOSSES} times: {error}") from None
        self.submit(job)

    def playing(self) -> Sequence[GameInProgress]:
        return tuple(game for _, game in self._games.values())

    def close(self, *, at_once: bool = False) -> None:
        actors = [*self._idle, *(actor for actor, _ in self._games.values())]
        if not at_once:
            self._ray.wait([a.close.remote() for a in self._idle], num_returns=len(self._idle), timeout=10.0)
        for actor in actors:
            self._ray.kill(actor)  # its worker process notices that its parent is gone
        self._idle.clear()
        self._games.clear()
        if self._own:
            self._ray.shutdown()
