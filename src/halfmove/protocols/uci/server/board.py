"""The position that the controller has set up: `startpos` or a FEN, and the moves from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from halfmove.core.dialects import uci_dialect
from halfmove.core.errors import BadInput
from halfmove.games.registry import find_usual_game, game

if TYPE_CHECKING:
    from halfmove.core.history import History

START = "startpos"
GAME = find_usual_game("uci")
"""The game that UCI is for."""


class Board:
    """A position with all that led to it, in standard chess or Chess960."""

    def __init__(self, *, chess960: bool = False) -> None:
        self._chess960 = chess960
        self._start = ""
        self._moves: list[str] = []
        self.history: History = self._begin("start")

    def _begin(self, text: str) -> History:
        from halfmove.core.history import History

        played = game(GAME, chess960=self._chess960)
        spoken = uci_dialect(played)
        assert spoken is not None, "it is the game of the protocol"
        self.spoken = spoken
        return History(played, played.parse(text))

    def set(self, words: Sequence[str]) -> None:
        """Follow the words after `position`; `BadInput`, and nothing changes, where any of it cannot be.

        What was played before is not played again: only the new moves of a long game cost time.
        """
        at = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:at], words[at + 1 :]
        if not start or start[0] not in (START, "fen"):
            raise BadInput("position: 'startpos' or 'fen' is missing.")
        text = "start" if start[0] == START else " ".join(start[1:])
        goes_on = text == self._start and self._moves == list(moves[: len(self._moves)])
        try:
            on = self.history if goes_on else self._begin(text)
        except BadInput as error:
            raise BadInput(f"position: {error} Nothing is changed.") from None
        played = len(on.actions)
        try:
            for move in moves[played:]:
                # a controller may go on where the rules would have ended the game
                on.append(self.spoken.parse_move(on.state, move))
        except BadInput as error:
            while len(on.actions) > played:
                on.undo()
            raise BadInput(f"position: {error} Nothing is changed.") from None
        self.history, self._start, self._moves = on, text, list(moves)
