"""The game so far: moves played, taken back and played again."""

from __future__ import annotations

from typing import Any

from halfmove.core.game import Game


class Session:
    """A game from a starting state, with its history; nothing here reads or prints."""

    def __init__(self, game: Game, start: Any, actions: tuple[Any, ...] = ()) -> None:
        self.game = game
        self.states = [start]
        self.actions: list[Any] = []
        self.resigned: int | None = None
        """The player who gave up, if one did."""
        self._undone: list[Any] = []
        for action in actions:
            self.play(action)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def mover(self) -> int:
        return self.game.to_move(self.state)

    @property
    def over(self) -> bool:
        return self.resigned is not None or self.game.is_terminal(self.state)

    def play(self, action: Any) -> None:
        """Play a legal action; what was undone is forgotten unless it is the same move again."""
        if self._undone and self._undone[-1] == action:
            self._undone.pop()
        else:
            self._undone.clear()
        self.states.append(self.game.result(self.state, action))
        self.actions.append(action)

    def undo(self, people: set[int]) -> int:
        """Take back moves up to the last that one of `people` made; how many (0: there was none)."""
        self_made = [n for n in range(len(self.actions)) if self.game.to_move(self.states[n]) in people]
        if self.resigned is not None:
            self.resigned = None
            if self.mover in people:
                return 0
        if not self_made:
            return 0
        back = len(self.actions) - self_made[-1]
        for _ in range(back):
            self._undone.append(self.actions.pop())
            self.states.pop()
        return back

    def redo(self, people: set[int]) -> int:
        """Play again what was undone, up to the next turn of one of `people`; how many moves."""
        again = 0
        while self._undone:
            self.play(self._undone[-1])
            again += 1
            if self.game.is_terminal(self.state) or self.mover in people:
                break
        return again

    def restart(self, actions: tuple[Any, ...] = ()) -> None:
        """Begin anew from the first state, and play `actions`."""
        self.__init__(self.game, self.states[0], actions)  # type: ignore[misc]
