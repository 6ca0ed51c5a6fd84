"""An engine's board over GTP, kept in step with a game's history."""

from __future__ import annotations

from typing import Any

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.contract import Game
from halfmove.core.dialects import gtp_dialect
from halfmove.core.history import History
from halfmove.protocols.engine_process import printable
from halfmove.protocols.gtp.client import Client, Refused


class Board:
    """What an engine has been told to have on its board; methods raise `PlayerFault` where it refuses."""

    def __init__(self, client: Client, game: Game) -> None:
        """An empty board of the game's size and komi; `Refused` where the engine has none such."""
        spoken = gtp_dialect(game)
        assert spoken is not None, "whoever plays over GTP has asked"
        self._client = client
        self._game, self._spoken = game, spoken
        self._start: Any = None if spoken.handicap else game.initial()
        """The state it was set up with; None where that is still to be done."""
        self._told: list[str] = []
        """The moves played since."""
        for command in spoken.setup():
            client.ask(command, client.setting_up)

    def played(self, colour: str, move: str) -> None:
        """The engine has played a move of its own."""
        self._told.append(f"{colour} {move}")

    def follow(self, history: History) -> None:
        """Have it stand where the game does: undo what is not so, play what is new."""
        wanted = [
            f"{colour_of(history.game.to_move(s))} {history.game.action_text(s, a)}"
            for s, a in zip(history.states, history.actions, strict=False)
        ]
        if self._start != history.start or not self._back(_common(wanted, self._told)):
            self._set_up(history.start)
        for move in wanted[len(self._told) :]:
            self._do(f"play {move}")
            self._told.append(move)

    def _back(self, moves: int) -> bool:
        """Undo all but so many moves; False where the engine does not take moves back."""
        while len(self._told) > moves:
            try:
                self._client.ask("undo")
            except Refused:
                return False
            self._told.pop()
        return True

    def _set_up(self, start: Any) -> None:
        """Clear the board and put the stones of a state on it.

        They can be played in any order: a chain has no fewer liberties while other stones are missing.
        """
        self._start, self._told = None, []
        self._do("clear_board")
        if self._spoken.handicap and start == self._game.initial():
            if not self._handicap():
                self._do("clear_board")
                self._place(start)
        else:
            self._place(start)
        self._start = start

    def _place(self, start: Any) -> None:
        for colour, vertex in self._spoken.stones(start):
            self._do(f"play {colour.upper()} {vertex}")

    def _handicap(self) -> bool:
        """Have the engine put its handicap stones, so that it counts them as such; whether they stand where
        the game's do."""
        try:
            told = self._client.ask(f"fixed_handicap {self._spoken.handicap}")
        except Refused:
            return False
        return {vertex.upper() for vertex in told.split()} == set(self._spoken.handicap_stones())

    def _do(self, command: str) -> None:
        try:
            self._client.ask(command)
        except Refused as error:
            said = printable(str(error))
            raise PlayerFault(Fault.NONSENSE, f"refuses '{command}', which is legal: {said}") from None


def _common(wanted: list[str], told: list[str]) -> int:
    """How many moves two games have in common at the start."""
    common = 0
    for mine, theirs in zip(wanted, told, strict=False):
        if mine.lower() != theirs.lower():
            break
        common += 1
    return common


def colour_of(seat: int) -> str:
    """The seat as GTP has it."""
    return "BW"[seat] if 0 <= seat < 2 else "B"
