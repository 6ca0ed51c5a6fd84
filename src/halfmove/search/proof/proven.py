"""What a solver has proven of a position, in the units in which the game is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NotRequired

from halfmove.core.analysis import Analysis, AnalysisData
from halfmove.core.scores import plies, share_of


class ProvenData(AnalysisData):
    """What is proven of a position.  `score` is the value where points are counted; `value` is the share of
    the points where nature moves and there is nothing but wins, draws and losses."""

    payoff: NotRequired[Annotated[float, "The mean that `value` is the share of."]]
    plies: NotRequired[
        Annotated[int | None, "By proof numbers: the win or mate takes so many at most; null for none."]
    ]
    fewest: NotRequired[Annotated[bool, "Whether no fewer plies would do."]]


@dataclass(frozen=True)
class Proven(Analysis):
    """The proven value of a position, a best move and the play expected."""

    checks: bool | None = None
    """By proof numbers: whether it is a problem of mate by checks; None by other means."""
    fewest: bool = False
    """Whether no fewer plies than those of the score would do."""

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
        if self.checks is not None:
            parts[0] |= {"plies": self.score.plies, "fewest": self.fewest}
        return data  # type: ignore[return-value]

    def to_text(self) -> str:
        from halfmove.core.figures import fact

        text = super().to_text()
        if self.checks is None or not self.score.plies:
            return text
        number = plies(self.score.plies)
        how = f"in {number}, and in no fewer" if self.fewest else f"in {number} or fewer"
        return "\n".join([text, *fact("mate" if self.checks else "end", how + " by checks" * self.checks)])
