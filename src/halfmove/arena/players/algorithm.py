"""Our own algorithms as players: `alphabeta?depth=6`, `engine?nodes=100000&without=killers`, `auto`.

Options: `depth`, `nodes`, `seconds`, `simulations` bound each move besides what the match does; `seed`
replaces the game's own; `threads` and `memory` (MB) are for searches that remember something, `without`
(`search.alphabeta.features`) is the engine's; `overhead` is the time, in milliseconds, kept back for
what lies between search and clock.  `book` is a file of openings, from which moves are drawn by
weight, or with `book_choice=best` the best is taken; `endings` is a folder of tables of solved endings,
which searches ask, and `syzygy` one of Syzygy's.  An algorithm's own options, its settings or those of
its lesson, may be given besides.
"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import asdict
from random import Random
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Player
from halfmove.arena.players.levels import draw_slip
from halfmove.arena.players.options import Options
from halfmove.arena.players.textbook import iterate_analyses, read_options
from halfmove.arena.players.timing import AimFactor, MoveTime, divide_time
from halfmove.books.book import Book
from halfmove.core.analysis import Analysis
from halfmove.core.computer import memory_bytes
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.nature import draw_outcome
from halfmove.core.numbers import MOST_PLIES, MOST_STEPS
from halfmove.core.randomness import stream
from halfmove.endings.attach import AttachedTables
from halfmove.endings.database import WITHOUT
from halfmove.search.algorithms import Algorithm, algorithms, check_limit, choose
from halfmove.search.session import Session

OF_A_MEMORY = ("threads", "memory", "without")
CHOICES = ("weight", "best")
"""How a move of the book is chosen: drawn by weight, or the one of the largest."""


class AlgorithmPlayer(Player):
    """An algorithm of `search`, with a limit of its own."""

    def __init__(self, description: Description) -> None:
        options = Options(description)
        self.name = description.kind
        self.limit = Limit(
            seconds=options.positive("seconds"),
            depth=options.whole("depth", most=MOST_PLIES),
            nodes=options.whole("nodes", most=MOST_STEPS),
            simulations=options.whole("simulations", least=0, most=MOST_STEPS),
        )
        self.seed = options.whole("seed", least=0, most=2**32 - 1)
        overhead = options.whole("overhead", least=0)
        self.overhead = None if overhead is None else overhead / 1000
        given = [key for key in OF_A_MEMORY if key in options.left]
        self.threads = options.whole("threads", most=256) or 1
        self.megabytes = options.whole("memory", most=_measure_memory())
        self.without = options.names("without")
        self.book = options.text("book")
        self.book_choice = options.text("book_choice", CHOICES[0])
        if self.book_choice not in CHOICES:
            raise BadInput(f"book_choice must be {' or '.join(CHOICES)}, not '{self.book_choice}'.")
        self.endings = options.text("endings")
        self.syzygy = options.text("syzygy")
        algorithm = None if self.name == "auto" else algorithms()[self.name]
        own: tuple[str, ...] = ()
        if algorithm is not None:
            _check(algorithm, self.limit, given)
            own = tuple(algorithm.settings) or (tuple(algorithm.lesson.options) if algorithm.lesson else ())
        left = {key: options.left.pop(key) for key in own if key in options.left}
        options.check_end(own)
        self.settings = left if algorithm is not None and algorithm.settings else {}
        self.own = (
            read_options(algorithm, left) if algorithm is not None and left and not self.settings else {}
        )
        self.given = given
        self.unbounded = self.limit == Limit()
        self._session: Session | None = None
        self._book: Book | None = None
        self._tables: AttachedTables | None = None
        self._random = Random(0)
        self._seed = 0

    @property
    def title(self) -> str:
        from halfmove import __version__

        name = self._session.algorithm.name if self._session else self.name
        return f"halfmove {__version__} {name}"

    def check(self, game: Game) -> None:
        chosen = choose(game, self.name)
        _check(chosen, self.limit, self.given)
        chosen.verify(game, self.settings)
        if self.without:
            from halfmove.search.alphabeta.features import check_features

            check_features(game, self.without)
        if self.book:
            self._open_book(game).close()
        self._attach_tables(game)

    def _attach_tables(self, game: Game) -> AttachedTables | None:
        """The tables that were named: no match depends on what lies on a disk."""
        if not (self.endings or self.syzygy):
            return None
        return AttachedTables(game, self.endings or WITHOUT, _tell, self.syzygy or WITHOUT)

    def _open_book(self, game: Game) -> Book:
        from halfmove.books.opening import open_book_of

        return open_book_of(game, self.book)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._seed = (seed if self.seed is None else self.seed) & 0xFFFF_FFFF
        self._random = Random(f"{self._seed} {seat}")
        if self._session is None or self._session.game != game:
            self._session = self._prepare_session(game)
        self._session.new_game(self._seed)

    def _prepare_session(self, game: Game) -> Session:
        """A session for the game, with all machine code made and the table in memory before a clock runs."""
        self.check(game)
        self._session = None  # the old table goes before the new one is there
        if self.book and self._book is None:
            self._book = self._open_book(game)
        self._tables = self._attach_tables(game)
        algorithm = choose(game, self.name)
        session = Session(
            self._tables.game if self._tables else game,
            algorithm.name,
            threads=self.threads,
            seed=self._seed,
            megabytes=(self.megabytes or algorithm.megabytes) if algorithm.remember else None,
            without=self.without,
            options=self.settings,
        )
        if session.memory is not None:
            session.memory.warm()
        start = _find_first_turn(game)
        if not start.over:
            for _ in self._iterate_analyses(session, start, Limit(depth=1, simulations=1), 1):
                pass
        return session

    def choose(self, history: History, budget: Budget) -> Choice:
        timed = divide_time(history, self._bound_budget(budget), self.overhead)
        legal = history.legal()
        known = self.choose_from_book(history, legal)
        if known is not None:
            return Choice(known)
        if len(legal) == 1 and timed.aim is not None:
            return Choice(legal[0])
        refused = history.game.repetition == "forbidden" and not all(
            history.allows(a) for a in history.game.actions(history.state)
        )
        lines = sum(1 for _ in history.game.actions(history.state)) if refused else 1
        return _choose_line(
            self._find_last_analysis(history, self._make_limit(budget, timed), timed, lines), history, legal
        )

    def slip(self, history: History, random: Random) -> Any:
        """A move by somebody who does not look closely: see `levels.draw_slip`."""
        assert self._session is not None

        def look(limit: Limit, lines: int) -> Analysis:
            return self._find_last_analysis(history, limit, MoveTime(), lines)

        return draw_slip(history, self._session.algorithm, look, random)

    def choose_from_book(self, history: History, legal: list[Any]) -> Any:
        """A move of the book; None where it has none, or where there is no book."""
        if self._book is None:
            return None
        random = self._random if self.book_choice == CHOICES[0] else None
        move = self._book.choose(history.game, history.state, random, among=legal)
        return None if move is None else move.action

    def _bound_budget(self, budget: Budget) -> Budget:
        """The budget with the player's own time for a move, where that is shorter."""
        return Budget(
            _combine_limits(self.limit, budget.limit), budget.clocks, budget.increments, budget.moves_to_go
        )

    def _make_limit(self, budget: Budget, timed: MoveTime) -> Limit:
        both = asdict(_combine_limits(self.limit, budget.limit))
        return Limit(**{**both, "seconds": timed.most})

    def _find_last_analysis(self, history: History, limit: Limit, timed: MoveTime, lines: int) -> Analysis:
        """The last analysis there was time for."""
        only: list[Any] | None = None
        if self._tables is not None:
            self._tables.bring(history.state)
            only = self._tables.only(history)
        last: Analysis | None = None
        aim_factor = AimFactor()
        assert self._session is not None
        with closing(self._iterate_analyses(self._session, history, limit, lines, only)) as analyses:
            for last in analyses:
                if timed.aim is not None and last.seconds >= timed.aim * aim_factor.update(last):
                    break
        assert last is not None, "a search yields at least one analysis"
        return last

    def _iterate_analyses(
        self, session: Session, history: History, limit: Limit, lines: int, only: list[Any] | None = None
    ) -> Any:
        if self.own:
            return iterate_analyses(session.algorithm, session.game, history.state, limit, self.own)
        return session.deepen(history, limit, lines=lines, only=only)

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None
        if self._book is not None:
            self._book.close()
            self._book = None


