"""`random`: any legal move, each as likely as another.  The anchor of many a rating list."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Player
from halfmove.arena.players.options import Options
from halfmove.core.contract import Action, Game, State
from halfmove.core.history import History
from halfmove.core.numbers import MOST_SEED


class RandomPlayer(Player):
    """Draws its moves with the game's seed, or with one of its own (`seed=N`: the same in every game)."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self._random = Random(seed)
        self.mixes = seed is None

    @property
    def title(self) -> str:
        return "random"

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._random = Random(f"{seed if self.seed is None else self.seed} {seat}")

    def choose(self, history: History, budget: Budget) -> Choice:
        return Choice(self._random.choice(history.legal()))

    def mixture(self, game: Game, state: State) -> Mapping[Action, float]:
        actions = list(game.actions(state))
        return dict.fromkeys(actions, 1 / len(actions))


def player(description: Description) -> RandomPlayer:
    """The player that `random?seed=N` describes."""
    options = Options(description)
    made = RandomPlayer(options.whole("seed", least=0, most=MOST_SEED))
    options.check_end()
    return made
