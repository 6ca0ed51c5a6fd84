"""The position that the controller has set up: `startpos`, a FEN or an SFEN, and the moves from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.protocols.uci.server.language import Language

START = "startpos"


class Board:
    """A position with all that led to it, in a game of the protocol."""

    def __init__(self, language: Language, game: Game) -> None:
        self.language = language
        self._game = game
        spoken = language.spoken(game)
        assert spoken is not None, "it is a game of the protocol"
        self.spoken = spoken
        self._start = ""
        self._moves: list[str] = []
        self.history: History = self._begin("start")

    def _begin(self, text: str) -> History:
        from halfmove.core.history import History

        return History(self._game, self._game.parse(text))

    def set(self, words: Sequence[str]) -> None:
        """Follow the words after `position`; `BadInput`, and nothing changes, where any of it cannot be.

        What was played before is not played again: only the new moves of a long game cost time.
        """
        at = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:at], words[at + 1 :]
        if not start or start[0] not in (START, self.language.fen):
            raise BadInput(f"position: '{START}' or '{self.language.fen}' is missing.")
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
