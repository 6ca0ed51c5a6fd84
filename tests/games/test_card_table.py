"""A table of cards: where players sit, what comes from where; what hands of poker are called."""

import re
from xml.etree import ElementTree

import pytest

import halfmove as hm
from halfmove.core.contract import SPECTATOR
from halfmove.core.in_turn import in_turn
from halfmove.games import card_table
from halfmove.games.card_table import Face, Seat
from halfmove.games.holdem.cards import read_cards, set_of
from halfmove.games.holdem.hand_names import name_hand
from halfmove.games.holdem.hands import strength

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize("players", range(2, 10))
def test_players_sit_round_the_table_clockwise_and_apart(players):
    high = card_table.height(players)
    for below in range(players):
        places = card_table.places(players, below)
        assert places[below] == (card_table.WIDTH / 2, high - 24)
        order = places[below:] + places[:below]
        lefts = [x < card_table.WIDTH / 2 for x, _ in order[1:] if x != card_table.WIDTH / 2]
        assert lefts == sorted(lefts, reverse=True), "the next players sit to the left, the last to the right"
    for one, (x, y) in enumerate(places):
        assert card_table.PLATE_WIDTH / 2 <= x <= card_table.WIDTH - card_table.PLATE_WIDTH / 2
        for a, b in places[:one]:
            assert abs(x - a) > card_table.PLATE_WIDTH or abs(y - b) > card_table.PLATE_HEIGHT + 40


def test_cards_slide_from_the_middle_chips_from_their_owner_and_the_pot_to_the_winner():
    seats = [
        Seat("A", [Face("K", "♥"), Face()], bet=300, turn=True),
        Seat("B", [None, None], won=1250, dealer=True),
    ]
    drawn = card_table.table(seats, board=[Face("10", "♦"), None], pot=600)
    parts = {e.get("data-at"): e for e in ElementTree.fromstring(f"<svg>{drawn}</svg>").iter("g")}
    near, far = card_table.places(2)
    pot = re.search(r"translate\((\S+) (\S+)\)", parts["pot 600"].get("transform"))
    assert parts["bet 1 300"].get("data-from") == f"{near[0]:g} {near[1]:g}"
    assert parts["won 2"].get("data-from") == f"{pot[1]} {pot[2]}" == parts["card 1 1"].get("data-from")
    assert parts["won 2"].find("text").text == "+1,250"
    assert "button" in parts
    assert "card 2 1" not in parts, "nothing lies there"
    assert far[1] < near[1]


def test_a_card_looks_the_same_wherever_it_lies():
    one, two = (card_table.card(x, 5, Face("Q", "♣"), name=f"at {x}") for x in (0, 80))
    assert one.partition(">")[2] == two.partition(">")[2]


def test_thirteen_cards_overlap_within_the_table():
    drawn = card_table.row(220, 0, [Face("A")] * 13, name="hand", widest=400)
    lefts = [float(x) for x in re.findall(r"translate\((\S+) ", drawn)]
    assert (min(lefts), max(lefts)) == (20, 420 - 52)
    assert len(lefts) == len(set(lefts)) == 13


def test_an_amount_is_a_stack_of_chips_of_its_colours():
    coins = [card_table.stack(0, 0, amount).count('r="10"') for amount in (1, 15, 200, 3000)]
    assert coins == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("game", "moves", "bid"), [("goofspiel", "4 3", ">3<"), ("oshi-zumo", "7", ">7<")], ids=["card", "token"]
)
def test_a_bid_lies_face_down_until_all_have_bid(game, moves, bid):
    game = in_turn(hm.game(game))
    state, _ = hm.position(game, moves=moves)

    def laid(viewer):
        drawn = ElementTree.fromstring(game.draw_to(state, viewer))
        [found] = [e for e in drawn.iter() if e.get("data-at") == "bid 1"]
        return ElementTree.tostring(found, encoding="unicode").replace("ns0:", "")

    assert bid in laid(0)
    assert bid not in laid(1)
    assert laid(1) == laid(SPECTATOR)


def test_a_cup_hides_dice_until_somebody_calls_a_lie():
    game = hm.game("liars-dice", dice=2)
    state, _ = hm.position(game, moves="3 4 5 6 1x3")
    assert 'data-at="cup 2"' in game.draw_to(state, 0)
    assert 'data-at="die 2 1"' not in game.draw_to(state, 0)
    called, _ = hm.position(game, moves="3 4 5 6 1x3 liar")
    assert 'data-at="die 2 1"' in game.draw_to(called, 0)
    assert "cup" not in game.draw_to(called, 0)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("KcKd4h4s2c", "two pair, kings and fours"),
        ("6c6d9h2s3cJdQh", "a pair of sixes"),
        ("AcKd", "ace high"),
        ("2c2d", "a pair of deuces"),
        ("7c7d7hAsKc", "three sevens"),
        ("7c7d7hAsAcAd2d", "a full house, aces over sevens"),
        ("6c6d6h6sAc", "four sixes"),
        ("Ac2d3h4s5c", "a straight, five high"),
        ("TcJdQhKsAc", "a straight, ace high"),
        ("2h5h9hJhKh", "a flush, king high"),
        ("5d6d7d8d9d", "a straight flush, nine high"),
        ("TsJsQsKsAs", "a royal flush"),
    ],
)
def test_a_hand_is_called_as_players_call_it(cards, name):
    assert name_hand(strength(set_of(read_cards(cards)))) == name
