"""What positions of chess are worth on paper: pawns to the good, or a mate."""

from __future__ import annotations

from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.formats import LINE, Move, Scale
from halfmove.core.history import History
from halfmove.core.term import expected_points, in_units
from halfmove.games.chess.pgn.game import Evaluation, PgnGame, after

WHITE = 0
MOST = 10.0
"""In the mean of what was lost, no position counts more pawns than this, and no mate."""


class Pawns(Scale):
    """In pawns and mates."""

    unit = "pawns"

    def worth(self, analysis: Analysis) -> Evaluation:
        return evaluation(analysis)

    def at_end(self, record: PgnGame, history: History) -> Evaluation:
        mated = history.utility(0) != 0
        return Evaluation(mate=0) if mated else Evaluation(pawns=0.0)

    def final(self, worth: Evaluation) -> bool:
        return worth.mate == 0

    def points(self, worth: Evaluation) -> float:
        return points(worth)

    def units(self, worth: Evaluation) -> float:
        if worth.pawns is None:
            return MOST if _white_mates(worth) else -MOST
        return max(-MOST, min(worth.pawns, MOST))

    def estimate(self, worth: Evaluation) -> float | None:
        return worth.pawns

    def vary(self, record: PgnGame, move: Move, state: Any, analysis: Analysis) -> None:
        if not any(line and line[0].action == analysis.best for line in move.variations):
            move.variations.append(_line(record, state, analysis))

    def text(self, worth: Evaluation | None) -> str:
        """`+0.31`; `#3` where White mates in three, `#-3` where Black does."""
        if worth is None:
            return ""
        return f"#{worth.mate}" if worth.pawns is None else f"{worth.pawns:+.2f}"

    def json(self, worth: Evaluation | None) -> dict[str, Any]:
        return {
            "pawns": worth and worth.pawns,
            "mate": worth and worth.mate,
            "depth": worth and worth.depth,
        }


def points(worth: Evaluation) -> float:
    """The points that White can expect where a position is worth so much, 0 to 1."""
    if worth.pawns is not None:
        return expected_points(worth.pawns)
    return 1.0 if _white_mates(worth) else 0.0


def evaluation(analysis: Analysis, plies: int = 0) -> Evaluation:
    """What an analysis says a position is worth, to White; of a mate, `plies` further on."""
    score, depth = analysis.score.of(WHITE), analysis.depth
    if score.mate is not None and score.plies is not None:
        left = score.ending_in(max(score.plies - plies, 0))
        return Evaluation(mate=left.mate, depth=depth)
    return Evaluation(pawns=round(in_units(analysis.game, score.value), 2), depth=depth)


def _white_mates(worth: Evaluation) -> bool:
    return (worth.mate or 0) > 0


def _line(record: PgnGame, state: Any, analysis: Analysis) -> list[Move]:
    """What should have been played, and the play expected after it."""
    line: list[Move] = []
    for action in analysis.variation[:LINE]:
        line.append(Move(action, record.rules.action_text(state, action)))
        state = after(record.rules, state, action)
    worth = evaluation(analysis, 1)
    line[0].evaluation = None if worth.mate == 0 else worth
    return line
