"""How often a network throws a result away, by the exact solver: moves after which a win is no win any more,
or a draw is lost.

The solver is asked one yes-or-no question about the position after a move, which is much cheaper than its
exact score.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.core.old_names import make_getattr
from halfmove.core.randomness import below, stream
from halfmove.core.score import MAX_PLIES
from halfmove.learn.lengths import longest_game
from halfmove.search.alphabeta.memory import HORIZON, MAX_PLY
from halfmove.search.alphabeta.plain import root
from halfmove.search.neural.judge import Judge
from halfmove.search.neural.network import Network
from halfmove.search.proof.solver import Solver

MEGABYTES = 64
NEAR_END = 24
"""Positions drawn at random are at most so many plies from the longest game's end: they are solved in
milliseconds."""

MEASURED = 400
"""Positions in which a run looks for errors."""
LONGEST = 42
"""Plies of the longest game in which a run looks for them: Connect Four's."""


class JudgedPosition(NamedTuple):
    """A position, and what it is worth to the player to move: 1 a win, 0 a draw, −1 a loss."""

    state: Any
    worth: int


class Results:
    """Says what positions of a game are worth, and which moves keep it; `Unsuitable` for a game that has no
    exact solver here."""

    def __init__(self, game: Game, megabytes: float = MEGABYTES) -> None:
        if game.players != 2 or not game.zero_sum or game.has_chance or game.hidden or game.simultaneous:
            raise Unsuitable(f"{game.title()} has no exact solver.")
        # (where positions repeat, a game may last as long as it likes)
        self.plies = longest_game(game) if game.repetition == "none" else MAX_PLIES
        """Of the longest game."""
        if self.plies > MAX_PLY:
            raise Unsuitable(f"A game of {game.title()} is too long to solve.")
        self.game, self._engine = game, Solver(game, megabytes=megabytes).engine

    def worth(self, state: Any) -> int:
        """The result of a state with best play, to the player to move."""
        if self.is_above(state, 0):
            return 1
        return 0 if self.is_above(state, -1) else -1

    def is_above(self, state: Any, bound: int) -> bool:
        """Whether the score of a state is above a number."""
        memory = self._engine.memories[0]
        memory.counters[HORIZON] = 0
        return root(self._engine.subject, state, bound, bound + 1, MAX_PLY, memory) > bound

    def spoils(self, known: JudgedPosition, action: Any) -> bool:
        """Whether a move throws away what the position is worth."""
        if known.worth < 0:
            return False
        game, state = self.game, known.state
        child = game.result(state, action)
        if not game.is_terminal(child) and game.to_move(child) == game.to_move(state):
            return not self.is_above(child, known.worth - 1)
        # the opponent's score must be below 0 after a move that wins, and not above it after one that draws
        return self.is_above(child, -known.worth)


def sample_positions(
    results: Results, count: int, seed: int = 0, seconds: float = 10.0
) -> list[JudgedPosition]:
    """Different positions of random games, near their end, in which more than one move is legal; as many as
    are solved in time."""
    game, random, until = results.game, stream(seed), time.monotonic() + seconds
    found: dict[Any, int] = {}
    tried = 0
    while len(found) < count and tried < 20 * count and time.monotonic() < until:
        tried += 1
        state, met, played = game.initial(), [], 0
        while not game.is_terminal(state):
            actions = list(game.actions(state))
            if len(actions) > 1 and results.plies - played <= NEAR_END:
                met.append(state)
            played += 1
            state = game.result(state, actions[below(random, len(actions))])
        if met:
            chosen = met[below(random, len(met))]
            if chosen not in found:
                found[chosen] = results.worth(chosen)
    return [JudgedPosition(state, worth) for state, worth in found.items()]


def choose_moves(
    network: Network,
    states: Sequence[Any],
    simulations: int = 0,
    seed: int = 0,
    *,
    symmetries: str = "one",
) -> list[Any]:
    """The move that the network plays in each state: its likeliest, or after so many simulations; shown each
    position by these `symmetries` (`search.neural.judge`)."""
    game = network.game
    if simulations == 0:
        found = Judge(network.encoding, network.evaluate(), symmetries).judge(states)
        return [
            list(game.actions(state))[int(np.argmax(found.shares[a:b]))]
            for state, a, b in zip(states, found.bounds, found.bounds[1:], strict=False)
        ]
    from halfmove.search.neural.algorithm import search
    from halfmove.search.neural.options import Options
    from halfmove.search.neural.searching import NetworkSearch

    memory = NetworkSearch(game, Options(symmetries=symmetries), network=network, seed=seed)
    moves = []
    for state in states:
        memory.clear()
        *_, analysis = search(game, state, Limit(simulations=simulations), memory=memory)
        moves.append(analysis.best)
    return moves


def error_rate(
    network: Network,
    results: Results,
    positions: Sequence[JudgedPosition],
    simulations: int = 0,
    *,
    symmetries: str = "one",
) -> float:
    """The share of the positions in which the move of `choose_moves` throws the result away."""
    if not positions:
        raise BadInput("There are no positions to look for errors in.")
    moves = choose_moves(network, [known.state for known in positions], simulations, symmetries=symmetries)
    wrong = sum(results.spoils(known, move) for known, move in zip(positions, moves, strict=True))
    return wrong / len(positions)


def measure_of(game: Game) -> Callable[[Network], float] | None:
    """What a run measures its networks by: the error rate of the policy alone in positions drawn at random;
    None for a game whose positions are not solved in a moment."""
    try:
        results = Results(game)
    except Unsuitable:
        return None
    if results.plies > LONGEST:
        return None
    positions = sample_positions(results, MEASURED)
    return lambda network: error_rate(network, results, positions)


def read_columns(game: Game, text: str) -> list[JudgedPosition]:
    """Positions as lines of actions' numbers from 1 on, written without blanks, and the exact score: those
    that Pascal Pons published for Connect Four."""
    found = []
    for line in text.splitlines():
        moves, score = line.split()
        state = game.initial()
        for digit in moves:
            state = game.result(state, int(digit) - 1)
        found.append(JudgedPosition(state, int(np.sign(int(score)))))
    return found


__getattr__ = make_getattr(__name__, {"drawn": sample_positions})
