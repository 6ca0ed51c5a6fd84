"""Balanced random openings: reproducible, distinct, balanced by the rule stated, for any game."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_players import RIVALS
from small_games import ChanceTree, RandomTree

import halfmove as hm
from halfmove.arena.openings import load_book, parse_source
from halfmove.arena.openings.balanced import Balanced
from halfmove.core.errors import BadInput
from halfmove.games.mnk import TicTacToe
from halfmove.search.algorithms import analyze


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """Games small enough to be judged without machine code."""
    monkeypatch.setattr("halfmove.core.compile._JIT", False)


def lines(made, number):
    return [made[k].moves for k in range(number)]


def exact(game, state):
    """The value by a whole search of the game, to whoever moves."""
    return analyze(game, state, hm.Limit(depth=9), algorithm="alphabeta").value


def test_reproducible_from_a_seed_in_any_order():
    game = hm.game("tictactoe")
    made = load_book(parse_source("random", plies=3), game, seed=7)
    again = load_book(parse_source("random", plies=3), game, seed=7)
    later = [again[5], again[0], again[5]]
    assert later == [made[5], made[0], made[5]]
    assert lines(made, 6) == lines(again, 6)
    assert lines(load_book(parse_source("random", plies=3), game, seed=8), 6) != lines(made, 6)


@pytest.mark.slow_interpreted
@settings(max_examples=10)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_balanced_by_the_rule(seed, plies):
    """At Tic-tac-toe a search says all there is to say: an even opening is one that is still drawn."""
    game = hm.game("tictactoe")
    made = load_book(parse_source("random", plies=plies), game, seed)
    for k in range(3):
        assert len(made[k].moves) == plies
        history = made[k].open(game)
        assert exact(game, history.state) == 0


def test_a_margin_that_lets_all_in():
    game = hm.game("tictactoe")
    made = load_book(parse_source("random", plies=4, margin=1.0), game, 3)
    assert {exact(game, made[k].open(game).state) for k in range(30)} == {-1, 0, 1}


def test_distinct_up_to_symmetry_as_long_as_there_are_any():
    """One stone on Tic-tac-toe's board: corner, edge, centre.  The fourth must be one of them."""
    game = hm.game("tictactoe")
    made = load_book(parse_source("random", plies=1), game, 1)
    kinds = [{"b2": "centre"}.get(m, "edge" if "2" in m or "b" in m else "corner") for [m] in lines(made, 8)]
    assert sorted(kinds[:3]) == ["centre", "corner", "edge"]
    assert set(kinds[3:]) <= set(kinds[:3])


def test_no_opening_that_nobody_could_play_on():
    """Two matches of Nim are taken in two plies at most."""
    with pytest.raises(BadInput, match="No balanced opening of 2 plies was found for nim in 400 tries"):
        load_book(parse_source("random", plies=2), hm.game("nim", heaps="2"), 0)[0]


def test_openings_of_a_game_that_is_decided_anyway():
    """Nim is never even: with the usual margin any opening will do, another has to be a whole win."""
    made = load_book(parse_source("random", plies=1), hm.game("nim", heaps="9"), 0)
    assert len({made[k].moves for k in range(8)}) > 1
    with pytest.raises(BadInput, match=r"a wider margin than 0\.5"):
        load_book(parse_source("random", plies=1, margin=0.5), hm.game("nim", heaps="9"), 0)[0]
    assert load_book(parse_source("random", plies=1, margin=1.0), hm.game("nim", heaps="9"), 0)[0].moves


def test_games_with_chance_and_for_many_are_not_judged():
    tree = ChanceTree()
    made = Balanced(tree, 2, 0.25, seed=0)
    for k in range(5):
        assert len(made[k].moves) == 2
        assert not made[k].open(tree).over
    three = Balanced(RIVALS, 2, 0.25, seed=0)
    assert {len(m) for m in lines(three, 5)} == {2}


def test_openings_end_before_the_game_does():
    class Tree(RandomTree):
        utility_limit = 4

    tree = Tree(plies=3)
    made = Balanced(tree, 2, math.inf, seed=0)
    assert not any(made[k].open(tree).over for k in range(5))
    with pytest.raises(BadInput, match="No balanced opening of 3 plies"):
        Balanced(tree, 3, math.inf, seed=0)[0]


def test_a_game_of_hidden_information_is_refused():
    class Covered(TicTacToe):
        information_kind = "imperfect"

    with pytest.raises(BadInput, match="hides information"):
        Balanced(Covered(), 2, 0.25, seed=0)
