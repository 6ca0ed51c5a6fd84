"""What a worker keeps from one job to the next: sessions of searches, players, and games with their past.

All of it is kept for a client, the latest few of each kind, and forgotten when the client is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.games.reference import GameReference, PositionReference, play_moves
from halfmove.search.algorithms import choose
from halfmove.search.session import Session
from halfmove.web.workers.job import Continuation, belongs, digest

MEGABYTES = 32
"""Of one memory of a search."""
MOST = 6
"""Sessions kept, and players; the one used longest ago goes first."""
MOST_HISTORIES = 64

T = TypeVar("T")


class Kept(Generic[T]):
    """Things by client and a key of their own, the latest few; `ended` is called with one that goes."""

    def __init__(self, most: int, ended: Callable[[T], None] = lambda thing: None) -> None:
        self._most, self._ended = most, ended
        self._things: dict[tuple[Any, ...], T] = {}

    def take(self, client: str, *key: Any) -> T | None:
        """What is kept there, taken out: whoever has done with it puts it back."""
        return self._things.pop((client, *key), None)

    def put(self, thing: T, client: str, *key: Any) -> None:
        """Keep a thing, as the latest."""
        while len(self._things) >= self._most:
            self._ended(self._things.pop(next(iter(self._things))))
        self._things[(client, *key)] = thing

    def forget(self, client: str) -> None:
        """Nothing of this client's is needed any more, nor of those that are called `CLIENT …`."""
        for key in [k for k in self._things if belongs(k[0], client)]:
            self._ended(self._things.pop(key))

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._things)


class _Held(NamedTuple):
    session: Session
    secret: int | None
    """The job for which it searched last, if that was told to one player only."""


class Sessions:
    """Sessions of searches by client and purpose."""

    def __init__(self) -> None:
        self._kept: Kept[_Held] = Kept(MOST)

    def of(
        self,
        client: str,
        purpose: str,
        game: Game,
        algorithm: str = "auto",
        options: dict[str, str] | None = None,
        *,
        secret: int | None = None,
    ) -> Session:
        """The session for such searches: another one where there is none, or the game or the tables of its
        endings have changed.

        `secret` is the number of a job that is told to one player of a game in which something is hidden.  It
        finds nothing of other jobs in the memory, which may have known what this player does not; in its next
        turn it finds its own.
        """
        key = (client, purpose, algorithm, repr(sorted((options or {}).items())))
        held = self._kept.take(*key)
        session = None if held is None else held.session
        if held is not None and secret is not None and held.secret != secret:
            held.session.new_game()
        if session is None or session.game != game or session.game.endings_at != game.endings_at:
            held = session = None  # its memory goes before there is another
            chosen = choose(game, algorithm)
            session = Session(
                game,
                chosen.name,
                megabytes=MEGABYTES if chosen.remember else None,
                options=options,
                reference=GameReference.known(game),
            )
        self._kept.put(_Held(session, secret), *key)
        return session

    def forget(self, client: str) -> None:
        """Nothing of this client's is needed any more."""
        self._kept.forget(client)


# ---- games with their past
class Unknown(Exception):
    """The worker does not know the game of which it was told only what is new: it must be told the whole."""


class _Known(NamedTuple):
    history: History
    start: str | None
    moves: list[str]


class Histories:
    """The games of tables, as they stood when they were last asked for."""

    def __init__(self) -> None:
        self._kept: Kept[_Known] = Kept(MOST_HISTORIES)

    def begun(self, table: str, place: PositionReference, history: History) -> None:
        """Keep a game that was told whole."""
        self._kept.put(_Known(history, place.position, list(place.moves)), table, place.game)

    def gone_on(self, news: Continuation) -> History:
        """The game as it stands now; `Unknown` where it is not known so far, `BadInput` for an illegal move.

        It is taken out meanwhile: what is interrupted here leaves nothing in halves.
        """
        known = self._kept.take(news.table, news.game)
        if known is None or len(known.moves) < news.kept or digest(known.moves[: news.kept]) != news.digest:
            raise Unknown
        history = known.history
        while len(history.actions) > news.kept:
            history.undo()
        play_moves(history, news.moves)
        self._kept.put(
            _Known(history, known.start, [*known.moves[: news.kept], *news.moves]), news.table, news.game
        )
        return history

    def forget(self, client: str) -> None:
        """The table is gone."""
        self._kept.forget(client)
