"""The root position of a game of chance as one thread searches it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.score import INFINITY
from halfmove.search.alphabeta.memory import Memory
from halfmove.search.alphabeta.root import Root, RootMove
from halfmove.search.alphabeta.table import Table
from halfmove.search.chance.search import ALL, estimate, payoff, search


class ChanceRoot(Root):
    """As alpha-beta's, with scores that have no distances, to whoever moves at the root."""

    def __init__(
        self, game: Game, state: Any, memory: Any, table: Table, legal: Iterable[Any], best: int = 0
    ) -> None:
        """`legal`: the actions to choose from, of which the `best` by the evaluation are searched; 0: all."""
        self.game, self.state, self.memory, self.table = game, state, memory, table
        self.chance = game.to_move(state) == CHANCE
        """Whether nature moves: then the one "move" is the state itself, and its score is player 0's."""
        self.sign = -1 if game.to_move(state) == 1 else 1
        self.moves = []
        if self.chance:
            self.moves.append(RootMove(None, False, child=state))
            return
        found = Buffer(game.actions_limit)
        estimate_actions(game, state, found)
        seen = {action: self.sign * found[i] for i, action in enumerate(game.actions(state))}
        ordered = sorted(legal, key=lambda action: -seen[action])
        for action in ordered[: best or None]:
            child = game.result(state, action)
            over = game.is_terminal(child)
            self.moves.append(RootMove(action, over, seen[action] if over else -INFINITY, over, child))

    def line(self, move: RootMove, plies: int) -> tuple[Any, ...]:
        """Nothing is expected after a move: the dice decide."""
        return ()

    def search(self, move: RootMove, alpha: int, beta: int, depth: int) -> int:
        low, high = (alpha, beta) if self.sign > 0 else (-beta, -alpha)
        ply = 0 if self.chance else 1
        return self.sign * search(self.game, move.child, low, high, depth - ply, ply, ALL, self.memory)


@kernel
def estimate_actions(game: Game, state: Any, out: Buffer) -> int:
    """What each action leads to is worth to player 0 at first sight, in the order of actions; how many."""
    count = 0
    for action in game.actions(state):
        child = game.result(state, action)
        out[count] = payoff(game, child) if game.is_terminal(child) else estimate(game, child)
        count += 1
    return count


def prepare(game: Game, state: Any, memory: Memory) -> None:
    """Make the machine code before a clock starts."""
    estimate_actions.prepare(game, state, Buffer(game.actions_limit))
    search.prepare(game, state, -1, 1, 1, 1, ALL, memory)
