"""Trees with infinite payoffs: every textbook search agrees with plain minimax, and no NaN comes up."""

import math
from random import Random

import pytest

import halfmove as hm
from halfmove.core.contract import CHANCE
from halfmove.search.textbook.outcome import unfit
from halfmove.teach.trace import teachable

GAMES = 60


def random_spec(random, depth, chance, infinities):
    if depth == 0 or random.random() < 0.15:
        return random.choice([*infinities, random.randint(-9, 9), random.randint(-9, 9), 0.5])
    node = {
        "children": [random_spec(random, depth - 1, chance, infinities) for _ in range(random.randint(1, 3))]
    }
    if random.random() < 0.4:
        node["value"] = random.choice([*infinities, random.randint(-9, 9)])
    if chance and random.random() < 0.3:
        node["player"] = "chance"
    return node


def random_tree(seed, chance):
    random = Random(seed)
    infinities = [random.choice([math.inf, -math.inf])] if chance else [math.inf, -math.inf]
    return hm.tree({"children": [random_spec(random, 3, chance, infinities) for _ in range(2)]})


def naive(game, state):
    """Expectiminimax of player 0 by the definition."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.to_move(state) == CHANCE:
        return sum(p * naive(game, game.result(state, a)) for a, p in game.outcomes(state))
    values = [naive(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


@pytest.mark.parametrize("name", [name for name, a in teachable().items() if not a.lesson.heuristic])
def test_the_value_is_that_of_the_definition(name):
    algorithm = teachable()[name]
    served = 0
    for seed in range(GAMES):
        game = random_tree(seed, chance=bool(seed % 2))
        if algorithm.unfit(game):  # Star1 and Star2 need finite bounds, most others no chance
            continue
        served += 1
        trace = hm.trace(game, algorithm=name)
        value = trace.outcome.value[0] if trace.lesson.payoffs == "each" else trace.outcome.value
        assert value == pytest.approx(naive(game, game.root))
        assert not any("nan" in repr(vars_of(event)) for event in trace.events)
        shallow = hm.trace(game, algorithm=name, depth=2).outcome.value
        assert "nan" not in repr(shallow)
    assert served


def vars_of(event):
    """The numbers an event tells."""
    return [getattr(event, key, None) for key in ("alpha", "beta", "old", "new", "value", "bound")]


def test_the_engine_says_why_not():
    game = hm.tree([[math.inf, 3]])
    assert unfit(game) is None
    with pytest.raises(hm.Unsuitable, match="counts utilities up to 500, but tree has infinite ones"):
        hm.analyze(game, algorithm="engine")
    assert hm.analyze(game).algorithm != "engine"
