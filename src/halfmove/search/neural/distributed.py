"""A search with a network in several processes, each with a tree of its own (*root parallelisation*).

Chaslot, Winands and van den Herik, *Parallel Monte-Carlo Tree Search*, 2008: processes search the same root
without a word to each other, and the visits and values of the root's actions are added up.  (AlphaGo's
distributed search, Silver et al. 2016, had one tree and sent its leaves to other machines.)  A process sends
a few hundred bytes twenty times a second, and none waits for another.  The trees must differ: all but the
first, which is this process's own, perturb the policy (`varied`).

A search of N simulations and one seed repeats itself exactly unless a proof ends it, as each process has its
part of them.
"""

from __future__ import annotations

import time
import warnings
import weakref
from collections.abc import Collection
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.limit import Limit
from halfmove.search.montecarlo.findings import Candidate
from halfmove.search.neural.algorithm import MEGABYTES
from halfmove.search.neural.network import Network
from halfmove.search.neural.options import Options
from halfmove.search.neural.processes import (
    PATIENCE,
    SLICE,
    Orders,
    Report,
    Task,
    Worker,
    deadline,
    end_all,
)
from halfmove.search.neural.searching import NetworkSearch


def engine_of(
    game: Game, options: Options, *, megabytes: float = MEGABYTES, threads: int = 1, seed: int = 0
) -> NetworkSearch:
    """The search that the options ask for: in this process, or in several."""
    kind = NetworkSearch if options.processes == 1 else DistributedSearch
    return kind(game, options, megabytes=megabytes, threads=threads, seed=seed)


