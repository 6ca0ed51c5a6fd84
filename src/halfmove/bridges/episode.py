"""A game whose chances are drawn from a seed, for environments of learners."""

from __future__ import annotations

from typing import Any

from halfmove.bridges.spaces import Spaces
from halfmove.core.contract import CHANCE, Game, Rewards
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.in_turn import in_turn
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import stream
from halfmove.games.reference import GameReference


def opened(game: Game | str, parameters: dict[str, Any]) -> Game:
    """The game, moves made at once in turn; parameters go with a name."""
    if parameters and not isinstance(game, str):
        raise BadInput("Parameters go with the name of a game; a game that is made has its own.")
    return GameReference(game, parameters).open() if isinstance(game, str) else in_turn(game)


class Episode:
    """One game after the other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.spaces = Spaces(game)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new game, in which chance follows the seed."""
        self.history = History(self.game)
        self.chances = stream(seed)
        self.earned = [0.0] * self.game.players
        """What each player earned by the last action and the chances after it."""
        self._go_on()

    @property
    def over(self) -> bool:
        return self.history.over

    @property
    def mover(self) -> int:
        return self.history.mover

    def legal(self) -> dict[int, Any]:
        """The legal actions by their numbers; none once the game is over."""
        return {} if self.over else self.spaces.legal(self.history)

    def play(self, action: Any) -> None:
        """Go on with an action, and then with what chance does; rewards are in `earned`."""
        self.earned = [0.0] * self.game.players
        self._append(action)
        self._go_on()

    def _go_on(self) -> None:
        while not self.over and self.mover == CHANCE:
            self._append(draw_outcome(self.game, self.history.state, self.chances))

    def _append(self, action: Any) -> None:
        running = self.game.rewards is Rewards.RUNNING
        before = self.history.state
        self.history.append(action)
        for player in range(self.game.players):
            if running:
                self.earned[player] += float(self.game.reward(before, action, player))
            elif self.over:
                self.earned[player] = float(self.history.utility(player))
