"""Syzygy's tables of chess endings, read by python-chess: win, draw or loss (WDL), and the way to the next
capture or pawn's move (DTZ).  R. de Man, 2013.

WDL holds with no move counted against the rule of fifty, so a search asks after captures and pawns' moves
only; at the root DTZ and the moves counted say whether a win is in time.  python-chess is an extra (GPL).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.callback import Callback
from halfmove.core.endings import UNKNOWN
from halfmove.core.errors import BadInput
from halfmove.core.extras import need
from halfmove.core.tablebases import DRAWN, LOST, SYZYGY, WON, Tablebase, Verdict
from halfmove.games.chess.position import NOWHERE, WHITE, Position

if TYPE_CHECKING:
    from halfmove.games.chess.game import Chess

CLAIMED = 100
"""Plies after which a draw can be claimed: what the tables reckon with."""
_KEPT = 1 << 20
"""Answers to searches that are remembered."""


class Syzygy(Tablebase):
    """The tables in a folder, or in several with the system's separator of paths between."""

    name = "Syzygy"

    def __init__(self, game: Chess, folder: str, tell: Callable[[str], None]) -> None:
        super().__init__(tell)
        need("chess", "Syzygy's tables need")
        import chess.syzygy

        self._game, self.folder = game, folder
        self._chess: Any = chess
        self._tables = chess.syzygy.Tablebase()
        for place in folder.split(os.pathsep):
            self._add(Path(place).expanduser())
        self.most = max(len(name) - 1 for name in self._tables.wdl)
        self._known: dict[tuple[int, ...], int] = {}
        self._told: set[str] = set()
        self._callback = Callback(self._answer, UNKNOWN, self._report_failure)
        self.address = self._callback.address

    def _add(self, place: Path) -> None:
        try:
            there = place.is_dir() and any(place.glob(f"*{SYZYGY}"))
            if there:
                self._tables.add_directory(str(place))
        except OSError as error:
            raise BadInput(f"Syzygy's tables in '{place}' cannot be read: {error.strerror}.") from None
        if not there or not self._tables.wdl:
            raise BadInput(f"There are no tables of Syzygy's (*{SYZYGY}) in '{place}'.")

    # ---- for searches
    def _answer(self, *words: int) -> int:
        """The code of a position with no move counted: bitboards as in `Position`, and in one number the
        mover and where a pawn can be taken en passant."""
        known = self._known.get(words)
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = self._known[words] = self._ask(words)
        return known

    def _ask(self, words: tuple[int, ...]) -> int:
        board = self._board(words[:6], words[6], words[7], words[8] & 1, words[8] >> 1)
        wdl = self._probe(self._tables.probe_wdl, board)
        if wdl is None:
            return UNKNOWN
        if abs(wdl) == 1:  # a win that fifty moves come before
            return DRAWN if self._game.plies_allowed == CLAIMED else UNKNOWN
        return WON if wdl > 0 else LOST if wdl < 0 else DRAWN

    def _report_failure(self, error: Exception) -> None:
        self._tell_once(f"Syzygy's tables in '{self.folder}' cannot be asked: {error}.")

    # ---- at the root
    def verdict(self, state: Position) -> Verdict | None:
        dtz = self._dtz(state)
        return None if dtz is None else self._verdict(dtz, state.quiet)

    def moves(self, state: Position) -> list[tuple[int, Verdict]] | None:
        if self._dtz(state) is None:
            return None
        found = []
        for action in self._game.actions(state):
            child = self._game.result(state, action)
            verdict = self._after(child)
            if verdict is None:
                return None
            found.append((action, verdict))
        return sorted(found, key=lambda move: move[1], reverse=True)

    def _after(self, child: Position) -> Verdict | None:
        """The verdict on a move to whoever has made it."""
        if self._game.is_terminal(child):
            value = int(self._game.utility(child, 1 - child.mover))
            return Verdict(value, 0, 0, 0)
        if child.quiet == 0:
            wdl = self._probe(self._tables.probe_wdl, self._of(child))
            if wdl is None:
                return None
            return self._verdict(-wdl if abs(wdl) == 2 else -wdl * (CLAIMED + 1), 0, plies=1)
        dtz = self._dtz(child)
        if dtz is None:
            return None
        return self._verdict(-dtz if dtz == 0 else (1 - dtz if dtz < 0 else -1 - dtz), child.quiet - 1)

    def _verdict(self, dtz: int, quiet: int, plies: int | None = None) -> Verdict | None:
        """What a DTZ says with so many plies counted, which may be one too small; `plies` is the way to the
        next such move, where DTZ is not."""
        if dtz == 0:
            return Verdict(0, 0, 0, 0)
        sign = 1 if dtz > 0 else -1
        way = abs(dtz) if plies is None else plies
        allowed = self._game.plies_allowed
        if abs(dtz) <= CLAIMED and (quiet == 0 or abs(dtz) + quiet < allowed):
            return Verdict(sign, 0, -sign * way, way)
        return Verdict(0, sign, -sign * way, way) if allowed == CLAIMED else None

    def _dtz(self, state: Position) -> int | None:
        if state.castling or (state.white | state.black).bit_count() > self.most:
            return None
        return self._probe(self._tables.probe_dtz, self._of(state))

    def said(self, verdict: Verdict) -> str:
        word = {1: "win", 0: "draw", -1: "loss"}[verdict.value]
        if verdict.late:
            word += f" (a {'win' if verdict.late > 0 else 'loss'}, but for the rule of fifty moves)"
        if not verdict.plies:
            return word
        unit = "ply" if verdict.plies == 1 else "plies"
        return f"{word}, mate, a capture or a pawn's move in {verdict.plies} {unit}"

    def table_of(self, state: Position) -> str:
        own = [f"{self._board_name(state, state.white)}", f"{self._board_name(state, state.black)}"]
        names = ("v".join(own), "v".join(reversed(own)))
        return next((name for name in names if name in self._tables.wdl), names[0])

    def _board_name(self, state: Position, side: int) -> str:
        kinds = (state.kings, state.queens, state.rooks, state.bishops, state.knights, state.pawns)
        return "".join(
            letter * (int(kind) & int(side)).bit_count() for letter, kind in zip("KQRBNP", kinds, strict=True)
        )

    # ---- python-chess
    def _of(self, s: Position) -> Any:
        men = (s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings)
        return self._board(tuple(map(int, men)), int(s.white), int(s.black), s.mover, s.passed)

    def _board(self, men: tuple[int, ...], white: int, black: int, mover: int, passed: int) -> Any:
        board = self._chess.Board(None)
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = men
        board.occupied_co[True], board.occupied_co[False] = white, black
        board.occupied = white | black
        board.turn = mover == WHITE
        board.ep_square = None if passed == NOWHERE else passed
        return board

    def _probe(self, how: Callable[[Any], int], board: Any) -> int | None:
        """What python-chess answers; None where the table is missing, or cannot be read, which is told."""
        try:
            return how(board)
        except self._chess.syzygy.MissingTableError:
            return None
        except Exception as error:  # noqa: BLE001  what a damaged file leads to is not python-chess's to say
            name = self._name(board)
            self._tell_once(f"Syzygy's table {name} in '{self.folder}' is damaged ({_words(error)}).")
            return None

    def _name(self, board: Any) -> str:
        return str(self._chess.syzygy.calc_key(board))

    def _tell_once(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self.tell(f"{sentence} The search goes on without it.")


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
