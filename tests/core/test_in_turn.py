"""Moves at once and the same moves in turn: one game, with the same values."""

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest
from exact_play import best_reply, information_sets, values

import halfmove as hm
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.contract import NO_CHOICE, SIMULTANEOUS, SPECTATOR, Game
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.nim import Nim


class Matrix(NamedTuple):
    row: int
    column: int


class Table(Game):
    """Two players choose a row and a column at once; an entry of `PAYOFFS` is what the first wins."""

    dynamics = "simultaneous"
    utility_limit = 3
    PAYOFFS = ((2, -1), (-1, 1))

    def initial(self):
        return Matrix(-1, -1)

    def to_move(self, s):
        return SIMULTANEOUS

    def actions_of(self, s, player):
        yield 0
        yield 1

    def result(self, s, a):
        return Matrix(a[0], a[1])

    def is_terminal(self, s):
        return s.row >= 0

    def utility(self, s, player):
        won = self.PAYOFFS[s.row][s.column]
        return won if player == 0 else -won


class OnlyOneChooses(Table):
    """The second has nothing to choose."""

    def actions_of(self, s, player):
        if player == 0:
            yield 0
            yield 1

    def result(self, s, a):
        assert a[1] == NO_CHOICE
        return Matrix(a[0], 0)


def mixed(row, column):
    """A policy for the game in turn: the probabilities of the first choice of each player."""
    return lambda game, s: {0: (row, column)[s.chooser], 1: 1 - (row, column)[s.chooser]}


def expected(game, row, column):
    """The value of the game itself under mixed choices, by its joint actions."""
    total = Fraction(0)
    for a, b in product((0, 1), repeat=2):
        chance = (row if a == 0 else 1 - row) * (column if b == 0 else 1 - column)
        total += chance * game.utility(game.result(game.initial(), (a, b)), 0)
    return total


@pytest.mark.parametrize("row", [Fraction(0), Fraction(2, 5), Fraction(1)])
@pytest.mark.parametrize("column", [Fraction(1, 3), Fraction(2, 5)])
def test_mixed_choices_are_worth_the_same_either_way(row, column):
    game = interpreted(Table())
    assert values(in_turn(game), mixed(row, column))[0] == expected(game, row, column)


def test_the_equilibrium_is_that_of_the_matrix():
    """By hand: rows 2/5, columns 2/5, value 1/5.  Neither gains by another choice in turn, though the second
    chooses after the first: he does not see what was chosen."""
    game = in_turn(interpreted(Table()))
    policy = mixed(Fraction(2, 5), Fraction(2, 5))
    assert values(game, policy)[0] == Fraction(1, 5)
    assert best_reply(game, policy, 0) == Fraction(1, 5)
    assert best_reply(game, policy, 1) == Fraction(-1, 5)
    assert [len(sets) for sets in information_sets(game)] == [1, 1]


def test_fictitious_play_finds_the_value_through_information_sets():
    """Brown 1951: each plays the best reply to what the other has done so far; values close in on 1/5."""
    game, counts = in_turn(interpreted(Table())), [[1, 1], [1, 1]]
    for _ in range(2000):
        shares = [Fraction(own[0], sum(own)) for own in counts]
        worth = [
            [
                values(game, mixed(*(shares[p] if p != player else Fraction(1 - a) for p in (0, 1))))[player]
                for a in (0, 1)
            ]
            for player in (0, 1)
        ]
        for player in (0, 1):
            counts[player][0 if worth[player][0] >= worth[player][1] else 1] += 1
    upper, lower = max(worth[0]), -max(worth[1])
    assert lower <= Fraction(1, 5) <= upper
    assert upper - lower < Fraction(1, 10)


def joint_values(game, state=None):
    """Random play by joint actions, each as likely as another: the game's own reading."""
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        return tuple(Fraction(game.utility(state, p)) for p in range(game.players))
    actions = list(game.actions(state))
    found = [joint_values(game, game.result(state, a)) for a in actions]
    return tuple(sum(v[p] for v in found) / len(actions) for p in range(game.players))


