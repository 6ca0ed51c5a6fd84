"""Einstein würfelt nicht!, beside an implementation in dictionaries."""

import random

import pytest
from naive_einstein import Naive
from surfaces import examine

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.einstein import SETS, Einstein

START = "Red 1a5 2b5 3c5 4a4 5b4 6a3 Blue 1e1 2d1 3c1 4e2 5d2 6e3 Red throws"
SMALL = "Red 1a3 2b3 3a2 Blue 1c1 2b1 3c2 Red throws"


def told(game, s):
    """A state as the naive implementation has it."""
    stones = {
        (player, number, *divmod(square, game.size))
        for player in (0, 1)
        for number, square in game.standing(game.of(s, player)).items()
    }
    return frozenset(stones), s.mover, s.die


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("size", "corner"), [(5, 3), (4, 2), (7, 4), (2, 1)])
def test_moves_results_and_ends_are_the_naive_ones(size, corner):
    game, naive, rng = interpreted(Einstein(size=size, corner=corner)), Naive(size, corner), random.Random(4)
    ends = set()
    for _ in range(60):
        s = game.initial()
        while not game.is_terminal(s):
            actions = list(game.actions(s))
            if s.die > 0:
                moves = list(naive.moves(told(game, s)))
                assert [told(game, game.result(s, a)) for a in actions] == [
                    naive.after(told(game, s), move) for move in moves
                ]
            assert game.parse(game.position_text(s)) == s
            assert len({game.action_text(s, a) for a in actions}) == len(actions)
            if s.die != SETS:
                assert naive.winner(told(game, s)) is None
            s = game.result(s, rng.choice(actions))
        winner = naive.winner(told(game, s))
        assert [game.utility(s, player) for player in (0, 1)] == ([1, -1] if winner == 0 else [-1, 1])
        assert game.parse(game.position_text(s)) == s
        ends.add((winner, game.ending(s)[-4:]))
    assert {winner for winner, _ in ends} == {0, 1}
    if size == 4:
        assert len(ends) == 4  # by arriving and by capturing


def test_counts_are_the_naive_ones():
    game, naive = interpreted(Einstein()), Naive(5, 3)
    s = game.parse(START)
    counts = [hm.perft(game, s, depth) for depth in range(7)]
    assert counts == [naive.perft(told(game, s), depth) for depth in range(7)]
    assert counts == [1, 6, 18, 108, 324, 1944, 6162]
    assert [hm.perft(game, game.initial(), depth) for depth in range(8)] == [
        1,
        6,
        30,
        120,
        360,
        720,
        720,
        4320,
    ]


def test_the_next_higher_and_the_next_lower_stone_go_for_one_that_was_captured():
    game = interpreted(Einstein())
    s = game.parse("Red 2a5 5c4 6b2 Blue 1e1 Red has 3")
    assert [game.action_text(s, a) for a in game.actions(s)] == [
        "2-b5", "2-a4", "2-b4", "5-d4", "5-c3", "5-d3"
    ]  # fmt: skip
    s = game.parse("Red 2a5 5c4 6b2 Blue 1e1 Red has 1")
    assert {game.action_text(s, a)[0] for a in game.actions(s)} == {"2"}


def test_a_stone_of_ones_own_is_captured_too():
    game = interpreted(Einstein())
    s = game.parse("Red 1a5 2b5 Blue 1e1 Red has 1")
    after = game.result(s, game.parse_action(s, "1xb5"))
    assert game.position_text(after) == "Red 1b5 Blue 1e1 Blue throws"


def test_who_has_no_stone_left_or_sees_the_other_arrive_has_lost():
    game = interpreted(Einstein())
    s, _ = hm.position(game, "Red 1d3 Blue 1e2 2b5 Red has 4", moves="1xe2")
    assert not game.is_terminal(s)
    s, _ = hm.position(game, "Red 1d3 Blue 1e2 Red has 4", moves="1xe2")
    assert game.show(s).endswith("Red wins: Blue has no stone left")
    s, _ = hm.position(game, "Red 1e2 Blue 1e1 2d5 Red has 4", moves="1xe1")
    assert game.show(s).endswith("Red wins: his stone is on e1")


