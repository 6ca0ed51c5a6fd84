"""Boards one after another: numbers, the deals of a rubber and the terminal's hands."""

import random

import numpy as np
import pytest
from command import halfmove

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import find_format
from halfmove.games.bridge.choice import judge
from halfmove.games.bridge.engine import AIM, view_of
from halfmove.games.bridge.game import Bridge
from halfmove.games.bridge.rubber import Rubber, read_rubber
from halfmove.games.bridge.series import SCORINGS, board_conditions
from halfmove.games.tricks.scoring import Contract

pytestmark = pytest.mark.one_speed

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
SURE = "N:AKQJ.AKQ.AKQ.AKQ T987.JT98.JT9.J9 6543.7654.876.87 2.32.5432.T65432"
LED = f"{SURE} N none 7N P P P ST"
"""North has all thirteen tricks."""


def new(**parameters):
    return interpreted(Bridge(**parameters))


def play_out(game, words, claimed):
    """The state after these calls, a lead, and a claim of North's that everybody agrees to."""
    s = game.first_state(new().dealt_hands(new().parse(SURE)), game.start.dealer, game.start.vulnerable)
    for word in [*words.split(), f"claim{claimed}", "agree", "agree"]:
        s = game.result(s, game.parse_action(s, word))
    assert game.is_terminal(s)
    return s


def test_boards_follow_by_their_numbers():
    game = new()
    s = play_out(game, "7N P P P ST", 13)
    over = game.hand_over(s, 0)
    assert over.won == (1520, -1520, 1520, -1520)
    assert over.seats == (0, 1, 2, 3)
    for number in range(2, 20):
        game = new(**over.parameters)
        assert (game.start.dealer, game.start.vulnerable) == board_conditions(number)
        calls = {0: "7N P P P ST", 1: "P P P 7N P P P ST", 2: "P P 7N P P P ST", 3: "P 7N P P P ST"}
        over = game.hand_over(play_out(game, calls[game.start.dealer], 13), None)
        assert over.seen == f"Board {number}: 7N N ="
    assert new(deal=DEAL, dealer="E").hand_over(new().parse(f"{DEAL} E NS P P P P"), 0).parameters == {
        "deal": "", "dealer": "S",
    }  # fmt: skip


def test_a_rubber_goes_on_from_deal_to_deal():
    """Beside the score of a `Rubber` that is told the same contracts."""
    sheet, game, won = Rubber(), new(scoring="rubber"), [0, 0]
    for level, tricks in [(1, 7), (2, 8), (3, 13), (1, 3), (3, 9)]:
        before = sheet.points[0] - sheet.points[1]
        dealer = game.start.dealer
        assert [bool(game.start.vulnerable >> side & 1) for side in (0, 1)] == [
            sheet.is_vulnerable(side) for side in (0, 1)
        ]
        passes = "P " * ((0 - dealer) % 4)
        s = play_out(game, f"{passes}{level}N P P P ST", tricks)
        sheet.add(Contract(level, 4, 0), tricks, game.dealt_hands(s))
        over = game.hand_over(s, None)
        assert over.won[0] == sheet.points[0] - sheet.points[1] - before == -over.won[1]
        won[0] += over.won[0]
        if sheet.is_over:
            assert over.seen.endswith("; NS win the rubber")
            assert over.parameters["rubber"] == ""
            break
        assert sheet.show() in over.seen
        assert read_rubber(over.parameters["rubber"]) == sheet
        game = new(scoring="rubber", **over.parameters)
        assert game.start.dealer == (dealer + 1) % 4
    assert sheet.is_over
    assert won[0] == sheet.points[0] - sheet.points[1]


