"""Chess openings from PGN files: the main line of each game, variations left aside."""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.arena.job import Opening
from halfmove.core.errors import BadInput
from halfmove.core.game import Game


def read(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Each game as an opening: where it began, and its moves."""
    from halfmove.games.chess import Chess
    from halfmove.games.chess.pgn import main_lines

    if not isinstance(game, Chess):
        raise BadInput(f"PGN is for chess; give openings of {game.title()} as a .txt file.")
    for number, line in enumerate(main_lines(text), 1):
        states = list(line.states())
        position = line.rules.position_text(states[0])
        try:
            elsewhere = game.parse(position) != game.initial()
        except BadInput as error:
            raise BadInput(f"{line.place}: {error}") from None
        if not line.actions and line.start is None:
            raise BadInput(f"{line.place}: it has neither moves nor a position (FEN) to begin with.")
        moves = tuple(map(line.rules.action_text, states, line.actions))
        name = line.headers.get("Opening") or line.headers.get("ECO") or f"game {number}"
        yield line.place, Opening(moves, position if elsewhere else None, name)
