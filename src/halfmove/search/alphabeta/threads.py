"""Threads that search together: one table, a memory each, and one hand on the brake.

Kernels run without Python's lock, so plain threads use all cores: every thread searches the same position in
a slightly different order ("lazy SMP"), they help each other through the table, and put off what another is
searching (`sharing`).
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.evaluation_network import AUTO, TERMS, estimate_by_network, open_network
from halfmove.core.naming import open_game
from halfmove.search.alphabeta.features import check_features
from halfmove.search.alphabeta.features import without as game_without
from halfmove.search.alphabeta.memory import (
    AGE,
    CUTOFFS,
    DEEPEST,
    FIRST_CUTOFFS,
    HORIZON,
    LOG_SIZE,
    LOGGED,
    MASK,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    NOISE,
    RESEARCHES,
    SALT,
    SHARING,
    STATIC_CUTS,
    STOP,
    TABLE_HITS,
    Memory,
    new_memory,
)
from halfmove.search.alphabeta.sharing import new_marks
from halfmove.search.alphabeta.table import Table
from halfmove.search.numbered import Numbered, numbered

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.search.alphabeta.root import Root
    from halfmove.search.proof.prover import Prover

HELPER_NOISE = 255
"""How far, in 64ths of an order unit, a helper's move order strays in a selective search: four units."""
SEED_NOISE = 63
"""How far it does for a seed's sake, and among threads that put off what others are searching: one unit."""

_COUNTED = {
    "cutoffs": CUTOFFS,
    "first_cutoffs": FIRST_CUTOFFS,
    "table_hits": TABLE_HITS,
    "static_cutoffs": STATIC_CUTS,
    "re_searches": RESEARCHES,
}


MEGABYTES = 128
"""The table's size unless told otherwise."""

LARGEST_UTILITY = 500
"""The table keeps scores in 30 bits, and a utility is a million of them."""


