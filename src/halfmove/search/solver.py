"""The engine as a solver: the proven value of a position and, if asked, how far away the end is.

A search with an empty window asks one yes-or-no question, "is the score above g?", and is much cheaper than
one that asks for the score.  The questions halve the range of scores that are still possible, the extremes
first, because quick wins and losses are quickly found or excluded (P. Pons, *Solving Connect 4*, part 8, 2015).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.compile import kernel
from halfmove.core.errors import Unsuitable
from halfmove.core.game import Game
from halfmove.core.score import WIN, settled
from halfmove.search.crew import Engine, first_of
from halfmove.search.engine import distance_of, value_of
from halfmove.search.memory import HORIZON, MAX_PLY, STOP, Memory
from halfmove.search.negamax import root
from halfmove.search.variation import proven_line

Progress = Callable[[Analysis], None]


def speed_of(score: int, plies: int) -> int:
    """Scores as small numbers: 0 a draw, n > 0 a win after plies + 1 - n plies, negative a loss."""
    if score == 0:
        return 0
    return plies + 1 - (WIN - score) if score > 0 else -(plies + 1 - (WIN + score))


def score_at(speed: int, plies: int) -> int:
    """The inverse of `speed_of`."""
    if speed == 0:
        return 0
    return WIN - (plies + 1 - speed) if speed > 0 else plies + 1 + speed - WIN


def next_question(low: int, high: int) -> int:
    """Which g to ask "above g?" of, when the speed is known to lie in low … high."""
    middle = (low + high) // 2
    if middle <= 0 and -(-low // 2) < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle


@kernel
def prove(game: Game, state: Any, plies: int, depth: int, m: Memory) -> int:
    """The exact score of a state from which no game lasts more than `plies`; meaningless if stopped."""
    low, high = -plies, plies
    while low < high and m.counters[STOP] == 0:
        question = score_at(next_question(low, high), plies)
        answer = root(game, state, question, question + 1, depth, m)
        if answer > question:
            low = speed_of(answer, plies)
        else:
            high = speed_of(answer, plies)
    return score_at(low, plies)


class Solver:
    """Exact values of positions of one game, with a table kept between them.

    The game's utilities must be -1, 0 and 1, and no game may last more than 250 plies from the position asked.
    """

    def __init__(self, game: Game, *, megabytes: float = 1024, threads: int = 1) -> None:
        self.engine = Engine(game, megabytes=megabytes, threads=threads)
        self.game, self.threads = game, threads

    def score(self, state: Any) -> int:
        """The exact score (see `core.score`), in this thread and with nothing else: for many small positions."""
        return prove(self.game, state, self._plies(state), MAX_PLY, self.engine.memories[0])

    def clear(self) -> None:
        """Forget the positions solved so far."""
        self.engine.clear()

    def _plies(self, state: Any) -> int:
        plies = self.game.plies_left(state)
        if plies > MAX_PLY:
            longest = f"{plies} plies" if plies < WIN // 20 else "any number of plies (it has no `plies_left`)"
            plies = MAX_PLY
            if self.game.plies_left(self.game.initial()) < WIN // 20:
                raise Unsuitable(f"The solver looks {MAX_PLY} plies ahead; this position may last {longest}.")
        return plies


class Proof:
    """One position being solved: what is known so far, and the questions still open."""

    def __init__(self, solver: Solver, state: Any, distance: bool) -> None:
        self.solver, self.state, self.distance = solver, state, distance
        self.engine, self.game = solver.engine, solver.game
        self.plies = solver._plies(state)
        self.low, self.high = -self.plies, self.plies
        self.started = time.perf_counter()
        self.error: BaseException | None = None

    @property
    def known(self) -> bool:
        """Whether the question asked is answered."""
        return self.low == self.high or (not self.distance and (self.low > 0 or self.high < 0))

    def ask(self) -> None:
        """Put questions to the engine until the answer is known or the engine is stopped."""
        try:
            while not self.known and not self.engine.memories[0].counters[STOP]:
                speed = next_question(self.low, self.high) if self.distance else min(0, self.high - 1)
                question = score_at(speed, self.plies)
                answer = first_of(
                    self.engine,
                    self.solver.threads,
                    lambda m, q=question: root(self.game, self.state, q, q + 1, MAX_PLY, m),  # type: ignore[misc]
                )
                if answer is None:
                    return
                if any(m.counters[HORIZON] for m in self.engine.memories):
                    raise Unsuitable(
                        f"{self.game.title()} can last more than {MAX_PLY} plies from here: too long to solve."
                    )
                if answer > question:
                    self.low = max(self.low, speed_of(answer, self.plies))
                else:
                    self.high = min(self.high, speed_of(answer, self.plies))
        except BaseException as error:  # noqa: BLE001  handed to the thread that waits
            self.error = error

    def analysis(self, lines: tuple[Line, ...] = ()) -> Analysis:
        """What is known now."""
        proven = self.known or self.low > 0 or self.high < 0
        speed = self.low if self.low > 0 or self.low == self.high else (self.high if self.high < 0 else 0)
        score = score_at(speed, self.plies)
        exact = self.low == self.high
        return Analysis(
            game=self.game,
            state=self.state,
            algorithm="solver",
            lines=lines,
            value=value_of(score) if proven else 0.0,
            proven=proven,
            score=score if exact else None,
            distance=distance_of(score) if exact else None,
            depth=distance_of(score) or 0 if exact else 0,
            nodes=self.engine.nodes,
            seconds=time.perf_counter() - self.started,
            statistics=self.engine.statistics(),
        )


def solve(
    game: Game,
    state: Any = None,
    *,
    distance: bool = True,
    threads: int = 1,
    megabytes: float = 1024,
    progress: Progress | None = None,
    solver: Solver | None = None,
) -> Analysis:
    """The proven value of `state` (default: the initial one), a best action and the line it leads to.

    With `distance` also the number of plies to the end: the winner hurries, the loser delays.  Without it only
    win, draw or loss, which is less work.  `progress` is called about five times a second with what is known;
    KeyboardInterrupt ends the search and returns that.  `solver` keeps its table between calls.
    """
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        value = game.utility(state, game.to_move(state))
        return Analysis(game, state, "solver", (), value, True, settled(int(value)), 0, 0, 0, 0.0)
    solver = solver or Solver(game, megabytes=megabytes, threads=threads)
    engine = solver.engine
    engine.begin()
    root.prepare(game, state, -1, 1, 1, engine.memories[0])
    proof = Proof(solver, state, distance)
    worker = threading.Thread(target=proof.ask, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(0.2 if progress else 3600)
            if progress is not None and worker.is_alive():
                progress(proof.analysis())
    except KeyboardInterrupt:
        pass
    finally:
        engine.stop()
        worker.join()
    if proof.error is not None:
        raise proof.error
    engine.go_on()
    return proof.analysis(_lines(proof))


def _lines(proof: Proof) -> tuple[Line, ...]:
    """The line of best play, if the value is known."""
    if not (proof.known or proof.low > 0):
        return ()
    threshold = score_at(proof.low, proof.plies) if proof.low == proof.high or proof.low > 0 else -WIN
    nodes = proof.engine.nodes // 4 + 1_000_000
    moves = proven_line(proof.engine, proof.state, threshold, nodes)
    if not moves:
        return ()
    known = proof.analysis()
    return (
        Line(
            action=moves[0],
            value=known.value,
            proven=known.proven,
            score=known.score,
            distance=known.distance,
            variation=moves,
        ),
    )

