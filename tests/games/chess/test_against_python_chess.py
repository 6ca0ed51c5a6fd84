"""Our rules and notations against python-chess's; random games of both are in tests/beside."""

import chess
import pytest

from halfmove.games.chess import Chess


@pytest.mark.slow_interpreted
def test_all_starting_positions_of_chess960() -> None:
    for number in range(960):
        ours = Chess(chess960=True, start=number).initial()
        assert (
            Chess(chess960=True).position_text(ours) == chess.Board.from_chess960_pos(number).shredder_fen()
        )
