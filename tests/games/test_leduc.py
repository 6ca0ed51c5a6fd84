from fractions import Fraction

import pytest
from exact_play import information_sets, values

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.games.leduc import Leduc

GAME = interpreted(Leduc())


def test_counts_as_in_the_literature():
    """288 information sets (Southey et al. 2005), 144 for each player; a random game is worth 0.078125 to the
    second player (OpenSpiel 2.0.2's `leduc_poker`)."""
    assert [len(sets) for sets in information_sets(GAME)] == [144, 144]
    assert [hm.perft(GAME, GAME.initial(), depth) for depth in range(4)] == [1, 3, 9, 18]
    assert values(GAME) == (Fraction(-5, 64), Fraction(5, 64))


def test_chances_are_those_of_cards():
    start = GAME.initial()
    assert dict(GAME.outcomes(start)) == pytest.approx({1: 1 / 3, 2: 1 / 3, 3: 1 / 3})
    assert dict(GAME.outcomes(GAME.result(start, 1))) == pytest.approx({1: 0.2, 2: 0.4, 3: 0.4})
    pair, _ = hm.position(GAME, "J J check check")
    assert dict(GAME.outcomes(pair)) == {2: 0.5, 3: 0.5}


@pytest.mark.parametrize(
    ("moves", "won"),
    [
        ("J Q bet fold", 1),
        ("J Q check bet fold", -1),
        ("J Q check check J check check", 1),  # a pair beats a higher card
        ("K Q check check J check check", 1),
        ("Q K check check J check check", -1),
        ("K K bet call J check check", 0),
        ("J Q bet raise call K bet raise call", -13),
        ("J Q bet raise fold", -3),
        ("Q J bet call Q check bet fold", -3),
    ],
)
def test_what_is_won(moves, won):
    s, _ = hm.position(GAME, moves=moves)
    assert GAME.is_terminal(s)
    assert (GAME.utility(s, 0), GAME.utility(s, 1)) == (won, -won)


def test_a_round_has_two_raises_at_most():
    s, _ = hm.position(GAME, "J Q bet raise")
    assert [GAME.action_text(s, a) for a in GAME.actions(s)] == ["fold", "call"]
    again, _ = hm.position(GAME, "J Q bet raise call K")
    assert [GAME.action_text(again, a) for a in GAME.actions(again)] == ["check", "bet"]
    assert GAME.to_move(again) == 0


def test_three_players_pass_over_who_has_folded():
    game = interpreted(Leduc(players=3))
    s, _ = hm.position(game, moves="T J Q check bet fold")
    assert game.player_names[game.to_move(s)] == "A"
    s, _ = hm.position(game, moves="T J Q check bet fold call K")
    assert game.to_move(s) == 0
    s, _ = hm.position(game, moves="T J Q check bet fold call K check check")
    assert [game.utility(s, p) for p in range(3)] == [-3, 4, -1]
    shared, _ = hm.position(game, moves="Q Q J check check check K check check check")
    assert [game.utility(shared, p) for p in range(3)] == [0.5, 0.5, -1]
    assert game.status(shared) == "A and B win 0.5"
    alone, _ = hm.position(game, moves="T J Q bet fold fold")
    assert [game.utility(alone, p) for p in range(3)] == [2, -1, -1]


@pytest.mark.slow_interpreted
def test_both_speeds_say_the_same():
    hm.check_game(Leduc(), games=4)


@pytest.mark.slow_interpreted
def test_three_players_keep_the_contract():
    hm.check_game(interpreted(Leduc(players=3)), games=4)


def test_a_player_sees_his_card_and_the_open_one():
    s, _ = hm.position(GAME, "K J check check Q")
    assert GAME.show_to(s, 0).splitlines()[:3] == ["open    Q", "first   K  1", "second  ?  1"]
    assert GAME.show_to(s, SPECTATOR).splitlines()[1:3] == ["first   ?  1", "second  ?  1"]
    drawn = GAME.draw_to(s, 0)
    assert ">K</text>" in drawn
    assert ">J</text>" not in drawn
    showdown, _ = hm.position(GAME, "K J check check Q check check")
    assert GAME.show_to(showdown, 0) == GAME.show(showdown)
    folded, _ = hm.position(GAME, "K J bet fold")
    assert "J" not in GAME.show_to(folded, 0)


def test_positions_are_read_back():
    for text in ("- -", "K -", "K Q", "k q check BET call j", "K Q check check J bet raise call"):
        assert GAME.position_text(GAME.parse(text)).lower() == text.lower()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("K", "looks like 'K Q check bet'"),
        ("K X", "there may be J, Q, K"),
        ("- K", "one player after the other"),
        ("K K check check K", "there may be J, Q"),
        ("K Q call", "there may be check, bet"),
        ("K - check", "before the cards are dealt"),
        ("K Q bet fold check", "comes after the end"),
    ],
)
def test_what_cannot_be_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        GAME.parse(text)


def test_too_many_players_are_refused():
    with pytest.raises(BadInput, match="2 or 3 players, not 4"):
        Leduc(players=4)
