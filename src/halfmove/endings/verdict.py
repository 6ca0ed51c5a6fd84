"""What tables of endings say of a position and of its moves, as data and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.compile import interpreted
from halfmove.core.endings import back_up_code, is_loss, is_win, plies_of, rank
from halfmove.endings.kernels import NO_CODE, probe

if TYPE_CHECKING:
    from halfmove.core.analysis import EndingData, EndingMoveData
    from halfmove.core.contract import Game
    from halfmove.core.tablebases import Tablebase, Verdict
    from halfmove.endings.database import Database


def ending_json(database: Database, state: Any) -> EndingData | None:
    """The table, the value and those of the moves, the best first, by the tables that are loaded; None where
    they do not have the state."""
    game = interpreted(database.equipped())  # a few probes: not worth machine code
    code = probe(game, state)
    if code == NO_CODE:
        return None if database.tablebase is None else _ask_others(database.tablebase, game, state)
    number = game.ending_table(state)
    return {
        "table": database.endings.tables[number] if number >= 0 else None,
        **_make_value(database, code),
        "moves": [{"move": text, **_make_value(database, value)} for text, value in _list_moves(game, state)],
    }


def _ask_others(tablebase: Tablebase, game: Game, state: Any) -> EndingData | None:
    """The same by tables that others have made, which do not say how far the end is."""
    if game.is_terminal(state):
        return None
    verdict, moves = tablebase.verdict(state), tablebase.moves(state)
    if verdict is None:
        return None

    def data(one: Verdict) -> EndingMoveData:
        return {"value": one.value, "plies": None, "full_moves": None, "said": tablebase.said(one)}

    return {
        "table": f"{tablebase.name} {tablebase.table_of(state)}",
        **data(verdict),
        "moves": [{"move": game.action_text(state, a), **data(one)} for a, one in moves or []],
    }


def _list_moves(game: Game, state: Any) -> list[tuple[str, int]]:
    """Each move with its code to whoever plays it, the best first; those that no table knows are left out."""
    if game.is_terminal(state):
        return []
    found = []
    for action in game.actions(state):
        child = game.result(state, action)
        code = probe(game, child)
        if code != NO_CODE:
            same = game.to_move(child) == game.to_move(state)
            found.append((game.action_text(state, action), back_up_code(code, same)))
    return sorted(found, key=lambda move: -rank(move[1]))


def _make_value(database: Database, code: int) -> EndingMoveData:
    """A code as data: the value for the player to move, and the way to the end; also in words."""
    value = 1 if is_win(code) else (-1 if is_loss(code) else 0)
    plies = plies_of(code) if value else None
    moves = (plies + 1) // 2 if plies is not None and database.endings.counts_pairs else None
    return {"value": value, "plies": plies, "full_moves": moves, "said": _format_code(database, code)}


def _format_code(database: Database, code: int) -> str:
    """A code in words."""
    if code == 0:
        return "draw"
    number, one, more = plies_of(code), "ply", "plies"
    if database.endings.counts_pairs:
        number, one, more = (number + 1) // 2, "move", "moves"
    return f"{'win' if is_win(code) else 'loss'} in {number} {one if number == 1 else more}"
