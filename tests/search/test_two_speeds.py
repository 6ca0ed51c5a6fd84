"""One source, two speeds: a search of a game visits the same nodes interpreted and compiled.

Over every registered game and every search that fits it: the engine here, Monte Carlo on a game of each kind,
the textbooks' searches on one game; on all of them in `make test-all`.
"""

import random

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted, jit_enabled
from halfmove.search.algorithms import algorithms

DEEP = {"nim": 5, "tictactoe": 4, "mnk": 3, "connect4": 3}
"""Plies that are soon searched interpreted; 2 in other games.  Parameters are as they come, so that the
machine code serves other tests too."""
SET = {"backgammon": {"evaluation": "hand"}}
"""Networks are slow in plain Python; that both speeds judge the same is `check_game`'s to say."""
SIMULATIONS = {"go": 10, "gomoku": 20}
OFTEN = {(name, "mcts") for name in ("backgammon", "go", "monopoly", "pacman", "race", "tictactoe")}
OFTEN |= {("nim", "alphabeta")}
"""What is tried in every run besides the engine: a game of each kind, by the search that plays it."""
LEFT_OUT = {("dark-chess", "alpha-mu"), ("dark-chess", "oos")}
"""Twenty boards at every leaf, each searched for 20,000 nodes: hours in plain Python; and a recursion as deep
as a random game is long, which plain Python does not allow."""


def crowded(game, name):
    """A position to start from: on large boards a late one, where two plies are soon searched interpreted."""
    state = game.initial()
    if name == "go":
        chance = random.Random(5)
        for _ in range(300):
            state = game.result(state, chance.choice([*game.actions(state)][:-1]))  # the last is the pass
    elif name == "gomoku":  # five in a row nowhere: columns in pairs, shifted from row to row; a corner left
        places = [(row, column) for row in range(15) for column in range(15) if row >= 6 or column >= 6]
        colours = [[15 * r + c for r, c in places if (c // 2 + r) % 2 == colour] for colour in (0, 1)]
        for both in zip(*colours, strict=False):
            for action in both:
                state = game.result(state, action)
    return state


def cases():
    for name in hm.all_games():
        game = hm.game(name)
        for algorithm, row in algorithms().items():
            if row.unfit(game) is None and not row.needs and (name, algorithm) not in LEFT_OUT:
                often = algorithm == "engine" or (name, algorithm) in OFTEN
                yield pytest.param(
                    name, algorithm, id=f"{name}-{algorithm}", marks=() if often else pytest.mark.exhaustive
                )


@pytest.mark.slow_interpreted
@pytest.mark.skipif(not jit_enabled(), reason="compares machine code with its source")
@pytest.mark.parametrize(("name", "algorithm"), list(cases()))
def test_a_search_is_the_same_at_both_speeds(name, algorithm):
    game = hm.game(name, **SET.get(name, {}))
    limits = algorithms()[algorithm].limits
    if "depth" in limits:
        limit = hm.Limit(depth=DEEP.get(name, 2))
    else:
        limit = hm.Limit(simulations=SIMULATIONS.get(name, 60))
    told, state = [], crowded(game, name)
    assert not game.is_terminal(state)
    for speed in (interpreted(game), game):
        found = hm.analyze(speed, state, limit, algorithm=algorithm, seed=5, lines=2)
        told.append((found.nodes, found.value, [(line.action, line.value) for line in found.lines]))
    assert told[0] == told[1]


@pytest.mark.slow_interpreted
def test_a_chess_position_that_was_searched_by_another_engine_when_interpreted():
    game = hm.game("chess")
    state = game.parse("4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1")
    for speed in (interpreted(game), game):
        found = hm.analyze(speed, state, hm.Limit(depth=1), algorithm="engine")
        assert (found.nodes, game.action_text(state, found.best)) == (31, "Qa2")
