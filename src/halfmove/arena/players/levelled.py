"""`level?n=3`: the opponent of `halfmove play` at one of its ten levels, so that levels can be rated."""

from __future__ import annotations

from random import Random

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Player
from halfmove.arena.players.levels import DEFAULT, FULL, LEVELS, Level
from halfmove.arena.players.options import Options
from halfmove.arena.players.ours import Ours
from halfmove.core.game import Game
from halfmove.core.history import History


class Levelled(Player):
    """The strongest algorithm that fits, bounded as the level says, and slipping as often."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.level: Level = LEVELS[number - 1]
        options = {"seconds": f"{self.level.seconds:g}"}
        if self.level.depth is not None:
            options["depth"] = str(self.level.depth)
        self._best = Ours(Description("auto", options=options))
        self._random = Random(0)

    @property
    def title(self) -> str:
        return f"{self._best.title}, level {self.number}"

    def check(self, game: Game) -> None:
        self._best.check(game)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._random = Random(f"{seed} {seat}")
        self._best.new_game(game, seat, seed)

    def choose(self, history: History, budget: Budget) -> Choice:
        if self.level.slips and self._random.random() < self.level.slips:
            return Choice(self._random.choice(history.legal()))
        return self._best.choose(history, budget)

    def close(self) -> None:
        self._best.close()


def player(description: Description) -> Levelled:
    """The player that `level?n=3` describes; 5 if nothing is said."""
    options = Options(description)
    number = options.whole("n", most=FULL) or DEFAULT
    options.nothing_left()
    return Levelled(number)
