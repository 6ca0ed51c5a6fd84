"""Many hands in a row: the button moves on, stacks and results are kept, a hand is shown again, and what a
player did not see is nowhere."""

from types import SimpleNamespace
from urllib.parse import parse_qsl

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.games.holdem.game import Holdem
from halfmove.games.leduc import Leduc
from halfmove.games.liars_dice import LiarsDice
from halfmove.web import server
from halfmove.web.board import hands as hands_module
from halfmove.web.board.clock import Clock
from halfmove.web.board.hands import Hands, is_played_in_hands
from halfmove.web.board.hands_box import write_list, write_totals
from halfmove.web.board.page import open_table
from halfmove.web.board.table import Link, Table
from halfmove.web.catalogue import Catalogue
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed


@pytest.fixture(autouse=True)
def _server(monkeypatch):
    """A server that searches nothing."""
    monkeypatch.setattr(server, "_server", SimpleNamespace(catalogue=Catalogue(), seal=Seal(bytes(32))))


def open_link(link):
    return open_table(
        link.partition("?")[0].rpartition("/")[2], dict(parse_qsl(link.partition("?")[2])), "play"
    )


def sit(name, parameters=None, left=None, **said):
    table = Table(name, parameters or {}, Link(**said))
    hands = Hands(table, Clock(table.game.players), open_link, lambda *gone: left.append(gone))
    table.watchers.append(hands.note)
    return hands


def play(hands, moves):
    for text in hands.table.game.split_moves(moves):
        hands.table.play_text(text)


def hand_over(game, moves, viewer=None):
    game = interpreted(game)
    return game.hand_over(hm.position(game, moves=moves)[0], viewer)


def test_players_change_seats_and_results_add_up():
    hands = sit("kuhn")
    assert hands.names == ["You", "Player 2"]
    assert not hands.has_next
    play(hands, "K Q bet fold")
    assert (hands.totals, hands.table.seats.who) == ([1, -1], {0: "you", 1: "5"})
    hands.deal()
    assert (hands.players, hands.table.seats.who, hands.table.below) == ([1, 0], {0: "5", 1: "you"}, 1)
    assert hands.table.record.here.parent is None
    play(hands, "Q J bet call")
    assert hands.totals == [-1, 1], "a jack that calls a queen loses two"
    assert "Hand 2<" in write_totals(hands)
    assert "−1<" in write_totals(hands)
    hands.deal()
    assert hands.players == [0, 1]
    assert "Hand 3<" in write_totals(hands)


def test_a_card_that_was_not_seen_is_kept_nowhere():
    hands = sit("kuhn")
    play(hands, "K Q bet fold")
    kept = [hands.played[0].seen, write_list(hands), write_totals(hands)]
    assert hands.played[0].seen == "first K"
    assert not any("Q" in text for text in kept)
    assert "sealed=" in hands.played[0].link
    hands.deal()
    play(hands, "Q J check check")
    assert hands.played[1].seen == "first Q, second J", "cards that were compared were seen"


def test_a_hand_is_shown_again_and_the_one_that_goes_on_stays_as_it_is():
    hands = sit("kuhn")
    play(hands, "K Q bet fold")
    hands.deal()
    play(hands, "Q J bet")
    hands.look_at(1)
    table = hands.table
    assert [node.text for node in table.record.here.path()] == ["K", "Q", "bet", "fold"]
    assert "Q" not in table.picture().replace("Kuhn poker", "")
    assert (hands.count, hands.has_next, hands.seated) == (1, False, [0, 1])
    hands.look_at(7)
    assert hands.looked_at == 1
    hands.go_back()
    assert [node.text for node in table.record.here.path()] == ["Q", "J", "bet"]
    play(hands, "fold")
    assert hands.totals == [0, 0]
    assert hands.count == 2


