"""What plain minimax says of every node: the value that a search's own is shown beside.

By the definition and nothing else: the largest of the children's values where the player maximises, the
smallest where he does not, the mean at a chance node (Russell and Norvig, 4th ed., sections 5.2 and 5.5).
"""

from __future__ import annotations

from typing import Any

from halfmove.core.game import CHANCE, Game
from halfmove.core.score import WIN


class Truth:
    """The minimax (expectiminimax) values of a game's nodes to one player, found when asked, kept.

    `maximisers` are the players who want the value to be large; it is the payoff of the first of them.
    """

    def __init__(self, game: Game, maximisers: tuple[int, ...] = (0,)) -> None:
        self.game, self.maximisers = game, maximisers
        self._known: dict[Any, Any] = {}

    def value(self, state: Any, depth: int | None = None) -> Any:
        """The value of `state`, `depth` plies ahead and EVAL there; None: to every end of the game."""
        game, player = self.game, self.maximisers[0]
        if game.is_terminal(state):
            return game.utility(state, player)
        if depth == 0:
            return game.evaluate(state, player) / WIN
        place = (state, depth)
        if place not in self._known:
            self._known[place] = self._of_children(state, None if depth is None else depth - 1)
        return self._known[place]

    def _of_children(self, state: Any, depth: int | None) -> Any:
        game = self.game
        mover = game.to_move(state)
        if mover == CHANCE:
            chances = ((a, p) for a, p in game.outcomes(state) if p > 0)  # 0 × ∞ is not asked for
            return sum(p * self.value(game.result(state, a), depth) for a, p in chances)
        values = (self.value(game.result(state, a), depth) for a in game.actions(state))
        return max(values) if mover in self.maximisers else min(values)
