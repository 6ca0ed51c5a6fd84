"""The engine as a solver: the proven value of a position and, if asked, how far away the end is.

A search with a null window asks one yes-or-no question, "is the score above g?", and is much cheaper than
one that asks for the score.  Whether the end is near is asked first, as quick losses and wins are quickly
found or excluded (P. Pons, *Solving Connect 4*, part 8, 2015); from there on the questions halve the range of
scores that are still possible.

Where points are counted and the distance is not asked for, the questions part two numbers of points.  They go
out from what searches of a few plies expect, in growing steps until an answer differs (compare MTD(f): A.
Plaat et al., *Best-first fixed-depth minimax algorithms*, Artificial Intelligence 87, 1996).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.atomic_file import check_writable
from halfmove.core.compile import kernel, runs_compiled
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.evaluation_network import TERMS
from halfmove.core.naming import open_game, open_state
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.core.score import INFINITY, MAX_PLIES, WIN, distance_of
from halfmove.core.scores import Score
from halfmove.search.alphabeta.deepening import score_terminal
from halfmove.search.alphabeta.memory import HORIZON, MAX_PLY, NO_NODE_LIMIT, NODES, STOP, Memory
from halfmove.search.alphabeta.plain import root, static_bounds
from halfmove.search.alphabeta.threads import Engine, first_of
from halfmove.search.alphabeta.variation import proven_line
from halfmove.search.proof import iteration
from halfmove.search.proof.checkpoint import Checkpoint

Progress = Callable[[Analysis], object]

PREPARED = 128
"""Megabytes up to which a solver's table is brought into memory at once, some milliseconds' work."""

MEGABYTES = 256
"""Of a table, where nothing is said."""

GUESS_PLIES = 8
"""Plies of the deepest search that guesses a utility before the questions."""

REPORTS = 0.2
"""Seconds between two reports of progress."""

SMALL = 16
"""Megabytes with which a table starts that may grow: what a processor's caches and a blink of an eye take."""


