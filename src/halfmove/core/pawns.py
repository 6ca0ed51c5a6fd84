"""What positions are worth on paper in games that count in pawns: pawns to the good, or a mate."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.formats import Move
from halfmove.core.history import History
from halfmove.core.scale import LINE, Scale
from halfmove.core.term import expected_points, in_units

MOST = 10.0
"""In the mean of what was lost, no position counts more pawns than this, and no mate."""


@dataclass(frozen=True)
class Evaluation:
    """What a position is said to be worth to player 0 (in chess White): in pawns, or as a mate."""

    pawns: float | None = None
    """In pawns, with two decimals on paper; positive where player 0 is better."""
    mate: int | None = None
    """Moves to mate instead, where the game counts so plies: positive where player 0 mates, negative where
    the other does, 0 after the mate."""
    depth: int | None = None
    """How many plies deep the search was, where that is said."""

    def __post_init__(self) -> None:
        if (self.pawns is None) == (self.mate is None):
            raise BadInput("An evaluation is either a number of pawns or a number of moves to mate.")
        if self.pawns is not None and not math.isfinite(self.pawns):
            raise BadInput(f"An evaluation is a finite number of pawns, not {self.pawns}.")

    def to(self, player: int) -> Evaluation:
        """The same as that player, 0 or 1, sees it."""
        if player != 1:
            return self
        return replace(
            self,
            pawns=None if self.pawns is None else -self.pawns,
            mate=None if self.mate is None else -self.mate,
        )


class Pawns(Scale):
    """In pawns and mates."""

    unit = "pawns"
    in_plies: ClassVar[bool] = False
    """Whether plies to a mate are counted, and not moves."""

    def worth(self, analysis: Analysis) -> Evaluation:
        return self._evaluation(analysis)

    def at_end(self, record: Any, history: History) -> Evaluation:
        mated = history.utility(0) != 0
        return Evaluation(mate=0) if mated else Evaluation(pawns=0.0)

    def final(self, worth: Evaluation) -> bool:
        return worth.mate == 0

    def points(self, worth: Evaluation) -> float:
        return points(worth)

    def units(self, worth: Evaluation) -> float:
        if worth.pawns is None:
            return MOST if _is_won(worth) else -MOST
        return max(-MOST, min(worth.pawns, MOST))

    def estimate(self, worth: Evaluation) -> float | None:
        return worth.pawns

    def vary(self, record: Any, move: Move, state: Any, analysis: Analysis) -> None:
        if not any(line and line[0].action == analysis.best for line in move.variations):
            move.variations.append(self._line(record, state, analysis))

    def text(self, worth: Evaluation | None) -> str:
        """`+0.31`; `#3` where player 0 mates in three, `#-3` where the other does."""
        if worth is None:
            return ""
        return f"#{worth.mate}" if worth.pawns is None else f"{worth.pawns:+.2f}"

    def json(self, worth: Evaluation | None) -> dict[str, Any]:
        return {
            "pawns": worth and worth.pawns,
            "mate": worth and worth.mate,
            "depth": worth and worth.depth,
        }

    def _evaluation(self, analysis: Analysis, plies: int = 0) -> Evaluation:
        """What an analysis says a position is worth; of a mate, `plies` further on."""
        return evaluation(analysis, plies, in_plies=self.in_plies)

    def _line(self, record: Any, state: Any, analysis: Analysis) -> list[Move]:
        """What should have been played, and the play expected after it."""
        line: list[Move] = []
        for action in analysis.variation[:LINE]:
            line.append(Move(action, record.rules.action_text(state, action)))
            state = record.rules.result(state, action)
        worth = self._evaluation(analysis, 1)
        line[0].evaluation = None if self.final(worth) else worth
        return line


def points(worth: Evaluation) -> float:
    """The points that player 0 can expect where a position is worth so much, 0 to 1."""
    if worth.pawns is not None:
        return expected_points(worth.pawns)
    return 1.0 if _is_won(worth) else 0.0


def evaluation(analysis: Analysis, plies: int = 0, *, in_plies: bool = False) -> Evaluation:
    """What an analysis says a position is worth, to player 0; of a mate, `plies` further on."""
    score, depth = analysis.score.of(0), analysis.depth
    if score.mate is not None and score.plies is not None:
        left = score.ending_in(max(score.plies - plies, 0))
        return Evaluation(mate=left.ending if in_plies else left.mate, depth=depth)
    return Evaluation(pawns=round(in_units(analysis.game, score.value), 2), depth=depth)


def _is_won(worth: Evaluation) -> bool:
    return (worth.mate or 0) > 0
