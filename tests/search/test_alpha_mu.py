import itertools
import math
import random

import pytest
from random_hidden import Hidden

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.core.randomness import below, stream
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.leduc import Leduc
from halfmove.games.nim import Nim
from halfmove.search.algorithms import Brake, choose
from halfmove.search.alpha_mu import pareto

pytestmark = pytest.mark.one_speed

KUHN = interpreted(Kuhn())
LEDUC = interpreted(Leduc())
WHOLE = hm.Limit()
NAME = "alpha-mu"


class Drawn(Hidden):
    """A random game of hidden cards and secret actions that draws from all states that look alike."""

    def alike(self, s, player):
        """Every state with the same information, by going through the game."""
        waiting, found = [self.initial()], []
        name = self.information(s, player)
        while waiting:
            state = waiting.pop()
            if len(state) == len(s):
                if not self.is_terminal(state) and self.information(state, player) == name:
                    found.append(state)
            elif not self.is_terminal(state):
                waiting += [self.result(state, a) for a in self.actions(state)]
        return sorted(found)

    def resample(self, s, player, random):
        states = self.alike(s, player)
        return states[below(random, len(states))]


# ---- against the best of all strategies, one by one


def plans(game, drawn, viewer):
    """The viewer's information sets from some states on, with their actions."""
    sets, waiting = {}, list(drawn)
    while waiting:
        s = waiting.pop()
        if game.is_terminal(s):
            continue
        if game.to_move(s) == viewer:
            sets[int(game.information(s, viewer))] = list(game.actions(s))
        actions = [a for a, _ in game.outcomes(s)] if game.to_move(s) == hm.CHANCE else game.actions(s)
        waiting += [game.result(s, a) for a in actions]
    return sets


def best_defence(game, state, worlds, seed):
    """For each action: the best mean that a strategy of the mover's earns in the states drawn, where the
    other sees all and knows it.  Every strategy is tried."""
    viewer, draws = game.to_move(state), stream(seed)
    drawn = [game.resample(state, viewer, draws) for _ in range(worlds)]
    sets, best = plans(game, drawn, viewer), {}
    for choices in itertools.product(*sets.values()):
        plan = dict(zip(sets, choices, strict=True))

        def worth(s, plan=plan):
            if game.is_terminal(s):
                return game.utility(s, viewer)
            mover = game.to_move(s)
            if mover == viewer:
                return worth(game.result(s, plan[int(game.information(s, viewer))]))
            if mover == hm.CHANCE:
                return math.fsum(p * worth(game.result(s, a)) for a, p in game.outcomes(s))
            return min(worth(game.result(s, a)) for a in game.actions(s))

        first = plan[int(game.information(state, viewer))]
        mean = math.fsum(map(worth, drawn)) / worlds
        best[first] = max(best.get(first, -math.inf), mean)
    return best


def random_state(seed):
    """A random game and a state in it, where somebody is to choose."""
    game, draw = Drawn(seed=seed), random.Random(seed)
    state = game.result(game.initial(), draw.randrange(4))
    if draw.randrange(2) and not game.is_terminal(after := game.result(state, next(game.actions(state)))):
        state = after
    return game, state


SEEDS = (
    0,
    2,
    3,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    14,
    16,
    18,
    21,
    25,
    27,
    29,
    30,
    31,
    33,
    37,
    39,
    43,
    44,
    45,
    48,
    49,
    53,
    54,
    56,
)
"""Games in which the player to move has from 8 to 600 strategies."""


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_are_worth_what_the_best_of_all_strategies_earns(seed):
    game, state = random_state(seed)
    options = {"worlds": "6", "search": "expectiminimax"}
    last = hm.analyze(game, state, WHOLE, algorithm=NAME, lines=3, seed=seed, options=options)
    expected = best_defence(game, state, 6, seed)
    assert {line.action for line in last.lines} == set(expected)
    for line in last.lines:
        assert line.value == pytest.approx(expected[line.action], abs=1e-9)
    assert last.statistics["open"] == 0


@pytest.mark.parametrize("moves", ["Q J", "J Q bet", "K J check bet"])
def test_kuhn_poker(moves):
    state = hm.position(KUHN, moves=moves)[0]
    last = hm.analyze(KUHN, state, WHOLE, algorithm=NAME, lines=2, seed=3, options={"worlds": "9"})
    expected = best_defence(KUHN, state, 9, 3)
    assert {line.action: line.value for line in last.lines} == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("game", "moves"), [(KUHN, "Q J"), (LEDUC, "K Q bet"), (in_turn(interpreted(Goofspiel(cards=3))), "3 A")]
)
def test_one_move_ahead_it_is_perfect_information_monte_carlo(game, moves):
    state, options = hm.position(game, moves=moves)[0], {"worlds": "15"}
    one = hm.analyze(game, state, hm.Limit(depth=1), algorithm=NAME, lines=9, seed=4, options=options)
    pimc = hm.analyze(game, state, WHOLE, algorithm="pimc", lines=9, seed=4, options=options)
    assert {line.action: line.value for line in one.lines} == pytest.approx(
        {line.action: line.value for line in pimc.lines}, abs=1e-5
    )


