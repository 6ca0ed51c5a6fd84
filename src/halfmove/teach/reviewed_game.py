"""A game of a file that is annotated by the review that it brings (`Game.review`), not by searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.core.formats import repairs_in
from halfmove.core.review import Review
from halfmove.teach.review import ReviewData, Reviewed


class ReviewedGameData(ReviewData):
    """A game of a file, and its review."""

    headers: dict[str, str]
    result: str
    plies: int
    repairs: list[str]


@dataclass(frozen=True)
class ReviewedGame:
    """A game, and its review."""

    record: Any
    found: Review

    @property
    def _reviewed(self) -> Reviewed:
        return Reviewed(self.record.rules, self.found, brief=True)

    def to_dict(self) -> ReviewedGameData:
        """The review, with what the file says of the game."""
        return {
            "headers": self.record.headers,
            "result": self.record.headers.get("Result", self.record.result),
            "plies": len(self.record.moves),
            "repairs": repairs_in(self.record),
            **self._reviewed.to_dict(),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row an action."""
        return self._reviewed.to_rows()

    def to_lines(self) -> list[str]:
        """Its place in the file and who played, the facts, and the actions that cost something."""
        named = [self.record.headers.get(name, "?") for name in self.record.rules.player_names]
        players = "" if set(named) == {"?"} else f"  {', '.join(named)}"
        return [f"{self.record.place}{players}", *self._reviewed.to_text().splitlines()]
