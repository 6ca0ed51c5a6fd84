"""Searches of tic-tac-toe with networks that say what a function of the state says."""

from __future__ import annotations

import numpy as np

import halfmove as hm
from halfmove.core.limit import Limit
from halfmove.search.encoding import Encoding
from halfmove.search.neural.judge import Judge
from halfmove.search.neural.network import Network
from halfmove.search.neural.options import Options
from halfmove.search.neural.searching import NetworkSearch

TTT = hm.game("tictactoe")


class Told:
    """A network whose outputs a function of the state says: shares of the squares, and a value."""

    name = "told"

    def __init__(self, game, say):
        self.encoding, self.say, self.calls = Encoding(game), say, []

    def __call__(self, planes):
        self.calls.append(len(planes))
        said = [self.say(state) for state in self.states]
        logits = np.log(np.array([shares for shares, _ in said], np.float32) + 1e-9)
        return logits, np.array([[value] for _, value in said], np.float32)


class Telling(Judge):
    """A judge whose network is told the states too, and so can know anything."""

    def judge(self, states):
        self.evaluate.states = states
        return super().judge(states)


def searching(game, say, batch=8, **more):
    """A search with such a network."""
    engine = NetworkSearch(
        game, Options(batch=batch, **more), network=Network.new(game, "tiny"), megabytes=16
    )
    told = Telling(engine.network.encoding, Told(game, say))
    engine.judges[0] = engine.batches.evaluator = told
    return engine


def grown(engine, state, simulations):
    engine.begin()
    engine.set_root(state)
    engine.grow(Limit(simulations=simulations))
    return engine


UNIFORM = (np.ones(9), 0.0)


def truth(state):
    """The solver's word: equal shares for the best squares, none for the others, and the value."""
    shares = np.zeros(9)
    value = hm.solve(TTT, state, megabytes=1).value
    for action in TTT.actions(state):
        child = TTT.result(state, action)
        worth = (
            TTT.utility(child, TTT.to_move(state))
            if TTT.is_terminal(child)
            else -hm.solve(TTT, child, megabytes=1).value
        )
        shares[action] = worth == value
    return shares, float(value)


def positions(count, seed=1):
    """Positions of random games, none of them over."""
    random, found = np.random.default_rng(seed), []
    while len(found) < count:
        state = TTT.initial()
        for _ in range(int(random.integers(0, 7))):
            if not TTT.is_terminal(state):
                state = TTT.result(state, int(random.choice(list(TTT.actions(state)))))
        if not TTT.is_terminal(state):
            found.append(state)
    return found
