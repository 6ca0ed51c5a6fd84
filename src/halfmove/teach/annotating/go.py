"""What positions of Go are worth: Black's chance to win, as playouts see it."""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.history import History
from halfmove.games.go.sgf import SgfGame, SgfMove, WinRate
from halfmove.teach.annotating.judging import LINE, Scale


class GoScale(Scale):
    """In shares of a point."""

    def worth(self, analysis: Analysis) -> WinRate:
        chance = (analysis.value + 1) / 2
        mover = analysis.game.to_move(analysis.state)
        return WinRate(min(max(chance if mover == 0 else 1 - chance, 0.0), 1.0))

    def at_end(self, paper: SgfGame, history: History) -> WinRate:
        """As the file says who won; without that, as the board stands."""
        if told := re.match(r"\s*([BW])\+", paper.result, re.IGNORECASE):
            return WinRate(float(told[1].upper() == "B"))
        return WinRate((history.utility(0) + 1) / 2)

    def final(self, worth: WinRate) -> bool:
        return False

    def points(self, worth: WinRate) -> float:
        return worth.black

    def pawns(self, worth: WinRate) -> float:
        return 0.0

    def vary(self, paper: SgfGame, move: SgfMove, state: Any, analysis: Analysis) -> None:
        best = paper.rules.action_text(state, analysis.best)
        if not any(line and line[0][1] == best for line in move.variations):
            move.add_variation(paper.rules, list(analysis.variation[:LINE]), self.worth(analysis))
