"""The root position of a game of chance as one thread searches it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.score import INFINITY
from halfmove.search.alphabeta.memory import Memory
from halfmove.search.alphabeta.root import Root, RootMove
from halfmove.search.alphabeta.table import Table
from halfmove.search.chance.search import ALL, estimate, payoff, search


class ChanceRoot(Root):
    """As alpha-beta's, with scores that have no distances, to whoever moves at the root."""

    def __init__(self, game: Game, state: Any, memory: Any, table: Table, legal: Iterable[Any]) -> None:
        self.game, self.state, self.memory, self.table = game, state, memory, table
        self.chance = game.to_move(state) == CHANCE
        """Whether nature moves: then the one "move" is the state itself, and its score is player 0's."""
        self.sign = -1 if game.to_move(state) == 1 else 1
        self.moves = []
        if self.chance:
            self.moves.append(RootMove(None, False, child=state))
            return
        looks = []
        for action in legal:
            child = game.result(state, action)
            over = game.is_terminal(child)
            score = self.sign * (payoff(game, child) if over else estimate(game, child))
            looks.append(score)
            self.moves.append(RootMove(action, over, score if over else -INFINITY, over, child))
        order = sorted(range(len(looks)), key=lambda i: -looks[i])
        self.moves = [self.moves[i] for i in order]

    def line(self, move: RootMove, plies: int) -> tuple[Any, ...]:
        """Nothing is expected after a move: the dice decide."""
        return ()

    def search(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        low, high = (alpha, beta) if self.sign > 0 else (-beta, -alpha)
        ply = 0 if self.chance else 1
        return self.sign * search(self.game, move.child, low, high, depth - ply, ply, ALL, self.memory)


def prepare(game: Game, state: Any, memory: Memory) -> None:
    """Make the machine code before a clock starts."""
    search.prepare(game, state, -1, 1, 1, 1, ALL, memory)
