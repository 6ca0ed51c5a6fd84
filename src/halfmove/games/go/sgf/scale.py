"""What positions of Go are worth on paper: Black's chance to win, as playouts see it."""

from __future__ import annotations

import re
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.formats import LINE, Scale
from halfmove.core.history import History
from halfmove.core.scores import share_of
from halfmove.games.go.sgf.game import SgfGame, SgfMove, WinRate

BLACK = 0


class Chances(Scale):
    """In shares of a point."""

    def worth(self, analysis: Analysis) -> WinRate:
        return WinRate(share_of(analysis.game, analysis.score.of(BLACK).value))

    def at_end(self, record: SgfGame, history: History) -> WinRate:
        """As the file says who won; without that, as the board stands."""
        if told := re.match(r"\s*([BW])\+", record.result, re.IGNORECASE):
            return WinRate(float(told[1].upper() == "B"))
        return WinRate(share_of(record.rules, history.utility(0)))

    def points(self, worth: WinRate) -> float:
        return worth.black

    def vary(self, record: SgfGame, move: SgfMove, state: Any, analysis: Analysis) -> None:
        best = record.rules.action_text(state, analysis.best)
        if not any(line and line[0][1] == best for line in move.variations):
            move.add_variation(record.rules, list(analysis.variation[:LINE]), self.worth(analysis))

    def text(self, worth: WinRate | None) -> str:
        return "" if worth is None else f"{worth.black:.0%}"

    def json(self, worth: WinRate | None) -> dict[str, Any]:
        return {"black": worth and round(worth.black, 4)}
