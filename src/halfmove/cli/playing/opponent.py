"""The engine as a player, and as the one who gives hints."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.arena.players.levels import Level
from halfmove.cli.live import Progress
from halfmove.cli.search import memory_of
from halfmove.core.analysis import Analysis
from halfmove.core.game import Game
from halfmove.core.limit import Limit

if TYPE_CHECKING:
    from halfmove.books.book import Book
    from halfmove.search.algorithms import Algorithm


class Thinker:
    """A search of one game whose memory lasts from move to move."""

    def __init__(self, game: Game, algorithm: str, threads: int, seed: int, megabytes: int | None) -> None:
        self.game = game
        self.seed = seed
        self._asked = algorithm
        self._threads = threads
        self._megabytes = megabytes
        self._chosen: Algorithm | None = None
        self._memory: Any = None

    def prepare(self) -> None:
        """Choose the algorithm and make its memory; a `HalfmoveError` says why that cannot be."""
        from halfmove.search.algorithms import choose

        chosen = choose(self.game, self._asked)
        self._chosen = chosen
        self._memory = memory_of(self.game, chosen, self._megabytes, threads=self._threads, seed=self.seed)

    @property
    def algorithm(self) -> Algorithm:
        """What it searches by."""
        if self._chosen is None:
            self.prepare()
        assert self._chosen is not None
        return self._chosen

    def think(self, state: Any, limit: Limit, doing: str) -> Analysis:
        """The last analysis within the limit; Ctrl-C ends the whole command."""
        from halfmove.search.algorithms import deepen

        algorithm = self.algorithm.name
        latest = None
        with Progress(doing) as progress:
            for latest in deepen(
                self.game,
                state,
                limit,
                algorithm=algorithm,
                threads=self._threads,
                seed=self.seed,
                memory=self._memory,
            ):
                progress.see(latest)
        assert latest is not None, "a search yields at least one analysis"
        return latest


class Reply(NamedTuple):
    """A move of the engine's."""

    action: Any
    analysis: Analysis | None = None
    """What is behind it; None for a move at random, or from the book."""
    from_book: bool = False


class Opponent:
    """The engine at a level; where a book of openings has a move, it takes that."""

    def __init__(self, thinker: Thinker, level: Level, book: Book | None = None) -> None:
        self._thinker = thinker
        self._level = level
        self._book = book
        self._random = Random(thinker.seed)

    def choose(self, state: Any, doing: str) -> Reply:
        """What it plays in a state."""
        if self._book is not None:
            known = self._book.choose(self._thinker.game, state, self._random)
            if known is not None:
                return Reply(known.action, from_book=True)
        if self._level.slips and self._random.random() < self._level.slips:
            return Reply(self._random.choice(list(self._thinker.game.actions(state))))
        analysis = self._thinker.think(state, self._level.limit_for(self._thinker.algorithm), doing)
        return Reply(analysis.best, analysis)
