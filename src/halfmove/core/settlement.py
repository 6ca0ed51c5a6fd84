"""What players must agree on before a finished game is scored, such as the dead stones in Go.

The order is the same in the terminal and in the browser: the game proposes, people change it and accept it or
resume play, and only then is there a result.  A player that is an outside engine chooses by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """A line of the score."""

    name: str
    """What is counted: `Komi`."""
    points: tuple[float, ...]
    """What each player has of it."""


class Settlement(ABC):
    """What is agreed upon so far: groups of points, by their names in `Surface`; at first none."""

    subject: str
    """What it is about, in two words: `dead stones`."""
    mark: str
    """What a chosen point is called: `dead`."""
    help: str
    """A sentence that says how a line of text changes it."""
    touch: str
    """A sentence that says how a touch of a point changes it."""
    closing: int = 0
    """How many of the last actions did nothing but end the game: they are taken back where play is resumed.
    0: it cannot be."""

    @property
    @abstractmethod
    def chosen(self) -> list[str]:
        """The points chosen, in order."""

    @abstractmethod
    def choose(self, points: Iterable[str]) -> None:
        """Choose these and no others; `BadInput`, and nothing changes, for a point that cannot be."""

    @abstractmethod
    def proposal(self) -> list[str]:
        """The points that the game itself would choose; it may think about that for seconds."""

    @abstractmethod
    def change(self, line: str) -> None:
        """Turn round the choice of the groups that a line names by one point each; `none` for none at all.
        `BadInput`, and nothing changes, where it names none."""

    @abstractmethod
    def __str__(self) -> str:
        """What is chosen, in a sentence."""

    # ---- what follows from the choice
    def owners(self) -> Mapping[str, int]:
        """The points besides their own pieces that players have: whose each is.  None, by default."""
        return {}

    def parts(self) -> Sequence[Part]:
        """What each player's points are made of; they add up to the score.  Nothing, by default."""
        return ()

    def show(self) -> str:
        """The board as text with the choice and the `owners` marked in it; empty where there is no such."""
        return ""

    @abstractmethod
    def margin(self) -> float:
        """By how many points the first of two players is ahead; negative where the second is."""

    @property
    def share(self) -> float:
        """The first player's share of the point: 1, 0, or 0.5 for a draw."""
        margin = self.margin()
        return 0.5 if not margin else 1.0 if margin > 0 else 0.0

    @abstractmethod
    def result(self) -> str:
        """The result in the field's notation: `B+3.5`."""

    @abstractmethod
    def ending(self) -> str:
        """The result in a sentence: `Black wins by 3.5.`"""

    @abstractmethod
    def count(self) -> str:
        """The count in words, several lines, of which the last is `ending`."""