def test_looking_farther_ahead_never_promises_more():
    """A longer look takes from MAX what he can only do where he sees all."""
    state = hm.position(LEDUC, moves="Q J")[0]
    levels = list(hm.deepen(LEDUC, state, WHOLE, algorithm=NAME, seed=1))
    assert [level.depth for level in levels] == [1, 2, 3, 4]
    values = [level.value for level in levels]
    assert all(one >= other - 1e-9 for one, other in itertools.pairwise(values))
    assert values[0] > values[-1]
    assert levels[-1].statistics["largest_front"] > 1


@pytest.mark.parametrize(("one", "other"), [("Q J", "Q K"), ("J Q bet", "K Q bet")])
def test_what_the_player_cannot_see_changes_nothing(one, other):
    first, second = (
        hm.analyze(KUHN, hm.position(KUHN, moves=moves)[0], WHOLE, algorithm=NAME, lines=2, seed=5)
        for moves in (one, other)
    )
    assert [(line.action, line.value) for line in first.lines] == [
        (line.action, line.value) for line in second.lines
    ]


def test_fronts():
    assert set(pareto([(1, 0), (0, 1), (0, 0), (1, 0), (0.5, 0.5)])) == {(1, 0), (0, 1), (0.5, 0.5)}
    assert pareto([(2, 2), (1, 2), (2, 1)]) == [(2, 2)]
    draw = random.Random(1)
    for _ in range(200):
        vectors = [tuple(draw.randrange(3) for _ in range(3)) for _ in range(8)]
        beaten = {
            v for v in vectors for o in vectors if o != v and all(x >= y for x, y in zip(o, v, strict=True))
        }
        assert set(pareto(vectors)) == set(vectors) - beaten


def test_limits_nature_ends_and_choices():
    state = hm.position(LEDUC, moves="K Q")[0]
    assert hm.analyze(LEDUC, state, hm.Limit(depth=2), algorithm=NAME).depth == 2
    few = hm.analyze(LEDUC, state, hm.Limit(nodes=30), algorithm=NAME)
    assert few.depth == 1
    timed = hm.analyze(LEDUC, state, hm.Limit(seconds=0.01), algorithm=NAME)
    assert timed.best is not None
    assert hm.analyze(KUHN, limit=WHOLE, algorithm=NAME).lines == ()
    over = hm.analyze(KUHN, hm.position(KUHN, moves="K J check check")[0], algorithm=NAME)
    assert (over.value, over.proven, over.lines) == (1, True, ())
    only = hm.analyze(LEDUC, state, WHOLE, algorithm=NAME, only={1}, lines=3)
    assert [line.action for line in only.lines] == [1]


def test_what_it_refuses():
    with pytest.raises(Unsuitable, match="in nim players see everything"):
        choose(Nim(), NAME)
    with pytest.raises(Unsuitable, match="for two opponents"):
        choose(Leduc(players=3), NAME)
    for options, words in [
        ({"c": "1"}, "has no option 'c'; there are: worlds, search"),
        ({"worlds": "1000"}, "a whole number from 1 to 200"),
        ({"search": "nobody"}, "There is no algorithm 'nobody'"),
    ]:
        with pytest.raises(BadInput, match=words):
            hm.analyze(KUHN, hm.position(KUHN, moves="Q J")[0], algorithm=NAME, options=options)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("nodes", [1, 300, 3_000])
def test_a_wide_game_obeys_its_limit(nodes):
    """One move ahead dark chess has 8,000 states to value: perfect-information Monte Carlo answers."""
    game = hm.game("dark-chess")
    found = hm.analyze(game, game.initial(), hm.Limit(nodes=nodes), algorithm=NAME, lines=20)
    assert found.nodes <= nodes + 100
    assert found.depth == 1
    assert len(found.lines) > 0
    assert {line.action for line in found.lines} <= set(game.actions(game.initial()))


def test_a_search_that_is_stopped_has_an_answer():
    brake = Brake()
    brake.pull()
    [found] = choose(KUHN, NAME).search(KUHN, hm.position(KUHN, moves="Q J")[0], WHOLE, brake=brake)
    assert found.best is not None