@pytest.mark.parametrize("seed", range(5))
def test_a_rubber_is_read_as_it_is_written(seed):
    rng, rubber = random.Random(seed), Rubber()
    while not rubber.is_over:
        assert read_rubber(rubber.text()) == rubber
        rubber.add(Contract(rng.randint(1, 5), rng.randrange(5), rng.randrange(4)), rng.randint(4, 13))


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"board": 3, "dealer": "E"}, "The number of a board says who deals and who is vulnerable: leave"),
        ({"board": -1}, "The number of a board is 0 to 1,000,000, not -1."),
        ({"scoring": "imps"}, "Boards are scored as duplicate, matchpoints, rubber, not 'imps'."),
        ({"scoring": "rubber", "vulnerable": "NS"}, "In a rubber a side with a game is vulnerable: leave"),
        ({"rubber": "60-0 0-0 60-0"}, "A rubber's score goes with scoring=rubber."),
        ({"scoring": "rubber", "rubber": "60"}, "A rubber's score is such as '60-0 1-0 460-50', not '60'."),
        ({"scoring": "rubber", "rubber": "0-0 2-0 900-0"}, "In a rubber that goes on a side has less than"),
    ],
)
def test_parameters_that_contradict_are_refused(parameters, sentence):
    with pytest.raises(BadInput) as wrong:
        Bridge(**parameters)
    assert str(wrong.value).startswith(sentence)


def test_hands_follow_in_the_terminal_and_are_saved_together(tmp_path):
    file = tmp_path / "boards.pbn"
    typed = f"\nclaim 13\n\nagree\n\nagree\nnext\n\nP\n\nP\n\nP\n\nP\nsave {file}\nsave {file}\nnext\nquit\n"
    run = halfmove("play", "bridge", "--position", LED, "--side", "both", "--seed", "3", typed=typed)
    assert run.status == 0, run.err
    assert "7N N =. After 1 hand, in points: North +1,520, East -1,520, South +1,520" in run.out
    assert "'next' deals the next one." in run.out
    assert "board=2" in run.out
    assert "Board 2: passed out. After 2 hands" in run.out
    assert "board=3" in run.out
    first, second = find_format(new(), "PBN").read(file.read_text())
    assert [move.text for move in first.moves] == ["7N", "P", "P", "P", "ST"]
    assert first.headers["Result"] == "13"
    assert [move.text for move in second.moves] == ["P"] * 4
    assert second.headers["Board"] == "2"


def test_kuhn_poker_changes_seats_in_the_terminal():
    run = halfmove(
        "play", "kuhn", "--side", "both", "--seed", "1", "--position", "Q K bet call", typed="next\nquit\n"
    )
    assert run.status == 0, run.err
    assert "After 1 hand, in chips: first -2, second +2." in run.out


@pytest.mark.parametrize(
    ("rubber", "contract", "tricks", "worth"),
    [
        ("", Contract(4, 3, 0), 10, 120 + 350),
        ("", Contract(2, 3, 1), 8, 60 + 100),
        ("", Contract(2, 3, 1), 7, -50),
        ("60-0 0-0 60-0", Contract(1, 4, 0), 7, 40 + 350 - 100),
        ("60-0 0-0 60-0", Contract(4, 3, 1), 10, 120 + 350 + 100),
        ("0-0 1-0 120-0", Contract(3, 4, 2), 9, 100 + 700 - 350),
        ("0-0 1-0 120-0", Contract(3, 4, 1), 9, 100 + 350),
        ("0-0 1-1 120-120", Contract(3, 4, 1), 9, 100 + 500),
        ("0-0 1-1 120-120", Contract(3, 4, 1), 8, -100),
    ],
)
def test_what_a_contract_is_worth_in_a_rubber(rubber, contract, tricks, worth):
    """Worked out by hand: points, 350 for a game ahead, 700 or 500 at the end, 100 for a part score."""
    game = new(scoring="rubber", rubber=rubber)
    assert game.deal_score(game.initial(), contract, tricks) == worth


def test_a_part_score_makes_a_contract_safe_that_duplicate_would_play_for_overtricks():
    """One card makes 1NT in every layout, another makes 4NT in three of four and fails in the fourth."""
    dealt = new().parse(f"{DEAL} N none 1N P P P H7")
    tricks, weights = np.array([[7, 10]] * 3 + [[7, 6]]), np.ones(4)
    for game, best in ((new(), 1), (new(scoring="rubber", rubber="60-0 0-0 60-0"), 0)):
        view = view_of(game, dealt)
        reports = judge(view, {0: (0,), 1: (1,)}, tricks, weights, AIM[game.scoring])
        assert reports[0].card == best


def test_engines_choose_by_what_is_scored():
    aims = {name: new(scoring=name).expert().cards.aim for name in SCORINGS}
    assert aims == {"duplicate": "imps", "matchpoints": "matchpoints", "rubber": "score"}
