"""What tables say of a position and of its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History


def answer(target: History, folder: str | None, syzygy: str | None, *, as_json: bool) -> None:
    """Say what the position and its moves are worth; `BadInput` where no table has it."""
    from halfmove.cli.search import tell
    from halfmove.endings.attach import default_tablebase
    from halfmove.endings.database import Database
    from halfmove.endings.verdict import ending_json

    game, state = target.game, target.state
    database = Database(game, folder)
    near = database.endings.near(state)
    there = database.there()
    database.load(there if near is None else [name for name in near if name in there])
    database.ask_others(default_tablebase(game, tell) if syzygy is None else syzygy, tell)
    found = ending_json(database, state)
    if found is None:
        raise BadInput(
            f"No table in '{database.folder}' has this position: {notation(game, state)} "
            f"(`halfmove endgame build {game.name}` makes them)."
        )
    if as_json:
        from halfmove.cli.terminal import print_json

        print_json({"game": game.name, "position": notation(game, state), **found})
        return
    print(f"{found['table'] or 'one ply before the tables'}: {found['said']}")
    for move in found["moves"]:
        print(f"  {move['move']:8} {move['said']}")


def notation(game: Game, state: Any) -> str:
    """The position in its notation, or the state itself where there is none."""
    return game.position_text(state) if game.has_notation else repr(state)
