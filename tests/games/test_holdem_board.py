"""Hold'em to look at and to touch: whose cards lie open, buttons, any bet; players that have names."""

import random
import re

import pytest

import halfmove as hm
from halfmove.core import figures
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.surface import Amount
from halfmove.games.holdem.game import Holdem
from halfmove.games.holdem.rules import CALL, FOLD

GAME = interpreted(Holdem(players=3))
DEAL = "AhKd 7c7d QsJs "


def at(moves, game=GAME):
    return hm.position(game, moves=moves)[0]


def test_the_picture_has_the_cards_of_whom_it_is_for():
    s = at(DEAL)
    for viewer, seen in ((0, ">A<"), (1, ">7<"), (2, ">Q<")):
        drawn = GAME.draw_to(s, viewer)
        assert seen in drawn
        assert not any(other in drawn for other in {">A<", ">7<", ">Q<"} - {seen})
    assert not any(card in GAME.draw_to(s, SPECTATOR) for card in (">A<", ">7<", ">Q<"))
    assert all(card in GAME.draw(s) for card in (">A<", ">7<", ">Q<"))


def test_buttons_are_his_whose_turn_it_is():
    s = at(DEAL)
    assert ">fold<" in GAME.draw_to(s, 2)
    assert ">fold<" not in GAME.draw_to(s, 0)
    table = GAME.surface()
    names = [point.name for point in table.points(s)]
    assert names == ["fold", "call", "raise to 225", "raise to 350", "all-in"]
    assert [table.touches(s, a) for a in GAME.actions(s)] == [(name,) for name in names]
    assert table.points(at("AhKd")) == []


def test_a_bet_of_any_size_can_be_typed():
    table = GAME.surface()
    assert table.amount(at(DEAL)) == Amount("raise to", 200, 10000)
    assert table.amount(at(DEAL + "call call check Kc7h2d")) == Amount("bet", 100, 9900)
    assert table.amount(at("AhKd")) is None
    assert table.amount(at(DEAL + "all-in fold")) is None
    limit = interpreted(Holdem(betting="limit"))
    assert limit.surface().amount(at("AhKd 7c7d", limit)) is None


def test_folded_cards_are_gone():
    s = at(DEAL + "fold")
    assert ">Q<" in GAME.draw_to(s, 2)
    assert 'data-at="card 3 1"' not in GAME.draw_to(s, 0)


def test_the_pot_is_paid_out_and_the_result_has_one_unit():
    heads_up = interpreted(Holdem())
    deal = "AhKd 7c7d "
    hand = hm.History(heads_up, actions=())
    for text in heads_up.split_moves(deal + "call check 2h3h4h check check 9s check check Ts check"):
        hand.play(heads_up.parse_action(hand.state, text))
    assert "pot 200" in heads_up.show(hand.state)
    hand.play(CALL)
    shown = heads_up.show(hand.state)
    assert "pot 0" in shown
    assert [heads_up.has(hand.state, player) for player in (0, 1)] == [9900, 10100]
    assert ">10,100<" in heads_up.draw(hand.state)
    assert shown.splitlines()[-1] == "SB +1 big blind with a pair of sevens"
    assert figures.outcome(hand) == "SB wins, +1 big blind: showdown."
    assert not re.search(r"[+-]\d+(?! big blind)\b(?!\.)", shown), "no figure without its unit"
    folded = hm.History(heads_up, actions=())
    for text in heads_up.split_moves(deal + "fold"):
        folded.play(heads_up.parse_action(folded.state, text))
    assert figures.outcome(folded) == "BB wins, +0.5 big blinds: everybody else folds."
    assert heads_up.show(folded.state).splitlines()[-1] == "BB +0.5 big blinds; nobody calls"


def test_of_more_players_each_result_is_in_big_blinds():
    hand = hm.History(GAME, actions=())
    for text in GAME.split_moves(DEAL + "fold fold"):
        hand.play(GAME.parse_action(hand.state, text))
    assert figures.outcome(hand) == "BB wins, in big blinds: SB -0.5, BB +0.5, BTN 0: everybody else folds."


def test_players_that_have_names():
    ways = {name: way.choose for name, way in GAME.strategies().items()}
    source = random.Random(1)
    s = at(DEAL + "raise 300")
    assert ways["always-call"](GAME, s, source) == CALL
    assert ways["always-raise"](GAME, s, source) == 501
    assert ways["always-all-in"](GAME, s, source) == 10001
    covered = at(DEAL + "all-in")
    assert ways["always-raise"](GAME, covered, source) == CALL


@pytest.mark.slow_interpreted
def test_the_tight_player_knows_what_his_cards_are_worth():
    tight = GAME.strategies()["tight"].choose
    aces = at("AhAd 7c7d 2s3h raise 300")
    assert tight(GAME, aces, random.Random(1)) > CALL
    trash = at("AhAd 7c7d 2s3h all-in".replace("AhAd", "7s2c"))
    assert tight(GAME, trash, random.Random(1)) == FOLD
    free = at("7s2c 7c7d AsAh call call check KcQhJd")
    assert tight(GAME, free, random.Random(1)) == CALL
