"""The game so far: moves played, taken back and played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.formats import GameRecord
from halfmove.core.history import History
from halfmove.core.settlement import Settlement


class PlayedGame:
    """A game from a starting state, with its history; nothing here reads or prints."""

    def __init__(self, history: History) -> None:
        self.game = history.game
        self.history = history
        self.resigned: int | None = None
        """The player who gave up, if one did."""
        self.agreed: Settlement | None = None
        """What the players have agreed upon, where a game ends that they must settle."""
        self.paper: GameRecord | None = None
        """What a file says of it, from which it was loaded."""
        self._undone: list[Any] = []

    @property
    def states(self) -> list[Any]:
        return self.history.states

    @property
    def actions(self) -> list[Any]:
        return self.history.actions

    @property
    def state(self) -> Any:
        return self.history.state

    @property
    def mover(self) -> int:
        return self.history.mover

    @property
    def over(self) -> bool:
        return self.resigned is not None or self.history.over

    def play(self, action: Any) -> None:
        """Play a legal action; what was undone is forgotten unless it is the same move again."""
        self.history.play(action)
        if self._undone and self._undone[-1] == action:
            self._undone.pop()
        else:
            self._undone.clear()

    def undo(self, people: set[int]) -> int:
        """Take back moves up to the last that one of `people` made; how many (0: there was none)."""
        self.agreed = None
        self_made = [n for n in range(len(self.actions)) if self.game.to_move(self.states[n]) in people]
        if self.resigned is not None:
            self.resigned = None
            if self.mover in people:
                return 0
        if not self_made:
            return 0
        back = len(self.actions) - self_made[-1]
        for _ in range(back):
            self._undone.append(self.history.undo())
        return back

    def resume(self, closing: int) -> None:
        """Take back the last actions, which did nothing but end the game."""
        for _ in range(closing):
            self.history.undo()
        self._undone.clear()

    def redo(self, people: set[int]) -> int:
        """Play again what was undone, up to the next turn of one of `people`; how many moves."""
        again = 0
        while self._undone:
            self.play(self._undone[-1])
            again += 1
            if self.history.over or self.mover in people:
                break
        return again

    def restart(self, actions: Sequence[Any] = ()) -> None:
        """Begin anew from the first state, and play `actions`."""
        self.__init__(History(self.game, self.states[0], actions))  # type: ignore[misc]
