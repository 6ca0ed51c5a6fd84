"""Connect Four, Othello and tic-tac-toe beside pgx, whose rules run in JAX: legal moves, turns, ends.

Koyamada et al., *Pgx: Hardware-Accelerated Parallel Game Simulators for Reinforcement Learning*, 2023.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import jax
import pgx

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.games.connect4 import ConnectFour
from halfmove.games.mnk import TicTacToe
from halfmove.games.othello import Othello
from tests.beside.comparison import Pair


class PgxPair(Pair):
    """Random games; actions have the same numbers in both."""

    peer = "pgx"
    theirs: ClassVar[str]
    kind: ClassVar[Callable[[], Game]]

    def __init__(self) -> None:
        super().__init__()
        env = pgx.make(self.theirs)
        self.start, self.after = jax.jit(env.init), jax.jit(env.step)
        self.game = interpreted(self.kind())

    def begin(self, draw: random.Random) -> None:
        self.s, self.done = self.game.initial(), []
        self.t = self.start(jax.random.PRNGKey(draw.getrandbits(32)))
        self.first = int(self.t.current_player)  # pgx draws who begins

    def step(self, draw: random.Random) -> bool:
        game, s, t = self.game, self.s, self.t
        self.same("the end", game.is_terminal(s), bool(t.terminated))
        if game.is_terminal(s):
            rewards: Any = t.rewards
            self.same(
                "payoffs", [game.utility(s, p) for p in (0, 1)], [rewards[self.first ^ p] for p in (0, 1)]
            )
            self.count("draws", game.utility(s, 0) == 0)
            return False
        self.same("player to move", game.to_move(s), int(t.current_player) ^ self.first)
        legal = list(game.actions(s))
        self.same("moves", set(legal), set(t.legal_action_mask.nonzero()[0].tolist()))
        action = draw.choice(legal)
        self.done.append(game.action_text(s, action))
        self.s, self.t = game.result(s, action), self.after(t, action)
        return True

    def record(self) -> str:
        return f"{self.game!r} and {self.theirs}: {' '.join(self.done)}"


class ConnectFourPair(PgxPair):
    name, theirs, kind = "connect4-pgx", "connect_four", ConnectFour


class OthelloPair(PgxPair):
    name, theirs, kind = "othello-pgx", "othello", Othello


class TicTacToePair(PgxPair):
    name, theirs, kind = "tictactoe-pgx", "tic_tac_toe", TicTacToe
