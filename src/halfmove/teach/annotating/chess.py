"""What positions of chess are worth: pawns to the good, or a mate.

A pawn matters less the more a game is decided already: with p pawns to the good a player can expect
1 / (1 + exp(-0.368 p)) points.  That curve is Lichess's (lichess.org/page/accuracy).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis
from halfmove.core.history import History
from halfmove.core.score import ESTIMATE, WIN
from halfmove.core.term import in_units
from halfmove.games.chess.pgn import Evaluation, PgnGame, PgnMove
from halfmove.games.chess.pgn.game import after
from halfmove.teach.annotating.judging import LINE, Scale

if TYPE_CHECKING:
    from halfmove.games.chess import Chess

STEEPNESS = 0.368208
MOST = 10.0
"""In the mean of what was lost, no position counts more pawns than this, and no mate."""


class ChessScale(Scale):
    """In pawns and mates."""

    def worth(self, analysis: Analysis) -> Evaluation:
        return evaluation(analysis)

    def at_end(self, paper: PgnGame, history: History) -> Evaluation:
        mated = history.utility(0) != 0
        return Evaluation(mate=0) if mated else Evaluation(pawns=0.0)

    def final(self, worth: Evaluation) -> bool:
        return worth.mate == 0

    def points(self, worth: Evaluation) -> float:
        return points(worth)

    def pawns(self, worth: Evaluation) -> float:
        if worth.pawns is None:
            return MOST if _white_mates(worth) else -MOST
        return max(-MOST, min(worth.pawns, MOST))

    def vary(self, paper: PgnGame, move: PgnMove, state: Any, analysis: Analysis) -> None:
        if not any(line and line[0].action == analysis.best for line in move.variations):
            move.variations.append(_line(paper.rules, state, analysis))


def points(worth: Evaluation) -> float:
    """The points that White can expect where a position is worth so much, 0 to 1."""
    if worth.pawns is not None:
        return 1 / (1 + math.exp(-STEEPNESS * max(-100.0, min(worth.pawns, 100.0))))
    return 1.0 if _white_mates(worth) else 0.0


def evaluation(analysis: Analysis, plies: int = 0) -> Evaluation:
    """What an analysis says a position is worth, to White; of a mate, `plies` further on."""
    game = analysis.game
    mover = game.to_move(analysis.state)
    score, value = analysis.score, analysis.value
    distance = analysis.distance
    if score is not None and abs(score) >= ESTIMATE:
        distance = WIN - abs(score)
    if distance is not None and value and (analysis.proven or abs(value) >= 1):
        mate = max(distance - plies + 1, 0) // 2
        return Evaluation(mate=mate if value > 0 else -mate, depth=analysis.depth).to(mover)
    return Evaluation(pawns=round(in_units(game, value), 2), depth=analysis.depth).to(mover)


def _white_mates(worth: Evaluation) -> bool:
    return (worth.mate or 0) > 0


def _line(rules: Chess, state: Any, analysis: Analysis) -> list[PgnMove]:
    """What should have been played, and the play expected after it."""
    line: list[PgnMove] = []
    for action in analysis.variation[:LINE]:
        line.append(PgnMove(action, rules.action_text(state, action)))
        state = after(rules, state, action)
    worth = evaluation(analysis, 1)
    line[0].evaluation = None if worth.mate == 0 else worth
    return line
