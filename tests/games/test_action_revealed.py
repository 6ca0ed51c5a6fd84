"""What a showdown, or the end of a game, lays open of the moves before it."""

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.web.board.record import Record

pytestmark = pytest.mark.one_speed

DEAL, RIVER = "Ah Kd 7c 7d", "2h 3h 4h check check 9s check check Ts check check"
HOLDEM = ["call", "check", "a card", "a card", "2h3h4h", "check", "check", "9s", "check", "check", "Ts"]
HOLDEM += ["check", "check"]
CASES = [
    ("holdem", f"{DEAL} call check {RIVER}", SPECTATOR, ["a card", "AhKd", "a card", "7d7c", *HOLDEM]),
    ("holdem", f"{DEAL} call check {RIVER}", 0, ["a card", "AhKd", "a card", "7d7c", *HOLDEM]),
    ("holdem", f"{DEAL} fold", 0, ["a card", "AhKd", "a card", "a card", "fold"]),
    ("kuhn", "K J bet call", 1, ["K", "J", "bet", "call"]),
    ("kuhn", "K J bet fold", 1, ["a card", "J", "bet", "fold"]),
    ("leduc", "K J check bet call Q check check", SPECTATOR,
     ["K", "J", "check", "bet", "call", "Q", "check", "check"]),
    ("leduc", "K J bet fold", SPECTATOR, ["a card", "a card", "bet", "fold"]),
    ("liars-dice", "3 5 1x3", 0, ["3", "a die", "1x3"]),
    ("liars-dice", "3 5 1x3 liar", 0, ["3", "5", "1x3", "liar"]),
    ("phantom-tictactoe", "b2 a1 b1 a2 b3", 1, ["b2", "a1", "b1", "a2", "b3"]),
    ("phantom-tictactoe", "b2 a1 b1", 1, ["a stone", "a1", "a stone"]),
    ("dark-chess", "e2e4 f7f6 d1h5 a7a6 h5e8", 1, ["e2e4", "f7f6", "d1h5", "a7a6", "h5e8"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "moves", "viewer", "known"), CASES)
def test_what_is_laid_open_is_known_of_the_moves_before(name, moves, viewer, known):
    record = Record(interpreted(hm.game(name)))
    record.read(moves)
    assert [node.seen[viewer] for node in record.here.path()] == known


def test_what_one_line_lays_open_another_does_not_hide_again():
    record = Record(interpreted(hm.game("kuhn")))
    record.read("K J bet call (fold)")
    assert [node.seen[1] for node in record.here.path()][:2] == ["K", "J"]
    record = Record(interpreted(hm.game("kuhn")))
    record.read("K J bet fold")
    record.back()
    record.play(record.game.parse_action(record.history.state, "call"))
    assert record.root.children[0].seen[1] == "K"
