"""What positions are worth where games are annotated, and how that is written: a `Scale`, which a format of
records has (`core.formats.RecordFormat.scale`).

There are two ways to judge a move.  Where all is seen, the position after it is compared with the one before
it (`Scale`).  Where players see different things or nature comes between, the position after it says as much
about luck as about the move: then the move and the best one are compared in the position before it, by what
the player knew (`DecisionScale`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis, Line
    from halfmove.core.history import History

LINE = 8
"""Plies of a better line that an annotator writes down."""


class Scale(ABC):
    """What positions are worth where games are annotated, and how that is written; player 0's view
    throughout."""

    unit: ClassVar[str] = ""
    """What `units` are: "pawns"; "" where the game counts shares of the point only."""

    @abstractmethod
    def worth(self, analysis: Analysis) -> Any:
        """What an analysis says, as `Move.evaluation` has it."""

    @abstractmethod
    def at_end(self, record: Any, history: History) -> Any:
        """What a position is worth in which the game is over."""

    def final(self, worth: Any) -> bool:
        """Whether it is that of a won game, which needs no word."""
        return False

    @abstractmethod
    def points(self, worth: Any) -> float:
        """The points that player 0 can expect, 0 to 1."""

    def units(self, worth: Any) -> float:
        """The same in `unit`; 0 in a game that has none."""
        return 0.0

    def estimate(self, worth: Any) -> float | None:
        """In `unit`, as it was said; None where that is no estimate but a forced end, or there is no unit."""
        return None

    @abstractmethod
    def vary(self, record: Any, move: Any, state: Any, analysis: Analysis) -> None:
        """Write the better line beside a move, unless it is there."""

    @abstractmethod
    def text(self, worth: Any) -> str:
        """As people read it: `+0.31`, `48%`; nothing for None."""

    @abstractmethod
    def json(self, worth: Any) -> dict[str, Any]:
        """As data, with the same keys also for None."""


class Decision(NamedTuple):
    """What was decided, and what might have been."""

    best: Line
    """What was played, where nothing was better."""
    played: Line
    lines: tuple[Line, ...]
    """All actions that were looked at: the best, then the others as a first look has ordered them."""

    @property
    def is_best(self) -> bool:
        """Whether nothing was better than what was played."""
        return self.best is self.played


class DecisionScale(Scale):
    """A scale of decisions: what an action is worth to player 0 as its player judges it."""

    def refusal(self, game: Any) -> str:
        """Why games of these rules are not judged, as a sentence; "" where they are."""
        return ""

    @abstractmethod
    def is_judged(self, state: Any) -> bool:
        """Whether what is done in a state of a game is a decision that is judged."""

    @abstractmethod
    def worth_of(self, line: Line) -> Any:
        """What a line of an analysis says, as `Move.evaluation` has it."""

    @abstractmethod
    def remark(self, game: Any, move: Any, state: Any, decision: Decision) -> None:
        """Write beside a move what it is worth, and what the best actions are, instead of what was written
        there the last time."""

    @abstractmethod
    def candidate(self, game: Any, state: Any, line: Line) -> dict[str, Any]:
        """An action as data, with what players of the game count of it."""

    @abstractmethod
    def candidate_text(self, game: Any, state: Any, line: Line) -> str:
        """The same in a few words, the action first."""

    def worth(self, analysis: Analysis) -> Any:
        return self.worth_of(analysis.lines[0])
