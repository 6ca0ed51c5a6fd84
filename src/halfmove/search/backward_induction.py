"""Backward induction for moves at once: every state is worth its matrix game, solved from the ends back.

    function VALUE(state) returns what it is worth to player 0
      if state is terminal then return UTILITY(state, 0)
      if nature moves then return the sum of probability · VALUE(outcome)
      if one player chooses then return the best VALUE(RESULT(state, a)) for him
      for each pair of actions do M[a, b] <- VALUE(RESULT(state, (a, b)))
      return the value of the matrix game M

Exact for two players who see all but each other's choice of the moment and whose payoffs are opposed: L. S.
Shapley, "Stochastic games", *PNAS* 39, 1953; S. M. Ross, "Goofspiel: the game of pure strategy", *Journal of
Applied Probability* 8, 1971; B. Bošanský, V. Lisý, M. Lanctot, J. Čermák and M. Winands, "Algorithms for
computing strategies in two-player simultaneous move games", *Artificial Intelligence* 237, 2016, section 4.1.
What both mix is a subgame-perfect equilibrium.

It deepens level after level: `depth` moves ahead, a choice of all at once and a throw of nature counting as
one each, EVAL stands for the value, and a level that met no such horizon is a proof.  A table keeps the
values of states, by `key`, so that a state that is reached in many ways is solved once.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.analysis import Analysis, Line
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, NO_CHOICE, Chance, Game
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import InTurn, in_turn
from halfmove.core.limit import Limit
from halfmove.core.randomness import fraction, stream
from halfmove.core.score import WIN
from halfmove.core.scores import Score
from halfmove.search.algorithms import Algorithm, Brake, check_memory, register
from halfmove.search.hidden import analyse_end, draw_from, take_in_turn
from halfmove.search.matrix_game import mixtures_at, room_for, solve_at
from halfmove.search.montecarlo.engine import turn_of
from halfmove.search.numbered import numbered
from halfmove.search.size import is_within
from halfmove.search.supervised import run_supervised

NAME = "backward-induction"
MEGABYTES = 32
SOLVED = 10_000_000
"""Histories of a game that "auto" takes it for: Goofspiel with five cards has fewer, and far fewer states."""
ENTRIES = 1 << 18
"""Payoffs of the matrices that are being filled, and the tableau: 13 rounds of Goofspiel take some 1,500."""
LABELS = 1 << 12
DIGITS = 11
"""Decimals of the values told: what matrices of matrices leave of the promise of `matrix_game`."""

NODES, HORIZON, STOP, NODE_LIMIT, FULL, HITS = range(6)
"""Counters: states entered; how often EVAL stood for a value; whether to end; the most states (0: any
number); whether `ENTRIES` were too few; states found in the table."""
KEY, DEPTH = range(2)
"""The words of a state in the table; its depth is `COMPLETE` where no horizon was met below it."""
COMPLETE = 1 << 20


class Memory(NamedTuple):
    """What the kernel works with."""

    table: Buffer
    known: Any
    """float64[slots]: the values of the states in the table."""
    work: Any
    """float64[ENTRIES]: matrices while they are filled, that of a state behind its parent's."""
    labels: Buffer
    counters: Buffer
    mask: int


