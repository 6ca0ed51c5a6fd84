from fractions import Fraction

import pytest
from exact_play import values

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.games.goofspiel import Goofspiel


def naive(prize, prizes, hands, points, random):
    """Every way to play on with sets and lists: the number of ways, and the sums of the points at the end."""
    if prize is None and not prizes:
        return 1, list(points)
    ways, sums = 0, [0] * len(points)

    def add(found):
        nonlocal ways, sums
        ways, sums = ways + found[0], [a + b for a, b in zip(sums, found[1], strict=True)]

    if prize is None:
        for up in sorted(prizes) if random else [max(prizes)]:
            add(naive(up, prizes - {up}, hands, points, random))
        return ways, sums
    for first in hands[0]:
        for second in hands[1]:
            won = [points[0] + prize * (first > second), points[1] + prize * (second > first)]
            add(naive(None, prizes, [hands[0] - {first}, hands[1] - {second}], won, random))
    return ways, sums


@pytest.mark.parametrize(("cards", "random"), [(2, True), (3, True), (4, False)])
def test_every_way_to_play_agrees_with_sets_of_cards(cards, random):
    game = interpreted(Goofspiel(cards=cards, prizes="random" if random else "descending"))
    deck = frozenset(range(1, cards + 1))
    ways, sums = naive(None, deck, [deck, deck], [0, 0], random)
    ends = []

    def walk(state):
        if game.is_terminal(state):
            ends.append(state)
            return
        for action in game.actions(state):
            walk(game.result(state, action))

    walk(game.initial())
    assert len(ends) == ways
    assert [sum(game.points(s, p) for s in ends) for p in (0, 1)] == sums
    assert sum(game.utility(s, 0) for s in ends) == sums[0] - sums[1]


def test_equal_bids_leave_the_prize_to_nobody():
    game = interpreted(Goofspiel(cards=3, prizes="descending"))
    state, _ = hm.position(game, moves="3/3 2/A A/2")
    assert game.position_text(state) == "- of -; 2 -; 1 -"
    assert [game.utility(state, p) for p in (0, 1)] == [1, -1]
    assert game.show(state).endswith("first wins")


def test_three_players_and_who_leads_whom():
    game = interpreted(Goofspiel(cards=3, players=3, prizes="ascending"))
    state, _ = hm.position(game, moves="A/A/2 3/2/3")
    assert [game.points(state, p) for p in range(3)] == [0, 0, 1]
    assert [game.lead(state, p) for p in range(3)] == [-1, -1, 2]
    assert game.position_text(state) == "3 of 3; 0 2; 0 3; 1 A"
    assert game.parse("3 of 3; 0 2; 0 3; 1 A") == state


@pytest.mark.parametrize(
    ("cards", "prizes", "ways"), [(3, "descending", 36), (4, "descending", 576), (3, "random", 216)]
)
def test_ways_to_play_as_open_spiel_counts_them(cards, prizes, ways):
    """`goofspiel` of OpenSpiel 2.0.2, converted to turns; in the last round there is no choice."""
    game = in_turn(interpreted(Goofspiel(cards=cards, prizes=prizes)))
    plies = cards * (3 if prizes == "random" else 2)
    assert hm.perft(game, game.initial(), plies) == ways


def test_random_play_gains_nobody_anything():
    game = in_turn(interpreted(Goofspiel(cards=3)))
    assert values(game) == (Fraction(0), Fraction(0))


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("parameters", [{"cards": 3, "players": 3}, {"cards": 4, "prizes": "descending"}])
def test_both_speeds_say_the_same(parameters):
    hm.check_game(Goofspiel(**parameters), games=4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", "looks like"),
        ("3 of 23; 0 A2; 0 A23", "as many prizes left"),
        ("3 of A2; 0 A2; 0 A2", "one of those that are left"),
        ("3 of 3; 9 A; 0 A", "were worth 3"),
        ("4 of 4; 0 A; 0 A", "each once"),
    ],
)
def test_what_cannot_be_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        interpreted(Goofspiel(cards=3)).parse(text)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"cards": 14}, "1 to 13 cards"),
        ({"players": 5}, "2 to 4 players"),
        ({"prizes": "odd"}, "random, desc"),
    ],
)
def test_parameters_that_make_no_game_are_refused(parameters, words):
    with pytest.raises(BadInput, match=words):
        Goofspiel(**parameters)
