"""What tables say of a position and of its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.endings import is_loss, is_win, plies_of, rank, seen_before
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.endings.database import Database


def answer(target: History, folder: str | None, *, as_json: bool) -> None:
    """Say what the position and its moves are worth; `BadInput` where no table has it."""
    from halfmove.endings.database import Database

    game, state = target.game, target.state
    database = Database(game, folder)
    near = database.endings.near(state)
    there = database.there()
    database.load(there if near is None else [name for name in near if name in there])
    code = database.probe(state)
    if code is None:
        raise BadInput(
            f"No table in '{database.folder}' has this position: {notation(game, state)} "
            f"(`halfmove endgame build {game.name}` makes them)."
        )
    moves = _moves(database, state)
    if as_json:
        from halfmove.cli.terminal import print_json

        print_json(
            {
                "game": game.name,
                "position": notation(game, state),
                "table": _table(database, state),
                **value_of(database, code),
                "moves": [{"move": text, **value_of(database, value)} for text, value in moves],
            }
        )
        return
    print(f"{_table(database, state) or 'one ply before the tables'}: {said(database, code)}")
    for text, value in moves:
        print(f"  {text:8} {said(database, value)}")


def _table(database: Database, state: Any) -> str | None:
    number = database.game.ending_table(state)
    return database.endings.tables[number] if number >= 0 else None


def _moves(database: Database, state: Any) -> list[tuple[str, int]]:
    """Each move with its code to whoever plays it, the best first; those that no table knows are left out."""
    game = database.game
    if game.is_terminal(state):
        return []
    found = []
    for action in game.actions(state):
        child = game.result(state, action)
        code = database.probe(child)
        if code is not None:
            same = game.to_move(child) == game.to_move(state)
            found.append((game.action_text(state, action), seen_before(code, same)))
    return sorted(found, key=lambda move: -rank(move[1]))


def notation(game: Game, state: Any) -> str:
    """The position in its notation, or the state itself where there is none."""
    return game.position_text(state) if game.has_notation else repr(state)


def value_of(database: Database, code: int) -> dict[str, Any]:
    """A code as data: the value for the player to move, and the way to the end."""
    value = 1 if is_win(code) else (-1 if is_loss(code) else 0)
    plies = plies_of(code) if value else None
    moves = (plies + 1) // 2 if plies is not None and database.endings.counts_pairs else None
    return {"value": value, "plies": plies, "moves": moves}


def said(database: Database, code: int) -> str:
    """A code in words."""
    if code == 0:
        return "draw"
    number, one, more = plies_of(code), "ply", "plies"
    if database.endings.counts_pairs:
        number, one, more = (number + 1) // 2, "move", "moves"
    return f"{'win' if is_win(code) else 'loss'} in {number} {one if number == 1 else more}"
