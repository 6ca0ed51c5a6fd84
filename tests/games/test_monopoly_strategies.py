"""Monopoly's named strategies: legal at every step, and each does what its name says."""

import random

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.games.monopoly import Monopoly
from halfmove.games.monopoly.strategies import completes

pytestmark = pytest.mark.one_speed

TWO = interpreted(Monopoly(players=2))
THREE = interpreted(Monopoly(players=3, rounds=40))
TRADING = interpreted(Monopoly(players=2, rounds=60, trades=True))
STRATEGIES = TWO.strategies()


def chosen(name, text, game=TWO, seed=1):
    s = game.parse(text)
    return game.action_text(s, game.strategies()[name].choose(game, s, random.Random(seed)))


def played(game, name, seed):
    """What is said in a game in which all play alike, to its end."""
    rng, policy, s, said = random.Random(seed), game.strategies()[name], game.initial(), []
    while not game.is_terminal(s):
        if game.to_move(s) == hm.CHANCE:
            outcomes, chances = zip(*game.outcomes(s))
            s = game.result(s, rng.choices(outcomes, chances)[0])
            continue
        action = policy.choose(game, s, rng)
        assert action in list(game.actions(s))
        said.append(game.action_text(s, action))
        s = game.result(s, action)
    return said


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_choice_is_legal(name):
    assert len(played(THREE, name, seed=5)) > 100


def test_they_trade_where_they_may():
    said = [word for seed in range(2) for word in played(TRADING, "buyer", seed)]
    assert said.count("propose") == said.count("accept") > 1  # nobody offers what would be refused
    assert "refuse" not in said
    assert "withdraw" not in said


def test_a_swap_completes_two_colours():
    lots = "A:park-place,oriental-avenue,vermont-avenue B:boardwalk,connecticut-avenue"
    text = f"A=900@go B=900@go {lots} A manage"
    steps, s = [], TRADING.parse(text)
    while not steps or steps[-1] != "accept":
        action = TRADING.strategies()["buyer"].choose(TRADING, s, random.Random(1))
        steps.append(TRADING.action_text(s, action))
        s = TRADING.result(s, action)
    assert steps[0] == "offer-B"
    assert steps[-2:] == ["propose", "accept"]
    assert TRADING.whole(s, 0, 7) or TRADING.whole(s, 0, 1)


def test_offers_of_another_sort_are_withdrawn():
    lots = "A:park-place,oriental-avenue B:boardwalk,connecticut-avenue"
    begun = f"A=900@go B=900@go {lots} partner=B {{}}A offer"
    assert chosen("buyer", begun.format("asks=connecticut-avenue "), TRADING) == "withdraw"
    assert chosen("buyer", begun.format("adds=-10 "), TRADING) == "withdraw"
    assert chosen("sensible", begun.format(""), TRADING) == "withdraw"


def test_who_buys():
    told = {
        name: chosen(name, "A=600@oriental-avenue B=900@go lot=oriental-avenue A buy") for name in STRATEGIES
    }
    assert told == {
        "sensible": "buy",
        "buyer": "buy",
        "careful": "buy",
        "orange-red": "auction",
        "railroads": "auction",
        "three-houses": "buy",
    }
    poor = "A=599@oriental-avenue B=900@go lot=oriental-avenue A buy"
    assert chosen("careful", poor) == "auction"
    assert chosen("buyer", "A=99@oriental-avenue B=900@go lot=oriental-avenue A buy") == "auction"
    # nobody leaves the last lot of a colour to another who needs it
    lacking = "A=600@oriental-avenue B=9@go B:vermont-avenue,connecticut-avenue lot=oriental-avenue A buy"
    assert chosen("orange-red", lacking) == "buy"


def test_what_completes_a_colour():
    s = TWO.parse("A=600@go B=9@go B:vermont-avenue,connecticut-avenue,electric-company A manage")
    assert [completes(TWO, s, lot) for lot in (3, 4, 18, 20)] == [True, False, False, False]


@pytest.mark.parametrize(
    ("name", "bids"),
    [("buyer", ["bid-50", "bid-110"]), ("careful", ["bid-10", "pass"]), ("railroads", ["bid-10", "pass"])],
)
def test_bids_stay_below_what_the_lot_is_worth(name, bids):
    """Oriental Avenue costs 100."""
    auction = "A=1500@oriental-avenue B=1500@go lot=oriental-avenue bidders=AB {}asked=B A auction"
    assert chosen(name, auction.format("")) == bids[0]
    assert chosen(name, auction.format("bid=100 bidder=A "), seed=1) == bids[1]


def test_three_houses_everywhere_before_a_fourth():
    lots = "A:park-place*3,boardwalk*2,mediterranean-avenue*3,baltic-avenue*2"
    built = f"A=900@go B=9@go {lots} A manage"
    assert chosen("three-houses", built) == "build-boardwalk"
    all_three = built.replace("*2", "*3")
    assert chosen("three-houses", all_three) == "build-boardwalk"
    mixed = (
        f"A=900@go B=9@go {lots.replace('walk*2', 'walk*3').replace('tic-avenue*2', 'tic-avenue*2')} A manage"
    )
    assert chosen("three-houses", mixed) == "build-baltic-avenue"
    assert chosen("three-houses", mixed.replace("A=900", "A=140")) == "throw"


def test_jail_is_left_while_rents_are_low():
    assert chosen("buyer", "A=900@jail/1 B=9@go A manage") == "pay"
    built = "B:park-place*3,boardwalk*3"
    assert chosen("buyer", f"A=900@jail/1 B=9@go {built} A manage") == "throw"
