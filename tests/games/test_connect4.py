import pytest
from exact import check_knowledge, random_states
from hypothesis import given
from hypothesis import strategies as st
from line_sets import Line
from probe import check_speeds

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.connect4 import ConnectFour
from halfmove.games.reference import position
from halfmove.operations import perft

SIZES = [(1, 63), (3, 20), (8, 7)]
"""Boards whose bits reach the end of the word, or whose shifts would pass it."""


@pytest.mark.slow_interpreted
def test_perft_to_depth_10_is_the_published_count():
    # The figure; John Tromp's tables and OpenSpiel agree on it.
    game = ConnectFour()
    assert [perft(game, game.initial(), d) for d in (1, 4, 7, 8, 10)] == [7, 2401, 823536, 5673234, 268031646]


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 4), (5, 2), (1, 6), (3, 5), (6, 1), (1, 1)])
def test_perft_agrees_with_sets_of_squares(width, height):
    game = interpreted(ConnectFour(width=width, height=height))
    naive = Line(width, height, 4, drop=True)
    for depth in range(6 if width < 7 else 5):
        assert perft(game, game.initial(), depth) == naive.perft(depth)


def test_perft_agrees_with_sets_of_squares_in_the_middle_of_a_game():
    game = interpreted(ConnectFour(width=5, height=4))
    state, actions = position(game, moves="3 2 3 2 4 1")
    stones, naive = {}, Line(5, 4, 4, drop=True)
    for i, a in enumerate(actions):
        stones[next(s for s in naive.moves(stones) if s[1] == a)] = i % 2
    for depth in range(6):
        assert perft(game, state, depth) == naive.perft(depth, stones)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_both_speeds_know_the_same(width, height):
    game = ConnectFour(width=width, height=height)
    check_speeds(game, random_states(game, 3, 6))


@pytest.mark.parametrize(("width", "height"), [(1, 6), (3, 4), (4, 4), (5, 4), (4, 5), (6, 4)])
def test_what_it_knows_is_true(width, height):
    game, known = interpreted(ConnectFour(width=width, height=height)), {}
    told = [
        check_knowledge(game, state, known)
        for state in random_states(game, 5, 25)
        if state.mask.bit_count() >= width * height - 10
    ]
    assert len(told) > 20


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 5), (2, 31)])
def test_a_mirrored_position_is_the_same_game(width, height):
    game = interpreted(ConnectFour(width=width, height=height))
    for state in random_states(game, 2, 3):
        mirrored = game.symmetric(state, 1)
        assert game.symmetric(mirrored, 1) == state
        assert game.symmetric(state, 0) == state
        for action in game.actions(state):
            other = game.symmetric_action(action, 1)
            assert game.result(mirrored, other) == game.symmetric(game.result(state, action), 1)


@given(st.lists(st.integers(0, 6), max_size=42), st.sampled_from([(7, 6), (4, 4), (9, 6), (12, 4), (1, 1)]))
def test_positions_and_boards_round_trip(columns, size):
    game = interpreted(ConnectFour(width=size[0], height=size[1]))
    state = game.initial()
    for column in columns:
        if not game.is_terminal(state) and column in list(game.actions(state)):
            text = game.action_text(state, column)
            assert game.parse_action(state, text) == column
            state = game.result(state, column)
    assert game.parse(game.position_text(state)) == state
    assert game.parse(game.show(state)) == state


def test_a_position_may_be_given_as_moves():
    game = interpreted(ConnectFour())
    expected, actions = position(game, moves="4433")
    assert actions == [3, 3, 2, 2]
    assert game.parse("4433") == game.parse("4, 4 33") == expected
    assert game.position_text(expected) == "7/7/7/7/2OO3/2XX3"
    assert game.parse("7/7/7/7/..oo.../2xx3 X to move") == expected


def test_columns_past_nine_are_written_apart():
    game = interpreted(ConnectFour(width=12, height=4))
    assert position(game, moves="12 1, 11")[1] == [11, 0, 10]


def test_the_picture():
    game = interpreted(ConnectFour())
    state, _ = position(game, moves="4343434")
    assert game.show(state).splitlines()[-3:] == [" . . O X . . .", " 1 2 3 4 5 6 7", " X wins"]
    assert game.draw(state).count("#fff") == 4  # the winning stones are ringed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7/7/7/7/7", "has 5 rows, but the board has 6"),
        ("7/7/7/7/7/6", "has 6 squares, but the board is 7 wide"),
        ("7/7/7/7/7/XOQ4", "'Q' in row 6"),
        ("7/7/7/7/X6/7", "above row 1 of column 1 floats"),
        ("7/7/7/7/7/XX5", "2 X and 0 O"),
        ("7/7/7/7/7/XXO4 X", "it is O's turn, not X's"),
        ("7/7/7/7/7/XXO4 Z", "the side to move, X or O, not 'Z'"),
        ("7/7/7/7/OOOO3/XXXX3", "Both sides have 4 in a line"),
        ("7/7/7/7/7/XXXXOOOO", "8 squares"),
        ("7/7/7/7/OOO4/XXXXO2", "so X must have moved last"),
        ("7/7/7/7/X6/O6", "No game leads to this position"),
        ("7/7/X5X/XO4X/XOO1O1X/XOO1O1X", "No last move can have made"),
        ("4444444", "Move 7, '4', cannot be played: Column 4 is full; there is room in: 1, 2, 3, 5, 6, 7."),
        ("48", "Move 2, '8', cannot be played: '8' is not a column; the columns are 1 to 7."),
        ("43434345", "Move 8, '5', cannot be played: the game is over after move 7."),
        ("nonsense", "'nonsense' is not a column"),
    ],
)
def test_positions_that_cannot_arise_are_refused(text, words):
    game = interpreted(ConnectFour())
    with pytest.raises(BadInput) as caught:
        game.parse(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"width": 8, "height": 8}, "at width 8 the height is at most 7"),
        ({"width": 40, "height": 2}, "the width is at most 32"),
        ({"width": 0}, "at least 1 column and 1 row"),
        ({"height": -1}, "at least 1 column and 1 row"),
    ],
)
def test_boards_that_do_not_fit_are_refused(parameters, words):
    with pytest.raises(BadInput) as caught:
        ConnectFour(**parameters)
    assert words in str(caught.value)