def speed_of(score: int, plies: int) -> int:
    """Scores as small numbers in the same order: 0 a draw, n > 0 a win after plies + 1 - n plies, -n a loss.

    A win of utility 2 comes above all of utility 1, with n from plies + 1 on, and so forth.
    """
    size = abs(score)
    utility = -(-size // WIN)
    speed = utility * plies + 1 - (utility * WIN - size) if size > 0 else 0
    speed = max(speed, (utility - 1) * plies)  # a bound may speak of an end farther away than any is
    return speed if score > 0 else -speed


def score_at(speed: int, plies: int) -> int:
    """The inverse of `speed_of`."""
    size = abs(speed)
    utility = -(-size // plies)
    score = utility * WIN - (utility * plies + 1 - size) if size > 0 else 0
    return score if speed > 0 else -score


def slowest(utility: int, plies: int) -> int:
    """The largest small number of an end with this utility."""
    return utility * plies if utility >= 0 else (utility + 1) * plies - 1


def next_question(low: int, high: int, plies: int) -> int:
    """Which g to ask "above g?" of, when the speed is known to lie in low … high: whether there is
    a loss within half of the plies that a game may last, then whether a win is so near, then the middle."""
    quick = plies // 2
    if low < -quick < high:
        return -quick
    if low <= quick < high:
        return quick
    return (low + high) // 2


@kernel
def prove(game: Game, state: Any, depth: int, m: Memory) -> int:
    """The exact score of a state; INFINITY if games last more than `depth` plies; meaningless if stopped."""
    m.counters[HORIZON] = 0
    lower, upper = static_bounds(game, state, game.to_move(state))
    if lower == upper:
        return lower
    plies = max(min(game.plies_left(state), depth), 1)
    low = speed_of(max(lower, score_at(-game.utility_limit * plies, plies)), plies)
    high = speed_of(min(upper, score_at(game.utility_limit * plies, plies)), plies)
    while low < high and m.counters[STOP] == 0:
        asked = next_question(low, high, plies)
        question = score_at(asked, plies)
        # a null window has two answers only, and so cuts most
        answer = root(game, state, question, question + 1, depth, m)
        if answer > question:
            # fail-soft: the answer may say more than was asked
            low = max(speed_of(answer, plies), asked + 1)
        else:
            high = min(speed_of(answer, plies), asked)
    return score_at(low, plies) if m.counters[HORIZON] == 0 else INFINITY


class Solver:
    """Exact values of positions of one game, with a table kept between them.

    No game may last more than 250 plies from the position; `Unsuitable` if one does.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        at_first: float | None = None,
    ) -> None:
        game = open_game(game)
        self.engine = Engine(
            game, megabytes=megabytes, threads=threads, at_first=at_first, selective=False, evaluation=TERMS
        )
        if self.engine.table.megabytes <= PREPARED:
            self.engine.table.words.clear()  # so that no search waits for its pages
        self.game, self.threads = game, threads
        self._prove: Callable[..., int] = prove
        self._state_class: type | None = None

    def score(self, state: Any) -> int:
        """The exact score (see `core.score`), in this thread and no more: for many small positions."""
        subject, memory = self.engine.subject, self.engine.memories[0]
        if state.__class__ is not self._state_class:
            self._prove = prove.specialised(subject, state, MAX_PLY, memory)
            self._state_class = state.__class__
        score = self._prove(subject, state, MAX_PLY, memory)
        if score == INFINITY:
            self.plies(state)
            self.check_horizon()
        return score

    def clear(self) -> None:
        """Forget the positions solved so far."""
        self.engine.clear()

    def plies(self, state: Any) -> int:
        """How many plies a game from `state` may last; MAX_PLY where the game does not say."""
        plies = self.game.plies_left(state)
        if plies == MAX_PLIES:
            return MAX_PLY
        if plies > MAX_PLY:
            raise Unsuitable(
                f"The solver looks {MAX_PLY} plies ahead, "
                f"and a game of {self.game.title()} may last {plies} plies from here."
            )
        return max(plies, 1)

    def check_horizon(self) -> None:
        """`Unsuitable` if an evaluation entered the search."""
        if any(memory.counters[HORIZON] for memory in self.engine.memories):
            raise Unsuitable(
                f"A game of {self.game.title()} can last more than {MAX_PLY} plies from here, "
                "which is too long to solve."
            )


class Proof:
    """One position being solved: what is known so far, and the questions still open."""

    def __init__(self, solver: Solver, state: Any, distance: bool) -> None:
        self.solver, self.state, self.distance = solver, state, distance
        self.engine, self.game = solver.engine, solver.game
        self.plies = solver.plies(state)
        self.high = self.game.utility_limit * self.plies
        self.low = -self.high
        self.guess, self.alike, self.was_above = 0, 0, True
        self.started = time.perf_counter()
        self.nodes_before, self.seconds_before = 0, 0.0
        self.error: BaseException | None = None

    @property
    def seconds(self) -> float:
        """How long this run has taken."""
        return time.perf_counter() - self.started

    @property
    def known(self) -> bool:
        """Whether the question asked is answered."""
        return self.low == self.high or (not self.distance and self.utility is not None)

    @property
    def utility(self) -> int | None:
        """The utility to the player to move, if that is known."""
        least, most = self.utilities
        return least if least == most else None

    @property
    def utilities(self) -> tuple[int, int]:
        """The least and the greatest utility that is still possible."""
        least, most = (-(-abs(n) // self.plies) * (1 if n > 0 else -1) for n in (self.low, self.high))
        return least, most

    def next(self) -> int:
        """Which n to ask "above n?" of; where the distance does not matter, one that parts two utilities."""
        if self.distance:
            return next_question(self.low, self.high, self.plies)
        if self.game.utility_limit == 1:
            return min(0, self.high - 1)
        least, most = self.utilities
        asked = min(max(self.guess, least), most - 1)
        return slowest(asked, self.plies)

    def guess_again(self, above: bool) -> None:
        """Move the guess behind the answer, the farther the more answers in a row were alike.

        By 1, 2, 2, 4, 4, … utilities: a question beyond the value costs as much as those beside it, which
        have to be asked anyway.  Doubled at every answer, the FFO's endings 40 to 44 take 7 % more nodes.
        """
        least, most = self.utilities
        self.alike = self.alike + 1 if above == self.was_above else 0
        step = 1 << (self.alike + 1) // 2
        self.was_above = above
        self.guess = least - 1 + step if above else most - step

    def room(self) -> int:
        """After how many nodes of the first thread the table has become too small."""
        engine = self.engine
        if not engine.can_grow:
            return NO_NODE_LIMIT
        return int(engine.memories[0].counters[NODES]) + engine.table.entries // (2 * self.solver.threads)

    def estimate(self) -> None:
        """Guess the utility by searches of few plies, which also leave moves to try first in the table."""
        memory = self.engine.memories[0]
        self.engine.limit_nodes(NO_NODE_LIMIT)
        for depth in range(1, min(self.plies // 4, GUESS_PLIES) + 1):
            raw = root(self.engine.subject, self.state, -INFINITY, INFINITY, depth, memory)
            if self.engine.stopped:
                break
            self.guess = round(raw / WIN) - 1
        memory.counters[HORIZON] = 0  # what follows is a proof

    def ask(self) -> None:
        """Put questions to the engine until the answer is known or the engine is stopped."""
        try:
            if not self.distance and self.game.utility_limit > 1:
                self.estimate()
            while not self.known and not self.engine.stopped:
                asked = self.next()
                question = score_at(asked, self.plies)
                self.engine.limit_nodes(self.room())
                answer = first_of(
                    self.engine,
                    self.solver.threads,
                    lambda m, q=question: root(self.engine.subject, self.state, q, q + 1, MAX_PLY, m),  # type: ignore[misc]
                )
                if answer is None:
                    if self.engine.stopped:
                        return
                    self.engine.grow()
                    self.engine.go_on()
                    continue
                self.solver.check_horizon()
                if answer > question:
                    self.low = max(speed_of(answer, self.plies), asked + 1)
                else:
                    self.high = min(speed_of(answer, self.plies), asked)
                self.guess_again(answer > question)
        except BaseException as error:  # noqa: BLE001  handed to the thread that waits
            self.error = error

    def analysis(self, lines: tuple[Line, ...] = ()) -> Analysis:
        """What is known now."""
        exact = self.low == self.high
        raw = score_at(self.low, self.plies)
        return Analysis(
            game=self.game,
            state=self.state,
            algorithm="solver",
            lines=lines,
            score=self.score(raw if exact else None),
            depth=distance_of(raw) or 0 if exact else 0,
            nodes=self.nodes_before + self.engine.nodes,
            seconds=self.seconds_before + self.seconds,
            statistics=self.engine.statistics(),
        )

    def score(self, raw: int | None) -> Score:
        """The score, with its distance if `raw` is its number."""
        mover = self.game.to_move(self.state)
        if raw is not None:
            return Score.read(self.game, mover, raw, proven=True, exact=True)
        if self.utility is None:
            return Score.unknown(self.game, mover)
        return Score.proof(self.game, mover, self.utility)


@long_work("solving")
def solve(
    game: Game,
    state: Any = None,
    *,
    progress: Asked = None,
    **options: Any,
) -> Analysis:
    """The proven value of `state` (default: the initial one), a best action and the line it leads to.

    `options` are those of `proofs`; `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    *_, found = proofs(game, state, **options)
    return found


def proofs(
    game: Game,
    state: Any = None,
    *,
    distance: bool = True,
    threads: int = 1,
    megabytes: float | None = None,
    solver: Solver | None = None,
    checkpoint: str | Path | None = None,
    see: Progress | None = None,
) -> Iterator[Analysis]:
    """What is known of the value of a state about five times a second, and at last the answer.

    With `distance` also the number of plies to the end: the winner hurries, the loser delays.  Without it
    only win, draw or loss, which is less work.  KeyboardInterrupt ends the search, and what is known is the
    answer.  `solver` keeps its table between calls; else it has up to `megabytes` (256).  `see` is called
    with each analysis but the last.
    With a `checkpoint` file the proof goes on with the table that is there, of this position or of another of
    the same game, and writes it every ten minutes and at the end; nodes and seconds are those of all runs.

    A game of chance is solved by value iteration (`search.proof.iteration`), in up to `megabytes` (2048): the
    value is a mean, and there is no distance; KeyboardInterrupt is raised.
    """
    state = open_state(game, state)
    if game.has_chance:
        if checkpoint is not None:
            raise BadInput("Value iteration keeps no checkpoint: it is over in minutes.")
        room = iteration.MEGABYTES if megabytes is None else megabytes
        yield iteration.solve(game, state, megabytes=room, progress=lambda doing: at(what=doing))
        return
    if game.is_terminal(state):
        yield Analysis(game, state, "solver", (), score_terminal(game, state), 0, 0, 0.0)
        return
    if solver is not None and solver.game != game:
        raise BadInput(f"This solver is of {solver.game!r}; solving {game!r} needs one of its own.")
    solver = solver or Solver(
        game, megabytes=MEGABYTES if megabytes is None else megabytes, threads=threads, at_first=SMALL
    )
    engine = solver.engine
    kept = None if checkpoint is None else Checkpoint(Path(checkpoint).expanduser())
    if kept is not None:
        check_writable(kept.file)
        table = kept.load(game, engine.megabytes)
        if table is not None:
            engine.take(table)
    engine.begin()
    root.prepare(engine.subject, state, -1, 1, 1, engine.memories[0])
    proof = Proof(solver, state, distance)
    if kept is not None:
        proof.nodes_before, proof.seconds_before = kept.nodes, kept.seconds
    try:
        yield from _known(proof, kept, see)
    finally:
        engine.release()
        if kept is not None and proof.error is None:
            kept.save(game, engine.table, engine.nodes, proof.seconds)


def _known(proof: Proof, kept: Checkpoint | None, see: Progress | None) -> Iterator[Analysis]:
    """What is known while threads of their own search, and at last all of it."""
    engine = proof.engine
    worker = threading.Thread(target=proof.ask, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(REPORTS)
            at(engine.nodes, unit="nodes")
            if not worker.is_alive():
                break
            if kept is not None and time.monotonic() >= kept.due:
                kept.save(proof.game, engine.table, engine.nodes, proof.seconds)
            known = proof.analysis()
            if see is not None:
                see(known)
            yield known
    except KeyboardInterrupt:
        pass
    finally:
        engine.stop()
        worker.join()
    engine.release()
    if proof.error is not None:
        raise proof.error
    yield replace(proof.analysis(_best_lines(proof)), interrupted=not proof.known)


def _best_lines(proof: Proof) -> tuple[Line, ...]:
    """The line of best play, if the value is known."""
    if proof.utility is None:
        return ()
    nodes = proof.engine.nodes // 4 + (1_000_000 if runs_compiled(proof.game) else 20_000)
    moves = proven_line(proof.engine, proof.state, score_at(proof.low, proof.plies), nodes)
    if not moves:
        return ()
    return (Line(action=moves[0], score=proof.analysis().score, variation=moves),)
