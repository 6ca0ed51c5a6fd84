"""Whole deals of bridge solved: a review beside the solver's values, and an engine that answers a claim."""

import random

import pytest
from command import halfmove

import halfmove as hm
from halfmove import operations
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import find_format
from halfmove.games.bridge.game import Bridge

pytestmark = pytest.mark.slow_interpreted

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
SURE = "N:AKQJ.AKQ.AKQ.AKQ T987.JT98.JT9.J9 6543.7654.876.87 2.32.5432.T65432"
LED = f"{SURE} N none 7N P P P ST"


def test_a_board_is_reviewed():
    """Each card's cost is what the double dummy value loses; North cannot lose a trick here."""
    found = operations.review("bridge", f"{LED} S3 S2 SA SK")
    data = found.to_dict()
    assert data["facts"][1] == "With best play 7N N takes 13 tricks, +1520 to NS."
    assert data["facts"][2] == "Par is +1520 to NS: 7N N, 7N S."
    assert data["costs"] == {"North": 0.0, "East": 0.0, "South": 0.0, "West": 0.0}
    assert [row["action"] for row in data["actions"]] == ["7N", "P", "P", "P", "ST", "S3", "S2", "SA", "SK"]


def test_costs_of_cards_add_up():
    """From the first card to the last the declarer's tricks change by what the cards cost."""
    game, rng = interpreted(Bridge()), random.Random(5)
    s = game.parse(f"{DEAL} N none 1N P P P")
    while not game.is_terminal(s):
        s = game.result(s, rng.choice(list(game.actions(s))))
    cards = [row for row in game.review(s, lambda done, of: None).actions if row.remark.startswith("N takes")]
    values = [int(row.remark.split()[-1]) for row in cards]
    assert len(cards) == 52
    assert values[-1] == s.won
    best = int(game.review(s, lambda done, of: None).facts[1].split(" tricks")[0].split()[-1])
    for row, before, after in zip(cards, [best, *values], values, strict=False):
        assert row.cost == (before - after if row.player in (0, 2) else after - before) >= 0
        assert bool(row.better) == (row.cost > 0)


def test_what_cannot_be_reviewed_is_said():
    with pytest.raises(hm.Unsuitable, match=r"^chess has no review of its own"):
        operations.review("chess")
    with pytest.raises(BadInput, match=r"^There is nothing to review before the cards are dealt\.$"):
        operations.review("bridge")


def test_a_claim_in_the_terminal():
    """A person claims, the engine answers; what it does not agree to is played on."""
    position = f"{DEAL} N none 1N P P P H7 HT HQ HK"
    run = halfmove("play", "bridge", "--position", position, "--seed", "1", typed="claim 12\nclaim 6\nquit\n")
    assert run.status == 0, run.err
    assert "playon" in run.out
    assert "1N N =: +90 to NS" in run.out


def test_a_file_is_annotated(tmp_path):
    """North's king of hearts gives a trick; a board without a play has its par."""
    form = find_format(interpreted(Bridge()), "PBN")
    source, target = tmp_path / "boards.pbn", tmp_path / "annotated.pbn"
    tags = f'[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n'
    led = '[Auction "S"]\nPass 1S =1= Pass Pass\nPass\n[Note "1:five spades"]\n[Play "N"]\nHK H7 - -\n*\n'
    source.write_text(f'[Board "3"]\n{tags}[Result "9"]\n{led}\n[Board "4"]\n{tags}[Auction "S"]\nAP\n')
    run = halfmove("annotate", "bridge", str(source), "-o", str(target))
    assert run.status == 0, run.err
    assert "With best play 1S W takes 8 tricks, +110 to EW." in run.out
    assert "Lost, in tricks: North 1, East 0, South 0, West 0." in run.out
    first, second = form.read(target.read_text())
    assert first.headers["Annotator"] == second.headers["Annotator"] == f"Halfmove {hm.__version__}"
    assert first.headers["Result"] == "9"
    assert first.moves[5].comment == "lost, in tricks: 1; better: C8 C9 CT D5 D8 DJ S6 SJ SQ; W takes 9"
    assert [move.properties.get("note") for move in first.moves][1:3] == [["five spades"], ["anything"]]
    assert second.comment.startswith("Passed out.\nPar is -110 to NS:")
    data = halfmove("annotate", "bridge", str(target), "--json").json
    assert [game["costs"].get("North") for game in data["games"]] == [1.0, 0.0]
    refused = halfmove("annotate", "bridge", str(source), "--depth", "3")
    assert (refused.status, refused.err) == (
        2,
        "halfmove: Games of bridge are annotated by their own review, which takes no depth.\n",
    )