class DistributedSearch(NetworkSearch):
    """The search of one game with one network in `options.processes` processes, which share the memory.

    They are started by `prepare`, and end with this object.  One that dies is told of, and the search goes
    on without it.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        *,
        network: Network | None = None,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        """`threads` are shared out among the processes, at least one for each."""
        threads = max(threads // options.processes, 1)
        self.processes: list[Worker] = []
        """The other processes that are alive."""
        self._threads_each = threads
        self._started = False
        self._lost: list[Report] = []
        """The last word, in this search, of those that died in it."""
        self._fresh, self._forget = True, True
        self._part = 0
        super().__init__(
            game,
            options,
            network=network,
            megabytes=megabytes / options.processes,
            threads=threads,
            seed=seed,
        )
        self._end = weakref.finalize(self, end_all, self.processes)

    # ---- memory
    def reseed(self, seed: int) -> None:
        """Have the next search draw the random numbers of this seed, in all processes."""
        super().reseed(seed)
        self._forget = True

    def clear(self) -> None:
        """Forget everything, in all processes."""
        super().clear()
        self._forget = True

    def prepare(self, state: Any) -> None:
        """Make the machine code, and start the processes, which find it made."""
        super().prepare(state)
        if not self._started:
            self._started = True
            try:
                self._start(state)
            except BaseException:
                self._started = False
                end_all(self.processes)
                raise

    def _start(self, state: Any) -> None:
        network = self.network
        for number in range(1, self.options.processes):
            self.processes.append(
                Worker(
                    Orders(
                        self.game,
                        state,
                        replace(self.options, processes=1),
                        network.architecture,
                        network.parameters,
                        network.made,
                        number,
                        self._megabytes,
                        self._threads_each,
                        self.seed,
                    )
                )
            )
        for worker in list(self.processes):
            self._try(worker, worker.give_orders)
        for worker in list(self.processes):
            self._try(worker, worker.await_ready)

    # ---- searching
    def begin(self) -> None:
        """A new search: counts at zero, in all processes."""
        super().begin()
        self._fresh = True
        self._lost.clear()
        for worker in self.processes:
            worker.report = Report()

    def grow(self, limit: Limit) -> None:
        """Simulate in all processes until the limit, a proof, or `stop`."""
        until = deadline(limit.seconds)
        try:
            self._share_out(limit)
            while True:
                self._grow_here(until)
                if self._stopping or self.solved or time.perf_counter() >= until:
                    break
                if self._part and self._here >= self._part and all(w.report.ended for w in self.processes):
                    break
        finally:
            self._gather_last()

    def _share_out(self, limit: Limit) -> None:
        """Give each process its part of the simulations; the first, this one, has what is left over."""
        assert self.past is not None
        whole, count = limit.simulations, len(self.processes) + 1
        part = None if whole is None else whole // count
        self._part = 0 if whole is None or part is None else whole - part * (count - 1)
        if part != 0:
            task = Task(
                self.past.start,
                self.past.actions,
                Limit(seconds=limit.seconds, simulations=part),
                self._fresh,
                self.seed if self._forget else None,
            )
            for worker in list(self.processes):
                self._try(worker, worker.begin, task)
            self._forget = False
        self._fresh = False

    def _grow_here(self, until: float) -> None:
        """Simulate for a while in this process; where its part is done, wait for the others."""
        left = min(SLICE, until - time.perf_counter())
        if self._part and self._here >= self._part:
            self._hear(max(left, 0.0))
            return
        part = self._part + self._elsewhere if self._part else None
        super().grow(Limit(seconds=max(left, 1e-6), simulations=part))
        self._hear(0.0)

    def _hear(self, seconds: float) -> None:
        """Take the reports of the others, waiting for one at most so long."""
        busy = {worker.line: worker for worker in self.processes if not worker.report.ended}
        for line in wait(list(busy), seconds) if busy else ():
            worker = busy[line]  # type: ignore[index]
            self._try(worker, worker.hear)

    def _gather_last(self) -> None:
        """End what is under way, and take the last reports."""
        for worker in [w for w in self.processes if not w.report.ended]:
            self._try(worker, worker.end)
        until = deadline(PATIENCE)
        while (busy := [w for w in self.processes if not w.report.ended]) and time.perf_counter() < until:
            self._hear(SLICE)
        for worker in busy:
            if worker in self.processes and not worker.report.ended:
                self._lose(worker)

    def _try(self, worker: Worker, call: Any, *given: Any) -> None:
        """Something that fails where a process has died."""
        try:
            call(*given)
        except (EOFError, OSError):
            self._lose(worker)

    def _lose(self, worker: Worker) -> None:
        """Go on without a process: what it has found in this search stays, and its simulations are done
        here."""
        self.processes.remove(worker)
        self._lost.append(worker.report)
        if self._part:
            self._part += max(worker.part - worker.report.simulations, 0)
        words = worker.last_words()
        worker.close()
        count = len(self.processes) + 1
        told = f" ({words})" if words else ""
        warnings.warn(
            f"A process of the search has died{told}; the search goes on in {count}.",
            RuntimeWarning,
            stacklevel=2,
        )

    # ---- what was found
    @property
    def _reports(self) -> list[Report]:
        return [*self._lost, *(worker.report for worker in list(self.processes))]

    @property
    def _here(self) -> int:
        return super().simulations

    @property
    def _elsewhere(self) -> int:
        return sum(report.simulations for report in self._reports)

    @property
    def simulations(self) -> int:
        """Since `begin`, in all processes."""
        return self._here + self._elsewhere

    @property
    def solved(self) -> bool:
        """Whether the root's value is proven in one of the trees."""
        return super().solved or any(report.solved for report in self._reports)

    @property
    def depth(self) -> int:
        """The longest path in a tree since `begin`, in plies."""
        return max(super().depth, *(report.depth for report in self._reports), 0)

    def candidates(self, only: Collection[Any] | None = None) -> list[Candidate]:
        """The actions at the root; what the trees say of each added up."""
        found = {c.action: c for c in super().candidates(only)}
        for report in self._reports:
            for c in report.candidates:
                if only is None or c.action in only:
                    found[c.action] = merge_candidates(found[c.action], c) if c.action in found else c
        return list(found.values())

    def statistics(self) -> dict[str, int]:
        """Counts since `begin`, of all processes."""
        found = super().statistics()
        for report in self._reports:
            for name, count in report.statistics.items():
                found[name] = found.get(name, 0) + count
        return {**found, "processes": len(self.processes) + 1}


def merge_candidates(one: Candidate, other: Candidate) -> Candidate:
    """What two trees say of an action."""
    visits = one.visits + other.visits
    gained = one.mean * one.visits + other.mean * other.visits
    return Candidate(
        one.action,
        visits,
        gained / visits if visits else one.mean,
        max(one.low, other.low),
        min(one.high, other.high),
    )