def player(description: Description) -> AlgorithmPlayer:
    """The player that a line such as `engine?depth=6` describes."""
    return AlgorithmPlayer(description)


def _tell(sentence: str) -> None:
    """Say what a player goes on without, where no game's record is."""
    print(f"halfmove: {sentence}", file=sys.stderr)


def _measure_memory() -> int:
    """The machine's memory: a larger table would end in the process being killed."""
    return memory_bytes() >> 20


def _find_first_turn(game: Game) -> History:
    """A state in which a player is to move: the initial one, or what nature may make of it."""
    history = History(game)
    while not history.over and history.mover == CHANCE:
        history.play(draw_outcome(game, history.state, stream(0)))
    return history


def _check(algorithm: Algorithm, limit: Limit, given: list[str]) -> None:
    """`BadInput` for a bound that the algorithm does not keep to, and for an option of the engine's."""
    check_limit(algorithm, limit)
    for key, bound in asdict(limit).items():
        if bound is not None and key not in algorithm.limits:
            raise BadInput(
                f"{algorithm.name} counts no {key}; what bounds it is {', '.join(algorithm.limits)}."
            )
    if given and algorithm.remember is None:
        raise BadInput(f"{algorithm.name} has no option '{given[0]}': it keeps nothing from move to move.")
    if "without" in given and algorithm.name != "engine":
        raise BadInput(f"{algorithm.name} has no option 'without': that is the engine's.")


def _combine_limits(one: Limit, other: Limit) -> Limit:
    """The stricter of two limits, bound by bound."""
    strict = {}
    for key, bound in asdict(one).items():
        bounds = [b for b in (bound, getattr(other, key)) if b is not None]
        strict[key] = min(bounds) if bounds else None
    return Limit(**strict)


def _choose_line(analysis: Analysis, history: History, legal: list[Any]) -> Choice:
    """The best line's action that is allowed, looking back as well; also one that the game accepts and does
    not list, as a claim."""
    game, state = history.game, history.state
    line = next(
        (
            line
            for line in analysis.lines
            if line.action in legal or (game.accepts(state, line.action) and history.allows(line.action))
        ),
        None,
    )
    if line is None:
        return Choice(legal[0], depth=analysis.depth, nodes=analysis.nodes)
    best = line is analysis.lines[0]
    return Choice(
        line.action,
        value=analysis.score.units(analysis.game) if best else None,
        mate=analysis.score.ending if best else None,
        depth=analysis.depth,
        nodes=analysis.nodes,
    )
