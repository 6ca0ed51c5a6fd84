"""A local best response never earns more than a best response, and is what its paper says."""

from __future__ import annotations

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.contract import CHANCE
from halfmove.core.errors import Unsuitable
from halfmove.games.leduc import CALL, FOLD
from halfmove.imperfect.best_response import judge
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.local_best_response import local_best_response
from halfmove.imperfect.strategy import Strategy, normalise

LEDUC = hm.game("leduc")
TABLE = lay_out(LEDUC)


def drawn(seed: int) -> Strategy:
    """A strategy drawn at random, some of its actions hardly ever taken."""
    weights = np.random.default_rng(seed).random(int(TABLE.layout.first[-1])) ** 4
    return Strategy(TABLE, normalise(TABLE, weights))


def bound(strategy: Strategy, player: int) -> float:
    return local_best_response(strategy, player)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("player", [0, 1])
def test_it_earns_no_more_than_a_best_response(seed: int, player: int) -> None:
    strategy = drawn(seed)
    values, best = judge(TABLE.layout, strategy.policy, compiled=TABLE.compiled)
    earned = bound(strategy, player)
    assert earned <= best[player] + 1e-12
    assert earned > values[player]  # a strategy drawn at random loses to one bet of looking ahead


def test_near_equilibrium_it_earns_hardly_more_than_the_value() -> None:
    strategy = hm.regret(LEDUC, algorithm="cfr+", iterations=300).strategy
    _, best = judge(strategy.table.layout, strategy.policy, compiled=TABLE.compiled)
    for player in (0, 1):
        assert bound(strategy, player) <= best[player] + 1e-12


@pytest.mark.parametrize("player", [0, 1])
def test_it_plays_as_one_who_goes_through_the_deals_by_hand(player: int) -> None:
    """The same from the rules alone: what the other may hold is listed anew at every turn."""
    game, strategy = TABLE.game, drawn(11)

    def quiet(s: object) -> float:
        if game.is_terminal(s):
            return float(game.utility(s, player))
        if game.to_move(s) == CHANCE:
            return sum(p * quiet(game.result(s, a)) for a, p in game.outcomes(s))
        return quiet(game.result(s, CALL))

    def looked_at(s: object, a: int) -> float:
        after = game.result(s, a)
        if a in (FOLD, CALL) or game.is_terminal(after):
            return quiet(after)
        folds = strategy.at(after).get(FOLD, 0.0)
        return folds * game.utility(game.result(after, FOLD), player) + (1 - folds) * quiet(after)

    def histories(s: object, likely: float, found: dict[int, list[tuple[object, float]]]) -> None:
        if game.is_terminal(s):
            return
        mover = game.to_move(s)
        if mover == player:
            found.setdefault(int(game.information(s, player)), []).append((s, likely))
        if mover == CHANCE:
            steps = dict(game.outcomes(s))
        else:
            steps = dict.fromkeys(game.actions(s), 1.0) if mover == player else strategy.at(s)
        for a, p in steps.items():
            histories(game.result(s, a), likely * p, found)

    sets: dict[int, list[tuple[object, float]]] = {}
    histories(game.initial(), 1.0, sets)
    chosen = {
        name: max(game.actions(held[0][0]), key=lambda a: sum(p * looked_at(s, a) for s, p in held))
        for name, held in sets.items()
    }

    def earned(s: object) -> float:
        if game.is_terminal(s):
            return float(game.utility(s, player))
        mover = game.to_move(s)
        if mover == player:
            return earned(game.result(s, chosen[int(game.information(s, player))]))
        steps = dict(game.outcomes(s)) if mover == CHANCE else strategy.at(s)
        return sum(p * earned(game.result(s, a)) for a, p in steps.items())

    assert bound(strategy, player) == pytest.approx(earned(game.initial()), abs=1e-9)


def test_what_is_no_poker_for_two_is_refused() -> None:
    with pytest.raises(Unsuitable, match="is for poker"):
        local_best_response(Strategy.uniform(hm.game("rock-paper-scissors")), 0)
    with pytest.raises(Unsuitable, match="has 3 players"):
        local_best_response(Strategy.uniform(hm.game("goofspiel", players=3, cards=2)), 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_on_kuhn_poker_too_where_actions_have_other_numbers(seat):
    strategy = Strategy.uniform(hm.game("kuhn"))
    values, best = judge(strategy.table.layout, strategy.policy, compiled=strategy.table.compiled)
    assert values[seat] < local_best_response(strategy, seat) <= best[seat] + 1e-12
