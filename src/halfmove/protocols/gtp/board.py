"""An engine's board over GTP, kept in step with a game's history."""

from __future__ import annotations

from typing import Any

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.game import Game
from halfmove.core.history import History
from halfmove.protocols.gtp.client import Client, Refused
from halfmove.protocols.leash import printable


class Board:
    """What an engine has been told to have on its board; methods raise `PlayerFault` where it refuses."""

    def __init__(self, client: Client, game: Game) -> None:
        """An empty board of the game's size and komi; `Refused` where the engine has none such."""
        board: Any = game
        self._client = client
        self._game = board
        self._start: Any = None if board.handicap else board.initial()
        """The state it was set up with; None where that is still to be done."""
        self._told: list[str] = []
        """The moves played since."""
        if board.width == board.height:
            client.ask(f"boardsize {board.width}", client.setting_up)
        else:
            client.ask(f"rectangular_boardsize {board.width} {board.height}", client.setting_up)
        client.ask("clear_board", client.setting_up)
        client.ask(f"komi {float(board.komi):g}", client.setting_up)

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
        game = self._game
        self._start, self._told = None, []
        self._do("clear_board")
        if game.handicap and start == game.initial():
            if not self._handicap():
                self._do("clear_board")
                self._place(start)
        else:
            self._place(start)
        self._start = start

    def _place(self, start: Any) -> None:
        rows = self._game.grid(start)
        for row, line in enumerate(rows):
            for column, cell in enumerate(line):
                if cell != ".":
                    vertex = self._game.point_text(row * self._game.width + column)
                    self._do(f"play {'B' if cell == 'X' else 'W'} {vertex}")

    def _handicap(self) -> bool:
        """Have the engine put its handicap stones, so that it counts them as such; whether they stand where
        the game's do."""
        game = self._game
        wanted = {game.point_text(game.point(place)) for place in game.handicap_stones}
        try:
            told = self._client.ask(f"fixed_handicap {game.handicap}")
        except Refused:
            return False
        return {vertex.upper() for vertex in told.split()} == wanted

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
