"""Where in a recorded search one stands, and how one moves about in it; nothing here reads or prints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from halfmove.cli.stepping.commands import Commands


class Walk(ABC):
    """So many steps of something recorded have happened: `step`, from 0 to `last`.

    Each method that moves says whether it could.
    """

    commands: Commands
    """What can be asked of it."""

    def __init__(self) -> None:
        self.step = 0

    @property
    @abstractmethod
    def last(self) -> int:
        """How many steps there are."""

    def go(self, step: int) -> bool:
        """To the moment after so many steps, as near as there is one."""
        before, self.step = self.step, max(0, min(step, self.last))
        return self.step != before

    def forward(self, steps: int = 1) -> bool:
        """So many steps on."""
        return self.go(self.step + steps)

    def back(self, steps: int = 1) -> bool:
        """So many steps back."""
        return self.go(self.step - steps)

    def seek(self, order: Iterable[int], wanted: Callable[[int], bool]) -> bool:
        """To the moment after the first step in `order`, counted from 0, that is wanted."""
        for index in order:
            if wanted(index):
                self.step = index + 1
                return True
        return False
