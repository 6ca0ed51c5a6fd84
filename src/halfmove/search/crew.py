"""Threads that search together: one table, a memory each, and one hand on the brake.

Kernels run without Python's lock, so plain threads use all cores ("lazy SMP": every thread searches the same
position in a slightly different order, and they help each other through the table).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from halfmove.core.errors import Unsuitable
from halfmove.core.game import Game
from halfmove.search.memory import (
    AGE,
    CUTOFFS,
    FIRST_CUTOFFS,
    HORIZON,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    NOISE,
    RESEARCHES,
    SALT,
    STATIC_CUTS,
    STOP,
    TABLE_HITS,
    Memory,
    new_memory,
)
from halfmove.search.table import Table

HELPER_NOISE = 255
"""How far, in 64ths of an order unit, a helper's move order strays: four units.  Seeds stray by one."""
SEED_NOISE = 63

_COUNTED = {
    "cutoffs": CUTOFFS,
    "first_cutoffs": FIRST_CUTOFFS,
    "table_hits": TABLE_HITS,
    "static_cutoffs": STATIC_CUTS,
    "re_searches": RESEARCHES,
}


def unfit(game: Game) -> str | None:
    """Why alpha-beta does not fit a game; None where it does."""
    reasons = {
        "has chance moves": game.chance,
        "hides information": game.hidden,
        "has simultaneous moves": game.simultaneous,
        f"has {game.players} players": game.players != 2,
        "is not zero-sum": not game.zero_sum,
    }
    for reason, applies in reasons.items():
        if applies:
            return (
                f"The engine's alpha-beta needs two players, perfect information and opposite interests, "
                f"but {game.title()} {reason}."
            )
    return None


class Engine:
    """The memory of a player: a transposition table and what its threads have learnt, kept from move to move.

    `megabytes` bounds the table; `seed` other than 0 varies the order of nearly equal moves.
    """

    def __init__(self, game: Game, *, megabytes: float = 128, threads: int = 1, seed: int = 0) -> None:
        reason = unfit(game)
        if reason:
            raise Unsuitable(reason)
        self.game = game
        self.table = Table(megabytes)
        self.seed = seed
        self.memories: list[Memory] = []
        self.use(threads)

    def use(self, threads: int) -> None:
        """Have a memory for each of so many threads."""
        while len(self.memories) < threads:
            memory = new_memory(self.game, self.table)
            number = len(self.memories)
            memory.counters[NOISE] = HELPER_NOISE if number else (SEED_NOISE if self.seed else 0)
            memory.counters[SALT] = number + (self.seed << 8)
            self.memories.append(memory)

    def clear(self) -> None:
        """Forget all that earlier searches found."""
        self.table.clear()
        for memory in self.memories:
            memory.killers.clear()
            memory.history.clear()

    def begin(self) -> None:
        """A new search: counters at zero, the brake off, the table a generation older."""
        self.table.new_search()
        for memory in self.memories:
            c = memory.counters
            for place in (NODES, HORIZON, STOP, *_COUNTED.values()):
                c[place] = 0
            c[AGE] = self.table.age
            c[NODE_LIMIT] = NO_NODE_LIMIT

    def stop(self) -> None:
        """Make every thread return as soon as it has looked at one more position."""
        for memory in self.memories:
            memory.counters[STOP] = 1

    def go_on(self) -> None:
        """Take the brake off again."""
        for memory in self.memories:
            memory.counters[STOP] = 0

    def limit_nodes(self, nodes: int) -> None:
        """Stop the first thread (and with it the search) after so many positions."""
        self.memories[0].counters[NODE_LIMIT] = nodes

    @property
    def nodes(self) -> int:
        """Positions entered since `begin`, by all threads."""
        return sum(memory.counters[NODES] for memory in self.memories)

    def statistics(self) -> dict[str, int]:
        """Counts since `begin`, by all threads, and how full the table is with this search's entries."""
        counts = {
            name: sum(memory.counters[place] for memory in self.memories)
            for name, place in _COUNTED.items()
        }
        return {**counts, "table_permille": self.table.permille()}


def first_of(crew: Engine, threads: int, search: Callable[[Memory], int]) -> int | None:
    """The result of whichever thread finishes `search` first; None if the crew was stopped before."""
    if threads == 1:
        memory = crew.memories[0]
        result = search(memory)
        return None if memory.counters[STOP] else result
    results: list[Any] = []
    lock = threading.Lock()

    def work(memory: Memory) -> None:
        result = search(memory)
        with lock:
            if not memory.counters[STOP] and not results:
                results.append(result)
                crew.stop()

    workers = [threading.Thread(target=work, args=(memory,)) for memory in crew.memories[:threads]]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if results:
        crew.go_on()
        return int(results[0])
    return None
