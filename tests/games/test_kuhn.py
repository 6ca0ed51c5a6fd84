from fractions import Fraction

import pytest
from exact_play import best_reply, information_sets, values
from peer_open_spiel import Beside

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.games.kuhn import BET, PASS, Kuhn

GAME = interpreted(Kuhn())


def equilibrium(bluff):
    """Kuhn's solution: the first player bets a jack with probability `bluff`, up to 1/3."""
    bets = {
        ("first", "J", 0): bluff, ("first", "Q", 0): 0, ("first", "K", 0): 3 * bluff,
        ("first", "J", 2): 0, ("first", "Q", 2): bluff + Fraction(1, 3), ("first", "K", 2): 1,
        ("second", "J", "check"): Fraction(1, 3), ("second", "Q", "check"): 0, ("second", "K", "check"): 1,
        ("second", "J", "bet"): 0, ("second", "Q", "bet"): Fraction(1, 3), ("second", "K", "bet"): 1,
    }  # fmt: skip

    def policy(game, s):
        if game.to_move(s) == 0:
            bet = bets["first", game.rank(game.card(s, 0)), len(game.done(s))]
        else:
            bet = bets["second", game.rank(game.card(s, 1)), game.done(s)[0]]
        return {BET: Fraction(bet), PASS: 1 - Fraction(bet)}

    return policy


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhns_solution_is_an_equilibrium_worth_minus_an_eighteenth(bluff):
    policy = equilibrium(bluff)
    assert values(GAME, policy) == (Fraction(-1, 18), Fraction(1, 18))
    assert best_reply(GAME, policy, 0) == Fraction(-1, 18)
    assert best_reply(GAME, policy, 1) == Fraction(1, 18)


def test_another_way_of_playing_can_be_exploited():
    def timid(game, s):
        return {PASS: Fraction(1), BET: Fraction(0)}

    assert best_reply(GAME, timid, 1) == 1  # a bet always wins the pot
    assert best_reply(GAME, equilibrium(Fraction(1, 2)), 1) > Fraction(1, 18)  # too many bluffs


def test_counts_as_in_the_literature():
    """Twelve information sets and thirty ways to play (OpenSpiel's kuhn_poker: 12 and 30)."""
    assert [len(sets) for sets in information_sets(GAME)] == [6, 6]
    assert [hm.perft(GAME, GAME.initial(), depth) for depth in range(7)] == [1, 3, 6, 12, 24, 12, 0]
    assert values(GAME) == (Fraction(1, 8), Fraction(-1, 8))


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("parameters", [{}, {"players": 3}])
def test_both_speeds_say_the_same(parameters):
    hm.check_game(Kuhn(**parameters), games=4)


@pytest.mark.parametrize(("players", "sets"), [(2, 12), (3, 48), (4, 160)])
def test_as_open_spiel_plays_it(players, sets):
    """The numbers of information sets are OpenSpiel's."""
    game = Kuhn(players=players)
    beside = Beside(
        game, f"kuhn_poker(players={players})", lambda game, s, a: a if game.to_move(s) >= 0 else a - 1
    ).all()
    assert beside.sets == sets == sum(len(found) for found in information_sets(interpreted(game)))


def test_three_players():
    game = interpreted(Kuhn(players=3))
    assert game.parameters == {"cards": 4, "players": 3}
    s, _ = hm.position(game, moves="J A K check bet fold call")
    assert [game.utility(s, p) for p in range(3)] == [-2, 3, -1]
    assert game.show(s).splitlines() == [
        "A       J  oo", "B       A  oo", "C       K  o", "check, bet, fold, call", "B wins 3",
    ]  # fmt: skip
    assert game.show_to(s, 2).splitlines()[:3] == ["A       J  oo", "B       A  oo", "C       K  o"]
    folded, _ = hm.position(game, "J A K check check bet fold fold")
    assert game.show_to(folded, 0).splitlines()[:3] == ["A       J  o", "B       ?  o", "C       ?  oo"]
    assert [game.utility(folded, p) for p in range(3)] == [-1, -1, 2]
    checked, _ = hm.position(game, "J A K check check check")
    assert [game.utility(checked, p) for p in range(3)] == [-1, 2, -1]
    assert game.parse(game.position_text(s)) == s


def test_a_player_sees_his_card_and_no_other():
    s, _ = hm.position(GAME, "K J check")
    assert GAME.show(s) == "first   K  o\nsecond  J  o\ncheck\nsecond player to act"
    assert GAME.show_to(s, 0).splitlines()[:2] == ["first   K  o", "second  ?  o"]
    assert GAME.show_to(s, 1).splitlines()[:2] == ["first   ?  o", "second  J  o"]
    assert GAME.show_to(s, SPECTATOR).splitlines()[:2] == ["first   ?  o", "second  ?  o"]
    drawn = GAME.draw_to(s, 0)
    assert ">K</text>" in drawn
    assert "J" not in drawn
    showdown, _ = hm.position(GAME, "K J check check")
    assert GAME.show_to(showdown, SPECTATOR) == GAME.show(showdown)
    folded, _ = hm.position(GAME, "K J bet fold")
    assert "J" not in GAME.show_to(folded, 0)


def test_what_is_told_of_a_deal():
    start = GAME.initial()
    assert [GAME.action_seen(start, 3, viewer) for viewer in (0, 1, SPECTATOR)] == ["K", "a card", "a card"]
    dealt = GAME.result(start, 3)
    assert [GAME.action_seen(dealt, 1, viewer) for viewer in (0, 1, SPECTATOR)] == ["a card", "J", "a card"]


def test_positions_and_moves_are_read_back():
    s, actions = hm.position(GAME, moves="K J check bet call")
    assert len(actions) == 5
    assert GAME.position_text(s) == "K J check bet call"
    assert GAME.parse("k j check bet call") == s
    assert GAME.utility(s, 0) == 2
    assert GAME.show(s).endswith("first wins 2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("K", "looks like 'K Q check bet'"),
        ("K K", "they differ"),
        ("- K", "dealt before the second"),
        ("K X", "The cards are J, Q, K"),
        ("K Q call", "looks like"),
        ("K - check", "before the cards are dealt"),
    ],
)
def test_what_cannot_be_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        GAME.parse(text)


def test_too_few_cards_are_refused():
    with pytest.raises(BadInput, match="played with 3 to 13 cards, not 2"):
        Kuhn(cards=2)
    with pytest.raises(BadInput, match="by 4 players with 5 to 13 cards, not 4"):
        Kuhn(cards=4, players=4)
    with pytest.raises(BadInput, match="2 to 4 players, not 5"):
        Kuhn(players=5)
