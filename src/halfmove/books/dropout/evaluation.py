"""What a position is worth by a search of its own, which knows nothing of the searches before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from threading import Event, Thread
from types import TracebackType
from typing import Any, NamedTuple, Self

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.score import ESTIMATE, WIN, score_of_utility
from halfmove.search.algorithms import choose
from halfmove.search.session import Session

LOOK = 0.1
"""Seconds between two looks at whether a search is to stop."""
MEGABYTES = 16
"""Of a search's memory: it is emptied before each."""


class SearchSettings(NamedTuple):
    """How positions are searched."""

    limit: Limit = Limit()
    """None: as the book was begun; half a second for a new one."""
    algorithm: str = "auto"
    threads: int = 1
    seed: int = 0
    megabytes: int = MEGABYTES

    def said(self, game: Game) -> dict[str, Any]:
        """What the values depend on, as a book notes it."""
        bounds = {name: bound for name, bound in asdict(self.limit).items() if bound is not None}
        return {"algorithm": choose(game, self.algorithm).name, **bounds}

    def resume(self, settings: Mapping[str, Any]) -> SearchSettings:
        """The same with what a book notes where nothing else is asked for."""
        bounds = {name: bound for name, bound in settings.items() if name in asdict(self.limit)}
        return self._replace(
            limit=Limit(**bounds) if self.limit == Limit() else self.limit,
            algorithm=str(settings.get("algorithm", "auto")) if self.algorithm == "auto" else self.algorithm,
        )


class Evaluator:
    """Searches one position after the other; a context manager."""

    def __init__(self, game: Game, searching: SearchSettings) -> None:
        if math.isinf(game.utility_limit):
            raise Unsuitable(f"{game.title()} has no largest utility, and a book's values need one.")
        self.game, self.searching = game, searching
        algorithm = choose(game, searching.algorithm)
        for name, bound in asdict(searching.limit).items():
            if bound is not None and name not in algorithm.limits:
                counts = ", ".join(algorithm.limits)
                raise BadInput(f"{algorithm.name} counts no {name}; what bounds it is {counts}.")
        self._session = Session(
            game,
            searching.algorithm,
            threads=searching.threads,
            seed=searching.seed,
            megabytes=searching.megabytes if algorithm.remember is not None else None,
        )
        self.most = (game.utility_limit - 1) * WIN + ESTIMATE
        """Estimates are smaller than this."""

    def __call__(self, history: History, stop: Callable[[], bool] = lambda: False) -> tuple[int, bool] | None:
        """The value to the player to move, and whether it is proven; None where `stop` ended the search."""
        state = history.state
        mover = find_mover(self.game, state)
        if self.game.is_terminal(state):
            return score_of_utility(int(self.game.utility(state, mover))), True
        self._session.new_game(self.searching.seed)
        with self._stop_when(stop) as stopped:
            score = self._session.analyze(history, self.searching.limit).score.of(mover)
        if stopped.is_set():
            return None
        value = round(score.rank)
        if score.proven:
            return value, True
        return max(1 - self.most, min(value, self.most - 1)), False

    @contextmanager
    def _stop_when(self, stop: Callable[[], bool]) -> Iterator[Event]:
        """End the search that runs in the block when `stop` says so, and set the event then: a search of
        minutes would leave whoever asks waiting."""
        over, stopped = Event(), Event()

        def watch() -> None:
            while not over.wait(LOOK):
                if stop():
                    stopped.set()
                    self._session.stop()
                    return

        watcher = Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield stopped
        finally:
            over.set()
            watcher.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()


def find_mover(game: Game, state: Any) -> int:
    """To whom a position's value is: the player to move, the first where the game is over."""
    return 0 if game.is_terminal(state) else game.to_move(state)
