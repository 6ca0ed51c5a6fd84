import math
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, TREES, ChanceTree, ListTree, RandomTree, expected, root

from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.mnk import TicTacToe
from halfmove.games.tree import tree
from halfmove.search.textbook.expectiminimax import expectiminimax
from halfmove.search.textbook.minimax import minimax
from halfmove.search.trace import Enter, Recorder, Weigh

NUMBERS = st.integers(0, 10**9)
GAMES = [ChanceTree(movers=movers) for movers in (1, 2, 3)]
UNEVEN = ChanceTree(exact=False)


def chance(children, probabilities):
    return {"player": "chance", "children": children, "probabilities": probabilities}


def loaded(first, second):
    """Russell and Norvig's fig. 5.14: MAX, two chance nodes of 0.9 and 0.1, MINs with equal leaves."""
    return [chance([[a, a], [b, b]], [0.9, 0.1]) for a, b in (first, second)]


@pytest.mark.parametrize(
    ("first", "second", "value", "action"), [((2, 3), (1, 4), 2.1, 0), ((20, 30), (1, 400), 40.9, 1)]
)
def test_the_textbook_s_two_scales_order_the_leaves_alike_and_the_moves_differently(
    first, second, value, action
):
    outcome = expectiminimax(tree(loaded(first, second)))
    assert outcome.value == pytest.approx(value)
    assert (outcome.action, outcome.variation) == (action, (action,))
    assert (outcome.nodes, outcome.terminals) == (15, 8)


def test_every_step_of_a_chance_node_is_told():
    watch = Recorder()
    expectiminimax(tree(chance([8, [4, 6], 0], [0.25, 0.5, 0.25])), watch=watch)
    assert [e for e in watch.events if isinstance(e, Weigh)] == [
        Weigh((), 0, 0.25, 0.0, 2.0),
        Weigh((), 1, 0.5, 2.0, 5.0),
        Weigh((), 2, 0.25, 5.0, 5.0),
    ]
    assert watch.events[-1].value == 5


def test_where_nature_moves_first_there_is_nothing_to_choose():
    outcome = expectiminimax(tree(chance([[1, 5], [2, 3]], [0.5, 0.5])))
    assert outcome[:3] == (4, None, ())


def test_an_impossible_outcome_is_not_searched_and_not_even_infinity_matters():
    watch = Recorder()
    outcome = expectiminimax(ExplicitChance({(): [0, 1]}, [inf, 7]), watch=watch)
    assert outcome.value == 7
    assert [e.path for e in watch.events if isinstance(e, Enter)] == [(), (1,)]


class ExplicitChance(ListTree):
    """A `ListTree` where nature moves at the given paths, with the given probabilities."""

    chance = "explicit"

    def __init__(self, chances, spec):
        super().__init__(spec)
        self.chances = chances

    def to_move(self, s):
        return -1 if s in self.chances else super().to_move(s)

    def outcomes(self, s):
        yield from enumerate(self.chances[s])


def test_infinities_have_a_mean_unless_they_are_opposite():
    assert expectiminimax(ExplicitChance({(): [0.5, 0.5]}, [inf, 7])).value == inf
    with pytest.raises(BadInput, match="no mean"):
        expectiminimax(ExplicitChance({(): [0.5, 0.5]}, [inf, -inf]))


def test_evaluations_stand_at_the_horizon_at_chance_nodes_too():
    game = tree({"children": [{**chance([1, 2], [0.5, 0.5]), "value": 9}, [3]]})
    assert expectiminimax(game, depth=1)[:2] == (9, 0)
    assert expectiminimax(game, depth=2)[:2] == (3, 1)
    assert expectiminimax(game, depth=0)[:2] == (0, None)


def test_without_chance_it_is_minimax():
    assert expectiminimax(ListTree(AIMA))[:5] == minimax(ListTree(AIMA))[:5]
    for number in range(100):
        assert expectiminimax(RandomTree(), root(number)) == minimax(RandomTree(), root(number))


@pytest.mark.slow_interpreted
def test_a_compiled_game_need_not_know_of_chance():
    assert expectiminimax(TicTacToe()).nodes == 549_946


def test_one_player_against_nature_alone():
    class Die(ListTree):
        chance, payoffs = "explicit", "general"

        def to_move(self, s):
            return -1 if len(s) % 2 else 0

    game = Die([[1, 2, 3], [0, 0, 9]], players=1)
    assert expectiminimax(game)[:2] == (3, 1)  # equally likely, as the game says nothing else


def test_games_that_do_not_fit_are_refused_with_the_reason():
    for trait, value, word in (
        ("payoffs", "general", "max\\^n"),
        ("information_kind", "imperfect", "see everything, and expectiminimax"),
        ("dynamics", "simultaneous", "same time, and expectiminimax"),
    ):
        with pytest.raises(Unsuitable, match=word):
            expectiminimax(type("Odd", (ListTree,), {trait: value})(AIMA))


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("trees", TREES)
@pytest.mark.parametrize("game", GAMES)
def test_irregular_trees_by_the_definition(game, trees):
    for number in range(trees // 3):
        assert expectiminimax(game, root(number)).value == expected(game, root(number)), number


@given(NUMBERS, st.sampled_from([*GAMES, UNEVEN]), st.sampled_from([None, 1, 2, 3]))
def test_compiled_interpreted_and_by_the_definition(number, game, depth):
    start = root(number)
    outcome = expectiminimax(game, start, depth=depth)
    assert outcome == expectiminimax(interpreted(game), start, depth=depth)
    assert math.isclose(outcome.value, expected(game, start, depth), abs_tol=1e-12)


def test_the_random_trees_keep_the_contract_of_chance():
    report = check_game(UNEVEN, games=5)
    assert report.promises["outcomes names the actions, in their order"] > 5
