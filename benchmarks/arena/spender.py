"""A player that spends its whole time for a move, to some microseconds, and then moves at random."""

from __future__ import annotations

import time
from random import Random

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Player
from halfmove.core.contract import Game
from halfmove.core.history import History


class Spender(Player):
    """Computes, as a search would, until the time is over."""

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self.random = Random(f"{seed} {seat}")

    def choose(self, history: History, budget: Budget) -> Choice:
        end = time.perf_counter() + (budget.limit.seconds or 0.0)
        choice = Choice(self.random.choice(history.legal()))
        while time.perf_counter() < end:
            pass
        return choice


def player(description: Description) -> Player:
    """As the arena asks for it."""
    return Spender()