def test_a_reload_brings_all_of_it_back_and_nonsense_nothing():
    hands = sit("kuhn")
    play(hands, "K Q bet fold")
    hands.deal()
    play(hands, "Q J bet")
    again = Hands(open_link(hands.table.url()), Clock(2), open_link, None)
    again.restore(hands.kept())
    assert again.kept() == hands.kept()
    for part, wrong in (
        ("totals", [1]),
        ("players", [0, 5]),
        ("hands", [{"link": "x"}]),
        ("count", 0),
        ("names", "many"),
        ("names", 10**9),
        ("hands", [{"link": "x", "seen": "", "players": [9], "won": [0, 0]}]),
    ):
        fresh = Hands(open_link(hands.table.url()), Clock(2), open_link, None)
        before = fresh.kept()
        fresh.restore({**hands.kept(), part: wrong})
        assert fresh.kept() == before, part
    for nonsense in (None, [], {"hands": 3}):
        again.restore(nonsense)
    assert again.kept() == hands.kept()


def test_another_game_begins_anew():
    hands = sit("kuhn")
    play(hands, "K Q bet fold")
    hands.table.restart()
    assert (hands.count, hands.totals) == (0, [0, 0])


def test_the_page_deals_by_itself_after_a_pause(monkeypatch):
    now = SimpleNamespace(now=100.0)
    monkeypatch.setattr(hands_module, "time", SimpleNamespace(monotonic=lambda: now.now))
    hands = sit("kuhn")
    play(hands, "K Q bet fold")
    hands.switch()
    hands.tick()
    assert hands.table.over
    now.now += hands_module.PAUSE
    hands.tick()
    assert not hands.table.over
    play(hands, "K Q bet fold")
    hands.switch()
    now.now += 10
    hands.tick()
    assert hands.table.over, "no longer by itself"


def test_at_holdem_the_button_moves_on_and_stacks_are_kept():
    deal = "AhKd 7c7d QsJs "
    over = hand_over(Holdem(players=3), deal + "fold fold", viewer=2)
    assert over.seats == (1, 2, 0), "the small blind has the button next"
    assert over.won == (-50, 50, 0)
    assert over.parameters == {"players": "3", "stacks": "10050,10000,9950"}
    assert over.seen == "BTN Q♠J♠"
    shown = hand_over(
        Holdem(), "AhKd 7c7d call check 2h3h4h check check 9s check check Ts check check", viewer=0
    )
    assert shown.seen == "BB A♥K♦, SB 7♦7♣, board 2♥3♥4♥9♠T♠"


def test_who_has_no_chips_left_is_out_and_the_last_one_has_them_all():
    out = hand_over(Holdem(players=3), "AhAd 7c2d KsQs all-in all-in fold AsKc8h8d3c")
    assert (out.seats, out.parameters) == ((1, 0), {"players": "2", "stacks": "9900,20100"})
    alone = hand_over(Holdem(), "AhAd 7c2d all-in call AsKc8h8d3c")
    assert alone.seats == (0,)
    left = []
    hands = sit("holdem", {"players": "3"}, left, seats="you,5,5")
    play(hands, "AhAd 7c2d KsQs all-in all-in fold AsKc8h8d3c")
    hands.deal()
    [(taken, link)] = left
    assert "players=2" in link
    assert taken["hands"]["players"] == [1, 0]
    assert taken["hands"]["totals"] == [10100, -100, -10000]
    there = Hands(open_link(link), Clock(2), open_link, None)
    there.restore(taken["hands"])
    assert (there.names, there.players) == (["You", "Player 2", "Player 3"], [1, 0])
    assert there.table.seats.who == {0: "5", 1: "you"}
    assert '<span class="hm-soft">out</span>' in write_totals(there)


def test_other_games_of_short_hands():
    assert hand_over(Leduc(), "K Q bet fold", viewer=0).seen == "first K"
    assert hand_over(LiarsDice(), "3 5 1x3 liar").seats == (1, 0)
    assert is_played_in_hands(Table("liars-dice", {}))
    assert not is_played_in_hands(Table("tictactoe", {}))
    assert not is_played_in_hands(Table("kuhn", {}, analysing=True))