@kernel
def value(game: Game, state: Any, depth: int, memory: Memory, top: int) -> float:
    """What `state` is worth to player 0, `depth` moves ahead; matrices are kept in `memory.work` from `top`.

    Where a counter says that the search is to end it returns at once, and what it returns means nothing.
    """
    counters = memory.counters
    counters[NODES] += 1
    if counters[NODE_LIMIT] != 0 and counters[NODES] > counters[NODE_LIMIT]:
        counters[STOP] = 1
    if counters[STOP] != 0:
        return 0.0
    if game.is_terminal(state):
        return float(game.utility(state, 0))
    if depth == 0:
        counters[HORIZON] += 1
        return game.evaluate(state, 0) / WIN
    key = bits.number(game.key(state)) | 1
    slot = (key >> 1) & memory.mask
    if memory.table[2 * slot + KEY] == key:
        seen = memory.table[2 * slot + DEPTH]
        if seen in (COMPLETE, depth):
            counters[HITS] += 1
            if seen != COMPLETE:
                counters[HORIZON] += 1
            return float(memory.known[slot])
    horizons = counters[HORIZON]
    found = 0.0
    mover = game.to_move(state)
    if game.has_chance and mover == CHANCE:
        for a, p in game.outcomes(state):
            if p > 0:
                found += p * value(game, game.result(state, a), depth - 1, memory, top)
    else:
        best = -math.inf
        rows, size = 0, 0
        for a in game.actions(state):
            child = game.result(state, a)
            if child.chooser == 1 and child.chosen[0] != NO_CHOICE:
                rows += 1
                for b in game.actions(child):
                    after = game.result(child, b)
                    entry = value(game, after, depth - 1, memory, top + size)
                    if top + size >= ENTRIES:
                        counters[FULL] = 1
                        counters[STOP] = 1
                        return 0.0
                    memory.work[top + size] = entry
                    size += 1
            else:
                entry = value(game, child, depth - 1, memory, top)
                best = max(best, entry if mover == 0 else -entry)
        if rows > 0:
            columns = size // rows
            if top + size + room_for(rows, columns) > ENTRIES or rows + columns > LABELS:
                counters[FULL] = 1
                counters[STOP] = 1
            else:
                found = solve_at(memory.work, top, rows, columns, memory.labels)
        else:
            found = best if mover == 0 else -best
    if counters[STOP] == 0:
        memory.table[2 * slot + KEY] = key
        memory.table[2 * slot + DEPTH] = COMPLETE if counters[HORIZON] == horizons else depth
        memory.known[slot] = found
    return found


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    turned = game if isinstance(game, InTurn) else None
    if turned is None and not game.simultaneous:
        return (
            f"Backward induction of matrices is for moves at once, but in {game.title()} they move in turn."
        )
    if turned.inner_hidden if turned is not None else game.hidden:
        return (
            f"Backward induction solves state by state, but in {game.title()} players do not see the state."
        )
    if game.players != 2 or not game.zero_sum:
        return f"Matrix games are solved for two opponents, and {game.title()} is not a game of these."
    if game.chance is Chance.SAMPLED:
        return f"Backward induction lists nature's outcomes, but {game.title()} only draws them."
    if game.repetition != "none":
        return f"In {game.title()} a repeated position counts; backward induction looks at positions alone."
    if math.isinf(game.utility_limit):
        return f"Matrix games are of finite payoffs, but {game.title()} has infinite ones."
    return None


