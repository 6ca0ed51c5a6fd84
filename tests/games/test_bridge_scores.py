"""Claims judged beside a naive search, and rubbers beside scores worked out by hand."""

import random

import pytest

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.bridge.claims import judge_claim
from halfmove.games.bridge.game import Bridge
from halfmove.games.bridge.rubber import Rubber, honours
from halfmove.games.tricks.deals import read_hand
from halfmove.games.tricks.scoring import Contract, duplicate_score

pytestmark = pytest.mark.one_speed

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
GAME = interpreted(Bridge())


def minimax(game, s):
    """The tricks of North and South with best play, by a plain search."""
    if game.is_terminal(s):
        return s.won
    values = [minimax(game, game.result(s, a)) for a in game.actions(s)]
    return max(values) if game.seat(s) & 1 == 0 else min(values)


@pytest.mark.parametrize("seed", range(6))
def test_a_claim_is_sound_where_a_plain_search_finds_as_many(seed):
    rng = random.Random(seed)
    s = GAME.parse(f"{DEAL} {rng.choice('NESW')} NS {rng.choice(['1C', '2H', '1N', '3S X', '2N'])} P P P")
    while s.played < 39 + rng.randrange(4):
        s = GAME.result(s, rng.choice(list(GAME.actions(s))))
    won = minimax(GAME, s)
    best = won if s.declarer & 1 == 0 else 13 - won
    mine = s.won if s.declarer & 1 == 0 else s.lost
    for tricks in range(mine, mine + 13 - s.won - s.lost + 1):
        claim = judge_claim(GAME, s, tricks)
        assert claim.best == best
        assert claim.is_sound() == (tricks <= best)
        assert claim.is_sound(by_declarer=False) == (tricks >= best)
        vulnerable = s.declarer & 1 == 0
        assert claim.score == duplicate_score(GAME.contract(s), tricks, vulnerable)
    with pytest.raises(BadInput, match=rf"so he takes {mine} to \d+, not {mine - 1}\.$"):
        judge_claim(GAME, s, mine - 1)


def test_nothing_is_claimed_in_an_auction():
    for words in ("", "1N P", "P P P P"):
        with pytest.raises(BadInput, match=r"^Tricks are claimed while cards are played"):
            judge_claim(GAME, GAME.parse(f"{DEAL} N none {words}"), 7)


SPADES, HEARTS, CLUBS, NO_TRUMP = 3, 2, 0, 4
NORTH, EAST = 0, 1


def test_a_rubber():
    """Worked out by hand from law 81."""
    rubber = Rubber()
    rubber.add(Contract(2, SPADES, NORTH), 9)  # 60 below, 30 above
    assert (rubber.below, rubber.points, rubber.games) == ([60, 0], [90, 0], [0, 0])
    rubber.add(None)
    rubber.add(Contract(3, NO_TRUMP, EAST), 8)  # one down: 50
    assert rubber.points == [140, 0]
    rubber.add(Contract(2, CLUBS, NORTH), 8)  # 40 below: 100 in all, a game
    assert (rubber.below, rubber.games, rubber.is_vulnerable(0)) == ([0, 0], [1, 0], True)
    assert rubber.points == [180, 0]
    rubber.add(Contract(4, HEARTS, NORTH, 1), 8)  # two down, doubled and vulnerable: 500
    assert rubber.points == [180, 500]
    rubber.add(Contract(3, NO_TRUMP, EAST), 10)  # 100 and a trick of 30
    assert (rubber.points, rubber.games) == ([180, 630], [1, 1])
    rubber.add(
        Contract(1, SPADES, EAST, 2), 8
    )  # 120 below, 100 for the redouble, 400 for the trick over, 500
    assert (rubber.points, rubber.games, rubber.is_over) == ([180, 1750], [1, 2], True)
    assert rubber.finish() == (180, 1750)
    with pytest.raises(BadInput, match=r"^The rubber is over"):
        rubber.add(None)


def test_a_rubber_of_two_games_and_one_that_is_ended():
    rubber = Rubber()
    rubber.add(Contract(6, HEARTS, NORTH), 12)  # 180 and 500
    assert (rubber.points, rubber.finish()) == ([680, 0], (980, 0))
    rubber.add(Contract(1, CLUBS, EAST), 7)  # a part score: 20, and 100 if they stop
    assert rubber.finish() == (980, 120)
    rubber.add(Contract(7, NO_TRUMP, NORTH), 13)  # 220, 1500, 700
    assert rubber.points == [680 + 220 + 1500 + 700, 20]
    with pytest.raises(BadInput, match="0 to 13 tricks, not 14"):
        Rubber().add(Contract(1, CLUBS, EAST), 14)


def test_honours():
    assert honours(read_hand("AKQJT.2.3.4"), SPADES) == 150
    assert honours(read_hand("AKJT.2.3.4"), SPADES) == 100
    assert honours(read_hand("AKJ9.2.3.4"), SPADES) == 0
    assert honours(read_hand("A2.A3.A4.A5"), NO_TRUMP) == 150
    assert honours(read_hand("A2.A3.A4.KQJT"), NO_TRUMP) == 0
    rubber = Rubber()
    rubber.add(Contract(1, SPADES, EAST), 7, [read_hand("AKQJ.2.3.4"), 0, 0, 0])
    assert rubber.points == [100, 30]
