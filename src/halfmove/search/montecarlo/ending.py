"""What the end of a simulation brings each player."""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BrokenPromise
from halfmove.core.score import WIN
from halfmove.search.montecarlo.memory import AGAIN, CUT_OFF, Worker
from halfmove.search.montecarlo.plan import REPETITION_DRAWS, Plan

ADVANTAGE = math.log(10) / 8
"""An advantage of x units brings tanh(`ADVANTAGE` * x) of the utility: of four, ten wins for each loss."""


def reward(game: Game, state: Any, worker: Worker, plan: Plan, over: bool) -> None:
    """What the last state of a simulation is worth to each player: its UTILITY, or where it was cut off its
    EVAL, on a scale on which an advantage of four units means ten wins to one loss."""
    if not over:
        worker.counters[CUT_OFF] += 1
    for player in range(game.players):
        value = 0
        if over:
            value = payoff(game, state, plan, player)
        else:
            advantage = float(game.evaluate(state, player)) / plan.unit
            value = int(plan.most * math.tanh(advantage * ADVANTAGE))
        worker.rewards[player] = min(max(value, -plan.most), plan.most) + plan.most


def payoff(game: Game, state: Any, plan: Plan, player: int) -> int:
    """The utility of a state that is over, in millionths; `BrokenPromise` if the game's traits do not allow
    it."""
    value = int(game.utility(state, player) * WIN)
    if value > plan.most or value < -plan.most:
        raise BrokenPromise(
            "A utility is beyond the game's utility_limit, which is 1 unless the game says otherwise: "
            "set utility_limit to the largest utility."
        )
    return value


def reward_repetition(game: Game, state: Any, worker: Worker, plan: Plan, depth: int) -> None:
    """What a position brings that has come again: a draw, or else the loss of whoever brought it about, or
    whom the game names."""
    loser = worker.movers[depth - 1]
    if plan.repetition == REPETITION_DRAWS:
        loser = game.repetition_loser(state, worker.counters[AGAIN])
    for player in range(game.players):
        worker.rewards[player] = plan.most if loser < 0 else 0 if player == loser else 2 * plan.most
