"""The engine for games of chance, as an algorithm: expectiminimax under a clock, deepened, with threads.

Iterative deepening, threads and the table are those of the alpha-beta engine (`search.alphabeta`); the kernel
is `search.chance.search`.  "The choice is that of the deepest completed level".
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import CHANCE, Game
from halfmove.core.limit import Limit
from halfmove.core.numbers import read_whole_option
from halfmove.core.score import WIN
from halfmove.core.scores import Score
from halfmove.search.algorithms import Algorithm, check_memory, register
from halfmove.search.alphabeta.deepening import Deepening
from halfmove.search.alphabeta.memory import CUTOFFS, FIRST_CUTOFFS, TABLE_HITS
from halfmove.search.alphabeta.root import Root
from halfmove.search.alphabeta.threads import LARGEST_UTILITY, Engine
from halfmove.search.chance.memory import PROBES, PRUNED, new_memory
from halfmove.search.chance.root import ChanceRoot, prepare
from halfmove.search.textbook.outcome import reason_not_open

if TYPE_CHECKING:
    from halfmove.core.history import History

NAME = "chance-engine"
MEGABYTES = 64
"""The table's size unless told otherwise."""
SETTINGS = {"width": "0", "candidates": "0"}
_COUNTED = {
    "cutoffs": CUTOFFS,
    "first_cutoffs": FIRST_CUTOFFS,
    "table_hits": TABLE_HITS,
    "probes": PROBES,
    "pruned": PRUNED,
}


def unfit(game: Game) -> str | None:
    """Why the engine does not fit a game; None where it does."""
    name = game.title()
    blind = reason_not_open(game, "expectiminimax")
    if blind:
        return blind
    if game.players != 2 or not game.zero_sum:
        return (
            f"The engine for games of chance is for two players with opposite interests, and {name} is not."
        )
    if game.utility_limit > LARGEST_UTILITY:
        return f"The engine counts utilities up to {LARGEST_UTILITY}, but those of {name} go beyond."
    return None


class ChanceEngine(Engine):
    """The memory of a player of a game of chance, kept from move to move.

    `width`: how many actions are looked at in states below the root that are searched further, the
    best-looking by the game's evaluation; `candidates`: how many at the root; 0: all.
    """

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        seed: int = 0,
        width: int = 0,
        candidates: int = 0,
    ) -> None:
        self.width, self.candidates = width, candidates
        super().__init__(game, megabytes=megabytes, threads=threads, seed=seed, selective=False)

    def unfit(self, game: Game) -> str | None:
        return unfit(game)

    def _new_memory(self) -> Any:
        return new_memory(self.subject, self.table, self.width)

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches from `state`, before a clock starts."""
        prepare(self.subject, state, self.memories[0])

    def roots(
        self,
        state: Any,
        threads: int,
        history: History | None = None,
        only: Collection[Any] | None = None,
    ) -> list[Root]:
        """The root position for each thread: its actions, or `only` some of them."""
        legal = [a for a in _choices(self.subject, state) if only is None or self.named(a) in only]
        return [
            ChanceRoot(self.subject, state, memory, self.table, legal, self.candidates)
            for memory in self.memories[:threads]
        ]

    def begin(self) -> None:
        """A new search: counters at zero too."""
        super().begin()
        for memory in self.memories:
            for place in _COUNTED.values():
                memory.counters[place] = 0

    def clear(self) -> None:
        """Forget all that earlier searches found."""
        self.table.clear()

    def statistics(self) -> dict[str, int]:
        """Counts since `begin`, by all threads, and how full the table is with this search's entries."""
        counts = {name: sum(m.counters[place] for m in self.memories) for name, place in _COUNTED.items()}
        return {**counts, "table_permille": self.table.permille()}


class ChanceDeepening(Deepening):
    """One search in progress; its scores are means, which have no distance."""

    def decided(self, score: int) -> bool:
        """No score says by itself that it is a proof."""
        return False

    def complete_line(self, last: Analysis) -> None:
        """Nothing is to be completed: a line ends where the dice are thrown."""

    def analysis(self, root_moves: Root, depth: int) -> Analysis:
        moves, mover = root_moves.moves, self.game.to_move(self.state)
        if mover == CHANCE:
            whole = moves[0]
            score = Score.of_search(self.game, 0, whole.score / WIN, proven=whole.complete)
            return self._make_analysis((), score, depth)
        every = all(m.complete for m in moves)
        lines = []
        for number, move in enumerate(moves[: self.lines]):
            proven = move.complete and (every or number > 0)
            action, value = self.engine.named(move.action), move.score / WIN
            lines.append(
                Line(
                    action=action,
                    score=Score.of_search(self.game, mover, value, proven=proven),
                    variation=(action,),
                )
            )
        return self._make_analysis(tuple(lines), lines[0].score, depth)

    def _make_analysis(self, lines: tuple[Line, ...], score: Score, depth: int) -> Analysis:
        return Analysis(
            game=self.engine.game,
            state=self.state,
            algorithm=NAME,
            lines=lines,
            score=score,
            depth=depth,
            nodes=self.engine.nodes,
            seconds=time.perf_counter() - self.started,
            statistics=self.engine.statistics(),
        )


def search(
    game: Game,
    state: Any,
    limit: Limit,
    *,
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: ChanceEngine | None = None,
    only: Collection[Any] | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Analysis]:
    """Analyses of `state`, one for each level; see `algorithms.deepen`.  `memory`: a `ChanceEngine` to use;
    `only`: the actions to choose from.  Where nature moves, there is a value, player 0's, and no line."""
    if game.is_terminal(state):
        player = max(game.to_move(state), 0)
        score = Score.proof(game, player, game.utility(state, player))
        yield Analysis(game, state, NAME, (), score, 0, 0, 0.0)
        return
    check_memory(memory, game)
    engine = memory or remember(game, megabytes=None, threads=threads, seed=seed, options=options)
    engine.use(threads)
    yield from ChanceDeepening(engine, state, limit, lines, threads, None, only)


def _choices(game: Game, state: Any) -> Iterable[Any]:
    return () if game.to_move(state) == CHANCE else game.actions(state)


def widths_of(options: Mapping[str, str] | None) -> dict[str, int]:
    """The options `width` and `candidates`; `BadInput` for anything but whole numbers from 0 to 4096."""
    found = {}
    for name in SETTINGS:
        text = (options or {}).get(name, "0")
        found[name] = read_whole_option(NAME, name, text, 0, 4096)
    return found


def remember(
    game: Game,
    *,
    megabytes: float | None,
    threads: int,
    seed: int,
    without: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
) -> ChanceEngine:
    """A memory for searches of `game`."""
    return ChanceEngine(
        game, megabytes=megabytes or MEGABYTES, threads=threads, seed=seed, **widths_of(options)
    )


register(
    Algorithm(
        name=NAME,
        summary="expectiminimax with iterative deepening, Star2, transposition table and threads",
        source="Ballard 1983; Hauk, Buro and Schaeffer 2004",
        unfit=unfit,
        search=search,
        strength=90,
        suits=lambda game: bool(game.estimate_unit),  # where an estimate is worth something, as in backgammon
        remember=remember,
        chooses_among=True,
        reckons_with="chance",
        settings=SETTINGS,
        check=widths_of,
        meant=lambda game: game.has_chance,
    )
)
