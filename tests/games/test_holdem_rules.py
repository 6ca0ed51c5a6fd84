"""The rules of a hand of hold'em: blinds, turns, bets, side pots, who sees what."""

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.holdem.cards import read_cards
from halfmove.games.holdem.game import Holdem

GAME = interpreted(Holdem())


def at(moves, **parameters):
    game = interpreted(Holdem(**parameters))
    state, _ = hm.position(game, moves=moves)
    return game, state


def texts(game, s):
    return [game.action_text(s, a) for a in game.actions(s)]


def net(game, s):
    assert game.is_terminal(s)
    return [game.net(s, p) for p in range(game.players)]


def order(game, moves):
    """The names of those who act, in turn."""
    state, names = game.initial(), []
    for word in game.split_moves(moves):
        if state.mover >= 0:
            names.append(game.player_names[state.mover])
        state = game.result(state, game.parse_action(state, word))
    return names


def test_two_players_the_button_has_the_small_blind():
    moves = "AhKd 7c7d call check Kc7h2d check check Ts check check 3s check check"
    assert order(GAME, moves) == ["SB", "BB", *["BB", "SB"] * 3]
    game, s = at("AhKd 7c7d")
    assert (s.bets, s.stacks) == ((100, 50), (9900, 9950))
    game, s = at(moves)
    assert net(game, s) == [-100, 100]
    assert (game.utility(s, 0), game.utility(s, 1)) == (-1.0, 1.0)


def test_three_and_more_act_from_the_left_of_the_big_blind():
    game = interpreted(Holdem(players=4))
    moves = "AhKd 7c7d 2s3s 4d4h call call call check Kc7h2d check check check check"
    assert order(game, moves) == ["CO", "BTN", "SB", "BB", "SB", "BB", "CO", "BTN"]
    three = interpreted(Holdem(players=3))
    assert order(three, "AhKd 7c7d 2s3s raise 300 fold call Kc7h2d check") == ["BTN", "SB", "BB", "BB"]


def test_a_raise_is_as_much_as_the_last_at_least():
    game, s = at("AhKd 7c7d")
    assert game.status(s) == "SB may fold, call 50 or raise to 200 to 10000 (all-in)"
    game, s = at("AhKd 7c7d raise 500")
    assert (game.least(s), game.most(s)) == (900, 10000)
    game, s = at("AhKd 7c7d raise 500 raise to 1500 call Kc7h2d")
    assert game.status(s) == "BB may check or bet 100 to 8500 (all-in)"
    game, s = at("AhKd 7c7d raise 500 raise to 1500 call Kc7h2d bet 200")
    assert game.least(s) == 400


def test_an_all_in_below_a_full_raise_does_not_reopen_the_betting():
    game, s = at("AhKd 7c7d 2s3s 4d4h raise 600 call all-in fold", players=4, stacks="800,9000,9000,9000")
    assert texts(game, s) == ["fold", "call"]  # CO raised by 500, and SB by 200
    assert game.owed(s) == 200
    with pytest.raises(BadInput, match="CO may fold or call 200"):
        game.parse_action(s, "raise 5000")
    # whoever has not acted may raise, by as much as the last full raise
    game, s = at("AhKd 7c7d 2s3s 4d4h raise 600 call all-in", players=4, stacks="800,9000,9000,9000")
    assert game.player_names[s.mover] == "BB"
    assert game.least(s) == 1300


def test_short_all_ins_that_make_a_full_raise_together_do():
    moves = "AhKd 7c7d 2s3s 4d4h 9c9d raise 300 call call all-in all-in fold"
    game, s = at(moves, players=5, stacks="400,520,9000,9000,9000")
    assert game.player_names[s.mover] == "CO"
    assert game.least(s) == 720
    assert "all-in" in texts(game, s)


def test_a_check_before_a_bet_below_the_big_blind_stays_a_check():
    """TDA 47: all in for less than a bet, and those who have checked only call or fold."""
    game, s = at("AhKd 7c7d 2s3s call call check Kc7h2d check check all-in", players=3, stacks="900,900,160")
    assert game.player_names[s.mover] == "SB"
    assert texts(game, s) == ["fold", "call"]


def test_side_pots_go_to_those_who_paid_for_them():
    # the short stack has the best hand, the middle one the second, and the deep one pays both
    game, s = at("KhKd QhQd AhAd all-in all-in call 3c4c8s 9h 2d", players=3, stacks="1500,4000,500")
    assert net(game, s) == [500, -1500, 1000]
    assert s.won == (2000, 0, 1500)
    # who has folded has paid too, and nobody wins more of each than he has put in
    moves = "AhAd KhKd QhQd 7c2d call raise 300 all-in fold fold 3c4c8s9dTs"
    game, s = at(moves, players=4, stacks="200,1500,4000,4000")
    assert net(game, s) == [400, -100, -100, -200]


