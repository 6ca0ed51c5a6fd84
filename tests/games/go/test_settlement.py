"""What players settle at the end of a game of Go, and what follows from it."""

import pytest

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.go import Go

# Black has the left, White the right; White's stones in the corner of Black's are dead.
SPLIT = "1XO2/1XO2/OXO2/1XO2/OXO2"


def settled(position=f"{SPLIT} B - 2", actions=(), **parameters):
    game = interpreted(Go(**{"size": 5, "komi": 0.5, **parameters}))
    return game.settlement(History(game, game.parse(position), actions))


def test_a_stone_names_its_chain_and_an_empty_point_what_is_enclosed_there():
    settlement = settled()
    settlement.change("a1")
    assert settlement.chosen == ["A1"]
    settlement.change("A5")  # one of the two is dead already: both are
    assert sorted(settlement.chosen) == ["A1", "A3"]
    settlement.change("A5")
    assert settlement.chosen == []
    settlement.change("A5 B1")
    assert str(settlement) == "Dead: B5 B4 B3 B2 B1 of Black; A3 of White; A1 of White."
    settlement.change("none")
    with pytest.raises(BadInput, match="no stone on E5, and none is enclosed there"):
        settlement.change("E5")


def test_the_score_by_part_adds_up_and_the_owners_are_counted():
    for rules in ("japanese", "chinese", "aga"):
        settlement = settled(rules=rules)
        for word in [None, "A5", "A1", "B1", "C1"]:
            if word:
                settlement.change(word)
            parts = settlement.parts()
            black, white = (sum(part.points[player] for part in parts) for player in (0, 1))
            assert black - white == settlement.margin()
            owners = list(settlement.owners().values())
            assert parts[0] == ("Territory", (owners.count(0), owners.count(1)))
            assert settlement.ending() == settlement.count().splitlines()[-1]


@pytest.mark.parametrize(("rules", "given"), [("japanese", None), ("chinese", 3), ("aga", 2)])
def test_handicap_and_komi_are_told_apart(rules, given):
    settlement = settled("9/9/9/9/9/9/9/9/3X5 B - 2", size=9, komi=0.5, rules=rules, handicap=3)
    parts = dict(settlement.parts())
    assert parts["Komi"] == (0, 0.5)
    assert parts.get("Handicap") == (None if given is None else (0, given))


def test_the_board_shows_the_choice():
    settlement = settled()
    settlement.change("A5")
    assert settlement.show().splitlines() == [
        "5 b X O w w",
        "4 b X O w w",
        "3 o X O w w",
        "2 b X O w w",
        "1 o X O w w",
        "  A B C D E",
        "  x o: dead stones; b w: territory of Black, White",
    ]


def test_the_passes_that_ended_the_game_are_known():
    game = interpreted(Go(size=5))
    assert settled().closing == 0, "no pass was made: the position has two"
    assert settled(f"{SPLIT} B - 1", [game.points]).closing == 1
    assert settled(f"{SPLIT} B - 0", [game.points] * 2).closing == 2
    assert settled(f"{SPLIT} B - 0", [0, game.points, game.points]).closing == 2
    assert settled(f"{SPLIT} B - 0", [game.points]) is None


@pytest.mark.slow_interpreted
def test_what_will_be_whose_is_judged():
    game = Go(size=5, komi=0.5)
    found = game.ownership(game.parse(f"{SPLIT} B - 0"))
    assert found.words.startswith("White is ahead by about ")
    assert found.points["E5"] < -0.5 < 0.5 < found.points["A5"]
    assert "C1" not in found.points, "a stone on its owner's point needs no mark"
    assert "A1" in found.points, "the other player's has one"