class MatrixGames:
    """The search of one game; `memory` of `search`.  The table outlasts searches."""

    def __init__(self, game: Game, *, megabytes: float = MEGABYTES, seed: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.turned = in_turn(game)
        self.subject = numbered(self.turned)
        slots = 1 << max(int(megabytes * 2**20 / 24).bit_length() - 1, 6)
        self.memory = Memory(
            Buffer(2 * slots), np.zeros(slots), np.zeros(ENTRIES), Buffer(LABELS), Buffer(HITS + 1), slots - 1
        )

    def clear(self) -> None:
        """Forget everything."""
        self.memory.table.clear()

    def reseed(self, seed: int) -> None:
        """Have actions be drawn from mixtures by this seed."""
        self.seed = seed

    def warm(self) -> None:
        """Nothing need be done before a clock runs."""

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches from a state."""
        value.prepare(self.subject, state, 1, self.memory, 0)

    def stop(self) -> None:
        """End the running search, from any thread."""
        self.memory.counters[STOP] = 1

    def value(self, state: Any, depth: int) -> float:
        """What a state is worth to player 0, so many moves ahead; `_Ended` where the search was told to end
        before it was known."""
        found = value(self.subject, state, depth, self.memory, 0)
        if self.memory.counters[FULL]:
            raise BadInput(
                f"{self.game.title()} has matrices of more than {ENTRIES:,} entries on the way, too many for "
                "backward induction; take it smaller, by its parameters."
            )
        if self.memory.counters[STOP]:
            raise _EndedEarly
        return found

    def matrix(self, state: Any, depth: int) -> Any:
        """The payoffs to player 0 of a state in which both are to choose: float64[rows, columns]."""
        game = self.turned
        rows = []
        for a in game.actions(state):
            child = game.result(state, a)
            rows.append([self.value(game.result(child, b), depth - 1) for b in game.actions(child)])
        return np.array(rows)


class _EndedEarly(Exception):
    """A level was not finished."""


def search(
    game: Game,
    state: Any,
    limit: Limit,
    *,
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: MatrixGames | None = None,
    only: Collection[Any] | None = None,
    brake: Brake | None = None,
) -> Iterator[Analysis]:
    """Analyses of a state, one for each level completed, until a proof; see `algorithms.deepen`.

    The answer is a mixture (`policy`), from which `best` is drawn by the seed; a line's value is what its
    action earns against the other's mixture.  A state in which one has chosen already is taken as before any
    choice: the one who is still to choose knows no more.
    """
    check_memory(memory, game)
    given, (game, state) = game, take_in_turn(game, state)
    if game.is_terminal(state):
        yield analyse_end(game, state, NAME)
        return
    searcher = memory or MatrixGames(given, seed=seed)
    searcher.prepare(state)  # before the clock starts
    yield from _Search(searcher, game, state, limit, lines, only, brake or Brake()).run()


class _Search:
    """One search in progress."""

    def __init__(
        self,
        searcher: MatrixGames,
        game: Game,
        state: Any,
        limit: Limit,
        lines: int,
        only: Collection[Any] | None,
        brake: Brake,
    ) -> None:
        assert isinstance(game, InTurn)
        self.searcher, self.game, self.state = searcher, game, state
        self.limit, self.lines, self.only, self.brake = limit, lines, only, brake
        self.viewer = turn_of(game, state)
        self.start = game.begun(state.state)
        """The state before anybody has chosen."""
        self.began = time.perf_counter()

    def run(self) -> Iterator[Analysis]:
        counters = self.searcher.memory.counters
        for place in range(HITS + 1):
            counters[place] = 0
        self.began = time.perf_counter()
        for depth in count(1):
            left = self._seconds_left() if depth > 1 else None  # the first level is always finished
            if left is not None and left <= 0:
                return
            if depth > 1 and self.limit.nodes is not None:
                if counters[NODES] >= self.limit.nodes:
                    return
                counters[NODE_LIMIT] = self.limit.nodes
            horizons = counters[HORIZON]
            try:
                found = run_supervised(
                    lambda depth=depth, horizons=horizons: self._level(depth, horizons),  # type: ignore[misc]
                    self.searcher.stop if depth > 1 else lambda: None,
                    left,
                    self.brake if depth > 1 else None,
                )
            except _EndedEarly:
                return
            yield found
            if found.proven or depth == self.limit.depth or self.brake.pulled:
                return

    def _seconds_left(self) -> float | None:
        """Seconds that are left; None where they are not counted."""
        if self.limit.seconds is None:
            return None
        return self.limit.seconds - (time.perf_counter() - self.began)

    def _level(self, depth: int, horizons: int) -> Analysis:
        """What is known `depth` moves ahead."""
        game, counters = self.game, self.searcher.memory.counters
        if game.to_move(self.state) == CHANCE:
            worth = self.searcher.value(self.state, depth)
            return self._make_analysis((), worth, None, depth, counters[HORIZON] == horizons)
        children = [game.result(self.start, a) for a in game.actions(self.start)]
        if children[0].chosen != game.nobody and children[0].chooser == 1:
            mixture, worths, worth = self._mixed(depth)
        else:
            worths = np.array([self.searcher.value(child, depth - 1) for child in children])
            worths *= self._sign
            worth = worths.max()
            mixture = (np.arange(len(children)) == worths.argmax()).astype(float)
        complete = counters[HORIZON] == horizons
        return self._make_analysis(
            self._lines(mixture, worths, complete),
            worth * self._sign,
            self._weights(mixture),
            depth,
            complete,
        )

    @property
    def _sign(self) -> int:
        return 1 if self.viewer == 0 else -1

    def _mixed(self, depth: int) -> tuple[Any, Any, float]:
        """The mixture of the player to move, what each action earns him against the other's, and the value
        to him."""
        matrix = self.searcher.matrix(self.start, depth)
        rows, columns = matrix.shape
        work, labels = np.zeros(matrix.size + room_for(rows, columns)), Buffer(rows + columns)
        work[: matrix.size] = matrix.ravel()
        worth = solve_at(work, 0, rows, columns, labels)
        mine, theirs = mixtures_at(work, 0, rows, columns, labels)
        if self.viewer == 0:
            return mine, matrix @ theirs, float(worth)
        return theirs, -(mine @ matrix), -float(worth)

    def _weights(self, mixture: Any) -> dict[Any, float]:
        return {
            a: float(share)
            for a, share in zip(self.game.actions(self.state), mixture, strict=True)
            if self.only is None or a in self.only
        }

    def _lines(self, mixture: Any, worths: Any, complete: bool) -> tuple[Line, ...]:
        weights = self._weights(mixture)
        found = [
            (a, weights[a], float(worth))
            for a, worth in zip(self.game.actions(self.state), worths, strict=True)
            if a in weights
        ]
        found.sort(key=lambda row: (-row[1], -row[2]))
        if any(weights.values()):
            name = int(self.game.information(self.state, self.viewer))
            drawn = draw_from(weights, fraction(stream(self.searcher.seed ^ name)))
            found.sort(key=lambda row: row[0] != drawn)
        return tuple(
            Line(
                a, Score.of_search(self.game, self.viewer, round(worth, DIGITS) + 0.0, proven=complete), (a,)
            )
            for a, _, worth in found[: self.lines]
        )

    def _make_analysis(
        self,
        lines: tuple[Line, ...],
        worth: float,
        weights: Mapping[Any, float] | None,
        depth: int,
        complete: bool,
    ) -> Analysis:
        """The analysis; `worth` is player 0's."""
        memory = self.searcher.memory
        return Analysis(
            game=self.game,
            state=self.state,
            algorithm=NAME,
            lines=lines,
            score=Score.of_search(
                self.game, self.viewer, round(worth * self._sign, DIGITS) + 0.0, proven=complete
            ),
            depth=depth,
            nodes=memory.counters[NODES],
            seconds=time.perf_counter() - self.began,
            statistics={"table_hits": memory.counters[HITS]},
            weights=weights,
            mixed=weights is not None,
        )


def remember(
    game: Game,
    *,
    megabytes: float | None,
    threads: int,
    seed: int,
    without: Collection[str] = (),
    options: Mapping[str, str] | None = None,
) -> MatrixGames:
    """Room for searches of `game`; it runs on one thread and has nothing to do without."""
    return MatrixGames(game, megabytes=megabytes or MEGABYTES, seed=seed)


register(
    Algorithm(
        name=NAME,
        summary="Backward induction with a matrix game solved at each state: exact for two who move at once",
        source="Shapley 1953; Ross 1971; Bošanský et al. 2016",
        unfit=unfit,
        search=search,
        strength=33,
        chooses_among=True,
        remember=remember,
        megabytes=MEGABYTES,
        suits=lambda game: is_within(game, SOLVED),
    )
)
