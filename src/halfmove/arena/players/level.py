"""`level?n=3`: the opponent of `halfmove play` at one of its ten levels, so that levels can be rated."""

from __future__ import annotations

from dataclasses import asdict
from random import Random

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Player
from halfmove.arena.players.algorithm import AlgorithmPlayer
from halfmove.arena.players.levels import DEFAULT, FULL, LEVELS, Level
from halfmove.arena.players.options import Options
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.search.algorithms import choose


class LevelPlayer(Player):
    """The strongest algorithm that fits, bounded as the level says, and slipping as often; in the openings of
    a `book`, the name of a file, it does not slip.  `endings` is a folder of tables that its searches
    ask, and `syzygy` one of Syzygy's."""

    def __init__(self, number: int, book: str = "", endings: str = "", syzygy: str = "") -> None:
        self.book, self.endings, self.syzygy = book, endings, syzygy
        self.number = number
        self.level: Level = LEVELS[number - 1]
        self._best: AlgorithmPlayer | None = None
        self._game: Game | None = None
        self._random = Random(0)

    @property
    def title(self) -> str:
        return f"{self._best.title if self._best else 'auto'}, level {self.number}"

    def check(self, game: Game) -> None:
        self._choose_player(game).check(game)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._random = Random(f"{seed} {seat}")
        self._choose_player(game).new_game(game, seat, seed)

    def _choose_player(self, game: Game) -> AlgorithmPlayer:
        """The player behind it, bounded as suits the algorithm that plays the game."""
        if self._best is None or self._game != game:
            self.close()
            limit = self.level.limit_for(choose(game))
            options = {key: str(bound) for key, bound in asdict(limit).items() if bound is not None}
            if self.book:
                options["book"] = self.book
            if self.endings:
                options["endings"] = self.endings
            if self.syzygy:
                options["syzygy"] = self.syzygy
            self._best, self._game = AlgorithmPlayer(Description("auto", options=options)), game
        return self._best

    def choose(self, history: History, budget: Budget) -> Choice:
        legal = history.legal()
        known = self._choose_player(history.game).choose_from_book(history, legal)
        if known is not None:
            return Choice(known)
        own = self.level.choose_own(history.game, history.state)
        if own is not None:
            return Choice(own)
        if self.level.slips and self._random.random() < self.level.slips:
            return Choice(self._choose_player(history.game).slip(history, self._random))
        return self._choose_player(history.game).choose(history, budget)

    def close(self) -> None:
        if self._best is not None:
            self._best.close()
            self._best = None


def player(description: Description) -> LevelPlayer:
    """The player that `level?n=3` or `level?n=3&book=FILE` describes, or with
    `endings=FOLDER` or `syzygy=FOLDER`; 5 if nothing is said."""
    options = Options(description)
    number = options.whole("n", most=FULL) or DEFAULT
    book = options.text("book")
    endings, syzygy = options.text("endings"), options.text("syzygy")
    options.check_end()
    return LevelPlayer(number, book, endings, syzygy)
