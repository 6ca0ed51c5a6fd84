"""Go turned and mirrored is the same game: stones, ko, prisoners, superko and all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.games.go import Go

GAMES = [
    interpreted(Go(width=width, height=height, rules=rules, komi=0.5))
    for width, height, rules in (
        (3, 3, "tromp-taylor"),
        (5, 5, "japanese"),
        (4, 4, "aga"),
        (5, 3, "chinese"),
        (9, 9, "chinese"),  # more than one word
        (2, 9, "tromp-taylor"),
    )
]
each = pytest.mark.parametrize("game", GAMES, ids=repr)


@each
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_acting_and_turning_commute(game, data):
    """A game and its picture in a symmetry, move for move: what is legal, what stands, what it counts."""
    k = data.draw(st.integers(0, game.symmetry_count - 1))
    rng = data.draw(st.randoms(use_true_random=False))
    there, here = History(game), History(game)
    while not here.over and len(here.actions) < 80:
        legal = here.legal()
        assert sorted(game.symmetric_action(a, k) for a in legal) == sorted(there.legal())
        action = rng.choice(legal[:-1] or legal) if rng.random() < 0.95 else legal[-1]
        here.play(action)
        there.play(game.symmetric_action(action, k))
        assert there.state == game.symmetric(here.state, k)
    assert there.over == here.over
    assert game.score(there.state) == game.score(here.state)


@each
def test_each_symmetry_is_another_and_the_first_is_none(game):
    corner = game.result(game.result(game.initial(), 0), 1)
    turned = [game.symmetric(corner, k) for k in range(game.symmetry_count)]
    assert turned[0] == corner
    assert len(set(turned)) == (8 if game.width == game.height else 4)


def test_a_ko_turns_with_the_board():
    game = interpreted(Go(width=4, height=4))
    state = game.parse(".XO./X.XO/.XO./.... O - 0")
    taken = game.result(state, game.parse_action(state, "B3"))
    assert taken.ko >= 0
    for k in range(8):
        there = game.result(game.symmetric(state, k), game.symmetric_action(5, k))
        assert there == game.symmetric(taken, k)
        assert there.ko == game.place(game.symmetric_action(6, k))


def test_no_table_of_a_search_turns_the_board():
    """A key for each side of the board would cost every position more than it spares."""
    assert not Go.table_symmetries
