"""The engine as a player, and as the one who gives hints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.arena.players.levels import Level, draw_slip
from halfmove.cli.progress import Progress
from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.operation import Work
from halfmove.core.view import Seen, View
from halfmove.endings.search_request import EngineRequest

if TYPE_CHECKING:
    from halfmove.books.book import Book
    from halfmove.endings.attach import AttachedTables
    from halfmove.search.session import Session


class Thinker:
    """A search of one game whose memory lasts from move to move."""

    def __init__(self, game: Game, request: EngineRequest, work: Work) -> None:
        self.game, self.request, self._work = game, request, work
        self._session: Session | None = None
        self._asks_tables = False
        self._viewer: int | None = None
        """For which player it searched last, where something is hidden."""

    @property
    def session(self) -> Session:
        """What it searches with, made when it is first needed; a `HalfmoveError` says why that cannot be."""
        if self._session is None:
            self._session = self.request.session(
                self._work, self.tables.game if self._asks_tables else self.game
            )
        return self._session

    @cached_property
    def tables(self) -> AttachedTables:
        """The tables of endings; `BadInput` where those that were asked for are not there."""
        from halfmove.endings.attach import AttachedTables

        return AttachedTables(self.game, self.request.endings, self._work.note, self.request.syzygy)

    def _approach(self, state: Any) -> None:
        """Once a game comes near its endings, search with their tables."""
        self.tables.bring(state)
        if self.tables.asked and not self._asks_tables:
            self._session, self._asks_tables = None, True

    def think(
        self, history: History, limit: Limit, doing: str, *, secret: bool = False, lines: int = 1
    ) -> Analysis:
        """The last analysis within the limit; Ctrl-C ends the whole command.  `secret`: nothing of it is
        shown while it searches."""
        self._approach(history.state)
        if isinstance(history, Seen):
            if history.viewer != self._viewer:  # what was found for another is nothing that this one knows
                self.session.new_game()
            self._viewer = history.viewer
        latest = None
        with Progress(doing) as progress:
            for latest in self.session.deepen(history, limit, lines=lines, only=self.tables.only(history)):
                if not secret:
                    progress.see(latest)
        assert latest is not None, "a search yields at least one analysis"
        return latest


class Reply(NamedTuple):
    """A move of whoever plays against the person."""

    action: Any
    """The move; None where it resigns."""
    why: str = ""
    """What is behind it, where something is: a value and a depth, or the book."""


class Opponent(ABC):
    """Whoever has the sides that no person plays."""

    title: str
    """What to call it."""

    @abstractmethod
    def choose(self, history: History, doing: str) -> Reply:
        """What it plays in a game as it stands; of one that hides something it is given what it may know."""

    def begin(self) -> None:  # noqa: B027  most forget nothing
        """Another game begins."""

    def close(self) -> None:  # noqa: B027  most hold nothing
        """Let go of what it holds."""


class AtLevel(Opponent):
    """The engine at a level; where a book of openings has a move, it takes that."""

    title = "Halfmove"

    def __init__(self, thinker: Thinker, level: Level, book: Book | None = None) -> None:
        self._thinker = thinker
        self._level = level
        self._book = book
        self._random = Random(thinker.request.seed)

    def choose(self, history: History, doing: str) -> Reply:
        hidden = history.game.hidden
        if hidden:
            history = View(history, history.mover).sampled_history(self._random.getrandbits(64))
        game, state = history.game, history.state
        if self._book is not None:
            known = self._book.choose(game, state, self._random, among=history.legal())
            if known is not None:
                return Reply(known.action, "from the book")
        own = self._level.choose_own(game, state)
        if own is not None:
            return Reply(own)

        def look(limit: Limit, lines: int) -> Analysis:
            return self._thinker.think(history, limit, doing, secret=hidden, lines=lines)

        if self._level.slips and self._random.random() < self._level.slips:
            return Reply(draw_slip(history, self._thinker.session.algorithm, look, self._random))
        limit = self._level.limit_for(self._thinker.session.algorithm)
        analysis = self._thinker.think(history, limit, doing, secret=hidden)
        return Reply(analysis.best, worth(analysis))


def worth(analysis: Analysis) -> str:
    """What an analysis says of its position: `+0.35, depth 8`."""
    return f"{analysis.score.words(analysis.game)}, depth {analysis.depth}"
