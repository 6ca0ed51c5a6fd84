from functools import reduce
from operator import xor

import pytest
from exact import random_states, score
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.nim import Nim
from halfmove.games.reference import position
from halfmove.operations import perft


def naive_perft(heaps, most, depth):
    if depth == 0:
        return 1
    return sum(
        naive_perft((*heaps[:i], heap - n, *heaps[i + 1 :]), most, depth - 1)
        for i, heap in enumerate(heaps)
        for n in range(1, min(heap, most or heap) + 1)
    )


@pytest.mark.parametrize(("heaps", "most"), [((3, 4, 5), 0), ((7,), 3), ((1,) * 5, 0), ((2, 9), 4)])
def test_perft_agrees_with_tuples_of_numbers(heaps, most):
    game = interpreted(Nim(heaps=heaps, most=most))
    for depth in range(5):
        assert perft(game, game.initial(), depth) == naive_perft(heaps, most, depth)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", [Nim(), Nim(heaps=[15] * 15, most=2, misere=True)], ids=repr)
def test_both_speeds_count_the_same(game):
    for state in random_states(game, 1, 1):
        assert perft(game, state, 2) == perft(interpreted(game), state, 2)


@pytest.mark.parametrize("misere", [False, True])
def test_boutons_theorem(misere):
    """The mover wins where the binary sum is not 0; misère, where no heap has two, where it is."""
    known = {}
    game = interpreted(Nim(heaps="3,3,4", misere=misere))
    for state in random_states(game, 1, 20):
        heaps = [game.heap(state, i) for i in range(3)]
        wins = reduce(xor, heaps) != 0
        if misere and max(heaps) == 1:
            wins = not wins
        assert (score(game, state, known) > 0) == wins


def test_the_textbooks_game_is_lost_with_one_match_more_than_a_multiple_of_four():
    for heap in range(1, 14):
        game = interpreted(Nim(heaps=heap, most=3, misere=True))
        assert (score(game, game.initial(), {}) < 0) == (heap % 4 == 1)


@given(
    st.lists(st.integers(1, 7), min_size=1, max_size=6), st.integers(0, 5), st.randoms(use_true_random=False)
)
def test_positions_round_trip(heaps, most, random):
    game = interpreted(Nim(heaps=heaps, most=most))
    state = game.initial()
    keys = set()
    while True:
        assert game.parse(game.position_text(state)) == state
        assert game.key(state) not in keys
        keys.add(game.key(state))
        if game.is_terminal(state):
            break
        actions = list(game.actions(state))
        assert len(actions) <= game.actions_limit
        for action in actions:
            assert game.parse_action(state, game.action_text(state, action)) == action
        state = game.result(state, random.choice(actions))


def test_text_and_picture():
    game = interpreted(Nim())
    state, actions = position(game, moves="A3 b2, C5")
    assert game.show(state) == "A  - 0\nB  || 2\nC  - 0\nsecond player to take"
    assert game.position_text(state) == "0,2,0 second"
    assert game.show(position(game, moves="A3 B2 C5 B2")[0]).endswith("second player wins")
    assert len(actions) == 3
    assert game.draw(state).count("<ellipse") == 2
    assert game.parse("3,4,5") == game.initial()


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"heaps": ""}, "1 to 15 heaps, not 0"),
        ({"heaps": "3,x"}, "'x' is not a heap"),
        ({"heaps": "3,0"}, "1 to 1000 matches, not 0"),
        ({"heaps": [3] * 16}, "1 to 15 heaps, not 16"),
        ({"heaps": [99] * 15}, "With 15 heaps a heap of Nim has 1 to 15 matches, not 99"),
        ({"heaps": 2000}, "numbers up to 1000"),
        ({"heaps": True}, "must be a text"),
        ({"most": -1}, "0: any"),
    ],
)
def test_heaps_that_make_no_game_are_refused(parameters, words):
    with pytest.raises(BadInput) as caught:
        Nim(**parameters)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "moves", "words"),
    [
        ("3,4", "", "has 2 heaps, but the game has 3"),
        ("3,4,6", "", "Heap C has 6 matches in the position, but the game began with 5"),
        ("3,4,5 second", "", "it cannot be the second player's turn"),
        ("2,4,5 first", "", "it cannot be the first player's turn"),
        ("three", "", "'three' is not a heap"),
        (None, "D1", "There is no heap D"),
        (None, "1", "'1' is not a move; a move is a heap, A to C, and a number of matches, such as A1."),
        (None, "A4", "not possible to take 4 from heap A: at least 1 must be taken, and it has 3."),
        (None, "A0", "not possible to take 0"),
        (None, "A3 A1", "Move 2, 'A1', cannot be played: There is nothing left in heap A."),
        (None, "A3 B4 C5 A1", "the game is over after move 3"),
    ],
)
def test_what_cannot_be_is_refused(text, moves, words):
    with pytest.raises(BadInput) as caught:
        position(interpreted(Nim()), text, moves)
    assert words in str(caught.value)
