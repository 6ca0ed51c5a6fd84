"""Chess openings from PGN files, through python-chess: the main line of each game, variations left aside."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from halfmove.arena.job import Opening
from halfmove.core.errors import BadInput
from halfmove.core.game import Game


def read(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Each game as an opening: where it began, and its moves."""
    pgn = _pgn()
    from halfmove.games.chess import Chess

    if not isinstance(game, Chess):
        raise BadInput(f"PGN is for chess; give openings of {game.title()} as a .txt file.")

    class Builder(pgn.GameBuilder):  # type: ignore[misc, name-defined]
        """Keeps errors to itself; python-chess's own writes them to the log as well."""

        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    stream = io.StringIO(text)
    number = 0
    while (one := pgn.read_game(stream, Visitor=Builder)) is not None:
        number += 1
        yield f"game {number}", _opening(one, game, number)


def _opening(read: Any, game: Game, number: int) -> Opening:
    if read.errors:
        at = sum(1 for _ in read.mainline_moves()) + 1
        said = str(read.errors[0]).partition(" in ")[0]
        raise BadInput(f"game {number}: ply {at} cannot be read ({said}).")
    board = read.board()
    position = board.fen()
    moves = []
    for move in read.mainline_moves():
        moves.append(board.san(move))
        board.push(move)
    if not moves and "FEN" not in read.headers:
        raise BadInput(f"game {number}: it has neither moves nor a position (FEN) to begin with.")
    name = read.headers.get("Opening") or read.headers.get("ECO") or f"game {number}"
    return Opening(tuple(moves), position if _elsewhere(position, game, number) else None, name)


def _elsewhere(position: str, game: Game, number: int) -> bool:
    """Whether it is another position than the game's initial one."""
    try:
        return bool(game.parse(position) != game.initial())
    except BadInput as error:
        raise BadInput(f"game {number}: {error}") from None


def _pgn() -> Any:
    try:
        import chess.pgn
    except ImportError:
        raise BadInput(
            "PGN files need the package chess (python-chess): pip install 'halfmove[arena]'."
        ) from None
    return chess.pgn