def test_stones_are_set_by_lot_if_asked():
    game = interpreted(Einstein(placing="random"))
    s = game.initial()
    assert game.to_move(s) == hm.CHANCE
    assert [p for _, p in game.outcomes(s)] == pytest.approx([1 / 6] * 6)
    chosen = interpreted(Einstein()).initial()
    assert interpreted(Einstein()).to_move(chosen) == 0


@pytest.mark.slow_interpreted
def test_a_small_board_is_worth_what_the_definition_says():
    game = Einstein(size=3, corner=2)
    s = game.parse(SMALL)
    value = Naive(3, 2).values()
    found = hm.solve(game, s)
    assert found.proven
    assert (found.value + 1) / 2 == pytest.approx(value(told(game, s)), abs=1e-9)
    for face in (1, 2, 3):
        here = game.result(s, face)
        best = value(told(game, here))
        assert (hm.solve(game, here).value + 1) / 2 == pytest.approx(best, abs=1e-9)


def test_the_evaluation_takes_sides():
    game = interpreted(Einstein())
    assert game.evaluate(game.parse(START), 0) == game.evaluate(game.parse(START), 1) == 0
    near = game.parse("Red 1d2 Blue 1e2 2e3 Red throws")
    assert game.evaluate(near, 0) > 0
    assert game.evaluate(near, 1) == -game.evaluate(near, 0)


@pytest.mark.slow_interpreted
def test_both_speeds_say_the_same():
    hm.check_game(Einstein(), games=4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Red", "looks like 'Red 1a5 Blue 1e1 Red throws'"),
        ("Red 1a5 Blue 1e1 Red has 7", "The die shows 1 to 6, not 7"),
        ("Red 7a5 Blue 1e1 Red throws", "numbered 1 to 6"),
        ("Red 1f5 Blue 1e1 Red throws", "beside the board, whose last square is e5"),
        ("Red 1a6 Blue 1e1 Red throws", "beside the board"),
        ("Red 1a0 Blue 1e1 Red throws", "beside the board"),
        ("Red 1a5 1b5 Blue 1e1 Red throws", "stands in two places"),
        ("Red 1a5 Blue 1a5 Red throws", "stand on one square"),
        ("Red 1a5 Blue Red throws", "Blue has moved last"),
        ("Red 1e1 Blue 1e2 Red throws", "Red has won with his stone on e1"),
        ("Red 1e1 Blue 1e2 Blue has 3", "Red has won, and nobody throws"),
        ("Red 2a5 Blue Red sets", "in the order of their numbers"),
        ("Red 1c3 Blue Red sets", "cannot be set on c3"),
        ("Red 1a5 Blue 1e1 Red sets", "Red sets all his stones"),
        ("Red 1a5 Blue Blue sets", "not Blue's turn"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, words):
    with pytest.raises(BadInput, match=words):
        interpreted(Einstein()).parse(text)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"size": 8}, "2 to 7 wide, not 8"),
        ({"size": 3, "corner": 3}, "rows of 1 to 2 stones, not 3"),
        ({"placing": "blind"}, "one of chosen, random, not 'blind'"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, words):
    with pytest.raises(BadInput, match=words):
        Einstein(**parameters)


def test_the_board_is_touched_from_square_to_square():
    game = interpreted(Einstein())
    surface = game.surface()
    s = game.parse("Red 2a5 5c4 Blue 1e1 Red has 2")
    assert [surface.touches(s, a) for a in game.actions(s)] == [("a5", "b5"), ("a5", "a4"), ("a5", "b4")]
    assert surface.occupied(s) == {"a5": "red 2", "c4": "red 5", "e1": "blue 1"}
    assert surface.touches(game.initial(), 0) == ("a5",)
    for text in (START, "Red 2a5 5c4 Blue 1e1 Red has 2", "Red 1e1 Blue 1e2 Blue throws"):
        examine(game, game.parse(text))
    assert 'data-part="rolling"' in game.draw(game.parse(START))
    assert 'data-part="legal"' in game.draw(s)
