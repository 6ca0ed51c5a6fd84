"""The board of Monopoly: deeds in their colours, an offer as two columns."""

import re

import pytest

from halfmove.core.compile import interpreted
from halfmove.games.monopoly import Monopoly
from halfmove.games.monopoly.board import GROUPS, MOST_OFFERED, PLAYERS

pytestmark = pytest.mark.one_speed
GAME = interpreted(Monopoly(players=2, trades=True))


def after(text, *moves):
    state = GAME.parse(text)
    for move in moves:
        state = GAME.result(state, GAME.parse_action(state, move))
    return GAME.draw(state)


def test_a_player_has_a_deed_in_its_colour_for_each_lot():
    drawn = after("A=742@go B=1291@go A:oriental-avenue,illinois-avenue-m B:boardwalk,park-place A manage")
    deeds = re.findall(r'height="22" rx="2" fill="(\S+)" stroke="(\S+)"', drawn)
    light_blue, red, dark_blue = GROUPS[1], GROUPS[4], GROUPS[7]
    assert [colours[0] for colours in deeds][::2] == [light_blue, dark_blue]
    assert deeds[1][0] != red, "mortgaged: hollow, in a frame of its colour"
    assert deeds[1][1] == red
    assert len(deeds) == 4


def test_what_is_for_sale_is_shown_as_a_deed_with_price_and_rent():
    drawn = after("A=742@boardwalk B=9@go lot=boardwalk A buy")
    assert ">Boardwalk<" in drawn
    assert ">price 400, rent 50<" in drawn
    assert "price 400" not in after("A=742@boardwalk B=9@go A manage")


def test_an_offer_is_two_columns_of_what_is_given_and_got():
    text = "A=742@go B=1291@go A:oriental-avenue,illinois-avenue B:connecticut-avenue A manage"
    drawn = after(text, "offer-B", "give-illinois-avenue", "ask-connecticut-avenue", "give-50")
    gives, gets = (
        float(x) for x in re.findall(rf'<rect x="(\d+)"[^>]*stroke="(?:{"|".join(PLAYERS[:2])})"', drawn)
    )
    places = {
        words: float(x) for x, words in re.findall(r'<text x="(\S+)"[^>]*font-size="18"[^>]*>([^<]+)<', drawn)
    }
    assert set(places) == {"Illinois Avenue", "50", "Connecticut Avenue"}
    assert gives < places["Illinois Avenue"] == places["50"] < gets < places["Connecticut Avenue"]
    assert ">B may accept or refuse<" in after(
        text, "offer-B", "give-illinois-avenue", "give-50", "ask-connecticut-avenue", "propose"
    )


def test_more_than_fits_is_counted():
    lots = "mediterranean-avenue,baltic-avenue,oriental-avenue,vermont-avenue,st-charles-place,states-avenue"
    text = f"A=742@go B=1291@go A:{lots},kentucky-avenue,indiana-avenue A manage"
    drawn = after(
        text, "offer-B", *(f"give-{lot}" for lot in [*lots.split(","), "kentucky-avenue", "indiana-avenue"])
    )
    assert drawn.count('font-size="18"') == MOST_OFFERED
    assert ">and 2 more<" in drawn
