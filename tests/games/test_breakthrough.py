"""Breakthrough, beside an implementation in sets."""

import random

import pytest
from naive_breakthrough import Naive
from surfaces import examine, states

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.score import INFINITY, loss_in, win_in
from halfmove.games.breakthrough import Breakthrough

SIZES = [(8, 8), (3, 4), (2, 6), (5, 5), (6, 3)]


def told(game, s):
    """A state as the naive implementation has it."""
    grid = game.grid(s)[::-1]
    white, black = (
        frozenset((r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == side)
        for side in "wb"
    )
    return white, black, s.mover


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_moves_results_and_ends_are_the_naive_ones(width, height):
    game, naive, rng = (
        interpreted(Breakthrough(width=width, height=height)),
        Naive(width, height),
        random.Random(1),
    )
    assert told(game, game.initial()) == naive.initial()
    winners = set()
    for _ in range(30):
        s = game.initial()
        while not game.is_terminal(s):
            actions = list(game.actions(s))
            position = told(game, s)
            assert naive.winner(position) is None
            assert [told(game, game.result(s, a)) for a in actions] == [
                naive.after(position, move) for move in naive.moves(position)
            ]
            assert game.parse(game.position_text(s)) == s
            s = game.result(s, rng.choice(actions))
        winner = naive.winner(told(game, s))
        assert game.utility(s, winner) == 1
        assert game.parse(game.position_text(s)) == s
        winners.add(winner)
    assert winners == {0, 1}


def test_counts():
    """As OpenSpiel's rules have them, too."""
    game = Breakthrough()
    assert [hm.perft(game, game.initial(), depth) for depth in range(1, 6)] == [
        22,
        484,
        11_132,
        256_036,
        6_182_818,
    ]
    small, naive = interpreted(Breakthrough(width=4, height=5)), Naive(4, 5)
    counts = [hm.perft(small, small.initial(), depth) for depth in range(5)]
    assert counts == [1, 10, 100, 840, 6_988] == [naive.perft(naive.initial(), depth) for depth in range(5)]


@pytest.mark.parametrize(
    ("width", "height", "plies"), [(2, 3, None), (3, 3, None), (3, 4, None), (4, 4, 11), (3, 5, None)]
)
def test_small_boards_are_solved_as_plain_minimax_solves_them(width, height, plies):
    game = Breakthrough(width=width, height=height)
    solved = hm.solve(game, megabytes=4)
    if width * height <= 9:
        assert solved.value == hm.minimax(interpreted(game)).value
    if plies is not None:
        assert (solved.value, solved.distance) == (1, plies)


@pytest.mark.parametrize(
    ("position", "bounds"),
    [
        ("8/8/w7/8/8/7b/8/8 w", (win_in(3), INFINITY)),  # both run, and White moves first
        ("8/8/w7/8/8/7b/8/8 b", (win_in(3), INFINITY)),
        ("8/8/8/w7/8/7b/8/8 w", (-INFINITY, loss_in(4))),  # Black needs two moves, White three
        ("8/w7/8/8/8/8/7b/8 w", (win_in(1), win_in(1))),
        ("1b6/8/w7/8/8/8/8/8 b", (-INFINITY, INFINITY)),  # b8 can stop the pawn
    ],
)
def test_races(position, bounds):
    game = interpreted(Breakthrough())
    assert game.bounds(game.parse(position)) == bounds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bbb", "looks like"),
        ("8/8/8 w", "8 rows of 8 squares"),
        ("8/8/8/8/8/8/8/8 w", "Black has moved last"),
        ("w7/8/8/8/8/8/8/7b w", "White has reached the far row"),
        ("8/bbbbbbbb/bbbbbbbb/bbbbbbbb/8/8/w7/8 w", "at most 16 pawns"),
    ],
)
def test_positions_that_no_game_comes_to_are_refused(text, words):
    with pytest.raises(BadInput, match=words):
        Breakthrough().parse(text)


def test_moves_are_read_in_the_ways_people_write_them():
    game = interpreted(Breakthrough())
    s = game.initial()
    assert game.parse_action(s, "a2a3") == game.parse_action(s, "A2-A3") == game.parse_action(s, "a2-a3")
    with pytest.raises(BadInput, match="not a legal move"):
        game.parse_action(s, "a2-a4")
    with pytest.raises(BadInput, match="2 to 8 columns and 3 to 8 rows, not 9 by 8"):
        Breakthrough(width=9)


@pytest.mark.one_speed
@pytest.mark.parametrize(("width", "height"), [(8, 8), (3, 4)])
def test_the_board_can_be_touched(width, height):
    game = interpreted(Breakthrough(width=width, height=height))
    for number, s in enumerate(states(game, seed=1, games=2, plies=60)):
        if number % 7 == 0 or game.is_terminal(s):
            examine(game, s)
