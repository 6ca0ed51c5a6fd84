"""The game as a controller tells it: set up, played by either side, taken back."""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.dialects import gtp_dialect
from halfmove.core.errors import BadInput
from halfmove.core.history import History

_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Record:
    """What stands on the board, and how it came about.

    In Go a controller may have the same side move twice, go on after two passes, and repeat a position (it
    knows which superko is played by, if any): a new stretch of history begins there, from the position with
    the turn handed over.
    """

    def __init__(self, game: Game, start: Any = None) -> None:
        self.game = game
        self.stretches = [History(game, start)]

    @property
    def history(self) -> History:
        """The game since the turn was last handed over."""
        return self.stretches[-1]

    @property
    def state(self) -> Any:
        """What stands on the board."""
        return self.history.state

    @property
    def moves(self) -> list[tuple[int, str]]:
        """All that was played: the seat, and the action in the game's notation."""
        return [
            (self.game.to_move(s), self.game.action_text(s, a))
            for history in self.stretches
            for s, a in zip(history.states, history.actions, strict=False)
        ]

    def seat(self, word: str) -> int:
        """The seat that `b`, `white`, or a player's name stands for; `BadInput` for another word."""
        for number, name in enumerate(self.game.player_names[: self.game.players]):
            if word.lower() == name.lower():
                return number
        if word.lower() not in _COLOURS:
            raise BadInput("invalid color")
        return _COLOURS[word.lower()]

    def turn_to(self, seat: int) -> None:
        """Have a seat be the one to move; `BadInput` where the rules do not let it."""
        history = self.history
        if history.mover == seat and not history.over:
            return
        if not self._begin_stretch(seat):
            over = "the game is over" if history.over else f"it is {self._called(history.mover)}'s turn"
            raise BadInput(over)

    def _begin_stretch(self, seat: int) -> bool:
        """Hand the turn to a seat and forget what has stood; False in a game where that is no position."""
        turned = _turned(self.game, self.state, seat)
        if turned is not None:
            self.stretches.append(History(self.game, turned))
        return turned is not None

    def _called(self, seat: int) -> str:
        return "nature" if seat == CHANCE else self.game.player_name(seat)

    def play(self, seat: int, text: str) -> None:
        """Play a move for a seat; `BadInput` says why it cannot be."""
        before = len(self.stretches)
        self.turn_to(seat)
        try:
            action = self.game.parse_action(self.state, text)
            if not self.history.allows(action):
                self._begin_stretch(seat)
            self.history.play(action)
        except BadInput:
            del self.stretches[before:]
            raise

    def set_up(self, state: Any) -> None:
        """Have another position on the board, which no move has led to."""
        if not self.history.actions:
            self.stretches.pop()
        self.stretches.append(History(self.game, state))

    def undo(self) -> None:
        """Take the last move back; `BadInput` if there is none."""
        while not self.history.actions:
            if len(self.stretches) == 1:
                raise BadInput("cannot undo")
            self.stretches.pop()
        self.history.undo()
        if not self.history.actions and self._handed_over():
            self.stretches.pop()

    def _handed_over(self) -> bool:
        """Whether the last stretch began with nothing but the turn handed over."""
        if len(self.stretches) == 1:
            return False
        start = self.history.start
        return bool(start == _turned(self.game, self.stretches[-2].state, self.game.to_move(start)))


def _turned(game: Game, state: Any, seat: int) -> Any:
    """The position with another seat to move and nothing forbidden; None in a game where that is no
    position."""
    spoken = gtp_dialect(game)
    return spoken.turned(state, seat) if spoken is not None and 0 <= seat < 2 else None
