"""Seats on a Ray cluster: a core for each actor, or a machine's cores for one that starts processes.

A machine with a GPU, or any where a server of leaves is asked for, gets one actor (one for each of its GPUs),
which starts processes that play and one that evaluates for them (`runs.actors`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from halfmove.core import cluster
from halfmove.learn.runs.play import SERVER


class Seat(NamedTuple):
    """What an actor takes of a cluster."""

    cores: int = 1
    gpus: int = 0
    machine: str = ""
    """Ray's name of the machine; empty: any that has room."""
    is_machine: bool = False
    """Whether the actor starts processes on a machine's cores, or on its part of them for each GPU."""

    def needs(self, ray: Any) -> dict[str, Any]:
        """What Ray is asked for."""
        if not self.machine:
            return {"num_cpus": self.cores}
        strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(self.machine, soft=False)
        return {"num_cpus": self.cores, "num_gpus": self.gpus, "scheduling_strategy": strategy}


def is_by_machine(ray: Any, backend: str) -> bool:
    """Whether actors are bound to machines, some of them with a server of leaves: with the backend `server`
    each, with `auto` each that has a GPU, if there is any now."""
    return backend == SERVER or (
        backend == "auto" and any(_find_resources(node)[1] for node in ray.nodes() if node["Alive"])
    )


def list_seats(ray: Any, backend: str, workers: int = 0, *, by_machine: bool) -> list[Seat]:
    """The seats of the cluster as it is now; where actors are not bound to machines, for so many processes
    that play (0: for all its cores), which may wait for room."""
    if not by_machine:
        return [Seat()] * (workers or cluster.cores(ray))
    return sorted(_list_by_machine(ray, backend), key=lambda seat: seat.machine)


def _list_by_machine(ray: Any, backend: str) -> Iterator[Seat]:
    for node in ray.nodes():
        cores, gpus = _find_resources(node)
        if not node["Alive"] or not cores:
            continue
        if backend == SERVER or gpus:
            parts = min(max(gpus, 1), cores)
            yield from [Seat(cores // parts, min(gpus, 1), node["NodeID"], is_machine=True)] * parts
        else:
            yield from [Seat(machine=node["NodeID"])] * cores


def _find_resources(node: Mapping[str, Any]) -> tuple[int, int]:
    """Cores and GPUs of a machine."""
    resources: Mapping[str, float] = node["Resources"]
    return int(resources.get("CPU", 0)), int(resources.get("GPU", 0))