def test_what_nobody_calls_is_returned():
    game, s = at("AhKd 7c7d raise 500 all-in fold")
    assert net(game, s) == [500, -500]
    game, s = at("AhKd 7c7d all-in call Kc7h2dTs3s", stacks="10000,4000")
    assert net(game, s) == [-4000, 4000]


def test_odd_chips_go_to_the_left_of_the_button():
    board = "TsJsQd check check 3s check check 4c check check"
    game, s = at(f"7c2d AhKd AdKh call fold check {board}", players=3, small=25, big=50)
    assert game.pot(s) == 125
    assert s.won == (0, 63, 62)


def test_all_in_hands_lie_open_and_the_board_is_dealt():
    game, s = at("AhKd 7c7d all-in call")
    assert s.mover == CHANCE
    assert game.visible(s, 0, 1) == s.hands[0]
    assert "Ah" in game.show_to(s, SPECTATOR).replace("Kd", "Ah")
    s = hm.History(game, s, read_cards("Kc7h2dTs3s")).state
    assert net(game, s) == [-10000, 10000]


def test_a_short_blind_is_all_in_and_called_whole():
    game, s = at("AhKd 7c7d 2s3s", players=3, stacks="1000,60,1000")
    assert game.owed(s) == 100
    assert game.least(s) == 200
    game, s = at("AhKd 7c7d", stacks="30,1000")
    assert s.mover == CHANCE  # nothing left to decide: the small blind covers him
    game, s = at("AhKd 7c7d call", stacks="60,1000")
    assert s.put == (60, 60)


def test_antes():
    game, s = at("AhKd 7c7d fold", ante=10)
    assert net(game, s) == [60, -60]
    game, s = at("AhKd 7c7d fold", ante=100, ante_by="big-blind")
    assert net(game, s) == [50, -50]
    # the big blind's ante is in the main pot, and he wins it with what little he has
    table = {"players": 3, "stacks": "1000,150,1000", "ante": 100, "ante_by": "big-blind"}
    game, s = at("AhKd 7c7d QsJs fold Kc7h2dTs3s", **table)
    assert game.pot(s) == 200
    assert net(game, s) == [-50, 50, 0]
    game, s = at("7c7d AhKd QsJs fold Kc7h2dTs3s", **table)
    assert net(game, s) == [150, -150, 0]


def test_limits():
    game, s = at("AhKd 7c7d", betting="limit")
    assert texts(game, s) == ["fold", "call", "raise to 200"]
    game, s = at("AhKd 7c7d raise 200 raise 300 raise 400", betting="limit")
    assert texts(game, s) == ["fold", "call"]  # the big blind was the first of four
    moves = "AhKd 7c7d call check Kc7h2d bet 100 raise 200 raise 300 raise 400"
    game, s = at(moves, betting="limit")
    assert texts(game, s) == ["fold", "call"]
    game, s = at(moves + " call Ts", betting="limit")
    assert texts(game, s) == ["check", "bet 200"]
    with pytest.raises(BadInput, match="BB may check or bet 200"):
        game.parse_action(s, "bet 300")


def test_pot_limits():
    game, s = at("AhKd 7c7d", betting="pot-limit")
    assert game.status(s) == "SB may fold, call 50 or raise to 200 to 300"
    game, s = at("AhKd 7c7d call check Kc7h2d bet 200", betting="pot-limit")
    assert game.most(s) == 800
    assert texts(game, s) == ["fold", "call", "raise to 500", "raise to 800"]


def test_searches_are_offered_few_bets_and_people_all():
    game, s = at("AhKd 7c7d", bets="0.5,1,2")
    assert texts(game, s) == ["fold", "call", "raise to 200", "raise to 300", "raise to 500", "all-in"]
    assert game.action_text(s, game.parse_action(s, "raise to 777")) == "raise to 777"
    assert game.accepts(s, 778)
    assert not game.accepts(s, 778 + 10000)
    assert not game.accepts(s, 150)
    empty, s = at("AhKd 7c7d", bets="")
    assert texts(empty, s) == ["fold", "call", "all-in"]


@pytest.mark.parametrize("text", ["raise to 750", "RAISE 750", "r750", "750", "raise  to  750", "b750"])
def test_amounts_are_typed_in_many_ways(text):
    game, s = at("AhKd 7c7d")
    assert game.parse_action(s, text) == 751