@pytest.mark.parametrize("cards", [2, 3])
def test_random_play_is_worth_the_same_either_way(cards):
    game = interpreted(Goofspiel(cards=cards, players=2, prizes="descending"))
    start = game.parse("3 of A3; 2 A3; 0 23") if cards == 3 else game.initial()
    turned = in_turn(game)
    assert values(turned, state=turned.begun(start)) == joint_values(game, start)


def test_who_has_no_choice_is_passed_over():
    game = in_turn(interpreted(OnlyOneChooses()))
    start = game.initial()
    assert game.to_move(start) == 0
    assert game.is_terminal(game.result(start, 1))
    check_game(interpreted(OnlyOneChooses()), games=3)


def test_a_choice_is_seen_by_nobody_before_all_have_chosen():
    game = in_turn(interpreted(Goofspiel(cards=3, prizes="descending")))
    start = game.initial()
    one, other = game.result(start, 1), game.result(start, 3)
    assert game.information(one, 1) == game.information(other, 1)
    assert game.observation(one, 1) == game.observation(other, 1)
    assert game.show_to(one, 1) == game.show_to(other, 1)
    assert game.draw_to(one, SPECTATOR) == game.draw_to(other, SPECTATOR)
    assert game.information(one, 0) != game.information(other, 0)
    assert game.action_seen(start, 3, 1) == "a choice"
    assert game.action_seen(start, 3, 0) == "3"
    assert game.action_seen(other, 2, 0) == "3/2"
    assert "first has chosen 3" in game.show_to(other, 0)
    assert "first has chosen;" in game.show_to(other, 1)


class Numbered(NamedTuple):
    number: int
    place: int


class Again(Table):
    """Players walk on a ring of two places for ever, and the state counts their steps, which does not make a
    position another."""

    repetition = "draw"

    def initial(self):
        return Numbered(0, 0)

    def result(self, s, a):
        return Numbered(s.number + 1, (s.place + a[0] + a[1]) % 2)

    def is_terminal(self, s):
        return False

    def repetition_key(self, s):
        return s.place


def test_what_counts_as_repeated_is_what_the_game_says():
    history = hm.History(in_turn(interpreted(Again())))
    for action in (0, 0):
        assert not history.over
        history.play(action)
    assert history.over
    assert history.utility(0) == 0


def test_positions_with_choices_are_read_back():
    game = in_turn(interpreted(Goofspiel(cards=3, players=3, prizes="descending")))
    state, _ = hm.position(game, moves="3 2")
    text = game.position_text(state)
    assert text == "3 of A23; 0 A23; 0 A23; 0 A23 | 3 2 -"
    assert game.parse(text) == state
    for wrong, words in (
        ("3 of A23; 0 A23; 0 A23; 0 A23 | 3 2", "for each of 3 players"),
        ("3 of A23; 0 A23; 0 A23; 0 A23 | - 2 -", "in their order"),
        ("3 of A23; 0 A23; 0 A23; 0 A23 | 3 2 1", "one at least is '-'|not a legal move"),
        ("3 of A23; 0 A23; 0 A23; 0 A23 | 3 2 A", "one at least is '-'"),
    ):
        with pytest.raises(BadInput, match=words):
            game.parse(wrong)


def test_a_game_in_turn_is_what_the_game_is():
    game = Goofspiel(cards=4)
    turned = in_turn(game)
    assert turned == in_turn(Goofspiel(cards=4)) != in_turn(Goofspiel(cards=3))
    assert hash(turned) == hash(in_turn(Goofspiel(cards=4)))
    assert (turned.title(), turned.parameters) == ("goofspiel", game.parameters)
    assert repr(turned) == repr(game)
    assert turned.hidden
    assert not turned.simultaneous
    nim = Nim()
    assert in_turn(nim) is nim


def test_points_to_touch_are_those_of_whoever_chooses():
    game = in_turn(interpreted(Goofspiel(cards=3, prizes="descending")))
    surface, state = game.surface(), game.initial()
    assert [point.name for point in surface.points(state)] == ["first A", "first 2", "first 3"]
    assert surface.touches(state, 2) == ("first 2",)
    state = game.result(state, 2)
    assert [point.name for point in surface.points(state)] == ["second A", "second 2", "second 3"]


@pytest.mark.slow_interpreted
def test_both_speeds_say_the_same():
    check_game(Table(), games=3)
