"""Rules about repetition, in a tree: which positions have occurred before, in the game or on the path.

`Worker.keys` holds the keys of the game's positions, and after them those of the path.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.search.montecarlo.memory import AGAIN, PAST, Worker
from halfmove.search.montecarlo.plan import REPETITION_FORBIDDEN, Plan


def play_and_note(game: Game, state: Any, action: int, worker: Worker, plan: Plan, depth: int) -> Any:
    """The state that an action leads to, noted as the next of the path; where a rule about
    repetition ends the simulation there, AGAIN has how many plies ago the position stood first."""
    after = game.result(state, action)
    if plan.repetition != 0:
        last = worker.counters[PAST] + depth
        key = game.repetition_key(after)
        worker.keys[last + 1] = key
        # in a tree what is forbidden has no edge; in a graph another path has led there
        if (plan.repetition != REPETITION_FORBIDDEN or plan.graph != 0) and game.may_repeat(state, action):
            worker.counters[AGAIN] = plies_back(worker.keys, last, key, game.reversible(after), plan)
    return after


def comes_again(game: Game, child: Any, worker: Worker, plan: Plan, depth: int) -> int:
    """Where a position has occurred so often, in the game or on the path, that the rule applies now, how many
    plies ago it did first; else 0."""
    key = game.repetition_key(child)
    return plies_back(worker.keys, worker.counters[PAST] + depth, key, game.reversible(child), plan)


def plies_back(keys: Any, last: int, key: Bitboard, plies: int, plan: Plan) -> int:
    """How many plies before the position after index `last` its key occurs first, at most `plies` before
    that; 0 where it has not occurred often enough for the rule."""
    times, first = 1, 0
    for i in range(last, max(last - plies, 0) - 1, -1):
        if keys[i] == key:
            times += 1
            first = last + 1 - i
    return first if times >= plan.occurrence else 0
