"""What players must agree on before a finished game is scored, such as the dead stones in Go.

Terminal and browser show the choice, let people change it, and take the count; a player that is an outside
engine chooses by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable


class Settlement(ABC):
    """What is agreed upon so far: groups of points, by their names in `Surface`; at first none."""

    subject: str
    """What it is about, in two words: `dead stones`."""
    help: str
    """A sentence that says how a line of text changes it."""

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

    @abstractmethod
    def margin(self) -> float:
        """By how many points the first of two players is ahead; negative where the second is."""

    @abstractmethod
    def result(self) -> str:
        """The result in the field's notation: `B+3.5`."""

    @abstractmethod
    def count(self) -> str:
        """The count in words, several lines."""