def unfit(game: Game) -> str | None:
    """Why the engine does not fit a game; None where it does."""
    reasons = {
        "has chance moves": game.has_chance,
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
    if math.isinf(game.utility_limit):
        return f"The engine counts utilities up to {LARGEST_UTILITY}, but {game.title()} has infinite ones."
    if not game.whole_utilities:
        return f"The engine counts in whole numbers, but {game.title()} has utilities that are not."
    if game.utility_limit > LARGEST_UTILITY:
        return (
            f"The engine counts utilities up to {LARGEST_UTILITY}, but those of {game.title()} "
            f"go up to {game.utility_limit}."
        )
    return None


def refuse_parameters(game: Game, parameters: Mapping[str, int]) -> None:
    """`BadInput` for numbers of a selective search where there is none."""
    if parameters and not game.selective:
        raise BadInput(f"{game.title()} is not searched selectively, so its search has no parameters.")


class Engine:
    """The memory of a player: a table and what its threads have learnt, kept from move to move.

    `megabytes` bounds the table; it starts with `at_first` of them, if given, and `grow` makes more of it, as
    a large table is slow the first time it is touched.  A `seed` other than 0 varies the order of nearly
    equal moves.  `without` names features of the search to leave out (`search.alphabeta.features`).  A game
    that asks for it is searched selectively, unless `selective` is False, as a proof needs.  `evaluation`
    says what estimates: see `core.evaluation_network.open_network`; `parameters` gives numbers of a selective
    search in place of the game's own: see `selective.parameters`.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        seed: int = 0,
        at_first: float | None = None,
        without: Iterable[str] = (),
        selective: bool | None = None,
        evaluation: str = "auto",
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        game = open_game(game)
        reason = self.unfit(game)
        if reason:
            raise Unsuitable(reason)
        self.game = game
        self.without = check_features(game, without)
        plain = game_without(game, self.without)
        self.selective = bool(plain.selective) if selective is None else selective
        asks = self.selective == bool(plain.selective) or evaluation not in (AUTO, TERMS)
        self.network = open_network(plain, evaluation) if asks else None
        """The weights of the network that estimates, if one does."""
        self.subject: Game = numbered(plain if self.network is None else estimate_by_network(plain))
        """The game as the kernels search it: its actions are numbers, and it keeps to `without`."""
        refuse_parameters(game, parameters or {})
        self.parameters = {**plain.search_parameters(), **(parameters or {})}
        self.megabytes = megabytes
        self.table = Table(min(at_first or megabytes, megabytes))
        self._logged_buckets = self.table.buckets
        self.seed = seed
        self.memories: list[Any] = []
        """One for each thread: `memory.Memory`, or that of the selective search."""
        self.front: Root | None = None
        """The root as the first thread sees it, for whoever asks how far the search is."""
        self.stopped = False
        self.prover: Prover | None = self._new_prover()
        """What looks for mates, where the game offers it."""
        self._untouched = True
        self._marks = new_marks()
        self._brake = threading.Lock()
        self.use(threads)

    def unfit(self, game: Game) -> str | None:
        """Why this engine does not fit a game; None where it does."""
        return unfit(game)

    def use(self, threads: int) -> None:
        """Have a memory for each of so many threads."""
        while len(self.memories) < threads:
            self.memories.append(self._new_memory())
        self.reseed(self.seed)

    def _new_memory(self) -> Any:
        if not self.selective:
            return new_memory(self.subject, self.table, self._marks, self.network)
        from halfmove.search.alphabeta.selective import features, memory

        left_out = features.mask(self.without)
        return memory.new_memory(self.subject, self.table, left_out, self.network, self.parameters)

    def _new_prover(self) -> Prover | None:
        if not self.selective or "mates" in self.without or isinstance(self.subject, Numbered):
            return None
        from halfmove.search.alphabeta.selective.features import SELECTIVE

        if not SELECTIVE["mates"].rests_on(self.subject):
            return None
        from halfmove.search.alphabeta.selective.mates import new_prover

        return new_prover(self.game, self.megabytes)

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches from `state`, before a clock starts."""
        if self.selective:
            from halfmove.search.alphabeta.selective import root as selective

            selective.prepare(self.subject, state, self.memories[0])
            if self.prover is not None:
                self.prover.prepare(state)
        else:
            from halfmove.search.alphabeta import root as plain

            plain.prepare(self.subject, state, self.memories[0])

    def roots(
        self,
        state: Any,
        threads: int,
        history: History | None = None,
        only: Collection[Any] | None = None,
    ) -> list[Root]:
        """The root position for each thread: its actions, or `only` some of them, without those that
        `history` forbids."""
        game = self.subject
        forbidding = history is not None and game.repetition == "forbidden"
        legal: list[Any] | None = None
        if not self.selective or forbidding or only is not None:
            legal = [
                action
                for action in game.actions(state)
                if (only is None or self.named(action) in only)
                and (not forbidding or history is None or history.allows(self.named(action)))
            ]
        if not self.selective:
            from halfmove.search.alphabeta.root import Root

            assert legal is not None
            return [Root(game, state, memory, self.table, legal) for memory in self.memories[:threads]]
        from halfmove.search.alphabeta.selective.memory import remember
        from halfmove.search.alphabeta.selective.root import SelectiveRoot

        for memory in self.memories[:threads]:
            remember(game, memory, history.keys() if history is not None else (), state)
        if self.prover is not None:
            self.prover.look_back(history)
        provers = [self.prover, *[None] * (threads - 1)]
        return [
            SelectiveRoot(game, state, memory, legal, prover)
            for memory, prover in zip(self.memories[:threads], provers, strict=True)
        ]

    def reseed(self, seed: int) -> None:
        """Vary the order of nearly equal moves as this seed says from now on."""
        self.seed = seed
        helper = HELPER_NOISE if self.selective else SEED_NOISE
        for number, memory in enumerate(self.memories):
            memory.counters[NOISE] = helper if number else (SEED_NOISE if seed else 0)
            if not self.selective:
                memory.counters[SHARING] = len(self.memories) > 1
            memory.counters[SALT] = number + ((seed & 0xFFFF_FFFF_FFFF) << 8)

    @property
    def can_grow(self) -> bool:
        """Whether a table four times as large would still be within bounds."""
        return self.table.megabytes * 4 <= self.megabytes

    def grow(self) -> None:
        """Make the table four times as large, with all that is in it; no thread may be searching."""
        self.table.grow()
        self.take(self.table)

    def take(self, table: Table) -> None:
        """Search with this table from now on; no thread may be searching."""
        self.table = table
        self.memories = [memory._replace(table=table.words) for memory in self.memories]
        for memory in self.memories:
            memory.counters[MASK] = self.table.buckets - 1

    def clear(self) -> None:
        """Forget all that earlier searches found."""
        if self.selective:
            from halfmove.search.alphabeta.selective.memory import forget

            self.table.clear()
            for memory in self.memories:
                forget(memory)
            if self.prover is not None:
                self.prover.clear()
            return
        logs = [memory.log.array[: memory.counters[LOGGED]] for memory in self.memories]
        known = all(len(log) < LOG_SIZE for log in logs) and self.table.buckets == self._logged_buckets
        self.table.clear(np.concatenate(logs) if known else None)
        self._logged_buckets = self.table.buckets
        for memory in self.memories:
            memory.counters[LOGGED] = 0
            memory.killers.clear()
            memory.history.clear()

    def named(self, action: Any) -> Any:
        """What the game itself calls an action of `subject`."""
        return self.subject.action(action) if isinstance(self.subject, Numbered) else action

    def warm(self) -> None:
        """Bring the table's pages into memory: up to 0.1 s of the first move."""
        self.table.words.clear()

    def warm_once(self) -> None:
        """`warm`, if nothing has been searched yet: afterwards the table is, and holds what was found."""
        if self._untouched:
            self._untouched = False
            self.warm()

    def begin(self) -> None:
        """A new search: counters at zero, the brake off, the table a generation older."""
        self._untouched = False
        self.stopped = False
        self.table.new_search()
        self._marks.clear()
        for memory in self.memories:
            c = memory.counters
            for place in (NODES, HORIZON, STOP, DEEPEST, *_COUNTED.values()):
                c[place] = 0
            c[AGE] = self.table.age
            c[NODE_LIMIT] = NO_NODE_LIMIT

    def stop(self) -> None:
        """End the search: every thread returns as soon as it has looked at one more position."""
        with self._brake:
            self.stopped = True
            self._set_brakes(1)

    def halt(self) -> None:
        """Have every thread return, so that `go_on` can give them something else to search."""
        with self._brake:
            self._set_brakes(1)

    def go_on(self) -> None:
        """Take the brake off again, unless the search has been stopped for good."""
        with self._brake:
            if not self.stopped:
                self._set_brakes(0)

    def release(self) -> None:
        """Take the brake and the limit of nodes off even so: for what is done after the search."""
        self.limit_nodes(NO_NODE_LIMIT)
        self.stopped = False
        self.go_on()

    def _set_brakes(self, value: int) -> None:
        for memory in self.memories:
            memory.counters[STOP] = value
        if value and self.prover is not None:
            self.prover.stop()

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
            name: sum(memory.counters[place] for memory in self.memories) for name, place in _COUNTED.items()
        }
        if self.selective:
            counts["deepest"] = max(memory.counters[DEEPEST] for memory in self.memories)
        return {**counts, "table_permille": self.table.permille()}


def first_of(engine: Engine, threads: int, search: Callable[[Memory], int]) -> int | None:
    """The result of whichever thread finishes `search` first; None if the engine was stopped before."""
    if threads == 1:
        memory = engine.memories[0]
        result = search(memory)
        return None if memory.counters[STOP] else result
    results: list[int] = []
    errors: list[BaseException] = []
    lock = threading.Lock()

    def work(memory: Memory) -> None:
        try:
            result = search(memory)
        except BaseException as error:  # noqa: BLE001  raised again below, where the caller is
            errors.append(error)
            engine.halt()
            return
        with lock:
            if not memory.counters[STOP]:
                results.append(result)
            engine.halt()

    workers = [threading.Thread(target=work, args=(memory,)) for memory in engine.memories[:threads]]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    engine.go_on()
    return results[0] if results else None
