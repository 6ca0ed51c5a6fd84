"""The time control of a match that was given none: who needs one gets it, whoever has bounds does not."""

import pytest

from halfmove.arena.match import MatchRequest
from halfmove.core.operation import read_data
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("players", "control", "controls"),
    [
        (("random", "engine?depth=3"), None, ("",)),
        (("random", "engine"), None, ("", "0.1/move")),
        (("engine", "alphabeta?nodes=9"), None, ("0.1/move", "")),
        (("gtp:gnugo", "random"), None, ("",)),
        (("uci:stockfish", "gtp:gnugo"), None, ("0.1/move", "")),
        (("gtp:gnugo", "random"), ("10+0.1",), ("10+0.1",)),
        (("gtp:gnugo", "random"), ("10+0.1", "depth=2"), ("10+0.1", "depth=2")),
    ],
)
def test_controls(players, control, controls):
    request = read_data(MatchRequest, {"players": players, "control": control or ()})
    assert request.plan(players, GameReference("tictactoe")).controls == controls
