"""What a solver has proven of a position, in the units in which the game is counted."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from halfmove.core.analysis import Analysis, AnalysisData
from halfmove.core.scores import share_of


class ProvenData(AnalysisData):
    """What is proven of a position.  `score` is the value where points are counted; `value` is the share of
    the points where nature moves and there is nothing but wins, draws and losses."""

    payoff: NotRequired[Annotated[float, "The mean that `value` is the share of."]]


class Proven(Analysis):
    """The proven value of a position, a best move and the play expected."""

    def to_dict(self) -> ProvenData:
        game, data = self.game, super().to_dict()
        parts: list[Any] = [data, *data["lines"]]
        if game.utility_limit > 1:
            for part in parts:
                part["score"] = part["value"] if part["proven"] else None
        elif game.has_chance and game.players == 2:
            for part in parts:
                part["payoff"] = part["value"]
                part["value"] = share_of(game, part["value"])
        return data  # type: ignore[return-value]