@pytest.mark.parametrize(
    ("moves", "text", "words"),
    [
        (
            "AhKd 7c7d",
            "check",
            "'check' cannot be played here; SB may fold, call 50 or raise to 200 to 10000",
        ),
        ("AhKd 7c7d", "raise 150", "raise to 200 to 10000"),
        ("AhKd 7c7d", "raise 10001", "raise to 200 to 10000"),
        ("AhKd 7c7d call", "fold", "BB may check or raise to 200"),
        ("AhKd 7c7d fold", "call", "The hand is over"),
        ("AhKd 7c", "7c", "The card 7c has been dealt already"),
        ("AhKd 7c", "1x", "Cards are written as"),
        ("AhKd 7c", "8c9c", "A card is dealt here, such as Ah, not '8c9c'"),
    ],
)
def test_what_cannot_be_played_is_refused(moves, text, words):
    game, s = at(moves)
    with pytest.raises(BadInput, match=words.replace("(", r"\(")):
        game.parse_action(s, text)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"players": 10}, "2 to 9 players, not 10"),
        ({"betting": "spread"}, "no-limit, pot-limit, limit, not 'spread'"),
        ({"small": 200}, "not 100 and 200"),
        ({"stacks": "1000,2000,3000"}, "one for each of 2 players, divided by commas; not '1000,2000,3000'"),
        ({"stacks": "ten"}, "not 'ten'"),
        ({"stacks": "0"}, "1 to 1,000,000,000 chips"),
        ({"ante": -1}, "0 or more, not -1"),
        ({"ante_by": "dealer"}, "not 'dealer'"),
        ({"bets": "0.5,x"}, "not '0.5,x'"),
        ({"bets": "-1"}, "from 0"),
        ({"cap": 0}, "1 to 100 bets and raises, not 0"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, words):
    with pytest.raises(BadInput, match=words):
        Holdem(**parameters)


def test_nobody_sees_what_was_folded():
    game, s = at(
        "AhKd 7c7d QsJs raise 300 call fold Kc7h2d check bet 300 call Ts check check 3s check check",
        players=3,
    )
    assert game.is_terminal(s)
    for viewer in (0, 2, SPECTATOR):
        shown = game.show_to(s, viewer)
        assert "7c" not in shown
        assert "7d" not in shown
        assert "Ah" in shown
        assert "Qs" in shown
    game, s = at("AhKd 7c7d fold")
    assert "Ah" not in game.show_to(s, 1)
    assert "7c" in game.show_to(s, 1)


def test_hands_and_flops_have_no_order():
    one = at("AhKd 7c7d call check Kc7h2d")[1]
    other = at("KdAh 7d7c call check 2dKc7h")[1]
    assert one == other


@pytest.mark.slow_interpreted
def test_both_speeds_say_the_same():
    hm.check_game(Holdem(), games=4)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    "parameters", [{"betting": "limit"}, {"players": 3, "stacks": "700,300,2000", "ante": 25}]
)
def test_other_tables_keep_the_contract(parameters):
    hm.check_game(interpreted(Holdem(**parameters)), games=4)


def test_a_history_takes_bets_that_are_not_offered():
    history = History(GAME)
    for word in GAME.split_moves("AhKd 7c7d raise to 777 raise to 2345 call"):
        history.play(GAME.parse_action(history.state, word))
    assert history.texts()[4:] == ["raise to 777", "raise to 2345", "call"]


def test_a_hand_and_a_flop_are_seen_at_once():
    """Nobody is told which of his cards came first, nor which of the flop's."""
    s = GAME.result(GAME.initial(), 51)
    assert GAME.show_to(s, 0) == GAME.show_to(GAME.result(GAME.initial(), 3), 0)
    assert GAME.action_seen(GAME.initial(), 51, 0) == "a card"
    assert [GAME.action_seen(s, 3, viewer) for viewer in (0, 1, SPECTATOR)] == ["As2s", "a card", "a card"]
    s = at("AhKd 7c7d call check Kc7h")[1]
    assert GAME.action_seen(s, 1, SPECTATOR) == "2d7hKc"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda w: w[:-1], "looks like"),
        (lambda w: ["AhKd,AhQd", *w[1:]], "dealt twice"),
        (lambda w: ["AhKd", *w[1:]], "2 hands of two cards"),
        (lambda w: [*w[:2], "10", *w[3:]], "2 whole numbers"),
        (lambda w: [*w[:5], "x-", *w[6:]], "one of -faF"),
        (lambda w: [*w[:6], "dealing", *w[7:]], "The street is preflop"),
        (lambda w: [*w[:7], "UTG", *w[8:]], "to act is one of BB, SB or -"),
        (lambda w: [*w[:-1], "name"], "not 'name'"),
        (lambda w: [w[0], "Kc7h2d", *w[2:]], "do not fit"),
        (lambda w: [*w[:4], "900,900", *w[5:]], "bet more than he has put in"),
    ],
)
def test_positions_that_cannot_be_are_refused(change, words):
    s = at("AhKd 7c7d")[1]
    with pytest.raises(BadInput, match=words):
        GAME.parse(" ".join(change(GAME.position_text(s).split())))
